//! A closed list for states of several words, of one width: the states lie one after the other in an
//! arena, and the table holds their ids with a part of the hash.

use super::arena::Arena;
use super::keys::next_id;
use super::table::{Entry, Table};
use super::{Id, Inserted, Store, hash};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{StateList, Words};

/// States of several words. 11 to 16 bytes a state beside its words.
#[derive(Default)]
pub struct WordStore {
    table: Table<Tag>,
    arena: Arena,
    /// Of each state being looked up: its hash, and the id of the state it probably is.
    probes: Vec<(u64, Id)>,
}

/// The low half of the hash and the id. The half saves nearly all comparisons of different states,
/// and lets a segment grow without looking at states at all.
#[derive(Clone, Copy)]
struct Tag(u64);

impl Tag {
    #[inline]
    fn new(hash: u64, id: Id) -> Self {
        Self(hash << 32 | u64::from(id))
    }

    #[inline]
    fn low_half(self) -> u64 {
        self.0 >> 32
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the id is the low half")]
    fn id(self) -> Id {
        self.0 as Id
    }
}

impl Entry for Tag {
    /// Its id is the one that no state has.
    const EMPTY: Self = Self(u64::MAX);

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == u64::MAX
    }
}

impl WordStore {
    #[inline]
    fn insert_hashed(&mut self, state: &[u64], hash: u64, budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        // Both closures need the arena, one after the other.
        let arena = std::cell::RefCell::new(&mut self.arena);
        let known = self.table.find_or_insert(
            hash,
            |tag| is_state(tag, hash, state, &arena.borrow()),
            |budget| {
                let mut arena = arena.borrow_mut();
                let id = next_id(arena.len())?;
                arena.push(state, budget)?;
                Ok(Tag::new(hash, id))
            },
            Tag::low_half,
            budget,
        )?;
        Ok(match known {
            Some(tag) => Inserted::Old(tag.id()),
            // It fits, or it would not be stored.
            None => Inserted::New(next_id(self.arena.len() - 1)?),
        })
    }

    fn cut_if_large(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let arena = &self.arena;
        self.table.cut_if_large(|tag| hash::of_words(arena.get(tag.id())), budget)
    }
}

/// The id that no state has.
const NOBODY: Id = Id::MAX;

/// Whether `tag` names `state`. States are compared whole.
#[inline]
fn is_state(tag: Tag, hash: u64, state: &[u64], arena: &Arena) -> bool {
    tag.low_half() == hash & 0xFFFF_FFFF && !tag.is_empty() && arena.get(tag.id()) == state
}

impl Store<[u64]> for WordStore {
    fn insert(&mut self, state: &[u64], budget: &mut Budget<'_>) -> Result<Inserted, Stop> {
        let inserted = self.insert_hashed(state, hash::of_words(state), budget)?;
        self.cut_if_large(budget)?;
        Ok(inserted)
    }

    /// Looks ahead in two steps: first the lines of the table are fetched, then the states that
    /// they name.
    fn insert_list(
        &mut self,
        states: &Words,
        found: &mut Vec<Inserted>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut probes = std::mem::take(&mut self.probes);
        probes.clear();
        probes.extend((0..states.count()).map(|index| {
            let hash = hash::of_words(states.state(index));
            self.table.prefetch(hash);
            (hash, NOBODY)
        }));
        for (hash, candidate) in &mut probes {
            let half = *hash & 0xFFFF_FFFF;
            if let Some(tag) = self.table.find(*hash, |tag| tag.low_half() == half && !tag.is_empty()) {
                *candidate = tag.id();
                self.arena.prefetch(tag.id());
            }
        }
        found.clear();
        for (index, &(hash, candidate)) in probes.iter().enumerate() {
            let state = states.state(index);
            found.push(if candidate != NOBODY && self.arena.get(candidate) == state {
                Inserted::Old(candidate)
            } else {
                self.insert_hashed(state, hash, budget)?
            });
        }
        self.probes = probes;
        self.cut_if_large(budget)
    }

    fn find(&self, state: &[u64]) -> Option<Id> {
        let hash = hash::of_words(state);
        self.table.find(hash, |tag| is_state(tag, hash, state, &self.arena)).map(Tag::id)
    }

    fn state(&self, id: Id) -> &[u64] {
        self.arena.get(id)
    }

    fn announce(&self, id: Id) {
        self.arena.prefetch(id);
    }

    fn len(&self) -> usize {
        self.arena.len()
    }
}
