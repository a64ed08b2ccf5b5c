//! What is being drawn, kept beside until it is saved, so that nothing is lost whatever happens.
//!
//! A draft is written beside its place, locked, and renamed over the one before, so the file that has
//! the name is always whole and always locked by who draws. A draft that nobody holds was left by
//! somebody who crashed, was killed, or did not want to save: it can be taken up again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::disk::folders;

/// The line that begins a draft, before the name of its plug-in.
const HEAD: &str = "; lurd draft: ";
const ENDING: &str = ".draft";
/// Of a file that is being written.
const PART: &str = ".part";
/// Drafts of one process on one shelf.
const MOST: usize = 10_000;
const LONG_AGO: Duration = Duration::from_secs(3600);
/// A disk takes its time; a script changes a draft a thousand times a second.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Where drafts of one file, or of none, are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: PathBuf,
    prefix: String,
}

/// A draft that was left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    path: PathBuf,
    /// The name of its plug-in.
    pub kind: String,
    /// The draft.
    pub text: String,
}

/// The draft of who draws now.
#[derive(Debug)]
pub struct Autosave {
    shelf: Shelf,
    /// Its place, once there is something to keep, and the lock on it.
    held: Option<(PathBuf, File)>,
    written: String,
    /// When it was made sure last that it outlives the system, and whether that was after the last write.
    synced: Option<Instant>,
    is_synced: bool,
}

impl Shelf {
    /// For what has no file yet: a folder of this user.
    #[must_use]
    pub fn unnamed() -> Option<Self> {
        Some(Self::at(&folders::state()?.join("drafts")))
    }

    /// The same in a folder of one's own.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), prefix: "unnamed.".to_owned() }
    }

    /// For a file: beside it, in files that are not listed.
    #[must_use]
    pub fn beside(file: &Path) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let name = file.file_name()?.to_str()?;
        Some(Self { folder: file.parent()?.to_path_buf(), prefix: format!(".{name}.") })
    }

    /// Drafts that nobody holds, the latest first.
    #[must_use]
    pub fn orphans(&self) -> Vec<Orphan> {
        self.tidy();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<_> = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(|name| self.is_draft(name)))
            .filter_map(|entry| {
                let file = File::open(entry.path()).ok()?;
                file.try_lock().ok()?;
                let text = fs::read_to_string(entry.path()).ok()?;
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

    fn is_own(&self, name: &str, ending: &str) -> bool {
        let number = name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_suffix(ending));
        number.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    }

    /// Removes what was being written when somebody was killed, long ago.
    fn tidy(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_part = entry.file_name().to_str().is_some_and(|name| self.is_own(name, PART));
            let age = entry.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
            if is_part && age.is_some_and(|age| age > LONG_AGO) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// A place that no draft has.
    fn free(&self) -> PathBuf {
        let process = std::process::id();
        let name = |number: usize| self.folder.join(format!("{}{process}-{number}{ENDING}", self.prefix));
        (0..MOST).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(MOST))
    }
}

impl Orphan {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Drops it.
    pub fn discard(self) {
        let _ = fs::remove_file(self.path);
    }
}

impl Autosave {
    /// Keeps drafts on that shelf.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf, held: None, written: String::new(), synced: None, is_synced: true }
    }

    /// The shelf.
    #[must_use]
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Writes the draft down, unless that has been done. When this returns, it outlives this process; of
    /// what a crash of the system may take, at most a second is lost.
    ///
    /// # Errors
    /// It cannot be written; the one before is still there.
    pub fn keep(&mut self, kind: &str, text: &str) -> Result<(), String> {
        if self.held.is_some() && self.written == text {
            return Ok(());
        }
        let path = self.held.as_ref().map_or_else(|| self.shelf.free(), |(path, _)| path.clone());
        let is_due = self.synced.is_none_or(|last| last.elapsed() > SYNC_EVERY);
        let file = write(&path, kind, text, is_due)
            .map_err(|error| format!("what is drawn cannot be kept as '{}': {error}", path.display()))?;
        self.held = Some((path, file));
        self.is_synced = is_due;
        if is_due {
            self.synced = Some(Instant::now());
        }
        text.clone_into(&mut self.written);
        Ok(())
    }

    /// Where the draft is, if one has been written.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.held.as_ref().map(|(path, _)| path.as_path())
    }

    /// Drops the draft: what is drawn is saved, or not wanted.
    pub fn discard(&mut self) {
        if let Some((path, _)) = self.held.take() {
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

fn write(path: &Path, kind: &str, text: &str, is_synced: bool) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("part");
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside)?;
        // Before it has its name: nobody may take it for one that was left behind.
        file.lock()?;
        file.write_all(format!("{HEAD}{kind}\n{text}").as_bytes())?;
        if is_synced {
            file.sync_all()?;
        }
        fs::rename(&beside, path)?;
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
    fn a_draft_that_nobody_holds_is_found() {
        let folder = std::env::temp_dir().join(format!("lurd-drafts-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let shelf = Shelf::at(&folder);
        assert_eq!(shelf.orphans(), []);
        let mut first = Autosave::new(shelf.clone());
        first.keep("sokoban", "#@\n").expect("kept");
        first.keep("sokoban", "#@$\n").expect("kept");
        assert_eq!(shelf.orphans(), [], "somebody draws it");
        let mut second = Autosave::new(shelf.clone());
        second.keep("sokoban", "##\n").expect("kept");
        drop(first);
        let orphans = shelf.orphans();
        let found: Vec<_> = orphans.iter().map(|it| (it.kind.as_str(), it.text.as_str())).collect();
        assert_eq!(found, [("sokoban", "#@$\n")]);
        second.discard();
        orphans.into_iter().for_each(Orphan::discard);
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "nothing is left");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
