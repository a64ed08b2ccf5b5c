//! Why a command of play was not carried out.

use super::known::Lost;
use crate::exit::Exit;
use crate::solutions::SaveError;
use lurd_puzzle::verify::Refusal;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text cannot be read as actions, or the rules refuse one of them.
    Actions(Refusal),
    /// The rules refuse it, for the reason that the puzzle gives.
    Refused(String),
    /// A puzzle of this kind has no controls; it is played by typed actions.
    NoControls(&'static str),
    NothingToUndo,
    NothingToRedo,
    AtStart,
    /// No steps of the answer are left.
    AnswerEnds,
    /// No step of the answer is done.
    AnswerBegins,
    Lost(Lost),
    NoMark {
        name: String,
        known: Vec<String>,
    },
    Level(LevelError),
    /// The puzzle has no overlay of that name.
    NoOverlay {
        name: String,
        known: Vec<&'static str>,
    },
    /// Solutions are not saved here.
    NoStore,
    /// There are only so many saved solutions.
    NoSolution {
        number: usize,
        count: usize,
    },
    /// The saved solution with that number cannot be replayed, for this reason.
    BrokenSolution {
        number: usize,
        reason: String,
    },
    /// The saved solutions cannot be read or changed.
    Saved(SaveError),
    /// No level can be read, for this reason.
    Unopened(String),
}

/// Why another level cannot be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelError {
    OnlyLevel,
    /// The current level is the last of that many.
    Last(usize),
    First,
    Unreadable {
        number: usize,
        message: String,
    },
    /// The numbers of levels begin and end here.
    OutOfRange {
        first: usize,
        last: usize,
    },
}

impl PlayError {
    /// The exit code of a script that ends with this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Actions(Refusal::Step { .. } | Refusal::Unfinished { .. })
            | Self::Refused(_)
            | Self::NoControls(_) => Exit::No,
            _ => Exit::Usage,
        }
    }
}

impl From<SaveError> for PlayError {
    fn from(error: SaveError) -> Self {
        Self::Saved(error)
    }
}

impl From<Lost> for PlayError {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}
