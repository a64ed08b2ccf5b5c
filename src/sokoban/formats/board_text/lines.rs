//! Splits a text into lines and classifies them.

use std::ops::Range;

use super::keys;
use crate::sokoban::formats::dialect::Dialect;

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sokoban::formats) struct Line<'a> {
    /// The text, without blanks at the end.
    pub(in crate::sokoban::formats) text: &'a str,
    /// The byte at which it begins.
    pub(in crate::sokoban::formats) start: usize,
    /// The length with blanks at the end.
    pub(in crate::sokoban::formats) full: usize,
}

impl Line<'_> {
    /// The bytes in the whole text.
    pub(super) fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines of `text`, ended by `\n`, `\r\n` or `\r`. A byte order mark is skipped.
pub(in crate::sokoban::formats) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, end) = rest.split_at(length);
        let line = Line { text: line.trim_end_matches([' ', '\t']), start, full: length };
        start += length + if end.starts_with("\r\n") { 2 } else { end.len().min(1) };
        Some(line)
    })
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Blanks only.
    Blank,
    /// Rows of a board.
    Board,
    /// Rows of a board with counts before letters.
    Compact,
    /// A row of a board with a foreign letter.
    Broken {
        /// The byte of the first foreign letter in the line.
        at: usize,
        /// The first foreign letter.
        letter: char,
        /// The number of foreign letters.
        foreign: usize,
    },
    /// Letters of steps: a game or a word.
    Steps,
    /// Anything else.
    Text,
}

/// The kind of `line`; `in_board` if the line above is a row of a board.
pub(super) fn kind(line: &str, dialect: &Dialect, in_board: bool) -> LineKind {
    if line.trim_start_matches([' ', '\t']).is_empty() {
        return LineKind::Blank;
    }
    if line.starts_with(';') || line.starts_with("::") {
        return LineKind::Text;
    }
    let foreign = |letter: char| !u8::try_from(letter).is_ok_and(|letter| dialect.is_letter(letter));
    let Some((at, letter)) = line.char_indices().find(|&(_, letter)| foreign(letter)) else {
        return LineKind::Board;
    };
    if dialect.is_compact && is_compact(line, dialect) {
        return LineKind::Compact;
    }
    if is_steps(line) {
        return LineKind::Steps;
    }
    // A row with a typing error must not be mistaken for a title. It has a wall and few foreign letters, or it extends
    // from wall to wall right below another row.
    let wall = char::from(dialect.wall());
    let walled = line.trim_start().starts_with(wall) && line.ends_with(wall) && line.len() > 1;
    let foreign_letters = line.chars().filter(|&letter| letter != '\t' && foreign(letter)).count();
    let squares = line.chars().filter(|&letter| !letter.is_whitespace()).count();
    let slip = line.contains(wall) && 3 * foreign_letters <= squares;
    // The value of a key may consist of any letters: `Set: #####`.
    if (slip || (in_board && walled)) && keys::key(line).is_none() {
        LineKind::Broken { at, letter, foreign: foreign_letters }
    } else {
        LineKind::Text
    }
}

/// Whether `line` consists of rows with counts. It has to have a wall and to end in a letter: digits alone are a
/// number.
fn is_compact(line: &str, dialect: &Dialect) -> bool {
    let is_count = |letter: u8| letter.is_ascii_digit() || matches!(letter, b'(' | b')');
    line.bytes().all(|letter| dialect.is_letter(letter) || is_count(letter))
        && line.bytes().any(|letter| letter == dialect.wall())
        && !line.ends_with(|letter: char| letter.is_ascii_digit())
        && !line.starts_with(')')
}

/// Whether `line` consists of letters of steps, in any notation.
pub(super) fn is_steps(line: &str) -> bool {
    let is_step = |letter: u8| b"lurdLURD".contains(&letter);
    line.bytes().any(is_step)
        && line.bytes().all(|letter| is_step(letter) || b"0123456789()[]{}<>* \t".contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::formats::dialect::XSB;

    #[test]
    fn line_ends_of_three_systems_and_blanks_at_the_end() {
        let found: Vec<(&str, usize)> =
            lines("a \nb\r\n\r\nc\rd").map(|line| (line.text, line.start)).collect();
        assert_eq!(found, [("a", 0), ("b", 3), ("", 6), ("c", 8), ("d", 10)]);
        assert_eq!(lines("a\n").count(), 1);
        assert_eq!(lines("\u{feff}#").next().map(|line| line.place()), Some(3..4));
    }

    #[test]
    fn a_row_with_a_typing_error_is_not_a_title() {
        let kind = |line, in_board| kind(line, &XSB, in_board);
        assert_eq!(kind("#@$.#", false), LineKind::Board);
        assert_eq!(kind("#@x.#", false), LineKind::Broken { at: 2, letter: 'x', foreign: 1 });
        assert_eq!(kind("#p b o#", false), LineKind::Text);
        assert_eq!(kind("#p b o#", true), LineKind::Broken { at: 1, letter: 'p', foreign: 3 });
        assert_eq!(kind("; #", true), LineKind::Text);
        assert_eq!(kind("Set: ##########", true), LineKind::Text);
        assert_eq!(kind("# 1: the first", true), LineKind::Text);
        assert_eq!(kind("12", true), LineKind::Text);
        assert_eq!(kind(" \t", true), LineKind::Blank);
    }

    #[test]
    fn counts_and_steps() {
        let kind = |line| kind(line, &XSB, false);
        for line in ["5#", "3#4-@.#", "2(3(#)-#)|4#"] {
            assert_eq!(kind(line), LineKind::Compact, "{line}");
        }
        for line in ["1", "#1", "(1)"] {
            assert_ne!(kind(line), LineKind::Compact, "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert_eq!(kind(line), LineKind::Steps, "{line}");
        }
    }
}
