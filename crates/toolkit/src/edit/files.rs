//! Loading a draft from a file or a puzzle, saving it, and unsaved drafts.

use std::path::Path;

use lurd_disk::files::WriteError;
use lurd_disk::names::path_of;
use lurd_puzzle::{
    catalog::{Catalog, Item},
    puzzle::{Draft, DraftError, Metadata, Plugin, Puzzle, SavedGame},
    verify::{self, Refusal},
};

use super::{
    autosave::{Autosave, DraftLocation, Orphan},
    editor::Editor,
    saving::{EditError, KnownFile, SaveOptions, Saved, Target, Unsaved, index_of, save, save_in_place},
};

impl Editor {
    /// Begins an empty board of a kind and a size.
    pub fn begin(&mut self, catalog: &Catalog, kind: &str, size: Option<(usize, usize)>) -> Result<(), EditError> {
        let draft = plugin_of(catalog, kind)?.blank(size).map_err(EditError::Refused)?;
        self.put_aside();
        self.open(draft);
        self.begins_here();
        self.empty.push(self.saved.clone());
        (self.file, self.new_file, self.origin) = (None, None, None);
        self.metadata = Metadata::default();
        self.choose_location();
        Ok(())
    }

    /// Sets the file to save to, which does not exist yet.
    pub fn set_new_file(&mut self, path: &str) {
        self.new_file = Some(path.to_owned());
    }

    /// Loads an item, even if it is not a valid puzzle.
    pub fn load(&mut self, catalog: &Catalog, item: &Item) -> Result<(), EditError> {
        let draft = draft_of(catalog, item)?;
        self.put_aside();
        self.open(draft);
        self.begins_here();
        self.metadata = item.metadata.clone();
        self.origin = self.draft.puzzle().ok();
        let index = item.index.saturating_sub(1);
        self.file = KnownFile::of(plugin_of(catalog, item.kind)?, &item.source.name, index, Vec::new());
        self.new_file = None;
        self.choose_location();
        Ok(())
    }

    /// Replaces the draft by an item, as a change that can be undone. The file stays.
    pub fn paste(&mut self, catalog: &Catalog, item: &Item) -> Result<(), EditError> {
        let draft = draft_of(catalog, item)?;
        self.replace(draft);
        Ok(())
    }

    /// Makes the draft the state from which changes are counted.
    fn begins_here(&mut self) {
        self.loaded_at = self.done.len();
        self.saved = self.draft.text();
    }

    /// The saved games that can be played on the draft and end as they did.
    fn games(&self) -> Vec<SavedGame> {
        let games = &self.metadata.games;
        let (Some(origin), Ok(puzzle)) = (&self.origin, self.draft.puzzle()) else { return Vec::new() };
        if puzzle.text() == origin.text() {
            return games.clone();
        }
        games.iter().filter(|game| fits(game, origin.as_ref(), puzzle.as_ref())).cloned().collect()
    }

    /// Saves the draft. In its own file, if that has not changed since, the puzzle is replaced and all else stays. A
    /// file that holds nothing else is overwritten without [`SaveOptions::overwrite`] where that cannot be done, unless
    /// something in it would be lost.
    pub fn save(
        &mut self,
        catalog: &Catalog,
        path: &str,
        format: Option<&str>,
        options: SaveOptions,
    ) -> Result<Saved, Unsaved> {
        let plugin = plugin_of(catalog, self.draft.kind())
            .map_err(|_| Unsaved::Failed(format!("there is no '{}'", self.draft.kind())))?;
        self.find_again(plugin, path);
        let own = self.file.as_ref().filter(|known| known.is_unchanged_at(path));
        let issues = self.issues();
        if !issues.is_empty() && !options.allow_invalid {
            return Err(Unsaved::Invalid(issues));
        }
        let games = self.games();
        let lost = self.metadata.games.len() - games.len();
        let metadata = Metadata { games, ..self.metadata.clone() };
        let is_one_of_several = own.is_some_and(|known| !known.is_alone) && format.is_none();
        if is_one_of_several && lost > 0 && !options.overwrite {
            return Err(Unsaved::Loses(lost, Vec::new()));
        }
        let in_place = own.filter(|_| (lost == 0 || is_one_of_several) && format.is_none());
        let in_place = in_place.map(|known| save_in_place(plugin, self.draft.as_ref(), known));
        let saved = match in_place {
            Some(Ok(saved)) if lost > 0 => Saved {
                losses: vec!["the saved games of the level stay, though they no longer fit".to_owned()],
                ..saved
            },
            Some(Ok(saved)) => saved,
            Some(Err(Unsaved::Failed(reason))) if is_one_of_several => return Err(Unsaved::Failed(reason)),
            _ => {
                let known = own.filter(|known| known.is_alone).map(|known| known.losses.as_slice());
                save(plugin, self.draft.as_ref(), &metadata, Target { path, format, options, known, lost })?
            }
        };
        let index = if saved.format.is_none() { self.file.as_ref().map_or(0, |known| known.index) } else { 0 };
        self.saved = self.draft.text();
        (self.metadata, self.origin) = (metadata, self.draft.puzzle().ok());
        let losses = if saved.format.is_none() { Vec::new() } else { saved.losses.clone() };
        self.file = KnownFile::of(plugin, path, index, losses);
        self.new_file = None;
        self.discard_draft();
        self.choose_location();
        Ok(saved)
    }
}

impl Editor {
    /// Finds the puzzle of the draft in its file again, if another program has changed that since.
    fn find_again(&mut self, plugin: &dyn Plugin, path: &str) {
        let (Some(known), Some(origin)) = (&self.file, &self.origin) else { return };
        if known.is_unchanged_at(path) || !known.is_at(path) {
            return;
        }
        if let Some(index) = index_of(plugin, path, origin.as_ref(), known.index) {
            self.file = KnownFile::of(plugin, path, index, known.losses.clone());
        }
    }
}

/// Whether a game of `origin` is also one of `puzzle`: all its steps can be carried out, and if they solve
/// `origin` they solve `puzzle`.
fn fits(game: &SavedGame, origin: &dyn Puzzle, puzzle: &dyn Puzzle) -> bool {
    match verify::replay(puzzle, &game.steps) {
        Ok(_) => true,
        Err(Refusal::Unfinished { .. }) => verify::replay(origin, &game.steps).is_err(),
        Err(_) => false,
    }
}

/// A draft of what an item holds.
fn draft_of(catalog: &Catalog, item: &Item) -> Result<Box<dyn Draft>, EditError> {
    let plugin = plugin_of(catalog, item.kind)?;
    match &item.puzzle {
        Ok(puzzle) => {
            let text = puzzle.text();
            let refused = || EditError::Refused(not_drawn(plugin));
            let mut draft = plugin.draft(&text).ok_or_else(refused)?;
            draft.set_title(puzzle.title().map(str::to_owned)).map_err(EditError::Refused)?;
            Ok(draft)
        }
        Err(diagnostic) => {
            let text = item.source.text.get(item.place.clone()).unwrap_or_default();
            plugin.draft(text).ok_or_else(|| EditError::Refused(diagnostic.message.clone().into()))
        }
    }
}

// The kinds of puzzles that can be edited.

/// Why `edit` refuses puzzles of a kind.
fn not_drawn(plugin: &dyn Plugin) -> DraftError {
    let kind = plugin.name();
    format!("{kind} puzzles cannot be edited: the plug-in has no `Plugin::draft`; 'play' plays them").into()
}

pub(super) fn plugin_of<'c>(catalog: &'c Catalog, kind: &str) -> Result<&'c dyn Plugin, EditError> {
    catalog.plugins().find(|plugin| plugin.name() == kind).ok_or_else(|| EditError::NoKind {
        kind: kind.to_owned(),
        known: catalog.plugins().map(Plugin::name).collect(),
    })
}

// Unsaved drafts: kept beside the file, put aside for another board, recovered.

impl Editor {
    /// The drafts left behind where this one is kept: first those of other editors, then those that this editor
    /// put aside; the latest first.
    pub fn orphans(&self) -> Vec<Orphan> {
        let mut found = self.autosave.as_ref().map_or_else(Vec::new, |autosave| autosave.location().orphans());
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
            let other = DraftLocation::unnamed().filter(|location| kept.is_err() && autosave.location() != location);
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
        let beside = self.file.as_ref().and_then(|known| DraftLocation::beside(&path_of(&known.path), known.index));
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
