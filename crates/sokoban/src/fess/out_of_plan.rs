//! Zones in which a box becomes useless once a part of the plan is done (*out of plan* in the FESS paper).

use crate::board::floor_graph::FloorGraph;
use crate::board::{Board, Cell};
use crate::direction::Direction;
use crate::fess::packing_plan::PackingPlan;

/// For each number of steps done, the cells from which a box can reach none of the goals that remain to be
/// filled.
#[derive(Clone, Debug)]
pub(super) struct OutOfPlan {
    zones: Vec<Vec<bool>>,
    /// For each number of steps done, the index of the zone that counts.
    zone_of: Vec<usize>,
}

impl OutOfPlan {
    /// The zones of a plan, with permanently placed boxes as walls. The zone that counts is the next
    /// different one, so boxes are brought out before a step locks them in. O(steps * cells * goals) in the
    /// worst case.
    pub(super) fn new(board: &Board, plan: &PackingPlan) -> Self {
        let steps = plan.steps();
        let mut zones: Vec<Vec<bool>> = Vec::new();
        let mut exact = Vec::new();
        for done in 0..=steps.len() {
            let mut walls = vec![false; board.cells()];
            let mut open: Vec<Cell> = Vec::new();
            for (index, step) in steps.iter().enumerate() {
                if index < done && step.until.is_none_or(|until| until >= done) {
                    walls[usize::from(step.to)] = step.until.is_none();
                } else if index >= done && step.until.is_none() {
                    open.push(step.to);
                }
            }
            let zone = if open.is_empty() { vec![false; board.cells()] } else { zone(board, &walls, &open) };
            if zones.last() != Some(&zone) {
                zones.push(zone);
            }
            exact.push(zones.len() - 1);
        }
        let last = zones.len() - 1;
        let zone_of = exact.iter().map(|&zone| (zone + 1).min(last)).collect();
        Self { zones, zone_of }
    }

    /// The zone that counts when `done` steps are done.
    pub(super) fn zone(&self, done: usize) -> &[bool] {
        &self.zones[self.zone_of[done]]
    }
}

/// The cells other than walls from which a box can reach no open goal, wherever the player starts. Searches
/// backward over (cell, side of the player), because a box can separate the sides.
fn zone(board: &Board, walls: &[bool], open: &[Cell]) -> Vec<bool> {
    let floor = FloorGraph::among(board, |cell| walls[usize::from(cell)]);
    let mut visited = vec![[false; 4]; board.cells()];
    let mut stack: Vec<(Cell, u8)> = Vec::new();
    for &cell in open {
        visited[usize::from(cell)] = [true; 4];
        stack.extend((0..4).map(|side| (cell, side)));
    }
    let mut useful = vec![false; board.cells()];
    while let Some((cell, side)) = stack.pop() {
        useful[usize::from(cell)] = true;
        for direction in Direction::ALL {
            let Some((before, stood)) = floor.push_to(cell, side, direction) else {
                continue;
            };
            if !std::mem::replace(&mut visited[usize::from(before)][usize::from(stood)], true) {
                stack.push((before, stood));
            }
        }
    }
    (0..board.cells()).map(|cell| !useful[cell] && !walls[cell]).collect()
}
