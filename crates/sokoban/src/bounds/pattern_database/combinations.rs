//! Sets of numbers, numbered in colexicographic order (the *combinatorial number system*: Knuth, *The Art of Computer
//! Programming*, volume 4A, section 7.2.1.3).

/// The most members of a set.
pub(super) const MAX_SIZE: usize = 5;

/// A set in increasing order; members beyond its size are 0.
pub(super) type Members<T = u16> = [T; MAX_SIZE];

/// All sets of one size.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    size: usize,
    numbers: u16,
    /// For each number n and each i the binomial coefficient of n over i + 1.
    binomials: Vec<[u32; MAX_SIZE]>,
}

/// The number of sets of `size` of `numbers` members. `None` if it exceeds 32 bits.
pub(super) fn count(numbers: usize, size: usize) -> Option<u32> {
    let factors = 0..size as u64;
    let numbers = numbers as u64;
    let product = factors.map(|i| (numbers.saturating_sub(i), i + 1));
    // After each factor the product is a binomial coefficient, so the division leaves no remainder.
    let binomial = product.into_iter().try_fold(1_u64, |product, (over, under)| {
        Some(product.checked_mul(over)? / under).filter(|&product| u32::try_from(product).is_ok())
    });
    u32::try_from(binomial?).ok()
}

impl Combinations {
    /// The sets of `size` of the numbers from 0 to `numbers` - 1. `None` if there are none or too many.
    pub(super) fn new(numbers: usize, size: usize) -> Option<Self> {
        if !(1..=MAX_SIZE).contains(&size) || numbers < size || count(numbers, size).is_none() {
            return None;
        }
        let row = |n: usize| {
            let mut row = [0; MAX_SIZE];
            for (entry, size) in row.iter_mut().zip(1..=size) {
                // The largest entries are those of sets that exist.
                *entry = count(n, size).unwrap_or(u32::MAX);
            }
            row
        };
        Some(Self {
            size,
            numbers: u16::try_from(numbers).ok()?,
            binomials: (0..=numbers).map(row).collect(),
        })
    }

    /// The number of sets.
    pub(super) fn count(&self) -> usize {
        self.binomials[usize::from(self.numbers)][self.size - 1] as usize
    }

    /// The number of members of each set.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of a set whose members are in any order. Afterwards they are in increasing order.
    #[inline]
    pub(super) fn rank(&self, members: &mut [u16]) -> usize {
        debug_assert!(members.len() == self.size);
        // Bubble sort by minima and maxima has no branches that a processor could mispredict.
        for last in (1..members.len()).rev() {
            for at in 0..last {
                let (a, b) = (members[at], members[at + 1]);
                (members[at], members[at + 1]) = (a.min(b), a.max(b));
            }
        }
        let terms = members.iter().enumerate().map(|(at, &member)| self.terms(member)[at]);
        terms.sum::<u32>() as usize
    }

    /// For each place in a set what a member adds to the number of the set there.
    #[inline]
    pub(super) fn terms(&self, member: u16) -> Members<u32> {
        self.binomials[usize::from(member)]
    }

    /// All sets in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = Members> {
        let (size, numbers) = (self.size, self.numbers);
        let mut first = [0; MAX_SIZE];
        for (member, number) in first[..size].iter_mut().zip(0..) {
            *member = number;
        }
        std::iter::successors(Some(first), move |before| next(before, size, numbers))
    }
}

/// The set after another one: the first member that can is increased by one, and those before it are the least.
fn next(before: &Members, size: usize, numbers: u16) -> Option<Members> {
    let mut set = *before;
    for at in 0..size {
        let limit = if at + 1 < size { set[at + 1] } else { numbers };
        if set[at] + 1 < limit {
            set[at] += 1;
            return Some(set);
        }
        set[at] = u16::try_from(at).unwrap_or(0);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for size in 1..=MAX_SIZE {
            for numbers in size..9 {
                let sets = Combinations::new(numbers, size).expect("few sets");
                let all: Vec<Members> = sets.all().collect();
                assert_eq!(all.len(), sets.count());
                let expected = (0_u32..1 << numbers).filter(|set| set.count_ones() as usize == size).count();
                assert_eq!(all.len(), expected);
                for (number, set) in all.iter().enumerate() {
                    assert!(set[..size].is_sorted_by(|a, b| a < b), "{set:?}");
                    assert!(set[..size].iter().all(|&member| usize::from(member) < numbers));
                    let mut shuffled = *set;
                    shuffled[..size].reverse();
                    assert_eq!(sets.rank(&mut shuffled[..size]), number);
                }
            }
        }
    }

    #[test]
    fn too_many_sets_are_none() {
        assert_eq!(count(100, 3), Some(161_700));
        assert_eq!(count(65_535, 5), None);
        assert_eq!(count(2, 3), Some(0));
        assert!(Combinations::new(65_535, 4).is_none());
        assert!(Combinations::new(2, 3).is_none());
    }
}
