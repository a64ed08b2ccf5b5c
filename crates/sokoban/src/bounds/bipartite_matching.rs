//! Maximum matching in a bipartite graph, also of sets as bits, by augmenting paths (Berge's theorem).

/// Assigns each of `rows` to a different one of `columns` along edges. Returns `None` if that succeeds, and
/// otherwise, in no particular order, rows that together have fewer columns than they are (Hall's condition).
///
/// O(rows * edges).
///
/// # Errors
/// The error of `check`, which is called for each row that is looked at.
pub(crate) fn hall_violator<E>(
    rows: usize,
    columns: usize,
    has_edge: impl Fn(usize, usize) -> bool,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<Vec<usize>>, E> {
    let mut owner = vec![NONE; columns];
    let mut column_of = vec![NONE; rows];
    // The row from which each column was reached.
    let mut reached_from = vec![NONE; columns];
    let mut queue = Vec::new();
    for root in 0..rows {
        reached_from.fill(NONE);
        queue.clear();
        queue.push(root);
        let mut next = 0;
        let free = 'search: loop {
            let Some(&row) = queue.get(next) else { return Ok(Some(queue)) };
            check()?;
            next += 1;
            for column in 0..columns {
                if reached_from[column] == NONE && has_edge(row, column) {
                    reached_from[column] = row;
                    if owner[column] == NONE {
                        break 'search column;
                    }
                    queue.push(owner[column]);
                }
            }
        };
        // Swap along the path: each row on it gets the column by which it was left.
        let mut column = free;
        while column != NONE {
            let row = reached_from[column];
            owner[column] = row;
            column = std::mem::replace(&mut column_of[row], column);
        }
    }
    Ok(None)
}

const NONE: usize = usize::MAX;

// Whether each of some sets can be given a member of its own (a system of distinct representatives; Hall, *On
// representatives of subsets*, 1935), by augmenting paths.
//
// The answer is that of the matching above, which also names sets that have too few members. Here the sets are words
// of bits, so most of them get a member within a few instructions.

/// Scratch of the matching.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetMatching {
    /// The set that each member is given to, or [`NOT_GIVEN`].
    owner: Vec<usize>,
    /// The member of each set, or [`NOT_GIVEN`].
    member_of: Vec<usize>,
    /// The members that are given to no set.
    free: Vec<u64>,
    /// The members that the search for a path has reached, and from which set each.
    reached: Vec<u64>,
    reached_from: Vec<usize>,
    queue: Vec<usize>,
}

const NOT_GIVEN: usize = usize::MAX;

impl SetMatching {
    /// Whether each of `sets` sets with members less than `members` can be given a different one of its members.
    ///
    /// O(sets * members) words in the worst case.
    ///
    /// # Errors
    /// The error of `check`, which is called for each set.
    pub(crate) fn matches_all<'s, E>(
        &mut self,
        sets: usize,
        members: usize,
        set: impl Fn(usize) -> &'s [u64],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let words = members.div_ceil(64);
        self.owner.clear();
        self.owner.resize(members, NOT_GIVEN);
        self.member_of.clear();
        self.member_of.resize(sets, NOT_GIVEN);
        self.free.clear();
        self.free.resize(words, u64::MAX);
        self.reached_from.resize(members, NOT_GIVEN);
        for root in 0..sets {
            check()?;
            let Some((member, last)) = self.find_free(root, &set) else { return Ok(false) };
            self.free[member / 64] &= !(1 << (member % 64));
            self.give_along_path(member, last);
        }
        Ok(true)
    }

    /// A free member at the end of a path from `root`, and the last set on it.
    fn find_free<'s>(&mut self, root: usize, set: &impl Fn(usize) -> &'s [u64]) -> Option<(usize, usize)> {
        let Self { owner, free, reached, reached_from, queue, .. } = self;
        reached.clear();
        reached.resize(free.len(), 0);
        queue.clear();
        queue.push(root);
        let mut next = 0;
        while let Some(&last) = queue.get(next) {
            next += 1;
            let set = set(last);
            for (word, (&members, &free)) in set.iter().zip(free.iter()).enumerate() {
                if members & free != 0 {
                    return Some((word * 64 + (members & free).trailing_zeros() as usize, last));
                }
            }
            for (word, (&members, reached)) in set.iter().zip(reached.iter_mut()).enumerate() {
                let mut new = members & !*reached;
                *reached |= new;
                while new != 0 {
                    let member = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    reached_from[member] = last;
                    queue.push(owner[member]);
                }
            }
        }
        None
    }

    /// Gives `member` to `last`, the member that this had to the set before it on the path, and so on.
    fn give_along_path(&mut self, mut member: usize, mut last: usize) {
        loop {
            self.owner[member] = last;
            member = std::mem::replace(&mut self.member_of[last], member);
            if member == NOT_GIVEN {
                return;
            }
            last = self.reached_from[member];
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    proptest::proptest! {
        #[test]
        fn finds_a_violator_exactly_where_hall_says(
            rows in 0_usize..6,
            columns in 0_usize..6,
            edges in proptest::collection::vec(proptest::bool::weighted(0.4), 36),
        ) {
            let has_edge = |row: usize, column: usize| edges[row * 6 + column];
            let neighbours = |set: &[usize]| (0..columns).filter(|&column| set.iter().any(|&row| has_edge(row, column))).count();
            let subset = |mask: usize| (0..rows).filter(|row| mask >> row & 1 == 1).collect::<Vec<_>>();
            let Ok(found) = hall_violator(rows, columns, has_edge, &mut || Ok::<(), Infallible>(()));
            let exists = (0..1_usize << rows).any(|mask| neighbours(&subset(mask)) < subset(mask).len());
            proptest::prop_assert_eq!(found.is_some(), exists);
            if let Some(violator) = found {
                proptest::prop_assert!(neighbours(&violator) < violator.len());
            }
        }
    }
}

#[cfg(test)]
mod set_matching_tests {
    use std::convert::Infallible;

    use super::hall_violator;
    use super::*;

    proptest::proptest! {
        #[test]
        fn as_by_edges(
            sets in 0_usize..9,
            members in 0_usize..130,
            density in 1_u64..60,
            seed in proptest::num::u64::ANY,
        ) {
            let words = members.div_ceil(64);
            // A member is in a set by a hash of both, with few members in each.
            let has = |set: usize, member: usize| {
                (seed ^ (set * 131 + member) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 63 < density / 8 + 1
            };
            let mut bits = vec![0; sets * words];
            for set in 0..sets {
                for member in (0..members).filter(|&member| has(set, member)) {
                    bits[set * words + member / 64] |= 1 << (member % 64);
                }
            }
            let check = &mut || Ok::<(), Infallible>(());
            let mut matching = SetMatching::default();
            let Ok(matched) = matching.matches_all(sets, members, |set| &bits[set * words..][..words], check);
            let Ok(violator) = hall_violator(sets, members, has, check);
            proptest::prop_assert_eq!(matched, violator.is_none());
        }
    }
}
