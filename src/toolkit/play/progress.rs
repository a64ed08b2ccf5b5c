//! How far each level has been played: a small file a level in the user's folder, so that one goes on
//! where one left off.

use std::fs;
use std::path::{Path, PathBuf};

use crate::puzzle::Puzzle;
use crate::toolkit::files::write_beside;
use crate::toolkit::folders;

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

    /// Writes down the steps that were done; without steps there is nothing to go on with.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, puzzle: &dyn Puzzle, steps: &[String]) -> Result<(), String> {
        let Some(path) = self.path(puzzle) else { return Ok(()) };
        if steps.is_empty() {
            let _ = fs::remove_file(path);
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder '{}': {error}", folder.display()))?;
        }
        let text = format!("{}\n\n{}", puzzle.join_steps(steps), puzzle.text());
        write_beside(&path, text.as_bytes())
    }

    /// The steps that were written down for this very puzzle.
    #[must_use]
    pub fn find(&self, puzzle: &dyn Puzzle) -> Option<String> {
        let text = fs::read_to_string(self.path(puzzle)?).ok()?;
        let (steps, board) = text.split_once("\n\n")?;
        // Two puzzles may share a name of a file; they do not share a board.
        (board == puzzle.text()).then(|| steps.to_owned())
    }

    fn path(&self, puzzle: &dyn Puzzle) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.join(puzzle.kind());
        Some(folder.join(format!("{:016x}.txt", fnv(puzzle.text().as_bytes()))))
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a, 64 bits): the same for ever, unlike those of the standard
/// library, so that it may be part of names of files.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::toy::toy;

    #[test]
    fn the_hash_is_that_of_its_authors() {
        assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn one_goes_on_where_one_left_off() {
        let folder = std::env::temp_dir().join(format!("lurd-games-{}", std::process::id()));
        let progress = Progress::at(&folder);
        let (one, other) = (toy("1 -> 37"), toy("2 -> 37"));
        assert_eq!(progress.find(&one), None);
        progress.keep(&one, &["*".to_owned(), "+".to_owned()]).expect("kept");
        assert_eq!((progress.find(&one).as_deref(), progress.find(&other)), (Some("*+"), None));
        progress.keep(&one, &[]).expect("nothing to keep");
        assert_eq!(progress.find(&one), None);
        Progress::none().keep(&one, &["*".to_owned()]).expect("nowhere");
        let _ = fs::remove_dir_all(&folder);
    }
}
