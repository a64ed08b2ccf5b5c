//! The engine against the `pathfinding` crate, alternately in one process on the same work.
//!
//! `cargo bench --bench engine [-- NAME.. | --prefix PREFIX | --list]`. Each figure is the median, over the rounds, of
//! the ratio of processor times of one round, so a machine that slows down slows both. The program that is first takes
//! turns, and either begins with a heap as small as in a new process. Results are compared before times are, and with known
//! ones where there are any.
//!
//! Without a name, all figures are measured but the long ones, which `--list` marks. `LURD_BENCH_ROUNDS` sets the
//! number of rounds.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints figures")]

#[path = "engine/additive.rs"]
mod additive;
#[path = "engine/amphipods.rs"]
mod amphipods;
#[path = "engine/bare.rs"]
mod bare;
#[path = "engine/encodings.rs"]
mod encodings;
#[path = "engine/fifteen.rs"]
mod fifteen;
#[path = "engine/figure.rs"]
mod figure;
#[path = "engine/grid.rs"]
mod grid;
#[path = "engine/hanoi.rs"]
mod hanoi;
#[path = "engine/heap.rs"]
mod heap;
#[path = "engine/kinds.rs"]
mod kinds;
#[path = "engine/korf.rs"]
mod korf;
#[path = "engine/ladder.rs"]
mod ladder;
#[path = "engine/pancakes.rs"]
mod pancakes;
#[path = "engine/problem.rs"]
mod problem;
#[path = "engine/rush.rs"]
mod rush;
#[path = "engine/spread.rs"]
mod spread;
#[path = "engine/work.rs"]
mod work;

use figure::Figure;

fn figures() -> Vec<Figure> {
    let puzzles = [
        rush::figures(),
        pancakes::figures(),
        grid::figures(),
        ladder::figures(),
        hanoi::figures(),
        amphipods::figures(),
    ]
    .into_iter()
    .flatten();
    [work::figures(), kinds::figures(), fifteen::figures()].into_iter().flatten().chain(puzzles).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The figures that the arguments choose.
///
/// # Panics
/// At an option that there is not, and if there is no figure of a name.
fn chosen(arguments: impl Iterator<Item = String>) -> Vec<Figure> {
    let (mut names, mut prefixes) = (Vec::new(), Vec::new());
    let mut arguments = arguments.filter(|word| word != "--bench");
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--prefix" => prefixes.push(arguments.next().expect("a prefix after `--prefix`")),
            _ if word.starts_with('-') => panic!("options are `--list` and `--prefix PREFIX`, not {word}"),
            _ => names.push(word),
        }
    }
    let is_named =
        |figure: &Figure| names.contains(&figure.name) || prefixes.iter().any(|prefix| figure.name.starts_with(prefix));
    let all = figures();
    for name in &names {
        assert!(all.iter().any(|figure| figure.name == *name), "there is no figure {name}; `--list` lists them");
    }
    let every = names.is_empty() && prefixes.is_empty();
    all.into_iter().filter(|figure| is_named(figure) || every && !figure.only_if_named).collect()
}

/// Measures a figure and returns the line of its ratio.
fn measure(figure: &Figure) -> String {
    println!("{}: {}", figure.name, figure.what);
    let rounds = std::env::var("LURD_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(figure.rounds);
    let sides = (figure.prepare)();
    let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    let mut note = String::new();
    for round in 0..rounds {
        let is_first = round % 2 == 0;
        let first = figure::timed(if is_first { &sides.peer } else { &sides.lurd });
        let second = figure::timed(if is_first { &sides.lurd } else { &sides.peer });
        let ((their_time, their_result), (our_time, our_result)) =
            if is_first { (first, second) } else { (second, first) };
        assert_eq!(our_result.answers, their_result.answers, "{}, round {round}", figure.name);
        note = our_result.note;
        ratios.push(their_time / our_time);
        ours.push(our_time);
        theirs.push(their_time);
    }
    let megabytes = |side: &figure::Side| heap::peak(side) as f64 / 1e6;
    println!(
        "  lurd {:.4} s, pathfinding {:.4} s of processor time (medians of {}){note}",
        median(ours),
        median(theirs),
        ratios.len()
    );
    println!("  lurd {:.2} MB, pathfinding {:.2} MB of heap at peak", megabytes(&sides.lurd), megabytes(&sides.peer));
    format!("ratio {} {:.2}", figure.name, median(ratios))
}

fn main() {
    if std::env::args().any(|word| word == "--list") {
        for figure in figures() {
            let long = if figure.only_if_named { " (only if it is named)" } else { "" };
            println!("{}{long}: {}", figure.name, figure.what);
        }
        return;
    }
    let lines: Vec<String> = chosen(std::env::args().skip(1)).iter().map(measure).collect();
    println!();
    for line in lines {
        println!("{line}");
    }
}
