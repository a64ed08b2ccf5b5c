//! The 15-puzzle, added to lurd from outside.
//!
//! `fifteen/plugin.rs` is the whole plug-in and uses nothing but the public API. Here is how it is
//! put to work:
//!
//! ```text
//! cargo run --release --example fifteen
//! ```

#[path = "fifteen/plugin.rs"]
mod plugin;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::puzzle::{Ending, Plugin, Puzzle};
use lurd::search::{Settings, Strategy};
use lurd::verify;

use plugin::Fifteen;

#[expect(clippy::print_stdout, reason = "an example shows what it found")]
fn main() {
    let entries = Fifteen.read(Fifteen.example()).expect("the example is one of its puzzles");
    for entry in entries {
        let puzzle = entry.puzzle.expect("the example can be read");
        println!("{}\n", puzzle.start().picture());
        println!("{}", answer(puzzle.as_ref()));
    }
}

/// Solves under the usual limits and says what came of it.
fn answer(puzzle: &dyn Puzzle) -> String {
    let mut nobody = ();
    let mut budget = Budget::new(Limits::default(), Cancel::default(), &mut nobody);
    let wish = &puzzle.wishes()[0];
    let report = puzzle.solve(wish, Strategy::Auto, &Settings::default(), &mut budget);
    match report.ending {
        Ending::Solved(answer) => match verify::replay(puzzle, &answer.solution) {
            Ok(replay) => format!(
                "{} ({} {}, proof: {}, {} expanded)",
                replay.solution, answer.cost, wish.metric, answer.proof, report.statistics.expanded
            ),
            Err(refusal) => format!("the answer is wrong: {refusal}"),
        },
        Ending::Unsolvable { reason } => format!("unsolvable: {reason}"),
        other => format!("no answer: {other:?}"),
    }
}
