//! Breadth-first layers of a ranked space in a table of all its states.
//!
//! There is no queue: the table is scanned once per layer. A layer with more states than are unseen is
//! expanded by *pulling* from the unseen states, any other by *pushing* (Beamer, Asanović & Patterson,
//! *Direction-optimizing breadth-first search*, 2012).

use std::convert::Infallible;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

use super::{
    depth_table::DepthTable,
    pass::{GenericWalker, LayerCounts, Method, Pass, Scratch},
    ranked::{Ranked, Walker},
    table::Table,
};
use lurd_engine::program::{
    budget::{Budget, Deadline, MAX_THREADS, Task, start_thread},
    outcome::Stop,
    search::random::mix,
    space::{SearchDirection, Space},
};

/// Approximate number of states per unit of work of a thread.
const RANGE: u64 = 1 << 16;
/// The most: a thread completes its unit before it stops.
const MAX_RANGE: u64 = 1 << 25;
/// Approximate number of states after which a pass can pause.
const PART: u64 = 1 << 26;

/// A breadth-first search of a whole space.
pub struct Layers<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    way: SearchDirection,
    threads: usize,
    pub(super) table: Table,
    walker: Box<dyn Walker + 's>,
    scratch: Scratch,
    /// The layer that is expanded next or being expanded.
    depth: u32,
    /// Its number of states; exact once it has been expanded.
    width: u64,
    sizes: Vec<u64>,
    /// For each expanded layer the states that its ranks stand for, and their classes.
    weighted: Vec<Weighted>,
    /// Progress of the pass over the current layer.
    from: u64,
    counts: LayerCounts,
    method: Method,
    dense: bool,
    /// The states of the pass over the current layer.
    wanted: u64,
    /// The time since the search began at which the count of the whole space began, if its progress is reported.
    pub(super) began: Option<Duration>,
}

/// How far the expansion of a layer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The layer has been expanded, and there is a next one.
    Layer,
    /// The layer has been expanded, and was the last one.
    Last,
    /// A part of it has been expanded.
    Part,
}

/// The part of a pass over a layer that was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The first rank that was not looked at.
    pub from: u64,
    pub method: Method,
    /// The states of the pass.
    pub wanted: u64,
    pub counts: LayerCounts,
}

/// The states of a layer of a space that is reduced by symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weighted {
    /// The states.
    pub states: u64,
    /// One of each class.
    pub classes: u64,
}

impl<'s, S: Space> Layers<'s, S> {
    /// Allocates one byte per state and puts the roots into layer 0.
    pub fn new(
        space: &'s S,
        ranked: &'s dyn Ranked<S>,
        way: SearchDirection,
        roots: &[u64],
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let table = Table::Bytes(DepthTable::new(ranked.size(), budget)?);
        Self::with(space, ranked, way, roots, threads, table, budget)
    }

    /// Puts the roots into layer 0 of an empty table.
    pub fn with(
        space: &'s S,
        ranked: &'s dyn Ranked<S>,
        way: SearchDirection,
        roots: &[u64],
        threads: usize,
        table: Table,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let mut width = 0;
        for &root in roots {
            width += u64::from(table.is_unseen(root));
            table.set(root, 0);
        }
        let walker: Box<dyn Walker + 's> = match ranked.walker() {
            Some(walker) => walker,
            None => Box::new(GenericWalker::new(space, ranked)),
        };
        budget.grow(walker.bytes())?;
        budget.stored(width);
        Ok(Self {
            space,
            ranked,
            way,
            threads,
            table,
            walker,
            scratch: Scratch::default(),
            depth: 0,
            width,
            sizes: Vec::new(),
            weighted: Vec::new(),
            from: 0,
            counts: LayerCounts::default(),
            method: Method::Push,
            dense: false,
            wanted: 0,
            began: None,
        })
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    pub fn weighted(&self) -> &[Weighted] {
        &self.weighted
    }

    /// The number of states of the layer that is expanded next.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Goes on after the layers `sizes`, with `width` states of the next layer in the table, of whose pass a part may have
    /// been done.
    pub fn go_on(
        &mut self,
        sizes: Vec<u64>,
        weighted: Vec<Weighted>,
        width: u64,
        begun: Option<Begun>,
        budget: &mut Budget<'_>,
    ) {
        self.depth = u32::try_from(sizes.len()).expect("layers were expanded one by one");
        budget.stored(sizes.iter().sum::<u64>() + width);
        (self.sizes, self.weighted, self.width) = (sizes, weighted, width);
        if let Some(Begun { from, method, wanted, counts }) = begun {
            (self.from, self.method, self.wanted, self.counts) = (from, method, wanted, counts);
            self.dense = self.is_dense();
        }
    }

    /// The part of the pass over the current layer that was done, with exact counts; `None` if there is none.
    pub fn begun(&self) -> Option<Begun> {
        let Self { from, method, wanted, .. } = *self;
        self.is_begun().then(|| {
            let counts = LayerCounts { new: self.table.count(0, self.table.size(), self.depth + 1), ..self.counts };
            Begun { from, method, wanted, counts }
        })
    }

    /// Whether a part of the pass over the current layer was done.
    pub fn is_begun(&self) -> bool {
        self.from > 0
    }

    fn is_dense(&self) -> bool {
        self.wanted > self.table.size() / 32
    }

    /// The exact number of states of the layer that is expanded next or being expanded.
    pub fn exact_width(&self) -> u64 {
        self.table.count(0, self.table.size(), self.depth)
    }

    /// Called when the layer before `depth` has been expanded and is not the last one.
    pub fn retire(&mut self) {
        self.table.retire(self.depth - 1);
    }

    /// Whether a state is in the layer `depth`.
    pub fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.table.is_at(rank, depth)
    }

    /// Expands a layer and returns whether there is another one.
    ///
    /// # Errors
    /// When the budget stops it; the next call resumes the expansion.
    pub fn expand(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        Ok(self.expand_until(None, budget)? == Expanded::Layer)
    }

    /// As [`expand`](Self::expand), but pauses some time after `until`; the next call resumes the expansion.
    pub fn expand_until(&mut self, until: Option<Instant>, budget: &mut Budget<'_>) -> Result<Expanded, Stop> {
        if self.width == 0 {
            return Ok(Expanded::Last);
        }
        if self.from == 0 {
            self.table.make_room(self.depth + 1, budget)?;
            let seen = self.sizes.iter().sum::<u64>() + self.width;
            let unseen = self.table.size().saturating_sub(seen);
            let can_pull = self.way == SearchDirection::Backward || self.space.backward().is_some();
            self.method = if can_pull && unseen <= self.width { Method::Pull } else { Method::Push };
            self.wanted = if self.method == Method::Pull { unseen } else { self.width };
            self.dense = self.is_dense();
        }
        while self.from < self.table.size() {
            if until.is_some_and(|until| Instant::now() >= until) && self.from > 0 {
                return Ok(Expanded::Part);
            }
            let to = (self.from + PART).min(self.table.size());
            let generated = self.counts.generated;
            let result = if self.threads.min(MAX_THREADS) > 1 && !budget.counts_expansions() {
                self.pass_by_threads(to, budget)
            } else {
                self.pass(to, budget)
            };
            budget.generated(usize::try_from(self.counts.generated - generated).unwrap_or(usize::MAX));
            result?;
        }
        self.sizes.push(self.counts.layer);
        self.weighted.push(Weighted { states: self.counts.states, classes: self.counts.classes });
        self.depth += 1;
        self.width = self.counts.new;
        self.from = 0;
        self.counts = LayerCounts::default();
        budget.stored(self.sizes.iter().sum::<u64>() + self.width);
        Ok(if self.width > 0 { Expanded::Layer } else { Expanded::Last })
    }

    /// Goes on with the pass over the current layer up to the rank `to`.
    fn pass(&mut self, to: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (depth, way, method, dense) = (self.depth, self.way, self.method, self.dense);
        let mut counting = self.counting();
        let pass = Pass { table: &self.table, depth, way, method, dense };
        let allow = |count| counting.expand(count, 1, budget);
        pass.run(&mut *self.walker, &mut self.scratch, &mut self.from, to, &mut self.counts, allow)
    }

    /// [`pass`](Self::pass) by several threads, which take one range of ranks after the other. A thread that is to stop
    /// completes its range, so that the part that was done is a whole one.
    fn pass_by_threads(&mut self, to: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (depth, way, method, dense) = (self.depth, self.way, self.method, self.dense);
        let mut counting = self.counting();
        let pass = Pass { table: &self.table, depth, way, method, dense };
        let walker = &mut *self.walker;
        let stretch = walker.stretch().max(1);
        let range = if stretch > MAX_RANGE { RANGE } else { RANGE.div_ceil(stretch) * stretch };
        let next = AtomicU64::new(self.from);
        let ranges = Ranges { to, range, next, over: AtomicBool::new(false), done: Mutex::default() };
        let deadline = budget.deadline();
        let (mut stop, mut more) = (None, 0);
        let (counts, scratch) = (&mut self.counts, &mut self.scratch);
        let reserved = budget.reserve_threads(self.threads - 1, 0);
        std::thread::scope(|scope| {
            for _ in 0..reserved.count {
                let Some(mut walker) = self.ranked.walker() else { break };
                let (ranges, deadline) = (&ranges, &deadline);
                // The threads that start take the ranges of those that do not.
                if start_thread(scope, move || ranges.serve(pass, walker.as_mut(), deadline)).is_err() {
                    break;
                }
            }
            let threads = reserved.count as u64 + 1;
            ranges.run(pass, walker, scratch, counts, |count| {
                counting.expand(count, threads, budget).unwrap_or_else(|reason| {
                    ranges.over.store(true, Ordering::Relaxed);
                    stop = Some(reason);
                    more += count;
                    count
                })
            });
        });
        budget.release_threads(reserved);
        let (others, expanded) = ranges.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        budget.expanded_elsewhere(expanded + more);
        self.counts.add(others);
        self.from = ranges.next.into_inner().min(to);
        if let Some(stop) = stop {
            return Err(stop);
        }
        if ranges.over.into_inner() {
            // Another thread stopped after this one had completed its part; the budget knows why.
            budget.check_now()?;
            return Err(Stop::Cancelled);
        }
        Ok(())
    }

    /// The progress of the count at this place of the pass.
    fn counting(&self) -> Counting {
        let part = u128::from(self.wanted) * u128::from(self.from) / u128::from(self.table.size().max(1));
        Counting {
            began: self.began,
            before: self.sizes.iter().sum(),
            width: self.width,
            wanted: self.wanted,
            gathered: u64::try_from(part).unwrap_or(self.wanted),
            all: self.ranked.within_reach(),
        }
    }

    /// Finds the first state of the layer `depth`, in the order of ranks, for which `visit` returns true.
    pub fn find(
        &self,
        depth: u32,
        budget: &mut Budget<'_>,
        mut visit: impl FnMut(u64) -> bool,
    ) -> Result<Option<u64>, Stop> {
        let (mut from, mut found) = (0, Vec::new());
        while from < self.table.size() {
            budget.check()?;
            let to = (from + 4096).min(self.table.size());
            from = self.table.gather(from, to, Some(depth), false, 64, &mut found);
            if let Some(&rank) = found.iter().find(|&&rank| visit(rank)) {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }

    /// A checksum of the ranks of the layer `depth`, in any order: the sum of the hash of each.
    pub fn checksum(&self, depth: u32) -> u64 {
        let (mut from, mut found, mut sum) = (0, Vec::new(), 0_u64);
        while from < self.table.size() {
            let to = (from + 4096).min(self.table.size());
            from = self.table.gather(from, to, Some(depth), self.dense, 1024, &mut found);
            sum = found.iter().fold(sum, |sum, &rank| sum.wrapping_add(mixed(rank)));
        }
        sum
    }

    /// The layer of a state; `None` if it is unseen.
    pub fn depth_of(&self, rank: u64) -> Option<u32> {
        self.table.depth(rank)
    }

    pub fn ranked(&self) -> &'s dyn Ranked<S> {
        self.ranked
    }
}

/// A hash of a rank: the first number of `SplitMix64` with this seed.
fn mixed(rank: u64) -> u64 {
    mix(rank.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The progress of the count of a whole space: its states are taken to cost the same time each.
struct Counting {
    began: Option<Duration>,
    /// The states of the layers before.
    before: u64,
    /// The states of the layer, those that its pass gathers, and those that it has gathered.
    width: u64,
    wanted: u64,
    gathered: u64,
    /// The states of the whole space.
    all: u64,
}

impl Counting {
    /// Requests `count` expansions by one of `threads` threads, which come on equally fast.
    fn expand(&mut self, count: u64, threads: u64, budget: &mut Budget<'_>) -> Result<u64, Stop> {
        if self.began.is_some() {
            self.gathered = (self.gathered + count * threads).min(self.wanted);
            let part = u128::from(self.width) * u128::from(self.gathered) / u128::from(self.wanted.max(1));
            let done = self.before + u64::try_from(part).unwrap_or(self.width);
            budget.note_task(Some(Task { name: "counting", done, of: self.all, began: self.began }));
        }
        budget.expand_up_to(count)
    }
}

/// Ranges of ranks that threads take one after the other.
struct Ranges {
    /// The end of the last one.
    to: u64,
    range: u64,
    next: AtomicU64,
    /// Whether the threads are to stop.
    over: AtomicBool,
    /// The counts and the expansions of the threads beside the calling one.
    done: Mutex<(LayerCounts, u64)>,
}

impl Ranges {
    /// Runs a pass over ranges until none is left or the threads are to stop. `allow` counts expansions and returns how
    /// many of them are allowed; in the end, all of a range are.
    fn run(
        &self,
        pass: Pass<'_>,
        walker: &mut dyn Walker,
        scratch: &mut Scratch,
        counts: &mut LayerCounts,
        mut allow: impl FnMut(u64) -> u64,
    ) {
        while !self.over.load(Ordering::Relaxed) {
            let mut from = self.next.fetch_add(self.range, Ordering::Relaxed);
            if from >= self.to {
                break;
            }
            let to = (from + self.range).min(self.to);
            let Ok(()) = pass.run(walker, scratch, &mut from, to, counts, |count| Ok::<_, Infallible>(allow(count)));
        }
    }

    /// Runs a pass over ranges in a thread beside the calling one.
    fn serve(&self, pass: Pass<'_>, walker: &mut dyn Walker, deadline: &Deadline) {
        let (mut counts, mut expanded) = (LayerCounts::default(), 0);
        self.run(pass, walker, &mut Scratch::default(), &mut counts, |count| {
            expanded += count;
            if deadline.is_over() {
                self.over.store(true, Ordering::Relaxed);
            }
            count
        });
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.0.add(counts);
        done.1 += expanded;
    }
}
