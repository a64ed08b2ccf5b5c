//! Cuts a text into lines with their places and says what each one is.

use std::ops::Range;

use crate::sokoban::formats::dialect::Dialect;
use crate::sokoban::formats::keys;

/// One line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Its text, without blanks at the end.
    pub(super) text: &'a str,
    /// The byte it begins at.
    pub(super) start: usize,
    /// How long it is with the blanks at its end.
    pub(super) full: usize,
}

impl Line<'_> {
    /// Its bytes in the whole text.
    pub(super) fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines of `text`, which may end in `\n`, `\r\n` or `\r`. A mark of byte order is skipped.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
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

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing but blanks.
    Blank,
    /// Rows of a board.
    Board,
    /// Rows of a board with counts before letters.
    Compact,
    /// Meant as a row of a board, with a letter at this byte of the line that is none.
    Broken {
        /// The byte.
        at: usize,
        /// The letter.
        letter: char,
        /// How many such letters there are.
        strange: usize,
    },
    /// Steps of a game, if it is one.
    Steps,
    /// Anything else.
    Text,
}

/// Says what `line` is; `in_board` if the line above is a row of a board.
pub(super) fn kind(line: &str, dialect: &Dialect, in_board: bool) -> Kind {
    if line.trim_start_matches([' ', '\t']).is_empty() {
        return Kind::Blank;
    }
    if line.starts_with(';') || line.starts_with("::") {
        return Kind::Text;
    }
    let foreign = |letter: char| !u8::try_from(letter).is_ok_and(|letter| dialect.is_letter(letter));
    let Some((at, letter)) = line.char_indices().find(|&(_, letter)| foreign(letter)) else {
        return Kind::Board;
    };
    if dialect.is_compact && is_compact(line, dialect) {
        return Kind::Compact;
    }
    if is_steps(line) {
        return Kind::Steps;
    }
    // A row with a slip of the finger should be shown as such and not be taken for a title. It has a
    // wall, and few foreign letters; or it goes from wall to wall right below another row.
    let wall = char::from(dialect.wall());
    let walled = line.trim_start().starts_with(wall) && line.ends_with(wall) && line.len() > 1;
    let strange = line.chars().filter(|&letter| letter != '\t' && foreign(letter)).count();
    let squares = line.chars().filter(|&letter| !letter.is_whitespace()).count();
    let slip = line.contains(wall) && 3 * strange <= squares;
    // The value of a key may be of any letters: `Set: #####`.
    if (slip || (in_board && walled)) && keys::key(line).is_none() {
        Kind::Broken { at, letter, strange }
    } else {
        Kind::Text
    }
}

/// Whether `line` has counts and walls and ends in a letter: bare digits are a number, no row.
fn is_compact(line: &str, dialect: &Dialect) -> bool {
    let is_count = |letter: u8| letter.is_ascii_digit() || matches!(letter, b'(' | b')');
    line.bytes().all(|letter| dialect.is_letter(letter) || is_count(letter))
        && line.bytes().any(|letter| letter == dialect.wall())
        && !line.ends_with(|letter: char| letter.is_ascii_digit())
        && !line.starts_with(')')
}

/// Whether `line` is written as steps are, in any of their spellings.
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
    fn a_slip_is_not_a_title() {
        let kind = |line, in_board| kind(line, &XSB, in_board);
        assert_eq!(kind("#@$.#", false), Kind::Board);
        assert_eq!(kind("#@x.#", false), Kind::Broken { at: 2, letter: 'x', strange: 1 });
        assert_eq!(kind("#p b o#", false), Kind::Text);
        assert_eq!(kind("#p b o#", true), Kind::Broken { at: 1, letter: 'p', strange: 3 });
        assert_eq!(kind("; #", true), Kind::Text);
        assert_eq!(kind("Set: ##########", true), Kind::Text);
        assert_eq!(kind("# 1: the first", true), Kind::Text);
        assert_eq!(kind("12", true), Kind::Text);
        assert_eq!(kind(" \t", true), Kind::Blank);
    }

    #[test]
    fn counts_and_steps() {
        let kind = |line| kind(line, &XSB, false);
        for line in ["5#", "3#4-@.#", "2(3(#)-#)|4#"] {
            assert_eq!(kind(line), Kind::Compact, "{line}");
        }
        for line in ["1", "#1", "(1)"] {
            assert_ne!(kind(line), Kind::Compact, "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert_eq!(kind(line), Kind::Steps, "{line}");
        }
    }
}
