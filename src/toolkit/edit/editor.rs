//! A puzzle being drawn: what was changed, what it is drawn with, where it belongs.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::autosave::{Autosave, Shelf};
use super::files::Known;
use crate::puzzle::{Brush, Draft, DraftError, Issue, Metadata, Panel, Place, Puzzle, Severity};

/// Cells of drafts that are kept for undo, all together.
const MAX_CELLS: usize = 64 << 20;

/// A puzzle being drawn.
pub struct Editor {
    pub(super) draft: Box<dyn Draft>,
    undone: Vec<Box<dyn Draft>>,
    pub(super) done: VecDeque<Box<dyn Draft>>,
    /// How many changes there were when the file was loaded.
    pub(super) loaded_at: usize,
    /// The board that is painted, of several.
    pub(super) panel: usize,
    pub(super) brush: String,
    pub(super) metadata: Metadata,
    /// The puzzle to which the games of `metadata` belong.
    pub(super) origin: Option<Box<dyn Puzzle>>,
    pub(super) file: Option<Known>,
    /// The file that is to be, where there is none yet.
    pub(super) new_file: Option<String>,
    pub(super) autosave: Option<Autosave>,
    /// The shelf for what has no file.
    pub(super) home: Option<Shelf>,
    /// The drafts that were put aside for others.
    pub(super) aside: Vec<PathBuf>,
    /// The draft when it was loaded or saved.
    pub(super) saved: String,
    /// The empty boards with which one has begun: to come back to one is no work to be kept.
    pub(super) empty: Vec<String>,
    stroke: Stroke,
}

/// Changes that are one to undo, because the button of the mouse was held all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    /// Every change is one of its own.
    None,
    /// The next change begins the stroke.
    Begun,
    /// Further changes belong to it.
    Going,
}

impl Editor {
    /// A draft, and a shelf for what is not saved yet.
    #[must_use]
    pub fn new(draft: Box<dyn Draft>, shelf: Option<Shelf>) -> Self {
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
            autosave: shelf.clone().map(Autosave::new),
            home: shelf,
            aside: Vec::new(),
            empty: vec![saved.clone()],
            saved,
            stroke: Stroke::None,
        }
    }

    /// What is changed from now on is one change to undo.
    pub fn begin_stroke(&mut self) {
        self.stroke = Stroke::Begun;
    }

    /// Changes are changes of their own again.
    pub fn end_stroke(&mut self) {
        self.stroke = Stroke::None;
    }

    /// What is drawn.
    #[must_use]
    pub fn draft(&self) -> &dyn Draft {
        self.draft.as_ref()
    }

    /// What it is painted with.
    #[must_use]
    pub fn brush(&self) -> &str {
        &self.brush
    }

    /// Takes another brush.
    pub fn take(&mut self, brush: &str) {
        brush.clone_into(&mut self.brush);
    }

    /// The brush of a key.
    #[must_use]
    pub fn brush_of(&self, key: char) -> Option<Brush> {
        self.draft.brushes().into_iter().find(|brush| brush.key == key)
    }

    /// The board that is painted, of several.
    #[must_use]
    pub fn panel(&self) -> usize {
        self.panel
    }

    /// The boards.
    #[must_use]
    pub fn panels(&self) -> Vec<Panel> {
        self.draft.panels()
    }

    /// Paints another board from now on.
    pub fn turn_to(&mut self, panel: usize) {
        self.panel = panel.min(self.panels().len() - 1);
    }

    /// The file it was loaded from or saved to, or is to be saved to.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|known| known.path.as_str()).or(self.new_file.as_deref())
    }

    /// What belongs to the puzzle beside it.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Whether there is something that no file has.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        let text = self.draft.text();
        let is_empty = self.file.is_none() && self.empty.contains(&text);
        text != self.saved && !is_empty
    }

    /// Changes the draft; what it was is kept for undo. Says whether anything is another than before.
    ///
    /// # Errors
    /// What `change` refuses; nothing is changed then.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), DraftError>,
    ) -> Result<bool, String> {
        let before = self.draft.boxed();
        if let Err(message) = change(self.draft.as_mut(), self.panel) {
            self.draft = before;
            return Err(message.into());
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
        let cells =
            |draft: &dyn Draft| draft.panels().iter().map(|panel| panel.rows * panel.columns).sum::<usize>();
        while self.done.len() > 1
            && self.done.iter().map(|draft| cells(draft.as_ref())).sum::<usize>() > MAX_CELLS
        {
            self.done.pop_front();
            self.loaded_at = self.loaded_at.saturating_sub(1);
        }
    }

    /// Paints cells with the brush, as one change.
    ///
    /// # Errors
    /// There is no such cell.
    pub fn paint(&mut self, cells: &[Place]) -> Result<bool, String> {
        let brush = self.brush.clone();
        self.stroke_on(|draft, panel| cells.iter().try_for_each(|&at| draft.put(panel, &brush, at)))
    }

    /// Takes away what is in cells, as one change.
    ///
    /// # Errors
    /// There is no such cell.
    pub fn erase(&mut self, cells: &[Place]) -> Result<bool, String> {
        self.stroke_on(|draft, panel| cells.iter().try_for_each(|&at| draft.erase(panel, at)))
    }

    /// Changes cells of the board. In a stroke that goes on nothing has to be kept or compared, so that it
    /// can be drawn on huge boards.
    fn stroke_on(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), DraftError>,
    ) -> Result<bool, String> {
        if self.stroke != Stroke::Going {
            return self.change(change);
        }
        Ok(change(self.draft.as_mut(), self.panel).map(|()| true)?)
    }

    /// Takes back up to `count` changes and says how many it were.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut undone = 0;
        while undone < count
            && let Some(before) = self.done.pop_back()
        {
            self.undone.push(std::mem::replace(&mut self.draft, before));
            undone += 1;
        }
        if self.done.len() < self.loaded_at {
            // What is drawn now is not what the file was loaded for: saving must ask for a name.
            (self.file, self.new_file) = (None, None);
            self.loaded_at = 0;
            self.choose_shelf();
        }
        self.settle();
        undone
    }

    /// Makes up to `count` changes again and says how many it were.
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

    /// What is wrong with it, the worst first.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        self.draft.check().into_iter().filter(|issue| issue.severity > Severity::Note).collect()
    }

    /// The puzzle that is drawn.
    ///
    /// # Errors
    /// It is none.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, String> {
        Ok(self.draft.puzzle()?)
    }
}
