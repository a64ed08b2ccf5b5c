//! Dijkstra's algorithm of the `pathfinding` crate.

use std::hash::Hash;

use super::bridge::{BEST_FIRST_OVERHEAD, Bridge, Callbacks, Held, InOneGo};

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "Dijkstra of the pathfinding crate, slowed by lurd's limits",
    source: "crate pathfinding",
    claim: Claim::Optimal,
    ..Row::new(Strategy::PathfindingDijkstra, "pathfinding-dijkstra", Family::BlindReference)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(InOneGo { space, run })
}

fn run<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, false, BEST_FIRST_OVERHEAD, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    bridge.conclude(path(&start, &bridge).as_deref())
}

fn path<O: Clone + Eq + Hash>(start: &Held<O>, bridge: &dyn Callbacks<O>) -> Option<Vec<Held<O>>> {
    let found = pathfinding::directed::dijkstra::dijkstra(
        start,
        |held| bridge.successors(held),
        |held| bridge.is_success(held),
    );
    found.map(|(path, _)| path)
}
