//! The interface between a puzzle and its user: texts, rules, objectives, steps as words, buttons.
//!
//! A plug-in implements three traits. [`Plugin`] recognizes and reads texts. [`Puzzle`] is one puzzle that
//! was read: its objectives, the strategies that fit, and `solve`. [`Position`] implements the rules without
//! any code of a search, so a replay checks the result of a search independently. [`Controls`] (playing with
//! keys and a pointer) and [`Draft`] (drawing) are optional. [`Instructions`] describe how to carry out an
//! answer, press by press or push by push.
//!
//! These are the only dynamic calls between the engine and a puzzle: one per solve, none per state.

mod cell_role;
mod cells;
mod certificate;
mod controls;
mod count_states;
mod draft;
mod ending;
mod errors;
mod format;
mod generate;
mod instructions;
mod metadata;
mod objective;
mod overlay;
mod plugin;
mod position;
#[expect(clippy::module_inception, reason = "the file of the trait `Puzzle`")]
mod puzzle;
mod rating;
mod solve_by_search;
mod state_space;
mod steps;

pub use cell_role::CellRole;
pub use cells::{Cells, PadDirection, Panel, Place, Tile};
pub use certificate::{CertificateVerdict, Certified};
pub use controls::{Controls, InputResult};
pub use count_states::count_by_hash;
pub use draft::{Brush, Draft, Issue, Part, Severity};
pub use ending::{Answer, Ending, KnownAnswer, OnBetter, Report, Second};
pub use errors::{CannotWrite, DraftError, IllegalStep, Unreachable};
pub use format::{Format, Output, PuzzleRecord, ReadOptions};
pub use generate::{CannotGenerate, GenerateOptions, Generated, NotGenerated, OnGenerated};
pub use instructions::{Instruction, Instructions, PadButton};
pub use metadata::{LeftOut, Metadata, Omission, SavedGame};
pub use objective::{Fit, Objective, RuleRow, fits};
pub use overlay::Overlay;
pub use plugin::{Checked, Claim, Entry, Plugin};
pub use position::Position;
pub use puzzle::Puzzle;
pub use rating::{Difficulty, NotRated, Rating, RatingPart, log2_hundredths};
pub use solve_by_search::solve_by_search;
pub use state_space::{DistanceOrigin, Listing, NoStateSpaceStats, StateSpaceStats};
pub use steps::{Buttons, Metric, Misread, StepText};
