//! The goals that a box can reach when frozen boxes are walls, remembered for each set of frozen boxes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::sokoban::board::floor_graph::FloorGraph;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::bipartite_matching::hall_violator;
use crate::sokoban::direction::Direction;

/// The goals that a box can reach from each cell when some cells are walls.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct FrozenWalls {
    /// For each cell, the least distance to an open goal, or [`FAR`].
    nearest: Vec<u16>,
    /// For each cell a row of distances to the open goals.
    table: Vec<u16>,
    open: Vec<Cell>,
}

/// The distance to a goal that cannot be reached.
const FAR: u16 = u16::MAX;

impl FrozenWalls {
    /// Pulls a box from every open goal, breadth-first over (cell, side). O(goals * cells).
    ///
    /// # Errors
    /// The error of `check`, which is called for each goal.
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
                for direction in Direction::ALL {
                    let Some((before, stood)) = floor.push_to(cell, side, direction) else {
                        continue;
                    };
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

    /// Whether `boxes` can be assigned to different open goals that they can reach.
    ///
    /// # Errors
    /// The error of `check`, which is called for each box.
    pub(super) fn can_assign<E>(
        &self,
        boxes: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let reaches = |row: usize, goal: usize| self.row(boxes[row])[goal] != FAR;
        Ok(hall_violator(boxes.len(), self.open.len(), reaches, check)?.is_none())
    }
}

/// A cache of [`FrozenWalls`] by their sets of walls. When it is full, it is emptied.
#[derive(Clone, Debug, Default)]
pub(in crate::sokoban) struct FrozenWallsCache {
    tables: FxHashMap<Vec<Cell>, Rc<FrozenWalls>>,
}

const MAX_BYTES: usize = 32_000_000;

impl FrozenWallsCache {
    fn max_tables(board: &Board) -> usize {
        (MAX_BYTES / Self::table_bytes(board)).clamp(2, 2000)
    }

    /// An upper limit of the bytes of one table with its key and its entry in the map. The map is at least
    /// 7/16 full, and while it grows there is one of twice the size, too.
    fn table_bytes(board: &Board) -> usize {
        let (cells, goals, boxes) = (board.cells(), board.goals().len(), board.boxes().len());
        let numbers = cells + goals * cells + goals + boxes;
        let entry = 3 * 16 * (size_of::<(Vec<Cell>, Rc<FrozenWalls>)>() + 1) / 7;
        numbers * size_of::<u16>() + size_of::<FrozenWalls>() + entry + 6 * 16
    }

    /// An upper limit of the bytes of all tables, including those still in use while a new one is made.
    pub(in crate::sokoban) fn max_bytes(board: &Board) -> u64 {
        let scratch = board.cells() * 64;
        ((Self::max_tables(board) + 2) * Self::table_bytes(board) + scratch) as u64
    }

    /// The table with `frozen` (in increasing order) as walls.
    ///
    /// # Errors
    /// As [`FrozenWalls::new`]; nothing is remembered then.
    pub(in crate::sokoban) fn table<E>(
        &mut self,
        board: &Board,
        frozen: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Rc<FrozenWalls>, E> {
        if let Some(known) = self.tables.get(frozen) {
            return Ok(Rc::clone(known));
        }
        if self.tables.len() >= Self::max_tables(board) {
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
        let mut walls = FrozenWallsCache::default();
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

    /// Of boards of several shapes, one with a hundred goals in a narrow room.
    #[test]
    fn a_table_takes_no_more_than_was_said() {
        let wide = format!("{0}\n#@{1}{2}#\n{0}\n", "#".repeat(203), "$".repeat(100), ".".repeat(100));
        for text in ["####\n#@*#\n####\n", "########\n#@ $$..#\n#      #\n########\n", &wide] {
            let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
            let board = Board::new(&level);
            for frozen in [&[], board.boxes()] {
                let mut cache = FrozenWallsCache::default();
                let mut always = || Ok::<(), ()>(());
                let table = cache.table(&board, frozen, &mut always).expect("a table");
                // An allocation has 16 bytes more; a shared one has two counts.
                let lists = [&table.nearest, &table.table, &table.open].map(|list| 2 * list.len() + 16);
                let one = lists.iter().sum::<usize>() + size_of::<FrozenWalls>() + 16 + 16;
                let key = 2 * frozen.len() + 16;
                // While the map grows there are three times 16/7 places for each entry.
                let entry = 3 * 16 * (size_of::<(Vec<Cell>, Rc<FrozenWalls>)>() + 1) / 7;
                let said = FrozenWallsCache::table_bytes(&board);
                assert!(one + key + entry <= said, "{one} + {key} + {entry}, {said}");
                let most = one + key + entry + 2 * board.boxes().len();
                assert!(!frozen.is_empty() || said <= most, "{said}, {most}");
            }
            let all = FrozenWallsCache::max_tables(&board) * FrozenWallsCache::table_bytes(&board);
            assert!(FrozenWallsCache::max_bytes(&board) > all as u64);
            assert!(all <= MAX_BYTES || FrozenWallsCache::max_tables(&board) == 2);
        }
    }
}
