//! What happens outside of a room that has all goals: a box that is pushed into the room disappears.
//!
//! *A box that can be brought into the room with no more pushes than it needs alone on the floor is brought there at once.*
//! Let s be a solution, d the fewest pushes that bring the box into the room without any other box, and let the box be brought
//! there first, with d pushes. The squares that the box and the player have passed meanwhile are free now, so the player can
//! walk back to where it was. Now follow s without the pushes of this box, and let the player walk where it pushed the box:
//! one box less is in the way. What is left out are the pushes that bring the box into the room, which are at least d. So
//! this solution has no more pushes than s.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{DEAD_END, Guarantee, Heuristic, Space, Successors},
};

use super::{
    push_model::{PushModel, Scratch},
    pushes::PushSpace,
};
use crate::{
    board::{Board, Cell},
    bounds::{PairPenalties, UNREACHABLE, max_weight_packing},
    deadlock::{Rule, Rules},
    direction::{Direction, SearchDirection},
    state::{Push, StateEncoding},
};

/// The pushes on the floor outside, as [`GoalRoom::outside`](crate::board::goal_room::GoalRoom::outside) makes it. The
/// cost is the number of pushes, those into the room included.
pub(crate) struct OutsideRoomSpace<'b> {
    pushes: PushSpace<'b>,
    /// The pushes that a box needs alone, for each cell and side.
    needed: Vec<u32>,
    pairs: Option<PairPenalties>,
}

/// The rules that hold where boxes disappear. Goals that take any number of boxes are no goals to assign.
const RULES: [Rule; 3] = [Rule::DeadSquares, Rule::Tunnels, Rule::PiCorrals];

impl<'b> OutsideRoomSpace<'b> {
    /// The space under those of `rules` that hold.
    ///
    /// # Errors
    /// When the budget does not suffice for the tables.
    pub(crate) fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let usable = RULES.into_iter().filter(|&rule| rules.has(rule)).fold(Rules::NONE, Rules::with);
        let pushes = PushSpace::new(board, usable, budget)?;
        let distances = pushes.distances();
        let places: u32 = board.all().map(|cell| u32::from(board.count_sides(cell))).sum();
        let nearest = |place: u32| distances.from_side(place).iter().copied().min().unwrap_or(UNREACHABLE);
        let needed = (0..places).map(nearest).collect();
        let has_pairs = rules.has(Rule::Pairs) && board.boxes().len() <= max_weight_packing::MAX_BOXES;
        let pairs = if has_pairs { PairPenalties::disappearing(board, distances, budget)? } else { None };
        Ok(Self { pushes, needed, pairs })
    }

    fn needed(&self, cell: Cell, player: Cell) -> u32 {
        let PushModel { board, ref distances, .. } = self.pushes.model;
        self.needed[distances.box_and_side(board, cell, player) as usize]
    }

    /// Adds the successor without some box that can be brought into the room with as few pushes as alone, if there is one.
    fn push_into_room(&self, state: &[u64], children: &mut Successors<Self>) -> bool {
        let PushModel { board, encoding, ref distances, .. } = self.pushes.model;
        let unpacked = &mut *self.pushes.model.unpacked.borrow_mut();
        unpacked.load(board, encoding, state);
        let player = unpacked.regions.of(encoding.player(state));
        for index in 0..unpacked.boxes.len() {
            let from = unpacked.boxes[index];
            let fewest = self.needed(from, player);
            let comes_nearer = |cell: Cell| distances.to_goals(cell).iter().any(|&pushes| pushes < fewest);
            if !unpacked.remove_box(SearchDirection::Push, board, from, player, comes_nearer) {
                continue;
            }
            let is_end = |stop: Cell, steps: u16| board.is_goal(stop) && u32::from(steps) == fewest;
            if let Some(stop) = unpacked.stops().iter().find(|stop| is_end(stop.cell, stop.steps)) {
                let (end, region) = (stop.cell, stop.region(&unpacked.lifted));
                let mut child = state.to_vec();
                StateEncoding::move_box(&mut child, from, end);
                encoding.set_player(&mut child, region);
                self.remove(&mut child, end);
                children.push(&child, Push { from, direction: Direction::Left, count: 0 }, Cost::from(fewest));
                return true;
            }
        }
        false
    }

    /// Removes the box on an entrance, and finds the player's region without it.
    fn remove(&self, state: &mut [u64], entrance: Cell) {
        let PushModel { board, encoding, ref scratch, .. } = self.pushes.model;
        StateEncoding::remove_box(state, entrance);
        let scratch = &mut *scratch.borrow_mut();
        scratch.load(encoding, state);
        let Scratch { there, occupied, .. } = scratch;
        let player = there.fill(board, occupied, encoding.player(state));
        encoding.set_player(state, player);
    }
}

impl Space for OutsideRoomSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        self.pushes.start()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.pushes.is_goal(state)
    }

    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        if self.push_into_room(state, children) {
            return;
        }
        let board = self.pushes.model.board;
        let mut pushed: Successors<PushSpace<'_>> = Successors::default();
        self.pushes.expand(state, &mut pushed);
        let mut child = state.to_vec();
        for index in 0..pushed.len() {
            let push = pushed.action(index);
            let to = (0..push.count).fold(push.from, |cell, _| board.next(cell, push.direction));
            child.copy_from_slice(pushed.state(index));
            if board.is_goal(to) {
                self.remove(&mut child, to);
            }
            children.push(&child, push, pushed.cost(index));
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for OutsideRoomSpace<'_> {
    /// A push changes the distance of one box by at most one, but penalties by more.
    fn guarantee(&self) -> Guarantee {
        if self.pairs.is_some() { Guarantee::Admissible } else { Guarantee::Consistent }
    }

    fn of(&self, state: &[u64]) -> Cost {
        let PushModel { board, encoding, rules, ref distances, ref scratch, .. } = self.pushes.model;
        let scratch = &mut *scratch.borrow_mut();
        scratch.load(encoding, state);
        let Scratch { boxes, occupied, freeze, penalties, bounded, .. } = scratch;
        bounded.clear();
        let is_live = rules.box_may_stand(distances);
        if freeze.frozen_off_goal(board, is_live, boxes.iter().copied(), occupied) {
            return DEAD_END;
        }
        let player = encoding.player(state);
        let penalty = match &self.pairs {
            None => Some(0),
            Some(pairs) => penalties.set(pairs, boxes, player),
        };
        let Some(penalty) = penalty else { return DEAD_END };
        let mut sum = Cost::from(penalty);
        for &cell in boxes.iter() {
            match self.needed(cell, player) {
                UNREACHABLE => return DEAD_END,
                pushes => sum += Cost::from(pushes),
            }
        }
        sum
    }
}
