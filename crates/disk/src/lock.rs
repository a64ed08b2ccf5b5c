//! Exclusive access to a file among processes, while it is replaced by a rename.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read as _},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The wait for a process that has the lock and does not replace the file; it may be suspended.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(2);

/// What is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockPlace {
    /// The file, which is created empty if it is missing. Nothing is written beside it.
    Itself,
    /// A file `NAME.lock` in the same folder, which exists only as long as the lock is held.
    Beside,
}

impl LockPlace {
    /// The one for this system. Windows refuses to replace a file that is open, and to read what another handle has
    /// locked.
    pub const OF_SYSTEM: Self = if cfg!(unix) { Self::Itself } else { Self::Beside };
}

/// Exclusive access to a file, until it is dropped, among all that lock it in this way.
#[derive(Debug)]
pub struct ExclusiveAccess {
    path: PathBuf,
    locked: File,
    /// The file that is locked, if it is not the file itself.
    beside: Option<PathBuf>,
    /// Whether locking created the file.
    is_new: bool,
}

impl ExclusiveAccess {
    /// Locks `path`, as [`LockPlace::OF_SYSTEM`] says. Waits for 5 seconds, and longer if others replace the file meanwhile.
    ///
    /// # Errors
    /// The folder is missing, there is no permission, or another process keeps its lock.
    pub fn to(path: &Path) -> io::Result<Self> {
        Self::by(LockPlace::OF_SYSTEM, path)
    }

    /// [`ExclusiveAccess::to`] with the choice of what is locked.
    ///
    /// # Errors
    /// As [`ExclusiveAccess::to`].
    pub fn by(place: LockPlace, path: &Path) -> io::Result<Self> {
        let path = path.to_path_buf();
        let is_new = !path.exists();
        Ok(match place {
            LockPlace::Itself => Self { locked: locked(&path)?, path, beside: None, is_new },
            LockPlace::Beside => {
                let mut name = path.file_name().unwrap_or_default().to_owned();
                name.push(".lock");
                let beside = path.with_file_name(name);
                Self { locked: system::locked_beside(&beside, &path)?, path, beside: Some(beside), is_new: false }
            }
        })
    }

    /// The content of the file, empty if it is missing, but at most `most` bytes of it.
    ///
    /// # Errors
    /// Those of opening and reading.
    pub fn read(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if self.beside.is_none() {
            (&self.locked).take(most).read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        match File::open(&self.path) {
            Ok(file) => file.take(most).read_to_end(&mut bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
        Ok(bytes)
    }
}

impl Drop for ExclusiveAccess {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            system::remove_locked(beside);
        } else if self.is_new && fs::metadata(&self.path).is_ok_and(|found| found.len() == 0) {
            // Locking created the file, and nothing was written.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens and locks a file. If another process renamed a new file over it in the meantime, or removed it, the lock is on
/// a file without a name, and this starts again.
fn locked(path: &Path) -> io::Result<File> {
    const TRIES: usize = 1000;
    for _ in 0..TRIES {
        let file = match OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path) {
            // Renaming needs write access to the folder only, and locking none.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(path)?,
            other => other?,
        };
        lock(&file)?;
        if is_still(path, &file)? {
            return Ok(file);
        }
    }
    Err(io::Error::other("other processes keep changing it"))
}

fn lock(file: &File) -> io::Result<()> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Err(held_by_another()),
        }
    }
}

fn held_by_another() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "another process has it locked")
}

#[cfg(unix)]
fn is_still(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((held.dev(), held.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// A locked file is open, and cannot be replaced.
#[cfg(not(unix))]
fn is_still(_path: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(not(windows))]
mod system {
    use super::{File, Path, fs, io};

    pub(super) fn locked_beside(path: &Path, _of: &Path) -> io::Result<File> {
        super::locked(path)
    }

    /// The file is removed while it is locked: who waits for it finds that its name is gone.
    pub(super) fn remove_locked(path: &Path) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::fs::OpenOptionsExt as _;

    use super::{Duration, File, Instant, OpenOptions, PATIENCE, PAUSE, Path, fs, io, thread};

    /// `FILE_FLAG_DELETE_ON_CLOSE`: the system removes the file when the handle is closed, also that of a killed process.
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    /// `ERROR_SHARING_VIOLATION`: another handle is open.
    const SHARING_VIOLATION: i32 = 32;
    /// `ERROR_ACCESS_DENIED`: the file is being removed, or there is no permission.
    const ACCESS_DENIED: i32 = 5;
    /// The wait for a file that is being removed.
    const REMOVAL: Duration = Duration::from_secs(1);

    /// Opens a file that no other handle can be opened for at the same time, which is the lock of the file `of`. The wait
    /// begins again whenever another process has replaced `of`, as it does on other systems.
    pub(super) fn locked_beside(path: &Path, of: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE);
        let written = || fs::metadata(of).and_then(|found| found.modified()).ok();
        let (mut begun, mut last) = (Instant::now(), written());
        // Since when the file has been refused for that reason.
        let mut removal = None;
        loop {
            let error = match options.open(path) {
                Ok(file) => return Ok(file),
                Err(error) => error,
            };
            match error.raw_os_error() {
                Some(SHARING_VIOLATION) => {
                    removal = None;
                    if begun.elapsed() >= PATIENCE {
                        let now = written();
                        if now == last {
                            return Err(super::held_by_another());
                        }
                        (begun, last) = (Instant::now(), now);
                    }
                }
                Some(ACCESS_DENIED) if removal.get_or_insert_with(Instant::now).elapsed() < REMOVAL => {}
                _ => return Err(error),
            }
            thread::sleep(PAUSE);
        }
    }

    pub(super) fn remove_locked(_path: &Path) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_beside;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lurd-lock-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    /// The places that work on this system.
    fn places() -> Vec<LockPlace> {
        if cfg!(unix) { vec![LockPlace::Itself, LockPlace::Beside] } else { vec![LockPlace::Beside] }
    }

    #[test]
    fn nothing_is_lost_when_many_write_at_once_and_no_lock_is_left() {
        const THREADS: usize = 8;
        const ROUNDS: usize = 25;
        for place in places() {
            let folder = folder(&format!("many-{place:?}"));
            let path = folder.join("file");
            thread::scope(|scope| {
                for thread in 0..THREADS {
                    let path = &path;
                    scope.spawn(move || {
                        for round in 0..ROUNDS {
                            let mut access = ExclusiveAccess::by(place, path).expect("locked");
                            let mut content = access.read(u64::MAX).expect("read");
                            content.extend_from_slice(format!("{thread}.{round}\n").as_bytes());
                            write_beside(path, &content).expect("written");
                        }
                    });
                }
            });
            let text = fs::read_to_string(&path).expect("the file");
            let lines: std::collections::BTreeSet<_> = text.lines().collect();
            assert_eq!(lines.len(), THREADS * ROUNDS, "{place:?}");
            assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "{place:?} leaves nothing beside it");
            fs::remove_dir_all(&folder).expect("removed");
        }
    }

    #[test]
    fn the_content_is_read_in_part_and_a_missing_file_stays_missing() {
        for place in places() {
            let folder = folder(&format!("read-{place:?}"));
            let path = folder.join("ä file");
            let mut access = ExclusiveAccess::by(place, &path).expect("locked");
            assert_eq!(access.read(10).expect("read"), b"");
            drop(access);
            assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "{place:?}");
            write_beside(&path, b"content").expect("written");
            assert_eq!(ExclusiveAccess::by(place, &path).expect("locked").read(4).expect("read"), b"cont");
            assert!(ExclusiveAccess::by(place, &folder.join("missing/file")).is_err());
            fs::remove_dir_all(&folder).expect("removed");
        }
    }

    #[test]
    fn a_lock_that_is_held_is_waited_for() {
        for place in places() {
            let folder = folder(&format!("held-{place:?}"));
            let path = folder.join("file");
            fs::write(&path, "whole").expect("written");
            let first = ExclusiveAccess::by(place, &path).expect("locked");
            let (sender, receiver) = std::sync::mpsc::channel();
            thread::scope(|scope| {
                scope.spawn(|| {
                    let second = ExclusiveAccess::by(place, &path).map(|_| ());
                    sender.send(second.is_ok()).expect("received");
                });
                assert!(receiver.recv_timeout(Duration::from_millis(100)).is_err(), "{place:?} does not wait");
                drop(first);
                assert_eq!(receiver.recv_timeout(2 * PATIENCE), Ok(true), "{place:?}");
            });
            assert_eq!(fs::read_to_string(&path).expect("there"), "whole");
            fs::remove_dir_all(&folder).expect("removed");
        }
    }
}
