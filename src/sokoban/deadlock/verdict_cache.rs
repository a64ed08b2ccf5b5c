//! Verdicts about sets of boxes, up to a number of bytes.

use rustc_hash::FxHashMap;

use crate::sokoban::board::Cell;

/// A list of cells, and the least cell of the player's region.
pub(super) type VerdictKey = (Vec<Cell>, Cell);

/// Whether sets of boxes are dead. When the cache is full, it is emptied.
#[derive(Default)]
pub(super) struct VerdictCache {
    verdicts: FxHashMap<VerdictKey, bool>,
    bytes: u64,
}

impl VerdictCache {
    /// The limit of one cache.
    pub(super) const MAX_BYTES: u64 = 8_000_000;

    pub(super) fn get(&self, key: &VerdictKey) -> Option<bool> {
        self.verdicts.get(key).copied()
    }

    pub(super) fn insert(&mut self, mut key: VerdictKey, dead: bool) {
        // A table is at least 7/16 full, and while it grows there is one of twice the size, too.
        const ENTRY: usize = 3 * 16 * (size_of::<(VerdictKey, bool)>() + 1) / 7;
        key.0.shrink_to_fit();
        let bytes = (ENTRY + 16 + key.0.len() * size_of::<Cell>()) as u64;
        if self.bytes + bytes > Self::MAX_BYTES {
            // The table is dropped, too, because the next keys may be fewer and longer.
            *self = Self::default();
        }
        self.bytes += bytes;
        self.verdicts.insert(key, dead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_remembered_than_was_said() {
        let mut known = VerdictCache::default();
        // Short keys first, many of them; then long ones.
        for number in 0..300_000_u32 {
            let length = if number < 200_000 { 3 } else { 200 };
            let cells = |number: u32| Cell::try_from(number % 60_000).expect("small");
            let mut key: Vec<Cell> = (0..length).map(|at| cells(number + at)).collect();
            key.push(cells(number / 60_000));
            known.insert((key, 0), true);
            let keys = known.verdicts.len() as u64;
            let table = known.verdicts.capacity() as u64 * (size_of::<(VerdictKey, bool)>() as u64 + 1);
            if number % 1_000 == 0 {
                let kept: u64 = known.verdicts.keys().map(|key| 16 + 2 * key.0.capacity() as u64).sum();
                assert!(keys > 0 && table + kept <= VerdictCache::MAX_BYTES, "{number}: {table} + {kept}");
            }
        }
    }
}
