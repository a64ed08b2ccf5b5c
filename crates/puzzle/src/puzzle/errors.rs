//! Why there is no answer, and errors that only contain the reason for which an operation was refused, as a sentence for
//! the player.

use std::fmt;

use lurd_engine::program::outcome::{Cost, Limit, Stop};

/// How an attempt to solve, rate, count or generate ended: with an answer, or with the reason why there is none.
pub type Ending<T = super::Answer> = Result<T, Unanswered>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// There is provably no solution.
    Unsolvable {
        /// The reason, in one line.
        reason: String,
        /// A drawing of the reason.
        picture: Option<String>,
    },
    /// The puzzle, the objective, the strategy or an option does not support it.
    Unsupported {
        /// What does not fit, and what would.
        reason: String,
    },
    /// A limit or the user ended the search, which proves nothing but the lower bound.
    Stopped {
        /// What ended it.
        stop: Stop,
        /// No solution costs less.
        lower_bound: Option<Cost>,
    },
    /// An internal error: a panic, or an answer that does not replay.
    Bug {
        /// The error message.
        message: String,
    },
}

impl Unanswered {
    /// There is provably no solution, for this reason.
    pub fn unsolvable(reason: impl Into<String>) -> Self {
        Self::Unsolvable { reason: reason.into(), picture: None }
    }

    /// It is not supported, for this reason.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::Unsupported { reason: reason.into() }
    }

    /// A search ended without an answer, with a lower bound if one is known. A contradiction is an internal error.
    #[must_use]
    pub fn stopped(stop: Stop, lower_bound: Option<Cost>) -> Self {
        match stop {
            Stop::Contradiction(contradiction) => Self::Bug { message: contradiction.to_string() },
            stop => Self::Stopped { stop, lower_bound },
        }
    }

    /// The limit that ended the search, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        if let Self::Stopped { stop: Stop::Limit(limit), .. } = self { Some(*limit) } else { None }
    }

    /// The reason or the message, if there is one in words.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Unsolvable { reason, .. } | Self::Unsupported { reason } => Some(reason),
            Self::Bug { message } => Some(message),
            Self::Stopped { .. } => None,
        }
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable { reason, .. } => write!(f, "the puzzle has no solution: {reason}"),
            Self::Unsupported { reason } | Self::Bug { message: reason } => f.write_str(reason),
            Self::Stopped { stop, .. } => stop.fmt(f),
        }
    }
}

impl std::error::Error for Unanswered {}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Self {
        Self::stopped(stop, None)
    }
}

/// Defines types of errors that only contain a reason, a sentence for the player: each line is the documentation and
/// the name of one, followed by `;`. They are made from strings.
#[macro_export]
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $name {}

        impl From<String> for $name {
            fn from(reason: String) -> Self {
                Self(reason)
            }
        }

        impl From<&str> for $name {
            fn from(reason: &str) -> Self {
                Self(reason.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(reason: $name) -> Self {
                reason.0
            }
        }
    )*};
}

reasons! {
    /// Why a step is against the rules.
    IllegalStep;
    /// Why a click cannot be carried out: no path, or nothing to bring.
    Unreachable;
    /// Why a draft cannot be changed as requested, or is not a puzzle.
    DraftError;
    /// Why puzzles cannot be written in a format.
    CannotWrite;
}

/// Refusals in words, for options that do not fit.
impl From<&str> for Unanswered {
    fn from(reason: &str) -> Self {
        Self::unsupported(reason)
    }
}

impl From<String> for Unanswered {
    fn from(reason: String) -> Self {
        Self::unsupported(reason)
    }
}
