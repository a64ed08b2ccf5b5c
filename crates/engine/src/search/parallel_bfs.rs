//! Breadth-first search by several threads, layer by layer (delayed duplicate detection in parallel, as
//! in Korf & Schultze, *Large-scale parallel breadth-first search*, 2005, but in memory).
//!
//! The hash of a state selects its *shard*, and each shard is written by one thread. A layer is expanded in rounds:
//! first every thread expands its part of a stretch of the layer and sorts the children by shard, then every thread
//! inserts the children of its shard. Parts and shards are processed in the order of the layer, and after each round
//! the new states of all shards are merged by the order of their generation. So layers, parents and plan are those of
//! one thread; only the number of states expanded after the goal was generated may differ.

use std::{
    any::Any,
    borrow::Borrow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Barrier, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, mpsc::channel},
};

use crate::{
    budget::{Budget, Cancel, Deadline, Limits, Statistics, start_thread},
    outcome::{Conclusion, Limit, Stop},
    search::{
        closed_list::{NO_PARENT, Parents, PerState, Probe, Searched, Storable, VisitedSet},
        path,
    },
    space::{Replica, State, StateList, Successors},
};

/// Number of states expanded in a round: few enough that their children stay in the caches, enough to
/// outweigh the synchronization of the threads.
const STRETCH: usize = 1 << 13;

/// Searches `space` by the calling thread and up to one more for each of `replicas`, fewer where the memory or the
/// system has no room for more. Appends the sizes of the layers to `layers`. Cannot be resumed after a stop.
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
        round.start(RoundTask::Over);
        let mut others =
            Statistics { peak_bytes: own.statistics().peak_bytes, cpu_seconds: Some(0.0), ..Statistics::default() };
        for handle in handles {
            match handle.join() {
                Ok(statistics) => {
                    others.peak_bytes += statistics.peak_bytes;
                    others.add_cpu_seconds(statistics.cpu_seconds);
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
            return self.found(root);
        }
        let (mut layer, mut next) = (vec![root], Vec::new());
        let mut stored = 1;
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            // All states up to this layer have been tested for the goal.
            budget.raise_bound(layers.len() as u64);
            for from in (0..layer.len()).step_by(STRETCH) {
                let to = (from + STRETCH).min(layer.len());
                let stretch: Arc<[StateRef]> = layer[from..to].into();
                self.round.start(RoundTask::Expand(Arc::clone(&stretch)));
                self.work(&stretch, own, Some(budget));
                let done = self.round.take_result();
                budget.expanded_elsewhere(done.expanded);
                budget.generated(usize::try_from(done.generated).unwrap_or(usize::MAX));
                stored += done.new;
                budget.stored(stored);
                if let Some((_, goal)) = done.goal {
                    return self.found(goal);
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

    fn found(&self, goal: StateRef) -> Result<Conclusion<S::Action>, Stop> {
        path::found(self.space, &self.round.forest(), goal)
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

// A round: all threads expand, then all threads insert.

/// The next task of all threads.
#[derive(Clone)]
enum RoundTask {
    /// Expand a stretch of the layer.
    Expand(Arc<[StateRef]>),
    /// End: the search is over.
    Over,
}

#[derive(Default)]
struct RoundResult {
    expanded: u64,
    generated: u64,
    new: u64,
    /// The first goal in the order of generation.
    goal: Option<(Order, StateRef)>,
    /// Why the round was not completed.
    stop: Option<Stop>,
}

/// The packets from one thread to one shard; those beyond `used` are reused later.
struct Channel<S: Searched> {
    packets: Vec<Packet<S>>,
    used: usize,
}

/// What the threads share. No lock is ever contended: in the first half of a round all threads read the
/// shards, in the second half each is written by one thread.
struct Round<S: Searched> {
    threads: usize,
    task: RwLock<RoundTask>,
    barrier: Barrier,
    shards: Vec<RwLock<Shard<S>>>,
    /// By sender and receiver.
    channels: Vec<Vec<Mutex<Channel<S>>>>,
    result: Mutex<RoundResult>,
    /// The payload of the first panic.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    over: Cancel,
    deadline: Deadline,
}

/// Number of expansions between two checks of the clock.
const CHECK_EVERY: usize = 16;

impl<S: Searched> Round<S> {
    fn new(space: &S, threads: usize, over: Cancel, deadline: Deadline) -> Self {
        let channel = || Mutex::new(Channel { packets: Vec::new(), used: 0 });
        Self {
            threads,
            task: RwLock::new(RoundTask::Over),
            barrier: Barrier::new(threads),
            shards: (0..threads).map(|_| RwLock::new(Shard::new(space))).collect(),
            channels: (0..threads).map(|_| (0..threads).map(|_| channel()).collect()).collect(),
            result: Mutex::default(),
            panic: Mutex::default(),
            over,
            deadline,
        }
    }

    /// Bytes that each of `threads` threads takes beside its shard: its channels to all of them.
    fn bytes_per_thread(threads: usize) -> u64 {
        (threads.saturating_mul(size_of::<Mutex<Channel<S>>>())) as u64
    }

    fn start(&self, task: RoundTask) {
        *self.task.write().unwrap_or_else(PoisonError::into_inner) = task;
        self.barrier.wait();
    }

    fn next_task(&self) -> RoundTask {
        self.barrier.wait();
        self.task.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes part in the rounds for a thread that could not build its space: reports the stop.
    fn serve_without_space(&self, stop: Stop) {
        while let RoundTask::Expand(_) = self.next_task() {
            self.record(stop);
            self.barrier.wait();
            self.barrier.wait();
        }
    }

    /// Runs `work`; a panic of it becomes a stop of the search, which ends with that panic.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
            Err(Stop::Cancelled)
        })
    }

    fn record(&self, stop: Stop) {
        self.result().stop.get_or_insert(stop);
        self.over.cancel();
    }

    fn result(&self) -> MutexGuard<'_, RoundResult> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shard(&self, number: usize) -> RwLockReadGuard<'_, Shard<S>> {
        self.shards[number].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The payload of the first panic of a thread.
    fn panic(&self) -> Option<Box<dyn Any + Send>> {
        self.panic.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn insert_root(&self, start: &S::State, budget: &mut Budget<'_>) -> Result<StateRef, Stop> {
        let shard = self.shard_of(start);
        let mut home = self.shards[shard].write().unwrap_or_else(PoisonError::into_inner);
        home.insert_root(start, budget)?;
        StateRef::try_from(shard).map_err(|_| Stop::Limit(Limit::Memory))
    }

    #[inline]
    fn shard_of(&self, state: &S::State) -> usize {
        // Bits that the visited sets do not use.
        let spread = <S::State as Storable>::Visited::spread(state) >> 44;
        ((spread * self.threads as u64) >> 20) as usize
    }

    fn take_result(&self) -> RoundResult {
        std::mem::take(&mut *self.result())
    }

    /// Appends the new states of all shards to `states`, in the order of their generation.
    fn merge(&self, states: &mut Vec<StateRef>) {
        let shards: Vec<_> = (0..self.threads).map(|number| self.shard(number)).collect();
        let mut rest: Vec<_> = shards.iter().map(|shard| shard.fresh.as_slice()).collect();
        while let Some(first) = rest.iter_mut().filter(|fresh| !fresh.is_empty()).min_by_key(|fresh| fresh[0].0) {
            states.push(first[0].1);
            *first = &first[1..];
        }
    }
}

/// The shards between two rounds, as one tree.
struct Forest<'r, S: Searched>(Vec<RwLockReadGuard<'r, Shard<S>>>);

impl<S: Searched> Round<S> {
    /// The shards for the reconstruction of a path.
    fn forest(&self) -> Forest<'_, S> {
        Forest((0..self.threads).map(|number| self.shard(number)).collect())
    }
}

impl<S: Searched> Forest<'_, S> {
    fn find(&self, state_ref: StateRef) -> (&Shard<S>, u32) {
        let shards = self.0.len();
        (&self.0[state_ref as usize % shards], narrow(state_ref as usize / shards))
    }
}

impl<S: Searched> Parents<S::State> for Forest<'_, S> {
    fn state_of(&self, state_ref: StateRef) -> &S::State {
        let (shard, number) = self.find(state_ref);
        shard.state(number)
    }
    fn parent_of(&self, state_ref: StateRef) -> StateRef {
        let (shard, number) = self.find(state_ref);
        shard.parent(number)
    }
}

/// Converts the id of a state within a shard.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a part of a `StateRef`, which is as wide")]
fn narrow(number: usize) -> u32 {
    number as u32
}

/// A thread, with a space of its own.
struct Worker<'r, S: Searched> {
    number: usize,
    space: &'r S,
    round: &'r Round<S>,
}

impl<S: Searched> Worker<'_, S> {
    /// Does the part of this thread in all rounds.
    fn serve(&self, own: &mut Budget<'_>) {
        while let RoundTask::Expand(stretch) = self.round.next_task() {
            self.work(&stretch, own, None);
        }
    }

    /// Does the part of this thread in a round. `own`: the budget of the thread; `whole`: the budget of
    /// the search, in the first thread.
    fn work(&self, stretch: &[StateRef], own: &mut Budget<'_>, whole: Option<&mut Budget<'_>>) {
        self.guard(|| self.expand(stretch, own, whole));
        self.round.barrier.wait();
        self.guard(|| self.insert(own));
        self.round.barrier.wait();
    }

    /// Runs half a round and catches panics, so that the thread always reaches the next barrier.
    fn guard(&self, part: impl FnOnce() -> Result<(), Stop>) {
        if let Err(stop) = self.round.guarded(part) {
            self.round.record(stop);
        }
    }

    /// Expands the part of a stretch of this thread.
    fn expand(
        &self,
        stretch: &[StateRef],
        own: &mut Budget<'_>,
        mut whole: Option<&mut Budget<'_>>,
    ) -> Result<(), Stop> {
        let Round { threads, channels, .. } = self.round;
        let part = |number| stretch.len() * number / threads;
        let shards: Vec<_> = (0..*threads).map(|number| self.round.shard(number)).collect();
        let lock = |channel| Mutex::lock(channel).unwrap_or_else(PoisonError::into_inner);
        let mut channels: Vec<MutexGuard<'_, Channel<S>>> = channels[self.number].iter().map(lock).collect();
        for channel in &mut channels {
            channel.used = 0;
        }
        let mut children = Successors::<S>::default();
        let (mut expanded, mut generated) = (0, 0);
        let mut order = (self.number as u64) << 40;
        let mut end = Ok(());
        for (nth, &state_ref) in stretch[part(self.number)..part(self.number + 1)].iter().enumerate() {
            if nth % CHECK_EVERY == 0 {
                end = match &mut whole {
                    Some(budget) => budget.check_now(),
                    None if self.round.deadline.is_over() => Err(Stop::Cancelled),
                    None => Ok(()),
                };
                if end.is_err() || self.round.over.is_cancelled() {
                    break;
                }
            }
            let (number, shard) = (narrow(state_ref as usize / threads), state_ref as usize % threads);
            children.clear();
            self.space.expand(shards[shard].state(number), &mut children);
            children.check_unit_costs(0);
            children.charge(own)?;
            expanded += 1;
            generated += children.len() as u64;
            for index in 0..children.len() {
                let state = children.state(index);
                channels[self.round.shard_of(state)].push(state, order, state_ref, own)?;
                order += 1;
            }
        }
        let mut result = self.round.result();
        result.expanded += expanded;
        result.generated += generated;
        end
    }

    /// Inserts the states that were sent to the shard of this thread.
    fn insert(&self, own: &mut Budget<'_>) -> Result<(), Stop> {
        if self.round.over.is_cancelled() {
            return Ok(());
        }
        let Round { threads, shards, channels, .. } = self.round;
        let mut shard = shards[self.number].write().unwrap_or_else(PoisonError::into_inner);
        shard.fresh.clear();
        for sender in channels {
            let mut channel = sender[self.number].lock().unwrap_or_else(PoisonError::into_inner);
            let used = channel.used;
            shard.insert(&mut channel.packets[..used], (self.number, *threads), own)?;
        }
        let is_goal = |&&(_, state_ref): &&(Order, StateRef)| {
            self.space.is_goal(shard.state(narrow(state_ref as usize / threads)))
        };
        let goal = shard.fresh.iter().find(is_goal).copied();
        let mut result = self.round.result();
        result.new += shard.fresh.len() as u64;
        result.goal = result.goal.into_iter().chain(goal).min();
        Ok(())
    }
}

impl<S: Searched> Channel<S> {
    #[inline]
    fn push(&mut self, state: &S::State, order: u64, parent: StateRef, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if self.used == 0 || self.packets[self.used - 1].is_full() {
            if self.used == self.packets.len() {
                budget.grow(Packet::<S>::bytes(state))?;
                self.packets.push(Packet::new());
            }
            self.packets[self.used].clear();
            self.used += 1;
        }
        self.packets[self.used - 1].push(state, order, parent);
        Ok(())
    }
}

// The part of the visited states that one thread owns.

/// Reference to a state: its id in its shard times the number of shards, plus the shard.
type StateRef = u32;

/// Order of generation within a round: the part of the stretch, then the number within the part.
type Order = u64;

/// Part of the visited states.
struct Shard<S: Searched> {
    visited: <S::State as Storable>::Visited,
    parents: PerState<StateRef>,
    /// The new states of this round, in the order of their generation.
    fresh: Vec<(Order, StateRef)>,
    new: Vec<u32>,
}

/// States sent to a shard, few enough to be looked up together.
struct Packet<S: Searched> {
    states: <S::State as State>::List,
    from: Vec<(Order, StateRef)>,
    probes: Vec<Probe>,
}

const PACKET_SIZE: usize = 64;

impl<S: Searched> Packet<S> {
    fn new() -> Self {
        Self { states: Default::default(), from: Vec::new(), probes: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.from.len() >= PACKET_SIZE
    }

    fn clear(&mut self) {
        self.states.clear_states();
        self.from.clear();
    }

    #[inline]
    fn push(&mut self, state: &S::State, order: Order, parent: StateRef) {
        self.states.push_state(state);
        self.from.push((order, parent));
    }

    /// Bytes of a packet of states like this one.
    fn bytes(state: &S::State) -> u64 {
        let each = size_of_val(state) as u64 + state.heap_bytes();
        PACKET_SIZE as u64 * (each + size_of::<(Order, StateRef)>() as u64 + size_of::<Probe>() as u64)
    }
}

impl<S: Searched> Shard<S> {
    fn new(space: &S) -> Self {
        Self {
            visited: VisitedSet::new(space.state_bits()),
            parents: PerState::default(),
            fresh: Vec::new(),
            new: Vec::new(),
        }
    }

    fn state(&self, number: u32) -> &S::State {
        self.visited.state(number)
    }

    fn parent(&self, number: u32) -> StateRef {
        self.parents.get(number)
    }

    fn insert_root(&mut self, start: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut packet = Packet::<S>::new();
        packet.push(start, 0, NO_PARENT);
        self.insert(std::slice::from_mut(&mut packet), (0, 1), budget)?;
        self.fresh.clear();
        Ok(())
    }

    /// Inserts the new states of packets in order, as shard `number` of `shards`. While a packet is
    /// inserted, memory is prefetched for the next two.
    fn insert(
        &mut self,
        packets: &mut [Packet<S>],
        (number, shards): (usize, usize),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        for step in 0..packets.len() + 2 {
            if let Some(packet) = packets.get_mut(step) {
                self.visited.look_ahead(&packet.states, &mut packet.probes);
            }
            if let Some(packet) = step.checked_sub(1).and_then(|step| packets.get_mut(step)) {
                self.visited.look_closer(&mut packet.probes);
            }
            let Some(packet) = step.checked_sub(2).and_then(|step| packets.get(step)) else { continue };
            let first = self.visited.len();
            let inserted = self.visited.insert_new(&packet.states, &packet.probes, &mut self.new, budget);
            let origin = |index: u32| packet.from[packet.probes[index as usize].place as usize];
            self.parents.extend(self.new.iter().map(|&index| origin(index).1), budget)?;
            for (nth, &index) in self.new.iter().enumerate() {
                let state_ref = (first + nth) * shards + number;
                let state_ref = StateRef::try_from(state_ref).ok().filter(|&state_ref| state_ref < NO_PARENT);
                self.fresh.push((origin(index).0, state_ref.ok_or(Stop::Limit(Limit::Memory))?));
            }
            inserted?;
        }
        Ok(())
    }
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
