//! A lower bound of the fewest pushes from a room with all goals and the floor outside, each solved by A* of its own in turns.
//!
//! The argument is in [`spaces::goal_room`](crate::spaces). Each search raises its part of the sum as it goes on, so the
//! sum is a bound at any time.

use std::cell::OnceCell;

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Outcome, Stop},
    search::{Searched, Settings, Stepper},
};

use crate::{
    board::{Balance, Board, WALL, goal_room::GoalRoom},
    bounds::Distances,
    deadlock::{Rule, Rules},
    spaces::{GoalRoomSpace, OutsideRoomSpace, PushSpace},
};

/// A room of a level, once it is chosen, and the floor outside.
#[derive(Default)]
pub(super) struct RoomBoard {
    room: OnceCell<(GoalRoom, Board)>,
}

/// The spaces of both searches.
pub(super) struct RoomSpaces<'b> {
    inside: GoalRoomSpace<'b>,
    outside: OutsideRoomSpace<'b>,
    /// The pushes that bring boxes into the room.
    counted_twice: Cost,
    /// Whether all solutions have an odd number of pushes; otherwise all have an even one.
    is_odd: bool,
}

impl<'b> RoomSpaces<'b> {
    /// The spaces of a room under `rules`. `None` if it is too large, or if there is not enough memory for the tables.
    ///
    /// # Errors
    /// When the budget stops it, except that a lack of memory is not an error.
    fn new(
        board: &'b Board,
        (room, outside): (&GoalRoom, &'b Board),
        distances: &'b Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(inside) = GoalRoomSpace::new(board, distances, room) else { return Ok(None) };
        let before = budget.used();
        let built = budget.grow(GoalRoomSpace::MAX_BYTES).and_then(|()| OutsideRoomSpace::new(outside, rules, budget));
        match built {
            Ok(outside_room) => {
                let counted_twice = outside.boxes().len() as Cost;
                Ok(Some(Self { inside, outside: outside_room, counted_twice, is_odd: is_odd(board) }))
            }
            Err(stop) => {
                budget.shrink(budget.used() - before);
                if stop == Stop::Limit(Limit::Memory) { Ok(None) } else { Err(stop) }
            }
        }
    }
}

/// Whether the solutions of a level with as many boxes as goals have an odd number of pushes: colour the floor like a
/// chessboard, then each push changes the number of boxes on black cells by one.
fn is_odd(board: &Board) -> bool {
    let mut is_black = vec![None; board.cells()];
    let mut stack = vec![(board.player(), false)];
    while let Some((cell, black)) = stack.pop() {
        if cell != WALL && is_black[usize::from(cell)].is_none() {
            is_black[usize::from(cell)] = Some(black);
            stack.extend(board.neighbours(cell).iter().map(|&next| (next, !black)));
        }
    }
    let black = board.boxes().iter().chain(board.goals()).filter(|&&cell| is_black[usize::from(cell)] == Some(true));
    black.count() % 2 == 1
}

/// The expansions of each search that show which of several rooms gives the highest bound.
const PROBE: u64 = 500;

impl RoomSpaces<'_> {
    /// The bound after so many expansions of each search.
    fn probe(&self, settings: &Settings, budget: &mut Budget<'_>) -> Result<Cost, Stop> {
        let (mut inside, mut outside) = (Part::new(&self.inside, settings), Part::new(&self.outside, settings));
        inside.turn(PROBE, budget)?;
        outside.turn(PROBE, budget)?;
        let bound = self.bound(&inside, &outside);
        inside.release(budget);
        outside.release(budget);
        Ok(bound)
    }

    fn bound(&self, inside: &Part<'_, GoalRoomSpace<'_>>, outside: &Part<'_, OutsideRoomSpace<'_>>) -> Cost {
        let bound = inside.bound + outside.bound.saturating_sub(self.counted_twice);
        bound + u64::from(bound % 2 != u64::from(self.is_odd))
    }
}

/// One of the two searches.
struct Part<'s, S: Searched> {
    /// `None` when it has ended or was given up.
    search: Option<Stepper<'s, S>>,
    allotment: Allotment,
    bound: Cost,
    is_solved: bool,
}

/// A search may use 1/`MEMORY_PART` of the free memory.
const MEMORY_PART: u64 = 8;

impl<'s, S: Searched> Part<'s, S> {
    fn new(space: &'s S, settings: &Settings) -> Self {
        Self {
            search: Stepper::astar(space, settings).ok(),
            allotment: Allotment::default(),
            bound: 0,
            is_solved: false,
        }
    }

    /// # Errors
    /// When the budget stops it, except that a lack of memory is not an error.
    fn turn(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / MEMORY_PART);
        let before = budget.statistics().expanded;
        let outcome = budget.with_own_bounds(|budget| {
            budget.with_allotment(&mut self.allotment, expansions, memory, |budget| search.finish(budget))
        });
        let expanded = budget.statistics().expanded - before;
        let had_its_turn = expanded >= expansions;
        self.bound = self.bound.max(search.lower_bound());
        match outcome {
            Outcome::Solved { plan, .. } => (self.bound, self.is_solved) = (plan.cost, true),
            // The level has no solution then; that is for the searches of the whole level to prove.
            Outcome::Unsolvable | Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => {}
            Outcome::Stopped { .. } if had_its_turn => return Ok(()),
            Outcome::Stopped { stop, .. } => return Err(stop),
        }
        self.release(budget);
        Ok(())
    }

    fn release(&mut self, budget: &mut Budget<'_>) {
        self.search = None;
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }
}

/// Both searches, which begin with the first turn.
pub(super) struct RoomBound<'s, 'b> {
    pushes: &'b PushSpace<'b>,
    board: &'b Board,
    boards: &'b RoomBoard,
    spaces: &'s OnceCell<RoomSpaces<'b>>,
    settings: Settings,
    parts: Option<(Part<'s, GoalRoomSpace<'b>>, Part<'s, OutsideRoomSpace<'b>>)>,
    bound: Cost,
    /// The expansions of both so far.
    pub(super) expanded: u64,
    has_ended: bool,
}

impl<'s, 'b> RoomBound<'s, 'b> {
    /// `boards` and `spaces` are empty.
    pub(super) fn new(
        pushes: &'b PushSpace<'b>,
        board: &'b Board,
        boards: &'b RoomBoard,
        spaces: &'s OnceCell<RoomSpaces<'b>>,
        settings: &Settings,
    ) -> Self {
        let has_ended = !pushes.rules().has(Rule::GoalRooms) || board.balance() != Balance::Even;
        Self { pushes, board, boards, spaces, settings: *settings, parts: None, bound: 0, expanded: 0, has_ended }
    }

    /// The name of its part in statistics.
    pub(super) const NAME: &'static str = "goal room";

    /// Expands up to `expansions` states in each search, and raises the bound of the budget.
    ///
    /// # Errors
    /// When the budget stops it, except that a lack of memory is not an error.
    pub(super) fn turn(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.has_ended {
            return Ok(());
        }
        if self.parts.is_none() && !self.begin(budget)? {
            self.has_ended = true;
            return Ok(());
        }
        let (Some(spaces), Some((inside, outside))) = (self.spaces.get(), &mut self.parts) else { return Ok(()) };
        let before = budget.statistics().expanded;
        let result = inside.turn(expansions, budget).and_then(|()| outside.turn(expansions, budget));
        self.expanded += budget.statistics().expanded - before;
        let outer_bound = outside.bound.saturating_sub(spaces.counted_twice);
        budget.note(|| {
            let part = |bound: Cost, is_exact: bool| format!("{bound}{}", if is_exact { "" } else { " or more" });
            let inner = part(inside.bound, inside.is_solved);
            format!("pushes inside the room of the goals: {inner}, outside: {}", part(outer_bound, outside.is_solved))
        });
        self.bound = spaces.bound(inside, outside);
        budget.raise_bound(self.bound);
        if inside.search.is_none() && outside.search.is_none() {
            self.has_ended = true;
        }
        result
    }

    /// Chooses a room, and begins its searches. Returns false if there is none.
    fn begin(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let Self { pushes, board, boards, settings, .. } = *self;
        let mut rooms = GoalRoom::all(board);
        if rooms.is_empty() {
            return Ok(false);
        }
        let (mut chosen, mut highest) = (0, 0);
        for (number, room) in rooms.iter().enumerate().filter(|_| rooms.len() > 1) {
            let outside = room.outside(board);
            let bound = budget.in_scope(|budget| {
                let spaces = RoomSpaces::new(board, (room, &outside), pushes.distances(), pushes.rules(), budget)?;
                spaces.map_or(Ok(0), |spaces| spaces.probe(&settings, budget))
            })?;
            if bound > highest {
                (chosen, highest) = (number, bound);
            }
        }
        let room = rooms.swap_remove(chosen);
        let outside = room.outside(board);
        let (room, outside) = boards.room.get_or_init(|| (room, outside));
        let spaces = RoomSpaces::new(board, (room, outside), pushes.distances(), pushes.rules(), budget)?;
        let Some(spaces) = spaces else { return Ok(false) };
        let spaces = self.spaces.get_or_init(|| spaces);
        self.parts = Some((Part::new(&spaces.inside, &settings), Part::new(&spaces.outside, &settings)));
        Ok(true)
    }

    /// The lower bound so far, after the first turn.
    pub(super) fn bound(&self) -> Option<Cost> {
        self.parts.is_some().then_some(self.bound)
    }

    /// Whether both searches have ended or were given up, or there is no room.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Releases its memory.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        if let Some((inside, outside)) = &mut self.parts {
            inside.release(budget);
            outside.release(budget);
        }
        self.has_ended = true;
    }
}

/// A lower bound of the fewest pushes of a level, if it has a room with all goals and the space has the rule `goal-rooms`: the
/// fewest pushes in the room plus the fewest pushes outside, each without the other. `pushes` is the space of `board`.
///
/// # Errors
/// When the budget stops the searches.
pub fn goal_room_bound<'b>(
    board: &'b Board,
    pushes: &'b PushSpace<'b>,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Option<Cost>, Stop> {
    let (boards, spaces) = (RoomBoard::default(), OnceCell::new());
    budget.with_own_bounds(|budget| {
        let mut bound = RoomBound::new(pushes, board, &boards, &spaces, settings);
        while !bound.has_ended() {
            bound.turn(u64::MAX, budget)?;
        }
        Ok(bound.bound())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::collections::VecDeque;

    use lurd_engine::program::search::{self, Strategy, Unsolved};
    use lurd_engine::program::space::{DEAD_END, Heuristic, Space};

    use super::*;
    use crate::{
        board::Cell,
        bounds::tests::{level_with_room, random_level, samples},
        direction::Direction,
        state::PlayerRegion,
    };

    fn boards(levels: u64) -> impl Iterator<Item = (u64, Board)> {
        (0..levels).filter_map(|seed| {
            let level = if seed % 4 == 0 { random_level(seed, 6) } else { level_with_room(seed) };
            let board = Board::new(&level);
            let is_usable = board.balance() == Balance::Even && board.unreachable_boxes().is_empty();
            (is_usable && board.boxes().len() == board.goals().len()).then_some((seed, board))
        })
    }

    /// The fewest pushes until no box is left, if a box on a goal disappears: breadth-first over sets of boxes.
    fn fewest_outside(board: &Board) -> Option<Cost> {
        let mut region = PlayerRegion::new(board.cells());
        let mut canonical = |mut boxes: Vec<Cell>, player: Cell| {
            boxes.sort_unstable();
            let mut occupied = vec![false; board.cells()];
            for &cell in &boxes {
                occupied[usize::from(cell)] = true;
            }
            let least = region.fill(board, &occupied, player);
            let reached: Vec<bool> = board.all().map(|cell| region.contains(cell)).collect();
            ((boxes, least), reached)
        };
        let (start, reached) = canonical(board.boxes().to_vec(), board.player());
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([(start, reached)]);
        while let Some((state, reached)) = queue.pop_front() {
            let pushes = known[&state];
            if state.0.is_empty() {
                return Some(pushes);
            }
            for (index, &from) in state.0.iter().enumerate() {
                for direction in Direction::ALL {
                    let (stand, to) = (board.next(from, direction.opposite()), board.next(from, direction));
                    if stand == WALL || to == WALL || !reached[usize::from(stand)] || state.0.contains(&to) {
                        continue;
                    }
                    let mut boxes = state.0.clone();
                    if board.is_goal(to) {
                        boxes.remove(index);
                    } else {
                        boxes[index] = to;
                    }
                    let (next, reached) = canonical(boxes, from);
                    if !known.contains_key(&next) {
                        known.insert(next.clone(), pushes + 1);
                        queue.push_back((next, reached));
                    }
                }
            }
        }
        None
    }

    /// Boxes that disappear at once, and the rules, leave the fewest pushes as they are.
    #[test]
    fn pushes_outside_are_as_few_as_without_rules() {
        let (mut solvable, mut unsolvable, mut doors) = (0, 0, [0; 7]);
        for (seed, board) in boards(1_500) {
            for room in GoalRoom::all(&board) {
                let outside = room.outside(&board);
                let budget = &mut Budget::unlimited();
                let space = OutsideRoomSpace::new(&outside, Rules::for_pushes(), budget).expect("no limit");
                let found = match search::solve(&space, Strategy::Astar) {
                    Ok(plan) => Some(plan.cost),
                    Err(Unsolved::Unsolvable) => None,
                    Err(other) => panic!("{other}"),
                };
                assert_eq!(found, fewest_outside(&outside), "seed {seed}");
                *if found.is_some() { &mut solvable } else { &mut unsolvable } += 1;
                doors[room.doors.len()] += 1;
            }
        }
        assert!(
            solvable > 500 && unsolvable > 50 && doors[1..].iter().all(|&count| count > 30),
            "{solvable} {unsolvable} {doors:?}"
        );
    }

    /// The sum is never above the optimum, and often above the estimate of the start.
    #[test]
    fn the_bound_is_below_the_optimum() {
        let (mut optimal, mut raised, mut checked) = (0, 0, 0);
        for (seed, board) in boards(samples(8_000)) {
            let budget = &mut Budget::unlimited();
            let blind = PushSpace::new(&board, Rules::NONE, budget).expect("no limit");
            let optimum = match search::solve(&blind, Strategy::Bfs) {
                Ok(plan) => plan.cost,
                Err(Unsolved::Unsolvable) => continue,
                Err(other) => panic!("{other}"),
            };
            let pushes = PushSpace::new(&board, Rules::for_pushes(), budget).expect("no limit");
            let (boards, spaces) = (RoomBoard::default(), OnceCell::new());
            let mut bound = RoomBound::new(&pushes, &board, &boards, &spaces, &Settings::default());
            let estimate = pushes.of(&pushes.start());
            assert_ne!(estimate, DEAD_END);
            while !bound.has_ended {
                bound.turn(7, budget).expect("no limit");
                assert!(bound.bound <= optimum, "seed {seed}: {} for {optimum}", bound.bound);
            }
            checked += u32::from(bound.bound > 0);
            optimal += u32::from(bound.bound == optimum);
            raised += u32::from(bound.bound > estimate);
        }
        assert!(
            checked > samples(1_500) && optimal > samples(1_200) && raised > samples(20),
            "{checked} {optimal} {raised}"
        );
    }
}
