//! A cheaper way between two positions of a solution, by A* within a vicinity.
//!
//! A search is exact: if it ends within its expansions, there is no cheaper way in the vicinity, and without
//! a vicinity there is none at all. Positions are left out only if the cost so far plus the lower bound
//! ([`AssignmentBound`]) is not below that of the known way, or if four boxes and walls form a square that can
//! never be moved again.
//!
//! The bound of a successor follows from the prices of its parent in O(boxes) and is made exact only when the
//! successor is expanded. All ways between two sets of boxes have the same parity of pushes (colour the floor
//! like a chessboard: each push changes the number of boxes on white by one), so bounds are rounded up to it.

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::{Limit, Stop};

use super::{
    assignment_bound::{AssignmentBound, PushDistances},
    neighbourhood::{Slice, SliceVerdict},
    positions::{NONE, Node, Positions},
};
use crate::{
    board::{Board, Cell, WALL},
    direction::Direction,
    state::{PlayerRegion, Push},
};

/// The bytes that a search keeps for the next one.
const KEEP: u64 = 4 << 20;

/// Searches slices of one level.
pub(super) struct SliceSearcher<'b> {
    board: &'b Board,
    distances: PushDistances,
    positions: Positions,
    heap: RadixHeap,
    /// The boxes of the position being expanded, and the cells that they occupy.
    boxes: Vec<Cell>,
    occupied: Vec<bool>,
    walk: PlayerRegion,
    region: PlayerRegion,
    words: Vec<u64>,
    is_end: Vec<bool>,
}

/// What stays the same during one search.
struct Run<'s> {
    slice: Slice<'s>,
    bound: AssignmentBound,
    vicinity: Option<Vicinity>,
    /// The cheapest end so far: its cost and position.
    end: Option<(u64, u32)>,
}

impl Run<'_> {
    /// The cost that a way must stay below.
    fn limit(&self) -> u64 {
        self.end.map_or(self.slice.cost, |(cost, _)| cost)
    }
}

impl<'b> SliceSearcher<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let cells = board.cells();
        Self {
            board,
            distances: PushDistances::new(board),
            positions: Positions::new(cells),
            heap: RadixHeap::new(),
            boxes: Vec::new(),
            occupied: vec![false; cells],
            walk: PlayerRegion::new(cells),
            region: PlayerRegion::new(cells),
            words: vec![0; cells.div_ceil(64).max(1)],
            is_end: vec![false; cells],
        }
    }

    /// Releases the memory of the searches.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        self.positions.release(budget);
        self.heap = RadixHeap::new();
    }

    /// Searches a slice.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn search(
        &mut self,
        slice: Slice<'_>,
        vicinity: Option<Vicinity>,
        budget: &mut Budget<'_>,
    ) -> Result<SliceVerdict, Stop> {
        self.positions.clear(KEEP, budget);
        self.heap.clear();
        self.is_end.fill(false);
        for &cell in slice.end {
            self.is_end[usize::from(cell)] = true;
        }
        let bound = AssignmentBound::new(self.board, slice.end, &mut self.distances);
        let mut run = Run { slice, bound, vicinity, end: None };
        match self.start(&mut run, budget).and_then(|()| self.run(&mut run, budget)) {
            Ok(verdict) => Ok(verdict),
            Err(Stop::Limit(Limit::Memory)) => Ok(SliceVerdict::TooLong { bound: 0 }),
            Err(stop) => Err(stop),
        }
    }

    /// Adds the start.
    fn start(&mut self, run: &mut Run<'_>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let slice = run.slice;
        self.words.fill(0);
        self.occupied.fill(false);
        self.boxes.clear();
        self.boxes.extend_from_slice(slice.boxes);
        self.occupy(true);
        for &cell in slice.boxes {
            self.words[usize::from(cell) / 64] |= 1 << (cell % 64);
        }
        let player = if slice.order.counts_moves() {
            slice.player
        } else {
            self.region.fill(self.board, &self.occupied, slice.player)
        };
        self.occupy(false);
        let bound = run.bound.of(slice.boxes);
        let Ok(bound) = u16::try_from(bound) else { return Ok(()) };
        let key = slice.order.pushes(u32::from(bound));
        let node = Node {
            parent: NONE,
            cost: 0,
            key,
            bound,
            player,
            from: WALL,
            direction: slice.before.unwrap_or(Direction::Left),
            is_expanded: false,
        };
        let slot = self.positions.find(&self.words, player).err().unwrap_or_default();
        let id = self.positions.insert(slot, &self.words, node, budget)?;
        self.heap.push(key, id);
        Ok(())
    }

    fn run(&mut self, run: &mut Run<'_>, budget: &mut Budget<'_>) -> Result<SliceVerdict, Stop> {
        let mut expansions = 0;
        while let Some((key, id)) = self.heap.pop() {
            if key >= run.limit() {
                break;
            }
            let node = *self.positions.node(id);
            if node.key != key || node.is_expanded {
                continue;
            }
            if expansions >= run.slice.effort {
                return Ok(SliceVerdict::TooLong { bound: key });
            }
            self.unpack(id);
            let bound = run.bound.of(&self.boxes);
            if bound > u32::from(node.bound) {
                self.put_back(id, bound, run);
                continue;
            }
            budget.expand()?;
            expansions += 1;
            self.occupy(true);
            let end = self.expand(id, bound, run, budget);
            self.occupy(false);
            end?;
        }
        Ok(match run.end {
            Some((_, id)) => SliceVerdict::Cheaper(self.pushes(id)),
            None => SliceVerdict::Cheapest,
        })
    }

    /// Lists the boxes of a position.
    fn unpack(&mut self, id: u32) {
        self.boxes.clear();
        for (at, &word) in self.positions.boxes(id).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a bit of a cell")]
                self.boxes.push((at * 64) as Cell + rest.trailing_zeros() as Cell);
                rest &= rest - 1;
            }
        }
    }

    fn occupy(&mut self, is_box: bool) {
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = is_box;
        }
    }

    /// Puts a position back into the open list with a higher bound.
    fn put_back(&mut self, id: u32, bound: u32, run: &Run<'_>) {
        let node = self.positions.node_mut(id);
        // A bound too high to be stored is a dead end.
        let Ok(bound) = u16::try_from(bound) else { return };
        node.bound = bound;
        let key = node.cost + run.slice.order.pushes(u32::from(bound));
        if key < run.limit() {
            node.key = self.heap.push(key, id);
        }
    }

    /// Adds the successors of the unpacked position, whose exact bound was computed last.
    fn expand(&mut self, id: u32, bound: u32, run: &mut Run<'_>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let node = {
            let node = self.positions.node_mut(id);
            node.is_expanded = true;
            *node
        };
        let order = run.slice.order;
        self.walk.fill_by_distance(self.board, &self.occupied, node.player);
        if bound == 0 {
            let steps = run.slice.stand.map_or(Some(0), |stand| self.steps(stand));
            if let Some(steps) = steps {
                let cost = node.cost + order.walk(steps);
                if cost < run.limit() {
                    run.end = Some((cost, id));
                }
            }
        }
        if let Some(vicinity) = &mut run.vicinity {
            vicinity.enter(&self.boxes);
        }
        for at in 0..self.boxes.len() {
            let from = self.boxes[at];
            for direction in Direction::ALL {
                let (stand, to) = (self.board.next(from, direction.opposite()), self.board.next(from, direction));
                if stand == WALL || to == WALL || self.occupied[usize::from(to)] {
                    continue;
                }
                let Some(steps) = self.steps(stand) else { continue };
                let begins =
                    steps > 0 || direction != node.direction || node.from == WALL && run.slice.before.is_none();
                let cost = node.cost + order.walk(steps) + order.pushes(1) + if begins { order.line() } else { 0 };
                self.add(id, Push { from, direction, count: 1 }, to, cost, bound, run, budget)?;
            }
        }
        Ok(())
    }

    /// The steps of the player to a cell, if it can be reached.
    #[inline]
    fn steps(&self, cell: Cell) -> Option<u32> {
        self.walk.contains(cell).then(|| self.walk.distance(cell))
    }

    /// Adds one successor, unless it is too expensive or known at that cost.
    #[expect(clippy::too_many_arguments, reason = "the inner loop of the search")]
    #[inline]
    fn add(
        &mut self,
        parent: u32,
        push: Push,
        to: Cell,
        cost: u64,
        bound: u32,
        run: &mut Run<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let from = push.from;
        let Some(change) = run.bound.change(from, to) else { return Ok(()) };
        // The parity of the pushes that remain is the other one now.
        let change = if change & 1 == 0 { change + 1 } else { change };
        let bound = bound.saturating_add_signed(change);
        let key = cost + run.slice.order.pushes(bound);
        if key >= run.limit() {
            return Ok(());
        }
        let Ok(bound) = u16::try_from(bound) else { return Ok(()) };
        if run.vicinity.as_ref().is_some_and(|vicinity| !vicinity.contains_after(from, to))
            || is_stuck(self.board, &self.occupied, &self.is_end, (from, to))
        {
            return Ok(());
        }
        let player = if run.slice.order.counts_moves() {
            from
        } else {
            self.occupied[usize::from(from)] = false;
            self.occupied[usize::from(to)] = true;
            let least = self.region.fill(self.board, &self.occupied, from);
            self.occupied[usize::from(from)] = true;
            self.occupied[usize::from(to)] = false;
            least
        };
        self.words.copy_from_slice(self.positions.boxes(parent));
        self.words[usize::from(from) / 64] &= !(1 << (from % 64));
        self.words[usize::from(to) / 64] |= 1 << (to % 64);
        match self.positions.find(&self.words, player) {
            Ok(id) => {
                let node = self.positions.node_mut(id);
                if cost < node.cost {
                    let key = cost + run.slice.order.pushes(u32::from(node.bound));
                    (node.parent, node.cost) = (parent, cost);
                    (node.from, node.direction, node.is_expanded) = (from, push.direction, false);
                    if key < run.limit() {
                        node.key = self.heap.push(key, id);
                    }
                }
            }
            Err(slot) => {
                let node =
                    Node { parent, cost, key, bound, player, from, direction: push.direction, is_expanded: false };
                let id = self.positions.insert(slot, &self.words, node, budget)?;
                let key = self.heap.push(key, id);
                self.positions.node_mut(id).key = key;
            }
        }
        Ok(())
    }

    /// The pushes that lead to a position.
    fn pushes(&self, id: u32) -> Vec<Push> {
        let push = |id: u32| {
            let node = self.positions.node(id);
            Push { from: node.from, direction: node.direction, count: 1 }
        };
        self.positions.path(id).into_iter().map(push).collect()
    }
}

// Squares of four boxes and walls, which never move again.

/// Whether a box that moves from one cell to another would be in a square of four boxes and walls with a box on
/// a cell that has none at the end. `occupied` are the boxes before, `is_end` the boxes at the end.
#[inline]
pub(super) fn is_stuck(board: &Board, occupied: &[bool], is_end: &[bool], (from, to): (Cell, Cell)) -> bool {
    let ring = board.ring(to);
    let is_box = |cell: Cell| cell != WALL && cell != from && occupied[usize::from(cell)];
    let is_solid = |cell: Cell| cell == WALL || is_box(cell);
    let is_misplaced = |cell: Cell| is_box(cell) && !is_end[usize::from(cell)];
    [(0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0)].into_iter().any(|(a, b, c)| {
        let corner = [ring[a], ring[b], ring[c]];
        corner.into_iter().all(is_solid) && (!is_end[usize::from(to)] || corner.into_iter().any(is_misplaced))
    })
}

// The vicinity of known positions: all sets of boxes that differ from one of them in a few boxes.
//
// The idea is that of Sébastien Gouëzel's vicinity search, as the optimisers YASO and JSoko describe it. They list
// the vicinity before the search; here membership is tested when a position is generated, so only what can be reached
// costs time. For each position of the *spine* (the known positions) the search counts the boxes that stand
// elsewhere; a push changes each count by at most one, for all of them at once in one pass over bytes.

/// The counts are computed in blocks of this many bytes, the width of vector instructions.
const BLOCK: usize = 32;

/// The positions of a spine, by cells.
#[derive(Debug)]
pub(super) struct Vicinity {
    /// For each cell and each position of the spine: 1 if no box is there, else 0.
    rows: Vec<u8>,
    width: usize,
    /// The most boxes that may stand elsewhere.
    radius: u8,
    /// The counts of the boxes of the position that is expanded.
    counts: Vec<u8>,
    /// Whether a box may stand on each cell; `None` if on all.
    allowed: Option<Vec<bool>>,
}

impl Vicinity {
    /// Creates the vicinity of `spine`, positions of `count` boxes, one after the other. O(cells × positions).
    pub(super) fn new(cells: usize, count: usize, spine: &[Cell], radius: u8) -> Self {
        let spine = spine.chunks_exact(count);
        let width = spine.len().next_multiple_of(BLOCK);
        let mut rows = vec![1; cells * width];
        for (at, boxes) in spine.enumerate() {
            for &cell in boxes {
                rows[usize::from(cell) * width + at] = 0;
            }
        }
        Self { rows, width, radius, counts: vec![0; width], allowed: None }
    }

    /// The same without the positions where a box stands on a cell that has none in all of `spine`.
    pub(super) fn along(self, spine: &[Cell]) -> Self {
        let mut allowed = vec![false; self.rows.len() / self.width.max(1)];
        for &cell in spine {
            allowed[usize::from(cell)] = true;
        }
        Self { allowed: Some(allowed), ..self }
    }

    /// The bytes that the vicinity of that many positions takes.
    pub(super) fn bytes(cells: usize, positions: usize) -> u64 {
        (cells as u64 + 1) * positions.next_multiple_of(BLOCK) as u64
    }

    fn row(&self, cell: Cell) -> &[u8] {
        let start = usize::from(cell) * self.width;
        &self.rows[start..start + self.width]
    }

    /// Counts for a position, before its pushes are tested. A position has fewer than 256 boxes, or the counts
    /// are too high, which leaves out more than necessary.
    pub(super) fn enter(&mut self, boxes: &[Cell]) {
        let Self { rows, width, counts, .. } = self;
        counts.fill(0);
        for &cell in boxes {
            let start = usize::from(cell) * *width;
            for (count, differs) in counts.iter_mut().zip(&rows[start..start + *width]) {
                *count = count.saturating_add(*differs);
            }
        }
    }

    /// Whether the position after moving a box from one cell to another is in the vicinity.
    #[inline]
    pub(super) fn contains_after(&self, from: Cell, to: Cell) -> bool {
        if self.allowed.as_ref().is_some_and(|allowed| !allowed[usize::from(to)]) {
            return false;
        }
        let counts = self.counts.chunks_exact(BLOCK);
        let rows = self.row(from).chunks_exact(BLOCK).zip(self.row(to).chunks_exact(BLOCK));
        for (counts, (from, to)) in counts.zip(rows) {
            let mut least = u8::MAX;
            for at in 0..BLOCK {
                // The box that moves is one of those counted.
                least = least.min(counts[at].wrapping_sub(from[at]).wrapping_add(to[at]));
            }
            if least <= self.radius {
                return true;
            }
        }
        false
    }
}

// A monotone priority queue: no entry is less than the last one taken out.
//
// Entries are kept in one bucket per position of the highest bit in which their key differs from the last
// key taken out. An entry moves to a lower bucket at most 64 times. Among entries of the least key, the
// newest comes first. Source: Ahuja, Mehlhorn, Orlin & Tarjan, *Faster algorithms for the shortest path
// problem*, Journal of the ACM 37 (1990).

/// The number of buckets: one for equal keys, and one for each bit.
const BUCKETS: usize = 65;

/// A monotone priority queue of numbers.
#[derive(Clone, Debug)]
pub(super) struct RadixHeap {
    buckets: Vec<Vec<(u64, u32)>>,
    last: u64,
}

impl RadixHeap {
    pub(super) fn new() -> Self {
        Self { buckets: vec![Vec::new(); BUCKETS], last: 0 }
    }

    /// Removes all entries; keeps the memory.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.last = 0;
    }

    /// Adds an entry. A key below the last one taken out is raised to it; returns the key used.
    #[inline]
    pub(super) fn push(&mut self, key: u64, value: u32) -> u64 {
        let key = key.max(self.last);
        self.buckets[bucket(key, self.last)].push((key, value));
        key
    }

    /// Takes out the entry of the least key.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        if self.buckets[0].is_empty() {
            let at = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            let mut entries = std::mem::take(&mut self.buckets[at]);
            self.last = entries.iter().map(|&(key, _)| key).min()?;
            for (key, value) in entries.drain(..) {
                self.buckets[bucket(key, self.last)].push((key, value));
            }
            // Keeps the memory of the bucket.
            self.buckets[at] = entries;
        }
        self.buckets[0].pop()
    }
}

/// The bucket of a key.
#[inline]
fn bucket(key: u64, last: u64) -> usize {
    (u64::BITS - (key ^ last).leading_zeros()) as usize
}

#[cfg(test)]
mod stuck_square_tests {
    use super::*;
    use crate::formats::read;

    #[test]
    fn a_square_is_stuck_unless_its_boxes_are_at_the_end() {
        let text = "######|#@   #|# $$ #|# $ $#|# ...#|#   .#|######";
        let board = Board::new(&read(text).expect("a text").remove(0).level.expect("a level"));
        // Four cells a row; the box at 11 moves to 10 and completes the square of 5, 6, 9 and 10.
        let set = |cells: &[Cell]| -> Vec<bool> { board.all().map(|cell| cells.contains(&cell)).collect() };
        let occupied = set(board.boxes());
        assert_eq!(board.boxes(), [5, 6, 9, 11]);
        assert!(is_stuck(&board, &occupied, &set(&[5, 6, 9]), (11, 10)));
        assert!(is_stuck(&board, &occupied, &set(&[6, 9, 10]), (11, 10)));
        assert!(!is_stuck(&board, &occupied, &set(&[5, 6, 9, 10]), (11, 10)));
        assert!(!is_stuck(&board, &occupied, &set(&[]), (11, 15)));
    }
}

#[cfg(test)]
mod vicinity_tests {
    use super::*;

    #[test]
    fn boxes_elsewhere_are_counted_by_position() {
        let spine: Vec<Cell> = (0..40).flat_map(|at| [at, at + 1, at + 2]).collect();
        let contains = |radius, boxes: &[Cell], from, to| {
            let mut vicinity = Vicinity::new(60, 3, &spine, radius);
            vicinity.enter(boxes);
            vicinity.contains_after(from, to)
        };
        assert!(contains(0, &[36, 37, 39], 39, 38));
        assert!(!contains(0, &[36, 37, 39], 39, 40));
        assert!(contains(1, &[36, 37, 39], 39, 40));
        assert!(contains(1, &[3, 50, 5], 50, 51) && !contains(1, &[3, 50, 55], 50, 51));
        assert!(contains(2, &[3, 50, 55], 50, 51));
    }

    #[test]
    fn along_a_spine_boxes_stand_where_there_is_one_in_it() {
        let spine: [Cell; 6] = [1, 10, 2, 10, 2, 11];
        let mut vicinity = Vicinity::new(20, 2, &spine[..], 1).along(&spine);
        vicinity.enter(&[1, 10]);
        // The trips in the other order; a box beside both trips; a box on the cell of the other trip.
        assert!(vicinity.contains_after(10, 11) && !vicinity.contains_after(10, 12));
        assert!(vicinity.contains_after(10, 2));
    }
}

#[cfg(test)]
mod radix_heap_tests {
    use super::*;

    #[test]
    fn entries_come_in_ascending_order() {
        let mut heap = RadixHeap::new();
        let mut expected = std::collections::BinaryHeap::new();
        let (mut seed, mut last) = (1_u64, 0);
        for step in 0..5000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if step % 3 < 2 {
                let key = last + (seed >> 40);
                heap.push(key, 0);
                expected.push(std::cmp::Reverse(key));
            } else {
                let key = heap.pop().map(|(key, _)| key);
                assert_eq!(key, expected.pop().map(|std::cmp::Reverse(key)| key));
                last = key.unwrap_or(last);
            }
        }
    }

    #[test]
    fn equal_keys_come_newest_first_and_lower_ones_are_raised() {
        let mut heap = RadixHeap::new();
        assert_eq!((heap.push(5, 1), heap.push(5, 2)), (5, 5));
        assert_eq!(heap.pop(), Some((5, 2)));
        assert_eq!(heap.push(3, 3), 5);
        assert_eq!((heap.pop(), heap.pop(), heap.pop()), (Some((5, 3)), Some((5, 1)), None));
        heap.clear();
        assert_eq!((heap.push(3, 3), heap.pop(), heap.pop()), (3, Some((3, 3)), None));
    }
}

#[cfg(test)]
mod tests {
    //! Searches of a small level.

    use super::*;
    use crate::{formats::read, optimise::neighbourhood::Order, state::lurd_from_pushes};

    const LEVEL: &str = "########|#      #|# $  . #|#@     #|# $  . #|#      #|########";

    /// The verdict on the whole level, if a solution of that cost is known.
    fn verdict(cost: u64, radius: Option<u8>, effort: u64) -> SliceVerdict {
        let board = Board::new(&read(LEVEL).expect("a text").remove(0).level.expect("a level"));
        let slice = Slice {
            boxes: board.boxes(),
            player: board.player(),
            before: None,
            end: board.goals(),
            stand: None,
            cost,
            order: Order::Pushes,
            effort,
        };
        let spine = board.boxes();
        let vicinity = radius.map(|radius| Vicinity::new(board.cells(), spine.len(), spine, radius));
        let mut budget = Budget::unlimited();
        let mut searcher = SliceSearcher::new(&board);
        let verdict = searcher.search(slice, vicinity, &mut budget).expect("no limits");
        searcher.release(&mut budget);
        assert_eq!(budget.used(), 0);
        if let SliceVerdict::Cheaper(pushes) = &verdict {
            assert!(lurd_from_pushes::lurd(&board, pushes).is_some());
        }
        verdict
    }

    #[test]
    fn only_a_cheaper_way_counts() {
        assert!(matches!(verdict(7, None, 1000), SliceVerdict::Cheaper(pushes) if pushes.len() == 6));
        assert_eq!(verdict(6, None, 1000), SliceVerdict::Cheapest);
        assert!(matches!(verdict(8, Some(2), 1000), SliceVerdict::Cheaper(pushes) if pushes.len() == 6));
        assert_eq!(verdict(8, Some(1), 1000), SliceVerdict::Cheapest, "both boxes must move");
    }

    #[test]
    fn a_search_that_does_not_end_has_a_bound() {
        assert_eq!(verdict(8, None, 1), SliceVerdict::TooLong { bound: 6 });
    }
}
