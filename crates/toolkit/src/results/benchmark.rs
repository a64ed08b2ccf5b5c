//! Several solvers on the same levels, by the lines of their results or a small CSV.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::Path,
};

use csv::{ReaderBuilder, Trim};
use lurd_disk::text::TextStream;
use serde::Deserialize;

use super::line::{LevelResult, ResultLine, is_time};
use crate::{compare::Spread, exit::Status};

pub use super::line::LevelName;

/// The results of a solver.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The name of its file without the extension.
    pub name: String,
    pub outcomes: BTreeMap<LevelName, LevelResult>,
}

impl Solver {
    /// Reads a file: `.csv` is the log of another solver, anything else the lines of a batch.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        let rows = if is_csv { read(path)? } else { read_lines(path)? };
        Ok(Self::new(name, rows))
    }

    /// A solver with these results. Of several results of a level the first optimal one counts, else the first solved one,
    /// else the last one.
    pub fn new(name: String, results: Vec<(LevelName, LevelResult)>) -> Self {
        let mut outcomes: BTreeMap<LevelName, LevelResult> = BTreeMap::new();
        for (level, outcome) in results {
            let rank = |outcome: &LevelResult| (outcome.is_solved(), outcome.is_optimal);
            let is_kept = outcomes.get(&level).is_some_and(|known| known.is_solved() && rank(known) >= rank(&outcome));
            if !is_kept {
                outcomes.insert(level, outcome);
            }
        }
        Self { name, outcomes }
    }

    pub fn count(&self, status: Status) -> usize {
        self.outcomes.values().filter(|outcome| outcome.status == status).count()
    }

    pub fn optimal(&self) -> usize {
        self.outcomes.values().filter(|outcome| outcome.is_optimal).count()
    }

    /// The times of the solved levels, shortest first: the data of a cactus plot.
    pub fn times(&self) -> Vec<f64> {
        let solved = self.outcomes.values().filter(|outcome| outcome.is_solved());
        let mut times: Vec<_> = solved.filter_map(|outcome| outcome.seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// The median time of the solved levels.
    pub fn median(&self) -> Option<f64> {
        Spread::of(self.times()).map(|spread| spread.median)
    }

    pub fn solved_within(&self, seconds: f64) -> usize {
        self.times().partition_point(|&time| time <= seconds)
    }

    fn solves(&self, level: &LevelName) -> bool {
        self.outcomes.get(level).is_some_and(LevelResult::is_solved)
    }
}

/// Names files without their folders, as far as those of each solver remain different: other machines have other folders.
fn with_short_names(solvers: Vec<Solver>) -> Vec<Solver> {
    let mut needed: BTreeMap<String, usize> = BTreeMap::new();
    for (name, count) in solvers.iter().flat_map(parts_needed) {
        let most = needed.entry(name).or_insert(count);
        *most = count.max(*most);
    }
    let short = |level: LevelName| {
        let count = needed.get(&end_of(&level.source, 1)).copied().unwrap_or(1);
        LevelName { source: end_of(&level.source, count), ..level }
    };
    let renamed = |solver: Solver| {
        let results = solver.outcomes.into_iter().map(|(level, outcome)| (short(level), outcome)).collect();
        Solver::new(solver.name, results)
    };
    solvers.into_iter().map(renamed).collect()
}

/// The last `count` parts of a path.
fn end_of(source: &str, count: usize) -> String {
    let mut parts: Vec<&str> = source.rsplit(['/', '\\']).filter(|part| *part != ".").take(count).collect();
    parts.reverse();
    parts.join("/")
}

/// For each file name of a solver that several of its files have, how many of the last parts of their paths tell these
/// apart.
fn parts_needed(solver: &Solver) -> BTreeMap<String, usize> {
    const MOST: usize = 100;
    let mut files: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for level in solver.outcomes.keys() {
        files.entry(end_of(&level.source, 1)).or_default().insert(&level.source);
    }
    files.retain(|_, sources| sources.len() > 1);
    let needed = |sources: &BTreeSet<&str>| {
        let all = end_count(sources, MOST);
        (1..=MOST).find(|&count| end_count(sources, count) == all).unwrap_or(MOST)
    };
    files.iter().map(|(name, sources)| (name.clone(), needed(sources))).collect()
}

fn end_count(sources: &BTreeSet<&str>, count: usize) -> usize {
    sources.iter().map(|source| end_of(source, count)).collect::<BTreeSet<_>>().len()
}

fn read_lines(path: &Path) -> Result<Vec<(LevelName, LevelResult)>, String> {
    /// Maximum length of a line in bytes.
    const MAX_LINE: u64 = 64 << 20;
    let shown = path.display();
    let failed = |error: &dyn fmt::Display| format!("cannot read '{shown}': {error}");
    let mut reader =
        File::open(path).and_then(|file| TextStream::new(BufReader::new(file))).map_err(|error| failed(&error))?;
    let (mut rows, mut text) = (Vec::new(), String::new());
    for number in 1.. {
        text.clear();
        let length = Read::take(&mut reader, MAX_LINE).read_line(&mut text).map_err(|error| failed(&error))?;
        if length == 0 {
            break;
        }
        if length as u64 == MAX_LINE {
            return Err(format!("{shown}:{number}: the line is larger than 64 MiB, and no result of 'batch'"));
        }
        let line = match ResultLine::read(&text) {
            Ok(line) => line,
            // What a killed batch has left.
            Err(_) if !text.ends_with('\n') => break,
            Err(error) => return Err(format!("{shown}:{number}: {error}")),
        };
        rows.push(line.outcome());
    }
    Ok(rows)
}

/// Several solvers side by side.
#[derive(Clone, Debug)]
pub struct Benchmark {
    pub solvers: Vec<Solver>,
    /// The levels of all solvers.
    pub levels: BTreeSet<LevelName>,
    /// The times within which solved levels are counted, in seconds and in words.
    pub steps: &'static [(f64, &'static str)],
}

impl Benchmark {
    pub fn new(solvers: Vec<Solver>) -> Self {
        const STEPS: &[(f64, &str)] = &[
            (0.01, "10 ms"),
            (0.1, "100 ms"),
            (1.0, "1 s"),
            (10.0, "10 s"),
            (60.0, "1 min"),
            (300.0, "5 min"),
            (600.0, "10 min"),
            (1800.0, "30 min"),
            (3600.0, "1 h"),
            (86_400.0, "1 day"),
        ];
        let solvers = with_short_names(solvers);
        let levels = solvers.iter().flat_map(|solver| solver.outcomes.keys().cloned()).collect();
        let longest = solvers.iter().filter_map(|solver| solver.times().last().copied()).fold(0.0, f64::max);
        let needed = STEPS.iter().position(|step| step.0 >= longest).map_or(STEPS.len(), |at| at + 1);
        Self { solvers, levels, steps: &STEPS[..needed] }
    }

    /// The levels that every solver solves.
    pub fn solved_by_all(&self) -> usize {
        self.levels.iter().filter(|level| self.solvers.iter().all(|solver| solver.solves(level))).count()
    }

    pub fn solved_by_none(&self) -> Vec<&LevelName> {
        self.levels.iter().filter(|level| !self.solvers.iter().any(|solver| solver.solves(level))).collect()
    }

    /// The levels that one solver solves and another does not, by their indices.
    pub fn only(&self, one: usize, other: usize) -> Vec<&LevelName> {
        let (one, other) = (&self.solvers[one], &self.solvers[other]);
        self.levels.iter().filter(|level| one.solves(level) && !other.solves(level)).collect()
    }

    /// The median time of a solver on the levels that all solve.
    pub fn median_on_common(&self, solver: usize) -> Option<f64> {
        let is_common = |level: &LevelName| self.solvers.iter().all(|solver| solver.solves(level));
        let outcomes = self.solvers[solver].outcomes.iter().filter(|(level, _)| is_common(level));
        Spread::of(outcomes.filter_map(|(_, outcome)| outcome.seconds).collect()).map(|spread| spread.median)
    }
}

#[cfg(any(test, feature = "test-values"))]
pub mod samples {
    use super::{Benchmark, LevelName, LevelResult, Solver, Status};

    /// Two solvers on six levels: times of the solved ones, or none.
    pub fn benchmark() -> Benchmark {
        let solver = |name: &str, times: [Option<f64>; 6]| {
            let outcome = |seconds: Option<f64>| LevelResult {
                status: if seconds.is_some() { Status::Solved } else { Status::Limit },
                seconds: seconds.or(Some(60.0)),
                cost: seconds.map(|_| 7),
                is_optimal: seconds == Some(0.5),
                limit: seconds.is_none().then(|| "time".to_owned()),
            };
            let outcomes = (1..).zip(times).map(|(index, time)| (LevelName::new("m.xsb", index), outcome(time)));
            Solver { name: name.to_owned(), outcomes: outcomes.collect() }
        };
        Benchmark::new(vec![
            solver("one", [Some(0.5), Some(2.0), None, Some(30.0), None, Some(0.001)]),
            solver("two, new", [Some(0.4), None, Some(1.0), Some(8.0), None, Some(0.5)]),
        ])
    }
}

// Results of other solvers, in a small CSV: see `docs/many-machines.md`.

/// A row. Columns may stand in any order, and others are ignored.
#[derive(Deserialize)]
struct Row {
    /// `levels.xsb:12` or `missile/4`.
    level: String,
    status: Status,
    /// Wall time.
    seconds: Option<f64>,
    /// The cost of the solution: pushes for Sokoban.
    cost: Option<u64>,
}

/// Reads the rows of a file; the error has the place.
pub(super) fn read(path: &Path) -> Result<Vec<(LevelName, LevelResult)>, String> {
    let shown = path.display();
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("cannot read '{shown}': it is not a regular file"));
    }
    let stream = File::open(path)
        .and_then(|file| TextStream::new(BufReader::new(file)))
        .map_err(|error| format!("cannot read '{shown}': {error}"))?;
    let mut reader = ReaderBuilder::new().trim(Trim::All).comment(Some(b'#')).from_reader(stream);
    let headers = reader.headers().map_err(|error| format!("{shown}: {error}"))?;
    for column in ["level", "status", "seconds"] {
        if !headers.iter().any(|header| header == column) {
            return Err(format!("{shown}:1: no column '{column}'; the columns are level,status,seconds,cost"));
        }
    }
    let mut rows = Vec::new();
    for row in reader.deserialize::<Row>() {
        let Row { level, status, seconds, cost } = row.map_err(|error| format!("{shown}: {error}"))?;
        let name = LevelName::parse(&level).ok_or_else(|| {
            format!("{shown}: level '{level}': expected a file or collection and a number, as levels.xsb:12")
        })?;
        if status == Status::Solved && seconds.is_none() {
            return Err(format!("{shown}: level '{level}' is solved, but has no seconds"));
        }
        if seconds.is_some_and(|seconds| !is_time(seconds)) {
            return Err(format!("{shown}: the seconds of level '{level}' are not a time"));
        }
        rows.push((name, LevelResult { status, seconds, cost, is_optimal: false, limit: None }));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::super::line::samples::text;
    use super::samples::benchmark;
    use super::*;

    #[test]
    fn solvers_are_counted_and_compared() {
        let it = benchmark();
        assert_eq!((it.levels.len(), it.solved_by_all(), it.solved_by_none().len()), (6, 3, 1));
        assert_eq!(it.steps.last(), Some(&(60.0, "1 min")));
        let one = &it.solvers[0];
        assert_eq!((one.count(Status::Solved), one.count(Status::Limit), one.optimal()), (4, 2, 1));
        assert_eq!((one.median(), it.median_on_common(0)), (Some(1.25), Some(0.5)));
        assert_eq!([0.0, 0.5, 60.0].map(|time| one.solved_within(time)), [0, 2, 4]);
        let names = |one, other| it.only(one, other).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!((names(0, 1), names(1, 0)), (vec!["m.xsb:2".to_owned()], vec!["m.xsb:3".to_owned()]));
    }

    #[test]
    fn files_of_the_same_name_are_told_apart_and_the_best_result_of_a_level_counts() {
        let outcome =
            |status, is_optimal| LevelResult { status, seconds: Some(1.0), cost: None, is_optimal, limit: None };
        let plain = outcome(Status::Solved, false);
        let results = [
            ("/a/one/m.xsb", outcome(Status::Unsolvable, false)),
            ("/a/two/m.xsb", plain.clone()),
            ("/a/n.xsb", plain.clone()),
            ("/a/n.xsb", outcome(Status::Solved, true)),
            ("/a/n.xsb", outcome(Status::Limit, false)),
            ("missile", outcome(Status::Limit, false)),
        ];
        let results = results.map(|(source, outcome)| (LevelName::new(source, 1), outcome));
        let other = [("/b/one/m.xsb", plain.clone()), ("./n.xsb", plain)];
        let other = other.map(|(source, outcome)| (LevelName::new(source, 1), outcome));
        let solvers =
            vec![Solver::new("one".to_owned(), results.into()), Solver::new("other".to_owned(), other.into())];
        let both = Benchmark::new(solvers);
        let names: Vec<_> = both.levels.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["missile/1", "n.xsb:1", "one/m.xsb:1", "two/m.xsb:1"]);
        let solver = &both.solvers[0];
        assert_eq!((solver.count(Status::Solved), solver.optimal(), solver.count(Status::Limit)), (2, 1, 1));
    }

    #[test]
    fn the_lines_of_a_batch_are_a_solver() {
        let path = std::env::temp_dir().join(format!("lurd-solver-{}.jsonl", std::process::id()));
        let lines = [text(1, "A", "solved 5 optimal"), text(2, "B", "limit 3"), text(3, "C", "err")];
        std::fs::write(&path, lines.join("\n")).expect("written");
        let solver = Solver::read(&path).expect("read");
        assert_eq!((solver.outcomes.len(), solver.times()), (2, vec![0.5]), "half a line is none");
        std::fs::write(&path, "x\n").expect("written");
        let error = Solver::read(&path).expect_err("refused");
        assert!(error.contains(":1: not a result of 'batch'"), "{error}");
        let _ = std::fs::remove_file(path);
    }
}

#[cfg(test)]
mod solver_log_tests {
    use super::*;

    fn read_text(name: &str, text: &str) -> Result<Vec<(LevelName, LevelResult)>, String> {
        let path = std::env::temp_dir().join(format!("lurd-log-{}-{name}.csv", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let rows = read(&path);
        let _ = std::fs::remove_file(path);
        rows
    }

    #[test]
    fn a_small_table_is_a_log() {
        let text =
            "# YASS 2.150\nlevel, status, seconds, cost, by\nd/m.xsb:2, solved, 1.5, 12, x\n\"m.xsb/3\",limit,,,\n";
        let rows = read_text("good", text).expect("a log");
        let solvers = Benchmark::new(vec![Solver::new("one".to_owned(), rows.clone())]);
        let names: Vec<_> = solvers.levels.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["d/m.xsb:2", "m.xsb:3"]);
        assert_eq!((rows[0].1.seconds, rows[0].1.cost, rows[1].1.status), (Some(1.5), Some(12), Status::Limit));
        for (text, wrong) in [
            ("level,status\n", "no column 'seconds'"),
            ("level,status,seconds\nx,solved,1\n", "level 'x'"),
            ("level,status,seconds\nx:1,solved,\n", "has no seconds"),
            ("level,status,seconds\nx:1,done,1\n", "unknown variant `done`"),
            ("level,status,seconds\nx:1,solved,NaN\n", "are not a time"),
            ("level,status,seconds\nx:1,limit,-1\n", "are not a time"),
            ("level,status,seconds\nx:1,solved,1e308\n", "are not a time"),
        ] {
            let error = read_text("bad", text).expect_err(wrong);
            assert!(error.contains(wrong), "{error}");
        }
    }
}
