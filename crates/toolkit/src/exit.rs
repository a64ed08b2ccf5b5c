//! How an attempt and a command ended: the status in JSON and tables, exit codes, and which of several counts.

use std::fmt;

use lurd_engine::program::outcome::Stop;
use lurd_puzzle::puzzle::{Ending, Unanswered};
use serde::{Deserialize, Serialize};

/// The word for a search that the user stopped, as a status and where a limit is named.
pub const CANCELLED: &str = "cancelled";

/// How an attempt ended, in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Status {
    /// There is an answer.
    Solved,
    /// It is proved that there is no answer.
    Unsolvable,
    /// A limit ended the search.
    Limit,
    /// The user stopped it.
    Cancelled,
    /// The puzzle does not have that objective, or the strategy does not fit.
    Unsupported,
    /// The input cannot be read, or lurd has a bug.
    #[default]
    Error,
    // Only in records of other commands; never read from a batch file.
    /// The solution solves the puzzle, or the certificate is valid.
    #[serde(skip_deserializing)]
    Valid,
    /// The solution does not solve the puzzle, or the certificate is invalid.
    #[serde(skip_deserializing)]
    Invalid,
    /// The difficulty is known.
    #[serde(skip_deserializing)]
    Rated,
    /// The states are counted.
    #[serde(skip_deserializing)]
    Counted,
}

impl Status {
    /// The status of an ending; `answered` if there is an answer.
    pub fn of<T>(ending: &Ending<T>, answered: Self) -> Self {
        match ending {
            Ok(_) => answered,
            Err(Unanswered::Unsolvable { .. }) => Self::Unsolvable,
            Err(Unanswered::Unsupported { .. }) => Self::Unsupported,
            Err(Unanswered::Stopped { stop, .. }) => Self::of_stop(*stop),
            Err(Unanswered::Bug { .. }) => Self::Error,
        }
    }

    /// The status of what was stopped.
    pub fn of_stop(stop: Stop) -> Self {
        if matches!(stop, Stop::Limit(_)) { Self::Limit } else { Self::Cancelled }
    }

    /// The exit code of a level that ended so in an earlier batch.
    pub fn exit(self) -> Exit {
        match self {
            Self::Solved | Self::Valid | Self::Rated | Self::Counted => Exit::Good,
            Self::Unsolvable | Self::Invalid => Exit::No,
            Self::Limit => Exit::GaveUp,
            Self::Cancelled => Exit::Interrupted,
            Self::Unsupported | Self::Error => Exit::Usage,
        }
    }
}

/// Its name in JSON.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// How a command ended; of several ends the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Success: a verified answer, or a valid solution.
    #[default]
    Good,
    /// A negative result: proved unsolvable, invalid, contradicting proofs.
    No,
    /// A limit was reached without an answer.
    GaveUp,
    /// A usage error, unreadable input, or an unsupported objective or strategy.
    Usage,
    /// An internal error.
    Internal,
    /// Stopped by the user.
    Interrupted,
}

impl Exit {
    /// The exit code of an answer, or of the reason why there is none.
    #[must_use]
    pub fn of<T>(ending: &Ending<T>) -> Self {
        match ending {
            Err(Unanswered::Bug { .. }) => Self::Internal,
            _ => Status::of(ending, Status::Solved).exit(),
        }
    }

    /// The exit code of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::No => 1,
            Self::Usage => 2,
            Self::GaveUp => 3,
            Self::Internal => 4,
            Self::Interrupted => 130,
        }
    }

    /// The one of two results that counts; from the worst: 130, 4, 2, 3, 1, 0.
    #[must_use]
    pub fn worst(self, other: Self) -> Self {
        self.max(other)
    }

    /// Whether it ends a script.
    pub fn stops_a_script(self) -> bool {
        matches!(self, Self::Usage | Self::Internal | Self::Interrupted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_wins_in_the_promised_order() {
        use Exit::{GaveUp, Good, Internal, Interrupted, No, Usage};
        let order = [Interrupted, Internal, Usage, GaveUp, No, Good];
        assert_eq!(order.map(Exit::code), [130, 4, 2, 3, 1, 0]);
        for (place, worse) in order.iter().enumerate() {
            for better in &order[place..] {
                assert_eq!(worse.worst(*better), *worse);
                assert_eq!(better.worst(*worse), *worse);
            }
        }
        assert_eq!(order.map(Exit::stops_a_script), [true, true, true, false, false, false]);
    }
}
