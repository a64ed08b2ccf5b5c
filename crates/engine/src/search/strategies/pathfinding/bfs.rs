//! Breadth-first search of the `pathfinding` crate.

use std::hash::Hash;
use std::mem::size_of;

use super::bridge::{Bridge, Callbacks, Held, InOneGo};

use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "breadth-first search of the pathfinding crate, slowed by lurd's limits",
    source: "crate pathfinding",
    needs: &[Need::UnitCosts],
    claim: Claim::Optimal,
    ..Row::new(Strategy::PathfindingBfs, "pathfinding-bfs", Family::BlindReference)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, _: &Settings) -> BoxedSearch<'s, S> {
    Box::new(InOneGo { space, run })
}

fn run<S: Space>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let bridge = Bridge::new(space, false, size_of::<usize>(), budget);
    let Some(start) = bridge.start() else { return Ok(Conclusion::Exhausted) };
    bridge.conclude(path(&start, &bridge).as_deref())
}

fn path<O: Clone + Eq + Hash>(start: &Held<O>, bridge: &dyn Callbacks<O>) -> Option<Vec<Held<O>>> {
    pathfinding::directed::bfs::bfs(
        start,
        |held| bridge.successors(held).into_iter().map(|(child, _)| child),
        |held| bridge.is_success(held),
    )
}
