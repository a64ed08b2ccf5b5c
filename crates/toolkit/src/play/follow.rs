//! An answer that is followed one instruction at a time, forward and back, from any of them.

use lurd_puzzle::puzzle::{Instruction, Instructions, Place, Position, Puzzle};

use super::history::{History, RefusedStep};

/// An answer as instructions, and the position that was looked at last.
pub struct Follow {
    instructions: Instructions,
    /// The number of steps of the answer before each instruction, and after the last.
    begins: Vec<usize>,
    /// All steps of the answer, done or undone.
    history: History,
}

/// One instruction with the boards around it.
pub struct FollowStep {
    /// The number of the instruction, from 1.
    pub number: usize,
    /// What to press, what to hold, and what that does.
    pub instruction: Instruction,
    pub before: Placed,
    pub after: Placed,
    /// The number of instructions after this one.
    pub remaining: usize,
    /// The instruction after this one.
    pub next: Option<Instruction>,
}

/// A position, with what is lit in it.
pub struct Placed {
    pub position: Box<dyn Position>,
    /// The cell of the cursor (the lit row and column), if there is one.
    pub cursor: Option<Place>,
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
        let mut begins = vec![0];
        for instruction in &instructions.list {
            begins.push(begins[begins.len() - 1] + instruction.steps);
        }
        Ok(Self { instructions, begins, history })
    }

    pub fn instructions(&self) -> &Instructions {
        &self.instructions
    }

    /// The number of instructions.
    #[expect(clippy::len_without_is_empty, reason = "an answer without presses is followed like any other")]
    pub fn len(&self) -> usize {
        self.instructions.list.len()
    }

    /// The instruction at `index`, from 0; `None` after the last.
    pub fn step(&mut self, index: usize) -> Option<FollowStep> {
        let instruction = self.instructions.list.get(index)?.clone();
        Some(FollowStep {
            number: index + 1,
            before: self.placed(index),
            after: self.placed(index + 1),
            remaining: self.len() - index - 1,
            next: self.instructions.list.get(index + 1).cloned(),
            instruction,
        })
    }

    /// The position before the instruction at `index`, and after the last one.
    pub fn placed(&mut self, index: usize) -> Placed {
        let index = index.min(self.len());
        let (wanted, now) = (self.begins[index], self.history.done().len());
        if wanted < now {
            self.history.undo(now - wanted);
        } else {
            self.history.redo(wanted - now);
        }
        let list = &self.instructions.list;
        let (cursor, state) = match index.checked_sub(1).map(|last| &list[last]) {
            Some(done) => (done.cursor, done.state.clone()),
            None => (self.instructions.cursor, self.instructions.state.clone()),
        };
        Placed { position: self.history.position().boxed(), cursor, state }
    }
}

#[cfg(test)]
mod tests;
