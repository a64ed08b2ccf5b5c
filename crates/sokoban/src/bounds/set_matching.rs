//! Whether each of some sets can be given a member of its own (a system of distinct representatives; Hall, *On
//! representatives of subsets*, 1935), by augmenting paths.
//!
//! The answer is that of [`bipartite_matching`](super::bipartite_matching), which also names sets that have too few
//! members. Here the sets are words of bits, so most of them get a member within a few instructions.

/// Scratch of the matching.
#[derive(Clone, Debug, Default)]
pub(crate) struct SetMatching {
    /// The set that each member is given to, or [`NONE`].
    owner: Vec<usize>,
    /// The member of each set, or [`NONE`].
    member_of: Vec<usize>,
    /// The members that are given to no set.
    free: Vec<u64>,
    /// The members that the search for a path has reached, and from which set each.
    reached: Vec<u64>,
    reached_from: Vec<usize>,
    queue: Vec<usize>,
}

const NONE: usize = usize::MAX;

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
        self.owner.resize(members, NONE);
        self.member_of.clear();
        self.member_of.resize(sets, NONE);
        self.free.clear();
        self.free.resize(words, u64::MAX);
        self.reached_from.resize(members, NONE);
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
            if member == NONE {
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
    use crate::bounds::bipartite_matching::hall_violator;

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
