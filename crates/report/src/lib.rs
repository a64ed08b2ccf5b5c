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
//! - `batch`, `comparison`, `chart`: many levels and benchmarks; strategies compared, as a table and as charts
//! - `play`, `follow`, `edit`, `levels`: a game; an answer one instruction at a time; a draft; levels and saved
//!   solutions
//! - `json`, `records`, `export`: results as JSON lines; the types of these lines; comparisons in files
//! - `trace`: the expansions of searches
//! - [`mod@picture`]: boards and solutions as pictures and pages
//! - `guide`, `diagnostic`: help; errors and their places
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
mod chart;
mod comparison;
mod diagnostic;
mod edit;
mod export;
mod follow;
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
mod solution;
mod style;
mod table;
mod trace;

pub use batch::{batch_summary, benchmark, level_in_short, live, slow_level, unwritten_batch};
pub use buttons::grouped;
pub use comparison::comparison;
pub use diagnostic::{complaint, escaped, escaped_lines, message};
pub use edit::{draft, edit_error, findings_in_short, issues, saved};
pub use export::{BenchmarkFormat, Compared, ComparisonFormat, FORMATS, benchmark_line};
pub use follow::{
    all_done, follow_heading, follow_lines, follow_text, hint, hint_of, instruction_of, instruction_words,
    instructions_left, left, left_of, no_such_instruction,
};
pub use grid::{at_words, wrapped};
pub use guide::{examples, overview, paragraph, topic};
pub use json::{certificate_line, list_line, parsed, result_line, run_line, strategy_line, verdict_line};
pub use levels::{
    best_names, best_values, counted, kept_level, kept_levels, kept_line, left_out, levels, pieces, resumed,
    saved_solution, saved_solutions, shelf_counts, shelves, size, status,
};
pub use lurd_toolkit::results::Subject;
pub use numbers::bytes;
pub use optimise::{better_line, optimised_line, optimised_text};
pub use overlay::{overlaid_picture, overlay_in_words};
pub use play::{
    best_known, best_of_all, best_of_player, commands, done_at_length, done_in_short, finished, finished_plainly, kept,
    play_error, play_event,
};
pub use rating::{
    all_line, all_text, census_line, census_text, generated_line, generated_note, how_many, rating_in_short,
    rating_line, rating_text,
};
#[cfg(feature = "schema")]
pub use records::{json_documentation, schemas};
pub use solution::{
    AnswerOptions, called, certificate_text, heading, picture, progress, run_text, saved_verdict, statistics,
    table_announced, verdict_text, walked, works,
};
pub use style::{painted, painted_in};
pub use table::{
    SettingRow, collections, fitting, id_line, identities, in_short, puzzles, setting, settings, strategies,
};
pub use trace::{TraceFormat, expansion_in_short, expansion_lines, trace_in_short, trace_lines, trace_table};
