//! The short search for a proof that the draft has no solution, beside the drawing.

use super::state::{EditView, ProofSearch};
use lurd_toolkit::edit::proved;
use lurd_toolkit::play::{Background, dead_position};

impl EditView {
    /// Begins the search after a change, or takes its result; returns whether there is a new issue.
    pub(super) fn prove(&mut self) -> bool {
        // The mouse may paint many cells; only the last board is searched.
        if self.drawn.is_none() && matches!(self.proof, ProofSearch::Due) {
            let search = |puzzle| Background::start(puzzle, dead_position::search()).ok();
            let search = self.editor.to_be_proved().and_then(search);
            self.proof = search.map_or(ProofSearch::Over, ProofSearch::Running);
        }
        let ProofSearch::Running(search) = &mut self.proof else { return false };
        let Some(result) = search.result() else { return false };
        self.proof = ProofSearch::Over;
        // A panic of this search, which the player did not ask for, proves nothing.
        let Some(issue) = result.ok().and_then(|run| proved(&run)) else { return false };
        self.check();
        self.issues.push(issue);
        true
    }
}
