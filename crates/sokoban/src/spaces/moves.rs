//! A level as a space of the player's moves. A state is the set of boxes and the exact cell of the player. An
//! action walks to a box by a shortest path and pushes it once; it costs the steps walked plus the push. A
//! cheapest path is move-optimal.
//!
//! Rules that reorder pushes cannot be used here: they keep the number of pushes, but may change the walks
//! between them.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{DEAD_END, Guarantee, Heuristic, Space, Successors},
};

use crate::{
    board::{Board, Cell, WALL},
    bounds::Distances,
    deadlock::{Rule, Rules},
    direction::Direction,
    spaces::push_model::{FromStart, PatternBound, PushModel, Scratch},
    state::{Push, StateEncoding, UnpackedState},
};

/// The space of moves of a level.
pub struct MoveSpace<'b> {
    model: PushModel<'b>,
    price: Price,
}

/// The cost of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// The number of steps, including the push.
    Moves,
    /// A push costs [`Price::FIRST`], a step 1: the fewest moves among the fewest pushes.
    PushesThenMoves,
    /// A step costs [`Price::FIRST`], a push 1: the fewest pushes among the fewest moves.
    MovesThenPushes,
}

impl Price {
    /// The weight of the first of two metrics, which must exceed any value of the second.
    pub const FIRST: Cost = 1 << 16;

    /// The cost of a number of pushes and a number of moves.
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
    /// Creates the space of a board under those of `rules` that keep move-optimal solutions; blind
    /// strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the tables.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Self::priced(board, rules, Price::Moves, budget)
    }

    /// The same with another price.
    ///
    /// # Errors
    /// As [`MoveSpace::new`].
    pub fn priced(board: &'b Board, rules: Rules, price: Price, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { price, model: PushModel::new(board, rules.keeping_moves(), budget)? })
    }

    /// The distances of a single box to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.model.distances
    }
}

impl Space for MoveSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        let PushModel { board, encoding, .. } = self.model;
        let mut state = encoding.packed(board.boxes());
        let (player, _) = self.represent(board.boxes(), board.player(), &mut state);
        encoding.set_player(&mut state, player);
        state
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.model.is_solved(state)
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.model.left_out()
    }

    /// Boxes in reading order, directions in the order of [`Direction::ALL`].
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let PushModel { board, encoding, rules, ref distances, .. } = self.model;
        let player = encoding.player(state);
        let unpacked = &mut *self.model.unpacked.borrow_mut();
        unpacked.load(board, encoding, state);
        if self.model.proves_dead(unpacked, player) {
            return;
        }
        let UnpackedState { boxes, occupied, .. } = unpacked;
        let Scratch { here, state: child, representatives, .. } = &mut *self.model.scratch.borrow_mut();
        here.fill_by_distance(board, occupied, player);
        representatives.set_parent(&boxes.iter().copied());
        let is_live = rules.box_may_stand(distances);
        let image = |symmetry, cell| self.model.image(symmetry, cell);
        for &from in boxes.iter() {
            for direction in Direction::ALL {
                let (stand, to) = (board.next(from, direction.opposite()), board.next(from, direction));
                if stand == WALL || !here.contains(stand) || to == WALL || occupied[usize::from(to)] {
                    continue;
                }
                if !is_live(to) {
                    self.model.counts.count(Rule::DeadSquares);
                    continue;
                }
                child.copy_from_slice(state);
                StateEncoding::move_box(child, from, to);
                let player = if representatives.are_trivial() {
                    from
                } else {
                    encoding.set_player(child, 0);
                    representatives.choose(child, Some((from, to)), |symmetry| image(symmetry, from)).0
                };
                encoding.set_player(child, player);
                let cost = self.price.of(1, Cost::from(here.distance(stand)) + 1);
                children.push(child, Push { from, direction, count: 1 }, cost);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl MoveSpace<'_> {
    /// Replaces `state`, the encoded `boxes` without a player, by the boxes of the representative. Returns the cell of
    /// its player, and the symmetry that was applied, by number.
    fn represent(&self, boxes: &[Cell], player: Cell, state: &mut [u64]) -> (Cell, Option<usize>) {
        let representatives = &mut self.model.scratch.borrow_mut().representatives;
        representatives.set_parent(&boxes.iter().copied());
        representatives.choose(state, None, |symmetry| self.model.image(symmetry, player))
    }
}

impl FromStart for MoveSpace<'_> {
    fn pushes(&self, path: &[Push]) -> Vec<Push> {
        let mut state = vec![0; self.model.encoding.words()];
        self.model.pushes_from_start(path, |boxes, player| {
            self.model.encoding.pack(boxes.iter().copied(), 0, &mut state);
            self.represent(boxes, player, &mut state).1
        })
    }
}

impl PatternBound for MoveSpace<'_> {
    fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.model.build_patterns(expansions, budget)
    }

    fn drop_patterns(&self, budget: &mut Budget<'_>) {
        self.model.patterns.borrow_mut().drop_database(budget);
    }
}

impl Heuristic<Self> for MoveSpace<'_> {
    fn guarantee(&self) -> Guarantee {
        self.model.guarantee()
    }

    fn of(&self, state: &[u64]) -> Cost {
        match self.model.estimate(state) {
            DEAD_END => DEAD_END,
            pushes => self.price.of(pushes, pushes),
        }
    }

    fn improved(&self, state: &[u64], estimate: Cost) -> Option<Cost> {
        Some(match self.model.bound_by_patterns(state)? {
            DEAD_END => DEAD_END,
            pushes => self.price.of(pushes, pushes).max(estimate),
        })
    }

    fn is_batched(&self) -> bool {
        true
    }

    fn of_successors(&self, parent: &[u64], children: &mut Successors<Self>) {
        self.model.estimate_successors(parent, children);
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
