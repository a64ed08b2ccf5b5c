//! Breadth-first layers of a ranked space in a table of all its states.
//!
//! There is no queue: the table is scanned once per layer. A layer with more states than are unseen is
//! expanded by *pulling* from the unseen states, any other by *pushing* (Beamer, Asanović & Patterson,
//! *Direction-optimizing breadth-first search*, 2012).

use std::borrow::Borrow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::depth_table::DepthTable;
use super::generic_walker::GenericWalker;
use super::pass::{Method, Pass, Scratch, Tally};
use crate::budget::{Budget, Deadline, start_thread};
use crate::outcome::Stop;
use crate::space::{Owned, Ranked, SearchDirection, Space, Successors, Walker};

/// Approximate number of states per unit of work of a thread.
const RANGE: u64 = 1 << 16;

/// A breadth-first search of a whole space.
pub struct Layers<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    way: SearchDirection,
    threads: usize,
    table: DepthTable,
    walker: Box<dyn Walker + 's>,
    scratch: Scratch,
    /// The layer that is expanded next or being expanded.
    depth: u32,
    /// Its number of states; exact once it has been expanded.
    width: u64,
    sizes: Vec<u64>,
    /// Progress of the pass over the current layer.
    from: u64,
    tally: Tally,
    method: Method,
    dense: bool,
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
        let table = DepthTable::new(ranked.size(), budget)?;
        let mut width = 0;
        for &root in roots {
            width += u64::from(table.depth(root).is_none());
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
            from: 0,
            tally: Tally::default(),
            method: Method::Push,
            dense: false,
        })
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn sizes(&self) -> &[u64] {
        &self.sizes
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
        if self.width == 0 {
            return Ok(false);
        }
        let seen = self.sizes.iter().sum::<u64>() + self.width;
        if self.from == 0 {
            self.table.make_room(self.depth + 1, budget)?;
            let unseen = self.table.size().saturating_sub(seen);
            let can_pull = self.way == SearchDirection::Backward || self.space.backward().is_some();
            self.method = if can_pull && unseen <= self.width { Method::Pull } else { Method::Push };
            let wanted = if self.method == Method::Pull { unseen } else { self.width };
            self.dense = wanted > self.table.size() / 32;
        }
        let generated = self.tally.generated;
        let result = if self.threads > 1 && self.from == 0 && !budget.counts_expansions() {
            self.pass_by_threads(budget)
        } else {
            self.pass(budget)
        };
        budget.generated(usize::try_from(self.tally.generated - generated).unwrap_or(usize::MAX));
        result?;
        self.sizes.push(self.tally.layer);
        self.depth += 1;
        self.width = self.tally.new;
        self.from = 0;
        self.tally = Tally::default();
        budget.stored(self.sizes.iter().sum::<u64>() + self.width);
        Ok(self.width > 0)
    }

    fn pass(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (depth, way, method, dense) = (self.depth, self.way, self.method, self.dense);
        let pass = Pass { table: &self.table, depth, way, method, dense };
        let walker = &mut *self.walker;
        let allow = |count| budget.expand_up_to(count);
        pass.run(walker, &mut self.scratch, &mut self.from, self.table.size(), &mut self.tally, allow)
    }

    /// [`pass`](Self::pass) by several threads, which take one range of ranks after the other. After a
    /// stop the layer is expanded again from its beginning, which does not change the table.
    fn pass_by_threads(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (depth, way, method, dense) = (self.depth, self.way, self.method, self.dense);
        let pass = Pass { table: &self.table, depth, way, method, dense };
        let walker = &mut *self.walker;
        let size = self.table.size();
        let range = RANGE.div_ceil(walker.stretch().max(1)) * walker.stretch().max(1);
        let ranges = Ranges {
            size,
            range,
            next: AtomicU64::new(0),
            over: AtomicBool::new(false),
            done: Mutex::default(),
        };
        let deadline = budget.deadline();
        let mut tally = Tally::default();
        let scratch = &mut self.scratch;
        let reserved = budget.reserve_threads(self.threads - 1, 0);
        let result = std::thread::scope(|scope| {
            for _ in 0..reserved.count {
                let Some(mut walker) = self.ranked.walker() else { break };
                let (ranges, deadline) = (&ranges, &deadline);
                // The threads that start take the ranges of those that do not.
                if start_thread(scope, move || ranges.serve(pass, walker.as_mut(), deadline)).is_err() {
                    break;
                }
            }
            ranges.run(pass, walker, scratch, &mut tally, |count| budget.expand_up_to(count))
        });
        budget.release_threads(reserved);
        let (others, expanded) = ranges.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        budget.expanded_elsewhere(expanded);
        tally.add(others);
        result?;
        if ranges.over.load(Ordering::Relaxed) {
            // Another thread stopped after this one had completed its part; the budget knows why.
            budget.check_now()?;
            return Err(Stop::Cancelled);
        }
        self.tally = tally;
        Ok(())
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

    /// The states on a shortest path from a state of the layer `depth` back to a root.
    pub fn trace(&self, rank: u64, depth: u32, budget: &mut Budget<'_>) -> Result<Vec<Owned<S>>, Stop> {
        let mut states = vec![self.ranked.unrank(rank)];
        let mut rank = rank;
        for depth in (0..depth).rev() {
            rank = self.before(rank, depth, budget)?;
            states.push(self.ranked.unrank(rank));
        }
        Ok(states)
    }

    /// A state of the layer `depth` from which the state `rank` was reached.
    fn before(&self, rank: u64, depth: u32, budget: &mut Budget<'_>) -> Result<u64, Stop> {
        let state = self.ranked.unrank(rank);
        let mut children = Successors::default();
        match (self.way, self.space.backward()) {
            (SearchDirection::Backward, _) => self.space.expand(state.borrow(), &mut children),
            (SearchDirection::Forward, Some(backward)) => {
                backward.predecessors(state.borrow(), &mut children);
            }
            // Without moves backward, every state of the layer is expanded.
            (SearchDirection::Forward, None) => {
                let leads_here = |before: u64| {
                    children.clear();
                    self.space.expand(self.ranked.unrank(before).borrow(), &mut children);
                    (0..children.len()).any(|index| self.ranked.rank(children.state(index)) == Some(rank))
                };
                return Ok(self.find(depth, budget, leads_here)?.expect("a layer comes from the one before"));
            }
        }
        let ranks = (0..children.len()).filter_map(|index| self.ranked.rank(children.state(index)));
        let mut before = ranks.filter(|&rank| self.table.is_at(rank, depth));
        Ok(before.next().expect("a layer comes from the one before"))
    }

    /// The layer of a state; `None` if it is unseen.
    pub fn depth_of(&self, rank: u64) -> Option<u32> {
        self.table.depth(rank)
    }

    pub fn ranked(&self) -> &'s dyn Ranked<S> {
        self.ranked
    }
}

/// Ranges of ranks that threads take one after the other.
struct Ranges {
    size: u64,
    range: u64,
    next: AtomicU64,
    /// Whether a thread was stopped.
    over: AtomicBool,
    /// The counts and the expansions of the threads beside the calling one.
    done: Mutex<(Tally, u64)>,
}

impl Ranges {
    /// Runs a pass over ranges until none is left.
    fn run(
        &self,
        pass: Pass<'_>,
        walker: &mut dyn Walker,
        scratch: &mut Scratch,
        tally: &mut Tally,
        mut allow: impl FnMut(u64) -> Result<u64, Stop>,
    ) -> Result<(), Stop> {
        loop {
            let mut from = self.next.fetch_add(self.range, Ordering::Relaxed);
            if from >= self.size {
                return Ok(());
            }
            let to = (from + self.range).min(self.size);
            if let Err(stop) = pass.run(walker, scratch, &mut from, to, tally, &mut allow) {
                self.over.store(true, Ordering::Relaxed);
                return Err(stop);
            }
        }
    }

    /// Runs a pass over ranges in a thread beside the calling one.
    fn serve(&self, pass: Pass<'_>, walker: &mut dyn Walker, deadline: &Deadline) {
        let (mut tally, mut expanded) = (Tally::default(), 0);
        let allow = |count: u64| {
            expanded += count;
            let over = self.over.load(Ordering::Relaxed) || deadline.is_over();
            if over { Err(Stop::Cancelled) } else { Ok(count) }
        };
        // A stop is recorded in `over`.
        _ = self.run(pass, walker, &mut Scratch::default(), &mut tally, allow);
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.0.add(tally);
        done.1 += expanded;
    }
}
