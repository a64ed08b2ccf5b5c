//! The words of the notations: keywords, labels, and lines that look like a row.

use std::ops::Range;

use super::super::board::MOST_CELLS;
use crate::diagnostic::Diagnostic;

/// The most digits of a number.
const MOST_DIGITS: usize = 9;

/// The words that begin a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Source,
    Target,
    /// Not a board, but the lines that cannot be shifted.
    Locked,
}

/// The tile of a target that may be any tile.
pub(super) const ANY: &str = "?";

/// Whether a tile may be written with this character.
pub(super) fn is_tile(c: char) -> bool {
    c.is_alphanumeric() || c == '?'
}

/// The keyword at the beginning of `text`, with its colon, and its length.
pub(super) fn keyword(text: &str) -> Option<(Keyword, usize)> {
    let word = text.get(..6)?;
    let keyword = if word.eq_ignore_ascii_case("source") {
        Keyword::Source
    } else if word.eq_ignore_ascii_case("target") {
        Keyword::Target
    } else if word.eq_ignore_ascii_case("locked") {
        Keyword::Locked
    } else {
        return None;
    };
    let rest = text[6..].trim_start_matches([' ', '\t']);
    rest.starts_with([':', '=']).then(|| (keyword, text.len() - rest.len() + 1))
}

/// How many tiles the line has, if it can be read as one row.
pub(super) fn row_width(line: &str) -> Option<usize> {
    let line = line.split(';').next().unwrap_or("").trim();
    if line.contains([',', ' ', '\t']) {
        let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        words.clone().all(is_label).then(|| words.take(MOST_CELLS + 1).count())
    } else {
        let width = line.chars().take(MOST_CELLS + 1).count();
        (width > 0 && line.chars().all(is_tile)).then_some(width)
    }
}

fn is_label(word: &str) -> bool {
    let mut chars = word.chars();
    let only = chars.next().is_some_and(is_tile) && chars.next().is_none();
    only || (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The label that a word stands for: numbers lose their leading zeros.
pub(super) fn label(text: &str, word: Range<usize>) -> Result<String, Diagnostic> {
    let label = &text[word.clone()];
    if !is_label(label) {
        let shown: String = label.chars().take(12).collect();
        return Err(Diagnostic::new(format!("'{shown}' is no tile"))
            .at(word, "neither one character nor a number")
            .help("write rows without blanks, 1221, or tiles separated by blanks or commas, 10,11,12"));
    }
    let number = label.trim_start_matches('0');
    if number.len() > MOST_DIGITS && label.len() > 4 {
        return Err(Diagnostic::new(format!("a number of {} digits", label.len()))
            .at(word, format!("tiles have at most {MOST_DIGITS} digits")));
    }
    Ok(if number.is_empty() { "0" } else { number }.to_owned())
}
