//! Hash sets of boards as bare words, by open addressing, and filters that answer most look-ups first.

use crate::spaces::fields::Word;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

pub(super) trait BoardKey: Word + TryFrom<u64> {
    /// The content of a free slot: no board of two or more colours is this word.
    const FREE: Self;

    /// A hash; the high bits are the good ones.
    fn hash(self) -> u64;
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl BoardKey for u32 {
    const FREE: Self = Self::MAX;

    #[inline]
    fn hash(self) -> u64 {
        u64::from(self).wrapping_mul(MULTIPLIER)
    }
}

impl BoardKey for u64 {
    const FREE: Self = Self::MAX;

    #[inline]
    fn hash(self) -> u64 {
        (self ^ self >> 31).wrapping_mul(MULTIPLIER)
    }
}

/// A set of boards; at most half of its slots are used.
pub(super) struct BoardSet<W> {
    slots: Vec<W>,
    shift: u32,
    count: usize,
}

impl<W: BoardKey> BoardSet<W> {
    pub(super) fn new(budget: &mut Budget<'_>) -> Result<Self, Stop> {
        const BITS: u32 = 10;
        budget.grow(((1 << BITS) * size_of::<W>()) as u64)?;
        Ok(Self { slots: vec![W::FREE; 1 << BITS], shift: 64 - BITS, count: 0 })
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<W>()) as u64
    }

    /// The slot of a board, or the free one where it would be.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
    fn slot(&self, board: W) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (board.hash() >> self.shift) as usize;
        while self.slots[slot] != board && self.slots[slot] != W::FREE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    pub(super) fn contains(&self, board: W) -> bool {
        self.slots[self.slot(board)] == board
    }

    /// Inserts a board, for which [`reserve`](Self::reserve) has made room. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, board: W) -> bool {
        let slot = self.slot(board);
        let new = self.slots[slot] != board;
        self.slots[slot] = board;
        self.count += usize::from(new);
        new
    }

    pub(super) fn reserve(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        while 2 * (self.count + more) > self.slots.len() {
            let (old, new) = (self.bytes(), 2 * self.slots.len());
            budget.grow(2 * old)?;
            let before = std::mem::replace(&mut self.slots, vec![W::FREE; new]);
            self.shift -= 1;
            for board in before.into_iter().filter(|&board| board != W::FREE) {
                let slot = self.slot(board);
                self.slots[slot] = board;
            }
            budget.shrink(old);
        }
        Ok(())
    }
}

/// A Bloom filter with one hash function and some eight bits per board: most boards that are not in the
/// set are recognized with one look at few cache lines.
pub(super) struct BoardFilter {
    bits: Vec<u64>,
    shift: u32,
}

impl BoardFilter {
    pub(super) fn of<W: BoardKey>(boards: &[W]) -> Self {
        let size = (8 * boards.len()).next_power_of_two().max(64);
        let mut filter = Self { bits: vec![0; size / 64], shift: 64 - size.trailing_zeros() };
        for board in boards {
            let bit = board.hash() >> filter.shift;
            filter.bits[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        filter
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.bits.len() * size_of::<u64>()) as u64
    }

    #[inline]
    pub(super) fn may_contain<W: BoardKey>(&self, board: W) -> bool {
        let bit = board.hash() >> self.shift;
        self.bits[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }
}
