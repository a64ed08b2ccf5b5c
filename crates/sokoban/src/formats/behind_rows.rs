//! Names rows with text behind them, which are why a board is not legal: the row is a line of text to the reader.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::{board_text::lines, dialect::XSB};

/// The error for a row with text behind it within the board at `place`, or directly above or below it.
pub(super) fn explain(text: &str, place: &Range<usize>) -> Option<Diagnostic> {
    let before = text.get(..place.start)?.trim_end_matches(['\n', '\r']);
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let after = text.get(place.end..)?;
    let below = after.find(|letter| !matches!(letter, '\n' | '\r')).unwrap_or(after.len());
    let length = after[below..].find(['\n', '\r']).map_or(after.len() - below, |at| at);
    let part = text.get(start..place.end + below + length)?;
    let at = lines::lines(part).find_map(|line| {
        let row = row_before_text(line.text)?;
        Some((start + line.start + row, start + line.start + line.text.len()))
    })?;
    Some(
        Diagnostic::new("a row of a board with text behind it")
            .at(at.0..at.1, "not part of the board")
            .help("put the text on a line of its own, or remove it"),
    )
}

/// Where the text behind a row begins: the row goes from wall to wall and has more squares than walls, and blanks are
/// between it and the text.
fn row_before_text(line: &str) -> Option<usize> {
    let indented = line.trim_start();
    let row: usize = indented.bytes().take_while(|&letter| XSB.is_letter(letter)).count();
    let (squares, rest) = (indented[..row].trim_end(), &indented[row..]);
    let is_row = squares.len() > 2 && squares.starts_with('#') && squares.ends_with('#');
    let has_squares = squares.bytes().any(|letter| letter != b'#');
    let has_blanks = squares.len() < row;
    (is_row && has_squares && has_blanks && rest.contains(char::is_alphanumeric)).then(|| line.len() - rest.len())
}
