//! State spaces: the interface between a puzzle and a search.
//!
//! The minimum is a start, a goal test and the successors of a state. Anything else that a puzzle can provide (an
//! estimate of the remaining cost, moves backward, commuting actions) is an *ability*: a method that returns `None`
//! by default. Each strategy lists the abilities that it requires, and `search::fits` checks them.
//!
//! Abilities process a whole buffer of [`Successors`], so that there is one dynamic call per expansion
//! instead of one per child.
//!
//! ```
//! use lurd_engine::Strategy;
//! use lurd_engine::program::search;
//! use lurd_engine::{Space, Successors};
//!
//! /// From 1 to 37 by doubling and adding three.
//! struct Numbers;
//!
//! impl Space for Numbers {
//!     type State = u64;
//!     type Action = char;
//!
//!     fn start(&self) -> u64 {
//!         1
//!     }
//!     fn is_goal(&self, state: &u64) -> bool {
//!         *state == 37
//!     }
//!     fn expand(&self, state: &u64, children: &mut Successors<Self>) {
//!         if *state < 100 {
//!             children.push(state * 2, '*', 1);
//!             children.push(state + 3, '+', 1);
//!         }
//!     }
//!     // Breadth-first search needs to know that.
//!     fn unit_costs(&self) -> bool {
//!         true
//!     }
//! }
//!
//! let plan = search::solve(&Numbers, Strategy::Bfs).expect("37 is reachable");
//! assert_eq!(plan.cost, 6);
//! ```

use std::{fmt::Debug, hash::Hash};

use crate::budget::{Budget, Task};
use crate::outcome::{Cost, Stop};

mod graph;
mod in_place;
mod state;
mod successors;

pub use graph::{Edge, Graph};
pub(crate) use in_place::Choice;
pub use in_place::{Actions, InPlace};
pub use state::{PlainState, State, StateList, StatePart};
pub use successors::Successors;
pub(crate) use successors::{LEFT_OUT, Link};

/// The estimate of a state from which no goal can be reached.
pub const DEAD_END: Cost = Cost::MAX;

/// A state as an owned value.
pub type Owned<S> = <<S as Space>::State as ToOwned>::Owned;

/// A state space: start, goals and successors.
pub trait Space: Sized {
    /// The type of the states.
    type State: State + ?Sized;
    /// The type of the actions, which lead from state to state.
    type Action: Copy + Eq + Hash + Debug + Send;

    /// The start of the search.
    fn start(&self) -> Owned<Self>;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the successors of `state`, always in the same order. `children` may already contain those
    /// of other states.
    fn expand(&self, state: &Self::State, children: &mut Successors<Self>);

    /// Appends the successors of `state` like [`expand`](Self::expand), but may leave out those through which no path from
    /// `state` to a goal costs at most `left`, if that is proved. Returns a lower bound of the cost of a path through any
    /// successor that was left out, higher than `left`; [`Cost::MAX`] if there is no such path. With a `left` of
    /// [`Cost::MAX`] it does the same as `expand`.
    ///
    /// A\* expands a state again with a higher `left` when it looks for longer paths, and does not store successors before
    /// it needs them.
    fn expand_within(&self, state: &Self::State, left: Cost, children: &mut Successors<Self>) -> Cost {
        let _ = left;
        self.expand(state, children);
        Cost::MAX
    }

    /// Called before a state is expanded, with the cost of the path that it is expanded for ([`Cost::MAX`] if the strategy
    /// does not know it). `is_counted` is false if it is expanded again for successors that were left out. For spaces that
    /// record the expansions of a search; others need not implement it, and then it costs nothing.
    #[inline]
    fn expanding(&self, cost: impl FnOnce() -> Cost, is_counted: bool) {
        let _ = (cost, is_counted);
    }

    /// The number of successors that each pruning rule has left out or called dead so far, of spaces that count them.
    fn left_out(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Whether every action costs exactly 1, which some strategies require. False by default, so these
    /// strategies refuse the space. They end with a [`Contradiction`](crate::outcome::Contradiction) at an action of
    /// another cost.
    fn unit_costs(&self) -> bool {
        false
    }

    /// The remainder modulo 2 of the cost of every plan, if all plans have the same and it is known.
    fn cost_parity(&self) -> Option<Cost> {
        None
    }

    /// Width of a one-word state in bits. Breadth-first search stores states of up to 32 bits in half the memory and finds
    /// them faster; nothing else depends on it. If it is at most 32, that search panics at a state of more bits than 32, so
    /// that different states are never taken for equal.
    fn state_bits(&self) -> u32 {
        u64::BITS
    }

    /// Ability: a lower bound (or a guess) of the remaining cost.
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        None
    }

    /// Ability: a rating of states in any unit, lower is better. By default the estimate.
    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        self.heuristic()
    }

    /// Ability: predecessors, for searches from the goals.
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        None
    }

    /// Ability: features and advisors, for feature-space search.
    fn featured(&self) -> Option<&dyn Features<Self>> {
        None
    }

    /// Ability: detection of redundant actions. Without it, IDA\* only leaves out states on its path. Where many
    /// orders of actions lead to the same state, it may then take a hundred times the expansions, and a strategy
    /// with a closed list (A\*) is the better choice.
    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        None
    }

    /// Ability: a state that is changed in place, for IDA\* and iterative deepening. They use it only together with
    /// [`move_pruning`](Self::move_pruning), because they compare no states then. Searches whose strategy is a value, as
    /// those of [`run`](crate::search::run) are, do not use it.
    fn in_place(&self) -> Option<impl InPlace<Self> + '_> {
        None::<in_place::Never>
    }
}

/// Guarantee of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guarantee {
    /// None, except that no goal can be reached from a state with an estimate of [`DEAD_END`].
    Guess,
    /// Never exceeds the cost to the nearest goal.
    Admissible,
    /// Admissible, and no action lowers it by more than its cost.
    Consistent,
}

/// Ability to estimate the remaining cost or to rate states.
///
/// An estimate of [`DEAD_END`] means that provably no goal can be reached from the state.
pub trait Heuristic<S: Space> {
    /// The guarantee of the estimates.
    fn guarantee(&self) -> Guarantee;

    /// The estimate of one state.
    fn of(&self, state: &S::State) -> Cost;

    /// A better estimate than `estimate`, or the same, which takes longer to compute. `None` if there is none now. Some
    /// strategies ask for it before they expand a state.
    fn improved(&self, state: &S::State, estimate: Cost) -> Option<Cost> {
        let _ = (state, estimate);
        None
    }

    /// Whether [`of_successors`](Self::of_successors) is faster than [`of`](Self::of) for each successor. If not, searches may
    /// ask for the estimates of some successors only.
    fn is_batched(&self) -> bool {
        false
    }

    /// Sets the estimates of all `children` of `parent`.
    fn of_successors(&self, parent: &S::State, children: &mut Successors<S>) {
        let _ = parent;
        children.set_estimates(|state| self.of(state));
    }
}

/// Ability to search backward from the goals.
pub trait Backward<S: Space> {
    /// Every goal state that may be reachable from the start.
    fn goal_states(&self) -> Vec<Owned<S>>;

    /// Appends the predecessors of `state`, each with the *forward* action that leads from it to `state`. (Where that takes
    /// long to find out, it may be any action: plans have those that [`Space::expand`] generates.) `children` may already contain those of other states.
    fn predecessors(&self, state: &S::State, children: &mut Successors<S>);

    /// The same without some of the predecessors that provably cannot be reached from the start at a cost of at most
    /// `left`.
    fn predecessors_within(&self, state: &S::State, left: Cost, children: &mut Successors<S>) {
        let _ = left;
        self.predecessors(state, children);
    }
}

/// Ability to detect actions that are redundant after another one: inverses, and all but one order of
/// commuting actions. Sound for searches of *paths* (IDA*), not for those with a closed list.
pub trait MovePruning<S: Space> {
    /// Prunes the children whose action is redundant after `previous`.
    fn prune(&self, previous: S::Action, children: &mut Successors<S>);
}

// Ability to compute features of states, for feature-space search.

/// Evaluation of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The cell of the feature space: equal for states with equal features.
    pub cell: u64,
    /// Score of the state, lower is better: the features in the order of importance, then tie breakers.
    pub score: u64,
    /// Weight of the action that led to the state: 0 if an advisor recommends it.
    pub weight: u8,
    /// Whether `score` is only a lower bound and `cell` a guess, because the exact ones are slow to compute.
    /// The exact ones are requested from [`Features::mark`] when the state is about to be expanded.
    pub is_bound: bool,
}

/// Ability to compute features: a few numbers that measure the progress towards a goal (packed boxes,
/// obstacles, regions cut off), and advisors that recommend some of the children. Both are heuristic; only
/// [`Features::prove_dead`] proves anything.
pub trait Features<S: Space> {
    /// The mark of a state without a preceding action. Cell and score are exact. Unless
    /// [`Features::annotate`] sets a bound, its cell and score for the state are equal to these.
    fn mark(&self, state: &S::State) -> Mark;

    /// Writes the marks of all `children` of `parent`, which has the mark `here`. May prune children that
    /// are proved dead; dead children need no mark. `marks` has one entry per child.
    fn annotate(&self, parent: &S::State, here: Mark, children: &mut Successors<S>, marks: &mut [Mark]);

    /// How far `state` has come, for progress reports: *packed 7 of 12*.
    fn milestone(&self, state: &S::State) -> Option<Task> {
        let _ = state;
        None
    }

    /// Whether `state` is proved dead by checks that are too slow for every child. Called once before each
    /// expansion. False proves nothing.
    ///
    /// # Errors
    /// When the budget stops the search.
    fn prove_dead(&self, state: &S::State, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let _ = (state, budget);
        Ok(false)
    }
}

/// Kind of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchDirection {
    /// Successors.
    Forward,
    /// Predecessors.
    Backward,
}

impl SearchDirection {
    /// The opposite direction.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}
