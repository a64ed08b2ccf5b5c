//! The number of states at each distance, for spaces whose states have no numbers.

use std::borrow::Borrow;

use rustc_hash::FxHashSet;

use crate::budget::Budget;
use crate::outcome::{Cost, Stop};
use crate::space::{Backward, Owned, Space, State, Successors};

/// Number of states by distance.
pub struct Counted<S: Space> {
    /// The number of states at each distance from 0.
    pub layers: Vec<u64>,
    /// Some of the farthest states.
    pub farthest: Vec<Owned<S>>,
    /// The distance of the nearest state that satisfies `is_end`.
    pub end: Option<Cost>,
}

/// Counts the states by their distance from `roots`, or to them with `backward`. `limit`: maximum number
/// of farthest states to return.
///
/// # Errors
/// When the budget stops the search.
pub fn count_layers<S: Space>(
    space: &S,
    roots: Vec<Owned<S>>,
    backward: Option<&dyn Backward<S>>,
    is_end: &dyn Fn(&S::State) -> bool,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Counted<S>, Stop> {
    let mut seen: FxHashSet<Owned<S>> = roots.iter().cloned().collect();
    let mut layer = roots;
    let mut counted = Counted { layers: Vec::new(), farthest: Vec::new(), end: None };
    let mut children = Successors::default();
    while !layer.is_empty() {
        let distance = Cost::try_from(counted.layers.len()).unwrap_or(Cost::MAX);
        if counted.end.is_none() && layer.iter().any(|state| is_end(state.borrow())) {
            counted.end = Some(distance);
        }
        counted.layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            budget.expand()?;
            children.clear();
            match backward {
                Some(backward) => backward.predecessors(state.borrow(), &mut children),
                None => space.expand(state.borrow(), &mut children),
            }
            children.charge(budget)?;
            budget.generated(children.len());
            for index in 0..children.len() {
                let child = children.state(index);
                if !seen.contains(child) {
                    // Twice for the set, which doubles when it is full, and twice for the copy.
                    budget.grow(4 * (size_of::<Owned<S>>() as u64 + child.heap_bytes()))?;
                    seen.insert(child.to_owned());
                    next.push(child.to_owned());
                }
            }
        }
        budget.stored(seen.len() as u64);
        counted.farthest = std::mem::replace(&mut layer, next);
    }
    counted.farthest.truncate(limit);
    Ok(counted)
}
