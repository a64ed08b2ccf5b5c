//! A level as a space of macro pushes (Shoham & Schaeffer's *macro moves*). A state is the set of boxes and
//! the region of the player. An action brings one box anywhere it can get by pushes while the others stand
//! still, and costs the pushes it takes.
//!
//! Every solution is a sequence of macro pushes, because a single push is one. So is every cheapest solution.
//!
//! Where the player's region leaves a PI-corral, only its candidates' boxes are moved. The argument of
//! [`PiCorrals`] says that a solvable position has a solution that begins with a candidate. That push alone is
//! a macro push, and the rest of the solution follows it, so a solvable position keeps a solvable successor.
//!
//! **Backward**, the boxes stand on the goals, an action pulls one of them anywhere, and the start is what is
//! looked for. A state means the same in both directions, so two searches can meet.

use std::cell::RefCell;

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Features, Space, Successors},
};

use crate::{
    board::{Balance, Board, Cell, WALL},
    bounds::Distances,
    deadlock::{
        Freeze, PiCorrals, Rule, RuleCounts, Rules,
        rule::{BeforePush, DeadlockRule},
    },
    direction::{Direction, SearchDirection},
    state::{Push, StateEncoding, UnpackedState},
};

/// Brings one box to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MacroPush {
    /// The box; [`WALL`] in the first action backward, which only chooses the player's region.
    pub from: Cell,
    /// Where the box is brought.
    pub to: Cell,
    /// The least cell of the player's region afterwards.
    pub region: Cell,
    /// The number of regions of the free floor afterwards.
    pub regions: u16,
    /// Whether the box separated regions, and one macro push can bring it back.
    pub way_back: bool,
}

/// The space of macro pushes of a level, forward or backward.
pub struct MacroPushSpace<'b> {
    way: SearchDirection,
    board: &'b Board,
    encoding: StateEncoding,
    /// Forward the goals as a set of cells, backward the start as a state.
    end: Vec<u64>,
    /// Where boxes may be left: forward the cells from which they can reach a goal, backward the cells that
    /// they can have come to.
    may_stand: Vec<bool>,
    counts: RuleCounts,
    /// Whether pushes are left out that complete a freeze deadlock.
    checks_freezes: bool,
    /// Whether only the boxes of a PI-corral's candidates are moved, where there is a PI-corral.
    uses_pi_corrals: bool,
    features: Option<Box<dyn Features<Self> + 'b>>,
    met: Option<Box<Met<'b>>>,
    scratch: RefCell<MacroScratch>,
}

/// The buffers of an expansion.
struct MacroScratch {
    unpacked: UnpackedState,
    freeze: Freeze,
    child: Vec<u64>,
    pi_corrals: PiCorrals,
}

/// Whether the rest of the solution is known from a state.
type Met<'b> = dyn Fn(&[u64]) -> bool + 'b;

/// The player of the first state backward. The first action chooses the region.
const ANYWHERE: Cell = Cell::MAX;

impl<'b> MacroPushSpace<'b> {
    /// Creates the space forward. Of `rules`, dead squares and freeze are used; the others are up to the features.
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
        let may_stand = board.all().map(rules.box_may_stand(distances)).collect();
        let end = StateEncoding::new(board.cells()).packed(board.goals());
        let space = Self::by(SearchDirection::Push, board, end, may_stand, features, budget)?;
        Ok(Self { checks_freezes: rules.has(Rule::Freeze), uses_pi_corrals: rules.has(Rule::PiCorrals), ..space })
    }

    /// Creates the space backward, of a board that has as many goals as boxes. `origins` are the distances
    /// from the boxes' cells by pulls ([`Distances::by`]). A cell without any is a dead square backward: no
    /// box can have come there. The same rule decides whether it is pruned.
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
        let may_stand = board.all().map(rules.box_may_stand(origins)).collect();
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
        let encoding = StateEncoding::new(board.cells());
        // The scratch, and the successors of one position, which are at most half of all cells for each box.
        let child = encoding.words() * 8 + 40;
        budget.grow((board.cells() * 64 + board.boxes().len() * board.cells() / 2 * child) as u64)?;
        let scratch = RefCell::new(MacroScratch {
            unpacked: UnpackedState::new(board.cells()),
            freeze: Freeze::default(),
            child: vec![0; encoding.words()],
            pi_corrals: PiCorrals::new(board),
        });
        Ok(Self {
            way,
            board,
            encoding,
            end,
            may_stand,
            counts: RuleCounts::new(budget.tally()),
            checks_freezes: false,
            uses_pi_corrals: false,
            features,
            met: None,
            scratch,
        })
    }

    /// The same with more goal states: those for which `met` returns true.
    #[must_use]
    pub fn with_goal_states(self, met: impl Fn(&[u64]) -> bool + 'b) -> Self {
        Self { met: Some(Box::new(met)), ..self }
    }

    /// The state after a sequence of macro pushes from the start.
    #[must_use]
    pub fn end_of(&self, actions: &[MacroPush]) -> Vec<u64> {
        let mut state = self.start();
        for action in actions {
            if action.from != WALL {
                StateEncoding::move_box(&mut state, action.from, action.to);
            }
            self.encoding.set_player(&mut state, action.region);
        }
        state
    }

    /// The macro pushes forward that undo a sequence of actions backward from the goals.
    #[must_use]
    pub fn undone(pulls: &[MacroPush]) -> Vec<MacroPush> {
        // The first only chooses the player's region. Each push leaves the player where the pull before had.
        let undone =
            |pair: &[MacroPush]| MacroPush { from: pair[1].to, to: pair[1].from, region: pair[0].region, ..pair[1] };
        pulls.windows(2).rev().map(undone).collect()
    }

    /// The single pushes of a sequence of macro pushes forward from the start of the level.
    #[must_use]
    pub fn pushes(&self, actions: &[MacroPush]) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut state = start_of(self.board);
        let unpacked = &mut self.scratch.borrow_mut().unpacked;
        for action in actions {
            unpacked.load(self.board, self.encoding, &state);
            let player = unpacked.regions.of(self.encoding.player(&state));
            unpacked.remove_box(SearchDirection::Push, self.board, action.from, player, |_| true);
            let stop = unpacked
                .stops()
                .iter()
                .position(|stop| stop.cell == action.to && stop.region(&unpacked.lifted) == action.region);
            let path = stop.map(|stop| unpacked.path(stop)).unwrap_or_default();
            for pair in path.windows(2) {
                let direction = Direction::ALL.into_iter().find(|&d| self.board.next(pair[0], d) == pair[1]);
                if let Some(direction) = direction {
                    pushes.push(Push { from: pair[0], direction, count: 1 });
                }
            }
            StateEncoding::move_box(&mut state, action.from, action.to);
            self.encoding.set_player(&mut state, action.region);
        }
        pushes
    }
}

/// The start of the level as a state.
fn start_of(board: &Board) -> Vec<u64> {
    let encoding = StateEncoding::new(board.cells());
    let mut state = encoding.packed(board.boxes());
    let mut unpacked = UnpackedState::new(board.cells());
    unpacked.load(board, encoding, &state);
    encoding.set_player(&mut state, unpacked.regions.of(board.player()));
    state
}

impl Space for MacroPushSpace<'_> {
    type State = [u64];
    type Action = MacroPush;

    /// Backward the player may be anywhere: the first action chooses the region.
    fn start(&self) -> Vec<u64> {
        match self.way {
            SearchDirection::Push => start_of(self.board),
            SearchDirection::Pull => {
                let mut state = self.encoding.packed(self.board.goals());
                self.encoding.set_player(&mut state, ANYWHERE);
                state
            }
        }
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let is_end = match self.way {
            SearchDirection::Push => self.encoding.boxes_within(state, &self.end),
            SearchDirection::Pull => state == self.end,
        };
        is_end || self.met.as_ref().is_some_and(|met| met(state))
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.counts.so_far().collect()
    }

    /// Boxes in reading order; for each box the nearest cells first.
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let MacroScratch { unpacked, freeze, child, pi_corrals } = &mut *self.scratch.borrow_mut();
        unpacked.load(self.board, self.encoding, state);
        child.copy_from_slice(state);
        if self.encoding.player(state) == ANYWHERE {
            #[expect(clippy::cast_possible_truncation, reason = "fewer regions than cells")]
            let regions = unpacked.regions.count() as u16;
            for region in self.board.all().filter(|&cell| unpacked.regions.of(cell) == cell) {
                self.encoding.set_player(child, region);
                let here = MacroPush { from: WALL, to: region, region, regions, way_back: false };
                children.push(child, here, 0);
            }
            return;
        }
        let player = unpacked.regions.of(self.encoding.player(state));
        let live = |cell: Cell| self.may_stand[usize::from(cell)];
        let candidates = if self.uses_pi_corrals && unpacked.regions.count() > 1 {
            let position = BeforePush {
                board: self.board,
                is_live: live,
                boxes: &unpacked.boxes,
                regions: &unpacked.regions,
                home: player,
                fills_goals: self.board.balance() == Balance::Even,
            };
            self.counts.limit(Rule::PiCorrals, || pi_corrals.sufficient_pushes(&position))
        } else {
            None
        };
        for index in 0..unpacked.boxes.len() {
            let from = unpacked.boxes[index];
            if candidates.is_some_and(|pushes| pushes.iter().all(|&(cell, _)| cell != from)) {
                continue;
            }
            if !unpacked.remove_box(self.way, self.board, from, player, live) {
                continue;
            }
            if unpacked.regions.around(self.board, from).1 >= 2 {
                unpacked.mark_ways_back(self.way, self.board);
            }
            let apart = unpacked.regions_apart_from(self.board, from);
            unpacked.occupied[usize::from(from)] = false;
            // The verdict on the last cell: stops on one cell often follow each other.
            let mut frozen = (from, false);
            for number in 1..unpacked.stops().len() {
                let stop = unpacked.stops()[number];
                let to = stop.cell;
                if self.checks_freezes && frozen.0 != to {
                    let moved = unpacked.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                    unpacked.occupied[usize::from(to)] = true;
                    let since = self.counts.begin();
                    frozen = (to, freeze.completes(self.board, live, moved, &mut unpacked.occupied, to));
                    self.counts.end(Rule::Freeze, since);
                    unpacked.occupied[usize::from(to)] = false;
                }
                if frozen.1 {
                    self.counts.count(Rule::Freeze);
                    continue;
                }
                let region = stop.region(&unpacked.lifted);
                child.copy_from_slice(state);
                StateEncoding::move_box(child, from, to);
                self.encoding.set_player(child, region);
                #[expect(clippy::cast_possible_truncation, reason = "fewer regions than cells")]
                let regions = unpacked.regions_with(self.board, apart, to) as u16;
                let action = MacroPush { from, to, region, regions, way_back: stop.way_back };
                children.push(child, action, Cost::from(stop.steps));
            }
            unpacked.occupied[usize::from(from)] = true;
        }
    }

    fn unit_costs(&self) -> bool {
        false
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.features.as_deref()
    }
}
