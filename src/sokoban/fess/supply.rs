//! Whether the boxes that are left suffice for the steps of the plan that are left.
//!
//! When a step's turn comes, the boxes of the steps before it are walls. A box can serve the step if
//! it has a way then, other boxes aside; as walls only become more, it can serve no more steps from
//! where it gets later. If there are steps left for which no different boxes can be found, the plan
//! cannot be carried out from here, unless what has been packed is taken out again.

use crate::sokoban::board::{Board, Cell};
use crate::sokoban::fess::packing_plan::PackingPlan;
use crate::sokoban::fess::routes::Routes;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct BoxSupply {
    /// For each cell a bit for each step that a box there can serve when its turn comes.
    serves: Vec<u128>,
    /// The steps after which a box stays, each with the first step of the box that serves it.
    finals: Vec<(usize, usize)>,
}

/// Plans of more steps are not looked at.
const MAX_STEPS: usize = 128;

impl BoxSupply {
    pub(super) fn new(board: &Board, plan: &PackingPlan, routes: &mut Routes) -> Self {
        let steps = plan.steps();
        if steps.len() > MAX_STEPS {
            return Self { serves: vec![0; board.cells()], finals: Vec::new() };
        }
        let mut serves = vec![0; board.cells()];
        for (done, step) in steps.iter().enumerate() {
            let routes_to_step = routes.table(board, plan, done);
            for cell in board.all().filter(|&cell| cell == step.to || routes_to_step.has_route(cell)) {
                serves[usize::from(cell)] |= 1 << done;
            }
        }
        let finals = (0..steps.len())
            .filter(|&last| steps[last].until.is_none())
            .map(|last| {
                let mut first = last;
                while let Some(before) = (0..first).find(|&before| steps[before].until == Some(first)) {
                    first = before;
                }
                (last, first)
            })
            .collect();
        Self { serves, finals }
    }

    /// The steps that have to be served when `done` steps are done, as bits.
    pub(super) fn demand(&self, done: usize) -> u128 {
        self.finals
            .iter()
            .filter(|&&(last, _)| last >= done)
            .fold(0, |bits, &(last, first)| bits | 1 << if first >= done { first } else { last })
    }

    /// Which of the steps in `demand` a box on `cell` can serve.
    pub(super) fn serves(&self, cell: Cell, demand: u128) -> u128 {
        self.serves[usize::from(cell)] & demand
    }

    /// How many steps in `demand` are left without a box.
    pub(super) fn missing(&self, demand: u128, boxes: impl Iterator<Item = Cell>) -> u32 {
        let mut owner = [None; MAX_STEPS];
        let mut boxes_of = [0_u128; MAX_STEPS];
        let mut served = 0;
        for (row, cell) in boxes.take(MAX_STEPS).enumerate() {
            boxes_of[row] = self.serves(cell, demand);
            let mut tried = 0;
            served += u32::from(serve(&boxes_of, row, &mut owner, &mut tried));
        }
        demand.count_ones() - served
    }
}

fn serve(
    boxes: &[u128; MAX_STEPS],
    row: usize,
    owner: &mut [Option<usize>; MAX_STEPS],
    tried: &mut u128,
) -> bool {
    let mut bits = boxes[row] & !*tried;
    while bits != 0 {
        let step = bits.trailing_zeros() as usize;
        if owner[step].is_none() {
            owner[step] = Some(row);
            return true;
        }
        bits &= bits - 1;
    }
    loop {
        let bits = boxes[row] & !*tried;
        if bits == 0 {
            return false;
        }
        let step = bits.trailing_zeros() as usize;
        *tried |= 1 << step;
        let Some(other) = owner[step] else { continue };
        if serve(boxes, other, owner, tried) {
            owner[step] = Some(row);
            return true;
        }
    }
}
