//! Playing, independent of the front: a [`Game`] is one level, a [`LevelSet`] a sequence of levels.
//!
//! From top to bottom:
//! - `execute`: carries out the commands of play
//! - `saved`: saved solutions; `opening`: other levels; `level_list`: the levels as a list
//! - `level_set`: levels in sequence, their progress and stored solutions; `last_level`: which was played last
//! - `daily`: the level of a day
//! - `dead_position`: detects that no solution is left
//! - `commands`: the commands of play
//! - `answers`: walking along known answers; `controls`: keys and pointer; `game`: one level with its marks
//! - `follow`: an answer one instruction at a time
//! - `error`; `known`: the known answers of a level; `history`: undo and redo
//! - `progress`: saved progress; `background`: a search on a thread of its own

mod answers;
mod background;
pub mod commands;
mod controls;
mod daily;
pub mod dead_position;
mod error;
mod execute;
mod follow;
mod game;
mod history;
mod known;
mod last_level;
mod level_list;
mod level_set;
mod opening;
mod progress;
mod saved;

pub use background::{Background, SearchFailed};
pub use daily::{Day, daily};
pub use error::{LevelError, PlayError};
pub use execute::{PlayEvent, Purpose};
pub use follow::{Follow, FollowStep, Placed};
pub use game::{Game, Moved};
pub use history::{Bookmark, RefusedStep};
pub use known::{Lost, Onward, Walked};
pub use level_list::{LevelDetails, LevelEntry, LevelStatus};
pub use level_set::{Keeping, LevelSet, Unread};
pub use progress::Progress;
