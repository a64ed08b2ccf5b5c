//! The collection of puzzles that were typed or pasted: a folder of the user with a file for each text, so that they are
//! there the next day. Their solutions are in the store, as those of all puzzles.

use std::{collections::BTreeSet, path::PathBuf};

use lurd_disk::{
    files::{create_folder, write_beside},
    folders,
    lock::ExclusiveAccess,
};
use lurd_puzzle::{
    catalog::{Catalog, FolderCollection, Item, Reference, Source},
    puzzle::{CannotWrite, Format, Metadata, Plugin, PuzzleRecord},
};

use super::{file::SaveError, save::keeper, save::untitled};

/// The name of the collection.
pub const PASTED: &str = "pasted";

/// The folder of the collection, if the system has one for the user's data.
pub fn folder() -> Option<PathBuf> {
    folders::data().map(|data| data.join(PASTED))
}

/// What is locked while puzzles are added: no file, but its lock is the file `.adding.lock` in the folder.
const LOCK: &str = ".adding";

/// Adds the puzzles of a text to the collection, except those that it already has with the same title, author, notes and
/// games, and makes `items` refer to the collection.
/// Returns the number of the first; `None` if none is readable, the catalog lacks the collection, or no file format
/// holds such puzzles. Numbers stay the same when puzzles are added. Other processes that add puzzles wait.
///
/// # Errors
/// The file cannot be written; `items` are unchanged.
pub fn keep(catalog: &Catalog, items: &mut [Item]) -> Result<Option<usize>, SaveError> {
    let Some(folder) = catalog.folder(PASTED) else { return Ok(None) };
    let Some(kind) = items.iter().find(|item| item.puzzle.is_ok()).map(|item| item.kind) else { return Ok(None) };
    let Some(keeper) = keeper(catalog, kind) else { return Ok(None) };
    let mut additions = Additions::of(items, catalog);
    if !additions.new.is_empty() {
        create_folder(&folder.path)?;
        let lock = ExclusiveAccess::to(&folder.path.join(LOCK));
        let _lock = lock.map_err(|error| SaveError::during("lock", &folder.path, &error))?;
        // Before the lock another process may have added puzzles.
        additions = Additions::of(items, catalog);
        if !additions.new.is_empty() {
            additions.write(items, (catalog, folder), keeper)?;
        }
    }
    let first = additions.numbers.iter().flatten().next().copied();
    for (item, number) in items.iter_mut().zip(additions.numbers) {
        let Some(number) = number else { continue };
        item.index = number;
        item.reference = format!("{PASTED}/{number}");
        item.source = Source::new(PASTED, &item.source.text);
    }
    Ok(first)
}

/// A puzzle, and what is said of it.
struct Content {
    /// The kind, and the text without the title: what two equal puzzles have in common.
    puzzle: (&'static str, String),
    /// The title, the author, and the lines of notes and games.
    about: BTreeSet<String>,
}

impl Content {
    fn of(item: &Item) -> Option<Self> {
        let puzzle = item.puzzle.as_ref().ok()?;
        let Metadata { header, author, notes, games, .. } = &*item.metadata;
        let games = games.iter().flat_map(|game| [game.steps.as_str(), game.notes.as_str()]);
        let texts = puzzle.title().into_iter().chain(author.as_deref()).chain([header.as_str(), notes.as_str()]);
        let lines = texts.chain(games).flat_map(str::lines).map(|line| line.trim().to_owned());
        Some(Self {
            puzzle: (item.kind, untitled(puzzle.as_ref())),
            about: lines.filter(|line| !line.is_empty()).collect(),
        })
    }

    /// Whether this is the puzzle of `other` and has everything that `other` has.
    fn covers(&self, other: &Self) -> bool {
        self.puzzle == other.puzzle && self.about.is_superset(&other.about)
    }
}

fn contents(catalog: &Catalog) -> Vec<Option<Content>> {
    catalog.read_named(PASTED).and_then(Result::ok).unwrap_or_default().iter().map(Content::of).collect()
}

/// What a text adds to the collection.
struct Additions {
    /// The number in the collection of each item of the text that is readable.
    numbers: Vec<Option<usize>>,
    /// The items that the collection lacks, each once.
    new: Vec<usize>,
    /// The contents of the collection after that.
    contents: Vec<Option<Content>>,
}

impl Additions {
    fn of(items: &[Item], catalog: &Catalog) -> Self {
        let (mut numbers, mut new, mut contents) = (Vec::new(), Vec::new(), contents(catalog));
        for (place, item) in items.iter().enumerate() {
            let number = Content::of(item).map(|content| {
                let covers = |other: &Option<Content>| other.as_ref().is_some_and(|other| other.covers(&content));
                let known = contents.iter().position(covers);
                known.unwrap_or_else(|| {
                    new.push(place);
                    contents.push(Some(content));
                    contents.len() - 1
                }) + 1
            });
            numbers.push(number);
        }
        Self { numbers, new, contents }
    }

    /// Writes the new items to a file of their own, unless that would change the numbers of others.
    fn write(
        &self,
        items: &[Item],
        (catalog, folder): (&Catalog, &FolderCollection),
        (plugin, format): (&dyn Plugin, &Format),
    ) -> Result<(), SaveError> {
        let new = self.new.iter().filter_map(|&place| {
            let item = &items[place];
            let puzzle = item.puzzle.as_ref().ok()?.as_ref();
            Some(PuzzleRecord { puzzle, metadata: &item.metadata, flags: &item.flags })
        });
        let bytes = plugin.write(format, &new.collect::<Vec<_>>())?.bytes;
        let after = |path: PathBuf| path.file_stem()?.to_str()?.parse::<u64>().ok()?.checked_add(1);
        let number = folder.files().into_iter().filter_map(after).max().unwrap_or(1);
        let extension = format.extensions.first().copied().unwrap_or("txt");
        let name = format!("{number:06}.{extension}");
        let path = folder.path.join(name);
        write_beside(&path, &bytes)?;
        let puzzles = |contents: &[Option<Content>]| -> Vec<_> {
            contents.iter().map(|content| content.as_ref().map(|content| content.puzzle.clone())).collect()
        };
        if puzzles(&contents(catalog)) != puzzles(&self.contents) {
            let _ = std::fs::remove_file(&path);
            return Err(CannotWrite::from(format!("the format of the collection '{PASTED}' cannot hold it")).into());
        }
        Ok(())
    }
}

/// Adds puzzles that were typed, not named, as [`keep`] does, and returns a note on it for the user.
pub fn keep_noted(catalog: &Catalog, typed: &str, items: &mut [Item]) -> Option<String> {
    if !matches!(Reference::parse(typed, catalog), Reference::Text | Reference::Unknown) {
        return None;
    }
    match keep(catalog, items) {
        Ok(number) => number.map(|number| format!("kept as {PASTED}/{number}")),
        Err(error) => Some(format!("not kept in the collection '{PASTED}': {error}")),
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process, thread};

    use lurd_puzzle::catalog::Typed;
    use lurd_shifter::Shifter;
    use lurd_sokoban::Sokoban;

    use super::*;

    const PUSH: &str = "#####\n#@$.#\n#####";
    const TITLED: &str = "Title: mine\n\n######\n#@ $.#\n######";
    const TWO: &str = "Title: a\n\n#####\n#@$.#\n#####\n\nTitle: b\n\n#####\n#.$@#\n#####";

    #[test]
    fn pasted_puzzles_have_numbers_that_stay() {
        let path = env::temp_dir().join(format!("lurd-pasted-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        let catalog = Catalog::default().with(Sokoban).with(Shifter).with_folder(PASTED, path.clone());
        let pasted = |text: &str| {
            let mut items = catalog.resolve(&Typed::argument(text)).expect("readable");
            let first = keep(&catalog, &mut items).expect("written");
            (first, items.into_iter().map(|item| item.reference).collect::<Vec<_>>())
        };
        assert!(!catalog.is_collection(PASTED));
        assert_eq!(pasted(PUSH), (Some(1), vec!["pasted/1".to_owned()]));
        assert_eq!(pasted("12/34 -> 21/34").0, Some(2));
        assert_eq!(pasted(TITLED).0, Some(3));
        // The first of the two is there already, without its title, which must not be lost.
        assert_eq!(pasted(TWO), (Some(4), vec!["pasted/4".to_owned(), "pasted/5".to_owned()]));
        assert_eq!(pasted(TWO).0, Some(4));
        assert_eq!(pasted(TITLED).0, Some(3));
        assert_eq!(pasted(PUSH).0, Some(1));
        let solved = format!("Title: a\n\n{PUSH}\nAuthor: me\n\nSolution\nR\n");
        assert_eq!((pasted(&solved).0, pasted(&solved).0), (Some(6), Some(6)));
        assert_eq!(folder_names(&path).len(), 5);
        let all = catalog.resolve(&Typed::argument("pasted")).expect("a collection");
        let kinds: Vec<_> = all.iter().map(|item| item.kind).collect();
        assert_eq!(kinds, ["sokoban", "shifter", "sokoban", "sokoban", "sokoban", "sokoban"]);
        assert_eq!(all[2].name(), "mine");
        assert_eq!(catalog.resolve(&Typed::argument("pasted/2")).expect("there")[0].kind, "shifter");
        assert!(catalog.resolve(&Typed::argument("pasted/7")).is_err());
        fs::remove_dir_all(&path).expect("removed");
    }

    #[test]
    fn behind_the_largest_number_nothing_is_written() {
        let path = env::temp_dir().join(format!("lurd-pasted-last-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join(format!("{}.sok", u64::MAX)), PUSH).expect("written");
        let catalog = Catalog::default().with(Sokoban).with(Shifter).with_folder(PASTED, path.clone());
        let mut items = catalog.resolve(&Typed::argument("12/34 -> 21/34")).expect("readable");
        assert!(keep(&catalog, &mut items).is_err());
        assert_eq!(folder_names(&path), ["18446744073709551615.sok"]);
        fs::remove_dir_all(&path).expect("removed");
    }

    #[test]
    fn programs_that_add_puzzles_at_the_same_time_lose_none() {
        const PROGRAMS: usize = 8;
        let path = env::temp_dir().join(format!("lurd-pasted-at-once-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        let catalog = || Catalog::default().with(Sokoban).with_folder(PASTED, path.clone());
        // All have one level in common.
        let added_by = |program: usize| {
            let catalog = catalog();
            let mut numbers = Vec::new();
            for length in [1, 2 + program, 2 + PROGRAMS + program] {
                let wall = "#".repeat(length + 4);
                let text = format!("{wall}\n#@$.{}#\n{wall}", " ".repeat(length - 1));
                let mut items = catalog.resolve(&Typed::argument(&text)).expect("readable");
                numbers.extend(keep(&catalog, &mut items).expect("kept").map(|number| (number, text)));
            }
            numbers
        };
        let added: Vec<(usize, String)> = thread::scope(|scope| {
            let programs: Vec<_> = (0..PROGRAMS).map(|program| scope.spawn(move || added_by(program))).collect();
            programs.into_iter().flat_map(|program| program.join().expect("no panic")).collect()
        });
        let catalog = catalog();
        for (number, text) in &added {
            let item = &catalog.resolve(&Typed::argument(&format!("{PASTED}/{number}"))).expect("there")[0];
            assert_eq!(Content::of(item).expect("readable").puzzle.1.trim_end(), text);
        }
        let numbers: BTreeSet<_> = added.iter().map(|(number, _)| *number).collect();
        assert!(numbers.into_iter().eq(1..=2 * PROGRAMS + 1));
        assert_eq!(folder_names(&path).len(), 2 * PROGRAMS + 1, "no lock is left");
        fs::remove_dir_all(&path).expect("removed");
    }

    fn folder_names(path: &std::path::Path) -> Vec<String> {
        let names = fs::read_dir(path).expect("a folder").flatten();
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}
