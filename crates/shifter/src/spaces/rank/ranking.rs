//! From boards to ranks and back.

use super::combinations::{binomial, nth_set, set_rank};
use super::group::Group;
use crate::spaces::fields::{Fields, MAX_FIELDS};

/// The ranking of the boards with the tiles of one board.
pub(crate) struct Ranking {
    fields: Fields,
    pub(super) cells: usize,
    pub(super) groups: [Group; 2],
    /// The number of arrangements with one set of cells.
    block: u64,
}

impl Ranking {
    /// Creates the ranking of the boards with the tiles of `state`. O(2^colours).
    pub(crate) fn new(fields: Fields, state: u64, cells: usize) -> Self {
        let mut counts = [0_u8; MAX_FIELDS];
        for cell in 0..cells {
            counts[fields.colour(state, cell)] += 1;
        }
        let groups = split(&counts);
        let block = groups[0].size() * groups[1].size();
        Self { fields, cells, groups, block }
    }

    /// The number of boards, at most 16!.
    pub(crate) fn size(&self) -> u64 {
        binomial(self.cells, self.groups[0].cells()) * self.block
    }

    /// The rank of a board; `None` if it has other tiles. O(cells x colours).
    pub(crate) fn rank(&self, state: u64) -> Option<u64> {
        let mut set = 0;
        let mut sequences = [[0; MAX_FIELDS]; 2];
        let mut lengths = [0; 2];
        for cell in 0..self.cells {
            let colour = self.fields.colour(state, cell);
            let group = usize::from(!self.groups[0].has(colour));
            set |= u64::from(group == 0) << cell;
            sequences[group][lengths[group]] = colour;
            lengths[group] += 1;
        }
        let first = self.groups[0].rank(&sequences[0][..lengths[0]])?;
        let second = self.groups[1].rank(&sequences[1][..lengths[1]])?;
        Some(set_rank(set) * self.block + first * self.groups[1].size() + second)
    }

    /// The board with this rank. O(cells x colours).
    pub(crate) fn unrank(&self, rank: u64) -> u64 {
        let within = rank % self.block;
        let set = nth_set(rank / self.block, self.groups[0].cells());
        let mut digits = [within / self.groups[1].size(), within % self.groups[1].size()];
        let mut sequences = [[0; MAX_FIELDS]; 2];
        for (index, group) in self.groups.iter().enumerate() {
            group.unrank(digits[index], &mut sequences[index]);
        }
        digits = [0, 0];
        let mut state = 0;
        for cell in 0..self.cells {
            let group = usize::from(set >> cell & 1 == 0);
            let place = usize::try_from(digits[group]).expect("at most 16 cells");
            state |= self.fields.painted(cell, sequences[group][place]);
            digits[group] += 1;
        }
        state
    }
}

/// The split whose larger group has the fewest arrangements.
fn split(counts: &[u8; MAX_FIELDS]) -> [Group; 2] {
    let present: Vec<usize> = (0..MAX_FIELDS).filter(|&colour| counts[colour] > 0).collect();
    let groups = |subset: u32| {
        let part = |first: bool| {
            let chosen = present.iter().enumerate().filter(|(index, _)| (subset >> index & 1 == 1) == first);
            Group::new(chosen.map(|(_, &colour)| (colour, counts[colour])))
        };
        [part(true), part(false)]
    };
    // Exchanging the groups changes nothing, so the first colour is in the first one.
    let subsets = (0..1_u32 << present.len()).filter(|subset| subset & 1 == 1);
    let best = subsets.min_by_key(|&subset| {
        let [first, second] = groups(subset);
        first.size().max(second.size())
    });
    groups(best.unwrap_or(0))
}
