//! The search engine: the strategies, a file for each loop, and the registry that lists them. It depends on
//! [spaces](crate::space), never on a puzzle.
//!
//! [`run`] searches a space by a [`Strategy`] under a [`Budget`](crate::budget::Budget) and returns an
//! [`Outcome`](crate::outcome::Outcome). A [`Stepper`] does the same in slices, so that the caller owns
//! the loop: every strategy keeps its state in a value and resumes after a stop, except those of the
//! `pathfinding` crate, which run in one go.
//!
//! Modules import only from those listed after them (`tests/library/architecture.rs` checks that no two import each
//! other):
//!
//! | module | contents |
//! |---|---|
//! | `one_call` | searches in one call: [`solve()`], and functions that compile one strategy only, such as [`astar()`] |
//! | `named` | [`run`]: searches by a strategy that is named at run time |
//! | `resumable` | [`Stepper`] |
//! | `registry` | the row and the start of every strategy |
//! | `strategies` | the strategies |
//! | `all_optimal` | every optimal plan, and states by distance: for the commands that list them |
//! | `depth_first` | the path of a search that keeps nothing else |
//! | `path` | from parent pointers back to actions |
//! | `lazy_evaluation` | the use of a second, slower estimate |
//! | `queue`, `open_list`, `closed_list` | states to expand, states that were visited |
//! | `proof` | what an end of a search proves |
//! | `erased` | a space with its type hidden |
//! | `trace` | the record of the expansions of an erased space |
//! | `strategy`, `settings` | what a strategy is, and its parameters |
//! | [`random`] | random numbers |
//!
//! A new strategy is a file in `strategies`, or a module in that of its loop, with a `ROW` (its description) and a `begin` (its start), and
//! two lines here: its module, and its name in the list. A strategy of another crate implements [`Search`], is described by
//! [`Row::outside`] and is run by [`Stepper::of`].

/// Calls a macro with the list of all strategies in the order in which they are shown: the variant of
/// [`Strategy`] and the file.
macro_rules! for_each_strategy {
    ($then:ident) => {
        $then! {
            Auto: auto,
            Bfs: bfs,
            Uniform: best_first::uniform,
            Dfs: dfs,
            Iddfs: iterative_deepening::iddfs,
            Bidirectional: bidirectional,
            Greedy: greedy,
            Resort: resort,
            Astar: best_first::astar,
            WeightedAstar: best_first::weighted_astar,
            Idastar: iterative_deepening::idastar,
            Beam: beam,
            Fess: fess,
            #[cfg(feature = "pathfinding")]
            PathfindingBfs: pathfinding::bfs,
            #[cfg(feature = "pathfinding")]
            PathfindingDijkstra: pathfinding::dijkstra,
            #[cfg(feature = "pathfinding")]
            PathfindingAstar: pathfinding::astar,
            #[cfg(feature = "pathfinding")]
            PathfindingIdastar: pathfinding::idastar,
        }
    };
}

mod strategies {
    pub(super) mod auto;
    pub(super) mod beam;
    pub(super) mod best_first;
    pub(super) mod bfs;
    pub(super) mod bidirectional;
    pub(super) mod dfs;
    pub(super) mod fess;
    pub(super) mod greedy;
    pub(super) mod iterative_deepening;
    #[cfg(feature = "pathfinding")]
    pub(super) mod pathfinding;
    mod prelude;
    pub(super) mod rectangle;
    pub(super) mod resort;
}

mod all_optimal;
mod closed_list;
mod depth_first;
mod erased;
mod lazy_evaluation;
mod named;
mod one_call;
mod open_list;
mod path;
mod proof;
mod queue;
pub mod random;
mod registry;
mod resumable;
mod settings;
mod strategy;
mod trace;

pub use all_optimal::{Counted, count_layers, each_optimal, reachable};
pub use closed_list::{Searched, Storable};
pub use erased::{Erased, ErasedSpace};
pub use named::{erase, resolve, run, run_written};
pub use one_call::{
    Unsolved, astar, beam, bfs, bidirectional, dfs, greedy, idastar, iddfs, solve, solve_by, solve_within, uniform,
    weighted_astar,
};
pub use path::along as plan_along;
pub use proof::proved_by;
pub use registry::{STRATEGIES, fits};
pub use resumable::{Step, Stepper};
pub use settings::{Settings, Ties};
pub use strategy::{Claim, Family, Need, Outside, Row, Search, Strategy, UnmetNeeds};
