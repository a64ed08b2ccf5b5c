//! The expansions of a search, for those who ask why it took so many. They are recorded only on request.

use crate::outcome::Cost;

/// Maximum number of recorded expansions.
pub const MAX_EXPANSIONS: usize = 100_000;

/// An expansion of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The number of the state: states are numbered from 0, the start, in the order in which they are generated.
    pub state: u64,
    /// Whether the state was reached from the goals, not from the start.
    pub is_backward: bool,
    /// The index of the expansion that generated the state; `None` for the start and for goals.
    pub parent: Option<usize>,
    /// The action from the parent to the state, or from the state to the parent in a search from the goals.
    pub action: Option<String>,
    /// The cost of the path to the state, *g*.
    pub cost: Cost,
    /// The estimate of the state, *h*; `None` if the search does not estimate.
    pub estimate: Option<Cost>,
    /// The number of actions of the path to the state.
    pub depth: usize,
    /// The successors, in the order in which they were generated.
    pub children: Vec<Child>,
    /// How often each pruning rule left out successors or called some dead.
    pub left_out: Vec<(&'static str, u64)>,
    /// The path from the start as the text of a solution, if the plug-in can write it. A search from the goals has none.
    pub solution: Option<String>,
}

impl Expansion {
    /// The cost plus the estimate, *f*, if there is an estimate.
    #[must_use]
    pub fn sum(&self) -> Option<Cost> {
        Some(self.cost.saturating_add(self.estimate?))
    }
}

/// A successor of an expanded state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The number of the state, as in [`Expansion::state`].
    pub state: u64,
    /// The action that leads to it.
    pub action: String,
    /// The cost of the path to it through the expanded state.
    pub cost: Cost,
    /// The estimate; `None` if the search has not asked for it.
    pub estimate: Option<Cost>,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A state that was not generated before.
    New,
    /// A state that was generated before, at a higher cost.
    Cheaper,
    /// A state that was generated before, at the same cost or a lower one.
    Known,
    /// The action is redundant after the one before.
    Redundant,
    /// The estimate says that no goal can be reached.
    Dead,
}

impl Fate {
    /// The name, as in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Cheaper => "cheaper",
            Self::Known => "known",
            Self::Redundant => "redundant",
            Self::Dead => "dead",
        }
    }
}
