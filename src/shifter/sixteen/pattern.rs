//! The pattern table: the exact number of shifts that bring the tiles of two rows home, whatever
//! the others do (Culberson and Schaeffer, *Pattern databases*, 1998; looked up for the inverse too,
//! as Felner, Zahavi, Schaeffer and Holte do in *Dual lookups in pattern databases*, 2005).
//!
//! (The bounds of the inverse are not consistent, which a search without a closed list need not mind.)
//!
//! One table answers for every two rows and every two columns side by side, of the board and of its
//! inverse: sixteen looks, each a lower bound.

use std::sync::{Arc, Mutex, PoisonError};

use super::layout::{ENTRIES, Layout, TILES};
use super::symmetry::{Map, inverse, to_each_pair};
use super::{build, cache};
use crate::budget::Budget;
use crate::outcome::Stop;

/// Distances of eight tiles, two entries a byte.
pub(super) struct Table {
    layout: Layout,
    distances: Vec<u8>,
    /// For each pair of rows or columns: the cells of its tiles in the order of those of the table,
    /// and the symmetry that takes them there.
    pairs: [([u8; TILES], Map); 8],
}

/// A board of sixteen tiles, of which tile *i* belongs in cell *i*.
pub(super) struct Tiles {
    tile_in: Map,
    cell_of: Map,
}

impl Tiles {
    #[inline]
    pub(super) fn of(tile: impl Fn(usize) -> u8) -> Self {
        // Loops: the adaptors of arrays are calls where this is called most.
        let (mut tile_in, mut cell_of) = ([0; 16], [0; 16]);
        for cell in 0..16_u8 {
            let tile = tile(usize::from(cell)) & 15;
            tile_in[usize::from(cell)] = tile;
            cell_of[usize::from(tile)] = cell;
        }
        Self { tile_in, cell_of }
    }
}

impl Table {
    fn new(layout: Layout, distances: Vec<u8>) -> Self {
        let pairs = to_each_pair().map(|map| (std::array::from_fn(|tile| map[tile]), inverse(&map)));
        Self { layout, distances, pairs }
    }

    /// The bytes of the table, without those of its indices.
    pub(super) fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// One of the sixteen bounds.
    #[inline]
    pub(super) fn look(&self, tiles: &Tiles, which: usize) -> u8 {
        let (pair, map) = &self.pairs[which & 7];
        let cells = if which < 8 { &tiles.cell_of } else { &tiles.tile_in };
        let mut places = [0; TILES];
        for (place, &tile) in places.iter_mut().zip(pair) {
            *place = map[usize::from(cells[usize::from(tile) & 15]) & 15];
        }
        let entry = self.layout.entry(places);
        self.distances[entry / 2] >> (4 * (entry % 2)) & 15
    }

    /// Whether a bound exceeds `left`. `first` is the one to look at first, and becomes the one that
    /// did.
    #[inline]
    pub(super) fn exceeds(&self, tiles: &Tiles, left: u8, first: &mut usize) -> bool {
        for nth in 0..16 {
            let which = (*first + nth) % 16;
            if self.look(tiles, which) > left {
                *first = which;
                return true;
            }
        }
        false
    }

    /// The best bound.
    #[cfg(test)]
    pub(super) fn of(&self, tiles: &Tiles) -> u8 {
        (0..16).map(|which| self.look(tiles, which)).max().unwrap_or(0)
    }
}

/// The table of this process, once there is one.
static TABLE: Mutex<Option<Arc<Table>>> = Mutex::new(None);

fn shared() -> std::sync::MutexGuard<'static, Option<Arc<Table>>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How much trouble a table may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// Only if it is in memory.
    AtHand,
    /// If it can be read from the cache: a few hundredths of a second.
    Read,
    /// Also if it has to be built: a few seconds.
    Build,
}

/// The table, if `effort` is enough and `budget` grants its memory. What was built is kept in this
/// process and, as far as the disk allows, in the cache.
///
/// # Errors
/// When time is over or the search was cancelled.
pub(super) fn table(effort: Effort, budget: &mut Budget<'_>) -> Result<Option<Arc<Table>>, Stop> {
    let known = shared().clone();
    if let Some(table) = known {
        return Ok(budget.grow(table.bytes()).is_ok().then_some(table));
    }
    if effort == Effort::AtHand {
        return Ok(None);
    }
    let bytes = ENTRIES / 2;
    let stored =
        if budget.memory_left().is_none_or(|left| left >= bytes as u64) { cache::read(bytes) } else { None };
    if stored.is_none() && effort == Effort::Read {
        return Ok(None);
    }
    let layout = Layout::new();
    let distances = match stored {
        Some(distances) => {
            budget.grow(bytes as u64)?;
            distances
        }
        None => match build::build(&layout, budget) {
            Ok(distances) => {
                cache::write(&distances);
                distances
            }
            // A search goes on without it.
            Err(Stop::Limit(crate::outcome::Limit::Memory)) => return Ok(None),
            Err(stop) => return Err(stop),
        },
    };
    let table = Arc::new(Table::new(layout, distances));
    *shared() = Some(Arc::clone(&table));
    Ok(Some(table))
}
