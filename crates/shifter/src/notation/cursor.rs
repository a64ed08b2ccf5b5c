//! A place in a text that moves on.

use std::ops::Range;

/// A text and the byte that is read next.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Moves past the characters that match, and returns their place.
    pub(super) fn take(&mut self, matches: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !matches(c)).unwrap_or(rest.len());
        start..self.at
    }

    /// Moves past blanks, commas and comments.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take(|c| c.is_whitespace() || c == ',');
            if !self.rest().starts_with(';') {
                return;
            }
            self.take(|c| c != '\n');
        }
    }
}
