//! A game played by keys, a pointer or the words of a pad.

use super::error::PlayError;
use super::game::{Game, Moved};
use lurd_puzzle::puzzle::{Controls, InputResult, PadDirection, Place, Unreachable};

/// The largest repeat count after a direction.
const MAX_REPEAT: usize = 99_999;

impl Game {
    /// Reads directions such as `left` or `push right 3, up` where directions move the board themselves.
    pub(super) fn pad_steps(&self, text: &str) -> Option<Vec<String>> {
        let controls = self.position().controls().filter(|controls| controls.cursor().is_none())?;
        let mut steps: Vec<String> = Vec::new();
        let mut last: Option<Vec<String>> = None;
        for word in text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "push") {
            if let Some(direction) = PadDirection::of_word(word) {
                let pressed = controls.press(direction, false, self.cursor);
                steps.extend(pressed.steps.iter().cloned());
                last = Some(pressed.steps);
            } else {
                let step = last.take()?;
                let count = word.parse::<usize>().ok().filter(|it| (1..=MAX_REPEAT).contains(it))?;
                steps.extend(std::iter::repeat_n(step, count - 1).flatten());
            }
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// Presses a direction of the pad, alone or `held` together with the button.
    pub fn press(&mut self, direction: PadDirection, held: bool) -> Result<Moved, PlayError> {
        let cursor = self.cursor;
        self.control(|controls| Ok(controls.press(direction, held, cursor)))
    }

    /// Takes the shortest way to a cell.
    pub fn go(&mut self, to: Place) -> Result<Moved, PlayError> {
        self.control(|controls| controls.go(to))
    }

    /// Brings what is in one cell to another by the fewest steps.
    pub fn bring(&mut self, from: Place, to: Place) -> Result<Moved, PlayError> {
        self.control(|controls| controls.bring(from, to))
    }

    fn control(
        &mut self,
        input: impl FnOnce(&dyn Controls) -> Result<InputResult, Unreachable>,
    ) -> Result<Moved, PlayError> {
        let controls = self.position().controls().ok_or(PlayError::NoControls(self.puzzle().kind()))?;
        let result = input(controls).map_err(|reason| PlayError::Refused(reason.into()))?;
        let moved =
            self.perform(&result.steps).map_err(|refused| PlayError::Refused(refused.reason.into()))?;
        self.cursor = result.cursor;
        Ok(moved)
    }
}
