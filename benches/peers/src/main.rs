//! lurd's breadth-first search against those of other crates, on the work of the figure `bfs`.
//!
//! `cargo run --release` measures all, alternately in one process; `cargo run --release -- NAME`
//! runs one alone, which is also how the memory of each is measured: in a process of its own, where
//! the highest water mark is that of this contender.

use std::process::Command;

mod contenders;
mod machine;

use contenders::{CONTENDERS, Contender, Ending, STORED};

/// What the others are compared with.
const REFERENCE: &str = "pathfinding";

fn rounds() -> usize {
    let wanted = std::env::var("LURD_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(5).max(1)
}

fn main() {
    let Some(name) = std::env::args().nth(1) else { return all() };
    if let Some(contender) = CONTENDERS.iter().find(|contender| contender.name == name) {
        alone(contender);
    } else {
        let names: Vec<_> = CONTENDERS.iter().map(|contender| contender.name).collect();
        eprintln!("error: no contender {name}; there are {}", names.join(", "));
        std::process::exit(2);
    }
}

/// One contender, once.
fn alone(contender: &Contender) {
    let before = machine::peak_resident();
    let (seconds, ending) = timed(contender);
    println!("seconds {} {seconds:.3}", contender.name);
    if let (Some(before), Some(after)) = (before, machine::peak_resident()) {
        println!("bytes {} {:.1}", contender.name, contenders::per_state(after - before));
    }
    println!("says {} {}", contender.name, ending.says);
}

/// The bytes a state that a contender needs in a process of its own; `None` where the system does not
/// tell.
fn bytes_alone(contender: &Contender) -> Option<f64> {
    let myself = std::env::current_exe().expect("the path of this program");
    let output = Command::new(myself).arg(contender.name).output().expect("this program can be run");
    assert!(output.status.success(), "{}: {}", contender.name, String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("printed by this program");
    let figure = text.lines().find_map(|line| line.strip_prefix("bytes ")?.split_once(' '))?;
    figure.1.parse().ok()
}

fn all() {
    let bytes: Vec<_> = CONTENDERS.iter().map(bytes_alone).collect();
    let rounds = rounds();
    let mut seconds = vec![Vec::new(); CONTENDERS.len()];
    let mut says = vec![String::new(); CONTENDERS.len()];
    for round in 0..rounds {
        for turn in 0..CONTENDERS.len() {
            // Another one begins in each round: what the one before left in the allocator and in
            // the caches is not always the same contender's burden.
            let index = (round + turn) % CONTENDERS.len();
            let (time, ending) = timed(&CONTENDERS[index]);
            seconds[index].push(time);
            says[index] = ending.says;
        }
    }
    let reference = CONTENDERS.iter().position(|contender| contender.name == REFERENCE).expect("it is there");
    // The median of the ratios of single rounds: a round on a slow machine is slow for all.
    let ratio = |index: usize| {
        let of_round = seconds[reference].iter().zip(&seconds[index]).map(|(theirs, its)| theirs / its);
        median(of_round.collect())
    };

    println!(
        "| contender | seconds | times `{REFERENCE}`'s speed | bytes a state | what it says at the end |"
    );
    println!("|---|--:|--:|--:|---|");
    for (index, contender) in CONTENDERS.iter().enumerate() {
        let bytes = bytes[index].map_or("not measured".to_owned(), |bytes| format!("{bytes:.0}"));
        let (seconds, ratio) = (median(seconds[index].clone()), ratio(index));
        println!("| {} | {seconds:.2} | {ratio:.2} | {bytes} | {} |", contender.what, says[index]);
    }
    println!("\nprocessor seconds and ratios: medians of {rounds} rounds\n");
    for (index, contender) in CONTENDERS.iter().enumerate() {
        println!("seconds {} {:.3}", contender.name, median(seconds[index].clone()));
        println!("ratio {} {:.2}", contender.name, ratio(index));
        if let Some(bytes) = bytes[index] {
            println!("bytes {} {bytes:.1}", contender.name);
        }
    }
}

/// Runs a contender, with the release of its memory; checks what it tells about the work.
fn timed(contender: &Contender) -> (f64, Ending) {
    let started = machine::processor_seconds();
    let ending = (contender.run)();
    let seconds = machine::processor_seconds() - started;
    assert_eq!(ending.depth, contenders::DEPTH, "{}: the depth of the last expansion", contender.name);
    if let Some(known) = ending.known {
        assert_eq!(known, STORED, "{}: the states known at the end", contender.name);
    }
    (seconds, ending)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
