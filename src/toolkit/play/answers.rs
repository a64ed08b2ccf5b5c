//! An answer on the board, step by step.

use super::game::{Game, Moved};
use super::trail::Spot;
use crate::toolkit::solve::Verified;
use crate::toolkit::walk::{Lost, Walked};

/// An answer and where it begins.
pub(super) struct Answer {
    from: Spot,
    verified: Verified,
}

impl Game {
    /// Remembers an answer for the position in which `steps` were done.
    pub fn remember(&mut self, answer: Verified, from: Spot) {
        self.answer = Some(Answer { from, verified: answer });
    }

    /// Where one is, for [`Game::remember`].
    #[must_use]
    pub fn spot(&self) -> Spot {
        self.trail.spot()
    }

    /// The last answer.
    #[must_use]
    pub fn answer(&self) -> Option<&Verified> {
        self.answer.as_ref().map(|answer| &answer.verified)
    }

    /// How many steps of the answer are done, and how many there are.
    ///
    /// # Errors
    /// There is no answer, or one stands elsewhere.
    pub fn place(&self) -> Result<(usize, usize), Lost> {
        let answer = self.answer.as_ref().ok_or(Lost::NoAnswer)?;
        let (from, steps) = (answer.from.steps(), &answer.verified.steps);
        let since = self.steps().strip_prefix(from).ok_or(Lost::Elsewhere)?;
        if steps.starts_with(since) { Ok((since.len(), steps.len())) } else { Err(Lost::Elsewhere) }
    }

    /// The next step of the answer, if one stands on it.
    #[must_use]
    pub fn next_step(&self) -> Option<&str> {
        let (done, _) = self.place().ok()?;
        self.answer()?.steps.get(done).map(String::as_str)
    }

    /// Goes to where the answer begins; where one was gets the mark [`LAST`](super::LAST).
    ///
    /// # Errors
    /// There is no answer.
    pub fn return_to_answer(&mut self) -> Result<(), Lost> {
        let spot = self.answer.as_ref().ok_or(Lost::NoAnswer)?.from.clone();
        self.jump(&spot);
        Ok(())
    }

    /// Carries out the next steps of the answer, at most `count`.
    ///
    /// # Errors
    /// As [`Game::place`].
    pub fn step(&mut self, count: usize) -> Result<(Walked, Moved), Lost> {
        let (at, all) = self.place()?;
        let to = at.saturating_add(count).min(all);
        let steps = self.answer().map_or_else(Vec::new, |answer| answer.steps[at..to].to_vec());
        // It was replayed when it was found.
        let moved = self.perform(&steps).map_err(|_| Lost::Elsewhere)?;
        Ok((Walked { steps, done: to, all }, moved))
    }

    /// Takes back the last steps of the answer, at most `count`.
    ///
    /// # Errors
    /// As [`Game::place`].
    pub fn back(&mut self, count: usize) -> Result<Walked, Lost> {
        let (at, all) = self.place()?;
        let back = self.undo(count.min(at));
        let steps = self.answer().map_or_else(Vec::new, |answer| answer.steps[at - back..at].to_vec());
        Ok(Walked { steps, done: at - back, all })
    }
}
