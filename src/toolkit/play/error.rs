//! Why a command of play was not carried out.

use super::known::Lost;
use crate::toolkit::exit::Exit;
use crate::verify::Refusal;

/// Why a command of play was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text cannot be read as actions, or the rules refuse one of them.
    Actions(Refusal),
    /// The rules refuse it, for the reason that the puzzle gives.
    Refused(String),
    /// A puzzle of this kind has no controls; it is played by typed actions.
    NoControls(&'static str),
    /// No steps are done.
    NothingToUndo,
    /// No steps are undone.
    NothingToRedo,
    /// The game is at its start already.
    AtStart,
    /// No steps of the answer are left.
    AnswerEnds,
    /// No step of the answer is done.
    AnswerBegins,
    /// No answer leads on from the position.
    Lost(Lost),
    /// There is no bookmark of that name.
    NoMark {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// There is no such level.
    Level(LevelError),
}

/// Why another level cannot be entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelError {
    /// The set has one level.
    OnlyLevel,
    /// The current level is the last of that many.
    Last(usize),
    /// The current level is the first.
    First,
    /// The level cannot be read.
    Unreadable {
        /// Its number.
        number: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The numbers of levels begin and end here.
    OutOfRange {
        /// The first number.
        first: usize,
        /// The last number.
        last: usize,
    },
}

impl PlayError {
    /// The exit code of a script that ends with this error.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Actions(Refusal::Step { .. } | Refusal::Unfinished { .. })
            | Self::Refused(_)
            | Self::NoControls(_) => Exit::No,
            _ => Exit::Usage,
        }
    }
}

impl From<Lost> for PlayError {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}
