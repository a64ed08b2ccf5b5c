//! Formats results as text and JSON. Functions return strings and print nothing; styles are ANSI codes,
//! which `ui` strips where the output does not support them.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "most items are public for the program alone"
)]

mod batch;
mod benchmark;
mod buttons;
mod cell_roles;
mod chart;
mod comparison;
mod diagnostic;
mod edit;
mod edit_error;
mod export;
mod follow;
mod grid;
mod guide;
mod identity;
mod json;
mod kept;
mod left_out;
mod levels;
mod numbers;
mod optimise;
mod overlay;
pub mod picture;
mod play;
mod play_error;
mod plot;
mod ranked;
mod rating;
mod remaining;
mod solution;
mod state_space;
mod style;
mod subject;
mod summary;
mod table;
mod wrap;

pub use batch::{batch_summary, level_in_short, live, merged, slow_level};
pub use benchmark::benchmark;
pub use buttons::grouped;
pub use cell_roles::painted;
pub use chart::{cactus_chart, charts};
pub use comparison::comparison;
pub use diagnostic::{complaint, escaped, escaped_lines, message};
pub use edit::{discarded, draft, findings_in_short, issues, saved};
pub use edit_error::edit_error;
pub use export::FORMATS;
pub use export::{BenchmarkFormat, Compared, Format, benchmark_line};
pub use follow::follow_text;
pub use follow::{
    all_done, follow_heading, follow_lines, instruction_line, instruction_of, instruction_words,
    instructions_left, no_such_instruction,
};
pub use guide::{examples, overview, topic};
pub use identity::{id_line, identities, in_short};
pub use json::parsed;
pub use json::run_line;
pub use json::{broken_line, certificate_line, error_line, list_line, strategy_line, verdict_line};
pub use kept::{broken_solution, counted, kept_level, kept_levels, kept_line};
pub use left_out::left_out;
pub use levels::{
    best_names, best_values, exported, levels, pieces, saved_solution, saved_solutions, size, status,
};
pub use numbers::bytes;
pub use optimise::{better_line, optimised_line, optimised_text};
pub use overlay::{overlaid_picture, overlay_in_words};
pub use play::{
    best_known, best_of_all, best_of_player, commands, done_at_length, done_in_short, finished,
    finished_plainly, kept,
};
pub use play_error::play_error;
pub use rating::{generated_line, how_many, rating_line, rating_note, rating_text};
pub use remaining::{hint, hint_of, known_answer, left, left_of};
pub use solution::run_text;
pub use solution::{certificate_text, heading, picture, progress, statistics, verdict_text, walked};
pub use state_space::{all_line, all_text, census_line, census_text};
pub use subject::Subject;
pub use table::{collections, fitting, puzzles, setting, settings, strategies};
pub use wrap::at_words;
