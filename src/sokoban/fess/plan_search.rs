//! Searches for a packing plan that can be paused and resumed.

use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Plan, Stop};
use crate::search::{Settings, Stepper};
use crate::sokoban::board::WALL;
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::packing_plan::PackingPlan;
use crate::sokoban::fess::packing_search::{MacroPull, Unpack};
use crate::sokoban::fess::plan_options::PlanOptions;

/// The space of a search for a packing plan of a level.
pub(in crate::sokoban) struct PlanSpace<'b>(Unpack<'b>);

/// A search for a packing plan.
pub(in crate::sokoban) struct PlanSearch<'s, 'b> {
    search: Stepper<'s, Unpack<'b>>,
    allotment: Allotment,
}

/// The end of a part of the search.
pub(in crate::sokoban) enum PlanResult {
    Found(PackingPlan),
    /// The expansions are used up.
    Paused,
    /// There is no plan.
    Exhausted,
    /// The memory was not enough, and the search has ended.
    OutOfMemory,
}

impl<'b> PlanSpace<'b> {
    /// The level has as many boxes as goals.
    pub(in crate::sokoban) fn new(analysis: &'b LevelAnalysis<'b>, plan_options: PlanOptions) -> Self {
        Self(Unpack::new(analysis.board, &analysis.sinks, analysis.rooms.clone(), plan_options))
    }
}

impl<'s, 'b> PlanSearch<'s, 'b> {
    /// A search that has not begun. `None` if the space does not meet its needs.
    pub(in crate::sokoban) fn new(space: &'s PlanSpace<'b>) -> Option<Self> {
        let search = Stepper::fess(&space.0, &Settings::default()).ok()?;
        Some(Self { search, allotment: Allotment::default() })
    }

    /// Continues for `expansions`, with at most `memory` bytes in all.
    ///
    /// # Errors
    /// When the search is cancelled, or a limit of time or expansions is reached.
    pub(in crate::sokoban) fn resume(
        &mut self,
        expansions: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<PlanResult, Stop> {
        let Self { search, allotment } = self;
        match budget.with_allotment(allotment, expansions, memory, |budget| search.finish(budget)) {
            Outcome::Solved { plan, .. } => Ok(PlanResult::Found(packing_plan(&plan))),
            Outcome::Unsolvable => Ok(PlanResult::Exhausted),
            Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => Ok(PlanResult::OutOfMemory),
            Outcome::Stopped {
                stop: stop @ (Stop::Cancelled | Stop::Limit(Limit::Time | Limit::Nodes)),
                ..
            } => Err(stop),
            Outcome::Stopped { .. } => Ok(PlanResult::Paused),
        }
    }

    /// Ends the search and frees its memory.
    pub(in crate::sokoban) fn end(self, budget: &mut Budget<'_>) {
        drop(self.search);
        budget.reclaim(&self.allotment);
    }
}

fn packing_plan(plan: &Plan<MacroPull>) -> PackingPlan {
    let pulls = plan.actions.iter().filter(|pull| pull.from != WALL);
    let moves: Vec<_> = pulls.map(|pull| (pull.from, (!pull.removed).then_some(pull.to))).collect();
    PackingPlan::from_backward(&moves)
}
