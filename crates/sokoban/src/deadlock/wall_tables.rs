//! The goals that a box can reach when frozen boxes are walls, remembered for each set of frozen boxes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::{
    board::{Board, Cell, floor_graph::FloorGraph},
    bounds::bipartite_matching::SetMatching,
    direction::Direction,
};

/// The goals that a box can reach from each cell when some cells are walls.
#[derive(Clone, Debug)]
pub(crate) struct FrozenWalls {
    /// For each cell a set of open goals, [`words`](Self::words) words each.
    reachable: Vec<u64>,
    /// For each cell whether the set is not empty.
    live: Vec<bool>,
    open: Vec<Cell>,
}

impl FrozenWalls {
    /// Pulls a box from every open goal, over (cell, side). O(goals * cells).
    ///
    /// # Errors
    /// The error of `check`, which is called for each goal.
    pub(crate) fn new<E>(board: &Board, frozen: &[Cell], check: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let is_wall = |cell: Cell| frozen.contains(&cell);
        let floor = FloorGraph::among(board, is_wall);
        let open: Vec<Cell> = board.goals().iter().copied().filter(|&goal| !is_wall(goal)).collect();
        let words = Self::words(open.len());
        let mut reachable = vec![0; words * board.cells()];
        let mut live = vec![false; board.cells()];
        let mut seen = vec![[false; 4]; board.cells()];
        let mut stack: Vec<(Cell, u8)> = Vec::new();
        for (column, &goal) in open.iter().enumerate() {
            check()?;
            seen.fill([false; 4]);
            for side in 0..4 {
                seen[usize::from(goal)][usize::from(side)] = true;
                stack.push((goal, side));
            }
            while let Some((cell, side)) = stack.pop() {
                reachable[usize::from(cell) * words + column / 64] |= 1 << (column % 64);
                live[usize::from(cell)] = true;
                for direction in Direction::ALL {
                    let Some((before, stood)) = floor.push_to(cell, side, direction) else {
                        continue;
                    };
                    let known = &mut seen[usize::from(before)][usize::from(stood)];
                    if !std::mem::replace(known, true) {
                        stack.push((before, stood));
                    }
                }
            }
        }
        Ok(Self { reachable, live, open })
    }

    /// The words of a set of goals.
    fn words(goals: usize) -> usize {
        goals.div_ceil(64)
    }

    /// Whether a box on `cell` can still get to a goal.
    #[inline]
    pub(crate) fn is_live(&self, cell: Cell) -> bool {
        self.live[usize::from(cell)]
    }

    /// How many open goals a box on `cell` can reach.
    pub(crate) fn goals_from(&self, cell: Cell) -> u32 {
        self.reachable_from(cell).iter().map(|word| word.count_ones()).sum()
    }

    /// Whether a box on `cell` can reach every goal that one on `other` can.
    pub(super) fn reaches_all_goals_of(&self, cell: Cell, other: Cell) -> bool {
        self.reachable_from(other).iter().zip(self.reachable_from(cell)).all(|(other, own)| other & !own == 0)
    }

    fn reachable_from(&self, cell: Cell) -> &[u64] {
        let words = Self::words(self.open.len());
        &self.reachable[usize::from(cell) * words..(usize::from(cell) + 1) * words]
    }

    /// Whether `boxes` can be assigned to different open goals that they can reach.
    ///
    /// # Errors
    /// The error of `check`, which is called for each box.
    pub(super) fn can_assign<E>(
        &self,
        boxes: &[Cell],
        matching: &mut SetMatching,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        matching.matches_all(boxes.len(), self.open.len(), |row| self.reachable_from(boxes[row]), check)
    }
}

/// A cache of [`FrozenWalls`] by their sets of walls. When it is full, it is emptied.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrozenWallsCache {
    tables: FxHashMap<Vec<Cell>, Rc<FrozenWalls>>,
    /// The table without walls, which every check begins with.
    without: Option<Rc<FrozenWalls>>,
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
        let sets = cells * (FrozenWalls::words(goals) * size_of::<u64>() + size_of::<bool>());
        let numbers = goals + boxes;
        let entry = 3 * 16 * (size_of::<(Vec<Cell>, Rc<FrozenWalls>)>() + 1) / 7;
        sets + numbers * size_of::<Cell>() + size_of::<FrozenWalls>() + entry + 6 * 16
    }

    /// An upper limit of the bytes of all tables, including that without walls, and those still in use while a new one is
    /// made.
    pub(crate) fn max_bytes(board: &Board) -> u64 {
        let scratch = board.cells() * 64;
        ((Self::max_tables(board) + 3) * Self::table_bytes(board) + scratch) as u64
    }

    /// The table with `frozen` (in increasing order) as walls.
    ///
    /// # Errors
    /// As [`FrozenWalls::new`]; nothing is remembered then.
    pub(crate) fn table<E>(
        &mut self,
        board: &Board,
        frozen: &[Cell],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Rc<FrozenWalls>, E> {
        if frozen.is_empty()
            && let Some(table) = &self.without
        {
            return Ok(Rc::clone(table));
        }
        if let Some(known) = self.tables.get(frozen) {
            return Ok(Rc::clone(known));
        }
        if self.tables.len() >= Self::max_tables(board) {
            self.tables.clear();
        }
        let table = Rc::new(FrozenWalls::new(board, frozen, check)?);
        if frozen.is_empty() {
            self.without = Some(Rc::clone(&table));
            return Ok(table);
        }
        self.tables.insert(frozen.to_vec(), Rc::clone(&table));
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

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
        assert_eq!(table.can_assign(board.boxes(), &mut SetMatching::default(), &mut always), Ok(true));
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
                let lists = [8 * table.reachable.len(), table.live.len(), 2 * table.open.len()];
                let one = lists.iter().map(|bytes| bytes + 16).sum::<usize>() + size_of::<FrozenWalls>() + 16 + 16;
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
