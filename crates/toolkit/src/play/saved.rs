//! The saved solutions of the level that is played: listing, replaying, exporting and deleting them.

use std::path::Path;

use super::error::PlayError;
use super::level_set::LevelSet;
use crate::solutions::{self, GameToSave, KnownSolution, SaveOutcome, StoredSolution};
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{PuzzleRecord, StepText};

impl LevelSet {
    /// The saved solutions of the level, in the order in which they were saved.
    ///
    /// # Errors
    /// Nothing is saved here, or the file cannot be read.
    pub fn solutions(&self, catalog: &Catalog) -> Result<Vec<StoredSolution>, PlayError> {
        if !self.store.is_kept() {
            return Err(PlayError::NoStore);
        }
        let puzzle = self.game().puzzle();
        Ok(self.store.shelf(catalog, puzzle.kind()).stored(puzzle)?)
    }

    /// The steps of a saved solution.
    pub(super) fn steps_of(&self, number: usize, catalog: &Catalog) -> Result<Vec<String>, PlayError> {
        let known = replayed(self.solution(number, catalog)?)?;
        Ok(StepText::words(self.game().puzzle(), &known.solution))
    }

    /// Adds a saved solution to a file, with the level unless the file has it.
    pub(super) fn export(
        &self,
        number: usize,
        file: &str,
        catalog: &Catalog,
    ) -> Result<SaveOutcome, PlayError> {
        let known = replayed(self.solution(number, catalog)?)?;
        let game = self.game();
        let keeper = solutions::keeper(catalog, game.puzzle().kind()).ok_or(PlayError::NoStore)?;
        solutions::check_ending(file, keeper.1.endings)?;
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let solution = if known.is_played {
            GameToSave::Played(&known.solution)
        } else {
            GameToSave::Solution(&known.solution)
        };
        Ok(solutions::add(Path::new(file), keeper, &record, solution)?)
    }

    /// Deletes a saved solution.
    pub(super) fn delete(&mut self, number: usize, catalog: &Catalog) -> Result<(), PlayError> {
        let stored = self.solution(number, catalog)?;
        self.store.delete(catalog, self.game().puzzle(), &stored)?;
        self.look_up(catalog);
        Ok(())
    }

    fn solution(&self, number: usize, catalog: &Catalog) -> Result<StoredSolution, PlayError> {
        let all = self.solutions(catalog)?;
        let count = all.len();
        let found = all.into_iter().find(|stored| stored.number == number);
        found.ok_or(PlayError::NoSolution { number, count })
    }
}

fn replayed(stored: StoredSolution) -> Result<KnownSolution, PlayError> {
    let number = stored.number;
    stored.known.map_err(|reason| PlayError::BrokenSolution { number, reason })
}
