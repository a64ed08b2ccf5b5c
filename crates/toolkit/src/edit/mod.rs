//! Editing puzzles, independent of the front.
//!
//! From top to bottom:
//! - `execute`: carries out the commands of the editor; [`commands`]: the commands; [`keys`]: what keys do
//! - `files`: loading and saving; restoring unsaved drafts; plug-ins by name
//! - `editor`: the draft with undo and redo, the brush and symmetric drawing; a short search for a proof that there
//!   is no solution
//! - `drafts`: keeps an unsaved draft
//! - `saving`: writes a draft to a file; the file of a draft; errors; `in_place`: replaces one puzzle of a text

pub mod commands;
mod drafts;
mod editor;
mod execute;
mod files;
mod in_place;
pub mod keys;
mod saving;

pub use drafts::DraftLocation;
pub use editor::{Editor, Symmetry, proved, straight_line};
pub use execute::EditEvent;
pub use saving::{EditError, Loaded, SaveOptions, Saved, Unsaved};
