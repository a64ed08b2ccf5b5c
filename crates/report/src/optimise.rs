//! Reports of solutions that were made better.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::{
    optimise::Optimisation,
    results::{ResultLine, Subject, named_metrics},
};

use super::{
    json::json_line,
    numbers::amount,
    records::{KnownRecord, OptimisedLine},
    table::in_short,
};

/// The result as JSON: the fields of `solve`, the metrics before, the number of known solutions, and the
/// solutions that are best in one metric or another.
pub fn optimised_line(subject: &Subject<'_>, optimised: &Optimisation) -> String {
    json_line(&OptimisedLine {
        line: ResultLine::of(subject, &optimised.run),
        before: named_metrics(&optimised.before),
        known: optimised.known,
        front: optimised.front.iter().map(KnownRecord::of).collect(),
    })
}

/// What was known before, and what else was found.
pub fn optimised_text(puzzle: &dyn Puzzle, optimised: &Optimisation) -> String {
    let mut text = format!("  before: {}", in_short(puzzle, &optimised.before));
    if optimised.known > 1 {
        let _ = write!(text, ", the best of {}", amount(optimised.known as u64, "solutions"));
    }
    text.push('\n');
    let best = optimised.run.verified().map(|verified| &verified.metrics);
    if let Some(best) = best {
        let _ = writeln!(text, "  now: {}", in_short(puzzle, best));
    }
    for other in optimised.front.iter().filter(|known| Some(&known.metrics) != best) {
        let _ = writeln!(text, "  also: {}", in_short(puzzle, &other.metrics));
    }
    text
}
