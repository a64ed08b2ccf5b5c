//! Formats results as text, JSON, pictures and pages. It contains no code for a particular puzzle. Functions return
//! strings and print nothing; styles are ANSI codes, which the program strips where the output does not support them.
//!
//! ```
//! use lurd_puzzle::puzzle::Plugin;
//!
//! let puzzle = lurd_shifter::Shifter.read("12/34 -> 21/34")?.remove(0).puzzle?;
//! let text = lurd_report::follow_text(puzzle.as_ref(), &["left 0".to_owned()]);
//! assert!(text.contains("1. hold A, press Left: row 0 shifts left"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `solution`, `optimise`, `rating`: one puzzle and its answers; better answers; ratings and whole spaces
//! - `batch`, `comparison`: many levels and benchmarks; strategies compared
//! - `play`, `follow`, `edit`, `levels`: a game; an answer one instruction at a time; a draft; levels and saved
//!   solutions
//! - `json`, `records`, `schema`, `export`: results as JSON lines; the types of these lines; their documentation;
//!   comparisons in files
//! - `trace`: the expansions of searches
//! - [`mod@picture`]: boards and solutions as pictures and pages
//! - `guide`, `diagnostic`, `format`: help; errors and their places; formats of files
//! - `table`, `grid`: tables, and how they fit a width
//! - `overlay`, `buttons`, `numbers`, `style`: marked cells, presses, quantities and colours as text

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "most items are public for the program alone"
)]

mod batch;
mod buttons;
mod comparison;
mod diagnostic;
mod edit;
mod export;
mod follow;
mod format;
mod grid;
mod guide;
mod json;
mod levels;
mod numbers;
mod optimise;
mod overlay;
pub mod picture;
mod play;
mod rating;
mod records;
#[cfg(feature = "schema")]
mod schema;
mod solution;
mod style;
mod table;
mod trace;

pub use batch::*;
pub use buttons::*;
pub use comparison::*;
pub use diagnostic::*;
pub use edit::*;
pub use export::*;
pub use follow::*;
pub use grid::*;
pub use guide::*;
pub use json::*;
pub use levels::*;
pub use lurd_toolkit::results::Subject;
pub use numbers::*;
pub use optimise::*;
pub use overlay::*;
pub use play::*;
pub use rating::*;
#[cfg(feature = "schema")]
pub use schema::{json_documentation, schemas};
pub use solution::*;
pub use style::*;
pub use table::*;
pub use trace::*;
