//! Updates a file atomically: it is locked against other processes, the new content is written to another
//! file and renamed over it, so that a crash leaves the old or the new content. Also has the
//! reasons why a solution cannot be saved.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use lurd_disk::{
    files::{WriteError, is_special, write_beside},
    lock::ExclusiveAccess,
};
use lurd_puzzle::puzzle::CannotWrite;

/// The most bytes of a file of solutions.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// Passes the content of `path` (empty if the file is missing) to `change`, and writes what it returns;
/// `None` leaves the file unchanged. Other calls for the same file wait.
pub fn update<T>(
    path: &Path,
    change: impl FnOnce(Vec<u8>) -> Result<(T, Option<Vec<u8>>), SaveError>,
) -> Result<T, SaveError> {
    let failed = |action: &str, error: &io::Error| SaveError::during(action, path, error);
    if is_special(path) {
        return Err(SaveError::NotRegular(path.to_path_buf()));
    }
    // A link stays a link: its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut access = ExclusiveAccess::to(path).map_err(|error| failed("open", &error))?;
    let old = access.read(MAX_BYTES + 1).map_err(|error| failed("read", &error))?;
    if old.len() as u64 > MAX_BYTES {
        return Err(SaveError::TooLarge(path.clone()));
    }
    change(old).and_then(|(value, new)| {
        if let Some(new) = new {
            write_beside(path, &new)?;
        }
        Ok(value)
    })
}

// Why a solution cannot be saved.

/// Why a solution cannot be saved. The file is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The file cannot be opened, read or written.
    File(WriteError),
    /// The file is a device or a pipe.
    NotRegular(PathBuf),
    /// The file is larger than 64 MiB.
    TooLarge(PathBuf),
    /// The file is not a text file.
    NotText(PathBuf),
    /// The game is not a solution, for the reason given.
    Refused(String),
    /// The format cannot hold the game.
    Format(CannotWrite),
    /// With the game, the rest of the file would be read differently.
    ChangesMeaning(PathBuf),
    /// The file holds no puzzle that can be read.
    Damaged(PathBuf),
    /// Some of the solutions in the file cannot be replayed: so many of so many.
    Broken { path: PathBuf, broken: usize, all: usize },
    /// The file was changed since its solutions were listed.
    Changed(PathBuf),
    /// The file holds puzzles of this other kind, and none of the kind to be added.
    OtherKind { path: PathBuf, kind: String },
    /// Files of that name cannot hold solutions; they end in the second text.
    Extension(String, &'static str),
    /// The encoding of the file lacks characters of the title.
    Encoding(PathBuf),
}

impl SaveError {
    pub(super) fn during(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::File(WriteError::during(action, path, error))
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::NotRegular(path) => write!(f, "'{}' is not a regular file", path.display()),
            Self::TooLarge(path) => write!(f, "'{}' is larger than 64 MiB", path.display()),
            Self::NotText(path) => write!(f, "'{}' is not a text file", path.display()),
            Self::Refused(reason) => f.write_str(reason),
            Self::Format(error) => error.fmt(f),
            Self::ChangesMeaning(path) => {
                let path = path.display();
                write!(f, "cannot add to '{path}' without changing its meaning; name another file")
            }
            Self::OtherKind { path, kind } => {
                let path = path.display();
                write!(
                    f,
                    "'{path}' holds puzzles of the kind {kind}, so puzzles of another kind would not be read from it; name another file"
                )
            }
            Self::Damaged(path) => {
                write!(f, "the file of saved solutions is damaged: '{}'; rename or delete it", path.display())
            }
            Self::Broken { path, broken, all } => {
                let path = path.display();
                write!(f, "{broken} of {all} saved solutions cannot be replayed; the file is '{path}'")
            }
            Self::Changed(path) => write!(f, "'{}' has changed; list the solutions again", path.display()),
            Self::Extension(path, extension) => {
                write!(f, "'{path}' cannot hold solutions: name a file that ends in .{extension}")
            }
            Self::Encoding(path) => write!(
                f,
                "'{}' is encoded in ISO 8859-1, which lacks characters of the title; name another file",
                path.display()
            ),
        }
    }
}

impl std::error::Error for SaveError {}

impl From<WriteError> for SaveError {
    fn from(error: WriteError) -> Self {
        Self::File(error)
    }
}

impl From<CannotWrite> for SaveError {
    fn from(error: CannotWrite) -> Self {
        Self::Format(error)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lurd-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn nothing_is_lost_when_many_write_at_once() {
        const THREADS: usize = 8;
        const ROUNDS: usize = 25;
        let folder = folder("many");
        let path = folder.join("file");
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let path = &path;
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        update(path, |mut old| {
                            old.extend_from_slice(format!("{thread}.{round}\n").as_bytes());
                            Ok(((), Some(old)))
                        })
                        .expect("written");
                    }
                });
            }
        });
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text.lines().collect::<std::collections::BTreeSet<_>>().len(), THREADS * ROUNDS);
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_refusal_changes_nothing() {
        let folder = folder("refusal");
        let path = folder.join("file");
        let refusal = || SaveError::Refused("no".to_owned());
        assert_eq!(update::<()>(&path, |_| Err(refusal())), Err(refusal()));
        assert!(!path.exists());
        update(&path, |_| Ok(((), Some(b"one".to_vec())))).expect("written");
        assert!(update::<()>(&path, |_| Err(refusal())).is_err());
        assert_eq!(update(&path, |old| Ok((old, None))), Ok(b"one".to_vec()));
        let nowhere = folder.join("missing").join("file");
        assert!(update(&nowhere, |_| Ok(((), None))).is_err_and(|error| error.to_string().contains("cannot open")));
        fs::remove_dir_all(&folder).expect("removed");
    }
}
