//! What a search says that it is doing.

use lurd::budget::{Observer, Progress};

/// Keeps the notes of a search.
#[derive(Default)]
pub struct Notes(pub Vec<String>);

impl Observer for Notes {
    fn progress(&mut self, _: &Progress) {}

    fn wants_notes(&self) -> bool {
        true
    }

    fn note(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}
