//! The engine: a strategy a file, and one table that lists them. It knows spaces, never a puzzle.
//!
//! [`run`] takes a space, a strategy and a budget and ends in an [`Outcome`]. Every strategy keeps
//! what it knows in a value and goes on where it was when it is asked again after a stop, except
//! those of the `pathfinding` crate, which run in one go: with a [`Stepper`] the caller owns the
//! loop.

mod ara;
mod astar;
mod beam;
mod bfs;
mod bidirectional;
mod buckets;
mod closed;
mod count;
mod dfs;
mod egreedy;
mod enumerate;
mod enumeration;
mod fess;
mod foreign;
mod greedy;
mod heap;
mod idastar;
mod iddfs;
mod layers;
mod nbs;
mod open;
mod optimal;
mod path;
mod pea;
mod portfolio;
mod random;
mod rectangle;
mod resort;
#[cfg(test)]
mod resuming;
mod rows;
mod sharded;
mod stepper;
pub mod store;
mod table;
mod tree;
mod uniform;

use crate::budget::{Budget, Cancel, Limits};
use crate::outcome::{Conclusion, Cost, Outcome, Plan, Proof, Stop, Weight};
use crate::space::{DEAD, Estimate, Features, Quality, Ranked, Space};

pub use count::{Counted, count_layers};
pub use enumeration::{Enumeration, Origin, enumerate_all};
pub use optimal::each_optimal;
pub use stepper::{Step, Stepper};
pub use store::Searched;
pub use table::{Claim, Family, Need, Row, STRATEGIES, Strategy, choose, fits};

/// What can be set beside the strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The weight of `weighted-astar`.
    pub weight: Weight,
    /// How `astar` and `weighted-astar` break ties.
    pub ties: Ties,
    /// `resort` sorts its list after this many expansions.
    pub resort_every: u32,
    /// The weight that `ara` begins with.
    pub first_weight: Weight,
    /// The width that `beam` begins with, in states a layer.
    pub width: u32,
    /// How often `egreedy` explores, in hundredths of its expansions.
    pub epsilon: u32,
    /// Where the random numbers of `egreedy` begin: the same seed, the same search.
    pub seed: u64,
    /// How many threads `portfolio` and `bfs` may use, if the space has twins and expansions are not
    /// limited.
    pub threads: usize,
    /// The rules of the puzzle that are not to be used, a bit each; no strategy looks at them.
    pub without: u32,
}

/// Which of the states with the same sum of cost and estimate `astar` and `weighted-astar` expand
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one with the smaller estimate, then the younger: the last layer of sums is seldom searched
    /// whole.
    #[default]
    Deep,
    /// The one with the smaller cost, then the younger.
    Shallow,
    /// The one with the smaller estimate, then the older.
    DeepOldest,
    /// The one with the smaller cost, then the older.
    ShallowOldest,
}

impl Ties {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("deep", Self::Deep),
        ("shallow", Self::Shallow),
        ("deep-oldest", Self::DeepOldest),
        ("shallow-oldest", Self::ShallowOldest),
    ];
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            weight: Weight::from_hundredths(200),
            ties: Ties::default(),
            resort_every: 500,
            first_weight: Weight::from_hundredths(300),
            width: 1000,
            epsilon: 50,
            seed: 0,
            threads: 1,
            without: 0,
        }
    }
}

/// A search under way.
trait Search<S: Space> {
    /// Goes on until there is something to conclude. After a [`Stop`] it may be called again and
    /// goes on where it was; only after the memory limit it may not, because a state may then have
    /// been stored and not queued.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop>;

    /// The best plan so far, for a search that was stopped while it looked for a better one. It
    /// comes without a proof: what is proved of it is what the budget's lower bound says.
    fn incumbent(&self) -> Option<Plan<S::Action>> {
        None
    }

    /// Whether it keeps a way to `state`.
    fn has_met(&self, state: &S::State) -> bool {
        let _ = state;
        false
    }

    /// The way to a state that it has met.
    fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        let _ = state;
        None
    }

    /// Whether it can go on after a pause.
    fn can_pause(&self) -> bool {
        true
    }

    /// After the end of a search that ran several strategies: the one whose conclusion it is.
    fn winner(&self) -> Option<Strategy> {
        None
    }
}

/// The estimate, for strategies whose row in the table says that they need one.
fn estimate_of<S: Space>(space: &S) -> &dyn Estimate<S> {
    space.estimate().expect("the table says that this strategy needs it")
}

/// The rate, for strategies whose row in the table says that they need one.
fn rate_of<S: Space>(space: &S) -> &dyn Estimate<S> {
    space.rate().expect("the table says that this strategy needs it")
}

/// The features, for strategies whose row in the table says that they need them.
fn features_of<S: Space>(space: &S) -> &dyn Features<S> {
    space.featured().expect("the table says that this strategy needs them")
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
    Ok(Stepper::new(space, strategy, settings)?.finish(budget))
}

/// What an end proves, by the claim in the strategy's row: the only place that attaches proofs.
fn conclude<A>(
    end: Result<Conclusion<A>, Stop>,
    incumbent: Option<Plan<A>>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Outcome<A> {
    match end {
        Ok(Conclusion::Exhausted) => Outcome::Unsolvable,
        Err(stop) => match incumbent {
            None => Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
            Some(plan) => {
                let lower_bound = budget.lower_bound();
                let proof = proved_by(lower_bound, plan.cost);
                Outcome::Solved { plan, proof, lower_bound, stopped: Some(stop) }
            }
        },
        Ok(Conclusion::Found(plan)) => {
            let proof = match strategy.row().claim {
                Claim::Optimal | Claim::Improving => Proof::Optimal,
                Claim::Within if settings.weight.hundredths() == 100 => Proof::Optimal,
                Claim::Within => Proof::Within(settings.weight),
                Claim::Nothing => Proof::Nothing,
            };
            match proof {
                Proof::Optimal => budget.raise_bound(plan.cost),
                Proof::Within(weight) => budget.raise_bound(bound_within(plan.cost, weight)),
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

/// The lower bound that follows when `cost` is within `weight` of the optimum.
fn bound_within(cost: Cost, weight: Weight) -> Cost {
    let bound = (u64::from(cost) * 100).div_ceil(u64::from(weight.hundredths()));
    u32::try_from(bound).unwrap_or(cost)
}

/// What a lower `bound` alone proves of a plan of this cost; factors are rounded up.
#[must_use]
pub fn proved_by(bound: Cost, cost: Cost) -> Proof {
    if bound >= cost {
        return Proof::Optimal;
    }
    let factor = (u64::from(cost) * 100).div_ceil(u64::from(bound.max(1)));
    match u32::try_from(factor) {
        Ok(hundredths) if bound > 0 => Proof::Within(Weight::from_hundredths(hundredths)),
        _ => Proof::Nothing,
    }
}

/// Runs `strategy` without limits and gives the plan, for small spaces, examples and tests.
///
/// # Panics
/// If `space` does not fit the strategy.
#[must_use]
pub fn solve<S: Searched>(space: &S, strategy: Strategy) -> Option<Plan<S::Action>> {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    match run(space, strategy, &Settings::default(), &mut budget) {
        Ok(Outcome::Solved { plan, .. }) => Some(plan),
        Ok(Outcome::Unsolvable) => None,
        Ok(Outcome::Stopped { .. }) => unreachable!("without limits nothing stops a search"),
        Err(misfit) => panic!("{misfit}"),
    }
}

/// The sizes of the layers of a breadth-first search that ends without a goal.
#[cfg(test)]
pub(crate) fn layers_of_bfs<S: Searched>(space: &S, threads: usize) -> Vec<u64> {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let mut search = sharded::ShardedBfs::new(space, threads);
    let end = search.advance(&mut budget);
    assert!(matches!(end, Ok(Conclusion::Exhausted)), "the space has no goal");
    let all = search.layers().iter().sum::<u64>();
    let statistics = budget.statistics();
    assert_eq!((statistics.stored, statistics.expanded), (all, all), "every state once");
    search.layers().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incumbent_is_worth_what_the_bound_says() {
        let within = |hundredths| Proof::Within(Weight::from_hundredths(hundredths));
        assert_eq!(proved_by(7, 7), Proof::Optimal);
        assert_eq!(proved_by(0, 0), Proof::Optimal);
        assert_eq!(proved_by(3, 4), within(134));
        assert_eq!(proved_by(0, 4), Proof::Nothing);
        assert_eq!(proved_by(1, Cost::MAX), Proof::Nothing);
        assert_eq!(bound_within(10, Weight::from_hundredths(300)), 4);
    }
}
