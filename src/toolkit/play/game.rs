//! One level being played: where one is, what was done, marks, the last answer.

use std::collections::BTreeMap;

use super::history::{Bookmark, History};
use super::known::KnownAnswers;
use super::progress::SavedProgress;
use crate::catalog::Item;
use crate::puzzle::{Controls, Metadata, Metric, Misread, Objective, Place, Position, Puzzle, StepText};
use crate::toolkit::solutions::Records;
use crate::verify::Refusal;

/// The mark of the place that one has left for another.
pub const LAST: &str = "last";

/// A level being played.
pub struct Game {
    /// Its title, or else its reference.
    pub name: String,
    /// What to write to get it.
    pub reference: String,
    /// Where it comes from.
    pub source: String,
    /// Its place there, from 1.
    pub index: usize,
    /// What its text says of it beside.
    pub metadata: Metadata,
    /// The best solutions that are kept.
    pub records: Records,
    /// The objective of answers.
    pub objective: Option<Objective>,
    /// How far it has been played by what is written down.
    pub(super) written: SavedProgress,
    pub(super) puzzle: Box<dyn Puzzle>,
    pub(super) history: History,
    pub(super) cursor: Place,
    marks: BTreeMap<String, Bookmark>,
    pub(super) known: KnownAnswers,
}

/// What an action did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The steps it took.
    pub steps: usize,
    /// Whether it solved the level, which it had not been before.
    pub solved: bool,
}

impl Game {
    /// The level of an item, from its start; gives the item back if it cannot be read.
    ///
    /// # Errors
    /// The item, if it is no puzzle.
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

    /// A puzzle from its start, without a name.
    #[must_use]
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

    /// The level as it was at the start.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Puzzle {
        self.puzzle.as_ref()
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        self.history.position()
    }

    /// The puzzle that starts here.
    #[must_use]
    pub fn here(&self) -> Box<dyn Puzzle> {
        self.position().puzzle()
    }

    /// The steps that are done.
    #[must_use]
    pub fn steps(&self) -> &[String] {
        self.history.done()
    }

    /// How many steps may be done again.
    #[must_use]
    pub fn undone(&self) -> usize {
        self.history.undone()
    }

    /// The cell of the cursor, where the puzzle has one.
    #[must_use]
    pub fn cursor(&self) -> Option<Place> {
        self.position().controls()?.cursor().map(|_| self.cursor)
    }

    /// Whether it is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.position().is_solved()
    }

    /// What has been done, as one text.
    #[must_use]
    pub fn text(&self) -> String {
        self.puzzle.join_steps(self.history.done())
    }

    /// The metrics of what has been done.
    #[must_use]
    pub fn metrics(&self) -> Vec<Metric> {
        self.puzzle.metrics(self.history.done())
    }

    /// Carries out what is written in `text`, all of it or nothing.
    ///
    /// # Errors
    /// The first step that cannot be read or done.
    pub fn act(&mut self, text: &str) -> Result<Moved, Refusal> {
        let steps = match self.puzzle.read_steps(text) {
            Ok(steps) => steps,
            Err(misread) => match self.ways(text) {
                Some(words) => return self.perform(&words).map_err(|reason| refused(text, reason)),
                None => return Err(Refusal::Misread(misread)),
            },
        };
        let was_solved = self.is_solved();
        let done = self.history.act(steps.iter().map(|step| step.word.as_str()));
        let count = done.map_err(|(index, reason)| {
            let step = &steps[index];
            Refusal::Step {
                step: index + 1,
                word: step.word.clone(),
                place: step.place.clone(),
                reason: reason.into(),
            }
        })?;
        self.follow_cursor(count);
        Ok(Moved { steps: count, solved: !was_solved && self.is_solved() })
    }

    /// Whether `text` reads as actions.
    ///
    /// # Errors
    /// Where it does not.
    pub fn reads(&self, text: &str) -> Result<(), Misread> {
        match self.puzzle.read_steps(text) {
            Err(misread) if self.ways(text).is_none() => Err(misread),
            _ => Ok(()),
        }
    }

    /// Carries out steps as one action.
    pub(super) fn perform(&mut self, steps: &[String]) -> Result<Moved, String> {
        let was_solved = self.is_solved();
        let count = self.history.act(steps.iter().map(String::as_str)).map_err(|(_, reason)| reason)?;
        self.follow_cursor(count);
        Ok(Moved { steps: count, solved: !was_solved && self.is_solved() })
    }

    /// The same for steps of an answer.
    pub(super) fn perform_along(&mut self, steps: &[String]) -> Result<Moved, String> {
        let was_solved = self.is_solved();
        let count = self.history.act_along(steps.iter().map(String::as_str)).map_err(|(_, reason)| reason)?;
        self.follow_cursor(count);
        Ok(Moved { steps: count, solved: !was_solved && self.is_solved() })
    }

    /// Whether the player chose all steps that are done; those of an answer are not.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.history.is_own()
    }

    /// The first step, from 0, that was taken from an answer.
    #[must_use]
    pub fn aided(&self) -> Option<usize> {
        self.history.aided()
    }

    /// Leads the cursor to where the last steps have left it.
    fn follow_cursor(&mut self, count: usize) {
        let Some(controls) = self.history.position().controls() else { return };
        let steps = self.history.done();
        let last = &steps[steps.len() - count.min(steps.len())..];
        self.cursor = last.iter().fold(self.cursor, |cursor, step| controls.cursor_after(step, cursor));
    }

    /// How far it has been played; what is solved begins anew.
    #[must_use]
    pub fn record(&self) -> SavedProgress {
        if self.is_solved() {
            return SavedProgress::default();
        }
        let undone: Vec<String> = self.history.to_redo().cloned().collect();
        SavedProgress {
            done: self.text(),
            undone: self.puzzle.join_steps(&undone),
            aided: self.history.aided(),
        }
    }

    /// Goes on where another game of this level was left; says how many steps that are. What cannot be
    /// carried out is no such game, and nothing is done.
    pub fn resume(&mut self, record: &SavedProgress) -> usize {
        let words = |text: &str| StepText::words(self.puzzle.as_ref(), text);
        let (done, undone) = (words(&record.done), words(&record.undone));
        if self.history.resume(&done, &undone).is_err() {
            return 0;
        }
        self.history.set_aided(record.aided);
        self.written = self.record();
        self.follow_cursor(done.len());
        done.len()
    }

    /// Carries out steps that were done elsewhere, one action each; from number `aided` on those of an answer.
    pub fn take_up(&mut self, steps: &[String], aided: Option<usize>) {
        // What the rules refuse was done in another level.
        if self.history.resume(steps, &[]).is_ok() {
            self.history.set_aided(aided);
            self.follow_cursor(steps.len());
        }
    }

    /// Takes back up to `count` steps and says how many it were.
    pub fn undo(&mut self, count: usize) -> usize {
        let undone = self.history.undo(count);
        self.follow_cursor(1);
        undone
    }

    /// Does again up to `count` steps and says how many it were.
    pub fn redo(&mut self, count: usize) -> usize {
        let redone = self.history.redo(count);
        self.follow_cursor(redone);
        redone
    }

    /// Takes back the last action.
    pub fn undo_action(&mut self) -> usize {
        let undone = self.history.undo_action();
        self.follow_cursor(1);
        undone
    }

    /// Does an action again.
    pub fn redo_action(&mut self) -> usize {
        let redone = self.history.redo_action();
        self.follow_cursor(redone);
        redone
    }

    /// Back to the start; all can be done again.
    pub fn restart(&mut self) -> usize {
        self.undo(usize::MAX)
    }

    /// Marks the place where one is.
    pub fn mark(&mut self, name: &str) {
        self.marks.insert(name.to_owned(), self.history.spot());
    }

    /// The names of the marks.
    #[must_use]
    pub fn marks(&self) -> Vec<&str> {
        self.marks.keys().map(String::as_str).collect()
    }

    /// Goes back to a mark; where one was gets the mark [`LAST`].
    ///
    /// # Errors
    /// There is no such mark; in words.
    pub fn return_to(&mut self, name: &str) -> Result<(), String> {
        let spot = self.marks.get(name).cloned().ok_or_else(|| match self.marks().as_slice() {
            [] => "no place is marked yet".to_owned(),
            marks => format!("there is no mark '{name}'; marks: {}", marks.join(", ")),
        })?;
        self.jump(&spot);
        Ok(())
    }

    pub(super) fn jump(&mut self, spot: &Bookmark) {
        self.mark(LAST);
        self.history.return_to(spot);
        self.follow_cursor(1);
    }
}

fn refused(text: &str, reason: String) -> Refusal {
    Refusal::Step { step: 1, word: text.to_owned(), place: 0..text.len(), reason: reason.into() }
}
