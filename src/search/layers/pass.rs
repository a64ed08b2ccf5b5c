//! One pass over a range of the table: everything that expanding one layer means there.

use super::table::Table;
use crate::outcome::Stop;
use crate::space::{Walker, Way};

/// How many states are worked on together: their ranks and those of their neighbours stay in the
/// first-level cache.
const TOGETHER: usize = 1 << 10;

/// How a layer is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// From the states of the layer to all their neighbours.
    Push,
    /// From the states not seen yet back to their neighbours, until one is in the layer: far less
    /// work once most of the space has been seen.
    Pull,
}

/// What a pass has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// States in the layer that was expanded.
    pub layer: u64,
    /// States found.
    pub new: u64,
    /// Neighbours looked at.
    pub generated: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.layer += other.layer;
        self.new += other.new;
        self.generated += other.generated;
    }
}

/// The layer that is expanded, and how.
#[derive(Clone, Copy)]
pub(super) struct Pass<'t> {
    pub table: &'t Table,
    pub depth: u32,
    /// The way from a layer to the next.
    pub way: Way,
    pub method: Method,
    /// Whether the states that are looked for are more than a few in a hundred.
    pub dense: bool,
}

/// Buffers that are kept from one pass to the next.
#[derive(Default)]
pub(super) struct Scratch {
    ranks: Vec<u64>,
    which: Vec<u32>,
    neighbours: Vec<u64>,
}

impl Pass<'_> {
    /// Works from `from` up to `to`. `may` is asked before up to so many expansions and says how
    /// many there may be. After a stop `from` and `tally` say how far it has come.
    pub(super) fn run(
        &self,
        walker: &mut dyn Walker,
        scratch: &mut Scratch,
        from: &mut u64,
        to: u64,
        tally: &mut Tally,
        mut may: impl FnMut(u64) -> Result<u64, Stop>,
    ) -> Result<(), Stop> {
        let stretch = walker.stretch().max(1);
        let wanted = (self.method == Method::Push).then_some(self.depth);
        while *from < to {
            let border = ((*from / stretch + 1) * stretch).min(to);
            let ranks = &mut scratch.ranks;
            let mut reached = self.table.gather(*from, border, wanted, self.dense, TOGETHER, ranks);
            if let Some(&first) = scratch.ranks.first() {
                let allowed = may(scratch.ranks.len() as u64)?;
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
