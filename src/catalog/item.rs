//! A puzzle and where it comes from.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Metadata, Puzzle};

/// A text and the name it is known by.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// A file, a collection, or `<prompt>`, `<argument>`, `<stdin>`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl Source {
    /// A text with a name.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }
}

/// What a person typed where a puzzle belongs, and the line it is part of.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The whole line.
    pub source: Arc<Source>,
    /// The bytes of the line that are the puzzle or the reference.
    pub place: Range<usize>,
    /// Whether it was typed at the prompt, where messages show the line.
    pub at_prompt: bool,
}

impl Typed {
    /// An argument at the shell.
    #[must_use]
    pub fn argument(text: &str) -> Self {
        Self { source: Source::new("<argument>", text), place: 0..text.len(), at_prompt: false }
    }

    /// A part of a line of the prompt.
    #[must_use]
    pub fn at_prompt(source: &Arc<Source>, place: Range<usize>) -> Self {
        Self { source: Arc::clone(source), place, at_prompt: true }
    }

    /// What was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text[self.place.clone()]
    }

    /// A complaint about all of it; at the prompt it points there.
    #[expect(clippy::unnecessary_box_returns, reason = "results carry the box")]
    pub(super) fn complain(&self, diagnostic: Diagnostic) -> Box<InputError> {
        let name = self.text().to_owned();
        if self.at_prompt {
            let diagnostic = diagnostic.at(self.place.clone(), "");
            Box::new(InputError { diagnostic, source: Some(Arc::clone(&self.source)), name })
        } else {
            Box::new(InputError { diagnostic, source: None, name })
        }
    }
}

/// Why an input gives no puzzle at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong; its place is in the text of `source`.
    pub diagnostic: Diagnostic,
    /// The text it is about, if there is one to show.
    pub source: Option<Arc<Source>>,
    /// The input by name.
    pub name: String,
}

/// One puzzle of an input, or what is wrong with it.
pub struct Item {
    /// The text it was read from.
    pub source: Arc<Source>,
    /// Its place among the puzzles of the source, from 1.
    pub index: usize,
    /// What to write to get it again: `missile/4`, `levels.xsb:12`.
    pub reference: String,
    /// The name of the plug-in.
    pub kind: &'static str,
    /// The flags after `; lurd:` in the text.
    pub flags: String,
    /// What the reader should be told.
    pub note: Option<String>,
    /// What else the text says of it.
    pub metadata: Metadata,
    /// The bytes of the source it was read from.
    pub place: Range<usize>,
    /// The puzzle, or what is wrong; its place is in the text of `source`.
    pub puzzle: Result<Box<dyn Puzzle>, Diagnostic>,
}

impl Item {
    /// Its title, or else its reference.
    #[must_use]
    pub fn name(&self) -> &str {
        let title = self.puzzle.as_ref().ok().and_then(|puzzle| puzzle.title());
        title.unwrap_or(&self.reference)
    }
}
