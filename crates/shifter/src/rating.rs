//! How hard a puzzle is.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Proof},
};
use lurd_puzzle::puzzle::{Answer, Difficulty, Ending, Rating, RatingPart, StepText, Unanswered, log2_hundredths};

use super::{
    instance::ShifterPuzzle,
    notation::steps,
    rules::{Moves, Shift},
    solver::auto,
};

/// The difficulty in tenths from which on a shifter is in each class after the first. With the 16 shifts of a board
/// of four rows and columns, a shift is 4 points: the classes begin at 4, 6 and 8 shifts.
const CLASSES: [(u32, Difficulty); 3] = [(160, Difficulty::Medium), (240, Difficulty::Hard), (320, Difficulty::Expert)];

/// Rates a shifter. The difficulty is the binary logarithm of the number of sequences of as many shifts as the
/// optimum, of which one is the answer.
pub(super) fn rate(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Ending<Rating> {
    let before = budget.statistics().expanded;
    let report = auto::solve(puzzle, Moves::Single, budget);
    let expansions = budget.statistics().expanded - before;
    let Answer { solution, cost, proof, lower_bound, stopped } = report.ending?;
    if let Some(stop) = stopped.filter(|_| proof != Proof::Optimal) {
        return Err(Unanswered::stopped(stop, lower_bound));
    }
    let shifts = steps::shifts(&StepText::words(puzzle, &solution));
    let line_changes = shifts.chunk_by(|one, next| is_same_line(*one, *next)).count() as u64;
    let tenths = tenths(puzzle, cost);
    Ok(Rating {
        tenths,
        class: Some(class(tenths)),
        parts: vec![
            RatingPart::whole("optimum", Some(cost)),
            RatingPart::whole("line_changes", Some(line_changes)),
            RatingPart::whole("expansions", Some(expansions)),
            RatingPart::whole("branching", Some(branching(puzzle))),
        ],
        solution: Some(solution),
        cost: Some(cost),
        lower_bound: if proof == Proof::Optimal { cost } else { lower_bound.unwrap_or(0) },
    })
}

/// Whether two shifts move the same line.
fn is_same_line(one: Shift, next: Shift) -> bool {
    (one.direction.is_row(), one.line) == (next.direction.is_row(), next.line)
}

/// The number of shifts to choose from.
fn branching(puzzle: &ShifterPuzzle) -> u64 {
    Moves::Single.on(puzzle.source()).len() as u64
}

/// The difficulty of a shifter of that optimum.
fn tenths(puzzle: &ShifterPuzzle, optimum: Cost) -> u32 {
    let bits = log2_hundredths(branching(puzzle).saturating_sub(1));
    u32::try_from(optimum * bits / 10).unwrap_or(u32::MAX)
}

/// The class of a shifter of that optimum.
pub(super) fn class_of(puzzle: &ShifterPuzzle, optimum: Cost) -> Difficulty {
    class(tenths(puzzle, optimum))
}

fn class(tenths: u32) -> Difficulty {
    let reached = CLASSES.iter().rev().find(|&&(least, _)| tenths >= least);
    reached.map_or(Difficulty::Easy, |&(_, class)| class)
}
