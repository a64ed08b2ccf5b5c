//! The room as a whole: known figures, and independent computations that must agree.

use std::collections::HashMap;

use lurd_engine::program::{
    budget::{Budget, Cancel, Limits},
    outcome::{Cost, Proof},
    search::{Settings, Strategy},
    space::{Owned, Space, Successors},
};
use lurd_puzzle::puzzle::{Puzzle, Report};
use lurd_puzzle::verify;

use super::{instance::ShifterPuzzle, notation, rules::Moves};

mod locked_lines;
mod notes;
mod objectives;
mod reduced_spaces;
mod spaces;
mod whole_spaces;

/// Whether tests take all of their random boards: if `LURD_FULL` is set, as `tests/opt-in.sh` does.
fn takes_all() -> bool {
    std::env::var_os("LURD_FULL").is_some()
}

/// How many of so many random boards a test takes: an eighth, or [all](takes_all).
fn samples(all: usize) -> usize {
    if takes_all() { all } else { all / 8 }
}

fn puzzle(text: &str) -> ShifterPuzzle {
    notation::tests::one(text)
}

fn without_limits<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    work(&mut Budget::unlimited())
}

fn solve(puzzle: &dyn Puzzle, strategy: Strategy) -> Report {
    without_limits(|budget| puzzle.solve(&puzzle.objectives()[0], strategy, &Settings::default(), budget))
}

/// The cost of the answer, which is replayed.
fn cost(puzzle: &dyn Puzzle, strategy: Strategy) -> (Cost, Proof) {
    let name = strategy.row().name;
    let Ok(answer) = solve(puzzle, strategy).ending else { panic!("{name} finds no answer") };
    let replay = verify::replay(puzzle, &answer.solution).expect("the answer is right");
    assert_eq!(replay.metric("shifts"), Some(answer.cost), "{name}");
    assert_eq!(replay.solution, answer.solution);
    (answer.cost, answer.proof)
}

/// States by distance from `start`.
fn layers<S: Space>(space: &S, start: Owned<S>) -> HashMap<Owned<S>, usize>
where
    Owned<S>: std::hash::Hash + Eq,
{
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    let mut children = Successors::default();
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            children.clear();
            space.expand(std::borrow::Borrow::borrow(state), &mut children);
            for index in 0..children.len() {
                let child = children.state(index);
                if !distances.contains_key(child) {
                    distances.insert(child.to_owned(), distance);
                    next.push(child.to_owned());
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

fn counts(text: &str) -> Vec<usize> {
    let space = puzzle(text).packed(Moves::Single).expect("a small board");
    let distances = layers(&space, space.start());
    let mut counts = vec![0; distances.values().max().map_or(0, |most| most + 1)];
    for distance in distances.into_values() {
        counts[distance] += 1;
    }
    counts
}

// Reproducible random numbers (`SplitMix64`).

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((u128::from(mixed ^ mixed >> 31) * limit as u128) >> 64).expect("below the limit")
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
