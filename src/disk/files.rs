//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Of a file that is being written.
const PART: &str = ".part";
/// Nobody writes a file for so long.
const LONG_AGO: Duration = Duration::from_secs(3600);

/// Writes a file beside its place and renames it, so that nobody ever sees half of it, and what was
/// there before stays if something goes wrong. A link stays one: what it leads to is replaced.
///
/// # Errors
/// In words: no permission, no room, no such folder.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), String> {
    write_parts_beside(path, &[bytes])
}

/// The same for contents in several parts, of which nobody needs a copy in one piece.
///
/// # Errors
/// As [`write_beside`].
pub fn write_parts_beside(path: &Path, parts: &[&[u8]]) -> Result<(), String> {
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&place);
    let written = (|| {
        let mut file = File::create(&beside)?;
        parts.iter().try_for_each(|part| file.write_all(part))?;
        if let Ok(old) = fs::metadata(&place) {
            file.set_permissions(old.permissions())?;
        }
        // A full disk may show only now.
        file.sync_all()?;
        fs::rename(&beside, &place)
    })();
    if let Ok(folder) = File::open(folder_of(&place)) {
        // So that the new name, too, outlives a crash; not every file system can.
        let _ = folder.sync_all();
    }
    written.map_err(|error: io::Error| {
        let _ = fs::remove_file(&beside);
        format!("cannot write '{}': {error}", path.display())
    })
}

/// Finds out whether a file can be written, before the work that is to fill it.
///
/// # Errors
/// As [`write_beside`].
pub fn can_be_written(path: &Path) -> Result<(), String> {
    let wrong = |error: String| Err(format!("cannot write '{}': {error}", path.display()));
    if path.is_dir() {
        return wrong("it is a folder".to_owned());
    }
    let beside = beside(&fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()));
    match File::create(&beside) {
        Ok(_) => {
            let _ = fs::remove_file(&beside);
            Ok(())
        }
        Err(error) => wrong(error.to_string()),
    }
}

/// Removes what was being written to `folder` when somebody was killed, long ago: once for a folder in a
/// process.
pub fn tidy(folder: &Path) {
    static DONE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if done.iter().any(|other| other == folder) {
        return;
    }
    done.push(folder.to_path_buf());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_old = || {
            let written = entry.metadata().and_then(|it| it.modified()).ok();
            written.and_then(|it| it.elapsed().ok()).is_some_and(|age| age > LONG_AGO)
        };
        if entry.file_name().to_str().is_some_and(is_part) && is_old() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether that is a name of [`beside`].
fn is_part(name: &str) -> bool {
    let Some((_, number)) = name.strip_suffix(PART).and_then(|name| name.rsplit_once('.')) else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number.split_once('-').is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// A name beside `path` that no other process or thread uses, so that two at once do not meet.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}{PART}", std::process::id()));
    path.with_file_name(name)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = std::env::temp_dir().join(format!("lurd-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("t.md");
        assert_eq!(can_be_written(&path), Ok(()));
        assert!(!path.exists());
        write_beside(&path, b"one").expect("written");
        write_beside(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1, "nothing is left beside it");
        assert!(
            write_beside(&folder.join("no/t.md"), b"").is_err_and(|error| error.starts_with("cannot write"))
        );
        assert!(can_be_written(&folder).is_err());
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn what_was_left_half_written_long_ago_goes() {
        let folder = std::env::temp_dir().join(format!("lurd-tidy-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let names = ["a.txt.12-3.part", "b.txt.9-1.part", "my.part", "c.txt", "d.1-x.part"];
        let now = std::time::SystemTime::now();
        for name in names {
            let file = File::create(folder.join(name)).expect("a file");
            let age = if name.starts_with('b') { Duration::ZERO } else { 2 * LONG_AGO };
            file.set_modified(now - age).expect("a time");
        }
        tidy(&folder);
        let left: Vec<_> = names.iter().filter(|name| folder.join(name).exists()).collect();
        assert_eq!(left, [&"b.txt.9-1.part", &"my.part", &"c.txt", &"d.1-x.part"]);
        let _ = fs::remove_dir_all(&folder);
    }
}
