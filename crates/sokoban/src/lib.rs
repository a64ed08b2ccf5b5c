//! Sokoban: rules, formats, solvers, proofs, play and drawing, as a plug-in. It contains no code for another puzzle, and
//! reads and writes no files.
//!
//! ```
//! use lurd_engine::program::budget::{Budget, Limits};
//! use lurd_engine::program::search::{Settings, Strategy};
//! use lurd_puzzle::puzzle::{Plugin};
//! use lurd_sokoban::Sokoban;
//!
//! let level = Sokoban.read("#######|#@ $ .#|#######")?.remove(0).puzzle?;
//! let mut budget = Budget::within(Limits::usual());
//! let fewest_pushes = &level.objectives()[1];
//! let report = level.solve(fewest_pushes, Strategy::Auto, &Settings::default(), &mut budget);
//! let Ok(answer) = report.ending else { panic!("it has a solution") };
//! assert_eq!(answer.solution, "rRR");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules only import from those that stand below them in this table; `tests/library/architecture.rs` checks
//! that no two import each other.
//!
//! | module | contents |
//! |---|---|
//! | `plugin` | the plug-in: recognises, reads and writes texts |
//! | `generate` | levels made by pulling boxes away from the goals |
//! | `editor` | a level to draw |
//! | `play` | play by keys and a pointer; marked squares |
//! | [`puzzle`] | a level as a puzzle to solve, and a game of it |
//! | `state_space` | how many positions there are at each number of pushes |
//! | `rating` | how hard a level is |
//! | [`certificate`] | proofs that a level has no solution, their checker, and what makes them |
//! | `floor` | what the rules of searches know of a level while it is played or drawn |
//! | [`solver`] | the solver of each objective; the portfolio behind `auto`; solutions written as LURD |
//! | [`optimise`] | shorter solutions from known ones |
//! | [`fess`] | packing plans, features and advisors of feature-space search |
//! | [`spaces`] | a level as a state space: by pushes, moves, pulls or macro pushes |
//! | [`deadlock`] | rules that prove positions dead or pushes unnecessary |
//! | [`bounds`] | lower bounds: distances, assignment, penalties of pairs, pattern databases |
//! | [`state`] | encoded states, the player's region, the reach of a box |
//! | [`board`] | the static topology of a level, computed once |
//! | [`formats`] | texts and packed data to levels, and back |
//! | [`notation`] | LURD, reverse mode, metrics, identities |
//! | [`rules`] | the player's moves |
//! | [`xsb`], [`level`] | the board as letters; a legal level |
//! | [`square`], [`direction`] | what stands on a square; directions |

#![cfg_attr(
    not(feature = "commands"),
    allow(dead_code, unused_imports, reason = "what only commands call is not used")
)]

pub mod board;
pub mod bounds;
pub mod certificate;
pub mod deadlock;
pub mod direction;
mod editor;
pub mod fess;
mod floor;
pub mod formats;
mod generate;
pub mod level;
pub mod notation;
pub mod optimise;
mod play;
mod plugin;
pub mod puzzle;
mod rating;
pub mod rules;
pub mod solver;
pub mod spaces;
pub mod square;
pub mod state;
mod state_space;
pub mod xsb;

pub use direction::{Direction, SearchDirection};
pub use level::Level;
pub use plugin::Sokoban;
pub use square::Square;
