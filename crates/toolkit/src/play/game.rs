//! One level being played: its history, its bookmarks, the answers known for it, and its saved progress.

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
};

use lurd_disk::{
    files::{WriteError, create_folder, write_beside},
    folders,
    hash::fnv,
    names::name_of,
};
use lurd_puzzle::{
    catalog::Item,
    diagnostic::Diagnostic,
    puzzle::{Controls, Coordinates, Metadata, Metric, Misread, Objective, PadDirection, Position, Puzzle, StepText},
    verify::Refusal,
};

use super::history::{Bookmark, History, RefusedStep};
use super::known::{KnownAnswers, Lost, PlacedPosition};
use crate::exit::Exit;
use crate::solutions::{BestSolutions, SaveError};

/// The name of the bookmark set where the game was before it jumped elsewhere.
pub const LAST: &str = "last";

/// The name of the bookmark where the known answer begins.
pub const ANSWER: &str = "answer";

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
    pub metadata: Arc<Metadata>,
    pub records: BestSolutions,
    /// The objective of searches and answers.
    pub objective: Option<Objective>,
    /// The progress as it was last written to disk.
    pub(super) written: SavedProgress,
    pub(super) puzzle: Box<dyn Puzzle>,
    pub(super) history: History,
    pub(super) cursor: Coordinates,
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
    /// Creates a game of the level of an item, at its start.
    pub fn new(item: Item) -> Result<Self, Diagnostic> {
        let (name, source) = (item.name().to_owned(), item.source.name.clone());
        let Item { reference, index, metadata, .. } = item;
        Ok(Self { name, reference, source, index, metadata, ..Self::of(item.puzzle.map_err(|error| *error)?) })
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
            metadata: Metadata::default().shared(),
            records: BestSolutions::default(),
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

    /// The first step of an answer as an arrow: at the line that it shifts, or on the piece that is pushed first.
    #[must_use]
    pub fn arrow(&self, steps: &[String]) -> Option<(Coordinates, PadDirection)> {
        if let Some(cursor) = self.cursor() {
            let step = steps.first()?;
            let direction = PadDirection::of_word(step.split(' ').next()?)?;
            return Some((self.position().controls()?.cursor_after(step, cursor), direction));
        }
        let mut position = self.position().boxed();
        steps.iter().find_map(|step| {
            let done = position.apply(step).ok()?;
            let letter = done.chars().next().filter(|letter| letter.is_uppercase())?;
            // The player now stands where the piece was.
            Some((position.controls()?.focus()?, PadDirection::of_letter(letter)?))
        })
    }

    /// The cell of the cursor, if the puzzle has one.
    pub fn cursor(&self) -> Option<Coordinates> {
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
        let (steps, read): (Vec<String>, _) = match self.puzzle.read_steps(text) {
            Ok(read) => (read.iter().map(|step| step.word.clone()).collect(), read),
            Err(misread) => (self.pad_steps(text).ok_or(Refusal::Misread(misread))?, Vec::new()),
        };
        self.perform(&steps).map_err(|RefusedStep { index, reason }| match read.get(index) {
            Some(step) => Refusal::Step { step: index + 1, word: step.word.clone(), place: step.place.clone(), reason },
            // Directions of the pad are refused as a whole.
            None => Refusal::Step { step: 1, word: text.to_owned(), place: 0..text.len(), reason },
        })
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

    /// Returns to the place marked with a name; the place left is marked as `last`.
    pub fn return_to(&mut self, name: &str) -> Result<(), PlayError> {
        if name == ANSWER && !self.marks.contains_key(name) {
            return Ok(self.return_to_answer()?);
        }
        let Some(mark) = self.marks.get(name).cloned() else {
            let known = self.marks.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(match known.as_str() {
                "" => "no place is marked yet".into(),
                known => format!("there is no mark '{name}'; marks: {known}").into(),
            });
        };
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
        PlacedPosition { puzzle: self.puzzle.as_ref(), position: self.history.position(), done: self.history.done() }
    }
}

// The progress of each level: a small file per level in the user's folder. Its first line has the steps that
// are done, the next line (if there are any) the steps that can be redone, and the next (if steps were taken
// from an answer) `answer: N`, the index of the first of them. After a blank line follows the level.

/// Precedes the index of the first step of an answer.
const AIDED: &str = "answer: ";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedProgress {
    /// The steps that are done, as one text.
    pub done: String,
    /// The steps that can be redone.
    pub undone: String,
    /// The index of the first step taken from an answer.
    pub first_aided: Option<usize>,
}

/// The folder where progress is saved, if any.
#[derive(Clone, Debug, Default)]
pub struct ProgressFolder {
    folder: Option<PathBuf>,
}

impl ProgressFolder {
    pub fn none() -> Self {
        Self::default()
    }

    /// Saves to the folder of this user, if the system has one.
    pub fn of_user() -> Self {
        Self { folder: folders::data().map(|data| data.join("games")) }
    }

    /// The games kept in this folder.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_path_buf()) }
    }

    /// Saves the progress of `puzzle`; where nothing was done, removes what was saved before.
    pub fn save(&self, puzzle: &dyn Puzzle, progress: &SavedProgress) -> Result<(), WriteError> {
        let Some(path) = self.path(puzzle) else { return Ok(()) };
        if *progress == SavedProgress::default() {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(WriteError::during("remove", &path, error)),
                _ => Ok(()),
            };
        }
        let SavedProgress { done, undone, first_aided } = progress;
        let redo = if undone.is_empty() { String::new() } else { format!("\n{undone}") };
        let aided = first_aided.map_or_else(String::new, |first| format!("\n{AIDED}{first}"));
        write(&path, &format!("{done}{redo}{aided}\n\n{}", puzzle.text()))
    }

    pub fn find(&self, puzzle: &dyn Puzzle) -> Option<SavedProgress> {
        let text = fs::read_to_string(self.path(puzzle)?).ok()?;
        let (steps, board) = text.split_once("\n\n")?;
        let mut lines: Vec<&str> = steps.split('\n').collect();
        let first_aided = lines.last().and_then(|line| line.strip_prefix(AIDED)?.parse().ok());
        if first_aided.is_some() {
            lines.pop();
        }
        let line = |number: usize| lines.get(number).copied().unwrap_or_default().to_owned();
        // Two puzzles may share the name of a file by a collision of hashes.
        (board == puzzle.text()).then(|| SavedProgress { done: line(0), undone: line(1), first_aided })
    }

    /// The file with the level that was played last of a set from these sources.
    pub(super) fn last_file(&self, kind: &str, sources: &[String]) -> Option<PathBuf> {
        // The full path identifies a file, whatever the working directory.
        let full = |source: &String| {
            fs::canonicalize(source).map_or_else(|_| source.clone(), |path| name_of(path.as_os_str()))
        };
        let names: Vec<String> = sources.iter().map(full).collect();
        let name = format!("last-{:016x}.txt", fnv(names.join("\n").as_bytes()));
        Some(self.folder.as_ref()?.join(kind).join(name))
    }

    fn path(&self, puzzle: &dyn Puzzle) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.join(puzzle.kind());
        Some(folder.join(format!("{:016x}.txt", fnv(puzzle.text().as_bytes()))))
    }
}

/// Writes a file, and creates its folder if necessary.
pub(super) fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    write_beside(path, text.as_bytes())
}

// Why a command of play was not carried out.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The text cannot be read as actions, or the rules refuse one of them.
    Actions(Refusal),
    /// The rules refuse it, or this kind of puzzle has no such actions: the reason.
    Refused(String),
    AtStart,
    /// No answer can be walked along.
    Lost(Lost),
    /// There is nothing to do it with, for this reason.
    Impossible(String),
}

impl PlayError {
    /// The exit code of a script that ends with this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Actions(Refusal::Step { .. } | Refusal::Unfinished { .. }) | Self::Refused(_) => Exit::No,
            _ => Exit::Usage,
        }
    }

    pub(super) fn no_controls(puzzle: &dyn Puzzle) -> Self {
        Self::Refused(format!("a {} is played by typed actions", puzzle.kind()))
    }
}

impl Display for PlayError {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Actions(refusal) => refusal.fmt(to),
            Self::Refused(reason) | Self::Impossible(reason) => to.write_str(reason),
            Self::AtStart => to.write_str("this is the start"),
            Self::Lost(Lost::NoAnswer) => to.write_str("no answer is known"),
            Self::Lost(Lost::Elsewhere) => to.write_str("the answer does not lead through this position"),
        }
    }
}

impl From<&str> for PlayError {
    fn from(reason: &str) -> Self {
        Self::Impossible(reason.to_owned())
    }
}

impl From<String> for PlayError {
    fn from(reason: String) -> Self {
        Self::Impossible(reason)
    }
}

impl From<SaveError> for PlayError {
    fn from(error: SaveError) -> Self {
        Self::Impossible(error.to_string())
    }
}

impl From<Lost> for PlayError {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

#[cfg(test)]
mod progress_tests {
    use super::*;
    use crate::test_puzzle::test_puzzle;

    #[test]
    fn saved_progress_is_found_again() {
        let folder = std::env::temp_dir().join(format!("lurd-games-{}", std::process::id()));
        let progress = ProgressFolder::at(&folder);
        let (one, other) = (test_puzzle("1 -> 37"), test_puzzle("2 -> 37"));
        assert_eq!(progress.find(&one), None);
        let saved = |done: &str, undone: &str| {
            let (done, undone) = (done.to_owned(), undone.to_owned());
            SavedProgress { done, undone, first_aided: None }
        };
        let aided = |done: &str, undone: &str| SavedProgress { first_aided: Some(1), ..saved(done, undone) };
        let all = [saved("*+", ""), saved("*", "+*"), saved("", "**")];
        for kept in all.into_iter().chain([aided("*+", ""), aided("", "**"), aided("*", "+")]) {
            progress.save(&one, &kept).expect("kept");
            assert_eq!((progress.find(&one), progress.find(&other)), (Some(kept), None));
        }
        progress.save(&one, &SavedProgress::default()).expect("nothing to keep");
        assert_eq!(progress.find(&one), None);
        progress.save(&one, &SavedProgress::default()).expect("nothing is left to be removed");
        ProgressFolder::none().save(&one, &saved("*", "")).expect("nowhere");
        let _ = fs::remove_dir_all(&folder);
    }
}
