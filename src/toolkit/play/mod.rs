//! Playing, whatever the front: a [`Game`] is one level, a [`Course`] the levels that follow each other.
//!
//! - `trail`: the steps, done and undone; `game`: them with marks; `motions`: keys and a pointer;
//!   `answers`: an answer on the board; `known`: all that are known, and the best of them
//! - `course`: from level to level; solutions that are kept; `progress`: how far each has been played;
//!   `last_level`: which of them was played last
//! - `background`: a search while one plays on; `stuck`: whether a solution is left
//! - `words`: the words by which one plays where lines are typed

mod answers;
mod background;
mod course;
mod game;
mod known;
mod last_level;
mod motions;
mod progress;
pub mod stuck;
mod trail;
pub mod words;

pub use background::Background;
pub use course::{Course, Entered, Keeping, Unread};
pub use game::{Game, LAST, Moved};
pub use known::{Here, KnownAnswers, Lost, Onward, Walked};
pub use progress::{Progress, Record};
pub use trail::{Spot, Trail};
