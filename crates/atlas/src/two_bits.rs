//! The layers of the states of a ranked space, two bits per state.
//!
//! Breadth-first search over undirected or directed edges needs three things of a state: whether it has been seen,
//! whether it is in the layer that is expanded, and whether it is in the next one. Layers have one of two marks in turn,
//! and a layer that has been expanded is marked as *done* by a pass over the table, 32 states at a time. So the layer of a
//! state that is done is forgotten, but the last layer can be listed exactly.
//!
//! While a layer is expanded, a field only changes from *unseen* to the mark of the next layer, by an atomic *or*: threads
//! that share a word lose nothing.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::Stop;

use super::depth_table::allocate;

/// The states in a word.
const FIELDS: u64 = 32;
/// The words that are written or read together.
const PIECE: usize = 1 << 13;
/// The lower bit of every field.
const LOW: u64 = u64::MAX / 3;
/// Mark of a state whose layer has been expanded.
const DONE: u64 = 3;

/// The mark of a layer; unseen states have 0.
#[inline]
fn mark_of(depth: u32) -> u64 {
    u64::from(depth % 2) + 1
}

/// Table from ranks to marks of two bits.
pub struct TwoBitTable {
    words: Vec<AtomicU64>,
    size: u64,
}

/// The lower bit of each field of `word` that has this mark.
#[inline]
fn matches(word: u64, mark: u64) -> u64 {
    let differing = word ^ (LOW * mark);
    !(differing | differing >> 1) & LOW
}

/// The lower bits of the fields from `from` up to `to`, at most 32, of a word.
#[inline]
fn between(from: u64, to: u64) -> u64 {
    let below = |field: u64| if field == FIELDS { u64::MAX } else { (1 << (2 * field)) - 1 };
    below(to) & !below(from) & LOW
}

impl TwoBitTable {
    /// The bytes of a table.
    pub fn bytes_of(size: u64) -> u64 {
        size.div_ceil(FIELDS) * 8
    }

    /// Creates a table of unseen states.
    pub fn new(size: u64, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { words: allocate(Self::bytes_of(size), size.div_ceil(FIELDS), budget)?, size })
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn mark(&self, rank: u64) -> u64 {
        self.words[place(rank)].load(Ordering::Relaxed) >> shift(rank) & 3
    }

    /// Whether a state is in the layer `depth`, which is the one being expanded or the next.
    #[inline]
    pub fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.mark(rank) == mark_of(depth)
    }

    pub fn is_unseen(&self, rank: u64) -> bool {
        self.mark(rank) == 0
    }

    /// Puts an unseen state into the layer `depth`, and returns whether it was unseen.
    #[inline]
    pub fn set(&self, rank: u64, depth: u32) -> bool {
        let (word, shift) = (&self.words[place(rank)], shift(rank));
        if word.load(Ordering::Relaxed) >> shift & 3 != 0 {
            return false;
        }
        let before = word.fetch_or(mark_of(depth) << shift, Ordering::Relaxed);
        before >> shift & DONE == 0
    }

    /// Puts the unseen states among `ranks` into the layer `depth` and returns their number.
    pub fn reach(&self, ranks: &[u64], depth: u32) -> u64 {
        ranks.iter().map(|&rank| u64::from(self.set(rank, depth))).sum()
    }

    /// As [`gather`](super::depth_table::DepthTable::gather).
    pub fn gather(&self, from: u64, to: u64, depth: Option<u32>, limit: usize, found: &mut Vec<u64>) -> u64 {
        let mark = depth.map_or(0, mark_of);
        found.clear();
        let mut from = from;
        while from < to {
            let start = from / FIELDS * FIELDS;
            let end = to.min(start + FIELDS);
            let word = self.words[place(from)].load(Ordering::Relaxed);
            let mut hits = matches(word, mark) & between(from - start, end - start);
            while hits != 0 {
                found.push(start + u64::from(hits.trailing_zeros() / 2));
                hits &= hits - 1;
                if found.len() == limit {
                    return found[limit - 1] + 1;
                }
            }
            from = end;
        }
        to
    }

    /// The number of states of the layer `depth` from `from` up to `to`.
    pub fn count(&self, from: u64, to: u64, depth: u32) -> u64 {
        let (mut from, mut count) = (from, 0);
        while from < to {
            let start = from / FIELDS * FIELDS;
            let end = to.min(start + FIELDS);
            let word = self.words[place(from)].load(Ordering::Relaxed);
            count += u64::from((matches(word, mark_of(depth)) & between(from - start, end - start)).count_ones());
            from = end;
        }
        count
    }

    /// The number of unseen states.
    pub fn unseen(&self) -> u64 {
        let seen = |word: u64| u64::from(((word | word >> 1) & LOW).count_ones());
        self.size - self.words.iter().map(|word| seen(word.load(Ordering::Relaxed))).sum::<u64>()
    }

    /// Marks the states of the layer `depth`, which has been expanded, as done.
    pub fn retire(&mut self, depth: u32) {
        for word in &mut self.words {
            let word = word.get_mut();
            *word |= matches(*word, mark_of(depth)) * DONE;
        }
    }

    /// Writes the words.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        for piece in self.words.chunks(PIECE) {
            let words = piece.iter().map(|word| word.load(Ordering::Relaxed).to_le_bytes());
            to.write_all(&words.collect::<Vec<_>>().concat())?;
        }
        Ok(())
    }

    /// Reads what [`write`](Self::write) wrote for a table of this size.
    pub fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        for piece in self.words.chunks_mut(PIECE) {
            let mut bytes = vec![0; 8 * piece.len()];
            from.read_exact(&mut bytes)?;
            for (word, bytes) in piece.iter_mut().zip(bytes.as_chunks().0) {
                *word.get_mut() = u64::from_le_bytes(*bytes);
            }
        }
        Ok(())
    }
}

/// The index of the word of a rank.
#[inline]
fn place(rank: u64) -> usize {
    (rank / FIELDS) as usize
}

#[inline]
fn shift(rank: u64) -> u64 {
    rank % FIELDS * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_gathered_and_retired() {
        let mut table = TwoBitTable::new(100, &mut Budget::unlimited()).expect("small");
        for rank in [0, 31, 32, 63, 64, 99] {
            assert!(table.set(rank, 4) && !table.set(rank, 5));
        }
        assert_eq!(table.reach(&[1, 2, 2, 31], 5), 2);
        assert_eq!((table.count(0, 100, 4), table.count(31, 64, 4), table.count(1, 3, 5)), (6, 3, 2));
        let mut found = Vec::new();
        assert_eq!((table.gather(0, 100, Some(4), 4, &mut found), found.clone()), (64, vec![0, 31, 32, 63]));
        assert_eq!((table.gather(64, 100, Some(4), 4, &mut found), found.clone()), (100, vec![64, 99]));
        assert_eq!((table.gather(0, 5, None, 9, &mut found), found.clone()), (5, vec![3, 4]));
        table.retire(4);
        assert_eq!((table.count(0, 100, 4), table.count(0, 100, 5)), (0, 2));
        assert!(table.is_at(1, 5) && !table.is_unseen(31) && !table.is_at(31, 4));
    }
}
