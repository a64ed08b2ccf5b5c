//! Passes over a solution, and the searches of one slice in a pass.

use std::{
    collections::HashSet,
    hash::{Hash, Hasher},
    ops::Range,
};

use lurd_engine::program::{budget::Budget, outcome::Stop};
use rustc_hash::FxHasher;

use crate::{
    board::{Board, Cell},
    optimise::{
        neighbourhood::{Neighbourhood, Order, Slice, SliceCounts, SliceVerdict, Solution},
        slice_search::{SliceSearcher, Vicinity},
    },
    state::Push,
};

/// A kind of pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) order: Order,
    pub(super) neighbourhood: Neighbourhood,
    /// The shift by which its searches get more expansions.
    pub(super) shift: u32,
    /// The length of slices that searches of the present effort can do.
    pub(super) length: usize,
}

/// The searches of a slice of a solution.
#[derive(Clone, Copy)]
pub(super) struct SliceSearches<'s> {
    pub(super) board: &'s Board,
    pub(super) solution: &'s Solution,
    pub(super) pass: Pass,
    /// The most expansions of each.
    pub(super) effort: u64,
    /// The slices that were searched without success, to the end or with as many expansions.
    pub(super) exhausted: &'s HashSet<u64>,
}

/// What the searches of a slice have shown.
#[derive(Debug, Default)]
pub(super) struct SliceResult {
    pub(super) range: Range<usize>,
    pub(super) counts: SliceCounts,
    /// The slices that were searched without success, to the end or with as many expansions.
    pub(super) exhausted: Vec<u64>,
    /// A cheaper way.
    pub(super) way: Option<Vec<Push>>,
    /// Whether there is no solution that is better than the known one, or than the cheaper way.
    pub(super) is_proved: bool,
    /// No solution costs less in the order of the pass.
    pub(super) bound: Option<u64>,
}

impl SliceSearches<'_> {
    /// Searches with each choice of free boxes, until one finds a cheaper way.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn run(
        &self,
        range: Range<usize>,
        searcher: &mut SliceSearcher<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        let neighbourhood = self.pass.neighbourhood;
        let is_whole = self.is_whole(&range);
        let mut result = SliceResult { range: range.clone(), ..SliceResult::default() };
        for free in neighbourhood.choices(&self.solution.trips(self.board, &range)) {
            let before = budget.statistics().expanded;
            let (verdict, key) = self.search(&range, &free, searcher, budget)?;
            let used = budget.statistics().expanded - before;
            result.counts.count(used, self.effort, &verdict);
            result.exhausted.extend(key);
            match verdict {
                SliceVerdict::TooLong { bound } => result.bound = is_whole.then_some(bound),
                SliceVerdict::Cheapest => result.is_proved |= is_whole,
                SliceVerdict::Cheaper(way) => {
                    result.is_proved |= is_whole;
                    result.way = Some(way);
                    // The slice ends elsewhere now.
                    break;
                }
            }
        }
        Ok(result)
    }

    /// Whether the search of a slice is one of all solutions.
    fn is_whole(&self, range: &Range<usize>) -> bool {
        range.len() == self.solution.pushes.len() && self.pass.neighbourhood.is_everywhere(self.board.boxes().len())
    }

    /// Searches a slice, unless that was done before. `free`: the numbers of the chosen boxes. Returns the key by
    /// which the slice is to be remembered, if it was searched without success and its verdict is not a proof.
    fn search(
        &self,
        range: &Range<usize>,
        free: &[usize],
        searcher: &mut SliceSearcher<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<(SliceVerdict, Option<u64>), Stop> {
        let Self { board, solution, pass, exhausted, .. } = *self;
        let (mut positions, player) = solution.positions(board, range);
        let count = board.boxes().len();
        let stand = solution.stand(board, range.end);
        let key = {
            let mut hasher = FxHasher::default();
            let mut start = positions[..count].to_vec();
            start.sort_unstable();
            let chosen: Vec<Cell> = free.iter().map(|&number| positions[number]).collect();
            (pass.order, pass.neighbourhood, start, chosen, player, stand).hash(&mut hasher);
            solution.pushes[range.clone()].hash(&mut hasher);
            hasher.finish()
        };
        // Equal hashes prove nothing, so a search that may be a proof is always done.
        let may_prove = self.is_whole(range);
        if !may_prove && exhausted.contains(&key) {
            return Ok((SliceVerdict::Cheapest, None));
        }
        // A search with fewer or more expansions ends elsewhere.
        let key_if_too_long = {
            let mut hasher = FxHasher::default();
            (key, self.effort).hash(&mut hasher);
            hasher.finish()
        };
        if !may_prove && exhausted.contains(&key_if_too_long) {
            return Ok((SliceVerdict::TooLong { bound: 0 }, None));
        }
        let mut place = 0;
        positions.retain(|_| {
            place += 1;
            !free.contains(&((place - 1) % count))
        });
        let radius = pass.neighbourhood.radius(count);
        let is_along = pass.neighbourhood.is_along();
        let vicinity =
            radius.map(|radius| Spine { positions: &positions, count: count - free.len(), radius, is_along });
        let verdict = search_among(board, solution, range, pass.order, vicinity, self.effort, searcher, budget)?;
        let key = match verdict {
            _ if may_prove => None,
            SliceVerdict::Cheapest => Some(key),
            SliceVerdict::TooLong { .. } => Some(key_if_too_long),
            SliceVerdict::Cheaper(_) => None,
        };
        Ok((verdict, key))
    }
}

/// The known positions that a search does not go far away from.
#[derive(Clone, Copy)]
pub(super) struct Spine<'s> {
    /// The boxes of all, one position after the other.
    pub(super) positions: &'s [Cell],
    /// The boxes of each.
    pub(super) count: usize,
    /// The most boxes that may stand elsewhere.
    pub(super) radius: u8,
    /// Whether they may stand only where there is a box in one of the positions.
    pub(super) is_along: bool,
}

/// Searches a slice, in the vicinity of a spine if there is one.
///
/// # Errors
/// When the budget stops it.
#[expect(clippy::too_many_arguments, reason = "the parts of one search")]
pub(super) fn search_among(
    board: &Board,
    solution: &Solution,
    range: &Range<usize>,
    order: Order,
    vicinity: Option<Spine<'_>>,
    effort: u64,
    searcher: &mut SliceSearcher<'_>,
    budget: &mut Budget<'_>,
) -> Result<SliceVerdict, Stop> {
    let count = board.boxes().len();
    let (positions, player) = solution.positions(board, range);
    let slice = Slice {
        boxes: &positions[..count],
        player,
        before: range.start.checked_sub(1).map(|at| solution.pushes[at].direction),
        end: &positions[positions.len() - count..],
        stand: solution.stand(board, range.end),
        cost: solution.cost(order, range),
        order,
        effort,
    };
    let Some(Spine { positions: spine, count, radius, is_along }) = vicinity else {
        return searcher.search(slice, None, budget);
    };
    let bytes = Vicinity::bytes(board.cells(), spine.len() / count);
    if budget.grow(bytes).is_err() {
        return Ok(SliceVerdict::TooLong { bound: 0 });
    }
    let vicinity = Vicinity::new(board.cells(), count, spine, radius);
    let vicinity = if is_along { vicinity.along(spine) } else { vicinity };
    let verdict = searcher.search(slice, Some(vicinity), budget);
    budget.shrink(bytes);
    verdict
}
