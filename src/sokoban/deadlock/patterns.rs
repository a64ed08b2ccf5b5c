//! Deadlocks that a search has proved: sets of boxes that cannot all be brought home, whatever the
//! others do, as long as the player is in a certain region.
//!
//! Let P be a set of boxes and R the region of the player with only P on the board, and let it be
//! proved that from there P cannot be brought to goals (all goals being available). Then every
//! position that has boxes on P, and the player in R when only P is looked at, is dead: taking other
//! boxes away only adds pushes and room to walk. The region of any position with more boxes lies
//! within that of P alone, so it suffices to look at one cell of it.

use crate::sokoban::board::Cell;

/// One proved set.
#[derive(Clone, Debug)]
struct Pattern {
    boxes: Vec<Cell>,
    /// A bit for each cell of the region.
    region: Vec<u64>,
}

/// All that have been proved on a board.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct Patterns {
    list: Vec<Pattern>,
    /// For each cell the patterns with a box on it.
    with: Vec<Vec<u32>>,
    bytes: u64,
}

/// The most that are kept, and the most bytes they may take.
const MOST: usize = 4000;
const MAX_BYTES: u64 = 8_000_000;

impl Patterns {
    pub(in crate::sokoban) fn new(cells: usize) -> Self {
        Self { list: Vec::new(), with: vec![Vec::new(); cells], bytes: 0 }
    }

    /// The bytes that are taken at most.
    pub(in crate::sokoban) fn most_bytes(cells: usize) -> u64 {
        MAX_BYTES + Self::empty_bytes(cells)
    }

    /// A list for each cell, with its first places.
    fn empty_bytes(cells: usize) -> u64 {
        (cells * (size_of::<Vec<u32>>() + 16 + 4 * size_of::<u32>())) as u64
    }

    /// Keeps a pattern, unless there are too many.
    pub(in crate::sokoban) fn add(&mut self, boxes: &[Cell], in_region: impl Fn(Cell) -> bool) {
        let words = self.with.len().div_ceil(64);
        // Lists may be on their way to twice the place.
        let of_boxes = boxes.len() * (size_of::<Cell>() + 3 * size_of::<u32>());
        let bytes = 3 * size_of::<Pattern>() + 2 * 16 + words * size_of::<u64>() + of_boxes;
        if self.list.len() >= MOST || self.bytes + bytes as u64 > MAX_BYTES {
            return;
        }
        self.bytes += bytes as u64;
        let mut region = vec![0; words];
        for cell in (0..self.with.len()).filter_map(|cell| Cell::try_from(cell).ok()) {
            if in_region(cell) {
                region[usize::from(cell) / 64] |= 1 << (cell % 64);
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "they are few")]
        let number = self.list.len() as u32;
        for &cell in boxes {
            self.with[usize::from(cell)].push(number);
        }
        self.list.push(Pattern { boxes: boxes.to_vec(), region });
    }

    /// Whether a pattern with a box on `cell` fits the position.
    pub(in crate::sokoban) fn fits_at(&self, cell: Cell, occupied: &[bool], player: Cell) -> bool {
        self.with[usize::from(cell)].iter().any(|&number| {
            let Pattern { boxes, region } = &self.list[number as usize];
            region[usize::from(player) / 64] >> (player % 64) & 1 == 1
                && boxes.iter().all(|&cell| occupied[usize::from(cell)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_was_said() {
        let cells = 3_000;
        let mut patterns = Patterns::new(cells);
        let boxes: Vec<Cell> = (0..900).collect();
        for _ in 0..MOST {
            patterns.add(&boxes, |cell| cell > 900);
        }
        assert!((100..MOST).contains(&patterns.list.len()), "{}", patterns.list.len());
        let kept: usize =
            patterns.list.iter().map(|it| 2 * it.boxes.capacity() + 8 * it.region.capacity()).sum();
        let lists: usize = patterns.with.iter().map(|list| size_of::<Vec<u32>>() + 4 * list.capacity()).sum();
        let table = patterns.list.capacity() * size_of::<Pattern>();
        assert!((kept + lists + table) as u64 <= Patterns::most_bytes(cells), "{kept} + {lists} + {table}");
    }
}
