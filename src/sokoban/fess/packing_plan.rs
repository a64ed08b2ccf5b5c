//! Packing plans: the order in which goals are filled, and the cells where boxes are parked meanwhile.

use crate::sokoban::board::Cell;

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
}

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
        Self { steps }
    }

    /// All steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Whether one of the first `done` steps places a box on `cell` permanently.
    #[must_use]
    pub fn has_placed(&self, cell: Cell, done: usize) -> bool {
        self.steps.iter().take(done).any(|step| step.to == cell && step.until.is_none())
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
            missing.retain(|&early| self.steps[early].until != Some(index));
            if !has_box(step.to) {
                missing.push(index);
            }
            if missing.is_empty() {
                packed = index + 1;
            } else if missing.iter().any(|&early| self.steps[early].until.is_none()) {
                break;
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
    }
}
