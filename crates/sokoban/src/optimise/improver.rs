//! Passes over a solution: overlapping slices, each replaced by a cheaper way where there is one, and parts of other
//! solutions; how much is done.

use std::{collections::HashSet, ops::Range, sync::Arc};

use lurd_engine::program::budget::{Budget, Finished, Task};
use lurd_engine::program::outcome::{Cost, Stop};

use super::{
    Options, Shorten,
    neighbourhood::{NEIGHBOURHOODS, Order, ROUGH_NEIGHBOURHOODS, SliceCounts, SliceVerdict, Solution},
    pass::{Pass, SliceResult, SliceSearches, Spine, search_among},
    slice_search::SliceSearcher,
    trip_order::reordered,
};
use crate::{
    board::{Balance, Board},
    level::Level,
    notation::metrics::Primary,
    state::Push,
};

/// The shortest slices, in pushes.
const MIN_LENGTH: usize = 4;
/// The first length of slices.
const FIRST_LENGTH: usize = 60;
/// The bytes of a searched slice that is remembered.
const MEMORY_PER_SLICE: u64 = 24;
/// The most slices that are remembered.
const MAX_REMEMBERED: usize = 1 << 20;

/// Receives each better solution.
pub(super) type OnBetter<'f> = dyn FnMut(&Solution, &mut Budget<'_>) + 'f;

/// Improves one solution.
pub(super) struct Improver<'b> {
    level: Arc<Level>,
    board: &'b Board,
    primary: Primary,
    /// The best solution so far.
    pub(super) solution: Solution,
    /// One for each thread.
    searchers: Vec<SliceSearcher<'b>>,
    passes: Vec<Pass>,
    /// The slices that were searched without success, to the end or with as many expansions.
    exhausted: HashSet<u64>,
    /// The most expansions of the searches of slices at present.
    effort: u64,
    /// Whether no solution has a smaller primary metric.
    pub(super) is_first_optimal: bool,
    /// Whether, among those, none has a smaller second one of moves and pushes.
    pub(super) is_optimal: bool,
    /// Whether a search of the whole solution without a restriction has ended: nothing is left to do.
    is_done: bool,
    /// Where moves count first, the improvement by pushes and then moves. Searches of slices go further in that order, because
    /// the lower bound of the pushes is closer than that of the moves. On an open floor most of what they gain are moves, so
    /// there it comes first; elsewhere it often gains pushes at the cost of moves.
    by_pushes: Option<Box<Self>>,
    /// The rank of the last solution for whose trips no better order was found. Each better solution has another rank.
    in_order: Option<[u64; 5]>,
}

impl<'b> Improver<'b> {
    /// Begins with `solution`.
    pub(super) fn new(level: Arc<Level>, board: &'b Board, options: Options, solution: Solution) -> Self {
        let Options { primary, threads, .. } = options;
        let orders: &[Order] = match (primary, options.shorten) {
            (Primary::Pushes, Shorten::Primary) => &[Order::Pushes],
            (Primary::Pushes, Shorten::All) => &[Order::Pushes, Order::PushesMoves],
            (Primary::Pushes, Shorten::Others) => &[Order::PushesMoves],
            (Primary::Moves, _) => &[Order::MovesPushes],
        };
        let pass = |order: Order| {
            NEIGHBOURHOODS.map(|(neighbourhood, shift)| Pass { order, neighbourhood, shift, length: FIRST_LENGTH })
        };
        let is_empty = solution.pushes.is_empty();
        let by_pushes = match primary {
            Primary::Pushes => None,
            Primary::Moves => solution.ranked(&level, board, Primary::Pushes).map(|solution| {
                let options = Options { primary: Primary::Pushes, shorten: Shorten::All, ..options };
                Box::new(Self::new(Arc::clone(&level), board, options, solution))
            }),
        };
        Self {
            level,
            board,
            primary,
            solution,
            searchers: (0..threads.max(1)).map(|_| SliceSearcher::new(board)).collect(),
            passes: orders.iter().flat_map(|&order| pass(order)).collect(),
            exhausted: HashSet::default(),
            effort: FIRST_EFFORT,
            is_first_optimal: is_empty,
            is_optimal: is_empty,
            is_done: is_empty,
            by_pushes,
            in_order: None,
        }
    }

    /// Improves the solution, also by parts of `others`. After a stop it goes on with the same effort.
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
        if let Effort::UpTo(_) = effort
            && self.passes.iter().any(|pass| pass.order.counts_moves())
        {
            // A short optimisation may not come to moves otherwise.
            self.reorder_trips(budget, on_better)?;
        }
        loop {
            let most = if let Effort::UpTo(most) = effort { most } else { u64::MAX };
            self.improve(self.effort.min(most), budget, on_better)?;
            if self.is_done || self.effort >= most {
                return Ok(());
            }
            self.effort = self.effort.saturating_mul(EFFORT_FACTOR);
        }
    }

    /// Releases the memory of the searches, but not of what is remembered for the next call.
    pub(super) fn release_searchers(&mut self, budget: &mut Budget<'_>) {
        for searcher in &mut self.searchers {
            searcher.release(budget);
        }
        if let Some(by_pushes) = &mut self.by_pushes {
            by_pushes.release_searchers(budget);
        }
    }

    /// Releases all memory.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        self.release_searchers(budget);
        budget.shrink(self.exhausted.len() as u64 * MEMORY_PER_SLICE);
        self.exhausted = HashSet::new();
        if let Some(by_pushes) = &mut self.by_pushes {
            by_pushes.release(budget);
        }
    }

    /// Does the passes of each order of values in turn, with searches of at most `effort` expansions, until
    /// none of them gains anything.
    fn improve(&mut self, effort: u64, budget: &mut Budget<'_>, on_better: &mut OnBetter<'_>) -> Result<(), Stop> {
        if self.board.is_open() {
            self.improve_by_pushes(effort, budget, on_better)?;
        }
        loop {
            let count = NEIGHBOURHOODS.len();
            for first in (0..self.passes.len()).step_by(count) {
                if self.passes[first].order.counts_moves() {
                    self.reorder_trips(budget, on_better)?;
                }
                self.improve_by(first..first + count, effort, budget, on_better)?;
            }
            if !self.improve_by_pushes(effort, budget, on_better)? {
                return Ok(());
            }
        }
    }

    /// Where moves count first, improves the solution by pushes and then moves. Returns whether that has fewer moves.
    ///
    /// # Errors
    /// When the budget stops it.
    fn improve_by_pushes(
        &mut self,
        effort: u64,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<bool, Stop> {
        let Some(mut by_pushes) = self.by_pushes.take_if(|by_pushes| !by_pushes.is_done && !self.is_done) else {
            return Ok(false);
        };
        by_pushes.take_better(self);
        let result = by_pushes.improve(effort, budget, &mut |_, _| {});
        let is_better = self.take_better(&by_pushes);
        self.by_pushes = Some(by_pushes);
        if is_better {
            on_better(&self.solution, budget);
        }
        result.map(|()| is_better)
    }

    /// Takes the solution of `other`, if it is better in this order. Returns whether it is.
    fn take_better(&mut self, other: &Self) -> bool {
        let solution = other.solution.ranked(&self.level, self.board, self.primary);
        let Some(better) = solution.filter(|solution| solution.rank < self.solution.rank) else { return false };
        self.solution = better;
        true
    }

    /// Puts the trips of the solution in an order with fewer moves.
    ///
    /// # Errors
    /// When the budget stops it.
    fn reorder_trips(&mut self, budget: &mut Budget<'_>, on_better: &mut OnBetter<'_>) -> Result<(), Stop> {
        if self.is_done || self.in_order == Some(self.solution.rank) {
            return Ok(());
        }
        let (pushes, stopped) = reordered(self.board, &self.solution, budget);
        if let Some(pushes) = pushes {
            self.replace(0..self.solution.pushes.len(), pushes, budget, on_better);
        }
        stopped?;
        self.in_order = Some(self.solution.rank);
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
    ///
    /// Slices overlap by half. Several threads search slices beside each other, which do not overlap, and then those
    /// between them.
    fn pass(
        &mut self,
        index: usize,
        effort: u64,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<bool, Stop> {
        let Pass { order, shift, .. } = self.passes[index];
        if order == Order::Pushes && self.is_first_optimal {
            return Ok(false);
        }
        let effort = effort.saturating_mul(1 << shift);
        let (mut at, mut gained, mut is_between) = (0, false, false);
        while at < self.solution.pushes.len() {
            // A slice that was searched before takes no expansions, so nothing else might ask.
            budget.check()?;
            let pushes = self.solution.pushes.len();
            let length = self.passes[index].length.clamp(MIN_LENGTH, pushes.max(MIN_LENGTH));
            budget.note_milestone(Some(Task { name: "pushes", done: at as u64, of: pushes as u64, began: None }));
            let starts = (at..pushes).step_by(length).take(self.searchers.len());
            let ranges: Vec<_> = starts.map(|start| start..(start + length).min(pushes)).collect();
            let count = ranges.len();
            let (results, stopped) = self.search_slices(index, ranges, effort, budget);
            let mut counts = SliceCounts::default();
            let mut last = at + length;
            // The last first, so that those before it keep their places.
            for result in results.into_iter().rev() {
                counts.add(result.counts);
                last = last.max(result.range.end);
                gained |= self.apply(result, order, budget, on_better);
            }
            stopped?;
            if counts.is_mostly_too_long() && length > MIN_LENGTH {
                self.passes[index].length = (length.min(pushes - at) * 2 / 3).max(MIN_LENGTH);
                if !counts.is_worth_going_on() {
                    continue;
                }
            } else if counts.is_mostly_short() {
                self.passes[index].length = length + length / 5 + 1;
            }
            if last >= self.solution.pushes.len() && (count == 1 || is_between) {
                break;
            }
            let step = (length / 2).max(1);
            at += if count == 1 || !is_between { step } else { count * length - step };
            is_between = count > 1 && !is_between;
        }
        budget.note_milestone(None);
        Ok(gained)
    }

    /// Searches slices, each in a thread of its own if there are several. Returns the results of those that ended, in
    /// order, and what stopped the others.
    fn search_slices(
        &mut self,
        index: usize,
        mut ranges: Vec<Range<usize>>,
        effort: u64,
        budget: &mut Budget<'_>,
    ) -> (Vec<SliceResult>, Result<(), Stop>) {
        let searches = SliceSearches {
            board: self.board,
            solution: &self.solution,
            pass: self.passes[index],
            effort,
            exhausted: &self.exhausted,
        };
        if ranges.len() > 1 {
            let all = &mut self.searchers;
            // The memory of one thread's searches is counted by its own budget.
            all[0].release(budget);
            let finished = budget.side_by_side(ranges.len(), |threads| {
                let job = |(range, searcher): (&Range<usize>, _)| {
                    let (range, own): (_, &mut SliceSearcher<'_>) = (range.clone(), searcher);
                    move |budget: &mut Budget<'_>| {
                        let result = searches.run(range, own, budget);
                        own.release(budget);
                        result
                    }
                };
                ranges.iter().zip(all.iter_mut()).take(threads).map(job).collect()
            });
            if let Some(Finished { results, stopped }) = finished {
                return (results.into_iter().flatten().collect(), stopped);
            }
            // No room for two threads: one by one from now on.
            self.searchers.truncate(1);
            ranges.truncate(1);
        }
        let mut results = Vec::new();
        for range in ranges {
            match searches.run(range, &mut self.searchers[0], budget) {
                Ok(result) => results.push(result),
                Err(stop) => return (results, Err(stop)),
            }
        }
        (results, Ok(()))
    }

    /// Uses what the searches of a slice have shown. Returns whether the solution is better.
    fn apply(
        &mut self,
        result: SliceResult,
        order: Order,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> bool {
        let SliceResult { range, exhausted, way, is_proved, bound, .. } = result;
        for key in exhausted {
            if self.exhausted.len() < MAX_REMEMBERED && budget.grow(MEMORY_PER_SLICE).is_ok() {
                self.exhausted.insert(key);
            }
        }
        if let Some(bound) = bound {
            self.note_bound(order.first(bound), budget);
        }
        if is_proved {
            self.note_proof(order);
        }
        way.is_some_and(|way| self.replace(range, way, budget, on_better))
    }

    /// Whether every solution ends with the same boxes, because there are as many as goals.
    fn ends_alike(&self) -> bool {
        self.board.balance() == Balance::Even
    }

    fn note_proof(&mut self, order: Order) {
        self.is_done |= order.counts_moves() || self.passes.iter().all(|pass| pass.order == order);
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
            self.is_done |= self.is_first_optimal && self.passes.iter().all(|pass| pass.order == Order::Pushes);
        }
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

// A way through the positions of two solutions.

/// The radii of the searches for a way through two solutions.
const RELINK_RADII: [u8; 2] = [0, 1];
/// The most expansions of such a search.
const RELINK_EFFORT: u64 = 100_000;
impl Improver<'_> {
    /// Looks for a way through the positions of this solution and another one.
    fn relink(&mut self, other: &Solution, budget: &mut Budget<'_>, on_better: &mut OnBetter<'_>) -> Result<(), Stop> {
        let (others, _) = other.positions(self.board, &(0..other.pushes.len()));
        for radius in RELINK_RADII {
            for order in [Order::Pushes, Order::of(self.primary)] {
                if order == Order::Pushes && self.primary == Primary::Moves {
                    continue;
                }
                let whole = 0..self.solution.pushes.len();
                let (mut spine, _) = self.solution.positions(self.board, &whole);
                spine.extend_from_slice(&others);
                let verdict = search_among(
                    self.board,
                    &self.solution,
                    &whole,
                    order,
                    Some(Spine { positions: &spine, count: self.board.boxes().len(), radius, is_along: false }),
                    RELINK_EFFORT,
                    &mut self.searchers[0],
                    budget,
                )?;
                if let SliceVerdict::Cheaper(way) = verdict {
                    self.replace(whole, way, budget, on_better);
                }
            }
        }
        Ok(())
    }
}

// How much is done.

/// The most expansions of the first searches of slices, and the factor by which they grow.
pub(super) const FIRST_EFFORT: u64 = 1000;
pub(super) const EFFORT_FACTOR: u64 = 4;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Only the first value, with the smallest neighbourhoods: enough to compare solutions.
    Rough,
    /// Until the budget ends or the solution is proved optimal.
    Unlimited,
    /// Until searches of slices of at most so many expansions gain nothing.
    UpTo(u64),
}
