//! Which levels of a batch are done already, by the lines of files that earlier batches wrote.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
};

use lurd_disk::{files::WriteError, line_file::LineFile};
use lurd_engine::program::{budget::Limits, outcome::Limit};

use serde_json::Number;

use super::{
    files::{Claims, read_lines},
    line::{LevelKey, LineError, ResultLine, by_quality},
};
use crate::exit::{Exit, Status};

/// What earlier batches have left, and what is still to be done.
#[derive(Default)]
pub struct Resumed {
    /// The files that end within a line.
    pub torn: Vec<PathBuf>,
    /// What is wrong with lines whose solutions do not replay, with their places. They count as if they were not there.
    pub wrong: Vec<String>,
    /// The best line of each entry that has one.
    pub earlier: HashMap<usize, ResultLine>,
    /// The texts of those lines that are not in the file that is continued.
    copied: BTreeMap<usize, String>,
    /// Lines of the continued file whose place has an entry of another level now, or that do not say which level they are
    /// about. Each stays until its entry has a line.
    pub changed: usize,
    /// Other lines of the continued file that are not about entries of this batch; they are kept.
    pub others: usize,
    /// Such lines of the other files, which are not copied.
    pub not_copied: usize,
    /// How the levels of the other lines ended, the best line of each.
    statuses_of_others: HashMap<LevelKey, Status>,
}

impl Resumed {
    /// Opens the file of an earlier batch, or creates it, and takes lines from `more` files. `keys`: the entries of this
    /// batch, in order. `check` replays the solution of an entry's line, whose number it gets.
    ///
    /// # Errors
    /// A file cannot be read, the first one cannot be written, or another process writes it, a line is no result, or two
    /// lines of a level contradict each other.
    pub fn open(
        path: &Path,
        more: &[PathBuf],
        keys: &[LevelKey],
        check: &dyn Fn(usize, &ResultLine) -> Result<(), LineError>,
    ) -> Result<(LineFile, Self), String> {
        let entries = Entries::new(keys);
        let mut resumed = Self::default();
        let mut claims = Claims::default();
        for other in more {
            let is_torn = read_lines(other, |number, text, line| {
                let rank = entries.rank(&line);
                if rank.is_some_and(|rank| resumed.is_wrong(check(rank, &line), other, number)) {
                    return Ok(());
                }
                claims.add(&line, other, number)?;
                match rank {
                    Some(rank) if resumed.takes(rank, &line) => {
                        resumed.earlier.insert(rank, line);
                        resumed.copied.insert(rank, text.to_owned());
                    }
                    Some(_) => {}
                    None => resumed.not_copied += 1,
                }
                Ok(())
            })?;
            resumed.torn.extend(is_torn.then(|| other.clone()));
        }
        // The numbers of lines that others replace, from 0; the lines that stay, and those that stay until there are
        // others, by their entries.
        let (mut superseded, mut numbers, mut useless) = (Vec::new(), HashMap::new(), Vec::new());
        let (mut file, is_torn) = LineFile::resume(path, |number, text| {
            let line = ResultLine::read(text).map_err(|error| error.to_string())?;
            let rank = entries.rank(&line);
            if let Some(rank) = rank
                && resumed.is_wrong(check(rank, &line), path, number + 1)
            {
                useless.push((rank, number));
                return Ok(rank);
            }
            claims.add(&line, path, number + 1)?;
            if let Some(rank) = rank {
                if resumed.takes(rank, &line) {
                    resumed.earlier.insert(rank, line);
                    resumed.copied.remove(&rank);
                    superseded.extend(numbers.insert(rank, number));
                } else {
                    superseded.push(number);
                }
                return Ok(rank);
            }
            if let Some(rank) = entries.rank_of_changed(&line) {
                resumed.changed += 1;
                useless.push((rank, number));
                return Ok(rank);
            }
            resumed.others += 1;
            let best = resumed.statuses_of_others.entry(LevelKey::of_line(&line)).or_insert(line.status);
            if line.status.exit() < best.exit() {
                *best = line.status;
            }
            Ok(usize::MAX)
        })?;
        resumed.torn.extend(is_torn.then(|| path.to_path_buf()));
        superseded.extend(useless.iter().filter(|(rank, _)| numbers.contains_key(rank)).map(|(_, number)| *number));
        for number in superseded {
            file.leave_out(number);
        }
        Ok((file, resumed))
    }

    /// Whether a line is of no use, after its check. What is wrong with it is kept.
    fn is_wrong(&mut self, checked: Result<(), LineError>, path: &Path, number: usize) -> bool {
        let Err(reason) = checked else { return false };
        self.wrong.push(format!("{}:{number}: {reason}", path.display()));
        true
    }

    /// Whether a line is no worse than the best one of its entry so far. Of equals the later one counts: it had the larger
    /// limits.
    fn takes(&self, rank: usize, line: &ResultLine) -> bool {
        self.earlier.get(&rank).is_none_or(|known| by_quality(known, line) != Ordering::Less)
    }

    /// Adds the best lines of the other files to the one that is continued.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn copy_to(&mut self, file: &mut LineFile) -> Result<(), WriteError> {
        for (rank, text) in std::mem::take(&mut self.copied) {
            file.leave_out_rank(rank);
            file.add(rank, &text)?;
        }
        Ok(())
    }

    /// Whether an entry is to be solved: it has no line, or one of a run that failed, was interrupted, or ended at a
    /// limit that is larger now.
    pub fn is_open(&self, rank: usize, limits: &Limits) -> bool {
        let Some(line) = self.earlier.get(&rank) else { return true };
        match line.status {
            _ if line.is_interrupted() => true,
            Status::Unsolvable => false,
            Status::Solved | Status::Limit => line
                .ended_by()
                .is_some_and(|limit| is_larger(limits, limit, line.limit_value.as_ref().and_then(Number::as_f64))),
            _ => true,
        }
    }

    /// Whether a new line of an entry replaces its earlier one.
    pub fn is_replaced_by(&self, rank: usize, new: &ResultLine) -> bool {
        self.earlier.get(&rank).is_none_or(|old| by_quality(new, old) != Ordering::Greater)
    }

    /// The exit code of the lines of levels that this batch does not have.
    pub fn exit_of_others(&self) -> Exit {
        self.statuses_of_others.values().map(|status| status.exit()).fold(Exit::Good, Exit::worst)
    }

    /// The exit code of the earlier lines of these entries.
    pub fn exit(&self, ranks: impl Iterator<Item = usize>) -> Exit {
        let exits = ranks.filter_map(|rank| Some(self.earlier.get(&rank)?.status.exit()));
        exits.fold(Exit::Good, Exit::worst)
    }
}

/// The entries of a batch, by what their lines say.
struct Entries<'k> {
    by_key: HashMap<&'k LevelKey, usize>,
    /// Those that could be read, by their places; without a number the first one of a source.
    by_place: HashMap<(&'k str, Option<u64>), (usize, &'k LevelKey)>,
}

impl<'k> Entries<'k> {
    fn new(keys: &'k [LevelKey]) -> Self {
        let (mut by_key, mut by_place) = (HashMap::new(), HashMap::new());
        for (rank, key) in keys.iter().enumerate() {
            by_key.entry(key).or_insert(rank);
            if key.level.is_some() {
                for index in [key.index, None] {
                    by_place.entry((key.source.as_str(), index)).or_insert((rank, key));
                }
            }
        }
        Self { by_key, by_place }
    }

    /// The entry that a line is about.
    fn rank(&self, line: &ResultLine) -> Option<usize> {
        self.by_key.get(&LevelKey::of_line(line)).copied()
    }

    /// The entry that is where the puzzle of a line was, which could not be read, or was another one, or is unknown. What
    /// was typed has no such place.
    fn rank_of_changed(&self, line: &ResultLine) -> Option<usize> {
        let &(rank, key) = self.by_place.get(&(line.source.as_str(), line.index))?;
        let was_unreadable = line.id.is_none() && line.status == Status::Error;
        let was_another = line.index.is_some() && line.objective == key.objective && !line.source.starts_with('<');
        (was_unreadable || was_another).then_some(rank)
    }
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

    fn open(path: &Path, keys: &[LevelKey]) -> Result<(LineFile, Resumed), String> {
        Resumed::open(path, &[], keys, &|_, _| Ok(()))
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
        let (_file, resumed) = open(&path, &keys(8)).expect("read");
        let limits = |time| Limits { time: Some(Duration::from_secs(time)), ..Limits::NONE };
        let open = |time| (0..8).filter(|&rank| resumed.is_open(rank, &limits(time))).collect::<Vec<_>>();
        assert_eq!(open(5), [2, 3, 4, 6, 7], "the third does not say what its limit was");
        assert_eq!(open(6), [1, 2, 3, 4, 6, 7]);
        assert_eq!(resumed.exit(0..2), Exit::GaveUp);
        assert!(!resumed.is_replaced_by(0, &line(1, "A", "limit 5")));
        assert!(resumed.is_replaced_by(1, &line(2, "A", "limit 3")));
        assert!(
            resumed.is_replaced_by(6, &line(7, "A", "solved 5 optimal")),
            "the same answer of a search that was done"
        );
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn half_a_line_goes_and_of_doubles_the_better_one_stays() {
        let whole = [(2, "limit 3"), (1, "solved 9 none"), (2, "solved 7 none"), (1, "solved 9 optimal")]
            .map(|(index, end)| text(index, &index.to_string(), end));
        let half = &text(3, "3", "solved 1 none")[..70];
        let stranger = text(99, "B", "unsolvable");
        let path = file("half", &format!("{}\n{stranger}\n{half}", whole.join("\n")));
        let (mut file, resumed) = open(&path, &keys(3)).expect("read");
        let busy = open(&path, &keys(3)).err().expect("locked");
        assert!(busy.contains("another process writes it"), "{busy}");
        assert!(resumed.torn == [path.clone()] && resumed.others == 1 && resumed.earlier.len() == 2);
        let third = text(3, "3", "unsolvable");
        file.add(2, &third).expect("written");
        file.finish().expect("in order");
        let written = std::fs::read_to_string(&path).expect("there");
        let expected = [&whole[3], &whole[2], &third, &stranger].map(|line| format!("{line}\n")).concat();
        assert_eq!(written, expected);
        let contradiction = [text(1, "1", "unsolvable"), text(1, "1", "solved 9 none")].join("\n") + "\n";
        std::fs::write(&path, contradiction).expect("written");
        let error = open(&path, &keys(3)).err().expect("refused");
        assert!(error.contains("line 2: it contradicts ") && error.contains(":1 about the same level"), "{error}");
        std::fs::write(&path, format!("{}\nnonsense\n{}\n", whole[0], whole[1])).expect("written");
        let error = open(&path, &keys(3)).err().expect("refused");
        assert!(error.contains("line 2: not a result of 'batch'"), "{error}");
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
            Some(5) => Err(LineError::from("it is wrong")),
            _ => Ok(()),
        };
        let (mut file, mut resumed) =
            Resumed::open(&path, std::slice::from_ref(&more), &keys(4), &check).expect("read");
        assert_eq!((resumed.earlier.len(), resumed.not_copied, resumed.others), (4, 1, 0));
        assert_eq!(resumed.wrong, [format!("{}:4: it is wrong", more.display())]);
        resumed.copy_to(&mut file).expect("written");
        file.finish().expect("in order");
        let expected = [&other[0], &first[1], &other[2], &first[2]].map(String::as_str).concat();
        assert_eq!(std::fs::read_to_string(&path).expect("there"), expected);
        // A wrong line of the file itself stays until its level has another one.
        let (file, resumed) = Resumed::open(&path, &[], &keys(4), &|_, line| match line.cost {
            Some(8) => Err(LineError::from("it is wrong")),
            _ => Ok(()),
        })
        .expect("read");
        assert!(resumed.is_open(3, &Limits::NONE) && file.count() == 4);
        for path in [path, more] {
            let _ = std::fs::remove_file(path);
        }
    }
}
