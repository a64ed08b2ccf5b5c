//! The walker of a space without one: unranks, expands and ranks states.

use std::borrow::Borrow;

use crate::space::{Ranked, SearchDirection, Space, Successors, Walker};

/// Maximum number of ranks that are loaded together.
const STRETCH: u64 = 1 << 12;

pub struct GenericWalker<'s, S: Space> {
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    children: Successors<S>,
    /// The neighbours of the loaded states one after the other, and the end of those of each.
    neighbours: Vec<u64>,
    ends: Vec<usize>,
    loaded: Vec<u64>,
}

impl<'s, S: Space> GenericWalker<'s, S> {
    pub fn new(space: &'s S, ranked: &'s dyn Ranked<S>) -> Self {
        Self {
            space,
            ranked,
            children: Successors::default(),
            neighbours: Vec::new(),
            ends: Vec::new(),
            loaded: Vec::new(),
        }
    }

    fn neighbour(&self, slot: usize, place: usize) -> u64 {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        self.neighbours[start..self.ends[place]].get(slot).copied().unwrap_or(self.loaded[place])
    }
}

impl<S: Space> Walker for GenericWalker<'_, S> {
    fn stretch(&self) -> u64 {
        STRETCH
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn load(&mut self, ranks: &[u64], way: SearchDirection) -> usize {
        self.loaded.clear();
        self.loaded.extend_from_slice(ranks);
        self.neighbours.clear();
        self.ends.clear();
        let mut slots = 0;
        for &rank in ranks {
            let state = self.ranked.unrank(rank);
            self.children.clear();
            match (way, self.space.backward()) {
                (SearchDirection::Forward, _) => self.space.expand(state.borrow(), &mut self.children),
                (SearchDirection::Backward, Some(backward)) => {
                    backward.predecessors(state.borrow(), &mut self.children);
                }
                (SearchDirection::Backward, None) => {}
            }
            slots = slots.max(self.children.len());
            for index in 0..self.children.len() {
                // A state without a rank cannot be reached: only a predecessor can be one.
                let child = self.ranked.rank(self.children.state(index));
                debug_assert!(child.is_some() || way == SearchDirection::Backward, "a successor has a rank");
                self.neighbours.push(child.unwrap_or(rank));
            }
            self.ends.push(self.neighbours.len());
        }
        slots
    }

    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>) {
        out.extend((0..self.loaded.len()).map(|place| self.neighbour(slot, place)));
    }

    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>) {
        out.extend(which.iter().map(|&place| self.neighbour(slot, place as usize)));
    }
}
