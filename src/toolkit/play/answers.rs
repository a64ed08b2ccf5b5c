//! An answer on the board, step by step.

use super::game::{Game, Moved};
use super::history::Bookmark;
use super::known::{Here, KnownAnswers, Lost, Onward, Walked};
use crate::toolkit::solutions::Records;
use crate::toolkit::solve::Run;

impl Game {
    /// Remembers the answer of a search that began at `from`, if it has one; whether it is better than what is known
    /// from there, which stays if it is not.
    pub fn remember(&mut self, run: &Run, from: Bookmark) -> bool {
        let (Some(answer), Some(objective)) = (run.verified(), run.objective) else { return false };
        self.known.add(self.puzzle.as_ref(), from, answer, objective)
    }

    /// Takes the solutions that are kept of the level.
    pub fn set_records(&mut self, records: Records) {
        self.known.set_kept(self.puzzle.as_ref(), &records.known);
        self.records = records;
    }

    /// Where one is, for [`Game::remember`].
    #[must_use]
    pub fn spot(&self) -> Bookmark {
        self.history.spot()
    }

    /// The answers that are known.
    #[must_use]
    pub fn known(&self) -> &KnownAnswers {
        &self.known
    }

    /// Takes the answers that are known from elsewhere.
    pub fn set_known(&mut self, known: KnownAnswers) {
        self.known = known;
    }

    /// The best known answer that leads on from here, for the objective of the game.
    #[must_use]
    pub fn best_onward(&self) -> Option<Onward> {
        self.known.best(self.whereabouts(), &self.objective?)
    }

    /// How many steps of the answer that is followed are done, and how many there are.
    ///
    /// # Errors
    /// No answer is followed, or it leads elsewhere.
    pub fn place(&self) -> Result<(usize, usize), Lost> {
        self.known.place(self.whereabouts())
    }

    /// Follows the best known answer from here for the objective of the game.
    ///
    /// # Errors
    /// No answer is known, or none leads through here.
    pub fn follow_best(&mut self) -> Result<Onward, Lost> {
        let objective = self.objective.ok_or(Lost::NoAnswer)?;
        let Self { puzzle, history, known, .. } = self;
        let here = Here { puzzle: puzzle.as_ref(), position: history.position(), done: history.done() };
        known.follow(here, &objective)
    }

    /// The same for the objective of the answer that was followed last, if there is one.
    ///
    /// # Errors
    /// As [`Game::follow_best`].
    pub fn follow(&mut self) -> Result<Onward, Lost> {
        let objective = self.known.objective().or(self.objective).ok_or(Lost::NoAnswer)?;
        let Self { puzzle, history, known, .. } = self;
        let here = Here { puzzle: puzzle.as_ref(), position: history.position(), done: history.done() };
        known.follow(here, &objective)
    }

    /// Goes to where the answer begins; where one was gets the mark [`LAST`](super::LAST).
    ///
    /// # Errors
    /// There is no answer.
    pub fn return_to_answer(&mut self) -> Result<(), Lost> {
        let spot = self.known.beginning().ok_or(Lost::NoAnswer)?.clone();
        self.jump(&spot);
        // Without an answer for the objective nothing is followed.
        let _ = self.follow();
        Ok(())
    }

    /// Carries out the next steps of the best known answer, at most `count`.
    ///
    /// # Errors
    /// As [`Game::follow`].
    pub fn step(&mut self, count: usize) -> Result<(Walked, Moved), Lost> {
        let Onward { done, all, rest, .. } = self.follow()?;
        let to = done.saturating_add(count).min(all);
        let steps = rest.steps[..to - done].to_vec();
        // It was replayed when it was found.
        let moved = self.perform_along(&steps).map_err(|_| Lost::Elsewhere)?;
        Ok((Walked { steps, done: to, all }, moved))
    }

    /// Takes back the last steps of the answer that is followed, at most `count`.
    ///
    /// # Errors
    /// As [`Game::place`].
    pub fn back(&mut self, count: usize) -> Result<Walked, Lost> {
        let (at, all) = self.place().or_else(|_| self.follow().map(|onward| (onward.done, onward.all)))?;
        let way = self.known.back_from(at, self.steps());
        if way == 0 && at > 0 {
            return Err(Lost::Elsewhere);
        }
        let back = self.undo(count.min(way));
        Ok(Walked { steps: self.known.steps(at)[at - back..].to_vec(), done: at - back, all })
    }

    fn whereabouts(&self) -> Here<'_> {
        Here { puzzle: self.puzzle.as_ref(), position: self.history.position(), done: self.history.done() }
    }
}
