//! The level of a set (a collection, a file) that was played last: a small file a set in the user's folder.
//! Its first line has the place of the level in the set; then, after a blank line, the level itself, so that it is
//! found again in a file that has changed, and not mixed up with one of another set of the same name.

use std::fs;
use std::path::Path;

use super::game::Game;
use crate::disk::files::{tidy, write_beside};
use crate::disk::hash::fnv;

/// The name of the file for a set of levels from these sources.
pub(super) fn file_name<'s>(sources: impl Iterator<Item = &'s str>) -> String {
    let mut names: Vec<String> = Vec::new();
    for source in sources {
        // A file is known by its place, from wherever it was named.
        let full = fs::canonicalize(source).ok().map(|path| path.display().to_string());
        let name = full.unwrap_or_else(|| source.to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("last-{:016x}.txt", fnv(names.join("\n").as_bytes()))
}

/// Writes down that `game` is the one of its set that was played last.
///
/// # Errors
/// The file cannot be written.
pub(super) fn keep(path: &Path, game: &Game) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make the folder '{}': {error}", folder.display()))?;
        tidy(folder);
    }
    write_beside(path, format!("{}\n\n{}", game.index, game.puzzle().text()).as_bytes())
}

/// Which of `games` was played last.
pub(super) fn find(path: &Path, games: &[Game]) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let (index, board) = text.split_once("\n\n")?;
    let same = |game: &&Game| game.puzzle().text() == board;
    let at = |wanted: &dyn Fn(&Game) -> bool| games.iter().position(|game| same(&game) && wanted(game));
    at(&|game| game.index.to_string() == index).or_else(|| at(&|_| true))
}
