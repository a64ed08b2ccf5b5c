//! Exit codes, and which of several counts.

use lurd_engine::outcome::Stop;
use lurd_puzzle::puzzle::{Ending, Unanswered};

/// How a command ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    /// Success: a verified answer, or a valid solution.
    #[default]
    Good,
    /// A negative result: proved unsolvable, invalid, contradicting proofs.
    No,
    /// A usage error, unreadable input, or an unsupported objective or strategy.
    Usage,
    /// A limit was reached without an answer.
    GaveUp,
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
            Ok(_) => Self::Good,
            Err(Unanswered::Unsolvable { .. }) => Self::No,
            Err(Unanswered::Unsupported { .. }) => Self::Usage,
            Err(Unanswered::Stopped { stop: Stop::Limit(_), .. }) => Self::GaveUp,
            Err(Unanswered::Stopped { .. }) => Self::Interrupted,
            Err(Unanswered::Bug { .. }) => Self::Internal,
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
        if other.severity() > self.severity() { other } else { self }
    }

    /// Whether it ends a script.
    pub fn stops_a_script(self) -> bool {
        matches!(self, Self::Usage | Self::Internal | Self::Interrupted)
    }

    fn severity(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::No => 1,
            Self::GaveUp => 2,
            Self::Usage => 3,
            Self::Internal => 4,
            Self::Interrupted => 5,
        }
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
