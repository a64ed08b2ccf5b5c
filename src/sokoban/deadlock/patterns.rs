//! Sets of boxes that a search has proved dead: they cannot all be brought to goals, whatever the other
//! boxes do, as long as the player is in a certain region.
//!
//! Let P be a set of boxes and R the region of the player with only P on the board, and let it be proved
//! that from there P cannot be brought to goals, where all goals are available. Then every position is dead
//! that has boxes on P and the player in R when only P is looked at: taking other boxes away only adds pushes
//! and room to walk. The player's region in a position with more boxes lies within the region with P alone,
//! so it suffices to look at one cell of it.

use crate::sokoban::board::Cell;

#[derive(Clone, Debug)]
struct DeadSet {
    boxes: Vec<Cell>,
    /// A bit for each cell of the region.
    region: Vec<u64>,
}

/// All sets that have been proved on a board.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct Patterns {
    list: Vec<DeadSet>,
    /// For each cell, the sets with a box on it.
    with: Vec<Vec<u32>>,
    bytes: u64,
}

const MAX_SETS: usize = 4000;
const MAX_BYTES: u64 = 8_000_000;

impl Patterns {
    pub(super) fn new(cells: usize) -> Self {
        Self { list: Vec::new(), with: vec![Vec::new(); cells], bytes: 0 }
    }

    pub(super) fn max_bytes(cells: usize) -> u64 {
        MAX_BYTES + Self::empty_bytes(cells)
    }

    /// A list for each cell, with its first four entries.
    fn empty_bytes(cells: usize) -> u64 {
        (cells * (size_of::<Vec<u32>>() + 16 + 4 * size_of::<u32>())) as u64
    }

    /// Keeps a set, unless a limit is reached.
    pub(super) fn add(&mut self, boxes: &[Cell], in_region: impl Fn(Cell) -> bool) {
        let words = self.with.len().div_ceil(64);
        // A list that grows takes three times its size for a moment.
        let of_boxes = boxes.len() * (size_of::<Cell>() + 3 * size_of::<u32>());
        let bytes = 3 * size_of::<DeadSet>() + 2 * 16 + words * size_of::<u64>() + of_boxes;
        if self.list.len() >= MAX_SETS || self.bytes + bytes as u64 > MAX_BYTES {
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
        self.list.push(DeadSet { boxes: boxes.to_vec(), region });
    }

    /// Whether a set with a box on `cell` fits the position.
    #[inline]
    pub(in crate::sokoban) fn fits_at(&self, cell: Cell, occupied: &[bool], player: Cell) -> bool {
        self.with[usize::from(cell)].iter().any(|&number| {
            let DeadSet { boxes, region } = &self.list[number as usize];
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
        for _ in 0..MAX_SETS {
            patterns.add(&boxes, |cell| cell > 900);
        }
        assert!((100..MAX_SETS).contains(&patterns.list.len()), "{}", patterns.list.len());
        let kept: usize =
            patterns.list.iter().map(|it| 2 * it.boxes.capacity() + 8 * it.region.capacity()).sum();
        let lists: usize = patterns.with.iter().map(|list| size_of::<Vec<u32>>() + 4 * list.capacity()).sum();
        let table = patterns.list.capacity() * size_of::<DeadSet>();
        assert!((kept + lists + table) as u64 <= Patterns::max_bytes(cells), "{kept} + {lists} + {table}");
    }

    /// One large set, or many small ones in different places: no slack is left by a limit.
    #[test]
    fn each_set_takes_no_more_than_was_counted() {
        for (cells, boxes, sets) in [(60_000, 60_000, 1), (60_000, 12, 600), (100, 3, 2_000)] {
            let mut patterns = Patterns::new(cells);
            for number in 0..sets {
                let at = |index: usize| Cell::try_from((number * boxes + index) % cells).expect("small");
                patterns.add(&(0..boxes).map(at).collect::<Vec<Cell>>(), |_| true);
            }
            assert_eq!(patterns.list.len(), sets);
            let heap = |bytes: usize| if bytes > 0 { bytes + 16 } else { 0 };
            let kept =
                patterns.list.iter().map(|it| heap(2 * it.boxes.capacity()) + heap(8 * it.region.capacity()));
            let lists = patterns.with.iter().map(|list| size_of::<Vec<u32>>() + heap(4 * list.capacity()));
            let all = kept.chain(lists).sum::<usize>() + patterns.list.capacity() * size_of::<DeadSet>();
            let counted = patterns.bytes + Patterns::empty_bytes(cells);
            assert!(all as u64 <= counted, "{all} of {counted}");
            assert!(Patterns::max_bytes(cells) == MAX_BYTES + Patterns::empty_bytes(cells));
        }
    }
}
