//! Playing other levels in place of those of the set.

use super::error::PlayError;
use super::game::Game;
use super::level_set::{Entered, LevelSet, Unread};
use lurd_puzzle::catalog::{Catalog, Source, Typed};
use lurd_puzzle::diagnostic::Diagnostic;

impl LevelSet {
    /// Plays the levels that `text` names or holds, from the first one on, and returns how they were read if that
    /// is worth a note. On an error the set is unchanged.
    pub fn open(&mut self, text: &str, catalog: &Catalog) -> Result<(Entered, Option<String>), PlayError> {
        let typed = Typed::at_prompt(&Source::new("<typed>", text), 0..text.len());
        let items = catalog.resolve(&typed).map_err(|error| unopened(&error.diagnostic))?;
        let note = items.iter().find_map(|item| item.note.clone());
        let mut first_problem = None;
        let levels = items.into_iter().map(|item| {
            Game::new(item).map_err(|item| {
                let (source, index) = (item.source.name.clone(), item.index);
                let message = item.puzzle.as_ref().err().map_or_else(String::new, |it| it.message.clone());
                first_problem.get_or_insert_with(|| message.clone());
                Unread { source, index, message }
            })
        });
        let levels: Vec<Result<Game, Unread>> = levels.collect();
        let opened = Self::among(levels, self.store.clone(), self.progress.clone());
        let Some(mut opened) = opened else {
            return Err(PlayError::Unopened(first_problem.unwrap_or_else(|| "no level in it".to_owned())));
        };
        let (kind, objective) = (self.game().puzzle().kind(), self.game().objective);
        for game in opened.games.iter_mut().filter(|game| game.puzzle().kind() == kind) {
            game.objective = objective;
        }
        let unsaved = self.save().err();
        let resumed = opened.enter(catalog);
        *self = opened;
        Ok((Entered { resumed, unsaved }, note))
    }
}

fn unopened(diagnostic: &Diagnostic) -> PlayError {
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    PlayError::Unopened(format!("{}{help}", diagnostic.message))
}
