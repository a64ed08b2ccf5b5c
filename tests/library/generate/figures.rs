//! The figures that are promised: of many levels, by the clock, and against what other people say of levels.
#![expect(clippy::print_stdout, reason = "the figures are for a person")]

use std::collections::BTreeSet;
use std::time::Instant;

use super::naive;
use super::ranks::rank_correlation;
use super::{check, figures, generated, options};
use crate::common::collections::text;
use lurd::budget::Budget;
use lurd::puzzle::{Difficulty, GenerateOptions, Puzzle, ReadOptions};
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::{Sokoban, formats};

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The classes of few levels are in the order of their optima and expansions.
#[test]
fn classes_are_ordered() {
    let (mut classes, mut optima, mut expansions) = (Vec::new(), Vec::new(), Vec::new());
    for (class, count) in [(Difficulty::Easy, 8), (Difficulty::Medium, 8), (Difficulty::Hard, 2)] {
        for generated in generated(&Sokoban, &options(class, 11, count)) {
            let (optimum, expanded) = figures(&generated.rating);
            classes.push(f64::from(class as u8));
            optima.push(optimum);
            expansions.push(expanded);
        }
    }
    assert!(rank_correlation(&classes, &optima) >= 0.6, "{optima:?}");
    assert!(rank_correlation(&classes, &expansions) >= 0.6, "{expansions:?}");
}

/// How many levels of each class; `LURD_COUNT` takes fewer (a hundredth part of it of the hardest).
fn counts() -> [(Difficulty, usize); 4] {
    let many = std::env::var("LURD_COUNT").map_or(1_000, |count| count.parse().expect("a number"));
    let few = (many / 10).max(1);
    [(Difficulty::Easy, many), (Difficulty::Medium, many), (Difficulty::Hard, many), (Difficulty::Expert, few)]
}

#[test]
#[ignore = "takes half an hour: cargo test --release --test library thousand -- --ignored --nocapture"]
fn a_thousand_levels_of_each_class() {
    let (mut classes, mut optima, mut expansions) = (Vec::new(), Vec::new(), Vec::new());
    let mut names = BTreeSet::new();
    let mut total = 0;
    for (class, count) in counts() {
        let start = Instant::now();
        let puzzles = generated(&Sokoban, &options(class, 1, count));
        let seconds = start.elapsed().as_secs_f64();
        let of_class: Vec<(f64, f64)> = puzzles.iter().map(|it| figures(&it.rating)).collect();
        for generated in &puzzles {
            check(generated, class);
            names.insert(generated.puzzle.id());
        }
        total += count;
        let column = |part: fn(&(f64, f64)) -> f64| of_class.iter().map(part).collect::<Vec<f64>>();
        let (pushes, expanded) = (column(|it| it.0), column(|it| it.1));
        println!(
            "{}: {count} in {seconds:.0} s, median optimum {}, median expansions {}",
            class.name(),
            median(&pushes),
            median(&expanded)
        );
        classes.extend(std::iter::repeat_n(f64::from(class as u8), count));
        optima.extend(pushes);
        expansions.extend(expanded);
    }
    assert_eq!(names.len(), total, "none twice");
    let correlations = [&optima, &expansions].map(|values| rank_correlation(&classes, values));
    println!("rank correlation of the classes: optimum {:.2}, expansions {:.2}", correlations[0], correlations[1]);
    assert!(correlations.iter().all(|&it| it >= 0.6));
}

#[test]
#[ignore = "takes two minutes: cargo test --release --test library naive -- --ignored --nocapture"]
fn far_longer_than_naive_levels() {
    let size = Some((8, 8));
    for (class, boxes) in [(Difficulty::Hard, 3), (Difficulty::Expert, 4)] {
        let wanted = GenerateOptions { size, boxes: Some(boxes), ..options(class, 1, 20) };
        let ours: Vec<f64> = generated(&Sokoban, &wanted).iter().map(|it| figures(&it.rating).0).collect();
        let naive = naive::optima(8, 8, boxes, 200, 1);
        let (ours, naive) = (median(&ours), median(&naive));
        println!("{boxes} boxes on 8x8: median optimum {ours}, naive {naive}");
        assert!(ours >= 3.0 * naive);
    }
}

/// The difficulties of a collection, in its order.
fn difficulties(name: &str) -> Vec<f64> {
    let entries = formats::read_with(&text(name), &ReadOptions::default()).expect("levels");
    let difficulty = |entry: formats::LevelEntry| {
        let puzzle = SokobanPuzzle::new(entry.level.expect("legal"));
        f64::from(puzzle.rate(&mut Budget::unlimited()).expect("a rating").tenths)
    };
    entries.into_iter().map(difficulty).collect()
}

/// The mean time of two solvers by collection and level, in a table of comma-separated values: both columns end in
/// `cpu_s`. A missing time counts as ten minutes.
fn peers(collection: &str) -> Vec<f64> {
    let path = std::env::var_os("LURD_PEERS").expect("LURD_PEERS names a table");
    let table = std::fs::read_to_string(path).expect("a table");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let times: Vec<usize> = (0..head.len()).filter(|&at| head[at].ends_with("cpu_s")).collect();
    let of = |line: Vec<&str>| {
        let time = |&at: &usize| line[at].parse().unwrap_or(600.0);
        times.iter().map(time).sum::<f64>()
    };
    lines.filter(|line| line[0] == collection).map(of).collect()
}

#[test]
#[ignore = "needs LURD_LEVELS and LURD_PEERS; takes five minutes"]
#[expect(clippy::cast_precision_loss, reason = "few levels")]
fn ratings_agree_with_other_solvers_and_with_the_order_of_a_collection() {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for name in ["microban1", "xsokoban90"] {
        let (difficulties, times) = (difficulties(&format!("{name}.xsb")), peers(name));
        let order: Vec<f64> = (0..times.len()).map(|place| place as f64).collect();
        println!(
            "{name}: {:.2} with the solvers' times, {:.2} with the order of the file",
            rank_correlation(&difficulties, &times),
            rank_correlation(&difficulties, &order)
        );
        ours.extend(difficulties);
        theirs.extend(times);
    }
    let both = rank_correlation(&ours, &theirs);
    println!("together: {both:.2} with the solvers' times");
    assert!(both >= 0.6);
}
