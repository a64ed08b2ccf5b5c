//! A short search for a proof that a draft has no solution, as the player makes one after each step.

use super::editor::Editor;
use crate::play::dead_position;
use crate::solve::{Run, solve};
use lurd_engine::budget::Cancel;
use lurd_puzzle::puzzle::{Controls, Issue, Puzzle, Severity};

impl Editor {
    /// The puzzle to look for a proof of; `None` if something else is wrong with the draft, or nothing is to be
    /// proved of this kind of puzzle.
    pub fn to_be_proved(&self) -> Option<Box<dyn Puzzle>> {
        let puzzle = if self.issues().is_empty() { self.puzzle().ok()? } else { return None };
        let start = puzzle.start();
        start.controls().is_none_or(Controls::can_get_stuck).then_some(puzzle)
    }

    /// The issues of the draft; if there are none, the search has its turn.
    pub fn known_issues(&self) -> Vec<Issue> {
        let issues = self.issues();
        let proof = self.to_be_proved().and_then(|puzzle| {
            proved(&solve(puzzle.as_ref(), &dead_position::search(), &Cancel::default(), &mut ()))
        });
        if issues.is_empty() { proof.into_iter().collect() } else { issues }
    }
}

/// The issue that a search has proved.
pub fn proved(run: &Run) -> Option<Issue> {
    // The reason may go on with a drawing.
    let reason = dead_position::reason(run)?.lines().next()?;
    Some(Issue::new(Severity::Bad, format!("no solution, proved: {reason}")))
}
