//! What a search may claim.
//!
//! The endings of a search are few, and none turns into another: *solved* (with what is proved of
//! the cost), *unsolvable* (a proof), *stopped* by a named limit or by the user. Inside a strategy
//! "I have seen everything" ([`Conclusion::Exhausted`]) and "I was told to stop" ([`Stop`]) are
//! different types, so that `?` cannot turn a limit into a proof.

use std::fmt;

/// The cost of an action or of a whole plan, in the unit of the wish (shifts, pushes, moves, ...).
pub type Cost = u32;

/// A sequence of actions and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions from the start to a goal, in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

/// How a strategy ends when it is neither stopped nor cancelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion<A> {
    /// A goal was reached.
    Found(Plan<A>),
    /// Every state that matters has been seen and none is a goal: a proof that there is no plan.
    Exhausted,
}

/// Why a search ended before its conclusion. Never a proof of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit of the budget was reached.
    Limit(Limit),
    /// The user asked for it.
    Cancelled,
    /// The caller asked to pause after some expansions; the search can go on.
    Paused,
}

/// The limits a search obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Expansions.
    Nodes,
    /// Wall time.
    Time,
    /// Bytes.
    Memory,
    /// The length of the path a strategy of a foreign crate can follow without danger.
    Depth,
}

impl Limit {
    /// The word in JSON; where there is one, that of the flag that sets it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Depth => "depth",
        }
    }

    /// The word before "limit" in a sentence.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Nodes => "node",
            Self::Time | Self::Memory | Self::Depth => self.name(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A factor of at least one, kept in hundredths so that results do not depend on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u32);

impl Weight {
    /// `hundredths` of one; anything below 100 becomes 100.
    #[must_use]
    pub fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths.max(100))
    }

    /// The factor in hundredths.
    #[must_use]
    pub fn hundredths(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        if rest == 0 {
            write!(f, "{whole}")
        } else if rest.is_multiple_of(10) {
            write!(f, "{whole}.{}", rest / 10)
        } else {
            write!(f, "{whole}.{rest:02}")
        }
    }
}

/// What is proved about the cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No plan is cheaper.
    Optimal,
    /// No plan costs less than this one divided by the weight.
    Within(Weight),
    /// Nothing.
    Nothing,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => f.write_str("optimal"),
            Self::Within(weight) => write!(f, "within:{weight}"),
            Self::Nothing => f.write_str("none"),
        }
    }
}

/// The end of a search over a [`Space`](crate::space::Space).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan, and what is proved of its cost.
    Solved {
        /// The plan.
        plan: Plan<A>,
        /// What is proved of its cost.
        proof: Proof,
        /// A cost below which no plan exists.
        lower_bound: Cost,
        /// What ended the proof, if something did.
        stopped: Option<Stop>,
    },
    /// Proved: no plan exists.
    Unsolvable,
    /// No plan was found before the search was stopped.
    Stopped {
        /// By what.
        stop: Stop,
        /// A cost below which no plan exists.
        lower_bound: Cost,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_people_write_them() {
        for (hundredths, text) in [(100, "1"), (150, "1.5"), (225, "2.25"), (205, "2.05"), (3, "1")] {
            assert_eq!(Weight::from_hundredths(hundredths).to_string(), text);
        }
        assert_eq!(Proof::Within(Weight::from_hundredths(150)).to_string(), "within:1.5");
    }
}
