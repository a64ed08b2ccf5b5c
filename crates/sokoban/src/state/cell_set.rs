//! Sets of cells of small boards as bits of a word, and cells whose neighbours stay connected without them.

use crate::board::{Board, Cell, WALL};

/// A set of cells of a board of at most [`MAX_CELLS`] cells.
pub(crate) type CellSet = u128;

/// The cells that a [`CellSet`] has bits for.
pub(crate) const MAX_CELLS: usize = CellSet::BITS as usize;

/// The set of one cell.
#[inline]
pub(crate) fn single(cell: Cell) -> CellSet {
    1 << cell
}

/// Whether `cell`, which may be a wall, is in `set`.
#[inline]
pub(crate) fn contains(set: CellSet, cell: Cell) -> bool {
    cell != WALL && set >> cell & 1 == 1
}

/// The cells of a set, in order.
#[derive(Clone)]
pub(crate) struct CellsOf(pub(crate) CellSet);

impl Iterator for CellsOf {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        #[expect(clippy::cast_possible_truncation, reason = "a set has few bits")]
        let cell = self.0.trailing_zeros() as Cell;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            cell
        })
    }
}

/// What is connected with each cell of a small board.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    neighbours: Vec<CellSet>,
    /// For each cell, those that are connected with it whatever the position, itself included.
    joined: Vec<CellSet>,
    /// For each cell, those next to one of `joined`.
    beside_joined: Vec<CellSet>,
    /// For each cell those around it in its row and in the two beside it.
    rings: Vec<[RingRow; 3]>,
}

/// The cells in one row of the eight around a cell. Their numbers are consecutive.
#[derive(Clone, Copy, Debug, Default)]
struct RingRow {
    first: Cell,
    /// For each set of the cells from `first` on their places among the eight, clockwise from the left one.
    places: [u8; 8],
}

impl RingRow {
    /// The rows of the ring of a cell.
    fn all(ring: &[Cell; 8]) -> [Self; 3] {
        let row = |places: &[usize]| {
            let cells = || places.iter().map(|&place| (place, ring[place])).filter(|&(_, cell)| cell != WALL);
            let first = cells().map(|(_, cell)| cell).min().unwrap_or(0);
            let mut row = Self { first, places: [0; 8] };
            for (set, found) in (0_u8..).zip(&mut row.places) {
                *found = cells().map(|(place, cell)| (set >> (cell - first) & 1) << place).sum();
            }
            row
        };
        [row(&[1, 2, 3]), row(&[0, 4]), row(&[7, 6, 5])]
    }
}

impl Adjacency {
    /// Collects the neighbours. O(cells^2). The board has at most [`MAX_CELLS`] cells. `always_free`: cells on which there
    /// never is a box.
    pub(crate) fn new(board: &Board, always_free: CellSet) -> Self {
        let set = |cells: &[Cell]| cells.iter().filter(|&&cell| cell != WALL).map(|&cell| single(cell)).sum();
        let neighbours: Vec<CellSet> = board.all().map(|cell| set(board.neighbours(cell))).collect();
        let mut adjacency = Self {
            joined: board.all().map(single).collect(),
            beside_joined: neighbours.clone(),
            neighbours,
            rings: board.all().map(|cell| RingRow::all(board.ring(cell))).collect(),
        };
        for cell in board.all().filter(|&cell| contains(always_free, cell)) {
            let joined = adjacency.flood(always_free, cell);
            let in_joined = board.all().filter(|&other| contains(joined, other)).map(usize::from);
            adjacency.beside_joined[usize::from(cell)] =
                in_joined.fold(0, |beside, other| beside | adjacency.neighbours[other]);
            adjacency.joined[usize::from(cell)] = joined;
        }
        adjacency
    }

    /// The cells of `free` connected with `start`, which is one of them.
    #[inline]
    pub(crate) fn flood(&self, free: CellSet, start: Cell) -> CellSet {
        self.spread(free, single(start), 0, CellSet::MAX)
    }

    /// The cells of `free` connected with `region`, some of them. The neighbours of the cells of `known`, a part of
    /// `region`, are not looked at. Ends early, with a part of the result, once all of `until` is in it.
    #[inline]
    fn spread(&self, free: CellSet, region: CellSet, mut known: CellSet, until: CellSet) -> CellSet {
        let mut reached = region;
        let mut open = region & !known;
        while open != 0 && until & !reached != 0 {
            // Two cells at once, because each step has to wait for the one before it.
            let (one, other) = (open.trailing_zeros() as usize, 127 - open.leading_zeros() as usize);
            reached |= self.beside_joined[one] & free;
            reached |= self.beside_joined[other] & free;
            known |= self.joined[one] | self.joined[other];
            open = reached & !known;
        }
        reached
    }

    /// The player's region after a box was pushed or pulled from `freed` to the adjacent cell `filled`. `region` is the
    /// region before, `free` the free floor afterwards and `player` the player's cell then, which is adjacent to `filled`:
    /// `freed` after a push, and after a pull a cell of `region`.
    #[inline]
    pub(crate) fn region_after(
        &self,
        region: CellSet,
        (freed, filled): (Cell, Cell),
        free: CellSet,
        player: Cell,
    ) -> CellSet {
        let rest = region & !single(filled);
        let joins = player == freed || self.neighbours[usize::from(freed)] & rest != 0;
        if rest != region && !self.stays_connected(filled, free & !if joins { 0 } else { single(freed) }) {
            // The region is still connected if all its cells beside `filled` are. This flood ends early only then, so
            // otherwise its result is complete.
            let parts = self.neighbours[usize::from(filled)] & region;
            let reached = self.spread(free, single(player), 0, parts);
            if parts & !reached != 0 {
                return reached;
            }
        }
        if !joins {
            return rest;
        }
        self.spread(free, rest | single(freed), rest, CellSet::MAX)
    }

    /// Whether the cells of `free` beside `cell` are connected through those of the eight around it.
    #[inline]
    fn stays_connected(&self, cell: Cell, free: CellSet) -> bool {
        let rows = self.rings[usize::from(cell)].iter();
        let ring = rows.fold(0, |ring, row| ring | row.places[(free >> row.first & 7) as usize]);
        STAYS_CONNECTED[usize::from(ring)]
    }
}

// Whether the neighbours of a cell are connected through the eight cells around it.

/// Whether the free cells beside `cell` are connected through the free ones of the eight around it. `free` is false for
/// walls.
#[inline]
pub(crate) fn stays_connected(board: &Board, cell: Cell, free: impl Fn(Cell) -> bool) -> bool {
    let ring = board.ring(cell).iter().enumerate();
    STAYS_CONNECTED[ring.fold(0, |mask, (at, &cell)| mask | usize::from(free(cell)) << at)]
}

/// For each set of free cells around a cell, clockwise from the left one: whether those next to the cell are
/// connected within the set.
pub(super) static STAYS_CONNECTED: [bool; 256] = {
    let mut table = [false; 256];
    let mut mask = 0;
    while mask < 256 {
        // Count the runs of free cells around the ring that contain a neighbour (an even index).
        let mut runs = 0;
        let mut start = 0;
        while start < 8 {
            if mask >> start & 1 == 1 && mask >> ((start + 7) % 8) & 1 == 0 {
                let mut at = start;
                let mut holds = false;
                while mask >> (at % 8) & 1 == 1 {
                    holds |= at % 2 == 0;
                    at += 1;
                }
                if holds {
                    runs += 1;
                }
            }
            start += 1;
        }
        table[mask] = runs <= 1;
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{direction::Direction, formats, state::PlayerRegion};

    /// The region of `player`, by a flood cell by cell.
    fn plain_flood(board: &Board, free: CellSet, player: Cell) -> CellSet {
        let occupied: Vec<bool> = board.all().map(|cell| !contains(free, cell)).collect();
        let mut region = PlayerRegion::new(board.cells());
        region.fill(board, &occupied, player);
        board.all().filter(|&cell| region.contains(cell)).map(single).sum()
    }

    /// Checks the regions before and after each push and pull by one cell. Returns how many were checked.
    fn check(text: &str, always_free: CellSet) -> u32 {
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let boxes: CellSet = board.boxes().iter().copied().map(single).sum();
        let free = board.all().map(single).sum::<CellSet>() & !boxes;
        // Boxes are only moved to other cells.
        let always_free = always_free & free;
        let adjacency = Adjacency::new(&board, always_free);
        let mut checked = 0;
        let mut check_move = |(freed, filled): (Cell, Cell), before: Cell, after: Cell| {
            let region = plain_flood(&board, free, before);
            assert_eq!(adjacency.flood(free, before), region, "{text}{before}");
            let free = free & !single(filled) | single(freed);
            let expected = plain_flood(&board, free, after);
            let found = adjacency.region_after(region, (freed, filled), free, after);
            assert_eq!(found, expected, "{text}{freed} {filled} {after}");
            checked += 1;
        };
        for &from in board.boxes() {
            for direction in Direction::ALL {
                let (ahead, behind) = (board.next(from, direction), board.next(from, direction.opposite()));
                if !contains(free, behind) {
                    continue;
                }
                if contains(free & !always_free, ahead) {
                    check_move((from, ahead), behind, from);
                }
                let back = board.next(behind, direction.opposite());
                if contains(free, back) && !contains(always_free, behind) {
                    check_move((from, behind), behind, back);
                }
            }
        }
        checked
    }

    proptest::proptest! {
        #[test]
        fn as_by_floods_cell_by_cell(cells in proptest::collection::vec(0_u8..10, 64), always_free: u128, more: u128) {
            let inside = cells.chunks(8).map(|row| {
                let row: String = row.iter().map(|&cell| match cell { 0..=5 => ' ', 6 | 7 => '#', _ => '*' }).collect();
                format!("#{row}#\n")
            });
            let text = format!("##########\n{}#@$.     #\n##########\n", inside.collect::<String>());
            check(&text, always_free);
            check(&text, always_free & more);
            check(&text, 0);
        }
    }

    #[test]
    fn regions_are_split_and_joined() {
        let text = "#########\n#   #   #\n# @$  $ #\n#   #   #\n## ### ##\n#  ..   #\n#########\n";
        assert!(check(text, 0) > 5);
        assert!(check(text, CellSet::MAX ^ 0xff_0000) > 0);
    }
}
