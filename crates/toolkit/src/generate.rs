//! Generated puzzles, and the rating of a puzzle.

use lurd_engine::program::budget::{Budget, Cancel, Limits, Observer};
use lurd_puzzle::puzzle::{Ending, GenerateOptions, Generated, Metadata, Plugin, Puzzle, Rating};
use lurd_puzzle::verify;

use super::solve::bug;

/// The puzzles that were generated.
pub struct Generation {
    pub puzzles: Vec<Generated>,
    /// All of them were generated, or why there are no more.
    pub end: Ending<()>,
}

/// Generates puzzles within `limits` and returns those that were complete, with the reason if there are fewer than
/// requested. Their answers are replayed.
pub fn generate(
    plugin: &dyn Plugin,
    options: &GenerateOptions,
    limits: Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Generation {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let (mut puzzles, mut error) = (Vec::new(), None);
    let end = plugin.generate(options, &mut budget, &mut |generated| {
        let solution = generated.rating.solution.as_deref().unwrap_or_default();
        if let Err(refusal) = verify::replay(generated.puzzle.as_ref(), solution) {
            error.get_or_insert_with(|| bug(format_args!("an answer does not replay: {refusal}")));
        }
        puzzles.push(generated);
    });
    if let Some(error) = error {
        return Generation { puzzles: Vec::new(), end: Err(error) };
    }
    Generation { puzzles, end }
}

/// What a file holds beside a generated puzzle: its rating as a note, and its answer.
pub fn metadata(plugin: &dyn Plugin, generated: &Generated, note: String) -> Metadata {
    let solution = generated.rating.solution.as_deref();
    let games = solution.map(|solution| plugin.game(generated.puzzle.as_ref(), solution, true));
    Metadata { notes: note, games: games.into_iter().collect(), ..Metadata::default() }
}

// Rating a puzzle under limits. Its answer is replayed before it is returned.

/// Rates `puzzle` within `limits`; returns the rating, or why there is none.
pub fn rate(puzzle: &dyn Puzzle, limits: Limits, cancel: &Cancel, observer: &mut dyn Observer) -> Ending<Rating> {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let rating = puzzle.rate(&mut budget)?;
    if let Some(Err(refusal)) = rating.solution.as_deref().map(|solution| verify::replay(puzzle, solution)) {
        return Err(bug(format_args!("the answer does not replay: {refusal}")));
    }
    Ok(rating)
}
