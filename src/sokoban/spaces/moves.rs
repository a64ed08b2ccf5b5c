//! A level as a space of the player's moves: a state is the set of boxes and the exact cell of the
//! player, an action walks to a box the shortest way and pushes it once, and the cost is the steps
//! walked plus the push. A cheapest path is move-optimal.
//!
//! Rules that reorder pushes have no place here: they do not change the pushes, but they may change
//! the walking between them.

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Board, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::spaces::push_model::PushModel;
use crate::sokoban::spaces::scratch::Scratch;
use crate::sokoban::state::{Push, StateEncoding};
use crate::space::{DEAD_END, Guarantee, Heuristic, Replica, Space, Successors};

/// See the module.
pub struct MoveSpace<'b> {
    ground: PushModel<'b>,
    price: Price,
}

/// What an action costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// The steps, the push among them.
    Moves,
    /// A push costs [`Price::FIRST`], a step 1: the fewest moves among the fewest pushes.
    PushesThenMoves,
    /// A step costs [`Price::FIRST`], a push 1: the fewest pushes among the fewest moves.
    MovesThenPushes,
}

impl Price {
    /// What makes the first of two metrics weigh more than all of the second, as long as there is less
    /// of that than this.
    pub const FIRST: Cost = 1 << 16;

    /// What so many pushes and moves cost.
    #[must_use]
    pub fn of(self, pushes: Cost, moves: Cost) -> Cost {
        match self {
            Self::Moves => moves,
            Self::PushesThenMoves => pushes.saturating_mul(Self::FIRST).saturating_add(moves),
            Self::MovesThenPushes => moves.saturating_mul(Self::FIRST).saturating_add(pushes),
        }
    }
}

impl<'b> MoveSpace<'b> {
    /// The space of a board under these rules, of which those that only keep pushes are left out;
    /// blind strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the table of distances.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Self::priced(board, rules, Price::Moves, budget)
    }

    /// The same with another price.
    ///
    /// # Errors
    /// See [`MoveSpace::new`].
    pub fn priced(
        board: &'b Board,
        rules: Rules,
        price: Price,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        Ok(Self {
            price,
            ground: PushModel::new(board, rules.without(Rule::Tunnels).without(Rule::PiCorrals), budget)?,
        })
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
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
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
                StateEncoding::move_box(child, from, to);
                self.ground.packing.set_player(child, from);
                let cost = self.price.of(1, here.steps(stand) + 1);
                children.push(child, Push { from, direction, count: 1 }, cost);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn replicate(&self) -> Option<Replica<'_, Self>> {
        let (board, rules, price) = (self.ground.board, self.ground.rules, self.price);
        Some(Box::new(move |budget| Self::priced(board, rules, price, budget)))
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for MoveSpace<'_> {
    /// The pushes still needed.
    fn guarantee(&self) -> Guarantee {
        self.ground.guarantee()
    }

    fn of(&self, state: &[u64]) -> Cost {
        match self.ground.estimate(state) {
            DEAD_END => DEAD_END,
            pushes => self.price.of(pushes, pushes),
        }
    }

    fn of_successors(&self, parent: &[u64], children: &mut Successors<Self>) {
        self.ground.estimate_children(parent, children);
        if self.price != Price::Moves {
            for index in 0..children.len() {
                let pushes = children.estimate(index);
                if pushes != DEAD_END {
                    children.set_estimate(index, self.price.of(pushes, pushes));
                }
            }
        }
    }
}
