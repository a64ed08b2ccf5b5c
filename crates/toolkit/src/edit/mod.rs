//! Editing puzzles, independent of the front.
//!
//! From top to bottom:
//! - `execute`: carries out the commands of the editor; `commands`: the commands
//! - `drafts`: unsaved drafts; `files`: loading and saving; `kinds`: plug-ins by name; `error`
//! - `quick_proof`: a short search for a proof that there is no solution
//! - `editor`: the draft with undo and redo, and the brush; `known_file`: the file of a draft; `symmetry`
//! - `saving`: writes a draft to a file; `autosave`: keeps an unsaved draft

mod autosave;
pub mod commands;
mod drafts;
mod editor;
mod error;
mod execute;
mod files;
mod kinds;
mod known_file;
mod quick_proof;
mod saving;
mod symmetry;

pub use autosave::DraftLocation;
pub use editor::Editor;
pub use error::{EditError, Loaded};
pub use execute::EditEvent;
pub use quick_proof::proved;
pub use saving::{SaveOptions, Saved, Unsaved};
pub use symmetry::Symmetry;
