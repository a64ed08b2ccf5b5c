//! The interface between a puzzle and its user: texts, rules, objectives, steps as words, buttons.
//!
//! A plug-in implements three traits. [`Plugin`] recognizes and reads texts. [`Puzzle`] is one puzzle that
//! was read: its objectives, and its state space as a [`PuzzleSpace`], from which the engine solves it, lists its
//! optimal solutions, counts its states and rates it. [`Position`] implements the rules without
//! any code of a search, so a replay checks the result of a search independently. [`Controls`] (playing with
//! keys and a pointer) and [`Draft`] (drawing) are optional. [`Instructions`] describe how to carry out an
//! answer, press by press or push by push.
//!
//! Calls of these traits are dynamic, one for each command. A search calls its [`Space`](lurd_engine::program::space::Space) statically.

mod any_space;
mod cells;
mod draft;
mod errors;
mod plugin;
#[expect(clippy::module_inception, reason = "the file of the trait `Puzzle`")]
mod puzzle;
mod rating;
mod solving;
mod state_space;
mod steps;
mod tile_colours;

pub use any_space::{AnySpace, PuzzleSpace};
pub use cells::{CellRole, Cells, Controls, Coordinates, InputResult, Overlay, PadDirection, Panel, Tile};
pub use draft::{Brush, Draft, Issue, Severity};
pub use errors::{CannotWrite, DraftError, Ending, IllegalStep, Unanswered, Unreachable};
pub use plugin::{
    Checked, Confidence, Format, GenerateOptions, Generated, LeftOut, LongestOptions, Metadata, NextRow, Omission,
    OnGenerated, Output, Plugin, PuzzleEntry, PuzzleRecord, ReadOptions, SavedGame,
};
pub use puzzle::{CertificateVerdict, Objective, Position, Puzzle, RuleRow};
pub use rating::{Difficulty, Rating, RatingPart, log2_hundredths};
pub use solving::{
    Answer, Fit, KnownAnswer, OnBetter, Report, SecondaryMetric, ending_of_outcome, fits, solve_by_search,
};
pub use state_space::{
    Antipodes, CensusOptions, Classes, DistanceOrigin, StateSpaceStats, TargetRow, count_by_hash, mean,
};
pub use steps::{Buttons, Instruction, Instructions, Metric, Misread, PadButton, StepText};
pub use tile_colours::{COLOUR_NAMES, TILE_COLOURS, tile_roles};
