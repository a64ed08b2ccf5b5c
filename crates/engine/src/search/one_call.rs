//! Searches in one call that return a plan or the reason why there is none.

use std::fmt;

use super::{
    closed_list::Searched,
    named,
    resumable::Stepper,
    settings::Settings,
    strategy::{Row, Strategy, UnmetNeeds},
};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Limit, Outcome, Plan, Stop};

/// Why a search found no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// There is provably no plan.
    Unsolvable,
    /// The search was stopped before it found a plan. Proves nothing, except that no plan costs less than the bound.
    Stopped {
        /// What stopped it.
        stop: Stop,
        /// A lower bound of the cost of every plan.
        lower_bound: Cost,
        /// The highest cost that was looked for ([`Limits::cost`](crate::budget::Limits::cost)).
        cost_limit: Option<Cost>,
    },
    /// The space does not have what the strategy needs.
    Unmet(UnmetNeeds),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable => f.write_str("no goal can be reached"),
            Self::Stopped { stop, lower_bound, cost_limit } => {
                match (stop, cost_limit) {
                    (Stop::Limit(Limit::Cost), Some(most)) => write!(f, "the cost limit of {most} was exceeded")?,
                    _ => stop.fmt(f)?,
                }
                let is_told = *stop == Stop::Limit(Limit::Cost) && *lower_bound > 0;
                if is_told { write!(f, "; a plan costs at least {lower_bound}") } else { Ok(()) }
            }
            Self::Unmet(unmet) => {
                write!(f, "the strategy {unmet}")?;
                let methods = unmet.needs().iter().filter_map(|need| need.method());
                methods.map(|method| format!("`Graph::{method}`")).try_for_each(|method| write!(f, ", see {method}"))
            }
        }
    }
}

impl std::error::Error for Unsolved {}

impl From<Stop> for Unsolved {
    fn from(stop: Stop) -> Self {
        Self::Stopped { stop, lower_bound: 0, cost_limit: None }
    }
}

impl From<UnmetNeeds> for Unsolved {
    fn from(unmet: UnmetNeeds) -> Self {
        Self::Unmet(unmet)
    }
}

/// Searches `space` by `strategy` without limits and returns the plan. Strategies that are
/// named like this are compiled once for all spaces; [`astar`](super::astar()) and its like are compiled for the space, which
/// makes them faster.
///
/// # Errors
/// There is no plan, the space does not have what the strategy needs, costs exceed 2^64 - 2, or what the space declares is
/// false.
pub fn solve<S: Searched>(space: &S, strategy: Strategy) -> Result<Plan<S::Action>, Unsolved> {
    solve_within(space, strategy, &mut Budget::unlimited())
}

/// Searches `space` by `strategy` and returns the plan; [`run`](named::run) returns what is proved, too.
///
/// ```
/// use lurd_engine::{Budget, Limits};
/// use lurd_engine::Strategy;
/// use lurd_engine::program::search;
/// use lurd_engine::Graph;
///
/// let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
/// let mut budget = Budget::within(Limits::NONE.cost(5));
/// let unsolved = search::solve_within(&graph, Strategy::Uniform, &mut budget).expect_err("the cheapest plan costs 6");
/// assert_eq!(unsolved.to_string(), "the cost limit of 5 was exceeded; a plan costs at least 6");
/// ```
///
/// What earlier searches with this budget have used counts; what they have proved does not, so they may have searched another
/// space.
///
/// # Errors
/// As [`solve`], and a stop by the budget.
pub fn solve_within<S: Searched>(
    space: &S,
    strategy: Strategy,
    budget: &mut Budget<'_>,
) -> Result<Plan<S::Action>, Unsolved> {
    budget.begin_another_space();
    plan_of(named::run(space, strategy, &Settings::default(), budget)?, budget)
}

fn plan_of<A>(outcome: Outcome<A>, budget: &Budget<'_>) -> Result<Plan<A>, Unsolved> {
    match outcome {
        Outcome::Solved { plan, .. } => Ok(plan),
        Outcome::Unsolvable => Err(Unsolved::Unsolvable),
        Outcome::Stopped { stop, lower_bound } => {
            Err(Unsolved::Stopped { stop, lower_bound, cost_limit: budget.limits().cost })
        }
    }
}

/// Searches `space` by a strategy of another crate, which is a function, and returns the plan. [`Stepper::of`] takes any
/// [`Search`](super::Search) and settings, and returns what is proved.
///
/// # Errors
/// As [`solve_within`].
pub fn solve_by<'s, S: Searched>(
    space: &'s S,
    row: &'static Row,
    search: impl FnMut(&mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> + 's,
    budget: &mut Budget<'_>,
) -> Result<Plan<S::Action>, Unsolved> {
    budget.begin_another_space();
    plan_of(Stepper::of(space, row, &Settings::default(), Box::new(search))?.finish(budget), budget)
}

macro_rules! solve_by_one_strategy {
    ($($name:ident,)*) => {$(
        #[doc = concat!("Searches `space` by `", stringify!($name), "` without limits and returns the plan. Compiles no")]
        #[doc = concat!("other strategy for the space; so does [`Stepper::", stringify!($name), "`], whose search takes")]
        /// settings and a budget, and returns what is proved.
        ///
        /// # Errors
        /// As [`solve`].
        pub fn $name<S: Searched>(space: &S) -> Result<Plan<S::Action>, Unsolved> {
            let mut budget = Budget::unlimited();
            plan_of(Stepper::$name(space, &Settings::default())?.finish(&mut budget), &budget)
        }
    )*};
}

solve_by_one_strategy! {
    astar,
    beam,
    bfs,
    bidirectional,
    dfs,
    greedy,
    idastar,
    iddfs,
    uniform,
    weighted_astar,
}
