//! Packing plans, and searches for them that can be paused and resumed.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Limit, Outcome, Plan, Stop},
    search::{Settings, Stepper},
};

use super::level_analysis::LevelAnalysis;
use super::packing_search::{MacroPull, PlanOptions, Unpack};
use crate::board::{Cell, WALL};

/// The space of a search for a packing plan of a level.
pub(crate) struct PlanSpace<'b>(Unpack<'b>);

/// A search for a packing plan.
pub(crate) struct PlanSearch<'s, 'b> {
    search: Stepper<'s, Unpack<'b>>,
    allotment: Allotment,
}

/// The end of a part of the search.
pub(crate) enum PlanResult {
    Found(PackingPlan),
    /// The expansions are used up.
    Paused,
    /// There is no plan, or nothing to plan: all boxes are on goals.
    Exhausted,
    /// The memory was not enough, and the search has ended.
    OutOfMemory,
}

impl<'b> PlanSpace<'b> {
    /// The level has as many boxes as goals.
    pub(crate) fn new(analysis: &'b LevelAnalysis<'b>, plan_options: PlanOptions) -> Self {
        Self(Unpack::new(analysis.board, &analysis.sinks, analysis.rooms.clone(), plan_options))
    }
}

impl<'s, 'b> PlanSearch<'s, 'b> {
    /// A search that has not begun. `None` if the space does not meet its needs.
    pub(crate) fn new(space: &'s PlanSpace<'b>) -> Option<Self> {
        let search = Stepper::fess(&space.0, &Settings::default()).ok()?;
        Some(Self { search, allotment: Allotment::default() })
    }

    /// The memory that it takes.
    pub(crate) fn used(&self) -> u64 {
        self.allotment.used()
    }

    /// Continues for `expansions`, with at most `memory` bytes in all.
    ///
    /// # Errors
    /// When the search is cancelled, or a limit of time or expansions is reached.
    pub(crate) fn resume(
        &mut self,
        expansions: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<PlanResult, Stop> {
        let Self { search, allotment } = self;
        // A packing plan ends before the level is solved, at a lower cost.
        let resume = |budget: &mut Budget<'_>| budget.with_own_bounds(|budget| search.finish(budget));
        match budget.with_allotment(allotment, expansions, memory, resume) {
            Outcome::Solved { plan, .. } => {
                let plan = packing_plan(&plan);
                Ok(if plan.steps().is_empty() { PlanResult::Exhausted } else { PlanResult::Found(plan) })
            }
            Outcome::Unsolvable => Ok(PlanResult::Exhausted),
            Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => Ok(PlanResult::OutOfMemory),
            Outcome::Stopped { stop: Stop::Paused, .. } => Ok(PlanResult::Paused),
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }

    /// Ends the search and frees its memory.
    pub(crate) fn end(self, budget: &mut Budget<'_>) {
        drop(self.search);
        budget.reclaim(&self.allotment);
    }
}

/// Searches backward for a packing plan, in at most `expansions` expansions. The plan is empty if none is found.
///
/// # Errors
/// When the search is cancelled, or a limit of time or expansions is reached.
pub fn find_plan(
    analysis: &LevelAnalysis<'_>,
    plan_options: PlanOptions,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<PackingPlan, Stop> {
    let space = PlanSpace::new(analysis, plan_options);
    let search = PlanSearch::new(&space).filter(|_| analysis.board.boxes().len() == analysis.board.goals().len());
    let Some(mut search) = search else { return Ok(PackingPlan::default()) };
    let result = search.resume(expansions, None, budget);
    search.end(budget);
    Ok(match result? {
        PlanResult::Found(plan) => plan,
        PlanResult::Paused | PlanResult::Exhausted | PlanResult::OutOfMemory => PackingPlan::default(),
    })
}

fn packing_plan(plan: &Plan<MacroPull>) -> PackingPlan {
    let pulls = plan.actions.iter().filter(|pull| pull.from != WALL);
    let moves: Vec<_> = pulls.map(|pull| (pull.from, (!pull.removed).then_some(pull.to))).collect();
    PackingPlan::from_backward(&moves)
}

// Packing plans: the order in which goals are filled, and the cells where boxes are parked meanwhile.

/// A step of a plan: some box is brought to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The cell of the box.
    pub to: Cell,
    /// The index of the later step that moves the box away; `None` if it stays.
    pub until: Option<usize>,
}

/// A sequence of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackingPlan {
    steps: Vec<PlanStep>,
    /// For each cell that occurs in a step: the step that places a box there permanently, or [`NEVER`].
    placed_by: Vec<Option<usize>>,
}

/// More than the number of any step.
const NEVER: usize = usize::MAX;

impl PackingPlan {
    /// The plan that reverses the moves of a backward search: boxes pulled from cells to others, or (`None`)
    /// removed from the board.
    #[must_use]
    pub fn from_backward(moves: &[(Cell, Option<Cell>)]) -> Self {
        let mut steps: Vec<PlanStep> = Vec::with_capacity(moves.len());
        for &(goal, parked) in moves.iter().rev() {
            if let Some(parking) = parked {
                let now = steps.len();
                if let Some(step) = steps.iter_mut().rev().find(|step| step.to == parking) {
                    step.until.get_or_insert(now);
                }
            }
            steps.push(PlanStep { to: goal, until: None });
        }
        Self::new(steps)
    }

    fn new(steps: Vec<PlanStep>) -> Self {
        let cells = steps.iter().map(|step| usize::from(step.to) + 1).max().unwrap_or(0);
        let mut placed_by = vec![None; cells];
        for (index, step) in steps.iter().enumerate() {
            let by: &mut usize = placed_by[usize::from(step.to)].get_or_insert(NEVER);
            if step.until.is_none() {
                *by = index.min(*by);
            }
        }
        Self { steps, placed_by }
    }

    /// Whether a step of the plan brings a box to `cell`.
    #[inline]
    pub(super) fn mentions(&self, cell: Cell) -> bool {
        self.placed_by.get(usize::from(cell)).is_some_and(Option::is_some)
    }

    /// All steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Whether one of the first `done` steps places a box on `cell` permanently.
    #[inline]
    #[must_use]
    pub fn has_placed(&self, cell: Cell, done: usize) -> bool {
        self.placed_by.get(usize::from(cell)).is_some_and(|by| by.is_some_and(|by| by < done))
    }

    /// The number of steps that are done: the largest number of first steps each of which has a box on its
    /// cell, or is followed among them by the step that moves the box away.
    #[must_use]
    pub fn packed(&self, has_box: impl Fn(Cell) -> bool) -> usize {
        // A step whose `until` is not among the steps done must still have its box. A step without its box
        // can be made up for by the later step that moves the box away.
        let mut packed = 0;
        let mut missing: Vec<usize> = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            if !missing.is_empty() {
                missing.retain(|&early| self.steps[early].until != Some(index));
            }
            if !has_box(step.to) {
                if step.until.is_none() {
                    break;
                }
                missing.push(index);
            }
            if missing.is_empty() {
                packed = index + 1;
            }
        }
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Board,
        bounds::{
            Distances,
            tests::{random_level, samples},
        },
        deadlock::Rules,
        fess::packing_search::RemovalOrder,
    };

    const OPTIONS: PlanOptions = PlanOptions {
        min_pulls: 1,
        first: RemovalOrder::OpenFloor,
        exchange: false,
        parked_first: false,
        removes_first: false,
        opens_first: false,
        seed: None,
    };

    /// The steps of the plan that is found in parts of so many expansions; `None` if there is none.
    fn steps(analysis: &LevelAnalysis<'_>, expansions: u64, budget: &mut Budget<'_>) -> Option<PackingPlan> {
        let space = PlanSpace::new(analysis, OPTIONS);
        let mut search = PlanSearch::new(&space).expect("it fits");
        let before = budget.used();
        let plan = loop {
            match search.resume(expansions, None, budget).expect("no limit") {
                PlanResult::Found(plan) => break Some(plan),
                PlanResult::Paused => {}
                PlanResult::Exhausted => break None,
                PlanResult::OutOfMemory => panic!("there is no limit"),
            }
        };
        search.end(budget);
        assert_eq!(budget.used(), before);
        plan
    }

    /// Calls `check` with the analysis of random levels, those with as many boxes as goals.
    fn for_each_level(mut check: impl FnMut(u64, &LevelAnalysis<'_>, &mut Budget<'_>)) {
        for seed in 0..samples(300) {
            let board = Board::new(&random_level(seed, 6));
            if board.boxes().len() != board.goals().len() {
                continue;
            }
            let budget = &mut Budget::unlimited();
            let distances = Distances::new(&board, budget).expect("no limit");
            let analysis = LevelAnalysis::new(&board, &distances, Rules::for_pushes(), budget);
            check(seed, &analysis.expect("no limit"), budget);
        }
    }

    #[test]
    fn parts_of_a_search_find_the_plan_of_the_whole() {
        let (mut found, mut exhausted, mut short_of_memory) = (0, 0, 0);
        for_each_level(|seed, analysis, budget| {
            let whole = steps(analysis, u64::MAX, budget);
            assert_eq!(steps(analysis, 2, budget), whole, "seed {seed}");
            *if whole.is_some() { &mut found } else { &mut exhausted } += 1;
            let space = PlanSpace::new(analysis, OPTIONS);
            let mut search = PlanSearch::new(&space).expect("it fits");
            let result = search.resume(u64::MAX, Some(10), budget).expect("memory is no error");
            short_of_memory += u32::from(matches!(result, PlanResult::OutOfMemory));
        });
        assert!(
            found > samples(15) && exhausted > samples(20) && short_of_memory > samples(50),
            "{found} {exhausted} {short_of_memory}"
        );
    }

    #[test]
    fn seeds_and_orders_of_features_do_not_decide_whether_there_is_a_plan() {
        let (mut solvable, mut unsolvable) = (0, 0);
        for_each_level(|seed, analysis, budget| {
            let plans: Vec<_> = [false, true]
                .into_iter()
                .flat_map(|opens_first| (0..5).map(move |seed| (opens_first, seed)))
                .map(|(opens_first, seed)| {
                    let options = PlanOptions { opens_first, seed: Some(seed), ..OPTIONS };
                    let plan = find_plan(analysis, options, u64::MAX, budget).expect("no limit");
                    // The same seed gives the same plan.
                    assert_eq!(find_plan(analysis, options, u64::MAX, budget).expect("no limit"), plan);
                    plan
                })
                .collect();
            // Whether there is a plan does not depend on the order in which it is looked for.
            let found = plans.iter().filter(|plan| !plan.steps().is_empty()).count();
            assert!(found == 0 || found == plans.len(), "seed {seed}: {found}");
            if found > 0 { solvable += 1 } else { unsolvable += 1 }
        });
        assert!(solvable > samples(15) && unsolvable > samples(20), "{solvable} {unsolvable}");
    }
}

#[cfg(test)]
mod packing_plan_tests {
    use super::*;

    #[test]
    fn parked_boxes_count_until_they_are_taken_away() {
        // Backward: from 1 to parking 9, from 2 away, from 9 away.
        let plan = PackingPlan::from_backward(&[(1, Some(9)), (2, None), (9, None)]);
        let steps: Vec<_> = plan.steps().iter().map(|step| (step.to, step.until)).collect();
        assert_eq!(steps, [(9, Some(2)), (2, None), (1, None)]);
        let packed = |boxes: &[Cell]| plan.packed(|cell| boxes.contains(&cell));
        assert_eq!(packed(&[]), 0);
        assert_eq!(packed(&[9]), 1);
        assert_eq!(packed(&[9, 2]), 2);
        assert_eq!(packed(&[2]), 0);
        assert_eq!(packed(&[1, 2]), 3);
        assert_eq!(packed(&[1, 9]), 1);
        let placed = |cell| (0..=3).map(|done| plan.has_placed(cell, done)).collect::<Vec<_>>();
        assert_eq!(placed(9), [false; 4]);
        assert_eq!(placed(2), [false, false, true, true]);
        assert_eq!(placed(1), [false, false, false, true]);
        assert_eq!([0, 1, 2, 9, 10].map(|cell| plan.mentions(cell)), [false, true, true, true, false]);
    }
}
