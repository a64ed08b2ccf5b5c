//! Verdicts about sets of boxes, up to a number of bytes.

use rustc_hash::FxHashMap;

use crate::board::Cell;

/// A list of cells, and the least cell of the player's region.
pub(super) type VerdictKey = (Vec<Cell>, Cell);

/// What a search has shown about a set of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no way out.
    Dead,
    /// There may be a way out.
    Open,
    /// The search was cut short.
    CutShort,
}

/// A verdict, and how often it has been looked up.
#[derive(Clone, Copy, Debug)]
struct Entry {
    verdict: Verdict,
    met: u16,
}

/// What is known of sets of boxes. When the cache is full, it is emptied.
#[derive(Default)]
pub(super) struct VerdictCache {
    verdicts: FxHashMap<VerdictKey, Entry>,
    bytes: u64,
}

/// The most positions of any search.
pub(super) const MAX_POSITIONS: usize = 1600;

/// The most positions of a search, by the number of times that its set has been met before.
const LIMITS: [(u16, usize); 3] = [(0, 100), (4, 400), (32, MAX_POSITIONS)];

/// What to do about a set of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// Nothing: this is known.
    Known(Verdict),
    /// Search up to this many positions.
    Search(usize),
}

impl VerdictCache {
    /// The limit of one cache.
    pub(super) const MAX_BYTES: u64 = 8_000_000;

    /// Looks a set up. Most searches that do not end soon never end, so the first one of a set may look at few
    /// positions, and sets that are met again and again are searched further.
    pub(super) fn look_up(&mut self, key: &VerdictKey) -> Advice {
        let Some(Entry { verdict, met }) = self.verdicts.get_mut(key) else {
            return Advice::Search(LIMITS[0].1);
        };
        if *verdict == Verdict::CutShort {
            *met = met.saturating_add(1);
            if let Some(&(_, limit)) = LIMITS.iter().find(|(times, _)| times == met) {
                return Advice::Search(limit);
            }
        }
        Advice::Known(*verdict)
    }

    /// Stores the verdict of a search.
    pub(super) fn insert(&mut self, key: &VerdictKey, verdict: Verdict) {
        // A table is at least 7/16 full, and while it grows there is one of twice the size, too.
        const ENTRY: usize = 3 * 16 * (size_of::<(VerdictKey, Entry)>() + 1) / 7;
        if let Some(entry) = self.verdicts.get_mut(key) {
            entry.verdict = verdict;
            return;
        }
        let bytes = (ENTRY + 16 + key.0.len() * size_of::<Cell>()) as u64;
        if self.bytes + bytes > Self::MAX_BYTES {
            // The table is dropped, too, because the next keys may be fewer and longer.
            *self = Self::default();
        }
        self.bytes += bytes;
        self.verdicts.insert(key.clone(), Entry { verdict, met: 0 });
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
            known.insert(&(key, 0), Verdict::Dead);
            let keys = known.verdicts.len() as u64;
            let table = known.verdicts.capacity() as u64 * (size_of::<(VerdictKey, Entry)>() as u64 + 1);
            if number % 1_000 == 0 {
                let kept: u64 = known.verdicts.keys().map(|key| 16 + 2 * key.0.capacity() as u64).sum();
                assert!(keys > 0 && table + kept <= VerdictCache::MAX_BYTES, "{number}: {table} + {kept}");
            }
        }
    }

    #[test]
    fn sets_whose_search_was_cut_short_are_searched_further_when_met_again() {
        let mut known = VerdictCache::default();
        let key = (vec![1, 2], 0);
        let mut limits = Vec::new();
        for _ in 0..100 {
            if let Advice::Search(limit) = known.look_up(&key) {
                limits.push(limit);
                known.insert(&key, Verdict::CutShort);
            }
        }
        assert_eq!(limits, LIMITS.map(|(_, limit)| limit));
        for verdict in [Verdict::Open, Verdict::Dead] {
            known.insert(&key, verdict);
            assert!((0..100).all(|_| known.look_up(&key) == Advice::Known(verdict)));
        }
    }
}
