//! The distances of all states of a space.

use std::{borrow::Borrow, time::Duration};

use super::{layers::Layers, ranked::Ranked};
use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Backward, Owned, SearchDirection, Space},
};

/// Origin of distances.
pub enum Origin<'s, S: Space> {
    /// Distances from the start.
    Start,
    /// Distances to the nearest goal.
    Goals(&'s dyn Backward<S>),
}

impl<S: Space> Clone for Origin<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Origin<'_, S> {}

/// The distances of all states reachable from an origin, one byte per state.
pub struct DistanceTable<'s, S: Space> {
    layers: Layers<'s, S>,
}

/// Computes the distance of every state of `space`. `threads`: number of threads; more than one is used
/// only if the ranking has walkers. The result does not depend on it.
///
/// # Errors
/// When the budget stops the search.
pub fn enumerate_all<'s, S: Space>(
    space: &'s S,
    ranked: &'s dyn Ranked<S>,
    origin: Origin<'s, S>,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<DistanceTable<'s, S>, Stop> {
    let (way, roots) = match origin {
        Origin::Start => (SearchDirection::Forward, ranked.rank(space.start().borrow()).into_iter().collect()),
        Origin::Goals(backward) => (SearchDirection::Backward, goal_ranks(ranked, backward)),
    };
    budget.announce_table(ranked.size(), ranked.size());
    let mut layers = Layers::new(space, ranked, way, &roots, threads, budget)?;
    layers.began = Some(Duration::from_secs_f64(budget.statistics().seconds));
    let counted = loop {
        match layers.expand(budget) {
            Ok(true) => {}
            counted => break counted,
        }
    };
    budget.note_task(None);
    counted?;
    Ok(DistanceTable { layers })
}

/// The ranks of the goals. Goals without a rank cannot be reached.
pub fn goal_ranks<S: Space>(ranked: &dyn Ranked<S>, backward: &dyn Backward<S>) -> Vec<u64> {
    backward.goal_states().iter().filter_map(|goal| ranked.rank(goal.borrow())).collect()
}

impl<S: Space> DistanceTable<'_, S> {
    /// The number of states at each distance from 0. Empty if there is no origin.
    #[must_use]
    pub fn layers(&self) -> &[u64] {
        self.layers.sizes()
    }

    /// The number of reachable states.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.layers().iter().sum()
    }

    /// The maximum distance.
    #[must_use]
    pub fn farthest(&self) -> Cost {
        self.layers().len().saturating_sub(1) as Cost
    }

    /// The mean distance of the reachable states; 0 if there is none.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs few digits")]
    #[must_use]
    pub fn mean(&self) -> f64 {
        let weighted = |(distance, &states): (usize, &u64)| distance as f64 * states as f64;
        let sum: f64 = self.layers().iter().enumerate().map(weighted).sum();
        sum / self.reached().max(1) as f64
    }

    /// The first `limit` states at `distance`, in the order of their ranks. O(size of the space).
    ///
    /// # Errors
    /// When the budget stops the scan.
    pub fn examples(&self, distance: Cost, limit: usize, budget: &mut Budget<'_>) -> Result<Vec<Owned<S>>, Stop> {
        let mut examples = Vec::new();
        if limit > 0
            && let Ok(distance) = u32::try_from(distance)
        {
            self.layers.find(distance, budget, |rank| {
                examples.push(self.layers.ranked().unrank(rank));
                examples.len() == limit
            })?;
        }
        Ok(examples)
    }

    /// The distance of a state; `None` if it is not reachable.
    pub fn distance_of(&self, state: &S::State) -> Option<Cost> {
        self.distance_of_rank(self.layers.ranked().rank(state)?)
    }

    /// The distance of the state with the given rank; `None` if it is not reachable. O(1).
    ///
    /// # Panics
    /// If the rank is not below the size of the space.
    #[must_use]
    pub fn distance_of_rank(&self, rank: u64) -> Option<Cost> {
        self.layers.depth_of(rank).map(Cost::from)
    }
}
