//! The lines of a text with their places.

use std::ops::Range;

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Line<'a> {
    /// The text, without blanks at the end.
    pub(in crate::formats) text: &'a str,
    /// The byte at which it begins.
    pub(in crate::formats) start: usize,
    /// The length with blanks at the end.
    pub(in crate::formats) full: usize,
}

impl Line<'_> {
    /// The bytes in the whole text.
    pub(super) fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines of `text`, ended by `\n`, `\r\n` or `\r`. A byte order mark is skipped.
pub(in crate::formats) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_three_systems_and_blanks_at_the_end() {
        let found: Vec<(&str, usize)> =
            lines("a \nb\r\n\r\nc\rd").map(|line| (line.text, line.start)).collect();
        assert_eq!(found, [("a", 0), ("b", 3), ("", 6), ("c", 8), ("d", 10)]);
        assert_eq!(lines("a\n").count(), 1);
        assert_eq!(lines("\u{feff}#").next().map(|line| line.place()), Some(3..4));
    }
}
