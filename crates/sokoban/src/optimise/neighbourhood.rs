//! Solutions as lists of pushes, their order, slices of them, and neighbourhoods in which slices are searched anew.

use std::{ops::Range, sync::Arc};

use crate::{
    board::{Board, Cell},
    direction::Direction,
    level::Level,
    notation::metrics::{Metrics, Primary, replay},
    rules::Game,
    state::{Push, lurd_from_pushes},
};

/// The neighbourhoods of passes in their order, with the shift by which their searches get more expansions.
pub(super) const NEIGHBOURHOODS: [(Neighbourhood, u32); 10] = [
    (Neighbourhood::Radius(0), 0),
    (Neighbourhood::Along(1), 1),
    (Neighbourhood::Along(4), 1),
    (Neighbourhood::Radius(1), 3),
    (Neighbourhood::Free { boxes: 2, others: 0 }, 1),
    (Neighbourhood::Free { boxes: 3, others: 0 }, 1),
    (Neighbourhood::Free { boxes: 2, others: 1 }, 1),
    (Neighbourhood::Radius(2), 2),
    (Neighbourhood::Radius(3), 1),
    (Neighbourhood::All, 1),
];
/// The number of neighbourhoods, from the first one, that are searched to compare solutions.
pub(super) const ROUGH_NEIGHBOURHOODS: usize = 4;

/// Where boxes may stand during the search of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Neighbourhood {
    /// So many boxes may stand elsewhere than in a known position.
    Radius(u8),
    /// So many boxes may stand elsewhere than in a known position, but only where there is a box in another one: the known
    /// trips in other orders. On an open floor, where a box may go anywhere, these are much fewer positions.
    Along(u8),
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
            Self::Along(_) => false,
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
            Self::Radius(radius) | Self::Along(radius) => Some(radius),
            Self::Free { boxes, others } => Some(u8::try_from(boxes).unwrap_or(u8::MAX).saturating_add(others)),
        }
    }

    /// Whether boxes may stand only where there is one in a known position.
    pub(super) fn is_along(self) -> bool {
        matches!(self, Self::Along(_))
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

/// How many searches of one slice ended how.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SliceCounts {
    searches: usize,
    too_long: usize,
    short: usize,
}

impl SliceCounts {
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

// A part of a solution, and the result of a search for a cheaper way through it.

/// A part of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice<'s> {
    /// The boxes at its start.
    pub(super) boxes: &'s [Cell],
    /// The player at its start.
    pub(super) player: Cell,
    /// The direction of the push before it.
    pub(super) before: Option<Direction>,
    /// The boxes at its end, as many as at its start.
    pub(super) end: &'s [Cell],
    /// Where the player must get at the end: the stand of the next push.
    pub(super) stand: Option<Cell>,
    /// The cost of the known way, with the walk to `stand`. Only cheaper ways count.
    pub(super) cost: u64,
    pub(super) order: Order,
    /// The most expansions.
    pub(super) effort: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SliceVerdict {
    /// A cheapest way in the vicinity.
    Cheaper(Vec<Push>),
    /// There is no cheaper way in the vicinity.
    Cheapest,
    /// The search did not end within its expansions or its memory.
    TooLong {
        /// Every way in the vicinity costs at least as much.
        bound: u64,
    },
}

// The order of values by which solutions are compared, and its weights in one number.

/// The values that a search minimizes, the first one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Order {
    /// Pushes only. The player may be anywhere in its region.
    Pushes,
    /// Pushes, then moves, then box lines.
    PushesMoves,
    /// Moves, then pushes, then box lines.
    MovesPushes,
}

/// The bits of a value in a combined cost. Slices have fewer than 2^20 moves.
const VALUE_BITS: u32 = 20;

impl Order {
    /// The order of all values that a primary metric means.
    pub(super) fn of(primary: Primary) -> Self {
        match primary {
            Primary::Pushes => Self::PushesMoves,
            Primary::Moves => Self::MovesPushes,
        }
    }

    /// The cost of walking by `steps`.
    #[inline]
    pub(super) fn walk(self, steps: u32) -> u64 {
        match self {
            Self::Pushes => 0,
            Self::PushesMoves => u64::from(steps) << VALUE_BITS,
            Self::MovesPushes => u64::from(steps) << (2 * VALUE_BITS),
        }
    }

    /// The cost of pushes, which are moves, too.
    #[inline]
    pub(super) fn pushes(self, count: u32) -> u64 {
        let one = match self {
            Self::Pushes => 1,
            Self::PushesMoves | Self::MovesPushes => 1 << (2 * VALUE_BITS) | 1 << VALUE_BITS,
        };
        u64::from(count) * one
    }

    /// The cost of the beginning of a box line.
    #[inline]
    pub(super) fn line(self) -> u64 {
        u64::from(self != Self::Pushes)
    }

    /// The first value of a combined cost.
    pub(super) fn first(self, cost: u64) -> u64 {
        match self {
            Self::Pushes => cost,
            Self::PushesMoves | Self::MovesPushes => cost >> (2 * VALUE_BITS),
        }
    }

    /// Whether the exact cell of the player matters.
    #[inline]
    pub(super) fn counts_moves(self) -> bool {
        self != Self::Pushes
    }
}

// A solution as pushes of one cell, with the walks between them.

/// A legal solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// The pushes, by one cell each.
    pub(super) pushes: Vec<Push>,
    /// The steps of the walk before each push.
    walks: Vec<u32>,
    /// The text, with shortest walks.
    pub(super) lurd: String,
    /// The values of the metrics in the order in which solutions are compared.
    pub(super) rank: [u64; 5],
}

impl Solution {
    /// The solution that makes `pushes`, with shortest walks between them; `None` if that is not possible or does
    /// not solve the level.
    pub(super) fn new(level: &Arc<Level>, board: &Board, primary: Primary, pushes: Vec<Push>) -> Option<Self> {
        let lurd = lurd_from_pushes::lurd(board, &pushes)?;
        let mut game = Game::new(Arc::clone(level));
        let directions: Vec<_> = lurd.chars().filter_map(Direction::of_letter).collect();
        for &direction in &directions {
            game.step(direction).ok()?;
        }
        if !game.is_solved() {
            return None;
        }
        let rank = Metrics::of(&replay(level, directions).ok()?).rank(primary);
        let mut walks = Vec::with_capacity(pushes.len());
        let mut steps = 0;
        for letter in lurd.chars() {
            if letter.is_ascii_uppercase() {
                walks.push(steps);
                steps = 0;
            } else {
                steps += 1;
            }
        }
        Some(Self { pushes, walks, lurd, rank })
    }

    /// The same solution, compared by another metric.
    pub(super) fn ranked(&self, level: &Arc<Level>, board: &Board, primary: Primary) -> Option<Self> {
        Self::new(level, board, primary, self.pushes.clone())
    }

    /// The cost of a stretch of pushes, with the walk to the push after it.
    pub(super) fn cost(&self, order: Order, range: &Range<usize>) -> u64 {
        let mut cost = 0;
        for at in range.clone() {
            let begins = self.walks[at] > 0 || at == 0 || self.pushes[at - 1].direction != self.pushes[at].direction;
            cost += order.walk(self.walks[at]) + order.pushes(1) + if begins { order.line() } else { 0 };
        }
        cost + self.walks.get(range.end).map_or(0, |&steps| order.walk(steps))
    }

    /// The stand of the push at an index.
    pub(super) fn stand(&self, board: &Board, at: usize) -> Option<Cell> {
        let push = self.pushes.get(at)?;
        Some(board.next(push.from, push.direction.opposite()))
    }

    /// The positions from the start of a stretch of pushes to its end: the boxes of all, one position after the
    /// other, and the player at the start.
    pub(super) fn positions(&self, board: &Board, range: &Range<usize>) -> (Vec<Cell>, Cell) {
        let mut boxes = board.boxes().to_vec();
        let mut player = board.player();
        let mut all = Vec::with_capacity(boxes.len() * (range.len() + 1));
        for (at, push) in self.pushes[..range.end].iter().enumerate() {
            if at >= range.start {
                all.extend_from_slice(&boxes);
            }
            if let Some(moved) = boxes.iter_mut().find(|cell| **cell == push.from) {
                *moved = board.next(push.from, push.direction);
            }
            if at < range.start {
                player = push.from;
            }
        }
        all.extend_from_slice(&boxes);
        (all, player)
    }

    /// The numbers of the boxes that are pushed in a stretch, in order; one after the other they differ.
    pub(super) fn trips(&self, board: &Board, range: &Range<usize>) -> Vec<usize> {
        let mut boxes = board.boxes().to_vec();
        let mut trips: Vec<usize> = Vec::new();
        for (at, push) in self.pushes[..range.end].iter().enumerate() {
            let Some(number) = boxes.iter().position(|&cell| cell == push.from) else { continue };
            boxes[number] = board.next(push.from, push.direction);
            if at >= range.start && trips.last() != Some(&number) {
                trips.push(number);
            }
        }
        trips
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
        // Without a restriction on how many boxes differ, there is one on where they stand.
        assert_eq!((Neighbourhood::Along(4).radius(3), Neighbourhood::Along(4).is_everywhere(3)), (Some(4), false));
    }
}
