//! Keeps the draft in a file until it is saved, so that it survives a crash.
//!
//! A draft is written to a temporary file, locked, and renamed over the one before, so the file of that name is
//! always whole and always locked by its editor. A draft without a lock was left behind by an editor that
//! crashed, was killed or did not save; it can be recovered.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use lurd_disk::files::{WriteError, new_file, rename_over};
use lurd_disk::folders;

/// Begins the first line of a draft, before the name of its plug-in.
const HEAD: &str = "; lurd draft: ";
const ENDING: &str = ".draft";
/// The suffix of a file being written.
const PART: &str = ".part";
/// The number of drafts of one process in one location.
const MAX_DRAFTS: usize = 10_000;
/// The age after which a file being written counts as abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);
/// Syncing is slow, and a script may change a draft a thousand times a second.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Where the drafts of one file, or of no file, are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftLocation {
    folder: PathBuf,
    prefix: String,
}

/// A draft without an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    path: PathBuf,
    pub kind: String,
    pub text: String,
}

/// The kept draft of an editor.
#[derive(Debug)]
pub struct Autosave {
    location: DraftLocation,
    /// Its path, once there is something to keep, and the locked file.
    held: Option<(PathBuf, File)>,
    written: String,
    /// The time of the last sync, and whether it came after the last write.
    synced: Option<Instant>,
    is_synced: bool,
}

impl DraftLocation {
    /// For drafts without a file: a folder of this user.
    pub fn unnamed() -> Option<Self> {
        Some(Self::at(&folders::state()?.join("drafts")))
    }

    /// For drafts without a file, in `folder`.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), prefix: "unnamed.".to_owned() }
    }

    /// Beside `file`, in hidden files: for the puzzle of an index, from 0.
    pub fn beside(file: &Path, index: usize) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let name = file.file_name()?.to_str()?;
        Some(Self { folder: file.parent()?.to_path_buf(), prefix: format!(".{name}.{}.", index + 1) })
    }

    /// The drafts without an editor, the latest first.
    pub fn orphans(&self) -> Vec<Orphan> {
        self.tidy();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<_> = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(|name| self.is_draft(name)))
            .filter_map(|entry| {
                let mut file = File::open(entry.path()).ok()?;
                file.try_lock().ok()?;
                // By the same handle: on Windows others cannot read what it has locked.
                let mut text = String::new();
                file.read_to_string(&mut text).ok()?;
                let (head, text) = text.split_once('\n')?;
                let kind = head.strip_prefix(HEAD)?.to_owned();
                let written = entry.metadata().and_then(|it| it.modified()).ok();
                Some((written, Orphan { path: entry.path(), kind, text: text.to_owned() }))
            })
            .collect();
        found.sort_by_key(|(written, _)| std::cmp::Reverse(*written));
        found.into_iter().map(|(_, orphan)| orphan).collect()
    }

    fn is_draft(&self, name: &str) -> bool {
        self.is_own(name, ENDING)
    }

    fn is_own(&self, name: &str, suffix: &str) -> bool {
        let number = name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_suffix(suffix));
        number.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    }

    /// Removes files that were being written when an editor was killed.
    fn tidy(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_part = entry.file_name().to_str().is_some_and(|name| self.is_own(name, PART));
            let age = entry.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
            if is_part && age.is_some_and(|age| age > ABANDONED_AFTER) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// A path that no draft has.
    fn free(&self) -> PathBuf {
        let process = std::process::id();
        let name = |number: usize| self.folder.join(format!("{}{process}-{number}{ENDING}", self.prefix));
        (0..MAX_DRAFTS).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(MAX_DRAFTS))
    }
}

impl Orphan {
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn discard(self) {
        let _ = fs::remove_file(self.path);
    }
}

impl Autosave {
    /// Creates an autosave without a draft.
    pub fn new(location: DraftLocation) -> Self {
        Self { location, held: None, written: String::new(), synced: None, is_synced: true }
    }

    pub fn location(&self) -> &DraftLocation {
        &self.location
    }

    /// Writes the draft if it has changed. It then survives a crash of this process; a crash of the system loses
    /// at most the last second.
    pub fn keep(&mut self, kind: &str, text: &str) -> Result<(), WriteError> {
        if self.held.is_some() && self.written == text {
            return Ok(());
        }
        let (path, mut old) = match self.held.take() {
            Some((path, file)) => (path, Some(file)),
            None => (self.location.free(), None),
        };
        let is_due = self.synced.is_none_or(|last| last.elapsed() > SYNC_EVERY);
        match write(&path, &mut old, kind, text, is_due) {
            Ok(file) => self.held = Some((path, file)),
            Err(error) => {
                let error = WriteError::during("keep the draft as", &path, error);
                self.held = old.map(|file| (path, file));
                return Err(error);
            }
        }
        self.is_synced = is_due;
        if is_due {
            self.synced = Some(Instant::now());
        }
        text.clone_into(&mut self.written);
        Ok(())
    }

    /// The path of the draft, if one has been written.
    pub fn path(&self) -> Option<&Path> {
        self.held.as_ref().map(|(path, _)| path.as_path())
    }

    pub fn discard(&mut self) {
        if let Some((path, file)) = self.held.take() {
            // On Windows the name of an open file is not free.
            let _held = (!cfg!(windows)).then_some(file);
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        if let (Some((_, file)), false) = (&self.held, self.is_synced) {
            let _ = file.sync_all();
        }
    }
}

/// Replaces the draft at `path`, which `old` has open and locked. On Windows, where an open file cannot be replaced, that
/// handle is closed just before.
fn write(path: &Path, old: &mut Option<File>, kind: &str, text: &str, is_synced: bool) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("part");
    let written = (|| {
        let mut file = new_file(&beside)?;
        // Locked before it has its name, so that it never looks left behind.
        file.lock()?;
        file.write_all(format!("{HEAD}{kind}\n{text}").as_bytes())?;
        if is_synced {
            file.sync_all()?;
        }
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
        assert_eq!(location.orphans(), []);
        let mut first = Autosave::new(location.clone());
        first.keep("sokoban", "#@\n").expect("kept");
        first.keep("sokoban", "#@$\n").expect("kept");
        assert_eq!(location.orphans(), [], "an editor holds it");
        let mut second = Autosave::new(location.clone());
        second.keep("sokoban", "##\n").expect("kept");
        drop(first);
        let orphans = location.orphans();
        let found: Vec<_> = orphans.iter().map(|it| (it.kind.as_str(), it.text.as_str())).collect();
        assert_eq!(found, [("sokoban", "#@$\n")]);
        second.discard();
        orphans.into_iter().for_each(Orphan::discard);
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "nothing is left");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
