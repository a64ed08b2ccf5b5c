//! An answer on the board, step by step: the session remembers the last one of its puzzle, and where
//! one stands on it is told by what has been carried out since.

use super::session::Session;
use super::solve::Verified;
use crate::verify::Refusal;

/// An answer and where it begins.
pub(super) struct Walk {
    /// Steps that had been carried out when it was found.
    pub(super) base: usize,
    pub(super) answer: Verified,
}

/// What a walk did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The steps that were made, or taken back.
    pub steps: Vec<String>,
    /// Steps of the answer that are done now.
    pub done: usize,
    /// All steps of the answer.
    pub all: usize,
}

/// Why nothing can be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// No answer is known.
    NoAnswer,
    /// Something else was carried out since.
    Elsewhere,
}

impl Session {
    /// Remembers the answer for the current position.
    pub fn remember(&mut self, answer: &Verified) {
        let base = self.words().len();
        self.set_walk(Walk { base, answer: answer.clone() });
    }

    /// The last answer for the current puzzle.
    #[must_use]
    pub fn answer(&self) -> Option<&Verified> {
        self.walk().map(|walk| &walk.answer)
    }

    /// How many steps of the answer are done, and how many there are.
    ///
    /// # Errors
    /// There is no answer, or one stands elsewhere.
    pub fn place(&self) -> Result<(usize, usize), Lost> {
        let walk = self.walk().ok_or(Lost::NoAnswer)?;
        let steps = &walk.answer.steps;
        let done = self.words();
        let since = done.get(walk.base..).ok_or(Lost::Elsewhere)?;
        let is_on_it = since.len() <= steps.len() && since.iter().zip(steps).all(|(one, two)| *one == two);
        if is_on_it { Ok((since.len(), steps.len())) } else { Err(Lost::Elsewhere) }
    }

    /// Carries out the next steps of the answer, at most `count`.
    ///
    /// # Errors
    /// As [`Session::place`].
    pub fn step(&mut self, count: usize) -> Result<Walked, Lost> {
        let (at, all) = self.place()?;
        let to = at.saturating_add(count).min(all);
        let steps = self.walk().map_or_else(Vec::new, |walk| walk.answer.steps[at..to].to_vec());
        for step in &steps {
            // It was replayed when it was found; a refusal would be a bug and leaves the walk where
            // it is.
            let done: Result<usize, Option<Refusal>> = self.act(step);
            done.map_err(|_| Lost::Elsewhere)?;
        }
        Ok(Walked { steps, done: to, all })
    }

    /// Takes back the last steps of the answer, at most `count`.
    ///
    /// # Errors
    /// As [`Session::place`].
    pub fn back(&mut self, count: usize) -> Result<Walked, Lost> {
        let (at, all) = self.place()?;
        let back = self.undo(count.min(at));
        let steps = self.walk().map_or_else(Vec::new, |walk| walk.answer.steps[at - back..at].to_vec());
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
    use crate::toolkit::toy::Toys;

    fn session() -> Session {
        let mut session = Session::default();
        let items = Catalog::default().with(Toys).resolve(&Typed::argument("1 -> 37")).expect("readable");
        for item in items {
            assert!(session.load(item).is_ok());
        }
        session
    }

    fn solved(session: &mut Session) {
        let here = session.here().expect("a puzzle");
        let run = solve(here.puzzle.as_ref(), &Search::default(), &Cancel::default(), &mut ());
        session.remember(run.verified().expect("solved"));
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
    }
}
