//! A game under keys and a pointer: what a press, a click or a drag comes to.

use super::game::{Game, Moved};
use crate::puzzle::{Controls, InputResult, PadDirection, Place, Unreachable};

impl Game {
    /// `left`, `push right 3, up`: the words of a pad, where directions move the board by themselves.
    pub(super) fn ways(&self, text: &str) -> Option<Vec<String>> {
        const MOST: usize = 99_999;
        let controls = self.position().controls().filter(|controls| controls.cursor().is_none())?;
        let mut steps: Vec<String> = Vec::new();
        let mut last: Option<Vec<String>> = None;
        for word in text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "push") {
            if let Some(way) = PadDirection::of_word(word) {
                let motion = controls.press(way, false, self.cursor);
                steps.extend(motion.steps.iter().cloned());
                last = Some(motion.steps);
            } else {
                let (step, count) =
                    (last.take()?, word.parse::<usize>().ok().filter(|&it| (1..=MOST).contains(&it))?);
                steps.extend(std::iter::repeat_n(step, count - 1).flatten());
            }
        }
        (!steps.is_empty()).then_some(steps)
    }

    /// A press of the pad, alone or with the button.
    ///
    /// # Errors
    /// Why it cannot be done, in words.
    pub fn press(&mut self, way: PadDirection, held: bool) -> Result<Moved, String> {
        let cursor = self.cursor;
        self.motion(|controls| Ok(controls.press(way, held, cursor)))
    }

    /// The shortest way to a cell.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn go(&mut self, to: Place) -> Result<Moved, String> {
        self.motion(|controls| controls.go(to))
    }

    /// The fewest steps that bring what is in one cell to another.
    ///
    /// # Errors
    /// Why that cannot be, in words.
    pub fn bring(&mut self, from: Place, to: Place) -> Result<Moved, String> {
        self.motion(|controls| controls.bring(from, to))
    }

    fn motion(
        &mut self,
        find: impl FnOnce(&dyn Controls) -> Result<InputResult, Unreachable>,
    ) -> Result<Moved, String> {
        let controls = self.position().controls();
        let controls = controls.ok_or_else(|| format!("a {} is played by words", self.puzzle().kind()))?;
        let motion = find(controls)?;
        let moved = self.perform(&motion.steps)?;
        self.cursor = motion.cursor;
        Ok(moved)
    }
}
