//! Boxes that are frozen on goals are walls: what is reachable then, remembered for each such set.
//!
//! Frozen boxes never move again ([`freeze`](super::freeze)), so in every solution from here on they
//! are as good as walls. A cell from which a box, alone among those walls, can reach no goal that is
//! still open is a dead square from now on; that may freeze further boxes, which is why the sets grow
//! until nothing changes. The boxes that are not frozen need different open goals they can reach: if
//! there is no such assignment, the position is dead.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::sokoban::board::floor_graph::FloorGraph;
use crate::sokoban::board::{Board, Cell};

/// The goals that a box can reach from each cell among walls.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct FrozenWalls {
    /// For each cell, the least distance to an open goal; `u16::MAX` for none.
    nearest: Vec<u16>,
    /// For each cell a row of distances to the open goals.
    table: Vec<u16>,
    open: Vec<Cell>,
}

/// No way.
pub(in crate::sokoban) const FAR: u16 = u16::MAX;

impl FrozenWalls {
    /// Pulls a box from every open goal, breadth-first over (cell, side). O(goals * cells).
    ///
    /// # Errors
    /// What `check` says, which is asked for each goal.
    pub(in crate::sokoban) fn new<E>(
        board: &Board,
        frozen: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let is_wall = |cell: Cell| frozen.contains(&cell);
        let floor = FloorGraph::among(board, is_wall);
        let open: Vec<Cell> = board.goals().iter().copied().filter(|&goal| !is_wall(goal)).collect();
        let mut table = vec![FAR; open.len() * board.cells()];
        let mut seen = vec![[false; 4]; board.cells()];
        let mut queue: Vec<(Cell, u8, u16)> = Vec::new();
        for (column, &goal) in open.iter().enumerate() {
            check()?;
            seen.fill([false; 4]);
            queue.clear();
            for side in 0..4 {
                seen[usize::from(goal)][usize::from(side)] = true;
                queue.push((goal, side, 0));
            }
            let mut next = 0;
            while let Some(&(cell, side, distance)) = queue.get(next) {
                next += 1;
                let best = &mut table[usize::from(cell) * open.len() + column];
                *best = (*best).min(distance);
                for (_, before, stood) in floor.pushes_to(cell, side) {
                    let known = &mut seen[usize::from(before)][usize::from(stood)];
                    if !std::mem::replace(known, true) {
                        queue.push((before, stood, distance.saturating_add(1)));
                    }
                }
            }
        }
        let nearest = (0..board.cells())
            .map(|cell| {
                table[cell * open.len()..(cell + 1) * open.len()].iter().copied().min().unwrap_or(FAR)
            })
            .collect();
        Ok(Self { nearest, table, open })
    }

    /// Whether a box on `cell` can still get to a goal.
    #[inline]
    pub(in crate::sokoban) fn is_live(&self, cell: Cell) -> bool {
        self.nearest[usize::from(cell)] != FAR
    }

    /// How many open goals a box on `cell` can reach.
    pub(in crate::sokoban) fn goals_from(&self, cell: Cell) -> u32 {
        self.row(cell).iter().map(|&distance| u32::from(distance != FAR)).sum()
    }

    fn row(&self, cell: Cell) -> &[u16] {
        &self.table[usize::from(cell) * self.open.len()..(usize::from(cell) + 1) * self.open.len()]
    }

    /// Whether `boxes` can be given different open goals they can reach.
    ///
    /// # Errors
    /// What `check` says, which is asked for each box.
    pub(in crate::sokoban) fn can_assign<E>(
        &self,
        boxes: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut owner = vec![usize::MAX; self.open.len()];
        let mut tried = vec![false; self.open.len()];
        for row in 0..boxes.len() {
            check()?;
            tried.fill(false);
            if !self.assign(boxes, row, &mut owner, &mut tried) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn assign(&self, boxes: &[Cell], row: usize, owner: &mut [usize], tried: &mut [bool]) -> bool {
        for (goal, &distance) in self.row(boxes[row]).iter().enumerate() {
            if distance != FAR && owner[goal] == usize::MAX {
                owner[goal] = row;
                return true;
            }
        }
        for goal in 0..owner.len() {
            if self.row(boxes[row])[goal] == FAR || tried[goal] {
                continue;
            }
            tried[goal] = true;
            if self.assign(boxes, owner[goal], owner, tried) {
                owner[goal] = row;
                return true;
            }
        }
        false
    }
}

/// A memory of [`FrozenWalls`] tables.
#[derive(Clone, Debug, Default)]
pub(in crate::sokoban) struct Walls {
    tables: FxHashMap<Vec<Cell>, Rc<FrozenWalls>>,
}

/// The memory that tables may take.
const MAX_BYTES: usize = 32_000_000;

impl Walls {
    fn most(board: &Board) -> usize {
        (MAX_BYTES / Self::bytes(board)).clamp(2, 2000)
    }

    /// What one table takes at most, with its key and its place among the others, which are at least seven
    /// sixteenths of what is there for them, and for a moment there is twice the place, too.
    fn bytes(board: &Board) -> usize {
        let (cells, goals, boxes) = (board.cells(), board.goals().len(), board.boxes().len());
        let numbers = cells + goals * cells + goals + boxes;
        let place = 3 * 16 * (size_of::<(Vec<Cell>, Rc<FrozenWalls>)>() + 1) / 7;
        numbers * size_of::<u16>() + size_of::<FrozenWalls>() + place + 6 * 16
    }

    /// The bytes that are taken at most: by what is remembered, and by what is still in use while a new one
    /// is made.
    pub(in crate::sokoban) fn most_bytes(board: &Board) -> u64 {
        let scratch = board.cells() * 64;
        ((Self::most(board) + 2) * Self::bytes(board) + scratch) as u64
    }

    /// The table with `frozen` (in increasing order) as walls.
    ///
    /// # Errors
    /// As [`FrozenWalls::new`]; nothing is then remembered.
    pub(in crate::sokoban) fn table<E>(
        &mut self,
        board: &Board,
        frozen: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Rc<FrozenWalls>, E> {
        if let Some(known) = self.tables.get(frozen) {
            return Ok(Rc::clone(known));
        }
        if self.tables.len() >= Self::most(board) {
            self.tables.clear();
        }
        let table = Rc::new(FrozenWalls::new(board, frozen, check)?);
        self.tables.insert(frozen.to_vec(), Rc::clone(&table));
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::formats;

    #[test]
    fn a_table_that_is_stopped_is_not_remembered() {
        let text = "########\n#@ $$..#\n#      #\n########\n";
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut walls = Walls::default();
        let mut left = 1;
        let mut few = || {
            left -= 1;
            if left < 0 { Err("over") } else { Ok(()) }
        };
        assert_eq!(walls.table(&board, &[], &mut few).err(), Some("over"));
        assert!(walls.tables.is_empty());
        let mut asked = 0;
        let mut always = || -> Result<(), ()> {
            asked += 1;
            Ok(())
        };
        let table = walls.table(&board, &[], &mut always).expect("a table");
        assert_eq!(table.can_assign(board.boxes(), &mut always), Ok(true));
        assert_eq!(asked, board.goals().len() + board.boxes().len());
    }
}
