//! Boxes in the way of the next step of the plan.
//!
//! The boxes in the way of each box are counted once for a position, and updated for its successors, which
//! differ in one box only.

use std::rc::Rc;

use crate::board::{Board, Cell, WALL};
use crate::fess::access::Access;
use crate::fess::routes::RouteTable;

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
                let passes = |word: usize, cell: Cell| {
                    needed.get(word).map_or(0, |bits| (bits >> (cell % 64) & 1) as u32)
                };
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
    pub(super) fn fewest_without(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        from: Cell,
    ) -> u64 {
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
