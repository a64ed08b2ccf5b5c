//! Two boards of which one has a mistake: a row or a tile is missing, or a tile is wrong.
//!
//! The boards stand row by row, as tables or as pictures, with a boundary between them (an arrow, the name of the target, or a
//! blank line). A text without an arrow and without pictures has nothing else, and its boards are nearly equal in shape and
//! tiles: other texts are none of a shifter.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use lurd_puzzle::diagnostic::{Diagnostic, edit_distance};
use lurd_puzzle::puzzle::COLOUR_NAMES;

use super::scan::{ANY, arrow, checked_label, counted, difference, is_tile, number};
use super::tables::{MAX_TEXT, is_rule, letter_of, names_source};

/// The most tiles that are wrong in boards without an arrow and pictures.
const MAX_WRONG: usize = 3;

/// The mistake in a text with two boards; `None` if it has other things, or no mistake.
pub(super) fn of_two_boards(text: &str) -> Option<Diagnostic> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let boards = Boards::of(text)?;
    let rows = &boards.rows;
    let mut boundaries = boards.boundaries.iter();
    let (Some(&boundary), None) = (boundaries.next(), boundaries.next()) else { return None };
    let (source, target) = rows.split_at(boundary);
    if source.iter().flatten().any(|cell| cell.tile == ANY) {
        return None;
    }
    let is_steps = |cell: &Cell| cell.tile.len() == 1 && "lurdLURD".contains(&*cell.tile);
    if source.len() < 2 || target.len() < 2 || rows.iter().flatten().all(is_steps) {
        return None;
    }
    let width = usual_width(rows);
    let (odd, wrong) = (rows.iter().filter(|row| row.len() != width).count(), boards.not_tiles());
    let is_plain = !boards.has_pictures && !boards.has_arrow;
    let most_odd = if is_plain { 1 } else { rows.len() / 2 };
    let most_wrong = if boards.has_arrow { usize::MAX } else { MAX_WRONG };
    let heights = source.len().abs_diff(target.len());
    if width < 2
        || odd > most_odd
        || heights > most_odd
        || 4 * wrong.len() > rows.len() * width
        || is_plain && heights + odd > 1
    {
        return None;
    }
    let differences = Differences::between(source, target);
    let surplus = if heights == 0 && odd == 0 { differences.few } else { 0 };
    if differences.many.max(surplus) > most_wrong {
        return None;
    }
    (wrong.first().map(|cell| not_a_tile(text, cell)))
        .or_else(|| odd_row(source, target, width))
        .or_else(|| heights_differ(source, target))
        .or_else(|| differences.diagnostic(text, (source, target)))
}

/// The most frequent width of the rows, the first of several.
fn usual_width(rows: &[Row]) -> usize {
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *widths.entry(row.len()).or_default() += 1;
    }
    let most = widths.values().copied().max().unwrap_or(0);
    rows.iter().map(Vec::len).find(|width| widths[width] == most).unwrap_or(0)
}

fn place_of(row: &[Cell]) -> Range<usize> {
    let first = row.first().map_or(0, |cell| cell.place.start);
    first..row.last().map_or(first, |cell| cell.place.end)
}

fn place_of_board(rows: &[Row]) -> Range<usize> {
    let first = rows.first().map_or(0, |row| place_of(row).start);
    first..rows.last().map_or(first, |row| place_of(row).end)
}

// The mistakes.

fn not_a_tile(text: &str, cell: &Cell) -> Diagnostic {
    let shown: String = text[cell.place.clone()].chars().take(12).collect();
    let near = near_colour(&cell.tile);
    Diagnostic::new(format!("'{shown}' is not a tile"))
        .at(cell.place.clone(), "neither one character, a number nor a colour")
        .help(near.map_or_else(
            || format!("the names of colours are {}", COLOUR_NAMES.map(|(_, name)| name).join(", ")),
            |name| format!("did you mean '{name}'?"),
        ))
}

/// The name of a colour that a word with a mistake may stand for.
fn near_colour(word: &str) -> Option<&'static str> {
    let lower = word.chars().take(20).collect::<String>().to_lowercase();
    let distances = COLOUR_NAMES.into_iter().map(|(_, name)| (edit_distance(&lower, name), name));
    let (distance, name) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= 2 && distance < name.len() - 1).then_some(name)
}

/// The first row that is shorter or longer than the others.
fn odd_row(source: &[Row], target: &[Row], width: usize) -> Option<Diagnostic> {
    let rows = source.iter().zip(1..).map(|(row, number)| (row, number, "source"));
    let mut rows = rows.chain(target.iter().zip(1..).map(|(row, number)| (row, number, "target")));
    let (row, number, board) = rows.find(|(row, ..)| row.len() != width)?;
    let tiles = counted(row.len(), "tile");
    Some(
        Diagnostic::new(format!("row {number} of the {board} has {tiles}, the others have {width}"))
            .at(place_of(row), difference(row.len(), width, "tile"))
            .help("all rows of both boards have equally many tiles"),
    )
}

fn heights_differ(source: &[Row], target: &[Row]) -> Option<Diagnostic> {
    let (rows, wanted) = (target.len(), source.len());
    (rows != wanted).then(|| {
        Diagnostic::new(format!("the target has {}, the source has {wanted}", counted(rows, "row")))
            .at(place_of_board(target), difference(rows, wanted, "row"))
            .help("both boards have equally many rows")
    })
}

/// How the tiles of two boards differ.
struct Differences<'b> {
    /// The number of each tile in the source and in the target.
    tiles: BTreeMap<&'b str, (usize, usize)>,
    /// The number of tiles that the target has and the source does not have, and the other way round.
    many: usize,
    few: usize,
    has_wildcards: bool,
}

impl<'b> Differences<'b> {
    fn between(source: &'b [Row], target: &'b [Row]) -> Self {
        let mut tiles: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for cell in source.iter().flatten() {
            tiles.entry(&cell.tile).or_default().0 += 1;
        }
        let mut wildcards = 0;
        for cell in target.iter().flatten() {
            if cell.tile == ANY {
                wildcards += 1;
            } else {
                tiles.entry(&cell.tile).or_default().1 += 1;
            }
        }
        let many = tiles.values().map(|(source, target)| target.saturating_sub(*source)).sum();
        let few: usize = tiles.values().map(|(source, target)| source.saturating_sub(*target)).sum();
        Self { tiles, many, few: few.saturating_sub(wildcards), has_wildcards: wildcards > 0 }
    }

    /// What is wrong with the target, as its tiles are written in the text.
    fn diagnostic(&self, text: &str, (source, target): (&[Row], &[Row])) -> Option<Diagnostic> {
        const HELP: &str = "shifts only move tiles: both boards need the same ones";
        if self.many == 0 && self.few == 0 {
            return None;
        }
        let cells = target
            .iter()
            .zip(1..)
            .flat_map(|(row, number)| row.iter().zip(1..).map(move |(cell, column)| (cell, number, column)));
        let mut strange =
            cells.filter(|(cell, ..)| self.tiles.get(&*cell.tile).is_some_and(|(source, _)| *source == 0));
        if let Some((cell, row, column)) = strange.next() {
            let tile = &text[cell.place.clone()];
            return Some(
                Diagnostic::new(format!("the target has a {tile}, which the source does not have"))
                    .at(cell.place.clone(), format!("row {row}, column {column} of the target"))
                    .help(HELP),
            );
        }
        let written = |tile: &str| {
            let mut cells = source.iter().chain(target).flatten();
            cells.find(|cell| cell.tile == tile).map_or("", |cell| &text[cell.place.clone()])
        };
        let surplus = |difference: fn(&(usize, usize)) -> usize| {
            let counts = self.tiles.iter().map(|(tile, counts)| (*tile, difference(counts)));
            let counts = counts.filter(|(_, count)| *count > 0);
            counts.map(|(tile, count)| format!("{} {}", number(count), written(tile))).collect::<Vec<_>>().join(", ")
        };
        let many = surplus(|(source, target)| target.saturating_sub(*source));
        let few = surplus(|(source, target)| source.saturating_sub(*target));
        let few = if self.has_wildcards { String::new() } else { format!(" and {few} too few") };
        Some(
            Diagnostic::new(format!("the target has {many} too many{few}"))
                .at(place_of_board(target), "not the tiles of the source")
                .help(HELP),
        )
    }
}

// The boards of a text.

/// A tile, or a word in place of one.
struct Cell {
    /// The label; of pictures of colours, the letter of the colour.
    tile: String,
    place: Range<usize>,
}

type Row = Vec<Cell>;

/// The rows of a text.
#[derive(Default)]
struct Boards {
    rows: Vec<Row>,
    /// The numbers of rows after which a board ends.
    boundaries: BTreeSet<usize>,
    /// The words of the row that is being read, each with its characters.
    words: Vec<Vec<Cell>>,
    has_pictures: bool,
    has_arrow: bool,
}

impl Boards {
    /// Reads a text; `None` if it has something else than rows, names of boards, separators and rules.
    fn of(text: &str) -> Option<Self> {
        let mut boards = Self::default();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim();
            if trimmed.is_empty() || is_heading(trimmed) {
                let name = trimmed.trim_end_matches(':');
                // The source comes first.
                if names_source(name) == Some(!boards.rows.is_empty()) {
                    return None;
                }
                boards.end_board();
            } else if !is_rule(trimmed) && !trimmed.starts_with(';') {
                boards.line(text, at..at + line.len())?;
            }
            at += line.len();
        }
        // The end of the last board is none.
        boards.boundaries.remove(&boards.rows.len());
        Some(boards)
    }

    fn end_board(&mut self) {
        if !self.rows.is_empty() {
            self.boundaries.insert(self.rows.len());
        }
    }

    fn line(&mut self, text: &str, line: Range<usize>) -> Option<()> {
        let before = self.rows.len();
        let mut at = line.start;
        let mut word: Vec<Cell> = Vec::new();
        while let Some(next) = text[at..line.end].chars().next() {
            let place = at..at + next.len_utf8();
            let arrow = arrow(&text[at..line.end]).filter(|_| !is_tile(next));
            at += arrow.unwrap_or(next.len_utf8());
            let picture = letter_of(next);
            self.has_pictures |= picture.is_some();
            // Of pictures, those that are no colours may be wrong tiles.
            let is_picture =
                || next >= '\u{2600}' && !next.is_alphanumeric() && !matches!(next, '\u{fe0f}' | '\u{200d}');
            if arrow.is_none() && (is_tile(next) || picture.is_some() || is_picture()) {
                word.push(Cell { tile: picture.unwrap_or(next).to_string(), place });
                continue;
            }
            if matches!(next, '\u{fe0f}' | '\u{20e3}' | '\u{200d}') {
                continue;
            }
            self.end_word(&mut word);
            match next {
                _ if arrow.is_some() => {
                    self.end_row()?;
                    self.end_board();
                    self.has_arrow = true;
                }
                ':' if self.ends_name() => {}
                '/' | ';' => self.end_row()?,
                ',' | '|' | '\u{2502}' | '\u{2503}' | '\u{2551}' => {}
                _ if next.is_whitespace() => {}
                _ => return None,
            }
        }
        self.end_word(&mut word);
        if !self.ends_name() {
            self.end_row()?;
        }
        if self.rows.len() > before + 1 {
            self.end_board();
        }
        Some(())
    }

    fn end_word(&mut self, word: &mut Vec<Cell>) {
        if !word.is_empty() {
            self.words.push(std::mem::take(word));
        }
    }

    /// Ends the name of a board, if the only word of the row is one.
    fn ends_name(&mut self) -> bool {
        let [word] = self.words.as_slice() else { return false };
        let word: String = word.iter().map(|cell| &*cell.tile).collect();
        if names_source(&word) != Some(self.rows.is_empty()) {
            return false;
        }
        self.words.clear();
        self.end_board();
        true
    }

    /// Ends a row. A single word has a tile in each character, but no words of a language have; otherwise each word is a tile.
    fn end_row(&mut self) -> Option<()> {
        let mut words = std::mem::take(&mut self.words);
        let text = |word: &[Cell]| word.iter().map(|cell| &*cell.tile).collect::<String>();
        match words.len() {
            0 => {}
            1 if words[0].iter().any(|cell| cell.tile.contains(char::is_lowercase)) => return None,
            1 => self.rows.extend(words.pop()),
            _ => {
                let cell = |word: Vec<Cell>| {
                    let (written, place) = (text(&word), place_of(&word));
                    Cell { tile: checked_label(&written).map_or(written.clone(), str::to_owned), place }
                };
                self.rows.push(words.into_iter().map(cell).collect());
            }
        }
        Some(())
    }

    /// The words in place of tiles.
    fn not_tiles(&self) -> Vec<&Cell> {
        self.rows
            .iter()
            .flatten()
            .filter(|cell| cell.tile.chars().count() > 1 && checked_label(&cell.tile).is_none())
            .collect()
    }
}

/// Whether a line is a heading, such as `My board:`.
fn is_heading(line: &str) -> bool {
    line.len() < 40 && line.strip_suffix(':').is_some_and(|words| words.chars().all(|c| c.is_alphabetic() || c == ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message about a text, what it points at, and the label.
    fn mistake(text: &str) -> Option<(String, &str, String)> {
        let found = of_two_boards(text)?;
        Some((found.message, &text[found.place?], found.label))
    }

    #[test]
    fn mistakes_have_their_place() {
        let short = ("row 4 of the target has 3 tiles, the others have 4", "243", "one tile missing");
        let purple = (
            "the target has a \u{1f7ea}, which the source does not have",
            "\u{1f7ea}",
            "row 2, column 2 of the target",
        );
        let five = ("the target has a 5, which the source does not have", "5", "row 2, column 2 of the target");
        for (text, (message, about, label)) in [
            ("1221\n3443\n3443\n2442\n\n4342\n3124\n4243\n243\n", short),
            ("Start:\n1221\n3443\n3443\n2442\nGoal:\n4342\n3124\n4243\n243\n", short),
            ("I have:\n1221\n3443\n3443\n2442\n\nI want:\n4342\n3124\n4243\n243", short),
            ("1221\n3443\n3443\n2442\ntarget\n4342\n3124\n4243\n243", short),
            (
                "Red Red Blue\nBlue Red Green\n\nRad Red Blue\nBlue Red Green\n",
                ("'Rad' is not a tile", "Rad", "neither one character, a number nor a colour"),
            ),
            ("| 1 | 2 |\n|---|---|\n| 3 | 4 |\n\n| 2 | 1 |\n|---|---|\n| 3 | 5 |\n", five),
            ("🟥🟦\n🟩🟥\n\n🟦🟥\n🟩🟪", purple),
            ("🟥🟦/🟩🟥 -> 🟦🟥/🟩🟪", purple),
            ("🟥🟦/🟩🟥 → 🟦🟥/🟩🟪", purple),
            ("🟥🟦\n🟩🟥\n->\n🟦🟥\n🟩🟪\n", purple),
            ("🟥 🟦\n🟩 🟥\n\n🟦 🟥\n🟩 🟪\n", purple),
            (
                "🟥🟦\n🟩🟥\n\n🟦🟥\n🟩\n",
                ("row 2 of the target has 1 tile, the others have 2", "🟩", "one tile missing"),
            ),
            (
                "🟥🟦\n🟩🟥\n\n🟦🟥\n🟩🍎",
                ("the target has a 🍎, which the source does not have", "🍎", "row 2, column 2 of the target"),
            ),
            (
                "🟥🟦\n🟩🟥\n\n🟦🟦\n🟩🟥",
                ("the target has one 🟦 too many and one 🟥 too few", "🟦🟦\n🟩🟥", "not the tiles of the source"),
            ),
            (
                "1221\n3443\n3443\n2442\n\n4342\n3124\n4243",
                ("the target has 3 rows, the source has 4", "4342\n3124\n4243", "one row missing"),
            ),
        ] {
            let wanted = Some((message.to_owned(), about, label.to_owned()));
            assert_eq!(mistake(text), wanted, "{text}");
        }
    }

    #[test]
    fn other_texts_have_none() {
        for text in [
            "",
            "12",
            "12\n21\n\n21\n12",
            "next\nprev\nlast\n\nlast\nnext\nfir",
            "hello there\nwhat is this\n\nit is a\ntext of\nwords",
            "Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you",
            "1,2,3\n4,5,6\n\n7,8,9\n10,11,12",
            "lurd\nldru\n\nruld\ndlr",
            "####\n#@.#\n\n####\n#$.",
            "2024-01-02\n2024-02-01\n\n2024-01-02\n2024-02-0",
            "A B\nC D\n\nE F\nG H",
            "12\n34\n\n12\n34\n\n12\n3",
            "Goal:\n12\n34\nStart:\n12\n35",
            "12\n3?\n\n12\n34",
            "1 2 3\n4 5 6\n\n1 2\n4 5",
        ] {
            assert_eq!(mistake(text), None, "{text}");
        }
    }
}
