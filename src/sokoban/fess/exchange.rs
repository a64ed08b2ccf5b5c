//! Groups of sinks whose boxes are interchangeable.
//!
//! The search for a packing plan removes a box at any sink (the initial cell of a box), as if all boxes of
//! the start were interchangeable. They only are among sinks between which a box, with the boxes left on the
//! board as walls, can be pushed either way by a player who can reach all of them. If boxes are only removed
//! at such sinks, and only from the largest group, every step of the plan stays possible while the boxes of
//! later steps are still on their initial cells.

use crate::sokoban::board::floor_graph::FloorGraph;
use crate::sokoban::board::{Board, Cell, WALL};

/// The largest group of interchangeable sinks, with buffers.
pub(super) struct Exchange {
    in_group: Vec<bool>,
    group: Vec<Cell>,
    forward: Vec<bool>,
    backward: Vec<bool>,
    visited: Vec<[bool; 4]>,
    stack: Vec<(Cell, u8)>,
    floor: Vec<Cell>,
    reached: Vec<bool>,
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
            floor: Vec::new(),
            reached: vec![false; cells],
        }
    }

    /// Whether `sink` is in the group found last.
    pub(super) fn contains(&self, sink: Cell) -> bool {
        self.in_group[usize::from(sink)]
    }

    /// Finds the largest group among the remaining `sinks`, with boxes as walls. Returns whether a player
    /// in the region of `player` can reach all of it. O(sinks * cells) in the worst case.
    pub(super) fn find_largest_group(
        &mut self,
        board: &Board,
        sinks: &[Cell],
        is_left: impl Fn(Cell) -> bool,
        is_wall: impl Fn(Cell) -> bool,
        player: Cell,
    ) -> bool {
        let floor = FloorGraph::among(board, &is_wall);
        self.group.clear();
        self.in_group.fill(false);
        let mut rest: Vec<Cell> =
            sinks.iter().copied().filter(|&cell| is_left(cell) && !is_wall(cell)).collect();
        while rest.len() > self.group.len() {
            let leader = rest[0];
            self.find_reachable(&floor, leader);
            let (group, others): (Vec<Cell>, Vec<Cell>) = rest.iter().partition(|&&cell| {
                cell == leader || self.forward[usize::from(cell)] && self.backward[usize::from(cell)]
            });
            if group.len() > self.group.len() {
                self.group = group;
            }
            rest = others;
        }
        for &cell in &self.group {
            self.in_group[usize::from(cell)] = true;
        }
        self.walk(&floor, player);
        let touches = |&cell: &Cell| {
            self.reached[usize::from(cell)]
                || floor.neighbours[usize::from(cell)]
                    .iter()
                    .any(|&next| next != WALL && self.reached[usize::from(next)])
        };
        self.group.iter().all(touches)
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
            for (_, before, stood) in floor.pushes_to(cell, side) {
                self.note(before, stood);
            }
        }
        self.visited.fill([false; 4]);
        self.forward.fill(false);
        self.begin(leader);
        while let Some((cell, side)) = self.stack.pop() {
            self.forward[usize::from(cell)] = true;
            for (to, stands) in floor.pushes_from(cell, side) {
                self.note(to, stands);
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

    /// Finds the cells that the player can walk to.
    fn walk(&mut self, floor: &FloorGraph, player: Cell) {
        self.reached.fill(false);
        self.floor.clear();
        self.floor.push(player);
        self.reached[usize::from(player)] = true;
        while let Some(cell) = self.floor.pop() {
            for &next in &floor.neighbours[usize::from(cell)] {
                if next != WALL && !std::mem::replace(&mut self.reached[usize::from(next)], true) {
                    self.floor.push(next);
                }
            }
        }
    }
}
