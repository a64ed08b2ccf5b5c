//! A level as a space of the player's moves: a state is the set of boxes and the exact cell of the
//! player, an action walks to a box the shortest way and pushes it once, and the cost is the steps
//! walked plus the push. A cheapest path is move-optimal.
//!
//! Rules that reorder pushes have no place here: they do not change the pushes, but they may change
//! the walking between them.

use super::ground::Ground;
use super::scratch::Scratch;
use super::{Packing, Push};
use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::space::{Children, Estimate, Quality, Space, Twin};

/// See the module.
pub struct MoveSpace<'b> {
    ground: Ground<'b>,
}

impl<'b> MoveSpace<'b> {
    /// The space of a board under these rules, of which those that only keep pushes are left out;
    /// blind strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the table of distances.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { ground: Ground::new(board, rules.without(Rule::Tunnels).without(Rule::PiCorrals), budget)? })
    }

    /// The distances to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.ground.distances
    }
}

impl Space for MoveSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        let mut state = vec![0; self.ground.packing.words()];
        self.ground.packing.pack(
            self.ground.board.boxes().iter().copied(),
            self.ground.board.player(),
            &mut state,
        );
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.ground.is_solved(state)
    }

    /// Boxes in reading order, directions in the order left, up, right, down.
    fn expand(&self, state: &[u64], children: &mut Children<Self>) {
        if self.ground.proves_dead(state, self.ground.packing.player(state)) {
            return;
        }
        let scratch = &mut *self.ground.scratch.borrow_mut();
        scratch.load(self.ground.packing, state);
        let Scratch { boxes, occupied, here, state: child, .. } = scratch;
        here.walk(self.ground.board, occupied, self.ground.packing.player(state));
        for &from in boxes.iter() {
            for direction in Direction::ALL {
                let stand = self.ground.board.next(from, direction.opposite());
                let to = self.ground.board.next(from, direction);
                if stand == WALL || !here.contains(stand) || to == WALL || occupied[usize::from(to)] {
                    continue;
                }
                if self.ground.rules.has(Rule::DeadSquares) && !self.ground.distances.is_live(to) {
                    continue;
                }
                child.copy_from_slice(state);
                Packing::move_box(child, from, to);
                self.ground.packing.set_player(child, from);
                children.push(child, Push { from, direction, count: 1 }, here.steps(stand) + 1);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn twin(&self) -> Option<Twin<'_, Self>> {
        let (board, rules) = (self.ground.board, self.ground.rules);
        Some(Box::new(move |budget| Self::new(board, rules, budget)))
    }

    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(self)
    }
}

impl Estimate<Self> for MoveSpace<'_> {
    /// The pushes still needed.
    fn quality(&self) -> Quality {
        self.ground.quality()
    }

    fn of(&self, state: &[u64]) -> Cost {
        self.ground.estimate(state)
    }

    fn of_children(&self, parent: &[u64], children: &mut Children<Self>) {
        self.ground.estimate_children(parent, children);
    }
}
