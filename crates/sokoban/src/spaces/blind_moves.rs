//! The space of the single steps of the player, for blind search from both ends.
//!
//! A state has the exact cell of the player (see [`BlindModel`] for the rest). An action is a step: a walk to a free
//! cell or a push. Backward, the player walks, or pulls a box along.

use lurd_engine::program::{
    budget::Budget,
    outcome::Stop,
    space::{Backward, Space, Successors},
};

use crate::{
    board::{Board, Cell, WALL},
    bounds::Distances,
    deadlock::Rules,
    direction::Direction,
    spaces::{
        blind_model::{BlindModel, BoxBits, set_parent},
        push_model::FromStart,
    },
    state::{Push, Representatives},
};

/// The space of a level whose positions fit in one word.
pub struct BlindMoveSpace<'b> {
    model: BlindModel<'b>,
}

impl<'b> BlindMoveSpace<'b> {
    /// The space of a board, or `None`, as by [`BlindPushSpace::new`](super::BlindPushSpace::new).
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
        Ok(model.map(|model| Self { model }))
    }

    /// The state of the representative of a position (see [`BlindModel::represent`]).
    fn represent(
        &self,
        representatives: &mut Representatives,
        boxes: BoxBits,
        push: Option<(Cell, Cell)>,
        player: Cell,
    ) -> (u64, Option<usize>) {
        if representatives.are_trivial() {
            return (self.model.with_player(boxes, player), None);
        }
        let push = push.map(|(from, to)| (self.model.bit(from), self.model.bit(to)));
        self.model.represent(representatives, boxes, push, |symmetry| {
            symmetry.map_or(player, |symmetry| symmetry.image(player))
        })
    }

    /// The state of the representative of any position, and the symmetry.
    fn represent_any(&self, boxes: BoxBits, player: Cell) -> (u64, Option<usize>) {
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, boxes);
        self.represent(representatives, boxes, None, player)
    }
}

impl Space for BlindMoveSpace<'_> {
    type State = u64;
    type Action = Direction;

    fn start(&self) -> u64 {
        let board = self.model.board;
        self.represent_any(self.model.packed(board.boxes()), board.player()).0
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.model.is_solved(*state)
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let model = &self.model;
        let (boxes, player) = (model.boxes_of(*state), model.player_of(*state));
        let representatives = &mut *model.representatives.borrow_mut();
        set_parent(representatives, boxes);
        for direction in Direction::ALL {
            let to = model.board.next(player, direction);
            if to == WALL {
                continue;
            }
            let (mut after, mut push) = (boxes, None);
            if model.is_box(boxes, to) {
                let beyond = model.board.next(to, direction);
                if !model.has_room(boxes, beyond) {
                    continue;
                }
                after = model.moved(boxes, to, beyond);
                if model.is_frozen(model.set_of(after), beyond) {
                    continue;
                }
                push = Some((to, beyond));
            }
            let (child, _) = self.represent(representatives, after, push, to);
            children.push(child, direction, 1);
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

impl FromStart for BlindMoveSpace<'_> {
    fn pushes(&self, path: &[Direction]) -> Vec<Push> {
        let model = &self.model;
        let (mut boxes, mut player) = (model.packed(model.board.boxes()), model.board.player());
        let mut pushes = Vec::new();
        for &step in path {
            // The step starts from the representative.
            let (_, symmetry) = self.represent_any(boxes, player);
            let direction = symmetry.map_or(step, |number| model.symmetries[number].source_of_direction(step));
            player = model.board.next(player, direction);
            if model.is_box(boxes, player) {
                pushes.push(Push { from: player, direction, count: 1 });
                boxes = model.moved(boxes, player, model.board.next(player, direction));
            }
        }
        pushes
    }
}

impl Backward<Self> for BlindMoveSpace<'_> {
    /// The states with every box on a goal and the player beside a box, because a shortest solution ends with a push.
    fn goal_states(&self) -> Vec<u64> {
        let (model, mut goals) = (&self.model, Vec::new());
        for player in model.board.all().filter(|&cell| !model.is_box(model.goals, cell)) {
            let beside = |&cell: &Cell| cell != WALL && model.is_box(model.goals, cell);
            if model.board.neighbours(player).iter().any(beside) {
                let (goal, _) = self.represent_any(model.goals, player);
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
        }
        goals
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let model = &self.model;
        let (boxes, player) = (model.boxes_of(*state), model.player_of(*state));
        let representatives = &mut *model.representatives.borrow_mut();
        set_parent(representatives, boxes);
        for direction in Direction::ALL {
            let before = model.board.next(player, direction.opposite());
            if before == WALL || model.is_box(boxes, before) {
                continue;
            }
            let mut push_parent = |boxes, pull| {
                let (parent, symmetry) = self.represent(representatives, boxes, pull, before);
                // The step starts from the representative.
                let image = |number: usize| model.symmetries[number].image_of_direction(direction);
                children.push(parent, symmetry.map_or(direction, image), 1);
            };
            push_parent(boxes, None);
            let ahead = model.board.next(player, direction);
            if ahead != WALL && model.is_box(boxes, ahead) && model.has_room(boxes, player) {
                push_parent(model.moved(boxes, ahead, player), Some((ahead, player)));
            }
        }
    }
}
