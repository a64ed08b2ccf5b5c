//! From ranks to ranks, a block and a shift at a time.

use super::tables::Tables;
use crate::space::{Walker, Way};

/// Goes through states with one set of cells; the digits of the others are read off the rank once.
pub(super) struct Blocks<'t> {
    tables: &'t Tables,
    set: usize,
    way: Way,
    /// The arrangements of both groups.
    digits: Vec<[u32; 2]>,
}

impl<'t> Blocks<'t> {
    pub(super) fn new(tables: &'t Tables) -> Self {
        Self { tables, set: 0, way: Way::Forward, digits: Vec::new() }
    }

    fn images(&self, slot: usize) -> (u64, &'t [u32], &'t [u32]) {
        let turn = match self.way {
            Way::Forward => slot,
            Way::Backward => self.tables.undo(slot),
        };
        self.tables.images(self.set, turn)
    }
}

impl Walker for Blocks<'_> {
    fn stretch(&self) -> u64 {
        self.tables.block()
    }

    fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    #[expect(clippy::cast_possible_truncation, reason = "tables of all sets are in memory")]
    fn load(&mut self, ranks: &[u64], way: Way) -> usize {
        self.way = way;
        self.digits.clear();
        let Some(first) = ranks.first() else { return 0 };
        self.set = (first / self.tables.block()) as usize;
        let start = self.set as u64 * self.tables.block();
        let width = self.tables.sizes()[1] as u64;
        // Ranks ascend, so the first digit seldom changes: no division.
        let mut high = (first - start) / width;
        let mut row = start + high * width;
        self.digits.extend(ranks.iter().map(|&rank| {
            while rank - row >= width {
                row += width;
                high += 1;
            }
            [high as u32, (rank - row) as u32]
        }));
        self.tables.moves()
    }

    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>) {
        let (base, first, second) = self.images(slot);
        let rank = |&[high, low]: &[u32; 2]| base + u64::from(first[high as usize] + second[low as usize]);
        out.extend(self.digits.iter().map(rank));
    }

    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>) {
        let (base, first, second) = self.images(slot);
        out.extend(which.iter().map(|&place| {
            let [high, low] = self.digits[place as usize];
            base + u64::from(first[high as usize] + second[low as usize])
        }));
    }
}
