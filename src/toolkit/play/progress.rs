//! How far each level has been played: a small file a level in the user's folder, so that one goes on
//! where one left off. Its first line has the steps that are done, the next (if there are any) those
//! that can be done again; then, if steps were taken from an answer, `answer: N`, the number of the first
//! of them, from 0; then, after a blank line, the level.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::disk::files::{tidy, write_beside};
use crate::disk::folders;
use crate::disk::hash::fnv;
use crate::puzzle::Puzzle;

/// What comes before the number of the first step of an answer.
const AIDED: &str = "answer: ";

/// How far a level has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedProgress {
    /// The steps that are done, as one text.
    pub done: String,
    /// The steps that can be done again after them.
    pub undone: String,
    /// The first step that was taken from an answer, from 0.
    pub aided: Option<usize>,
}

/// The folder, or none.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    folder: Option<PathBuf>,
}

impl Progress {
    /// Keeps nothing and knows nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The folder of this user; none if the system does not say where that is.
    #[must_use]
    pub fn of_user() -> Self {
        Self { folder: folders::data().map(|data| data.join("games")) }
    }

    /// A folder of one's own.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_path_buf()) }
    }

    /// Writes down how far `puzzle` has been played. Where nothing was done there is nothing to go on with:
    /// what was written down before is removed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, puzzle: &dyn Puzzle, record: &SavedProgress) -> Result<(), String> {
        let Some(path) = self.path(puzzle) else { return Ok(()) };
        if *record == SavedProgress::default() {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    Err(format!("cannot remove '{}': {error}", path.display()))
                }
                _ => Ok(()),
            };
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder '{}': {error}", folder.display()))?;
            tidy(folder);
        }
        let SavedProgress { done, undone, aided } = record;
        let redo = if undone.is_empty() { String::new() } else { format!("\n{undone}") };
        let aided = aided.map_or_else(String::new, |first| format!("\n{AIDED}{first}"));
        write_beside(&path, format!("{done}{redo}{aided}\n\n{}", puzzle.text()).as_bytes())
    }

    /// What was written down for this very puzzle.
    #[must_use]
    pub fn find(&self, puzzle: &dyn Puzzle) -> Option<SavedProgress> {
        let text = fs::read_to_string(self.path(puzzle)?).ok()?;
        let (steps, board) = text.split_once("\n\n")?;
        let mut lines: Vec<&str> = steps.split('\n').collect();
        let aided = lines.last().and_then(|line| line.strip_prefix(AIDED)?.parse().ok());
        if aided.is_some() {
            lines.pop();
        }
        let line = |number: usize| lines.get(number).copied().unwrap_or_default().to_owned();
        // Two puzzles may share a name of a file; they do not share a board.
        (board == puzzle.text()).then(|| SavedProgress { done: line(0), undone: line(1), aided })
    }

    /// Where it is written down which level of a set was played last.
    pub(super) fn set_file(&self, kind: &str, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(kind).join(name))
    }

    fn path(&self, puzzle: &dyn Puzzle) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.join(puzzle.kind());
        Some(folder.join(format!("{:016x}.txt", fnv(puzzle.text().as_bytes()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::test_puzzle::test_puzzle;

    #[test]
    fn one_goes_on_where_one_left_off() {
        let folder = std::env::temp_dir().join(format!("lurd-games-{}", std::process::id()));
        let progress = Progress::at(&folder);
        let (one, other) = (test_puzzle("1 -> 37"), test_puzzle("2 -> 37"));
        assert_eq!(progress.find(&one), None);
        let record = |done: &str, undone: &str| {
            let (done, undone) = (done.to_owned(), undone.to_owned());
            SavedProgress { done, undone, aided: None }
        };
        let aided = |done: &str, undone: &str| SavedProgress { aided: Some(1), ..record(done, undone) };
        let records = [record("*+", ""), record("*", "+*"), record("", "**")];
        for kept in records.into_iter().chain([aided("*+", ""), aided("", "**"), aided("*", "+")]) {
            progress.keep(&one, &kept).expect("kept");
            assert_eq!((progress.find(&one), progress.find(&other)), (Some(kept), None));
        }
        progress.keep(&one, &SavedProgress::default()).expect("nothing to keep");
        assert_eq!(progress.find(&one), None);
        progress.keep(&one, &SavedProgress::default()).expect("nothing is left to be removed");
        Progress::none().keep(&one, &record("*", "")).expect("nowhere");
        let _ = fs::remove_dir_all(&folder);
    }
}
