//! An answer that is followed: press by press where there is a gamepad, otherwise move by move.

use lurd_puzzle::puzzle::{Controls, Instruction, Instructions, Position, Puzzle};
use lurd_report as report;
use lurd_toolkit::play::{
    Follow,
    keys::{FollowAction, follow_action},
};
use serde_json::{Value, json};

use crate::boards::{self, Pointed};
use crate::inputs::pressed;

/// An answer, and how far it has been followed.
pub(crate) struct Following {
    way: Way,
    pub(crate) done: usize,
    /// The text of the solution.
    pub(crate) solution: String,
    pub(crate) title: String,
    pub(crate) puzzle: Box<dyn Puzzle>,
    pub(crate) steps: Vec<String>,
}

/// How an answer is cut into parts.
enum Way {
    /// Presses of a gamepad.
    Presses(Box<Follow>),
    /// The steps themselves, with the position after so many of them.
    Steps { position: Box<dyn Position>, at: usize },
}

impl Following {
    /// Begins at the start of `puzzle`.
    pub(crate) fn new(puzzle: Box<dyn Puzzle>, steps: Vec<String>, title: String) -> Result<Self, String> {
        let has_pad = puzzle.instructions(&steps).cursor.is_some();
        let way = if has_pad {
            let follow = Follow::new(puzzle.as_ref(), &steps).map_err(|refused| refused.reason.to_string())?;
            Way::Presses(Box::new(follow))
        } else {
            let mut position = puzzle.start();
            for step in &steps {
                position.apply(step).map_err(|error| error.to_string())?;
            }
            Way::Steps { position: puzzle.start(), at: 0 }
        };
        let solution = puzzle.join_steps(&steps);
        Ok(Self { way, done: 0, solution, title, puzzle, steps })
    }

    pub(crate) fn len(&self) -> usize {
        match &self.way {
            Way::Presses(follow) => follow.len(),
            Way::Steps { .. } => self.steps.len(),
        }
    }

    /// Goes to where so many parts have been carried out.
    pub(crate) fn go_to(&mut self, done: usize) {
        self.done = done.min(self.len());
        let wanted = self.done;
        if let Way::Steps { position, at } = &mut self.way {
            if wanted < *at {
                (*position, *at) = (self.puzzle.start(), 0);
            }
            for step in &self.steps[*at..wanted] {
                // All steps were applied before.
                let _ = position.apply(step);
            }
            *at = wanted;
        }
    }

    /// What the browser does with a key: `auto`, `faster`, `slower`, `leave`, `help`; nothing if the key moved the view.
    pub(crate) fn key(&mut self, name: &str, shift: bool, control: bool, alt: bool) -> Option<&'static str> {
        let action = pressed(name, shift, control, alt).and_then(follow_action);
        match action? {
            FollowAction::Next => self.go_to(self.done + 1),
            FollowAction::Back => self.go_to(self.done.saturating_sub(1)),
            FollowAction::First => self.go_to(0),
            FollowAction::End => self.go_to(usize::MAX),
            FollowAction::Auto => return Some("auto"),
            FollowAction::Faster => return Some("faster"),
            FollowAction::Slower => return Some("slower"),
            FollowAction::Help => return Some("keys"),
            FollowAction::Leave => return Some("leave"),
            FollowAction::GoTo(_) | FollowAction::Zoom(_) | FollowAction::OtherBoard | FollowAction::ViewAll => {
                return None;
            }
        }
        Some("moved")
    }

    /// The view of it.
    pub(crate) fn state(&mut self) -> Value {
        let (done, len) = (self.done, self.len());
        let (position, lit, instructions) = match &mut self.way {
            Way::Presses(follow) => {
                let placed = follow.placed(done);
                (placed.position, placed.cursor, follow.instructions().clone())
            }
            Way::Steps { position, .. } => {
                (position.boxed(), None, Instructions { unit: "moves", ..Instructions::default() })
            }
        };
        let words = |index: usize| match instructions.list.get(index) {
            Some(instruction) => report::instruction_words(instruction),
            None => {
                self.steps.get(index).map_or_else(String::new, |step| self.puzzle.describe(std::slice::from_ref(step)))
            }
        };
        let next = instructions.list.get(done);
        let last = done.checked_sub(1).and_then(|last| instructions.list.get(last));
        let moved = last.and_then(|instruction| instruction.moved_to);
        let boards = match position.controls() {
            Some(controls) => boards::of_controls(controls, Pointed { lit, moved, ..Pointed::default() }),
            None => Value::Array(Vec::new()),
        };
        json!({
            "boards": boards,
            "picture": position.picture(),
            "pad": pad(&instructions, next),
            "layout": instructions.layout,
            "done": done,
            "of": len,
            "unit": instructions.unit,
            "last": if done == 0 { String::new() } else { words(done - 1) },
            "next": if done < len { words(done) } else { String::new() },
            "solved": position.is_solved(),
            "cursor": position.controls().and_then(Controls::cursor).and(lit).map(boards::coordinates),
            "solution": self.solution,
            "title": self.title,
        })
    }

    /// All parts in words.
    pub(crate) fn text(&self) -> String {
        match &self.way {
            Way::Presses(_) => report::follow_text(self.puzzle.as_ref(), &self.steps),
            Way::Steps { .. } => self.solution.clone(),
        }
    }
}

/// The buttons of the pad, with those that are to be held and pressed next.
fn pad(instructions: &Instructions, next: Option<&Instruction>) -> Value {
    let is_in = |names: fn(&Instruction) -> &Vec<String>, name: &String| {
        next.is_some_and(|instruction| names(instruction).contains(name))
    };
    let button = |button: &lurd_puzzle::puzzle::PadButton| {
        json!({
            "name": button.name,
            "row": button.at.row,
            "column": button.at.column,
            "hand": button.hand,
            "held": is_in(|instruction| &instruction.held, &button.name),
            "pressed": is_in(|instruction| &instruction.presses, &button.name),
        })
    };
    instructions.pad.iter().map(button).collect()
}
