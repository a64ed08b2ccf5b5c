//! Unsaved drafts: kept beside the file, put aside for another board, recovered.

use lurd_disk::files::WriteError;
use std::path::Path;

use super::autosave::{Autosave, DraftLocation, Orphan};
use super::editor::Editor;
use super::error::EditError;
use super::kinds::plugin_of;
use lurd_puzzle::catalog::Catalog;

impl Editor {
    /// The drafts left behind where this one is kept: first those of other editors, then those that this editor
    /// put aside; the latest first.
    pub fn orphans(&self) -> Vec<Orphan> {
        let mut found =
            self.autosave.as_ref().map_or_else(Vec::new, |autosave| autosave.location().orphans());
        found.sort_by_key(|orphan| self.is_own(orphan));
        found
    }

    /// The number of drafts that other editors left behind.
    pub fn orphans_of_others(&self) -> usize {
        self.orphans().iter().filter(|orphan| !self.is_own(orphan)).count()
    }

    fn is_own(&self, orphan: &Orphan) -> bool {
        self.aside.iter().any(|path| path == orphan.path())
    }

    /// Recovers the first of the drafts left behind.
    pub(super) fn recover(&mut self, catalog: &Catalog) -> Result<(), EditError> {
        let orphan = self.orphans().into_iter().next().ok_or(EditError::NoOrphan)?;
        let draft = plugin_of(catalog, &orphan.kind)?.draft(&orphan.text);
        let refused = || EditError::Refused(format!("'{}' is not a draft", orphan.path().display()).into());
        let draft = draft.ok_or_else(refused)?;
        self.put_aside();
        self.replace(draft);
        self.saved = String::new();
        self.keep_draft().map_err(EditError::NotKept)?;
        orphan.discard();
        Ok(())
    }

    /// Discards the first of the drafts left behind and returns how many are left.
    pub(super) fn discard_orphan(&mut self) -> Result<usize, EditError> {
        let mut orphans = self.orphans().into_iter();
        let orphan = orphans.next().ok_or(EditError::NoOrphan)?;
        orphan.discard();
        Ok(orphans.len())
    }

    /// Keeps the draft in its location if it has unsaved changes.
    pub fn keep_draft(&mut self) -> Result<(), WriteError> {
        let is_changed = self.is_changed();
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        if is_changed {
            let (kind, text) = (self.draft.kind(), self.draft.text());
            let kept = autosave.keep(kind, &text);
            // The folder of the file may not be writable.
            let other =
                DraftLocation::unnamed().filter(|location| kept.is_err() && autosave.location() != location);
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

    /// Leaves the draft in its location, because another board is edited from now on. A draft that cannot be
    /// kept there can still be restored by undo.
    pub(super) fn put_aside(&mut self) {
        let _ = self.keep_draft();
        let Some(autosave) = &mut self.autosave else { return };
        if let Some(path) = autosave.path() {
            self.aside.push(path.to_path_buf());
        }
        *autosave = Autosave::new(autosave.location().clone());
    }

    /// Keeps the draft beside its file from now on or, without a file, where it was kept at first.
    pub(super) fn choose_location(&mut self) {
        let beside = self.file.as_ref().and_then(|known| DraftLocation::beside(Path::new(&known.path)));
        let Some(wanted) = beside.or_else(|| self.home.clone()) else { return };
        if self.autosave.as_ref().is_none_or(|autosave| *autosave.location() != wanted) {
            self.discard_draft();
            self.autosave = Some(Autosave::new(wanted));
        }
    }

    /// Treats the draft as saved; its changes are not wanted.
    pub fn forget_changes(&mut self) {
        self.saved = self.draft.text();
    }

    pub fn discard_draft(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.discard();
        }
    }

    /// The file in which the draft is kept, if any.
    pub fn draft_path(&self) -> Option<&Path> {
        self.autosave.as_ref()?.path()
    }
}
