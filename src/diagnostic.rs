//! What is wrong with an input, where, and the way out.

use std::ops::Range;

/// One complaint about a text. Plain data: `report` draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, without a full stop: `row 3 has 3 tiles, rows 1-2 have 4`.
    pub message: String,
    /// The bytes it is about, if it is about a place. Both ends lie on character boundaries.
    pub place: Option<Range<usize>>,
    /// A few words to stand under the place: `one tile missing`. May be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A complaint without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, label: String::new(), help: None }
    }

    /// Adds the place and what to write under it.
    #[must_use]
    pub fn at(mut self, place: Range<usize>, label: impl Into<String>) -> Self {
        self.place = Some(place);
        self.label = label.into();
        self
    }

    /// Adds the way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same complaint about a longer text, in which this one begins at byte `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.place = self.place.map(|place| place.start + offset..place.end + offset);
        self
    }
}
