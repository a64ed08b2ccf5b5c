//! The lines of a batch in its file, with those that earlier batches wrote: which levels are done already.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use lurd_disk::{files::WriteError, line_file::LineFile};
use lurd_engine::program::{budget::Limits, outcome::Limit};

use serde_json::Number;

use super::{
    files::{Claims, read_file, read_lines},
    line::{LevelKey, ResultLine, by_quality},
};
use crate::exit::Status;

/// The file of a batch, and what is in it.
pub struct ResultFile {
    file: LineFile,
    /// The lines that are not about entries of this batch, as they are in the file.
    others: Vec<String>,
    /// The best line of each entry, by its place in the batch, with its text.
    best: BTreeMap<usize, (ResultLine, String)>,
    /// What is worth knowing of the earlier lines.
    pub notes: Vec<String>,
}

impl ResultFile {
    /// Creates a file.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let file = LineFile::create(path)?;
        Ok(Self { file, others: Vec::new(), best: BTreeMap::new(), notes: Vec::new() })
    }

    /// Opens the file of an earlier batch, or creates it, and takes lines from `more` files. `keys`: the entries of this
    /// batch, in order. `check` replays the solution of an entry's line, whose number it gets; a line whose solution does
    /// not replay counts as if it were not there.
    ///
    /// # Errors
    /// A file cannot be read, the first one cannot be written, or another process writes it, a line is no result, or two
    /// lines of a level contradict each other.
    pub fn resume(
        path: &Path,
        more: &[PathBuf],
        keys: &[LevelKey],
        check: &dyn Fn(usize, &ResultLine) -> Result<(), String>,
    ) -> Result<Self, String> {
        // Of an entry that is there twice the first one counts.
        let ranks: HashMap<&LevelKey, usize> = (0..keys.len()).rev().map(|rank| (&keys[rank], rank)).collect();
        let (mut others, mut best, mut notes) = (Vec::new(), BTreeMap::new(), Vec::new());
        let (mut claims, mut strangers) = (Claims::default(), 0);
        let mut take = |from: &Path, number: usize, text: &str, line: ResultLine| {
            let Some(&rank) = ranks.get(&LevelKey::of_line(&line)) else {
                strangers += 1;
                others.extend((from == path).then(|| text.to_owned()));
                return claims.add(&line, from, number);
            };
            if let Err(reason) = check(rank, &line) {
                notes.push(format!("note: {}:{number}: {reason}; the line is left out", from.display()));
                return Ok(());
            }
            claims.add(&line, from, number)?;
            add_better(&mut best, rank, line, text);
            Ok(())
        };
        let mut torn = Vec::new();
        for other in more.iter().filter(|other| *other != path) {
            let (_, is_torn) = read_file(other, |number, text, line| take(other, number, text, line))?;
            torn.extend(is_torn.then_some(other.as_path()));
        }
        let (mut file, bytes) = LineFile::resume(path)?;
        let (whole, is_torn) = read_lines(path, bytes.as_slice(), |number, text, line| take(path, number, text, line))?;
        file.cut(whole, is_torn || bytes.is_empty() || bytes.ends_with(b"\n"))?;
        torn.extend(is_torn.then_some(path));
        let is_torn = |path: &&Path| format!("note: '{}' ended within a line, which is left out", path.display());
        notes.extend(torn.iter().map(is_torn));
        if strangers > 0 {
            let lines = if strangers == 1 { "1 line is".to_owned() } else { format!("{strangers} lines are") };
            notes.push(format!("note: {lines} about other levels or another objective, and left where they are"));
        }
        Ok(Self { file, others, best, notes })
    }

    /// Adds a line of an entry, unless there is a better one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, rank: usize, line: ResultLine, text: &str) -> Result<(), WriteError> {
        if add_better(&mut self.best, rank, line, text) { self.file.add(text) } else { Ok(()) }
    }

    /// How the best line of an entry ended.
    pub fn status(&self, rank: usize) -> Option<Status> {
        self.best.get(&rank).map(|(line, _)| line.status)
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.others.len() + self.best.len()
    }

    /// Writes the file anew: the lines of other levels as they were, then the best line of each entry, in order.
    ///
    /// # Errors
    /// The file cannot be written; all lines are in it.
    pub fn finish(self) -> Result<(), WriteError> {
        let lines = self.others.iter().chain(self.best.values().map(|(_, text)| text));
        self.file.finish(&lines.map(String::as_str).collect::<Vec<_>>())
    }

    /// Whether an entry is to be solved: it has no line, or one of a run that failed, was interrupted, or ended at a
    /// limit that is larger now.
    pub fn is_open(&self, rank: usize, limits: &Limits) -> bool {
        let Some((line, _)) = self.best.get(&rank) else { return true };
        match line.status {
            _ if line.is_interrupted() => true,
            Status::Unsolvable => false,
            Status::Solved | Status::Limit => line
                .ended_by()
                .is_some_and(|limit| is_larger(limits, limit, line.limit_value.as_ref().and_then(Number::as_f64))),
            _ => true,
        }
    }
}

/// Takes a line of an entry, unless there is a better one. Of equals the later one counts: it had the larger limits.
fn add_better(best: &mut BTreeMap<usize, (ResultLine, String)>, rank: usize, line: ResultLine, text: &str) -> bool {
    let is_better = best.get(&rank).is_none_or(|(known, _)| by_quality(known, &line) != Ordering::Less);
    if is_better {
        best.insert(rank, (line, text.to_owned()));
    }
    is_better
}

/// Whether the limit of a search exceeds the value that ended an earlier one; also if that value is not known.
#[expect(clippy::cast_precision_loss, reason = "compared with a value of JSON")]
fn is_larger(limits: &Limits, limit: Limit, earlier: Option<f64>) -> bool {
    let now = match limit {
        Limit::Time => limits.time.map(|time| time.as_secs_f64()),
        Limit::Memory => limits.memory.map(|bytes| bytes as f64),
        Limit::Nodes => limits.nodes.map(|nodes| nodes as f64),
        // They belong to the strategy and to the engine.
        Limit::Depth | Limit::Cost => return false,
    };
    now.is_none_or(|now| earlier.is_none_or(|earlier| now > earlier))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::line::samples::{line, text};
    use super::*;

    fn keys(count: usize) -> Vec<LevelKey> {
        (1..=count).map(|index| LevelKey::of_line(&line(index, &index.to_string(), "error"))).collect()
    }

    fn open(path: &Path, keys: &[LevelKey]) -> Result<ResultFile, String> {
        ResultFile::resume(path, &[], keys, &|_, _| Ok(()))
    }

    fn file(name: &str, lines: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("lurd-resume-{}-{name}", std::process::id()));
        std::fs::write(&path, lines).expect("written");
        path
    }

    #[test]
    fn what_is_done_is_not_done_again() {
        let ends = ["solved 5 optimal", "limit 3", "limit 3", "error", "cancelled", "unsolvable", "solved 5 optimal"];
        let mut lines: Vec<_> = (1..).zip(ends).map(|(index, end)| text(index, &index.to_string(), end)).collect();
        lines[6] = lines[6].replace("\"limit\":null", "\"limit\":\"cancelled\"");
        lines[1] = lines[1].replace("\"limit_value\":null", "\"limit_value\":5.0");
        let path = file("done", &(lines.join("\n") + "\n"));
        let resumed = open(&path, &keys(8)).expect("read");
        let limits = |time| Limits { time: Some(Duration::from_secs(time)), ..Limits::NONE };
        let open = |time| (0..8).filter(|&rank| resumed.is_open(rank, &limits(time))).collect::<Vec<_>>();
        assert_eq!(open(5), [2, 3, 4, 6, 7], "the third does not say what its limit was");
        assert_eq!(open(6), [1, 2, 3, 4, 6, 7]);
        assert_eq!(resumed.status(1), Some(Status::Limit));
        let takes = |index: usize, end: &str| {
            let mut best = resumed.best.clone();
            add_better(&mut best, index - 1, line(index, "A", end), "")
        };
        assert!(!takes(1, "limit 5") && takes(2, "limit 3"));
        assert!(takes(7, "solved 5 optimal"), "the same answer of a search that was done");
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn half_a_line_goes_and_of_doubles_the_better_one_stays() {
        let whole = [(2, "limit 3"), (1, "solved 9 none"), (2, "solved 7 none"), (1, "solved 9 optimal")]
            .map(|(index, end)| text(index, &index.to_string(), end));
        let half = &text(3, "3", "solved 1 none")[..70];
        let stranger = text(99, "B", "unsolvable");
        let path = file("half", &format!("{}\n{stranger}\n{half}", whole.join("\n")));
        let mut file = open(&path, &keys(3)).expect("read");
        let busy = open(&path, &keys(3)).err().expect("locked");
        assert!(busy.contains("another process writes it"), "{busy}");
        assert!(file.notes.len() == 2 && file.notes[0].contains("ended within a line"), "{:?}", file.notes);
        assert_eq!((file.count(), file.others.len()), (3, 1));
        let third = text(3, "3", "unsolvable");
        file.add(2, line(3, "3", "unsolvable"), &third).expect("written");
        let there = [&whole[..], &[stranger.clone(), third.clone()]].concat().join("\n") + "\n";
        assert_eq!(std::fs::read_to_string(&path).expect("there"), there, "nothing is lost before the end");
        file.finish().expect("in order");
        let written = std::fs::read_to_string(&path).expect("there");
        let expected = [&stranger, &whole[3], &whole[2], &third].map(|line| format!("{line}\n")).concat();
        assert_eq!(written, expected);
        let contradiction = [text(1, "1", "unsolvable"), text(1, "1", "solved 9 none")].join("\n") + "\n";
        std::fs::write(&path, contradiction).expect("written");
        let error = open(&path, &keys(3)).err().expect("refused");
        assert!(error.contains(":2: it contradicts ") && error.contains(":1 about the same level"), "{error}");
        std::fs::write(&path, format!("{}\nnonsense\n{}\n", whole[0], whole[1])).expect("written");
        let error = open(&path, &keys(3)).err().expect("refused");
        assert!(error.contains(":2: not a result of 'batch'"), "{error}");
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn lines_of_other_files_are_copied_where_they_are_better() {
        let lines = |lines: &[(usize, &str)]| {
            lines.iter().map(|&(index, end)| text(index, &index.to_string(), end) + "\n").collect::<Vec<_>>()
        };
        let first = lines(&[(1, "limit 3"), (2, "solved 9 none"), (4, "solved 8 none")]);
        let other = lines(&[(1, "solved 4 none"), (2, "solved 9 none"), (3, "solved 6 none"), (4, "solved 5 none")]);
        let (path, more) = (file("first", &first.concat()), file("other", &(other.concat() + &text(9, "B", "limit"))));
        let check = |_: usize, line: &ResultLine| match line.cost {
            Some(5) => Err("it is wrong".to_owned()),
            _ => Ok(()),
        };
        let file = ResultFile::resume(&path, std::slice::from_ref(&more), &keys(4), &check).expect("read");
        let notes = [
            format!("note: {}:4: it is wrong; the line is left out", more.display()),
            "note: 1 line is about other levels or another objective, and left where they are".to_owned(),
        ];
        assert_eq!((file.notes.as_slice(), file.count()), (&notes[..], 4));
        file.finish().expect("in order");
        let expected = [&other[0], &first[1], &other[2], &first[2]].map(String::as_str).concat();
        assert_eq!(std::fs::read_to_string(&path).expect("there"), expected);
        // What is wrong with a line of the file itself is solved again.
        let wrong = |_: usize, line: &ResultLine| match line.cost {
            Some(8) => Err("it is wrong".to_owned()),
            _ => Ok(()),
        };
        let file = ResultFile::resume(&path, &[], &keys(4), &wrong).expect("read");
        assert!(file.is_open(3, &Limits::NONE) && file.count() == 3);
        for path in [path, more] {
            let _ = std::fs::remove_file(path);
        }
    }
}
