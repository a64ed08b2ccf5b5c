//! A part of the floor with all goals and few doors, and the rest of the floor, where boxes disappear at the doors.

use std::collections::VecDeque;

use super::{Board, Cell, WALL};
use crate::direction::Direction;

/// An edge of the floor between a cell of the room and one outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    /// The cell in the room.
    pub(crate) entrance: Cell,
    /// The cell outside.
    pub(crate) before: Cell,
    /// The direction from `before` to `entrance`.
    pub(crate) inward: Direction,
}

/// A part of the floor with all goals.
#[derive(Clone, Debug)]
pub(crate) struct GoalRoom {
    /// Whether each cell is in the room.
    is_inside: Vec<bool>,
    pub(crate) doors: Vec<Door>,
}

/// The most doors of a room. With many doors the bound of the pushes is weak.
const MAX_DOORS: usize = 6;

impl GoalRoom {
    /// For each number of doors the smallest room outside of which boxes stand, those with the fewest doors first.
    /// O(cells^2).
    ///
    /// For each distance from the goals, a minimum cut separates the goals from all cells that are at least so far away
    /// (L. R. Ford & D. R. Fulkerson, "Maximal flow through a network", 1956); the room is the side of the goals.
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut distance = vec![usize::MAX; board.cells()];
        let mut queue: VecDeque<Cell> = board.goals().iter().copied().collect();
        for &goal in &queue {
            distance[usize::from(goal)] = 0;
        }
        let mut farthest = 0;
        while let Some(cell) = queue.pop_front() {
            farthest = distance[usize::from(cell)];
            for &next in board.neighbours(cell) {
                if next != WALL && distance[usize::from(next)] == usize::MAX {
                    distance[usize::from(next)] = farthest + 1;
                    queue.push_back(next);
                }
            }
        }
        let rooms = (1..=farthest).filter_map(|least| {
            let room = Self::cut_off(board, |cell| distance[usize::from(cell)] >= least)?;
            (room.count(board.boxes()) < board.boxes().len()).then_some(room)
        });
        let mut rooms: Vec<Self> = rooms.collect();
        rooms.sort_by_key(|room| (room.doors.len(), room.cells()));
        rooms.dedup_by_key(|room| room.doors.len());
        rooms
    }

    /// The smallest room that a minimum cut separates from the cells that are `far`, if it has few doors.
    fn cut_off(board: &Board, far: impl Fn(Cell) -> bool) -> Option<Self> {
        // A path through an edge, or one back along it.
        let mut flow = vec![[0_i8; 4]; board.cells()];
        for paths in 0.. {
            // Backward from the goals, along edges that are not full.
            let mut next_of: Vec<Option<(Cell, Direction)>> = vec![None; board.cells()];
            let mut is_inside: Vec<bool> = board.all().map(|cell| board.is_goal(cell)).collect();
            let mut queue: VecDeque<Cell> = board.goals().iter().copied().collect();
            let mut found = None;
            while let Some(cell) = queue.pop_front() {
                if far(cell) {
                    found = Some(cell);
                    break;
                }
                for direction in Direction::ALL {
                    let before = board.next(cell, direction.opposite());
                    let is_new = before != WALL && !is_inside[usize::from(before)];
                    if is_new && flow[usize::from(before)][direction as usize] < 1 {
                        is_inside[usize::from(before)] = true;
                        next_of[usize::from(before)] = Some((cell, direction));
                        queue.push_back(before);
                    }
                }
            }
            let Some(mut cell) = found else { return Self::with(board, is_inside) };
            if paths == MAX_DOORS {
                return None;
            }
            while let Some((next, direction)) = next_of[usize::from(cell)] {
                flow[usize::from(cell)][direction as usize] += 1;
                flow[usize::from(next)][direction.opposite() as usize] -= 1;
                cell = next;
            }
        }
        None
    }

    fn with(board: &Board, is_inside: Vec<bool>) -> Option<Self> {
        let inside = |cell: Cell| cell != WALL && is_inside[usize::from(cell)];
        let edges = board.all().filter(|&cell| inside(cell)).flat_map(|entrance| {
            Direction::ALL.map(|inward| Door { entrance, before: board.next(entrance, inward.opposite()), inward })
        });
        let doors: Vec<Door> = edges.filter(|door| door.before != WALL && !inside(door.before)).collect();
        let has_room = |door: &Door| board.neighbours(door.entrance).iter().any(|&cell| inside(cell));
        (!doors.is_empty() && doors.iter().all(has_room)).then_some(Self { is_inside, doors })
    }

    /// Whether a cell is in the room.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.is_inside[usize::from(cell)]
    }

    /// The number of cells in the room.
    fn cells(&self) -> usize {
        self.is_inside.iter().filter(|&&is_inside| is_inside).count()
    }

    /// How many of `boxes` are in the room.
    fn count(&self, boxes: &[Cell]) -> usize {
        boxes.iter().filter(|&&cell| self.contains(cell)).count()
    }

    /// The floor outside with its boxes. The entrances of the room are its goals; behind them the player walks from each to
    /// each other one.
    pub(crate) fn outside(&self, board: &Board) -> Board {
        let outside: Vec<Cell> = board.all().filter(|&cell| !self.contains(cell)).collect();
        let mut entrances: Vec<(Cell, Direction)> = Vec::new();
        for door in &self.doors {
            if entrances.iter().all(|entrance| entrance.0 != door.entrance) {
                let is_inward = |&direction: &Direction| {
                    let next = board.next(door.entrance, direction);
                    next != WALL && self.contains(next)
                };
                // Every entrance of a room has a neighbour in it.
                let inward = Direction::ALL.into_iter().find(is_inward).unwrap_or(door.inward);
                entrances.push((door.entrance, inward));
            }
        }
        board.restricted_to(&outside, &entrances)
    }
}
