//! Playing, independent of the front: a [`Game`] is one level, a [`LevelSet`] a sequence of levels.
//!
//! From top to bottom:
//! - `execute`: carries out the commands of play
//! - `level_set`: levels in sequence, which was played last, the list of them, their saved solutions; other levels
//!   in their place
//! - `shelves`: the collections and recent files
//! - [`dead_position`]: detects that no solution is left
//! - [`keys`]: what keys do
//! - [`commands`]: the commands of play
//! - [`answers`]: walking along known answers; play by keys, a pointer or the words of a pad
//! - `game`: one level with its bookmarks; saved progress; errors
//! - `follow`: an answer one instruction at a time
//! - `known`: the known answers of a level; `history`: undo and redo
//! - `background`: a search on a thread of its own

pub mod answers;
mod background;
pub mod commands;
pub mod dead_position;
mod execute;
mod follow;
mod game;
mod history;
pub mod keys;
mod known;
mod level_set;
mod shelves;

pub use background::{Background, SearchFailed};
pub use execute::{PlayEvent, Purpose};
pub use follow::{Follow, Placed};
pub use game::{Game, Moved, PlayError, ProgressFolder, SavedProgress};
pub use history::{Bookmark, RefusedStep};
pub use known::{Lost, Onward, Walked};
pub use level_set::{LevelDetails, LevelSet, ListedLevel, games_to_save};
pub use shelves::{RecentFiles, Shelf, shelves};
