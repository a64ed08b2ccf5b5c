//! Joins the results of several machines.
//!
//! The files are read twice: once for what decides (64 bytes a line are kept), and once for the texts of the lines
//! that stay, which are passed on byte for byte. So the memory does not depend on the length of the lines.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use lurd_disk::text::TextStream;

use super::line::{LineContradiction, LineError, LinePlace, LineRecord, ResultLine, Texts, by_quality, contradiction};

/// A line as messages show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub path: PathBuf,
    /// From 1.
    pub number: u32,
    pub text: String,
}

/// Why results cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// A file cannot be read, for the reason given.
    File(PathBuf, String),
    /// A line is no result.
    Line { path: PathBuf, number: usize, reason: String },
    /// Two lines cannot both be true.
    Contradiction { reason: &'static str, lines: Box<[Shown; 2]> },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, reason) => write!(f, "cannot read '{}': {reason}", path.display()),
            Self::Line { path, number, reason } => write!(f, "{}:{number}: {reason}", path.display()),
            Self::Contradiction { reason, lines } => {
                write!(f, "two results of the same level contradict each other: {reason}")?;
                lines.iter().try_for_each(|line| {
                    write!(f, "\n{}:{}: {}", line.path.display(), line.number, line.text.trim_end())
                })
            }
        }
    }
}

impl std::error::Error for MergeError {}

/// The joined results, ready to be written.
pub struct Merged {
    shares: Shares,
    records: Vec<LineRecord>,
    /// The lines that were left out, because another line of the same task is as good.
    pub doubles: usize,
    /// The files that end within a line, which is left out.
    pub torn: Vec<PathBuf>,
}

/// Checks a line before it is joined.
///
/// # Errors
/// What is wrong with it.
pub type Check<'c> = dyn FnMut(&ResultLine) -> Result<(), LineError> + 'c;

impl Merged {
    /// Reads the files and joins their lines: one for each level and objective, in the order of the levels.
    ///
    /// # Errors
    /// A file cannot be read, a line is no result or does not pass the check, or two lines contradict each other.
    pub fn read(paths: &[PathBuf], check: &mut Check<'_>) -> Result<Self, MergeError> {
        let mut shares = Shares::new(paths);
        let (mut texts, mut records, mut torn) = (Texts::default(), Vec::new(), Vec::new());
        for (file, path) in paths.iter().enumerate() {
            if !read_share(path, file, (&mut texts, &mut records), check)? {
                torn.push(path.clone());
            }
        }
        let order = order_of_sources(&records);
        let place = |record: &LineRecord| {
            (order[record.source as usize], record.index, record.objective, record.file, record.at)
        };
        records.sort_unstable_by(|one, other| {
            texts.id(one).cmp(texts.id(other)).then_with(|| place(one).cmp(&place(other)))
        });
        let all = records.len();
        let mut kept = 0;
        let mut start = 0;
        while start < all {
            let id = texts.id(&records[start]);
            let length = records[start..].iter().take_while(|record| texts.id(record) == id).count();
            let end = start + length;
            let found = if id.is_empty() { None } else { contradiction(&records[start..end]) };
            if let Some(LineContradiction { first, second, reason }) = found {
                let pair = [&records[start + first], &records[start + second]];
                let lines = [shares.shown(pair[0])?, shares.shown(pair[1])?];
                return Err(MergeError::Contradiction { reason, lines: Box::new(lines) });
            }
            let task = |record: &LineRecord| (record.source, record.index, record.objective);
            while start < end {
                let doubles = records[start..end].iter().take_while(|it| task(it) == task(&records[start])).count();
                records[kept] = shares.best(&records[start..start + doubles])?;
                kept += 1;
                start += doubles;
            }
        }
        records.truncate(kept);
        records.sort_unstable_by_key(place);
        Ok(Self { shares, records, doubles: all - kept, torn })
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Writes the lines, byte for byte as they are in their files, and closes those: one of them may be the file that
    /// is to be replaced by what was written, which Windows refuses as long as it is open.
    ///
    /// # Errors
    /// Those of reading and writing.
    pub fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        for record in &self.records {
            let text = self.shares.text(record).map_err(|error| io::Error::other(error.to_string()))?;
            out.write_all(text.trim_end().as_bytes())?;
            out.write_all(b"\n")?;
        }
        self.shares.close();
        out.flush()
    }
}

/// Reads the lines of a file. The result says whether it ends with a whole line.
fn read_share(
    path: &Path,
    file: usize,
    (texts, records): (&mut Texts, &mut Vec<LineRecord>),
    check: &mut Check<'_>,
) -> Result<bool, MergeError> {
    let failed = |error: &dyn fmt::Display| MergeError::File(path.to_path_buf(), error.to_string());
    let input = File::open(path).map_err(|error| failed(&error))?;
    if !input.metadata().map_err(|error| failed(&error))?.is_file() {
        return Err(failed(&"it is not a regular file, which can be read twice"));
    }
    let mut reader = TextStream::open(input, 1 << 16).map_err(|error| failed(&error))?;
    let (mut bytes, mut at) = (Vec::new(), 0);
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(|error| failed(&error))?;
        if length == 0 {
            break;
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| "it is not UTF-8".to_owned());
        let line = text.and_then(|text| ResultLine::read(text).map_err(String::from));
        let checked = line.and_then(|line| check(&line).map(|()| line).map_err(String::from));
        match checked {
            Ok(line) => records.push(texts.record(&line, LinePlace { file, at, length, number })),
            Err(_) if bytes.last() != Some(&b'\n') => return Ok(false),
            Err(reason) => return Err(MergeError::Line { path: path.to_path_buf(), number, reason }),
        }
        at += length as u64;
    }
    Ok(true)
}

/// The rank of each source: by where it begins in its share. Slices of a list, given in their order, have the list's
/// order again.
fn order_of_sources(records: &[LineRecord]) -> Vec<usize> {
    let mut first: Vec<(u32, u32, usize)> = Vec::new();
    for record in records {
        let source = record.source as usize;
        while first.len() <= source {
            first.push((u32::MAX, u32::MAX, first.len()));
        }
        let (number, file, _) = &mut first[source];
        (*number, *file) = (*number, *file).min((record.number, record.file));
    }
    first.sort_unstable();
    let mut ranks = vec![0; first.len()];
    for (rank, (.., source)) in first.into_iter().enumerate() {
        ranks[source] = rank;
    }
    ranks
}

/// The files, opened when a line of them is needed.
struct Shares {
    files: Vec<(PathBuf, Option<OpenShare>)>,
    open: usize,
}

/// An open file and the place of its next byte.
type OpenShare = (TextStream<BufReader<File>>, u64);

impl Shares {
    /// The most files that are open at the same time.
    const MAX_OPEN: usize = 200;

    fn new(paths: &[PathBuf]) -> Self {
        Self { files: paths.iter().map(|path| (path.clone(), None)).collect(), open: 0 }
    }

    /// Closes the files; a line that is needed later opens its file again.
    fn close(&mut self) {
        self.files.iter_mut().for_each(|file| file.1 = None);
        self.open = 0;
    }

    /// The text of a line.
    fn text(&mut self, record: &LineRecord) -> Result<String, MergeError> {
        let file = record.file as usize;
        if self.files[file].1.is_none() {
            if self.open >= Self::MAX_OPEN {
                self.close();
            }
            self.open += 1;
        }
        let (path, opened) = &mut self.files[file];
        let failed = |error: &dyn fmt::Display| MergeError::File(path.clone(), error.to_string());
        let (reader, at) = if let Some(opened) = opened {
            opened
        } else {
            let input = File::open(&*path).map_err(|error| failed(&error))?;
            opened.insert((TextStream::open(input, 1 << 15).map_err(|error| failed(&error))?, 0))
        };
        let way = i64::try_from(record.at).unwrap_or(i64::MAX) - i64::try_from(*at).unwrap_or(i64::MAX);
        let mut bytes = vec![0; record.length as usize];
        reader.seek_relative(way).and_then(|()| reader.read_exact(&mut bytes)).map_err(|error| failed(&error))?;
        *at = record.at + u64::from(record.length);
        let text = String::from_utf8(bytes).ok().filter(|text| text.trim_end().ends_with('}'));
        text.ok_or_else(|| failed(&"it was changed while it was read"))
    }

    fn shown(&mut self, record: &LineRecord) -> Result<Shown, MergeError> {
        let text = self.text(record)?;
        Ok(Shown { path: self.files[record.file as usize].0.clone(), number: record.number, text })
    }

    /// The best of the lines of one task; of equals the first.
    fn best(&mut self, records: &[LineRecord]) -> Result<LineRecord, MergeError> {
        let (mut best, others) = (records[0], &records[1..]);
        if others.is_empty() {
            return Ok(best);
        }
        let mut best_line = self.line(&best)?;
        for record in others {
            let line = self.line(record)?;
            if by_quality(&line, &best_line).is_lt() {
                (best, best_line) = (*record, line);
            }
        }
        Ok(best)
    }

    fn line(&mut self, record: &LineRecord) -> Result<ResultLine, MergeError> {
        let text = self.text(record)?;
        ResultLine::read(&text).map_err(|error| MergeError::Line {
            path: self.files[record.file as usize].0.clone(),
            number: record.number as usize,
            reason: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    //! Joining results.

    use std::fs;

    use super::super::line::samples::text;
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("lurd-merge-{}-{name}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            Self(folder)
        }

        fn merge(&self, shares: &[&str]) -> Result<(String, usize), MergeError> {
            let paths: Vec<_> = (1..=shares.len()).map(|number| self.0.join(number.to_string())).collect();
            for (path, share) in paths.iter().zip(shares) {
                fs::write(path, share).expect("written");
            }
            let mut merged = Merged::read(&paths, &mut |_| Ok(()))?;
            let mut out = Vec::new();
            merged.write(&mut out).expect("written");
            assert_eq!(merged.count(), out.split(|&byte| byte == b'\n').count() - 1);
            Ok((String::from_utf8(out).expect("text"), merged.torn.len()))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// A line of a source.
    fn of(source: &str, index: usize, end: &str) -> String {
        let line = text(index, &format!("{source}{index}"), end);
        line.replace("\"source\":\"s\"", &format!("\"source\":\"{source}\""))
    }

    fn lines(lines: &[String]) -> String {
        lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    #[test]
    fn slices_join_to_the_order_of_the_list() {
        let all: Vec<_> = (1..=5)
            .map(|index| of("a", index, "solved 3 none"))
            .chain([of("z", 1, "unsolvable"), of("b", 1, "limit 4"), of("c", 1, "limit")])
            .chain((1..=3).map(|index| of("d", index, "solved 7 optimal")))
            .collect();
        for shares in 1..=4 {
            let share = |share| lines(&all.iter().skip(share).step_by(shares).cloned().collect::<Vec<_>>());
            let parts: Vec<_> = (0..shares).map(share).collect();
            let parts: Vec<_> = parts.iter().map(String::as_str).collect();
            let merged = Folder::new(&format!("slices-{shares}")).merge(&parts);
            assert_eq!(merged, Ok((lines(&all), 0)), "{shares}");
        }
    }

    #[test]
    fn the_better_result_stays() {
        let worse = [of("s", 1, "limit 3"), of("s", 2, "solved 9 optimal"), of("s", 3, "error")];
        let better = [of("s", 1, "solved 4 none"), of("s", 2, "solved 9 none"), of("s", 3, "limit")];
        let folder = Folder::new("better");
        let half = format!("{}{}", lines(&better), &worse[0][..50]);
        let expected = lines(&[better[0].clone(), worse[1].clone(), better[2].clone()]);
        assert_eq!(folder.merge(&[&lines(&worse), &half]), Ok((expected, 1)));
        assert_eq!(folder.merge(&["", ""]), Ok((String::new(), 0)));
    }

    #[test]
    fn contradictions_are_refused_with_both_lines() {
        let folder = Folder::new("contradictions");
        for (one, other, reason) in [
            ("solved 9 optimal", "solved 8 none", "no solution costs less"),
            ("solved 9 optimal", "solved 8 optimal", "no solution costs less"),
            ("unsolvable", "solved 8 none", "proves that there is none"),
            ("limit 9", "solved 8 none", "a lower bound above"),
        ] {
            // Also between two copies of a level, and in any order.
            let copy = of("s", 1, other).replace("\"index\":1", "\"index\":2");
            for share in [of("s", 1, other), copy] {
                for pair in [[of("s", 1, one), share.clone()], [share.clone(), of("s", 1, one)]] {
                    let error = folder.merge(&[&lines(&pair[..1]), &lines(&pair[1..])]).expect_err(one).to_string();
                    assert!(error.contains(reason), "{error}");
                    assert!(pair.iter().all(|line| error.contains(line.as_str())), "{error}");
                }
            }
        }
        let agree = [of("s", 1, "solved 9 optimal"), of("s", 1, "solved 9 none"), of("s", 1, "limit 9")];
        assert!(folder.merge(&[&lines(&agree)]).is_ok());
    }

    #[test]
    fn other_files_are_refused_with_their_place() {
        let folder = Folder::new("others");
        let error = folder.merge(&[&format!("{}\nnonsense\n", of("s", 1, "error"))]).expect_err("refused");
        let place = format!("{}1:2: not a result of 'batch'", std::path::MAIN_SEPARATOR);
        assert!(error.to_string().contains(&place), "{error}");
        let missing = Merged::read(&[folder.0.join("missing")], &mut |_| Ok(())).err().map(|error| error.to_string());
        assert!(missing.is_some_and(|error| error.starts_with("cannot read '")));
    }
}
