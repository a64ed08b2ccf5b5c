//! The recorded expansions of every strategy, on random graphs: they are those of the search that is not recorded, and
//! each path leads to its state at its cost.

use crate::common::samples;
use std::collections::HashMap;

use lurd::budget::{Budget, Cancel, Expansion, Fate, Limits};
use lurd::puzzle::{Report, solve_by_search};
use lurd::search::{STRATEGIES, Settings, Strategy};

use super::graph::{Graph, GraphSpace, OwnType, Shape, ThreeWords, Word};

/// The edges of a path, each followed by a semicolon.
fn write(edges: &[usize]) -> String {
    edges.iter().fold(String::new(), |text, edge| text + &edge.to_string() + "; ")
}

fn edges(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.split("; ").filter(|edge| !edge.is_empty()).map(|edge| edge.parse().expect("a number"))
}

/// The report of a search, and its expansions if it `is_traced`.
fn solve<Sh: Shape>(graph: &Graph, strategy: Strategy, limits: Limits, is_traced: bool) -> (Report, Vec<Expansion>) {
    let space = GraphSpace::<Sh>::new(graph);
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    if is_traced {
        budget.record_expansions();
    }
    let report = solve_by_search(&space, strategy, &Settings::default(), &mut budget, write, || "none".to_owned());
    (report, budget.into_record().expansions.unwrap_or_default())
}

fn check<Sh: Shape>(graph: &Graph, limits: Limits) {
    for row in STRATEGIES {
        let (plain, none) = solve::<Sh>(graph, row.strategy, limits, false);
        let (traced, expansions) = solve::<Sh>(graph, row.strategy, limits, true);
        assert!(none.is_empty());
        assert_eq!((&plain.ending, plain.strategy), (&traced.ending, traced.strategy), "{} {graph:?}", row.name);
        let counts = |report: &Report| {
            let it = report.statistics;
            (it.expanded, it.generated, it.stored)
        };
        assert_eq!(counts(&plain), counts(&traced), "{} {graph:?}", row.name);
        assert_eq!(expansions.len() as u64, plain.statistics.expanded, "{} {graph:?}", row.name);
        for (index, expansion) in expansions.iter().enumerate() {
            let what = format!("{} expansion {index} of {expansions:#?} {graph:?}", row.name);
            assert!(expansion.parent.is_none_or(|parent| parent < index), "{what}");
            if expansion.is_backward {
                assert!(expansion.solution.is_none());
                continue;
            }
            check_forward(graph, expansion, &what);
        }
        check_numbers(graph, &expansions, row.name);
    }
}

/// The node that the path of an expansion leads to.
fn node(graph: &Graph, expansion: &Expansion) -> usize {
    edges(expansion.solution.as_deref().expect("a path")).last().map_or(graph.start, |edge| graph.edges[edge].1)
}

fn check_forward(graph: &Graph, expansion: &Expansion, what: &str) {
    let (mut node, mut cost, mut depth) = (graph.start, 0, 0);
    for edge in edges(expansion.solution.as_deref().expect("a path")) {
        let (from, to, more) = graph.edges[edge];
        assert_eq!(from, node, "{what}");
        (node, cost, depth) = (to, cost + more, depth + 1);
    }
    assert_eq!((cost, depth), (expansion.cost, expansion.depth), "{what}");
    for child in &expansion.children {
        let edge = child.action.trim_end_matches("; ").trim_end_matches(';').parse::<usize>().expect("an edge");
        let (from, to, more) = graph.edges[edge];
        assert_eq!((from, child.cost), (node, cost + more), "{what}");
        assert!(child.fate != Fate::Dead || graph.exact()[to].is_none(), "{what}");
    }
}

/// Equal numbers mean equal states.
fn check_numbers(graph: &Graph, expansions: &[Expansion], name: &str) {
    let mut nodes = HashMap::new();
    for expansion in expansions.iter().filter(|it| it.solution.is_some()) {
        let node = node(graph, expansion);
        assert_eq!(*nodes.entry(expansion.state).or_insert(node), node, "{name} {graph:?}");
    }
}

#[test]
fn expansions_are_those_of_the_search_and_paths_lead_to_them() {
    for seed in 0..samples(200) {
        let graph = if seed % 2 == 0 { Graph::random(seed) } else { Graph::random_consistent(seed) };
        let nodes = (seed % 3 == 0).then_some(seed / 5);
        let limits = Limits { nodes, ..Limits::NONE };
        match seed % 4 {
            0 => check::<ThreeWords>(&graph, limits),
            1 => check::<OwnType>(&graph, limits),
            _ => check::<Word>(&graph, limits),
        }
    }
}

#[test]
fn what_became_of_each_successor_is_said() {
    // From S to A, to B, and from A to B at a lower cost; from B back to S, and to D, which is a dead end.
    let edges = vec![(0, 1, 1), (0, 2, 5), (1, 2, 1), (2, 0, 1), (2, 3, 1), (2, 4, 3)];
    let graph = Graph {
        nodes: 5,
        edges,
        start: 0,
        goals: vec![4],
        estimates: vec![5, 4, 3, lurd::space::DEAD_END, 0],
        guarantee: lurd::space::Guarantee::Consistent,
    };
    let (_, expansions) = solve::<Word>(&graph, Strategy::Astar, Limits::NONE, true);
    let fates: Vec<Vec<Fate>> = expansions.iter().map(|it| it.children.iter().map(|it| it.fate).collect()).collect();
    assert_eq!(fates, [vec![Fate::New, Fate::New], vec![Fate::Cheaper], vec![Fate::Known, Fate::Dead, Fate::New]]);
    let sums: Vec<_> = expansions.iter().map(|it| (it.cost, it.estimate, it.sum())).collect();
    assert_eq!(sums, [(0, Some(5), Some(5)), (1, Some(4), Some(5)), (2, Some(3), Some(5))]);
}
