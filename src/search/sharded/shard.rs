//! What one thread keeps: its states, where they came from, and which are new in this round.

use super::super::store::{Column, Kept, NO_PARENT, Probe, Searched, Seen};
use crate::budget::Budget;
use crate::outcome::{Limit, Stop};
use crate::space::{State, StateList};

/// Where a state is kept: its number in its shard times the number of shards, plus the shard.
pub(super) type Place = u32;

/// When a state was generated within a round: by which part of the stretch, and as the how-manieth.
pub(super) type Birth = u64;

/// A share of all states.
pub(super) struct Shard<S: Searched> {
    seen: <S::State as Kept>::Seen,
    parents: Column<Place>,
    /// The new states of this round, in the order of their birth.
    pub(super) fresh: Vec<(Birth, Place)>,
    new: Vec<u32>,
}

/// Some states on their way to a shard: few enough to be looked up together.
pub(super) struct Packet<S: Searched> {
    states: <S::State as State>::List,
    from: Vec<(Birth, Place)>,
    probes: Vec<Probe>,
}

/// States of a packet.
pub(super) const TOGETHER: usize = 64;

impl<S: Searched> Packet<S> {
    pub(super) fn new() -> Self {
        Self { states: Default::default(), from: Vec::new(), probes: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.from.len() >= TOGETHER
    }

    pub(super) fn clear(&mut self) {
        self.states.clear_states();
        self.from.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, state: &S::State, birth: Birth, parent: Place) {
        self.states.push_state(state);
        self.from.push((birth, parent));
    }

    /// What a packet takes whose states are like this one.
    pub(super) fn bytes(state: &S::State) -> u64 {
        let each = size_of_val(state) as u64 + state.heap_bytes();
        TOGETHER as u64 * (each + size_of::<(Birth, Place)>() as u64 + size_of::<Probe>() as u64)
    }
}

impl<S: Searched> Shard<S> {
    pub(super) fn new(space: &S) -> Self {
        Self {
            seen: Seen::new(space.state_bits()),
            parents: Column::default(),
            fresh: Vec::new(),
            new: Vec::new(),
        }
    }

    pub(super) fn state(&self, number: u32) -> &S::State {
        self.seen.state(number)
    }

    pub(super) fn parent(&self, number: u32) -> Place {
        self.parents.get(number)
    }

    /// Keeps the start.
    pub(super) fn plant(&mut self, start: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut packet = Packet::<S>::new();
        packet.push(start, 0, NO_PARENT);
        self.insert(std::slice::from_mut(&mut packet), (0, 1), budget)?;
        self.fresh.clear();
        Ok(())
    }

    /// Keeps the new states of some packets, in order, as shard `number` of so many. While a packet
    /// is inserted, memory is being fetched for the next two.
    pub(super) fn insert(
        &mut self,
        packets: &mut [Packet<S>],
        (number, shards): (usize, usize),
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        for step in 0..packets.len() + 2 {
            if let Some(packet) = packets.get_mut(step) {
                self.seen.look_ahead(&packet.states, &mut packet.probes);
            }
            if let Some(packet) = step.checked_sub(1).and_then(|step| packets.get_mut(step)) {
                self.seen.look_closer(&mut packet.probes);
            }
            let Some(packet) = step.checked_sub(2).and_then(|step| packets.get(step)) else { continue };
            let first = self.seen.len();
            let inserted = self.seen.insert_new(&packet.states, &packet.probes, &mut self.new, budget);
            let origin = |index: u32| packet.from[packet.probes[index as usize].place as usize];
            self.parents.extend(self.new.iter().map(|&index| origin(index).1), budget)?;
            for (nth, &index) in self.new.iter().enumerate() {
                let place = (first + nth) * shards + number;
                let place = Place::try_from(place).ok().filter(|&place| place < NO_PARENT);
                self.fresh.push((origin(index).0, place.ok_or(Stop::Limit(Limit::Memory))?));
            }
            inserted?;
        }
        Ok(())
    }
}
