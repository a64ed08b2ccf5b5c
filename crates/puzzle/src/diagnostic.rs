//! Diagnostics: what is wrong with an input, where, and how to fix it.

use std::{fmt, ops::Range};

/// An error in a text. `report` renders it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, without a full stop: `row 3 has 3 tiles, rows 1-2 have 4`.
    pub message: String,
    /// The bytes of the text that it concerns, if any. Both ends are character boundaries.
    pub place: Option<Range<usize>>,
    /// A short label under the place: `one tile missing`. May be empty.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, label: String::new(), help: None }
    }

    /// Adds the place and the label under it.
    #[must_use]
    pub fn at(mut self, place: Range<usize>, label: impl Into<String>) -> Self {
        self.place = Some(place);
        self.label = label.into();
        self
    }

    /// Adds how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same diagnostic for a longer text, which contains the text at byte `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.place = self.place.map(|place| place.start + offset..place.end + offset);
        self
    }
}

/// The message and the help. Where the text is at hand, its place says more.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for Diagnostic {}
