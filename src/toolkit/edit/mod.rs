//! Drawing, whatever the front.
//!
//! - `editor`: what is drawn, undo and redo, the brush; `files`, `saving`: from and to files
//! - `drafts`, `autosave`: what is not saved yet, beside
//! - `words`: the words by which one draws where lines are typed; `actions`: what they change

mod actions;
mod autosave;
mod drafts;
mod editor;
mod files;
mod saving;
pub mod words;

pub use autosave::{Autosave, Orphan, Shelf};
pub use editor::Editor;
pub use saving::{Leave, Saved, Unsaved};
