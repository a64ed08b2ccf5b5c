//! A* of the `pathfinding` crate.

use std::hash::Hash;

use super::bridge::{BEST_FIRST_OVERHEAD, Bridge, Callbacks, Held, InOneGo, Sum};

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "A* of the pathfinding crate, slowed by lurd's limits",
    source: "crate pathfinding",
    needs: &[Need::Heuristic],
    claim: Claim::Optimal,
    ..Row::new(Strategy::PathfindingAstar, "pathfinding-astar", Family::InformedReference)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(InOneGo { space, run })
}

fn run<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, true, BEST_FIRST_OVERHEAD, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    bridge.conclude(path(&start, &bridge).as_deref())
}

fn path<O: Clone + Eq + Hash>(start: &Held<O>, bridge: &dyn Callbacks<O>) -> Option<Vec<Held<O>>> {
    let found = pathfinding::directed::astar::astar(
        start,
        |held| bridge.successors(held),
        |held| Sum(held.estimate),
        |held| bridge.is_success(held),
    );
    found.map(|(path, _)| path)
}
