//! Loading a draft from a file or a puzzle, and saving it.

use super::editor::Editor;
use super::error::EditError;
use super::kinds::plugin_of;
use super::known_file::KnownFile;
use super::saving::{SaveOptions, Saved, Target, Unsaved, save};
use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{Draft, Metadata, Puzzle, SavedGame};
use lurd_puzzle::verify::{self, Refusal};

impl Editor {
    /// Begins an empty board of a kind and a size.
    pub fn begin(
        &mut self,
        catalog: &Catalog,
        kind: &str,
        size: Option<(usize, usize)>,
    ) -> Result<(), EditError> {
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
        self.file = KnownFile::of(plugin_of(catalog, item.kind)?, &item.source.name, Vec::new());
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

    /// Saves the draft. A file that holds nothing else and has not changed since is overwritten without
    /// [`SaveOptions::overwrite`], unless something in it would be lost.
    pub fn save(
        &mut self,
        catalog: &Catalog,
        path: &str,
        format: Option<&str>,
        options: SaveOptions,
    ) -> Result<Saved, Unsaved> {
        let plugin = plugin_of(catalog, self.draft.kind())
            .map_err(|_| Unsaved::Failed(format!("there is no '{}'", self.draft.kind())))?;
        let own = self.file.as_ref().filter(|known| known.is_unchanged_at(path));
        let games = self.games();
        let lost = self.metadata.games.len() - games.len();
        let metadata = Metadata { games, ..self.metadata.clone() };
        let known = own.map(|known| known.losses.as_slice());
        let saved =
            save(plugin, self.draft.as_ref(), &metadata, Target { path, format, options, known, lost })?;
        self.saved = self.draft.text();
        (self.metadata, self.origin) = (metadata, self.draft.puzzle().ok());
        self.file = KnownFile::of(plugin, path, saved.losses.clone());
        self.new_file = None;
        self.discard_draft();
        self.choose_location();
        Ok(saved)
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
            let refused = || EditError::Refused(format!("a {} cannot be edited", plugin.name()).into());
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
