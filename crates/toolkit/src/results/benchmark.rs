//! Several solvers on the same levels, by the lines of their results or a small CSV.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

use csv::{ReaderBuilder, Trim};
use lurd_disk::text::text_stream;
use serde::Deserialize;

use super::{
    files::{Claims, read_file},
    line::{ResultLine, Stats, is_time},
};
use crate::{compare::Spread, exit::Status};

pub use super::line::LevelName;

/// The results of a solver.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The name of its file without the extension.
    pub name: String,
    pub lines: BTreeMap<LevelName, ResultLine>,
}

impl Solver {
    /// Reads a file for each solver: `.csv` is the log of another solver, anything else the lines of a batch.
    ///
    /// # Errors
    /// A file cannot be read, or two lines of a level contradict each other, also in different files.
    pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Self>, String> {
        let (mut claims, mut solvers) = (Claims::default(), Vec::new());
        for path in paths {
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
            let mut lines = if is_csv { read_log(path)? } else { Vec::new() };
            if !is_csv {
                read_file(path, |number, _, line| {
                    claims.add(&line, path, number)?;
                    lines.push(line);
                    Ok(())
                })?;
            }
            solvers.push(Self::new(name, lines));
        }
        Ok(solvers)
    }

    /// A solver with these results. Of several results of a level, as for several objectives, the first optimal one counts,
    /// else the first solved or unsolvable one, else the last one.
    pub fn new(name: String, results: Vec<ResultLine>) -> Self {
        let mut lines: BTreeMap<LevelName, ResultLine> = BTreeMap::new();
        for line in results {
            let rank = |it: &ResultLine| (it.is_solved(), it.is_optimal(), it.status == Status::Unsolvable);
            let is_verdict = |it: &ResultLine| it.is_solved() || it.status == Status::Unsolvable;
            let level = LevelName::of_line(&line);
            let is_kept = lines.get(&level).is_some_and(|known| is_verdict(known) && rank(known) >= rank(&line));
            if !is_kept {
                lines.insert(level, line);
            }
        }
        Self { name, lines }
    }

    pub fn count(&self, status: Status) -> usize {
        self.lines.values().filter(|line| line.status == status).count()
    }

    pub fn optimal(&self) -> usize {
        self.lines.values().filter(|line| line.is_optimal()).count()
    }

    /// The times of the solved levels, shortest first: the data of a cactus plot.
    pub fn times(&self) -> Vec<f64> {
        let solved = self.lines.values().filter(|line| line.is_solved());
        let mut times: Vec<_> = solved.filter_map(ResultLine::seconds).collect();
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
        self.lines.get(level).is_some_and(ResultLine::is_solved)
    }
}

/// Gives names without a level, as in the logs of other solvers, the level that other names of the place have, if it is one.
fn name_levels(solvers: &mut [Solver]) {
    let mut levels: BTreeMap<(String, u64), BTreeSet<String>> = BTreeMap::new();
    for name in solvers.iter().flat_map(|solver| solver.lines.keys()) {
        levels.entry((name.source.clone(), name.index)).or_default().extend(name.level.clone());
    }
    for solver in solvers {
        let named = |(name, line): (LevelName, ResultLine)| {
            let known = &levels[&(name.source.clone(), name.index)];
            let only = known.first().filter(|_| known.len() == 1).cloned();
            (LevelName { level: name.level.or(only), ..name }, line)
        };
        // Of several, that of a name with a level counts, which comes after one without.
        solver.lines = std::mem::take(&mut solver.lines).into_iter().map(named).collect();
    }
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
    pub fn new(mut solvers: Vec<Solver>) -> Self {
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
        name_levels(&mut solvers);
        let levels = solvers.iter().flat_map(|solver| solver.lines.keys().cloned()).collect();
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
        let lines = self.solvers[solver].lines.iter().filter(|(level, _)| is_common(level));
        Spread::of(lines.filter_map(|(_, line)| line.seconds()).collect()).map(|spread| spread.median)
    }
}

#[cfg(any(test, feature = "test-values"))]
pub mod samples {
    use super::{Benchmark, ResultLine, Solver, Stats, Status};

    /// Two solvers on six levels: times of the solved ones, or none.
    pub fn benchmark() -> Benchmark {
        let solver = |name: &str, times: [Option<f64>; 6]| {
            let line = |(index, seconds): (u64, Option<f64>)| ResultLine {
                source: "m.xsb".to_owned(),
                index: Some(index),
                status: if seconds.is_some() { Status::Solved } else { Status::Limit },
                stats: Some(Stats { seconds: seconds.unwrap_or(60.0), ..Stats::default() }),
                cost: seconds.map(|_| 7),
                proof: (seconds == Some(0.5)).then(|| "optimal".to_owned()),
                limit: seconds.is_none().then(|| "time".to_owned()),
                ..ResultLine::default()
            };
            Solver::new(name.to_owned(), (1..).zip(times).map(line).collect())
        };
        Benchmark::new(vec![
            solver("one", [Some(0.5), Some(2.0), None, Some(30.0), None, Some(0.001)]),
            solver("two, new", [Some(0.4), None, Some(1.0), Some(8.0), None, Some(0.5)]),
        ])
    }
}

// Results of other solvers, in a small CSV: see "Batches and many machines" in `docs/guide.md`.

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
fn read_log(path: &Path) -> Result<Vec<ResultLine>, String> {
    let shown = path.display();
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("cannot read '{shown}': it is not a regular file"));
    }
    let stream = File::open(path)
        .and_then(|file| text_stream(BufReader::new(file)))
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
        let place = level.rsplit_once([':', '/']).and_then(|(source, index)| Some((source, index.parse().ok()?)));
        let (source, index) = place.ok_or_else(|| {
            format!("{shown}: level '{level}': expected a file or collection and a number, as levels.xsb:12")
        })?;
        if status == Status::Solved && seconds.is_none() {
            return Err(format!("{shown}: level '{level}' is solved, but has no seconds"));
        }
        if seconds.is_some_and(|seconds| !is_time(seconds)) {
            return Err(format!("{shown}: the seconds of level '{level}' are not a time"));
        }
        let stats = seconds.map(|seconds| Stats { seconds, ..Stats::default() });
        let (source, index) = (source.to_owned(), Some(index));
        rows.push(ResultLine { source, index, status, cost, stats, ..ResultLine::default() });
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
    fn files_are_named_without_their_folders_and_the_best_result_of_a_level_counts() {
        let line = |(source, status, proof): (&str, Status, &str)| ResultLine {
            source: source.to_owned(),
            index: Some(1),
            status,
            proof: Some(proof.to_owned()),
            ..ResultLine::default()
        };
        let results = [
            ("/a/one/m.xsb", Status::Unsolvable, "none"),
            ("/a/n.xsb", Status::Solved, "none"),
            ("/a/n.xsb", Status::Solved, "optimal"),
            ("/a/n.xsb", Status::Limit, "none"),
            ("missile", Status::Limit, "none"),
        ];
        let other = [("/b/one/m.xsb", Status::Solved, "none"), ("./n.xsb", Status::Solved, "none")];
        let one = Solver::new("one".to_owned(), results.map(line).into());
        let both = Benchmark::new(vec![one, Solver::new("other".to_owned(), other.map(line).into())]);
        let names: Vec<_> = both.levels.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["m.xsb:1", "missile/1", "n.xsb:1"]);
        let solver = &both.solvers[0];
        assert_eq!((solver.count(Status::Solved), solver.optimal(), solver.count(Status::Limit)), (1, 1, 1));
    }

    #[test]
    fn the_lines_of_a_batch_are_a_solver() {
        let path = std::env::temp_dir().join(format!("lurd-solver-{}.jsonl", std::process::id()));
        let lines = [text(1, "A", "solved 5 optimal"), text(2, "B", "limit 3"), text(3, "C", "err")];
        std::fs::write(&path, lines.join("\n")).expect("written");
        let read = || Solver::read_all(std::slice::from_ref(&path)).map(|mut solvers| solvers.remove(0));
        let solver = read().expect("read");
        assert_eq!((solver.lines.len(), solver.times()), (2, vec![0.5]), "half a line is none");
        std::fs::write(&path, "x\n").expect("written");
        let error = read().expect_err("refused");
        assert!(error.contains(":1: not a result of 'batch'"), "{error}");
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn levels_at_one_place_are_told_apart_where_their_lines_do_it() {
        let line = |level: Option<&str>| ResultLine {
            source: "m.xsb".to_owned(),
            index: Some(1),
            level: level.map(str::to_owned),
            status: if level.is_some() { Status::Solved } else { Status::Limit },
            ..ResultLine::default()
        };
        let solver = |levels: &[Option<&str>]| Solver::new("s".to_owned(), levels.iter().copied().map(line).collect());
        let levels = |solvers: &[&[Option<&str>]]| {
            let it = Benchmark::new(solvers.iter().map(|levels| solver(levels)).collect());
            (it.levels.len(), it.solvers[0].count(Status::Solved))
        };
        assert_eq!(levels(&[&[Some("a")], &[Some("b")]]), (2, 1));
        assert_eq!(levels(&[&[Some("a")], &[None]]), (1, 1), "the log of another solver");
        assert_eq!(levels(&[&[None, Some("a")], &[Some("a")]]), (1, 1), "what says it counts");
        assert_eq!(levels(&[&[Some("b"), Some("a")], &[None]]), (3, 2), "the line does not say which one it is");
    }
}

#[cfg(test)]
mod solver_log_tests {
    use super::*;

    fn read_text(name: &str, text: &str) -> Result<Vec<ResultLine>, String> {
        let path = std::env::temp_dir().join(format!("lurd-log-{}-{name}.csv", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let rows = read_log(&path);
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
        assert_eq!(names, ["m.xsb:2", "m.xsb:3"]);
        assert_eq!((rows[0].seconds(), rows[0].cost, rows[1].status), (Some(1.5), Some(12), Status::Limit));
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
