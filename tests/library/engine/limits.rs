//! Random limits and cancel points: never a false proof, and never far beyond the limit.

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Stop};
use lurd::search::{self, STRATEGIES, Settings, Stepper, Strategy};
use lurd::space::{Features, Guarantee, Heuristic, Mark, Space, Successors};

use super::graph::{Graph, GraphSpace, Random, ThreeWords, Word, run};

#[test]
fn a_node_limit_never_becomes_a_proof() {
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let nodes = Random::new(seed ^ 0x5eed).below(12) as u64;
        for row in STRATEGIES {
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            match run::<Word>(&graph, row.strategy, limits, &Cancel::default()) {
                Ok(Outcome::Unsolvable) => assert_eq!(exact, None, "{}, seed {seed}", row.name),
                Ok(Outcome::Stopped { stop, lower_bound }) => {
                    assert_eq!(stop, Stop::Limit(Limit::Nodes), "{}, seed {seed}", row.name);
                    assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "{}, seed {seed}", row.name);
                }
                Ok(Outcome::Solved { .. }) => assert!(exact.is_some()),
                Err(_) => {}
            }
        }
    }
}

#[test]
fn a_memory_limit_never_becomes_a_proof() {
    for seed in 0..500 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let memory = Random::new(seed ^ 0x3e3).below(6_000) as u64;
        for row in STRATEGIES {
            let limits = Limits { memory: Some(memory), nodes: Some(20_000), ..Limits::NONE };
            match run::<ThreeWords>(&graph, row.strategy, limits, &Cancel::default()) {
                Ok(Outcome::Unsolvable) => assert_eq!(exact, None, "{}, seed {seed}", row.name),
                Ok(Outcome::Solved { .. }) => assert!(exact.is_some()),
                Ok(Outcome::Stopped { .. }) | Err(_) => {}
            }
        }
    }
}

/// A space without end and without a goal that can be reached: two counters, each up or down.
pub struct Endless;

impl Space for Endless {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        1 << 31 | 1 << 63
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        for (action, step) in [1, 1_u64.wrapping_neg(), 1 << 32, (1_u64 << 32).wrapping_neg()].into_iter().enumerate() {
            children.push(state.wrapping_add(step), action as u8, 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn lurd::space::Backward<Self>> {
        Some(self)
    }
    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for Endless {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &u64) -> u64 {
        u64::from(state.count_ones() % 2) + 1
    }
}

/// Many cells, so that these have to be accounted for, too.
impl Features<Self> for Endless {
    fn mark(&self, state: &u64) -> Mark {
        Mark { cell: state >> 3, score: u64::from(state.count_ones()), weight: 1, ..Mark::default() }
    }
    fn annotate(&self, _: &u64, _: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = self.mark(children.state(index));
        }
    }
}

impl lurd::space::Backward<Self> for Endless {
    fn goal_states(&self) -> Vec<u64> {
        vec![0]
    }
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        self.expand(state, children);
    }
}

pub fn endless(strategy: Strategy, limits: Limits, cancel: &Cancel) -> (Outcome<u8>, lurd::budget::Statistics) {
    endless_with(strategy, &Settings::default(), limits, cancel)
}

pub fn endless_with(
    strategy: Strategy,
    settings: &Settings,
    limits: Limits,
    cancel: &Cancel,
) -> (Outcome<u8>, lurd::budget::Statistics) {
    let mut no_observer = ();
    let mut budget = Budget::new(limits, cancel.clone(), &mut no_observer);
    let outcome = search::run(&Endless, strategy, settings, &mut budget).expect("fits");
    (outcome, budget.statistics())
}

#[test]
fn the_time_limit_holds_in_every_strategy() {
    for row in STRATEGIES {
        let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::NONE };
        // A busy machine may take the processor away for longer than the limit: then once more.
        let in_time = (0..3).any(|_| {
            let (outcome, statistics) = endless(row.strategy, limits, &Cancel::default());
            assert!(
                matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time | Limit::Depth), .. }),
                "{}: {outcome:?}",
                row.name
            );
            statistics.seconds < 0.16
        });
        assert!(in_time, "{} goes on for more than 100 ms after its limit", row.name);
    }
}

#[test]
fn the_memory_limit_holds_in_every_strategy_that_stores() {
    for row in STRATEGIES.iter().filter(|row| row.stores) {
        // The limit of expansions is a guard: without the memory limit, the test must fail, not fill the memory.
        let limits = Limits { memory: Some(4 << 20), nodes: Some(3_000_000), ..Limits::NONE };
        let (outcome, statistics) = endless(row.strategy, limits, &Cancel::default());
        assert!(
            matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }),
            "{}: {outcome:?}",
            row.name
        );
        assert!(statistics.peak_bytes <= 4 << 20, "{}: {}", row.name, statistics.peak_bytes);
        assert!(statistics.peak_bytes > 1 << 20, "{} uses what it may: {}", row.name, statistics.peak_bytes);
    }
}

#[test]
fn cancelling_stops_every_strategy_and_proves_nothing() {
    for row in STRATEGIES {
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            flag.cancel();
        });
        let limits = Limits { memory: Some(2 << 30), time: Some(Duration::from_secs(20)), ..Limits::NONE };
        let (outcome, statistics) = endless(row.strategy, limits, &cancel);
        later.join().expect("the timer does not panic");
        assert!(
            matches!(outcome, Outcome::Stopped { stop: Stop::Cancelled | Stop::Limit(Limit::Depth), .. }),
            "{}: {outcome:?}",
            row.name
        );
        assert!(statistics.seconds < 1.0, "{}: {} s", row.name, statistics.seconds);
    }
}

/// A path on which every state has many successors, and each of them is large.
struct Wide;

/// Words of a state, and successors of each.
const WIDTH: usize = 200;
const FAMILY: u64 = 50;

impl Space for Wide {
    type State = [u64];
    type Action = u64;

    fn start(&self) -> Vec<u64> {
        vec![0; WIDTH]
    }
    fn is_goal(&self, _: &[u64]) -> bool {
        false
    }
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let mut child = state.to_vec();
        child[0] += 1;
        for number in 0..FAMILY {
            child[1] = number;
            children.push(&child, number, 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

/// The path to a depth of a thousand is within the bound from the beginning.
impl Heuristic<Self> for Wide {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &[u64]) -> u64 {
        1_000_u64.saturating_sub(state[0])
    }
}

#[test]
fn idastar_charges_the_successors_of_every_depth() {
    let run = |memory| {
        let mut no_observer = ();
        // The limit of expansions is a guard.
        let limits = Limits { memory, nodes: Some(2_000), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let outcome = Stepper::idastar(&Wide, &Settings::default()).expect("fits").finish(&mut budget);
        let Outcome::Stopped { stop, .. } = outcome else { panic!("{outcome:?}") };
        (stop, budget.statistics())
    };
    let (stop, statistics) = run(Some(16 << 20));
    assert_eq!(stop, Stop::Limit(Limit::Memory));
    assert!(statistics.peak_bytes <= 16 << 20 && statistics.expanded > 50, "{statistics:?}");
    // Without a limit, what is charged is at least what the children of a thousand depths take.
    let (stop, statistics) = run(None);
    assert_eq!(stop, Stop::Limit(Limit::Nodes));
    assert!(statistics.peak_bytes >= 1_000 * FAMILY * WIDTH as u64 * 8, "{statistics:?}");
}

/// The states run out and a limit comes at the same expansion: whichever it is, a proof needs the last state.
#[test]
fn only_the_last_state_makes_a_proof() {
    for seed in 0..300 {
        let graph = Graph::random(seed);
        if graph.exact()[graph.start].is_some() {
            continue;
        }
        for row in STRATEGIES.iter().filter(|row| row.stores) {
            let space = GraphSpace::<Word>::new(&graph);
            let mut no_observer = ();
            let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
            let Ok(outcome) = search::run(&space, row.strategy, &Settings::default(), &mut budget) else {
                continue;
            };
            assert_eq!(outcome, Outcome::Unsolvable, "{}, seed {seed}", row.name);
            // One expansion less, and nothing is proved.
            let Some(nodes) = budget.statistics().expanded.checked_sub(1) else { continue };
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            match run::<Word>(&graph, row.strategy, limits, &Cancel::default()) {
                Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Nodes), .. }) => {}
                other => panic!("{}, seed {seed}: {other:?}", row.name),
            }
        }
    }
}

#[test]
fn edges_above_the_limit_of_costs_are_left_out() {
    // The last node is reached by a dear edge, and by a row of cheap ones.
    for (dear, limit) in [(100, Some(20)), (u64::MAX - 1, Some(20)), (u64::MAX, Some(20)), (u64::MAX, None)] {
        for first in [false, true] {
            let mut edges = vec![(0, 1, 1), (1, 2, 1), (2, 3, 1)];
            edges.insert(if first { 0 } else { 3 }, (0, 3, dear));
            let (estimates, guarantee) = (vec![3, 2, 1, 0], Guarantee::Consistent);
            let graph = Graph { nodes: 4, edges, start: 0, goals: vec![3], estimates, guarantee };
            for row in STRATEGIES {
                let limits = Limits { cost: limit, nodes: Some(1_000), ..Limits::NONE };
                match run::<Word>(&graph, row.strategy, limits, &Cancel::default()) {
                    Ok(Outcome::Solved { plan, .. }) => assert_eq!(plan.cost, 3, "{}", row.name),
                    Ok(other) => panic!("{} with an edge of {dear} under {limit:?}: {other:?}", row.name),
                    Err(_) => {}
                }
            }
        }
    }
}
