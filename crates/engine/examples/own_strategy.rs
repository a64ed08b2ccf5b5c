//! A strategy of one's own, greedy search, under the limits and with the checks of the engine.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, hash_map::Entry};
use std::iter;

use lurd_engine::Stop;
use lurd_engine::program::outcome::Conclusion;
use lurd_engine::program::{search, search::Family, search::Need, search::Row};
use lurd_engine::{Budget, Limits};
use lurd_engine::{Graph, Space, Successors};

static GREEDIEST: Row = Row::outside(&GREEDIEST, "greediest", Family::Informed).needing(&[Need::Rate]);

fn greediest<S: Space<State = u64>>(space: &S, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
    let rate = space.rate().expect("the row requires it");
    let mut parents = HashMap::from([(space.start(), None)]);
    let mut open = BinaryHeap::from([Reverse((0, space.start()))]);
    while let Some(Reverse((_, state))) = open.pop() {
        if space.is_goal(&state) {
            let mut path: Vec<u64> = iter::successors(Some(state), |state| parents[state]).collect();
            path.reverse();
            return search::plan_along(space, &path).map(Conclusion::Found);
        }
        budget.expand()?;
        let mut children = Successors::default();
        space.expand(&state, &mut children);
        for &child in children.states() {
            if let Entry::Vacant(entry) = parents.entry(child) {
                budget.grow(64)?;
                entry.insert(Some(state));
                open.push(Reverse((rate.of(&child), child)));
            }
        }
    }
    Ok(Conclusion::Exhausted)
}

pub(crate) fn main() {
    let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37).with_rate(|n| n.abs_diff(37));
    let mut budget = Budget::within(Limits::NONE.nodes(1000));
    let plan = search::solve_by(&graph, &GREEDIEST, |budget| greediest(&graph, budget), &mut budget).expect("a path");
    assert_eq!(graph.path(&plan), [1, 4, 8, 16, 19, 22, 25, 28, 31, 34, 37]);
}
