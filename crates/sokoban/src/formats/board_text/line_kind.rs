//! Classifies lines: rows of boards, steps, text.

use super::keys;
use crate::formats::dialect::Dialect;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    Board,
    /// Rows of a board with counts before letters.
    Compact,
    /// A row of a board with a foreign letter.
    Broken {
        /// The byte of the first foreign letter in the line.
        at: usize,
        letter: char,
        foreign: usize,
    },
    /// Letters of steps: a game or a word.
    Steps,
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
    // A row with a typing error must not be mistaken for a title. It has a wall and few foreign letters, or
    // it extends from wall to wall right below another row.
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

/// Whether `line` consists of rows with counts. It has to have a wall and to end in a letter: digits alone
/// are a number.
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
    use crate::formats::dialect::XSB;

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
