//! A priority queue for searches in which no entry is below the one that was popped last: buckets on two levels.
//!
//! The near entries, whose costs differ from the current one in the lowest bits only, have a bucket for each cost. The
//! others are in a radix heap (Ahuja, Mehlhorn, Orlin & Tarjan, *Faster algorithms for the shortest path problem*, 1990),
//! in a bucket for the highest bit in which they differ. Two levels: Cherkassky, Goldberg & Silverstein, *Buckets, heaps,
//! lists, and monotone priority queues*, 1999.
//!
//! Pushing takes constant time. An entry is moved at most once for each bit of its cost, and not at all if it is near.

use super::{closed_list::Id, open_list};
use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
};

/// Bits in which the costs of near entries differ.
const NEAR_BITS: u32 = 8;
const NEAR: usize = 1 << NEAR_BITS;
/// Buckets of the radix heap: one for each bit of a cost above those.
const FAR: usize = (Cost::BITS - NEAR_BITS) as usize;

/// Ids by cost, the lowest first; among equal costs the one that was pushed first.
pub struct MonotoneQueue {
    near: Box<[Bucket; NEAR]>,
    /// The highest bits of the costs of near entries.
    block: u64,
    /// The bucket of the entry that is next; those before it are empty.
    first: usize,
    /// The number of near entries.
    near_len: usize,
    far: Box<[Vec<(Cost, Id)>; FAR]>,
    /// An empty list with memory for the next bucket that needs some.
    spare: Vec<Id>,
}

/// Ids of one cost.
#[derive(Default)]
struct Bucket {
    ids: Vec<Id>,
    /// Number of ids at the front that have been popped.
    taken: usize,
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
fn place(cost: Cost) -> usize {
    cost as usize % NEAR
}

#[inline]
fn block(cost: Cost) -> u64 {
    cost >> NEAR_BITS
}

impl Default for MonotoneQueue {
    fn default() -> Self {
        Self {
            near: Box::new(std::array::from_fn(|_| Bucket::default())),
            block: 0,
            first: 0,
            near_len: 0,
            far: Box::new(std::array::from_fn(|_| Vec::new())),
            spare: Vec::new(),
        }
    }
}

impl MonotoneQueue {
    /// Adds an entry, whose cost is not below that of the last one returned.
    #[inline]
    pub fn push(&mut self, cost: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let differing = block(cost) ^ self.block;
        if differing != 0 {
            return open_list::push(&mut self.far[differing.ilog2() as usize], (cost, id), budget);
        }
        let bucket = &mut self.near[place(cost)];
        if bucket.ids.capacity() == 0 {
            bucket.ids = std::mem::take(&mut self.spare);
        }
        open_list::push(&mut bucket.ids, id, budget)?;
        self.near_len += 1;
        Ok(())
    }

    /// The entry with the lowest cost, which stays in the queue.
    ///
    /// # Errors
    /// When the memory limit is reached while entries are moved, some of which are then missing.
    #[inline]
    pub fn peek(&mut self, budget: &mut Budget<'_>) -> Result<Option<(Cost, Id)>, Stop> {
        if self.near_len == 0 && !self.approach(budget)? {
            return Ok(None);
        }
        while self.near[self.first].ids.len() == self.near[self.first].taken {
            self.first += 1;
        }
        let bucket = &self.near[self.first];
        Ok(Some((self.block << NEAR_BITS | self.first as Cost, bucket.ids[bucket.taken])))
    }

    /// The id that follows the one that [`peek`](Self::peek) returned, if it has the same cost.
    #[inline]
    pub fn following(&self) -> Option<Id> {
        let bucket = &self.near[self.first];
        bucket.ids.get(bucket.taken + 1).copied()
    }

    /// Removes the entry that [`peek`](Self::peek) returned. Others may have been pushed since.
    #[inline]
    pub fn pop(&mut self) {
        let bucket = &mut self.near[self.first];
        bucket.taken += 1;
        self.near_len -= 1;
        if bucket.taken == bucket.ids.len() {
            bucket.ids.clear();
            bucket.taken = 0;
            if self.spare.capacity() < bucket.ids.capacity() {
                std::mem::swap(&mut self.spare, &mut bucket.ids);
            }
        }
    }

    /// Moves the entries with the lowest costs from the radix heap to the near ones. Returns false if there are none.
    #[cold]
    fn approach(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let Some(bit) = self.far.iter().position(|bucket| !bucket.is_empty()) else { return Ok(false) };
        let mut entries = std::mem::take(&mut self.far[bit]);
        self.block = entries.iter().map(|&(cost, _)| block(cost)).min().unwrap_or(0);
        self.first = 0;
        for &(cost, id) in &entries {
            self.push(cost, id, budget)?;
        }
        entries.clear();
        self.far[bit] = entries;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    /// The queue against a sorted list.
    #[test]
    fn entries_are_popped_by_cost_then_by_age() {
        let mut random = Random::new(5);
        let mut budget = Budget::unlimited();
        for round in 0..200 {
            let (mut queue, mut plain) = (MonotoneQueue::default(), Vec::<(Cost, Id)>::new());
            let spread = [1_usize, 3, 300, 100_000, 1 << 40][round % 5];
            let mut last = if round % 3 == 0 { Cost::MAX / 2 } else { 0 };
            for id in 0..400 {
                let cost = last + random.below(spread) as Cost;
                queue.push(cost, id, &mut budget).expect("no limit");
                plain.push((cost, id));
                if id > 300 || random.below(3) == 0 {
                    let first = plain.iter().copied().min().expect("just pushed");
                    assert_eq!(queue.peek(&mut budget), Ok(Some(first)), "round {round}");
                    queue.pop();
                    plain.retain(|&entry| entry != first);
                    last = first.0;
                }
            }
            plain.sort_unstable();
            for least in plain {
                assert_eq!(queue.peek(&mut budget), Ok(Some(least)));
                queue.pop();
            }
            assert_eq!(queue.peek(&mut budget), Ok(None));
        }
    }
}
