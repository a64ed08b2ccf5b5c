//! A round: all threads expand, then all threads insert.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use super::shard::{Order, Packet, Shard, StateRef};
use crate::budget::{Budget, Cancel, Deadline};
use crate::outcome::{Limit, Stop};
use crate::search::closed_list::{Parents, Searched, Storable, VisitedSet};
use crate::space::Successors;

/// The next task of all threads.
#[derive(Clone)]
pub(super) enum Work {
    /// Expand a stretch of the layer.
    Expand(Arc<[StateRef]>),
    Over,
}

#[derive(Default)]
pub(super) struct RoundResult {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) new: u64,
    /// The first goal in the order of generation.
    pub(super) goal: Option<(Order, StateRef)>,
    /// Why the round was not completed.
    pub(super) stop: Option<Stop>,
}

/// The packets from one thread to one shard; those beyond `used` are reused later.
struct Channel<S: Searched> {
    packets: Vec<Packet<S>>,
    used: usize,
}

/// What the threads share. No lock is ever contended: in the first half of a round all threads read the
/// shards, in the second half each is written by one thread.
pub(super) struct Round<S: Searched> {
    threads: usize,
    work: RwLock<Work>,
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
    pub(super) fn new(space: &S, threads: usize, over: Cancel, deadline: Deadline) -> Self {
        let channel = || Mutex::new(Channel { packets: Vec::new(), used: 0 });
        Self {
            threads,
            work: RwLock::new(Work::Over),
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
    pub(super) fn bytes_per_thread(threads: usize) -> u64 {
        (threads.saturating_mul(size_of::<Mutex<Channel<S>>>())) as u64
    }

    pub(super) fn start(&self, work: Work) {
        *self.work.write().unwrap_or_else(PoisonError::into_inner) = work;
        self.barrier.wait();
    }

    fn next_work(&self) -> Work {
        self.barrier.wait();
        self.work.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes part in the rounds for a thread that could not build its space: reports the stop.
    pub(super) fn serve_without_space(&self, stop: Stop) {
        while let Work::Expand(_) = self.next_work() {
            self.record(stop);
            self.barrier.wait();
            self.barrier.wait();
        }
    }

    /// Runs `work`; a panic of it becomes a stop of the search, which ends with that panic.
    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
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
    pub(super) fn panic(&self) -> Option<Box<dyn Any + Send>> {
        self.panic.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn insert_root(&self, start: &S::State, budget: &mut Budget<'_>) -> Result<StateRef, Stop> {
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

    pub(super) fn take_result(&self) -> RoundResult {
        std::mem::take(&mut *self.result())
    }

    /// Appends the new states of all shards to `states`, in the order of their generation.
    pub(super) fn merge(&self, states: &mut Vec<StateRef>) {
        let shards: Vec<_> = (0..self.threads).map(|number| self.shard(number)).collect();
        let mut rest: Vec<_> = shards.iter().map(|shard| shard.fresh.as_slice()).collect();
        while let Some(first) =
            rest.iter_mut().filter(|fresh| !fresh.is_empty()).min_by_key(|fresh| fresh[0].0)
        {
            states.push(first[0].1);
            *first = &first[1..];
        }
    }
}

/// The shards between two rounds, as one tree.
pub(super) struct Forest<'r, S: Searched>(Vec<RwLockReadGuard<'r, Shard<S>>>);

impl<S: Searched> Round<S> {
    /// The shards for the reconstruction of a path.
    pub(super) fn forest(&self) -> Forest<'_, S> {
        Forest((0..self.threads).map(|number| self.shard(number)).collect())
    }
}

impl<S: Searched> Forest<'_, S> {
    fn find(&self, place: StateRef) -> (&Shard<S>, u32) {
        let shards = self.0.len();
        (&self.0[place as usize % shards], narrow(place as usize / shards))
    }
}

impl<S: Searched> Parents<S::State> for Forest<'_, S> {
    fn state_of(&self, place: StateRef) -> &S::State {
        let (shard, number) = self.find(place);
        shard.state(number)
    }
    fn parent_of(&self, place: StateRef) -> StateRef {
        let (shard, number) = self.find(place);
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
pub(super) struct Worker<'r, S: Searched> {
    pub(super) number: usize,
    pub(super) space: &'r S,
    pub(super) round: &'r Round<S>,
}

impl<S: Searched> Worker<'_, S> {
    /// Does the part of this thread in all rounds.
    pub(super) fn serve(&self, own: &mut Budget<'_>) {
        while let Work::Expand(stretch) = self.round.next_work() {
            self.work(&stretch, own, None);
        }
    }

    /// Does the part of this thread in a round. `own`: the budget of the thread; `whole`: the budget of
    /// the search, in the first thread.
    pub(super) fn work(&self, stretch: &[StateRef], own: &mut Budget<'_>, whole: Option<&mut Budget<'_>>) {
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
        for (nth, &place) in stretch[part(self.number)..part(self.number + 1)].iter().enumerate() {
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
            let (number, shard) = (narrow(place as usize / threads), place as usize % threads);
            children.clear();
            self.space.expand(shards[shard].state(number), &mut children);
            children.assert_unit_costs(0);
            children.charge(own)?;
            expanded += 1;
            generated += children.len() as u64;
            for index in 0..children.len() {
                let state = children.state(index);
                channels[self.round.shard_of(state)].push(state, order, place, own)?;
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
        let is_goal = |&&(_, place): &&(Order, StateRef)| {
            self.space.is_goal(shard.state(narrow(place as usize / threads)))
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
    fn push(
        &mut self,
        state: &S::State,
        order: u64,
        parent: StateRef,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
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
