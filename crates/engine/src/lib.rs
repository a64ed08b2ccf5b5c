//! A search engine for state spaces: strategies from breadth-first search to A\*, with limits on time and memory,
//! statistics, lower bounds and proofs. It contains no code for a particular puzzle.
//!
//! ```
//! use lurd_engine::search;
//! use lurd_engine::space::Graph;
//!
//! // From 1 to 37 by doubling and by adding three.
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
//! let plan = search::uniform(&graph)?;
//! assert_eq!((plan.cost, graph.path(&plan)), (6, vec![1, 4, 7, 14, 17, 34, 37]));
//! # Ok::<(), search::Unsolved>(())
//! ```
//!
//! [`search::uniform`] compiles one strategy for the space, as [`search::bfs`], [`search::astar`] and the other functions
//! that are named after strategies do. [`Stepper::uniform`](search::Stepper::uniform) and its siblings do so, too, and
//! take limits and settings. [`search::solve()`] and [`search::run`] take the strategy as a value, so they compile all of
//! them, which takes several times as long for each type of space.
//!
//! ```
//! use std::time::Duration;
//! use lurd_engine::budget::{Budget, Limits};
//! use lurd_engine::outcome::Outcome;
//! use lurd_engine::search::{Settings, Stepper};
//! use lurd_engine::space::Graph;
//!
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 1_000_003)
//!     .with_estimate(|&n| u64::from(n != 1_000_003));
//! let mut budget = Budget::within(Limits::NONE.time(Duration::from_secs(60)).nodes(1000));
//! let outcome = Stepper::astar(&graph, &Settings::default())?.finish(&mut budget);
//! let Outcome::Stopped { stop, lower_bound } = outcome else { panic!("1000 expansions are too few") };
//! assert_eq!(stop.to_string(), "the node limit was reached");
//! assert!(lower_bound > 8, "no plan costs less");
//! # Ok::<(), lurd_engine::search::UnmetNeeds>(())
//! ```
//!
//! A space can also have several starts, moves backward and a rate ([`space::Graph`]), or its own type with further
//! abilities ([`space::Space`]). The folder `examples` has short programs: `several_starts`, `own_strategy`, and
//! `cancelled_thread`, which searches in another thread.
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
mod processor;
pub mod search;
pub mod space;
mod table;
