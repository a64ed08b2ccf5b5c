//! The space of single pushes and pulls of a level, for blind search from both ends.
//!
//! A state has the least cell of the player's region (see [`BlindModel`] for the rest).

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::Rules;
use crate::sokoban::direction::Direction;
use crate::sokoban::spaces::blind_model::{BlindModel, set_parent};
use crate::sokoban::spaces::from_start::FromStart;
use crate::sokoban::state::cell_set::{Adjacency, CellSet, CellsOf, single};
use crate::sokoban::state::symmetries::pushes_from_start;
use crate::sokoban::state::{Push, Representatives};
use crate::space::{Backward, Space, Successors};

/// The space of a level whose positions fit in one word.
pub struct BlindPushSpace<'b> {
    model: BlindModel<'b>,
    adjacency: Adjacency,
}

impl<'b> BlindPushSpace<'b> {
    /// The space of a board under the rules for dead squares, freeze deadlocks and symmetry. `origins` are the pulls to
    /// the cells of the boxes ([`Distances::by`]). `None` if a position does not fit in a word, if the player's
    /// room has not as many goals as boxes, if a box elsewhere is off goal, or if a box is on a cell that is not
    /// useful.
    ///
    /// # Errors
    /// When the budget has too little memory.
    pub fn new(
        board: &'b Board,
        distances: &Distances,
        origins: &Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let model = BlindModel::new(board, distances, origins, rules, budget)?;
        Ok(model.map(|model| {
            let adjacency = Adjacency::new(board, model.floor & !model.useful);
            Self { model, adjacency }
        }))
    }

    fn with_region(&self, boxes: u64, region: CellSet) -> u64 {
        self.model.with_player(boxes, CellsOf(region).next().unwrap_or(WALL))
    }

    /// The state of the representative of a position with the player anywhere in `region` (see
    /// [`BlindModel::represent`]).
    fn represent(
        &self,
        representatives: &mut Representatives,
        boxes: u64,
        push: Option<(Cell, Cell)>,
        region: CellSet,
    ) -> (u64, Option<usize>) {
        self.model.represent(representatives, boxes, push, |symmetry| {
            let image = |cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell));
            CellsOf(region).map(image).min().unwrap_or(WALL)
        })
    }
}

impl BlindPushSpace<'_> {
    /// The state of the representative of any position, and the symmetry.
    fn represent_any(&self, boxes: &[Cell], player: Cell) -> (u64, Option<usize>) {
        let packed = self.model.packed(boxes);
        let region = self.adjacency.flood(self.model.floor & !self.model.set_of(packed), player);
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        self.represent(representatives, packed, None, region)
    }
}

impl Space for BlindPushSpace<'_> {
    type State = u64;
    type Action = Push;

    fn start(&self) -> u64 {
        self.represent_any(self.model.board.boxes(), self.model.board.player()).0
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.model.boxes_of(*state) == self.model.goals
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.model.boxes_of(*state);
        let boxes = self.model.set_of(packed);
        let free = self.model.floor & !boxes;
        let region = self.adjacency.flood(free, self.model.player_of(*state));
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        let open = free & self.model.useful;
        for from in CellsOf(boxes) {
            for direction in Direction::ALL {
                let stand = self.model.step(from, direction.opposite());
                let to = self.model.step(from, direction);
                if region & stand == 0 || open & to == 0 {
                    continue;
                }
                let boxes = boxes ^ single(from) | to;
                let to = self.model.board.next(from, direction);
                if self.model.is_frozen(boxes, to) {
                    continue;
                }
                let region = self.adjacency.region_after(region, (from, to), self.model.floor & !boxes, from);
                let child = self.model.moved(packed, from, to);
                let child = if representatives.are_trivial() {
                    self.with_region(child, region)
                } else {
                    let push = Some((self.model.bit(from), self.model.bit(to)));
                    self.represent(representatives, child, push, region).0
                };
                children.push(&child, Push { from, direction, count: 1 }, 1);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn state_bits(&self) -> u32 {
        self.model.bits()
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl FromStart for BlindPushSpace<'_> {
    fn pushes(&self, path: &[Push]) -> Vec<Push> {
        if self.model.symmetries.is_empty() {
            return path.to_vec();
        }
        pushes_from_start(self.model.board, &self.model.symmetries, path, |boxes, player| {
            self.represent_any(boxes, player).1
        })
    }
}

impl Backward<Self> for BlindPushSpace<'_> {
    /// The states with every box on a goal, one for each region of the player.
    fn goal_states(&self, goals: &mut Vec<u64>) {
        let mut free = self.model.floor & !self.model.set_of(self.model.goals);
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, self.model.goals);
        while let Some(cell) = CellsOf(free).next() {
            let region = self.adjacency.flood(free, cell);
            let (goal, _) = self.represent(representatives, self.model.goals, None, region);
            if !goals.contains(&goal) {
                goals.push(goal);
            }
            free &= !region;
        }
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.model.boxes_of(*state);
        let boxes = self.model.set_of(packed);
        let free = self.model.floor & !boxes;
        let region = self.adjacency.flood(free, self.model.player_of(*state));
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        let open = region & self.model.useful;
        for to in CellsOf(boxes) {
            for direction in Direction::ALL {
                // The push ended with the player on the box's previous cell.
                if open & self.model.step(to, direction.opposite()) == 0 {
                    continue;
                }
                let from = self.model.board.next(to, direction.opposite());
                if free & self.model.step(from, direction.opposite()) == 0 {
                    continue;
                }
                let stood = self.model.board.next(from, direction.opposite());
                let boxes = boxes ^ single(to) | single(from);
                let region =
                    self.adjacency.region_after(region, (to, from), self.model.floor & !boxes, stood);
                let (child, push) = (self.model.moved(packed, to, from), Push { from, direction, count: 1 });
                if representatives.are_trivial() {
                    children.push(&self.with_region(child, region), push, 1);
                    continue;
                }
                let pull = Some((self.model.bit(to), self.model.bit(from)));
                let (child, symmetry) = self.represent(representatives, child, pull, region);
                // The push starts from the representative.
                let push = symmetry.map_or(push, |number| self.model.symmetries[number].image_of(push));
                children.push(&child, push, 1);
            }
        }
    }
}
