//! The Sokoban plug-in.
//!
//! | module | holds |
//! |---|---|
//! | [`level`] | a legal level; [`direction`] the four ways |
//! | [`formats`] | texts and packed data to levels, and back |
//! | [`rules`] | the player's moves, nothing else |
//! | [`lurd`], [`metrics`], [`identity`] | the notation of solutions, their lengths, names of levels |
//! | [`position`], [`puzzle`] | both as the engine's front wants them |
//! | [`board`] | the static topology of a level, computed once |
//! | [`spaces`] | a level as a space: by pushes, by moves; pulls |
//! | [`bounds`], [`deadlock`] | lower bounds; rules that prove a position dead, each with its argument |
//! | [`solver`] | the plan for each wish; the walks between pushes |
//!
//! Arrows point down this list except that `puzzle` and `position` make each other: the rules know
//! no search, and the solver plays by boards of its own that tests compare with the rules.

mod attempts;
pub mod board;
pub mod bounds;
pub mod cell;
pub mod deadlock;
pub mod direction;
pub mod formats;
pub mod identity;
pub mod level;
pub mod lurd;
pub mod metrics;
pub mod plan;
pub mod position;
pub mod puzzle;
pub mod rules;
pub mod solver;
pub mod spaces;
mod topology;
mod walk;

pub use direction::Direction;
pub use level::Level;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Entry, Plugin, Puzzle, Tone};
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

    fn tone(&self, letter: char) -> Tone {
        position::tone(letter)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Metric;
    use crate::verify;

    fn puzzle(text: &str) -> Box<dyn Puzzle> {
        Sokoban.read(text).expect("a text").remove(0).puzzle.expect("a level")
    }

    #[test]
    fn a_typed_level_is_read_replayed_and_pressed() {
        let puzzle = puzzle("######|#    #|#@$  #|#  . #|######");
        let replay = verify::replay(&*puzzle, "rU rd").expect("a solution in the wrong case");
        assert_eq!(replay.solution, "RurD");
        assert!(replay.metrics.contains(&Metric { name: "pushes", value: 2 }));
        let buttons = puzzle.buttons(&replay.steps).expect("a pad");
        assert_eq!((buttons.profile, buttons.presses.concat()), ("pad", "rightuprightdown".to_owned()));
        assert_eq!(puzzle.text().lines().count(), 5);
        assert_eq!(replay.end.puzzle().text(), replay.end.picture());
        let refusal = verify::replay(&*puzzle, "RR R").err().map(|refusal| refusal.to_string());
        assert_eq!(refusal.as_deref(), Some("step 3 'R': the box at row 3 column 5 is blocked by a wall"));
    }

    #[test]
    fn one_step_at_a_time() {
        let mut start = puzzle(Sokoban.example()).start();
        assert!(start.apply("rr").is_err_and(|reason| reason == "2 steps where one was expected"));
        assert!(start.apply("x").is_err());
        assert_eq!(start.apply("r"), Ok("R".to_owned()));
        assert!(start.is_solved() && start.boxed().is_solved());
    }

    #[test]
    fn what_it_claims() {
        assert_eq!(Sokoban.claims("#####"), Claim::Sure);
        assert_eq!(Sokoban.claims("XXXXX\nX@*.X\nXXXXX\n"), Claim::Sure);
        assert_eq!(Sokoban.claims("*"), Claim::Maybe);
        for text in ["", "1221/3443 -> 4342/3124", "source: [1, 2]", "left 0, up 3", "...", "help"] {
            assert_eq!(Sokoban.claims(text), Claim::No, "{text}");
        }
    }
}
