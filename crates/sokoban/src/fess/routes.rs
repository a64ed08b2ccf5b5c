//! Routes of boxes to the next cell of the plan on the board without other boxes, and the boxes in their way.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::board::floor_graph::FloorGraph;
use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;
use crate::fess::packing_plan::PackingPlan;

/// The routes to the next cell of the plan, for each number of steps done, with the boxes of those steps as
/// walls.
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
fn trace(
    floor: &FloorGraph,
    next_push: &[[Option<Direction>; 4]],
    start: Cell,
    side: u8,
    target: Cell,
) -> Vec<u64> {
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
