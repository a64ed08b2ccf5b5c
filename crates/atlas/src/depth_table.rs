//! The layers of the states of a ranked space, one byte per state.
//!
//! The bytes are atomic, so that threads can share the table. While a layer is expanded, a byte only
//! changes from *unseen* to the mark of the next layer. So races are harmless, and relaxed loads and
//! stores, which cost no more than plain ones, suffice.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use lurd_engine::program::budget::{Budget, available_memory, memory_of_this_machine};
use lurd_engine::program::outcome::{Limit, Stop};

/// Mark of a state that has not been reached.
const UNSEEN: u8 = 0;
/// Number of layers after which marks repeat.
const PERIOD: u32 = 255;

/// The mark of a layer: 1 to 255, then from 1 again. Breadth-first search only needs the marks of
/// neighbouring layers to differ.
#[inline]
fn mark_of(depth: u32) -> u8 {
    (depth % PERIOD) as u8 + 1
}

/// The second byte of a state: how often the marks have repeated before its layer.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "checked by `make_room`")]
fn age_of(depth: u32) -> u8 {
    (depth / PERIOD) as u8
}

/// The bytes from which on a table is refused unless the machine has them to spare.
const LARGE: u64 = 1 << 26;

/// The bytes that are written or read together.
const PIECE: usize = 1 << 16;

/// Table from ranks to layers.
pub struct DepthTable {
    marks: Vec<AtomicU8>,
    /// A second byte per state; empty up to layer 254.
    ages: Vec<AtomicU8>,
}

/// Whether a table of so many bytes fits into the memory of the machine and, if it is large, into what other programs
/// leave of it.
pub fn fits(bytes: u64) -> bool {
    let is_more = |memory: Option<u64>| memory.is_some_and(|memory| bytes > memory);
    !is_more(memory_of_this_machine()) && (bytes < LARGE || !is_more(available_memory()))
}

/// Allocates `bytes` bytes as `entries` zeros.
///
/// # Errors
/// When the memory limit, the memory of the machine or, for a large table, what other programs leave of it forbids it.
pub fn allocate<T: Default>(bytes: u64, entries: u64, budget: &mut Budget<'_>) -> Result<Vec<T>, Stop> {
    let Some(entries) = usize::try_from(entries).ok().filter(|_| fits(bytes)) else {
        return Err(Stop::Limit(Limit::Memory));
    };
    budget.grow(bytes)?;
    let mut table = Vec::new();
    if table.try_reserve_exact(entries).is_err() {
        budget.shrink(bytes);
        return Err(Stop::Limit(Limit::Memory));
    }
    table.resize_with(entries, T::default);
    Ok(table)
}

/// Allocates one byte per state.
fn bytes(size: u64, budget: &mut Budget<'_>) -> Result<Vec<AtomicU8>, Stop> {
    allocate(size, size, budget)
}

impl DepthTable {
    /// Creates a table of unseen states.
    pub fn new(size: u64, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Ok(Self { marks: bytes(size, budget)?, ages: Vec::new() })
    }

    /// Prepares the table for the layer `depth`: allocates the second bytes once marks begin to repeat.
    ///
    /// # Errors
    /// When the memory limit forbids it, or beyond 65,279 layers.
    pub fn make_room(&mut self, depth: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if depth / PERIOD > u32::from(u8::MAX) {
            return Err(Stop::Limit(Limit::Depth));
        }
        if depth >= PERIOD && self.ages.is_empty() {
            self.ages = bytes(self.size(), budget)?;
        }
        Ok(())
    }

    pub fn size(&self) -> u64 {
        self.marks.len() as u64
    }

    /// Whether a state is in the layer `depth`.
    #[inline]
    pub fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.marks[place(rank)].load(Ordering::Relaxed) == mark_of(depth) && self.has_age(rank, depth)
    }

    #[inline]
    fn has_age(&self, rank: u64, depth: u32) -> bool {
        self.ages.is_empty() || self.ages[place(rank)].load(Ordering::Relaxed) == age_of(depth)
    }

    /// The layer of a state; `None` if it is unseen.
    pub fn depth(&self, rank: u64) -> Option<u32> {
        let mark = u32::from(self.marks[place(rank)].load(Ordering::Relaxed)).checked_sub(1)?;
        let age = self.ages.get(place(rank)).map_or(0, |age| age.load(Ordering::Relaxed));
        Some(u32::from(age) * PERIOD + mark)
    }

    /// Puts an unseen state into the layer `depth`.
    pub fn set(&self, rank: u64, depth: u32) {
        if let Some(age) = self.ages.get(place(rank)) {
            age.store(age_of(depth), Ordering::Relaxed);
        }
        self.marks[place(rank)].store(mark_of(depth), Ordering::Relaxed);
    }

    /// Puts the unseen states among `ranks` into the layer `depth` and returns their number. (Threads
    /// that do so at the same time may count a state twice.)
    pub fn reach(&self, ranks: &[u64], depth: u32) -> u64 {
        let mut new = 0;
        if !self.ages.is_empty() {
            for &rank in ranks {
                if self.depth(rank).is_none() {
                    self.set(rank, depth);
                    new += 1;
                }
            }
            return new;
        }
        let mark = mark_of(depth);
        for &rank in ranks {
            // Without a branch, which would be unpredictable.
            let entry = &self.marks[place(rank)];
            let before = entry.load(Ordering::Relaxed);
            new += u64::from(before == UNSEEN);
            entry.store(if before == UNSEEN { mark } else { before }, Ordering::Relaxed);
        }
        new
    }

    /// Collects at limit `limit` states of the layer `depth`, or unseen states for `None`, from `from` up
    /// to `to`, and returns where the scan stopped. `dense`: whether many are expected.
    pub fn gather(
        &self,
        from: u64,
        to: u64,
        depth: Option<u32>,
        dense: bool,
        limit: usize,
        found: &mut Vec<u64>,
    ) -> u64 {
        let mark = depth.map_or(UNSEEN, mark_of);
        if dense && self.ages.is_empty() {
            return self.gather_dense(from, to, mark, limit, found);
        }
        found.clear();
        for (rank, entry) in (from..to).zip(&self.marks[place(from)..place(to)]) {
            if entry.load(Ordering::Relaxed) == mark && depth.is_none_or(|depth| self.has_age(rank, depth)) {
                found.push(rank);
                if found.len() == limit {
                    return rank + 1;
                }
            }
        }
        to
    }

    /// [`gather`](Self::gather) without a branch per state: writes every rank, and overwrites those
    /// that do not match.
    fn gather_dense(&self, from: u64, to: u64, mark: u8, limit: usize, found: &mut Vec<u64>) -> u64 {
        found.resize(limit, 0);
        let (mut count, mut from) = (0, from);
        while from < to && count < limit {
            let end = to.min(from + (limit - count) as u64);
            for (rank, entry) in (from..end).zip(&self.marks[place(from)..place(end)]) {
                found[count] = rank;
                count += usize::from(entry.load(Ordering::Relaxed) == mark);
            }
            from = end;
        }
        found.truncate(count);
        from
    }

    /// The number of states of the layer `depth` from `from` up to `to`.
    pub fn count(&self, from: u64, to: u64, depth: u32) -> u64 {
        if !self.ages.is_empty() {
            return (from..to).map(|rank| u64::from(self.is_at(rank, depth))).sum();
        }
        let mark = mark_of(depth);
        let entries = &self.marks[place(from)..place(to)];
        entries.iter().map(|entry| u64::from(entry.load(Ordering::Relaxed) == mark)).sum()
    }

    /// The number of unseen states.
    pub fn unseen(&self) -> u64 {
        self.marks.iter().map(|mark| u64::from(mark.load(Ordering::Relaxed) == UNSEEN)).sum()
    }

    /// Writes the marks, and the second bytes if there are any.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        for part in [&self.marks, &self.ages] {
            to.write_all(&(part.len() as u64).to_le_bytes())?;
            for piece in part.chunks(PIECE) {
                let bytes: Vec<u8> = piece.iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
                to.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// Also if that is a table of another size.
    pub fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let size = self.size();
        for part in [&mut self.marks, &mut self.ages] {
            let mut length = [0; 8];
            from.read_exact(&mut length)?;
            match u64::from_le_bytes(length) {
                length if length == part.len() as u64 => {}
                length if length == size && part.is_empty() => part.resize_with(place(size), || AtomicU8::new(UNSEEN)),
                _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "a table of another size")),
            }
            for piece in part.chunks_mut(PIECE) {
                let mut bytes = vec![0; piece.len()];
                from.read_exact(&mut bytes)?;
                for (mark, byte) in piece.iter_mut().zip(bytes) {
                    *mark.get_mut() = byte;
                }
            }
        }
        Ok(())
    }
}

/// Converts a rank to an index.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below the length of a vector")]
fn place(rank: u64) -> usize {
    rank as usize
}
