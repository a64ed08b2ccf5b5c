//! The table of a breadth-first search: one byte or two bits per state.

use std::io::{self, Read, Write};

use super::{depth_table::DepthTable, two_bits::TwoBitTable};
use lurd_engine::program::{budget::Budget, outcome::Stop};

pub enum Table {
    /// One byte per state, which holds the layer of every state.
    Bytes(DepthTable),
    /// Two bits per state, which hold the layers that are expanded and reached.
    TwoBits(TwoBitTable),
}

macro_rules! each {
    ($self:expr, $table:ident => $value:expr) => {
        match $self {
            Self::Bytes($table) => $value,
            Self::TwoBits($table) => $value,
        }
    };
}

impl Table {
    pub fn size(&self) -> u64 {
        each!(self, table => table.size())
    }

    /// As [`DepthTable::make_room`].
    pub fn make_room(&mut self, depth: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        match self {
            Self::Bytes(table) => table.make_room(depth, budget),
            Self::TwoBits(_) => Ok(()),
        }
    }

    /// Whether a state is in the layer `depth`; with two bits, the layer that is expanded or the next.
    #[inline]
    pub fn is_at(&self, rank: u64, depth: u32) -> bool {
        each!(self, table => table.is_at(rank, depth))
    }

    pub fn is_unseen(&self, rank: u64) -> bool {
        match self {
            Self::Bytes(table) => table.depth(rank).is_none(),
            Self::TwoBits(table) => table.is_unseen(rank),
        }
    }

    /// The layer of a state; `None` if it is unseen.
    ///
    /// # Panics
    /// With two bits per state, which do not hold it.
    pub fn depth(&self, rank: u64) -> Option<u32> {
        match self {
            Self::Bytes(table) => table.depth(rank),
            Self::TwoBits(_) => panic!("two bits per state hold no distances"),
        }
    }

    /// Puts an unseen state into the layer `depth`.
    pub fn set(&self, rank: u64, depth: u32) {
        match self {
            Self::Bytes(table) => table.set(rank, depth),
            Self::TwoBits(table) => _ = table.set(rank, depth),
        }
    }

    /// As [`DepthTable::reach`].
    pub fn reach(&self, ranks: &[u64], depth: u32) -> u64 {
        each!(self, table => table.reach(ranks, depth))
    }

    /// Removes the indices from `which` whose neighbour in `neighbours` is in the layer `depth`, and puts
    /// their states, `ranks[index]`, into the next layer.
    pub fn settle(&self, ranks: &[u64], which: &mut Vec<u32>, neighbours: &[u64], depth: u32) {
        each!(self, table => {
            let mut kept = 0;
            for index in 0..which.len().min(neighbours.len()) {
                let nth = which[index];
                let found = table.is_at(neighbours[index], depth);
                if found {
                    table.set(ranks[nth as usize], depth + 1);
                }
                which[kept] = nth;
                kept += usize::from(!found);
            }
            which.truncate(kept);
        });
    }

    /// As [`DepthTable::gather`].
    pub fn gather(
        &self,
        from: u64,
        to: u64,
        depth: Option<u32>,
        dense: bool,
        limit: usize,
        found: &mut Vec<u64>,
    ) -> u64 {
        match self {
            Self::Bytes(table) => table.gather(from, to, depth, dense, limit, found),
            Self::TwoBits(table) => table.gather(from, to, depth, limit, found),
        }
    }

    /// The number of states of the layer `depth` from `from` up to `to`.
    pub fn count(&self, from: u64, to: u64, depth: u32) -> u64 {
        each!(self, table => table.count(from, to, depth))
    }

    /// The number of unseen states.
    pub fn unseen(&self) -> u64 {
        each!(self, table => table.unseen())
    }

    /// Called when the layer `depth` has been expanded.
    pub fn retire(&mut self, depth: u32) {
        if let Self::TwoBits(table) = self {
            table.retire(depth);
        }
    }

    /// Writes the table.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        each!(self, table => table.write(to))
    }

    /// Reads what [`write`](Self::write) wrote for a table of the same size and kind.
    pub fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        each!(self, table => table.read(from))
    }
}
