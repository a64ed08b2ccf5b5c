//! Packing plans: the order in which goals are filled, and the cells where boxes are parked meanwhile.

use crate::board::Cell;

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
