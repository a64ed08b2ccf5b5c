//! The least total distance of an assignment of boxes to goals.
//!
//! Each box must end on a goal of its own, so the cheapest assignment is a lower bound of the pushes
//! to come, and where there is none the position is dead. The whole problem of a few boxes is solved by
//! `pathfinding::kuhn_munkres_min`, which cannot be stopped; that of many, box by box, as in the loop. In
//! the loop a push changes one row of the matrix, and with the
//! dual variables kept one shortest augmenting path (Dijkstra over the columns, O(n^2) and mostly
//! far less) gives the new optimum: see Jonker & Volgenant, *A shortest augmenting path algorithm*,
//! 1987.

use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;

use crate::budget::Deadline;
use crate::sokoban::board::Cell;
use crate::sokoban::bounds::{BoxAndSide, Distances, UNREACHABLE};

/// The cheapest assignment of `boxes` to the goals, from nothing, wherever the player is: `None` if
/// there is none. Once `deadline` is over, 0, which is a true bound, too. O(n^3).
#[must_use]
pub fn assignment(distances: &Distances, boxes: &[Cell], deadline: &Deadline) -> Option<u32> {
    let rows: Vec<&[u32]> = boxes.iter().map(|&cell| distances.to_goals(cell)).collect();
    cheapest(&rows, distances.goals(), deadline)
}

/// The same for boxes with the player on known sides.
#[must_use]
pub fn assignment_of(distances: &Distances, boxes: &[BoxAndSide], deadline: &Deadline) -> Option<u32> {
    let rows: Vec<&[u32]> = boxes.iter().map(|&stance| distances.from_stance(stance)).collect();
    cheapest(&rows, distances.goals(), deadline)
}

/// The assignment of so few boxes takes no time that matters (a millisecond at most).
const FEW: usize = 50;

fn cheapest(rows: &[&[u32]], goals: usize, deadline: &Deadline) -> Option<u32> {
    if rows.is_empty() {
        return Some(0);
    }
    if rows.len() > goals {
        return None;
    }
    if rows.len() > FEW { by_augmenting(rows, goals, deadline) } else { by_pathfinding(rows) }
}

fn by_pathfinding(rows: &[&[u32]]) -> Option<u32> {
    // More than any real assignment costs, and small enough that sums do not overflow.
    let never = i64::from(u32::MAX) * 2;
    let costs = Matrix::from_rows(rows.iter().map(|row| {
        row.iter().map(move |&distance| if distance == UNREACHABLE { never } else { i64::from(distance) })
    }))
    .ok()?;
    let (total, _) = kuhn_munkres_min(&costs);
    u32::try_from(total).ok().filter(|&total| total != UNREACHABLE)
}

/// One augmentation a row, with a look at the clock between them.
fn by_augmenting(rows: &[&[u32]], goals: usize, deadline: &Deadline) -> Option<u32> {
    let mut matcher = Matcher::default();
    let numbers: Vec<BoxAndSide> = (0..).take(rows.len()).collect();
    match matcher.place(&|row| rows[row as usize], goals, &numbers, deadline) {
        Matched::All => {
            let pairs = rows.iter().zip(&matcher.goal_of);
            Some(pairs.map(|(row, &goal)| row[goal]).sum())
        }
        Matched::NotAll => None,
        Matched::OutOfTime => Some(0),
    }
}

/// What came of an attempt to give every box a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matched {
    /// Every box has one.
    All,
    /// There are none for all of them: a proof.
    NotAll,
    /// The time was over before that was known.
    OutOfTime,
}

/// An optimal assignment with its dual variables, moved from one set of boxes to the next.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// The boxes, in the order of the rows. As many rows as there are goals: what the boxes leave over
    /// is [`SPARE`].
    boxes: Vec<BoxAndSide>,
    /// The goal of each row and the row of each goal; [`FREE`] if none.
    goal_of: Vec<usize>,
    row_of: Vec<usize>,
    /// Duals: `distance >= row_dual + goal_dual`, with equality where matched.
    row_dual: Vec<i64>,
    goal_dual: Vec<i64>,
    path: Path,
    /// Scratch of [`Matcher::set`]: the rows that have to change and the boxes they change to.
    stale: Vec<usize>,
    fresh: Vec<BoxAndSide>,
    /// The costs of a spare row.
    nothing: Vec<u32>,
}

/// A row for a goal that no box needs, which costs nothing: only if every goal is matched are the
/// duals of all of them right, however the assignment came about.
const SPARE: BoxAndSide = BoxAndSide::MAX - 1;

const FREE: usize = usize::MAX;
const FAR: i64 = i64::MAX;

/// Scratch of the search for a shortest augmenting path.
#[derive(Clone, Debug, Default)]
struct Path {
    length: Vec<i64>,
    /// The row from which each goal was reached; [`FREE`] for the new row.
    from: Vec<usize>,
    settled: Vec<bool>,
    order: Vec<usize>,
}

impl Matcher {
    /// Assigns `boxes` (in increasing order) at least cost, starting from the previous assignment.
    /// Costs one augmentation for each box that differs; with many boxes, `deadline` is asked before each.
    pub fn set(&mut self, distances: &Distances, boxes: &[BoxAndSide], deadline: &Deadline) -> Matched {
        self.place(&|stance| distances.from_stance(stance), distances.goals(), boxes, deadline)
    }

    /// The same with any costs.
    fn place<'d>(
        &mut self,
        costs: &impl Fn(BoxAndSide) -> &'d [u32],
        goals: usize,
        boxes: &[BoxAndSide],
        deadline: &Deadline,
    ) -> Matched {
        let rows = goals.max(boxes.len());
        let real = self.boxes.iter().filter(|&&stance| stance != SPARE).count();
        if self.boxes.len() != rows || real != boxes.len() || self.row_of.len() != goals {
            self.boxes = vec![BoxAndSide::MAX; rows];
            self.goal_of = vec![FREE; rows];
            self.row_dual = vec![0; rows];
            self.row_of = vec![FREE; goals];
            self.goal_dual = vec![0; goals];
            self.nothing = vec![0; goals];
            for row in boxes.len()..rows {
                // There is a goal for each of them, as long as no box has one: any, as long as no goal has
                // a price.
                (self.boxes[row], self.goal_of[row], self.row_of[row - boxes.len()]) =
                    (SPARE, row - boxes.len(), row);
            }
        }
        self.find_changes(boxes);
        for index in 0..self.stale.len() {
            let row = self.stale[index];
            if self.goal_of[row] != FREE {
                self.row_of[self.goal_of[row]] = FREE;
                self.goal_of[row] = FREE;
            }
            self.boxes[row] = BoxAndSide::MAX;
        }
        for index in 0..self.stale.len() {
            // The rest stays unmatched, and is stale next time.
            if rows > FEW && deadline.is_over() {
                return Matched::OutOfTime;
            }
            let (row, cell) = (self.stale[index], self.fresh[index]);
            if !self.augment(costs, row, cell) {
                return Matched::NotAll;
            }
        }
        Matched::All
    }

    /// Fills `stale` and `fresh`: what is in one of the two sets only.
    fn find_changes(&mut self, boxes: &[BoxAndSide]) {
        self.stale.clear();
        self.fresh.clear();
        for (row, cell) in self.boxes.iter().enumerate() {
            if *cell != SPARE && boxes.binary_search(cell).is_err() {
                self.stale.push(row);
            }
        }
        for &cell in boxes {
            if !self.boxes.contains(&cell) {
                self.fresh.push(cell);
            }
        }
        debug_assert_eq!(self.stale.len(), self.fresh.len());
    }

    /// The total of the present assignment.
    #[must_use]
    pub fn total(&self, distances: &Distances) -> u32 {
        let rows = self.boxes.iter().zip(&self.goal_of).filter(|&(&cell, _)| cell != SPARE);
        rows.map(|(&cell, &goal)| distances.from_stance(cell)[goal]).sum()
    }

    /// The total if the box on `from` stood on `to` instead, `pushes` pushes away, without moving it;
    /// `None` if there is no assignment then. The matcher must hold an assignment ([`Matched::All`]).
    pub fn total_after(
        &mut self,
        distances: &Distances,
        from: BoxAndSide,
        to: BoxAndSide,
        pushes: u32,
    ) -> Option<u32> {
        let row = self.boxes.iter().position(|&cell| cell == from)?;
        let goal = self.goal_of[row];
        // A push saves one at most; if it does so towards its own goal, the assignment stays the best.
        let (before, after) = (distances.from_stance(from)[goal], distances.from_stance(to)[goal]);
        if after.saturating_add(pushes) == before {
            return Some(self.total(distances) - pushes);
        }
        // Without its row, the other rows and all goal duals still make a feasible dual solution;
        // the shortest path from the new row to the goal that became free completes it.
        self.row_of[goal] = FREE;
        let reached = self.shortest(&|stance| distances.from_stance(stance), to);
        self.row_of[goal] = row;
        let (_, length) = reached?;
        let duals =
            self.row_dual.iter().sum::<i64>() - self.row_dual[row] + self.goal_dual.iter().sum::<i64>();
        u32::try_from(duals + length).ok()
    }

    /// Puts `cell` into `row`, which is free, and matches it. False if that cannot be.
    fn augment<'d>(
        &mut self,
        costs: &impl Fn(BoxAndSide) -> &'d [u32],
        row: usize,
        cell: BoxAndSide,
    ) -> bool {
        let Some((goal, length)) = self.shortest(costs, cell) else { return false };
        // Shift the duals along the path, so that matched pairs stay tight.
        self.row_dual[row] = length;
        for &settled in &self.path.order {
            let slack = length - self.path.length[settled];
            self.goal_dual[settled] -= slack;
            let owner = self.row_of[settled];
            if owner != FREE {
                self.row_dual[owner] += slack;
            }
        }
        self.boxes[row] = cell;
        let mut goal = goal;
        loop {
            let from = self.path.from[goal];
            let owner = if from == FREE { row } else { from };
            let before = self.goal_of[owner];
            (self.row_of[goal], self.goal_of[owner]) = (owner, goal);
            if from == FREE {
                return true;
            }
            goal = before;
        }
    }

    /// Dijkstra over the goals from a new row at `cell` to the nearest free goal, by reduced costs.
    fn shortest<'d>(
        &mut self,
        costs: &impl Fn(BoxAndSide) -> &'d [u32],
        cell: BoxAndSide,
    ) -> Option<(usize, i64)> {
        let goals = self.row_of.len();
        let path = &mut self.path;
        path.length.clear();
        path.length.resize(goals, FAR);
        path.from.clear();
        path.from.resize(goals, FREE);
        path.settled.clear();
        path.settled.resize(goals, false);
        path.order.clear();
        let nothing = &self.nothing;
        let costs = |cell| if cell == SPARE { nothing.as_slice() } else { costs(cell) };
        for (goal, &distance) in costs(cell).iter().enumerate() {
            if distance != UNREACHABLE {
                path.length[goal] = i64::from(distance) - self.goal_dual[goal];
            }
        }
        loop {
            let (length, goal) = (0..goals)
                .filter(|&goal| !path.settled[goal] && path.length[goal] != FAR)
                .map(|goal| (path.length[goal], goal))
                .min()?;
            path.settled[goal] = true;
            path.order.push(goal);
            let row = self.row_of[goal];
            if row == FREE {
                return Some((goal, length));
            }
            let base = length - self.row_dual[row];
            for (next, &distance) in costs(self.boxes[row]).iter().enumerate() {
                if path.settled[next] || distance == UNREACHABLE {
                    continue;
                }
                let through = base + i64::from(distance) - self.goal_dual[next];
                if through < path.length[next] {
                    path.length[next] = through;
                    path.from[next] = row;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::budget::{Budget, Cancel, Limits};

    proptest::proptest! {
        #[test]
        fn both_ways_find_the_same(
            rows in 1_usize..7,
            spare in 0_usize..3,
            costs in proptest::collection::vec(0_u32..9, 81),
        ) {
            let goals = rows + spare;
            // Some of them cannot be reached.
            let costs: Vec<u32> = costs.into_iter().map(|cost| if cost > 5 { UNREACHABLE } else { cost }).collect();
            let rows: Vec<&[u32]> = costs.chunks(goals).take(rows).collect();
            proptest::prop_assert_eq!(by_augmenting(&rows, goals, &Deadline::default()), by_pathfinding(&rows));
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
        let few = [row.as_slice(); FEW];
        assert_eq!(cheapest(&few, FEW + 1, &over), None);
        let mut matcher = Matcher::default();
        let boxes: Vec<BoxAndSide> = (0..).take(FEW + 1).collect();
        assert_eq!(matcher.place(&|_| &[0; FEW + 1], FEW + 1, &boxes, &over), Matched::OutOfTime);
        assert_eq!(matcher.place(&|_| &[0; FEW + 1], FEW + 1, &boxes, &Deadline::default()), Matched::All);
    }
}
