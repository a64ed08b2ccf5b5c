//! Supply of boxes for the remaining steps of a plan.
//!
//! At each step, the boxes placed by earlier steps are walls. A box can serve the step if it has a route
//! then, ignoring other boxes. Walls are only added, so a box that moves never gains steps that it can serve.
//! If the remaining steps cannot be matched to different boxes, the plan cannot be completed from here,
//! unless packed boxes are taken out again.

use crate::board::{Board, Cell};
use crate::fess::{blocking::Routes, plan_search::PackingPlan};

/// The steps that a box on each cell can serve.
#[derive(Clone, Debug)]
pub(super) struct BoxSupply {
    /// For each cell, one bit for each step that a box there can serve.
    serves: Vec<u128>,
    /// For each number of steps done, one bit for each step that needs a box.
    demands: Vec<u128>,
}

/// The most steps of a plan; longer plans count as always supplied.
const MAX_STEPS: usize = 128;

impl BoxSupply {
    pub(super) fn new(board: &Board, plan: &PackingPlan, routes: &mut Routes) -> Self {
        let steps = plan.steps();
        if steps.len() > MAX_STEPS {
            return Self { serves: vec![0; board.cells()], demands: vec![0; steps.len() + 1] };
        }
        let mut serves = vec![0; board.cells()];
        for (done, step) in steps.iter().enumerate() {
            let routes_to_step = routes.table(board, plan, done);
            for cell in board.all().filter(|&cell| cell == step.to || routes_to_step.has_route(cell)) {
                serves[usize::from(cell)] |= 1 << done;
            }
        }
        // The steps after which a box stays, each with the first step of the same box.
        let finals = (0..steps.len()).filter(|&last| steps[last].until.is_none()).map(|last| {
            let mut first = last;
            while let Some(before) = (0..first).find(|&before| steps[before].until == Some(first)) {
                first = before;
            }
            (last, first)
        });
        let demand = |done: usize| {
            let needing = finals.clone().filter(|&(last, _)| last >= done);
            needing.fold(0, |bits, (last, first)| bits | 1 << if first >= done { first } else { last })
        };
        Self { serves, demands: (0..=steps.len()).map(demand).collect() }
    }

    /// The steps that need a box when `done` steps are done, one bit each.
    pub(super) fn demand(&self, done: usize) -> u128 {
        self.demands[done]
    }

    /// The steps in `demand` that a box on `cell` can serve.
    pub(super) fn serves(&self, cell: Cell, demand: u128) -> u128 {
        self.serves[usize::from(cell)] & demand
    }

    /// The number of steps in `demand` without a box in a maximum matching.
    pub(super) fn missing(&self, demand: u128, boxes: impl Iterator<Item = Cell>, earlier: &mut EarlierMatches) -> u32 {
        demand.count_ones() - self.matching(demand, boxes, earlier).served
    }

    /// A maximum matching of `boxes` and the steps in `demand`. It begins with `earlier` matches, which are
    /// mostly still possible, and becomes the new one.
    pub(super) fn matching(
        &self,
        demand: u128,
        boxes: impl Iterator<Item = Cell>,
        earlier: &mut EarlierMatches,
    ) -> Matching<'_> {
        let mut matching =
            Matching { supply: self, demand, boxes: [0; MAX_STEPS], rows: 0, owner: [FREE; MAX_STEPS], served: 0 };
        let mut idle = Vec::new();
        for (row, cell) in (0..).zip(boxes.take(MAX_STEPS)) {
            matching.boxes[usize::from(row)] = cell;
            matching.rows = row + 1;
            let step = usize::from(earlier.step_of[usize::from(cell)]);
            if self.serves(cell, demand) >> step & 1 == 1 && matching.owner[step] == FREE {
                matching.owner[step] = row;
                matching.served += 1;
            } else {
                idle.push(row);
            }
        }
        for row in idle {
            matching.served += u32::from(matching.serve(row, &mut 0));
        }
        for (step, &row) in (0..).zip(&matching.owner) {
            if row != FREE {
                earlier.step_of[usize::from(matching.boxes[usize::from(row)])] = step;
            }
        }
        matching
    }
}

/// The step that a box on each cell was last matched to. The number of missing boxes is the same for all
/// maximum matchings, so these matches only save time.
#[derive(Clone, Debug)]
pub(super) struct EarlierMatches {
    step_of: Vec<u8>,
}

impl EarlierMatches {
    pub(super) fn none(cells: usize) -> Self {
        Self { step_of: vec![0; cells] }
    }
}

/// The missing boxes with one more box, which can be on any cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct MissingWith {
    /// The number without that box.
    without: u32,
    /// The steps that the box has to be able to serve for one less to be missing.
    useful: u128,
}

impl MissingWith {
    /// The number with a box that can serve the steps `serves`.
    #[inline]
    pub(super) fn box_serving(self, serves: u128) -> u32 {
        self.without - u32::from(serves & self.useful != 0)
    }
}

/// A matching of boxes and steps.
#[derive(Clone)]
pub(super) struct Matching<'s> {
    supply: &'s BoxSupply,
    demand: u128,
    boxes: [Cell; MAX_STEPS],
    /// The number of boxes.
    rows: u8,
    /// The box matched to each step, or [`FREE`].
    owner: [u8; MAX_STEPS],
    /// The number of matched steps.
    served: u32,
}

const FREE: u8 = u8::MAX;

impl Matching<'_> {
    /// The missing boxes with one more box, but without the box on `cell`.
    pub(super) fn without(&self, cell: Cell) -> MissingWith {
        let mut matching = self.clone();
        let row = (0..self.rows).find(|&row| self.boxes[usize::from(row)] == cell);
        if let Some(row) = row
            && let Some(step) = self.owner.iter().position(|&owner| owner == row)
        {
            matching.owner[step] = FREE;
            matching.served -= 1;
            // The matching was at its maximum, so one more box at most can be matched instead.
            let is_idle = |other: &u8| *other != row && !self.owner.contains(other);
            let mut tried = 0;
            let replaced = (0..self.rows).filter(is_idle).any(|other| matching.serve(other, &mut tried));
            matching.served += u32::from(replaced);
        }
        MissingWith { without: self.demand.count_ones() - matching.served, useful: matching.open_steps() }
    }

    /// The steps that are free or can be freed: those that an alternating path connects with a free step.
    fn open_steps(&self) -> u128 {
        let steps = || (0..MAX_STEPS).filter(|&step| self.demand >> step & 1 == 1);
        let mut open = steps().filter(|&step| self.owner[step] == FREE).fold(0, |open, step| open | 1 << step);
        loop {
            let before = open;
            for step in steps().filter(|&step| self.owner[step] != FREE) {
                let cell = self.boxes[usize::from(self.owner[step])];
                if self.supply.serves(cell, open) != 0 {
                    open |= 1 << step;
                }
            }
            if open == before {
                return open;
            }
        }
    }

    /// Matches one more box, by an augmenting path without the steps `tried`. Returns whether there is one.
    fn serve(&mut self, row: u8, tried: &mut u128) -> bool {
        let served = self.supply.serves(self.boxes[usize::from(row)], self.demand);
        let mut bits = served & !*tried;
        while bits != 0 {
            let step = bits.trailing_zeros() as usize;
            if self.owner[step] == FREE {
                self.owner[step] = row;
                return true;
            }
            bits &= bits - 1;
        }
        loop {
            let bits = served & !*tried;
            if bits == 0 {
                return false;
            }
            let step = bits.trailing_zeros() as usize;
            *tried |= 1 << step;
            if self.serve(self.owner[step], tried) {
                self.owner[step] = row;
                return true;
            }
        }
    }
}
