//! Rows as parts of lines: from wall to wall, in the letters of any dialect.

use std::ops::Range;

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
    let mut longest: Option<Range<usize>> = None;
    let (mut start, mut letters) = (None, 0);
    for (at, letter) in line.char_indices() {
        letters += 1;
        if !is_square(letter) {
            start = None;
        } else if dialect.square(letter) == Some(Square::Wall) {
            let (first, before) = *start.get_or_insert((at, letters - 1));
            let row = first..at + letter.len_utf8();
            if letters - before >= MIN_WIDTH && longest.as_ref().is_none_or(|longest| longest.len() < row.len()) {
                longest = Some(row);
            }
        }
    }
    longest
}

/// The place of a row that need not have walls: letters of XSB, and not only blanks.
pub(in crate::formats) fn open_row(line: &str) -> Option<Range<usize>> {
    let parts = line.split(|letter| letter == ROW_END || !xsb().is_letter(letter));
    let longest = parts.map(str::trim).max_by_key(|part| part.len()).filter(|part| part.len() > 1)?;
    let start = longest.as_ptr() as usize - line.as_ptr() as usize;
    Some(start..start + longest.len())
}

/// The place of a row from wall to wall of which a third may be letters of no dialect.
pub(in crate::formats) fn row_with_slips(line: &str) -> Option<Range<usize>> {
    let row = line.find('#')?..line.rfind('#')? + 1;
    let (all, foreign) =
        (line[row.clone()].chars().count(), line[row.clone()].chars().filter(|it| !xsb().is_letter(*it)).count());
    (all > 2 && 3 * foreign <= all).then_some(row)
}

/// The place of the longest row in a line: in the dialect that was chosen, or in any. A line that is longer than any level is
/// none.
pub(in crate::formats) fn row_in(line: &str, chosen: Option<&Dialect>) -> Option<Range<usize>> {
    if line.len() > 4 * MAX_WIDTH * MAX_HEIGHT {
        return None;
    }
    let of = |dialect: &Dialect| row_of(line, dialect);
    match chosen {
        Some(dialect) => of(dialect),
        None => guesses(line).filter_map(of).fold(None, |longest: Option<Range<usize>>, row| {
            if longest.as_ref().is_some_and(|longest| longest.len() >= row.len()) { longest } else { Some(row) }
        }),
    }
}

/// Whether a line consists of a row, or of several in quotation marks and with line breaks as they are written in strings: the
/// number of rows.
pub(in crate::formats) fn rows_of(line: &str) -> usize {
    let is_row = |part: &str| row_in(part, None).is_some_and(|place| place == (0..part.len()));
    if is_row(line.trim()) {
        return 1;
    }
    let parts = || line.split(['"', '\'', '`']).flat_map(|part| part.split("\\n")).map(str::trim);
    if line.contains(['"', '\'', '`']) { parts().filter(|part| is_row(part)).count() } else { 0 }
}

/// The wall at both ends of `line`, if it looks like a row of a board.
pub(super) fn wall(line: &str) -> Option<char> {
    let line = line.trim_start_matches('>').trim_matches(BLANKS);
    let wall = line.chars().next().filter(|letter| matches!(letter, '#' | 'X') && line.ends_with(*letter))?;
    guesses(&line[..1])
        .any(|dialect| row_of(line, dialect) == Some(0..line.len()) && !line.contains([',', ';']))
        .then_some(wall)
}

/// Whether `line` looks like a row of a board, whatever its dialect.
pub(super) fn is_row(line: &str) -> bool {
    wall(line).is_some()
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
