//! Breadth-first search by several threads, in step from layer to layer (delayed expansion in
//! parallel, as in Korf & Schultze, *Large-scale parallel breadth-first search*, 2005, in memory).
//!
//! The hash of a state decides in which *shard* it is kept, and each shard has one thread that writes
//! to it. A layer is worked off in rounds: first every thread expands its part of a stretch of the
//! layer and sorts the children by shard, then every thread inserts those of its shard. Parts and
//! shards are taken in the order of the layer, and after each round the new states of all shards are
//! merged by the order of their birth. So layers, parents and answer are those of one thread; only
//! the number of states expanded after the goal was found may differ.

mod round;
mod shard;

use std::panic::resume_unwind;
use std::sync::Arc;

use super::bfs::Bfs;
use super::store::Searched;
use super::{Search, path};
use crate::budget::{Budget, Cancel, Limits, Statistics};
use crate::outcome::{Conclusion, Stop};
use round::{Round, Work, Worker};
use shard::Place;

/// Breadth-first search by as many threads as there may be, or by one where there is nothing to
/// share: a space without twins, or expansions that have to be counted one by one.
pub(super) struct ShardedBfs<'s, S: Searched> {
    space: &'s S,
    threads: usize,
    alone: Bfs<'s, S>,
    /// The sizes of the layers that were expanded by several threads.
    layers: Vec<u64>,
}

impl<'s, S: Searched> ShardedBfs<'s, S> {
    pub(super) fn new(space: &'s S, threads: usize) -> Self {
        Self { space, threads, alone: Bfs::new(space), layers: Vec::new() }
    }
}

#[cfg(test)]
impl<S: Searched> ShardedBfs<'_, S> {
    /// The sizes of the layers begun, by however many threads.
    pub(super) fn layers(&self) -> &[u64] {
        if self.layers.is_empty() { self.alone.layers() } else { &self.layers }
    }
}

/// States that are expanded in a round: few enough that their children stay in the caches, enough to
/// be worth a meeting of all threads.
const STRETCH: usize = 1 << 13;

impl<S: Searched> Search<S> for ShardedBfs<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.threads < 2 || budget.counts_expansions() || !self.alone.is_fresh() {
            return self.alone.advance(budget);
        }
        let Some(twins) = (1..self.threads).map(|_| self.space.twin()).collect::<Option<Vec<_>>>() else {
            return self.alone.advance(budget);
        };
        let over = Cancel::default();
        // An eighth is left for the lists of what comes next.
        let share = budget.memory_left().map(|left| left / 8 * 7 / self.threads as u64);
        let limits = Limits { memory: share, ..Limits::NONE };
        let round = Round::new(self.space, self.threads, over.clone(), budget.deadline());
        let (end, others, trouble) = std::thread::scope(|scope| {
            let handles: Vec<_> = (1..)
                .zip(twins)
                .map(|(number, twin)| {
                    let (round, over) = (&round, over.clone());
                    scope.spawn(move || {
                        let mut no_observer = ();
                        let mut own = Budget::new(limits, over, &mut no_observer);
                        match twin(&mut own) {
                            Ok(space) => Worker { number, space: &space, round }.serve(&mut own),
                            Err(stop) => round.serve_without_a_space(stop),
                        }
                        own.statistics()
                    })
                })
                .collect();
            let mut no_observer = ();
            let mut own = Budget::new(limits, over, &mut no_observer);
            let end = Worker { number: 0, space: self.space, round: &round }.lead(
                &mut own,
                &mut self.layers,
                budget,
            );
            let mut others = Statistics { peak_bytes: own.statistics().peak_bytes, ..Statistics::default() };
            for handle in handles {
                match handle.join() {
                    Ok(statistics) => {
                        others.peak_bytes += statistics.peak_bytes;
                        others.cpu_seconds += statistics.cpu_seconds;
                    }
                    Err(panic) => resume_unwind(panic),
                }
            }
            (end, others, round.trouble())
        });
        if let Some(panic) = trouble {
            resume_unwind(panic);
        }
        budget.done_elsewhere(&others);
        end
    }
}

impl<S: Searched> Worker<'_, S> {
    /// Does the first thread's part of the work and says what all are to do.
    fn lead(
        &self,
        own: &mut Budget<'_>,
        layers: &mut Vec<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Conclusion<S::Action>, Stop> {
        let end = self.lead_on(own, layers, budget);
        self.round.announce(Work::Over);
        end
    }

    fn lead_on(
        &self,
        own: &mut Budget<'_>,
        layers: &mut Vec<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Conclusion<S::Action>, Stop> {
        let start = self.space.start();
        let start = std::borrow::Borrow::borrow(&start);
        let root = self.round.plant(start, own)?;
        if self.space.is_goal(start) {
            return Ok(Conclusion::Found(self.plan(root)));
        }
        let (mut layer, mut next) = (vec![root], Vec::new());
        let mut stored = 1;
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            // Every state nearer than the children of this layer has been tested.
            budget.raise_bound(u32::try_from(layers.len()).unwrap_or(u32::MAX));
            for from in (0..layer.len()).step_by(STRETCH) {
                let to = (from + STRETCH).min(layer.len());
                let stretch: Arc<[Place]> = layer[from..to].into();
                self.round.announce(Work::Expand(Arc::clone(&stretch)));
                self.work(&stretch, own, Some(budget));
                let done = self.round.tidy();
                budget.expanded_elsewhere(done.expanded);
                budget.generated(usize::try_from(done.generated).unwrap_or(usize::MAX));
                stored += done.new;
                budget.stored(stored);
                if let Some((_, goal)) = done.goal {
                    return Ok(Conclusion::Found(self.plan(goal)));
                }
                if let Some(stop) = done.stop {
                    // What the budget says, if it is the reason; otherwise a share was too small.
                    budget.check_now()?;
                    return Err(stop);
                }
                make_room(&mut next, done.new, budget)?;
                self.round.merge(&mut next);
                budget.check_now()?;
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(Conclusion::Exhausted)
    }

    fn plan(&self, place: Place) -> crate::outcome::Plan<S::Action> {
        path::forward(self.space, &self.round.forest(), place)
    }
}

/// Makes room for so many places more, at least twice as many as there are. While they move, both the
/// old and the new list exist.
fn make_room(places: &mut Vec<Place>, more: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let wanted = places.len() + usize::try_from(more).unwrap_or(usize::MAX);
    let (before, after) = (places.capacity(), wanted.max(2 * places.capacity()));
    if wanted > before {
        budget.grow((after * size_of::<Place>()) as u64)?;
        places.reserve_exact(after - places.len());
        budget.shrink((before * size_of::<Place>()) as u64);
    }
    Ok(())
}
