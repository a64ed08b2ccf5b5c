//! The lines of a text, with their places.

use std::ops::Range;

/// A line without its line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// The text, without blanks at the end.
    pub text: &'t str,
    /// The byte at which it begins.
    pub start: usize,
    /// The byte at which it ends, behind the blanks at its end.
    pub end: usize,
    /// The byte at which the next line begins.
    pub next: usize,
}

impl Line<'_> {
    /// The bytes of the text.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether there is nothing but blanks.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }

    /// The line without the first `length` bytes.
    #[must_use]
    pub fn behind(&self, length: usize) -> Self {
        Self { text: &self.text[length..], start: self.start + length, ..*self }
    }
}

/// The lines of `text`, ended by `\n`, `\r\n` or `\r`. A byte order mark is skipped.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines_from(text, 0)
}

/// The lines of `text` from byte `start` on.
pub fn lines_from(text: &str, start: usize) -> impl Iterator<Item = Line<'_>> {
    let mut start = if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(length);
        let end = start + length;
        let next = end + if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        let line = Line { text: line.trim_end_matches([' ', '\t']), start, end, next };
        start = next;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_three_systems_and_blanks_at_the_end() {
        let found: Vec<_> =
            lines("a \nb\r\n\r\nc\rd").map(|line| (line.text, line.start, line.end, line.next)).collect();
        assert_eq!(found, [("a", 0, 2, 3), ("b", 3, 4, 6), ("", 6, 6, 8), ("c", 8, 9, 10), ("d", 10, 11, 11)]);
        assert_eq!(lines("a\n").count(), 1);
        assert_eq!(lines("\u{feff}#").next().map(|line| line.place()), Some(3..4));
    }
}
