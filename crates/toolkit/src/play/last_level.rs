//! The level of a set (a collection, a file) that was played last: a small file per set in the user's folder.
//! Its first line is the number of the level; after a blank line follows the level itself, so that it is found
//! again in a file that has changed, and is not confused with a level of another set of the same name.

use std::fs;
use std::path::Path;

use super::game::Game;
use super::progress::write;
use lurd_disk::files::WriteError;
use lurd_disk::hash::fnv;

/// The name of the file for a set of levels from `sources`.
pub(super) fn file_name<'s>(sources: impl Iterator<Item = &'s str>) -> String {
    let mut names: Vec<String> = Vec::new();
    for source in sources {
        // The full path identifies a file, whatever the working directory.
        let full = fs::canonicalize(source).ok().map(|path| path.display().to_string());
        let name = full.unwrap_or_else(|| source.to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("last-{:016x}.txt", fnv(names.join("\n").as_bytes()))
}

/// Records `game` as the level of its set that was played last.
pub(super) fn save(path: &Path, game: &Game) -> Result<(), WriteError> {
    write(path, &format!("{}\n\n{}", game.index, game.puzzle().text()))
}

/// The index of the game that was played last.
pub(super) fn find(path: &Path, games: &[Game]) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let (index, board) = text.split_once("\n\n")?;
    let same = |game: &&Game| game.puzzle().text() == board;
    let by_number = games.iter().position(|game| same(&game) && game.index.to_string() == index);
    by_number.or_else(|| games.iter().position(|game| same(&game)))
}
