//! Breadth-first layers of a ranked space in a table of all its states.
//!
//! There is no queue: the table is scanned once per layer. A layer with more states than are unseen is
//! expanded by *pulling* from the unseen states, any other by *pushing* (Beamer, Asanović & Patterson,
//! *Direction-optimizing breadth-first search*, 2012).

use std::borrow::Borrow;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
use std::time::Duration;

use super::depth_table::DepthTable;
use crate::{
    budget::{Budget, Deadline, Task, start_thread},
    outcome::{Cost, Stop},
    space::{Backward, Owned, Ranked, SearchDirection, Space, State, StateList, Successors, Walker},
};

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
    /// The states of the pass over the current layer.
    wanted: u64,
    /// The time since the search began at which the count of the whole space began, if its progress is reported.
    began: Option<Duration>,
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
            self.wanted = wanted;
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
        let mut counting = Counting::new(self.began, &self.sizes, self.width, self.wanted, self.ranked.within_reach());
        let allow = |count| counting.expand(count, 1, budget);
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
        let ranges =
            Ranges { size, range, next: AtomicU64::new(0), over: AtomicBool::new(false), done: Mutex::default() };
        let deadline = budget.deadline();
        let mut counting = Counting::new(self.began, &self.sizes, self.width, self.wanted, self.ranked.within_reach());
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
            let threads = reserved.count as u64 + 1;
            ranges.run(pass, walker, scratch, &mut tally, |count| counting.expand(count, threads, budget))
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
    fn new(began: Option<Duration>, sizes: &[u64], width: u64, wanted: u64, all: u64) -> Self {
        Self { began, before: sizes.iter().sum(), width, wanted, gathered: 0, all }
    }

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

// The expansion of a layer in a range of the table.

/// Number of states expanded together: their ranks and those of their neighbours fit into the first-level cache.
const BATCH: usize = 1 << 10;

/// Method of expanding a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reaches the neighbours of the states of the layer.
    Push,
    /// Looks for a neighbour in the layer for each unseen state: far less work once most of the space has been seen.
    Pull,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// States in the layer that was expanded.
    pub layer: u64,
    /// New states of the next layer.
    pub new: u64,
    /// Neighbours generated.
    pub generated: u64,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.layer += other.layer;
        self.new += other.new;
        self.generated += other.generated;
    }
}

/// A layer to expand, and how.
#[derive(Clone, Copy)]
pub struct Pass<'t> {
    pub table: &'t DepthTable,
    pub depth: u32,
    /// The direction from a layer to the next.
    pub way: SearchDirection,
    pub method: Method,
    /// Whether more than one in 32 states of the table is to be collected.
    pub dense: bool,
}

/// Buffers that are reused.
#[derive(Default)]
pub struct Scratch {
    ranks: Vec<u64>,
    which: Vec<u32>,
    neighbours: Vec<u64>,
}

impl Pass<'_> {
    /// Runs the pass from `from` up to `to`. `allow`: called with a number of expansions, returns how
    /// many of them are allowed.
    ///
    /// # Errors
    /// When `allow` returns one; `from` and `tally` then describe the part that was done.
    pub fn run(
        &self,
        walker: &mut dyn Walker,
        scratch: &mut Scratch,
        from: &mut u64,
        to: u64,
        tally: &mut Tally,
        mut allow: impl FnMut(u64) -> Result<u64, Stop>,
    ) -> Result<(), Stop> {
        let stretch = walker.stretch().max(1);
        let wanted = (self.method == Method::Push).then_some(self.depth);
        while *from < to {
            let border = ((*from / stretch + 1) * stretch).min(to);
            let ranks = &mut scratch.ranks;
            let mut reached = self.table.gather(*from, border, wanted, self.dense, BATCH, ranks);
            if let Some(&first) = scratch.ranks.first() {
                let allowed = allow(scratch.ranks.len() as u64)?;
                while scratch.ranks.len() as u64 > allowed {
                    scratch.ranks.pop();
                    reached = scratch.ranks.last().map_or(first, |last| last + 1);
                }
            }
            match self.method {
                Method::Push => {
                    tally.layer += scratch.ranks.len() as u64;
                    self.push(walker, scratch, tally);
                }
                Method::Pull => {
                    tally.layer += self.table.count(*from, reached, self.depth);
                    self.pull(walker, scratch, tally);
                }
            }
            *from = reached;
        }
        Ok(())
    }

    fn push(&self, walker: &mut dyn Walker, scratch: &mut Scratch, tally: &mut Tally) {
        let Scratch { ranks, neighbours, .. } = scratch;
        if ranks.is_empty() {
            return;
        }
        for slot in 0..walker.load(ranks, self.way) {
            neighbours.clear();
            walker.neighbours(slot, neighbours);
            tally.generated += neighbours.len() as u64;
            tally.new += self.table.reach(neighbours, self.depth + 1);
        }
    }

    fn pull(&self, walker: &mut dyn Walker, scratch: &mut Scratch, tally: &mut Tally) {
        let Scratch { ranks, which, neighbours } = scratch;
        if ranks.is_empty() {
            return;
        }
        which.clear();
        which.extend((0..).take(ranks.len()));
        for slot in 0..walker.load(ranks, self.way.reverse()) {
            if which.is_empty() {
                break;
            }
            neighbours.clear();
            walker.neighbours_of(slot, which, neighbours);
            tally.generated += neighbours.len() as u64;
            self.table.settle(ranks, which, neighbours, self.depth);
        }
        tally.new += (ranks.len() - which.len()) as u64;
    }
}

// The walker of a space without one: unranks, expands and ranks states.

/// Maximum number of ranks that are loaded together.
const STRETCH: u64 = 1 << 12;

pub struct GenericWalker<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    children: Successors<S>,
    /// The neighbours of the loaded states one after the other, and the end of those of each.
    neighbours: Vec<u64>,
    ends: Vec<usize>,
    loaded: Vec<u64>,
}

impl<'s, S: Space> GenericWalker<'s, S> {
    pub fn new(space: &'s S, ranked: &'s dyn Ranked<S>) -> Self {
        Self {
            space,
            ranked,
            children: Successors::default(),
            neighbours: Vec::new(),
            ends: Vec::new(),
            loaded: Vec::new(),
        }
    }

    fn neighbour(&self, slot: usize, place: usize) -> u64 {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        self.neighbours[start..self.ends[place]].get(slot).copied().unwrap_or(self.loaded[place])
    }
}

impl<S: Space> Walker for GenericWalker<'_, S> {
    fn stretch(&self) -> u64 {
        STRETCH
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn load(&mut self, ranks: &[u64], way: SearchDirection) -> usize {
        self.loaded.clear();
        self.loaded.extend_from_slice(ranks);
        self.neighbours.clear();
        self.ends.clear();
        let mut slots = 0;
        for &rank in ranks {
            let state = self.ranked.unrank(rank);
            self.children.clear();
            match (way, self.space.backward()) {
                (SearchDirection::Forward, _) => self.space.expand(state.borrow(), &mut self.children),
                (SearchDirection::Backward, Some(backward)) => {
                    backward.predecessors(state.borrow(), &mut self.children);
                }
                (SearchDirection::Backward, None) => {}
            }
            slots = slots.max(self.children.len());
            for index in 0..self.children.len() {
                // A state without a rank cannot be reached: only a predecessor can be one.
                let child = self.ranked.rank(self.children.state(index));
                debug_assert!(child.is_some() || way == SearchDirection::Backward, "a successor has a rank");
                self.neighbours.push(child.unwrap_or(rank));
            }
            self.ends.push(self.neighbours.len());
        }
        slots
    }

    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>) {
        out.extend((0..self.loaded.len()).map(|place| self.neighbour(slot, place)));
    }

    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>) {
        out.extend(which.iter().map(|&place| self.neighbour(slot, place as usize)));
    }
}

// The distances of all states of a space.

/// Origin of distances.
pub enum Origin<'s, S: Space> {
    /// Distances from the start.
    Start,
    /// Distances to the nearest goal.
    Goals(&'s dyn Backward<S>),
}

impl<S: Space> Clone for Origin<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Origin<'_, S> {}

/// The distances of all states reachable from an origin, one byte per state.
pub struct DistanceTable<'s, S: Space> {
    layers: Layers<'s, S>,
}

/// Computes the distance of every state of `space`. `threads`: number of threads; more than one is used
/// only if the ranking has walkers. The result does not depend on it.
///
/// # Errors
/// When the budget stops the search.
pub fn enumerate_all<'s, S: Space>(
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    origin: Origin<'s, S>,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<DistanceTable<'s, S>, Stop> {
    let (way, roots) = match origin {
        Origin::Start => (SearchDirection::Forward, ranked.rank(space.start().borrow()).into_iter().collect()),
        Origin::Goals(backward) => (SearchDirection::Backward, goal_ranks(ranked, backward)),
    };
    budget.announce_table(ranked.size(), ranked.size());
    let mut layers = Layers::new(space, ranked, way, &roots, threads, budget)?;
    layers.began = Some(Duration::from_secs_f64(budget.statistics().seconds));
    let counted = loop {
        match layers.expand(budget) {
            Ok(true) => {}
            counted => break counted,
        }
    };
    budget.note_task(None);
    counted?;
    Ok(DistanceTable { layers })
}

/// The ranks of the goals. Goals without a rank cannot be reached.
pub fn goal_ranks<S: Space>(ranked: &dyn Ranked<S>, backward: &dyn Backward<S>) -> Vec<u64> {
    let mut roots = <S::State as State>::List::default();
    backward.goal_states(&mut roots);
    (0..roots.count()).filter_map(|index| ranked.rank(roots.state(index))).collect()
}

impl<S: Space> DistanceTable<'_, S> {
    /// The number of states at each distance from 0. Empty if there is no origin.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        self.layers.sizes()
    }

    /// The number of reachable states.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.layers().iter().sum()
    }

    /// The maximum distance.
    #[must_use]
    pub fn farthest(&self) -> Cost {
        self.layers().len().saturating_sub(1) as Cost
    }

    /// The mean distance of the reachable states; 0 if there is none.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
    #[must_use]
    pub fn mean(&self) -> f64 {
        let weighted = |(distance, &states): (usize, &u64)| distance as f64 * states as f64;
        let sum: f64 = self.layers().iter().enumerate().map(weighted).sum();
        sum / self.reached().max(1) as f64
    }

    /// The first `limit` states at `distance`, in the order of their ranks. O(size of the space).
    ///
    /// # Errors
    /// When the budget stops the scan.
    pub fn examples(&self, distance: Cost, limit: usize, budget: &mut Budget<'_>) -> Result<Vec<Owned<S>>, Stop> {
        let mut examples = Vec::new();
        if limit > 0
            && let Ok(distance) = u32::try_from(distance)
        {
            self.layers.find(distance, budget, |rank| {
                examples.push(self.layers.ranked().unrank(rank));
                examples.len() == limit
            })?;
        }
        Ok(examples)
    }

    /// The distance of a state; `None` if it is not reachable.
    pub fn distance_of(&self, state: &S::State) -> Option<Cost> {
        self.distance_of_rank(self.layers.ranked().rank(state)?)
    }

    /// The distance of the state with the given rank; `None` if it is not reachable. O(1).
    ///
    /// # Panics
    /// If the rank is not below the size of the space.
    #[must_use]
    pub fn distance_of_rank(&self, rank: u64) -> Option<Cost> {
        self.layers.depth_of(rank).map(Cost::from)
    }
}
