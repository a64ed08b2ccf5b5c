//! Greedy best-first search with exploration (Xie, Müller, Holte & Imai, *Type-based exploration with multiple search
//! queues for satisficing planning*, 2014; epsilon-greedy: Valenzano, Sturtevant, Schaeffer & Xie, *A comparison of
//! knowledge-based GBFS enhancements and knowledge-free exploration*, 2014).
//!
//! Most expansions take the state with the lowest rate, as greedy search does. With probability epsilon an expansion
//! explores instead: open states are grouped into types by cost and rate, and a random state of a random type is
//! taken. So a plateau of the rate takes only part of the expansions. Epsilon is 1/2 by default, as in the paper.
//!
//! Equal seeds give equal searches. Makes no claim about the cost; every state is in the queue of the
//! rate until it is expanded, so exhaustion is a proof.

use std::mem::size_of;

use indexmap::{IndexMap, map::Entry};
use rustc_hash::FxBuildHasher;

use crate::search::random::Random;
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "greedy with exploration: half of the expansions take a random state of a random type",
    source: "Xie, Müller, Holte & Imai 2014",
    needs: &[Need::Rate],
    ..Row::new(Strategy::Egreedy, "egreedy", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Egreedy {
        space,
        rate: rate_of(space),
        epsilon: settings.epsilon.min(100) as usize,
        random: Random::new(settings.seed),
        closed: Closed::new(space),
        expanded: PerState::default(),
        open: Heap::default(),
        types: Types::default(),
        choice: None,
        children: Successors::default(),
        ids: Vec::new(),
    })
}

struct Egreedy<'s, S: Searched> {
    space: &'s S,
    rate: &'s dyn Heuristic<S>,
    /// In hundredths.
    epsilon: usize,
    random: Random,
    closed: Closed<S>,
    /// Whether a state has been expanded: its other entries are then skipped.
    expanded: PerState<bool>,
    open: Heap<Reverse<(Cost, Id)>>,
    types: Types,
    /// The state that was chosen and not expanded because of a stop.
    choice: Option<Choice>,
    children: Successors<S>,
    /// The id of each child.
    ids: Vec<Id>,
}

/// A state to expand, and its position among the types if it was chosen there.
#[derive(Clone, Copy)]
struct Choice {
    id: Id,
    place: Option<TypeIndex>,
}

impl<S: Searched> Egreedy<'_, S> {
    fn enqueue(&mut self, rate: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.open.push(Reverse((rate, id)), budget)?;
        self.types.push(self.closed.node(id).cost, rate, id, budget)
    }

    /// Expands a state. Returns the goal among its new children, if any.
    fn expand(&mut self, id: Id, budget: &mut Budget<'_>) -> Result<Option<Id>, Stop> {
        self.closed.expand(self.space, id, &mut self.children, budget)?;
        let mut children = std::mem::take(&mut self.children);
        let cost = self.closed.node(id).cost;
        self.ids.clear();
        for index in 0..children.len() {
            let state = children.state(index);
            let node = Node { parent: id, cost: cost.saturating_add(children.cost(index)) };
            match self.closed.insert(state, node, budget)? {
                Inserted::New(child) if self.space.is_goal(state) => return Ok(Some(child)),
                Inserted::New(child) => self.ids.push(child),
                Inserted::Old(child) => {
                    self.ids.push(child);
                    children.prune(index);
                }
            }
        }
        self.rate.of_successors(self.closed.state(id), &mut children);
        for index in 0..children.len() {
            let rate = children.estimate(index);
            if rate != DEAD_END {
                self.enqueue(rate, self.ids[index], budget)?;
            }
        }
        self.children = children;
        self.expanded.extend_to(self.closed.len(), budget)?;
        self.expanded.set(id, true);
        budget.stored(self.closed.len() as u64);
        Ok(None)
    }

    /// A random state of a random type that has not been expanded.
    fn explore(&mut self) -> Option<(TypeIndex, Id)> {
        loop {
            let (place, id) = self.types.pick(&mut self.random)?;
            if !self.expanded.get(id) {
                return Some((place, id));
            }
            self.types.remove(place);
        }
    }

    /// Chooses the next state to expand, by rate or by exploration.
    fn choose(&mut self) -> Option<Choice> {
        if self.random.below(100) < self.epsilon {
            return self.explore().map(|(place, id)| Choice { id, place: Some(place) });
        }
        while let Some(Reverse((_, id))) = self.open.pop() {
            if !self.expanded.get(id) {
                return Some(Choice { id, place: None });
            }
        }
        None
    }
}

impl<S: Searched> Search<S> for Egreedy<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        if self.closed.is_empty() {
            let start = self.space.start();
            let start = start.borrow();
            self.closed.insert_root(start, budget)?;
            self.expanded.extend_to(1, budget)?;
            if self.space.is_goal(start) {
                return path::found(self.space, &self.closed, 0);
            }
            let rate = self.rate.of(start);
            if rate == DEAD_END {
                return Ok(Conclusion::Exhausted);
            }
            raise_to_estimate(self.space, start, budget);
            self.enqueue(rate, 0, budget)?;
        }
        loop {
            let Some(choice) = self.choice.take().or_else(|| self.choose()) else {
                return Ok(Conclusion::Exhausted);
            };
            let Choice { id, place } = choice;
            if let Some(goal) = self.expand(id, budget).inspect_err(|_| self.choice = Some(choice))? {
                budget.stored(self.closed.len() as u64);
                return path::found(self.space, &self.closed, goal);
            }
            if let Some(place) = place {
                self.types.remove(place);
            }
        }
    }
}

// Open states grouped by type, for the choice of a random state of a random type.

/// Cost and rate.
type Type = (Cost, Cost);

/// The states of each type that has some.
#[derive(Default)]
struct Types(IndexMap<Type, Vec<Id>, FxBuildHasher>);

#[derive(Clone, Copy)]
struct TypeIndex {
    /// Index of the type.
    of_type: usize,
    /// Index among its states.
    index: usize,
}

impl Types {
    /// Bytes of a new type: its entry in the map, which is at most doubled, with the place in its hash table.
    const NEW: u64 = (4 * (size_of::<Type>() + size_of::<Vec<Id>>() + 2 * size_of::<usize>())) as u64;

    fn push(&mut self, cost: Cost, rate: Cost, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let states = match self.0.entry((cost, rate)) {
            Entry::Occupied(states) => states.into_mut(),
            Entry::Vacant(place) => {
                budget.grow(Self::NEW)?;
                place.insert(Vec::new())
            }
        };
        open_list::push(states, id, budget)
    }

    /// Returns a random state of a random type without removing it.
    fn pick(&self, random: &mut Random) -> Option<(TypeIndex, Id)> {
        if self.0.is_empty() {
            return None;
        }
        let of_type = random.below(self.0.len());
        let (_, states) = self.0.get_index(of_type)?;
        let index = random.below(states.len());
        Some((TypeIndex { of_type, index }, states[index]))
    }

    /// Removes a state that was picked. States may have been pushed since, but none removed.
    fn remove(&mut self, place: TypeIndex) {
        let Some((_, states)) = self.0.get_index_mut(place.of_type) else { return };
        states.swap_remove(place.index);
        if states.is_empty() {
            self.0.swap_remove_index(place.of_type);
        }
    }
}

#[cfg(test)]
mod types_tests {
    use super::*;

    #[test]
    fn types_are_equally_likely_whatever_their_size() {
        let mut budget = Budget::unlimited();
        let mut types = Types::default();
        for id in 0..1_000 {
            types.push(1, 1, id, &mut budget).expect("no limit");
        }
        types.push(2, 1, 1_000, &mut budget).expect("no limit");
        let mut random = Random::new(3);
        let lone = (0..1_000).filter(|_| types.pick(&mut random).expect("full").1 == 1_000).count();
        assert!((400..600).contains(&lone), "{lone}");
        for _ in 0..1_001 {
            let (place, _) = types.pick(&mut random).expect("not yet empty");
            types.remove(place);
        }
        assert!(types.pick(&mut random).is_none());
    }
}
