//! Values to text and JSON: the only place that formats results. It returns strings and prints
//! nothing; styles are ANSI codes, which `ui` takes out where they do not belong.

mod batch;
mod buttons;
mod cell_roles;
mod chart;
mod comparison;
mod diagnostic;
mod edit;
mod edit_error;
mod export;
mod grid;
mod guide;
mod identity;
mod json;
mod left_out;
mod numbers;
mod play;
mod play_error;
mod plot;
mod remaining;
mod solution;
mod state_space;
mod style;
mod summary;
mod table;
mod wrap;

pub use batch::{batch_summary, level_in_short, tally};
pub use buttons::grouped;
pub use cell_roles::painted;
pub use chart::charts;
pub use comparison::comparison;
pub use diagnostic::{complaint, escaped, message};
pub use edit::{discarded, draft, findings_in_short, invalid, issues, saved, unsaved};
pub use edit_error::edit_error;
pub use export::{Compared, FORMATS, Format};
pub use guide::{examples, overview, topic};
pub use identity::{best_in_short, id_line, identities, in_short};
pub use json::{broken_line, certificate_line, error_line, list_line, run_line, strategy_line, verdict_line};
pub use left_out::left_out;
pub use numbers::{bytes, count, seconds};
pub use play::{
    best_known, best_of_all, best_of_player, commands, done_at_length, done_in_short, finished,
    finished_plainly, kept,
};
pub use play_error::play_error;
pub use remaining::{hint, hint_of, known_answer, left, left_of};
pub use solution::{
    certificate_text, heading, picture, progress, run_text, statistics, verdict_text, walked,
};
pub use state_space::{all_line, all_text, census_line, census_text};
pub use table::{collections, fitting, puzzles, setting, settings, strategies};
pub use wrap::at_words;

/// A puzzle by name and place: what every kind of report begins with.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its title or reference.
    pub name: &'a str,
    /// What to write to get it again.
    pub reference: &'a str,
    /// A file, a collection or `<prompt>`.
    pub source: &'a str,
    /// Its place there, from 1.
    pub index: usize,
    /// The puzzle.
    pub puzzle: &'a dyn crate::puzzle::Puzzle,
}
