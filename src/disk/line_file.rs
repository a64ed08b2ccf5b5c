//! A file to which lines are added over time.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::files::{WriteError, write_parts_beside};

/// A new file to which lines are added one by one. Each line is written when it is added, so no line is lost
/// if the process is killed; [`LineFile::finish`] sorts them.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// The rank and the length in bytes of each line.
    lines: Vec<(usize, usize)>,
}

impl LineFile {
    /// Creates the file. An existing file is used only if it is empty or not a regular file.
    ///
    /// # Errors
    /// The file exists, or there is no permission or no such folder.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0) {
                    let reason = "it exists; name another file, or remove it";
                    return Err(WriteError::new(path, reason));
                }
                OpenOptions::new().append(true).open(path)
            }
            file => file,
        };
        let file = file.map_err(|error| WriteError::new(path, error))?;
        Ok(Self { path: path.to_path_buf(), file, lines: Vec::new() })
    }

    /// Adds a line with its rank in the final order.
    ///
    /// # Errors
    /// The file cannot be written; a partly written line is removed.
    pub fn add(&mut self, rank: usize, line: &str) -> Result<(), WriteError> {
        let bytes = format!("{line}\n").into_bytes();
        self.file.write_all(&bytes).map_err(|error| {
            let whole: usize = self.lines.iter().map(|(_, length)| length).sum();
            let _ = self.file.set_len(whole as u64);
            WriteError::new(&self.path, error)
        })?;
        self.lines.push((rank, bytes.len()));
        Ok(())
    }

    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Sorts the lines by rank, replacing the file, and waits until they are on the disk.
    ///
    /// # Errors
    /// The file cannot be written, and is unchanged.
    pub fn finish(self) -> Result<(), WriteError> {
        let wrong = |error: std::io::Error| WriteError::new(&self.path, error);
        if !self.file.metadata().map_err(wrong)?.is_file() {
            return Ok(());
        }
        if self.lines.is_sorted_by_key(|(rank, _)| *rank) {
            return self.file.sync_all().map_err(wrong);
        }
        let bytes = fs::read(&self.path).map_err(wrong)?;
        let mut rest = bytes.as_slice();
        let mut parts = Vec::new();
        for &(rank, length) in &self.lines {
            let Some((line, after)) = rest.split_at_checked(length) else {
                return Err(WriteError::new(&self.path, "it was changed by another program"));
            };
            parts.push((rank, line));
            rest = after;
        }
        parts.sort_by_key(|(rank, _)| *rank);
        write_parts_beside(&self.path, &parts.into_iter().map(|(_, line)| line).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_there_at_once_and_in_order_at_the_end() {
        let folder = std::env::temp_dir().join(format!("lurd-lines-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("t.jsonl");
        let mut file = LineFile::create(&path).expect("a new file");
        for (rank, line) in [(2, "three"), (0, "one"), (1, "two")] {
            file.add(rank, line).expect("written");
        }
        assert_eq!(fs::read_to_string(&path).expect("there"), "three\none\ntwo\n");
        assert_eq!(file.count(), 3);
        file.finish().expect("in order");
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\ntwo\nthree\n");
        let wrong = LineFile::create(&path).expect_err("it is there");
        let wrong = wrong.to_string();
        assert!(wrong.ends_with("t.jsonl': it exists; name another file, or remove it"), "{wrong}");
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\ntwo\nthree\n", "left as it was");
        let empty = folder.join("empty");
        fs::write(&empty, "").expect("written");
        assert!(LineFile::create(&empty).is_ok(), "nothing is lost in an empty file");
        assert!(
            LineFile::create(&folder.join("no/t"))
                .is_err_and(|it| it.to_string().starts_with("cannot write"))
        );
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 2, "nothing is left beside it");
        let _ = fs::remove_dir_all(&folder);
    }
}
