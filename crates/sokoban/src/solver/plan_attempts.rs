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
//! In each round, every attempt has a turn ([`turn_order`](super::turn_order)). The first two kinds get turns twice as
//! long in each round, so a quick success of one attempt does not wait for another that never ends. Random turns have
//! the lengths of [`luby`]'s series and begin short: plans differ much in whether they can be carried out, and one that
//! can often is within a few hundred expansions, so many plans are worth more than much patience with each. All attempts
//! share the patterns that their deadlock rules have proved. An attempt that exhausts its space proves the level
//! unsolvable; one without enough memory is given up.

use std::cell::OnceCell;

use super::bidirectional::BidirectionalConfig;
use super::configurations::{Configuration, RANDOM_CONFIGS};
use super::context::{Context, SliceResult, exhausted, solved};
use super::packing_config::PackingConfig;
use super::plan_searches::{PlanSearches, PlanSpaces};
use super::turn_order::{Turn, TurnOrder};
use crate::fess::{PackingFeatures, PackingPlan};
use crate::spaces::MacroPushSpace;
use lurd_engine::budget::{Allotment, Budget, Task};
use lurd_engine::outcome::{Limit, Outcome, Stop};
use lurd_engine::search::Stepper;

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
        Self {
            name,
            configuration,
            plan: None,
            search: None,
            allotment: Allotment::default(),
            milestone: None,
        }
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
                    return Ok(if matches!(result, SliceResult::GivenUp) {
                        SliceResult::Paused
                    } else {
                        result
                    });
                }
            };
            // One part of the memory is for attempts that keep no states.
            let keeping = self.entries.iter().filter(|entry| entry.keeps_memory()).count() as u64;
            let result = match &mut self.entries[number] {
                EntryState::Packing(attempt) => {
                    let memory =
                        budget.memory_left().map(|free| (free + attempt.allotment.used()) / (keeping + 1));
                    let turn = self.context.first_turn(attempt.configuration.first_turn) << turns;
                    self.context.run_turn(
                        attempt,
                        (&self.spaces[number], &mut self.plans),
                        turn,
                        memory,
                        budget,
                    )?
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
        let is_enough = self.turns_without_memory < MAX_TURNS_WITHOUT_MEMORY;
        Ok(if is_enough { SliceResult::Paused } else { SliceResult::GivenUp })
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
            && let Some(plan) = plans.plan(plan_options, plan_expansions, budget)?
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
                let made = MacroPushSpace::new(
                    self.board,
                    self.distances,
                    self.rules,
                    Some(Box::new(features)),
                    budget,
                )?;
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
                Ok(SliceResult::Ended(solved(self.board, &pushes, budget)))
            }
            Ok(Outcome::Unsolvable) => Ok(SliceResult::Ended(exhausted())),
            Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                if budget.statistics().expanded - before >= turn =>
            {
                Ok(SliceResult::Paused)
            }
            Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. })
            | Err(Stop::Limit(Limit::Memory)) => {
                attempt.drop_search(budget);
                Ok(SliceResult::GivenUp)
            }
            Ok(Outcome::Stopped { stop, .. }) | Err(stop) => Err(stop),
        }
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
