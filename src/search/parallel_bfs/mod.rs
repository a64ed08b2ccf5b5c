//! Breadth-first search by several threads, layer by layer (delayed duplicate detection in parallel, as
//! in Korf & Schultze, *Large-scale parallel breadth-first search*, 2005, but in memory).
//!
//! The hash of a state selects its *shard*, and each shard is written by one thread. A layer is expanded
//! in rounds: first every thread expands its part of a stretch of the layer and sorts the children by
//! shard, then every thread inserts the children of its shard. Parts and shards are processed in the
//! order of the layer, and after each round the new states of all shards are merged by the order of
//! their generation. So layers, parents and plan are those of one thread; only the number of states
//! expanded after the goal was generated may differ.

mod round;
mod shard;

use std::borrow::Borrow;
use std::panic::resume_unwind;
use std::sync::Arc;

use crate::budget::{Budget, Cancel, Limits, Statistics};
use crate::outcome::{Conclusion, Plan, Stop};
use crate::search::closed_list::Searched;
use crate::search::path;
use crate::space::Replica;
use round::{Round, Work, Worker};
use shard::StateRef;

/// Number of states expanded in a round: few enough that their children stay in the caches, enough to
/// outweigh the synchronization of the threads.
const STRETCH: usize = 1 << 13;

/// Searches `space` by one thread more than there are twins. Appends the sizes of the layers to `layers`.
/// Cannot be resumed after a stop.
pub(super) fn search<S: Searched>(
    space: &S,
    replicas: Vec<Replica<'_, S>>,
    layers: &mut Vec<u64>,
    budget: &mut Budget<'_>,
) -> Result<Conclusion<S::Action>, Stop> {
    let threads = replicas.len() + 1;
    let over = Cancel::default();
    // An eighth remains for the lists of the next layer.
    let memory = budget.memory_left().map(|left| left / 8 * 7 / threads as u64);
    let limits = Limits { memory, ..Limits::NONE };
    let round = Round::new(space, threads, over.clone(), budget.deadline());
    let (end, others, panic) = std::thread::scope(|scope| {
        let handles: Vec<_> = (1..)
            .zip(replicas)
            .map(|(number, replicate)| {
                let (round, over) = (&round, over.clone());
                scope.spawn(move || {
                    let mut no_observer = ();
                    let mut own = Budget::new(limits, over, &mut no_observer);
                    match replicate(&mut own) {
                        Ok(space) => Worker { number, space: &space, round }.serve(&mut own),
                        Err(stop) => round.serve_without_space(stop),
                    }
                    own.statistics()
                })
            })
            .collect();
        let mut no_observer = ();
        let mut own = Budget::new(limits, over, &mut no_observer);
        let end = Worker { number: 0, space, round: &round }.lead(&mut own, layers, budget);
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
        (end, others, round.panic())
    });
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
    budget.done_elsewhere(&others);
    end
}

impl<S: Searched> Worker<'_, S> {
    /// Runs the search: does the part of the first thread and directs the others.
    fn lead(
        &self,
        own: &mut Budget<'_>,
        layers: &mut Vec<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Conclusion<S::Action>, Stop> {
        let end = self.lead_layers(own, layers, budget);
        self.round.start(Work::Over);
        end
    }

    fn lead_layers(
        &self,
        own: &mut Budget<'_>,
        layers: &mut Vec<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Conclusion<S::Action>, Stop> {
        let start = self.space.start();
        let start = start.borrow();
        let root = self.round.insert_root(start, own)?;
        if self.space.is_goal(start) {
            return Ok(Conclusion::Found(self.plan(root)));
        }
        let (mut layer, mut next) = (vec![root], Vec::new());
        let mut stored = 1;
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            // All states up to this layer have been tested for the goal.
            budget.raise_bound(u32::try_from(layers.len()).unwrap_or(u32::MAX));
            for from in (0..layer.len()).step_by(STRETCH) {
                let to = (from + STRETCH).min(layer.len());
                let stretch: Arc<[StateRef]> = layer[from..to].into();
                self.round.start(Work::Expand(Arc::clone(&stretch)));
                self.work(&stretch, own, Some(budget));
                let done = self.round.take_result();
                budget.expanded_elsewhere(done.expanded);
                budget.generated(usize::try_from(done.generated).unwrap_or(usize::MAX));
                stored += done.new;
                budget.stored(stored);
                if let Some((_, goal)) = done.goal {
                    return Ok(Conclusion::Found(self.plan(goal)));
                }
                if let Some(stop) = done.stop {
                    // The stop of the budget if that is the reason, otherwise a memory limit of a thread.
                    budget.check_now()?;
                    return Err(stop);
                }
                reserve(&mut next, done.new, budget)?;
                self.round.merge(&mut next);
                budget.check_now()?;
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        Ok(Conclusion::Exhausted)
    }

    fn plan(&self, place: StateRef) -> Plan<S::Action> {
        path::forward(self.space, &self.round.forest(), place)
    }
}

/// Grows a list for `more` entries, at least to twice its capacity. While the entries move, both the old
/// and the new list exist.
fn reserve(states: &mut Vec<StateRef>, more: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let wanted = states.len() + usize::try_from(more).unwrap_or(usize::MAX);
    let (before, after) = (states.capacity(), wanted.max(2 * states.capacity()));
    if wanted > before {
        budget.grow((after * size_of::<StateRef>()) as u64)?;
        states.reserve_exact(after - states.len());
        budget.shrink((before * size_of::<StateRef>()) as u64);
    }
    Ok(())
}
