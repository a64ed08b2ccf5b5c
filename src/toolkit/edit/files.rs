//! What is drawn and the files it comes from and goes to: loading and saving.

use super::editor::Editor;
use super::saving::{Leave, Saved, Target, Unsaved, count, plugin_of, save};
use crate::catalog::{Catalog, Item};
use crate::disk::hash::fnv;
use crate::puzzle::{Draft, Metadata, Plugin, Puzzle, SavedGame};
use crate::verify::{self, Refusal};

/// A file whose contents are known.
pub(super) struct Known {
    pub(super) path: String,
    /// The hash of its bytes, and whether this draft is all that is in it.
    hash: u64,
    is_alone: bool,
    /// What it does not hold of what is drawn, in words: that has been told.
    losses: Vec<String>,
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
        self.put_aside();
        self.replace(draft);
        self.begins_here();
        self.empty.push(self.saved.clone());
        (self.file, self.new_file, self.origin) = (None, None, None);
        self.metadata = Metadata::default();
        self.choose_shelf();
        Ok(())
    }

    /// It is to be saved as that file, which is not there yet.
    pub fn call(&mut self, path: &str) {
        self.new_file = Some(path.to_owned());
    }

    /// Draws on what an item holds, be it right or not.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn load(&mut self, catalog: &Catalog, item: &Item) -> Result<(), String> {
        let draft = draft_of(catalog, item)?;
        self.put_aside();
        self.replace(draft);
        self.begins_here();
        self.metadata = item.metadata.clone();
        self.origin = self.draft.puzzle().ok();
        self.file = Known::of(plugin_of(catalog, item.kind)?, &item.source.name, Vec::new());
        self.new_file = None;
        self.choose_shelf();
        Ok(())
    }

    /// Replaces what is drawn by what an item holds, as a change that can be undone. The file stays.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn paste(&mut self, catalog: &Catalog, item: &Item) -> Result<(), String> {
        let draft = draft_of(catalog, item)?;
        self.replace(draft);
        Ok(())
    }

    /// What is drawn now is what changes are counted from.
    fn begins_here(&mut self) {
        self.loaded_at = self.done.len();
        self.saved = self.draft.text();
    }

    pub(super) fn replace(&mut self, draft: Box<dyn Draft>) {
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

    /// Those of the saved games that can be played on what is drawn, and end as they did.
    fn games(&self) -> Vec<SavedGame> {
        let games = &self.metadata.games;
        let (Some(origin), Ok(puzzle)) = (&self.origin, self.draft.puzzle()) else { return Vec::new() };
        if puzzle.text() == origin.text() {
            return games.clone();
        }
        games.iter().filter(|game| fits(game, origin.as_ref(), puzzle.as_ref())).cloned().collect()
    }

    /// Saves it. To the file that it is all of, and that nobody else has changed, it is saved without
    /// leave to replace, unless something of what is there would be lost.
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
        let own = self.file.as_ref().filter(|known| known.is_unchanged_at(path));
        let games = self.games();
        let lost = self.metadata.games.len() - games.len();
        let metadata = Metadata { games, ..self.metadata.clone() };
        let known = own.map(|known| known.losses.as_slice());
        let saved = save(plugin, self.draft.as_ref(), &metadata, Target { path, to, leave, known, lost })?;
        self.saved = self.draft.text();
        (self.metadata, self.origin) = (metadata, self.draft.puzzle().ok());
        self.file = Known::of(plugin, path, saved.losses.clone());
        self.new_file = None;
        self.discard_draft();
        self.choose_shelf();
        Ok(saved)
    }
}

/// Whether a game that belongs to `origin` is one of `puzzle`: all its steps can be done, and if they
/// were a solution they are one.
fn fits(game: &SavedGame, origin: &dyn Puzzle, puzzle: &dyn Puzzle) -> bool {
    match verify::replay(puzzle, &game.steps) {
        Ok(_) => true,
        Err(Refusal::Unfinished { .. }) => verify::replay(origin, &game.steps).is_err(),
        Err(_) => false,
    }
}

impl Known {
    fn of(plugin: &dyn Plugin, path: &str, losses: Vec<String>) -> Option<Self> {
        // Where a file is read twice, a pipe would never end.
        let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
        if !is_file {
            return None;
        }
        let hash = fnv(&std::fs::read(path).ok()?);
        // What is one of several must not be saved over all of them.
        let is_alone = count(plugin, path) == Some(1);
        Some(Self { path: path.to_owned(), hash, is_alone, losses })
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
