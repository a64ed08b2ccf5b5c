//! The Sokoban plug-in.
//!
//! Modules only import from those that stand below them in this table; `tests/library/architecture.rs` checks
//! it.
//!
//! | module | contents |
//! |---|---|
//! | `plugin` | the plug-in: recognises, reads and writes texts |
//! | [`puzzle`], [`position`], `play`, `editor` | a level as a puzzle to solve, to play by keys and pointer, and to draw |
//! | `floor` | what the rules of searches know of a level while it is played or drawn |
//! | `generate` | levels made by pulling boxes away from the goals |
//! | `rating` | how hard a level is |
//! | [`solver`] | the solver of each objective; the portfolio behind `auto`; solutions written as LURD |
//! | [`optimise`] | shorter solutions from known ones |
//! | [`fess`] | packing plans, features and advisors of feature-space search |
//! | [`spaces`] | a level as a state space: by pushes, moves, pulls or macro pushes |
//! | [`deadlock`] | rules that prove positions dead or pushes unnecessary, one per file |
//! | [`bounds`] | lower bounds: distances, assignment, penalties of pairs |
//! | [`state`] | encoded states, the player's region, the reach of a box |
//! | [`board`] | the static topology of a level, computed once |
//! | [`certificate`] | proofs that a level has no solution, their checker, and what makes them |
//! | `planning` | levels for planners, and their plans |
//! | [`formats`] | texts and packed data to levels, and back |
//! | [`notation`] | LURD, reverse mode, metrics, identities |
//! | [`rules`] | the player's moves |
//! | `xsb`, [`level`], `square`, [`direction`], [`search_direction`] | the board as letters; a legal level; what stands on a square; directions |

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
mod planning;
mod play;
mod plugin;
pub mod position;
pub mod puzzle;
mod rating;
pub mod rules;
pub mod search_direction;
pub mod solver;
pub mod spaces;
pub mod square;
pub mod state;
mod state_space;
pub mod xsb;

pub use direction::Direction;
pub use level::Level;
pub use plugin::Sokoban;
pub use search_direction::SearchDirection;
pub use square::Square;
