//! What is drawn and the files it comes from and goes to: loading, drafts, saving.

use std::path::Path;

use super::autosave::{Autosave, Orphan, Shelf};
use super::editor::Editor;
use super::saving::{Leave, Saved, Unsaved, count, plugin_of, save};
use crate::catalog::{Catalog, Item};
use crate::puzzle::{Draft, Extras, Plugin};
use crate::toolkit::play::progress::fnv;

/// A file whose contents are known.
pub(super) struct Known {
    pub(super) path: String,
    /// The hash of its bytes, and whether this draft is all that is in it.
    hash: u64,
    is_alone: bool,
}

impl Editor {
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

    /// Draws on what an item holds, be it right or not.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn load(&mut self, catalog: &Catalog, item: &Item) -> Result<(), String> {
        let draft = draft_of(catalog, item)?;
        // What was drawn and not saved stays on its shelf, as if it had been left behind.
        let is_changed = self.is_changed();
        if !is_changed {
            self.discard_draft();
        }
        self.replace(draft);
        self.loaded_at = self.done.len();
        self.saved = self.draft.text();
        self.extras = item.extras.clone();
        self.extras.games.clear();
        self.file = Known::of(plugin_of(catalog, item.kind)?, &item.source.name);
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
        self.settle();
    }

    /// Makes panel and brush fit the board, which may be of another kind than the one before.
    pub(super) fn settle(&mut self) {
        self.panel = self.panel.min(self.draft.panels().len().saturating_sub(1));
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
            let (kind, text) = (self.draft.kind(), self.draft.text());
            let kept = autosave.keep(kind, &text);
            // A folder may be one that nobody writes to.
            let other = Shelf::unnamed().filter(|shelf| kept.is_err() && autosave.shelf() != shelf);
            match other {
                Some(elsewhere) => {
                    *autosave = Autosave::new(elsewhere);
                    autosave.keep(kind, &text)
                }
                None => kept,
            }
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
        self.file = Known::of(plugin, path);
        self.discard_draft();
        Ok(saved)
    }
}

impl Known {
    fn of(plugin: &dyn Plugin, path: &str) -> Option<Self> {
        let hash = fnv(&std::fs::read(path).ok()?);
        // What is one of several must not be saved over all of them.
        let is_alone = count(plugin, path) == Some(1);
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
