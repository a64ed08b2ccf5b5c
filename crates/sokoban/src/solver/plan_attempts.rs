//! Attempts of the portfolio by feature-space search of macro pushes.
//!
//! There are three kinds of attempts:
//!
//! * along a packing plan (or without one, filling goals): the search is resumed at every turn;
//! * from both sides ([`BidirectionalConfig`]): every turn starts anew, with other measures and random ties;
//! * random: a plan and ties by a new seed in every turn.
//!
//! An attempt that finds no plan fills goals, and looks for a plan again in its next turn.
//!
//! The kinds have shares of the effort ([`TurnOrder`]). In each round, every attempt of the first two kinds has a turn,
//! which is twice as long as in the round before, so a quick success of one attempt does not wait for another that never
//! ends. Random turns have the lengths of [`luby`]'s series and begin short: plans differ much in whether they can be
//! carried out, and one that can often is within a few hundred expansions, so many plans are worth more than much
//! patience with each. All attempts share
//! the patterns that their deadlock rules have proved. An attempt that exhausts its space proves the level
//! unsolvable; one without enough memory is given up.

use std::{cell::OnceCell, cmp::Reverse};

use lurd_engine::{
    budget::{Allotment, Budget, Task},
    outcome::{Limit, Outcome, Stop},
    search::Stepper,
};

use super::{
    bidirectional::BidirectionalConfig,
    configurations::{
        Configuration, Floor, PackingConfig, RANDOM_CONFIGS, floor_of, log2_choices, may_be_counted, useful_cells,
    },
    context::{Context, SliceResult, exhausted, first_turn, solved},
};
use crate::fess::{
    self, FeatureOptions, LevelAnalysis, PackingFeatures, PackingPlan, PlanOptions, PlanResult, PlanSearch, PlanSpace,
};
use crate::spaces::MacroPushSpace;

/// The spaces of an attempt: as long as no plan has been found, and with a plan.
pub(super) type AttemptSpaces<'b> = [OnceCell<MacroPushSpace<'b>>; 2];

/// An attempt along a plan.
struct PackingAttempt<'s, 'b> {
    /// Its name in explanations.
    name: String,
    configuration: PackingConfig,
    /// The plan that the search follows, once one has been found.
    plan: Option<PackingPlan>,
    search: Option<Stepper<'s, MacroPushSpace<'b>>>,
    allotment: Allotment,
    /// Its best progress so far.
    milestone: Option<Task>,
}

/// The effort of some expansions of macro pushes with this many successors, in expansions of usual length: on large floors
/// an expansion has thousands of successors, and takes as much longer.
pub(super) fn effort_of(expansions: u64, successors: u64) -> u64 {
    expansions.max(successors / SUCCESSORS_PER_UNIT)
}

/// The successors of an expansion of usual length, at most. Levels of up to a hundred cells and twenty boxes have fewer.
const SUCCESSORS_PER_UNIT: u64 = 200;

/// Whether most effort should go to attempts that are resumed: on levels with too many positions for blind search, unless
/// they are dense. There steps of a plan are often possible at the start only, so that many plans are worth more.
fn prefers_resumed(context: &Context<'_>) -> bool {
    let Context { board, distances, analysis, .. } = context;
    let useful = useful_cells(board, distances, analysis.origins());
    !may_be_counted(log2_choices(useful, board.boxes().len())) && floor_of(board) != Floor::Dense
}

/// The state of the attempt of one configuration.
enum EntryState<'s, 'b> {
    Packing(Box<PackingAttempt<'s, 'b>>),
    Bidirectional(BidirectionalConfig),
    /// The attempt has been given up.
    Over,
}

impl EntryState<'_, '_> {
    /// The part of its task that it has done at best, in thousandths; `None` if it is not resumed.
    fn progress(&self) -> Option<u64> {
        let Self::Packing(attempt) = self else { return None };
        let Task { done, of, .. } = attempt.milestone?;
        (1000 * done).checked_div(of)
    }

    /// Whether it keeps its states between turns.
    fn keeps_memory(&self) -> bool {
        matches!(self, Self::Packing(_))
    }
}

impl PackingAttempt<'_, '_> {
    fn new(name: String, configuration: PackingConfig) -> Self {
        Self { name, configuration, plan: None, search: None, allotment: Allotment::default(), milestone: None }
    }

    /// Looks for a plan if there is none yet: in at most three times as many expansions as its `turn` has, or
    /// [`RANDOM_PLAN_EXPANSIONS`] and half as many more if it is random.
    ///
    /// # Errors
    /// When the budget stops the search.
    fn find_plan(&mut self, plans: &mut PlanSearches<'_, '_>, turn: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
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
    fn options(&self) -> FeatureOptions {
        let options = self.configuration.options;
        // Without a plan no box is in the way of the next step.
        FeatureOptions { counts_player_walk: options.counts_player_walk && self.plan.is_some(), ..options }
    }

    /// Drops the search and frees its memory.
    fn drop_search(&mut self, budget: &mut Budget<'_>) {
        self.search = None;
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }
}

/// The fewest expansions in search of a plan for a random turn, however short the turn is. They take much less time than
/// those along a plan, and without a plan the turn is worth little.
const RANDOM_PLAN_EXPANSIONS: u64 = 1200;

/// The memory that an attempt has and that is free is divided into so many parts at most, and the attempt may use one. Most
/// attempts need little for long, so one part for each attempt would end those with many successors early. If all grow alike,
/// each gets nearly an equal part nevertheless.
const MOST_MEMORY_PARTS: u64 = 4;

/// How many random turns may have too little memory, one after the other. Short ones need less than long ones.
const MAX_TURNS_WITHOUT_MEMORY: u32 = 8;

/// How many random turns are enough, if no other attempt is left.
const MAX_RANDOM_TURNS: usize = 10_000;

/// The maximum number of rounds.
const MAX_ROUNDS: u32 = 40;

/// The attempts, and whose turn is next.
pub(super) struct PlanAttempts<'s, 'b> {
    context: &'b Context<'b>,
    spaces: &'s [AttemptSpaces<'b>],
    entries: Vec<EntryState<'s, 'b>>,
    order: TurnOrder,
    plans: PlanSearches<'s, 'b>,
    /// The number of random turns so far.
    random_turns: usize,
    /// How many of the last ones had too little memory, once no other attempt is left.
    turns_without_memory: u32,
}

impl<'s, 'b> PlanAttempts<'s, 'b> {
    /// The attempts of `configurations`; `spaces` has empty cells for each, and `plan_spaces` has two.
    pub(super) fn new(
        context: &'b Context<'b>,
        configurations: &[Configuration],
        spaces: &'s [AttemptSpaces<'b>],
        plan_spaces: &'s PlanSpaces<'b>,
    ) -> Self {
        let name = |number: usize| format!("{} of {}", number + 1, configurations.len());
        let entry = |(number, &configuration): (usize, &Configuration)| match configuration {
            Configuration::Packing(configuration) => {
                EntryState::Packing(Box::new(PackingAttempt::new(name(number), configuration)))
            }
            Configuration::Bidirectional(configuration) => EntryState::Bidirectional(configuration),
        };
        let entries: Vec<_> = configurations.iter().enumerate().map(entry).collect();
        let classes = configurations.iter().map(|configuration| match configuration {
            Configuration::Packing(_) => Class::Resumed,
            Configuration::Bidirectional(_) => Class::BothSides,
        });
        let order = TurnOrder::new(&classes.collect::<Vec<_>>(), prefers_resumed(context));
        let plans = PlanSearches::new(context.analysis, plan_spaces);
        Self { context, spaces, entries, order, plans, random_turns: 0, turns_without_memory: 0 }
    }

    /// Runs the turn of the next attempt. Gives up if all attempts have, and random ones, too, if there are any.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<SliceResult, Stop> {
        if self.order.round() >= MAX_ROUNDS {
            return Ok(SliceResult::GivenUp);
        }
        if self.entries.iter().all(|entry| matches!(entry, EntryState::Over)) {
            let has_random_turns = self.entries.len() > 1 && self.random_turns < MAX_RANDOM_TURNS;
            // They keep no states, so there may be enough memory for them.
            return if has_random_turns {
                self.random_turn_with_little_memory(budget)
            } else {
                Ok(SliceResult::GivenUp)
            };
        }
        let entries = &self.entries;
        let Some((turn, class)) = self.order.next(|number| entries[number].progress()) else {
            return Ok(SliceResult::GivenUp);
        };
        let before = budget.statistics();
        let result = match turn {
            Turn::Attempt { number, turns } => {
                let result = self.attempt_turn(number, turns, budget)?;
                if matches!(result, SliceResult::GivenUp) {
                    self.entries[number] = EntryState::Over;
                    self.order.remove(number);
                }
                result
            }
            Turn::Random => self.random_turn(budget)?,
        };
        let now = budget.statistics();
        self.order.spend(class, effort_of(now.expanded - before.expanded, now.generated - before.generated));
        // Other kinds of search may have the next turn: what was given up may have taken long.
        Ok(if matches!(result, SliceResult::GivenUp) { SliceResult::Paused } else { result })
    }

    /// Runs a turn of an attempt, which has had `turns` before.
    fn attempt_turn(&mut self, number: usize, turns: u32, budget: &mut Budget<'_>) -> Result<SliceResult, Stop> {
        // One part of the memory is for attempts that keep no states.
        let keeping = self.entries.iter().filter(|entry| entry.keeps_memory()).count() as u64;
        match &mut self.entries[number] {
            EntryState::Packing(attempt) => {
                let parts = (keeping + 1).min(MOST_MEMORY_PARTS);
                let memory = budget.memory_left().map(|free| (free + attempt.allotment.used()) / parts);
                let turn = first_turn(self.context.board, attempt.configuration.first_turn) << turns;
                attempt.find_plan(&mut self.plans, turn, budget)?;
                if let Some(other) = self.same_search(number) {
                    budget
                        .note(|| format!("attempt {} of {}: as attempt {}", number + 1, self.spaces.len(), other + 1));
                    return Ok(SliceResult::Paused);
                }
                let EntryState::Packing(attempt) = &mut self.entries[number] else { return Ok(SliceResult::Paused) };
                self.context.run_turn(attempt, &self.spaces[number], turn, memory, budget)
            }
            EntryState::Bidirectional(configuration) => {
                let name = format!("{} of {}", number + 1, self.spaces.len());
                configuration.run_turn(self.context, &name, turns, budget)
            }
            EntryState::Over => Ok(SliceResult::GivenUp),
        }
    }

    /// The first attempt that searches as the attempt `number` does, if it comes before that: with the same plan, or
    /// both without one, and the same features.
    fn same_search(&self, number: usize) -> Option<usize> {
        let search = |entry: &EntryState<'_, '_>| match entry {
            EntryState::Packing(attempt) => Some((attempt.plan.clone(), attempt.options())),
            EntryState::Bidirectional(_) | EntryState::Over => None,
        };
        let same = search(&self.entries[number]);
        self.entries[..number].iter().position(|entry| search(entry) == same)
    }

    /// Runs a random attempt for one turn. Gives up if there is too little memory in several turns, one after the other.
    fn random_turn_with_little_memory(&mut self, budget: &mut Budget<'_>) -> Result<SliceResult, Stop> {
        let result = self.random_turn(budget)?;
        if !matches!(result, SliceResult::GivenUp) {
            self.turns_without_memory = 0;
            return Ok(result);
        }
        self.turns_without_memory += 1;
        let may_go_on = self.turns_without_memory < MAX_TURNS_WITHOUT_MEMORY;
        Ok(if may_go_on { SliceResult::Paused } else { SliceResult::GivenUp })
    }

    /// Runs a random attempt for one turn. Gives it up if there is too little memory.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn random_turn(&mut self, budget: &mut Budget<'_>) -> Result<SliceResult, Stop> {
        let random_turns = self.random_turns;
        self.random_turns += 1;
        let seed = self.context.settings.seed ^ random_turns as u64;
        let configuration = RANDOM_CONFIGS[random_turns % RANDOM_CONFIGS.len()].with_seed(seed);
        let turn = configuration.first_turn * luby(self.random_turns as u64);
        let spaces = AttemptSpaces::default();
        let mut attempt = PackingAttempt::new("random".to_owned(), configuration);
        attempt.find_plan(&mut self.plans, turn, budget)?;
        let result = self.context.run_turn(&mut attempt, &spaces, turn, None, budget);
        attempt.drop_search(budget);
        result
    }
}

/// The `n`-th number, from 1, of the series 1 1 2 1 1 2 4 1 1 2 ..: restarts after these lengths are nearly
/// optimal if the distribution of run times is unknown (Luby, Sinclair & Zuckerman, *Optimal speedup of Las
/// Vegas algorithms*, 1993).
pub(super) fn luby(n: u64) -> u64 {
    let power = (n + 1).next_power_of_two();
    if power == n + 1 { power / 2 } else { luby(n + 1 - power / 2) }
}

impl Context<'_> {
    /// Runs a turn of an attempt: `turn` expansions.
    fn run_turn<'s, 'b>(
        &'b self,
        attempt: &mut PackingAttempt<'s, 'b>,
        spaces: &'s AttemptSpaces<'b>,
        turn: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        let configuration = attempt.configuration;
        budget.note_milestone(attempt.milestone);
        let PackingAttempt { search, plan, .. } = attempt;
        let space = &spaces[usize::from(plan.is_some())];
        let before = budget.statistics().expanded;
        let result = budget.with_allotment(&mut attempt.allotment, turn, memory, |budget| {
            if search.is_none() {
                let plan = plan.clone().unwrap_or_default();
                let features = PackingFeatures::new(self.analysis, plan, configuration.options, budget)?;
                let made =
                    MacroPushSpace::new(self.board, self.distances, self.rules, Some(Box::new(features)), budget)?;
                *search = Stepper::fess(space.get_or_init(|| made), self.settings).ok();
            }
            search.as_mut().map(|search| search.finish(budget)).ok_or(Stop::Paused)
        });
        attempt.milestone = budget.milestone();
        if let Some(milestone) = attempt.milestone {
            budget.note(|| format!("  {} {} of {} at best", milestone.name, milestone.done, milestone.of));
        }
        match result {
            Ok(Outcome::Solved { plan, .. }) => {
                let pushes = space.get().map(|space| space.pushes(&plan.actions)).unwrap_or_default();
                Ok(SliceResult::Ended(Ok(solved(self.board, &pushes, budget)).into()))
            }
            Ok(Outcome::Unsolvable) => Ok(SliceResult::Ended(exhausted().into())),
            Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                if budget.statistics().expanded - before >= turn =>
            {
                Ok(SliceResult::Paused)
            }
            Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }) | Err(Stop::Limit(Limit::Memory)) => {
                budget.note(|| format!("attempt {} has too little memory", attempt.name));
                attempt.drop_search(budget);
                Ok(SliceResult::GivenUp)
            }
            Ok(Outcome::Stopped { stop, .. }) | Err(stop) => Err(stop),
        }
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
    state: State<'s, 'b>,
}

enum State<'s, 'b> {
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
            let state = space.and_then(PlanSearch::new).map_or(State::NotKept, State::Kept);
            self.entries.push(Entry { plan_options, turn: 0, state });
        }
        let entry = &mut self.entries[number];
        if let State::Found(plan) = &entry.state {
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
            State::Found(_) | State::Exhausted => return Ok(None),
            State::NotKept => {
                let plan = anew(analysis, self.plan_options, expansions, budget)?;
                if let Some(plan) = &plan {
                    self.state = State::Found(plan.clone());
                }
                return Ok(plan);
            }
            State::Kept(search) => {
                let memory = budget.memory_left().map(|left| (left + search.used()) / PART_OF_MEMORY);
                resumed(search, expansions, memory, budget)?
            }
        };
        let (plan, state) = match result {
            PlanResult::Paused => return Ok(None),
            PlanResult::Found(plan) => (Some(plan.clone()), State::Found(plan)),
            PlanResult::Exhausted => (None, State::Exhausted),
            PlanResult::OutOfMemory => (None, State::NotKept),
        };
        if let State::Kept(search) = std::mem::replace(&mut self.state, state) {
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

// The order of the turns of plan attempts.
//
// Attempts are of three classes: those that are resumed, those from both sides, and random ones. The first turns go to
// the first attempts that are resumed; after these, the next turn goes to the class that has used the smallest part of
// its share of the effort. So none of them waits for another that never ends: each class alone solves levels on which the
// others fail.
//
// Within the first two classes turns come in rounds. In its `n`-th turn, from 0, an attempt gets `2^n` times the
// expansions of its first one. In the first round, every attempt has one turn, in the order of the configurations.
// Before each further round, the attempts that are resumed are compared by their progress, and the few that lead go
// first, with two turns: that of this round and that of the next one. The other attempts follow in their order.
//
// Measured on 15 levels that an attempt along a plan solved in its second turn or later: of the 14 attempts, the
// one that solved the level had the greatest or second greatest progress before that turn on 7 of them, and its
// median rank was 3.

/// The number of attempts that go first.
const LEADERS: usize = 2;

/// The turns of attempts that are resumed before effort is divided by class.
const FIRST_TURNS: u32 = 4;

/// A class of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An attempt along a plan, which is resumed.
    Resumed,
    /// An attempt from both sides.
    BothSides,
    /// A random attempt.
    Random,
}

impl Class {
    const ALL: [Self; 3] = [Self::Resumed, Self::BothSides, Self::Random];
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// That of an attempt, which has had `turns` before.
    Attempt { number: usize, turns: u32 },
    /// That of a random attempt.
    Random,
}

/// The turns of each class, and the effort that they took.
#[derive(Clone, Debug)]
pub(super) struct TurnOrder {
    resumed: Rounds,
    both_sides: Rounds,
    has_random: bool,
    /// The turns of attempts that are resumed, up to [`FIRST_TURNS`].
    first_turns: u32,
    /// The effort spent on each class, and its share.
    spent: [u64; 3],
    shares: [u64; 3],
}

/// The shares of the classes, and those where attempts that are resumed are preferred (`prefers_resumed`). These are large
/// levels, which need long attempts along a plan: with equal shares, five of 175 hand-made levels (those five have 109 to
/// 261 cells) are no longer solved within 10 s, and with 2:1:1 four of 64 that take more than 2 s, without a gain.
const EQUAL_SHARES: [u64; 3] = [1, 1, 1];
const MOSTLY_RESUMED: [u64; 3] = [4, 1, 1];

impl TurnOrder {
    /// `classes`: that of each attempt, [`Class::Resumed`] or [`Class::BothSides`]. There are random ones, too, unless
    /// there is only one attempt.
    pub(super) fn new(classes: &[Class], prefers_resumed: bool) -> Self {
        let of = |class| Rounds::new((0..classes.len()).filter(|&number| classes[number] == class).collect());
        Self {
            resumed: of(Class::Resumed),
            both_sides: of(Class::BothSides),
            has_random: classes.len() > 1,
            first_turns: 0,
            spent: [0; 3],
            shares: if prefers_resumed { MOSTLY_RESUMED } else { EQUAL_SHARES },
        }
    }

    /// The number of the present round, from 0, of the class that is ahead.
    pub(super) fn round(&self) -> u32 {
        self.resumed.round().max(self.both_sides.round())
    }

    /// Adds effort spent on a class.
    pub(super) fn spend(&mut self, class: Class, effort: u64) {
        self.spent[class as usize] += effort.max(1);
    }

    /// Takes an attempt out that has been given up.
    pub(super) fn remove(&mut self, number: usize) {
        self.resumed.remove(number);
        self.both_sides.remove(number);
    }

    /// The next turn, and its class; `None` if no attempt is left. `progress` gives the progress of an attempt; more is
    /// better.
    pub(super) fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Option<(Turn, Class)> {
        let is_left = |class: &Class| match class {
            Class::Resumed => !self.resumed.is_empty(),
            Class::BothSides => !self.both_sides.is_empty(),
            Class::Random => self.has_random,
        };
        let left = Class::ALL.into_iter().filter(is_left);
        let class = if self.first_turns < FIRST_TURNS && !self.resumed.is_empty() {
            Class::Resumed
        } else {
            left.min_by_key(|&class| self.spent[class as usize] / self.shares[class as usize])?
        };
        let turn = match class {
            Class::Resumed => {
                self.first_turns = FIRST_TURNS.min(self.first_turns + 1);
                self.resumed.next(progress)
            }
            // They keep no states, so there is nothing to lead by.
            Class::BothSides => self.both_sides.next(|_| None),
            Class::Random => Turn::Random,
        };
        Some((turn, class))
    }
}

/// The turns of the present round of a class, and how many each attempt has had.
#[derive(Clone, Debug)]
struct Rounds {
    /// `None` before the first round.
    round: Option<u32>,
    /// The attempts that are left, with the number of their turns.
    attempts: Vec<(usize, u32)>,
    /// The attempts whose turns are left in this round, the next one last.
    queue: Vec<usize>,
}

impl Rounds {
    fn new(attempts: Vec<usize>) -> Self {
        let attempts = attempts.into_iter().map(|number| (number, 0)).collect();
        Self { round: None, attempts, queue: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.attempts.is_empty()
    }

    fn round(&self) -> u32 {
        self.round.unwrap_or(0)
    }

    fn remove(&mut self, number: usize) {
        self.attempts.retain(|&(attempt, _)| attempt != number);
        self.queue.retain(|&attempt| attempt != number);
    }

    /// The next turn. Begins a new round if the present one is over. There is an attempt.
    fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Turn {
        if self.queue.is_empty() {
            self.begin_round(progress);
        }
        let number = self.queue.pop().unwrap_or(self.attempts[0].0);
        let mut had = 0;
        for (attempt, turns) in &mut self.attempts {
            if *attempt == number {
                had = *turns;
                *turns += 1;
            }
        }
        Turn::Attempt { number, turns: had }
    }

    fn begin_round(&mut self, progress: impl Fn(usize) -> Option<u64>) {
        let round = self.round.map_or(0, |round| round + 1);
        self.round = Some(round);
        let mut leaders: Vec<(usize, u32)> = Vec::new();
        if round > 0 {
            leaders.extend(self.attempts.iter().filter(|&&(number, _)| progress(number).is_some()));
            leaders.sort_by_key(|&(number, _)| Reverse(progress(number)));
            leaders.truncate(LEADERS);
        }
        let mut order = Vec::new();
        for &(leader, turns) in &leaders {
            let ahead = (round + 2).saturating_sub(turns);
            order.extend((0..ahead).map(|_| leader));
        }
        // A former leader has had its turn of this round.
        let others = self.attempts.iter().filter(|attempt| attempt.1 <= round && !leaders.contains(attempt));
        order.extend(others.map(|&(number, _)| number));
        order.reverse();
        self.queue = order;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_random_turns() {
        let series: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

#[cfg(test)]
mod same_search_tests {
    use super::*;
    use crate::{
        board::Board,
        bounds::{Distances, tests::random_level},
        deadlock::Rules,
        solver::configurations::CONFIGURATIONS,
    };

    #[test]
    fn an_attempt_repeats_an_earlier_one_with_the_same_plan_and_features() {
        let board = Board::new(&random_level(1, 6));
        let budget = &mut Budget::unlimited();
        let distances = Distances::new(&board, budget).expect("no limit");
        let rules = Rules::for_pushes();
        let analysis = LevelAnalysis::new(&board, &distances, rules, budget).expect("no limit");
        let settings = lurd_engine::search::Settings::default();
        let context = Context { board: &board, distances: &distances, settings: &settings, analysis: &analysis, rules };
        let spaces: Vec<_> = CONFIGURATIONS.iter().map(|_| AttemptSpaces::default()).collect();
        let plan_spaces: Vec<_> = (0..2 * CONFIGURATIONS.len()).map(|_| OnceCell::new()).collect();
        let mut attempts = PlanAttempts::new(&context, CONFIGURATIONS, &spaces, &plan_spaces);
        // The first and the third differ in their plans only, the second in its features, too.
        assert_eq!([0, 1, 2].map(|number| attempts.same_search(number)), [None, None, Some(0)]);
        let give_plan = |attempts: &mut PlanAttempts<'_, '_>, number: usize, goal| {
            let EntryState::Packing(attempt) = &mut attempts.entries[number] else { panic!("it follows a plan") };
            attempt.plan = Some(PackingPlan::from_backward(&[(goal, None)]));
        };
        give_plan(&mut attempts, 0, 1);
        assert_eq!(attempts.same_search(2), None);
        give_plan(&mut attempts, 2, 2);
        assert_eq!(attempts.same_search(2), None);
        give_plan(&mut attempts, 2, 1);
        assert_eq!(attempts.same_search(2), Some(0));
        // The other one has been given up.
        attempts.entries[0] = EntryState::Over;
        assert_eq!(attempts.same_search(2), None);
    }

    #[test]
    fn without_a_plan_the_walk_to_its_next_step_makes_no_difference() {
        let Configuration::Packing(first) = CONFIGURATIONS[0] else { panic!("it follows a plan") };
        assert!(first.options.counts_player_walk);
        let mut attempt = PackingAttempt::new(String::new(), first);
        assert!(!attempt.options().counts_player_walk);
        attempt.plan = Some(PackingPlan::default());
        assert!(attempt.options().counts_player_walk);
    }
}

#[cfg(test)]
mod plan_searches_tests {
    use lurd_engine::budget::{Cancel, Limits};

    use super::*;
    use crate::{
        board::Board,
        bounds::{Distances, tests::random_level},
        deadlock::Rules,
        solver::configurations::ANY_DISTANCE,
    };

    /// The plans of longer and longer turns are those of one long search, with little memory and with enough.
    #[test]
    fn later_turns_find_the_plan() {
        let mut found = 0;
        for seed in 0..150 {
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
        assert!(found > 15, "{found}");
    }
}

#[cfg(test)]
mod turn_order_tests {
    use super::*;

    fn round(rounds: &mut Rounds, progress: &[Option<u64>]) -> Vec<(usize, u32)> {
        let mut turns = Vec::new();
        loop {
            if let Turn::Attempt { number, turns: had } = rounds.next(|number| progress[number]) {
                turns.push((number, had));
            }
            if rounds.queue.is_empty() {
                return turns;
            }
        }
    }

    #[test]
    fn leaders_go_first_and_one_round_ahead() {
        let mut rounds = Rounds::new((0..5).collect());
        let progress = [Some(3), None, Some(7), Some(7), Some(1)];
        assert_eq!(round(&mut rounds, &progress), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(round(&mut rounds, &progress), [(2, 1), (2, 2), (3, 1), (3, 2), (0, 1), (1, 1), (4, 1)]);
        // The lead changes: the former leader has had its turn of this round.
        let progress = [Some(9), None, Some(7), Some(2), Some(1)];
        assert_eq!(round(&mut rounds, &progress), [(0, 2), (0, 3), (2, 3), (1, 2), (4, 2)]);
        assert_eq!(rounds.round(), 2);
    }

    #[test]
    fn no_attempt_waits_for_longer_than_a_round() {
        let mut rounds = Rounds::new((0..17).collect());
        for at in 0..8_u64 {
            let progress: Vec<_> = (0..17_u64).map(|number| Some(number * 31 % 17 * (at + 1) % 13)).collect();
            round(&mut rounds, &progress);
            assert!(rounds.attempts.iter().all(|attempt| attempt.1 > rounds.round()), "{:?}", rounds.attempts);
            assert!(rounds.attempts.iter().all(|attempt| attempt.1 <= rounds.round() + 2), "{:?}", rounds.attempts);
        }
    }

    #[test]
    fn after_the_first_turns_the_class_with_the_least_effort_is_next() {
        let [resumed, both] = [Class::Resumed, Class::BothSides];
        let mut order = TurnOrder::new(&[resumed, both, resumed, resumed, both, resumed, resumed], false);
        let mut attempts = Vec::new();
        for turn in 0..FIRST_TURNS {
            let (next, class) = order.next(|_| None).expect("attempts are left");
            assert_eq!(class, resumed, "turn {turn}");
            attempts.push(next);
            order.spend(class, 100);
        }
        assert_eq!(attempts, [0, 2, 3, 5].map(|number| Turn::Attempt { number, turns: 0 }));
        let mut spent = [u64::from(FIRST_TURNS) * 100, 0, 0];
        for turn in 0..200 {
            let (next, class) = order.next(|_| None).expect("attempts are left");
            assert_eq!(spent[class as usize], spent.into_iter().min().expect("three"), "turn {turn}");
            assert_eq!(next == Turn::Random, class == Class::Random);
            let effort = 30 * (turn % 7);
            order.spend(class, effort);
            spent[class as usize] += effort.max(1);
        }
    }

    #[test]
    fn attempts_that_are_resumed_get_most_effort_where_they_are_preferred() {
        let mut order = TurnOrder::new(&[Class::Resumed, Class::BothSides], true);
        let mut spent = [0; 3];
        for _ in 0..600 {
            let (_, class) = order.next(|_| None).expect("attempts are left");
            order.spend(class, 100);
            spent[class as usize] += 1;
        }
        assert_eq!(spent, [400, 100, 100]);
    }

    #[test]
    fn attempts_that_were_given_up_have_no_turn() {
        let mut order = TurnOrder::new(&[Class::Resumed, Class::BothSides, Class::Resumed], false);
        for number in 0..3 {
            order.next(|_| Some(1));
            order.remove(number);
        }
        for _ in 0..5 {
            let (turn, class) = order.next(|_| Some(1)).expect("random ones are left");
            assert_eq!((turn, class), (Turn::Random, Class::Random));
            order.spend(class, 1000);
        }
    }

    #[test]
    fn a_single_attempt_has_all_turns() {
        let mut order = TurnOrder::new(&[Class::Resumed], true);
        let turns: Vec<_> = (0..3).map(|_| order.next(|_| None).expect("one is left").0).collect();
        assert_eq!(turns, [0, 1, 2].map(|turns| Turn::Attempt { number: 0, turns }));
        order.remove(0);
        assert!(order.next(|_| None).is_none());
    }
}
