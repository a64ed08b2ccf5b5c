//! The description of a strategy: its row in the registry, what it requires of a space, and what it proves.
//! Also the trait of a running search.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    budget::Budget,
    outcome::{Conclusion, Cost, Plan, Stop},
    space::{Backward, DEAD_END, Features, Guarantee, Heuristic, Space},
};

macro_rules! strategy_enum {
    ($($(#[$when:meta])? $name:ident: $($file:ident)::+,)*) => {
        /// A strategy, by name. [`STRATEGIES`](super::STRATEGIES) describes each in a [`Row`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Strategy {
            $(
                #[doc = concat!("The strategy of the file `strategies/", stringify!($($file)/+), "`.")]
                $(#[$when])?
                $name,
            )*
            /// A strategy of another crate (see [`Row::outside`]).
            Outside(Outside),
        }
    };
}

for_each_strategy!(strategy_enum);

/// A strategy of another crate, by its row. Two are equal if their names are.
#[derive(Clone, Copy)]
pub struct Outside(pub(in crate::search) &'static Row);

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The row contains this value.
        self.0.name.fmt(f)
    }
}

impl PartialEq for Outside {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Outside {}

impl PartialOrd for Outside {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Outside {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.name.cmp(other.0.name)
    }
}

impl Hash for Outside {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

/// What a strategy proves about the cost of a plan it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The cost is optimal.
    Optimal,
    /// The cost is within the factor [`Settings::weight`](super::Settings::weight) of the optimum.
    Within,
    /// No claim about the cost.
    Nothing,
}

/// An ability or property that a strategy requires of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// Every action costs 1.
    UnitCosts,
    /// An estimate. Where it is not admissible, the strategy claims nothing.
    Estimate,
    /// An admissible estimate.
    Heuristic,
    /// A consistent estimate.
    ConsistentHeuristic,
    /// A rate.
    Rate,
    /// Predecessors of a state, and the goal states.
    Backward,
    /// Features and advisors.
    Features,
    /// A search that another crate begins: the strategy is not one of this crate, which cannot begin it by its name.
    Begun,
}

impl Need {
    fn is_met<S: Space>(self, space: &S) -> bool {
        let guarantee = || space.heuristic().map(Heuristic::guarantee);
        match self {
            Self::UnitCosts => space.unit_costs(),
            Self::Estimate => space.heuristic().is_some(),
            Self::Heuristic => guarantee().is_some_and(|guarantee| guarantee >= Guarantee::Admissible),
            Self::ConsistentHeuristic => guarantee() == Some(Guarantee::Consistent),
            Self::Rate => space.rate().is_some(),
            Self::Backward => space.backward().is_some(),
            Self::Features => space.featured().is_some(),
            Self::Begun => false,
        }
    }
}

impl Need {
    /// What declares it in a [`Graph`](crate::space::Graph).
    pub(in crate::search) fn method(self) -> Option<&'static str> {
        match self {
            Self::UnitCosts => Some("with_unit_costs"),
            Self::Estimate | Self::Heuristic => Some("with_estimate"),
            Self::ConsistentHeuristic => Some("with_consistent_estimate"),
            Self::Rate => Some("with_rate"),
            Self::Backward => Some("with_backward"),
            Self::Features | Self::Begun => None,
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnitCosts => "actions that all cost 1",
            Self::Estimate => "an estimate",
            Self::Heuristic => "an admissible estimate",
            Self::ConsistentHeuristic => "a consistent estimate",
            Self::Rate => "a rate function",
            Self::Backward => "moves backward from the goal",
            Self::Features => "features",
            Self::Begun => "a program that begins it by `search::solve_by` or `Stepper::of`",
        })
    }
}

/// Group of a strategy. Determines which strategies a comparison runs by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// Chooses among the other strategies or runs several of them.
    Plan,
    /// Uses only the rules: no estimate, and no pruning rule of the puzzle.
    Blind,
    /// Uses the puzzle's estimate, rate and pruning rules.
    Informed,
    /// A blind strategy of the `pathfinding` crate, for reference.
    BlindReference,
    /// An informed strategy of the `pathfinding` crate, for reference.
    InformedReference,
}

/// Description of a strategy: one row of the registry.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The strategy described.
    pub strategy: Strategy,
    /// Name at the prompt and after `--strategy`.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Publication or crate it comes from.
    pub source: &'static str,
    /// Group of the strategy.
    pub family: Family,
    /// What it requires of a space.
    pub needs: &'static [Need],
    /// What it proves about the cost of a plan.
    pub claim: Claim,
    /// Whether it stores the states it has visited.
    pub stores: bool,
    /// Whether a comparison runs it by default. False for depth-first strategies, which mostly run into the limit.
    pub compared: bool,
}

impl Row {
    /// Row without needs and claims of a strategy that stores states and is compared by default.
    pub(in crate::search) const fn new(strategy: Strategy, name: &'static str, family: Family) -> Self {
        Self {
            strategy,
            name,
            summary: "",
            source: "-",
            family,
            needs: &[],
            claim: Claim::Nothing,
            stores: true,
            compared: true,
        }
    }

    /// Row of a strategy of another crate, with nothing required and nothing proved, which stores states and is compared by
    /// default. The row is a static that names itself: that is how its [`Strategy`] finds it.
    ///
    /// ```
    /// use lurd_engine::program::{search::Claim, search::Family, search::Need, search::Row};
    ///
    /// static DEPTH_FIRST: Row = Row::outside(&DEPTH_FIRST, "my-dfs", Family::Blind)
    ///     .described("depth-first, with an own order", "ours");
    /// static BEST: Row = Row::outside(&BEST, "my-best", Family::Informed).needing(&[Need::Heuristic]).claiming(Claim::Optimal);
    ///
    /// assert_eq!(BEST.strategy.name(), "my-best");
    /// assert_ne!(BEST.strategy, DEPTH_FIRST.strategy);
    /// ```
    #[must_use]
    pub const fn outside(itself: &'static Self, name: &'static str, family: Family) -> Self {
        Self::new(Strategy::Outside(Outside(itself)), name, family)
    }

    /// The same row with a line of help and a source.
    #[must_use]
    pub const fn described(self, summary: &'static str, source: &'static str) -> Self {
        Self { summary, source, ..self }
    }

    /// The same row of a strategy that requires this of a space.
    #[must_use]
    pub const fn needing(self, needs: &'static [Need]) -> Self {
        Self { needs, ..self }
    }

    /// The same row of a strategy that proves this about its plans.
    #[must_use]
    pub const fn claiming(self, claim: Claim) -> Self {
        Self { claim, ..self }
    }

    /// The same row of a strategy that does not store the states it has visited.
    #[must_use]
    pub const fn storing_nothing(self) -> Self {
        Self { stores: false, ..self }
    }

    /// The same row of a strategy that a comparison does not run by default.
    #[must_use]
    pub const fn not_compared(self) -> Self {
        Self { compared: false, ..self }
    }

    /// Checks that `space` meets the needs of the strategy.
    ///
    /// # Errors
    /// The needs that are not met.
    pub fn fits<S: Space>(&self, space: &S) -> Result<(), UnmetNeeds> {
        let unmet: Vec<_> = self.needs.iter().copied().filter(|need| !need.is_met(space)).collect();
        if unmet.is_empty() { Ok(()) } else { Err(UnmetNeeds(unmet)) }
    }
}

/// The needs of a strategy that a space does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmetNeeds(Vec<Need>);

impl UnmetNeeds {
    pub(in crate::search) fn of(need: Need) -> Self {
        Self(vec![need])
    }

    /// The needs, in the order of the row.
    #[must_use]
    pub fn needs(&self) -> &[Need] {
        &self.0
    }
}

impl fmt::Display for UnmetNeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, need) in self.0.iter().enumerate() {
            write!(f, "{} {need}", if index == 0 { "needs" } else { " and" })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnmetNeeds {}

impl From<UnmetNeeds> for String {
    fn from(unmet: UnmetNeeds) -> Self {
        unmet.to_string()
    }
}

/// A search under way: what a strategy implements. [`Stepper::of`](super::Stepper::of) runs one of another crate.
///
/// An implementation keeps its own lists, and its part of the contract with the [`Budget`]:
///
/// - [`Budget::expand`] before each expansion, [`Budget::grow`] before memory is allocated ([`Successors::charge`] for the
///   buffer of successors), and what they return is passed on by `?`. The state that was to be expanded must be looked at
///   again in the next call.
/// - [`Budget::sum`] adds costs, and paths for which it returns [`DEAD_END`] are left out. So a limit of costs, and
///   costs that cannot be represented, do not turn into a proof.
/// - [`Budget::generated`] and [`Budget::stored`] for the statistics, and [`Budget::raise_bound`] with what is proved.
/// - [`Space::expanding`] before [`Space::expand`], if expansions are to be recorded.
///
/// A closure that takes the budget is a search, too, which runs in one go and cannot pause.
///
/// [`Successors::charge`]: crate::space::Successors::charge
pub trait Search<S: Space> {
    /// Searches until there is a conclusion or the budget stops it. After a [`Stop`] the next call resumes the
    /// search, except after the memory limit, when a state may have been stored but not queued.
    ///
    /// A plan is proved to cost what the [`Claim`] of the strategy says. [`Conclusion::Exhausted`] is a proof that there is
    /// none, whatever the claim is.
    ///
    /// # Errors
    /// What stopped it, from the budget.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop>;

    /// The best plan so far of an anytime search that was stopped. Only the budget's lower bound
    /// says what is proved about it.
    fn incumbent(&self) -> Option<Plan<S::Action>> {
        None
    }

    /// Whether the search keeps a path to `state`.
    fn has_met(&self, state: &S::State) -> bool {
        let _ = state;
        false
    }

    /// The plan to a state for which [`has_met`](Self::has_met) is true.
    fn plan_to(&self, state: &S::State) -> Option<Plan<S::Action>> {
        let _ = state;
        None
    }

    /// Leaves out paths of this cost or more from now on, and returns true; or false if the strategy leaves out none.
    /// If it does, to be exhausted means that no path costs less.
    fn prune_from(&mut self, cost: Cost) -> bool {
        let _ = cost;
        false
    }

    /// The lower bound that this search alone has proved; 0 for strategies that other searches are not compared with.
    fn lower_bound(&self) -> Cost {
        0
    }

    /// The lowest rate of a state that was expanded; `None` before the first one, and for strategies that do not keep it.
    fn lowest_rate(&self) -> Option<Cost> {
        None
    }

    /// Whether the search can be resumed after a pause.
    fn can_pause(&self) -> bool {
        true
    }
}

impl<S: Space, F: FnMut(&mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop>> Search<S> for F {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        self(budget)
    }

    fn can_pause(&self) -> bool {
        false
    }
}

/// A boxed search of a space that outlives `'s`.
pub(in crate::search) type BoxedSearch<'s, S> = Box<dyn Search<S> + 's>;

/// The estimate of a space, for strategies whose row requires one.
pub(in crate::search) fn heuristic_of<S: Space>(space: &S) -> &dyn Heuristic<S> {
    space.heuristic().expect("the row of the strategy requires an estimate")
}

/// The rate of a space, for strategies whose row requires one.
pub(in crate::search) fn rate_of<S: Space>(space: &S) -> &dyn Heuristic<S> {
    space.rate().expect("the row of the strategy requires a rate")
}

/// The features of a space, for strategies whose row requires them.
pub(in crate::search) fn features_of<S: Space>(space: &S) -> &dyn Features<S> {
    space.featured().expect("the row of the strategy requires features")
}

/// The backward moves of a space, for strategies whose row requires them.
pub(in crate::search) fn backward_of<S: Space>(space: &S) -> &dyn Backward<S> {
    space.backward().expect("the row of the strategy requires moves backward")
}

/// Raises the budget's lower bound to the estimate of the start, if that is admissible.
pub(in crate::search) fn raise_to_estimate<S: Space>(space: &S, start: &S::State, budget: &mut Budget<'_>) {
    if let Some(estimate) = space.heuristic()
        && estimate.guarantee() >= Guarantee::Admissible
    {
        let bound = estimate.of(start);
        budget.raise_bound(if bound == DEAD_END { 0 } else { bound });
    }
}
