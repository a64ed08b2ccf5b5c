//! The rows of a board while they are read.

use std::ops::Range;

use super::lines::Line;
use crate::formats::dialect::{Dialect, ROW_END};
use crate::formats::grid::{Cell, Grid, MAX_HEIGHT};
use crate::notation::run_length::Repeated;
use crate::square::Square;
use lurd_puzzle::diagnostic::Diagnostic;

/// Lines of rows without a blank line between them.
#[expect(clippy::struct_excessive_bools, reason = "four independent observations")]
pub(super) struct BoardRows {
    pub(super) grid: Grid,
    pub(super) place: Range<usize>,
    pub(super) rows: usize,
    pub(super) widest: usize,
    pub(super) fault: Option<Diagnostic>,
    /// The number of letters that do not belong to the dialect.
    pub(super) foreign_letters: usize,
    pub(super) has_wall: bool,
    pub(super) has_mark: bool,
    has_player: bool,
    pub(super) has_tab: bool,
    /// Rows of blanks, which belong to the board if another row follows: the bytes of the first, and their
    /// number.
    pub(super) floor: Option<(Range<usize>, usize)>,
}

impl BoardRows {
    pub(super) fn new(place: Range<usize>) -> Self {
        Self {
            grid: Grid::default(),
            place,
            rows: 0,
            widest: 0,
            fault: None,
            foreign_letters: 0,
            has_wall: false,
            has_mark: false,
            has_player: false,
            has_tab: false,
            floor: None,
        }
    }

    /// Whether it counts as a board only if the text has no other.
    pub(super) fn is_weak(&self) -> bool {
        !self.has_player && (self.rows == 1 || !self.has_wall)
    }

    /// Takes note of a line with that number of rows.
    pub(super) fn take(&mut self, line: &Line<'_>, rows: usize, dialect: &Dialect) {
        if let Some((bytes, count)) = self.floor.take() {
            for _ in 0..count.min(MAX_HEIGHT) {
                let cells = bytes.clone().map(|byte| Cell { square: Square::Floor, byte });
                self.grid.push_row(cells, bytes.end);
            }
            self.rows += count;
        }
        self.place.end = line.place().end;
        self.rows += rows;
        for letter in line.text.bytes() {
            self.has_mark |= dialect.marks.contains(&letter);
            match dialect.square(letter) {
                Some(Square::Wall) => self.has_wall = true,
                Some(Square::Player | Square::PlayerOnGoal) => self.has_player = true,
                _ => {}
            }
        }
        self.widest = self.widest.max(line.text.len());
    }

    /// Adds the rows of a line, the first after `margin` columns of floor.
    pub(super) fn push_rows(&mut self, line: &Line<'_>, margin: usize, dialect: &Dialect) {
        self.has_tab |= margin > 0;
        let mut start = line.start;
        for (index, row) in line.text.split(char::from(ROW_END)).take(MAX_HEIGHT + 1).enumerate() {
            let margin = if index == 0 { margin } else { 0 };
            let floor = std::iter::repeat_n(Cell { square: Square::Floor, byte: line.start }, margin);
            let cells = row
                .bytes()
                .zip(start..)
                .filter_map(|(letter, byte)| dialect.square(letter).map(|square| Cell { square, byte }));
            self.grid.push_row(floor.chain(cells), start + row.len());
            start += row.len() + 1;
        }
    }

    /// Adds the rows that a line with counts was expanded to.
    pub(super) fn push_letters(&mut self, line: &Line<'_>, letters: &[Repeated], dialect: &Dialect) {
        let letters = match letters {
            [rows @ .., last] if last.letter == ROW_END => rows,
            rows => rows,
        };
        for row in letters.split(|it| it.letter == ROW_END).take(MAX_HEIGHT + 1) {
            let cells = row.iter().filter_map(|it| {
                dialect.square(it.letter).map(|square| Cell { square, byte: line.start + it.byte })
            });
            let end = row.last().map_or(line.start, |last| line.start + last.byte + 1);
            self.widest = self.widest.max(row.len());
            self.grid.push_row(cells, end);
        }
    }
}

pub(super) fn rows_in(line: &str) -> usize {
    line.bytes().filter(|&letter| letter == ROW_END).count() + 1
}

/// The error for a letter at byte `at` of a line below `rows_above` rows.
pub(super) fn fault(
    dialect: &Dialect,
    line: &Line<'_>,
    at: usize,
    letter: char,
    rows_above: usize,
) -> Diagnostic {
    let before = line.text.get(..at).unwrap_or_default();
    let row = rows_above + rows_in(before);
    let column = before.chars().rev().take_while(|&letter| letter != char::from(ROW_END)).count() + 1;
    let place = line.start + at..line.start + at + letter.len_utf8();
    if letter == '\t' {
        return Diagnostic::new(format!("a tab in row {row} of a board: its width is undefined"))
            .at(place, "a tab")
            .help("write floor as spaces or -");
    }
    let letter = letter.escape_debug();
    let legend = format!("a board in the dialect {} consists of {}", dialect.name, dialect.legend);
    Diagnostic::new(format!("'{letter}' at row {row} column {column} is not a letter of a board"))
        .at(place, "not a square")
        .help(legend)
}
