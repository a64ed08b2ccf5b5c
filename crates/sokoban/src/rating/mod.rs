//! How hard a level is: the work of the solver, and what its answer asks of a person.
//!
//! | part | what it counts |
//! |---|---|
//! | `optimum` | pushes of the shortest answer found; `is_optimal` says whether no answer has fewer |
//! | `box_changes` | changes to another box in it |
//! | `expansions` | positions that the reference solver expands: `auto` for any answer, up to a limit |
//! | `branching` | pushes that are possible on average where the answer pushes |
//! | `dead_ends` | the share of those, in per cent, after which the rules prove that there is no solution |
//! | `counter_intuitive` | pushes of the answer that increase the lower bound of the pushes that remain |
//!
//! The difficulty is the sum of the binary logarithms of one more than each part. So a point is twice as much of one
//! part, and no part decides alone. How it agrees with what is known of levels is measured in `docs/generate.md`.
//! What makes levels hard for people: Jarušek and Pelánek, *What determines difficulty of transport puzzles?*
//! (FLAIRS 2011), who found decomposition into subproblems and counter-intuitive moves to matter more than the size
//! of the state space.

mod answer_path;
mod searches;

use crate::board::Board;
use crate::level::Level;
use crate::state::lurd_from_pushes;
use answer_path::AnswerPath;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Cost;
use lurd_puzzle::puzzle::{Difficulty, NotRated, Rating, RatingPart, log2_hundredths};
pub(super) use searches::{ProvedAnswer, proved_answer};

/// The difficulty in tenths from which on a level is in each class after the first: the quartiles of Microban I, a set
/// made for beginners.
const CLASSES: [(u32, Difficulty); 3] =
    [(170, Difficulty::Medium), (210, Difficulty::Hard), (250, Difficulty::Expert)];

/// The most expansions to prove the optimum.
pub(super) const PROOF_EXPANSIONS: u64 = 50_000;

/// Rates `level`. The same on every machine, unless a limit of the budget ends it.
///
/// # Errors
/// There is no solution, or the budget stopped it.
pub fn rate(level: &Level, budget: &mut Budget<'_>) -> Result<Rating, NotRated> {
    let reference = searches::reference(level, budget)?;
    let proved = proved_answer(level, PROOF_EXPANSIONS, budget)?;
    let lower_bound = proved.lower_bound.max(reference.lower_bound);
    let answer = proved.answer.or(reference.answer);
    Ok(rating(level, answer, reference.expansions, lower_bound, budget)?)
}

/// Rates a level whose optimal answer is known: as [`rate`], without the proof.
///
/// # Errors
/// As [`rate`].
pub(super) fn rate_with(
    level: &Level,
    solution: &str,
    optimum: Cost,
    budget: &mut Budget<'_>,
) -> Result<Rating, NotRated> {
    let reference = searches::reference(level, budget)?;
    let answer = Some((solution.to_owned(), optimum));
    Ok(rating(level, answer, reference.expansions, optimum, budget)?)
}

fn rating(
    level: &Level,
    answer: Option<(String, Cost)>,
    expansions: u64,
    lower_bound: Cost,
    budget: &mut Budget<'_>,
) -> Result<Rating, lurd_engine::outcome::Stop> {
    let board = Board::new(level);
    let pushes = answer.as_ref().and_then(|(solution, _)| lurd_from_pushes::pushes(&board, solution));
    let path = pushes.map(|pushes| AnswerPath::of(&board, &pushes, budget)).transpose()?;
    let of_path = |value: fn(&AnswerPath) -> u64| path.as_ref().map(value);
    let parts = vec![
        RatingPart::whole("optimum", of_path(|path| path.pushes)),
        RatingPart::whole("box_changes", of_path(|path| path.box_changes)),
        RatingPart::whole("expansions", Some(expansions)),
        RatingPart { name: "branching", hundredths: of_path(AnswerPath::branching_hundredths) },
        RatingPart { name: "dead_ends", hundredths: of_path(AnswerPath::dead_ends_hundredths) },
        RatingPart::whole("counter_intuitive", of_path(|path| path.counter_intuitive)),
    ];
    // Without an answer the parts of its path are unknown; the bound stands for its length.
    let optimum = of_path(|path| path.pushes).unwrap_or(u64::from(lower_bound));
    let logarithms = [
        log2_hundredths(optimum),
        log2_hundredths(of_path(|path| path.box_changes).unwrap_or(optimum / 2)),
        log2_hundredths(expansions),
        log2_hundredths(of_path(|path| path.counter_intuitive).unwrap_or(0)),
        log2_hundredths(of_path(AnswerPath::branching_hundredths).unwrap_or(0) / 100),
        log2_hundredths(of_path(AnswerPath::dead_ends_hundredths).unwrap_or(0) / 1000),
    ];
    let tenths = u32::try_from(logarithms.iter().sum::<u64>() / 10).unwrap_or(u32::MAX);
    let (solution, cost) = answer.unzip();
    Ok(Rating { tenths, class: class(tenths), parts, solution, cost, lower_bound })
}

/// The class of a difficulty in tenths.
fn class(tenths: u32) -> Difficulty {
    let reached = CLASSES.iter().rev().find(|&&(least, _)| tenths >= least);
    reached.map_or(Difficulty::Easy, |&(_, class)| class)
}
