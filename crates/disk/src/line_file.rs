//! A file to which lines are added over time.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::files::{WriteError, replace_held};

/// A file to which lines are added one by one. Each is written when it is added, so no line is lost if the process is
/// killed; in the end the file is written anew.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// The bytes of its whole lines.
    length: u64,
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
                    let reason = "it exists; name another file, or remove it; --resume continues it";
                    return Err(WriteError::new(path, reason));
                }
                // A link may lead to where no file is yet.
                OpenOptions::new().append(true).create(true).open(path)
            }
            file => file,
        };
        let file = file.map_err(|error| WriteError::new(path, error))?;
        Ok(Self { path: path.to_path_buf(), file, length: 0 })
    }

    /// Opens a file that an earlier process has left, or creates it, and locks it against other processes. Returns its
    /// content, too.
    ///
    /// # Errors
    /// The file cannot be opened or read, it is no regular file, or another process has it open.
    pub fn resume(path: &Path) -> Result<(Self, Vec<u8>), WriteError> {
        let failed = |error: std::io::Error| WriteError::during("resume", path, error);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(WriteError::during("resume", path, "it is not a regular file"));
        }
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(WriteError::during("resume", path, "another process writes it"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        Ok((Self { path: path.to_path_buf(), file, length: bytes.len() as u64 }, bytes))
    }

    /// Removes what follows the first `length` bytes, and ends the last line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn cut(&mut self, length: u64, is_ended: bool) -> Result<(), WriteError> {
        self.length = length;
        let failed = |error| WriteError::new(&self.path, error);
        self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length))).map_err(failed)?;
        if is_ended { Ok(()) } else { self.add("") }
    }

    /// Adds a line.
    ///
    /// # Errors
    /// The file cannot be written; a partly written line is removed.
    pub fn add(&mut self, line: &str) -> Result<(), WriteError> {
        let bytes = format!("{line}\n").into_bytes();
        self.file.write_all(&bytes).map_err(|error| {
            let _ = self.file.set_len(self.length);
            WriteError::new(&self.path, error)
        })?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Replaces the content of the file by these lines, and waits until they are on the disk. What is no regular file keeps
    /// what was added.
    ///
    /// # Errors
    /// The file cannot be written, or another program has changed it, and it is as it was.
    pub fn finish(self, lines: &[&str]) -> Result<(), WriteError> {
        let found = self.file.metadata().map_err(|error| WriteError::new(&self.path, error))?;
        if !found.is_file() {
            return Ok(());
        }
        if found.len() != self.length {
            return Err(WriteError::new(&self.path, "it was changed by another program"));
        }
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        replace_held(&self.path, self.file, text.as_bytes())
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
        for line in ["three", "one"] {
            file.add(line).expect("written");
        }
        assert_eq!(fs::read_to_string(&path).expect("there"), "three\none\n");
        file.finish(&["one", "three"]).expect("in order");
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\nthree\n");
        let wrong = LineFile::create(&path).expect_err("it is there").to_string();
        assert!(
            wrong.ends_with("t.jsonl': it exists; name another file, or remove it; --resume continues it"),
            "{wrong}"
        );
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\nthree\n", "left as it was");
        let empty = folder.join("empty");
        fs::write(&empty, "").expect("written");
        LineFile::create(&empty).expect("nothing is lost in an empty file").add("b").expect("written");
        assert_eq!(fs::read_to_string(&empty).expect("there"), "b\n");
        assert!(LineFile::create(&folder.join("no/t")).is_err_and(|it| it.to_string().starts_with("cannot write")));
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 2, "nothing is left beside it");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_locked_file_is_cut_added_to_and_replaced() {
        let folder = std::env::temp_dir().join(format!("lurd-resumed-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("t.jsonl");
        fs::write(&path, "2\n0\nto").expect("written");
        let (mut file, bytes) = LineFile::resume(&path).expect("resumed");
        assert_eq!(bytes, b"2\n0\nto");
        let second = LineFile::resume(&path).map(|_| ()).expect_err("locked").to_string();
        assert!(second.ends_with("another process writes it"), "{second}");
        file.cut(3, false).expect("written");
        file.add("1").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), "2\n0\n1\n");
        file.finish(&["0", "1", "2"]).expect("in order");
        assert_eq!(fs::read_to_string(&path).expect("there"), "0\n1\n2\n");
        let (file, _) = LineFile::resume(&path).expect("resumed");
        fs::write(&path, "3\n").expect("written");
        assert!(file.finish(&["0"]).is_err_and(|error| error.to_string().ends_with("changed by another program")));
        assert_eq!(fs::read_to_string(&path).expect("there"), "3\n", "left as it was");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1, "nothing is left beside it");
        let _ = fs::remove_dir_all(&folder);
    }
}
