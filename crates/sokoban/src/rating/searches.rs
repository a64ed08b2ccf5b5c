//! The searches behind a rating: the reference solver, and the proof of the optimum. Both are limited by expansions,
//! so that a rating is the same on every machine.

use crate::level::Level;
use crate::solver::{self, ANY, PUSHES};
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Cost, Limit, Proof, Stop};
use lurd_engine::search::{Settings, Strategy};
use lurd_puzzle::puzzle::{Ending, NotRated, Report};

/// The most expansions of the reference solver.
const REFERENCE_EXPANSIONS: u64 = 200_000;

/// What the reference solver found.
pub(super) struct Reference {
    /// A solution and its pushes.
    pub(super) answer: Option<(String, Cost)>,
    /// The expansions it took; the limit if it found none.
    pub(super) expansions: u64,
    pub(super) lower_bound: Cost,
}

/// Runs `auto` for any solution up to the first answer.
pub(super) fn reference(level: &Level, budget: &mut Budget<'_>) -> Result<Reference, NotRated> {
    let settings = Settings { first: true, ..Settings::default() };
    let before = budget.statistics().expanded;
    let report = within(REFERENCE_EXPANSIONS, budget, |budget| {
        solver::solve(level, &ANY, Strategy::Auto, &settings, budget)
    });
    let expansions = budget.statistics().expanded - before;
    match report.ending {
        Ending::Solved(answer) => Ok(Reference {
            lower_bound: answer.lower_bound.unwrap_or(0),
            answer: Some((answer.solution, answer.cost)),
            expansions,
        }),
        Ending::Unsolvable { reason } => Err(NotRated::Unsolvable(reason)),
        Ending::Unsupported { reason } => Err(NotRated::Unsupported(reason)),
        Ending::Stopped { stop, lower_bound } if is_own_limit(stop) => Ok(Reference {
            answer: None,
            expansions: REFERENCE_EXPANSIONS,
            lower_bound: lower_bound.unwrap_or(0),
        }),
        Ending::Stopped { stop, .. } => Err(NotRated::Stopped(stop)),
    }
}

/// The push-optimal answer, as far as a search found one.
pub(crate) struct ProvedAnswer {
    /// The solution and its pushes, which are proved to be the fewest.
    pub(crate) answer: Option<(String, Cost)>,
    /// The expansions of the search.
    pub(crate) expansions: u64,
    /// No solution has fewer pushes.
    pub(crate) lower_bound: Cost,
}

/// Runs A* on pushes for at most `expansions` expansions.
///
/// # Errors
/// When the budget stops it.
pub(crate) fn proved_answer(
    level: &Level,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<ProvedAnswer, Stop> {
    let before = budget.statistics().expanded;
    let report = within(expansions, budget, |budget| {
        solver::solve(level, &PUSHES, Strategy::Astar, &Settings::default(), budget)
    });
    let (answer, lower_bound) = match report.ending {
        Ending::Solved(answer) if answer.proof == Proof::Optimal => {
            (Some((answer.solution, answer.cost)), answer.cost)
        }
        Ending::Solved(answer) => (None, answer.lower_bound.unwrap_or(0)),
        Ending::Stopped { stop, .. } if !is_own_limit(stop) => return Err(stop),
        Ending::Stopped { lower_bound, .. } => (None, lower_bound.unwrap_or(0)),
        Ending::Unsolvable { .. } | Ending::Unsupported { .. } => (None, 0),
    };
    Ok(ProvedAnswer { answer, expansions: budget.statistics().expanded - before, lower_bound })
}

/// Whether a search ended because of the limit of [`within`], or of memory, which the whole budget may have left.
fn is_own_limit(stop: Stop) -> bool {
    matches!(stop, Stop::Paused | Stop::Limit(Limit::Memory))
}

/// Runs a search with bounds of its own, and frees its memory.
fn within(
    expansions: u64,
    budget: &mut Budget<'_>,
    search: impl FnOnce(&mut Budget<'_>) -> Report,
) -> Report {
    let mut allotment = Allotment::default();
    let report =
        budget.with_own_bounds(|budget| budget.with_allotment(&mut allotment, expansions, None, search));
    budget.reclaim(&allotment);
    report
}
