//! A level as a space of pushes: a state is the set of boxes and the region of the player, an action
//! pushes one box, and the cost is the number of pushes. A shortest path is push-optimal.
//!
//! The region is named by its smallest cell: where in it the player stands makes no difference to
//! the pushes that are possible.

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Balance, Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::pi_corral::Scene;
use crate::sokoban::deadlock::{Rule, Rules, tunnel};
use crate::sokoban::direction::Direction;
use crate::sokoban::spaces::pulls;
use crate::sokoban::spaces::push_model::PushModel;
use crate::sokoban::spaces::scratch::Scratch;
use crate::sokoban::state::region_update::least_after;
use crate::sokoban::state::{Push, StateEncoding};
use crate::space::{Backward, Guarantee, Heuristic, Replica, Space, Successors};

/// See the module.
pub struct PushSpace<'b> {
    ground: PushModel<'b>,
    /// The region that the player has to end in, by its smallest cell, if that matters.
    end: Option<Cell>,
}

impl<'b> PushSpace<'b> {
    /// The space of a board under these rules; blind strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the table of distances.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { ground: PushModel::new(board, rules, budget)?, end: None })
    }

    /// The same, where a position is a goal only if the player is in the region of the cell `end`, too.
    /// `rules` must keep solutions that differ in where the player ends: neither tunnels nor PI-corrals.
    ///
    /// # Errors
    /// As [`PushSpace::new`].
    pub(in crate::sokoban) fn ending_at(
        board: &'b Board,
        end: Cell,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let space = Self::new(board, rules, budget)?;
        let mut occupied = vec![false; board.cells()];
        for &goal in board.goals() {
            occupied[usize::from(goal)] = true;
        }
        let end = space.ground.scratch.borrow_mut().here.fill(board, &occupied, end);
        Ok(Self { end: Some(end), ..space })
    }

    /// How the states are packed.
    #[must_use]
    pub fn packing(&self) -> StateEncoding {
        self.ground.packing
    }

    /// The distances to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.ground.distances
    }

    pub(super) fn board(&self) -> &'b Board {
        self.ground.board
    }

    pub(super) fn scratch(&self) -> &RefCell<Scratch> {
        &self.ground.scratch
    }

    /// Where a box pushed from `from` comes to rest, and after how many pushes: the next cell, or
    /// the end of a tunnel. `None` if the push cannot be made, or leads into a proved deadlock.
    fn destination(&self, occupied: &[bool], from: Cell, direction: Direction) -> Option<(Cell, Cell)> {
        let free = |cell: Cell| {
            cell != WALL
                && !occupied[usize::from(cell)]
                && (!self.ground.rules.has(Rule::DeadSquares) || self.ground.distances.is_live(cell))
        };
        let mut to = self.ground.board.next(from, direction);
        let mut count = 1;
        if !free(to) {
            return None;
        }
        if self.ground.rules.has(Rule::Tunnels) {
            while tunnel::goes_on(self.ground.board, to, direction) {
                to = self.ground.board.next(to, direction);
                count += 1;
                if !free(to) {
                    return None;
                }
            }
        }
        Some((to, count))
    }
}

impl Space for PushSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        let scratch = &mut *self.ground.scratch.borrow_mut();
        let mut state = vec![0; self.ground.packing.words()];
        self.ground.packing.pack(self.ground.board.boxes().iter().copied(), 0, &mut state);
        scratch.load(self.ground.packing, &state);
        let player = scratch.here.fill(self.ground.board, &scratch.occupied, self.ground.board.player());
        self.ground.packing.set_player(&mut state, player);
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.ground.is_solved(state) && self.end.is_none_or(|end| self.ground.packing.player(state) == end)
    }

    /// Boxes in reading order, directions in the order left, up, right, down.
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        if self.ground.proves_dead(state, self.ground.packing.player(state)) {
            return;
        }
        let scratch = &mut *self.ground.scratch.borrow_mut();
        scratch.load(self.ground.packing, state);
        let Scratch { boxes, occupied, here, there, state: child, pi_corrals, .. } = scratch;
        let (board, packing) = (self.ground.board, self.ground.packing);
        let least = packing.player(state);
        here.fill(board, occupied, least);
        let mut push = |occupied: &mut [bool], from: Cell, direction: Direction| {
            let stand = board.next(from, direction.opposite());
            if stand == WALL || !here.contains(stand) {
                return;
            }
            let Some((to, count)) = self.destination(occupied, from, direction) else { return };
            occupied[usize::from(from)] = false;
            occupied[usize::from(to)] = true;
            let near = if count == 1 { least_after(board, occupied, here, least, from, to) } else { None };
            let player =
                near.unwrap_or_else(|| there.fill(board, occupied, board.next(to, direction.opposite())));
            occupied[usize::from(from)] = true;
            occupied[usize::from(to)] = false;
            child.copy_from_slice(state);
            StateEncoding::move_box(child, from, to);
            packing.set_player(child, player);
            children.push(child, Push { from, direction, count }, Cost::from(count));
        };
        if self.ground.rules.has(Rule::PiCorrals) {
            let scene = Scene {
                board,
                is_live: |cell| {
                    !self.ground.rules.has(Rule::DeadSquares) || self.ground.distances.is_live(cell)
                },
                boxes,
                occupied,
                here,
                fills_goals: board.balance() == Balance::Even,
            };
            if let Some(candidates) = pi_corrals.find(&scene) {
                for &(from, direction) in candidates {
                    push(occupied, from, direction);
                }
                return;
            }
        }
        for &from in boxes.iter() {
            for direction in Direction::ALL {
                push(occupied, from, direction);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        !self.ground.rules.has(Rule::Tunnels)
    }

    fn replicate(&self) -> Option<Replica<'_, Self>> {
        let (board, rules, end) = (self.ground.board, self.ground.rules, self.end);
        Some(Box::new(move |budget| Ok(Self { end, ..Self::new(board, rules, budget)? })))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        // Predecessors are those by the plain rules. Where boxes and goals differ in number there are too
        // many sets of goals to begin from.
        let is_even = self.ground.board.balance() == Balance::Even;
        (is_even && self.end.is_none() && self.ground.rules == Rules::NONE).then_some(self)
    }
}

impl Heuristic<Self> for PushSpace<'_> {
    fn guarantee(&self) -> Guarantee {
        self.ground.guarantee()
    }

    fn of(&self, state: &[u64]) -> Cost {
        self.ground.estimate(state)
    }

    fn of_successors(&self, parent: &[u64], children: &mut Successors<Self>) {
        self.ground.estimate_children(parent, children);
    }
}

impl Backward<Self> for PushSpace<'_> {
    fn goal_states(&self, goals: &mut crate::space::Words) {
        pulls::roots(self, goals);
    }

    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        pulls::predecessors(self, state, children);
    }
}
