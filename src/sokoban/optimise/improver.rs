//! Passes over a solution: overlapping slices, each replaced by a cheaper way where there is one.

mod relink;

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::budget::{Budget, Task};
use crate::outcome::{Cost, Stop};
use crate::sokoban::board::{Balance, Board, Cell};
use crate::sokoban::level::Level;
use crate::sokoban::notation::metrics::Primary;
use crate::sokoban::optimise::effort::{EFFORT_FACTOR, Effort, FIRST_EFFORT};
use crate::sokoban::optimise::neighbourhood::{NEIGHBOURHOODS, Neighbourhood, ROUGH_NEIGHBOURHOODS, Tally};
use crate::sokoban::optimise::order::Order;
use crate::sokoban::optimise::slice::{Slice, SliceVerdict};
use crate::sokoban::optimise::slice_search::SliceSearcher;
use crate::sokoban::optimise::solution::Solution;
use crate::sokoban::optimise::vicinity::Vicinity;
use crate::sokoban::state::Push;

/// The shortest slices, in pushes.
const MIN_LENGTH: usize = 4;
/// The first length of slices.
const FIRST_LENGTH: usize = 60;
/// The bytes of a searched slice that is remembered.
const MEMORY_PER_SLICE: u64 = 24;
/// The most slices that are remembered.
const MAX_REMEMBERED: usize = 1 << 20;

/// A kind of pass.
#[derive(Clone, Debug)]
struct Pass {
    order: Order,
    neighbourhood: Neighbourhood,
    /// The shift by which its searches get more expansions.
    shift: u32,
    /// The length of slices that searches of the present effort can do.
    length: usize,
}

/// Receives each better solution.
pub(super) type OnBetter<'f> = dyn FnMut(&Solution, &mut Budget<'_>) + 'f;

/// Improves one solution.
pub(super) struct Improver<'b> {
    level: Arc<Level>,
    board: &'b Board,
    primary: Primary,
    /// The best solution so far.
    pub(super) solution: Solution,
    searcher: SliceSearcher<'b>,
    passes: Vec<Pass>,
    /// The slices that were searched to the end without success.
    exhausted: HashSet<u64>,
    /// Whether no solution has a smaller primary metric.
    pub(super) is_first_optimal: bool,
    /// Whether, among those, none has a smaller second one of moves and pushes.
    pub(super) is_optimal: bool,
    /// Whether a search of the whole solution without a restriction has ended: nothing is left to do.
    is_done: bool,
}

impl<'b> Improver<'b> {
    pub(super) fn new(level: Arc<Level>, board: &'b Board, primary: Primary, solution: Solution) -> Self {
        let orders: &[Order] = match primary {
            Primary::Pushes => &[Order::Pushes, Order::PushesMoves],
            Primary::Moves => &[Order::MovesPushes],
        };
        let pass = |order: Order| {
            NEIGHBOURHOODS.map(|(neighbourhood, shift)| Pass {
                order,
                neighbourhood,
                shift,
                length: FIRST_LENGTH,
            })
        };
        let is_empty = solution.pushes.is_empty();
        Self {
            level,
            board,
            primary,
            solution,
            searcher: SliceSearcher::new(board),
            passes: orders.iter().flat_map(|&order| pass(order)).collect(),
            exhausted: HashSet::default(),
            is_first_optimal: is_empty,
            is_optimal: is_empty,
            is_done: is_empty,
        }
    }

    /// Improves the solution, also by parts of `others`.
    ///
    /// # Errors
    /// When the budget stops it; the solution is the best one so far.
    pub(super) fn optimise(
        &mut self,
        others: Vec<Solution>,
        effort: Effort,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<(), Stop> {
        for other in others {
            self.relink(&other, budget, on_better)?;
        }
        if effort == Effort::Rough {
            return self.improve_by(0..ROUGH_NEIGHBOURHOODS, FIRST_EFFORT, budget, on_better);
        }
        let mut present = FIRST_EFFORT;
        loop {
            let most = if let Effort::UpTo(most) = effort { most } else { u64::MAX };
            self.improve(present.min(most), budget, on_better)?;
            if self.is_done || present >= most {
                return Ok(());
            }
            present = present.saturating_mul(EFFORT_FACTOR);
        }
    }

    /// Releases the memory of the searches.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        self.searcher.release(budget);
        budget.shrink(self.exhausted.len() as u64 * MEMORY_PER_SLICE);
        self.exhausted = HashSet::new();
    }

    /// Does the passes of each order of values in turn, with searches of at most `effort` expansions, until
    /// none of them gains anything.
    fn improve(
        &mut self,
        effort: u64,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<(), Stop> {
        let count = NEIGHBOURHOODS.len();
        for first in (0..self.passes.len()).step_by(count) {
            self.improve_by(first..first + count, effort, budget, on_better)?;
        }
        Ok(())
    }

    /// Does these passes in turn until none of them gains anything.
    fn improve_by(
        &mut self,
        passes: Range<usize>,
        effort: u64,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<(), Stop> {
        let count = passes.len();
        let (mut at, mut left) = (0, count);
        while left > 0 && !self.is_done {
            let gained = self.pass(passes.start + at, effort, budget, on_better)?;
            left = if gained { count } else { left } - 1;
            at = (at + 1) % count;
        }
        Ok(())
    }

    /// One pass from the start to the end. Returns whether it gained anything.
    fn pass(
        &mut self,
        index: usize,
        effort: u64,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<bool, Stop> {
        let Pass { order, neighbourhood, shift, .. } = self.passes[index];
        if order == Order::Pushes && self.is_first_optimal {
            return Ok(false);
        }
        let effort = effort.saturating_mul(1 << shift);
        let (mut at, mut gained) = (0, false);
        while at < self.solution.pushes.len() {
            // A slice that was searched before takes no expansions, so nothing else might ask.
            budget.check()?;
            let pushes = self.solution.pushes.len();
            let length = self.passes[index].length.clamp(MIN_LENGTH, pushes.max(MIN_LENGTH));
            let slice = at..(at + length).min(pushes);
            budget.note_milestone(Some(Task { name: "pushes", done: at as u64, of: pushes as u64 }));
            let mut tally = Tally::default();
            let trips = self.solution.trips(self.board, &slice);
            for free in neighbourhood.choices(&trips) {
                let before = budget.statistics().expanded;
                let verdict = self.search(&slice, order, neighbourhood, &free, effort, budget)?;
                let used = budget.statistics().expanded - before;
                tally.count(used, effort, &verdict);
                let is_whole = slice.len() == pushes && neighbourhood.is_everywhere(self.board.boxes().len());
                match verdict {
                    SliceVerdict::TooLong { bound } if is_whole => {
                        self.note_bound(order.first(bound), budget);
                    }
                    SliceVerdict::Cheapest if is_whole => self.note_proof(order),
                    SliceVerdict::TooLong { .. } | SliceVerdict::Cheapest => {}
                    SliceVerdict::Cheaper(stretch) => {
                        if is_whole {
                            self.note_proof(order);
                        }
                        gained |= self.replace(slice.clone(), stretch, budget, on_better);
                        // The slice ends elsewhere now.
                        break;
                    }
                }
            }
            if tally.is_mostly_too_long() && length > MIN_LENGTH {
                self.passes[index].length = (slice.len() * 2 / 3).max(MIN_LENGTH);
                if !tally.is_worth_going_on() {
                    continue;
                }
            } else if tally.is_mostly_short() {
                self.passes[index].length = length + length / 5 + 1;
            }
            if slice.end >= self.solution.pushes.len() {
                break;
            }
            at += (length / 2).max(1);
        }
        budget.note_milestone(None);
        Ok(gained)
    }

    /// Whether every solution ends with the same boxes, because there are as many as goals.
    fn ends_alike(&self) -> bool {
        self.board.balance() == Balance::Even
    }

    fn note_proof(&mut self, order: Order) {
        self.is_done |= order.counts_moves();
        if self.ends_alike() {
            self.is_first_optimal = true;
            self.is_optimal |= order.counts_moves();
        }
    }

    /// Notes a lower bound of the primary metric.
    fn note_bound(&mut self, bound: u64, budget: &mut Budget<'_>) {
        if self.ends_alike() {
            budget.raise_bound(Cost::try_from(bound.min(self.solution.rank[0])).unwrap_or(Cost::MAX));
            self.is_first_optimal |= bound >= self.solution.rank[0];
        }
    }

    /// Searches a slice, unless that was done before. `free`: the numbers of the chosen boxes.
    fn search(
        &mut self,
        range: &Range<usize>,
        order: Order,
        neighbourhood: Neighbourhood,
        free: &[usize],
        effort: u64,
        budget: &mut Budget<'_>,
    ) -> Result<SliceVerdict, Stop> {
        let (mut positions, player) = self.solution.positions(self.board, range);
        let count = self.board.boxes().len();
        let stand = self.solution.stand(self.board, range.end);
        let key = {
            let mut hasher = FxHasher::default();
            let mut start = positions[..count].to_vec();
            start.sort_unstable();
            let chosen: Vec<Cell> = free.iter().map(|&number| positions[number]).collect();
            (order, neighbourhood, start, chosen, player, stand).hash(&mut hasher);
            self.solution.pushes[range.clone()].hash(&mut hasher);
            hasher.finish()
        };
        // Equal hashes prove nothing, so a search that may be a proof is always done.
        let may_prove = range.len() == self.solution.pushes.len() && neighbourhood.is_everywhere(count);
        if !may_prove && self.exhausted.contains(&key) {
            return Ok(SliceVerdict::Cheapest);
        }
        let mut place = 0;
        positions.retain(|_| {
            place += 1;
            !free.contains(&((place - 1) % count))
        });
        let radius = neighbourhood.radius(count);
        let vicinity = radius.map(|radius| (&positions[..], count - free.len(), radius));
        let verdict = self.search_among(range, order, vicinity, effort, budget)?;
        if verdict == SliceVerdict::Cheapest
            && !may_prove
            && self.exhausted.len() < MAX_REMEMBERED
            && budget.grow(MEMORY_PER_SLICE).is_ok()
        {
            self.exhausted.insert(key);
        }
        Ok(verdict)
    }

    /// Searches a slice in the vicinity of positions, each given by so many boxes, one position after the
    /// other.
    fn search_among(
        &mut self,
        range: &Range<usize>,
        order: Order,
        vicinity: Option<(&[Cell], usize, u8)>,
        effort: u64,
        budget: &mut Budget<'_>,
    ) -> Result<SliceVerdict, Stop> {
        let count = self.board.boxes().len();
        let (positions, player) = self.solution.positions(self.board, range);
        let slice = Slice {
            boxes: &positions[..count],
            player,
            before: range.start.checked_sub(1).map(|at| self.solution.pushes[at].direction),
            end: &positions[positions.len() - count..],
            stand: self.solution.stand(self.board, range.end),
            cost: self.solution.cost(order, range),
            order,
            effort,
        };
        let Some((spine, count, radius)) = vicinity else {
            return self.searcher.search(slice, None, budget);
        };
        let bytes = Vicinity::bytes(self.board.cells(), spine.len() / count);
        if budget.grow(bytes).is_err() {
            return Ok(SliceVerdict::TooLong { bound: 0 });
        }
        let vicinity = Vicinity::new(self.board.cells(), count, spine, radius);
        let verdict = self.searcher.search(slice, Some(vicinity), budget);
        budget.shrink(bytes);
        verdict
    }

    /// Replaces a stretch, if that makes the solution better. Returns whether it does.
    fn replace(
        &mut self,
        range: Range<usize>,
        stretch: Vec<Push>,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> bool {
        let mut pushes = self.solution.pushes.clone();
        pushes.splice(range, stretch);
        let solution = Solution::new(&self.level, self.board, self.primary, pushes);
        debug_assert!(solution.is_some(), "a slice was replaced by pushes that do not fit");
        let better = solution.filter(|solution| solution.rank < self.solution.rank);
        let is_better = better.is_some();
        if let Some(better) = better {
            self.solution = better;
            on_better(&self.solution, budget);
        }
        is_better
    }
}
