//! A level as a space of pushes: a state is the set of boxes and the region of the player, an action
//! pushes one box, and the cost is the number of pushes. A shortest path is push-optimal.
//!
//! The region is named by its smallest cell: where in it the player stands makes no difference to
//! the pushes that are possible.

use std::cell::RefCell;

use super::estimates::{estimate_children, root_estimate};
use super::scratch::Scratch;
use super::{Packing, Push, pulls};
use crate::budget::{Budget, Watch};
use crate::outcome::{Cost, Stop};
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Rule, Rules, tunnel};
use crate::space::{Backward, Children, Estimate, Quality, Space, Twin};

/// See the module.
pub struct PushSpace<'b> {
    board: &'b Board,
    packing: Packing,
    /// The goals, packed like boxes.
    goals: Vec<u64>,
    distances: Distances,
    rules: Rules,
    watch: Watch,
    scratch: RefCell<Scratch>,
}

impl<'b> PushSpace<'b> {
    /// The space of a board under these rules; blind strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the table of distances.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let packing = Packing::new(board.cells());
        Ok(Self {
            board,
            packing,
            goals: packing.packed(board.goals()),
            distances: Distances::new(board, budget)?,
            rules,
            watch: budget.watch(),
            scratch: RefCell::new(Scratch::new(board, packing)),
        })
    }

    /// How the states are packed.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The distances to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    pub(super) fn board(&self) -> &'b Board {
        self.board
    }

    pub(super) fn scratch(&self) -> &RefCell<Scratch> {
        &self.scratch
    }

    /// Where a box pushed from `from` comes to rest, and after how many pushes: the next cell, or
    /// the end of a tunnel. `None` if the push cannot be made, or leads into a proved deadlock.
    fn destination(&self, occupied: &[bool], from: Cell, direction: Direction) -> Option<(Cell, Cell)> {
        let free = |cell: Cell| {
            cell != WALL
                && !occupied[usize::from(cell)]
                && (!self.rules.has(Rule::DeadSquares) || self.distances.is_live(cell))
        };
        let mut to = self.board.next(from, direction);
        let mut count = 1;
        if !free(to) {
            return None;
        }
        if self.rules.has(Rule::Tunnels) {
            while tunnel::goes_on(self.board, to, direction) {
                to = self.board.next(to, direction);
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
        let scratch = &mut *self.scratch.borrow_mut();
        let mut state = vec![0; self.packing.words()];
        self.packing.pack(self.board.boxes().iter().copied(), 0, &mut state);
        scratch.load(self.packing, &state);
        let player = scratch.here.fill(self.board, &scratch.occupied, self.board.player());
        self.packing.set_player(&mut state, player);
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.packing.boxes_within(state, &self.goals)
    }

    /// Boxes in reading order, directions in the order left, up, right, down.
    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, state);
        let Scratch { boxes, occupied, here, there, state: child, .. } = scratch;
        here.fill(self.board, occupied, self.packing.player(state));
        for &from in boxes.iter() {
            for direction in Direction::ALL {
                let stand = self.board.next(from, direction.opposite());
                if stand == WALL || !here.contains(stand) {
                    continue;
                }
                let Some((to, count)) = self.destination(occupied, from, direction) else { continue };
                occupied[usize::from(from)] = false;
                occupied[usize::from(to)] = true;
                let player = there.fill(self.board, occupied, self.board.next(to, direction.opposite()));
                occupied[usize::from(from)] = true;
                occupied[usize::from(to)] = false;
                child.copy_from_slice(state);
                Packing::move_box(child, from, to);
                self.packing.set_player(child, player);
                children.push(child, Push { from, direction, count }, Cost::from(count));
            }
        }
    }

    fn unit_costs(&self) -> bool {
        !self.rules.has(Rule::Tunnels)
    }

    fn twin(&self) -> Option<Twin<'_, Self>> {
        let (board, rules) = (self.board, self.rules);
        Some(Box::new(move |budget| Self::new(board, rules, budget)))
    }

    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        // Predecessors are those by the plain rules.
        (self.rules == Rules::NONE).then_some(self)
    }
}

impl Estimate<Self> for PushSpace<'_> {
    /// A push moves one box by one cell, which changes the distances of that box by at most one, and
    /// so the cheapest assignment by at most one.
    fn quality(&self) -> Quality {
        Quality::Consistent
    }

    fn of(&self, state: &[u64]) -> Cost {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, state);
        root_estimate(self.board, &self.distances, self.rules, scratch)
    }

    fn of_children(&self, parent: &[u64], children: &mut Children<Self>) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, parent);
        estimate_children(self.board, &self.distances, self.rules, &self.watch, scratch, children);
    }
}

impl Backward<Self> for PushSpace<'_> {
    fn roots(&self, goals: &mut crate::space::Words) {
        pulls::roots(self, goals);
    }

    fn predecessors(&self, state: &[u64], children: &mut Children<Self>) {
        pulls::predecessors(self, state, children);
    }
}
