//! The part of the visited states that one thread owns.

use crate::budget::Budget;
use crate::outcome::{Limit, Stop};
use crate::search::closed_list::{NO_PARENT, PerState, Probe, Searched, Storable, VisitedSet};
use crate::space::{State, StateList};

/// Reference to a state: its id in its shard times the number of shards, plus the shard.
pub(super) type StateRef = u32;

/// Order of generation within a round: the part of the stretch, then the number within the part.
pub(super) type Order = u64;

/// Part of the visited states.
pub(super) struct Shard<S: Searched> {
    visited: <S::State as Storable>::Visited,
    parents: PerState<StateRef>,
    /// The new states of this round, in the order of their generation.
    pub(super) fresh: Vec<(Order, StateRef)>,
    new: Vec<u32>,
}

/// States sent to a shard, few enough to be looked up together.
pub(super) struct Packet<S: Searched> {
    states: <S::State as State>::List,
    from: Vec<(Order, StateRef)>,
    probes: Vec<Probe>,
}

const PACKET_SIZE: usize = 64;

impl<S: Searched> Packet<S> {
    pub(super) fn new() -> Self {
        Self { states: Default::default(), from: Vec::new(), probes: Vec::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.from.len() >= PACKET_SIZE
    }

    pub(super) fn clear(&mut self) {
        self.states.clear_states();
        self.from.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, state: &S::State, order: Order, parent: StateRef) {
        self.states.push_state(state);
        self.from.push((order, parent));
    }

    /// Bytes of a packet of states like this one.
    pub(super) fn bytes(state: &S::State) -> u64 {
        let each = size_of_val(state) as u64 + state.heap_bytes();
        PACKET_SIZE as u64 * (each + size_of::<(Order, StateRef)>() as u64 + size_of::<Probe>() as u64)
    }
}

impl<S: Searched> Shard<S> {
    pub(super) fn new(space: &S) -> Self {
        Self {
            visited: VisitedSet::new(space.state_bits()),
            parents: PerState::default(),
            fresh: Vec::new(),
            new: Vec::new(),
        }
    }

    pub(super) fn state(&self, number: u32) -> &S::State {
        self.visited.state(number)
    }

    pub(super) fn parent(&self, number: u32) -> StateRef {
        self.parents.get(number)
    }

    pub(super) fn insert_root(&mut self, start: &S::State, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut packet = Packet::<S>::new();
        packet.push(start, 0, NO_PARENT);
        self.insert(std::slice::from_mut(&mut packet), (0, 1), budget)?;
        self.fresh.clear();
        Ok(())
    }

    /// Inserts the new states of packets in order, as shard `number` of `shards`. While a packet is
    /// inserted, memory is prefetched for the next two.
    pub(super) fn insert(
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
                let place = (first + nth) * shards + number;
                let place = StateRef::try_from(place).ok().filter(|&place| place < NO_PARENT);
                self.fresh.push((origin(index).0, place.ok_or(Stop::Limit(Limit::Memory))?));
            }
            inserted?;
        }
        Ok(())
    }
}
