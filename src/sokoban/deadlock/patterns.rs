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
    patterns: Vec<Pattern>,
    /// For each cell the patterns with a box on it.
    with: Vec<Vec<u32>>,
}

/// The most that are kept.
const MOST: usize = 4000;

impl Patterns {
    pub(in crate::sokoban) fn new(cells: usize) -> Self {
        Self { patterns: Vec::new(), with: vec![Vec::new(); cells] }
    }

    /// Keeps a pattern, unless there are too many.
    pub(in crate::sokoban) fn add(&mut self, boxes: &[Cell], in_region: impl Fn(Cell) -> bool) {
        if self.patterns.len() >= MOST {
            return;
        }
        let mut region = vec![0; self.with.len().div_ceil(64)];
        for cell in (0..self.with.len()).filter_map(|cell| Cell::try_from(cell).ok()) {
            if in_region(cell) {
                region[usize::from(cell) / 64] |= 1 << (cell % 64);
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "they are few")]
        let number = self.patterns.len() as u32;
        for &cell in boxes {
            self.with[usize::from(cell)].push(number);
        }
        self.patterns.push(Pattern { boxes: boxes.to_vec(), region });
    }

    /// Whether a pattern with a box on `cell` fits the position.
    pub(in crate::sokoban) fn fits_at(&self, cell: Cell, occupied: &[bool], player: Cell) -> bool {
        self.with[usize::from(cell)].iter().any(|&number| {
            let Pattern { boxes, region } = &self.patterns[number as usize];
            region[usize::from(player) / 64] >> (player % 64) & 1 == 1
                && boxes.iter().all(|&cell| occupied[usize::from(cell)])
        })
    }
}
