//! What happens inside a room that has all goals, whatever happens outside.
//!
//! A state is the boxes in the room and the region of the player, in the room or outside. A box comes in whenever the
//! player may be outside and the cell at a door is free, a box at a door may be pushed out, and the player walks
//! around outside from each door to each other one as if nothing were there. So each solution of the level gives a path
//! in this space: of its pushes, those of boxes in the room and those that bring a box in. Deadlocks of the boxes in the
//! room are deadlocks of the level, so states with one are left out, and so are pushes to dead squares, in the room or
//! outside. With these left out no frozen box moves, so the estimates, for which frozen boxes are walls, are lower bounds
//! for every path that remains.
//!
//! Its solution also gives a solution of the floor outside, where a box that comes into the room disappears
//! (`outside_room`): of its pushes, those that bring a box to a cell outside, or into the room, before the box has ever been
//! in the room. What the box does later is left out, which leaves more room for the others. Of n boxes outside each is
//! pushed into the room, which both parts count. No other push belongs to both, so
//!
//! > fewest pushes of the level >= fewest pushes inside + fewest pushes outside - n.
//!
//! The idea to solve a level in two parts, one of them with the goals, is in A. G. Pereira, M. Ritt & L. S. Buriol,
//! "Optimal Sokoban solving using pattern databases with specific domain knowledge" (Artificial Intelligence 227, 2015).

use std::cell::RefCell;
use std::collections::VecDeque;

use lurd_engine::program::{
    outcome::Cost,
    space::{DEAD_END, Guarantee, Heuristic, Space, Successors},
};
use rustc_hash::FxHashMap;

use crate::{
    board::{Board, Cell, WALL, goal_room::GoalRoom},
    bounds::Distances,
    deadlock::Freeze,
    direction::Direction,
    state::Push,
};

/// The boxes in the room, one bit for each cell, and the least cell of the player's region; the floor outside comes after
/// all cells.
pub(crate) type Inside = (u128, u8);

/// The most cells of a room.
const MAX_CELLS: usize = 128;

/// No cell of the room, and not outside.
const NO_CELL: u8 = u8::MAX;

/// A room with all goals as a state space.
pub(crate) struct GoalRoomSpace<'b> {
    board: &'b Board,
    distances: &'b Distances,
    /// The board's cells of the room, in ascending order.
    cells: Vec<Cell>,
    /// The neighbours of each cell in the room. Those outside are all the same.
    neighbours: Vec<[u8; 4]>,
    /// The cells next to the floor outside.
    entrances: u128,
    /// Where a box can be pushed into the room, and in which direction.
    doors: Vec<(u8, Direction)>,
    /// For each cell of a box, the side of it on which each other cell lies, and the floor outside.
    sides: Vec<Vec<u8>>,
    goals: u128,
    /// The boxes of the level.
    boxes: usize,
    start: Inside,
    /// Without frozen boxes.
    all: Needed,
    scratch: RefCell<Scratch>,
}

struct Scratch {
    freeze: Freeze,
    occupied: Vec<bool>,
    /// The pushes with sets of frozen boxes as walls, which were needed so far.
    by_frozen: FxHashMap<u128, Needed>,
}

/// The pushes that are needed in the room if some boxes on goals are walls.
struct Needed {
    /// The pushes that fill all other goals from outside, one box after the other.
    from_outside: i32,
    /// For each cell and side of a box, how many pushes more it needs than a box outside, at least; [`NO_PATH`] if it can
    /// reach no goal. These values and the pushes to each goal from outside are a dual solution of the assignment of boxes to
    /// goals.
    more: Vec<[i32; 4]>,
    /// If some goals cannot be reached from outside: for each of them, the cells from which it can.
    sources: Vec<u128>,
}

/// There is no path.
const NO_PATH: i32 = i32::MAX;

/// The most memory of the sets of frozen boxes, in bytes. If there are more sets, all are computed again.
const MEMORY_OF_SETS: usize = 16 << 20;

impl<'b> GoalRoomSpace<'b> {
    /// The most memory of a space, in bytes.
    pub(crate) const MAX_BYTES: u64 = MEMORY_OF_SETS as u64;

    /// The space of a room. `None` if it is too large, or if some goal cannot be reached from outside.
    pub(crate) fn new(board: &'b Board, distances: &'b Distances, room: &GoalRoom) -> Option<Self> {
        let cells: Vec<Cell> = board.all().filter(|&cell| room.contains(cell)).collect();
        let outside = u8::try_from(cells.len()).ok().filter(|_| cells.len() <= MAX_CELLS)?;
        let index = |cell: Cell| match cell {
            WALL => NO_CELL,
            cell => cells.binary_search(&cell).ok().and_then(|index| u8::try_from(index).ok()).unwrap_or(outside),
        };
        let bits = |of: &[Cell]| {
            of.iter().map(|&cell| index(cell)).filter(|&cell| cell != outside).fold(0, |bits, cell| bits | 1 << cell)
        };
        let entrances: Vec<Cell> = room.doors.iter().map(|door| door.entrance).collect();
        let admits = room.doors.iter().filter(|door| board.next(door.before, door.inward.opposite()) != WALL);
        let mut space = Self {
            board,
            distances,
            neighbours: cells.iter().map(|&cell| board.neighbours(cell).map(index)).collect(),
            entrances: bits(&entrances),
            doors: admits.map(|door| (index(door.entrance), door.inward)).collect(),
            sides: Vec::new(),
            goals: bits(board.goals()),
            boxes: board.boxes().len(),
            start: (bits(board.boxes()), index(board.player())),
            all: Needed { from_outside: 0, more: Vec::new(), sources: Vec::new() },
            scratch: RefCell::new(Scratch {
                freeze: Freeze::default(),
                occupied: vec![false; board.cells()],
                by_frozen: FxHashMap::default(),
            }),
            cells,
        };
        space.start.1 = space.least(space.region(space.start.0, space.start.1));
        space.sides = (0..outside).map(|cell| space.sides_of(cell)).collect();
        space.all = space.needed(0);
        space.all.sources.is_empty().then_some(space)
    }

    /// The number of the floor outside, which is the number of cells in the room.
    #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
    fn outside(&self) -> u8 {
        self.cells.len() as u8
    }

    /// The least cell of a region, or the floor outside.
    fn least(&self, (inside, _): (u128, bool)) -> u8 {
        bits(inside).next().unwrap_or(self.outside())
    }

    /// For a box alone on `cell`, the number of the region in which each cell lies, and the floor outside.
    fn sides_of(&self, cell: u8) -> Vec<u8> {
        let outside = self.outside();
        let mut sides = vec![u8::MAX; usize::from(outside) + 1];
        let mut next = 0;
        for other in (0..=outside).filter(|&other| other != cell) {
            if sides[usize::from(other)] == u8::MAX {
                let (region, is_outside) = self.region(1 << cell, other);
                bits(region).for_each(|cell| sides[usize::from(cell)] = next);
                if is_outside {
                    sides[usize::from(outside)] = next;
                }
                next += 1;
            }
        }
        sides
    }

    /// The side of a box alone on `cell` on which another cell lies. There are at most four.
    fn side(&self, cell: u8, other: u8) -> usize {
        usize::from(self.sides[usize::from(cell)][usize::from(other)])
    }

    /// The pushes that are needed with `frozen` boxes as walls. Entering and leaving are one push each. O(goals * cells).
    fn needed(&self, frozen: u128) -> Needed {
        let inside = self.outside();
        let outside = 4 * usize::from(inside);
        let node = |cell: u8, player: u8| 4 * usize::from(cell) + self.side(cell, player);
        let is_wall = |cell: u8| cell == NO_CELL || (cell < inside && frozen >> cell & 1 == 1);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); outside + 1];
        for cell in (0..inside).filter(|&cell| !is_wall(cell)) {
            for direction in Direction::ALL {
                let [stand, to] = self.around(cell, direction);
                if is_wall(stand) || is_wall(to) {
                    continue;
                }
                let after = if to == inside { outside } else { node(to, cell) };
                before[after].push(node(cell, stand));
            }
        }
        for &(entrance, _) in self.doors.iter().filter(|door| !is_wall(door.0)) {
            before[node(entrance, inside)].push(outside);
        }
        let mut needed = Needed { from_outside: 0, more: vec![[NO_PATH; 4]; inside.into()], sources: Vec::new() };
        for goal in bits(self.goals & !frozen) {
            let mut distance = vec![NO_PATH; outside + 1];
            let mut queue: VecDeque<usize> = (0..4).map(|side| 4 * usize::from(goal) + side).collect();
            for &node in &queue {
                distance[node] = 0;
            }
            while let Some(node) = queue.pop_front() {
                for &previous in &before[node] {
                    if distance[previous] == NO_PATH {
                        distance[previous] = distance[node] + 1;
                        queue.push_back(previous);
                    }
                }
            }
            let from_outside = distance[outside];
            let reached = distance[..outside].iter().enumerate().filter(|it| *it.1 < NO_PATH);
            if from_outside == NO_PATH {
                needed.sources.push(reached.fold(0, |cells, (node, _)| cells | 1 << (node / 4)));
                continue;
            }
            needed.from_outside += from_outside;
            for (node, &distance) in reached {
                let least = &mut needed.more[node / 4][node % 4];
                *least = (*least).min(distance - from_outside);
            }
        }
        needed
    }

    /// The cells behind and in front of a box that is pushed.
    fn around(&self, cell: u8, direction: Direction) -> [u8; 2] {
        [direction.opposite(), direction].map(|it| self.neighbours[usize::from(cell)][it as usize])
    }

    /// The cells that the player can reach, one bit for each, and whether that includes the floor outside.
    fn region(&self, boxes: u128, player: u8) -> (u128, bool) {
        let outside = self.outside();
        let (mut seen, mut is_outside) = (0, false);
        let mut stack = vec![player];
        while let Some(cell) = stack.pop() {
            if cell == outside {
                if std::mem::replace(&mut is_outside, true) {
                    continue;
                }
            } else if (seen | boxes) >> cell & 1 == 1 {
                continue;
            } else {
                seen |= 1 << cell;
            }
            match self.neighbours.get(usize::from(cell)) {
                Some(neighbours) => stack.extend(neighbours.iter().filter(|&&next| next != NO_CELL)),
                None => stack.extend(bits(self.entrances)),
            }
        }
        (seen, is_outside)
    }

    /// A lower bound of the pushes in the room. `None` if a box is on a dead square, if boxes are frozen off goal, or if
    /// frozen boxes leave some goal without a box that can reach it.
    fn estimate(&self, (boxes, player): Inside) -> Option<i32> {
        let Scratch { freeze, occupied, by_frozen } = &mut *self.scratch.borrow_mut();
        let cells = || bits(boxes).map(|cell| self.cells[usize::from(cell)]);
        let is_live = |cell: Cell| self.distances.is_live(cell);
        if !cells().all(is_live) {
            return None;
        }
        cells().for_each(|cell| occupied[usize::from(cell)] = true);
        let is_dead = freeze.frozen_off_goal(self.board, is_live, cells(), occupied);
        cells().for_each(|cell| occupied[usize::from(cell)] = false);
        if is_dead {
            return None;
        }
        let frozen = freeze.frozen().iter().filter_map(|&cell| self.cells.binary_search(&cell).ok());
        let frozen = frozen.fold(0, |set, cell| set | 1 << cell);
        if by_frozen.len() * (size_of::<Needed>() + 16 * self.cells.len()) > MEMORY_OF_SETS {
            by_frozen.clear();
        }
        let needed = by_frozen.entry(frozen).or_insert_with(|| self.needed(frozen));
        let left = boxes & !frozen;
        if needed.sources.iter().any(|sources| sources & left == 0) {
            return None;
        }
        let sum = |needed: &Needed, boxes: u128| {
            let mut sum = needed.from_outside;
            for cell in bits(boxes) {
                let more = needed.more[usize::from(cell)][self.side(cell, player)];
                if more == NO_PATH {
                    return None;
                }
                sum += more;
            }
            Some(sum.max(0))
        };
        // Goals that no box outside can reach are not in the sums.
        if needed.sources.is_empty() { sum(needed, left) } else { sum(&self.all, boxes) }
    }
}

/// The cells of a set of bits, in ascending order.
fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "less than 128")]
        let cell = set.trailing_zeros() as u8;
        let is_one = set != 0;
        set &= set.wrapping_sub(1);
        is_one.then_some(cell)
    })
}

impl Space for GoalRoomSpace<'_> {
    type State = Inside;
    type Action = Push;

    fn start(&self) -> Inside {
        self.start
    }

    fn is_goal(&self, &(boxes, _): &Inside) -> bool {
        boxes == self.goals
    }

    fn expand(&self, &(boxes, player): &Inside, children: &mut Successors<Self>) {
        let outside = self.outside();
        let (region, is_outside) = self.region(boxes, player);
        let stands = |cell: u8| if cell == outside { is_outside } else { region >> cell & 1 == 1 };
        let mut push = |from: u8, direction: Direction, after: u128, player: u8| {
            let state = (after, self.least(self.region(after, player)));
            let from = self.cells.get(usize::from(from)).copied().unwrap_or(WALL);
            children.push(state, Push { from, direction, count: 1 }, 1);
        };
        if is_outside && boxes.count_ones() as usize != self.boxes {
            for &(entrance, inward) in self.doors.iter().filter(|door| boxes >> door.0 & 1 == 0) {
                push(outside, inward, boxes | 1 << entrance, outside);
            }
        }
        for cell in bits(boxes) {
            for direction in Direction::ALL {
                let [stand, to] = self.around(cell, direction);
                if stand == NO_CELL || to == NO_CELL || !stands(stand) {
                    continue;
                }
                let without = boxes & !(1 << cell);
                if to == outside {
                    if self.distances.is_live(self.board.next(self.cells[usize::from(cell)], direction)) {
                        push(cell, direction, without, cell);
                    }
                } else if boxes >> to & 1 == 0 {
                    push(cell, direction, without | 1 << to, cell);
                }
            }
        }
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for GoalRoomSpace<'_> {
    /// When a push freezes boxes, the estimate may fall by more than one.
    fn guarantee(&self) -> Guarantee {
        Guarantee::Admissible
    }

    fn of(&self, state: &Inside) -> Cost {
        self.estimate(*state).map_or(DEAD_END, |pushes| Cost::try_from(pushes).unwrap_or(0))
    }
}
