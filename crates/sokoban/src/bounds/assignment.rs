//! The least total distance of an assignment of boxes to goals.
//!
//! Each box must end on a goal of its own. So the cheapest assignment is a lower bound of the pushes to come,
//! and where there is no assignment the position is dead.
//!
//! The problem is solved box by box. In a search, [`Matcher`] updates an assignment from one set of boxes to the next.

use crate::board::Cell;
use crate::bounds::distances::{BoxAndSide, Distances};
use crate::bounds::matcher::{Matched, Matcher};
use lurd_engine::budget::Deadline;

/// The cost of the cheapest assignment of `boxes` to the goals, wherever the player is; `None` if there is no
/// assignment. After `deadline` it is 0, which is a valid bound, too. O(n^3).
#[must_use]
pub fn assignment(distances: &Distances, boxes: &[Cell], deadline: &Deadline) -> Option<u32> {
    let rows: Vec<&[u32]> = boxes.iter().map(|&cell| distances.to_goals(cell)).collect();
    cheapest(&rows, distances.goals(), deadline)
}

/// The same with the player on known sides of the boxes.
pub(crate) fn assignment_of(distances: &Distances, boxes: &[BoxAndSide], deadline: &Deadline) -> Option<u32> {
    let rows: Vec<&[u32]> = boxes.iter().map(|&place| distances.from_side(place)).collect();
    cheapest(&rows, distances.goals(), deadline)
}

fn cheapest(rows: &[&[u32]], goals: usize, deadline: &Deadline) -> Option<u32> {
    if rows.is_empty() {
        return Some(0);
    }
    if rows.len() > goals {
        return None;
    }
    // One augmentation per row; with many rows the clock is read between them.
    let mut matcher = Matcher::default();
    let numbers: Vec<BoxAndSide> = (0..).take(rows.len()).collect();
    match matcher.place(&|row| rows[row as usize], goals, &numbers, deadline) {
        Matched::All => {
            let pairs = rows.iter().zip(matcher.goals(rows.len()));
            Some(pairs.map(|(row, &goal)| row[goal]).sum())
        }
        Matched::NotAll => None,
        Matched::OutOfTime => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pathfinding::matrix::Matrix;
    use pathfinding::prelude::kuhn_munkres_min;

    use super::*;
    use crate::bounds::distances::UNREACHABLE;
    use crate::bounds::matcher::FEW;
    use lurd_engine::budget::{Budget, Cancel, Limits};

    fn by_pathfinding(rows: &[&[u32]]) -> Option<u32> {
        // More than the cost of any real assignment, and small enough for sums not to overflow.
        let never = i64::from(u32::MAX) * 2;
        let costs = Matrix::from_rows(rows.iter().map(|row| {
            row.iter().map(move |&distance| if distance == UNREACHABLE { never } else { i64::from(distance) })
        }))
        .ok()?;
        let (total, _) = kuhn_munkres_min(&costs);
        u32::try_from(total).ok().filter(|&total| total != UNREACHABLE)
    }

    proptest::proptest! {
        #[test]
        fn the_cost_is_that_of_kuhn_and_munkres(
            rows in 1_usize..7,
            spare in 0_usize..3,
            costs in proptest::collection::vec(0_u32..9, 81),
        ) {
            let goals = rows + spare;
            // Some of them cannot be reached.
            let costs: Vec<u32> = costs.into_iter().map(|cost| if cost > 5 { UNREACHABLE } else { cost }).collect();
            let rows: Vec<&[u32]> = costs.chunks(goals).take(rows).collect();
            proptest::prop_assert_eq!(cheapest(&rows, goals, &Deadline::default()), by_pathfinding(&rows));
        }
    }

    #[test]
    fn many_boxes_are_left_when_the_time_is_over() {
        let mut no_observer = ();
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
        let over = Budget::new(limits, Cancel::default(), &mut no_observer).deadline();
        // Nothing can be reached at all: no assignment, but it takes time to find that out.
        let row = [UNREACHABLE; FEW + 1];
        let rows = [row.as_slice(); FEW + 1];
        assert_eq!(cheapest(&rows, FEW + 1, &Deadline::default()), None);
        assert_eq!(cheapest(&rows, FEW + 1, &over), Some(0), "a bound, and no proof");
        let few = [&row[1..]; FEW];
        assert_eq!(cheapest(&few, FEW, &over), None);
        let mut matcher = Matcher::default();
        let boxes: Vec<BoxAndSide> = (0..).take(FEW + 1).collect();
        assert_eq!(matcher.place(&|_| &[0; FEW + 1], FEW + 1, &boxes, &over), Matched::OutOfTime);
        assert_eq!(matcher.place(&|_| &[0; FEW + 1], FEW + 1, &boxes, &Deadline::default()), Matched::All);
    }
}
