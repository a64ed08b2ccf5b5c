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
    drafts::KeptDraft,
    editor::Editor,
    saving::{EditError, KnownFile, SaveOptions, Saved, Target, Unsaved, index_of, save, save_in_place},
};

impl Editor {
    /// Begins an empty board of a kind and a size.
    pub fn begin(&mut self, catalog: &Catalog, kind: &str, size: Option<(usize, usize)>) -> Result<(), EditError> {
        let draft = plugin_of(catalog, kind)?.blank(size).map_err(EditError::Refused)?;
        self.begin_with(draft, Metadata::default(), None);
        self.empty.push(self.saved.clone());
        Ok(())
    }

    /// Sets the file to save to, which does not exist yet.
    pub fn set_new_file(&mut self, path: &str) {
        self.new_file = Some(path.to_owned());
    }

    /// Loads an item, even if it is not a valid puzzle.
    pub fn load(&mut self, catalog: &Catalog, item: &Item) -> Result<(), EditError> {
        let draft = draft_of(catalog, item)?;
        let index = item.index.saturating_sub(1);
        let file = KnownFile::of(plugin_of(catalog, item.kind)?, &item.source.name, index, Vec::new());
        self.begin_with(draft, Metadata::clone(&item.metadata), file);
        Ok(())
    }

    /// Begins with a draft, from which changes are counted.
    fn begin_with(&mut self, draft: Box<dyn Draft>, metadata: Metadata, file: Option<KnownFile>) {
        self.put_aside();
        self.open(draft);
        (self.loaded_at, self.saved) = (self.done.len(), self.draft.text());
        (self.metadata, self.origin) = (metadata, self.draft.puzzle().ok());
        (self.file, self.new_file) = (file, None);
        self.choose_location();
    }

    /// Replaces the draft by an item, as a change that can be undone. The file stays.
    pub fn paste(&mut self, catalog: &Catalog, item: &Item) -> Result<(), EditError> {
        let draft = draft_of(catalog, item)?;
        self.replace(draft);
        Ok(())
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
        Err(refusal) if refusal.step().is_none() && !matches!(refusal, Refusal::Misread(_)) => {
            verify::replay(origin, &game.steps).is_err()
        }
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
    catalog.plugins().find(|plugin| plugin.name() == kind).ok_or_else(|| {
        let known: Vec<_> = catalog.plugins().map(Plugin::name).collect();
        EditError::Refused(format!("there is no '{kind}'; there are {}", known.join(", ")).into())
    })
}

// Unsaved drafts: kept, put aside for another board, restored.

impl Editor {
    /// Restores, as a change that can be undone, the draft of this puzzle that was left behind last, if there is one.
    ///
    /// # Errors
    /// It is no draft, or cannot be kept.
    pub fn restore(&mut self, catalog: &Catalog) -> Result<bool, EditError> {
        let Some(left) = self.kept.as_ref().and_then(|kept| kept.location.left()) else { return Ok(false) };
        let draft = plugin_of(catalog, &left.kind)?.draft(&left.text);
        let refused = || EditError::Refused(format!("'{}' is not a draft", left.path.display()).into());
        self.replace(draft.ok_or_else(refused)?);
        if self.file.is_none() {
            self.saved = String::new();
        }
        self.keep_draft().map_err(|error| EditError::Refused(error.to_string().into()))?;
        let _ = std::fs::remove_file(left.path);
        Ok(true)
    }

    /// Keeps the draft if it has unsaved changes.
    pub fn keep_draft(&mut self) -> Result<(), WriteError> {
        let is_changed = self.is_changed();
        let Some(kept) = &mut self.kept else { return Ok(()) };
        if is_changed {
            return kept.keep(self.draft.kind(), &self.draft.text());
        }
        kept.discard();
        Ok(())
    }

    /// Leaves the draft where it is kept, because another board is edited from now on. A draft that cannot be kept can
    /// still be restored by undo.
    pub(super) fn put_aside(&mut self) {
        let _ = self.keep_draft();
        self.kept = self.kept.take().map(|kept| KeptDraft::new(kept.location));
    }

    /// Keeps the draft as that of its file from now on, or of no file.
    pub(super) fn choose_location(&mut self) {
        let Some(home) = &self.home else { return };
        let of_file = self.file.as_ref().and_then(|known| home.of_file(&path_of(&known.path), known.index));
        let wanted = of_file.unwrap_or_else(|| home.clone());
        if self.kept.as_ref().is_none_or(|kept| kept.location != wanted) {
            self.discard_draft();
            self.kept = Some(KeptDraft::new(wanted));
        }
    }

    /// Treats the draft as saved; its changes are not wanted.
    pub fn forget_changes(&mut self) {
        self.saved = self.draft.text();
        self.discard_draft();
    }

    pub(super) fn discard_draft(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.discard();
        }
    }

    /// The file in which the draft is kept, if any.
    pub fn draft_path(&self) -> Option<&Path> {
        self.kept.as_ref()?.path()
    }
}
