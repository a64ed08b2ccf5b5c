//! The steps of a game, done and undone, without end.
//!
//! A position is not kept for each step but for every so many: a step back is a copy of the last one
//! that was kept and a few steps from there. So a hundred thousand steps cost little more than their
//! words.

use crate::puzzle::{Position, Puzzle};

/// Steps between two positions that are kept.
const STRIDE: usize = 64;

/// The steps of a game.
pub struct History {
    now: Box<dyn Position>,
    done: Vec<String>,
    /// The next step last.
    undone: Vec<String>,
    /// The positions after 0, [`STRIDE`], 2 * [`STRIDE`], .. steps.
    kept: Vec<Box<dyn Position>>,
    /// The numbers of steps after which an action of the player ended, of the undone ones, too.
    ends: Vec<usize>,
    /// The first step that was taken from an answer, from 0.
    aided: Option<usize>,
}

/// A place on a trail that one can come back to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmark {
    done: Vec<String>,
    undone: Vec<String>,
    ends: Vec<usize>,
    aided: Option<usize>,
}

impl Bookmark {
    /// The place after these steps.
    #[must_use]
    pub fn after(steps: Vec<String>) -> Self {
        Self { ends: (0..=steps.len()).collect(), done: steps, ..Self::default() }
    }

    /// The steps that lead there.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        &self.done
    }
}

impl History {
    /// At the start of `puzzle`.
    #[must_use]
    pub fn new(puzzle: &dyn Puzzle) -> Self {
        let start = puzzle.start();
        let now = start.boxed();
        Self { now, done: Vec::new(), undone: Vec::new(), kept: vec![start], ends: vec![0], aided: None }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        self.now.as_ref()
    }

    /// The steps that are done.
    #[must_use]
    pub fn done(&self) -> &[String] {
        &self.done
    }

    /// The steps that may be done again, the next one first.
    pub fn to_redo(&self) -> impl Iterator<Item = &String> {
        self.undone.iter().rev()
    }

    /// How many steps may be done again.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Carries out `steps` as one action, all of them or none.
    ///
    /// # Errors
    /// The number of the first that the rules refuse, from 0, and their reason.
    pub fn act<'s>(&mut self, steps: impl IntoIterator<Item = &'s str>) -> Result<usize, (usize, String)> {
        let mut position = self.now.boxed();
        let mut words = Vec::new();
        let mut kept = Vec::new();
        for (index, step) in steps.into_iter().enumerate() {
            words.push(position.apply(step).map_err(|reason| (index, reason.into()))?);
            if (self.done.len() + words.len()).is_multiple_of(STRIDE) {
                kept.push(position.boxed());
            }
        }
        if words.is_empty() {
            return Ok(0);
        }
        self.ends.retain(|&end| end < self.done.len());
        self.aided = self.aided.filter(|&first| first < self.done.len());
        self.ends.push(self.done.len());
        let count = words.len();
        self.now = position;
        self.done.extend(words);
        self.kept.extend(kept);
        self.undone.clear();
        self.ends.push(self.done.len());
        Ok(count)
    }

    /// Carries out steps of an answer; the game is no longer the player's own from there on.
    ///
    /// # Errors
    /// As [`History::act`].
    pub fn act_along<'s>(
        &mut self,
        steps: impl IntoIterator<Item = &'s str>,
    ) -> Result<usize, (usize, String)> {
        let first = self.done.len();
        let count = self.act(steps)?;
        if count > 0 {
            self.aided.get_or_insert(first);
        }
        Ok(count)
    }

    /// The first step, from 0, that was taken from an answer, if one of those that are done or undone was.
    #[must_use]
    pub fn aided(&self) -> Option<usize> {
        self.aided
    }

    /// Says which step was the first that was taken from an answer.
    pub fn set_aided(&mut self, aided: Option<usize>) {
        self.aided = aided;
    }

    /// Whether the player chose all steps that are done.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.aided.is_none_or(|first| first >= self.done.len())
    }

    /// Goes on where another game was left: after the steps `done`, where `undone` can be done again.
    /// Each step is an action of its own.
    ///
    /// # Errors
    /// As [`History::act`]; nothing is done then.
    pub fn resume(&mut self, done: &[String], undone: &[String]) -> Result<(), (usize, String)> {
        self.act(done.iter().chain(undone).map(String::as_str))?;
        self.ends = (0..=self.done.len()).collect();
        self.undo(undone.len());
        Ok(())
    }

    /// Takes back up to `count` steps and says how many it were.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.done.len());
        let left = self.done.len() - count;
        for word in self.done.drain(left..).rev() {
            self.undone.push(word);
        }
        self.kept.truncate(left / STRIDE + 1);
        if count > 0 {
            self.now = self.kept[left / STRIDE].boxed();
            replay(self.now.as_mut(), &self.done[left - left % STRIDE..]);
        }
        count
    }

    /// Does again up to `count` steps and says how many it were.
    pub fn redo(&mut self, count: usize) -> usize {
        let count = count.min(self.undone.len());
        for _ in 0..count {
            let Some(word) = self.undone.pop() else { break };
            replay(self.now.as_mut(), std::slice::from_ref(&word));
            self.done.push(word);
            if self.done.len().is_multiple_of(STRIDE) {
                self.kept.push(self.now.boxed());
            }
        }
        count
    }

    /// Takes back the last action, which may be many steps.
    pub fn undo_action(&mut self) -> usize {
        let at = self.done.len();
        let before = self.ends.iter().rev().find(|&&end| end < at).copied().unwrap_or(0);
        self.undo(at - before)
    }

    /// Does again an action that was taken back.
    pub fn redo_action(&mut self) -> usize {
        let at = self.done.len();
        let all = at + self.undone.len();
        let after = self.ends.iter().find(|&&end| end > at).copied().unwrap_or(all);
        self.redo(after.min(all) - at)
    }

    /// Where one is.
    #[must_use]
    pub fn spot(&self) -> Bookmark {
        Bookmark {
            done: self.done.clone(),
            undone: self.undone.clone(),
            ends: self.ends.clone(),
            aided: self.aided,
        }
    }

    /// Goes to a spot of this game.
    pub fn return_to(&mut self, spot: &Bookmark) {
        let common = self.done.iter().zip(&spot.done).take_while(|(one, two)| one == two).count();
        self.undo(self.done.len() - common);
        self.undone = spot.done[common..].iter().rev().cloned().collect();
        self.redo(spot.done.len() - common);
        self.undone.clone_from(&spot.undone);
        self.ends.clone_from(&spot.ends);
        self.aided = spot.aided;
    }
}

/// Steps that were done before can be done again.
fn replay(position: &mut dyn Position, steps: &[String]) {
    for step in steps {
        let done = position.apply(step);
        debug_assert!(done.is_ok(), "{step} was done before");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Plugin;
    use crate::sokoban::Sokoban;

    const HALL: &str = "#########|#@      #|# $    .#|#       #|#########";

    fn history() -> History {
        let puzzle = Sokoban.read(HALL).expect("a text").remove(0).puzzle.expect("a level");
        History::new(puzzle.as_ref())
    }

    #[test]
    fn undo_and_redo_without_end() {
        let mut history = history();
        let mut pictures = vec![history.position().picture()];
        for step in "rl".repeat(200).chars().chain("dru".chars()) {
            history.act([step.to_string().as_str()]).expect("a step");
            pictures.push(history.position().picture());
        }
        let all = history.done().len();
        assert_eq!(all, 403);
        for (undo, redo) in [(1, 1), (403, 403), (64, 63), (1, 2), (130, 0), (7, 7), (0, 999)] {
            history.undo(undo);
            assert_eq!(history.position().picture(), pictures[history.done().len()]);
            history.redo(redo);
            assert_eq!(history.position().picture(), pictures[history.done().len()]);
            assert_eq!(history.done().len() + history.undone(), all);
        }
        assert_eq!(history.undo(usize::MAX), 403);
        assert_eq!((history.undo(1), history.redo(usize::MAX), history.redo(1)), (0, 403, 0));
    }

    #[test]
    fn actions_of_many_steps_go_back_as_one() {
        let mut history = history();
        history.act(["r", "r", "r"]).expect("steps");
        history.act(["d"]).expect("a step");
        assert_eq!(history.act(["d", "d"]), Err((1, "a wall at row 5 column 5".to_owned())), "all or none");
        assert_eq!(history.done().len(), 4);
        assert_eq!((history.undo_action(), history.undo_action(), history.undo_action()), (1, 3, 0));
        assert_eq!((history.redo_action(), history.redo_action(), history.redo_action()), (3, 1, 0));
        history.undo(2);
        assert_eq!(history.undo_action(), 2, "the rest of an action");
        history.act(["r"]).expect("a step");
        assert_eq!((history.undone(), history.undo_action()), (0, 1));
    }

    #[test]
    fn a_game_that_goes_on_goes_back_step_by_step() {
        let mut history = history();
        let words = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        history.resume(&words("rrd"), &words("rr")).expect("steps");
        assert_eq!((history.done().concat(), history.undone()), ("rrd".to_owned(), 2));
        assert_eq!((history.redo_action(), history.redo_action(), history.redo_action()), (1, 1, 0));
        assert_eq!((history.undo(2), history.undo_action(), history.undo_action()), (2, 1, 1));
        assert_eq!(history.done().concat(), "r");
    }

    #[test]
    fn one_comes_back_to_a_spot_from_anywhere() {
        let mut history = history();
        history.act(["r", "r", "d"]).expect("steps");
        history.undo(1);
        let (spot, picture) = (history.spot(), history.position().picture());
        history.undo(1);
        history.act(["l", "d", "d"]).expect("steps");
        let elsewhere = history.spot();
        history.return_to(&spot);
        assert_eq!((history.position().picture(), history.done().concat()), (picture, "rr".to_owned()));
        assert_eq!(history.redo(9), 1, "what was undone there can be done again");
        history.return_to(&elsewhere);
        assert_eq!(history.done().concat(), "rldd");
    }
}
