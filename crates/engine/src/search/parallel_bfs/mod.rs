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
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};

use crate::budget::{Budget, Cancel, Limits, Statistics, start_thread};
use crate::outcome::{Conclusion, Plan, Stop};
use crate::search::closed_list::Searched;
use crate::search::path;
use crate::space::Replica;
use round::{Round, Work, Worker};
use shard::StateRef;

/// Number of states expanded in a round: few enough that their children stay in the caches, enough to
/// outweigh the synchronization of the threads.
const STRETCH: usize = 1 << 13;

/// Searches `space` by the calling thread and up to one more for each of `replicas`, fewer where the memory or
/// the system has no room for more. Appends the sizes of the layers to `layers`. Cannot be resumed after a
/// stop.
pub(super) fn search<S: Searched>(
    space: &S,
    mut replicas: Vec<Replica<'_, S>>,
    layers: &mut Vec<u64>,
    budget: &mut Budget<'_>,
) -> Result<Conclusion<S::Action>, Stop> {
    let reserved = budget.reserve_threads(replicas.len(), Round::<S>::bytes_per_thread(replicas.len() + 1));
    replicas.truncate(reserved.count);
    let over = Cancel::default();
    let deadline = budget.deadline();
    // An eighth remains for the lists of the next layer.
    let memory = budget.memory_left().map(|left| left / 8 * 7);
    let round = OnceLock::new();
    let (end, others) = std::thread::scope(|scope| {
        // The threads first, each of which waits for its number: how many there are decides what they do.
        let (mut starts, mut handles) = (Vec::new(), Vec::new());
        for replicate in replicas {
            let (start, started) = channel();
            let (round, over) = (&round, over.clone());
            let thread = start_thread(scope, move || match (started.recv(), round.get()) {
                (Ok((number, limits)), Some(round)) => serve(number, replicate, limits, round, over),
                _ => Statistics::default(),
            });
            let Ok(thread) = thread else { break };
            starts.push(start);
            handles.push(thread);
        }
        let threads = starts.len() + 1;
        let round = round.get_or_init(|| Round::new(space, threads, over.clone(), deadline));
        let limits = Limits { memory: memory.map(|memory| memory / threads as u64), ..Limits::NONE };
        for (number, start) in (1..).zip(starts) {
            // A thread ends only after it was started.
            _ = start.send((number, limits));
        }
        let mut no_observer = ();
        let mut own = Budget::new(limits, over, &mut no_observer);
        let leader = Worker { number: 0, space, round };
        // Whatever happens here, the others must not wait for the next round for ever.
        let end = catch_unwind(AssertUnwindSafe(|| leader.lead_layers(&mut own, layers, budget)));
        round.start(Work::Over);
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
        (end, others)
    });
    if let Some(panic) = round.get().and_then(Round::panic) {
        resume_unwind(panic);
    }
    budget.done_elsewhere(&others);
    budget.release_threads(reserved);
    end.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Takes part in a search in a thread of its own.
fn serve<S: Searched>(
    number: usize,
    replicate: Replica<'_, S>,
    limits: Limits,
    round: &Round<S>,
    over: Cancel,
) -> Statistics {
    let mut no_observer = ();
    let mut own = Budget::new(limits, over, &mut no_observer);
    match round.guarded(|| replicate(&mut own)) {
        Ok(space) => Worker { number, space: &space, round }.serve(&mut own),
        Err(stop) => round.serve_without_space(stop),
    }
    own.statistics()
}

impl<S: Searched> Worker<'_, S> {
    /// Runs the search: does the part of the first thread and directs the others.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::with_threads_left;
    use crate::space::{Space, Successors};

    /// The numbers below a thousand, each with two successors.
    struct Numbers;

    impl Space for Numbers {
        type State = u64;
        type Action = u8;

        fn start(&self) -> u64 {
            1
        }
        fn is_goal(&self, state: &u64) -> bool {
            *state == 775
        }
        fn expand(&self, state: &u64, children: &mut Successors<Self>) {
            for (action, next) in [(0, state * 2), (1, state + 3)] {
                if next < 1000 {
                    children.push(&next, action, 1);
                }
            }
        }
        fn unit_costs(&self) -> bool {
            true
        }
        fn replicate(&self) -> Option<Replica<'_, Self>> {
            Some(Box::new(|_| Ok(Self)))
        }
    }

    fn searched(wanted: usize) -> Conclusion<u8> {
        let replicas = (1..wanted).filter_map(|_| Numbers.replicate()).collect();
        let mut budget = Budget::unlimited();
        search(&Numbers, replicas, &mut Vec::new(), &mut budget).expect("no limit")
    }

    #[test]
    fn a_thread_that_cannot_start_leaves_a_search_with_fewer() {
        let alone = searched(1);
        assert!(matches!(alone, Conclusion::Found(_)));
        for left in 0..4 {
            assert_eq!(with_threads_left(left, || searched(4)), alone, "{left} threads start");
        }
    }
}
