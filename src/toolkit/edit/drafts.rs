//! What is not saved yet: kept beside, put aside for something else, taken up again.

use std::path::Path;

use super::autosave::{Autosave, Orphan, Shelf};
use super::editor::Editor;
use super::saving::plugin_of;
use crate::catalog::Catalog;

impl Editor {
    /// Drafts that were left behind where this one would be: first those of others, the latest before
    /// the rest, then those that were put aside here.
    #[must_use]
    pub fn orphans(&self) -> Vec<Orphan> {
        let mut found = self.autosave.as_ref().map_or_else(Vec::new, |autosave| autosave.shelf().orphans());
        found.sort_by_key(|orphan| self.is_own(orphan));
        found
    }

    /// How many drafts others have left behind there.
    #[must_use]
    pub fn orphans_of_others(&self) -> usize {
        self.orphans().iter().filter(|orphan| !self.is_own(orphan)).count()
    }

    fn is_own(&self, orphan: &Orphan) -> bool {
        self.aside.iter().any(|path| path == orphan.path())
    }

    /// Takes up a draft that was left behind.
    ///
    /// # Errors
    /// It cannot be read, or not be kept.
    pub fn recover(&mut self, catalog: &Catalog, orphan: Orphan) -> Result<(), String> {
        let draft = plugin_of(catalog, &orphan.kind)?.draft(&orphan.text);
        let draft = draft.ok_or_else(|| format!("'{}' is no draft", orphan.path().display()))?;
        self.put_aside();
        self.replace(draft);
        self.saved = String::new();
        self.keep_draft()?;
        orphan.discard();
        Ok(())
    }

    /// Drops the first of the drafts that were left behind; says how many there are still.
    ///
    /// # Errors
    /// There is none; in words.
    pub fn discard_orphan(&mut self) -> Result<usize, String> {
        let mut orphans = self.orphans().into_iter();
        let orphan = orphans.next().ok_or("nothing was left unsaved")?;
        orphan.discard();
        Ok(orphans.len())
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

    /// Leaves what is not saved on its shelf, as if it had been left behind: something else is drawn from
    /// now on. (What cannot be kept there can still be had back by undo.)
    pub(super) fn put_aside(&mut self) {
        let _ = self.keep_draft();
        let Some(autosave) = &mut self.autosave else { return };
        if let Some(path) = autosave.path() {
            self.aside.push(path.to_path_buf());
        }
        *autosave = Autosave::new(autosave.shelf().clone());
    }

    /// Keeps drafts beside the file from now on, or, where there is none, where they were kept at first.
    pub(super) fn choose_shelf(&mut self) {
        let beside = self.file.as_ref().and_then(|known| Shelf::beside(Path::new(&known.path)));
        let Some(wanted) = beside.or_else(|| self.home.clone()) else { return };
        if self.autosave.as_ref().is_none_or(|autosave| *autosave.shelf() != wanted) {
            self.discard_draft();
            self.autosave = Some(Autosave::new(wanted));
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
}
