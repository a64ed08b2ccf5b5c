//! The features of positions on the way forward, and the advisors.

use std::cell::RefCell;

use super::order::Plan;
use super::outside::Outside;
use super::rooms::Rooms;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::{Distances, UNREACHABLE};
use crate::sokoban::deadlock::inspector::Inspector;
use crate::sokoban::spaces::hand::Hand;
use crate::sokoban::spaces::{Carry, CarrySpace, Packing};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{Children, DEAD, Features, Mark};

/// Features: steps of the plan not done, regions of the floor, broken links between rooms, boxes out
/// of plan.
pub struct Guide<'b> {
    board: &'b Board,
    packing: Packing,
    plan: Plan,
    outside: Outside,
    /// From each cell to the nearest goal.
    nearest: Vec<u32>,
    scratch: RefCell<(Hand, Rooms)>,
    inspector: RefCell<Inspector>,
}

/// What is seen of one position.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    to_pack: u64,
    regions: u64,
    broken: u64,
    outside: u64,
    distance: u64,
}

impl Seen {
    fn mark(self) -> Mark {
        let features = [self.to_pack, self.regions, self.broken, self.outside];
        let cell = features.iter().fold(0, |cell, &feature| cell << 10 | feature.min(1023));
        Mark { cell, score: cell << 20 | self.distance.min(0xF_FFFF), weight: 1 }
    }

    fn of(mark: Mark) -> Self {
        let feature = |shift: u32| mark.cell >> shift & 1023;
        Self {
            to_pack: feature(30),
            regions: feature(20),
            broken: feature(10),
            outside: feature(0),
            distance: mark.score & 0xF_FFFF,
        }
    }
}

impl<'b> Guide<'b> {
    /// A guide along `plan`, which may be empty.
    #[must_use]
    pub fn new(board: &'b Board, distances: &Distances, plan: Plan) -> Self {
        let nearest = board
            .all()
            .map(|cell| distances.to_goals(cell).iter().copied().min().unwrap_or(UNREACHABLE))
            .map(|distance| if distance == UNREACHABLE { 10_000 } else { distance })
            .collect();
        Self {
            packing: Packing::new(board.cells()),
            outside: Outside::new(board, &plan),
            nearest,
            scratch: RefCell::new((Hand::new(board.cells()), Rooms::new(board))),
            inspector: RefCell::new(Inspector::new(board)),
            board,
            plan,
        }
    }

    /// The steps of the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn to_pack(&self, occupied: &[bool]) -> u64 {
        if self.plan.steps().is_empty() {
            return self.board.goals().iter().filter(|&&goal| !occupied[usize::from(goal)]).count() as u64;
        }
        (self.plan.steps().len() - self.plan.packed(|cell| occupied[usize::from(cell)])) as u64
    }

    fn zone(&self, to_pack: u64) -> &[bool] {
        let steps = self.plan.steps().len();
        self.outside.zone(steps.saturating_sub(usize::try_from(to_pack).unwrap_or(steps)))
    }

    fn distance(&self, cell: Cell) -> u64 {
        u64::from(self.nearest[usize::from(cell)])
    }

    fn see(&self, hand: &Hand, rooms: &mut Rooms) -> Seen {
        let to_pack = self.to_pack(&hand.occupied);
        let zone = self.zone(to_pack);
        Seen {
            to_pack,
            regions: u64::from(hand.regions.count()),
            broken: u64::from(rooms.broken(self.board, &hand.occupied).count_ones()),
            outside: hand.boxes.iter().filter(|&&cell| zone[usize::from(cell)]).count() as u64,
            distance: hand.boxes.iter().map(|&cell| self.distance(cell)).sum(),
        }
    }
}

/// The best child that an advisor has seen.
#[derive(Clone, Copy, Debug, Default)]
struct Advice(Option<(u64, usize)>);

impl Advice {
    fn consider(&mut self, score: u64, index: usize) {
        if self.0.is_none_or(|(best, _)| score < best) {
            self.0 = Some((score, index));
        }
    }
}

impl<'b> Features<CarrySpace<'b>> for Guide<'b> {
    fn mark(&self, state: &[u64]) -> Mark {
        let (hand, rooms) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, state);
        self.see(hand, rooms).mark()
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Children<CarrySpace<'b>>,
        marks: &mut [Mark],
    ) {
        let (hand, rooms) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, parent);
        let here = Seen::of(here);
        let inspector = self.inspector.borrow();
        let mut lifted = (WALL, 0);
        let mut put: (Cell, Cell, Seen) = (WALL, WALL, Seen::default());
        let [mut packing, mut opening, mut linking, mut leaving, mut clearing] = [Advice::default(); 5];
        let next = self.next_cell(here.to_pack);
        for index in 0..children.len() {
            if children.estimate(index) == DEAD {
                continue;
            }
            let Carry { from, to, region, regions, way_back } = children.action(index);
            hand.occupied[usize::from(from)] = false;
            hand.occupied[usize::from(to)] = true;
            let dead = inspector.patterns().fits_at(to, &hand.occupied, region);
            hand.occupied[usize::from(to)] = false;
            hand.occupied[usize::from(from)] = true;
            if dead {
                children.kill(index);
                continue;
            }
            if lifted.0 != from {
                hand.occupied[usize::from(from)] = false;
                lifted = (from, rooms.broken(self.board, &hand.occupied));
                hand.occupied[usize::from(from)] = true;
            }
            if (put.0, put.1) != (from, to) {
                hand.occupied[usize::from(from)] = false;
                hand.occupied[usize::from(to)] = true;
                let to_pack = self.to_pack(&hand.occupied);
                let zone = self.zone(to_pack);
                let moved = hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let seen = Seen {
                    to_pack,
                    regions: 0,
                    broken: u64::from(
                        rooms.broken_with(self.board, &hand.occupied, to, lifted.1).count_ones(),
                    ),
                    outside: moved.filter(|&cell| zone[usize::from(cell)]).count() as u64,
                    distance: here.distance + self.distance(to) - self.distance(from),
                };
                put = (from, to, seen);
                hand.occupied[usize::from(to)] = false;
                hand.occupied[usize::from(from)] = true;
            }
            let seen = Seen { regions: u64::from(regions), ..put.2 };
            marks[index] = seen.mark();
            let score = marks[index].score;
            if seen.to_pack > here.to_pack {
                continue;
            }
            if seen.to_pack < here.to_pack {
                packing.consider(score, index);
            }
            if seen.regions < here.regions {
                opening.consider(score, index);
            }
            if seen.broken < here.broken {
                linking.consider(score, index);
            }
            if seen.outside < here.outside {
                leaving.consider(score, index);
            }
            if let Some(next) = next
                && way_back
                && seen.regions <= here.regions
                && seen.broken <= here.broken
            {
                // The box nearest to the next cell of the plan goes as far away as it can.
                let _ = next;
                clearing.consider(score, index);
            }
        }
        if packing.0.is_some() {
            clearing = Advice::default();
        }
        for Advice(advice) in [packing, opening, linking, leaving, clearing] {
            if let Some((_, index)) = advice {
                marks[index].weight = 0;
            }
        }
        if children.len() <= 2 {
            if let Some(first) = (0..children.len()).find(|&index| children.estimate(index) != DEAD) {
                marks[first].weight = 0;
            }
        }
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        budget.check_now()?;
        let hand = &mut self.scratch.borrow_mut().0;
        hand.load(self.board, self.packing, state);
        Ok(self.inspector.borrow_mut().is_dead(self.board, hand, self.packing.player(state)))
    }
}

impl Guide<'_> {
    /// How many deadlocks have been learned.
    #[must_use]
    pub fn learned(&self) -> usize {
        self.inspector.borrow().patterns().len()
    }

    /// The cell of the next step of the plan.
    fn next_cell(&self, to_pack: u64) -> Option<Cell> {
        let steps = self.plan.steps();
        let next = steps.len().checked_sub(usize::try_from(to_pack).ok()?)?;
        steps.get(next).map(|step| step.to)
    }
}
