//! Rows of a text that look like rows of a board and belong to no level. They are counted, so that lost
//! levels are noticed.
//!
//! A row begins and ends with a wall, is at least three squares wide, and can be read in one dialect. Where
//! `#` is the wall, every such row counts. Where a letter is the wall (`X`), and in blocks of comment, rows
//! count only in groups of at least three with a player.

use super::lines::Line;
use crate::formats::dialect::DIALECTS;
use lurd_puzzle::puzzle::{LeftOut, Omission};

/// Letters that are ignored at the ends of a row: blanks, and floor as written in mail.
const BLANKS: [char; 4] = [' ', '\t', '-', '_'];
/// The minimum width of a row.
const MIN_WIDTH: usize = 3;
/// The minimum number of rows in a group.
const MIN_ROWS: usize = 3;
/// The letters of the player in all dialects.
const PLAYERS: &[char] = &['@', '+', 'p', 'P', 'm', 'M', '&'];

/// The wall at both ends of `line`, if it looks like a row of a board.
fn wall(line: &str) -> Option<u8> {
    let line = line.trim_start_matches('>').trim_matches(BLANKS);
    let wall = line.bytes().next().filter(|letter| matches!(letter, b'#' | b'X'))?;
    let is_row = line.len() >= MIN_WIDTH
        && line.ends_with(char::from(wall))
        && DIALECTS
            .iter()
            .any(|dialect| dialect.wall() == wall && line.bytes().all(|letter| dialect.is_letter(letter)));
    is_row.then_some(wall)
}

/// Whether `line` looks like a row of a board, whatever its dialect.
pub(super) fn is_row(line: &str) -> bool {
    wall(line).is_some()
}

/// The count of rows that were left out.
#[derive(Debug, Default)]
pub(in crate::formats) struct Tally {
    count: usize,
    first: Option<usize>,
    group: Option<RowGroup>,
}

/// Consecutive rows that may be a board.
#[derive(Debug)]
struct RowGroup {
    rows: usize,
    start: usize,
    has_player: bool,
}

impl Tally {
    /// Takes note of a line of text.
    pub(in crate::formats) fn text(&mut self, line: &Line<'_>) {
        match wall(line.text) {
            Some(b'#') => {
                self.pause();
                self.add(1, line.start);
            }
            Some(_) => self.add_to_group(line),
            None => self.pause(),
        }
    }

    /// Takes note of a line in a block of comment.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        if is_row(line.text) { self.add_to_group(line) } else { self.pause() }
    }

    /// Counts consecutive rows; the first one begins at byte `start`.
    pub(super) fn add(&mut self, rows: usize, start: usize) {
        self.count += rows;
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
    }

    fn add_to_group(&mut self, line: &Line<'_>) {
        let group = self.group.get_or_insert(RowGroup { rows: 0, start: line.start, has_player: false });
        group.rows += 1;
        group.has_player |= line.text.contains(PLAYERS);
    }

    /// Takes note of a line that is not such a row.
    pub(in crate::formats) fn pause(&mut self) {
        if let Some(RowGroup { rows, start, has_player: true }) = self.group.take()
            && rows >= MIN_ROWS
        {
            self.add(rows, start);
        }
    }

    /// The result at the end of the text.
    pub(in crate::formats) fn finish(mut self) -> Option<LeftOut> {
        self.pause();
        self.first.map(|first| LeftOut { what: Omission::Rows, count: self.count, first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_boards_in_all_dialects() {
        for line in ["###", " #@$.# ", "> #####", "--####--", "#p b o#", "#####|#@$.#|#####", "XXXX", "X@*.X"]
        {
            assert!(is_row(line), "{line}");
        }
        for line in [
            "", "#", "##", "; #####", ":: #####", "# 1 #", "....", "*****", "#####.", "XIX", "-----", "#BOX#",
        ] {
            assert!(!is_row(line), "{line}");
        }
    }
}
