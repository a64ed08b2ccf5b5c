//! Solutions as text: steps, metrics and button presses.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A part of a solution's text that is not a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The bytes of the text.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for Misread {}

/// One step of a solution's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The step as a short word: `R`, `left 0`.
    pub word: String,
    /// The bytes of the text it was read from.
    pub place: Range<usize>,
}

/// One metric of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The name in JSON: `pushes`.
    pub name: &'static str,
    /// The value.
    pub value: u64,
}

/// The button presses that carry out a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buttons {
    /// The name of the gamepad layout, and whether it is an assumption.
    pub profile: Cow<'static, str>,
    /// The presses, one name each.
    pub presses: Vec<String>,
    /// What the player has to know about the layout, if anything: its initial state, and what is held.
    pub begins: Option<String>,
}
