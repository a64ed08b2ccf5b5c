//! Backward search for a packing plan.
//!
//! Boxes are pulled off their goals. A box that comes to the initial cell of a box, a *sink*, is removed from
//! the board together with that sink (Shoham & Schaeffer 2020, and the authors' remarks on sinks in their
//! solver). A sequence of pulls that empties the board, reversed, is an order in which the goals can be
//! filled, with the cells where boxes have to be parked. It is a plan and not a solution, because removed
//! boxes are no longer obstacles on their sinks.

use std::cell::RefCell;

use lurd_engine::program::{
    budget::Budget,
    outcome::Stop,
    space::{DEAD_END, Features, Mark, Space, Successors},
};

use super::{random_ties::random, rooms::Rooms};
use crate::{
    board::{Board, Cell, WALL, floor_graph::FloorGraph},
    bounds::{Distances, UNREACHABLE},
    direction::{Direction, SearchDirection},
    state::{StateEncoding, UnpackedState},
};

/// A pull of one box by any number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MacroPull {
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// Whether the box is removed from the board at `to`.
    pub(super) removed: bool,
    regions: u16,
    steps: u16,
}

/// The space of the search. A state is the boxes with the player's region, then the remaining sinks.
pub(super) struct Unpack<'b> {
    board: &'b Board,
    encoding: StateEncoding,
    sinks: &'b Sinks,
    rooms: RefCell<Rooms>,
    options: PlanOptions,
    /// Whether each cell is a goal with three walls around it.
    is_hole: Vec<bool>,
    scratch: RefCell<UnpackedState>,
    exchange: RefCell<Exchange>,
}

/// The most remaining boxes for which a matching to the remaining sinks is checked.
const MAX_CHECKED_BOXES: usize = 80;

/// The player's cell in the first state, before the first action chooses a region.
const ANYWHERE: Cell = Cell::MAX;

/// Pulls that park a box, and the states after them, one after the other.
#[derive(Default)]
struct Parked {
    pulls: Vec<MacroPull>,
    states: Vec<u64>,
}

impl<'b> Unpack<'b> {
    pub(super) fn new(board: &'b Board, sinks: &'b Sinks, rooms: Rooms, options: PlanOptions) -> Self {
        let walls = |cell: Cell| board.neighbours(cell).iter().filter(|&&next| next == WALL).count();
        Self {
            encoding: StateEncoding::new(board.cells()),
            sinks,
            rooms: RefCell::new(rooms),
            options,
            is_hole: board.all().map(|cell| board.is_goal(cell) && walls(cell) == 3).collect(),
            scratch: RefCell::new(UnpackedState::new(board.cells())),
            exchange: RefCell::new(Exchange::new(board.cells())),
            board,
        }
    }

    fn halves<'s>(&self, state: &'s [u64]) -> (&'s [u64], &'s [u64]) {
        state.split_at(self.encoding.words())
    }

    /// The first actions, which only choose a region for the player. `child` is a copy of the first state.
    fn choose_region(&self, unpacked: &UnpackedState, mut child: Vec<u64>, children: &mut Successors<Self>) {
        let words = self.encoding.words();
        for cell in self.board.all().filter(|&cell| unpacked.regions.of(cell) == cell) {
            self.encoding.set_player(&mut child[..words], cell);
            let regions = u16::try_from(unpacked.regions.count()).unwrap_or(u16::MAX);
            let pull = MacroPull { from: WALL, to: cell, removed: false, regions, steps: 0 };
            children.push(&child, pull, 0);
        }
    }

    fn changes_room(&self, from: Cell, to: Cell) -> bool {
        let rooms = self.rooms.borrow();
        rooms.of(from) != rooms.of(to)
    }

    fn has(set: &[u64], cell: Cell) -> bool {
        set[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
    }

    /// Finds the largest group of interchangeable sinks without the box on `from`. Returns whether the player
    /// can reach all of it.
    fn can_reach_group(&self, unpacked: &UnpackedState, sinks: &[u64], from: Cell) -> bool {
        let is_left = |cell| Self::has(sinks, cell);
        let mut exchange = self.exchange.borrow_mut();
        exchange.find_largest_group(self.board, self.sinks.cells(), is_left, unpacked, from)
    }

    /// Adds the removal of the lifted box on `from` at the best sink that it can be brought to, if there is one.
    fn remove(
        &self,
        unpacked: &UnpackedState,
        state: &[u64],
        from: Cell,
        child: &mut [u64],
        children: &mut Successors<Self>,
    ) {
        let sinks = self.halves(state).1;
        // Plans prove nothing, so checks may be left out where they take too long.
        let is_checked = unpacked.boxes.len() <= MAX_CHECKED_BOXES + 1;
        let checks_exchange = self.options.exchange && is_checked;
        let mut best: Option<(bool, u16, Cell)> = None;
        let mut group: Option<bool> = None;
        for stop in &unpacked.stops()[1..] {
            let to = stop.cell;
            if Self::has(sinks, to)
                && (self.changes_room(from, to) || stop.steps >= self.options.min_pulls)
                && (!checks_exchange
                    || *group.get_or_insert_with(|| self.can_reach_group(unpacked, sinks, from))
                        && self.exchange.borrow().contains(to))
            {
                let key = (!self.sinks.is_in_group(to), stop.steps, to);
                best = Some(best.map_or(key, |best| best.min(key)));
            }
        }
        let Some((_, steps, to)) = best else { return };
        let left: Vec<Cell> = unpacked.boxes.iter().copied().filter(|&cell| cell != from).collect();
        if is_checked && !self.sinks.can_serve(&left, |cell| cell != to && Self::has(sinks, cell)) {
            return;
        }
        let words = self.encoding.words();
        child.copy_from_slice(state);
        child[usize::from(from) / 64] &= !(1 << (from % 64));
        child[words + usize::from(to) / 64] &= !(1 << (to % 64));
        let (least, joined) = unpacked.regions.around(self.board, from);
        self.encoding.set_player(&mut child[..words], least);
        let regions = u16::try_from(unpacked.regions.count() + 1 - joined).unwrap_or(u16::MAX);
        let pull = MacroPull { from, to, removed: true, regions, steps };
        children.push(child, pull, 1);
    }

    /// Adds the pulls that park the lifted box on `from`.
    fn park(&self, unpacked: &mut UnpackedState, state: &[u64], from: Cell, child: &mut [u64], parked: &mut Parked) {
        let words = self.encoding.words();
        let apart = unpacked.regions_apart_from(self.board, from);
        for number in 1..unpacked.stops().len() {
            let stop = unpacked.stops()[number];
            let to = stop.cell;
            child.copy_from_slice(state);
            StateEncoding::move_box(&mut child[..words], from, to);
            self.encoding.set_player(&mut child[..words], stop.region(&unpacked.lifted));
            let regions = unpacked.regions_with(self.board, apart, to);
            let regions = u16::try_from(regions).unwrap_or(u16::MAX);
            parked.pulls.push(MacroPull { from, to, removed: false, regions, steps: stop.steps });
            parked.states.extend_from_slice(child);
        }
    }

    fn mark_of(&self, boxes: usize, on_goals: usize, regions: u32, broken: u64, tie: u64) -> Mark {
        let (on_goals, regions) = (on_goals as u64, u64::from(regions));
        let [second, third] = if self.options.opens_first { [regions, on_goals] } else { [on_goals, regions] };
        let features = [boxes as u64, second, third, u64::from(broken.count_ones())];
        let cell = features.iter().fold(0, |cell, &feature| cell << 10 | feature.min(1023));
        Mark { cell, score: cell << 16 | tie.min(0xFFFF), weight: 1, ..Mark::default() }
    }

    /// The regions and the broken links in a score.
    fn openness(&self, score: u64) -> (u64, u64) {
        let regions = score >> if self.options.opens_first { 36 } else { 26 };
        (regions & 0x3FF, score >> 16 & 0x3FF)
    }
}

impl Space for Unpack<'_> {
    type State = [u64];
    type Action = MacroPull;

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.encoding.words()];
        self.encoding.pack(self.board.goals().iter().copied(), ANYWHERE, &mut state);
        state.extend(self.encoding.packed(self.sinks.cells()));
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let (boxes, sinks) = self.halves(state);
        self.encoding.boxes_within(boxes, sinks)
    }

    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let unpacked = &mut *self.scratch.borrow_mut();
        let boxes = self.halves(state).0;
        unpacked.load(self.board, self.encoding, boxes);
        let mut child = state.to_vec();
        if self.encoding.player(boxes) == ANYWHERE {
            self.choose_region(unpacked, child, children);
            return;
        }
        let player = unpacked.regions.of(self.encoding.player(boxes));
        let may_stand = |cell| self.sinks.is_reachable_from_any(cell);
        let before = children.len();
        // All boxes that can be removed come before those that are parked.
        let mut parked = Parked::default();
        for index in 0..unpacked.boxes.len() {
            let from = unpacked.boxes[index];
            if unpacked.remove_box(SearchDirection::Pull, self.board, from, player, may_stand) {
                self.remove(unpacked, state, from, &mut child, children);
                if !self.options.removes_first {
                    self.park(unpacked, state, from, &mut child, &mut parked);
                }
            }
        }
        if self.options.removes_first && children.len() == before {
            for index in 0..unpacked.boxes.len() {
                let from = unpacked.boxes[index];
                if unpacked.remove_box(SearchDirection::Pull, self.board, from, player, may_stand) {
                    self.park(unpacked, state, from, &mut child, &mut parked);
                }
            }
        }
        for (pull, child) in parked.pulls.iter().zip(parked.states.chunks_exact(state.len())) {
            children.push(child, *pull, 1);
        }
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
}

impl Features<Self> for Unpack<'_> {
    fn mark(&self, state: &[u64]) -> Mark {
        let unpacked = &mut *self.scratch.borrow_mut();
        unpacked.load(self.board, self.encoding, self.halves(state).0);
        let on_goals = unpacked.boxes.iter().filter(|&&cell| self.board.is_goal(cell)).count();
        let broken = self.rooms.borrow_mut().broken(self.board, &unpacked.occupied);
        self.mark_of(unpacked.boxes.len(), on_goals, unpacked.regions.count(), broken, 0)
    }

    fn annotate(&self, parent: &[u64], here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        let unpacked = &mut *self.scratch.borrow_mut();
        let rooms = &mut *self.rooms.borrow_mut();
        unpacked.load(self.board, self.encoding, self.halves(parent).0);
        let on_goals = unpacked.boxes.iter().filter(|&&cell| self.board.is_goal(cell)).count();
        let all_broken = rooms.broken(self.board, &unpacked.occupied);
        let mut removed_box = (WALL, 0);
        let mut placed_box = (WALL, WALL, 0);
        let mut best_removal: Option<(u64, usize)> = None;
        let mut best_parking: Option<(u64, usize)> = None;
        let mut best_opening: Option<(u64, usize)> = None;
        for (index, mark_of_child) in marks.iter_mut().enumerate() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            let MacroPull { from, to, removed, regions, steps } = children.action(index);
            if from == WALL {
                *mark_of_child = self.mark_of(unpacked.boxes.len(), on_goals, u32::from(regions), 0, 0);
                mark_of_child.weight = 0;
                continue;
            }
            unpacked.occupied[usize::from(from)] = false;
            if removed_box.0 != from {
                removed_box = (from, rooms.broken_without(self.board, &unpacked.occupied, from, all_broken));
            }
            let left_goals = on_goals - usize::from(self.board.is_goal(from));
            let mark = if removed {
                let is_parked =
                    self.options.parked_first && !self.board.is_goal(from) && !self.sinks.cells().contains(&from);
                let hole = u64::from(self.is_hole[usize::from(from)]) * 0x8000;
                let steps = match self.options.seed {
                    None => u64::from(steps.min(0x7FFF)),
                    Some(seed) => random(seed, u64::from(from) << 20 | u64::from(to)) >> 49,
                };
                let (regions, broken, tie) = match self.options.first {
                    _ if is_parked => (0, 0, 0),
                    RemovalOrder::OpenFloor => (u32::from(regions), removed_box.1, hole + steps),
                    RemovalOrder::Nearest => (0, 0, hole + steps),
                    RemovalOrder::Farthest => (0, 0, hole + 0x7FFF - steps),
                };
                self.mark_of(unpacked.boxes.len() - 1, left_goals, regions, broken, tie)
            } else {
                if (placed_box.0, placed_box.1) != (from, to) {
                    unpacked.occupied[usize::from(to)] = true;
                    placed_box = (from, to, rooms.broken_with(self.board, &unpacked.occupied, to, removed_box.1));
                    unpacked.occupied[usize::from(to)] = false;
                }
                let on_goals = left_goals + usize::from(self.board.is_goal(to));
                let tie = match self.options.seed {
                    None => 0x7FFF - u64::from(steps.min(0x7FFF)),
                    Some(seed) => random(seed, 1 << 40 | u64::from(from) << 20 | u64::from(to)) >> 49,
                };
                self.mark_of(unpacked.boxes.len(), on_goals, u32::from(regions), placed_box.2, tie)
            };
            unpacked.occupied[usize::from(from)] = true;
            *mark_of_child = mark;
            let better = |best: Option<(u64, usize)>| best.is_none_or(|(score, _)| mark.score < score);
            if removed {
                if better(best_removal) {
                    best_removal = Some((mark.score, index));
                }
            } else {
                let no_worse = self.openness(mark.score) <= self.openness(here.score);
                if self.board.is_goal(from) && !self.board.is_goal(to) && no_worse && better(best_parking) {
                    best_parking = Some((mark.score, index));
                }
                if self.openness(mark.score).0 < self.openness(here.score).0 && better(best_opening) {
                    best_opening = Some((mark.score, index));
                }
            }
        }
        for (_, index) in [best_removal, best_parking, best_opening].into_iter().flatten() {
            marks[index].weight = 0;
        }
    }

    /// Proves nothing, but checks the budget, because an expansion can take long.
    fn prove_dead(&self, _: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        budget.check_now()?;
        Ok(false)
    }
}

// Groups of sinks whose boxes are interchangeable.
//
// The search for a packing plan removes a box at any sink (the initial cell of a box), as if all boxes of
// the start were interchangeable. They only are among sinks between which a box, with the boxes left on the
// board as walls, can be pushed either way by a player who can reach all of them. If boxes are only removed
// at such sinks, and only from the largest group, every step of the plan stays possible while the boxes of
// later steps are still on their initial cells.

/// The largest group of interchangeable sinks, with buffers.
pub(super) struct Exchange {
    in_group: Vec<bool>,
    group: Vec<Cell>,
    forward: Vec<bool>,
    backward: Vec<bool>,
    visited: Vec<[bool; 4]>,
    stack: Vec<(Cell, u8)>,
    /// The part of the floor that the lifted box can touch.
    around_player: FloorGraph,
}

impl Exchange {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            in_group: vec![false; cells],
            group: Vec::new(),
            forward: vec![false; cells],
            backward: vec![false; cells],
            visited: vec![[false; 4]; cells],
            stack: Vec::new(),
            around_player: FloorGraph::default(),
        }
    }

    /// Whether `sink` is in the group found last.
    pub(super) fn contains(&self, sink: Cell) -> bool {
        self.in_group[usize::from(sink)]
    }

    /// Finds the largest group among the remaining `sinks`, with all boxes but the lifted one on `from` as walls.
    /// Returns whether the player, who stands beside that box, can reach all of it. O(sinks * cells) in the worst
    /// case.
    pub(super) fn find_largest_group(
        &mut self,
        board: &Board,
        sinks: &[Cell],
        is_left: impl Fn(Cell) -> bool,
        unpacked: &UnpackedState,
        from: Cell,
    ) -> bool {
        let UnpackedState { lifted, occupied, .. } = unpacked;
        let is_wall = |cell: Cell| cell != from && occupied[usize::from(cell)];
        let mut floor = std::mem::take(&mut self.around_player);
        floor.set(board, |cell| lifted.contains(cell), |cell, next| lifted.side(cell, next));
        let rest: Vec<Cell> = sinks.iter().copied().filter(|&cell| is_left(cell) && !is_wall(cell)).collect();
        let near: Vec<Cell> = rest.iter().copied().filter(|&cell| lifted.contains(cell)).collect();
        let far = rest.len() - near.len();
        self.find_group(&floor, near);
        self.around_player = floor;
        // No group has members in both parts of the floor.
        if far == 0 || far < self.group.len() {
            self.mark_group();
            return true;
        }
        self.find_group(&FloorGraph::among(board, is_wall), rest);
        self.mark_group();
        self.group.iter().all(|&cell| lifted.contains(cell))
    }

    /// Finds the largest group among the sinks `rest` on `floor`; of several, the first.
    fn find_group(&mut self, floor: &FloorGraph, mut rest: Vec<Cell>) {
        self.group.clear();
        while rest.len() > self.group.len() {
            let leader = rest[0];
            self.find_reachable(floor, leader);
            let (group, others): (Vec<Cell>, Vec<Cell>) = rest.iter().partition(|&&cell| {
                cell == leader || self.forward[usize::from(cell)] && self.backward[usize::from(cell)]
            });
            if group.len() > self.group.len() {
                self.group = group;
            }
            rest = others;
        }
    }

    fn mark_group(&mut self) {
        self.in_group.fill(false);
        for &cell in &self.group {
            self.in_group[usize::from(cell)] = true;
        }
    }

    /// Finds the cells to which a box can be pushed from `leader` (`forward`), and those from which a box can
    /// be pushed to `leader` (`backward`).
    fn find_reachable(&mut self, floor: &FloorGraph, leader: Cell) {
        self.visited.fill([false; 4]);
        self.backward.fill(false);
        self.stack.clear();
        self.begin(leader);
        while let Some((cell, side)) = self.stack.pop() {
            self.backward[usize::from(cell)] = true;
            for direction in Direction::ALL {
                if let Some((before, stood)) = floor.push_to(cell, side, direction) {
                    self.note(before, stood);
                }
            }
        }
        self.visited.fill([false; 4]);
        self.forward.fill(false);
        self.begin(leader);
        while let Some((cell, side)) = self.stack.pop() {
            self.forward[usize::from(cell)] = true;
            for direction in Direction::ALL {
                if let Some((to, stands)) = floor.push_from(cell, side, direction) {
                    self.note(to, stands);
                }
            }
        }
    }

    fn begin(&mut self, leader: Cell) {
        self.visited[usize::from(leader)] = [true; 4];
        self.stack.extend((0..4).map(|side| (leader, side)));
    }

    fn note(&mut self, cell: Cell, side: u8) {
        if !std::mem::replace(&mut self.visited[usize::from(cell)][usize::from(side)], true) {
            self.stack.push((cell, side));
        }
    }
}

// Preferences of the search for a packing plan.

/// Preferences of the search for a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent preferences")]
pub struct PlanOptions {
    /// The fewest pulls of a box that is removed in the room it comes from.
    pub min_pulls: u16,
    /// The order in which removable boxes are removed.
    pub first: RemovalOrder,
    /// Whether boxes are only removed at interchangeable sinks (see `Exchange`).
    pub exchange: bool,
    /// Whether parked boxes are removed before all others.
    pub parked_first: bool,
    /// Whether no box is parked while one can be removed.
    pub removes_first: bool,
    /// Whether few regions of the floor count more than few boxes on goals.
    pub opens_first: bool,
    /// The seed of random numbers that replace distances, if there is any. Then boxes are parked on random cells among
    /// those that are equally good by the features, instead of the farthest ones.
    pub seed: Option<u64>,
}

/// The order in which removable boxes are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalOrder {
    /// The box whose removal leaves the fewest regions, then the nearest to a sink.
    OpenFloor,
    /// The box nearest to a sink.
    Nearest,
    /// The box farthest from a sink.
    Farthest,
}

// Sinks: the initial cells of boxes, where a backward search removes boxes from the board.

/// The cells that a box, alone on the board, can be pushed to from each sink.
#[derive(Clone, Debug)]
pub(super) struct Sinks {
    cells: Vec<Cell>,
    distances: Distances,
    /// Whether each cell is in the largest group of sinks that can exchange their boxes.
    in_group: Vec<bool>,
}

impl Sinks {
    /// Computes the distances. O(boxes * cells).
    ///
    /// # Errors
    /// When the budget stops it or has too little memory.
    pub(super) fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let cells = board.boxes().to_vec();
        let distances = Distances::by(SearchDirection::Pull, &board.aiming_at(&cells), budget)?;
        let mut sinks = Self { in_group: Vec::new(), distances, cells };
        sinks.in_group = sinks.group(board.cells());
        Ok(sinks)
    }

    /// The pulls from each cell to each sink.
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    fn group(&self, cells: usize) -> Vec<bool> {
        let both = |a: usize, b: usize| self.reaches(a, self.cells[b]) && self.reaches(b, self.cells[a]);
        let members = |leader: usize| (0..self.cells.len()).filter(move |&other| both(leader, other));
        let best = (0..self.cells.len()).rev().max_by_key(|&leader| members(leader).count());
        let mut in_group = vec![false; cells];
        for member in best.into_iter().flat_map(members) {
            in_group[usize::from(self.cells[member])] = true;
        }
        in_group
    }

    /// The cells of the sinks, in order.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn reaches(&self, sink: usize, cell: Cell) -> bool {
        self.distances.to_goals(cell)[sink] != UNREACHABLE
    }

    pub(super) fn is_in_group(&self, cell: Cell) -> bool {
        self.in_group[usize::from(cell)]
    }

    /// Whether a box on `cell` can have come from some sink.
    pub(super) fn is_reachable_from_any(&self, cell: Cell) -> bool {
        self.distances.is_live(cell)
    }

    /// Whether a box on `to` can have come from every sink from which a box on `from` can have come.
    pub(super) fn keeps_sinks(&self, from: Cell, to: Cell) -> bool {
        (0..self.cells.len()).all(|sink| self.reaches(sink, to) || !self.reaches(sink, from))
    }

    /// Whether there is a matching of `boxes` to different sinks among those that are `left`.
    pub(super) fn can_serve(&self, boxes: &[Cell], left: impl Fn(Cell) -> bool) -> bool {
        let mut owner = vec![usize::MAX; self.cells.len()];
        (0..boxes.len()).all(|row| {
            let mut tried = vec![false; self.cells.len()];
            self.serve(boxes, row, &left, &mut owner, &mut tried)
        })
    }

    fn serve(
        &self,
        boxes: &[Cell],
        row: usize,
        left: &impl Fn(Cell) -> bool,
        owner: &mut [usize],
        tried: &mut [bool],
    ) -> bool {
        // Trying free sinks first saves most of the search.
        let is_free =
            |&sink: &usize| owner[sink] == usize::MAX && left(self.cells[sink]) && self.reaches(sink, boxes[row]);
        if let Some(sink) = (0..self.cells.len()).find(is_free) {
            owner[sink] = row;
            return true;
        }
        for sink in 0..self.cells.len() {
            if tried[sink] || !left(self.cells[sink]) || !self.reaches(sink, boxes[row]) {
                continue;
            }
            tried[sink] = true;
            if owner[sink] == usize::MAX || self.serve(boxes, owner[sink], left, owner, tried) {
                owner[sink] = row;
                return true;
            }
        }
        false
    }
}
