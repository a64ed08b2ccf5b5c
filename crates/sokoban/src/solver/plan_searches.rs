//! The searches for packing plans of all attempts.
//!
//! Attempts with equal options share a search. Whenever the turns of one of these attempts get longer, it is resumed for
//! twice as many expansions as the turn has. A search that does not get enough memory to be kept begins anew then.

use std::cell::OnceCell;

use crate::fess::{self, LevelAnalysis, PackingPlan, PlanOptions, PlanResult, PlanSearch, PlanSpace};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::bounds::Distances;
    use crate::bounds::tests::random_level;
    use crate::deadlock::Rules;
    use crate::solver::configurations::ANY_DISTANCE;
    use lurd_engine::budget::{Cancel, Limits};

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
