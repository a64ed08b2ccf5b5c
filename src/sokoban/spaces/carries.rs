//! A level as a space of carries: a state is the set of boxes and the region of the player, an action
//! brings one box anywhere it can get by pushes while the others stand still (Shoham & Schaeffer call
//! it a macro move). It costs the pushes it takes.
//!
//! Every solution is a sequence of carries, and so is every cheapest one: a carry for each push.

use std::cell::RefCell;

use super::hand::Hand;
use super::reach::Way;
use super::{Packing, Push};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Freeze, Rule, Rules};
use crate::space::{Children, Features, Space};

/// Bringing one box somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// Where the box is.
    pub from: Cell,
    /// Where it gets.
    pub to: Cell,
    /// The least cell of the player's region afterwards.
    pub region: Cell,
    /// How many regions the free floor has afterwards.
    pub regions: u16,
    /// Whether the box can come back at once.
    pub way_back: bool,
}

/// See the module.
pub struct CarrySpace<'b> {
    board: &'b Board,
    packing: Packing,
    goals: Vec<u64>,
    distances: &'b Distances,
    rules: Rules,
    features: Option<Box<dyn Features<Self> + 'b>>,
    scratch: RefCell<(Hand, Freeze, Vec<u64>)>,
}

impl<'b> CarrySpace<'b> {
    /// The carries of a board under these rules (dead squares and freezing; other rules are for the
    /// features).
    ///
    /// # Errors
    /// When the budget does not suffice.
    pub fn new(
        board: &'b Board,
        distances: &'b Distances,
        rules: Rules,
        features: Option<Box<dyn Features<Self> + 'b>>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let packing = Packing::new(board.cells());
        // The scratch, and the children of one position at their most: half of all places, rather fewer.
        let child = packing.words() * 8 + 40;
        budget.grow((board.cells() * 64 + board.boxes().len() * board.cells() / 2 * child) as u64)?;
        Ok(Self {
            board,
            packing,
            goals: packing.packed(board.goals()),
            distances,
            rules,
            features,
            scratch: RefCell::new((Hand::new(board.cells()), Freeze::default(), vec![0; packing.words()])),
        })
    }

    fn may_stand(&self, cell: Cell) -> bool {
        !self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell)
    }

    /// The single pushes that a sequence of carries from the start consists of.
    #[must_use]
    pub fn pushes(&self, carries: &[Carry]) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut state = self.start();
        let hand = &mut self.scratch.borrow_mut().0;
        for carry in carries {
            hand.load(self.board, self.packing, &state);
            let player = hand.regions.of(self.packing.player(&state));
            hand.lift(Way::Push, self.board, carry.from, player, |cell| self.may_stand(cell));
            let stop = hand
                .stops()
                .iter()
                .position(|stop| stop.cell == carry.to && stop.region(&hand.lifted) == carry.region);
            let path = stop.map(|stop| hand.path(stop)).unwrap_or_default();
            for pair in path.windows(2) {
                let direction = Direction::ALL.into_iter().find(|&d| self.board.next(pair[0], d) == pair[1]);
                if let Some(direction) = direction {
                    pushes.push(Push { from: pair[0], direction, count: 1 });
                }
            }
            Packing::move_box(&mut state, carry.from, carry.to);
            self.packing.set_player(&mut state, carry.region);
        }
        pushes
    }
}

impl Space for CarrySpace<'_> {
    type State = [u64];
    type Action = Carry;

    fn start(&self) -> Vec<u64> {
        let hand = &mut self.scratch.borrow_mut().0;
        let mut state = vec![0; self.packing.words()];
        self.packing.pack(self.board.boxes().iter().copied(), 0, &mut state);
        hand.load(self.board, self.packing, &state);
        self.packing.set_player(&mut state, hand.regions.of(self.board.player()));
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.packing.boxes_within(state, &self.goals)
    }

    /// Boxes in reading order, of each the nearest places first.
    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        let (hand, freeze, child) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, state);
        let player = hand.regions.of(self.packing.player(state));
        let live = |cell| self.may_stand(cell);
        for index in 0..hand.boxes.len() {
            let from = hand.boxes[index];
            if !hand.lift(Way::Push, self.board, from, player, live) {
                continue;
            }
            hand.occupied[usize::from(from)] = false;
            let mut frozen = (from, false);
            for number in 1..hand.stops().len() {
                let stop = hand.stops()[number];
                let to = stop.cell;
                if self.rules.has(Rule::Freeze) && frozen.0 != to {
                    let moved = hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                    hand.occupied[usize::from(to)] = true;
                    frozen = (to, freeze.completes(self.board, live, moved, &mut hand.occupied, to));
                    hand.occupied[usize::from(to)] = false;
                }
                if frozen.1 {
                    continue;
                }
                let region = stop.region(&hand.lifted);
                child.copy_from_slice(state);
                Packing::move_box(child, from, to);
                self.packing.set_player(child, region);
                #[expect(clippy::cast_possible_truncation, reason = "fewer regions than cells")]
                let regions = hand.regions_with(self.board, from, to) as u16;
                let carry = Carry { from, to, region, regions, way_back: stop.way_back };
                children.push(child, carry, Cost::from(stop.steps));
            }
            hand.occupied[usize::from(from)] = true;
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.features.as_deref()
    }
}
