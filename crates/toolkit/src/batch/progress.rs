//! Progress of a batch, an estimate of the remaining time, and shares of the levels for several machines.

use std::time::Duration;

use lurd_disk::hash::fnv;
use lurd_engine::program::outcome::Limit;

use super::BatchEntry;
use crate::{exit::Exit, solve::Run};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchProgress {
    pub entries: usize,
    pub done: usize,
    pub solved: usize,
    pub unsolvable: usize,
    /// Entries that ended at a limit without an answer, by limit.
    pub limits: Vec<(Limit, usize)>,
    pub cancelled: usize,
    /// Solved entries whose search was interrupted.
    pub unfinished: usize,
    /// Entries that could not be read, or whose search was unsupported or failed.
    pub errors: usize,
    pub seconds: f64,
    /// Sum of the wall times of the ended searches.
    pub searched: f64,
    /// The index of the entry and the wall time of each running search, longest first.
    pub running: Vec<(usize, f64)>,
    pub at_once: usize,
    pub limit: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remaining {
    /// An estimate, in seconds.
    About(f64),
    /// An upper bound, in seconds: every search has started and has a time limit.
    AtMost(f64),
}

impl BatchProgress {
    /// Entries that ended without being interrupted.
    pub fn finished(&self) -> usize {
        self.done - self.cancelled - self.unfinished
    }

    pub fn is_stopped(&self) -> bool {
        self.finished() < self.entries
    }

    /// The remaining time; `None` until the first entry ended.
    ///
    /// The expected time of an entry is all time searched, including the running searches, divided by the number of
    /// ended ones: the maximum-likelihood mean of exponential times, some of them censored. A running search is
    /// expected to take as long again as it has taken, at least this mean and at most its time limit.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn remaining(&self) -> Option<Remaining> {
        let waiting = self.entries.saturating_sub(self.done + self.running.len());
        let limit = self.limit.map_or(f64::INFINITY, |limit| limit.as_secs_f64());
        if waiting == 0 {
            let bound = self.running.iter().map(|(_, seconds)| limit - seconds).fold(0.0, f64::max);
            return (bound > 0.0 && bound.is_finite()).then_some(Remaining::AtMost(bound));
        }
        if self.done == 0 {
            return None;
        }
        let all = self.searched + self.running.iter().map(|(_, seconds)| seconds).sum::<f64>();
        let mean = (all / self.done as f64).min(limit);
        let rests = self.running.iter().map(|&(_, seconds)| seconds.max(mean).min(limit - seconds).max(0.0));
        let longest = rests.clone().fold(0.0, f64::max);
        let work = rests.sum::<f64>() + mean * waiting as f64;
        Some(Remaining::About(longest.max(work / self.at_once.max(1) as f64)))
    }

    /// Counts an entry that is through; without a run it could not be read.
    pub(super) fn count(&mut self, run: Option<&Run>) {
        self.done += 1;
        match run.map_or(Exit::Usage, Run::exit) {
            Exit::Good => self.solved += 1,
            Exit::No => self.unsolvable += 1,
            Exit::Usage | Exit::Internal => self.errors += 1,
            // An answer stays one, also where the user ended its proof.
            Exit::Interrupted if run.is_some_and(|run| run.verified().is_some()) => {
                self.solved += 1;
                self.unfinished += 1;
            }
            Exit::Interrupted => self.cancelled += 1,
            Exit::GaveUp => {
                if let Some(limit) = run.and_then(Run::limit) {
                    match self.limits.iter_mut().find(|(known, _)| *known == limit) {
                        Some((_, count)) => *count += 1,
                        None => self.limits.push((limit, 1)),
                    }
                }
            }
        }
        if let Some(seconds) = run.and_then(|run| run.statistics).map(|it| it.seconds) {
            self.searched += seconds;
        }
    }
}

// A share of the levels of a batch, for one of several machines. The words are those of cargo-nextest.

/// One of several shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Its number, from 1.
    share: u64,
    shares: u64,
    by_hash: bool,
}

impl Partition {
    /// Reads `slice:K/N` (every N-th level from the K-th on) or `hash:K/N` (by a hash of the level's identity, which
    /// does not depend on the other levels).
    pub fn parse(text: &str) -> Result<Self, String> {
        let read = || {
            let (kind, share) = text.split_once(':')?;
            let (share, shares) = share.split_once('/')?;
            let by_hash = match kind {
                "slice" => false,
                "hash" => true,
                _ => return None,
            };
            Some(Self { share: share.trim().parse().ok()?, shares: shares.trim().parse().ok()?, by_hash })
        };
        read().filter(|it| (1..=it.shares).contains(&it.share)).ok_or_else(|| {
            format!("invalid partition '{text}': expected slice:K/N or hash:K/N with K from 1 to N, as slice:2/4")
        })
    }

    /// The entries of this share, in their order.
    pub fn of(self, entries: Vec<BatchEntry>) -> Vec<BatchEntry> {
        let is_here = |(place, entry): &(u64, BatchEntry)| {
            let number = if self.by_hash { fnv(identity(entry).as_bytes()) } else { *place };
            number % self.shares == self.share - 1
        };
        (0..).zip(entries).filter(is_here).map(|(_, entry)| entry).collect()
    }
}

impl std::fmt::Display for Partition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.share, self.shares)
    }
}

/// The identity of a level; of one that cannot be read, its name.
fn identity(entry: &BatchEntry) -> String {
    match entry {
        BatchEntry::Item(item) => item.puzzle.as_ref().map_or_else(|_| item.reference.clone(), |puzzle| puzzle.id()),
        BatchEntry::Broken(error) => error.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(entries: usize, done: usize, searched: f64, running: &[f64]) -> BatchProgress {
        let (at_once, limit) = (running.len(), Some(Duration::from_secs(60)));
        let running = (0..).zip(running.iter().copied()).collect();
        BatchProgress { entries, done, searched, running, at_once, limit, ..BatchProgress::default() }
    }

    #[test]
    fn nothing_is_said_before_anything_is_known() {
        assert_eq!(progress(9, 0, 0.0, &[5.0]).remaining(), None);
        assert_eq!(progress(9, 9, 3.0, &[]).remaining(), None);
    }

    #[test]
    fn equal_levels_give_their_number_times_their_length() {
        let even = progress(9, 4, 8.0, &[0.0]);
        assert_eq!(even.remaining(), Some(Remaining::About(10.0)));
        let two = BatchProgress { at_once: 2, running: vec![(0, 0.0), (1, 0.0)], ..even };
        assert_eq!(two.remaining(), Some(Remaining::About(5.0)));
    }

    #[test]
    fn a_level_that_uses_its_limit_is_not_about_to_end() {
        let about = |running: f64| match progress(10, 8, 0.8, &[running]).remaining() {
            Some(Remaining::About(seconds)) => seconds,
            other => panic!("{other:?}"),
        };
        assert!(about(20.0) >= 20.0, "as long again: {}", about(20.0));
        assert!(about(20.0) > about(1.0));
        // The rest of its minute, and one level more like those before and this.
        assert!((about(59.0) - (1.0 + 59.8 / 8.0)).abs() < 1e-9, "{}", about(59.0));
    }

    #[test]
    fn the_last_levels_have_a_bound() {
        assert_eq!(progress(9, 8, 0.8, &[20.0]).remaining(), Some(Remaining::AtMost(40.0)));
        assert_eq!(progress(9, 7, 0.8, &[20.0, 5.0]).remaining(), Some(Remaining::AtMost(55.0)));
        assert_eq!(progress(9, 8, 0.8, &[61.0]).remaining(), None, "never '0 s left'");
        let endless = BatchProgress { limit: None, ..progress(9, 8, 0.8, &[20.0]) };
        assert_eq!(endless.remaining(), None);
    }
}

#[cfg(test)]
mod partition_tests {
    use lurd_puzzle::catalog::{Catalog, Typed};

    use super::*;
    use crate::test_puzzle::TestCatalog;

    fn entries(count: usize) -> Vec<BatchEntry> {
        let catalog = Catalog::default().with(TestCatalog);
        let items = (0..count).flat_map(|goal| {
            catalog.resolve(&Typed::argument(&format!("1 -> {goal}"))).unwrap_or_else(|_| panic!("a toy"))
        });
        items.map(|item| BatchEntry::Item(Box::new(item))).collect()
    }

    fn shares(kind: &str, count: usize, shares: usize) -> Vec<Vec<String>> {
        let share = |number| {
            let partition = Partition::parse(&format!("{kind}:{number}/{shares}")).expect("a share");
            partition.of(entries(count)).iter().map(identity).collect()
        };
        (1..=shares).map(share).collect()
    }

    #[test]
    fn every_level_is_in_one_share() {
        let all: Vec<_> = entries(50).iter().map(identity).collect();
        for kind in ["slice", "hash"] {
            for number in [1, 4, 7, 60] {
                let mut joined = shares(kind, 50, number).concat();
                joined.sort();
                let mut expected = all.clone();
                expected.sort();
                assert_eq!(joined, expected, "{kind} {number}");
            }
        }
        assert_eq!(shares("slice", 7, 3).iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2]);
        assert_eq!(shares("slice", 2, 3)[2].len(), 0, "an empty share");
    }

    #[test]
    fn a_hash_does_not_depend_on_the_other_levels() {
        let (few, many) = (shares("hash", 20, 4), shares("hash", 50, 4));
        assert!(few.iter().zip(&many).all(|(few, many)| few.iter().all(|level| many.contains(level))));
        assert!(many.iter().all(|share| share.len() > 4), "{many:?}");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "slice", "slice:1", "slice:0/4", "slice:5/4", "half:1/2", "hash:1/0", "hash:-1/2"] {
            let error = Partition::parse(text).expect_err(text);
            assert!(error.contains("expected slice:K/N or hash:K/N"), "{error}");
        }
        assert_eq!(Partition::parse("hash:2/4").map(|it| it.to_string()), Ok("2 of 4".to_owned()));
    }
}
