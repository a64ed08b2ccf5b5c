//! Expansions per second of a search, against another build of lurd.
//!
//! `cargo bench --bench expansion_rate -- fess|push OTHER-LURD LEVELS..`: `fess` is feature-space search, `push` A* for
//! the fewest pushes. `OTHER-LURD` is the program of the other build, and a level is a file with a number, such as
//! `levels.xsb:12`. Both programs run alternately, so a machine that slows down slows both. The last line is the
//! geometric mean of the ratios of all levels on which both programs make enough expansions to measure a rate; of the
//! others, most of the time is spent on starting.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints figures")]

use std::process::Command;

use serde_json::Value;

/// A search whose rate is measured.
struct Search {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The fewest expansions of a run whose rate counts.
    enough: u64,
}

const SEARCHES: [Search; 2] = [
    Search { name: "fess", arguments: &["--strategy", "fess", "--nodes", "5000", "--first"], enough: 1_000 },
    Search {
        name: "push",
        arguments: &["--for", "pushes", "--strategy", "astar", "--nodes", "200000"],
        enough: 20_000,
    },
];

/// Runs per level and program; the fastest counts.
const ROUNDS: usize = 3;

/// The expansions per second of one run, the expansions, and the lower bound.
fn run(program: &str, level: &str, search: &Search) -> (f64, u64, Option<u64>) {
    let output = Command::new(program)
        .args(["solve", level, "--time", "none", "--threads", "1", "--json"])
        .args(search.arguments)
        .output()
        .expect("the program starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    let expanded = report["stats"]["expanded"].as_u64().unwrap_or(0);
    let seconds = report["stats"]["cpu_seconds"].as_f64().unwrap_or(f64::INFINITY);
    (expanded as f64 / seconds, expanded, report["lower_bound"].as_u64())
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let search = arguments.next().and_then(|name| SEARCHES.into_iter().find(|search| search.name == name));
    let (Some(search), Some(other)) = (search, arguments.next()) else {
        println!("usage: cargo bench --bench expansion_rate -- fess|push OTHER-LURD LEVELS..");
        return;
    };
    let mut logarithms = Vec::new();
    for level in arguments {
        let best = |program: &str| {
            (0..ROUNDS)
                .map(|_| run(program, &level, &search))
                .max_by(|one, two| one.0.total_cmp(&two.0))
                .expect("a run")
        };
        let ((ours, our_expansions, our_bound), (theirs, their_expansions, their_bound)) =
            (best(env!("CARGO_BIN_EXE_lurd")), best(&other));
        let bound = |bound: Option<u64>| bound.map_or_else(String::new, |bound| format!(", bound {bound}"));
        println!(
            "{level}: {ours:.0}/s ({our_expansions} expansions{}), other {theirs:.0}/s ({their_expansions}{}), \
             ratio {:.2}",
            bound(our_bound),
            bound(their_bound),
            ours / theirs
        );
        if our_expansions.min(their_expansions) >= search.enough {
            logarithms.push((ours / theirs).ln());
        }
    }
    let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
    println!("\nratio {}-rate {:.2}, over {} levels", search.name, mean.exp(), logarithms.len());
}
