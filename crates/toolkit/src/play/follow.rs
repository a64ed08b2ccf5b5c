//! An answer that is followed one instruction at a time, forward and back, from any of them.

use lurd_puzzle::puzzle::{Coordinates, Instructions, Position, Puzzle};

use super::history::{History, RefusedStep};

/// An answer as instructions, and the position that was looked at last.
pub struct Follow {
    instructions: Instructions,
    /// All steps of the answer, done or undone.
    history: History,
}

/// A position, with what is lit in it.
pub struct Placed {
    pub position: Box<dyn Position>,
    /// The cell of the cursor (the lit row and column), if there is one.
    pub cursor: Option<Coordinates>,
    /// The cursor in words; may be empty.
    pub state: String,
}

impl Follow {
    /// Begins at the start of `puzzle`, which `steps` solve.
    ///
    /// # Errors
    /// The first step that the rules refuse.
    pub fn new(puzzle: &dyn Puzzle, steps: &[String]) -> Result<Self, RefusedStep> {
        let mut history = History::new(puzzle);
        history.act(steps.iter().map(String::as_str))?;
        let mut instructions = puzzle.instructions(steps);
        if instructions.list.iter().map(|it| it.steps).sum::<usize>() != steps.len() {
            // A plug-in that miscounts gets what others get by default.
            instructions = Instructions::step_by_step(steps, |step| puzzle.describe(std::slice::from_ref(step)));
        }
        Ok(Self { instructions, history })
    }

    pub fn instructions(&self) -> &Instructions {
        &self.instructions
    }

    /// The number of instructions.
    #[expect(clippy::len_without_is_empty, reason = "an answer without presses is followed like any other")]
    pub fn len(&self) -> usize {
        self.instructions.list.len()
    }

    /// The position before the instruction at `index`, and after the last one.
    pub fn placed(&mut self, index: usize) -> Placed {
        let index = index.min(self.len());
        let done = &self.instructions.list[..index];
        let (wanted, now) = (done.iter().map(|it| it.steps).sum::<usize>(), self.history.done().len());
        if wanted < now {
            self.history.undo(now - wanted);
        } else {
            self.history.redo(wanted - now);
        }
        let (cursor, state) = match done.last() {
            Some(last) => (last.cursor, last.state.clone()),
            None => (self.instructions.cursor, self.instructions.state.clone()),
        };
        Placed { position: self.history.position().boxed(), cursor, state }
    }
}

#[cfg(test)]
mod tests {
    //! Answers of both plug-ins and of a puzzle from outside, followed to and fro.

    use lurd_puzzle::catalog::{Catalog, Typed};
    use lurd_puzzle::puzzle::StepText;

    use super::*;
    use crate::test_puzzle::test_puzzle;

    fn follow(reference: &str, solution: &str) -> Follow {
        let catalog: Catalog = crate::test_puzzle::builtin();
        let puzzle = catalog.resolve(&Typed::argument(reference)).expect("a puzzle").remove(0).puzzle;
        let puzzle = puzzle.expect("a puzzle");
        Follow::new(puzzle.as_ref(), &StepText::words(puzzle.as_ref(), solution)).expect("steps")
    }

    const MISSILE_4: &str = "left 0, right 2, down 1, up 3, left 2, left 0, up 2, down 1";

    #[test]
    fn each_press_has_its_boards() {
        let mut follow = follow("missile/4", MISSILE_4);
        assert_eq!(follow.len(), 17);
        let actions = [3, 4].map(|index| follow.instructions().list[index].action.clone());
        assert_eq!(actions, ["hold A, press Right", "Right"]);
        let [one, two, three, four] = [1, 2, 3, 4].map(|index| follow.placed(index));
        assert_eq!(three.cursor, Some(Coordinates::new(2, 0)));
        assert_ne!(three.position.picture(), four.position.picture());
        assert_eq!(one.position.picture(), two.position.picture(), "only the lit row moves");
        assert_eq!(
            (one.state.as_str(), two.state.as_str()),
            ("row 0 and column 0 are lit", "row 1 and column 0 are lit")
        );
    }

    #[test]
    fn every_board_is_the_same_on_any_way_to_it() {
        for (reference, solution) in [("missile/4", MISSILE_4), ("primer/4", "rUluRddR"), ("primer/4", "")] {
            let mut forward = follow(reference, solution);
            let all: Vec<_> = (0..=forward.len()).map(|index| forward.placed(index).position.picture()).collect();
            let mut other = follow(reference, solution);
            for jump in [5, 0, 3, 99, 2, 1, 7, 6] {
                let index = jump.min(other.len());
                assert_eq!(other.placed(jump).position.picture(), all[index], "{reference} {jump}");
            }
            assert_eq!(forward.placed(99).position.is_solved(), !solution.is_empty());
        }
    }

    #[test]
    fn a_puzzle_from_outside_goes_step_by_step() {
        let puzzle = test_puzzle("1 -> 10");
        let mut follow = Follow::new(&puzzle, &["*", "+", "*"].map(str::to_owned)).expect("steps");
        assert_eq!((follow.instructions().list[1].action.as_str(), follow.len()), ("+", 3));
        assert_eq!([1, 2].map(|index| follow.placed(index).position.picture()), ["2", "5"]);
        assert!(Follow::new(&puzzle, &["*", "*", "*", "*"].map(str::to_owned)).is_err());
    }
}
