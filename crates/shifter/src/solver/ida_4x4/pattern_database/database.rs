//! The exact number of shifts that bring the tiles of two rows home, whatever the others do (Culberson and
//! Schaeffer, *Pattern databases*, 1998), also looked up for the inverse board (Felner, Zahavi, Schaeffer
//! and Holte, *Dual lookups in pattern databases*, 2005).
//!
//! The bounds of the inverse are not consistent, which matters only to searches with a closed list.
//!
//! One table holds for every two adjacent rows and every two adjacent columns, of the board and of its
//! inverse: sixteen look-ups, each a lower bound.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::layout::{ENTRIES, Layout, TILES};
use super::symmetry::{Map, inverse, to_each_pair};
use super::{build, cache};
use crate::solver::ida_4x4::planes::Tiles;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Limit, Stop};

/// Distances of eight tiles, two entries a byte.
pub(in crate::solver::ida_4x4) struct PatternDatabase {
    layout: Layout,
    distances: Vec<u8>,
    /// For each pair of rows or columns: its tiles in the order of those of the table, and the symmetry
    /// that takes their cells there.
    pairs: [([u8; TILES], Map); 8],
}

impl PatternDatabase {
    fn new(layout: Layout, distances: Vec<u8>) -> Self {
        let pairs = to_each_pair().map(|map| (std::array::from_fn(|tile| map[tile]), inverse(&map)));
        Self { layout, distances, pairs }
    }

    pub(in crate::solver::ida_4x4) fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    #[inline]
    pub(in crate::solver::ida_4x4) fn bound(&self, tiles: &Tiles, which: usize) -> u8 {
        let (pair, map) = &self.pairs[which & 7];
        let cells = if which < 8 { &tiles.cell_of } else { &tiles.tile_in };
        let mut places = [0; TILES];
        for (place, &tile) in places.iter_mut().zip(pair) {
            *place = map[usize::from(cells[usize::from(tile) & 15]) & 15];
        }
        let entry = self.layout.entry(places);
        self.distances[entry / 2] >> (4 * (entry % 2)) & 15
    }

    /// Whether a bound exceeds `left`. `first` is the one to look up first, and becomes the one that
    /// exceeds.
    #[inline]
    pub(in crate::solver::ida_4x4) fn exceeds(&self, tiles: &Tiles, left: u8, first: &mut usize) -> bool {
        for nth in 0..16 {
            let which = (*first + nth) % 16;
            if self.bound(tiles, which) > left {
                *first = which;
                return true;
            }
        }
        false
    }

    #[cfg(test)]
    pub(in crate::solver::ida_4x4) fn max_bound(&self, tiles: &Tiles) -> u8 {
        (0..16).map(|which| self.bound(tiles, which)).max().unwrap_or(0)
    }
}

/// The table of this process, once there is one.
static TABLE: Mutex<Option<Arc<PatternDatabase>>> = Mutex::new(None);

fn shared() -> MutexGuard<'static, Option<Arc<PatternDatabase>>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The effort that a table is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::ida_4x4) enum Effort {
    /// Only if it is in memory.
    InMemory,
    /// If it can be read from the cache: a few hundredths of a second.
    Read,
    /// Also if it has to be built: a few seconds.
    Build,
}

/// The table, if `effort` suffices and `budget` grants its memory. A built table is kept in this process
/// and, as far as the disk allows, in the cache.
///
/// # Errors
/// When time is over or the search was cancelled.
pub(in crate::solver::ida_4x4) fn load(
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Option<Arc<PatternDatabase>>, Stop> {
    let known = shared().clone();
    if let Some(table) = known {
        return Ok(budget.grow(table.bytes()).is_ok().then_some(table));
    }
    if effort == Effort::InMemory {
        return Ok(None);
    }
    let bytes = ENTRIES / 2;
    let stored = if budget.grow(bytes as u64).is_ok() {
        let stored = cache::read(bytes, budget);
        if !matches!(stored, Ok(Some(_))) {
            budget.shrink(bytes as u64);
        }
        stored?
    } else {
        None
    };
    if stored.is_none() && effort == Effort::Read {
        return Ok(None);
    }
    let layout = Layout::new();
    let distances = match stored {
        Some(distances) => distances,
        None => match build::build(&layout, budget) {
            Ok(distances) => {
                cache::write(&distances, budget);
                distances
            }
            // The search continues without it.
            Err(Stop::Limit(Limit::Memory)) => return Ok(None),
            Err(stop) => return Err(stop),
        },
    };
    let table = Arc::new(PatternDatabase::new(layout, distances));
    *shared() = Some(Arc::clone(&table));
    Ok(Some(table))
}
