//! The engine: a strategy a file, and one table that lists them. It knows spaces, never a puzzle.
//!
//! [`run`] takes a space, a strategy and a budget and ends in an [`Outcome`]. Every strategy keeps
//! what it knows in a value and goes on where it was when it is asked again after a stop, except
//! those of the `pathfinding` crate, which run in one go.

mod astar;
mod bfs;
mod bidirectional;
mod closed;
mod enumerate;
mod enumeration;
mod foreign;
mod greedy;
mod idastar;
mod layers;
mod open;
mod path;
mod resort;
pub mod store;
mod table;
mod uniform;

use crate::budget::{Budget, Cancel, Limits};
use crate::outcome::{Conclusion, Outcome, Plan, Proof, Stop, Weight};
use crate::space::{DEAD, Estimate, Quality, Ranked, Space};

pub use enumeration::{Enumeration, Origin, enumerate_all};
pub use store::Searched;
pub use table::{Claim, Family, Need, Row, STRATEGIES, Strategy, choose, fits};

/// What can be set beside the strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The weight of `weighted-astar`.
    pub weight: Weight,
    /// `resort` sorts its list after this many expansions.
    pub resort_every: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { weight: Weight::from_hundredths(200), resort_every: 500 }
    }
}

/// A search under way.
trait Search<S: Space> {
    /// Goes on until there is something to conclude. After a [`Stop`] it may be called again and
    /// goes on where it was; only after the memory limit it may not, because a state may then have
    /// been stored and not queued.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop>;
}

/// The estimate, for strategies whose row in the table says that they need one.
fn estimate_of<S: Space>(space: &S) -> &dyn Estimate<S> {
    space.estimate().expect("the table says that this strategy needs it")
}

/// The rate, for strategies whose row in the table says that they need one.
fn rate_of<S: Space>(space: &S) -> &dyn Estimate<S> {
    space.rate().expect("the table says that this strategy needs it")
}

/// The ranking, for strategies whose row in the table says that they need one.
fn ranked_of<S: Space>(space: &S) -> &dyn Ranked<S> {
    space.ranked().expect("the table says that this strategy needs it")
}

/// Notes the lower bound that an admissible estimate gives at the start.
fn raise_to_estimate<S: Space>(space: &S, start: &S::State, budget: &mut Budget<'_>) {
    if let Some(estimate) = space.estimate()
        && estimate.quality() >= Quality::Admissible
    {
        let bound = estimate.of(start);
        budget.raise_bound(if bound == DEAD { 0 } else { bound });
    }
}

/// Runs `strategy` on `space`.
///
/// # Errors
/// What `space` lacks for this strategy, in words.
pub fn run<S: Searched>(
    space: &S,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Outcome<S::Action>, String> {
    fits(strategy, space)?;
    let strategy = if strategy == Strategy::Auto { choose(space) } else { strategy };
    let conclusion = match strategy {
        Strategy::Auto => unreachable!("choose names a strategy"),
        Strategy::Bfs => bfs::Bfs::new(space).advance(budget),
        Strategy::Uniform => uniform::Uniform::new(space).advance(budget),
        Strategy::Bidirectional => bidirectional::Bidirectional::new(space).advance(budget),
        Strategy::Greedy => greedy::Greedy::new(space).advance(budget),
        Strategy::Resort => resort::Resort::new(space, settings.resort_every).advance(budget),
        Strategy::Astar => astar::Astar::new(space, Weight::from_hundredths(100)).advance(budget),
        Strategy::WeightedAstar => astar::Astar::new(space, settings.weight).advance(budget),
        Strategy::Idastar => idastar::Idastar::new(space).advance(budget),
        Strategy::Enumerate => enumerate::Enumerate::new(space, ranked_of(space)).advance(budget),
        Strategy::PathfindingBfs => foreign::bfs(space, budget),
        Strategy::PathfindingDijkstra => foreign::dijkstra(space, budget),
        Strategy::PathfindingAstar => foreign::astar(space, budget),
        Strategy::PathfindingIdastar => foreign::idastar(space, budget),
    };
    Ok(conclude(conclusion, strategy, settings, budget))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "more settings come with more strategies")]
fn conclude<A>(
    conclusion: Result<Conclusion<A>, Stop>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Outcome<A> {
    match conclusion {
        Ok(Conclusion::Exhausted) => Outcome::Unsolvable,
        Err(stop) => Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
        Ok(Conclusion::Found(plan)) => {
            let proof = match strategy.row().claim {
                Claim::Optimal => Proof::Optimal,
                Claim::Within if settings.weight.hundredths() == 100 => Proof::Optimal,
                Claim::Within => Proof::Within(settings.weight),
                Claim::Nothing => Proof::Nothing,
            };
            match proof {
                Proof::Optimal => budget.raise_bound(plan.cost),
                Proof::Within(weight) => {
                    let bound = (u64::from(plan.cost) * 100).div_ceil(u64::from(weight.hundredths()));
                    budget.raise_bound(u32::try_from(bound).unwrap_or(plan.cost));
                }
                Proof::Nothing => {}
            }
            // A bound that meets the cost is a proof, wherever it came from.
            let proof = match proof {
                Proof::Within(_) if budget.lower_bound() >= plan.cost => Proof::Optimal,
                proof => proof,
            };
            Outcome::Solved { plan, proof, lower_bound: budget.lower_bound(), stopped: None }
        }
    }
}

/// Runs `strategy` without limits and gives the plan, for small spaces, examples and tests.
///
/// # Panics
/// If `space` does not fit the strategy.
#[must_use]
pub fn solve<S: Searched>(space: &S, strategy: Strategy) -> Option<Plan<S::Action>> {
    let mut nobody = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut nobody);
    match run(space, strategy, &Settings::default(), &mut budget) {
        Ok(Outcome::Solved { plan, .. }) => Some(plan),
        Ok(Outcome::Unsolvable) => None,
        Ok(Outcome::Stopped { .. }) => unreachable!("without limits nothing stops a search"),
        Err(misfit) => panic!("{misfit}"),
    }
}
