//! A search whose loop the caller owns, and the one place where strategies become searches.

use super::{
    Search, Settings, Strategy, ara, astar, beam, bfs, bidirectional, choose, conclude, dfs, egreedy,
    enumerate, fess, fits, foreign, greedy, idastar, iddfs, nbs, pea, portfolio, ranked_of, rectangle,
    resort, sharded, uniform,
};
use crate::budget::Budget;
use crate::outcome::{Outcome, Plan, Stop, Weight};
use crate::search::Searched;

/// What came of a part of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// The search paused and can go on.
    Paused,
    /// It is over, and this is what [`run`](super::run) would have given.
    Ended(Outcome<A>),
}

/// A search that goes on for as many expansions at a time as its caller likes, so that a prompt, a
/// test or a window can own the loop.
///
/// The slices change nothing: the outcome and the statistics are those of a search in one go. (But
/// `enumerate` may count fewer neighbours as generated, because it looks at those of many states
/// together and counts empty places.) Only the strategies of the `pathfinding` crate cannot pause;
/// their first advance runs to the end.
/// Figures and the lower bound can be read off the budget between two slices, which must be the same
/// budget throughout.
///
/// A conclusion, a limit and a cancellation are ends, and every further call gives the same end. In
/// particular nothing can go on after the memory limit, when a state may have been stored and not
/// queued: what would then be called exhausted would be no proof.
///
/// ```
/// use lurd::budget::{Budget, Cancel, Limits};
/// use lurd::outcome::Outcome;
/// use lurd::search::{Settings, Step, Stepper, Strategy};
/// use lurd::space::{Children, Space};
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
///     fn expand(&self, state: &u64, children: &mut Children<Self>) {
///         for step in [1, 10].into_iter().filter(|step| state + step <= 1000) {
///             children.push(&(state + step), step, 1);
///         }
///     }
/// }
///
/// let mut no_observer = ();
/// let mut budget = Budget::new(Limits::default(), Cancel::default(), &mut no_observer);
/// let mut search = Stepper::new(&Stairs, Strategy::Bfs, &Settings::default())?;
/// let mut slices = 0;
/// let outcome = loop {
///     slices += 1;
///     match search.advance(100, &mut budget) {
///         Step::Paused => assert_eq!(budget.statistics().expanded, 100 * slices),
///         Step::Ended(outcome) => break outcome,
///     }
/// };
/// let Outcome::Solved { plan, .. } = outcome else { panic!("there is a way") };
/// assert_eq!(plan.cost, 99 + 5);
/// assert!(slices > 5);
/// # Ok::<(), String>(())
/// ```
pub struct Stepper<'s, S: Searched> {
    strategy: Strategy,
    settings: Settings,
    state: State<'s, S>,
}

enum State<'s, S: Searched> {
    Running(Box<dyn Search<S> + 's>),
    /// What the search kept is dropped.
    Ended(Outcome<S::Action>),
}

impl<'s, S: Searched> Stepper<'s, S> {
    /// A search of `space` by `strategy` that has not begun.
    ///
    /// # Errors
    /// What `space` lacks for this strategy, in words.
    pub fn new(space: &'s S, strategy: Strategy, settings: &Settings) -> Result<Self, String> {
        fits(strategy, space)?;
        let strategy = if strategy == Strategy::Auto { choose(space) } else { strategy };
        Ok(Self { strategy, settings: *settings, state: State::Running(begin(space, strategy, settings)) })
    }

    /// The strategy: of `auto` the one it chose, of a portfolio that has ended the one that won.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Whether the search is over.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// The best plan so far. Anytime strategies have one before they end.
    #[must_use]
    pub fn best(&self) -> Option<Plan<S::Action>> {
        match &self.state {
            State::Running(search) => search.incumbent(),
            State::Ended(Outcome::Solved { plan, .. }) => Some(plan.clone()),
            State::Ended(_) => None,
        }
    }

    /// Whether the search, which has not ended, has come to `state` and knows how: what another search
    /// can take for a goal, so that the two meet. O(1). Only `fess` keeps what it takes; other
    /// strategies have met nothing.
    #[must_use]
    pub fn has_met(&self, state: &S::State) -> bool {
        matches!(&self.state, State::Running(search) if search.has_met(state))
    }

    /// How the search came to a state that it [has met](Stepper::has_met). Takes as many expansions
    /// as the plan is long.
    #[must_use]
    pub fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        match &self.state {
            State::Running(search) => search.plan_to(state),
            State::Ended(_) => None,
        }
    }

    /// Goes on for `expansions` more, or to the end if that comes first.
    pub fn advance(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Step<S::Action> {
        let outcome = match &self.state {
            State::Running(search) if search.can_pause() => {
                budget.in_slice(expansions, |budget| self.finish(budget))
            }
            _ => self.finish(budget),
        };
        if self.has_ended() { Step::Ended(outcome) } else { Step::Paused }
    }

    /// Goes on to the end. If the budget itself says that the search is to pause, the outcome says
    /// so, and the search can go on.
    pub fn finish(&mut self, budget: &mut Budget<'_>) -> Outcome<S::Action> {
        let search = match &mut self.state {
            State::Ended(outcome) => return outcome.clone(),
            State::Running(search) => search,
        };
        let end = search.advance(budget);
        let paused = matches!(end, Err(Stop::Paused)) && search.can_pause();
        let incumbent = if end.is_err() { search.incumbent() } else { None };
        self.strategy = search.winner().unwrap_or(self.strategy);
        let outcome = conclude(end, incumbent, self.strategy, &self.settings, budget);
        if !paused {
            self.state = State::Ended(outcome.clone());
        }
        outcome
    }
}

/// The search that a strategy is, for a space that fits it.
pub(super) fn begin<'s, S: Searched>(
    space: &'s S,
    strategy: Strategy,
    settings: &Settings,
) -> Box<dyn Search<S> + 's> {
    match strategy {
        Strategy::Auto => begin(space, choose(space), settings),
        Strategy::Bfs if settings.threads > 1 => Box::new(sharded::ShardedBfs::new(space, settings.threads)),
        Strategy::Bfs => Box::new(bfs::Bfs::new(space)),
        Strategy::Uniform => Box::new(uniform::Uniform::new(space)),
        Strategy::Dfs => Box::new(dfs::Dfs::new(space)),
        Strategy::Iddfs => Box::new(iddfs::Iddfs::new(space)),
        Strategy::Bidirectional => Box::new(bidirectional::Bidirectional::new(space)),
        Strategy::Greedy => Box::new(greedy::Greedy::new(space)),
        Strategy::Resort => Box::new(resort::Resort::new(space, settings.resort_every)),
        Strategy::Egreedy => Box::new(egreedy::Egreedy::new(space, settings.epsilon, settings.seed)),
        Strategy::Astar => Box::new(astar::Astar::new(space, Weight::from_hundredths(100), settings.ties)),
        Strategy::WeightedAstar => Box::new(astar::Astar::new(space, settings.weight, settings.ties)),
        Strategy::Pea => Box::new(pea::Pea::new(space)),
        Strategy::Idastar => Box::new(idastar::Idastar::new(space)),
        Strategy::Nbs => Box::new(nbs::Nbs::new(space)),
        Strategy::Ara => Box::new(ara::Ara::new(space, settings.first_weight)),
        Strategy::Beam => Box::new(beam::Beam::new(space, settings.width)),
        Strategy::Rectangle => Box::new(rectangle::Rectangle::new(space)),
        Strategy::Enumerate => Box::new(enumerate::Enumerate::new(space, ranked_of(space))),
        Strategy::Fess => Box::new(fess::Fess::new(space)),
        Strategy::Portfolio => Box::new(portfolio::Portfolio::new(space, settings)),
        Strategy::PathfindingBfs => Box::new(foreign::InOneGo { space, run: foreign::bfs }),
        Strategy::PathfindingDijkstra => Box::new(foreign::InOneGo { space, run: foreign::dijkstra }),
        Strategy::PathfindingAstar => Box::new(foreign::InOneGo { space, run: foreign::astar }),
        Strategy::PathfindingIdastar => Box::new(foreign::InOneGo { space, run: foreign::idastar }),
    }
}
