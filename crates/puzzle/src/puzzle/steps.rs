//! Solutions as text: steps, metrics, button presses, and instructions for the player.

use std::{borrow::Cow, fmt, ops::Range};

use super::cells::Coordinates;

/// A part of a solution's text that is not a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The bytes of the text.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for Misread {}

/// One step of a solution's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The step as a short word: `R`, `left 0`.
    pub word: String,
    /// The bytes of the text it was read from.
    pub place: Range<usize>,
}

/// One metric of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The name in JSON: `pushes`.
    pub name: &'static str,
    /// The value.
    pub value: u64,
}

/// The button presses that carry out a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buttons {
    /// The name of the gamepad layout, and whether it is an assumption.
    pub profile: Cow<'static, str>,
    /// The presses, one name each.
    pub presses: Vec<String>,
    /// What the player has to know about the layout, if anything: its initial state, and what is held.
    pub begins: Option<String>,
}

/// A button in the picture of a pad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PadButton {
    /// The name, as in [`Instruction::held`] and [`Instruction::presses`].
    pub name: String,
    /// The row and column in the picture.
    pub at: Coordinates,
    /// The person or hand that presses it, if the layout names one.
    pub hand: Option<String>,
}

/// One instruction: a press of a button, or a push with the walk to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// The number of steps of the answer that it carries out; 0 if it only moves the cursor.
    pub steps: usize,
    /// The buttons to hold meanwhile.
    pub held: Vec<String>,
    /// The buttons to press, one after the other.
    pub presses: Vec<String>,
    /// What to do, in words: `hold A, press Left`.
    pub action: String,
    /// The effect, in words: `row 3 shifts left`; may be empty.
    pub effect: String,
    /// The cell of the cursor afterwards (the lit row and column), if there is one.
    pub cursor: Option<Coordinates>,
    /// The cursor afterwards, in words: `row 3 and column 0 are lit`; may be empty.
    pub state: String,
    /// The cell of the first board to which a piece has moved, to be highlighted afterwards.
    pub moved_to: Option<Coordinates>,
}

/// An answer as instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instructions {
    /// The plural noun for the instructions: `presses`.
    pub unit: &'static str,
    /// The instructions, in order.
    pub list: Vec<Instruction>,
    /// The cell of the cursor before the first.
    pub cursor: Option<Coordinates>,
    /// The cursor before the first, in words; may be empty.
    pub state: String,
    /// The buttons of the pad, for a picture; empty if none is to be drawn.
    pub pad: Vec<PadButton>,
    /// The name of the layout of the pad, and whether it is an assumption; may be empty.
    pub layout: String,
}

impl Instruction {
    /// A press of one button, alone or while others are held.
    #[must_use]
    pub fn press(held: Vec<String>, button: String) -> Self {
        let before = if held.is_empty() { String::new() } else { format!("hold {}, press ", held.join(" and ")) };
        let action = before + &button;
        Self { held, presses: vec![button], action, ..Self::default() }
    }
}

impl Instructions {
    /// Each step as an instruction of its own, in the words of `describe`.
    pub fn step_by_step(steps: &[String], describe: impl Fn(&String) -> String) -> Self {
        let instruction = |step| Instruction { steps: 1, action: describe(step), ..Instruction::default() };
        Self { unit: "steps", list: steps.iter().map(instruction).collect(), ..Self::default() }
    }
}
