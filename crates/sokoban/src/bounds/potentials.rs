//! A lower bound of the pushes that is a sum over boxes, so that a push changes one term of it.
//!
//! Let *v* be any number for each goal, its *potential*, and let *u(c)* be the least *d(c, g) - v(g)* of all goals *g*,
//! where *d(c, g)* is the distance of a box on *c* alone on the board. A solution brings each box to a goal of its own.
//! A box on *c* that ends on *g* takes *d(c, g)* pushes at least, which is *u(c) + v(g)* or more. So the solution takes at
//! least as many pushes as the sum of *u* over all boxes and of *v* over all goals.
//!
//! These are the feasible solutions of the dual of the assignment problem (Kuhn, *The Hungarian method for the assignment
//! problem*, 1955): the best potentials for a position give the least sum of distances in an assignment. Here the
//! potentials are fixed, good ones for some distribution of the boxes, and the bound is the greatest of those by a few of
//! them. The first are all 0; they give the sum of the distances to the nearest goals.

use lurd_engine::program::outcome::Cost;

use crate::{board::Cell, bounds::distances::UNREACHABLE};

/// How many potentials each goal has.
const COUNT: usize = 3;

/// The steps of the ascent to good potentials.
const STEPS: usize = 200;

/// The sums of a position, one for each kind of potentials.
pub(crate) type Sums = [i32; COUNT];

/// The terms of the sums.
#[derive(Clone, Debug)]
pub(crate) struct Potentials {
    /// For each cell the terms of a box on it.
    boxes: Vec<Sums>,
    /// The terms of the goals.
    goals: Sums,
}

impl Potentials {
    /// Potentials of `goals` goals, as many as there are boxes, good ones for boxes on `likely` and for boxes anywhere
    /// among `cells`. `distance` is that from a cell to a goal, by number, or [`UNREACHABLE`]. O(cells * goals).
    pub(crate) fn new(
        (board_cells, goals): (usize, usize),
        cells: &[Cell],
        likely: &[Cell],
        distance: impl Fn(Cell, usize) -> u32,
    ) -> Self {
        let distance = |cell: Cell, goal: usize| i64::from(distance(cell, goal));
        // Cells from which no goal can be reached are in no solution.
        let lives = |cell: &&Cell| (0..goals).any(|goal| distance(**cell, goal) < i64::from(UNREACHABLE));
        let cells: Vec<Cell> = cells.iter().filter(lives).copied().collect();
        let none = vec![0; goals];
        let kinds = [none.clone(), ascend(none.clone(), likely, distance), ascend(none, &cells, distance)];
        let mut found = Self { boxes: vec![Sums::default(); board_cells], goals: Sums::default() };
        for (kind, potentials) in kinds.iter().enumerate() {
            found.goals[kind] = narrow(potentials.iter().sum());
            for &cell in &cells {
                found.boxes[usize::from(cell)][kind] = narrow(least(potentials, cell, distance).1);
            }
        }
        found
    }

    /// The sums for boxes on some cells.
    #[inline]
    pub(crate) fn sums(&self, boxes: impl Iterator<Item = Cell>) -> Sums {
        boxes.fold(self.goals, |sums, cell| plus(sums, self.boxes[usize::from(cell)]))
    }

    /// The bound of the position with these sums after the box on `from` was moved to `to`.
    #[inline]
    pub(crate) fn bound_after(&self, sums: Sums, from: Cell, to: Cell) -> Cost {
        let (from, to) = (self.boxes[usize::from(from)], self.boxes[usize::from(to)]);
        greatest((0..COUNT).map(|kind| sums[kind] - from[kind] + to[kind]))
    }
}

/// The bound of the position with these sums.
#[inline]
pub(crate) fn bound(sums: Sums) -> Cost {
    greatest(sums.into_iter())
}

#[inline]
fn greatest(sums: impl Iterator<Item = i32>) -> Cost {
    sums.max().and_then(|most| Cost::try_from(most).ok()).unwrap_or(0)
}

#[inline]
fn plus(mut sums: Sums, terms: Sums) -> Sums {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
    sums
}

/// A sum of some distances of one board, which always fits; a lower one is a bound, too.
fn narrow(sum: i64) -> i32 {
    i32::try_from(sum).unwrap_or(i32::MIN / 1024)
}

/// A number of cells of one board.
fn count(cells: usize) -> i64 {
    i64::try_from(cells).unwrap_or(i64::MAX)
}

/// The goal with the least distance from `cell` minus its potential, and the difference.
fn least(potentials: &[i64], cell: Cell, distance: impl Fn(Cell, usize) -> i64) -> (usize, i64) {
    let differences = potentials.iter().enumerate().map(|(goal, potential)| (goal, distance(cell, goal) - potential));
    differences.min_by_key(|&(_, difference)| difference).unwrap_or((0, 0))
}

/// Potentials with a high sum for boxes on `cells`, from the given ones on. If there are more cells than goals,
/// the average of all boxes counts.
///
/// Subgradient ascent: a goal that is the best one for more boxes than it has room for gets a lower potential, one for
/// fewer boxes a higher one.
fn ascend(mut potentials: Vec<i64>, cells: &[Cell], distance: impl Fn(Cell, usize) -> i64 + Copy) -> Vec<i64> {
    let (goals, boxes) = (count(potentials.len()), count(cells.len()));
    let mut best = (i64::MIN, potentials.clone());
    for _ in 0..STEPS {
        let mut load = vec![0; potentials.len()];
        // All is multiplied by the number of cells: each goal has room for that many, and each cell has one for each goal.
        let mut sum = potentials.iter().sum::<i64>() * boxes;
        for &cell in cells {
            let (goal, difference) = least(&potentials, cell, distance);
            load[goal] += goals;
            sum += difference * goals;
        }
        if sum > best.0 {
            best = (sum, potentials.clone());
        }
        if load.iter().all(|&load| load == boxes) {
            break;
        }
        for (potential, load) in potentials.iter_mut().zip(load) {
            *potential += i64::from(load < boxes) - i64::from(load > boxes);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Budget, Deadline};
    use lurd_engine::program::search::random::Random;

    use super::*;
    use crate::board::Board;
    use crate::bounds::{Distances, assignment::assignment, tests::random_level};

    /// The bound is at most the cost of the cheapest assignment, and one that is updated is that of the new position.
    #[test]
    fn the_bound_never_exceeds_the_assignment() {
        let mut random = Random::new(3);
        let (mut assigned, mut exact, mut better) = (0, 0, 0);
        for seed in 0..400 {
            let board = Board::new(&random_level(seed, 6));
            let goals = board.goals().len();
            if goals == 0 || goals != board.boxes().len() {
                continue;
            }
            let distances = Distances::new(&board, &mut Budget::unlimited()).expect("no limit");
            let mut cells: Vec<Cell> = board.all().collect();
            let potentials = Potentials::new((board.cells(), goals), &cells, board.boxes(), |cell, goal| {
                distances.to_goals(cell)[goal]
            });
            for _ in 0..20 {
                random.shuffle(&mut cells);
                let (boxes, others) = cells.split_at(goals);
                let sums = potentials.sums(boxes.iter().copied());
                if let Some(cost) = assignment(&distances, boxes, &Deadline::default()) {
                    let cost = Cost::from(cost);
                    assert!(bound(sums) <= cost, "{seed}");
                    assigned += 1;
                    exact += u32::from(bound(sums) == cost);
                    better += u32::from(bound(sums) > greatest([sums[0]].into_iter()));
                }
                for &to in others {
                    let moved = boxes[1..].iter().copied().chain([to]);
                    assert_eq!(potentials.bound_after(sums, boxes[0], to), bound(potentials.sums(moved)));
                }
            }
        }
        assert!(assigned > 1_000 && 3 * exact > 2 * assigned && better > 50, "{assigned} {exact} {better}");
    }
}
