//! One level being played: its history, its bookmarks and the answers known for it.

use std::collections::BTreeMap;

use super::error::PlayError;
use super::history::{Bookmark, History, RefusedStep};
use super::known::{KnownAnswers, PlacedPosition};
use super::progress::SavedProgress;
use crate::solutions::Records;
use lurd_puzzle::catalog::Item;
use lurd_puzzle::puzzle::{
    Controls, Metadata, Metric, Misread, Objective, Place, Position, Puzzle, StepText,
};
use lurd_puzzle::verify::Refusal;

/// The name of the bookmark set where the game was before it jumped elsewhere.
pub const LAST: &str = "last";

pub struct Game {
    /// The title of the level, or else its reference.
    pub name: String,
    /// The reference that names the level in commands.
    pub reference: String,
    /// The file or collection of the level.
    pub source: String,
    /// The number of the level in its source, from 1.
    pub index: usize,
    /// What the text of the level says besides the puzzle.
    pub metadata: Metadata,
    pub records: Records,
    /// The objective of searches and answers.
    pub objective: Option<Objective>,
    /// The progress as it was last written to disk.
    pub(super) written: SavedProgress,
    pub(super) puzzle: Box<dyn Puzzle>,
    pub(super) history: History,
    pub(super) cursor: Place,
    marks: BTreeMap<String, Bookmark>,
    pub(super) known: KnownAnswers,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub steps: usize,
    /// Whether the level is solved now and was not before.
    pub solved: bool,
}

impl Game {
    /// Creates a game of the level of an item, at its start; returns the item if it is not a puzzle.
    pub fn new(item: Item) -> Result<Self, Box<Item>> {
        let name = item.name().to_owned();
        match item.puzzle {
            Err(diagnostic) => Err(Box::new(Item { puzzle: Err(diagnostic), ..item })),
            Ok(puzzle) => Ok(Self {
                name,
                reference: item.reference,
                source: item.source.name.clone(),
                index: item.index,
                metadata: item.metadata,
                ..Self::of(puzzle)
            }),
        }
    }

    /// Creates a game of a puzzle without a name, at its start.
    pub fn of(puzzle: Box<dyn Puzzle>) -> Self {
        let history = History::new(puzzle.as_ref());
        let cursor = history.position().controls().and_then(Controls::cursor).unwrap_or_default();
        Self {
            name: String::new(),
            reference: String::new(),
            source: String::new(),
            index: 1,
            metadata: Metadata::default(),
            records: Records::default(),
            objective: puzzle.objectives().first().copied(),
            written: SavedProgress::default(),
            puzzle,
            history,
            cursor,
            marks: BTreeMap::new(),
            known: KnownAnswers::default(),
        }
    }

    /// The puzzle of the level, from its start.
    pub fn puzzle(&self) -> &dyn Puzzle {
        self.puzzle.as_ref()
    }

    pub fn position(&self) -> &dyn Position {
        self.history.position()
    }

    /// The puzzle that starts at the current position.
    pub fn here(&self) -> Box<dyn Puzzle> {
        self.position().puzzle()
    }

    /// The title, or else the reference.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.reference } else { &self.name }
    }

    /// The followed answer from the start of the level, with the steps that led to where it begins.
    pub fn whole_answer(&self) -> Option<Vec<String>> {
        let answer = self.known().answer()?;
        let before = self.known().beginning().map(Bookmark::steps).unwrap_or_default();
        Some([before, &answer.steps].concat())
    }

    pub fn steps(&self) -> &[String] {
        self.history.done()
    }

    /// The number of steps that can be redone.
    pub fn undone(&self) -> usize {
        self.history.undone()
    }

    /// The cell of the cursor, if the puzzle has one.
    pub fn cursor(&self) -> Option<Place> {
        self.position().controls()?.cursor().map(|_| self.cursor)
    }

    /// Whether the current position is a solution.
    pub fn is_solved(&self) -> bool {
        self.position().is_solved()
    }

    /// The steps that are done, as one text.
    pub fn text(&self) -> String {
        self.text_with(&[])
    }

    /// The steps that are done and then `more`, as one text.
    pub fn text_with(&self, more: &[String]) -> String {
        self.puzzle.join_steps(&[self.steps(), more].concat())
    }

    /// The metrics of the steps that are done.
    pub fn metrics(&self) -> Vec<Metric> {
        self.puzzle.metrics(self.steps())
    }

    /// Carries out the actions written in `text`, all of them or none.
    pub fn act(&mut self, text: &str) -> Result<Moved, Refusal> {
        let steps = match self.puzzle.read_steps(text) {
            Ok(steps) => steps,
            Err(misread) => {
                let steps = self.pad_steps(text).ok_or(Refusal::Misread(misread))?;
                return self.perform(&steps).map_err(|RefusedStep { reason, .. }| Refusal::Step {
                    step: 1,
                    word: text.to_owned(),
                    place: 0..text.len(),
                    reason,
                });
            }
        };
        let was_solved = self.is_solved();
        let done = self.history.act(steps.iter().map(|step| step.word.as_str()));
        let count = done.map_err(|RefusedStep { index, reason }| {
            let step = &steps[index];
            Refusal::Step { step: index + 1, word: step.word.clone(), place: step.place.clone(), reason }
        })?;
        Ok(self.moved(count, was_solved))
    }

    /// Checks whether `text` reads as actions.
    pub fn reads(&self, text: &str) -> Result<(), Misread> {
        match self.puzzle.read_steps(text) {
            Err(misread) if self.pad_steps(text).is_none() => Err(misread),
            _ => Ok(()),
        }
    }

    /// Carries out steps of the player as one action.
    pub(super) fn perform(&mut self, steps: &[String]) -> Result<Moved, RefusedStep> {
        let was_solved = self.is_solved();
        let count = self.history.act(steps.iter().map(String::as_str))?;
        Ok(self.moved(count, was_solved))
    }

    /// Carries out steps of an answer as one action.
    pub(super) fn perform_along(&mut self, steps: &[String]) -> Result<Moved, RefusedStep> {
        let was_solved = self.is_solved();
        let count = self.history.act_along(steps.iter().map(String::as_str))?;
        Ok(self.moved(count, was_solved))
    }

    fn moved(&mut self, steps: usize, was_solved: bool) -> Moved {
        self.follow_cursor(steps);
        Moved { steps, solved: !was_solved && self.is_solved() }
    }

    /// Whether the player chose all steps that are done; steps of an answer are not.
    pub fn is_own(&self) -> bool {
        self.history.is_own()
    }

    /// Moves the cursor to where the last `count` steps leave it.
    fn follow_cursor(&mut self, count: usize) {
        let Some(controls) = self.history.position().controls() else { return };
        let steps = self.history.done();
        let last = &steps[steps.len() - count.min(steps.len())..];
        self.cursor = last.iter().fold(self.cursor, |cursor, step| controls.cursor_after(step, cursor));
    }

    /// The progress to be saved; a solved level starts anew the next time.
    pub fn progress(&self) -> SavedProgress {
        if self.is_solved() {
            return SavedProgress::default();
        }
        let undone: Vec<String> = self.history.to_redo().cloned().collect();
        SavedProgress {
            done: self.text(),
            undone: self.puzzle.join_steps(&undone),
            first_aided: self.history.first_aided(),
        }
    }

    /// Continues from saved progress and returns the number of steps done. Progress that the rules refuse
    /// belongs to another level and changes nothing.
    pub fn resume(&mut self, saved: &SavedProgress) -> usize {
        let steps = |text: &str| StepText::words(self.puzzle.as_ref(), text);
        let (done, undone) = (steps(&saved.done), steps(&saved.undone));
        if self.history.resume(&done, &undone, saved.first_aided).is_err() {
            return 0;
        }
        self.written = self.progress();
        self.follow_cursor(done.len());
        done.len()
    }

    /// Undoes at most `count` steps and returns how many were undone.
    pub fn undo(&mut self, count: usize) -> usize {
        let undone = self.history.undo(count);
        self.follow_cursor(1);
        undone
    }

    /// Redoes at most `count` steps and returns how many were redone.
    pub fn redo(&mut self, count: usize) -> usize {
        let redone = self.history.redo(count);
        self.follow_cursor(redone);
        redone
    }

    /// Undoes the last action and returns the number of its steps.
    pub fn undo_action(&mut self) -> usize {
        let undone = self.history.undo_action();
        self.follow_cursor(1);
        undone
    }

    /// Redoes the action that was undone last and returns the number of its steps.
    pub fn redo_action(&mut self) -> usize {
        let redone = self.history.redo_action();
        self.follow_cursor(redone);
        redone
    }

    /// Marks the current place with a name.
    pub fn mark(&mut self, name: &str) {
        self.marks.insert(name.to_owned(), self.history.bookmark());
    }

    /// Returns to the place marked with a name; the place left is marked as [`LAST`].
    pub fn return_to(&mut self, name: &str) -> Result<(), PlayError> {
        let mark = self.marks.get(name).cloned().ok_or_else(|| PlayError::NoMark {
            name: name.to_owned(),
            known: self.marks.keys().cloned().collect(),
        })?;
        self.jump(&mark);
        Ok(())
    }

    pub(super) fn jump(&mut self, to: &Bookmark) {
        self.mark(LAST);
        self.history.return_to(to);
        self.follow_cursor(1);
    }

    /// The current position with the level it belongs to.
    pub(super) fn placed_position(&self) -> PlacedPosition<'_> {
        PlacedPosition {
            puzzle: self.puzzle.as_ref(),
            position: self.history.position(),
            done: self.history.done(),
        }
    }
}
