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
    /// The place in the original of a place in the changed text.
    #[must_use]
    pub fn origin(&self, place: Range<usize>) -> Range<usize> {
        let of_byte = |at: usize| {
            let after = self.pieces.partition_point(|piece| piece.at <= at);
            let Piece { at: begin, source, is_even } = self.pieces[..after].last()?;
            let start = source.end.min(source.start + at - begin);
            Some(if *is_even { start..source.end.min(start + 1) } else { source.clone() })
        };
        let start = of_byte(place.start).map_or(0, |byte| byte.start);
        let last = if place.is_empty() { None } else { of_byte(place.end - 1) };
        start..last.map_or(start, |byte| byte.end.max(start))
    }
}

/// Writes a changed text from left to right.
#[derive(Debug)]
pub struct Rewriter<'t> {
    source: &'t str,
    /// The byte of the source behind the part that was written or left out last.
    done: usize,
    text: String,
    map: PositionMap,
}

impl<'t> Rewriter<'t> {
    /// Nothing of `source` is written yet.
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        Self { source, done: 0, text: String::new(), map: PositionMap::default() }
    }

    /// The whole source, in which these parts, in their order, are replaced by others.
    #[must_use]
    pub fn with<'r>(source: &'t str, parts: impl IntoIterator<Item = (Range<usize>, &'r str)>) -> Self {
        let mut rewriter = Self::new(source);
        for (part, text) in parts {
            rewriter.copy_to(part.start);
            rewriter.write(part, text);
        }
        rewriter.copy_to(source.len());
        rewriter
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

    /// Writes the source as it is up to byte `end`.
    pub fn copy_to(&mut self, end: usize) {
        self.copy(self.done..end);
    }

    /// Writes a part of the source as it is.
    pub fn copy(&mut self, part: Range<usize>) {
        let source = self.source;
        self.write(part.clone(), source.get(part).unwrap_or_default());
    }

    /// Writes `text` in place of a part of the source.
    pub fn write(&mut self, part: Range<usize>, text: &str) {
        self.done = part.end;
        if text.is_empty() {
            return;
        }
        let is_even = part.len() == text.len();
        match self.map.pieces.last_mut() {
            Some(last) if last.is_even && is_even && last.source.end == part.start => last.source.end = part.end,
            _ => self.map.pieces.push(Piece { at: self.text.len(), source: part, is_even }),
        }
        self.text.push_str(text);
    }

    /// The changed text; `None` if it is the source.
    #[must_use]
    pub fn finish(self, note: impl Into<String>, is_evident: bool) -> Option<Rewritten> {
        (self.text != self.source).then(|| self.rewritten(note, is_evident))
    }

    /// The text that was written.
    #[must_use]
    pub fn rewritten(self, note: impl Into<String>, is_evident: bool) -> Rewritten {
        Rewritten { text: self.text, map: self.map, note: note.into(), is_evident }
    }
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
        rewriter.copy_to(source.len());
        let rewritten = rewriter.finish("", false).expect("changed");
        assert_eq!(rewritten.text, "##$#\n");
        for (place, origin) in [(0..1, 2..3), (2..3, 4..9), (1..4, 3..10), (3..4, 9..10), (2..2, 4..4), (5..5, 11..11)]
        {
            assert_eq!(rewritten.map.origin(place.clone()), origin, "{place:?}");
        }
        let mut same = Rewriter::new(source);
        same.copy(0..4);
        same.copy_to(source.len());
        assert!(same.finish("", false).is_none());
    }
}
