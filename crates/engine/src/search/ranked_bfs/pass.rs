//! The expansion of a layer in a range of the table.

use super::depth_table::DepthTable;
use crate::outcome::Stop;
use crate::space::{SearchDirection, Walker};

/// Number of states expanded together: their ranks and those of their neighbours fit into the first-level
/// cache.
const BATCH: usize = 1 << 10;

/// Method of expanding a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reaches the neighbours of the states of the layer.
    Push,
    /// Looks for a neighbour in the layer for each unseen state: far less work once most of the space has
    /// been seen.
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
