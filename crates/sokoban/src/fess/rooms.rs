//! Rooms of a level and the links between them.
//!
//! A room is a union of overlapping blocks of 2x3 or 3x2 cells; all other cells are corridors. Two rooms are linked
//! if the player can walk from one to the other without crossing a third. Boxes break a link if no such walk is left.

use crate::{
    board::{Board, Cell, WALL},
    direction::Direction,
    state::stays_connected,
};

/// The room number of corridor cells.
const NO_ROOM: u16 = u16::MAX;

/// The rooms and links of a board.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    /// The room of each cell.
    room: Vec<u16>,
    links: Vec<Link>,
    /// For each cell a bit of each link whose walk contains it.
    links_across: Vec<u64>,
    queue: Vec<Cell>,
    visited_at: Vec<u32>,
    search_number: u32,
    /// The predecessor of each cell in the last search.
    before: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct Link {
    from: Vec<Cell>,
    to: u16,
    /// The cells of both rooms and of the corridors between them.
    inside: Vec<bool>,
    /// The walk found last: while it is free, the link is not broken and no search is needed.
    walk: Vec<Cell>,
    /// For each cell of that walk, its index plus one; 0 for other cells.
    index_on_walk: Vec<u16>,
    /// Which cells of the walk every walk contains, without the box removed last; computed on demand.
    cuts: Vec<bool>,
    has_cuts: bool,
}

impl Link {
    /// Whether the walk found last is free of boxes.
    fn has_free_walk(&self, occupied: &[bool]) -> bool {
        !self.walk.is_empty() && !self.walk.iter().any(|&cell| occupied[usize::from(cell)])
    }

    /// Whether the walk found last surely remains with a detour around a box on `cell`, one of its cells: it neither
    /// begins nor ends there, and the free cells beside `cell` are connected through the eight around it.
    fn leads_around(&self, board: &Board, occupied: &[bool], cell: Cell) -> bool {
        let index = usize::from(self.index_on_walk[usize::from(cell)]);
        let free = |cell: Cell| cell != WALL && !occupied[usize::from(cell)] && self.inside[usize::from(cell)];
        1 < index && index < self.walk.len() && stays_connected(board, cell, free)
    }
}

impl Rooms {
    pub(super) fn new(board: &Board) -> Self {
        let room = rooms(board);
        let count = room.iter().filter(|&&room| room != NO_ROOM).max().map_or(0, |&most| most + 1);
        let mut links = Vec::new();
        for one in 0..count {
            let from: Vec<Cell> = board.all().filter(|&cell| room[usize::from(cell)] == one).collect();
            // Search through corridors only.
            let mut visited = vec![false; board.cells()];
            let mut stack = from.clone();
            for &cell in &from {
                visited[usize::from(cell)] = true;
            }
            let mut met = Vec::new();
            while let Some(cell) = stack.pop() {
                for &next in board.neighbours(cell).iter().filter(|&&next| next != WALL) {
                    let other = room[usize::from(next)];
                    if other != NO_ROOM && other != one {
                        met.push(other);
                    } else if !visited[usize::from(next)] {
                        visited[usize::from(next)] = true;
                        stack.push(next);
                    }
                }
            }
            met.sort_unstable();
            met.dedup();
            for to in met.into_iter().filter(|&to| to > one) {
                let inside =
                    board.all().map(|cell| visited[usize::from(cell)] || room[usize::from(cell)] == to).collect();
                links.push(Link {
                    from: from.clone(),
                    to,
                    inside,
                    walk: Vec::new(),
                    index_on_walk: vec![0; board.cells()],
                    cuts: Vec::new(),
                    has_cuts: false,
                });
            }
        }
        let before = vec![WALL; board.cells()];
        Self {
            room,
            links,
            links_across: vec![0; board.cells()],
            queue: Vec::new(),
            visited_at: vec![0; board.cells()],
            search_number: 0,
            before,
        }
    }

    /// The room of a cell, if it is in one.
    pub(super) fn of(&self, cell: Cell) -> Option<u16> {
        let room = self.room[usize::from(cell)];
        (room != NO_ROOM).then_some(room)
    }

    /// The broken links, one bit each (of the first 64 links).
    pub(super) fn broken(&mut self, board: &Board, occupied: &[bool]) -> u64 {
        (0..self.links.len().min(64))
            .filter(|&link| !self.links[link].has_free_walk(occupied) && self.is_broken(board, occupied, link))
            .fold(0, |broken, link| broken | 1 << link)
    }

    /// The broken links without the box on `cell`. `broken` is the last result of [`Rooms::broken`], with the box.
    pub(super) fn broken_without(&mut self, board: &Board, occupied: &[bool], cell: Cell, broken: u64) -> u64 {
        self.links.iter_mut().for_each(|link| link.has_cuts = false);
        // Removing a box breaks no link.
        (0..self.links.len().min(64))
            .filter(|&link| broken & 1 << link != 0)
            .filter(|&link| !self.links[link].inside[usize::from(cell)] || self.is_broken(board, occupied, link))
            .fold(0, |broken, link| broken | 1 << link)
    }

    /// The broken links with a box added on `cell`. `broken` is the last result of
    /// [`Rooms::broken_without`], without the box.
    pub(super) fn broken_with(&mut self, board: &Board, occupied: &[bool], cell: Cell, broken: u64) -> u64 {
        let mut with = broken;
        let mut links = self.links_across[usize::from(cell)] & !broken;
        while links != 0 {
            let link = links.trailing_zeros() as usize;
            links &= links - 1;
            if !self.links[link].has_cuts {
                if self.links[link].leads_around(board, occupied, cell) {
                    continue;
                }
                self.find_cuts(board, occupied, link, cell);
            }
            let index = usize::from(self.links[link].index_on_walk[usize::from(cell)]);
            with |= u64::from(self.links[link].cuts[index - 1]) << link;
        }
        with
    }

    /// Finds the cells of the walk that every walk contains, where `added` is free. O(cells).
    fn find_cuts(&mut self, board: &Board, occupied: &[bool], link: usize, added: Cell) {
        self.search_number += 1;
        let Self { room, links, queue, visited_at, search_number, .. } = self;
        let link = &mut links[link];
        link.has_cuts = true;
        link.cuts.clear();
        queue.clear();
        let starts = link.from.iter().copied().filter(|&cell| cell == added || !occupied[usize::from(cell)]);
        for cell in starts {
            visited_at[usize::from(cell)] = *search_number;
            queue.push(cell);
        }
        // Walks from the room to the cells of the walk in order, each of which opens more floor. A cell of
        // the walk is needed if, before it is entered, nothing behind it has been reached.
        let length = link.walk.len();
        let mut reached = 0;
        let mut entered = 0;
        link.cuts.resize(length, false);
        loop {
            while let Some(cell) = queue.pop() {
                let index = usize::from(link.index_on_walk[usize::from(cell)]);
                if index > entered {
                    reached = reached.max(index);
                    continue;
                }
                if index == 0 && room[usize::from(cell)] == link.to {
                    reached = length + 1;
                }
                for &next in board.neighbours(cell) {
                    if next != WALL
                        && (next == added || !occupied[usize::from(next)])
                        && visited_at[usize::from(next)] != *search_number
                        && link.inside[usize::from(next)]
                    {
                        visited_at[usize::from(next)] = *search_number;
                        queue.push(next);
                    }
                }
            }
            if entered == length {
                return;
            }
            entered += 1;
            link.cuts[entered - 1] = reached <= entered;
            queue.push(link.walk[entered - 1]);
        }
    }

    /// Whether no walk is left. Stores the walk that is found.
    fn is_broken(&mut self, board: &Board, occupied: &[bool], link: usize) -> bool {
        self.search_number += 1;
        let Self { room, links, links_across, queue, visited_at, search_number, before } = self;
        let bit = 1 << link;
        let link = &mut links[link];
        queue.clear();
        for &cell in &link.from {
            if !occupied[usize::from(cell)] {
                visited_at[usize::from(cell)] = *search_number;
                before[usize::from(cell)] = WALL;
                queue.push(cell);
            }
        }
        let mut next_in_queue = 0;
        while let Some(&cell) = queue.get(next_in_queue) {
            next_in_queue += 1;
            if room[usize::from(cell)] == link.to {
                for &cell in &link.walk {
                    link.index_on_walk[usize::from(cell)] = 0;
                    links_across[usize::from(cell)] &= !bit;
                }
                link.walk.clear();
                let mut on_walk = cell;
                while on_walk != WALL {
                    link.walk.push(on_walk);
                    on_walk = before[usize::from(on_walk)];
                }
                link.walk.reverse();
                for (index, &cell) in (1..).zip(&link.walk) {
                    link.index_on_walk[usize::from(cell)] = index;
                    links_across[usize::from(cell)] |= bit;
                }
                return false;
            }
            for &next in board.neighbours(cell) {
                if next != WALL
                    && !occupied[usize::from(next)]
                    && visited_at[usize::from(next)] != *search_number
                    && link.inside[usize::from(next)]
                {
                    visited_at[usize::from(next)] = *search_number;
                    before[usize::from(next)] = cell;
                    queue.push(next);
                }
            }
        }
        true
    }
}

/// The room of each cell.
fn rooms(board: &Board) -> Vec<u16> {
    let mut leader: Vec<usize> = (0..board.cells()).collect();
    let mut covered = vec![false; board.cells()];
    for cell in board.all() {
        for (along, across) in [(Direction::Right, Direction::Down), (Direction::Down, Direction::Right)] {
            let Some(block) = block(board, cell, along, across) else { continue };
            for &member in &block {
                covered[usize::from(member)] = true;
                let (one, other) = (find(&mut leader, usize::from(block[0])), find(&mut leader, usize::from(member)));
                leader[one.max(other)] = one.min(other);
            }
        }
    }
    let mut numbers = vec![NO_ROOM; board.cells()];
    let mut room = vec![NO_ROOM; board.cells()];
    let mut count = 0;
    for cell in 0..board.cells() {
        if covered[cell] {
            let leader = find(&mut leader, cell);
            if numbers[leader] == NO_ROOM {
                numbers[leader] = count;
                count += 1;
            }
            room[cell] = numbers[leader];
        }
    }
    room
}

fn find(leader: &mut [usize], mut cell: usize) -> usize {
    while leader[cell] != cell {
        leader[cell] = leader[leader[cell]];
        cell = leader[cell];
    }
    cell
}

/// The six cells of a block with its first corner on `cell`: three cells `along`, two `across`.
fn block(board: &Board, cell: Cell, along: Direction, across: Direction) -> Option<[Cell; 6]> {
    let step = |cell: Cell, direction| Some(board.next(cell, direction)).filter(|&next| next != WALL);
    let second = step(cell, along)?;
    let third = step(second, along)?;
    let beside = step(cell, across)?;
    Some([cell, second, third, beside, step(second, across)?, step(third, across)?])
}
