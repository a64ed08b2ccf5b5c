//! What can be minimized, and the metrics of an answer.

use super::instance::ShifterPuzzle;
use super::rules::{Moves, Shift};
use lurd_puzzle::puzzle::{Metric, Objective};

/// The objectives. The cost under each is one of the metrics.
pub(crate) const OBJECTIVES: &[Objective] = &[
    Objective { name: "shifts", metric: "shifts", summary: "fewest shifts by one cell" },
    Objective { name: "grouped", metric: "grouped_shifts", summary: "a shift by several cells is one move" },
    Objective { name: "buttons", metric: "presses", summary: "fewest presses of the gamepad layout" },
];

/// What counts as one move under an objective; `None` for presses.
pub(crate) fn moves(objective: &Objective) -> Option<Moves> {
    match objective.metric {
        "shifts" => Some(Moves::Single),
        "grouped_shifts" => Some(Moves::Grouped),
        _ => None,
    }
}

/// The metrics of these shifts, in the order in which they are listed.
pub(crate) fn metrics(puzzle: &ShifterPuzzle, shifts: &[Shift]) -> Vec<Metric> {
    let grouped = shifts.chunk_by(|one, next| one == next).count();
    vec![
        Metric { name: "shifts", value: shifts.len() as u64 },
        Metric { name: "grouped_shifts", value: grouped as u64 },
        Metric { name: "presses", value: puzzle.press_cost(shifts) },
    ]
}
