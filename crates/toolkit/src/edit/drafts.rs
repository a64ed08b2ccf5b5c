//! Keeps an unsaved draft in a file until it is saved, so that it is there again when its puzzle is edited the next time,
//! also after a crash.
//!
//! A draft is written to a temporary file, locked, and renamed over the one before, so the file of that name is always
//! whole and always locked by its editor. A draft without a lock was left behind.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write},
    path::{Path, PathBuf},
};

use lurd_disk::files::{WriteError, new_file, rename_over};
use lurd_disk::folders;
use lurd_disk::hash::fnv;

/// Begins the first line of a draft, before the name of its plug-in.
const HEAD: &str = "; lurd draft: ";
const ENDING: &str = ".draft";
/// The number of drafts of one process in one location.
const MAX_DRAFTS: usize = 10_000;

/// Where the drafts of one puzzle of a file, or of no file, are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftLocation {
    folder: PathBuf,
    prefix: String,
}

/// A draft that was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftDraft {
    pub(super) path: PathBuf,
    pub(super) kind: String,
    pub(super) text: String,
}

/// The kept draft of an editor.
#[derive(Debug)]
pub struct KeptDraft {
    pub(super) location: DraftLocation,
    /// Its path, once there is something to keep, and the locked file.
    held: Option<(PathBuf, File)>,
    written: String,
}

impl DraftLocation {
    /// For drafts without a file: a folder of this user.
    pub fn of_user() -> Option<Self> {
        Some(Self::at(&folders::state()?.join("drafts")))
    }

    /// For drafts without a file, in `folder`.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), prefix: "unnamed.".to_owned() }
    }

    /// For the puzzle of an index, from 0, in a file.
    pub(super) fn of_file(&self, file: &Path, index: usize) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let prefix = format!("{:016x}-{}.", fnv(file.as_os_str().as_encoded_bytes()), index + 1);
        Some(Self { folder: self.folder.clone(), prefix })
    }

    /// The latest draft that no editor has.
    pub(super) fn left(&self) -> Option<LeftDraft> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let found = entries.filter_map(|entry| {
            let name = entry.file_name();
            name.to_str().filter(|name| name.starts_with(&self.prefix) && name.ends_with(ENDING))?;
            let mut file = File::open(entry.path()).ok()?;
            file.try_lock().ok()?;
            // By the same handle: on Windows others cannot read what it has locked.
            let mut text = String::new();
            file.read_to_string(&mut text).ok()?;
            let (head, text) = text.split_once('\n')?;
            let kind = head.strip_prefix(HEAD)?.to_owned();
            let written = entry.metadata().and_then(|it| it.modified()).ok();
            Some((written, LeftDraft { path: entry.path(), kind, text: text.to_owned() }))
        });
        found.max_by_key(|(written, _)| *written).map(|(_, draft)| draft)
    }

    /// A path that no draft has.
    fn free(&self) -> PathBuf {
        let process = std::process::id();
        let name = |number: usize| self.folder.join(format!("{}{process}-{number}{ENDING}", self.prefix));
        (0..MAX_DRAFTS).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(MAX_DRAFTS))
    }
}

impl KeptDraft {
    /// Nothing is kept yet.
    pub(super) fn new(location: DraftLocation) -> Self {
        Self { location, held: None, written: String::new() }
    }

    /// Writes the draft if it has changed.
    pub(super) fn keep(&mut self, kind: &str, text: &str) -> Result<(), WriteError> {
        if self.held.is_some() && self.written == text {
            return Ok(());
        }
        let (path, mut old) = match self.held.take() {
            Some((path, file)) => (path, Some(file)),
            None => (self.location.free(), None),
        };
        match write(&path, &mut old, kind, text) {
            Ok(file) => self.held = Some((path, file)),
            Err(error) => {
                let error = WriteError::during("keep the draft as", &path, error);
                self.held = old.map(|file| (path, file));
                return Err(error);
            }
        }
        text.clone_into(&mut self.written);
        Ok(())
    }

    /// The path of the draft, if one has been written.
    pub(super) fn path(&self) -> Option<&Path> {
        self.held.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn discard(&mut self) {
        if let Some((path, file)) = self.held.take() {
            // On Windows the name of an open file is not free.
            let _held = (!cfg!(windows)).then_some(file);
            let _ = fs::remove_file(path);
        }
    }
}

/// Replaces the draft at `path`, which `old` has open and locked. On Windows, where an open file cannot be replaced, that
/// handle is closed just before.
fn write(path: &Path, old: &mut Option<File>, kind: &str, text: &str) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("part");
    let written = (|| {
        let mut file = new_file(&beside)?;
        // Locked before it has its name, so that it never looks left behind.
        file.lock()?;
        file.write_all(format!("{HEAD}{kind}\n{text}").as_bytes())?;
        file.sync_all()?;
        if cfg!(windows) {
            *old = None;
        }
        rename_over(&beside, path)?;
        Ok(file)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_without_a_lock_is_found() {
        let folder = std::env::temp_dir().join(format!("lurd-drafts-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let location = DraftLocation::at(&folder);
        assert_eq!(location.left(), None);
        let mut first = KeptDraft::new(location.clone());
        first.keep("sokoban", "#@\n").expect("kept");
        first.keep("sokoban", "#@$\n").expect("kept");
        assert_eq!(location.left(), None, "an editor holds it");
        let mut second = KeptDraft::new(location.clone());
        second.keep("sokoban", "##\n").expect("kept");
        drop(first);
        let left = location.left().expect("left behind");
        assert_eq!((left.kind.as_str(), left.text.as_str()), ("sokoban", "#@$\n"));
        second.discard();
        fs::remove_file(left.path).expect("removed");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "nothing is left");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
