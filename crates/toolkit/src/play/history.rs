//! The undo history of a game: steps done and steps that can be redone, without limit.
//!
//! Positions are stored only every [`STRIDE`] steps; undo copies the last stored one and replays the steps
//! after it. A game of a hundred thousand steps thus costs little more memory than the texts of its steps.

use lurd_puzzle::puzzle::{IllegalStep, Position, Puzzle};

/// Steps between two stored positions.
const STRIDE: usize = 64;

/// The steps of a game, done and undone.
pub struct History {
    position: Box<dyn Position>,
    place: Bookmark,
    /// The positions after 0, [`STRIDE`], 2 * [`STRIDE`], .. steps.
    checkpoints: Vec<Box<dyn Position>>,
}

/// A place in the history of a game that the game can return to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bookmark {
    done: Vec<String>,
    /// The next step to redo is last.
    undone: Vec<String>,
    /// The numbers of steps after which an action of the player ended, including undone ones.
    action_ends: Vec<usize>,
    /// The index of the first step taken from an answer.
    first_aided: Option<usize>,
}

/// A step that the rules refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedStep {
    /// The index of the step among those that were to be carried out.
    pub index: usize,
    /// Why, in the words of the puzzle.
    pub reason: IllegalStep,
}

impl Bookmark {
    /// Creates a bookmark after `steps`, each an action of its own.
    #[cfg(test)]
    pub(super) fn after(steps: Vec<String>) -> Self {
        Self { action_ends: (0..=steps.len()).collect(), done: steps, ..Self::default() }
    }

    /// The steps that lead there from the start.
    pub fn steps(&self) -> &[String] {
        &self.done
    }
}

impl History {
    /// Creates the history of a game at the start of `puzzle`.
    pub fn new(puzzle: &dyn Puzzle) -> Self {
        let start = puzzle.start();
        Self {
            position: start.boxed(),
            place: Bookmark { action_ends: vec![0], ..Bookmark::default() },
            checkpoints: vec![start],
        }
    }

    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    pub fn done(&self) -> &[String] {
        &self.place.done
    }

    /// The steps that can be redone, the next one first.
    pub fn to_redo(&self) -> impl Iterator<Item = &String> {
        self.place.undone.iter().rev()
    }

    /// The number of steps that can be redone.
    pub fn undone(&self) -> usize {
        self.place.undone.len()
    }

    /// Carries out `steps` as one action, all of them or none, and returns their number.
    pub fn act<'s>(&mut self, steps: impl IntoIterator<Item = &'s str>) -> Result<usize, RefusedStep> {
        let mut position = self.position.boxed();
        let mut done = Vec::new();
        let mut checkpoints = Vec::new();
        for (index, step) in steps.into_iter().enumerate() {
            done.push(position.apply(step).map_err(|reason| RefusedStep { index, reason })?);
            if (self.place.done.len() + done.len()).is_multiple_of(STRIDE) {
                checkpoints.push(position.boxed());
            }
        }
        if done.is_empty() {
            return Ok(0);
        }
        self.place.action_ends.retain(|&end| end < self.place.done.len());
        self.place.first_aided = self.place.first_aided.filter(|&first| first < self.place.done.len());
        self.place.action_ends.push(self.place.done.len());
        let count = done.len();
        self.position = position;
        self.place.done.extend(done);
        self.checkpoints.extend(checkpoints);
        self.place.undone.clear();
        self.place.action_ends.push(self.place.done.len());
        Ok(count)
    }

    /// Carries out steps of an answer; from there on the game is no longer the player's own.
    pub fn act_along<'s>(&mut self, steps: impl IntoIterator<Item = &'s str>) -> Result<usize, RefusedStep> {
        let first = self.place.done.len();
        let count = self.act(steps)?;
        if count > 0 {
            self.place.first_aided.get_or_insert(first);
        }
        Ok(count)
    }

    /// The index of the first step, done or undone, that was taken from an answer.
    pub fn first_aided(&self) -> Option<usize> {
        self.place.first_aided
    }

    /// Whether the player chose all steps that are done.
    pub fn is_own(&self) -> bool {
        self.place.first_aided.is_none_or(|first| first >= self.place.done.len())
    }

    /// Continues a game that was left after the steps `done`, where `undone` could be redone. Each step is
    /// an action of its own. On an error nothing is done.
    pub fn resume(
        &mut self,
        done: &[String],
        undone: &[String],
        first_aided: Option<usize>,
    ) -> Result<(), RefusedStep> {
        self.act(done.iter().chain(undone).map(String::as_str))?;
        self.place.action_ends = (0..=self.place.done.len()).collect();
        self.undo(undone.len());
        self.place.first_aided = first_aided;
        Ok(())
    }

    /// Undoes at most `count` steps and returns how many were undone.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.place.done.len());
        let remaining = self.place.done.len() - count;
        self.place.undone.extend(self.place.done.drain(remaining..).rev());
        self.checkpoints.truncate(remaining / STRIDE + 1);
        if count > 0 {
            self.position = self.checkpoints[remaining / STRIDE].boxed();
            replay(self.position.as_mut(), &self.place.done[remaining - remaining % STRIDE..]);
        }
        count
    }

    /// Redoes at most `count` steps and returns how many were redone.
    pub fn redo(&mut self, count: usize) -> usize {
        let count = count.min(self.place.undone.len());
        for _ in 0..count {
            let Some(step) = self.place.undone.pop() else { break };
            replay(self.position.as_mut(), std::slice::from_ref(&step));
            self.place.done.push(step);
            if self.place.done.len().is_multiple_of(STRIDE) {
                self.checkpoints.push(self.position.boxed());
            }
        }
        count
    }

    /// Undoes the last action, which may be many steps, and returns the number of its steps.
    pub fn undo_action(&mut self) -> usize {
        let now = self.place.done.len();
        let before = self.place.action_ends.iter().rev().find(|&&end| end < now).copied().unwrap_or(0);
        self.undo(now - before)
    }

    /// Redoes the action that was undone last and returns the number of its steps.
    pub fn redo_action(&mut self) -> usize {
        let now = self.place.done.len();
        let all = now + self.place.undone.len();
        let after = self.place.action_ends.iter().find(|&&end| end > now).copied().unwrap_or(all);
        self.redo(after.min(all) - now)
    }

    /// A bookmark of the current place.
    pub fn bookmark(&self) -> Bookmark {
        self.place.clone()
    }

    /// Returns to a bookmark of this game.
    pub fn return_to(&mut self, bookmark: &Bookmark) {
        let common = self.place.done.iter().zip(&bookmark.done).take_while(|(one, two)| one == two).count();
        self.undo(self.place.done.len() - common);
        self.place.undone = bookmark.done[common..].iter().rev().cloned().collect();
        self.redo(bookmark.done.len() - common);
        self.place.undone.clone_from(&bookmark.undone);
        self.place.action_ends.clone_from(&bookmark.action_ends);
        self.place.first_aided = bookmark.first_aided;
    }
}

/// Applies steps that were carried out before.
fn replay(position: &mut dyn Position, steps: &[String]) {
    for step in steps {
        let done = position.apply(step);
        debug_assert!(done.is_ok(), "{step} was done before");
    }
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::Plugin;
    use lurd_sokoban::Sokoban;

    use super::*;

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
        assert_eq!(
            history.act(["d", "d"]),
            Err(RefusedStep { index: 1, reason: "a wall at row 5 column 5".into() }),
            "all or none"
        );
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
        history.resume(&words("rrd"), &words("rr"), None).expect("steps");
        assert_eq!((history.done().concat(), history.undone()), ("rrd".to_owned(), 2));
        assert_eq!((history.redo_action(), history.redo_action(), history.redo_action()), (1, 1, 0));
        assert_eq!((history.undo(2), history.undo_action(), history.undo_action()), (2, 1, 1));
        assert_eq!(history.done().concat(), "r");
    }

    #[test]
    fn a_bookmark_is_reached_from_anywhere() {
        let mut history = history();
        history.act(["r", "r", "d"]).expect("steps");
        history.undo(1);
        let (bookmark, picture) = (history.bookmark(), history.position().picture());
        history.undo(1);
        history.act(["l", "d", "d"]).expect("steps");
        let elsewhere = history.bookmark();
        history.return_to(&bookmark);
        assert_eq!((history.position().picture(), history.done().concat()), (picture, "rr".to_owned()));
        assert_eq!(history.redo(9), 1, "what was undone there can be done again");
        history.return_to(&elsewhere);
        assert_eq!(history.done().concat(), "rldd");
    }
}
