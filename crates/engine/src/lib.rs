//! A search engine for state spaces: strategies from breadth-first search to A\*, with limits on time and memory,
//! statistics, lower bounds and proofs. It knows no puzzle.
//!
//! ```
//! use lurd_engine::search::{self, Strategy};
//! use lurd_engine::space::Graph;
//!
//! // From 1 to 37 by doubling and by adding three.
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
//! let plan = search::solve(&graph, Strategy::Uniform).expect("37 is reachable");
//! assert_eq!((plan.cost, graph.path(&plan.actions)), (6, vec![1, 4, 7, 14, 17, 34, 37]));
//! ```
//!
//! From top to bottom; each module imports only from those below it:
//!
//! | module | contents |
//! |---|---|
//! | [`search`] | the strategies, their registry, and what they share |
//! | [`space`] | the traits of a state space: a puzzle as a search sees it |
//! | [`budget`] | limits, memory accounting, cancellation, progress |
//! | [`outcome`] | how a search ends, and what that proves |

pub mod budget;
pub mod outcome;
pub mod search;
pub mod space;
