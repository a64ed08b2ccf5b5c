//! Formats results as text and JSON. Functions return strings and print nothing; styles are ANSI codes,
//! which `ui` strips where the output does not support them.
//!
//! - `solution`, `optimise`, `rating`: one puzzle and its answers; better answers; ratings and whole spaces
//! - `batch`, `comparison`, `chart`: many levels and benchmarks; strategies compared, as a table and as charts
//! - `play`, `follow`, `edit`, `levels`: a game; an answer one instruction at a time; a draft; levels and saved
//!   solutions
//! - `json`, `export`: results as JSON lines; comparisons in files
//! - [`picture`]: boards and solutions as pictures and pages
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
mod solution;
mod style;
mod table;

pub use batch::benchmark;
pub use batch::{batch_summary, level_in_short, live, merged, slow_level};
pub use buttons::grouped;
pub use chart::{cactus_chart, charts};
pub use comparison::comparison;
pub use diagnostic::{complaint, escaped, escaped_lines, message};
pub use edit::edit_error;
pub use edit::{discarded, draft, findings_in_short, issues, saved};
pub use export::FORMATS;
pub use export::{BenchmarkFormat, Compared, Format, benchmark_line};
pub use follow::follow_text;
pub use follow::{
    all_done, follow_heading, follow_lines, instruction_line, instruction_of, instruction_words,
    instructions_left, no_such_instruction,
};
pub use follow::{hint, hint_of, known_answer, left, left_of};
pub use grid::at_words;
pub use guide::{examples, overview, topic};
pub use json::parsed;
pub use json::run_line;
pub use json::{broken_line, certificate_line, error_line, list_line, strategy_line, verdict_line};
pub use levels::left_out;
pub use levels::{
    best_names, best_values, exported, levels, pieces, saved_solution, saved_solutions, size, status,
};
pub use levels::{broken_solution, counted, kept_level, kept_levels, kept_line};
pub use numbers::bytes;
pub use optimise::{better_line, optimised_line, optimised_text};
pub use overlay::{overlaid_picture, overlay_in_words};
pub use play::play_error;
pub use play::{
    best_known, best_of_all, best_of_player, commands, done_at_length, done_in_short, finished,
    finished_plainly, kept,
};
pub use rating::{all_line, all_text, census_line, census_text};
pub use rating::{generated_line, how_many, rating_line, rating_note, rating_text};
pub use solution::Subject;
pub use solution::run_text;
pub use solution::{certificate_text, heading, picture, progress, statistics, verdict_text, walked};
pub use style::painted;
pub use table::{collections, fitting, puzzles, setting, settings, strategies};
pub use table::{id_line, identities, in_short};
