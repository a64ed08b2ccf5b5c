//! The least sum of distances from boxes to targets, with prices that are kept from one set of boxes to the next.
//!
//! With a price for each target, a box costs at least the least of its distances minus prices; the sum of
//! these and of all prices is a lower bound of every assignment (linear-programming duality). After an exact
//! assignment the bound is equal to its cost, and the bound of a set of boxes in which one box moved follows
//! in O(targets). Source: Kuhn, *The Hungarian method for the assignment problem* (1955), in the form of
//! shortest augmenting paths (Jonker & Volgenant, 1987).
//!
//! The distances are those of a single box, computed on demand.

use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;

/// The bound of boxes that cannot be assigned.
pub(super) const IMPOSSIBLE: u32 = u32::MAX;

const NONE: usize = usize::MAX;

/// The amount below zero at which all prices are raised.
const MAX_PRICE: i32 = 1 << 20;

/// Assignments of boxes to the same targets.
#[derive(Debug)]
pub(super) struct AssignmentBound {
    targets: usize,
    /// For each cell, the distances to all targets.
    rows: Vec<i32>,
    /// The price of each target.
    prices: Vec<i32>,
    /// Whether each cell is at a finite distance of a target.
    is_live: Vec<bool>,
    /// The box of each target, as an index of the last boxes, and the target of each box.
    box_of: Vec<usize>,
    target_of: Vec<usize>,
    // Scratch of the augmentation.
    reduced: Vec<i32>,
    before: Vec<usize>,
    is_done: Vec<bool>,
}

impl AssignmentBound {
    /// Creates the assignments to `targets`. O(cells × targets).
    pub(super) fn new(board: &Board, targets: &[Cell], distances: &mut PushDistances) -> Self {
        let count = targets.len();
        let mut rows = vec![0; board.cells() * count];
        for (at, &target) in targets.iter().enumerate() {
            for (cell, &distance) in distances.to(board, target).iter().enumerate() {
                rows[cell * count + at] = i32::from(distance);
            }
        }
        let is_live = (0..board.cells())
            .map(|cell| rows[cell * count..(cell + 1) * count].iter().any(|&cost| cost < i32::from(UNREACHABLE)))
            .collect();
        Self {
            targets: count,
            is_live,
            rows,
            prices: vec![0; count],
            box_of: vec![NONE; count],
            target_of: vec![NONE; count],
            reduced: vec![0; count],
            before: vec![NONE; count],
            is_done: vec![false; count],
        }
    }

    #[inline]
    fn row(&self, cell: Cell) -> &[i32] {
        let start = usize::from(cell) * self.targets;
        &self.rows[start..start + self.targets]
    }

    /// The least distance minus price from a cell.
    #[inline]
    fn reduced_minimum(&self, cell: Cell) -> i32 {
        let costs = self.row(cell).iter().zip(&self.prices);
        costs.map(|(cost, price)| cost - price).min().unwrap_or(0)
    }

    /// The least sum of distances from `boxes`, as many as targets, or [`IMPOSSIBLE`].
    pub(super) fn of(&mut self, boxes: &[Cell]) -> u32 {
        debug_assert_eq!(boxes.len(), self.targets, "a box for each target");
        self.box_of.fill(NONE);
        self.target_of.fill(NONE);
        // Prices only fall; the same amount on all of them has no effect.
        if let Some(&highest) = self.prices.iter().max()
            && highest < -MAX_PRICE
        {
            self.prices.iter_mut().for_each(|price| *price -= highest);
        }
        // Boxes take their cheapest target while it is free, then the others make room.
        for (index, &cell) in boxes.iter().enumerate() {
            let mut best = (i32::MAX, NONE);
            for (target, (cost, price)) in self.row(cell).iter().zip(&self.prices).enumerate() {
                let cost = cost - price;
                if cost < best.0 || (cost == best.0 && self.box_of[best.1] != NONE && self.box_of[target] == NONE) {
                    best = (cost, target);
                }
            }
            if best.1 != NONE && self.box_of[best.1] == NONE {
                self.box_of[best.1] = index;
                self.target_of[index] = best.1;
            }
        }
        for index in 0..boxes.len() {
            if self.target_of[index] == NONE && !self.augment(boxes, index) {
                return IMPOSSIBLE;
            }
        }
        let costs = boxes.iter().zip(&self.target_of).map(|(&cell, &target)| self.row(cell)[target]);
        let cost: i32 = costs.sum();
        if cost >= i32::from(UNREACHABLE) {
            let is_far = |(&cell, &target): (&Cell, &usize)| self.row(cell)[target] >= i32::from(UNREACHABLE);
            if boxes.iter().zip(&self.target_of).any(is_far) {
                return IMPOSSIBLE;
            }
        }
        cost.unsigned_abs()
    }

    /// Assigns box `index` by a shortest augmenting path, and adapts the prices. Returns whether there is one.
    fn augment(&mut self, boxes: &[Cell], index: usize) -> bool {
        self.reduced.fill(i32::MAX);
        self.is_done.fill(false);
        let (mut at, mut from, mut length) = (index, NONE, 0);
        let end = loop {
            let base = self.reduced_minimum(boxes[at]);
            let start = usize::from(boxes[at]) * self.targets;
            let (mut next, mut least) = (NONE, i32::MAX);
            for target in 0..self.targets {
                if self.is_done[target] {
                    continue;
                }
                let path = length + self.rows[start + target] - self.prices[target] - base;
                if path < self.reduced[target] {
                    self.reduced[target] = path;
                    self.before[target] = from;
                }
                if self.reduced[target] < least {
                    (next, least) = (target, self.reduced[target]);
                }
            }
            if next == NONE {
                return false;
            }
            self.is_done[next] = true;
            (from, length) = (next, least);
            if self.box_of[next] == NONE {
                break next;
            }
            at = self.box_of[next];
        };
        for target in 0..self.targets {
            if self.is_done[target] {
                self.prices[target] -= length - self.reduced[target];
            }
        }
        let mut target = end;
        loop {
            let before = self.before[target];
            let moved = if before == NONE { index } else { self.box_of[before] };
            self.box_of[target] = moved;
            self.target_of[moved] = target;
            if before == NONE {
                return true;
            }
            target = before;
        }
    }

    /// By how much the bound changes, at least, if a box moves from one cell to another; `None` if no
    /// solution has a box there. The boxes are those of the last exact assignment.
    #[inline]
    pub(super) fn change(&self, from: Cell, to: Cell) -> Option<i32> {
        self.is_live[usize::from(to)].then(|| self.reduced_minimum(to) - self.reduced_minimum(from))
    }
}

// Distances of a single box between any two cells, computed on demand for one target at a time.

/// The distance of a box that cannot reach the target.
pub(super) const UNREACHABLE: u16 = u16::MAX / 4;

/// For each target, the pushes that a box alone on the board needs from every cell, the player being on the
/// best side.
#[derive(Debug)]
pub(super) struct PushDistances {
    columns: Vec<Option<Box<[u16]>>>,
    queue: Vec<(Cell, u8)>,
    seen: Vec<bool>,
}

impl PushDistances {
    pub(super) fn new(board: &Board) -> Self {
        let cells = board.cells();
        Self { columns: vec![None; cells], queue: Vec::new(), seen: vec![false; cells * 4] }
    }

    /// The distances from every cell to `target`. O(cells) for each new target.
    pub(super) fn to(&mut self, board: &Board, target: Cell) -> &[u16] {
        let Self { columns, queue, seen } = self;
        columns[usize::from(target)].get_or_insert_with(|| column(board, target, queue, seen))
    }
}

/// A breadth-first search by pulls from `target`, over cells and the sides of the box on which the player is.
fn column(board: &Board, target: Cell, queue: &mut Vec<(Cell, u8)>, seen: &mut [bool]) -> Box<[u16]> {
    let mut distances = vec![UNREACHABLE; board.cells()].into_boxed_slice();
    seen.fill(false);
    queue.clear();
    for side in 0..4 {
        seen[usize::from(target) * 4 + usize::from(side)] = true;
        queue.push((target, side));
    }
    distances[usize::from(target)] = 0;
    let (mut next, mut layer_end, mut distance) = (0, queue.len(), 1);
    while let Some(&(cell, side)) = queue.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let behind = direction.opposite();
            // After a push in `direction` the player is behind the box.
            let before = board.next(cell, behind);
            if before == WALL || board.side(cell, behind) != side || board.next(before, behind) == WALL {
                continue;
            }
            let stood = board.side(before, behind);
            let known = &mut seen[usize::from(before) * 4 + usize::from(stood)];
            if !*known {
                *known = true;
                let best = &mut distances[usize::from(before)];
                *best = distance.min(*best);
                queue.push((before, stood));
            }
        }
        if next == layer_end {
            layer_end = queue.len();
            distance = (distance + 1).min(UNREACHABLE - 1);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    /// The least sum of the remaining boxes over all assignments to the remaining targets.
    fn least(rows: &[Vec<u16>], targets: &mut Vec<usize>) -> u32 {
        let Some((row, rest)) = rows.split_first() else { return 0 };
        let mut best = IMPOSSIBLE;
        for at in 0..targets.len() {
            let target = targets.swap_remove(at);
            if row[target] < UNREACHABLE {
                best = best.min(least(rest, targets).saturating_add(u32::from(row[target])));
            }
            targets.push(target);
            let last = targets.len() - 1;
            targets.swap(at, last);
        }
        best
    }

    #[test]
    fn bounds_are_those_of_all_assignments() {
        let text = "#########|#   #   #|# $ $ $ #|#@  #   #|## ###$##|#  . .  #|#  . .  #|#########";
        let board = Board::new(&read(text).expect("a text").remove(0).level.expect("a level"));
        let mut distances = PushDistances::new(&board);
        let targets = board.goals().to_vec();
        let mut bound = AssignmentBound::new(&board, &targets, &mut distances);
        let mut seed = 1_u64;
        for _ in 0..300 {
            let mut boxes: Vec<Cell> = Vec::new();
            while boxes.len() < targets.len() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let cell = Cell::try_from((seed >> 33) % board.cells() as u64).expect("a cell");
                if !boxes.contains(&cell) {
                    boxes.push(cell);
                }
            }
            let rows: Vec<Vec<u16>> = boxes
                .iter()
                .map(|&cell| targets.iter().map(|&target| distances.to(&board, target)[usize::from(cell)]).collect())
                .collect();
            let exact = least(&rows, &mut (0..targets.len()).collect());
            assert_eq!(bound.of(&boxes), exact, "{boxes:?}");
            if exact == IMPOSSIBLE {
                continue;
            }
            // The bound of a box that moves is never too high.
            for to in board.all().filter(|cell| !boxes.contains(cell)) {
                let mut moved = rows.clone();
                moved[0] = targets.iter().map(|&target| distances.to(&board, target)[usize::from(to)]).collect();
                let after = least(&moved, &mut (0..targets.len()).collect());
                match bound.change(boxes[0], to) {
                    Some(change) => assert!(exact.saturating_add_signed(change) <= after, "{boxes:?} {to}"),
                    None => assert_eq!(after, IMPOSSIBLE),
                }
            }
        }
    }
}

#[cfg(test)]
mod push_distances_tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn a_box_along_a_wall_stays_there() {
        let level = read("#######|#@    #|#  $  #|#    .#|#######").expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut distances = PushDistances::new(&board);
        // Cells are numbered row by row, five a row.
        let to = distances.to(&board, 14).to_vec();
        assert_eq!((to[7], to[14], to[12]), (3, 0, 2));
        assert_eq!(to[2], UNREACHABLE, "from the upper wall");
        assert_eq!(distances.to(&board, 1)[3], 2);
    }
}
