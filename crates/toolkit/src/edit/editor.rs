//! A puzzle being edited: its draft with undo and redo, the brush, symmetric drawing, and the file it belongs to.

use std::collections::VecDeque;

use lurd_engine::program::budget::Cancel;
use lurd_puzzle::catalog::Item;
use lurd_puzzle::puzzle::{
    Brush, CellRole, Controls, Coordinates, Draft, DraftError, Issue, Metadata, Panel, Puzzle, Severity,
};

use super::drafts::{DraftLocation, KeptDraft};
use super::saving::{EditError, KnownFile};
use crate::play::dead_position;
use crate::solve::{Run, solve};

/// The total number of cells of drafts kept for undo.
const MAX_CELLS: usize = 64 << 20;

pub struct Editor {
    pub(super) draft: Box<dyn Draft>,
    undone: Vec<Box<dyn Draft>>,
    pub(super) done: VecDeque<Box<dyn Draft>>,
    /// The number of changes before the file was loaded.
    pub(super) loaded_at: usize,
    /// The index of the board being edited.
    pub(super) panel: usize,
    pub(super) brush: String,
    pub(super) metadata: Metadata,
    /// The puzzle that the games in `metadata` belong to.
    pub(super) origin: Option<Box<dyn Puzzle>>,
    pub(super) file: Option<KnownFile>,
    /// The file to save to, which does not exist yet.
    pub(super) new_file: Option<String>,
    pub(super) kept: Option<KeptDraft>,
    /// Where drafts without a file are kept.
    pub(super) home: Option<DraftLocation>,
    /// The text of the draft when it was loaded or saved.
    pub(super) saved: String,
    /// The texts of the empty boards begun here; a draft equal to one of them needs no saving.
    pub(super) empty: Vec<String>,
    symmetry: Symmetry,
    stroke: Stroke,
    /// Whether numbers may differ, as in [`ReadOptions::allow_unequal`](lurd_puzzle::puzzle::ReadOptions::allow_unequal).
    allows_unequal: bool,
}

/// The state of a stroke: changes under a held mouse button that are undone as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    /// Every change is undone on its own.
    None,
    /// The next change begins the stroke.
    Begun,
    /// Further changes belong to it.
    Going,
}

impl Editor {
    /// Creates an editor of a draft, which is kept at `home` while it has no file.
    pub fn new(draft: Box<dyn Draft>, home: Option<DraftLocation>) -> Self {
        let saved = draft.text();
        let brush = draft.brushes().first().map_or_else(String::new, |brush| brush.name.clone());
        Self {
            draft,
            undone: Vec::new(),
            done: VecDeque::new(),
            loaded_at: 0,
            panel: 0,
            brush,
            metadata: Metadata::default(),
            origin: None,
            file: None,
            new_file: None,
            kept: home.clone().map(KeptDraft::new),
            home,
            empty: vec![saved.clone()],
            saved,
            symmetry: Symmetry::Off,
            stroke: Stroke::None,
            allows_unequal: false,
        }
    }

    /// Begins a stroke: changes from now on are undone as one.
    pub fn begin_stroke(&mut self) {
        self.stroke = Stroke::Begun;
    }

    pub fn end_stroke(&mut self) {
        self.stroke = Stroke::None;
    }

    pub fn draft(&self) -> &dyn Draft {
        self.draft.as_ref()
    }

    pub fn brush(&self) -> &str {
        &self.brush
    }

    pub fn choose_brush(&mut self, brush: &str) {
        brush.clone_into(&mut self.brush);
    }

    /// The brush of a key, if any.
    pub fn brush_of(&self, key: char) -> Option<Brush> {
        self.draft.brushes().into_iter().find(|brush| brush.key == key)
    }

    /// The index of the board being edited.
    pub fn panel(&self) -> usize {
        self.panel
    }

    pub fn panels(&self) -> Vec<Panel> {
        self.draft.panels()
    }

    /// Edits another board from now on.
    pub fn turn_to(&mut self, panel: usize) {
        self.panel = panel.min(self.panels().len() - 1);
    }

    /// The file it was loaded from or saved to, or else the file to save to.
    pub fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|known| known.path.as_str()).or(self.new_file.as_deref())
    }

    /// Whether the draft has unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.draft.text() != self.saved && !self.is_empty()
    }

    /// Whether nothing has been drawn on the board that was begun here.
    pub fn is_empty(&self) -> bool {
        self.file.is_none() && self.empty.contains(&self.draft.text())
    }

    /// Changes the draft so that it can be undone, and returns whether it is different from before.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), DraftError>,
    ) -> Result<bool, EditError> {
        let before = self.draft.boxed();
        if let Err(message) = change(self.draft.as_mut(), self.panel) {
            self.draft = before;
            return Err(EditError::Refused(message));
        }
        if self.draft.text() == before.text() {
            return Ok(false);
        }
        self.remember(before);
        Ok(true)
    }

    pub(super) fn remember(&mut self, before: Box<dyn Draft>) {
        self.undone.clear();
        match self.stroke {
            Stroke::Going => return,
            Stroke::Begun => self.stroke = Stroke::Going,
            Stroke::None => {}
        }
        self.done.push_back(before);
        let cells = |draft: &dyn Draft| draft.panels().iter().map(|panel| panel.rows * panel.columns).sum::<usize>();
        while self.done.len() > 1 && self.done.iter().map(|draft| cells(draft.as_ref())).sum::<usize>() > MAX_CELLS {
            self.done.pop_front();
            self.loaded_at = self.loaded_at.saturating_sub(1);
        }
    }

    pub(super) fn replace(&mut self, draft: Box<dyn Draft>) {
        let before = std::mem::replace(&mut self.draft, draft);
        self.remember(before);
        self.panel = 0;
        self.settle();
    }

    /// Replaces the draft by one that begins here. A board that was empty and unchanged until now is not kept for
    /// undo: it is what the editor starts with, not something that was drawn.
    pub(super) fn open(&mut self, draft: Box<dyn Draft>) {
        let is_fresh = self.done.is_empty() && self.file.is_none() && !self.is_changed();
        self.replace(draft);
        if is_fresh {
            self.done.clear();
        }
    }

    /// Makes panel and brush fit the board, which may be of another kind than before.
    pub(super) fn settle(&mut self) {
        self.panel = self.panel.min(self.draft.panels().len().saturating_sub(1));
        if self.draft.brushes().iter().all(|brush| brush.name != self.brush) {
            self.brush = self.draft.brushes().first().map_or_else(String::new, |brush| brush.name.clone());
        }
    }

    /// Paints cells with the brush, as one change.
    pub fn paint(&mut self, cells: &[Coordinates]) -> Result<bool, EditError> {
        let brush = self.brush.clone();
        let cells = self.with_images(cells, Some(&brush));
        self.stroke_on(|draft, panel| cells.iter().try_for_each(|&at| draft.put(panel, &brush, at)))
    }

    /// Erases what is in cells, as one change.
    pub fn erase(&mut self, cells: &[Coordinates]) -> Result<bool, EditError> {
        let cells = self.with_images(cells, None);
        self.stroke_on(|draft, panel| cells.iter().try_for_each(|&at| draft.erase(panel, at)))
    }

    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    pub fn set_symmetry(&mut self, symmetry: Symmetry) {
        self.symmetry = symmetry;
    }

    /// The cells that are drawn for these ones. Of what a board has only once there are no mirror images.
    pub(super) fn with_images(&self, cells: &[Coordinates], brush: Option<&str>) -> Vec<Coordinates> {
        let is_single = |it: &Brush| Some(it.name.as_str()) == brush && it.cell_role == CellRole::Player;
        match self.panels().get(self.panel) {
            Some(panel) if !self.draft.brushes().iter().any(is_single) => self.symmetry.images(cells, panel),
            _ => cells.to_vec(),
        }
    }

    /// Changes cells of the board. Within a stroke nothing is copied or compared, so strokes are fast on huge boards.
    fn stroke_on(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), DraftError>,
    ) -> Result<bool, EditError> {
        if self.stroke != Stroke::Going {
            return self.change(change);
        }
        change(self.draft.as_mut(), self.panel).map(|()| true).map_err(EditError::Refused)
    }

    /// Undoes at most `count` changes and returns how many were undone.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut undone = 0;
        while undone < count
            && let Some(before) = self.done.pop_back()
        {
            self.undone.push(std::mem::replace(&mut self.draft, before));
            undone += 1;
        }
        if self.done.len() < self.loaded_at {
            // The draft is older than the file: saving must ask for a name.
            (self.file, self.new_file) = (None, None);
            self.loaded_at = 0;
            self.choose_location();
        }
        self.settle();
        undone
    }

    /// Redoes at most `count` changes and returns how many were redone.
    pub fn redo(&mut self, count: usize) -> usize {
        let mut redone = 0;
        while redone < count
            && let Some(after) = self.undone.pop()
        {
            self.done.push_back(std::mem::replace(&mut self.draft, after));
            redone += 1;
        }
        self.settle();
        redone
    }

    /// Accepts drafts whose numbers of boxes and goals differ.
    pub fn allow_unequal(&mut self) {
        self.allows_unequal = true;
    }

    /// The issues of the draft, the worst first.
    pub fn issues(&self) -> Vec<Issue> {
        let counts = |issue: &Issue| issue.severity > Severity::Note && !(issue.is_unequal && self.allows_unequal);
        self.draft.check().into_iter().filter(counts).collect()
    }

    /// The draft as an item, if it is a puzzle.
    pub fn item(&self) -> Option<Item> {
        let puzzle = self.puzzle().ok()?;
        Some(Item::of_puzzle(puzzle, "<prompt>", self.file().unwrap_or("<prompt>")))
    }

    /// The puzzle that the draft is.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, EditError> {
        self.draft.puzzle().map_err(EditError::NoPuzzle)
    }
}

// Symmetric drawing: what is put into a cell is also put into its mirror images.

/// Which mirror images are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    #[default]
    Off,
    /// The left half is the mirror image of the right one.
    LeftRight,
    /// The upper half is the mirror image of the lower one.
    UpDown,
    Both,
}

impl Symmetry {
    pub const ALL: [(&'static str, Self); 4] =
        [("off", Self::Off), ("left-right", Self::LeftRight), ("up-down", Self::UpDown), ("both", Self::Both)];

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, symmetry)| symmetry)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(_, symmetry)| symmetry == self).map_or("off", |&(name, _)| name)
    }

    /// The symmetry after this one.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&(_, symmetry)| symmetry == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()].1
    }

    /// The cells and their mirror images on a board, each once.
    pub(super) fn images(self, cells: &[Coordinates], panel: &Panel) -> Vec<Coordinates> {
        let mut all: Vec<Coordinates> = Vec::new();
        for &cell in cells {
            // A cell off the board has no image.
            let column = panel.columns.checked_sub(cell.column.saturating_add(1)).unwrap_or(cell.column);
            let row = panel.rows.checked_sub(cell.row.saturating_add(1)).unwrap_or(cell.row);
            let across = Coordinates::new(cell.row, column);
            let down = Coordinates::new(row, cell.column);
            let images = match self {
                Self::Off => vec![cell],
                Self::LeftRight => vec![cell, across],
                Self::UpDown => vec![cell, down],
                Self::Both => vec![cell, across, down, Coordinates::new(row, column)],
            };
            for image in images {
                if !all.contains(&image) {
                    all.push(image);
                }
            }
        }
        all
    }
}

// A short search for a proof that a draft has no solution, as the player makes one after each step.

impl Editor {
    /// The puzzle to look for a proof of; `None` if something else is wrong with the draft, or nothing is to be
    /// proved of this kind of puzzle.
    pub fn to_be_proved(&self) -> Option<Box<dyn Puzzle>> {
        let puzzle = if self.issues().is_empty() { self.puzzle().ok()? } else { return None };
        let start = puzzle.start();
        start.controls().is_none_or(Controls::can_get_stuck).then_some(puzzle)
    }

    /// The issues of the draft; if there are none, a search for a proof that there is no solution is made.
    pub fn known_issues(&self) -> Vec<Issue> {
        let issues = self.issues();
        let proof = self
            .to_be_proved()
            .and_then(|puzzle| proved(&solve(puzzle.as_ref(), &dead_position::search(), &Cancel::default(), &mut ())));
        if issues.is_empty() { proof.into_iter().collect() } else { issues }
    }
}

/// The issue that a search has proved.
pub fn proved(run: &Run) -> Option<Issue> {
    let reason = dead_position::reason(run)?;
    Some(Issue::new(Severity::Bad, format!("no solution, proved: {reason}")))
}

/// The cells of a straight line, including both ends.
#[must_use]
pub fn straight_line(from: Coordinates, to: Coordinates) -> Vec<Coordinates> {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let steps = rows.max(columns);
    let between = |one: usize, other: usize, step: usize| {
        let along = (one.abs_diff(other) * step + steps / 2) / steps.max(1);
        if other >= one { one + along } else { one - along }
    };
    (0..=steps)
        .map(|step| Coordinates::new(between(from.row, to.row, step), between(from.column, to.column, step)))
        .collect()
}
