//! Which levels of a batch are done already, by the lines of a file that an earlier batch wrote.

use std::{cmp::Ordering, collections::HashMap, path::Path};

use lurd_disk::{files::WriteError, line_file::LineFile};
use lurd_engine::{budget::Limits, outcome::Limit};

use serde_json::Number;

use super::line::{LevelKey, ResultLine, by_quality};
use crate::exit::{Exit, Status};

/// What an earlier batch has left, and what is still to be done.
pub struct Resumed {
    /// Whether the file ended within a line, which is removed.
    pub is_torn: bool,
    /// The best line of each entry that has one.
    pub earlier: HashMap<usize, ResultLine>,
    /// Lines of levels that this batch does not have; they are kept.
    pub others: usize,
    /// How the levels of these lines ended, the best line of each.
    statuses_of_others: HashMap<LevelKey, Status>,
}

impl Resumed {
    /// Opens the file of an earlier batch, or creates it. `keys`: the entries of this batch, in order.
    ///
    /// # Errors
    /// The file cannot be read and written, another process writes it, a line of it is no result, or two lines of an
    /// entry contradict each other.
    pub fn open(path: &Path, keys: &[LevelKey]) -> Result<(LineFile, Self), WriteError> {
        let mut ranks = HashMap::new();
        for (rank, key) in keys.iter().enumerate() {
            ranks.entry(key).or_insert(rank);
        }
        let mut best: HashMap<usize, (usize, ResultLine)> = HashMap::new();
        let mut superseded = Vec::new();
        let mut others = 0;
        let mut statuses_of_others = HashMap::new();
        let (mut file, is_torn) = LineFile::resume(path, |number, text| {
            let line = ResultLine::read(text).map_err(|error| error.to_string())?;
            let key = LevelKey::of_line(&line);
            let Some(&rank) = ranks.get(&key) else {
                if is_repaired(&line, keys) {
                    superseded.push(number);
                    return Ok(usize::MAX);
                }
                others += 1;
                let best = statuses_of_others.entry(key).or_insert(line.status);
                if line.status.exit().severity() < best.exit().severity() {
                    *best = line.status;
                }
                return Ok(usize::MAX);
            };
            if let Some((earlier, reason)) = best.get(&rank).and_then(|(at, it)| Some((at + 1, it.contradicts(&line)?)))
            {
                return Err(format!("it contradicts line {earlier} about the same level: {reason}"));
            }
            match best.get(&rank) {
                // Of equals the later one counts: it had the larger limits.
                Some((_, known)) if by_quality(known, &line) == Ordering::Less => superseded.push(number),
                _ => superseded.extend(best.insert(rank, (number, line)).map(|(number, _)| number)),
            }
            Ok(rank)
        })?;
        for number in superseded {
            file.leave_out(number);
        }
        let earlier = best.into_iter().map(|(rank, (_, line))| (rank, line)).collect();
        Ok((file, Self { is_torn, earlier, others, statuses_of_others }))
    }

    /// Forgets the line of an entry, which is solved again.
    pub fn reject(&mut self, rank: usize) {
        self.earlier.remove(&rank);
    }

    /// Whether an entry is to be solved: it has no line, or one of a run that failed, was interrupted, or ended at a
    /// limit that is larger now. `retry`: whatever its limit was.
    pub fn is_open(&self, rank: usize, limits: &Limits, retry: bool) -> bool {
        let Some(line) = self.earlier.get(&rank) else { return true };
        match line.status {
            _ if line.is_interrupted() => true,
            Status::Unsolvable => false,
            Status::Solved | Status::Limit => line.ended_by().is_some_and(|limit| {
                retry || is_larger(limits, limit, line.limit_value.as_ref().and_then(Number::as_f64))
            }),
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

/// Whether a line is about something that could not be read, and can be read now.
fn is_repaired(line: &ResultLine, keys: &[LevelKey]) -> bool {
    let is_here = |key: &LevelKey| key.source == line.source && (line.index.is_none() || key.index == line.index);
    line.id.is_none() && line.status == Status::Error && keys.iter().any(|key| is_here(key) && key.id.is_some())
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
        (1..=count).map(|index| LevelKey::of_line(&line(index, "A", "error"))).collect()
    }

    fn file(name: &str, lines: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("lurd-resume-{}-{name}", std::process::id()));
        std::fs::write(&path, lines).expect("written");
        path
    }

    #[test]
    fn what_is_done_is_not_done_again() {
        let ends = ["solved 5 optimal", "limit 3", "limit 3", "error", "cancelled", "unsolvable", "solved 5 optimal"];
        let mut lines: Vec<_> = (1..).zip(ends).map(|(index, end)| text(index, "A", end)).collect();
        lines[6] = lines[6].replace("\"limit\":null", "\"limit\":\"cancelled\"");
        lines[1] = lines[1].replace("\"limit_value\":null", "\"limit_value\":5.0");
        let path = file("done", &(lines.join("\n") + "\n"));
        let (_file, resumed) = Resumed::open(&path, &keys(8)).expect("read");
        let limits = |time| Limits { time: Some(Duration::from_secs(time)), ..Limits::NONE };
        let open = |time, retry| (0..8).filter(|&rank| resumed.is_open(rank, &limits(time), retry)).collect::<Vec<_>>();
        assert_eq!(open(5, false), [2, 3, 4, 6, 7], "the third does not say what its limit was");
        assert_eq!(open(6, false), [1, 2, 3, 4, 6, 7]);
        assert_eq!(open(1, true), [1, 2, 3, 4, 6, 7]);
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
            .map(|(index, end)| text(index, "A", end));
        let half = &text(3, "A", "solved 1 none")[..70];
        let stranger = text(99, "B", "unsolvable");
        let path = file("half", &format!("{}\n{stranger}\n{half}", whole.join("\n")));
        let (mut file, resumed) = Resumed::open(&path, &keys(3)).expect("read");
        let busy = Resumed::open(&path, &keys(3)).err().expect("locked").to_string();
        assert!(busy.contains("another process writes it"), "{busy}");
        assert!(resumed.is_torn && resumed.others == 1 && resumed.earlier.len() == 2);
        let third = text(3, "A", "unsolvable");
        file.add(2, &third).expect("written");
        file.finish().expect("in order");
        let written = std::fs::read_to_string(&path).expect("there");
        let expected = [&whole[3], &whole[2], &third, &stranger].map(|line| format!("{line}\n")).concat();
        assert_eq!(written, expected);
        let contradiction = [text(1, "A", "unsolvable"), text(1, "A", "solved 9 none")].join("\n") + "\n";
        std::fs::write(&path, contradiction).expect("written");
        let error = Resumed::open(&path, &keys(3)).err().expect("refused").to_string();
        assert!(error.contains("line 2: it contradicts line 1"), "{error}");
        std::fs::write(&path, format!("{}\nnonsense\n{}\n", whole[0], whole[1])).expect("written");
        let error = Resumed::open(&path, &keys(3)).err().expect("refused").to_string();
        assert!(error.contains("line 2: not a result of 'batch'"), "{error}");
        let _ = std::fs::remove_file(path);
    }
}
