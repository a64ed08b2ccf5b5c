//! A text that is written anew from parts of another, with the places of the original.

use std::ops::Range;

/// A changed text.
#[derive(Debug)]
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// Where its parts come from.
    pub map: PositionMap,
    /// What was done, as a clause.
    pub note: String,
    /// Whether what was taken off is noise whatever the text means.
    pub is_evident: bool,
}

/// From places in a changed text to places in the original.
#[derive(Debug, Default)]
pub struct PositionMap {
    pieces: Vec<Piece>,
}

/// A part of a changed text, up to the next one.
#[derive(Debug)]
struct Piece {
    /// The byte at which it begins in the changed text.
    at: usize,
    /// The bytes of the original.
    source: Range<usize>,
    /// Whether its bytes stand for the same number of bytes of the original.
    is_even: bool,
}

impl PositionMap {
    fn piece(&self, at: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        after.checked_sub(1).and_then(|index| self.pieces.get(index)).or_else(|| self.pieces.first())
    }

    /// The place in the original of a place in the changed text.
    #[must_use]
    pub fn origin(&self, place: Range<usize>) -> Range<usize> {
        let start = self.piece(place.start).map_or(0, |piece| match place.start.checked_sub(piece.at) {
            Some(offset) if piece.is_even => (piece.source.start + offset).min(piece.source.end),
            _ => piece.source.start,
        });
        if place.is_empty() {
            return start..start;
        }
        let last = place.end - 1;
        let end = self.piece(last).map_or(start, |piece| match last.checked_sub(piece.at) {
            Some(offset) if piece.is_even => (piece.source.start + offset + 1).min(piece.source.end),
            _ => piece.source.end,
        });
        start..end.max(start)
    }
}

/// Writes a changed text from left to right.
#[derive(Debug)]
pub struct Rewriter<'t> {
    source: &'t str,
    text: String,
    map: PositionMap,
}

impl<'t> Rewriter<'t> {
    /// Nothing of `source` is written yet.
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        Self { source, text: String::new(), map: PositionMap::default() }
    }

    /// The text that is rewritten.
    #[must_use]
    pub fn source(&self) -> &'t str {
        self.source
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Writes a part of the source as it is.
    pub fn copy(&mut self, part: Range<usize>) {
        let source = self.source;
        self.write(part.clone(), source.get(part).unwrap_or_default());
    }

    /// Writes `text` in place of a part of the source.
    pub fn write(&mut self, part: Range<usize>, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_even = part.len() == text.len();
        let at = self.text.len();
        self.text.push_str(text);
        if let Some(last) = self.map.pieces.last_mut()
            && last.is_even
            && is_even
            && last.source.end == part.start
        {
            last.source.end = part.end;
        } else {
            self.map.pieces.push(Piece { at, source: part, is_even });
        }
    }

    /// The changed text; `None` if it is the source.
    #[must_use]
    pub fn finish(self, note: impl Into<String>, is_evident: bool) -> Option<Rewritten> {
        let Self { source, text, map } = self;
        (text != source).then(|| Rewritten { text, map, note: note.into(), is_evident })
    }
}

/// The lines of a text: the bytes of each without its line break, and with it.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let after = &rest[length..];
        let end = start + length;
        let next = end + if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        let line = (start..end, start..next);
        start = next;
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_mapped_back() {
        let source = "> ##&#36;#\n";
        let mut rewriter = Rewriter::new(source);
        rewriter.copy(2..4);
        rewriter.write(4..9, "$");
        rewriter.copy(9..11);
        let rewritten = rewriter.finish("", false).expect("changed");
        assert_eq!(rewritten.text, "##$#\n");
        for (place, origin) in [(0..1, 2..3), (2..3, 4..9), (1..4, 3..10), (3..4, 9..10), (2..2, 4..4), (5..5, 11..11)]
        {
            assert_eq!(rewritten.map.origin(place.clone()), origin, "{place:?}");
        }
        let mut same = Rewriter::new(source);
        same.copy(0..4);
        same.copy(4..source.len());
        assert!(same.finish("", false).is_none());
    }
}
