//! Keywords, labels, and lines that look like a row.

use std::ops::Range;

use crate::rules::MAX_CELLS;
use lurd_puzzle::diagnostic::Diagnostic;

/// The most digits of a label.
const MAX_DIGITS: usize = 9;

/// The words that begin a part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Source,
    Target,
    Locked,
}

/// The label in a target that accepts any tile.
pub(crate) const ANY: &str = "?";

/// Whether this character may be part of a tile.
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

/// The number of tiles of a line, if it can be read as one row.
pub(super) fn row_width(line: &str) -> Option<usize> {
    let line = line.split(';').next().unwrap_or("").trim();
    if line.contains([',', ' ', '\t']) {
        let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        words.clone().all(is_label).then(|| words.take(MAX_CELLS + 1).count())
    } else {
        let width = line.chars().take(MAX_CELLS + 1).count();
        (width > 0 && line.chars().all(is_tile)).then_some(width)
    }
}

/// Whether a word is one character of a tile, or a number.
pub(super) fn is_label(word: &str) -> bool {
    let mut chars = word.chars();
    let only = chars.next().is_some_and(is_tile) && chars.next().is_none();
    only || (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The label that a word stands for, without leading zeros; `None` if it is not a label or too long.
pub(crate) fn checked_label(word: &str) -> Option<&str> {
    let number = word.trim_start_matches('0');
    let label = match number {
        "" => "0",
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => number,
        _ => word,
    };
    (is_label(word) && label.len() <= MAX_DIGITS).then_some(label)
}

/// The label that the word in this place stands for.
pub(super) fn label(text: &str, word: Range<usize>) -> Result<String, Diagnostic> {
    let written = &text[word.clone()];
    if let Some(label) = checked_label(written) {
        return Ok(label.to_owned());
    }
    Err(if is_label(written) {
        Diagnostic::new(format!("a number of {} digits", written.len()))
            .at(word, format!("tiles have at most {MAX_DIGITS} digits"))
    } else {
        let shown: String = written.chars().take(12).collect();
        Diagnostic::new(format!("'{shown}' is not a tile"))
            .at(word, "neither one character nor a number")
            .help("write rows without blanks, 1221, or tiles separated by blanks or commas, 10,11,12")
    })
}
