//! Attempts of the portfolio by feature-space search of macro pushes.
//!
//! There are three kinds of attempts:
//!
//! * along a packing plan (or without one, filling goals): the search is resumed at every turn;
//! * from both sides ([`BidirectionalConfig`]): every turn starts anew, with other measures and random ties;
//! * random: a plan and ties by a new seed in every turn, between the others.
//!
//! An attempt that finds no plan fills goals, and looks for a plan again in its next turn.
//!
//! In each round, every attempt has a turn ([`TurnOrder`]). The first two kinds get turns twice as long in each
//! round, so a quick success of one attempt does not wait for another that never ends. Random turns have the lengths
//! of [`luby`]'s series and begin short: plans differ much in whether they can be carried out, and one that can often
//! is within a few hundred expansions, so many plans are worth more than much patience with each. All attempts share
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
    configurations::{Configuration, PackingConfig, RANDOM_CONFIGS},
    context::{Context, SliceResult, exhausted, solved},
};
use crate::fess::{self, LevelAnalysis, PackingFeatures, PackingPlan, PlanOptions, PlanResult, PlanSearch, PlanSpace};
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

    /// Drops the search and frees its memory.
    fn drop_search(&mut self, budget: &mut Budget<'_>) {
        self.search = None;
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }
}

/// The fewest expansions in search of a plan for a random turn, however short the turn is. They take much less time than
/// those along a plan, and without a plan the turn is worth little.
const RANDOM_PLAN_EXPANSIONS: u64 = 1200;

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
        let order = TurnOrder::new(entries.len());
        let plans = PlanSearches::new(context.analysis, plan_spaces);
        Self { context, spaces, entries, order, plans, random_turns: 0, turns_without_memory: 0 }
    }

    /// Runs the turn of the next attempt. Gives up if all attempts have, and random ones, too, if there are any.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<SliceResult, Stop> {
        loop {
            let is_over = self.entries.iter().all(|entry| matches!(entry, EntryState::Over));
            let has_random_turns = self.entries.len() > 1 && self.random_turns < MAX_RANDOM_TURNS;
            if (is_over && !has_random_turns) || self.order.round() >= MAX_ROUNDS {
                return Ok(SliceResult::GivenUp);
            }
            if is_over {
                // They keep no states, so there may be enough memory for them.
                return self.random_turn_with_little_memory(budget);
            }
            let entries = &self.entries;
            let (number, turns) = match self.order.next(|number| entries[number].progress()) {
                Turn::Attempt { number, turns } => (number, turns),
                Turn::Random => {
                    let result = self.random_turn(budget)?;
                    return Ok(if matches!(result, SliceResult::GivenUp) { SliceResult::Paused } else { result });
                }
            };
            // One part of the memory is for attempts that keep no states.
            let keeping = self.entries.iter().filter(|entry| entry.keeps_memory()).count() as u64;
            let result = match &mut self.entries[number] {
                EntryState::Packing(attempt) => {
                    let memory = budget.memory_left().map(|free| (free + attempt.allotment.used()) / (keeping + 1));
                    let turn = self.context.first_turn(attempt.configuration.first_turn) << turns;
                    self.context.run_turn(attempt, (&self.spaces[number], &mut self.plans), turn, memory, budget)?
                }
                EntryState::Bidirectional(configuration) => {
                    let name = format!("{} of {}", number + 1, self.spaces.len());
                    configuration.run_turn(self.context, &name, turns, budget)?
                }
                EntryState::Over => continue,
            };
            if matches!(result, SliceResult::GivenUp) {
                self.entries[number] = EntryState::Over;
                continue;
            }
            return Ok(result);
        }
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
        let result = self.context.run_turn(&mut attempt, (&spaces, &mut self.plans), turn, None, budget);
        attempt.drop_search(budget);
        result
    }
}

/// The `n`-th number, from 1, of the series 1 1 2 1 1 2 4 1 1 2 ..: restarts after these lengths are nearly
/// optimal if the distribution of run times is unknown (Luby, Sinclair & Zuckerman, *Optimal speedup of Las
/// Vegas algorithms*, 1993).
fn luby(n: u64) -> u64 {
    let power = (n + 1).next_power_of_two();
    if power == n + 1 { power / 2 } else { luby(n + 1 - power / 2) }
}

impl Context<'_> {
    /// Runs a turn of an attempt: `turn` expansions, and before them at most three times as many in search of a plan if
    /// it has none yet, or [`RANDOM_PLAN_EXPANSIONS`] and half as many more if it is random.
    fn run_turn<'s, 'b>(
        &'b self,
        attempt: &mut PackingAttempt<'s, 'b>,
        (spaces, plans): (&'s AttemptSpaces<'b>, &mut PlanSearches<'_, 'b>),
        turn: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        let configuration = attempt.configuration;
        let name = &attempt.name;
        budget.note(|| format!("attempt {name}: {turn} expansions, {}", configuration.describe()));
        let plan_expansions =
            if configuration.options.seed.is_none() { turn } else { turn.max(RANDOM_PLAN_EXPANSIONS) };
        if attempt.plan.is_none()
            && let Some(plan_options) = configuration.plan_options
            && let Some(plan) =
                budget.in_part("packing plans", |budget| plans.plan(plan_options, plan_expansions, budget))?
        {
            attempt.drop_search(budget);
            attempt.plan = Some(plan);
        }
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
// Turns come in rounds. In its `n`-th turn, from 0, an attempt gets `2^n` times the expansions of its first one. In
// the first round, every attempt has one turn, in the order of the configurations. Before each further round,
// the attempts that are resumed are compared by their progress, and the few that lead go first, with two turns: that
// of this round and that of the next one. The other attempts follow in their order. Short random turns come after the
// first round, and then after each turn of an attempt, twice as many in each round.
//
// Measured on 15 levels that an attempt along a plan solved in its second turn or later: of the 14 attempts, the
// one that solved the level had the greatest or second greatest progress before that turn on 7 of them, and its
// median rank was 3.

/// The number of attempts that go first.
const LEADERS: usize = 2;

/// The number of random turns after the first round.
const FIRST_RANDOM_TURNS: usize = 12;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// That of an attempt, which has had `turns` before.
    Attempt { number: usize, turns: u32 },
    /// That of a random attempt.
    Random,
}

/// The turns of the present round, and how many each attempt has had.
#[derive(Clone, Debug)]
pub(super) struct TurnOrder {
    /// `None` before the first round.
    round: Option<u32>,
    turns: Vec<u32>,
    /// The attempts whose turns are left in this round, the next one last.
    queue: Vec<usize>,
    /// The random turns before the next attempt's.
    random_turns: usize,
}

impl TurnOrder {
    pub(super) fn new(attempts: usize) -> Self {
        Self { round: None, turns: vec![0; attempts], queue: Vec::new(), random_turns: 0 }
    }

    /// The number of the present round, from 0.
    pub(super) fn round(&self) -> u32 {
        self.round.unwrap_or(0)
    }

    /// The next turn. Begins a new round if the present one is over; `progress` gives the progress of an attempt, if
    /// it is resumed; more is better.
    pub(super) fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Turn {
        if self.random_turns > 0 {
            self.random_turns -= 1;
            return Turn::Random;
        }
        if self.queue.is_empty() {
            self.begin_round(progress);
        }
        let number = self.queue.pop().unwrap_or(0);
        let turns = self.turns[number];
        self.turns[number] += 1;
        self.random_turns = match self.round() {
            // None where a single configuration is run.
            _ if self.turns.len() == 1 => 0,
            0 if self.queue.is_empty() => FIRST_RANDOM_TURNS,
            0 => 0,
            round => 1 << (round - 1),
        };
        Turn::Attempt { number, turns }
    }

    fn begin_round(&mut self, progress: impl Fn(usize) -> Option<u64>) {
        let round = self.round.map_or(0, |round| round + 1);
        self.round = Some(round);
        let numbers = 0..self.turns.len();
        let mut leaders: Vec<usize> = Vec::new();
        if round > 0 {
            leaders.extend(numbers.clone().filter(|&number| progress(number).is_some()));
            leaders.sort_by_key(|&number| Reverse(progress(number)));
            leaders.truncate(LEADERS);
        }
        let mut order = Vec::new();
        for &leader in &leaders {
            let ahead = (round + 2).saturating_sub(self.turns[leader]);
            order.extend((0..ahead).map(|_| leader));
        }
        // A former leader has had its turn of this round.
        order.extend(numbers.filter(|number| self.turns[*number] <= round && !leaders.contains(number)));
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

    fn round(order: &mut TurnOrder, progress: &[Option<u64>]) -> Vec<(usize, u32)> {
        let mut turns = Vec::new();
        loop {
            if let Turn::Attempt { number, turns: had } = order.next(|number| progress[number]) {
                turns.push((number, had));
            }
            if order.queue.is_empty() && order.random_turns == 0 {
                return turns;
            }
        }
    }

    #[test]
    fn leaders_go_first_and_one_round_ahead() {
        let mut order = TurnOrder::new(5);
        let progress = [Some(3), None, Some(7), Some(7), Some(1)];
        assert_eq!(round(&mut order, &progress), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(round(&mut order, &progress), [(2, 1), (2, 2), (3, 1), (3, 2), (0, 1), (1, 1), (4, 1)]);
        // The lead changes: the former leader has had its turn of this round.
        let progress = [Some(9), None, Some(7), Some(2), Some(1)];
        assert_eq!(round(&mut order, &progress), [(0, 2), (0, 3), (2, 3), (1, 2), (4, 2)]);
        assert_eq!(order.round(), 2);
    }

    #[test]
    fn no_attempt_waits_for_longer_than_a_round() {
        let mut order = TurnOrder::new(17);
        for at in 0..8_u64 {
            let progress: Vec<_> = (0..17_u64).map(|number| Some(number * 31 % 17 * (at + 1) % 13)).collect();
            round(&mut order, &progress);
            assert!(order.turns.iter().all(|&turns| turns > order.round()), "{:?}", order.turns);
            assert!(order.turns.iter().all(|&turns| turns <= order.round() + 2), "{:?}", order.turns);
        }
    }

    #[test]
    fn random_turns_come_after_the_first_round_and_then_between_the_others() {
        let mut order = TurnOrder::new(3);
        let mut kinds = Vec::new();
        while order.round() < 3 {
            kinds.push(order.next(|_| None) == Turn::Random);
        }
        // Three attempts, 12 random turns, then one after each attempt, two, and the first of the fourth round.
        let expected = [(3, 12), (1, 1), (1, 1), (1, 1), (1, 2), (1, 2), (1, 2), (1, 0)];
        let expected: Vec<bool> = expected
            .into_iter()
            .flat_map(|(attempts, random)| [vec![false; attempts], vec![true; random]].concat())
            .collect();
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_single_attempt_has_all_turns() {
        let mut order = TurnOrder::new(1);
        let turns: Vec<_> = (0..3).map(|_| order.next(|_| None)).collect();
        assert_eq!(turns, [0, 1, 2].map(|turns| Turn::Attempt { number: 0, turns }));
    }
}
