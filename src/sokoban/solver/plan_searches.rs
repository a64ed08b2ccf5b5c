//! The searches for packing plans of all attempts.
//!
//! Attempts with equal options share a search. It is resumed whenever the turns of one of these attempts get longer,
//! for as many expansions as the turn has. A search that does not get enough memory to be kept begins anew then.

use std::cell::OnceCell;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::fess::{LevelAnalysis, PackingPlan, PlanOptions, PlanResult, PlanSearch, PlanSpace};

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
        let known = self.entries.iter().position(|entry| entry.plan_options == plan_options);
        // Plans by a seed are for one turn.
        if plan_options.seed.is_some() {
            return anew(self.analysis, plan_options, turn, budget);
        }
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
        entry.turn = turn;
        entry.advance(self.analysis, turn, budget)
    }
}

impl Entry<'_, '_> {
    fn advance(
        &mut self,
        analysis: &LevelAnalysis<'_>,
        turn: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PackingPlan>, Stop> {
        let result = match &mut self.state {
            State::Found(_) | State::Exhausted => return Ok(None),
            State::NotKept => {
                let plan = anew(analysis, self.plan_options, turn, budget)?;
                if let Some(plan) = &plan {
                    self.state = State::Found(plan.clone());
                }
                return Ok(plan);
            }
            State::Kept(search) => {
                let memory = budget.memory_left().map(|left| left / PART_OF_MEMORY);
                resumed(search, turn, memory, budget)?
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
    let space = PlanSpace::new(analysis, plan_options);
    let Some(mut search) = PlanSearch::new(&space) else { return Ok(None) };
    let result = resumed(&mut search, expansions, None, budget);
    search.end(budget);
    Ok(match result? {
        PlanResult::Found(plan) => Some(plan),
        PlanResult::Paused | PlanResult::Exhausted | PlanResult::OutOfMemory => None,
    })
}

fn resumed(
    search: &mut PlanSearch<'_, '_>,
    expansions: u64,
    memory: Option<u64>,
    budget: &mut Budget<'_>,
) -> Result<PlanResult, Stop> {
    let before = budget.statistics().expanded;
    let result = search.resume(expansions, memory, budget)?;
    let spent = budget.statistics().expanded - before;
    budget.note(|| match &result {
        PlanResult::Found(plan) => {
            let steps = plan.steps();
            let parked = steps.iter().filter(|step| step.until.is_some()).count();
            let steps = steps.len();
            format!("packing plan of {steps} steps, {parked} of them to park a box; {spent} expansions")
        }
        _ => format!("no packing plan within {spent} expansions"),
    });
    Ok(result)
}
