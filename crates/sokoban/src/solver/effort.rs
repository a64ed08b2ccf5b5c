//! Division of the portfolio's effort among kinds of search.
//!
//! The unit of effort is one expansion of feature-space search, the slowest kind. In the time of one, the
//! other searches make several ([`expansions_per_unit`]).
//!
//! Each kind has a share ([`Shares`]), such as 5 : 1 : 2. The next turn goes to the kind with the smallest
//! quotient of effort spent and share. A kind that ends leaves its share to the others. All counts are of
//! expansions, so the order of turns is reproducible.

use lurd_engine::search::Strategy;

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchKind {
    /// Feature-space searches, along packing plans and from both sides.
    Plans,
    /// Best-first searches of single pushes.
    Pushes,
    /// Blind search of single pushes from both ends.
    Blind,
}

impl SearchKind {
    pub(super) const ALL: [Self; 3] = [Self::Plans, Self::Pushes, Self::Blind];
}

/// The expansions of single pushes by `strategy` that take as long as one expansion of feature-space search.
/// On levels of all sizes these are 4 to 10 best-first ones and 30 to 80 blind ones.
pub(super) fn expansions_per_unit(strategy: Strategy) -> u64 {
    match strategy {
        Strategy::Bidirectional => 50,
        _ => 7,
    }
}

/// The effort spent on each kind so far, and its share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    shares: [u64; 3],
    spent: [u64; 3],
}

/// The binary logarithm of the number of sets of cells up to which blind search is tried.
const MAX_POSITIONS: f64 = 56.0;

/// Whether a level may have few enough positions for blind search. `positions`: as for [`Shares::of`].
pub(super) fn may_be_counted(positions: f64) -> bool {
    positions < MAX_POSITIONS
}

impl Shares {
    /// The shares for a level: the fewer positions it has, the larger are those of exhaustive searches.
    /// `positions`: binary logarithm of the number of sets of cells that its boxes can stand on.
    /// `is_dense`: whether searches of single pushes are worth more than those of macro pushes.
    pub(super) fn of(positions: f64, is_dense: bool) -> Self {
        let shares = match positions {
            small if small < 32.0 => [1, 1, 6],
            medium if medium < 42.0 => [2, 2, 6],
            large if may_be_counted(large) => [5, 1, 2],
            _ if is_dense => [1, 2, 0],
            _ => [9, 1, 0],
        };
        Self { shares, spent: [0; 3] }
    }

    /// Adds effort spent on a kind.
    pub(super) fn spend(&mut self, kind: SearchKind, effort: u64) {
        self.spent[kind as usize] += effort;
    }

    /// The effort spent on all kinds.
    pub(super) fn effort(&self) -> u64 {
        self.spent.iter().sum()
    }

    /// Ends the turns of a kind.
    pub(super) fn end(&mut self, kind: SearchKind) {
        self.shares[kind as usize] = 0;
    }

    /// The kind that has used the smallest part of its share, the first one among equals. `None` if all have
    /// ended.
    pub(super) fn next(&self) -> Option<SearchKind> {
        let has_share = |kind: &SearchKind| self.shares[*kind as usize] > 0;
        // Compares the quotients of effort and share without division.
        let cross =
            |one: SearchKind, other: SearchKind| self.spent[one as usize] * self.shares[other as usize];
        SearchKind::ALL
            .into_iter()
            .filter(has_share)
            .min_by(|&one, &other| cross(one, other).cmp(&cross(other, one)))
    }
}

/// The binary logarithm of the number of ways to choose `chosen` of `all`.
pub(super) fn log2_choices(all: usize, chosen: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the numbers of cells and boxes are small")]
    let log2 = |n: usize| (n as f64).log2();
    (0..chosen).map(|taken| log2(all.saturating_sub(taken).max(1)) - log2(taken + 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_spent_by_shares() {
        let mut shares = Shares::of(20.0, false);
        let mut turns = [0; 3];
        for _ in 0..80 {
            let kind = shares.next().expect("all have a share");
            turns[kind as usize] += 1;
            shares.spend(kind, 10);
        }
        assert_eq!(turns, [10, 10, 60]);
        shares.end(SearchKind::Blind);
        assert_ne!(shares.next(), Some(SearchKind::Blind));
        shares.end(SearchKind::Plans);
        shares.end(SearchKind::Pushes);
        assert_eq!(shares.next(), None);
    }

    #[test]
    fn pushes_get_more_where_boxes_are_dense_and_nothing_can_be_counted() {
        let part = |positions: f64, is_dense: bool| {
            let shares = Shares::of(positions, is_dense).shares;
            shares[SearchKind::Pushes as usize] * 30 / shares.iter().sum::<u64>()
        };
        assert_eq!((part(80.0, false), part(80.0, true)), (3, 20));
        assert_eq!(part(40.0, false), part(40.0, true));
    }

    #[test]
    fn choices_are_binomials() {
        assert!((log2_choices(10, 3).exp2() - 120.0).abs() < 1e-6);
        assert!(log2_choices(5, 0).abs() < 1e-9 && log2_choices(7, 7).abs() < 1e-9);
    }
}
