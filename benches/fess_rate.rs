//! Expansions per second of feature-space search, against another build of lurd.
//!
//! `cargo bench --bench fess_rate -- OTHER-LURD LEVELS..`, where `OTHER-LURD` is the program of the other
//! build, and a level is a file with a number, such as `levels.xsb:12`. Both programs run alternately, so a
//! machine that slows down slows both. The last line is the geometric mean of the ratios of all levels on which both
//! programs make enough expansions to measure a rate; of the others, most of the time is spent on starting.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints figures")]

use std::process::Command;

use serde_json::Value;

/// The limit of expansions per run.
const NODES: &str = "5000";

/// The fewest expansions of a run whose rate counts.
const ENOUGH: u64 = 1000;

/// Runs per level and program; the fastest counts.
const ROUNDS: usize = 3;

/// The expansions per second of one run, and the expansions.
fn run(program: &str, level: &str) -> (f64, u64) {
    let output = Command::new(program)
        .args(["solve", level, "--strategy", "fess", "--nodes", NODES, "--time", "none", "--first", "--json"])
        .output()
        .expect("the program starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    let expanded = report["stats"]["expanded"].as_u64().unwrap_or(0);
    (expanded as f64 / report["stats"]["cpu_seconds"].as_f64().unwrap_or(f64::INFINITY), expanded)
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let Some(other) = arguments.next() else {
        println!("usage: cargo bench --bench fess_rate -- OTHER-LURD LEVELS..");
        return;
    };
    let mut logarithms = Vec::new();
    for level in arguments {
        let best = |program: &str| {
            (0..ROUNDS)
                .map(|_| run(program, &level))
                .max_by(|one, two| one.0.total_cmp(&two.0))
                .expect("a run")
        };
        let ((ours, our_expansions), (theirs, their_expansions)) =
            (best(env!("CARGO_BIN_EXE_lurd")), best(&other));
        println!(
            "{level}: {ours:.0}/s ({our_expansions} expansions), other {theirs:.0}/s ({their_expansions}), \
             ratio {:.2}",
            ours / theirs
        );
        if our_expansions.min(their_expansions) >= ENOUGH {
            logarithms.push((ours / theirs).ln());
        }
    }
    let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
    println!("\nratio fess-rate {:.2}, over {} levels", mean.exp(), logarithms.len());
}
