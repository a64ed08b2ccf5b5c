//! Searches that can be paused and resumed.

use super::{
    closed_list::Searched,
    proof::conclude,
    settings::Settings,
    strategies::{
        beam,
        best_first::{astar, uniform, weighted_astar},
        bfs, bidirectional, dfs, fess, greedy,
        iterative_deepening::{idastar, iddfs},
        rectangle, resort,
    },
    strategy::{BoxedSearch, Row, Search, Strategy, UnmetNeeds},
};
use crate::budget::{Budget, Cutoff};
use crate::outcome::{Cost, Outcome, Plan, Stop};

/// Result of a slice of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// The search paused and can be resumed.
    Paused,
    /// The search ended with the outcome that it would have had in one go.
    Ended(Outcome<A>),
}

/// A search that runs in slices of as many expansions as its caller requests, so that a prompt, a test or
/// a window can own the loop.
///
/// The outcome and the statistics do not depend on the slices. The strategies of the `pathfinding` crate cannot
/// pause: their first slice runs to the end. Between slices, statistics and lower bound can be read from the
/// budget, which must be the same throughout.
///
/// A conclusion, a limit and a cancellation end the search, and every further call returns the same
/// outcome. In particular a search is not resumed after the memory limit, when a state may have been
/// stored but not queued, so that running out of states would prove nothing.
///
/// ```
/// use lurd_engine::{Budget, Limits};
/// use lurd_engine::Outcome;
/// use lurd_engine::program::search::Step;
/// use lurd_engine::{Settings, Stepper};
/// use lurd_engine::{Space, Successors};
///
/// /// Steps of one and of ten up to 1000.
/// struct Stairs;
///
/// impl Space for Stairs {
///     type State = u64;
///     type Action = u64;
///
///     fn start(&self) -> u64 {
///         0
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == 995
///     }
///     fn expand(&self, state: &u64, children: &mut Successors<Self>) {
///         for step in [1, 10].into_iter().filter(|step| state + step <= 1000) {
///             children.push(state + step, step, 1);
///         }
///     }
///     fn unit_costs(&self) -> bool {
///         true
///     }
/// }
///
/// let mut budget = Budget::within(Limits::usual());
/// let mut search = Stepper::bfs(&Stairs, &Settings::default())?;
/// let mut slices = 0;
/// let outcome = loop {
///     slices += 1;
///     match search.advance(100, &mut budget) {
///         Step::Paused => assert_eq!(budget.statistics().expanded, 100 * slices),
///         Step::Ended(outcome) => break outcome,
///     }
/// };
/// let Outcome::Solved { plan, .. } = outcome else { panic!("it is reachable") };
/// assert_eq!(plan.cost, 99 + 5);
/// assert!(slices > 5);
/// # Ok::<(), lurd_engine::program::search::UnmetNeeds>(())
/// ```
pub struct Stepper<'s, S: Searched> {
    space: &'s S,
    strategy: Strategy,
    settings: Settings,
    progress: SearchState<'s, S>,
    cutoff: Cutoff,
}

enum SearchState<'s, S: Searched> {
    Running(BoxedSearch<'s, S>),
    Ended(Outcome<S::Action>),
}

impl<'s, S: Searched> Stepper<'s, S> {
    pub(super) fn under_way(space: &'s S, strategy: Strategy, settings: &Settings, search: BoxedSearch<'s, S>) -> Self {
        let progress = SearchState::Running(search);
        Self { space, strategy, settings: *settings, progress, cutoff: Cutoff::default() }
    }

    /// Runs a search by a strategy of another crate, in the same way as those of this crate: in slices or to the end, with
    /// the check of plans against what the space declares and against the lower bound, and with the proof that the claim
    /// of the row stands for. `examples/own_strategy.rs` has one.
    ///
    /// # Errors
    /// The needs of the row that `space` does not meet.
    pub fn of(
        space: &'s S,
        row: &'static Row,
        settings: &Settings,
        search: Box<dyn Search<S> + 's>,
    ) -> Result<Self, UnmetNeeds> {
        row.fits(space)?;
        Ok(Self::under_way(space, row.strategy, settings, search))
    }

    /// Creates an anytime search that grows in width and depth from the start: what `beam` does with the time that is left
    /// after its first plan. [`best`](Self::best) returns the best plan so far.
    ///
    /// # Errors
    /// The space has no admissible estimate.
    pub fn rectangle(space: &'s S, settings: &Settings) -> Result<Self, UnmetNeeds> {
        astar::ROW.fits(space)?;
        Self::by(space, Strategy::Beam, settings, rectangle::begin)
    }

    fn by(
        space: &'s S,
        strategy: Strategy,
        settings: &Settings,
        begin: fn(&'s S, &Settings) -> BoxedSearch<'s, S>,
    ) -> Result<Self, UnmetNeeds> {
        strategy.row().fits(space)?;
        Ok(Self::under_way(space, strategy, settings, begin(space, settings)))
    }

    /// The strategy in use: the chosen one for `auto`.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.progress, SearchState::Ended(_))
    }

    /// The best plan so far. Anytime strategies have one before they end.
    #[must_use]
    pub fn best(&self) -> Option<Plan<S::Action>> {
        match &self.progress {
            SearchState::Running(search) => search.incumbent(),
            SearchState::Ended(Outcome::Solved { plan, .. }) => Some(plan.clone()),
            SearchState::Ended(_) => None,
        }
    }

    /// Whether the search is running and keeps a path to `state`, so that another search can take the
    /// state for a goal. O(1). Always false for strategies other than `fess`.
    #[must_use]
    pub fn has_met(&self, state: &S::State) -> bool {
        matches!(&self.progress, SearchState::Running(search) if search.has_met(state))
    }

    /// The plan to a state for which [`has_met`](Self::has_met) is true. Takes as many expansions as the
    /// plan has actions.
    #[must_use]
    pub fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        match &self.progress {
            SearchState::Running(search) => search.plan_to(state),
            SearchState::Ended(_) => None,
        }
    }

    /// Leaves out paths that cost `cost` or more from now on, and returns true; or false for strategies other than
    /// `astar` and `bidirectional`, which ignore it. If they are left out, [`Outcome::Unsolvable`] means that no path
    /// costs less than the lowest such cost, which the lower bound of the budget then is.
    pub fn prune_from(&mut self, cost: Cost) -> bool {
        match &mut self.progress {
            SearchState::Running(search) => search.prune_from(cost),
            SearchState::Ended(_) => false,
        }
    }

    /// The lower bound that this search alone has proved, while it runs; 0 for strategies other than `uniform`, `astar` and
    /// `bidirectional`.
    #[must_use]
    pub fn lower_bound(&self) -> Cost {
        match &self.progress {
            SearchState::Running(search) => search.lower_bound(),
            SearchState::Ended(_) => 0,
        }
    }

    /// The lowest rate of a state that `greedy` has expanded, while it runs: how near to a goal it seems to have come.
    /// `None` before the first expansion and for other strategies.
    #[must_use]
    pub fn lowest_rate(&self) -> Option<Cost> {
        match &self.progress {
            SearchState::Running(search) => search.lowest_rate(),
            SearchState::Ended(_) => None,
        }
    }

    /// Resumes the search for at most `expansions` more expansions.
    pub fn advance(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Step<S::Action> {
        let outcome = match &self.progress {
            SearchState::Running(search) if search.can_pause() => {
                budget.in_slice(expansions, |budget| self.finish(budget))
            }
            _ => self.finish(budget),
        };
        if self.has_ended() { Step::Ended(outcome) } else { Step::Paused }
    }

    /// Resumes the search and runs it to the end. If the budget itself requests a pause, the outcome is
    /// [`Stop::Paused`], and the search can be resumed.
    pub fn finish(&mut self, budget: &mut Budget<'_>) -> Outcome<S::Action> {
        let search = match &mut self.progress {
            SearchState::Ended(outcome) => return outcome.clone(),
            SearchState::Running(search) => search,
        };
        let end = budget.prove(&mut self.cutoff, |budget| search.advance(budget));
        let paused = matches!(end, Err(Stop::Paused)) && search.can_pause();
        let incumbent = if end.is_err() { search.incumbent() } else { None };
        let outcome = conclude(self.space, end, incumbent, self.strategy, &self.settings, budget);
        if !paused {
            self.progress = SearchState::Ended(outcome.clone());
        }
        outcome
    }
}

macro_rules! searches_by_one_strategy {
    ($($file:ident: $name:ident,)*) => {
        /// Searches by one strategy, for spaces that are searched by few: no other is compiled for them.
        impl<'s, S: Searched> Stepper<'s, S> {
            $(
                #[doc = concat!("Creates a search of `space` by `", stringify!($file), "`, for it alone.")]
                ///
                /// # Errors
                /// The needs of the strategy that `space` does not meet.
                pub fn $file(space: &'s S, settings: &Settings) -> Result<Self, UnmetNeeds> {
                    Self::by(space, Strategy::$name, settings, $file::begin)
                }
            )*
        }
    };
}

searches_by_one_strategy! {
    astar: Astar,
    beam: Beam,
    bfs: Bfs,
    bidirectional: Bidirectional,
    dfs: Dfs,
    fess: Fess,
    greedy: Greedy,
    idastar: Idastar,
    iddfs: Iddfs,
    resort: Resort,
    uniform: Uniform,
    weighted_astar: WeightedAstar,
}
