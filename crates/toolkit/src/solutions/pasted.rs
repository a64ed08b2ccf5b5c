//! The collection of puzzles that were typed or pasted: a folder of the user with a file for each text, so that they are
//! there the next day. Their solutions are in the store, as those of all puzzles.

use std::path::PathBuf;

use lurd_disk::{
    files::{create_folder, tidy, write_beside},
    folders,
};
use lurd_puzzle::{
    catalog::{Catalog, Item, Source},
    puzzle::{CannotWrite, PuzzleRecord},
};

use super::{file::SaveError, save::keeper, save::untitled};

/// The name of the collection.
pub const PASTED: &str = "pasted";

/// The folder of the collection, if the system has one for the user's data.
pub fn folder() -> Option<PathBuf> {
    folders::data().map(|data| data.join(PASTED))
}

/// Adds the puzzles of a text to the collection, except those that it has, and makes `items` refer to the collection.
/// Returns the number of the first; `None` if none is readable, the catalog lacks the collection, or no file format
/// holds such puzzles. Numbers stay the same when puzzles are added.
///
/// # Errors
/// The file cannot be written; `items` are unchanged.
pub fn keep(catalog: &Catalog, items: &mut [Item]) -> Result<Option<usize>, SaveError> {
    let Some(folder) = catalog.folder(PASTED) else { return Ok(None) };
    let Some(kind) = items.iter().find(|item| item.puzzle.is_ok()).map(|item| item.kind) else { return Ok(None) };
    let Some((plugin, format)) = keeper(catalog, kind) else { return Ok(None) };
    let known = catalog.read_named(PASTED).and_then(Result::ok).unwrap_or_default();
    let known: Vec<Option<(&str, String)>> = known.iter().map(content).collect();
    let (mut numbers, mut new) = (Vec::new(), Vec::new());
    let mut added: Vec<Option<(&str, String)>> = Vec::new();
    for item in items.iter() {
        let (Ok(puzzle), content) = (&item.puzzle, content(item)) else {
            numbers.push(None);
            continue;
        };
        let all = known.iter().chain(&added);
        let number = all.clone().position(|other| *other == content).unwrap_or_else(|| all.count());
        if number == known.len() + added.len() {
            new.push(PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &item.metadata, flags: &item.flags });
            added.push(content);
        }
        numbers.push(Some(number + 1));
    }
    if !new.is_empty() {
        let bytes = plugin.write(format, &new)?.bytes;
        create_folder(&folder.path)?;
        tidy(&folder.path);
        let last = folder.files().into_iter().filter_map(|path| path.file_stem()?.to_str()?.parse::<u64>().ok()).max();
        let ending = format.endings.first().copied().unwrap_or("txt");
        let name = format!("{:06}.{ending}", last.map_or(1, |last| last + 1));
        let path = folder.path.join(name);
        write_beside(&path, &bytes)?;
        // A puzzle that the format cannot hold must not change the numbers of others.
        let after = catalog.read_named(PASTED).and_then(Result::ok).unwrap_or_default();
        let is_kept = after.len() == known.len() + added.len()
            && after[known.len()..].iter().map(content).eq(added.iter().cloned());
        if !is_kept {
            let _ = std::fs::remove_file(&path);
            return Err(CannotWrite::from("the format of the collection 'pasted' cannot hold it".to_owned()).into());
        }
    }
    let first = numbers.iter().flatten().next().copied();
    for (item, number) in items.iter_mut().zip(numbers) {
        let Some(number) = number else { continue };
        item.index = number;
        item.reference = format!("{PASTED}/{number}");
        item.source = Source::new(PASTED, &item.source.text);
    }
    Ok(first)
}

/// Adds puzzles as [`keep`] does, and returns a note on it for the user.
pub fn keep_noted(catalog: &Catalog, items: &mut [Item]) -> Option<String> {
    match keep(catalog, items) {
        Ok(number) => number.map(|number| format!("kept as {PASTED}/{number}")),
        Err(error) => Some(format!("not kept in the collection '{PASTED}': {error}")),
    }
}

/// What two equal puzzles have in common: the kind, and the text without the title.
fn content(item: &Item) -> Option<(&'static str, String)> {
    item.puzzle.as_ref().ok().map(|puzzle| (item.kind, untitled(puzzle.as_ref())))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

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
        // The first of the two is there already, with another title.
        assert_eq!(pasted(TWO), (Some(1), vec!["pasted/1".to_owned(), "pasted/4".to_owned()]));
        assert_eq!(pasted(TITLED).0, Some(3));
        assert_eq!(folder_names(&path).len(), 4);
        let all = catalog.resolve(&Typed::argument("pasted")).expect("a collection");
        let kinds: Vec<_> = all.iter().map(|item| item.kind).collect();
        assert_eq!(kinds, ["sokoban", "shifter", "sokoban", "sokoban"]);
        assert_eq!(all[2].name(), "mine");
        assert_eq!(catalog.resolve(&Typed::argument("pasted/2")).expect("there")[0].kind, "shifter");
        assert!(catalog.resolve(&Typed::argument("pasted/5")).is_err());
        fs::remove_dir_all(&path).expect("removed");
    }

    fn folder_names(path: &std::path::Path) -> Vec<String> {
        let names = fs::read_dir(path).expect("a folder").flatten();
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}
