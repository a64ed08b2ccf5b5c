//! Walking distance (Takahashi, *15 puzzle optimal solver*, 2002, for sliding tiles): the least number of
//! shifts of columns that bring every tile into a row of its target, plus the least number of shifts of
//! rows that bring it into a column. The two are counted separately, so their sum is a lower bound.
//!
//! For the rows only the number of tiles of each class in each row counts; a class is all tiles that the target has
//! in the same rows. A shift of a column takes one tile from each row to the row beside it, and the bound chooses
//! which. A shift of a row changes nothing. A search over these numbers (10,147 states where all tiles differ) gives
//! the least number of shifts of columns. This file also has the board as the bounds see it.

use std::sync::Arc;

use lurd_engine::program::{budget::Budget, outcome::Stop};

use crate::rules::{Board, Goal, Moves, Slide, first_shift, is_odd};
use crate::spaces::fields::{Fields, Rotation};

/// The most classes; all further ones are merged into the last.
const CLASSES: usize = 4;
/// No composition, and no distance.
const NONE: u8 = u8::MAX;

/// The bound for the rows; the columns are the rows of the transposed board.
#[derive(Clone)]
pub(super) struct WalkingDistance {
    classes: [usize; 16],
    /// For each row of four tiles, by their classes of two bits, its part of an index into `distances`:
    /// its composition as a digit of the first, the second, the third row.
    digits: [[u16; 256]; 3],
    count: usize,
    /// By the compositions of three rows, which determine the fourth.
    distances: Arc<[u8]>,
    goal: [u8; SIDE],
    bytes: u64,
}

impl WalkingDistance {
    /// Computes the bound for the target `board`, or takes the distances from `like`, which has the same
    /// moves, if they are equal.
    pub(super) fn new(board: u64, moves: Moves, like: Option<&Self>, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let classes = classes(board);
        let compositions = Compositions::new(classes.iter().max().map_or(1, |most| most + 1));
        let count = compositions.list.len();
        let bytes = (count * count * count) as u64;
        budget.grow(bytes)?;
        let codes: [u8; 256] = std::array::from_fn(|row| {
            let mut counts = [0; CLASSES];
            (0..SIDE).for_each(|cell| counts[row >> (2 * cell) & 3] += 1);
            compositions.code(counts)
        });
        let goal = plane(board, &classes).to_le_bytes().map(|row| codes[usize::from(row)]);
        let distances = match like.filter(|like| like.count == count && like.goal == goal) {
            Some(like) => Arc::clone(&like.distances),
            None => compositions.distances(goal, moves, budget)?.into(),
        };
        let narrow = |number: usize| u16::try_from(number).expect("at most 35 compositions");
        let digit = |value: usize| codes.map(|code| if code == NONE { 0 } else { narrow(usize::from(code) * value) });
        let digits = [digit(1), digit(count), digit(count * count)];
        Ok(Self { classes, digits, count, distances, goal, bytes })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Two bits per cell for the class of its tile.
    pub(super) fn plane(&self, board: u64) -> u32 {
        plane(board, &self.classes)
    }

    /// The least number of shifts of columns, for the plane of a board.
    #[inline]
    pub(super) fn of(&self, plane: u32) -> u8 {
        let digit = |row: usize| self.digits[row][(plane >> (8 * row) & 0xFF) as usize];
        self.distances[usize::from(digit(0) + digit(1) + digit(2))]
    }
}

fn nibble(board: u64, cell: usize) -> usize {
    usize::from((board >> (4 * cell)).to_le_bytes()[0] & 0xF)
}

fn plane(board: u64, classes: &[usize; 16]) -> u32 {
    (0..16).fold(0, |plane, cell| {
        let class = u32::try_from(classes[nibble(board, cell)]).unwrap_or(0);
        plane | class << (2 * cell)
    })
}

/// The class of each colour: colours that the target has in the same rows share one, and all classes
/// beyond the third are the fourth.
fn classes(board: u64) -> [usize; 16] {
    let mut rows = [0_u32; 16];
    for cell in 0..16 {
        rows[nibble(board, cell)] |= 1 << (cell / 4);
    }
    let mut known: Vec<u32> = Vec::new();
    rows.map(|rows| {
        if rows == 0 {
            return 0;
        }
        let class = known.iter().position(|&it| it == rows).unwrap_or_else(|| {
            known.push(rows);
            known.len() - 1
        });
        class.min(CLASSES - 1)
    })
}

/// The compositions of four tiles, and of three, by their classes.
struct Compositions {
    list: Vec<[u8; CLASSES]>,
    /// For each composition of three, the one with one more tile of each class.
    added: Vec<[u8; CLASSES]>,
    /// For each composition, the one of three without a tile of each class.
    removed: Vec<[u8; CLASSES]>,
}

fn divide(tiles: u8, classes: usize) -> Vec<[u8; CLASSES]> {
    let mut list = Vec::new();
    fill(tiles, 0, classes, &mut [0; CLASSES], &mut list);
    list
}

fn fill(left: u8, class: usize, classes: usize, counts: &mut [u8; CLASSES], list: &mut Vec<[u8; CLASSES]>) {
    if class + 1 == classes {
        counts[class] = left;
        list.push(*counts);
        return;
    }
    for here in 0..=left {
        counts[class] = here;
        fill(left - here, class + 1, classes, counts, list);
    }
}

impl Compositions {
    fn new(classes: usize) -> Self {
        let (list, three) = (divide(4, classes), divide(3, classes));
        let place = |list: &[[u8; CLASSES]], counts: [u8; CLASSES]| {
            list.iter().position(|it| *it == counts).and_then(|place| u8::try_from(place).ok()).unwrap_or(NONE)
        };
        let changed = |counts: &[u8; CLASSES], class: usize, by: i8| {
            let mut counts = *counts;
            counts[class] = counts[class].wrapping_add_signed(by);
            counts
        };
        let each = |f: &dyn Fn(usize) -> u8| -> [u8; CLASSES] { std::array::from_fn(f) };
        let added = three.iter().map(|it| each(&|class| place(&list, changed(it, class, 1)))).collect();
        let removed = list.iter().map(|it| each(&|class| place(&three, changed(it, class, -1)))).collect();
        Self { list, added, removed }
    }

    fn code(&self, counts: [u8; CLASSES]) -> u8 {
        self.list.iter().position(|it| *it == counts).and_then(|code| u8::try_from(code).ok()).unwrap_or(NONE)
    }

    /// The distances to `goal` by the compositions of the first three rows.
    fn distances(&self, goal: [u8; SIDE], moves: Moves, budget: &mut Budget<'_>) -> Result<Vec<u8>, Stop> {
        let count = self.list.len();
        let index =
            |rows: &[u8; SIDE]| (usize::from(rows[2]) * count + usize::from(rows[1])) * count + usize::from(rows[0]);
        let mut distances = vec![NONE; count * count * count];
        distances[index(&goal)] = 0;
        let mut layer = vec![goal];
        let steps: &[usize] = if moves == Moves::Single { &[1, 3] } else { &[1, 2, 3] };
        for distance in 1.. {
            let mut next = Vec::new();
            for rows in &layer {
                budget.check()?;
                for &by in steps {
                    self.each_neighbour(*rows, by, &mut |rows| {
                        let slot = &mut distances[index(&rows)];
                        if *slot == NONE {
                            *slot = distance;
                            next.push(rows);
                        }
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Ok(distances)
    }

    /// Calls `visit` for each result of moving one tile of each row to the row `by` below it.
    fn each_neighbour(&self, rows: [u8; SIDE], by: usize, visit: &mut dyn FnMut([u8; SIDE])) {
        let removed = rows.map(|row| self.removed[usize::from(row)]);
        let of = |row: usize| {
            (0..CLASSES)
                .filter(move |&class| removed[row][class] != NONE)
                .map(move |class| (class, removed[row][class]))
        };
        for one in of(0) {
            for two in of(1) {
                for three in of(2) {
                    for four in of(3) {
                        let taken = [one, two, three, four];
                        visit(std::array::from_fn(|row| {
                            let (left, given) = (taken[row].1, taken[(row + SIDE - by) % SIDE].0);
                            self.added[usize::from(left)][given]
                        }));
                    }
                }
            }
        }
    }
}

// The board as the bounds see it: two planes of tile classes.

/// The number of rows, and of columns.
pub(super) const SIDE: usize = 4;

/// Two bits per cell for the class of its tile among the rows, row by row, and two bits for its class
/// among the columns, column by column. Where all tiles differ, the two identify the tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Planes {
    pub(super) rows: u32,
    pub(super) columns: u32,
}

impl Planes {
    #[inline]
    pub(super) fn word(self) -> u64 {
        u64::from(self.rows) << 32 | u64::from(self.columns)
    }

    /// The arrangement, where the planes identify the tiles.
    pub(super) fn tiles(self) -> Tiles {
        Tiles::of(|cell| {
            let across = cell % SIDE * SIDE + cell / SIDE;
            ((self.rows >> (2 * cell) & 3) << 2 | (self.columns >> (2 * across) & 3)).to_le_bytes()[0]
        })
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct PlaneMove {
    pub(super) rows: Rotation<u32>,
    pub(super) columns: Rotation<u32>,
}

impl PlaneMove {
    pub(super) fn new(board: &Board, slide: Slide) -> Self {
        let by = slide.towards_first(SIDE);
        // The rows of the one plane are the columns of the other.
        let rotation = |shift| Fields::TWO_BITS.rotation(board.line(shift), by).in_word();
        let across = first_shift(!slide.is_row(), slide.shift.line.into());
        Self { rows: rotation(slide.shift), columns: rotation(across) }
    }
}

/// An arrangement of sixteen tiles, where tile *i* belongs in cell *i*, and its inverse.
pub(super) struct Tiles {
    pub(super) tile_in: [u8; 16],
    pub(super) cell_of: [u8; 16],
}

impl Tiles {
    #[inline]
    pub(super) fn of(tile: impl Fn(usize) -> u8) -> Self {
        // Loops, because array adaptors are not inlined here, where most of the time is spent.
        let (mut tile_in, mut cell_of) = ([0; 16], [0; 16]);
        for cell in 0..16_u8 {
            let tile = tile(usize::from(cell)) & 15;
            tile_in[usize::from(cell)] = tile;
            cell_of[usize::from(tile)] = cell;
        }
        Self { tile_in, cell_of }
    }
}

/// A puzzle whose tiles have been renamed.
pub(super) struct Renamed {
    pub(super) start: Board,
    pub(super) target: Board,
    /// Whether all tiles differ; tile *i* is then the one that belongs in cell *i*.
    pub(super) distinct: bool,
}

impl Renamed {
    pub(super) fn new(goal: &Goal) -> Self {
        let target = goal.target.cells();
        let distinct = (0..16).all(|cell| !target[..cell].contains(&target[cell]));
        if !distinct {
            return Self { start: goal.source.clone(), target: goal.target.clone(), distinct };
        }
        let name =
            |&colour: &u8| target.iter().position(|&it| it == colour).and_then(|it| u8::try_from(it).ok()).unwrap_or(0);
        let renamed = |board: &Board| board.with_cells(board.cells().iter().map(name).collect());
        Self { start: renamed(&goal.source), target: renamed(&goal.target), distinct }
    }

    /// Whether the start is an odd permutation of the target.
    pub(super) fn is_odd(&self) -> bool {
        self.distinct && is_odd(&self.start.cells().iter().map(|&tile| tile.into()).collect::<Vec<_>>())
    }
}

/// A board with four bits per cell.
pub(super) fn pack(board: &Board) -> u64 {
    Fields::FOUR_BITS.pack(board)
}

/// The board with rows and columns exchanged.
pub(super) fn transposed(board: u64) -> u64 {
    (0..16).fold(0, |other, cell| other | (board >> (4 * cell) & 0xF) << (4 * (cell % SIDE * SIDE + cell / SIDE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walking(board: u64) -> WalkingDistance {
        let mut budget = Budget::unlimited();
        WalkingDistance::new(board, Moves::Single, None, &mut budget).expect("no limit")
    }

    #[test]
    fn sixteen_tiles_have_10147_distributions() {
        let walking = walking(0xFEDC_BA98_7654_3210);
        let of = |board| walking.of(walking.plane(board));
        assert_eq!(walking.distances.iter().filter(|&&distance| distance != NONE).count(), 10_147);
        assert_eq!(of(0xFEDC_BA98_7654_3210), 0);
        assert_eq!(of(0xEFDC_BA98_7654_2301), 0, "each tile is in its row");
        assert_eq!(of(0xBEDC_7A98_3654_F210), 1, "one column went down");
    }

    #[test]
    fn colours_in_the_same_rows_are_one_class() {
        assert_eq!(classes(0x3322_3322_1100_1100)[..4], [0, 0, 1, 1]);
        // Six pairs of rows: the last three are one.
        assert_eq!(classes(0x5431_4320_5210_5310).iter().max(), Some(&3));
    }
}
