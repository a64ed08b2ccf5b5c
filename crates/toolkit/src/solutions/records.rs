//! The solutions saved in a file, and the best of them.

use std::path::Path;

use super::ranking::{at_least_as_good, primary};
use crate::solutions::save_error::SaveError;
use lurd_puzzle::puzzle::{Metric, Puzzle, SavedGame};
use lurd_puzzle::verify::{self, Refusal};

/// A saved solution, replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSolution {
    pub solution: String,
    pub metrics: Vec<Metric>,
    /// Whether it is marked as found by the player.
    pub is_played: bool,
}

/// The best saved solutions of a puzzle: those that no other one makes superfluous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// Of all saved solutions.
    pub known: Vec<KnownSolution>,
    /// Of those found by the player.
    pub played: Vec<KnownSolution>,
    /// Why saved solutions may be missing here.
    pub damage: Option<SaveError>,
}

/// Suffix of the title of a solution found by the player.
pub(super) const PLAYED: &str = " (played)";

/// Whether a game is marked as found by the player.
pub(super) fn is_played(game: &SavedGame) -> bool {
    game.title.as_ref().is_some_and(|title| title.trim_end().ends_with(PLAYED))
}

/// Replays a saved game.
///
/// # Errors
/// It is not a solution.
pub(super) fn replayed(puzzle: &dyn Puzzle, game: &SavedGame) -> Result<KnownSolution, Refusal> {
    let replay = verify::replay(puzzle, &game.steps)?;
    Ok(KnownSolution { solution: replay.solution, metrics: replay.metrics, is_played: is_played(game) })
}

pub(super) fn solutions(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Vec<KnownSolution> {
    games.iter().filter_map(|game| replayed(puzzle, game).ok()).collect()
}

pub fn records(puzzle: &dyn Puzzle, games: &[SavedGame], path: &Path) -> Records {
    let known = solutions(puzzle, games);
    let (broken, all) = (games.len() - known.len(), games.len());
    let damage = (broken > 0).then(|| SaveError::Broken { path: path.to_path_buf(), broken, all });
    let played = known.iter().filter(|known| known.is_played).cloned().collect();
    Records { known: best(puzzle, known), played: best(puzzle, played), damage }
}

/// The solutions that no other one makes superfluous, best first by the first objective.
fn best(puzzle: &dyn Puzzle, solutions: Vec<KnownSolution>) -> Vec<KnownSolution> {
    let primary = primary(puzzle);
    let mut best: Vec<KnownSolution> = Vec::new();
    for known in solutions {
        if best.iter().any(|kept| at_least_as_good(&primary, &kept.metrics, &known.metrics)) {
            continue;
        }
        best.retain(|kept| !at_least_as_good(&primary, &known.metrics, &kept.metrics));
        best.push(known);
    }
    let value = |known: &KnownSolution| {
        let of = |name: &&str| known.metrics.iter().find(|metric| metric.name == *name).map(|it| it.value);
        primary.iter().map(of).collect::<Vec<_>>()
    };
    best.sort_by_key(value);
    best
}
