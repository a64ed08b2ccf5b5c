//! The progress of each level: a small file per level in the user's folder. Its first line has the steps that
//! are done, the next line (if there are any) the steps that can be redone, and the next (if steps were taken
//! from an answer) `answer: N`, the index of the first of them. After a blank line follows the level.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use lurd_disk::files::{WriteError, create_folder, tidy, write_beside};
use lurd_disk::folders;
use lurd_disk::hash::fnv;
use lurd_puzzle::puzzle::Puzzle;

/// Precedes the index of the first step of an answer.
const AIDED: &str = "answer: ";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedProgress {
    /// The steps that are done, as one text.
    pub done: String,
    /// The steps that can be redone.
    pub undone: String,
    /// The index of the first step taken from an answer.
    pub first_aided: Option<usize>,
}

/// The folder where progress is saved, if any.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    folder: Option<PathBuf>,
}

impl Progress {
    pub fn none() -> Self {
        Self::default()
    }

    /// Saves to the folder of this user, if the system has one.
    pub fn of_user() -> Self {
        Self { folder: folders::data().map(|data| data.join("games")) }
    }

    /// The games kept in this folder.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_path_buf()) }
    }

    /// Saves the progress of `puzzle`; where nothing was done, removes what was saved before.
    pub fn save(&self, puzzle: &dyn Puzzle, progress: &SavedProgress) -> Result<(), WriteError> {
        let Some(path) = self.path(puzzle) else { return Ok(()) };
        if *progress == SavedProgress::default() {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    Err(WriteError::during("remove", &path, error))
                }
                _ => Ok(()),
            };
        }
        let SavedProgress { done, undone, first_aided } = progress;
        let redo = if undone.is_empty() { String::new() } else { format!("\n{undone}") };
        let aided = first_aided.map_or_else(String::new, |first| format!("\n{AIDED}{first}"));
        write(&path, &format!("{done}{redo}{aided}\n\n{}", puzzle.text()))
    }

    pub fn find(&self, puzzle: &dyn Puzzle) -> Option<SavedProgress> {
        let text = fs::read_to_string(self.path(puzzle)?).ok()?;
        let (steps, board) = text.split_once("\n\n")?;
        let mut lines: Vec<&str> = steps.split('\n').collect();
        let first_aided = lines.last().and_then(|line| line.strip_prefix(AIDED)?.parse().ok());
        if first_aided.is_some() {
            lines.pop();
        }
        let line = |number: usize| lines.get(number).copied().unwrap_or_default().to_owned();
        // Two puzzles may share the name of a file by a collision of hashes.
        (board == puzzle.text()).then(|| SavedProgress { done: line(0), undone: line(1), first_aided })
    }

    /// The file with the level of a set that was played last.
    pub(super) fn set_file(&self, kind: &str, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(kind).join(name))
    }

    fn path(&self, puzzle: &dyn Puzzle) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.join(puzzle.kind());
        Some(folder.join(format!("{:016x}.txt", fnv(puzzle.text().as_bytes()))))
    }
}

/// Writes a file, and creates its folder if necessary.
pub(super) fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
        tidy(folder);
    }
    write_beside(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzle::test_puzzle;

    #[test]
    fn saved_progress_is_found_again() {
        let folder = std::env::temp_dir().join(format!("lurd-games-{}", std::process::id()));
        let progress = Progress::at(&folder);
        let (one, other) = (test_puzzle("1 -> 37"), test_puzzle("2 -> 37"));
        assert_eq!(progress.find(&one), None);
        let saved = |done: &str, undone: &str| {
            let (done, undone) = (done.to_owned(), undone.to_owned());
            SavedProgress { done, undone, first_aided: None }
        };
        let aided = |done: &str, undone: &str| SavedProgress { first_aided: Some(1), ..saved(done, undone) };
        let all = [saved("*+", ""), saved("*", "+*"), saved("", "**")];
        for kept in all.into_iter().chain([aided("*+", ""), aided("", "**"), aided("*", "+")]) {
            progress.save(&one, &kept).expect("kept");
            assert_eq!((progress.find(&one), progress.find(&other)), (Some(kept), None));
        }
        progress.save(&one, &SavedProgress::default()).expect("nothing to keep");
        assert_eq!(progress.find(&one), None);
        progress.save(&one, &SavedProgress::default()).expect("nothing is left to be removed");
        Progress::none().save(&one, &saved("*", "")).expect("nowhere");
        let _ = fs::remove_dir_all(&folder);
    }
}
