//! Groups of sinks whose boxes are interchangeable.
//!
//! The search for a packing plan removes a box at any sink (the initial cell of a box), as if all boxes of
//! the start were interchangeable. They only are among sinks between which a box, with the boxes left on the
//! board as walls, can be pushed either way by a player who can reach all of them. If boxes are only removed
//! at such sinks, and only from the largest group, every step of the plan stays possible while the boxes of
//! later steps are still on their initial cells.

use crate::board::floor_graph::FloorGraph;
use crate::board::{Board, Cell};
use crate::direction::Direction;
use crate::state::UnpackedState;

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
