//! The known answers of a game: remembering them, following one, walking along it. Also plays by keys and a pointer.

use lurd_puzzle::puzzle::{Controls, Coordinates, InputResult, Objective, PadDirection, Unreachable};

use super::{
    game::{Game, Moved, PlayError},
    history::Bookmark,
    known::{KnownAnswers, Lost, Onward, PlacedPosition, Walked},
};
use crate::{solutions::BestSolutions, solve::Run};

impl Game {
    /// Remembers the answer of a search that began at `from`, if it has one, and returns whether it is better
    /// than the one known from there, which otherwise stays.
    pub fn remember(&mut self, run: &Run, from: Bookmark) -> bool {
        let (Some(answer), Some(objective)) = (run.verified(), run.objective) else { return false };
        self.known.add(self.puzzle.as_ref(), from, answer, objective)
    }

    /// The known solutions of the level from its start: that of this game if it is solved, those that searches
    /// found, and those that are saved.
    pub fn known_solutions(&self) -> Vec<String> {
        let played = self.is_solved().then(|| self.text()).filter(|text| !text.is_empty());
        let mut solutions: Vec<String> = played.into_iter().collect();
        solutions.extend(self.known.solutions(self.puzzle()));
        solutions.extend(self.records.known.iter().map(|known| known.solution.clone()));
        solutions
    }

    /// Sets the stored solutions of the level.
    pub fn set_records(&mut self, records: BestSolutions) {
        self.known.set_stored(self.puzzle.as_ref(), &records.known);
        self.records = records;
    }

    /// The current place, for [`Game::remember`].
    pub fn bookmark(&self) -> Bookmark {
        self.history.bookmark()
    }

    pub fn known(&self) -> &KnownAnswers {
        &self.known
    }

    /// How many steps of the followed answer are done, and how many it has.
    pub fn answer_progress(&self) -> Result<(usize, usize), Lost> {
        self.known.progress(self.placed_position())
    }

    /// Follows the best known answer from the current position for `objective`.
    pub fn follow_for(&mut self, objective: &Objective) -> Result<Onward, Lost> {
        let Self { puzzle, history, known, .. } = self;
        let here = PlacedPosition { puzzle: puzzle.as_ref(), position: history.position(), done: history.done() };
        known.follow(here, objective)
    }

    /// Follows the best known answer from the current position for the objective of the game.
    pub fn follow_best(&mut self) -> Result<Onward, Lost> {
        self.follow_for(&self.objective.ok_or(Lost::NoAnswer)?)
    }

    /// Follows the best known answer for the objective of the answer followed last, or else of the game.
    pub fn follow(&mut self) -> Result<Onward, Lost> {
        self.follow_for(&self.known.objective().or(self.objective).ok_or(Lost::NoAnswer)?)
    }

    /// Jumps to where the followed answer begins; the place left is marked as `LAST`.
    pub fn return_to_answer(&mut self) -> Result<(), Lost> {
        let start = self.known.beginning().ok_or(Lost::NoAnswer)?.clone();
        self.jump(&start);
        // Without an answer for the objective nothing is followed.
        let _ = self.follow();
        Ok(())
    }

    /// Carries out at most `count` steps of the best known answer.
    pub fn step(&mut self, count: usize) -> Result<(Walked, Moved), PlayError> {
        let Onward { done, all, rest, .. } = self.follow()?;
        let to = done.saturating_add(count).min(all);
        let steps = rest.steps[..to - done].to_vec();
        if steps.is_empty() {
            return Err("the answer ends here".into());
        }
        // The answer was replayed when it was found.
        let moved = self.perform_along(&steps).map_err(|_| Lost::Elsewhere)?;
        let text = self.puzzle().join_steps(&steps);
        Ok((Walked { steps, text, done: to, all }, moved))
    }

    /// Undoes at most `count` of the last steps of the followed answer.
    pub fn back(&mut self, count: usize) -> Result<Walked, PlayError> {
        let (at, all) = self.answer_progress().or_else(|_| self.follow().map(|onward| (onward.done, onward.all)))?;
        let along = self.known.back_from(at, self.steps());
        if along == 0 && at > 0 {
            return Err(Lost::Elsewhere.into());
        }
        match self.undo(count.min(along)) {
            0 => Err("the answer begins here".into()),
            back => {
                let steps = self.known.steps(at)[at - back..].to_vec();
                let text = self.puzzle().join_steps(&steps);
                Ok(Walked { steps, text, done: at - back, all })
            }
        }
    }
}

// A game played by keys, a pointer or the words of a pad.

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
    pub fn go(&mut self, to: Coordinates) -> Result<Moved, PlayError> {
        self.control(|controls| controls.go(to))
    }

    /// Brings what is in one cell to another by the fewest steps.
    pub fn bring(&mut self, from: Coordinates, to: Coordinates) -> Result<Moved, PlayError> {
        self.control(|controls| controls.bring(from, to))
    }

    fn control(
        &mut self,
        input: impl FnOnce(&dyn Controls) -> Result<InputResult, Unreachable>,
    ) -> Result<Moved, PlayError> {
        let controls = self.position().controls().ok_or_else(|| PlayError::no_controls(self.puzzle()))?;
        let result = input(controls).map_err(|reason| PlayError::Refused(reason.into()))?;
        let moved = self.perform(&result.steps).map_err(|refused| PlayError::Refused(refused.reason.into()))?;
        self.cursor = result.cursor;
        Ok(moved)
    }
}
