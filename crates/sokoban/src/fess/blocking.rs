//! Boxes in the way of the next step of the plan: on the route of a box, or of the player.
//!
//! The boxes in the way of each box are counted once for a position, and updated for its successors, which
//! differ in one box only.

use std::{cell::OnceCell, rc::Rc};

use rustc_hash::FxHashMap;

use super::plan_search::PackingPlan;
use crate::board::{Board, Cell, WALL, floor_graph::FloorGraph};
use crate::direction::Direction;

/// The routes of the boxes of one position to the next cell of the plan.
#[derive(Clone, Debug)]
pub(super) struct Blocking {
    table: Rc<RouteTable>,
    /// The cells of the boxes as a set of bits.
    box_set: Vec<u64>,
    /// The boxes that have a route.
    routed: Vec<RoutedBox>,
    /// The cells that each of their routes needs, as sets of bits, one after the other.
    needed: Vec<u64>,
    /// Whether the boxes between the player and the first push count, too.
    counts_player_walk: bool,
    walk: WalkCosts,
}

/// A box that has a route.
#[derive(Clone, Copy, Debug)]
struct RoutedBox {
    cell: Cell,
    /// The boxes on its route.
    in_the_way: u32,
    /// The player's cell for its first push.
    stand: Cell,
}

/// For the cells from which a box can be pushed along its route, the boxes in the way of that box.
#[derive(Clone, Debug)]
struct WalkCosts {
    costs: Vec<(u32, u32)>,
    number: u32,
    /// The least cost of all cells.
    least: u32,
    /// The cells with the least cost.
    cheapest: Vec<Cell>,
    access: Access,
}

impl Blocking {
    pub(super) fn new(cells: usize, counts_player_walk: bool) -> Self {
        Self {
            table: Rc::new(RouteTable::unreachable(cells)),
            box_set: vec![0; cells.div_ceil(64)],
            routed: Vec::new(),
            needed: Vec::new(),
            counts_player_walk,
            walk: WalkCosts {
                costs: vec![(0, 0); cells],
                number: 0,
                least: u32::MAX,
                cheapest: Vec::new(),
                access: Access::new(cells),
            },
        }
    }

    /// Counts the boxes in the way of each of `boxes`, for the step that `table` is about.
    pub(super) fn load(&mut self, table: Rc<RouteTable>, boxes: impl Iterator<Item = Cell> + Clone) {
        self.table = table;
        self.box_set.fill(0);
        boxes.clone().for_each(|cell| self.box_set[usize::from(cell) / 64] |= 1 << (cell % 64));
        self.routed.clear();
        self.needed.clear();
        let Self { table, box_set, routed, needed, .. } = self;
        routed.extend(boxes.filter_map(|cell| {
            let stand = table.stand(cell)?;
            needed.extend_from_slice(table.needed(cell));
            Some(RoutedBox { cell, in_the_way: table.on_the_way(cell, box_set) - 1, stand })
        }));
    }

    /// Moves a box from `from` to `to` until the next call. With [`WALL`] for both cells, no box is moved.
    pub(super) fn place(&mut self, from: Cell, to: Cell) {
        let Self { table, box_set, routed, needed, walk, .. } = self;
        walk.clear();
        let (word_of_from, word_of_to) = (usize::from(from) / 64, usize::from(to) / 64);
        for (routed, needed) in routed.iter().zip(needed.chunks_exact(box_set.len())) {
            if routed.cell != from {
                let passes =
                    |word: usize, cell: Cell| needed.get(word).map_or(0, |bits| (bits >> (cell % 64) & 1) as u32);
                let in_the_way = routed.in_the_way + passes(word_of_to, to) - passes(word_of_from, from);
                walk.set(routed.stand, in_the_way);
            }
        }
        if to != WALL
            && let Some(stand) = table.stand(to)
        {
            // The set holds `from` and not `to`; the route does not count its own box.
            walk.set(stand, table.on_the_way(to, box_set) - u32::from(table.passes(to, from)));
        }
    }

    /// The fewest boxes in the way of any box other than that on `from`, if that box were nowhere. In
    /// `occupied` it is nowhere. To be called before [`Blocking::place`].
    pub(super) fn fewest_without(&mut self, board: &Board, occupied: &[bool], player: Cell, from: Cell) -> u64 {
        let Self { box_set, routed, needed, walk, .. } = self;
        walk.clear();
        let (word, bit) = (usize::from(from) / 64, from % 64);
        for (routed, needed) in routed.iter().zip(needed.chunks_exact(box_set.len())) {
            if routed.cell != from {
                let passes = needed.get(word).map_or(0, |bits| (bits >> bit & 1) as u32);
                walk.set(routed.stand, routed.in_the_way - passes);
            }
        }
        self.fewest(board, occupied, player, |_| false)
    }

    /// The boxes on the route of the box on `from` once it has been brought to `to`; [`u32::MAX`] if there is
    /// no route.
    pub(super) fn on_route_of_moved(&self, from: Cell, to: Cell) -> u64 {
        let Self { table, box_set, .. } = self;
        if table.stand(to).is_none() {
            return u64::from(u32::MAX);
        }
        // The set holds `from` and not `to`; the route does not count its own box.
        u64::from(table.on_the_way(to, box_set) - u32::from(table.passes(to, from)))
    }

    /// The fewest boxes in the way of any box of the position that was placed last; [`u32::MAX`] if no box
    /// has a route. The boxes on the player's walk to the first push are among them if the options say so.
    /// `reaches` returns true for cells that the player is known to reach.
    pub(super) fn fewest(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        reaches: impl Fn(Cell) -> bool,
    ) -> u64 {
        let WalkCosts { costs, number, least, cheapest, access } = &mut self.walk;
        if !self.counts_player_walk || cheapest.is_empty() || cheapest.iter().any(|&stand| reaches(stand)) {
            return u64::from(*least);
        }
        let cost_at = |cell| {
            let (set_at, cost) = costs[usize::from(cell)];
            (set_at == *number).then_some(cost)
        };
        u64::from(access.least_cost(board, occupied, player, *least, cost_at))
    }
}

impl WalkCosts {
    fn clear(&mut self) {
        if self.number == u32::MAX {
            self.costs.fill((0, 0));
            self.number = 0;
        }
        self.number += 1;
        self.least = u32::MAX;
        self.cheapest.clear();
    }

    fn set(&mut self, stand: Cell, in_the_way: u32) {
        let (set_at, cost) = &mut self.costs[usize::from(stand)];
        if *set_at != self.number || in_the_way < *cost {
            (*set_at, *cost) = (self.number, in_the_way);
        }
        if in_the_way < self.least {
            self.least = in_the_way;
            self.cheapest.clear();
        }
        if in_the_way == self.least {
            self.cheapest.push(stand);
        }
    }
}

// The fewest boxes between the player and one of several cells.

/// A search by the number of boxes that the player walks through (0-1 breadth-first search).
#[derive(Clone, Debug)]
pub(super) struct Access {
    visited_at: Vec<u32>,
    search_number: u32,
    /// The free cells of the present level.
    stack: Vec<Cell>,
    /// The boxes that separate it from the next one.
    boxes: Vec<Cell>,
}

impl Access {
    pub(super) fn new(cells: usize) -> Self {
        Self { visited_at: vec![0; cells], search_number: 0, stack: Vec::new(), boxes: Vec::new() }
    }

    /// The least sum of the boxes on a walk from `player` to a cell, including a box on the cell, and of
    /// `cost_at` the cell; [`u32::MAX`] if no cell has a cost. `least` is a lower bound of all costs, with
    /// which the search ends as soon as no farther cell can be better.
    pub(super) fn least_cost(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        least: u32,
        cost_at: impl Fn(Cell) -> Option<u32>,
    ) -> u32 {
        if self.search_number == u32::MAX {
            self.visited_at.fill(0);
            self.search_number = 0;
        }
        self.search_number += 1;
        let Self { visited_at, search_number, stack, boxes } = self;
        stack.clear();
        boxes.clear();
        visited_at[usize::from(player)] = *search_number;
        stack.push(player);
        let mut crossed = 0;
        let mut best = u32::MAX;
        loop {
            while let Some(cell) = stack.pop() {
                if let Some(cost) = cost_at(cell) {
                    best = best.min(cost + crossed);
                    if best <= least + crossed {
                        return best;
                    }
                }
                for &next in board.neighbours(cell) {
                    if next != WALL && visited_at[usize::from(next)] != *search_number {
                        visited_at[usize::from(next)] = *search_number;
                        if occupied[usize::from(next)] { &mut *boxes } else { &mut *stack }.push(next);
                    }
                }
            }
            crossed += 1;
            if boxes.is_empty() || best <= least.saturating_add(crossed) {
                return best;
            }
            std::mem::swap(stack, boxes);
        }
    }
}

// Routes of boxes to the next cell of the plan on the board without other boxes, and the boxes in their way.

/// The routes to the next cell of the plan, for each number of steps done, with the boxes of those steps as walls.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    tables: FxHashMap<usize, Rc<RouteTable>>,
}

/// The routes from all cells to one.
#[derive(Clone, Debug)]
pub(super) struct RouteTable {
    target: Cell,
    /// The floor, with placed boxes as walls.
    floor: FloorGraph,
    /// The direction of the next push, for each cell and side of the player.
    next_push: Vec<[Option<Direction>; 4]>,
    /// The side with the shortest route from each cell, if there is any.
    best: Vec<Option<u8>>,
    /// The set of cells that the route from each cell needs, as bits; computed on demand.
    needed: Vec<OnceCell<Vec<u64>>>,
}

impl Routes {
    /// The routes when `done` steps of the plan are done. O(cells^2) for the first call with each number.
    pub(super) fn table(&mut self, board: &Board, plan: &PackingPlan, done: usize) -> Rc<RouteTable> {
        let make = || {
            let steps = plan.steps();
            let placed = steps[..done.min(steps.len())]
                .iter()
                .filter(|step| step.until.is_none_or(|until| until > done))
                .map(|step| step.to);
            let walls: Vec<Cell> = placed.collect();
            Rc::new(match steps.get(done) {
                Some(next) => RouteTable::new(board, &walls, next.to),
                None => RouteTable::unreachable(board.cells()),
            })
        };
        Rc::clone(self.tables.entry(done).or_insert_with(make))
    }
}

impl RouteTable {
    fn new(board: &Board, walls: &[Cell], target: Cell) -> Self {
        let floor = FloorGraph::among(board, |cell| walls.contains(&cell));
        // Searches backward from the target.
        let mut next_push = vec![[None::<Direction>; 4]; board.cells()];
        let mut best = vec![None::<u8>; board.cells()];
        let mut queue: Vec<(Cell, u8)> = (0..4).map(|side| (target, side)).collect();
        let mut index = 0;
        while let Some(&(cell, side)) = queue.get(index) {
            index += 1;
            for direction in Direction::ALL {
                let Some((before, stood)) = floor.push_to(cell, side, direction) else {
                    continue;
                };
                if before == target {
                    continue;
                }
                let known = &mut next_push[usize::from(before)][usize::from(stood)];
                if known.is_none() {
                    *known = Some(direction);
                    best[usize::from(before)].get_or_insert(stood);
                    queue.push((before, stood));
                }
            }
        }
        let needed = vec![OnceCell::new(); board.cells()];
        Self { target, floor, next_push, best, needed }
    }

    /// A table without any route.
    pub(super) fn unreachable(cells: usize) -> Self {
        let (floor, next_push, needed) = (FloorGraph::default(), Vec::new(), Vec::new());
        Self { target: WALL, floor, next_push, best: vec![None; cells], needed }
    }

    /// The cells that the route from `cell`, which must exist, needs.
    pub(super) fn needed(&self, cell: Cell) -> &[u64] {
        self.needed[usize::from(cell)].get_or_init(|| {
            let side = self.best[usize::from(cell)].unwrap_or(0);
            trace(&self.floor, &self.next_push, cell, side, self.target)
        })
    }

    /// Whether the route from `cell`, which must exist, needs `other`.
    #[inline]
    pub(super) fn passes(&self, cell: Cell, other: Cell) -> bool {
        self.needed(cell)[usize::from(other) / 64] >> (other % 64) & 1 == 1
    }

    /// Whether a box on `cell` has a route.
    pub(super) fn has_route(&self, cell: Cell) -> bool {
        self.best[usize::from(cell)].is_some()
    }

    /// The player's cell for the first push of the route from `cell`; `None` without a route.
    pub(super) fn stand(&self, cell: Cell) -> Option<Cell> {
        let side = self.best[usize::from(cell)]?;
        let direction = self.next_push[usize::from(cell)][usize::from(side)]?;
        Some(self.floor.next(cell, direction.opposite()))
    }

    /// The number of cells of `set` that the route from `cell`, which must exist, needs. `cell` is one of
    /// the cells that it needs.
    pub(super) fn on_the_way(&self, cell: Cell, set: &[u64]) -> u32 {
        self.needed(cell).iter().zip(set).map(|(needed, set)| (needed & set).count_ones()).sum()
    }
}

/// The cells of a route: those of the box, and those of the player between pushes.
fn trace(floor: &FloorGraph, next_push: &[[Option<Direction>; 4]], start: Cell, side: u8, target: Cell) -> Vec<u64> {
    let mut needed = vec![0_u64; floor.neighbours.len().div_ceil(64)];
    let mut need = |cell: Cell| needed[usize::from(cell) / 64] |= 1 << (cell % 64);
    let (mut cell, mut side) = (start, side);
    let mut player = None;
    while cell != target {
        let Some(direction) = next_push[usize::from(cell)][usize::from(side)] else { break };
        let stand = floor.next(cell, direction.opposite());
        match player {
            Some(from) => walk(&floor.neighbours, cell, from, stand, &mut need),
            None => need(stand),
        }
        need(cell);
        player = Some(cell);
        cell = floor.next(cell, direction);
        side = floor.side(cell, direction.opposite());
    }
    need(target);
    needed
}

/// Reports the cells of a shortest walk around a box to `need`.
fn walk(neighbours: &[[Cell; 4]], around: Cell, from: Cell, to: Cell, need: &mut impl FnMut(Cell)) {
    if from == to {
        return;
    }
    let mut before = vec![WALL; neighbours.len()];
    let mut queue = vec![to];
    before[usize::from(to)] = to;
    let mut index = 0;
    while let Some(&cell) = queue.get(index) {
        index += 1;
        if cell == from {
            break;
        }
        for &next in &neighbours[usize::from(cell)] {
            if next != WALL && next != around && before[usize::from(next)] == WALL {
                before[usize::from(next)] = cell;
                queue.push(next);
            }
        }
    }
    let mut cell = from;
    while before[usize::from(cell)] != WALL && cell != to {
        need(cell);
        cell = before[usize::from(cell)];
    }
    need(to);
}

#[cfg(test)]
mod access_tests {
    use super::*;
    use crate::{direction::Direction, formats};

    #[test]
    fn boxes_are_counted_on_the_walk_that_meets_the_fewest() {
        // A ring: two boxes the short way round, one the long way.
        let level = formats::read("#######|#@$$ .#|# ### #|# $  .#|#    .#|#######").expect("a text");
        let board = Board::new(level[0].level.as_ref().expect("a level"));
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let mut access = Access::new(board.cells());
        let mut boxes_to = |occupied: &[bool]| -> Vec<u32> {
            let to = |cell| {
                let cost_at = |other| (other == cell).then_some(0);
                access.least_cost(&board, occupied, board.player(), 0, cost_at)
            };
            board.all().map(to).collect()
        };
        // In reading order: @ $ $ _ . | _ _ | _ $ _ _ . | _ _ _ _ .
        assert_eq!(boxes_to(&occupied), [0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
        occupied[usize::from(board.next(board.player(), Direction::Down))] = true;
        assert_eq!(boxes_to(&occupied), [0, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn costs_of_cells_and_boxes_on_the_way_are_added() {
        let level = formats::read("#########|#@ $ $  #|#  ######|#   ..###|#########").expect("a text");
        let board = Board::new(level[0].level.as_ref().expect("a level"));
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let mut access = Access::new(board.cells());
        for (costs, expected) in
            [([(1, 5), (3, 3)], 4), ([(1, 3), (6, 0)], 2), ([(4, 1), (6, 1)], 3), ([(0, 2), (3, 2)], 2)]
        {
            let cost_at = |cell| costs.iter().find(|&&(at, _)| at == cell).map(|&(_, cost)| cost);
            let least = costs.iter().map(|&(_, cost)| cost).min().expect("two costs");
            assert_eq!(access.least_cost(&board, &occupied, board.player(), least, cost_at), expected);
            assert_eq!(access.least_cost(&board, &occupied, board.player(), 0, cost_at), expected);
        }
        assert_eq!(access.least_cost(&board, &occupied, board.player(), 0, |_| None), u32::MAX);
    }
}
