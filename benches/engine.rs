//! The engine against the `pathfinding` crate, alternately in one process on the same work.
//!
//! `cargo bench --bench engine [-- NAME..]`. Each figure is the median, over the rounds, of the ratio
//! of processor times of one round, so a machine that slows down slows both. Results are compared
//! before times are.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints figures")]

#[path = "engine/bare.rs"]
mod bare;
#[path = "engine/spread.rs"]
mod spread;
#[path = "engine/work.rs"]
mod work;

use work::{FIGURES, Figure};

/// Rounds a figure; more for the short ones, whose times are noisier.
fn rounds(figure: &Figure) -> usize {
    let wanted = std::env::var("LURD_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(if figure.short { 21 } else { 5 })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut lines = Vec::new();
    for figure in FIGURES.iter().filter(|figure| named.is_empty() || named.iter().any(|name| name == figure.name)) {
        println!("{}: {}", figure.name, figure.what);
        let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let mut notes = String::new();
        for round in 0..rounds(figure) {
            let (their_time, their_result) = work::timed(figure.peer);
            let (our_time, our_result) = work::timed(figure.lurd);
            assert_eq!(our_result.answer, their_result.answer, "{}, round {round}", figure.name);
            notes = our_result.note;
            ratios.push(their_time / our_time);
            ours.push(our_time);
            theirs.push(their_time);
        }
        println!(
            "  lurd {:.4} s, pathfinding {:.4} s of processor time (medians of {}){notes}",
            median(ours),
            median(theirs),
            ratios.len()
        );
        lines.push(format!("ratio {} {:.2}", figure.name, median(ratios)));
    }
    println!();
    for line in lines {
        println!("{line}");
    }
}
