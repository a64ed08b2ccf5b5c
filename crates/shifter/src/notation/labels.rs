//! What people write around rows: labels (`Row 1:`, `2)`, `top row:`), brackets around each tile, full stops between
//! tiles, pictures of colours, and the target beside the source.
//!
//! [`without`] is read where a text is no puzzle as it is.

use std::{borrow::Cow, ops::Range};

use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::scan::{find_arrow, is_tile, row_width, widest_gap};
use super::tables::{MAX_TEXT, letter_of};

/// The most rows of a board that has labels.
const MAX_ROWS: usize = 64;

/// A line without what stands around its tiles.
#[derive(Default)]
struct Plain {
    /// Its tiles: of pictures, their letters.
    parts: Vec<(Range<usize>, Cow<'static, str>)>,
    is_changed: bool,
}

/// The tiles of a line as a row; the line itself if nothing stands around them.
pub(super) fn plain_row(line: &str) -> Cow<'_, str> {
    let plain = plain(line);
    if !plain.is_changed {
        return Cow::Borrowed(line);
    }
    let part = |(place, written): &(Range<usize>, Cow<'static, str>)| match &**written {
        "" => line[place.clone()].to_owned(),
        written => written.to_owned(),
    };
    Cow::Owned(plain.parts.iter().map(part).collect())
}

fn plain(line: &str) -> Plain {
    let start = label_length(line);
    let rest = &line[start..];
    if let Some(tiles) = boxed(rest).or_else(|| dotted(rest)) {
        let parts = tiles.into_iter().flat_map(|tile| {
            let place = start + tile.start..start + tile.end;
            [(place.clone(), Cow::Borrowed("")), (place.end..place.end, Cow::Borrowed(" "))]
        });
        return Plain { parts: parts.collect(), is_changed: true };
    }
    let is_picture = |letter: char| letter_of(letter).is_some();
    if rest.contains(is_picture) && rest.chars().all(|it| is_picture(it) || it.is_whitespace() || it == '\u{fe0f}') {
        let parts = rest.char_indices().filter_map(|(at, letter)| {
            let place = start + at..start + at + letter.len_utf8();
            match letter_of(letter) {
                Some(letter) => Some((place, Cow::Owned(letter.to_string()))),
                None => letter.is_whitespace().then_some((place, Cow::Borrowed(""))),
            }
        });
        return Plain { parts: parts.collect(), is_changed: true };
    }
    Plain { parts: vec![(start..line.len(), Cow::Borrowed(""))], is_changed: start > 0 }
}

/// The length of the label of a row at the beginning of a line, with the blanks behind it.
fn label_length(line: &str) -> usize {
    const ORDINALS: [&str; 12] =
        ["top", "bottom", "first", "second", "third", "fourth", "fifth", "last", "1st", "2nd", "3rd", "4th"];
    let trimmed = line.trim_start();
    let Some(end) = trimmed.find([':', ')', '.', ']']) else { return 0 };
    let (label, behind) = (trimmed[..end].trim(), trimmed[end + 1..].trim_start());
    let words: Vec<&str> = label.trim_start_matches(['(', '[', '#']).split_whitespace().collect();
    let is_number = |word: &str| !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_row = |word: &str| ["row", "line", "r"].iter().any(|other| word.eq_ignore_ascii_case(other));
    let is_ordinal = |word: &str| ORDINALS.iter().any(|other| word.eq_ignore_ascii_case(other));
    let is_joined = |word: &str| {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        is_number(digits) && is_row(&word[..word.len() - digits.len()])
    };
    let has_blank = trimmed[end + 1..].starts_with(char::is_whitespace);
    let is_label = match words.as_slice() {
        [word] => (is_number(word) && has_blank) || is_joined(word) || is_ordinal(word),
        [word, number] if is_row(word) => is_number(number),
        [ordinal, word] => is_ordinal(ordinal) && is_row(word),
        _ => false,
    };
    if is_label && !behind.is_empty() { line.len() - behind.len() } else { 0 }
}

/// The tiles of a line in which each is in brackets.
fn boxed(line: &str) -> Option<Vec<Range<usize>>> {
    let mut tiles = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (open, close) = match rest.chars().next()? {
            '[' => ('[', ']'),
            '(' => ('(', ')'),
            '{' => ('{', '}'),
            _ => return None,
        };
        let inner = rest.strip_prefix(open)?;
        let tile = inner[..inner.find(close)?].trim();
        if tile.is_empty() || !tile.chars().all(is_tile) {
            return None;
        }
        let start = tile.as_ptr() as usize - line.as_ptr() as usize;
        tiles.push(start..start + tile.len());
        rest = inner[inner.find(close)? + 1..].trim_start();
    }
    (tiles.len() > 1).then_some(tiles)
}

/// The tiles of a line of single letters with full stops between them.
fn dotted(line: &str) -> Option<Vec<Range<usize>>> {
    let trimmed = line.trim().trim_end_matches('.');
    let start = line.len() - line.trim_start().len();
    let mut tiles = Vec::new();
    for tile in trimmed.split('.') {
        let at = start + (tile.as_ptr() as usize - trimmed.as_ptr() as usize);
        let mut letters = tile.chars();
        if !letters.next().is_some_and(char::is_alphabetic) || letters.next().is_some() {
            return None;
        }
        tiles.push(at..at + tile.len());
    }
    // Names of files have one.
    (tiles.len() > 2).then_some(tiles)
}

/// The boards of a text without what stands around their rows; `None` if there is nothing of that. A target beside the
/// source comes below it.
pub(super) fn without(text: &str) -> Option<Rewritten> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    // The rows of the source and of the target beside it, up to the next other line.
    let mut beside: Vec<[Range<usize>; 2]> = Vec::new();
    let (mut at, mut changed) = (0, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end();
        let label = label_length(content);
        if let Some(rows) = beside.len().lt(&MAX_ROWS).then(|| two_rows(&content[label..])).flatten() {
            beside.push(rows.map(|row| start + label + row.start..start + label + row.end));
            continue;
        }
        changed += end_beside(&mut rewriter, &mut beside);
        let plain = plain(content);
        if !plain.is_changed {
            rewriter.copy(start..at);
            continue;
        }
        changed += 1;
        for (place, written) in plain.parts {
            let place = start + place.start..start + place.end;
            if written.is_empty() { rewriter.copy(place) } else { rewriter.write(place, &written) }
        }
        rewriter.write(start + content.len()..at, "\n");
    }
    changed += end_beside(&mut rewriter, &mut beside);
    rewriter.finish("labels and the like around the rows are taken off", false).filter(|_| changed > 1)
}

/// Writes the rows on the left, and below them those on the right; returns their number.
fn end_beside(rewriter: &mut Rewriter<'_>, beside: &mut Vec<[Range<usize>; 2]>) -> usize {
    let rows = std::mem::take(beside);
    for (side, end) in [(0, "\n"), (1, "")] {
        for row in &rows {
            rewriter.copy(row[side].clone());
            rewriter.write(row[side].end..row[side].end, "\n");
        }
        if let Some(last) = rows.last() {
            rewriter.write(last[side].end..last[side].end, end);
        }
    }
    rows.len()
}

/// The places of two rows of the same width in a line: with a bar, an arrow, a tab or at least two blanks between them.
fn two_rows(line: &str) -> Option<[Range<usize>; 2]> {
    let bars: Vec<_> =
        line.match_indices("||").chain(line.match_indices('|')).map(|(at, bar)| at..at + bar.len()).collect();
    let gap = match bars.as_slice() {
        [] => find_arrow(line).or_else(|| only_tab(line)).or_else(|| widest_gap(line.trim_end()))?,
        [bar] => bar.clone(),
        // Two bars without a blank are one.
        [double, ..] if bars.len() == 3 && double.len() == 2 => double.clone(),
        _ => return None,
    };
    let part = |place: Range<usize>| {
        let part = &line[place.clone()];
        let start = place.start + part.len() - part.trim_start().len();
        start..start + part.trim().len()
    };
    let rows = [part(0..gap.start), part(gap.end..line.len())];
    let width = |row: &Range<usize>| row_width(&line[row.clone()]).filter(|width| *width > 1);
    (width(&rows[0]).is_some() && width(&rows[0]) == width(&rows[1])).then_some(rows)
}

/// The place of the tab of a line that has one.
fn only_tab(line: &str) -> Option<Range<usize>> {
    let at = line.find('\t')?;
    (line.rfind('\t') == Some(at)).then_some(at..at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lose_what_stands_around_them() {
        for (line, row) in [
            ("Row 1: R R B G", "R R B G"),
            ("row1: RRBG", "RRBG"),
            ("1) R R B G", "R R B G"),
            ("1. R R B G", "R R B G"),
            ("(1) R R B G", "R R B G"),
            ("top row: red red blue green", "red red blue green"),
            ("2nd: RRBG", "RRBG"),
            ("[R][R][B][G]", "R R B G "),
            ("(R) (R) (B) (G)", "R R B G "),
            ("R.R.B.G", "R R B G "),
            ("🟥🟥🟦🟩", "RRBG"),
        ] {
            assert_eq!(plain_row(line), row, "{line}");
        }
        for line in
            ["", "R R B G", "12:34", "1.2.3.4", "list: RRBG", "left 0", "a.b.xsb", "[1,2]", "3.14 2.71", "1:", "✅"]
        {
            assert_eq!(plain_row(line), line);
        }
    }

    #[test]
    fn boards_beside_each_other_come_one_below_the_other() {
        let below = "RRBG\nGGBB\n\nGRRB\nGGBB\n";
        for text in ["RRBG | GRRB\nGGBB | GGBB", "1) RRBG   GRRB\n2) GGBB   GGBB\n", "RRBG\tGRRB\nGGBB\tGGBB\n"] {
            assert_eq!(without(text).map(|it| it.text).as_deref().map(str::trim_end), Some(below.trim_end()), "{text}");
        }
        for text in ["RRBG\nGGBB\n", "RRBG | GRRB", "a title\n\n12/34", "#####|#@$.#|#####"] {
            assert!(without(text).is_none(), "{text}");
        }
    }

    /// The puzzles of a text and the notes on them.
    fn read(text: &str) -> Vec<(String, String)> {
        let entries = super::super::reader::read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let told = |entry: lurd_puzzle::puzzle::PuzzleEntry| {
            let puzzle = entry.puzzle.unwrap_or_else(|error| panic!("{text}: {error:?}"));
            (puzzle.id(), entry.note.unwrap_or_default())
        };
        entries.into_iter().map(told).collect()
    }

    const SOURCE_FIRST: &str = "read as two boards, the source first";
    const TARGET_FIRST: &str = "read as two boards, the target first";

    #[test]
    fn names_of_boards_have_a_meaning_in_any_order() {
        const PAIRS: [[&str; 2]; 17] = [
            ["Start", "Goal"],
            ["Scrambled", "Solved"],
            ["From", "To"],
            ["Initial", "Final"],
            ["Before", "After"],
            ["initial", "goal"],
            ["START", "END"],
            ["current", "desired"],
            ["unsolved", "solved"],
            ["given", "wanted"],
            ["Now", "Then"],
            ["source", "target"],
            ["Source", "Goal"],
            ["Begin", "Finish"],
            ["Shuffled", "Target"],
            ["Mixed", "Result"],
            ["Input", "Output"],
        ];
        let (source, target) = ("312\n456\n789\n", "123\n456\n789\n");
        let lists = ["[[3,1,2],[4,5,6],[7,8,9]]", "[[1,2,3],[4,5,6],[7,8,9]]"];
        for [from, to] in PAIRS {
            for text in [
                format!("{to}:\n{target}\n{from}:\n{source}"),
                format!("{to}:\n{target}{from}:\n{source}"),
                format!("{to} :\n\n{target}\n{from} :\n\n{source}").replace('\n', "\r\n"),
                format!("{from}:\n{source}\n{to}:\n{target}"),
                format!("My puzzle\n\n{to}:\n{target}\n{from}:\n{source}\n"),
                format!("{to} = {}\n{from} = {}\n", lists[1], lists[0]),
                format!("{to}: {}\n{from}: {}\n", lists[1], lists[0]),
                format!("{from}: {}, {to}: {}\n", lists[0], lists[1]),
                format!("{{\"{to}\": {}, \"{from}\": {}}}", lists[1], lists[0]),
                format!("{to}: 123/456/789\n{from}: 312/456/789\n"),
                format!("{to}: 123/456/789 {from}: 312/456/789"),
            ] {
                let read = read(&text);
                let puzzles: Vec<_> = read.iter().map(|(puzzle, _)| puzzle.as_str()).collect();
                assert_eq!(puzzles, ["312/456/789 -> 123/456/789"], "{text}");
                // The note of boards in lists says which is which.
                let is_after = text.find(from).unwrap_or(0) > text.find(to).unwrap_or(0);
                let wrong = if is_after { SOURCE_FIRST } else { TARGET_FIRST };
                assert!(!read[0].1.contains(wrong), "{text}: {}", read[0].1);
            }
        }
    }

    #[test]
    fn names_stand_beside_other_words_and_signs() {
        for text in [
            "Goal state:\n123\n456\n789\n\nInitial state:\n312\n456\n789\n",
            "**Goal:**\n123\n456\n789\n\n**Start:**\n312\n456\n789\n",
            "## Goal\n\n123\n456\n789\n\n## Start\n\n312\n456\n789\n",
            "Goal\n123\n456\n789\n\nStart\n312\n456\n789\n",
            "  Goal:\n  1 2 3\n  4 5 6\n  7 8 9\n\n  Start:\n  3 1 2\n  4 5 6\n  7 8 9\n",
            "> Goal:\n> 123\n> 456\n> 789\n>\n> Start:\n> 312\n> 456\n> 789\n",
            "Goal:\n1\t2\t3\n4\t5\t6\n7\t8\t9\nStart:\n3\t1\t2\n4\t5\t6\n7\t8\t9\n",
            "I want:\n123\n456\n789\n\nI have:\n312\n456\n789\n",
            "GOAL =\n123\n456\n789\nSTART =\n312\n456\n789\n",
        ] {
            let read = read(text);
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0].0, "312/456/789 -> 123/456/789", "{text}: {}", read[0].1);
            assert!(!read[0].1.contains(SOURCE_FIRST), "{text}: {}", read[0].1);
        }
        let quoted = "target = [['a','b'],['c','d']]\nsource = [['c','b'],['d','a']]\n";
        assert_eq!(read(quoted), [("cb/da -> ab/cd".to_owned(), String::new())]);
        let letters = "Solved:\nRRRR\nGGGG\nBBBB\n\nScrambled:\nRRGR\nGGBG\nBBRB\n";
        assert_eq!(read(letters), [("RRGR/GGBG/BBRB -> RRRR/GGGG/BBBB".to_owned(), String::new())]);
    }

    #[test]
    fn what_no_name_says_is_told() {
        let boards = |first: &str, second: &str| format!("{first}123\n456\n\n{second}312\n456\n");
        let (as_written, swapped) = ("123/456 -> 312/456", "312/456 -> 123/456");
        for (first, second, puzzle, note) in [
            ("", "", as_written, SOURCE_FIRST),
            ("Foo:\n", "Bar:\n", as_written, SOURCE_FIRST),
            ("One:\n", "Two:\n", as_written, SOURCE_FIRST),
            ("Goal:\n", "End:\n", as_written, SOURCE_FIRST),
            ("Start:\n", "Begin:\n", as_written, SOURCE_FIRST),
            ("Start:\n", "Goal:\n", as_written, ""),
            ("Start:\n", "", as_written, ""),
            ("", "Goal:\n", as_written, ""),
            ("Start:\n", "Bar:\n", as_written, ""),
            ("Foo:\n", "Goal:\n", as_written, ""),
            ("Goal:\n", "Start:\n", swapped, ""),
            ("Goal:\n", "", swapped, TARGET_FIRST),
            ("Goal:\n", "Bar:\n", swapped, TARGET_FIRST),
            ("Goal state:\n\n", "", swapped, TARGET_FIRST),
            ("My start:\n\n", "", as_written, ""),
            ("A title\n\n", "", as_written, SOURCE_FIRST),
            ("Foo:\n", "Start:\n", swapped, TARGET_FIRST),
            ("", "Start:\n", swapped, TARGET_FIRST),
        ] {
            let text = boards(first, second);
            assert_eq!(read(&text), [(puzzle.to_owned(), note.to_owned())], "{text}");
        }
        for text in ["123/456 -> 312/456", "source:\n123\n456\ntarget:\n312\n456\n", "123\n456\n->\n312\n456\n"] {
            assert_eq!(read(text), [(as_written.to_owned(), String::new())], "{text}");
        }
    }

    #[test]
    fn puzzles_of_one_file_have_their_own_order() {
        let first = "First\nGoal:\n12\n34\n\nStart:\n21\n34\n\n";
        let second = "Second\nStart:\n13\n24\n\nGoal:\n31\n24\n\n";
        let third = "Third\n\n14\n23\n\n41\n23\n";
        let read = read(&format!("{first}{second}{third}").to_uppercase());
        assert_eq!(
            read,
            [
                ("21/34 -> 12/34".to_owned(), String::new()),
                ("13/24 -> 31/24".to_owned(), String::new()),
                ("14/23 -> 41/23".to_owned(), SOURCE_FIRST.to_owned()),
            ]
        );
    }
}
