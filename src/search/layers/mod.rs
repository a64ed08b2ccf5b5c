//! Breadth-first layers of a ranked space, in a table of all its states.
//!
//! There is no queue: the table is scanned once a layer. A thin layer is expanded by *pushing*, a
//! layer that leaves fewer states unseen than it has itself by *pulling* (Beamer, Asanović &
//! Patterson, *Direction-optimizing breadth-first search*, 2012).

mod pass;
mod plain;
mod table;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{Children, Owned, Ranked, Space, Walker, Way};
use pass::{Method, Pass, Scratch, Tally};
use table::Table;

/// Threads take ranges of about this many states from each other.
const RANGE: u64 = 1 << 16;

/// Layers under way.
pub(super) struct Layers<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    way: Way,
    threads: usize,
    table: Table,
    walker: Box<dyn Walker + 's>,
    scratch: Scratch,
    /// The layer that is expanded next, or now.
    depth: u32,
    /// How many states it has; exact once it has been expanded.
    width: u64,
    /// The exact sizes of the layers expanded so far.
    sizes: Vec<u64>,
    /// How far the pass over the current layer has come, and what it has found.
    from: u64,
    tally: Tally,
    method: Method,
    dense: bool,
}

impl<'s, S: Space> Layers<'s, S> {
    /// Takes a byte for every state from `budget` and marks the roots, which are the layer 0.
    ///
    /// # Errors
    /// When the table does not fit into the memory limit.
    pub(super) fn new(
        space: &'s S,
        ranked: &'s dyn Ranked<S>,
        way: Way,
        roots: &[u64],
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let table = Table::new(ranked.size(), budget)?;
        let mut width = 0;
        for &root in roots {
            width += u64::from(table.depth(root).is_none());
            table.set(root, 0);
        }
        let walker: Box<dyn Walker + 's> = match ranked.walker() {
            Some(walker) => walker,
            None => Box::new(plain::Plain::new(space, ranked)),
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

    /// The layer that is expanded next.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The sizes of the layers expanded so far.
    pub(super) fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// Whether a state is in the layer `depth`.
    pub(super) fn is_at(&self, rank: u64, depth: u32) -> bool {
        self.table.is_at(rank, depth)
    }

    /// Expands a layer; whether there is another one. After a stop it goes on where it was.
    pub(super) fn expand(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if self.width == 0 {
            return Ok(false);
        }
        let seen = self.sizes.iter().sum::<u64>() + self.width;
        if self.from == 0 {
            self.table.make_room(self.depth + 1, budget)?;
            let unseen = self.table.size().saturating_sub(seen);
            let can_pull = self.way == Way::Backward || self.space.backward().is_some();
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
        let may = |count| budget.expand_up_to(count);
        pass.run(walker, &mut self.scratch, &mut self.from, self.table.size(), &mut self.tally, may)
    }

    /// The same by several threads, which take one range of ranks after the other. A stop leaves the
    /// layer to be expanded again from its beginning, which changes nothing in the table.
    fn pass_by_threads(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let (depth, way, method, dense) = (self.depth, self.way, self.method, self.dense);
        let pass = Pass { table: &self.table, depth, way, method, dense };
        let walker = &mut *self.walker;
        let size = self.table.size();
        let range = RANGE.div_ceil(walker.stretch().max(1)) * walker.stretch().max(1);
        let next = AtomicU64::new(0);
        let take = || Some(next.fetch_add(range, Ordering::Relaxed)).filter(|&from| from < size);
        let over = AtomicBool::new(false);
        let elsewhere = Mutex::new((Tally::default(), 0_u64));
        let deadline = budget.deadline();
        let mut tally = Tally::default();
        let scratch = &mut self.scratch;
        let result = std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let Some(mut walker) = self.ranked.walker() else { break };
                let (take, over, deadline, elsewhere) = (&take, &over, &deadline, &elsewhere);
                scope.spawn(move || {
                    let (mut scratch, mut tally, mut expanded) = (Scratch::default(), Tally::default(), 0);
                    let mut may = |count: u64| {
                        expanded += count;
                        if over.load(Ordering::Relaxed) || deadline.is_over() {
                            return Err(Stop::Cancelled);
                        }
                        Ok(count)
                    };
                    while let Some(mut from) = take() {
                        let to = (from + range).min(size);
                        if pass
                            .run(walker.as_mut(), &mut scratch, &mut from, to, &mut tally, &mut may)
                            .is_err()
                        {
                            over.store(true, Ordering::Relaxed);
                            break;
                        }
                    }
                    let mut sum = elsewhere.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    sum.0.add(tally);
                    sum.1 += expanded;
                });
            }
            while let Some(mut from) = take() {
                let to = (from + range).min(size);
                let may = |count| budget.expand_up_to(count);
                if let Err(stop) = pass.run(walker, scratch, &mut from, to, &mut tally, may) {
                    over.store(true, Ordering::Relaxed);
                    return Err(stop);
                }
            }
            Ok(())
        });
        let (others, expanded) = elsewhere.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        budget.expanded_elsewhere(expanded);
        tally.add(others);
        result?;
        if over.load(Ordering::Relaxed) {
            // Another thread saw the end although this one had nothing left to do. The budget knows
            // the reason at its next look, which is not farther away than this.
            for _ in 0..1 << 16 {
                budget.check()?;
            }
            return Err(Stop::Cancelled);
        }
        self.tally = tally;
        Ok(())
    }

    /// Calls `visit` for the states of the layer `depth` in the order of their ranks, until it says
    /// `true`; gives the rank of that one.
    pub(super) fn find(
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

    /// The state and those before it, back to a root. Each state of the layer `depth` has a neighbour
    /// in the layer before.
    pub(super) fn trace(
        &self,
        rank: u64,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Owned<S>>, Stop> {
        let mut states = vec![self.ranked.unrank(rank)];
        let mut rank = rank;
        for depth in (0..depth).rev() {
            rank = self.before(rank, depth, budget)?;
            states.push(self.ranked.unrank(rank));
        }
        Ok(states)
    }

    /// A state of the layer `depth` from which the state `rank` is one step of the search.
    fn before(&self, rank: u64, depth: u32, budget: &mut Budget<'_>) -> Result<u64, Stop> {
        use std::borrow::Borrow;
        let state = self.ranked.unrank(rank);
        let mut children = Children::default();
        match (self.way, self.space.backward()) {
            (Way::Backward, _) => self.space.expand(state.borrow(), &mut children),
            (Way::Forward, Some(backward)) => backward.predecessors(state.borrow(), &mut children),
            // Without moves backward every state of the layer is asked.
            (Way::Forward, None) => {
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

    /// In which layer a state is; `None` if it has not been seen.
    pub(super) fn depth_of(&self, rank: u64) -> Option<u32> {
        self.table.depth(rank)
    }

    /// The ranking.
    pub(super) fn ranked(&self) -> &'s dyn Ranked<S> {
        self.ranked
    }
}
