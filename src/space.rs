//! What a search sees: a [`Space`] of states, and the optional abilities of a space.
//!
//! A space is small to write: a start, a goal test and the successors of a state. Whatever else a
//! puzzle knows (an estimate of the way to go, moves backward, which moves commute) is an
//! *ability*: a method that returns `None` unless the space has it. A strategy says which abilities
//! it needs; `search::fits` compares.
//!
//! Abilities take the whole buffer of [`Children`] at once: a dynamic call is then paid once an
//! expansion, never once a child.
//!
//! ```
//! use lurd::search::{self, Strategy};
//! use lurd::space::{Children, Space};
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
//!     fn expand(&self, state: &u64, children: &mut Children<Self>) {
//!         if *state < 100 {
//!             children.push(&(state * 2), '*', 1);
//!             children.push(&(state + 3), '+', 1);
//!         }
//!     }
//! }
//!
//! let plan = search::solve(&Numbers, Strategy::Bfs).expect("there is a way");
//! assert_eq!(plan.cost, 6);
//! ```

mod featured;
mod ranked;

use std::borrow::Borrow;
use std::fmt::Debug;
use std::hash::Hash;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
pub use featured::{Features, Mark};
pub use ranked::{Ranked, Walker, Way};

/// The estimate of a child that provably leads to no goal.
pub const DEAD: Cost = Cost::MAX;

/// Something a search can keep: `u64`, `[u64]` (of one width throughout a space), or any type that
/// implements [`PlainState`].
pub trait State: Eq + Hash + ToOwned<Owned: Clone + Eq + Hash + Debug + Borrow<Self>> {
    /// A growable sequence of states.
    type List: StateList<Self> + Send;

    /// The bytes that an owned state keeps on the heap, beside its own size.
    fn heap_bytes(&self) -> u64;
}

/// Marks a type of your own as a [`State`]: `impl PlainState for Board {}`.
pub trait PlainState: Clone + Eq + Hash + Debug + Send + Sync {
    /// The bytes that the state keeps on the heap, for the memory limit; a slight overestimate is
    /// better than an underestimate.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl State for u64 {
    type List = Vec<u64>;

    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl State for [u64] {
    type List = Words;

    fn heap_bytes(&self) -> u64 {
        // An allocation of n bytes takes n + 8, rounded up to 16, of the common allocators.
        ((self.len() as u64 * 8) + 8).next_multiple_of(16).max(32)
    }
}

impl<T: PlainState> State for T {
    type List = Vec<T>;

    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(self)
    }
}

/// A growable sequence of states.
pub trait StateList<S: ?Sized>: Default {
    /// Appends a state.
    fn push_state(&mut self, state: &S);
    /// The state at `index`.
    ///
    /// # Panics
    /// If there is none.
    fn state(&self, index: usize) -> &S;
    /// How many states there are.
    fn count(&self) -> usize;
    /// Drops them all and keeps the room.
    fn clear_states(&mut self);
}

impl<T: Clone> StateList<T> for Vec<T> {
    fn push_state(&mut self, state: &T) {
        self.push(state.clone());
    }
    fn state(&self, index: usize) -> &T {
        &self[index]
    }
    fn count(&self) -> usize {
        self.len()
    }
    fn clear_states(&mut self) {
        self.clear();
    }
}

/// States of one width, one after the other in one vector of words.
#[derive(Clone, Debug, Default)]
pub struct Words {
    width: usize,
    words: Vec<u64>,
}

impl StateList<[u64]> for Words {
    fn push_state(&mut self, state: &[u64]) {
        debug_assert!(!state.is_empty(), "a state has at least one word");
        debug_assert!(self.words.is_empty() || self.width == state.len(), "states of one width");
        self.width = state.len();
        self.words.extend_from_slice(state);
    }
    fn state(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..(index + 1) * self.width]
    }
    fn count(&self) -> usize {
        self.words.len().checked_div(self.width).unwrap_or(0)
    }
    fn clear_states(&mut self) {
        self.words.clear();
    }
}

/// The successors (or predecessors) of a state, as a space emits them into the engine's buffer.
pub struct Children<S: Space> {
    states: <S::State as State>::List,
    links: Vec<Link<S::Action>>,
}

/// What is known of a child beside its state.
#[derive(Clone, Copy)]
struct Link<A> {
    action: A,
    cost: Cost,
    estimate: Cost,
}

impl<S: Space> Default for Children<S> {
    fn default() -> Self {
        Self { states: Default::default(), links: Vec::new() }
    }
}

impl<S: Space> Children<S> {
    /// Appends a child, reached by `action` at `cost`.
    #[inline]
    pub fn push(&mut self, state: &S::State, action: S::Action, cost: Cost) {
        self.states.push_state(state);
        self.links.push(Link { action, cost, estimate: 0 });
    }

    /// Appends a child for each item, reached at `cost`: quicker than one by one.
    #[inline]
    pub fn extend<T>(&mut self, children: impl ExactSizeIterator<Item = (T, S::Action)> + Clone, cost: Cost)
    where
        S::State: State<List = Vec<T>>,
    {
        self.states.extend(children.clone().map(|(state, _)| state));
        self.links.extend(children.map(|(_, action)| Link { action, cost, estimate: 0 }));
    }

    /// The states of all children.
    #[inline]
    #[must_use]
    pub fn states(&self) -> &<S::State as State>::List {
        &self.states
    }

    /// How many children there are, dead ones included.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The state of child `index`.
    #[inline]
    #[must_use]
    pub fn state(&self, index: usize) -> &S::State {
        self.states.state(index)
    }

    /// The action that leads to child `index`.
    #[inline]
    #[must_use]
    pub fn action(&self, index: usize) -> S::Action {
        self.links[index].action
    }

    /// What that action costs.
    #[inline]
    #[must_use]
    pub fn cost(&self, index: usize) -> Cost {
        self.links[index].cost
    }

    /// The estimate of child `index`: zero until an ability sets it, [`DEAD`] once proved dead.
    #[inline]
    #[must_use]
    pub fn estimate(&self, index: usize) -> Cost {
        self.links[index].estimate
    }

    /// Sets the estimate of child `index`; what is dead stays dead.
    #[inline]
    pub fn set_estimate(&mut self, index: usize, estimate: Cost) {
        if self.links[index].estimate != DEAD {
            self.links[index].estimate = estimate;
        }
    }

    /// Takes child `index` out of the search.
    #[inline]
    pub fn kill(&mut self, index: usize) {
        self.links[index].estimate = DEAD;
    }

    /// Drops all children and keeps the room.
    #[inline]
    pub fn clear(&mut self) {
        self.states.clear_states();
        self.links.clear();
    }
}

/// A state in the form that can be kept.
pub type Owned<S> = <<S as Space>::State as ToOwned>::Owned;

/// A state space: where a search starts, what it looks for, and how it goes on.
pub trait Space: Sized {
    /// What a search keeps of a state.
    type State: State + ?Sized;
    /// What leads from one state to the next.
    type Action: Copy + Eq + Debug + Send;

    /// The state the search starts from.
    fn start(&self) -> Owned<Self>;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the successors of `state`, always in the same order. `children` may hold those of
    /// other states already.
    fn expand(&self, state: &Self::State, children: &mut Children<Self>);

    /// Whether every action costs exactly 1, which some strategies rely on.
    fn unit_costs(&self) -> bool {
        true
    }

    /// How many low bits of a state of one word are ever set. Closed lists keep states of up to 32
    /// bits in half the room, and find them faster; a search stops with a panic at a state that
    /// needs more than was said.
    fn state_bits(&self) -> u32 {
        u64::BITS
    }

    /// Ability: a lower bound (or a guess) of the cost still to come.
    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        None
    }

    /// Ability: a number that says how good a state looks, lower is better. Its unit is its own;
    /// the estimate serves where a space has nothing better.
    fn rate(&self) -> Option<&dyn Estimate<Self>> {
        self.estimate()
    }

    /// Ability: predecessors, from the goals.
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        None
    }

    /// Ability: a number for every state, for tables of the whole space.
    fn ranked(&self) -> Option<&dyn Ranked<Self>> {
        None
    }

    /// Ability: features and advisors.
    fn featured(&self) -> Option<&dyn Features<Self>> {
        None
    }

    /// Ability: another space of the same states for another thread. Asked once for each thread.
    fn twin(&self) -> Option<Twin<'_, Self>> {
        None
    }

    /// Ability: knows pairs of actions of which only one order need be tried.
    fn commuting(&self) -> Option<&dyn Commuting<Self>> {
        None
    }
}

/// A recipe for a space that is like another one in every respect. It is followed in the thread that
/// will use the new space, which may therefore hold what cannot be shared (buffers, caches); tables
/// ask the budget of that thread.
pub type Twin<'a, S> = Box<dyn FnOnce(&mut Budget<'_>) -> Result<S, Stop> + Send + 'a>;

/// What an estimate promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// Nothing, apart from this: what it calls [`DEAD`] is dead.
    Guess,
    /// It never exceeds the true cost to a goal.
    Admissible,
    /// Admissible, and it falls by no more than an action costs.
    Consistent,
}

/// The ability to estimate the cost still to come, or to rate states.
///
/// [`DEAD`] as an estimate is a claim of proof: no goal can be reached from there.
pub trait Estimate<S: Space> {
    /// What the numbers promise.
    fn quality(&self) -> Quality;

    /// The estimate of one state.
    fn of(&self, state: &S::State) -> Cost;

    /// Sets the estimates of all `children` of `parent`.
    fn of_children(&self, parent: &S::State, children: &mut Children<S>) {
        let _ = parent;
        for index in 0..children.len() {
            let estimate = self.of(children.state(index));
            children.set_estimate(index, estimate);
        }
    }
}

/// The ability to search from the goals.
pub trait Backward<S: Space> {
    /// Emits every goal state that the start could conceivably reach.
    fn roots(&self, goals: &mut <S::State as State>::List);

    /// Emits the predecessors of `state`; the action of each is the *forward* action, which leads
    /// from the predecessor to `state`. `children` may hold those of other states already.
    fn predecessors(&self, state: &S::State, children: &mut Children<S>);
}

/// The ability to tell which actions are redundant right after another one: inverses, and all but
/// one order of actions that commute. Sound for searches over *paths* (IDA*), not for those that
/// keep states.
pub trait Commuting<S: Space> {
    /// Kills the children whose action is redundant after `previous`.
    fn prune(&self, previous: S::Action, children: &mut Children<S>);
}
