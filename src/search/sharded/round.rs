//! A round: all threads expand, all threads insert, and the first one takes stock.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Barrier, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use super::super::closed::Parents;
use super::super::store::{Kept, Searched, Seen};
use super::shard::{Birth, Packet, Place, Shard};
use crate::budget::{Budget, Cancel, Deadline};
use crate::outcome::Stop;
use crate::space::Children;

/// What is to be done next.
#[derive(Clone)]
pub(super) enum Work {
    /// A stretch of the layer is to be expanded.
    Expand(Arc<[Place]>),
    /// Nothing more.
    Over,
}

/// What came of a round.
#[derive(Default)]
pub(super) struct Done {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) new: u64,
    /// The goal that was generated first.
    pub(super) goal: Option<(Birth, Place)>,
    /// Why it is not finished.
    pub(super) stop: Option<Stop>,
}

/// The packets from one thread to one shard; those beyond `used` are kept for their room.
struct Route<S: Searched> {
    packets: Vec<Packet<S>>,
    used: usize,
}

/// What all threads share. Nobody ever waits for one of the locks: they only tell the compiler that
/// in the first half of a round shards are read, and in the second half each is written by one.
pub(super) struct Round<S: Searched> {
    threads: usize,
    work: RwLock<Work>,
    meeting: Barrier,
    shards: Vec<RwLock<Shard<S>>>,
    /// By sender and receiver.
    routes: Vec<Vec<Mutex<Route<S>>>>,
    done: Mutex<Done>,
    /// What a thread panicked with.
    trouble: Mutex<Option<Box<dyn Any + Send>>>,
    over: Cancel,
    deadline: Deadline,
}

/// Expansions between two looks at the clock.
const LOOK_EVERY: usize = 16;

impl<S: Searched> Round<S> {
    pub(super) fn new(space: &S, threads: usize, over: Cancel, deadline: Deadline) -> Self {
        let route = || Mutex::new(Route { packets: Vec::new(), used: 0 });
        Self {
            threads,
            work: RwLock::new(Work::Over),
            meeting: Barrier::new(threads),
            shards: (0..threads).map(|_| RwLock::new(Shard::new(space))).collect(),
            routes: (0..threads).map(|_| (0..threads).map(|_| route()).collect()).collect(),
            done: Mutex::default(),
            trouble: Mutex::default(),
            over,
            deadline,
        }
    }

    /// Says what is next; all threads then begin with it.
    pub(super) fn announce(&self, work: Work) {
        *self.work.write().unwrap_or_else(PoisonError::into_inner) = work;
        self.meeting.wait();
    }

    /// Waits for what is next.
    fn hear(&self) -> Work {
        self.meeting.wait();
        self.work.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The part in the rounds of a thread that has no space to work with: it says why.
    pub(super) fn serve_without_a_space(&self, stop: Stop) {
        while let Work::Expand(_) = self.hear() {
            self.note(stop);
            self.meeting.wait();
            self.meeting.wait();
        }
    }

    /// Notes the first reason to stop.
    fn note(&self, stop: Stop) {
        self.done().stop.get_or_insert(stop);
        self.over.cancel();
    }

    fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shard(&self, number: usize) -> RwLockReadGuard<'_, Shard<S>> {
        self.shards[number].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread panicked with.
    pub(super) fn trouble(&self) -> Option<Box<dyn Any + Send>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps the start; gives its place.
    pub(super) fn plant(&self, start: &S::State, budget: &mut Budget<'_>) -> Result<Place, Stop> {
        let shard = self.shard_of(start);
        let mut home = self.shards[shard].write().unwrap_or_else(PoisonError::into_inner);
        home.plant(start, budget)?;
        Place::try_from(shard).map_err(|_| Stop::Limit(crate::outcome::Limit::Memory))
    }

    /// The shard that a state belongs to.
    #[inline]
    fn shard_of(&self, state: &S::State) -> usize {
        // Bits that the stores use for nothing else.
        let spread = <S::State as Kept>::Seen::spread(state) >> 44;
        ((spread * self.threads as u64) >> 20) as usize
    }

    /// What came of the round.
    pub(super) fn tidy(&self) -> Done {
        std::mem::take(&mut *self.done())
    }

    /// Appends the new states of all shards to `places`, in the order of their birth.
    pub(super) fn merge(&self, places: &mut Vec<Place>) {
        let shards: Vec<_> = (0..self.threads).map(|number| self.shard(number)).collect();
        let mut rest: Vec<_> = shards.iter().map(|shard| shard.fresh.as_slice()).collect();
        while let Some(first) =
            rest.iter_mut().filter(|fresh| !fresh.is_empty()).min_by_key(|fresh| fresh[0].0)
        {
            places.push(first[0].1);
            *first = &first[1..];
        }
    }
}

/// The shards between two rounds, as one tree.
pub(super) struct Forest<'r, S: Searched>(Vec<RwLockReadGuard<'r, Shard<S>>>);

impl<S: Searched> Round<S> {
    /// For the way back from a goal.
    pub(super) fn forest(&self) -> Forest<'_, S> {
        Forest((0..self.threads).map(|number| self.shard(number)).collect())
    }
}

impl<S: Searched> Forest<'_, S> {
    fn find(&self, place: Place) -> (&Shard<S>, u32) {
        let shards = self.0.len();
        (&self.0[place as usize % shards], narrow(place as usize / shards))
    }
}

impl<S: Searched> Parents<S::State> for Forest<'_, S> {
    fn state_of(&self, place: Place) -> &S::State {
        let (shard, number) = self.find(place);
        shard.state(number)
    }
    fn parent_of(&self, place: Place) -> Place {
        let (shard, number) = self.find(place);
        shard.parent(number)
    }
}

/// A number within a shard.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a part of a place, which is as wide")]
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
    /// Takes part in all rounds.
    pub(super) fn serve(&self, own: &mut Budget<'_>) {
        while let Work::Expand(stretch) = self.round.hear() {
            self.work(&stretch, own, None);
        }
    }

    /// Does this thread's part of a round. The first thread asks the budget of the whole search.
    pub(super) fn work(&self, stretch: &[Place], own: &mut Budget<'_>, whole: Option<&mut Budget<'_>>) {
        self.guard(|| self.expand(stretch, own, whole));
        self.round.meeting.wait();
        self.guard(|| self.insert(own));
        self.round.meeting.wait();
    }

    /// Runs a part of the work; whatever happens, this thread comes to the next meeting.
    fn guard(&self, part: impl FnOnce() -> Result<(), Stop>) {
        match catch_unwind(AssertUnwindSafe(part)) {
            Ok(Ok(())) => {}
            Ok(Err(stop)) => self.round.note(stop),
            Err(panic) => {
                self.round.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
                self.round.note(Stop::Cancelled);
            }
        }
    }

    /// Expands this thread's part of a stretch.
    fn expand(
        &self,
        stretch: &[Place],
        own: &mut Budget<'_>,
        mut whole: Option<&mut Budget<'_>>,
    ) -> Result<(), Stop> {
        let Round { threads, routes, .. } = self.round;
        let part = |number| stretch.len() * number / threads;
        let shards: Vec<_> = (0..*threads).map(|number| self.round.shard(number)).collect();
        let lock = |route| Mutex::lock(route).unwrap_or_else(PoisonError::into_inner);
        let mut routes: Vec<MutexGuard<'_, Route<S>>> = routes[self.number].iter().map(lock).collect();
        for route in &mut routes {
            route.used = 0;
        }
        let mut children = Children::<S>::default();
        let (mut expanded, mut generated) = (0, 0);
        let mut birth = (self.number as u64) << 40;
        let mut end = Ok(());
        for (nth, &place) in stretch[part(self.number)..part(self.number + 1)].iter().enumerate() {
            if nth % LOOK_EVERY == 0 {
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
            expanded += 1;
            generated += children.len() as u64;
            for index in 0..children.len() {
                let state = children.state(index);
                routes[self.round.shard_of(state)].push(state, birth, place, own)?;
                birth += 1;
            }
        }
        let mut done = self.round.done();
        done.expanded += expanded;
        done.generated += generated;
        end
    }

    /// Inserts what all threads have sent to this thread's shard.
    fn insert(&self, own: &mut Budget<'_>) -> Result<(), Stop> {
        if self.round.over.is_cancelled() {
            return Ok(());
        }
        let Round { threads, shards, routes, .. } = self.round;
        let mut shard = shards[self.number].write().unwrap_or_else(PoisonError::into_inner);
        shard.fresh.clear();
        for sender in routes {
            let mut route = sender[self.number].lock().unwrap_or_else(PoisonError::into_inner);
            let used = route.used;
            shard.insert(&mut route.packets[..used], (self.number, *threads), own)?;
        }
        let is_goal = |&&(_, place): &&(Birth, Place)| {
            self.space.is_goal(shard.state(narrow(place as usize / threads)))
        };
        let goal = shard.fresh.iter().find(is_goal).copied();
        let mut done = self.round.done();
        done.new += shard.fresh.len() as u64;
        done.goal = done.goal.into_iter().chain(goal).min();
        Ok(())
    }
}

impl<S: Searched> Route<S> {
    #[inline]
    fn push(
        &mut self,
        state: &S::State,
        birth: u64,
        parent: Place,
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
        self.packets[self.used - 1].push(state, birth, parent);
        Ok(())
    }
}
