//! Graphs on which a known mistake gives a wrong answer.

use crate::common::samples;
use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Cost, Outcome, Proof};
use lurd::search::{self, Claim, STRATEGIES, Settings, Stepper, Strategy, UnmetNeeds};
use lurd::space::{Guarantee, Heuristic, Space, Successors};

use super::all_optimal::Chain;
use super::graph::{Graph, Word, follow, run};

fn optimum_by_all(graph: &Graph, expected: Cost) {
    assert_eq!(graph.exact()[graph.start], Some(expected), "the oracle");
    for row in STRATEGIES.iter().filter(|row| row.claim == Claim::Optimal) {
        match run::<Word>(graph, row.strategy, Limits::NONE, &Cancel::default()) {
            Ok(Outcome::Solved { plan, .. }) => {
                assert_eq!(plan.cost, expected, "{}", row.name);
                assert_eq!(follow(graph, &plan.actions).0, expected, "{}", row.name);
            }
            Ok(other) => panic!("{}: {other:?}", row.name),
            Err(_) => {}
        }
    }
}

/// A search from both ends that stops at the first meeting says 12.
#[test]
fn the_first_meeting_need_not_be_the_best() {
    let edges = vec![(1, 2, 6), (2, 5, 6), (1, 3, 7), (3, 5, 6), (1, 4, 10), (4, 5, 1)];
    optimum_by_all(
        &Graph { nodes: 6, edges, start: 1, goals: vec![5], estimates: vec![0; 6], guarantee: Guarantee::Consistent },
        11,
    );
}

/// Without opening states again, A* with this inconsistent estimate says 4.
#[test]
fn an_inconsistent_estimate_needs_reopening() {
    // S = 0, A = 1, B = 2, G = 3.
    let edges = vec![(0, 1, 3), (0, 2, 1), (2, 1, 1), (1, 3, 1)];
    optimum_by_all(
        &Graph {
            nodes: 4,
            edges,
            start: 0,
            goals: vec![3],
            estimates: vec![0, 0, 2, 0],
            guarantee: Guarantee::Admissible,
        },
        3,
    );
}

/// What is cheaper than when it was expanded must be expanded again, and its old entry, which is
/// still in the list, must not: with weight 3 the dear way to A comes first.
#[test]
fn a_state_that_gets_cheaper_is_expanded_again_by_anytime_search() {
    // S = 0, A = 1, B = 2, C = 3, G = 4; consistent.
    let edges = vec![(0, 1, 6), (0, 2, 1), (2, 3, 1), (3, 1, 1), (1, 4, 4)];
    let graph = Graph {
        nodes: 5,
        edges,
        start: 0,
        goals: vec![4],
        estimates: vec![6, 3, 5, 4, 0],
        guarantee: Guarantee::Consistent,
    };
    optimum_by_all(&graph, 7);
    // With a time limit the beam improves its plan until that is proved.
    let outcome = run::<Word>(&graph, Strategy::Beam, Limits::NONE.time(Duration::from_secs(60)), &Cancel::default());
    let Ok(Outcome::Solved { plan, proof, .. }) = outcome else { panic!("beam") };
    assert_eq!((plan.cost, proof), (7, Proof::Optimal));
}

/// One side without states to expand is a proof; the other must not go on for ever.
/// A state becomes cheaper after its child was left out because of the limit: a search that ends with its open list denies the
/// plan of cost 8, and says that none costs less than 9.
#[test]
fn a_limit_of_cost_leaves_out_no_plan_within_it() {
    // S = 0, A = 1, X = 2, G = 3.
    let edges = vec![(0, 2, 6), (0, 1, 1), (1, 2, 2), (2, 3, 5)];
    let graph = Graph {
        nodes: 4,
        edges,
        start: 0,
        goals: vec![3],
        estimates: vec![2, 2, 0, 0],
        guarantee: Guarantee::Consistent,
    };
    within_the_optimum("the smallest", &graph);
    for seed in 0..samples(2_000) {
        within_the_optimum(&format!("seed {seed}"), &Graph::random_consistent(seed));
    }
}

/// Compares the searches that claim something about the cost with the oracle, within the optimum and one less.
fn within_the_optimum(name: &str, graph: &Graph) {
    let Some(optimum) = graph.exact()[graph.start] else { return };
    for row in STRATEGIES.iter().filter(|row| row.claim != Claim::Nothing) {
        let outcome = run::<Word>(graph, row.strategy, Limits::NONE.cost(optimum), &Cancel::default());
        match outcome {
            Ok(Outcome::Solved { plan, .. }) => assert_eq!(plan.cost, optimum, "{name}: {}", row.name),
            Ok(other) => panic!("{name}: {}: {other:?}", row.name),
            Err(_) => {}
        }
        let Some(less) = optimum.checked_sub(1) else { continue };
        match run::<Word>(graph, row.strategy, Limits::NONE.cost(less), &Cancel::default()) {
            Ok(Outcome::Stopped { lower_bound, .. }) => {
                assert!(lower_bound <= optimum, "{name}: {}: {lower_bound} {optimum}", row.name);
            }
            Ok(other) => panic!("{name}: {}: {other:?}", row.name),
            Err(_) => {}
        }
    }
}

#[test]
fn an_exhausted_side_ends_the_search_from_both_ends() {
    let mut edges: Vec<_> = (1..39).flat_map(|node| [(node, node + 1, 1), (node + 1, node, 1)]).collect();
    edges.push((1, 0, 1));
    // The goal 0 can be left by nothing and reached from all others; the start 40 is alone.
    let graph =
        Graph { nodes: 41, edges, start: 40, goals: vec![0], estimates: vec![0; 41], guarantee: Guarantee::Consistent };
    let limits = Limits { nodes: Some(2), ..Limits::NONE };
    let outcome = run::<Word>(&graph, Strategy::Bidirectional, limits, &Cancel::default());
    assert_eq!(outcome, Ok(Outcome::Unsolvable));
}

#[test]
fn a_start_that_is_a_goal_needs_nothing() {
    let graph = Graph {
        nodes: 2,
        edges: vec![(0, 1, 1)],
        start: 0,
        goals: vec![0],
        estimates: vec![0; 2],
        guarantee: Guarantee::Consistent,
    };
    for row in STRATEGIES {
        match run::<Word>(&graph, row.strategy, Limits { nodes: Some(0), ..Limits::NONE }, &Cancel::default()) {
            Ok(Outcome::Solved { plan, .. }) => {
                assert!(plan.actions.is_empty() && plan.cost == 0, "{}", row.name);
            }
            other => panic!("{}: {other:?}", row.name),
        }
    }
}

/// A chain with a perfect estimate takes time in proportion to its length.
#[test]
fn long_chains_take_no_longer_than_their_length() {
    for name in ["idastar", "astar", "beam", "greedy"] {
        let strategy = Strategy::named(name).expect("a strategy");
        in_proportion(name, strategy, 40_000, |length| 2 * length + 2);
    }
}

/// Fails if a chain takes more than ninety times as long as one of a twentieth of its length, or has more expansions than
/// `most` for its length. Time in proportion to the length is twenty times as long, and twice that where the memory of
/// the long chain does not fit the caches; time in proportion to its square is four hundred times as long. Times of one
/// run are compared, so that the speed of the machine does not matter.
fn in_proportion(name: &str, strategy: Strategy, long: u64, most: impl Fn(u64) -> u64) {
    let seconds = |length: u64| {
        let mut budget = Budget::unlimited();
        let outcome = search::run(&Chain(length), strategy, &Settings::default(), &mut budget).expect("it fits");
        assert!(matches!(outcome, Outcome::Solved { ref plan, .. } if plan.cost == length), "{name}");
        let used = budget.statistics();
        assert!(used.expanded <= most(length), "{name}: {used:?}");
        used.seconds
    };
    // A busy machine may take the processor away from one run: then once more.
    let mut ratios = Vec::new();
    while ratios.len() < 3 && ratios.last().is_none_or(|&ratio| ratio >= 90.0) {
        ratios.push(seconds(long) / seconds(long / 20).max(0.000_1));
    }
    assert!(ratios.last().is_some_and(|&ratio| ratio < 90.0), "{name}: {ratios:?} times as long");
}

/// A space that declares narrower states than it has: two states that differ in the upper half only.
#[test]
fn states_that_are_wider_than_declared_are_never_taken_for_equal() {
    struct Narrow;

    impl Space for Narrow {
        type State = u64;
        type Action = u64;

        fn start(&self) -> u64 {
            1
        }
        fn is_goal(&self, state: &u64) -> bool {
            *state == 1 << 32 | 1
        }
        fn expand(&self, state: &u64, children: &mut Successors<Self>) {
            children.push(state ^ 1 << 32, 0, 1);
        }
        fn unit_costs(&self) -> bool {
            true
        }
        fn state_bits(&self) -> u32 {
            20
        }
        fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
            Some(self)
        }
    }

    impl Heuristic<Self> for Narrow {
        fn guarantee(&self) -> Guarantee {
            Guarantee::Consistent
        }
        fn of(&self, _: &u64) -> Cost {
            0
        }
    }

    type Begin = fn(&'static Narrow, &Settings) -> Result<Stepper<'static, Narrow>, UnmetNeeds>;
    let strategies: [(&str, Begin); 4] =
        [("bfs", Stepper::bfs), ("uniform", Stepper::uniform), ("astar", Stepper::astar), ("greedy", Stepper::greedy)];
    for (name, begin) in strategies {
        let search = || begin(&Narrow, &Settings::default()).expect("it fits").finish(&mut Budget::unlimited());
        match std::panic::catch_unwind(search) {
            // It stores the lower half only.
            Err(panicked) => {
                let message = panicked.downcast_ref::<&str>().expect("a message");
                assert!(name == "bfs" && message.contains("wider than its `state_bits`"), "{name}: {message}");
            }
            Ok(outcome) => {
                assert!(name != "bfs" && matches!(&outcome, Outcome::Solved { plan, .. } if plan.cost == 1), "{name}");
            }
        }
    }
}
