//! A share of the levels of a batch, for one of several machines. The words are those of cargo-nextest.

use super::BatchEntry;
use lurd_disk::hash::fnv;

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
        let wrong = || {
            format!(
                "invalid partition '{text}': expected slice:K/N or hash:K/N with K from 1 to N, as slice:2/4"
            )
        };
        let (kind, share) = text.split_once(':').ok_or_else(wrong)?;
        let (share, shares) = share.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (share, shares) = (number(share)?, number(shares)?);
        let by_hash = match kind {
            "slice" => false,
            "hash" => true,
            _ => return Err(wrong()),
        };
        if (1..=shares).contains(&share) { Ok(Self { share, shares, by_hash }) } else { Err(wrong()) }
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
        BatchEntry::Item(item) => {
            item.puzzle.as_ref().map_or_else(|_| item.reference.clone(), |puzzle| puzzle.id())
        }
        BatchEntry::Broken(error) => error.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzle::TestCatalog;
    use lurd_puzzle::catalog::{Catalog, Typed};

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
