//! Replays answers by the plain rules, without any search.
//!
//! Every answer that the user sees has passed [`replay`], which reads the text that is printed.

use std::{fmt, ops::Range};

use crate::puzzle::{IllegalStep, Metric, Misread, Position, Puzzle};

/// A replayed solution.
pub struct Replay {
    /// The steps in canonical spelling.
    pub steps: Vec<String>,
    /// The steps as one text.
    pub solution: String,
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// The final position.
    pub end: Box<dyn Position>,
}

impl Replay {
    /// The value of a metric.
    #[must_use]
    pub fn metric(&self, name: &str) -> Option<u64> {
        self.metrics.iter().find(|metric| metric.name == name).map(|metric| metric.value)
    }
}

/// Why a text is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read as steps.
    Misread(Misread),
    /// A step is against the rules.
    Step {
        /// The number of the step, from 1.
        step: usize,
        /// The step as written.
        word: String,
        /// The bytes of the text.
        place: Range<usize>,
        /// Why it is refused.
        reason: IllegalStep,
    },
    /// All steps are legal, but the puzzle is not solved after the last one.
    Unfinished {
        /// The number of steps.
        steps: usize,
    },
    /// It is none, but would be one if it was read in another way.
    Otherwise {
        /// Why it is none.
        refusal: Box<Self>,
        /// How it would be read: `counted from 1`.
        how: &'static str,
    },
}

impl Refusal {
    /// The number of the step that was refused.
    #[must_use]
    pub fn step(&self) -> Option<usize> {
        match self {
            Self::Step { step, .. } => Some(*step),
            Self::Otherwise { refusal, .. } => refusal.step(),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misread(misread) => f.write_str(&misread.message),
            Self::Step { step, word, reason, .. } => write!(f, "step {step} '{word}': {reason}"),
            Self::Unfinished { steps: 0 } => f.write_str("no steps, and the puzzle is not solved yet"),
            Self::Unfinished { steps: 1 } => f.write_str("not solved after its only step"),
            Self::Unfinished { steps } => write!(f, "not solved after all {steps} steps"),
            Self::Otherwise { refusal, how } => write!(f, "{refusal}; {how} it is a solution"),
        }
    }
}

/// Carries out `text` from the start of `puzzle`, whether or not that solves it.
///
/// # Errors
/// [`Refusal::Misread`] or [`Refusal::Step`], for the first step that cannot be read or is illegal.
pub fn play(puzzle: &dyn Puzzle, text: &str) -> Result<Replay, Refusal> {
    let mut position = puzzle.start();
    let mut steps = Vec::new();
    for step in puzzle.read_steps(text).map_err(Refusal::Misread)? {
        let (number, done) = (steps.len() + 1, position.apply(&step.word));
        let refused = |reason| Refusal::Step { step: number, word: step.word, place: step.place, reason };
        steps.push(done.map_err(refused)?);
    }
    Ok(Replay { solution: puzzle.join_steps(&steps), metrics: puzzle.metrics(&steps), steps, end: position })
}

/// Carries out `text` and checks that the puzzle is solved at the end.
///
/// # Errors
/// See [`Refusal`].
pub fn replay(puzzle: &dyn Puzzle, text: &str) -> Result<Replay, Refusal> {
    let solves = |text: &str| {
        let replay = play(puzzle, text)?;
        if replay.end.is_solved() { Ok(replay) } else { Err(Refusal::Unfinished { steps: replay.steps.len() }) }
    };
    solves(text).map_err(|refusal| match puzzle.steps_otherwise(text) {
        Some((how, steps)) if solves(&steps).is_ok() => Refusal::Otherwise { refusal: Box::new(refusal), how },
        _ => refusal,
    })
}
