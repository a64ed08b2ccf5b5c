//! What there is to play: the collections and the files that were played last, with how much of them is solved.

use std::{collections::BTreeSet, path::PathBuf};

use lurd_disk::{
    folders,
    names::{name_of, path_of},
};
use lurd_puzzle::catalog::{Catalog, Item, Typed};

use super::game::write;
use crate::solutions::SolutionStore;

/// The most files that are remembered.
const MAX_FILES: usize = 20;
/// The most bytes of a file whose levels are counted in the list.
const MAX_BYTES: u64 = 4 << 20;

/// The files that were played last.
#[derive(Clone, Debug, Default)]
pub struct RecentFiles {
    path: Option<PathBuf>,
}

impl RecentFiles {
    /// Remembers nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Those of this user, if the system has a folder for them.
    pub fn of_user() -> Self {
        Self { path: folders::state().map(|state| state.join("recent")) }
    }

    /// Those that are listed in a file.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Puts a file first. That it cannot be remembered loses nothing, and is not reported.
    pub fn add(&self, file: &str) {
        let Some(path) = &self.path else { return };
        let Ok(file) = std::fs::canonicalize(path_of(file)) else { return };
        let file = name_of(file.as_os_str());
        // A line is a name.
        if file.contains('\n') {
            return;
        }
        let rest = self.files().into_iter().filter(|known| *known != file);
        let files: Vec<_> = std::iter::once(file.clone()).chain(rest).take(MAX_FILES).collect();
        let _ = write(path, &(files.join("\n") + "\n"));
    }

    /// The files that still exist, the last one first.
    pub fn files(&self) -> Vec<String> {
        let text = self.path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        text.lines().filter(|line| path_of(line).is_file()).take(MAX_FILES).map(str::to_owned).collect()
    }
}

/// A collection or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// What opens it.
    pub reference: String,
    /// Whether it is a file.
    pub is_file: bool,
    /// The kind of its puzzles, and what it says of itself, or else its first titles.
    pub description: String,
    /// The number of levels that can be read, and of those that the player has solved; `None` if it was not read.
    pub levels: Option<(usize, usize)>,
}

impl Shelf {
    /// Whether the reference or the description has each of these words, in any case.
    pub fn has(&self, words: &str) -> bool {
        let text = format!("{} {}", self.reference, self.description).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// All collections, then the files that were played last. Reads all of them.
pub fn shelves(catalog: &Catalog, store: &SolutionStore, recent: &RecentFiles) -> Vec<Shelf> {
    let collections = catalog.collection_names().into_iter().map(|name| (name.to_owned(), false));
    let files = recent.files().into_iter().map(|file| (file, true));
    collections.chain(files).map(|(reference, is_file)| shelf(catalog, store, reference, is_file)).collect()
}

fn shelf(catalog: &Catalog, store: &SolutionStore, reference: String, is_file: bool) -> Shelf {
    let is_large = is_file && std::fs::metadata(path_of(&reference)).map_or(0, |found| found.len()) > MAX_BYTES;
    let items = if is_large { None } else { catalog.resolve(&Typed::argument(&reference)).ok() };
    let Some(items) = items else {
        let description = if is_large { "a large file" } else { "it cannot be read" }.to_owned();
        return Shelf { reference, is_file, description, levels: None };
    };
    let readable = items.iter().filter_map(|item| item.puzzle.as_ref().ok().map(|puzzle| (item.kind, puzzle)));
    let solved = readable.clone().filter(|(kind, puzzle)| !store.of_kind(catalog, kind).is_unsolved(puzzle.as_ref()));
    let levels = Some((readable.clone().count(), solved.count()));
    Shelf { reference, is_file, description: description(&items), levels }
}

/// `sokoban: Levels for learning.`, or with titles: `sokoban: easy 1, easy 2`.
fn description(items: &[Item]) -> String {
    /// The most letters of it.
    const MAX_LETTERS: usize = 120;
    let readable = items.iter().filter(|item| item.puzzle.is_ok());
    let kinds: BTreeSet<&str> = readable.map(|item| item.kind).collect();
    let kinds = Vec::from_iter(kinds).join(", ");
    let header = items.first().map(|item| item.metadata.header.as_str()).unwrap_or_default();
    let words: Vec<&str> = header.split_whitespace().map(|word| word.trim_start_matches([';', ':'])).collect();
    let header = words.join(" ");
    let titles =
        || items.iter().filter_map(|item| item.puzzle.as_ref().ok()?.title()).filter(|title| !title.is_empty());
    let text = if header.trim().is_empty() { titles().take(3).collect::<Vec<_>>().join(", ") } else { header };
    let text: String = text.trim().chars().take(MAX_LETTERS).collect();
    if text.is_empty() { kinds } else { format!("{kinds}: {text}") }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::test_puzzle::builtin;

    #[test]
    fn recent_files_come_last_first_and_only_while_they_exist() {
        let folder = env::temp_dir().join(format!("lurd-recent-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let recent = RecentFiles::at(folder.join("state").join("recent"));
        let file = |name: &str| {
            let path = folder.join(name);
            fs::write(&path, "#####\n#@$.#\n#####\n").expect("written");
            name_of(fs::canonicalize(path).expect("there").as_os_str())
        };
        let (one, two) = (file("one.xsb"), file("two words.xsb"));
        for path in [&one, &two, &one] {
            recent.add(path);
        }
        assert_eq!(recent.files(), [one.clone(), two.clone()]);
        let mut listed = shelves(&builtin(), &SolutionStore::none(), &recent);
        assert_eq!(listed[0].reference, "missile", "collections come first");
        listed.retain(|shelf| shelf.is_file);
        assert_eq!(listed.iter().map(|shelf| shelf.levels).collect::<Vec<_>>(), [Some((1, 0)); 2]);
        assert!(listed[1].has("TWO sokoban") && !listed[0].has("two"));
        fs::remove_file(&one).expect("removed");
        assert_eq!(recent.files(), [two]);
        RecentFiles::none().add("nothing");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
