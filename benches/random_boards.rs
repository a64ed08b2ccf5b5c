//! Measures `auto` on random boards: the processor time per board, and the lengths of the solutions.
//!
//! `cargo bench --bench random_boards [-- COUNT [NAME..]]`. The boards are the same in every run.
//! The table of 4x4 boards is used if it is in the cache, whose folder `XDG_CACHE_HOME` sets.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a measurement prints figures")]

use lurd::budget::{Budget, Limits};
use lurd::puzzle::{Plugin, Puzzle};
use lurd::search::{Settings, Strategy};
use lurd::shifter::Shifter;

/// The targets: tiles row by row.
const TARGETS: &[(&str, usize, &str)] = &[
    ("missile-1", 4, "1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4"),
    ("missile-2", 4, "1 1 1 1 1 3 3 1 1 2 2 1 1 1 1 1"),
    ("missile-3", 4, "3 1 2 3 2 1 1 1 1 1 1 2 3 2 1 3"),
    ("missile-4", 4, "4 3 4 2 3 1 2 4 4 2 4 3 2 4 3 1"),
    ("missile-5", 4, "1 1 2 2 1 3 4 2 3 3 4 4 1 3 4 2"),
    ("rows", 4, "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4"),
    ("quadrants", 4, "1 1 2 2 1 1 2 2 3 3 4 4 3 3 4 4"),
    ("pairs", 4, "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8"),
    ("triples", 4, "1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6"),
    ("fourteen", 4, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 14"),
    ("sixteen", 4, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
    ("3x4", 4, "1 2 3 4 5 6 7 8 9 10 11 12"),
    ("2x8", 8, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
];

/// The `SplitMix64` generator, which gives the same numbers on every platform.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((u128::from(mixed ^ mixed >> 31) * limit as u128) >> 64).unwrap_or(0)
    }
}

fn puzzle(columns: usize, source: &[&str], target: &[&str]) -> Box<dyn Puzzle> {
    let board = |tiles: &[&str]| tiles.chunks(columns).map(|row| row.join(",") + ",").collect::<Vec<_>>().join("/");
    let mut entries = Shifter.read(&format!("{} -> {}", board(source), board(target))).expect("a puzzle");
    entries.remove(0).puzzle.expect("a puzzle")
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let count: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let names: Vec<String> = arguments.collect();
    for (name, columns, target) in TARGETS {
        if !names.is_empty() && !names.iter().any(|it| it == name) {
            continue;
        }
        let target: Vec<&str> = target.split(' ').collect();
        let (mut times, mut lengths) = (Vec::new(), std::collections::BTreeMap::new());
        let mut peak = 0;
        for seed in 0..count {
            let mut random = Random(seed);
            let mut source = target.clone();
            for last in (1..source.len()).rev() {
                source.swap(last, random.below(last + 1));
            }
            let puzzle = puzzle(*columns, &source, &target);
            let mut budget = Budget::within(Limits::usual());
            let report = puzzle.solve(&puzzle.objectives()[0], Strategy::Auto, &Settings::default(), &mut budget);
            let length = match report.ending {
                Ok(answer) if answer.stopped.is_none() => answer.cost.to_string(),
                other => format!("{other:?}"),
            };
            *lengths.entry(length).or_insert(0_u64) += 1;
            times.push(1000.0 * report.statistics.cpu_seconds.unwrap_or(report.statistics.seconds));
            peak = peak.max(report.statistics.peak_bytes);
        }
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let at = |hundredths: usize| times[(times.len() - 1) * hundredths / 100];
        println!(
            "{name:<10} mean {mean:.2} ms, median {:.2}, 95 % {:.2}, most {:.2}; at most {} MB",
            at(50),
            at(95),
            at(100),
            peak / 1_000_000
        );
        println!("           lengths {lengths:?}");
    }
}
