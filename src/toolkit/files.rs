//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file beside its place and renames it, so that nobody ever sees half of it, and what was
/// there before stays if something goes wrong.
///
/// # Errors
/// In words: no permission, no room, no such folder.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        // A full disk may show only now.
        file.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&beside, path));
    moved.map_err(|error| {
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
    let beside = beside(path);
    match File::create(&beside) {
        Ok(_) => {
            let _ = fs::remove_file(&beside);
            Ok(())
        }
        Err(error) => wrong(error.to_string()),
    }
}

/// The name beside `path`: of this process, so that two at once do not meet.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
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
