//! What an exported file says of one puzzle.

use crate::subject::Subject;
use lurd_toolkit::compare::Comparison;

/// A comparison with the names of its puzzle, which it does not borrow.
pub struct Compared {
    pub(super) reference: String,
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) id: String,
    pub(super) comparison: Comparison,
}

impl Compared {
    pub fn new(subject: &Subject<'_>, comparison: Comparison) -> Self {
        Self {
            reference: subject.reference.to_owned(),
            name: subject.name.to_owned(),
            kind: subject.puzzle.kind(),
            id: subject.puzzle.id(),
            comparison,
        }
    }

    pub(super) fn title(&self) -> String {
        if self.name == self.reference {
            self.reference.clone()
        } else {
            format!("{}  {}", self.reference, self.name)
        }
    }
}
