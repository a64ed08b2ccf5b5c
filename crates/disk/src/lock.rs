//! Exclusive access to a file among processes, while it is replaced by a rename.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// The wait for a process that has the lock and does not replace the file; it may be suspended.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(2);

/// Exclusive access to a file, until it is dropped, among all that lock it in this way: by a file `NAME.lock` in the same
/// folder, which exists only as long as the lock is held. Windows refuses to replace a file that is open, and to read what
/// another handle has locked.
#[derive(Debug)]
pub struct ExclusiveAccess {
    /// The file that is locked.
    beside: PathBuf,
    _locked: File,
}

impl ExclusiveAccess {
    /// Locks `path`. Waits for 5 seconds, and longer if others replace the file meanwhile.
    ///
    /// # Errors
    /// The folder is missing, there is no permission, or another process keeps its lock.
    pub fn to(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let beside = path.with_file_name(name);
        Ok(Self { _locked: system::locked(&beside, path)?, beside })
    }
}

impl Drop for ExclusiveAccess {
    fn drop(&mut self) {
        system::remove_locked(&self.beside);
    }
}

fn held_by_another() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "another process has it locked")
}

#[cfg(not(windows))]
mod system {
    use std::fs::TryLockError;

    use super::{ErrorKind, File, Instant, OpenOptions, PATIENCE, PAUSE, Path, fs, held_by_another, io, thread};

    /// Opens and locks a file. If another process removed it in the meantime, the lock is on a file without a name, and this
    /// starts again, and the wait, too.
    pub(super) fn locked(path: &Path, _of: &Path) -> io::Result<File> {
        const TRIES: usize = 1000;
        for _ in 0..TRIES {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
            let begun = Instant::now();
            loop {
                match file.try_lock() {
                    Ok(()) => break,
                    Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
                    Err(TryLockError::WouldBlock) => return Err(held_by_another()),
                    Err(TryLockError::Error(error)) => return Err(error),
                }
            }
            if is_still(path, &file)? {
                return Ok(file);
            }
        }
        Err(io::Error::other("other processes keep changing it"))
    }

    /// Whether the path still names the open file.
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

    /// Where files cannot be locked, nothing waits.
    #[cfg(not(unix))]
    fn is_still(_path: &Path, _file: &File) -> io::Result<bool> {
        Ok(true)
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
    pub(super) fn locked(path: &Path, of: &Path) -> io::Result<File> {
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

    #[test]
    fn nothing_is_lost_when_many_write_at_once_and_no_lock_is_left() {
        const THREADS: usize = 8;
        const ROUNDS: usize = 25;
        let folder = folder("many");
        let path = folder.join("ä file");
        fs::write(&path, "").expect("written");
        thread::scope(|scope| {
            for thread in 0..THREADS {
                let path = &path;
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let _access = ExclusiveAccess::to(path).expect("locked");
                        let mut content = fs::read(path).expect("read");
                        content.extend_from_slice(format!("{thread}.{round}\n").as_bytes());
                        write_beside(path, &content).expect("written");
                    }
                });
            }
        });
        let text = fs::read_to_string(&path).expect("the file");
        let lines: std::collections::BTreeSet<_> = text.lines().collect();
        assert_eq!(lines.len(), THREADS * ROUNDS);
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing is left beside it");
        assert!(ExclusiveAccess::to(&folder.join("missing/file")).is_err());
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_lock_that_is_held_is_waited_for() {
        let folder = folder("held");
        let path = folder.join("file");
        let first = ExclusiveAccess::to(&path).expect("locked");
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                let second = ExclusiveAccess::to(&path).map(|_| ());
                sender.send(second.is_ok()).expect("received");
            });
            assert!(receiver.recv_timeout(Duration::from_millis(100)).is_err(), "it does not wait");
            drop(first);
            assert_eq!(receiver.recv_timeout(2 * PATIENCE), Ok(true));
        });
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "a missing file stays missing");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_file_of_a_killed_process_is_no_lock() {
        let folder = folder("killed");
        fs::write(folder.join("file.lock"), "").expect("written");
        drop(ExclusiveAccess::to(&folder.join("file")).expect("locked"));
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
