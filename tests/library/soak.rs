//! Long runs: memory and rate stay what they are. Opt-in: `tests/opt-in.sh`.

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits, Observer, Progress};
use lurd::puzzle::{Plugin, Puzzle, Unanswered};
use lurd::search::{Settings, Strategy};
use lurd::shifter::Shifter;
use lurd::sokoban::Sokoban;
use lurd::sokoban::xsb::write_xsb;

use crate::common::levels;

/// Bytes of memory that the process has.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("a table of the kernel");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a row");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number") << 10
}

/// Solves a puzzle and returns the processor time that it took.
fn solve(puzzle: &dyn Puzzle, strategy: Strategy) -> f64 {
    let mut no_observer = ();
    let limits = Limits::NONE.nodes(2000).memory(256 << 20);
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let objective = &puzzle.objectives()[0];
    let report = puzzle.solve(objective, strategy, &Settings::default(), &mut budget);
    if let Ok(answer) = &report.ending {
        assert!(lurd::verify::replay(puzzle, &answer.solution).is_ok());
    }
    report.statistics.cpu_seconds.expect("the feature `cli` has the clock")
}

/// 100,000 small solves in one process. Each round solves the same puzzles, so its processor time is comparable with
/// that of the first rounds, on a loaded machine too.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_solves_leave_memory_and_rate_as_they_were() {
    const ROUNDS: usize = 100;
    const PUZZLES: u64 = 1000;
    let mut puzzles: Vec<Box<dyn Puzzle>> = Vec::new();
    for seed in 0..PUZZLES {
        let text = if seed % 4 == 0 {
            let cell = |at: u64| (seed / 4 + at * at) % 3 + 1;
            let board = format!("{}{}{}/{}{}{}", cell(0), cell(1), cell(2), cell(3), cell(4), cell(5));
            let mut sorted: Vec<char> = board.chars().filter(char::is_ascii_digit).collect();
            sorted.sort_unstable();
            let goal: String = sorted.iter().collect();
            format!("{board} -> {}/{}", &goal[..3], &goal[3..])
        } else {
            write_xsb(&levels::pulled(seed))
        };
        let plugin: &dyn Plugin = if seed % 4 == 0 { &Shifter } else { &Sokoban };
        let read = plugin.read(&text).unwrap_or_default();
        puzzles.extend(read.into_iter().filter_map(|entry| entry.puzzle.ok()));
    }
    assert!(puzzles.len() > 900, "{}", puzzles.len());
    let strategies = [Strategy::Auto, Strategy::Astar, Strategy::Greedy, Strategy::Bfs];
    let round = |number: usize| {
        let each = puzzles.iter().enumerate();
        each.map(|(at, puzzle)| solve(puzzle.as_ref(), strategies[(at + number) % 4])).sum::<f64>()
    };
    // The first rounds fill what is kept for ever.
    let before: f64 = (0..4).map(round).sum();
    let (memory, mut last) = (resident(), 0.0);
    for number in 4..ROUNDS {
        let seconds = round(number);
        if number >= ROUNDS - 4 {
            last += seconds;
        }
    }
    let grown = resident().saturating_sub(memory);
    assert!(grown < 16 << 20, "{grown} bytes more than after the first rounds");
    assert!(last < before * 1.5 + 0.5, "{last} s for what took {before} s");
}

/// Looks at a search while it runs.
#[derive(Default)]
struct Watch {
    /// Processor time, expansions and resident bytes.
    seen: Vec<(f64, u64, u64)>,
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        let statistics = progress.statistics;
        self.seen.push((
            statistics.cpu_seconds.expect("the feature `cli` has the clock"),
            statistics.expanded,
            resident(),
        ));
    }
}

/// One search for `LURD_SOAK_SECONDS` (60, or 1800 for half an hour): the expansions per second of processor time and
/// the memory stay.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute, or as long as LURD_SOAK_SECONDS says"]
fn a_long_search_keeps_its_rate_and_its_memory() {
    let seconds = std::env::var("LURD_SOAK_SECONDS").ok().and_then(|it| it.parse().ok()).unwrap_or(60);
    let text = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";
    let puzzle = Shifter.read(text).expect("a puzzle").remove(0).puzzle.expect("legal");
    let mut watch = Watch::default();
    let limits = Limits::NONE.time(Duration::from_secs(seconds)).memory(64 << 20);
    let mut budget = Budget::new(limits, Cancel::default(), &mut watch);
    let objective = &puzzle.objectives()[0];
    let report = puzzle.solve(objective, Strategy::Idastar, &Settings::default(), &mut budget);
    assert!(matches!(report.ending, Err(Unanswered::Stopped { .. })), "it is not solved within hours");
    let seen = &watch.seen;
    assert!(seen.len() > 8, "{}", seen.len());
    // The first quarter builds tables.
    let quarter = seen.len() / 4;
    let rate = |from: usize, to: usize| {
        let (first, last) = (seen[from], seen[to]);
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let expanded = (last.1 - first.1) as f64;
        expanded / (last.0 - first.0).max(1e-9)
    };
    let (early, late) = (rate(quarter, 2 * quarter), rate(3 * quarter, seen.len() - 1));
    assert!(late > early * 0.7, "{early} expansions a second at first, {late} in the end");
    let (early, late) = (seen[quarter].2, seen[seen.len() - 1].2);
    assert!(late < early + (8 << 20), "{early} bytes at first, {late} in the end");
}
