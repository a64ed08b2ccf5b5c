//! Rows of a text that look like rows of a board and became no level: they are counted, so that nothing gets
//! lost without a word.
//!
//! A row begins and ends with a wall, is at least three squares wide, and all of it can be read in one
//! dialect. Where `#` is the wall every such row counts. Letters are taken for walls (`X`), and rows within a
//! block of comment count, only where three rows or more stand together and one of them holds a player.

use crate::puzzle::{LeftOut, Omission};
use crate::sokoban::formats::dialect::DIALECTS;
use crate::sokoban::formats::lines::Line;

/// What is not counted at the ends of a row: blanks, and floor as it is written in mails.
const BLANKS: [char; 4] = [' ', '\t', '-', '_'];
/// The narrowest row.
const NARROWEST: usize = 3;
/// The least rows of a board of which not every single row can be told.
const FEWEST: usize = 3;
/// Players, in all dialects.
const PLAYERS: &[char] = &['@', '+', 'p', 'P', 'm', 'M', '&'];

/// The wall at both ends of `line`, if it looks like a row of a board.
fn wall(line: &str) -> Option<u8> {
    let line = line.trim_start_matches('>').trim_matches(BLANKS);
    let wall = line.bytes().next().filter(|letter| matches!(letter, b'#' | b'X'))?;
    let is_row = line.len() >= NARROWEST
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

/// The rows that were left out so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    count: usize,
    first: Option<usize>,
    together: Option<Together>,
}

/// Rows that stand together and may be a board.
#[derive(Debug)]
struct Together {
    rows: usize,
    start: usize,
    has_player: bool,
}

impl Tally {
    /// Takes note of a line that is taken for text.
    pub(super) fn text(&mut self, line: &Line<'_>) {
        match wall(line.text) {
            Some(b'#') => {
                self.pause();
                self.add(1, line.start);
            }
            Some(_) => self.maybe(line),
            None => self.pause(),
        }
    }

    /// Takes note of a line within a block of comment.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        if is_row(line.text) { self.maybe(line) } else { self.pause() }
    }

    /// Counts rows; the first of them begins at byte `start`.
    pub(super) fn add(&mut self, rows: usize, start: usize) {
        self.count += rows;
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
    }

    fn maybe(&mut self, line: &Line<'_>) {
        let together =
            self.together.get_or_insert(Together { rows: 0, start: line.start, has_player: false });
        together.rows += 1;
        together.has_player |= line.text.contains(PLAYERS);
    }

    /// Takes note of a line that is no such row.
    pub(super) fn pause(&mut self) {
        if let Some(Together { rows, start, has_player: true }) = self.together.take()
            && rows >= FEWEST
        {
            self.add(rows, start);
        }
    }

    /// What was left out of a text that ends here.
    pub(super) fn finish(mut self) -> Option<LeftOut> {
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
