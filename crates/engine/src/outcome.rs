//! The outcome of a search.
//!
//! A search ends *solved* (with what is proved about the cost), *unsolvable* (a proof) or *stopped* (by a
//! limit or by the user). Inside a strategy "all states are visited" ([`Conclusion::Exhausted`]) and "stop"
//! ([`Stop`]) are different types, so that `?` cannot turn a limit into a proof.

use std::fmt;

/// Cost of an action or a plan, in the unit of the objective (shifts, pushes, moves, ...).
///
/// The cost of a plan is at most 2^64 - 2, or the [limit](crate::budget::Limits::cost) of the budget. A search that comes
/// to a higher sum neither wraps nor saturates: it ends with [`Limit::Cost`], unless what it concludes is true all the same.
pub type Cost = u64;

/// A sequence of actions with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// The actions from the start to a goal, in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

/// The end of a search that was not stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion<A> {
    /// A goal was reached.
    Found(Plan<A>),
    /// All relevant states were visited and none is a goal: a proof that there is no plan.
    Exhausted,
}

/// Why a search ended without a conclusion. Proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A limit of the budget was reached.
    Limit(Limit),
    /// The user cancelled it.
    Cancelled,
    /// The caller requested a pause after some expansions; the search can be resumed.
    Paused,
    /// What the space declares, or what the search concluded, is false: an error in one of them.
    Contradiction(Contradiction),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(Limit::Cost) => f.write_str("the cost limit was exceeded (2^64 - 2 unless a lower one is set)"),
            Self::Limit(limit) => write!(f, "the {} limit was reached", limit.describe()),
            Self::Contradiction(contradiction) => contradiction.fmt(f),
            Self::Cancelled => f.write_str("the search was cancelled"),
            Self::Paused => f.write_str("the search was paused"),
        }
    }
}

impl std::error::Error for Stop {}

/// A declaration of the space, or a conclusion of the search, that is false. Detected during the search, or when its plan
/// is checked at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The actions of the plan do not lead to a goal, or their costs do not add up to its cost.
    Plan,
    /// The lower bound exceeds the cost of the plan.
    LowerBound,
    /// [`Space::unit_costs`](crate::space::Space::unit_costs) is true, but an action has another cost.
    UnitCosts,
    /// A goal is not among [`Backward::goal_states`](crate::space::Backward::goal_states).
    Goals,
    /// A state that [`Backward::predecessors`](crate::space::Backward::predecessors) returns does not lead to the given one,
    /// or one that does is missing.
    Predecessors,
    /// [`Space::cost_parity`](crate::space::Space::cost_parity) is not that of the plan's cost.
    CostParity,
    /// An estimate that is declared admissible, or a dead end, exceeds the cost to the goal.
    Admissible,
    /// An estimate that is declared consistent falls by more than the cost of an action.
    Consistent,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plan => "contradiction: a plan does not lead to a goal at the cost that the search computed",
            Self::LowerBound => "contradiction: a lower bound exceeds the cost of a plan",
            Self::UnitCosts => "contradiction: the space declares costs of 1, but an action has another cost",
            Self::Goals => "contradiction: a goal that can be reached is not in the list of goals",
            Self::Predecessors => {
                "contradiction: a predecessor does not have the state as its successor, or a predecessor is missing"
            }
            Self::CostParity => "contradiction: the space declares a parity of costs, but a plan has the other one",
            Self::Admissible => "contradiction: the estimate exceeds the cost of a plan, so it is not admissible",
            Self::Consistent => "contradiction: the estimate is declared consistent, but falls by more than a cost",
        })
    }
}

/// The kind of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Expansions.
    Nodes,
    /// Wall time.
    Time,
    /// Bytes.
    Memory,
    /// Recursion depth of a strategy of the `pathfinding` crate.
    Depth,
    /// The highest cost of a plan that is looked for ([`Limits::cost`](crate::budget::Limits::cost)); without one, the
    /// highest sum of costs, of costs and estimates, or of weighted estimates that can be represented: 2^64 - 2.
    Cost,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 5] = [Self::Nodes, Self::Time, Self::Memory, Self::Depth, Self::Cost];

    /// Name in JSON, which is that of the flag that sets it, if any.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Depth => "depth",
            Self::Cost => "cost",
        }
    }

    /// The adjective before "limit" in a sentence.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Nodes => "node",
            Self::Time | Self::Memory | Self::Depth | Self::Cost => self.name(),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A factor of at least 1, stored in hundredths, so that results do not depend on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u32);

impl Weight {
    /// Creates a weight from hundredths. Values below 100 become 100.
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

/// What is proved about the cost of a plan.
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

/// The outcome of a search of a [`Space`](crate::space::Space).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan was found.
    Solved {
        /// The plan.
        plan: Plan<A>,
        /// What is proved about its cost.
        proof: Proof,
        /// A lower bound of the cost of every plan.
        lower_bound: Cost,
        /// What stopped the search before a proof, if anything.
        stopped: Option<Stop>,
    },
    /// There is provably no plan.
    Unsolvable,
    /// The search was stopped before it found a plan.
    Stopped {
        /// What stopped it.
        stop: Stop,
        /// A lower bound of the cost of every plan.
        lower_bound: Cost,
    },
}

impl<A> Outcome<A> {
    /// The same outcome with other actions for those of the plan.
    #[must_use]
    pub fn map_actions<B>(self, map: impl FnOnce(Vec<A>) -> Vec<B>) -> Outcome<B> {
        match self {
            Self::Solved { plan: Plan { actions, cost }, proof, lower_bound, stopped } => {
                Outcome::Solved { plan: Plan { actions: map(actions), cost }, proof, lower_bound, stopped }
            }
            Self::Unsolvable => Outcome::Unsolvable,
            Self::Stopped { stop, lower_bound } => Outcome::Stopped { stop, lower_bound },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_a_sentence() {
        assert_eq!(Stop::Limit(Limit::Nodes).to_string(), "the node limit was reached");
        assert_eq!(
            Stop::Limit(Limit::Cost).to_string(),
            "the cost limit was exceeded (2^64 - 2 unless a lower one is set)"
        );
        assert_eq!(Stop::Cancelled.to_string(), "the search was cancelled");
    }

    #[test]
    fn weights_are_written_without_trailing_zeros() {
        for (hundredths, text) in [(100, "1"), (150, "1.5"), (225, "2.25"), (205, "2.05"), (3, "1")] {
            assert_eq!(Weight::from_hundredths(hundredths).to_string(), text);
        }
        assert_eq!(Proof::Within(Weight::from_hundredths(150)).to_string(), "within:1.5");
    }
}
