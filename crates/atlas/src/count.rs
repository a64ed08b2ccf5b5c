//! The number of states at each distance, in the smallest table that holds them, and saved for a later run.

use std::time::{Duration, Instant};

use super::{
    Origin,
    depth_table::{self, DepthTable},
    distances::goal_ranks,
    layers::{Expanded, Layers},
    ranked::Ranked,
    saved_layers::{Header, RunStore, SavedLayer, TableKind},
    table::Table,
    two_bits::TwoBitTable,
};
use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Owned, SearchDirection, Space},
};

/// The arguments of [`count_ranked_layers`]: the space, the origin of its distances, and limits.
pub struct RankedCounting<'s, S: Space> {
    /// The space.
    pub space: &'s S,
    /// The ranking, which may leave out states that are the same as others up to symmetry.
    pub ranked: &'s dyn Ranked<S>,
    /// The origin of the distances.
    pub origin: Origin<'s, S>,
    /// The states of the other end, whose distance is determined.
    pub ends: &'s [Owned<S>],
    /// Maximum number of farthest states in the result.
    pub limit: usize,
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
    /// Where the layers are saved, and what distinguishes this count from others; `None` to save nothing.
    pub saved: Option<(&'s dyn RunStore, &'s str)>,
}

impl<S: Space> Clone for RankedCounting<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for RankedCounting<'_, S> {}

/// The states of a ranked space by their distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedCount<T> {
    /// The number of states at each distance.
    pub layers: Vec<u64>,
    /// The number of classes of these states up to the symmetry of the ranking.
    pub classes: Vec<u64>,
    /// A checksum of each layer, of the ranks in any order, if the layers are saved.
    pub checksums: Vec<u64>,
    /// The farthest states that are ranked.
    pub farthest: Vec<T>,
    /// The distance of the nearest of the other ends; `None` if none is reachable.
    pub end: Option<Cost>,
}

/// Why states were not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// The budget stopped it. What was done has been saved, if layers are saved.
    Stop(Stop),
    /// The saved layers cannot be read or written, or are those of another count.
    Saved(String),
}

impl From<Stop> for NotCounted {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Interval at which layers are saved; they are also saved at the end.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Counts the states of a ranked space by their distance: with one byte per state if the memory suffices, else with two
/// bits. The result is complete: a count that a limit stops is an error.
///
/// # Errors
/// When the budget stops it, or the saved layers cannot be used.
pub fn count_ranked_layers<S: Space>(
    counting: &RankedCounting<'_, S>,
    budget: &mut Budget<'_>,
) -> Result<RankedCount<Owned<S>>, NotCounted> {
    let &RankedCounting { space, ranked, origin, ends, limit, threads, saved } = counting;
    let (way, mut roots) = match origin {
        Origin::Start => {
            (SearchDirection::Forward, ranked.rank(std::borrow::Borrow::borrow(&space.start())).into_iter().collect())
        }
        Origin::Goals(backward) => (SearchDirection::Backward, goal_ranks(ranked, backward)),
    };
    let ends: Vec<u64> = ends.iter().filter_map(|end| ranked.rank(std::borrow::Borrow::borrow(end))).collect();
    let mut file = match saved {
        Some((store, identity)) => Header::open(store, identity, ranked.size()).map_err(NotCounted::Saved)?,
        None => None,
    };
    let kind = file.as_ref().map_or_else(|| smallest(ranked.size(), budget), |(header, _)| header.kind);
    let mut table = new_table(kind, ranked.size(), budget)?;
    if let Some((header, reader)) = &mut file {
        header.read_table(&mut table, reader).map_err(NotCounted::Saved)?;
        roots.clear();
    }
    let mut layers = Layers::with(space, ranked, way, &roots, threads, table, budget)?;
    let mut header = Header::new(kind, ranked.size());
    if let Some((read, _)) = file {
        layers.go_on(read.sizes(), read.weighted(), read.width, read.begun, budget);
        header = read;
    }
    layers.began = Some(Duration::from_secs_f64(budget.statistics().seconds));
    let result = expand_all(&mut layers, &mut header, &ends, saved, budget);
    budget.note_task(None);
    result?;
    let depth = u32::try_from(header.layers.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let mut farthest = Vec::new();
    if limit > 0 {
        layers.find(depth, budget, |rank| {
            farthest.push(ranked.unrank(rank));
            farthest.len() == limit
        })?;
    }
    Ok(RankedCount {
        layers: header.layers.iter().map(|layer| layer.states).collect(),
        classes: header.layers.iter().map(|layer| layer.classes).collect(),
        checksums: header.layers.iter().filter_map(|layer| layer.checksum).collect(),
        farthest,
        end: header.end,
    })
}

/// One byte per state if there is the memory, else two bits.
fn smallest(size: u64, budget: &Budget<'_>) -> TableKind {
    let fits = depth_table::fits(size) && budget.memory_left().is_none_or(|left| size <= left);
    if fits { TableKind::Bytes } else { TableKind::TwoBits }
}

fn new_table(kind: TableKind, size: u64, budget: &mut Budget<'_>) -> Result<Table, Stop> {
    match kind {
        TableKind::Bytes => {
            budget.announce_table(size, size);
            DepthTable::new(size, budget).map(Table::Bytes)
        }
        TableKind::TwoBits => {
            budget.announce_table(size, TwoBitTable::bytes_of(size));
            TwoBitTable::new(size, budget).map(Table::TwoBits)
        }
    }
}

/// Expands all layers, and saves what was done now and then, within a layer, too, at the end and when the budget stops it.
fn expand_all<S: Space>(
    layers: &mut Layers<'_, S>,
    header: &mut Header,
    ends: &[u64],
    saved: Option<(&dyn RunStore, &str)>,
    budget: &mut Budget<'_>,
) -> Result<(), NotCounted> {
    let mut last_saved = Instant::now();
    let mut is_saved = true;
    let save = |header: &mut Header, layers: &Layers<'_, S>| -> Result<(), NotCounted> {
        let Some((store, identity)) = saved else { return Ok(()) };
        // Threads may have counted a state twice.
        (header.width, header.begun) = (layers.exact_width(), layers.begun());
        header.save(store, identity, &layers.table).map_err(NotCounted::Saved)
    };
    while layers.width() > 0 {
        let expanded = match layers.expand_until(saved.map(|_| last_saved + SAVE_EVERY), budget) {
            Ok(expanded) => expanded,
            Err(stop) => {
                if !is_saved || layers.is_begun() {
                    save(header, layers)?;
                }
                return Err(stop.into());
            }
        };
        is_saved = false;
        if expanded != Expanded::Part {
            add_layer(layers, header, ends, saved.is_some());
        }
        if expanded == Expanded::Layer {
            layers.retire();
        }
        if expanded != Expanded::Last && last_saved.elapsed() >= SAVE_EVERY {
            save(header, layers)?;
            (last_saved, is_saved) = (Instant::now(), true);
        }
    }
    if is_saved { Ok(()) } else { save(header, layers) }
}

/// Notes the layer that has been expanded.
fn add_layer<S: Space>(layers: &Layers<'_, S>, header: &mut Header, ends: &[u64], is_saved: bool) {
    let depth = layers.depth() - 1;
    if header.end.is_none() && ends.iter().any(|&end| layers.is_at(end, depth)) {
        header.end = Some(depth.into());
    }
    let checksum = is_saved.then(|| layers.checksum(depth));
    let entries = layers.sizes().last().copied().unwrap_or(0);
    let weighted = layers.weighted().last().copied().unwrap_or_default();
    header.layers.push(SavedLayer { entries, states: weighted.states, classes: weighted.classes, checksum });
}
