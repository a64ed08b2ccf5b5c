//! Shorter solutions from a solution.
//!
//! The work is done in passes over the solution. A pass cuts it into overlapping slices, and an exact search
//! looks for a cheaper way from the start of a slice to its end:
//!
//! | file | contents |
//! |---|---|
//! | `improver` | the passes: lengths of slices, what was searched before, what is proved, how much is done |
//! | `pass` | a kind of pass, and the searches of one slice in it |
//! | `slice_search` | A* between two positions within a vicinity; its open list; boxes that never move again |
//! | `assignment_bound` | the lower bound of what remains of a slice |
//! | `positions` | what a search has found |
//! | `trip_order` | the trips of the whole solution in another order |
//! | `neighbourhood` | which boxes may leave the known way; solutions, slices of them, and the order of values |
//!
//! Passes differ in the values that count and in the *radius*, the number of boxes that may stand elsewhere
//! than in the known positions. Radius 0 cuts loops and finds shortcuts between known positions; 1 moves the
//! trips of a box to another time or place; larger ones rearrange several boxes; and without a radius a slice
//! becomes optimal. Small radii allow long slices. *Along* the known positions, boxes stand only where there is
//! one in any of them, which puts trips in another order: on an open floor, this leaves out almost all places of
//! a box. Passes repeat with more and more expansions. A search of the whole solution without a radius proves it
//! optimal.
//!
//! Sources: the vicinity search of Sébastien Gouëzel in the optimisers YASO and JSoko, as the Sokoban wiki
//! describes it ("Sokoban optimizer scribbles").

use std::sync::Arc;

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::{Cost, Stop};

use crate::{
    board::Board,
    level::Level,
    notation::metrics::Primary,
    optimise::{improver::Improver, neighbourhood::Solution},
    state::lurd_from_pushes,
};

mod assignment_bound;
mod improver;
mod neighbourhood;
mod pass;
mod positions;
mod slice_search;
mod trip_order;

pub use improver::Effort;

/// The result of improving solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimised {
    /// The best solution.
    pub solution: String,
    /// Its primary metric.
    pub cost: u64,
    /// Its metrics in the order of values: of two solutions, the one with the smaller rank is better.
    pub rank: [u64; 5],
    /// Whether its primary metric is proved optimal.
    pub is_first_optimal: bool,
    /// Whether the second one of moves and pushes is, too.
    pub is_optimal: bool,
    /// What ended the work, if anything did before a proof.
    pub stopped: Option<Stop>,
}

/// What counts, and how much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The metric that counts first.
    pub primary: Primary,
    /// How much is done.
    pub effort: Effort,
    /// The number of slices that are searched at once.
    pub threads: usize,
    /// The metrics that solutions are made shorter in.
    pub shorten: Shorten,
}

/// The metrics that solutions are made shorter in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shorten {
    /// The primary metric alone, which is faster.
    Primary,
    /// The primary metric, and the others where it is equal.
    All,
    /// The others: the primary metric is the smallest possible one already.
    Others,
}

/// Makes the best of `solutions` better, in the order of values of the options; parts of the others are
/// used where they help. With several `threads`, the result may vary from run to run. `on_better` receives each
/// better solution and its rank. `None` if none of them is a solution.
pub fn optimise(
    level: &Arc<Level>,
    board: &Board,
    options: Options,
    solutions: &[&str],
    budget: &mut Budget<'_>,
    on_better: &mut dyn FnMut(&str, [u64; 5]),
) -> Option<Optimised> {
    let mut improvement = Improvement::new(level, board, options, solutions, budget, on_better)?;
    let stopped = improvement.go_on(budget, on_better).err();
    improvement.release(budget);
    Some(improvement.result(stopped))
}

/// A solution with the same pushes as `solution`, whose trips are in an order that takes fewer moves; `None` if none was
/// found before the budget stopped it, or it is no solution. Takes a small part of the time of [`optimise`].
pub fn with_shorter_walks(
    level: &Arc<Level>,
    board: &Board,
    solution: &str,
    budget: &mut Budget<'_>,
) -> Option<String> {
    let pushes = lurd_from_pushes::pushes(board, solution)?;
    let known = Solution::new(level, board, Primary::Moves, pushes)?;
    let (better, _) = trip_order::reordered(board, &known, budget);
    let better = better.and_then(|pushes| Solution::new(level, board, Primary::Moves, pushes)).unwrap_or(known);
    (better.lurd.len() < solution.len()).then_some(better.lurd)
}

/// An optimisation that goes on in several turns.
pub struct Improvement<'b> {
    improver: Improver<'b>,
    effort: Effort,
    /// The solutions of which parts may be used, until they were looked at.
    others: Vec<Solution>,
}

impl<'b> Improvement<'b> {
    /// Begins with the best of `solutions`. `None` if none of them is a solution.
    pub fn new(
        level: &Arc<Level>,
        board: &'b Board,
        options: Options,
        solutions: &[&str],
        budget: &mut Budget<'_>,
        on_better: &mut dyn FnMut(&str, [u64; 5]),
    ) -> Option<Self> {
        let Options { primary, effort, .. } = options;
        let mut known: Vec<(Solution, usize)> = solutions
            .iter()
            .filter_map(|text| {
                let pushes = lurd_from_pushes::pushes(board, text)?;
                Some((Solution::new(level, board, primary, pushes)?, text.len()))
            })
            .collect();
        known.sort_by_key(|(solution, _)| solution.rank);
        known.dedup_by(|one, other| one.0 == other.0);
        let mut known = known.into_iter();
        let (first, length) = known.next()?;
        let others = known.map(|(solution, _)| solution).collect();
        if first.lurd.len() < length {
            // Its walks were not the shortest ones.
            report(&first, budget, on_better);
        }
        budget.found(Cost::try_from(first.rank[0]).unwrap_or(Cost::MAX));
        Some(Self { improver: Improver::new(Arc::clone(level), board, options, first), effort, others })
    }

    /// Makes the solution better until the effort is spent. A turn that the budget ends is continued by the next one, and
    /// keeps the memory of what was searched without success.
    ///
    /// # Errors
    /// When the budget stops it.
    pub fn go_on(&mut self, budget: &mut Budget<'_>, on_better: &mut dyn FnMut(&str, [u64; 5])) -> Result<(), Stop> {
        let others = std::mem::take(&mut self.others);
        let mut report = |solution: &Solution, budget: &mut Budget<'_>| report(solution, budget, on_better);
        let result = self.improver.optimise(others, self.effort, budget, &mut report);
        self.improver.release_searchers(budget);
        result
    }

    /// The primary metric of the best solution so far.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.improver.solution.rank[0]
    }

    /// Releases all memory.
    pub fn release(&mut self, budget: &mut Budget<'_>) {
        self.improver.release(budget);
    }

    /// The best solution so far.
    #[must_use]
    pub fn result(&self, stopped: Option<Stop>) -> Optimised {
        let Improver { solution, is_first_optimal, is_optimal, .. } = &self.improver;
        Optimised {
            solution: solution.lurd.clone(),
            cost: solution.rank[0],
            rank: solution.rank,
            is_first_optimal: *is_first_optimal,
            is_optimal: *is_optimal,
            stopped,
        }
    }
}

fn report(solution: &Solution, budget: &mut Budget<'_>, on_better: &mut dyn FnMut(&str, [u64; 5])) {
    budget.found(Cost::try_from(solution.rank[0]).unwrap_or(Cost::MAX));
    on_better(&solution.lurd, solution.rank);
}
