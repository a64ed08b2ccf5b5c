//! Updates a file atomically: it is locked against other processes, the new content is written to another
//! file and renamed over it, so that a crash leaves the old or the new content.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::solutions::save_error::SaveError;
use lurd_disk::files::{is_special, write_beside};

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
    let is_new = !path.exists();
    let mut file = locked(path).map_err(|error| failed("open", &error))?;
    let mut old = Vec::new();
    (&mut file).take(MAX_BYTES + 1).read_to_end(&mut old).map_err(|error| failed("read", &error))?;
    if old.len() as u64 > MAX_BYTES {
        return Err(SaveError::TooLarge(path.clone()));
    }
    let outcome = change(old).and_then(|(value, new)| {
        if let Some(new) = new {
            write_beside(path, &new)?;
        }
        Ok(value)
    });
    // Locking created the file; an empty one is removed.
    if is_new && fs::metadata(path).is_ok_and(|found| found.len() == 0) {
        let _ = fs::remove_file(path);
    }
    outcome
}

/// Opens and locks a file. If another process renamed a new file over it in the meantime, the lock is on a
/// file without a name, and this starts again.
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

/// Locks a file; gives up if another process holds the lock for long, because it may be suspended.
fn lock(file: &File) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(5);
    const AGAIN: Duration = Duration::from_millis(2);
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(AGAIN),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(ErrorKind::TimedOut, "another process has it locked"));
            }
        }
    }
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

#[cfg(not(unix))]
fn is_still(_path: &Path, _file: &File) -> io::Result<bool> {
    Ok(true)
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
        assert!(
            update(&nowhere, |_| Ok(((), None)))
                .is_err_and(|error| error.to_string().contains("cannot open"))
        );
        fs::remove_dir_all(&folder).expect("removed");
    }
}
