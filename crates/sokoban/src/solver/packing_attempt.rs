//! An attempt along a packing plan: the search for the plan, and the feature-space search that carries it out.

use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

use lurd_engine::program::{
    budget::{Allotment, Budget, Task},
    outcome::{Limit, Outcome, Stop},
    search::Stepper,
    space::{Features, Mark, Successors},
};

use super::{
    configurations::PackingConfig,
    context::{Context, TurnResult, exhausted, solved},
};
use crate::fess::{
    self, FeatureOptions, LevelAnalysis, PackingFeatures, PackingPlan, PlanOptions, PlanResult, PlanSearch, PlanSpace,
};
use crate::spaces::MacroPushSpace;

/// An attempt along a plan.
pub(super) struct PackingAttempt<'s, 'b> {
    /// Its name in explanations.
    name: String,
    pub(super) configuration: PackingConfig,
    /// The plan that the search follows, once one has been found.
    pub(super) plan: Option<PackingPlan>,
    search: Option<Stepper<'s, MacroPushSpace<'b>>>,
    pub(super) allotment: Allotment,
    /// Its best progress so far.
    milestone: Option<Task>,
}

/// The fewest expansions in search of a plan for a random turn, however short the turn is. They take much less time than
/// those along a plan, and without a plan the turn is worth little.
const RANDOM_PLAN_EXPANSIONS: u64 = 1200;

impl<'s, 'b> PackingAttempt<'s, 'b> {
    pub(super) fn new(name: String, configuration: PackingConfig) -> Self {
        Self { name, configuration, plan: None, search: None, allotment: Allotment::default(), milestone: None }
    }

    /// Looks for a plan if there is none yet: in at most three times as many expansions as its `turn` has, or
    /// [`RANDOM_PLAN_EXPANSIONS`] and half as many more if it is random.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn find_plan(
        &mut self,
        plans: &mut PlanSearches<'_, '_>,
        turn: u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let Self { name, configuration, plan, .. } = self;
        budget.note(|| format!("attempt {name}: {turn} expansions, {}", configuration.describe()));
        let is_random = configuration.options.seed.is_some();
        let expansions = if is_random { turn.max(RANDOM_PLAN_EXPANSIONS) } else { turn };
        if let (None, Some(plan_options)) = (plan, configuration.plan_options) {
            let found = budget.in_part("packing plans", |budget| plans.plan(plan_options, expansions, budget))?;
            if found.is_some() {
                self.drop_search(budget);
                self.plan = found;
            }
        }
        Ok(())
    }

    /// The options of its features that make a difference.
    pub(super) fn options(&self) -> FeatureOptions {
        let options = self.configuration.options;
        // Without a plan no box is in the way of the next step.
        FeatureOptions { counts_player_walk: options.counts_player_walk && self.plan.is_some(), ..options }
    }

    /// Drops the search and frees its memory.
    pub(super) fn drop_search(&mut self, budget: &mut Budget<'_>) {
        self.search = None;
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }

    /// Runs a turn of `turn` expansions in `space`, which no other attempt uses.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn run(
        &mut self,
        context: &'b Context<'b>,
        space: &'s AttemptSpace<'b>,
        turn: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<TurnResult, Stop> {
        budget.note_milestone(self.milestone);
        let before = budget.statistics().expanded;
        let (search, plan, options) = (&mut self.search, &self.plan, self.configuration.options);
        let result = match space.of(context, budget) {
            Err(stop) => Err(stop),
            Ok(macro_pushes) => budget.with_allotment(&mut self.allotment, turn, memory, |budget| {
                if search.is_none() {
                    let plan = plan.clone().unwrap_or_default();
                    space.exchange(PackingFeatures::new(context.analysis, plan, options, budget)?);
                    *search = Stepper::fess(macro_pushes, context.settings).ok();
                }
                search.as_mut().map(|search| search.finish(budget)).ok_or(Stop::Paused)
            }),
        };
        self.milestone = budget.milestone();
        if let Some(milestone) = self.milestone {
            budget.note(|| format!("  {} {} of {} at best", milestone.name, milestone.done, milestone.of));
        }
        match result {
            Ok(Outcome::Solved { plan, .. }) => {
                let pushes = space.of(context, budget)?.pushes(&plan.actions);
                Ok(TurnResult::Ended(Ok(solved(context.board, &pushes, budget)).into()))
            }
            Ok(Outcome::Unsolvable) => Ok(TurnResult::Ended(exhausted().into())),
            Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                if budget.statistics().expanded - before >= turn =>
            {
                Ok(TurnResult::Paused)
            }
            Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }) | Err(Stop::Limit(Limit::Memory)) => {
                budget.note(|| format!("attempt {} has too little memory", self.name));
                self.drop_search(budget);
                Ok(TurnResult::GivenUp)
            }
            Ok(Outcome::Stopped { stop, .. }) | Err(stop) => Err(stop),
        }
    }

    /// The part of its task that it has done at best, in thousandths; `None` before its first turn.
    pub(super) fn progress(&self) -> Option<u64> {
        let Task { done, of, .. } = self.milestone?;
        (1000 * done).checked_div(of)
    }
}

// The space of an attempt.

/// A space of macro pushes whose features are exchanged when another search begins in it.
#[derive(Default)]
pub(super) struct AttemptSpace<'b> {
    space: OnceCell<MacroPushSpace<'b>>,
    features: ExchangedFeatures<'b>,
}

impl<'b> AttemptSpace<'b> {
    /// The space, which is built at the first call.
    ///
    /// # Errors
    /// When the budget does not suffice.
    pub(super) fn of(&self, context: &'b Context<'b>, budget: &mut Budget<'_>) -> Result<&MacroPushSpace<'b>, Stop> {
        if let Some(space) = self.space.get() {
            return Ok(space);
        }
        let features = Box::new(self.features.clone());
        let &Context { board, distances, rules, .. } = context;
        let space = MacroPushSpace::new(board, distances, rules, Some(features), budget)?;
        Ok(self.space.get_or_init(|| space))
    }

    /// Sets the features for a search that begins.
    fn exchange(&self, features: PackingFeatures<'b>) {
        self.features.0.replace(Some(features));
    }

    /// Frees the features of a search that was dropped.
    pub(super) fn drop_features(&self) {
        self.features.0.replace(None);
    }
}

/// The features of the search that uses a space.
#[derive(Clone, Default)]
struct ExchangedFeatures<'b>(Rc<RefCell<Option<PackingFeatures<'b>>>>);

impl<'b> ExchangedFeatures<'b> {
    fn with<T>(&self, call: impl FnOnce(&PackingFeatures<'b>) -> T) -> T {
        call(self.0.borrow().as_ref().expect("they are set before a search begins"))
    }
}

impl<'b> Features<MacroPushSpace<'b>> for ExchangedFeatures<'b> {
    fn mark(&self, state: &[u64]) -> Mark {
        self.with(|features| features.mark(state))
    }

    fn annotate(&self, parent: &[u64], here: Mark, children: &mut Successors<MacroPushSpace<'b>>, marks: &mut [Mark]) {
        self.with(|features| features.annotate(parent, here, children, marks));
    }

    fn milestone(&self, state: &[u64]) -> Option<Task> {
        self.with(|features| features.milestone(state))
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.with(|features| features.prove_dead(state, budget))
    }
}

// The searches for packing plans of all attempts.
//
// Attempts with equal options share a search. Whenever the turns of one of these attempts get longer, it is resumed
// for twice as many expansions as the turn has. A search that does not get enough memory to be kept begins anew then.

/// The spaces of the searches: two for each attempt are enough.
pub(super) type PlanSpaces<'b> = [OnceCell<PlanSpace<'b>>];

/// The searches so far.
pub(super) struct PlanSearches<'s, 'b> {
    analysis: &'b LevelAnalysis<'b>,
    spaces: &'s PlanSpaces<'b>,
    entries: Vec<Entry<'s, 'b>>,
}

struct Entry<'s, 'b> {
    plan_options: PlanOptions,
    /// The length of the longest turn so far.
    turn: u64,
    state: PlanState<'s, 'b>,
}

enum PlanState<'s, 'b> {
    Kept(PlanSearch<'s, 'b>),
    /// The search takes too much memory.
    NotKept,
    Found(PackingPlan),
    /// There is no plan.
    Exhausted,
}

/// The expansions of a later part of a search for each of the turn. (The first turns are short to try all attempts soon.)
/// Measured: with 2 instead of 1, no solved level of a collection of dense levels takes longer, and some that have a plan
/// after thousands of expansions are solved in half the time.
const LATER_PER_TURN: u64 = 2;

/// A kept search gets one part in so many of the memory.
const PART_OF_MEMORY: u64 = 32;

impl<'s, 'b> PlanSearches<'s, 'b> {
    /// `spaces` has empty cells.
    pub(super) fn new(analysis: &'b LevelAnalysis<'b>, spaces: &'s PlanSpaces<'b>) -> Self {
        Self { analysis, spaces, entries: Vec::new() }
    }

    /// The plan for a turn of `expansions`, or `None` if none is found. If there is none that always removes boxes
    /// first, looks for one that does not.
    ///
    /// # Errors
    /// When the search is cancelled, or a limit of time or expansions is reached.
    pub(super) fn plan(
        &mut self,
        plan_options: PlanOptions,
        expansions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PackingPlan>, Stop> {
        let plan = self.plan_with(plan_options, expansions, budget)?;
        if plan.is_none() && plan_options.removes_first {
            let plan_options = PlanOptions { removes_first: false, ..plan_options };
            return self.plan_with(plan_options, expansions / 2, budget);
        }
        Ok(plan)
    }

    fn plan_with(
        &mut self,
        plan_options: PlanOptions,
        turn: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PackingPlan>, Stop> {
        if plan_options.seed.is_some() {
            // It is for this turn only.
            return anew(self.analysis, plan_options, turn, budget);
        }
        let known = self.entries.iter().position(|entry| entry.plan_options == plan_options);
        let number = known.unwrap_or(self.entries.len());
        if known.is_none() {
            let space = self.spaces.get(number);
            let space = space.map(|space| space.get_or_init(|| PlanSpace::new(self.analysis, plan_options)));
            let state = space.and_then(PlanSearch::new).map_or(PlanState::NotKept, PlanState::Kept);
            self.entries.push(Entry { plan_options, turn: 0, state });
        }
        let entry = &mut self.entries[number];
        if let PlanState::Found(plan) = &entry.state {
            return Ok(Some(plan.clone()));
        }
        if turn <= entry.turn {
            return Ok(None);
        }
        let expansions = if entry.turn == 0 { turn } else { LATER_PER_TURN * turn };
        entry.turn = turn;
        entry.advance(self.analysis, expansions, budget)
    }
}

impl Entry<'_, '_> {
    fn advance(
        &mut self,
        analysis: &LevelAnalysis<'_>,
        expansions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PackingPlan>, Stop> {
        let result = match &mut self.state {
            PlanState::Found(_) | PlanState::Exhausted => return Ok(None),
            PlanState::NotKept => {
                let plan = anew(analysis, self.plan_options, expansions, budget)?;
                if let Some(plan) = &plan {
                    self.state = PlanState::Found(plan.clone());
                }
                return Ok(plan);
            }
            PlanState::Kept(search) => {
                let memory = budget.memory_left().map(|left| (left + search.used()) / PART_OF_MEMORY);
                resumed(search, expansions, memory, budget)?
            }
        };
        let (plan, state) = match result {
            PlanResult::Paused => return Ok(None),
            PlanResult::Found(plan) => (Some(plan.clone()), PlanState::Found(plan)),
            PlanResult::Exhausted => (None, PlanState::Exhausted),
            PlanResult::OutOfMemory => (None, PlanState::NotKept),
        };
        if let PlanState::Kept(search) = std::mem::replace(&mut self.state, state) {
            search.end(budget);
        }
        Ok(plan)
    }
}

/// Runs a search that is not kept.
fn anew(
    analysis: &LevelAnalysis<'_>,
    plan_options: PlanOptions,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<Option<PackingPlan>, Stop> {
    let before = budget.statistics().expanded;
    let plan = fess::find_plan(analysis, plan_options, expansions, budget)?;
    let plan = (!plan.steps().is_empty()).then_some(plan);
    note(plan.as_ref(), budget.statistics().expanded - before, budget);
    Ok(plan)
}

fn resumed(
    search: &mut PlanSearch<'_, '_>,
    expansions: u64,
    memory: Option<u64>,
    budget: &mut Budget<'_>,
) -> Result<PlanResult, Stop> {
    let before = budget.statistics().expanded;
    let result = search.resume(expansions, memory, budget)?;
    let plan = if let PlanResult::Found(plan) = &result { Some(plan) } else { None };
    note(plan, budget.statistics().expanded - before, budget);
    Ok(result)
}

/// Says what came of some expansions of a search.
fn note(plan: Option<&PackingPlan>, spent: u64, budget: &mut Budget<'_>) {
    budget.note(|| match plan.map(PackingPlan::steps) {
        None => format!("no packing plan within {spent} expansions"),
        Some(steps) => {
            let parked = steps.iter().filter(|step| step.until.is_some()).count();
            let steps = steps.len();
            format!("packing plan of {steps} steps, {parked} of them to park a box; {spent} expansions")
        }
    });
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Cancel, Limits};

    use super::*;
    use crate::{
        board::Board,
        bounds::{
            Distances,
            tests::{random_level, samples},
        },
        deadlock::Rules,
        solver::configurations::ANY_DISTANCE,
    };

    /// The plans of longer and longer turns are those of one long search, with little memory and with enough.
    #[test]
    fn later_turns_find_the_plan() {
        let mut found = 0;
        for seed in 0..samples(240) {
            let board = Board::new(&random_level(seed, 6));
            if board.boxes().len() != board.goals().len() {
                continue;
            }
            for memory in [None, Some(1 << 20)] {
                let mut no_observer = ();
                let limits = Limits { memory, ..Limits::NONE };
                let budget = &mut Budget::new(limits, Cancel::default(), &mut no_observer);
                let distances = Distances::new(&board, budget).expect("enough memory");
                let analysis = LevelAnalysis::new(&board, &distances, Rules::for_pushes(), budget);
                let analysis = analysis.expect("enough memory");
                let whole = [true, false].map(|removes_first| {
                    let options = PlanOptions { removes_first, ..ANY_DISTANCE };
                    fess::find_plan(&analysis, options, u64::MAX, budget).expect("no limit")
                });
                let whole = whole.into_iter().find(|plan| !plan.steps().is_empty());
                let spaces = [OnceCell::new(), OnceCell::new()];
                let mut searches = PlanSearches::new(&analysis, &spaces);
                let mut plan = None;
                let mut turn = 1;
                while plan.is_none() && turn <= 1 << 20 {
                    plan = searches.plan(ANY_DISTANCE, turn, budget).expect("no limit");
                    assert_eq!(searches.plan(ANY_DISTANCE, turn, budget).expect("no limit"), plan);
                    turn *= 2;
                }
                assert_eq!(plan.is_some(), whole.is_some(), "seed {seed}, {memory:?}");
                found += u32::from(plan.is_some());
            }
        }
        assert!(found > samples(15), "{found}");
    }
}
