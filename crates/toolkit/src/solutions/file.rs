//! Updates a file atomically: it is locked against other processes, the new content is written to another
//! file and renamed over it, so that a crash leaves the old or the new content. Also has the
//! reasons why a solution cannot be saved.

use std::{
    fmt::Display,
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use lurd_disk::{
    files::{WriteError, is_special, read_at_most, write_beside},
    lock::ExclusiveAccess,
};
use lurd_puzzle::{puzzle::CannotWrite, reasons};

/// The most bytes of a file of solutions.
const MAX_BYTES: u64 = 64 << 20;

/// Passes the content of `path` (empty if the file is missing) to `change`, and writes what it returns;
/// `None` leaves the file unchanged. Other calls for the same file wait.
pub(super) fn update<T>(
    path: &Path,
    change: impl FnOnce(Vec<u8>) -> Result<(T, Option<Vec<u8>>), SaveError>,
) -> Result<T, SaveError> {
    if is_special(path) {
        return Err(SaveError::not_regular(path));
    }
    // A link stays a link: its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let _access = ExclusiveAccess::to(path).map_err(|error| SaveError::during("open", path, &error))?;
    let (value, new) = change(content(path)?)?;
    if let Some(new) = new {
        write_beside(path, &new)?;
    }
    Ok(value)
}

/// The content of a file; nothing if it is missing.
pub(super) fn content(path: &Path) -> Result<Vec<u8>, SaveError> {
    match read_at_most(path, MAX_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        other => other.map_err(|error| SaveError::during("read", path, &error)),
    }
}

reasons! {
    /// Why a solution cannot be saved. The file is unchanged.
    SaveError;
}

impl SaveError {
    /// What is wrong with a file, after its name.
    pub(super) fn about(path: &Path, what: impl Display) -> Self {
        format!("'{}' {what}", path.display()).into()
    }

    pub(super) fn during(action: &str, path: &Path, error: &io::Error) -> Self {
        WriteError::during(action, path, error).into()
    }

    pub(super) fn not_regular(path: &Path) -> Self {
        Self::about(path, "is not a regular file")
    }

    pub(super) fn not_text(path: &Path) -> Self {
        Self::about(path, "is not a text file")
    }

    /// The file holds no puzzle that can be read.
    pub(super) fn damaged(path: &Path) -> Self {
        Self::about(path, "is damaged: it holds no such puzzle; rename or delete it")
    }

    /// With the game, the rest of the file would be read differently.
    pub(super) fn changes_meaning(path: &Path) -> Self {
        Self::about(path, "would be read differently with it; name another file")
    }

    pub(super) fn encoding(path: &Path) -> Self {
        Self::about(path, "has an encoding that lacks characters of the title; name another file")
    }
}

impl From<WriteError> for SaveError {
    fn from(error: WriteError) -> Self {
        String::from(error).into()
    }
}

impl From<CannotWrite> for SaveError {
    fn from(error: CannotWrite) -> Self {
        String::from(error).into()
    }
}
