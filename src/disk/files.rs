//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// A name beside `path` that no other process or thread uses, so that two at once do not meet.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{number}.part", std::process::id()));
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
}
