//! Out of plan: where a box is of no use any more once part of the plan is done.

use crate::sokoban::board::floor_graph::FloorGraph;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::fess::packing_plan::PackingPlan;

/// For each number of steps done, the cells from which a box can reach no goal that is still to be
/// filled.
#[derive(Clone, Debug)]
pub(super) struct OutOfPlan {
    zones: Vec<Vec<bool>>,
    /// For each number of steps done, the zone to heed.
    zone_of: Vec<usize>,
}

impl OutOfPlan {
    /// The zones of a plan; the boxes that it has put down for good are walls. What is heeded is the
    /// next zone that differs, so that boxes are brought out before the door closes.
    /// O(steps * cells * goals) at worst.
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

    /// The zone to heed when `done` steps are done.
    pub(super) fn zone(&self, done: usize) -> &[bool] {
        &self.zones[self.zone_of[done]]
    }
}

/// The cells that are no walls and from which no open goal can be reached, wherever the player is at
/// first: backward over (cell, side), as a box can cut the player off.
fn zone(board: &Board, walls: &[bool], open: &[Cell]) -> Vec<bool> {
    let floor = FloorGraph::among(board, |cell| walls[usize::from(cell)]);
    let mut seen = vec![[false; 4]; board.cells()];
    let mut stack: Vec<(Cell, u8)> = Vec::new();
    for &cell in open {
        seen[usize::from(cell)] = [true; 4];
        stack.extend((0..4).map(|side| (cell, side)));
    }
    let mut useful = vec![false; board.cells()];
    while let Some((cell, side)) = stack.pop() {
        useful[usize::from(cell)] = true;
        for (_, before, stood) in floor.pushes_to(cell, side) {
            if !std::mem::replace(&mut seen[usize::from(before)][usize::from(stood)], true) {
                stack.push((before, stood));
            }
        }
    }
    (0..board.cells()).map(|cell| !useful[cell] && !walls[cell]).collect()
}
