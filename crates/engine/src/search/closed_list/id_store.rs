//! A store for states of more than one word: the states in an [`Arena`], and a hash table of their ids with half of the
//! hash.

use std::marker::PhantomData;

use super::{
    hash_table::{Found, HashBucket, HashTable},
    processor::Lanes,
    store::{Id, Inserted, Node, Nodes, Offers, Probe, Store, VisitedSet, next_id},
};
use crate::{
    budget::Budget,
    outcome::Stop,
    space::{State, StateList},
};

/// States in the order of insertion, and how they are hashed.
pub trait Arena<S: ?Sized>: Default {
    /// The hash of a state. All bits of it are used.
    fn hash(state: &S) -> u64;

    /// Whether two states of one space are equal.
    fn are_equal(one: &S, other: &S) -> bool;

    /// Appends a state. Asks `budget` before it allocates.
    fn push(&mut self, state: &S, budget: &mut Budget<'_>) -> Result<(), Stop>;

    fn get(&self, id: Id) -> &S;

    /// Prefetches the beginning of a state, if there is one with this id.
    fn prefetch(&self, id: Id);

    fn len(&self) -> usize;
}

/// A store of states in an arena. Bytes per state: 11 to 21 beside those of the arena.
pub struct IdStore<S: ?Sized, A> {
    table: HashTable<Tags>,
    arena: A,
    probes: Vec<Probe>,
    states: PhantomData<fn(&S)>,
}

/// The low half of a hash, and an id. The half avoids nearly all comparisons of different states, and
/// a segment grows without reading states.
#[derive(Clone, Copy)]
struct Tag {
    half: u32,
    id: Id,
}

impl Tag {
    /// Whether the id is that of `state`.
    #[inline]
    fn names<S: ?Sized, A: Arena<S>>(self, state: &S, arena: &A) -> bool {
        self.id != NO_STATE && A::are_equal(arena.get(self.id), state)
    }

    #[inline]
    fn rehash(self) -> u64 {
        u64::from(self.half)
    }
}

/// Bucket of eight tags.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Tags {
    halves: [u32; 8],
    ids: [Id; 8],
}

/// Marks a free place, and a probe without a candidate.
const NO_STATE: Id = Id::MAX;

impl Tags {
    /// Bit set of the places in use.
    #[inline]
    fn taken(&self) -> u32 {
        !self.ids.equal(NO_STATE) & 0xFF
    }
}

impl HashBucket for Tags {
    type Key = u32;
    type Entry = Tag;
    const EMPTY: Self = Self { halves: [0; 8], ids: [NO_STATE; 8] };
    const PLACES: usize = 8;

    #[inline]
    fn matches(&self, half: u32) -> u32 {
        // Free places may be among them: `Tag::names` looks at the id.
        self.halves.equal(half)
    }

    #[inline]
    fn filled(&self) -> usize {
        self.taken().trailing_ones() as usize
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.ids[7] != NO_STATE
    }

    #[inline]
    fn entry(&self, place: usize) -> Tag {
        Tag { half: self.halves[place], id: self.ids[place] }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: Tag) {
        (self.halves[place], self.ids[place]) = (entry.half, entry.id);
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half")]
fn half_of(hash: u64) -> u32 {
    hash as u32
}

impl<S: ?Sized, A: Arena<S>> Default for IdStore<S, A> {
    fn default() -> Self {
        Self { table: HashTable::default(), arena: A::default(), probes: Vec::new(), states: PhantomData }
    }
}

impl<S: State + ?Sized, A: Arena<S>> IdStore<S, A> {
    #[inline]
    pub(super) fn is_large(&self) -> bool {
        self.table.is_large()
    }

    #[inline]
    pub(super) fn prefetch_bucket(&self, hash: u64) {
        self.table.prefetch(hash);
    }

    /// Finds a state with the given hash.
    #[inline]
    fn find_hashed(&self, state: &S, hash: u64) -> Option<Id> {
        self.table.find(hash, half_of(hash), |tag| tag.names(state, &self.arena)).map(|tag| tag.id)
    }

    #[inline]
    fn insert_hashed(&mut self, state: &S, hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let half = half_of(hash);
        let is = |tag: Tag| tag.names(state, &self.arena);
        match self.table.look_up(hash, half, is, Tag::rehash, budget)? {
            Found::Present(at) => Ok(Inserted::Old(self.table.entry(at).id)),
            Found::Absent(at) => {
                let id = next_id(self.arena.len())?;
                self.arena.push(state, budget)?;
                self.table.fill(at, Tag { half, id });
                Ok(Inserted::New(id))
            }
        }
    }

    fn split_if_large(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let arena = &self.arena;
        self.table.split_if_large(|tag| A::hash(arena.get(tag.id)), budget)
    }

    /// First step of a lookup: prefetches the buckets.
    fn prefetch_buckets(&self, states: &S::List, probes: &mut Vec<Probe>) {
        probes.clear();
        probes.extend((0..).zip(0..states.count()).map(|(place, index)| {
            let hash = A::hash(states.state(index));
            self.table.prefetch(hash);
            Probe::of(place, hash)
        }));
    }

    /// Second step of a lookup: finds the states with equal halves of the hash and prefetches them. Calls `found` with
    /// the id of each.
    fn find_candidates(&self, probes: &mut [Probe], found: impl Fn(Id)) {
        for probe in probes {
            if let Some(tag) = self.table.find(probe.hash, half_of(probe.hash), |tag| tag.id != NO_STATE) {
                probe.candidate = tag.id;
                self.arena.prefetch(tag.id);
                found(tag.id);
            }
        }
    }

    /// Third step of a lookup: compares and inserts. Calls `note` with the place of each state, in order.
    #[inline]
    fn insert_probed(
        &mut self,
        states: &S::List,
        probes: &[Probe],
        mut note: impl FnMut(usize, Inserted, &mut Budget<'_>) -> Result<(), Stop>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        for probe in probes {
            let place = probe.place as usize;
            let state = states.state(place);
            let inserted = if probe.candidate != NO_STATE && A::are_equal(self.arena.get(probe.candidate), state) {
                Inserted::Old(probe.candidate)
            } else {
                self.insert_hashed(state, probe.hash, budget)?
            };
            note(place, inserted, budget)?;
        }
        self.split_if_large(budget)
    }

    /// All steps of a lookup of a list. `found` is called for each state that is probably present, and `note` for each
    /// state in order; both get `context`.
    #[inline]
    fn insert_all<C>(
        &mut self,
        states: &S::List,
        context: &mut C,
        found: impl Fn(&C, Id),
        mut note: impl FnMut(&mut C, usize, Inserted, &mut Budget<'_>) -> Result<(), Stop>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if !self.is_large() {
            // Everything is in the caches.
            for place in 0..states.count() {
                let state = states.state(place);
                let inserted = self.insert_hashed(state, A::hash(state), budget)?;
                note(context, place, inserted, budget)?;
            }
            return self.split_if_large(budget);
        }
        let mut probes = std::mem::take(&mut self.probes);
        self.prefetch_buckets(states, &mut probes);
        self.find_candidates(&mut probes, |id| found(context, id));
        let each = |place, inserted, budget: &mut Budget<'_>| note(context, place, inserted, budget);
        let inserted = self.insert_probed(states, &probes, each, budget);
        self.probes = probes;
        inserted
    }
}

impl<S: State + ?Sized, A: Arena<S>> Store<S> for IdStore<S, A> {
    fn new(_: u32) -> Self {
        Self::default()
    }

    fn insert(&mut self, state: &S, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.insert_hashed(state, A::hash(state), budget)?;
        self.split_if_large(budget)?;
        Ok(inserted)
    }

    fn insert_list(
        &mut self,
        states: &S::List,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        found.clear();
        let note = |found: &mut Vec<Inserted>, _, inserted, _: &mut Budget<'_>| {
            found.push(inserted);
            Ok(())
        };
        self.insert_all(states, found, |_, _| (), note, budget)
    }

    #[inline]
    fn offer_list(
        &mut self,
        states: &S::List,
        parent: Id,
        offers: &mut impl Offers,
        nodes: &mut Nodes,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let note = |nodes: &mut Nodes, place, inserted, budget: &mut Budget<'_>| {
            let cost = offers.cost(place);
            match inserted {
                Inserted::New(id) => {
                    nodes.push(Node { parent, cost }, budget)?;
                    offers.reached(place, id);
                }
                Inserted::Old(id) if nodes.lower(id, parent, cost, budget)? => offers.reached(place, id),
                Inserted::Old(_) => offers.known(place),
            }
            Ok(())
        };
        self.insert_all(states, nodes, Nodes::prefetch, note, budget)
    }

    fn find(&self, state: &S) -> Option<Id> {
        self.find_hashed(state, A::hash(state))
    }

    fn state(&self, id: Id) -> &S {
        self.arena.get(id)
    }

    fn prefetch(&self, id: Id) {
        self.arena.prefetch(id);
    }

    fn len(&self) -> usize {
        self.arena.len()
    }
}

// The visited set of breadth-first searches: the same store, with a cache of recent states where that pays.

/// A cache of the states that were looked up last.
pub trait RecentCache<S: ?Sized> {
    fn new() -> Self;

    /// Whether the state is cached. Caches it.
    fn is_known(&mut self, state: &S, hash: u64) -> bool;
}

/// No cache.
pub struct NoCache;

impl<S: ?Sized> RecentCache<S> for NoCache {
    fn new() -> Self {
        Self
    }

    #[inline]
    fn is_known(&mut self, _: &S, _: u64) -> bool {
        false
    }
}

/// A set of states in an arena.
pub struct IdSet<S: ?Sized, A, R> {
    store: IdStore<S, A>,
    recent: R,
}

impl<S: State + ?Sized, A: Arena<S>, R: RecentCache<S>> VisitedSet<S> for IdSet<S, A, R> {
    fn new(_: u32) -> Self {
        Self { store: IdStore::default(), recent: R::new() }
    }

    fn spread(state: &S) -> u64 {
        A::hash(state)
    }

    fn look_ahead(&mut self, states: &S::List, probes: &mut Vec<Probe>) {
        probes.clear();
        for (place, index) in (0..).zip(0..states.count()) {
            let state = states.state(index);
            let hash = A::hash(state);
            if !self.store.is_large() {
                probes.push(Probe::of(place, hash));
            } else if !self.recent.is_known(state, hash) {
                self.store.prefetch_bucket(hash);
                probes.push(Probe::of(place, hash));
            }
        }
    }

    fn look_closer(&self, probes: &mut [Probe]) {
        if self.store.is_large() {
            self.store.find_candidates(probes, |_| ());
        }
    }

    fn insert_new(
        &mut self,
        states: &S::List,
        probes: &[Probe],
        new: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        new.clear();
        let mut index = 0;
        let note = |_, inserted, _: &mut Budget<'_>| {
            if let Inserted::New(_) = inserted {
                new.push(index);
            }
            index += 1;
            Ok(())
        };
        self.store.insert_probed(states, probes, note, budget)
    }

    fn is_large(&self) -> bool {
        self.store.is_large()
    }

    fn prefetch(&self, probe: &Probe) {
        self.store.prefetch_bucket(probe.hash);
    }

    fn contains(&self, state: &S, probe: &Probe) -> bool {
        self.store.find_hashed(state, probe.hash).is_some()
    }

    fn state(&self, id: Id) -> &S {
        self.store.state(id)
    }

    fn len(&self) -> usize {
        self.store.len()
    }
}
