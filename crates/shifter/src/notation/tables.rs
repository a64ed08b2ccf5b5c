//! Two boards as tables, lists or pictures: what people copy from pages, spreadsheets, chats and programs.
//!
//! This is read where no other notation fits, and not if the text has only what other notations have: then it has an error
//! that is to be reported. A text has one puzzle if it has two boards of the same shape and with the same tiles, the source
//! first, with one boundary between them (an arrow, the name of the target, a blank line, the end of a list or of a line of
//! several rows), and otherwise only separators of cells, rules and the names of the boards; or if it has two such boards row by
//! row among lines of other text, as in a letter or a chat.

use std::collections::{BTreeMap, BTreeSet};

use super::scan::{ANY, arrow, checked_label, find_arrow, is_label, is_tile};
use crate::rules::MAX_CELLS;

/// Pictures of colours, and the letters of the colours.
const PICTURES: [(&str, char); 8] = [
    ("🟥🔴❤", 'R'),
    ("🟦🔵💙", 'B'),
    ("🟨🟡💛", 'Y'),
    ("🟩🟢💚", 'G'),
    ("🟧🟠🧡", 'O'),
    ("🟪🟣💜", 'P'),
    ("⬜⚪🤍", 'W'),
    ("⬛⚫🖤", 'K'),
];

/// Words that name the source.
#[rustfmt::skip]
const SOURCE: [&str; 17] = [
    "source", "start", "begin", "current", "now", "from", "initial", "before", "board", "unsolved", "scrambled", "shuffled",
    "mixed", "given", "have", "input", "original",
];
/// Words that name the target.
#[rustfmt::skip]
const TARGET: [&str; 17] = [
    "target", "goal", "end", "final", "finish", "after", "to", "into", "solved", "finished", "desired", "wanted", "want",
    "then", "result", "output", "destination",
];
/// Words that may stand beside the name of a board.
const BESIDE_NAMES: [&str; 12] =
    ["the", "my", "i", "is", "state", "board", "position", "configuration", "grid", "layout", "matrix", "puzzle"];

/// Whether a word names the source, not the target; `None` if it names neither.
pub(super) fn names_source(word: &str) -> Option<bool> {
    let is_among = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    let is_source = is_among(&SOURCE);
    (is_source || is_among(&TARGET)).then_some(is_source)
}

/// Whether a line is a name of the source, not of the target, and nothing else: `Start:`, `**Goal state**`. `None` if it
/// is neither.
pub(super) fn name_of_board(line: &str) -> Option<bool> {
    let line = Some(line.trim()).filter(|line| line.len() < 64)?;
    let words = line.split(|c: char| c.is_whitespace() || "_*#:='\"()-".contains(c)).filter(|word| !word.is_empty());
    let is_beside = |word: &&str| {
        word.bytes().all(|byte| byte.is_ascii_digit()) || BESIDE_NAMES.iter().any(|it| word.eq_ignore_ascii_case(it))
    };
    let mut names = words.clone().filter(|word| !is_beside(word)).map(names_source);
    match names.next() {
        Some(first) => first.filter(|_| names.all(|name| name == first)),
        None => names_source(words.clone().next()?).filter(|_| words.count() == 1),
    }
}

/// Whether the target is the first of two boards with such names, and a note where they do not say so.
pub(super) fn is_target_first(names: [Option<bool>; 2]) -> (bool, Option<&'static str>) {
    match names {
        [Some(true), None | Some(false)] | [None, Some(false)] => (false, None),
        [Some(false), Some(true)] => (true, None),
        [Some(false), None] | [None, Some(true)] => (true, Some(TARGET_FIRST)),
        _ => (false, Some(SOURCE_FIRST)),
    }
}

const SOURCE_FIRST: &str = "read as two boards, the source first";
const TARGET_FIRST: &str = "read as two boards, the target first";

/// The longest text that is read so, in bytes.
pub(super) const MAX_TEXT: usize = 1 << 16;

/// The one puzzle of a text as `SOURCE -> TARGET`, if its two boards are such, and a note on how it was read.
pub(super) fn two_boards(text: &str) -> Option<(String, &'static str)> {
    if text.len() > MAX_TEXT {
        return None;
    }
    // Most other texts end here with their first line.
    let boards = Boards::of(text).filter(|_| is_of_tables(text));
    boards.map_or_else(|| among_text(text), |boards| written(&boards))
}

/// The puzzle of these boards, if there are two.
fn written(boards: &Boards) -> Option<(String, &'static str)> {
    let rows = &boards.rows;
    let (first, second) = rows.split_at(rows.len() / 2);
    let width = first.first()?.len();
    let is_board = first.len() == second.len() && first.len() > 1 && width > 1 && rows.len() * width <= 2 * MAX_CELLS;
    if !is_board || !boards.boundaries.iter().eq([&first.len()]) || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    // Steps of Sokoban.
    let are_steps = rows.iter().flatten().all(|tile| "lurdLURD".contains(tile.as_str()));
    (!are_steps && !boards.has_header)
        .then(|| in_order([(boards.names[0], first), (boards.names[1], second)]))
        .flatten()
}

/// Two boards with their names as `SOURCE -> TARGET`, if they have the same tiles.
fn in_order([first, second]: [(Option<bool>, &[Vec<String>]); 2]) -> Option<(String, &'static str)> {
    let (source, target, note) = if is_target_first([first.0, second.0]).0 {
        (second.1, first.1, TARGET_FIRST)
    } else {
        (first.1, second.1, SOURCE_FIRST)
    };
    have_same_tiles(source, target).then(|| (format!("{} -> {}", joined(source), joined(target)), note))
}

fn joined(rows: &[Vec<String>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
    rows.join("/")
}

// Boards row by row among lines of other text.

/// The fewest cells of a board among other text, so that short words one below the other are none.
const LEAST_CELLS: usize = 8;

/// The puzzle of a text with two boards row by row, and other lines.
fn among_text(text: &str) -> Option<(String, &'static str)> {
    let lines: Vec<(&str, Option<Vec<String>>)> = text.lines().map(|line| (line, row_of(line))).collect();
    let width = |line: &(&str, Option<Vec<String>>)| line.1.as_ref().map(Vec::len);
    // The boards, each with its name.
    let mut boards: Vec<(Option<bool>, Vec<Vec<String>>)> = Vec::new();
    let mut name = None;
    for group in lines.chunk_by(|one, next| width(one) == width(next)) {
        let cells = width(&group[0]).map_or(0, |width| width * group.len());
        if group.len() > 1 && (LEAST_CELLS..=MAX_CELLS).contains(&cells) {
            boards.push((name.take(), group.iter().filter_map(|(_, row)| row.clone()).collect()));
        } else {
            name = group.iter().rev().find_map(|(line, _)| name_of_board(line)).or(name);
        }
    }
    let has_other_text = lines.iter().any(|(line, row)| row.is_none() && !line.trim().is_empty());
    let [first, second] = boards.as_slice() else { return None };
    let is_same_shape = first.1.len() == second.1.len() && first.1[0].len() == second.1[0].len();
    let are_steps = first.1.iter().flatten().all(|tile| "lurdLURD".contains(tile.as_str()));
    (has_other_text && is_same_shape && !are_steps)
        .then(|| in_order([(first.0, &first.1), (second.0, &second.1)]))
        .flatten()
}

/// The tiles of a line that can be a row: a word of several, or several words of one.
fn row_of(line: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let are_tiles = words.iter().flat_map(|word| word.chars()).all(is_tile);
    let tiles: Vec<String> = words.iter().flat_map(|word| word.chars()).map(String::from).collect();
    let is_row = words.len() == 1 || words.iter().all(|word| word.chars().count() == 1);
    (are_tiles && is_row && (2..=MAX_ROW).contains(&tiles.len())).then_some(tiles)
}

/// The most tiles of a row among other text.
const MAX_ROW: usize = 16;

/// Whether the two boards have the same tiles, as far as the target names them.
pub(super) fn have_same_tiles(source: &[Vec<String>], target: &[Vec<String>]) -> bool {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for tile in source.iter().flatten() {
        *left.entry(tile).or_default() += 1;
    }
    let named = target.iter().flatten().filter(|tile| *tile != ANY);
    named.into_iter().all(|tile| {
        let Some(count) = left.get_mut(tile.as_str()).filter(|count| **count > 0) else { return false };
        *count -= 1;
        true
    })
}

/// The rows of the boards of a text.
#[derive(Default)]
struct Boards {
    rows: Vec<Vec<String>>,
    /// The numbers of rows after which a board ends.
    boundaries: BTreeSet<usize>,
    /// The words of the row that is being read.
    words: Vec<String>,
    /// The number of lists that are open.
    depth: usize,
    /// Whether the first of two boards has the name of the source, and whether the second has.
    names: [Option<bool>; 2],
    /// Whether a table has the names of its columns above a rule: words above numbers, or numbers above words.
    has_header: bool,
}

impl Boards {
    /// Reads a text; `None` if it has something else than boards, their names, separators and rules.
    fn of(text: &str) -> Option<Self> {
        let mut boards = Self::default();
        for line in text.lines() {
            if line.trim().is_empty() {
                boards.end_board();
            } else if !is_rule(line) {
                boards.line(line)?;
            }
        }
        boards.end_board();
        let is_number = |tile: &String| tile.bytes().all(|byte| byte.is_ascii_digit());
        let are_numbers: BTreeSet<bool> = boards.rows.iter().map(|row| row.iter().all(is_number)).collect();
        boards.has_header = are_numbers.len() > 1 && text.lines().any(is_rule);
        // The end of the last board is none.
        boards.boundaries.remove(&boards.rows.len());
        Some(boards)
    }

    fn end_board(&mut self) {
        if !self.rows.is_empty() {
            self.boundaries.insert(self.rows.len());
        }
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let before = self.rows.len();
        let mut word = String::new();
        // Whether a separator of cells is the last thing before this that is not blank, so that another one would leave a
        // cell empty.
        let mut is_after_separator = false;
        let mut rest = line;
        while let Some(next) = rest.chars().next() {
            let arrow = arrow(rest).filter(|_| !is_tile(next));
            rest = &rest[arrow.unwrap_or(next.len_utf8())..];
            if let Some(tile) = Some(next).filter(|&it| is_tile(it)).or_else(|| letter_of(next)) {
                word.push(tile);
                is_after_separator = false;
                continue;
            }
            // What makes a picture of the character before it.
            if matches!(next, '\u{fe0f}' | '\u{20e3}') {
                continue;
            }
            self.end_word(&mut word)?;
            match next {
                _ if arrow.is_some() => {
                    self.end_row()?;
                    self.end_board();
                }
                // Only the names of the boards are known.
                ':' | '=' if !self.words.is_empty() => return None,
                ';' | '/' => {
                    if self.words.is_empty() {
                        return None;
                    }
                    self.end_row()?;
                }
                '[' | '(' => self.depth += 1,
                ']' | ')' => {
                    self.end_row()?;
                    self.depth = self.depth.checked_sub(1)?;
                    if self.depth == 0 {
                        self.end_board();
                    }
                }
                '}' => self.end_row()?,
                ',' | '|' | '│' | '┃' | '║' if !self.words.is_empty() && is_after_separator => return None,
                ',' | '|' | '│' | '┃' | '║' => is_after_separator = true,
                '"' | '\'' if rest.starts_with(next) => return None,
                ':' | '=' | '"' | '\'' | '`' | '{' => {}
                _ if next.is_whitespace() => {}
                _ => return None,
            }
        }
        self.end_word(&mut word)?;
        self.end_row()?;
        if self.rows.len() > before + 1 {
            self.end_board();
        }
        Some(())
    }

    /// Ends a word, which belongs to a row or names a board.
    fn end_word(&mut self, word: &mut String) -> Option<()> {
        let word = std::mem::take(word);
        let Some(is_source) = names_source(&word) else {
            self.words.extend(Some(word).filter(|word| !word.is_empty()));
            return Some(());
        };
        self.end_row()?;
        self.end_board();
        // One board cannot be both, nor two boards the same one.
        let board = usize::from(!self.rows.is_empty());
        let is_repeated = board == 1 && self.names[0] == Some(is_source);
        (*self.names[board].get_or_insert(is_source) == is_source && !is_repeated).then_some(())
    }

    /// Ends a row, or several rows of tiles side by side.
    fn end_row(&mut self) -> Option<()> {
        let characters = |word: &String| word.chars().map(String::from).collect::<Vec<_>>();
        match self.words.as_slice() {
            [] => {}
            [word] if word.chars().count() == 1 => return None,
            [word] => self.rows.push(characters(word)),
            words if words.iter().all(|word| is_label(word)) => {
                self.rows.push(words.iter().map(|word| checked_label(word).map(str::to_owned)).collect::<Option<_>>()?);
            }
            words => {
                let length = words[0].chars().count();
                if words.iter().any(|word| word.chars().count() != length) {
                    return None;
                }
                self.rows.extend(words.iter().map(characters));
            }
        }
        self.words.clear();
        Some(())
    }
}

/// Whether a line is a rule of a table.
pub(super) fn is_rule(line: &str) -> bool {
    let is_part = |letter: char| "|+-=: ".contains(letter) || ('\u{2500}'..='\u{257f}').contains(&letter);
    line.chars().all(is_part) && line.chars().filter(|letter| !" |:".contains(*letter)).count() > 2
}

/// Whether the text has something that no other notation has: a separator of cells or rows, a picture, or a word beside a
/// board; around an arrow only a semicolon, a quotation mark or a picture.
fn is_of_tables(text: &str) -> bool {
    let has_arrow = text.lines().any(|line| find_arrow(line).is_some());
    let is_other = |c| match c {
        ';' | '"' | '\'' => true,
        ',' | '/' | '|' | ':' => false,
        _ if has_arrow => letter_of(c).is_some(),
        _ => !is_tile(c) && !char::is_whitespace(c),
    };
    text.contains(is_other) || (!has_arrow && text.split(|c| !is_tile(c)).any(|word| names_source(word).is_some()))
}

/// The letter of the colour that a character is a picture of.
pub(super) fn letter_of(picture: char) -> Option<char> {
    PICTURES.iter().find(|(pictures, _)| pictures.contains(picture)).map(|(_, letter)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_something_else_is_no_puzzle() {
        for text in [
            "12,21",
            "12;21;12",
            "12;21;11;22;1",
            "12;21 -> 12;22",
            "12;13 -> ??;22",
            "12;21 -> 21.12",
            "12;21 -> 21;12 #",
            "12;21 -> 21;12; locked: row 0",
            "an;ox",
            "there;goes;the;last",
            "1;2;2;1",
            "12//21 -> 21/12",
            "12/21/21/12",
            "12/21\n12/21",
            "12;34;34 -> 12",
            "12;21 -> 21;12 -> 12;21",
            "11;22 -> 22;11\n11;22 -> 11;22",
            "[[1,2],[2,1],[1,2],[2,1]]",
            "[1, 2]\n[3, 4]\n[1, 2]\n[3, 4]",
            "12;21;12;21",
            "lock row 0: 12;21 -> 21;12",
            "12;21 -> 21;12; cost: 12; of: 21",
            "[[1,-2],[2,1]]\n[[2,1],[-1,2]]",
            "1 2 _;3 4 _ -> 3 4 _;1 2 _",
            "1,,2;3,,4 -> 3,,4;1,,2",
            "1+2\n2+1\n1+2\n2+1",
            "| A | B |\n|---|---|\n| 1 | 2 |\n\n| A | B |\n|---|---|\n| 1 | 2 |",
            "2024-01-02\n2024-02-01\n2024-01-02\n2024-02-01",
            "[\"next\",\"prev\",\"next\",\"prev\"]",
            "lurd;ldru\nruld;dlru",
            "{\"target\": [[1,2],[2,1]], \"goal\": [[2,2],[1,1]]}",
            "Start: 12;21\nBegin: 22;11",
            "Start: 12;21\nGoal: 22;11\nStart:",
        ] {
            assert_eq!(two_boards(text), None, "{text}");
        }
        let two_boards = |text: &str| two_boards(text).map(|(written, _)| written);
        let among = |text: &str| two_boards(text).map(|written| written.replace(',', ""));
        for (before, between, after) in [
            ("hello there\n", "\n", ""),
            ("Help!\n", "\n", "thanks a lot\n"),
            ("My board is\n", "and it should be\n", "\nBye\nTom"),
            ("I have:\n\n", "\nI want:\n", ""),
        ] {
            for rows in ["RGGR\nBYYB\n", "R G G R\nB Y Y B\n"] {
                let text = format!("{before}{rows}{between}BYYB\nRGGR\n{after}");
                assert_eq!(among(&text).as_deref(), Some("RGGR/BYYB -> BYYB/RGGR"), "{text}");
            }
        }
        for text in [
            "a list:\nnext\nprev\nlast\n\nanother:\nlast\nnext\nfirst",
            "is it\nno\non\nor is it\non\nno",
            "moves:\nlurd\nldru\nor:\nldru\nlurd",
            "three:\nRGGR\nBYYB\nor\nBYYB\nRGGR\nor\nRGGR\nBYYB",
        ] {
            assert_eq!(two_boards(text), None, "{text}");
        }
        assert_eq!(two_boards("12;21 -> ??;12").as_deref(), Some("1,2/2,1 -> ?,?/1,2"));
        assert_eq!(two_boards("('AB', 'BC'), ('CB', 'AB')").as_deref(), Some("A,B/B,C -> C,B/A,B"));
    }
}
