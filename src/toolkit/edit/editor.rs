//! A puzzle being drawn: what was changed, what it is drawn with, where it belongs.

use std::collections::VecDeque;
use std::path::Path;

use super::autosave::{Autosave, Orphan, Shelf};
use super::saving::{Leave, Saved, Unsaved, plugin_of, save};
use crate::catalog::{Catalog, Item};
use crate::puzzle::{Brush, Draft, Extras, Finding, Gravity, Panel, Place, Puzzle};
use crate::toolkit::play::progress::fnv;

/// Cells of drafts that are kept for undo, all together.
const MOST_CELLS: usize = 64 << 20;

/// A puzzle being drawn.
pub struct Editor {
    draft: Box<dyn Draft>,
    undone: Vec<Box<dyn Draft>>,
    done: VecDeque<Box<dyn Draft>>,
    /// The board that is painted, of several.
    panel: usize,
    brush: String,
    extras: Extras,
    file: Option<Known>,
    autosave: Option<Autosave>,
    /// The draft when it was loaded or saved.
    saved: String,
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

/// A file whose contents are known.
struct Known {
    path: String,
    /// The hash of its bytes, and whether this draft is all that is in it.
    hash: u64,
    is_alone: bool,
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
            panel: 0,
            brush,
            extras: Extras::default(),
            file: None,
            autosave: shelf.map(Autosave::new),
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

    /// The file it was loaded from or saved to.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|known| known.path.as_str())
    }

    /// What belongs to the puzzle beside it.
    #[must_use]
    pub fn extras(&self) -> &Extras {
        &self.extras
    }

    /// Whether there is something that no file has.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.draft.text() != self.saved
    }

    /// Changes the draft; what it was is kept for undo. Says whether anything is another than before.
    ///
    /// # Errors
    /// What `change` refuses; nothing is changed then.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), String>,
    ) -> Result<bool, String> {
        let before = self.draft.boxed();
        if let Err(message) = change(self.draft.as_mut(), self.panel) {
            self.draft = before;
            return Err(message);
        }
        if self.draft.text() == before.text() {
            return Ok(false);
        }
        self.remember(before);
        Ok(true)
    }

    fn remember(&mut self, before: Box<dyn Draft>) {
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
            && self.done.iter().map(|draft| cells(draft.as_ref())).sum::<usize>() > MOST_CELLS
        {
            self.done.pop_front();
        }
    }

    /// Paints a cell with the brush.
    ///
    /// # Errors
    /// There is no such cell.
    pub fn paint(&mut self, at: Place) -> Result<bool, String> {
        let brush = self.brush.clone();
        self.change(|draft, panel| draft.put(panel, &brush, at))
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
        redone
    }

    /// What is wrong with it, the worst first.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        self.draft.check().into_iter().filter(|finding| finding.gravity > Gravity::Note).collect()
    }

    /// The puzzle that is drawn.
    ///
    /// # Errors
    /// It is none.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, String> {
        self.draft.puzzle()
    }

    /// Begins with an empty board of that kind and size.
    ///
    /// # Errors
    /// Why there is none.
    pub fn begin(
        &mut self,
        catalog: &Catalog,
        kind: &str,
        size: Option<(usize, usize)>,
    ) -> Result<(), String> {
        let draft = plugin_of(catalog, kind)?.blank(size)?;
        self.replace(draft);
        self.file = None;
        self.extras = Extras::default();
        Ok(())
    }

    /// Draws on what an item holds, be it right or not. `count` is how many there are in its source.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn load(&mut self, catalog: &Catalog, item: &Item, count: usize) -> Result<(), String> {
        let draft = draft_of(catalog, item)?;
        // What was drawn and not saved stays on its shelf, as if it had been left behind.
        let is_changed = self.is_changed();
        if !is_changed {
            self.discard_draft();
        }
        self.replace(draft);
        self.saved = self.draft.text();
        self.extras = item.extras.clone();
        self.extras.games.clear();
        self.file = Known::of(&item.source.name, count == 1);
        let beside = self.file.as_ref().and_then(|known| Shelf::beside(Path::new(&known.path)));
        if let Some(shelf) = beside.or_else(|| Some(self.autosave.as_ref()?.shelf().clone())) {
            self.autosave = Some(Autosave::new(shelf));
        }
        Ok(())
    }

    fn replace(&mut self, draft: Box<dyn Draft>) {
        let before = std::mem::replace(&mut self.draft, draft);
        self.remember(before);
        self.panel = 0;
        if self.draft.brushes().iter().all(|brush| brush.name != self.brush) {
            self.brush = self.draft.brushes().first().map_or_else(String::new, |brush| brush.name.clone());
        }
    }

    /// Drafts that were left behind where this one would be.
    #[must_use]
    pub fn orphans(&self) -> Vec<Orphan> {
        self.autosave.as_ref().map_or_else(Vec::new, |autosave| autosave.shelf().orphans())
    }

    /// Takes up a draft that was left behind.
    ///
    /// # Errors
    /// It cannot be read, or not be kept.
    pub fn recover(&mut self, catalog: &Catalog, orphan: Orphan) -> Result<(), String> {
        let draft = plugin_of(catalog, &orphan.kind)?.draft(&orphan.text);
        let draft = draft.ok_or_else(|| format!("'{}' is no draft", orphan.path().display()))?;
        self.replace(draft);
        self.saved = String::new();
        self.keep_draft()?;
        orphan.discard();
        Ok(())
    }

    /// Writes what is not saved beside, if there is anything.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep_draft(&mut self) -> Result<(), String> {
        let is_changed = self.is_changed();
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        if is_changed {
            autosave.keep(self.draft.kind(), &self.draft.text())
        } else {
            autosave.discard();
            Ok(())
        }
    }

    /// What has been changed is not wanted: it counts as saved.
    pub fn forget_changes(&mut self) {
        self.saved = self.draft.text();
    }

    /// Drops the draft: nobody wants it.
    pub fn discard_draft(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.discard();
        }
    }

    /// Where the draft is, if there is one.
    #[must_use]
    pub fn draft_path(&self) -> Option<&Path> {
        self.autosave.as_ref()?.path()
    }

    /// Saves it. To the file that it is all of, and that nobody else has changed, it is saved without
    /// leave to replace.
    ///
    /// # Errors
    /// Why it is not saved.
    pub fn save(
        &mut self,
        catalog: &Catalog,
        path: &str,
        to: Option<&str>,
        leave: Leave,
    ) -> Result<Saved, Unsaved> {
        let plugin = plugin_of(catalog, self.draft.kind()).map_err(Unsaved::Failed)?;
        let is_own = self.file.as_ref().is_some_and(|known| known.is_unchanged_at(path));
        let leave = Leave { replace: leave.replace || is_own, ..leave };
        let saved = save(plugin, self.draft.as_ref(), &self.extras, path, to, leave)?;
        self.saved = self.draft.text();
        self.file = Known::of(path, true);
        self.discard_draft();
        Ok(saved)
    }
}

impl Known {
    fn of(path: &str, is_alone: bool) -> Option<Self> {
        let hash = fnv(&std::fs::read(path).ok()?);
        Some(Self { path: path.to_owned(), hash, is_alone })
    }

    fn is_unchanged_at(&self, path: &str) -> bool {
        let whole = |path: &str| std::fs::canonicalize(path).ok();
        self.is_alone
            && whole(path).is_some_and(|path| Some(path) == whole(&self.path))
            && std::fs::read(path).is_ok_and(|bytes| fnv(&bytes) == self.hash)
    }
}

/// What an item holds, to be drawn on.
fn draft_of(catalog: &Catalog, item: &Item) -> Result<Box<dyn Draft>, String> {
    let plugin = plugin_of(catalog, item.kind)?;
    match &item.puzzle {
        Ok(puzzle) => {
            let text = puzzle.text();
            let mut draft =
                plugin.draft(&text).ok_or_else(|| format!("a {} cannot be drawn", plugin.name()))?;
            draft.set_title(puzzle.title().map(str::to_owned));
            Ok(draft)
        }
        Err(diagnostic) => {
            let text = item.source.text.get(item.place.clone()).unwrap_or_default();
            plugin.draft(text).ok_or_else(|| diagnostic.message.clone())
        }
    }
}
