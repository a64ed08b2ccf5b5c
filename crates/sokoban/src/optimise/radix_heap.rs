//! A monotone priority queue: no entry is less than the last one taken out.
//!
//! Entries are kept in one bucket per position of the highest bit in which their key differs from the last
//! key taken out. An entry moves to a lower bucket at most 64 times. Among entries of the least key, the
//! newest comes first. Source: Ahuja, Mehlhorn, Orlin & Tarjan, *Faster algorithms for the shortest path
//! problem*, Journal of the ACM 37 (1990).

/// The number of buckets: one for equal keys, and one for each bit.
const BUCKETS: usize = 65;

/// A monotone priority queue of numbers.
#[derive(Clone, Debug)]
pub(super) struct RadixHeap {
    buckets: Vec<Vec<(u64, u32)>>,
    last: u64,
}

impl RadixHeap {
    pub(super) fn new() -> Self {
        Self { buckets: vec![Vec::new(); BUCKETS], last: 0 }
    }

    /// Removes all entries; keeps the memory.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.last = 0;
    }

    /// Adds an entry. A key below the last one taken out is raised to it; returns the key used.
    #[inline]
    pub(super) fn push(&mut self, key: u64, value: u32) -> u64 {
        let key = key.max(self.last);
        self.buckets[bucket(key, self.last)].push((key, value));
        key
    }

    /// Takes out the entry of the least key.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        if self.buckets[0].is_empty() {
            let at = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            let mut entries = std::mem::take(&mut self.buckets[at]);
            self.last = entries.iter().map(|&(key, _)| key).min()?;
            for (key, value) in entries.drain(..) {
                self.buckets[bucket(key, self.last)].push((key, value));
            }
            // Keeps the memory of the bucket.
            self.buckets[at] = entries;
        }
        self.buckets[0].pop()
    }
}

/// The bucket of a key.
#[inline]
fn bucket(key: u64, last: u64) -> usize {
    (u64::BITS - (key ^ last).leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_in_ascending_order() {
        let mut heap = RadixHeap::new();
        let mut expected = std::collections::BinaryHeap::new();
        let (mut seed, mut last) = (1_u64, 0);
        for step in 0..5000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if step % 3 < 2 {
                let key = last + (seed >> 40);
                heap.push(key, 0);
                expected.push(std::cmp::Reverse(key));
            } else {
                let key = heap.pop().map(|(key, _)| key);
                assert_eq!(key, expected.pop().map(|std::cmp::Reverse(key)| key));
                last = key.unwrap_or(last);
            }
        }
    }

    #[test]
    fn equal_keys_come_newest_first_and_lower_ones_are_raised() {
        let mut heap = RadixHeap::new();
        assert_eq!((heap.push(5, 1), heap.push(5, 2)), (5, 5));
        assert_eq!(heap.pop(), Some((5, 2)));
        assert_eq!(heap.push(3, 3), 5);
        assert_eq!((heap.pop(), heap.pop(), heap.pop()), (Some((5, 3)), Some((5, 1)), None));
        heap.clear();
        assert_eq!((heap.push(3, 3), heap.pop(), heap.pop()), (3, Some((3, 3)), None));
    }
}
