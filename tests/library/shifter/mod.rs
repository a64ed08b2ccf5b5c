//! The shifter through its plug-in and its public space.

mod atlas;
mod coloured;
mod known_figures;
mod messages;
mod notation;
mod ranking;
mod typed_boards;

use lurd::budget::Budget;
use lurd::outcome::{Cost, Proof};
use lurd::puzzle::{Plugin, Puzzle, Report};
use lurd::search::{Settings, Strategy};
use lurd::shifter::Shifter;
use lurd::verify;

const MISSILES: &str = include_str!("../../../puzzles/missile.shift");

fn missiles() -> Vec<Box<dyn Puzzle>> {
    let entries = Shifter.read(MISSILES).expect("a file of puzzles");
    entries.into_iter().map(|entry| entry.puzzle.expect("a puzzle")).collect()
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
