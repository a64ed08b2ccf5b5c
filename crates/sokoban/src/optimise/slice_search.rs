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

use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;
use crate::optimise::assignment_bound::AssignmentBound;
use crate::optimise::positions::{NONE, Node, Positions};
use crate::optimise::push_distances::PushDistances;
use crate::optimise::radix_heap::RadixHeap;
use crate::optimise::slice::{Slice, SliceVerdict};
use crate::optimise::stuck_square::is_stuck;
use crate::optimise::vicinity::Vicinity;
use crate::state::{PlayerRegion, Push};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Limit, Stop};

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
    fn expand(
        &mut self,
        id: u32,
        bound: u32,
        run: &mut Run<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
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
                let (stand, to) =
                    (self.board.next(from, direction.opposite()), self.board.next(from, direction));
                if stand == WALL || to == WALL || self.occupied[usize::from(to)] {
                    continue;
                }
                let Some(steps) = self.steps(stand) else { continue };
                let begins = steps > 0
                    || direction != node.direction
                    || node.from == WALL && run.slice.before.is_none();
                let cost =
                    node.cost + order.walk(steps) + order.pushes(1) + if begins { order.line() } else { 0 };
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
                let node = Node {
                    parent,
                    cost,
                    key,
                    bound,
                    player,
                    from,
                    direction: push.direction,
                    is_expanded: false,
                };
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

#[cfg(test)]
mod tests;
