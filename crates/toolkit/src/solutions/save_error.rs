//! Why a solution cannot be saved.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use lurd_disk::files::WriteError;
use lurd_puzzle::puzzle::CannotWrite;

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
    /// Files of that name cannot hold solutions; they end in the second text.
    Ending(String, &'static str),
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
            Self::NotRegular(path) => {
                write!(f, "'{}' is not a regular file, to which a level can be added", path.display())
            }
            Self::TooLarge(path) => write!(f, "'{}' is larger than 64 MiB", path.display()),
            Self::NotText(path) => write!(f, "'{}' is not a text file", path.display()),
            Self::Refused(reason) => f.write_str(reason),
            Self::Format(error) => error.fmt(f),
            Self::ChangesMeaning(path) => {
                let path = path.display();
                write!(f, "cannot add to '{path}' without changing its meaning; name another file")
            }
            Self::Damaged(path) => {
                write!(f, "the file of saved solutions is damaged: '{}'; rename or delete it", path.display())
            }
            Self::Broken { path, broken, all } => {
                let path = path.display();
                write!(f, "{broken} of {all} saved solutions cannot be replayed; the file is '{path}'")
            }
            Self::Changed(path) => write!(f, "'{}' has changed; list the solutions again", path.display()),
            Self::Ending(path, ending) => {
                write!(f, "'{path}' cannot hold solutions: name a file that ends in .{ending}")
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
