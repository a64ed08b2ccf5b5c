//! IDA* of the `pathfinding` crate.

use std::hash::Hash;

use super::bridge::{Bridge, Callbacks, Held, InOneGo, Sum};

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "IDA* of the pathfinding crate, slowed by lurd's limits",
    source: "crate pathfinding",
    needs: &[Need::Heuristic],
    claim: Claim::Optimal,
    stores: false,
    ..Row::new(Strategy::PathfindingIdastar, "pathfinding-idastar", Family::InformedReference)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(InOneGo { space, run })
}

fn run<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, true, 0, budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    bridge.conclude(path(&start, &bridge).as_deref())
}

fn path<O: Clone + Eq + Hash>(start: &Held<O>, bridge: &dyn Callbacks<O>) -> Option<Vec<Held<O>>> {
    let found = pathfinding::directed::idastar::idastar(
        start,
        |held| bridge.successors(held),
        |held| Sum(held.estimate),
        |held| bridge.is_success(held),
    );
    found.map(|(path, _)| path)
}
