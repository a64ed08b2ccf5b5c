//! A file to which lines are added over time.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::files::{WriteError, replace_held};

/// A new file to which lines are added one by one. Each line is written when it is added, so no line is lost if the
/// process is killed; [`LineFile::finish`] sorts them. [`LineFile::resume`] goes on with what such a process left.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its place in the final order; equal ranks keep their order.
    rank: usize,
    /// In bytes, with the line break.
    length: usize,
    /// Whether it is missing from the file in the end.
    is_left_out: bool,
}

impl LineFile {
    /// Creates the file. An existing file is used only if it is empty or not a regular file.
    ///
    /// # Errors
    /// The file exists, or there is no permission or no such folder.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        // It is read again in the end.
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0) {
                    let reason = "it exists; name another file, or remove it; --resume continues it";
                    return Err(WriteError::new(path, reason));
                }
                // A pipe that is also opened for reading does not wait for its reader.
                let is_regular = fs::metadata(path).is_ok_and(|it| it.is_file());
                // A link may lead to where no file is yet.
                OpenOptions::new().read(is_regular).append(true).create(true).open(path)
            }
            file => file,
        };
        let file = file.map_err(|error| WriteError::new(path, error))?;
        Ok(Self { path: path.to_path_buf(), file, lines: Vec::new() })
    }

    /// Opens a file that an earlier process has left, or creates it, and locks it against other processes. `rank`
    /// gets the number of each line, from 0, and its text, and returns its rank. What follows the last line break is
    /// removed unless `rank` accepts it; the result says whether that happened.
    ///
    /// # Errors
    /// The file cannot be opened, it is no regular file, another process has it open, or `rank` refuses a line.
    pub fn resume(
        path: &Path,
        mut rank: impl FnMut(usize, &str) -> Result<usize, String>,
    ) -> Result<(Self, bool), WriteError> {
        let failed = |error: std::io::Error| WriteError::during("resume", path, error);
        let refused = |reason: String| WriteError::during("resume", path, reason);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(refused("it is not a regular file".to_owned()));
        }
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(refused("another process writes it".to_owned()));
        }
        let mut lines = Vec::new();
        let mut reader = BufReader::new(&file);
        let (mut whole, mut bytes, mut is_torn) = (0_u64, Vec::new(), false);
        loop {
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
                break;
            }
            let is_ended = bytes.last() == Some(&b'\n');
            let text = std::str::from_utf8(&bytes).map_err(|_| match bytes.as_slice() {
                [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                    "it is in UTF-16; lines are added in UTF-8: convert it first".to_owned()
                }
                _ => "it is not UTF-8".to_owned(),
            });
            // A byte order mark is not part of the first line.
            match text.and_then(|text| rank(lines.len(), text.trim_start_matches('\u{feff}').trim_end())) {
                // A missing line break is written below.
                Ok(rank) => {
                    let length = bytes.len() + usize::from(!is_ended);
                    lines.push(Line { rank, length, is_left_out: false });
                }
                Err(_) if !is_ended => {
                    is_torn = true;
                    break;
                }
                Err(reason) => return Err(refused(format!("line {}: {reason}", lines.len() + 1))),
            }
            whole += bytes.len() as u64;
            if !is_ended {
                (&file).write_all(b"\n").map_err(failed)?;
                whole += 1;
            }
        }
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::Start(whole)).map_err(failed)?;
        Ok((Self { path: path.to_path_buf(), file, lines }, is_torn))
    }

    /// Leaves a line out of the final file, by its number from 0.
    pub fn leave_out(&mut self, number: usize) {
        if let Some(line) = self.lines.get_mut(number) {
            line.is_left_out = true;
        }
    }

    /// Leaves the earlier lines of a rank out of the final file.
    pub fn leave_out_rank(&mut self, rank: usize) {
        for line in self.lines.iter_mut().filter(|line| line.rank == rank) {
            line.is_left_out = true;
        }
    }

    /// Adds a line with its rank in the final order.
    ///
    /// # Errors
    /// The file cannot be written; a partly written line is removed.
    pub fn add(&mut self, rank: usize, line: &str) -> Result<(), WriteError> {
        let bytes = format!("{line}\n").into_bytes();
        self.file.write_all(&bytes).map_err(|error| {
            let whole: usize = self.lines.iter().map(|line| line.length).sum();
            let _ = self.file.set_len(whole as u64);
            WriteError::new(&self.path, error)
        })?;
        self.lines.push(Line { rank, length: bytes.len(), is_left_out: false });
        Ok(())
    }

    /// The number of lines that the final file has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lines.iter().filter(|line| !line.is_left_out).count()
    }

    /// Sorts the lines by rank, without those that are left out, replacing the file, and waits until they are on the
    /// disk.
    ///
    /// # Errors
    /// The file cannot be written, and is unchanged.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let path = self.path.clone();
        let wrong = |error: std::io::Error| WriteError::new(&path, error);
        if !self.file.metadata().map_err(wrong)?.is_file() {
            return Ok(());
        }
        let is_final = self.lines.iter().all(|line| !line.is_left_out);
        if is_final && self.lines.is_sorted_by_key(|line| line.rank) {
            return self.file.sync_all().map_err(wrong);
        }
        // By the handle that has the lock: on Windows others cannot read what it has locked.
        let mut bytes = Vec::new();
        self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes)).map_err(wrong)?;
        let mut rest = bytes.as_slice();
        let mut parts = Vec::new();
        for Line { rank, length, is_left_out } in &self.lines {
            let Some((line, after)) = rest.split_at_checked(*length) else {
                return Err(WriteError::new(&path, "it was changed by another program"));
            };
            if !is_left_out {
                parts.push((rank, line));
            }
            rest = after;
        }
        parts.sort_by_key(|(rank, _)| **rank);
        let parts: Vec<&[u8]> = parts.into_iter().map(|(_, line)| line).collect();
        replace_held(&path, self.file, &parts)
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
        assert!(
            wrong.ends_with("t.jsonl': it exists; name another file, or remove it; --resume continues it"),
            "{wrong}"
        );
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\ntwo\nthree\n", "left as it was");
        let empty = folder.join("empty");
        fs::write(&empty, "").expect("written");
        let mut file = LineFile::create(&empty).expect("nothing is lost in an empty file");
        file.add(1, "b").expect("written");
        file.add(0, "a").expect("written");
        file.finish().expect("in order");
        assert_eq!(fs::read_to_string(&empty).expect("there"), "a\nb\n");
        assert!(LineFile::create(&folder.join("no/t")).is_err_and(|it| it.to_string().starts_with("cannot write")));
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 2, "nothing is left beside it");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_locked_file_is_sorted_in_the_end() {
        let folder = std::env::temp_dir().join(format!("lurd-resumed-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("t.jsonl");
        fs::write(&path, "2\n0\nto").expect("written");
        let rank = |_: usize, text: &str| text.parse::<usize>().map_err(|error| error.to_string());
        let (mut file, is_torn) = LineFile::resume(&path, rank).expect("resumed");
        assert!(is_torn);
        let second = LineFile::resume(&path, rank).map(|_| ()).expect_err("locked").to_string();
        assert!(second.ends_with("another process writes it"), "{second}");
        file.add(1, "1").expect("written");
        file.finish().expect("in order");
        assert_eq!(fs::read_to_string(&path).expect("there"), "0\n1\n2\n");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1, "nothing is left beside it");
        let _ = fs::remove_dir_all(&folder);
    }
}
