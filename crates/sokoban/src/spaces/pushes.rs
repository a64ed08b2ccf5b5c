//! A level as a space of pushes, and backward of pulls. A state is the set of boxes and the region of the player, an
//! action pushes one box, and the cost is the number of pushes. A shortest path is push-optimal.
//!
//! The region is represented by its least cell: where in it the player stands does not affect the pushes that
//! are possible.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Backward, Guarantee, Heuristic, Space, Successors},
};

use super::{
    macro_pushes::MacroPushSpace,
    push_model::{FromStart, PatternBound, PushModel, Scratch},
};
use crate::{
    board::{Balance, Board, Cell, WALL},
    bounds::{Distances, Matched},
    deadlock::{Rule, Rules, rule::BeforePush},
    direction::Direction,
    state::{Push, StateEncoding, UnpackedState},
};

/// The space of pushes of a level.
pub struct PushSpace<'b> {
    pub(super) model: PushModel<'b>,
}

impl<'b> PushSpace<'b> {
    /// Creates the space of a board under `rules`; blind strategies get [`Rules::NONE`].
    ///
    /// # Errors
    /// When the budget does not suffice for the tables.
    pub fn new(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { model: PushModel::new(board, rules, budget)? })
    }

    /// The encoding of the states.
    #[must_use]
    pub fn encoding(&self) -> StateEncoding {
        self.model.encoding
    }

    /// The distances of a single box to the goals.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.model.distances
    }

    /// The rules that it applies.
    pub(crate) fn rules(&self) -> Rules {
        self.model.rules
    }

    /// Whether a slow check proves a position dead.
    pub(crate) fn is_proved_dead(&self, state: &[u64]) -> bool {
        let PushModel { board, encoding, .. } = self.model;
        let unpacked = &mut *self.model.unpacked.borrow_mut();
        unpacked.load_again(board, encoding, state);
        let home = unpacked.regions.of(encoding.player(state));
        self.model.proves_dead(unpacked, home)
    }

    /// Sets the lower bounds of the macro pushes from `parent` that have not been pruned, and prunes those that are dead or
    /// that are on no path of at most `left` pushes.
    pub(crate) fn bound_macro_pushes(&self, parent: &[u64], left: Cost, children: &mut Successors<MacroPushSpace<'_>>) {
        self.model.bound_macro_pushes(parent, left, children);
    }

    /// The cell where a box pushed from `from` stops, and the number of pushes: the next cell, or the end of
    /// a tunnel. `None` if the push is impossible or leads to a dead position.
    fn destination(&self, occupied: &[bool], from: Cell, direction: Direction) -> Option<(Cell, Cell)> {
        let PushModel { board, rules, distances, counts, .. } = &self.model;
        let is_live = rules.box_may_stand(distances);
        let is_free = |cell: Cell| {
            if cell == WALL || occupied[usize::from(cell)] {
                return false;
            }
            if !is_live(cell) {
                counts.count(Rule::DeadSquares);
                return false;
            }
            true
        };
        let mut to = board.next(from, direction);
        let mut count = 1;
        if !is_free(to) {
            return None;
        }
        while rules.must_go_on(board, to, direction) {
            to = board.next(to, direction);
            count += 1;
            if !is_free(to) {
                return None;
            }
        }
        Some((to, count))
    }
}

impl Space for PushSpace<'_> {
    type State = [u64];
    type Action = Push;

    fn start(&self) -> Vec<u64> {
        let PushModel { board, encoding, ref scratch, .. } = self.model;
        let scratch = &mut *scratch.borrow_mut();
        let mut state = encoding.packed(board.boxes());
        let (player, _) = self.model.represent_region(scratch, board.boxes(), board.player(), &mut state);
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
        self.expand_within(state, Cost::MAX, children);
    }

    /// The same order, without the successors whose quick bound is higher than `left`.
    fn expand_within(&self, state: &[u64], left: Cost, children: &mut Successors<Self>) -> Cost {
        let PushModel { board, encoding, rules, ref distances, ref symmetries, .. } = self.model;
        let unpacked = &mut *self.model.unpacked.borrow_mut();
        unpacked.load(board, encoding, state);
        let home = unpacked.regions.of(encoding.player(state));
        if self.model.proves_dead(unpacked, home) {
            return Cost::MAX;
        }
        let scratch = &mut *self.model.scratch.borrow_mut();
        let is_limited = left < Cost::MAX
            && rules.has(Rule::Assignment)
            && self.model.prepare_bounds(scratch, state, &unpacked.boxes) == Matched::All;
        scratch.representatives.set_parent(&unpacked.boxes.iter().copied());
        let mut left_out = Cost::MAX;
        let mut push = |unpacked: &mut UnpackedState, from: Cell, direction: Direction| {
            if unpacked.regions.of(board.next(from, direction.opposite())) != home {
                return;
            }
            let Some((to, count)) = self.destination(&unpacked.occupied, from, direction) else { return };
            let action = Push { from, direction, count };
            if is_limited {
                let bound = self.model.quick_bound(scratch, &unpacked.boxes, home, (action, to));
                if bound > left {
                    left_out = left_out.min(bound);
                    return;
                }
            }
            let Scratch { there, state: child, representatives, .. } = &mut *scratch;
            let least = unpacked.least_after(board, from, to);
            child.copy_from_slice(state);
            StateEncoding::move_box(child, from, to);
            let player = if representatives.are_trivial() {
                least
            } else {
                encoding.set_player(child, 0);
                let occupied = &mut unpacked.occupied;
                (occupied[usize::from(from)], occupied[usize::from(to)]) = (false, true);
                let player = |symmetry: Option<usize>| {
                    let Some(symmetry) = symmetry.map(|it| &symmetries[it]) else { return least };
                    there.fill_and_find(board, occupied, least, |cell| symmetry.image(cell))
                };
                let (player, _) = representatives.choose(child, Some((from, to)), player);
                (occupied[usize::from(from)], occupied[usize::from(to)]) = (true, false);
                player
            };
            encoding.set_player(child, player);
            children.push(child, action, Cost::from(count));
        };
        let checker = &mut *self.model.checker.borrow_mut();
        let sufficient = checker.rules.sufficient_pushes(&BeforePush {
            board,
            is_live: rules.box_may_stand(distances),
            boxes: &unpacked.boxes,
            regions: &unpacked.regions,
            home,
            fills_goals: board.balance() == Balance::Even,
        });
        if let Some(pushes) = sufficient {
            for &(from, direction) in pushes {
                push(unpacked, from, direction);
            }
            return left_out;
        }
        for index in 0..unpacked.boxes.len() {
            for direction in Direction::ALL {
                push(unpacked, unpacked.boxes[index], direction);
            }
        }
        left_out
    }

    fn unit_costs(&self) -> bool {
        !self.model.rules.has(Rule::Tunnels)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        // Predecessors follow the rules of the game only. Where the numbers of boxes and goals differ, there
        // are too many sets of goals to start from.
        let is_even = self.model.board.balance() == Balance::Even;
        (is_even && self.model.rules == Rules::NONE).then_some(self)
    }
}

impl FromStart for PushSpace<'_> {
    fn pushes(&self, path: &[Push]) -> Vec<Push> {
        let scratch = &mut *self.model.scratch.borrow_mut();
        let mut state = vec![0; self.model.encoding.words()];
        self.model.pushes_from_start(path, |boxes, player| {
            self.model.encoding.pack(boxes.iter().copied(), 0, &mut state);
            self.model.represent_region(scratch, boxes, player, &mut state).1
        })
    }
}

impl PatternBound for PushSpace<'_> {
    fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.model.build_patterns(expansions, budget)
    }

    fn drop_patterns(&self, budget: &mut Budget<'_>) {
        self.model.patterns.borrow_mut().drop_database(budget);
    }
}

impl Heuristic<Self> for PushSpace<'_> {
    fn guarantee(&self) -> Guarantee {
        self.model.guarantee()
    }

    fn of(&self, state: &[u64]) -> Cost {
        self.model.estimate(state)
    }

    fn improved(&self, state: &[u64], estimate: Cost) -> Option<Cost> {
        self.model.bound_by_patterns(state).map(|bound| bound.max(estimate))
    }

    fn is_batched(&self) -> bool {
        true
    }

    fn of_successors(&self, parent: &[u64], children: &mut Successors<Self>) {
        self.model.estimate_successors(parent, children);
    }
}

impl Backward<Self> for PushSpace<'_> {
    fn goal_states(&self) -> Vec<Vec<u64>> {
        goal_states(&self.model)
    }

    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        predecessors(&self.model, state, children);
    }
}

// Pushes backward: pulls, by the rules of the game only.

/// The states with every box on a goal: one for each region that the player can be in.
pub(super) fn goal_states(model: &PushModel<'_>) -> Vec<Vec<u64>> {
    let &PushModel { board, encoding, .. } = model;
    // With fewer boxes than goals in the room there are many goal sets, with more there is none. Either
    // happens only where a box outside the room cannot be reached.
    let mut goals = Vec::new();
    if board.boxes().len() != board.goals().len() {
        return goals;
    }
    let scratch = &mut *model.scratch.borrow_mut();
    let mut state = encoding.packed(board.goals());
    scratch.load(encoding, &state);
    let mut seen = vec![false; board.cells()];
    for cell in board.all() {
        if scratch.occupied[usize::from(cell)] || seen[usize::from(cell)] {
            continue;
        }
        let player = scratch.here.fill(board, &scratch.occupied, cell);
        for (other, seen) in board.all().zip(&mut seen) {
            *seen |= scratch.here.contains(other);
        }
        encoding.set_player(&mut state, player);
        goals.push(state.clone());
    }
    goals
}

/// Collects the states from which one push leads to `state`.
pub(super) fn predecessors<S>(model: &PushModel<'_>, state: &[u64], children: &mut Successors<S>)
where
    S: Space<State = [u64], Action = Push>,
{
    let &PushModel { board, encoding, .. } = model;
    let scratch = &mut *model.scratch.borrow_mut();
    scratch.load(encoding, state);
    let Scratch { boxes, occupied, here, there, state: child, .. } = scratch;
    here.fill(board, occupied, encoding.player(state));
    for &to in boxes.iter() {
        for direction in Direction::ALL {
            // The push ended with the player where the box had been.
            let from = board.next(to, direction.opposite());
            if from == WALL || !here.contains(from) {
                continue;
            }
            let stood = board.next(from, direction.opposite());
            if stood == WALL || occupied[usize::from(stood)] {
                continue;
            }
            occupied[usize::from(to)] = false;
            occupied[usize::from(from)] = true;
            let player = there.fill(board, occupied, stood);
            occupied[usize::from(to)] = true;
            occupied[usize::from(from)] = false;
            child.copy_from_slice(state);
            StateEncoding::move_box(child, to, from);
            encoding.set_player(child, player);
            children.push(child, Push { from, direction, count: 1 }, 1);
        }
    }
}
