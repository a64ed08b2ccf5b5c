//! A search in slices is the search in one go.

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Stop};
use lurd::search::{self, STRATEGIES, Settings, Step, Stepper, Strategy, Ties};

use lurd::space::Space;

use super::graph::{Graph, GraphSpace, Shape, ThreeWords, Word, follow};
use super::limits::Endless;

/// Only guards against strategies that follow every path of a graph without a way to the goal.
const ROOM: Limits = Limits::NONE.nodes(3_000);

/// What must not depend on the slices: outcome, figures, and the bound.
type Result = (Outcome<usize>, [u64; 4], u64);

fn result(outcome: Outcome<usize>, budget: &Budget<'_>) -> Result {
    let it = budget.statistics();
    (outcome, [it.expanded, it.generated, it.stored, it.peak_bytes], budget.lower_bound())
}

fn in_one_go(graph: &Graph, strategy: Strategy, settings: &Settings, limits: Limits) -> Option<Result> {
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let outcome = search::run(&GraphSpace::<Word>::new(graph), strategy, settings, &mut budget).ok()?;
    Some(result(outcome, &budget))
}

fn in_slices(graph: &Graph, strategy: Strategy, settings: &Settings, limits: Limits, slice: u64) -> Result {
    let space = GraphSpace::<Word>::new(graph);
    let erased = search::erase(&space);
    let space = erased.space();
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let mut search = Stepper::new(&space, strategy, settings).expect("it fits");
    let mut best = None;
    loop {
        let before = budget.statistics().expanded;
        let step = search.advance(slice, &mut budget);
        let expanded = budget.statistics().expanded - before;
        match step {
            Step::Paused => {
                assert_eq!(expanded, slice, "{} pauses when it was told to", strategy.name());
                let cost = search.best().map(|plan| plan.cost);
                assert!(best.is_none() || cost <= best, "{}: the best gets no worse", strategy.name());
                best = cost.or(best);
            }
            Step::Ended(outcome) => {
                assert!(search.has_ended());
                assert_eq!(search.advance(slice, &mut budget), Step::Ended(outcome.clone()), "an end is an end");
                let end = result(outcome.map_actions(|numbers| erased.actions(&numbers)), &budget);
                assert_eq!(result(end.0.clone(), &budget), end, "nothing goes on after the end");
                return end;
            }
        }
    }
}

fn check(limits: impl Fn(u64) -> Limits, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let graph = if seed % 2 == 0 { Graph::random_consistent(seed) } else { Graph::random(seed) };
        let ties = Ties::ALL[seed as usize % Ties::ALL.len()].1;
        let settings = Settings { width: 1 + seed as u32 % 4, resort_every: 5, seed, ties, ..Settings::default() };
        for row in STRATEGIES {
            let Some(whole) = in_one_go(&graph, row.strategy, &settings, limits(seed)) else { continue };
            for slice in [1, 7, 1000] {
                // One expansion at a time takes long where a strategy follows every path.
                if slice > 1 || whole.1[0] < 500 {
                    let sliced = match row.strategy {
                        // These run in one go, which is what the first advance gives.
                        one_go if row.name.starts_with("pathfinding") => {
                            in_slices(&graph, one_go, &settings, limits(seed), u64::MAX)
                        }
                        strategy => in_slices(&graph, strategy, &settings, limits(seed), slice),
                    };
                    assert_eq!(sliced, whole, "{}, seed {seed}, slices of {slice}", row.name);
                }
            }
        }
    }
}

#[test]
fn slices_change_nothing() {
    check(|_| ROOM, 0..500);
}

#[test]
fn slices_change_nothing_about_a_limit() {
    check(|seed| Limits { nodes: Some(seed % 20), ..Limits::NONE }, 500..700);
    check(|seed| Limits { memory: Some(seed * 7 % 6_000), ..ROOM }, 700..1_000);
}

#[test]
fn a_plan_leads_to_every_state_that_was_met() {
    let mut met = 0;
    for seed in 0..200 {
        let graph = Graph::random(seed);
        let space = GraphSpace::<Word>::new(&graph);
        let mut search = Stepper::fess(&space, &Settings::default()).expect("it fits");
        let mut no_observer = ();
        let mut budget = Budget::new(ROOM, Cancel::default(), &mut no_observer);
        while search.advance(1, &mut budget) == Step::Paused {
            for node in 0..graph.nodes {
                let plan = search.plan_to(&Word::make(node));
                assert_eq!(search.has_met(&Word::make(node)), plan.is_some());
                if let Some(plan) = plan {
                    met += 1;
                    assert_eq!(follow(&graph, &plan.actions), (plan.cost, node));
                }
            }
        }
        // What ended keeps nothing, and other strategies never do.
        assert!(!search.has_met(&space.start()) && search.plan_to(&space.start()).is_none());
        let mut other = Stepper::uniform(&space, &Settings::default()).expect("it fits");
        let _ = other.advance(1, &mut budget);
        assert!(!other.has_met(&space.start()) && other.plan_to(&space.start()).is_none());
    }
    assert!(met > 1_000, "{met}");
}

#[test]
fn a_strategy_that_cannot_pause_runs_to_its_end() {
    let graph = Graph::random(3);
    for row in STRATEGIES.iter().filter(|row| row.name.starts_with("pathfinding")) {
        let settings = Settings::default();
        let space = GraphSpace::<Word>::new(&graph);
        let erased = search::erase(&space);
        let space = erased.space();
        let Ok(mut search) = Stepper::new(&space, row.strategy, &settings) else { continue };
        let mut no_observer = ();
        let mut budget = Budget::new(ROOM, Cancel::default(), &mut no_observer);
        let Step::Ended(outcome) = search.advance(1, &mut budget) else { panic!("{} paused", row.name) };
        let whole = in_one_go(&graph, row.strategy, &settings, ROOM).expect("it fits");
        let outcome = outcome.map_actions(|numbers| erased.actions(&numbers));
        assert_eq!(result(outcome, &budget), whole, "{}", row.name);
    }
}

#[test]
fn nothing_goes_on_after_the_memory_limit() {
    let mut stopped = 0;
    for seed in 0..300 {
        let graph = Graph::random(seed);
        let space = GraphSpace::<ThreeWords>::new(&graph);
        let erased = search::erase(&space);
        let space = erased.space();
        for row in STRATEGIES {
            let Ok(mut search) = Stepper::new(&space, row.strategy, &Settings::default()) else { continue };
            let mut no_observer = ();
            let limits = Limits { memory: Some(seed * 13 % 5_000), ..ROOM };
            let mut tight = Budget::new(limits, Cancel::default(), &mut no_observer);
            let first = search.finish(&mut tight);
            if matches!(first, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }) {
                stopped += 1;
                let mut no_observer = ();
                let mut wide = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
                assert_eq!(search.advance(1_000, &mut wide), Step::Ended(first), "{}", row.name);
                assert_eq!(wide.statistics().expanded, 0, "{}", row.name);
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn a_pause_of_the_callers_own_is_no_end() {
    let mut no_observer = ();
    let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let erased = search::erase(&Endless);
    let space = erased.space();
    for strategy in [Strategy::Astar, Strategy::Greedy] {
        let mut search = Stepper::new(&space, strategy, &Settings::default()).expect("it fits");
        let before = budget.statistics().expanded;
        for round in 1..=3 {
            budget.pause_after(1_500);
            let outcome = search.finish(&mut budget);
            assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Paused, .. }), "{outcome:?}");
            assert_eq!(budget.statistics().expanded - before, 1_500 * round);
            assert!(!search.has_ended());
        }
    }
}
