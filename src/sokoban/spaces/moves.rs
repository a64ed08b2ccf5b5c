//! A level as a space of the player's moves: a state is the set of boxes and the exact cell of the
//! player, an action walks to a box the shortest way and pushes it once, and the cost is the steps
//! walked plus the push. A cheapest path is move-optimal.
//!
//! Rules that reorder pushes have no place here: they do not change the pushes, but they may change
//! the walking between them.

use std::cell::RefCell;

use super::estimates::{estimate_children, root_estimate};
use super::scratch::Scratch;
use super::{Packing, Push};
use crate::budget::{Budget, Watch};
use crate::outcome::{Cost, Stop};
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::space::{Children, Estimate, Quality, Space, Twin};

/// See the module.
pub struct MoveSpace<'b> {
    board: &'b Board,
    packing: Packing,
    /// The goals, packed like boxes.
    goals: Vec<u64>,
    distances: Distances,
    rules: Rules,
    watch: Watch,
    scratch: RefCell<Scratch>,
}

impl<'b> MoveSpace<'b> {
    /// The space of a board under these rules, of which those that only keep pushes are left out;
    /// blind strategies get [`Rules::NONE`].
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
            rules: rules.without(Rule::Tunnels),
            watch: budget.watch(),
            scratch: RefCell::new(Scratch::new(board, packing)),
        })
    }

    /// The distances to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.distances
    }
}

impl Space for MoveSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.packing.words()];
        self.packing.pack(self.board.boxes().iter().copied(), self.board.player(), &mut state);
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.packing.boxes_within(state, &self.goals)
    }

    /// Boxes in reading order, directions in the order left, up, right, down.
    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        let scratch = &mut *self.scratch.borrow_mut();
        scratch.load(self.packing, state);
        let Scratch { boxes, occupied, here, state: child, .. } = scratch;
        here.walk(self.board, occupied, self.packing.player(state));
        for &from in boxes.iter() {
            for direction in Direction::ALL {
                let stand = self.board.next(from, direction.opposite());
                let to = self.board.next(from, direction);
                if stand == WALL || !here.contains(stand) || to == WALL || occupied[usize::from(to)] {
                    continue;
                }
                if self.rules.has(Rule::DeadSquares) && !self.distances.is_live(to) {
                    continue;
                }
                child.copy_from_slice(state);
                Packing::move_box(child, from, to);
                self.packing.set_player(child, from);
                children.push(child, Push { from, direction, count: 1 }, here.steps(stand) + 1);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn twin(&self) -> Option<Twin<'_, Self>> {
        let (board, rules) = (self.board, self.rules);
        Some(Box::new(move |budget| Self::new(board, rules, budget)))
    }

    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(self)
    }
}

impl Estimate<Self> for MoveSpace<'_> {
    /// The pushes still needed, which a push lowers by at most one and costs at least one.
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
