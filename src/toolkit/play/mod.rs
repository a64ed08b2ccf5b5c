//! Playing, whatever the front: a [`Game`] is one level, a [`LevelSet`] the levels that follow each other.
//!
//! - `history`: the steps, done and undone; `game`: them with marks; `motions`: keys and a pointer;
//!   `answers`: an answer on the board; `known`: all that are known, and the best of them
//! - `level_set`: from level to level; solutions that are kept; `progress`: how far each has been played;
//!   `last_level`: which of them was played last
//! - `background`: a search while one plays on; `stuck`: whether a solution is left
//! - `words`: the words by which one plays where lines are typed

mod answers;
mod background;
pub mod dead_position;
mod game;
mod history;
mod known;
mod last_level;
mod level_set;
mod motions;
mod progress;
pub mod words;

pub use background::Background;
pub use game::{Game, LAST, Moved};
pub use history::{Bookmark, History};
pub use known::{Here, KnownAnswers, Lost, Onward, Walked};
pub use level_set::{Entered, Keeping, LevelSet, Unread};
pub use progress::{Progress, SavedProgress};
