//! A level as a space of carries: a state is the set of boxes and the region of the player, an action
//! brings one box anywhere it can get by pushes while the others stand still (Shoham & Schaeffer call
//! it a macro move). It costs the pushes it takes.
//!
//! Every solution is a sequence of carries, and so is every cheapest one: a carry for each push.
//!
//! Where the player's region leaves a PI-corral, only carries that begin with one of its candidates are
//! generated. The argument of [`pi_corral`](crate::sokoban::deadlock::pi_corral) says that a solvable
//! position has a solution that begins with a candidate; that push alone is a carry, and the rest of the
//! solution follows it. So a solvable position keeps a solvable successor. Carries of the same box that begin
//! otherwise are left in where leaving them out would take more than a look at the box.
//!
//! The same **backward**: the boxes stand on the goals, a carry pulls one of them anywhere, and what
//! is looked for is the start. A state means the same in both, so that the two can meet.

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Balance, Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::pi_corral::{PiCorrals, Scene};
use crate::sokoban::deadlock::{Freeze, Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::state::{PlayerRegion, UnpackedState};
use crate::sokoban::state::{Push, StateEncoding};
use crate::space::{Features, Space, Successors};

/// Bringing one box somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MacroPush {
    /// Where the box is; [`WALL`] if none is moved and the player is only put somewhere.
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
pub struct MacroPushSpace<'b> {
    way: SearchDirection,
    board: &'b Board,
    packing: StateEncoding,
    /// The goals as a set of cells; backward, the start as a state.
    end: Vec<u64>,
    /// Where boxes may be left: forward where they can reach a goal from, backward where they can have
    /// come from.
    may_stand: Vec<bool>,
    /// Whether carries that complete a freeze are left out.
    freezes: bool,
    /// Whether only boxes with candidates of a PI-corral are moved, where there is one.
    pi_corrals: bool,
    features: Option<Box<dyn Features<Self> + 'b>>,
    met: Option<Box<Met<'b>>>,
    scratch: RefCell<(UnpackedState, Freeze, Vec<u64>, PiCorrals, PlayerRegion)>,
}

/// Whether the rest of the way is known from a state.
type Met<'b> = dyn Fn(&[u64]) -> bool + 'b;

/// The player of the first state backward: the first action says where he is.
const ANYWHERE: Cell = Cell::MAX;

impl<'b> MacroPushSpace<'b> {
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
        let prunes = rules.has(Rule::DeadSquares);
        let may_stand = board.all().map(|cell| !prunes || distances.is_live(cell)).collect();
        let packing = StateEncoding::new(board.cells());
        Ok(Self {
            freezes: rules.has(Rule::Freeze),
            pi_corrals: rules.has(Rule::PiCorrals),
            ..Self::by(
                SearchDirection::Push,
                board,
                packing.packed(board.goals()),
                may_stand,
                features,
                budget,
            )?
        })
    }

    /// The carries backward, of a board that has as many goals as boxes. `origins` are the pulls to
    /// the cells of the boxes ([`Distances::by`]): where there are none from, no box can have come there
    /// (a dead square backward; the rule that lets it be used is the same).
    ///
    /// # Errors
    /// As [`MacroPushSpace::new`].
    pub fn backward(
        board: &'b Board,
        origins: &Distances,
        rules: Rules,
        features: Option<Box<dyn Features<Self> + 'b>>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let prunes = rules.has(Rule::DeadSquares);
        let may_stand = board.all().map(|cell| !prunes || origins.is_live(cell)).collect();
        let end = start_of(board);
        Self::by(SearchDirection::Pull, board, end, may_stand, features, budget)
    }

    fn by(
        way: SearchDirection,
        board: &'b Board,
        end: Vec<u64>,
        may_stand: Vec<bool>,
        features: Option<Box<dyn Features<Self> + 'b>>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let packing = StateEncoding::new(board.cells());
        // The scratch, and the children of one position at their most: half of all places, rather fewer.
        let child = packing.words() * 8 + 40;
        budget.grow((board.cells() * 64 + board.boxes().len() * board.cells() / 2 * child) as u64)?;
        let scratch = (
            UnpackedState::new(board.cells()),
            Freeze::default(),
            vec![0; packing.words()],
            PiCorrals::new(board.cells()),
            PlayerRegion::new(board.cells()),
        );
        let scratch = RefCell::new(scratch);
        Ok(Self {
            way,
            board,
            packing,
            end,
            may_stand,
            freezes: false,
            pi_corrals: false,
            features,
            met: None,
            scratch,
        })
    }

    /// The same with more goals: the states from which `met` says that the rest of the way is known.
    #[must_use]
    pub fn meeting(self, met: impl Fn(&[u64]) -> bool + 'b) -> Self {
        Self { met: Some(Box::new(met)), ..self }
    }

    /// The state that a sequence of carries from the start leads to.
    #[must_use]
    pub fn end_of(&self, carries: &[MacroPush]) -> Vec<u64> {
        let mut state = self.start();
        for carry in carries {
            if carry.from != WALL {
                StateEncoding::move_box(&mut state, carry.from, carry.to);
            }
            self.packing.set_player(&mut state, carry.region);
        }
        state
    }

    /// The carries forward that undo a sequence of carries backward from the goals.
    #[must_use]
    pub fn undone(pulls: &[MacroPush]) -> Vec<MacroPush> {
        // The first only says where the player is; each leaves him where the one before had left him.
        let undone = |pair: &[MacroPush]| MacroPush {
            from: pair[1].to,
            to: pair[1].from,
            region: pair[0].region,
            ..pair[1]
        };
        pulls.windows(2).rev().map(undone).collect()
    }

    /// The single pushes that a sequence of carries forward from the start of the level consists of.
    #[must_use]
    pub fn pushes(&self, carries: &[MacroPush]) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut state = start_of(self.board);
        let hand = &mut self.scratch.borrow_mut().0;
        for carry in carries {
            hand.load(self.board, self.packing, &state);
            let player = hand.regions.of(self.packing.player(&state));
            hand.remove_box(SearchDirection::Push, self.board, carry.from, player, |_| true);
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
            StateEncoding::move_box(&mut state, carry.from, carry.to);
            self.packing.set_player(&mut state, carry.region);
        }
        pushes
    }
}

/// The start of the level as a state.
fn start_of(board: &Board) -> Vec<u64> {
    let packing = StateEncoding::new(board.cells());
    let mut state = packing.packed(board.boxes());
    let mut hand = UnpackedState::new(board.cells());
    hand.load(board, packing, &state);
    packing.set_player(&mut state, hand.regions.of(board.player()));
    state
}

impl Space for MacroPushSpace<'_> {
    type State = [u64];
    type Action = MacroPush;

    /// Backward the player may be anywhere: the first action says in which region he is.
    fn start(&self) -> Vec<u64> {
        match self.way {
            SearchDirection::Push => start_of(self.board),
            SearchDirection::Pull => {
                let mut state = self.packing.packed(self.board.goals());
                self.packing.set_player(&mut state, ANYWHERE);
                state
            }
        }
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let is_end = match self.way {
            SearchDirection::Push => self.packing.boxes_within(state, &self.end),
            SearchDirection::Pull => state == self.end,
        };
        is_end || self.met.as_ref().is_some_and(|met| met(state))
    }

    /// Boxes in reading order, of each the nearest places first.
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let (hand, freeze, child, pi_corrals, here) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, state);
        child.copy_from_slice(state);
        if self.packing.player(state) == ANYWHERE {
            #[expect(clippy::cast_possible_truncation, reason = "fewer regions than cells")]
            let regions = hand.regions.count() as u16;
            for region in self.board.all().filter(|&cell| hand.regions.of(cell) == cell) {
                self.packing.set_player(child, region);
                let here = MacroPush { from: WALL, to: region, region, regions, way_back: false };
                children.push(child, here, 0);
            }
            return;
        }
        let player = hand.regions.of(self.packing.player(state));
        let live = |cell: Cell| self.may_stand[usize::from(cell)];
        let candidates = if self.pi_corrals && hand.regions.count() > 1 {
            here.fill(self.board, &hand.occupied, player);
            pi_corrals.find(&Scene {
                board: self.board,
                is_live: live,
                boxes: &hand.boxes,
                occupied: &hand.occupied,
                here,
                fills_goals: self.board.balance() == Balance::Even,
            })
        } else {
            None
        };
        for index in 0..hand.boxes.len() {
            let from = hand.boxes[index];
            if candidates.is_some_and(|pushes| pushes.iter().all(|&(cell, _)| cell != from)) {
                continue;
            }
            if !hand.remove_box(self.way, self.board, from, player, live) {
                continue;
            }
            hand.occupied[usize::from(from)] = false;
            let mut frozen = (from, false);
            for number in 1..hand.stops().len() {
                let stop = hand.stops()[number];
                let to = stop.cell;
                if self.freezes && frozen.0 != to {
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
                StateEncoding::move_box(child, from, to);
                self.packing.set_player(child, region);
                #[expect(clippy::cast_possible_truncation, reason = "fewer regions than cells")]
                let regions = hand.regions_with(self.board, from, to) as u16;
                let carry = MacroPush { from, to, region, regions, way_back: stop.way_back };
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
