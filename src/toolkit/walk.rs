//! Answers at the prompt: the session remembers those of its puzzle, and where one stands on them is told by
//! the position.

use super::play::KnownAnswers;
use super::session::Session;
use super::solve::{Run, Verified};
use crate::puzzle::Objective;

pub use super::play::{Lost, Onward, Walked};

impl Session {
    /// Remembers the answer of a search from the current position, if it has one. A known answer that is at least as
    /// good from here stays.
    pub fn remember(&mut self, run: &Run) {
        if let (Some(answer), Some(objective)) = (run.verified(), run.objective) {
            self.add_answer(answer, objective);
        }
    }

    /// The last answer for the current puzzle that was asked for or walked.
    #[must_use]
    pub fn answer(&self) -> Option<&Verified> {
        self.known()?.answer()
    }

    /// The best known answer from the current position for an objective; it is the one to walk from now on.
    pub fn onward(&mut self, objective: &Objective) -> Option<Onward> {
        self.follow(objective).ok()
    }

    /// Follows the best known answer for the objective of the last.
    fn follow_last(&mut self) -> Result<Onward, Lost> {
        let objective = self.known().and_then(KnownAnswers::objective).ok_or(Lost::NoAnswer)?;
        self.follow(&objective)
    }

    /// How many steps of the answer are done, and how many there are.
    ///
    /// # Errors
    /// There is no answer, or one stands elsewhere.
    pub fn place(&self) -> Result<(usize, usize), Lost> {
        let (Some(known), Some(here)) = (self.known(), self.whereabouts()) else {
            return Err(Lost::NoAnswer);
        };
        known.place(here.here())
    }

    /// Carries out the next steps of the best known answer, at most `count`.
    ///
    /// # Errors
    /// As [`Session::place`].
    pub fn step(&mut self, count: usize) -> Result<Walked, Lost> {
        let Onward { done, all, rest, .. } = self.follow_last()?;
        let to = done.saturating_add(count).min(all);
        let steps = rest.steps[..to - done].to_vec();
        for step in &steps {
            // It was replayed when it was found; a refusal would be a bug and leaves the walk where
            // it is.
            self.act_along(step).map_err(|_| Lost::Elsewhere)?;
        }
        Ok(Walked { steps, done: to, all })
    }

    /// Takes back the last steps of the answer, at most `count`.
    ///
    /// # Errors
    /// As [`Session::place`].
    pub fn back(&mut self, count: usize) -> Result<Walked, Lost> {
        let (at, all) = match self.place() {
            Ok(place) => place,
            Err(_) => self.follow_last().map(|onward| (onward.done, onward.all))?,
        };
        let done = self.words();
        let way = self.known().map_or(0, |known| known.back_from(at, &done));
        if way == 0 && at > 0 {
            return Err(Lost::Elsewhere);
        }
        let back = self.undo(count.min(way));
        let steps = self.known().map_or_else(Vec::new, |known| known.steps(at)[at - back..].to_vec());
        Ok(Walked { steps, done: at - back, all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Cancel;
    use crate::catalog::{Catalog, Typed};
    use crate::toolkit::settings::Search;
    use crate::toolkit::solve::solve;
    use crate::toolkit::test_puzzle::TestCatalog;

    fn session() -> Session {
        let mut session = Session::default();
        let items =
            Catalog::default().with(TestCatalog).resolve(&Typed::argument("1 -> 37")).expect("readable");
        for item in items {
            assert!(session.load(item).is_ok());
        }
        session
    }

    fn solved(session: &mut Session) {
        let here = session.here().expect("a puzzle");
        let run = solve(here.puzzle.as_ref(), &Search::default(), &Cancel::default(), &mut ());
        session.remember(&run);
        assert!(run.verified().is_some());
    }

    #[test]
    fn there_and_back_again() {
        let mut session = session();
        assert_eq!(session.step(1), Err(Lost::NoAnswer));
        solved(&mut session);
        assert_eq!(session.place(), Ok((0, 6)));
        assert_eq!(session.step(2).map(|walked| (walked.steps.len(), walked.done)), Ok((2, 2)));
        assert_eq!(session.back(1).map(|walked| (walked.steps.len(), walked.done)), Ok((1, 1)));
        assert_eq!(session.step(usize::MAX).map(|walked| walked.done), Ok(6));
        assert!(session.position().is_some_and(crate::puzzle::Position::is_solved));
        assert_eq!(session.step(1).map(|walked| walked.steps), Ok(Vec::new()));
        assert_eq!(session.back(usize::MAX).map(|walked| walked.done), Ok(0));
        assert_eq!(session.back(1).map(|walked| walked.steps.len()), Ok(0), "not before the answer");
    }

    #[test]
    fn whoever_goes_elsewhere_is_told() {
        let mut session = session();
        session.act("+").expect("a step");
        solved(&mut session);
        let first = session.answer().expect("remembered").steps[0].clone();
        session.act(if first == "*" { "+" } else { "*" }).expect("a step");
        assert_eq!(session.step(1), Err(Lost::Elsewhere));
        session.undo(1);
        assert_eq!(session.place().map(|(done, _)| done), Ok(0));
        session.undo(1);
        assert_eq!(session.place(), Err(Lost::Elsewhere), "before the answer begins");
        session.act("*").expect("a step");
        assert_eq!(session.place(), Err(Lost::Elsewhere), "as many steps, to another place");
    }
}
