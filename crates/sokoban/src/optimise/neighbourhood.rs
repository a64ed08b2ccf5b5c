//! Which boxes may leave the known way during the search of a slice.

use crate::optimise::slice::SliceVerdict;

/// The neighbourhoods of passes in their order, with the shift by which their searches get more expansions.
pub(super) const NEIGHBOURHOODS: [(Neighbourhood, u32); 8] = [
    (Neighbourhood::Radius(0), 0),
    (Neighbourhood::Radius(1), 3),
    (Neighbourhood::Free { boxes: 2, others: 0 }, 1),
    (Neighbourhood::Free { boxes: 3, others: 0 }, 1),
    (Neighbourhood::Free { boxes: 2, others: 1 }, 1),
    (Neighbourhood::Radius(2), 2),
    (Neighbourhood::Radius(3), 1),
    (Neighbourhood::All, 1),
];
/// The number of neighbourhoods, from the first one, that are searched to compare solutions.
pub(super) const ROUGH_NEIGHBOURHOODS: usize = 3;

/// Where boxes may stand during the search of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Neighbourhood {
    /// So many boxes may stand elsewhere than in a known position.
    Radius(u8),
    /// So many chosen boxes may stand anywhere, and so many others elsewhere than in a known position.
    Free { boxes: usize, others: u8 },
    /// Anywhere.
    All,
}

impl Neighbourhood {
    /// Whether it is no restriction for so many boxes.
    pub(super) fn is_everywhere(self, boxes: usize) -> bool {
        match self {
            Self::All => true,
            Self::Radius(radius) => usize::from(radius) >= boxes,
            Self::Free { boxes: free, others } => free + usize::from(others) >= boxes,
        }
    }

    /// The most boxes that may stand elsewhere than those of a known position that are not chosen; `None` if there
    /// is no restriction for so many boxes.
    pub(super) fn radius(self, boxes: usize) -> Option<u8> {
        if self.is_everywhere(boxes) {
            return None;
        }
        match self {
            Self::All => None,
            Self::Radius(radius) => Some(radius),
            Self::Free { boxes, others } => {
                Some(u8::try_from(boxes).unwrap_or(u8::MAX).saturating_add(others))
            }
        }
    }

    /// The sets of boxes to choose in a slice with these trips, by their numbers: for each trip, its box and the
    /// next ones that are pushed. One empty set where no boxes are chosen.
    pub(super) fn choices(self, trips: &[usize]) -> Vec<Vec<usize>> {
        let Self::Free { boxes: count, .. } = self else { return vec![Vec::new()] };
        let mut choices: Vec<Vec<usize>> = Vec::new();
        for first in 0..trips.len() {
            let mut chosen: Vec<usize> = Vec::new();
            for &trip in &trips[first..] {
                if !chosen.contains(&trip) {
                    chosen.push(trip);
                }
                if chosen.len() == count {
                    chosen.sort_unstable();
                    if !choices.contains(&chosen) {
                        choices.push(chosen);
                    }
                    break;
                }
            }
        }
        choices
    }
}

/// How the searches of one slice ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    searches: usize,
    too_long: usize,
    short: usize,
}

impl Tally {
    pub(super) fn count(&mut self, used: u64, effort: u64, verdict: &SliceVerdict) {
        self.searches += 1;
        self.too_long += usize::from(matches!(verdict, SliceVerdict::TooLong { .. }));
        self.short += usize::from(used < effort / 2);
    }

    pub(super) fn add(&mut self, other: Self) {
        self.searches += other.searches;
        self.too_long += other.too_long;
        self.short += other.short;
    }

    /// Whether a shorter slice is better.
    pub(super) fn is_mostly_too_long(self) -> bool {
        self.too_long * 2 > self.searches
    }

    /// Whether a longer slice is affordable.
    pub(super) fn is_mostly_short(self) -> bool {
        self.searches == 0 || self.short * 4 > self.searches * 3
    }

    /// Whether enough was searched to the end to go on with the next slice.
    pub(super) fn is_worth_going_on(self) -> bool {
        self.too_long * 4 < self.searches * 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_trips_are_chosen_once() {
        let free = Neighbourhood::Free { boxes: 2, others: 0 };
        assert_eq!(free.choices(&[3, 1, 3, 2]), [vec![1, 3], vec![2, 3]]);
        assert!(free.choices(&[3]).is_empty());
        assert_eq!(Neighbourhood::Radius(1).choices(&[3, 1]), [Vec::<usize>::new()]);
    }

    #[test]
    fn few_boxes_are_not_restricted() {
        let free = Neighbourhood::Free { boxes: 2, others: 1 };
        assert_eq!((free.radius(3), free.radius(4)), (None, Some(3)));
        assert_eq!((Neighbourhood::Radius(2).radius(2), Neighbourhood::Radius(2).radius(3)), (None, Some(2)));
        assert_eq!(Neighbourhood::All.radius(9), None);
    }
}
