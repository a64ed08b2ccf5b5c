//! Whole spaces: how many states there are at each distance, which are the farthest, and how far
//! any state is.

use std::borrow::Borrow;

use super::layers::Layers;
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{Backward, Owned, Ranked, Space, State, StateList, Way};

/// From where distances are counted.
pub enum Origin<'s, S: Space> {
    /// The distance from the start.
    Start,
    /// The distance to the nearest goal.
    Goals(&'s dyn Backward<S>),
}

impl<S: Space> Clone for Origin<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Origin<'_, S> {}

/// All states that can be reached from an origin, with their distances, in a byte a state.
pub struct Enumeration<'s, S: Space> {
    layers: Layers<'s, S>,
}

/// Gives every state of `space` its distance, by `threads` threads (more than one is used if the
/// ranking has walkers). The sizes of the layers do not depend on their number.
///
/// # Errors
/// When the budget stops it.
pub fn enumerate_all<'s, S: Space>(
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    origin: Origin<'s, S>,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<Enumeration<'s, S>, Stop> {
    let (way, roots) = match origin {
        Origin::Start => (Way::Forward, ranked.rank(space.start().borrow()).into_iter().collect()),
        Origin::Goals(backward) => (Way::Backward, goals(ranked, backward)),
    };
    let mut layers = Layers::new(space, ranked, way, &roots, threads, budget)?;
    while layers.expand(budget)? {}
    Ok(Enumeration { layers })
}

/// The ranks of the goals; one that is not counted cannot be reached.
pub(super) fn goals<S: Space>(ranked: &dyn Ranked<S>, backward: &dyn Backward<S>) -> Vec<u64> {
    let mut roots = <S::State as State>::List::default();
    backward.roots(&mut roots);
    (0..roots.count()).filter_map(|index| ranked.rank(roots.state(index))).collect()
}

impl<S: Space> Enumeration<'_, S> {
    /// The number of states at each distance, from 0; empty if there is no origin.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        self.layers.sizes()
    }

    /// The number of states reached.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.layers().iter().sum()
    }

    /// The largest distance.
    #[must_use]
    pub fn farthest(&self) -> u32 {
        u32::try_from(self.layers().len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The mean distance of all states reached; 0 if there is none.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean is told to a few digits")]
    pub fn mean(&self) -> f64 {
        let weighted = |(distance, &states): (usize, &u64)| distance as f64 * states as f64;
        let sum: f64 = self.layers().iter().enumerate().map(weighted).sum();
        sum / self.reached().max(1) as f64
    }

    /// The first `most` states at `distance`, in the order of their ranks. Looks through the table.
    ///
    /// # Errors
    /// When the budget stops it.
    pub fn examples(
        &self,
        distance: u32,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Owned<S>>, Stop> {
        let mut examples = Vec::new();
        if most > 0 {
            self.layers.find(distance, budget, |rank| {
                examples.push(self.layers.ranked().unrank(rank));
                examples.len() == most
            })?;
        }
        Ok(examples)
    }

    /// The distance of a state; `None` if there is no way. The time of ranking it.
    #[must_use]
    pub fn distance_of(&self, state: &S::State) -> Option<u32> {
        self.distance_of_rank(self.layers.ranked().rank(state)?)
    }

    /// The distance of the state of that rank; `None` if there is no way. O(1).
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn distance_of_rank(&self, rank: u64) -> Option<u32> {
        self.layers.depth_of(rank)
    }
}
