//! Rows as parts of lines: from wall to wall, in the letters of any dialect.

use std::{cmp::Reverse, ops::Range};

use crate::{
    formats::{
        dialect::{Dialect, ROW_END, guesses, is_selector, xsb},
        grid::{MAX_HEIGHT, MAX_WIDTH},
    },
    square::Square,
};

/// Letters that are ignored at the ends of a row: blanks, and floor as written in mail.
const BLANKS: [char; 4] = [' ', '\t', '-', '_'];

/// The place of a row of `dialect` in a line, the longest from wall to wall.
pub(in crate::formats) fn row_of(line: &str, dialect: &Dialect) -> Option<Range<usize>> {
    const MIN_WIDTH: usize = 3;
    // Squares may have separators between them.
    let is_separated = line.contains([',', '\t', ';']);
    let is_square = |letter: char| {
        dialect.is_letter(letter) || is_selector(letter) || (is_separated && matches!(letter, ',' | '\t' | ';' | ' '))
    };
    let is_no_wall = |letter| dialect.square(letter) != Some(Square::Wall);
    let parts = line.split(|letter| !is_square(letter)).filter(|part| part.len() >= MIN_WIDTH);
    let rows = parts.map(|part| part.trim_matches(is_no_wall));
    longest(line, rows.filter(|row| row.chars().nth(MIN_WIDTH - 1).is_some()))
}

/// The place of the longest of some parts of a line, of the first of them.
fn longest<'l>(line: &str, parts: impl Iterator<Item = &'l str>) -> Option<Range<usize>> {
    let longest = parts.min_by_key(|part| Reverse(part.len()))?;
    let start = longest.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + longest.len())
}

/// The place of a row that need not have walls: letters of XSB, and not only blanks.
pub(in crate::formats) fn open_row(line: &str) -> Option<Range<usize>> {
    let parts = line.split(|letter| letter == ROW_END || !xsb().is_letter(letter));
    longest(line, parts.map(str::trim).filter(|part| part.len() > 1))
}

/// The place of the longest row in a line: in the dialect that was chosen, or in any. A line that is longer than any level is
/// none.
pub(in crate::formats) fn row_in(line: &str, chosen: Option<&Dialect>) -> Option<Range<usize>> {
    if line.len() > 4 * MAX_WIDTH * MAX_HEIGHT {
        return None;
    }
    let of = |dialect: &Dialect| row_of(line, dialect);
    let longest = || guesses(line).filter_map(of).min_by_key(|row| Reverse(row.len()));
    // Most rows are whole lines in XSB.
    let whole = || of(xsb()).filter(|row| row.len() == line.trim().len());
    chosen.map_or_else(|| whole().or_else(longest), of)
}

/// Whether a line is a row from wall to wall, in any dialect.
fn is_whole(line: &str) -> bool {
    row_in(line, None) == Some(0..line.len())
}

/// Whether a line consists of a row, or of several in quotation marks and with line breaks as they are written in strings: the
/// number of rows.
pub(in crate::formats) fn rows_of(line: &str) -> usize {
    if is_whole(line.trim()) {
        return 1;
    }
    let parts = line.split(['"', '\'', '`']).flat_map(|part| part.split("\\n")).map(str::trim);
    if line.contains(['"', '\'', '`']) { parts.filter(|part| is_whole(part)).count() } else { 0 }
}

/// Whether `line` looks like a row of a board, also with signs of a quotation before it.
pub(super) fn is_row(line: &str) -> bool {
    let line = line.trim_start_matches('>').trim_matches(BLANKS);
    line.starts_with(['#', 'X']) && !line.contains([',', ';']) && is_whole(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_boards_in_all_dialects() {
        for line in ["###", " #@$.# ", "> #####", "--####--", "#p b o#", "#####|#@$.#|#####", "XXXX", "X@*.X"] {
            assert!(is_row(line), "{line}");
        }
        for line in ["", "#", "##", "; #####", ":: #####", "# 1 #", "....", "*****", "#####.", "XIX", "-----", "#BOX#"]
        {
            assert!(!is_row(line), "{line}");
        }
    }
}
