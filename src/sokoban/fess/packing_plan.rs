//! A packing plan: in which order boxes get to their goals, and where they are parked meanwhile.

use crate::sokoban::board::Cell;

/// A box gets to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The cell.
    pub to: Cell,
    /// The later step that takes the box away again; `None` if it stays for good.
    pub until: Option<usize>,
}

/// The steps of a plan, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackingPlan {
    steps: Vec<PlanStep>,
}

impl PackingPlan {
    /// From what a search backward did, in the order of time backward: boxes taken from cells, and
    /// put down again or (`None`) brought to where they were at the start.
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

    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[PlanStep] {
        &self.steps
    }

    /// Whether one of the first `done` steps has put a box on `cell` for good.
    #[must_use]
    pub fn has_placed(&self, cell: Cell, done: usize) -> bool {
        self.steps.iter().take(done).any(|step| step.to == cell && step.until.is_none())
    }

    /// How many of the steps have been done: the most for which every step before has a box on its
    /// cell, or was followed by the step that took it away.
    #[must_use]
    pub fn packed(&self, has_box: impl Fn(Cell) -> bool) -> usize {
        // With `packed` steps done, steps whose `until` is not among them must still have their box.
        // A step that fails can be mended by a later one that takes its box away.
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
