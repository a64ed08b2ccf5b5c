//! The least total distance of an assignment of boxes to goals.
//!
//! Each box must end on a goal of its own. So the cheapest assignment is a lower bound of the pushes to come,
//! and where there is no assignment the position is dead.
//!
//! The problem is solved box by box. In a search, [`Matcher`] updates an assignment from one set of boxes to the next.

use lurd_engine::program::budget::Deadline;

use super::{
    distances::{BoxAndSide, Distances, UNREACHABLE},
    optimal_goals::OptimalGoals,
};
use crate::board::Cell;

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

/// The goal of each of `boxes` in the cheapest assignment, wherever the player is; `None` if there is no assignment, or none
/// is found before `deadline`. O(n^3).
pub(crate) fn assigned_goals(distances: &Distances, boxes: &[Cell], deadline: &Deadline) -> Option<Vec<usize>> {
    let rows: Vec<&[u32]> = boxes.iter().map(|&cell| distances.to_goals(cell)).collect();
    let mut matcher = Matcher::default();
    let end = matched(&mut matcher, &rows, distances.goals(), deadline);
    (end == Matched::All).then(|| matcher.goals(rows.len()).to_vec())
}

fn cheapest(rows: &[&[u32]], goals: usize, deadline: &Deadline) -> Option<u32> {
    let mut matcher = Matcher::default();
    match matched(&mut matcher, rows, goals, deadline) {
        Matched::All => {
            let pairs = rows.iter().zip(matcher.goals(rows.len()));
            Some(pairs.map(|(row, &goal)| row[goal]).sum())
        }
        Matched::NotAll => None,
        Matched::OutOfTime => Some(0),
    }
}

/// Assigns a goal to each of `rows`. One augmentation per row; with many rows the clock is read between them.
fn matched(matcher: &mut Matcher, rows: &[&[u32]], goals: usize, deadline: &Deadline) -> Matched {
    if rows.is_empty() {
        return Matched::All;
    }
    if rows.len() > goals {
        return Matched::NotAll;
    }
    let numbers: Vec<BoxAndSide> = (0..).take(rows.len()).collect();
    matcher.place(&|row| rows[row as usize], goals, &numbers, deadline)
}

// An optimal assignment of boxes to goals that is updated from one set of boxes to the next.
//
// A push changes one row of the matrix. The dual variables are kept, so one shortest augmenting path (Dijkstra over
// the columns, O(n^2) and mostly far less) gives the new optimum: see Jonker & Volgenant, *A shortest augmenting path
// algorithm*, 1987.

/// After so many shortest paths for successors of one position, the goals that each box has in all optimal assignments are
/// found, which takes as long as a few paths. On most levels with walls there are fewer such successors. Tests compare all
/// totals by goals with those by paths.
const PATHS_BEFORE_OPTIMAL_GOALS: u32 = if cfg!(any(test, feature = "check")) { 1 } else { 8 };

/// Up to this number of boxes, an assignment takes at most a millisecond.
pub(super) const FEW: usize = 50;

/// The outcome of assigning a goal to every box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matched {
    /// Every box has a goal.
    All,
    /// There is proved to be no assignment of all boxes.
    NotAll,
    /// The deadline passed before either was known.
    OutOfTime,
}

/// An optimal assignment with its dual variables, which is updated from one set of boxes to the next.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// The box of each row. There are at least as many rows as goals; surplus rows are [`SPARE`].
    boxes: Vec<BoxAndSide>,
    /// The goal of each row and the row of each goal, or [`FREE`].
    goal_of: Vec<usize>,
    row_of: Vec<usize>,
    /// Duals: `distance >= row_dual + goal_dual`, with equality where matched.
    row_dual: Vec<i64>,
    goal_dual: Vec<i64>,
    /// The sum of all duals, which is the cost of an assignment of all rows.
    dual_sum: i64,
    path: AugmentingPath,
    /// The row of each box that has one, or [`FREE`].
    row_of_box: Vec<usize>,
    /// Scratch of [`Matcher::set`]: for each box the number of the last set that contained it.
    in_set: Vec<u32>,
    sets: u32,
    /// The rows that change and their new boxes.
    stale: Vec<usize>,
    fresh: Vec<BoxAndSide>,
    /// The costs of a spare row.
    nothing: Vec<u32>,
    /// The shortest paths that were found for successors since the assignment changed.
    paths: u32,
    /// The goals of each row in all optimal assignments, and whether they are those of the present one.
    optimal: OptimalGoals,
    is_optimal_known: bool,
    /// The dual values of the goals and the rows in 32 bits, and whether they all fit.
    narrow: Vec<i32>,
    are_narrow: bool,
    /// Scratch of [`Matcher::shortest_length`].
    lengths: Vec<i32>,
    barred: Vec<i32>,
}

/// A row for a goal that no box needs. It costs nothing. With it every goal is matched, which the dual values
/// need to be right.
const SPARE: BoxAndSide = BoxAndSide::MAX - 1;

const FREE: usize = usize::MAX;
const FAR: i64 = i64::MAX;
/// The same in 32 bits. Finite lengths are below half of it.
const FAR_IN_32_BITS: i32 = i32::MAX;

/// Scratch of the search for a shortest augmenting path.
#[derive(Clone, Debug, Default)]
struct AugmentingPath {
    length: Vec<i64>,
    /// The row from which each goal was reached, or [`FREE`] for the new row.
    from: Vec<usize>,
    /// The goals whose length is not final yet.
    open: Vec<usize>,
    /// The others, in the order in which they became final.
    settled: Vec<usize>,
}

impl Matcher {
    /// Assigns `boxes` (in increasing order) at least cost, starting from the previous assignment. Takes one
    /// augmentation for each box that differs. With many boxes, `deadline` is checked before each.
    pub fn set(&mut self, distances: &Distances, boxes: &[BoxAndSide], deadline: &Deadline) -> Matched {
        self.place(&|place| distances.from_side(place), distances.goals(), boxes, deadline)
    }

    /// The same with any costs.
    pub(super) fn place<'d>(
        &mut self,
        costs: &impl Fn(BoxAndSide) -> &'d [u32],
        goals: usize,
        boxes: &[BoxAndSide],
        deadline: &Deadline,
    ) -> Matched {
        let matched = self.update(costs, goals, boxes, deadline);
        #[cfg(any(test, feature = "check"))]
        if matched != Matched::OutOfTime {
            let mut new = Self::default();
            assert_eq!(new.update(costs, goals, boxes, &Deadline::default()), matched, "updated, and by a new look");
            if matched == Matched::All {
                assert_eq!(self.added_up(costs), new.added_up(costs), "the cost of the assignment");
            }
        }
        matched
    }

    /// The cost of the assignment, added up.
    #[cfg(any(test, feature = "check"))]
    fn added_up<'d>(&self, costs: &impl Fn(BoxAndSide) -> &'d [u32]) -> u64 {
        let rows = self.boxes.iter().zip(&self.goal_of).filter(|&(&place, &goal)| place != SPARE && goal != FREE);
        rows.map(|(&place, &goal)| u64::from(costs(place)[goal])).sum()
    }

    fn update<'d>(
        &mut self,
        costs: &impl Fn(BoxAndSide) -> &'d [u32],
        goals: usize,
        boxes: &[BoxAndSide],
        deadline: &Deadline,
    ) -> Matched {
        let rows = goals.max(boxes.len());
        let real = self.boxes.iter().filter(|&&place| place != SPARE).count();
        if self.boxes.len() != rows || real != boxes.len() || self.row_of.len() != goals {
            self.boxes = vec![BoxAndSide::MAX; rows];
            self.goal_of = vec![FREE; rows];
            self.row_dual = vec![0; rows];
            self.row_of = vec![FREE; goals];
            self.goal_dual = vec![0; goals];
            self.nothing = vec![0; goals];
            self.dual_sum = 0;
            self.row_of_box.fill(FREE);
            for row in boxes.len()..rows {
                // Before any box is assigned, each spare row gets some goal; all duals are still 0.
                (self.boxes[row], self.goal_of[row], self.row_of[row - boxes.len()]) = (SPARE, row - boxes.len(), row);
            }
        }
        self.find_changes(boxes);
        if !self.stale.is_empty() {
            (self.paths, self.is_optimal_known) = (0, false);
        }
        for index in 0..self.stale.len() {
            let row = self.stale[index];
            if self.goal_of[row] != FREE {
                self.row_of[self.goal_of[row]] = FREE;
                self.goal_of[row] = FREE;
            }
            self.remove(row);
        }
        for index in 0..self.stale.len() {
            // The remaining rows stay unmatched and are stale next time.
            if rows > FEW && deadline.is_over() {
                return Matched::OutOfTime;
            }
            let (row, cell) = (self.stale[index], self.fresh[index]);
            if !self.augment(costs, row, cell) {
                return Matched::NotAll;
            }
        }
        if !self.stale.is_empty() {
            self.dual_sum = self.row_dual.iter().chain(&self.goal_dual).sum();
            self.narrow_duals();
        }
        Matched::All
    }

    /// Fills `stale` and `fresh` with the differences of the two sets of boxes.
    fn find_changes(&mut self, boxes: &[BoxAndSide]) {
        self.stale.clear();
        self.fresh.clear();
        self.sets = self.sets.checked_add(1).unwrap_or_else(|| {
            self.in_set.fill(0);
            1
        });
        let places = boxes.iter().max().map_or(0, |&last| last as usize + 1);
        if self.in_set.len() < places {
            self.in_set.resize(places, 0);
            self.row_of_box.resize(places, FREE);
        }
        for &cell in boxes {
            self.in_set[cell as usize] = self.sets;
            if self.row_of_box[cell as usize] == FREE {
                self.fresh.push(cell);
            }
        }
        for (row, &cell) in self.boxes.iter().enumerate() {
            let stays = self.in_set.get(cell as usize).is_some_and(|&set| set == self.sets);
            if cell != SPARE && !stays {
                self.stale.push(row);
            }
        }
        debug_assert_eq!(self.stale.len(), self.fresh.len());
    }

    /// Removes the box of a row, if there is one.
    fn remove(&mut self, row: usize) {
        let before = std::mem::replace(&mut self.boxes[row], BoxAndSide::MAX);
        if let Some(row) = self.row_of_box.get_mut(before as usize) {
            *row = FREE;
        }
    }

    /// The goal of each of `rows` rows.
    pub(super) fn goals(&self, rows: usize) -> &[usize] {
        &self.goal_of[..rows]
    }

    /// The dual values of the goals.
    pub(super) fn goal_duals(&self) -> &[i64] {
        &self.goal_dual
    }

    /// The goal and the dual value of a box of the current assignment, of all boxes ([`Matched::All`]).
    pub(super) fn goal_and_dual(&self, place: BoxAndSide) -> (u16, i64) {
        let row = self.row_of_box[place as usize];
        #[expect(clippy::cast_possible_truncation, reason = "a goal is a cell")]
        let goal = self.goal_of[row] as u16;
        (goal, self.row_dual[row])
    }

    /// The cost of the current assignment, of all boxes ([`Matched::All`]).
    #[must_use]
    pub fn total(&self) -> u32 {
        u32::try_from(self.dual_sum).unwrap_or(u32::MAX)
    }

    /// A lower bound of [`total_after`](Self::total_after) in O(goals): the cost of the new box by the dual values as they
    /// are, which stay feasible. `None` if the box can reach no goal. The matcher must have an assignment.
    #[inline]
    pub(crate) fn bound_after(
        &self,
        distances: &Distances,
        from: BoxAndSide,
        to: BoxAndSide,
        pushes: u32,
    ) -> Option<u32> {
        let (row, is_on_its_way) = self.row_and_way(distances, from, to, pushes)?;
        if is_on_its_way {
            return Some(self.total() - pushes);
        }
        let reachable =
            distances.from_side(to).iter().zip(&self.goal_dual).filter(|&(&distance, _)| distance != UNREACHABLE);
        let least = reachable.map(|(&distance, dual)| i64::from(distance) - dual).min()?;
        u32::try_from((self.dual_sum - self.row_dual[row] + least).max(0)).ok()
    }

    /// The cost if the box on `from` stood on `to` instead, `pushes` pushes away; `None` if there is no
    /// assignment then. The matcher must have an assignment ([`Matched::All`]), which does not change.
    pub(crate) fn total_after(
        &mut self,
        distances: &Distances,
        from: BoxAndSide,
        to: BoxAndSide,
        pushes: u32,
    ) -> Option<u32> {
        let (row, is_on_its_way) = self.row_and_way(distances, from, to, pushes)?;
        if is_on_its_way {
            return Some(self.total() - pushes);
        }
        if let Some(total) = self.total_by_optimal_goals(distances, row, (from, to), pushes) {
            #[cfg(any(test, feature = "check"))]
            assert_eq!(
                Some(total),
                self.total_by_path(distances, row, to),
                "by the goals of the box, and by a new path"
            );
            return Some(total);
        }
        self.total_by_path(distances, row, to)
    }

    /// The same from the goals of the box in all optimal assignments, if they show it.
    ///
    /// `pushes` pushes save at most one each. So an assignment that saves all of them was an optimal one before, and there is
    /// one exactly if they bring the box nearer to one of its goals. If all distances change by odd numbers for each push, the
    /// next possible cost is higher by 2. An optimal assignment has it now if the distance to the box's goal in it grew by
    /// just that much.
    fn total_by_optimal_goals(
        &mut self,
        distances: &Distances,
        row: usize,
        (from, to): (BoxAndSide, BoxAndSide),
        pushes: u32,
    ) -> Option<u32> {
        let least = self.total().checked_sub(pushes)?;
        if !self.is_optimal_known {
            if !self.are_narrow || self.paths < PATHS_BEFORE_OPTIMAL_GOALS {
                return None;
            }
            self.find_optimal_goals(distances);
        }
        let (before, after) = (distances.from_side(from), distances.from_side(to));
        let mut is_next = false;
        for goal in self.optimal.of(row, &self.row_of) {
            let now = after[goal].saturating_add(pushes);
            if now == before[goal] {
                return Some(least);
            }
            is_next |= now == before[goal] + 2;
        }
        // A spare row costs nothing for any goal. Such rows are the last ones.
        let is_odd = || distances.are_places() && self.boxes.last() != Some(&SPARE);
        (is_next && is_odd()).then_some(least + 2)
    }

    /// Finds the goals of each row in all optimal assignments.
    fn find_optimal_goals(&mut self, distances: &Distances) {
        let Self { boxes, row_of, goal_dual, nothing, optimal, narrow, .. } = self;
        let (goal_duals, row_duals) = narrow.split_at(goal_dual.len());
        optimal.find(boxes.len(), row_of, |row, tight| {
            let costs = if boxes[row] == SPARE { nothing.as_slice() } else { distances.from_side(boxes[row]) };
            extend_by_tight(tight, costs, row_duals[row], goal_duals);
        });
        self.is_optimal_known = true;
    }

    /// Copies the dual values to 32 bits, if they all fit.
    fn narrow_duals(&mut self) {
        let Self { goal_dual, row_dual, narrow, .. } = self;
        let duals = goal_dual.iter().chain(&*row_dual);
        narrow.clear();
        narrow
            .extend(duals.filter_map(|&dual| i32::try_from(dual).ok().filter(|dual| dual.abs() < FAR_IN_32_BITS / 4)));
        self.are_narrow = narrow.len() == goal_dual.len() + row_dual.len();
    }

    /// The length of the shortest path from a new row for `cell` to the goal that is to be free, as [`shortest`](Self::shortest)
    /// finds it, but by numbers of 32 bits and without branches, several goals at a time.
    fn shortest_length(&mut self, distances: &Distances, cell: BoxAndSide, free: usize) -> Option<i32> {
        let Self { boxes, row_of, goal_dual, nothing, narrow, lengths, barred, .. } = self;
        let (goal_duals, row_duals) = narrow.split_at(goal_dual.len());
        barred.clear();
        barred.resize(goal_duals.len(), i32::MIN);
        lengths.clear();
        lengths.resize(goal_duals.len(), FAR_IN_32_BITS);
        let mut costs = distances.from_side(cell);
        let mut base = 0;
        loop {
            relax(lengths, barred, base, costs, goal_duals);
            let least = lengths.iter().copied().fold(FAR_IN_32_BITS, i32::min);
            if least == FAR_IN_32_BITS {
                return None;
            }
            if lengths[free] == least {
                return Some(least);
            }
            let goal = lengths.iter().position(|&length| length == least)?;
            (lengths[goal], barred[goal]) = (FAR_IN_32_BITS, FAR_IN_32_BITS);
            let row = row_of[goal];
            base = least - row_duals[row];
            costs = if boxes[row] == SPARE { nothing.as_slice() } else { distances.from_side(boxes[row]) };
        }
    }

    /// The same by the shortest path to the goal that becomes free.
    fn total_by_path(&mut self, distances: &Distances, row: usize, to: BoxAndSide) -> Option<u32> {
        self.paths = self.paths.saturating_add(1);
        let goal = self.goal_of[row];
        // Without this row, the other rows and all goal duals are still a feasible dual solution. The
        // shortest path from the new row to the goal that became free completes it.
        let length = if self.are_narrow {
            let length = self.shortest_length(distances, to, goal).map(i64::from);
            #[cfg(any(test, feature = "check"))]
            assert_eq!(length, self.shortest_to(distances, to, (goal, row)), "in 32 bits, and in 64");
            length
        } else {
            self.shortest_to(distances, to, (goal, row))
        };
        u32::try_from(self.dual_sum - self.row_dual[row] + length?).ok()
    }

    /// The length of the shortest path from a new row for `cell` to the goal that `row` has now.
    fn shortest_to(&mut self, distances: &Distances, cell: BoxAndSide, (goal, row): (usize, usize)) -> Option<i64> {
        self.row_of[goal] = FREE;
        let reached = self.shortest(&|place| distances.from_side(place), cell);
        self.row_of[goal] = row;
        reached.map(|(_, length)| length)
    }

    /// The row of the box on `from`, and whether the pushes to `to` bring it nearer to its own goal. A push saves at most
    /// one, so the assignment stays optimal then.
    #[inline]
    fn row_and_way(
        &self,
        distances: &Distances,
        from: BoxAndSide,
        to: BoxAndSide,
        pushes: u32,
    ) -> Option<(usize, bool)> {
        let row = self.row_of_box.get(from as usize).copied().filter(|&row| row != FREE)?;
        let goal = self.goal_of[row];
        let (before, after) = (distances.from_side(from)[goal], distances.from_side(to)[goal]);
        Some((row, after.saturating_add(pushes) == before))
    }

    /// Puts `cell` into the free `row`, and matches it. False if there is no assignment then.
    fn augment<'d>(&mut self, costs: &impl Fn(BoxAndSide) -> &'d [u32], row: usize, cell: BoxAndSide) -> bool {
        let Some((goal, length)) = self.shortest(costs, cell) else { return false };
        // Shift the duals along the path to keep matched pairs tight.
        self.row_dual[row] = length;
        for &settled in &self.path.settled {
            let slack = length - self.path.length[settled];
            self.goal_dual[settled] -= slack;
            let owner = self.row_of[settled];
            if owner != FREE {
                self.row_dual[owner] += slack;
            }
        }
        self.boxes[row] = cell;
        if let Some(known) = self.row_of_box.get_mut(cell as usize) {
            *known = row;
        }
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

    /// Dijkstra over the goals by reduced costs, from a new row for `cell` to the nearest free goal. Returns
    /// the goal and the length.
    fn shortest<'d>(&mut self, costs: &impl Fn(BoxAndSide) -> &'d [u32], cell: BoxAndSide) -> Option<(usize, i64)> {
        let path = &mut self.path;
        let nothing = &self.nothing;
        let costs = |cell| if cell == SPARE { nothing.as_slice() } else { costs(cell) };
        path.settled.clear();
        path.open.clear();
        path.open.extend(0..self.row_of.len());
        path.from.clear();
        path.from.resize(self.row_of.len(), FREE);
        path.length.clear();
        path.length.extend(
            costs(cell)
                .iter()
                .zip(&self.goal_dual)
                .map(|(&distance, &dual)| if distance == UNREACHABLE { FAR } else { i64::from(distance) - dual }),
        );
        let lengths = path.length.iter().copied().zip(0..);
        let mut nearest = lengths.min().filter(|&(length, _)| length != FAR);
        loop {
            // Ties go to the first goal.
            let (length, at) = nearest?;
            let goal = path.open.remove(at);
            path.settled.push(goal);
            let row = self.row_of[goal];
            if row == FREE {
                return Some((goal, length));
            }
            let base = length - self.row_dual[row];
            let distances = costs(self.boxes[row]);
            nearest = None;
            for (at, &next) in path.open.iter().enumerate() {
                let mut length = path.length[next];
                if distances[next] != UNREACHABLE {
                    let through = base + i64::from(distances[next]) - self.goal_dual[next];
                    if through < length {
                        length = through;
                        path.length[next] = length;
                        path.from[next] = row;
                    }
                }
                if length != FAR && nearest.is_none_or(|(least, _)| length < least) {
                    nearest = Some((length, at));
                }
            }
        }
    }
}

/// Lowers the lengths of the paths to goals to those over a row: `base` and the reduced costs of the row. Goals with a bar
/// stay at it, because their length is final. There are no branches, so that several goals are computed at once.
fn relax(lengths: &mut [i32], bars: &[i32], base: i32, costs: &[u32], duals: &[i32]) {
    for (((length, &bar), &cost), &dual) in lengths.iter_mut().zip(bars).zip(costs).zip(duals) {
        let is_unreachable = -i32::from(cost == UNREACHABLE);
        let through = base.wrapping_add(cost.cast_signed()).wrapping_sub(dual);
        let through = (through & !is_unreachable) | (FAR_IN_32_BITS & is_unreachable);
        *length = (*length).min(through.max(bar));
    }
}

/// Adds the goals whose cost equals the sum of the dual values.
#[expect(clippy::cast_possible_truncation, reason = "a goal is a cell")]
fn extend_by_tight(tight: &mut Vec<u16>, costs: &[u32], row_dual: i32, goal_duals: &[i32]) {
    // The comparisons of so many goals together have no branches.
    const AT_ONCE: usize = 16;
    for (first, (costs, duals)) in (0..).step_by(AT_ONCE).zip(costs.chunks(AT_ONCE).zip(goal_duals.chunks(AT_ONCE))) {
        let is_tight = |(&cost, &dual): (&u32, &i32)| {
            u32::from(cost.cast_signed().wrapping_sub(dual) == row_dual) & u32::from(cost != UNREACHABLE)
        };
        let pairs = (0..).zip(costs.iter().zip(duals));
        let mut bits = pairs.fold(0_u32, |bits, (index, pair)| bits | is_tight(pair) << index);
        while bits != 0 {
            tight.push(first + bits.trailing_zeros() as u16);
            bits &= bits - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use lurd_engine::program::budget::{Budget, Cancel, Limits};
    use pathfinding::{matrix::Matrix, prelude::kuhn_munkres_min};

    use super::FEW;
    use super::*;
    use crate::bounds::distances::UNREACHABLE;

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
