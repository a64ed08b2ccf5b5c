//! The Sokoban plug-in.
//!
//! | module | holds |
//! |---|---|
//! | [`level`] | a legal level; [`direction`] the four ways |
//! | [`formats`] | texts and packed data to levels, and back |
//! | [`rules`] | the player's moves, nothing else |
//! | [`lurd`], [`metrics`], [`identity`] | the notation of solutions, their lengths, names of levels |
//! | [`position`], [`puzzle`] | both as the engine's front wants them |
//! | `solver` | the plan for each wish |
//!
//! Arrows point down this list except that `puzzle` and `position` make each other: the rules know
//! no search, and the solver plays by boards of its own that tests compare with the rules.

pub mod direction;
pub mod formats;
pub mod identity;
pub mod level;
pub mod lurd;
pub mod metrics;
pub mod position;
pub mod puzzle;
pub mod rules;
mod solver;

pub use direction::Direction;
pub use level::Level;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Entry, Plugin, Puzzle};
use puzzle::SokobanPuzzle;

/// The name of the plug-in.
const NAME: &str = "sokoban";

/// The plug-in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

impl Plugin for Sokoban {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "push every box onto a goal"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["xsb", "txt"]
    }

    fn example(&self) -> &'static str {
        "#####|#@$.#|#####"
    }

    fn claims(&self, text: &str) -> Claim {
        match formats::has_walls(text) {
            Some(true) => Claim::Sure,
            Some(false) => Claim::Maybe,
            None => Claim::No,
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Entry>, Diagnostic> {
        let entry = |entry: formats::LevelEntry| Entry {
            puzzle: entry.level.map(|level| Box::new(SokobanPuzzle::new(level)) as Box<dyn Puzzle>),
            place: entry.place,
            flags: entry.flags,
            note: entry.note,
        };
        Ok(formats::read(text)?.into_iter().map(entry).collect())
    }

    fn wants_more(&self, text: &str) -> bool {
        formats::wants_more(text)
    }
}
