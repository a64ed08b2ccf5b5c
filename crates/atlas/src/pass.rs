//! The expansion of a layer in a range of the table, and the walker of a space without one.

use std::borrow::Borrow;

use super::{
    ranked::{Ranked, Walker},
    table::Table,
};
use lurd_engine::program::space::{SearchDirection, Space, Successors};

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

/// What the expansion of a layer has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerCounts {
    /// Ranks in the layer that was expanded.
    pub layer: u64,
    /// The states that they stand for.
    pub states: u64,
    /// The classes of these states.
    pub classes: u64,
    /// New states of the next layer.
    pub new: u64,
    /// Neighbours generated.
    pub generated: u64,
}

impl LayerCounts {
    pub fn add(&mut self, other: Self) {
        self.layer += other.layer;
        self.states += other.states;
        self.classes += other.classes;
        self.new += other.new;
        self.generated += other.generated;
    }
}

/// A layer to expand, and how.
#[derive(Clone, Copy)]
pub struct Pass<'t> {
    pub table: &'t Table,
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
    /// The states of the layer, where they are listed beside the unseen ones.
    layer: Vec<u64>,
}

impl Pass<'_> {
    /// Runs the pass from `from` up to `to`. `allow`: called with a number of expansions, returns how
    /// many of them are allowed.
    ///
    /// # Errors
    /// When `allow` returns one; `from` and `counts` then describe the part that was done.
    pub fn run<E>(
        &self,
        walker: &mut dyn Walker,
        scratch: &mut Scratch,
        from: &mut u64,
        to: u64,
        counts: &mut LayerCounts,
        mut allow: impl FnMut(u64) -> Result<u64, E>,
    ) -> Result<(), E> {
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
                    let states = scratch.ranks.len() as u64;
                    counts.layer += states;
                    counts.states += states * walker.weight(*from);
                    counts.classes += walker.classes(&scratch.ranks);
                    self.push(walker, scratch, counts);
                }
                Method::Pull => {
                    let states = self.table.count(*from, reached, self.depth);
                    counts.layer += states;
                    counts.states += states * walker.weight(*from);
                    counts.classes +=
                        if walker.has_equals(*from) { self.classes(walker, scratch, *from, reached) } else { states };
                    self.pull(walker, scratch, counts);
                }
            }
            *from = reached;
        }
        Ok(())
    }

    /// The number of classes of the states of the layer from `from` up to `to`.
    fn classes(&self, walker: &mut dyn Walker, scratch: &mut Scratch, mut from: u64, to: u64) -> u64 {
        let mut classes = 0;
        while from < to {
            from = self.table.gather(from, to, Some(self.depth), self.dense, BATCH, &mut scratch.layer);
            classes += walker.classes(&scratch.layer);
        }
        classes
    }

    fn push(&self, walker: &mut dyn Walker, scratch: &mut Scratch, counts: &mut LayerCounts) {
        let Scratch { ranks, neighbours, .. } = scratch;
        if ranks.is_empty() {
            return;
        }
        for slot in 0..walker.load(ranks, self.way) {
            neighbours.clear();
            walker.neighbours(slot, neighbours);
            counts.generated += neighbours.len() as u64;
            counts.new += self.table.reach(neighbours, self.depth + 1);
        }
    }

    fn pull(&self, walker: &mut dyn Walker, scratch: &mut Scratch, counts: &mut LayerCounts) {
        let Scratch { ranks, which, neighbours, .. } = scratch;
        if ranks.is_empty() {
            return;
        }
        which.clear();
        which.extend((0..).take(ranks.len()));
        let slots = walker.load(ranks, self.way.reverse());
        for slot in 0..slots.min(walker.slots_to_pull()) {
            if which.is_empty() {
                break;
            }
            neighbours.clear();
            walker.neighbours_of(slot, which, neighbours);
            counts.generated += neighbours.len() as u64;
            self.table.settle(ranks, which, neighbours, self.depth);
        }
        counts.new += (ranks.len() - which.len()) as u64;
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
