//! Which search a board gets, how it ends, and known answers made shorter.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Conclusion, Limit, Outcome, Stop},
    search::Strategy,
};
use lurd_puzzle::puzzle::{KnownAnswer, OnBetter, Report, Unanswered, ending_of_outcome};

use super::{Solved, anytime, concluded, equal_plans, ida_4x4, layered_bidirectional, optimal, stopped};
use crate::{
    instance::ShifterPuzzle,
    rules::{Goal, Moves, Shift, Slide, join, shifts_of},
    solver,
};

/// Boards of 4 x 4 with more arrangements than this are solved by IDA*: the layers of a bidirectional
/// search would not fit into memory.
const MAX_BIDIRECTIONAL: u128 = 1_000_000_000_000;

/// The most cells of a board whose answer without a search takes about a millisecond.
const MAX_CELLS_AT_ONCE: usize = 16;

/// Solves a puzzle by the search that suits its board.
pub(crate) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Report {
    let Solved { strategy, method, mut outcome } = outcome(puzzle, moves, budget);
    if let Outcome::Solved { plan, .. } = &mut outcome {
        equal_plans::save_presses(puzzle, moves, &mut plan.actions, budget);
    }
    let ending = ending_of_outcome(outcome, |slides: &[Slide]| join(slides), || puzzle.exhausted_reason());
    Report { method, ..Report::new(strategy, ending, budget) }
}

/// Searches for a plan; the puzzle need not be solvable.
pub(super) fn outcome(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Solved {
    let (source, target) = (puzzle.source(), puzzle.target());
    if puzzle.unsolvable_reason().is_some() {
        return Solved::by(Strategy::Auto, Outcome::Unsolvable);
    }
    if let Some(plan) = solver::solve_lines(source, target, moves) {
        let method = Some("each line by itself");
        return Solved { strategy: Strategy::Auto, method, outcome: optimal(plan, budget) };
    }
    let goal = Goal::new(source, target);
    if ida_4x4::fits(&goal) && goal.boards() > MAX_BIDIRECTIONAL {
        let method = "IDA* with walking distance";
        let mut known = KnownPath { shifts: construct_at_once(puzzle), is_new: true, from: None, limit: FIRST_LIMIT };
        let mut improve = |share: u64, budget: &mut Budget<'_>| known.improve(puzzle, moves, share, budget);
        let end = budget.in_part(method, |budget| {
            ida_4x4::search_with(&goal, moves, ida_4x4::TableUse::AsNeeded, &mut improve, budget)
        });
        let outcome = match concluded(end, budget) {
            Outcome::Stopped { stop, .. } => stopped(known.shifts.map(|shifts| moves.plan(&shifts)), stop, budget),
            outcome => outcome,
        };
        return Solved { strategy: Strategy::Idastar, method: Some(method), outcome };
    }
    if layered_bidirectional::fits(&goal) {
        let method = "layered bidirectional search";
        let mut allotment = Allotment::default();
        let end = budget.with_allotment(&mut allotment, u64::MAX, None, |budget| {
            budget.in_part(method, |budget| layered_bidirectional::search(&goal, moves, budget))
        });
        if end != Err(Stop::Limit(Limit::Memory)) {
            let outcome = or_constructed(puzzle, moves, concluded(end, budget), budget);
            return Solved { strategy: Strategy::Bidirectional, method: Some(method), outcome };
        }
        budget.reclaim(&allotment);
    }
    anytime::solve(puzzle, moves, budget)
}

/// The best known path to the target of a board that is hard, made shorter from its end: the rest of the path from a board
/// on it is replaced by a shortest one, farther and farther from the target. Boards a few moves nearer to the target than
/// the start are much easier than the start.
struct KnownPath {
    shifts: Option<Vec<Shift>>,
    /// Whether it was constructed and a beam has not been tried.
    is_new: bool,
    /// The boards from this one on have been replaced.
    from: Option<usize>,
    /// The expansions of one search.
    limit: u64,
}

/// Expansions of the first searches of rests of a path.
const FIRST_LIMIT: u64 = 250_000;
/// Expansions of the beam before these.
const BEAM_EXPANSIONS: u64 = 100_000;
/// The moves that are always left to the known path; the whole is searched anyway.
const LEAST_LEAD: usize = 1;
/// The length of the first rest that is replaced, and how much longer each next one is.
const FIRST_REST: usize = 12;
const STEP: usize = 2;

impl KnownPath {
    /// Makes the path shorter within `share` expansions.
    fn improve(
        &mut self,
        puzzle: &ShifterPuzzle,
        moves: Moves,
        share: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Some(shifts) = &mut self.shifts else { return Ok(()) };
        if std::mem::take(&mut self.is_new) {
            let beam = |budget: &mut Budget<'_>| anytime::by_beam(puzzle, moves, BEAM_EXPANSIONS, budget);
            let (other, stop) = budget.with_own_bounds(beam);
            if let Some(other) = other.filter(|other| moves.plan(other).cost < moves.plan(shifts).cost) {
                *shifts = other;
                budget.found(moves.plan(shifts).cost);
            }
            stop.map_or(Ok(()), Err)?;
        }
        let end = budget.statistics().expanded + share;
        while budget.statistics().expanded < end {
            let from = match self.from {
                Some(from) if from <= LEAST_LEAD => {
                    // The same again with more effort; those that were solved are solved sooner now.
                    (self.from, self.limit) = (None, self.limit * 4);
                    continue;
                }
                Some(from) => from.saturating_sub(STEP).max(LEAST_LEAD),
                None => shifts.len().saturating_sub(FIRST_REST).max(LEAST_LEAD),
            };
            let rest = Goal::new(&puzzle.source().after(&shifts[..from]), puzzle.target());
            let limit = self.limit;
            let found = budget.with_own_bounds(|budget| {
                budget.in_slice(limit, |budget| ida_4x4::search(&rest, moves, ida_4x4::TableUse::Never, budget))
            });
            match found {
                Ok(Conclusion::Found(plan)) => {
                    let candidate = [&shifts[..from], &shifts_of(&plan.actions)].concat();
                    let cost = moves.plan(&candidate).cost;
                    if cost < moves.plan(shifts).cost {
                        *shifts = candidate;
                        budget.found(cost);
                    }
                }
                Ok(Conclusion::Exhausted) | Err(Stop::Paused) => {}
                Err(stop) => return Err(stop),
            }
            self.from = Some(from);
        }
        Ok(())
    }
}

/// The outcome; if a limit came before an answer, an answer without a search, where that takes no time.
fn or_constructed(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    outcome: Outcome<Slide>,
    budget: &Budget<'_>,
) -> Outcome<Slide> {
    match outcome {
        Outcome::Stopped { stop, .. } => {
            stopped(construct_at_once(puzzle).map(|shifts| moves.plan(&shifts)), stop, budget)
        }
        outcome => outcome,
    }
}

/// An answer without a search, if the board is small enough.
pub(super) fn construct_at_once(puzzle: &ShifterPuzzle) -> Option<Vec<Shift>> {
    let mut budget = Budget::unlimited();
    is_small(puzzle).then(|| anytime::construct(puzzle, &mut budget))?
}

/// Whether an answer without a search takes no noticeable time.
pub(super) fn is_small(puzzle: &ShifterPuzzle) -> bool {
    puzzle.source().cells().len() <= MAX_CELLS_AT_ONCE
}

// Making known answers shorter: by local improvement, and then by the search of `auto`, which also proves
// what it can.

/// The best of `known` answers, or a better one. `shifts`: those of the first known answer. `solve` solves the puzzle
/// anew. `moves`: what counts as a move; `None` if presses count, for which there is no local improvement.
pub(crate) fn optimise(
    puzzle: &ShifterPuzzle,
    moves: Option<Moves>,
    shifts: &[Shift],
    known: &[KnownAnswer],
    budget: &mut Budget<'_>,
    on_better: &mut OnBetter<'_>,
    solve: impl FnOnce(&mut Budget<'_>) -> Report,
) -> Report {
    let (Some(best), Some(moves)) = (known.first(), moves) else {
        return solve(budget).not_worse_than(known, on_better);
    };
    let (plan, stopped) = anytime::shortened(puzzle, moves, shifts, budget);
    let mut best = best.clone();
    if plan.cost < best.cost {
        best = KnownAnswer { solution: join(&plan.actions), cost: plan.cost };
        on_better(&best.solution);
    }
    budget.found(best.cost);
    let report = match stopped {
        None => solve(budget),
        Some(stop) => Report::new(Strategy::Auto, Err(Unanswered::stopped(stop, None)), budget),
    };
    report.not_worse_than(&[best], on_better)
}
