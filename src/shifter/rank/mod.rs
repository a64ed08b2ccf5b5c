//! A number for every arrangement of the cells of a small board.
//!
//! The colours are split into two groups. A rank has three digits: which cells belong to the first
//! group (a set of cells, numbered in the order of their bit patterns), how the first group lies
//! within its cells, how the second lies within the others. A shift takes a set of cells to a set
//! of cells, and permutes each group by a permutation that depends on the set alone; with the two
//! groups about equally large there are few arrangements of each, so that what a permutation does
//! to them fits into tables of some hundred bytes. All states with one set of cells lie side by
//! side, and so do their neighbours by one shift: the table of distances is read and written
//! block by block.
//!
//! - `group`: arrangements of the colours of one group
//! - `tables`: what each shift does to each digit
//! - `walker`: from ranks to ranks

mod group;
mod tables;
mod walker;

use std::sync::OnceLock;

use super::cells::{Cells, MOST};
use super::packed::Packed;
use crate::space::{Ranked, Walker};
use group::Group;
use tables::Tables;

pub(super) use tables::Permutation;

/// The ranking of the boards with the cells of one board.
pub(super) struct Ranking {
    fields: Cells,
    cells: usize,
    groups: [Group; 2],
    /// The arrangements with one set of cells.
    block: u64,
}

impl Ranking {
    /// For the boards with the colours of `state`, which has so many cells. O(2^colours).
    pub(super) fn new(fields: Cells, state: u64, cells: usize) -> Self {
        let mut counts = [0_u8; MOST];
        for cell in 0..cells {
            counts[fields.colour(state, cell)] += 1;
        }
        let groups = split(&counts);
        let block = groups[0].size() * groups[1].size();
        Self { fields, cells, groups, block }
    }

    /// How many boards there are: at most 16! of them.
    fn size(&self) -> u64 {
        binomial(self.cells, self.groups[0].cells()) * self.block
    }

    /// `None` for a board of other colours. O(cells x colours).
    fn rank(&self, state: u64) -> Option<u64> {
        let mut set = 0;
        let mut sequences = [[0; MOST]; 2];
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

    /// O(cells x colours).
    fn unrank(&self, rank: u64) -> u64 {
        let within = rank % self.block;
        let set = nth_set(rank / self.block, self.groups[0].cells());
        let mut digits = [within / self.groups[1].size(), within % self.groups[1].size()];
        let mut sequences = [[0; MOST]; 2];
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
fn split(counts: &[u8; MOST]) -> [Group; 2] {
    let present: Vec<usize> = (0..MOST).filter(|&colour| counts[colour] > 0).collect();
    let groups = |subset: u32| {
        let part = |first: bool| {
            let chosen = present.iter().enumerate().filter(|(index, _)| (subset >> index & 1 == 1) == first);
            Group::new(chosen.map(|(_, &colour)| (colour, counts[colour])))
        };
        [part(true), part(false)]
    };
    // The first colour is in the first group: the two are alike.
    let subsets = (0..1_u32 << present.len()).filter(|subset| subset & 1 == 1);
    let best = subsets.min_by_key(|&subset| {
        let [first, second] = groups(subset);
        first.size().max(second.size())
    });
    groups(best.unwrap_or(0))
}

/// `n` over `k`.
fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k as u64).fold(1, |product, index| product * (n as u64 - index) / (index + 1)) }
}

/// The number of a set of cells among those of its size, in the order of their bit patterns.
fn set_rank(mut set: u64) -> u64 {
    let (mut rank, mut nth) = (0, 1);
    while set != 0 {
        rank += binomial(set.trailing_zeros() as usize, nth);
        set &= set - 1;
        nth += 1;
    }
    rank
}

/// The set of `size` cells with that number.
fn nth_set(mut rank: u64, size: usize) -> u64 {
    let mut set = 0;
    for nth in (1..=size).rev() {
        let cell = (nth - 1..MOST).rev().find(|&cell| binomial(cell, nth) <= rank).unwrap_or(nth - 1);
        rank -= binomial(cell, nth);
        set |= 1 << cell;
    }
    set
}

/// The ability of [`Packed`]: what takes time or room is made when it is first asked for.
#[derive(Default)]
pub(super) struct Lazy {
    ranking: OnceLock<Ranking>,
    tables: OnceLock<Tables>,
}

impl Clone for Lazy {
    /// A copy makes its own when it needs them: most never do.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Packed {
    fn ranking(&self) -> &Ranking {
        self.lazy.ranking.get_or_init(|| Ranking::new(self.cells, self.start, self.rows * self.columns))
    }
}

impl Ranked<Self> for Packed {
    fn size(&self) -> u64 {
        self.ranking().size()
    }

    fn rank(&self, state: &u64) -> Option<u64> {
        self.ranking().rank(*state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.ranking().unrank(rank)
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        let tables = self.lazy.tables.get_or_init(|| Tables::new(self.ranking(), &self.permutations()));
        Some(Box::new(walker::Blocks::new(tables)))
    }
}

#[cfg(test)]
mod tests;
