//! Costs near the powers of two at which sums wrap in one type or another, and what a plan refutes: every claim of every
//! strategy is checked with sums of 128 bits.

use crate::common::samples;
use std::collections::HashMap;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Contradiction, Cost, Limit, Outcome, Proof, Stop, Weight};
use lurd::search::{Claim, STRATEGIES, Settings, Stepper, Strategy};
use lurd::space::{DEAD_END, Guarantee, Space, Successors};

use super::graph::{Graph, OwnType, Random, Shape, ThreeWords, Word, run_with};

/// Guards against IDA* on a graph without a way to the goal.
const ROOM: Limits = Limits::NONE.nodes(3_000);

/// The highest cost of a plan.
const MOST: u128 = DEAD_END as u128 - 1;

/// The exact cost from each node to the nearest goal.
fn exact(graph: &Graph) -> Vec<Option<u128>> {
    let mut exact: Vec<Option<u128>> = (0..graph.nodes).map(|node| graph.goals.contains(&node).then_some(0)).collect();
    for _ in 0..graph.nodes {
        for &(from, to, cost) in &graph.edges {
            if let Some(rest) = exact[to] {
                let through = rest + u128::from(cost);
                exact[from] = Some(exact[from].map_or(through, |known| known.min(through)));
            }
        }
    }
    exact
}

/// A small graph whose costs lie around one to three powers of two, with estimates up to the exact costs.
fn random_graph(seed: u64) -> Graph {
    let random = &mut Random::new(seed);
    let nodes = 2 + random.below(12);
    let powers = [0, 1 << 8, 1 << 16, 1 << 31, 1 << 32, 1 << 33, 1 << 62, 1 << 63, u64::MAX];
    let bases: Vec<u64> = (0..=random.below(3)).map(|_| powers[random.below(powers.len())]).collect();
    // The strategies for costs of 1 take part, too.
    let is_unit = random.below(8) == 0;
    let edges = (0..nodes + random.below(nodes * 3))
        .map(|_| {
            if is_unit {
                return (random.below(nodes), random.below(nodes), 1);
            }
            let (base, distance) = (bases[random.below(bases.len())], random.below(4) as u64);
            let cost = if random.below(2) == 0 { base.saturating_add(distance) } else { base.saturating_sub(distance) };
            (random.below(nodes), random.below(nodes), cost)
        })
        .collect();
    let goals = vec![random.below(nodes)];
    let start = random.below(nodes);
    let mut graph = Graph { nodes, edges, start, goals, estimates: Vec::new(), guarantee: Guarantee::Admissible };
    let exact = exact(&graph);
    let share = random.below(3);
    graph.estimates = exact
        .iter()
        .map(|exact| match exact {
            None if random.below(2) == 0 => DEAD_END,
            None => random.next() >> random.below(64),
            // None, the exact cost, or a part of it.
            Some(exact) => match share {
                0 => 0,
                1 => (*exact).min(MOST) as u64,
                _ => {
                    (exact.saturating_sub(random.below(1_000) as u128) / (1 + random.below(4) as u128)).min(MOST) as u64
                }
            },
        })
        .map(|estimate| if estimate == DEAD_END { DEAD_END } else { estimate.min(DEAD_END - 1) })
        .collect();
    if share == 1 && graph.estimates.iter().zip(&exact).all(|(_, exact)| exact.is_none_or(|exact| exact <= MOST)) {
        graph.guarantee = Guarantee::Consistent;
        for (estimate, exact) in graph.estimates.iter_mut().zip(&exact) {
            *estimate = if exact.is_none() { DEAD_END } else { *estimate };
        }
    }
    graph
}

/// What the runs came to.
#[derive(Debug, Default)]
struct Tally {
    runs: usize,
    /// The runs by strategy.
    by: HashMap<&'static str, usize>,
    solved: usize,
    /// Solved at a cost of more than 32 bits.
    dear: usize,
    unsolvable: usize,
    too_dear: usize,
}

/// Whether a strategy finds every plan whose cost can be represented, because it leaves out nothing else.
fn finds_all(strategy: Strategy) -> bool {
    let row = strategy.row();
    row.claim == Claim::Optimal && row.stores
}

fn check<Sh: Shape>(graph: &Graph, strategy: Strategy, settings: &Settings, seed: u64, tally: &mut Tally) {
    let optimum = exact(graph)[graph.start];
    let about = format!("{}, seed {seed}", strategy.name());
    let Ok(outcome) = run_with::<Sh>(graph, strategy, settings, ROOM, &Cancel::default()) else { return };
    tally.runs += 1;
    *tally.by.entry(strategy.name()).or_default() += 1;
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => {
            let (mut cost, mut at) = (0, graph.start);
            for &edge in &plan.actions {
                let (from, to, more) = graph.edges[edge];
                assert_eq!(from, at, "{about}: the plan is a path");
                (cost, at) = (cost + u128::from(more), to);
            }
            assert!(graph.goals.contains(&at), "{about}: ends at a goal");
            assert_eq!(u128::from(plan.cost), cost, "{about}: the cost is the sum of the plan");
            let optimum = optimum.unwrap_or_else(|| panic!("{about}: there is no way"));
            assert!(u128::from(lower_bound) <= optimum, "{about}: bound {lower_bound} of {optimum}");
            match proof {
                Proof::Optimal => assert_eq!(cost, optimum, "{about}: optimal"),
                Proof::Within(weight) => assert!(cost * 100 <= optimum * u128::from(weight.hundredths()), "{about}"),
                Proof::Nothing => assert!(strategy.row().claim == Claim::Nothing || stopped.is_some(), "{about}"),
            }
            tally.solved += 1;
            tally.dear += usize::from(cost > u128::from(u32::MAX));
        }
        Outcome::Unsolvable => {
            assert_eq!(optimum, None, "{about}: calls it unsolvable");
            tally.unsolvable += 1;
        }
        Outcome::Stopped { stop, lower_bound } => {
            assert!(optimum.is_none_or(|optimum| u128::from(lower_bound) <= optimum), "{about}: {lower_bound}");
            let is_cheap = optimum.is_some_and(|optimum| optimum <= MOST);
            match stop {
                Stop::Limit(Limit::Cost) => {
                    assert!(!is_cheap || !finds_all(strategy), "{about}: a plan of {optimum:?} is no exception");
                    tally.too_dear += 1;
                }
                // IDA* may follow circles for long.
                Stop::Limit(Limit::Nodes) => {
                    assert!(!strategy.row().stores, "{about}: a small graph needs no limit");
                }
                other => panic!("{about}: {other:?}"),
            }
        }
    }
}

/// Runs every strategy on the graphs of as many seeds as it takes.
fn check_runs(runs: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in 0.. {
        let graph = random_graph(seed);
        let random = &mut Random::new(!seed);
        for row in STRATEGIES {
            let weight = Weight::from_hundredths(100 + random.below(400) as u32);
            let settings = Settings { weight, ..Settings::default() };
            match random.below(3) {
                0 => check::<ThreeWords>(&graph, row.strategy, &settings, seed, &mut tally),
                1 => check::<OwnType>(&graph, row.strategy, &settings, seed, &mut tally),
                _ => check::<Word>(&graph, row.strategy, &settings, seed, &mut tally),
            }
        }
        if tally.runs >= runs {
            break;
        }
    }
    tally
}

#[test]
fn costs_around_every_power_of_two_keep_every_claim() {
    let tally = check_runs(samples(100_000));
    let Tally { solved, dear, unsolvable, too_dear, .. } = tally;
    assert!(
        solved > samples(40_000) && dear > samples(15_000) && unsolvable > samples(15_000) && too_dear > samples(5_000),
        "{tally:?}"
    );
    assert!(STRATEGIES.iter().all(|row| tally.by.get(row.name).is_some_and(|&runs| runs > samples(500))), "{tally:?}");
}

#[test]
#[ignore = "takes long"]
fn ten_million_runs_with_costs_around_every_power_of_two() {
    let tally = check_runs(10_000_000);
    assert!(STRATEGIES.iter().all(|row| tally.by.get(row.name).is_some_and(|&runs| runs > 50_000)), "{tally:?}");
}

/// Checks the outcome on a chain by every strategy that fits.
fn of_chain(costs: &[Cost], check: impl Fn(Strategy, Outcome<usize>)) {
    let nodes = costs.len() + 1;
    let edges = costs.iter().enumerate().map(|(node, &cost)| (node, node + 1, cost)).collect();
    let goals = vec![costs.len()];
    let estimates = vec![0; nodes];
    let graph = Graph { nodes, edges, start: 0, goals, estimates, guarantee: Guarantee::Consistent };
    for row in STRATEGIES {
        // The depth of the one is limited, and the others take too many iterations.
        if nodes > 100 && !row.stores {
            continue;
        }
        if let Ok(outcome) =
            run_with::<Word>(&graph, row.strategy, &Settings::default(), Limits::NONE, &Cancel::default())
        {
            check(row.strategy, outcome);
        }
    }
}

fn assert_cost(costs: &[Cost], expected: Cost) {
    of_chain(costs, |strategy, outcome| {
        let Outcome::Solved { plan, proof, lower_bound, .. } = outcome else {
            panic!("{}: {outcome:?}", strategy.name());
        };
        assert_eq!(plan.cost, expected, "{}", strategy.name());
        assert!(lower_bound <= expected && (strategy.row().claim != Claim::Optimal || proof == Proof::Optimal));
    });
}

#[test]
fn two_edges_of_more_than_two_billion_are_added() {
    assert_cost(&[2_200_000_000, 2_200_000_000], 4_400_000_000);
}

#[test]
fn five_thousand_edges_of_a_million_are_added() {
    assert_cost(&vec![1_000_000; 5_000], 5_000_000_000);
}

#[test]
fn an_edge_of_the_greatest_number_of_32_bits_is_an_edge() {
    assert_cost(&[u32::MAX.into()], 4_294_967_295);
    assert_cost(&[DEAD_END - 1], 18_446_744_073_709_551_614);
}

#[test]
fn a_cost_that_cannot_be_represented_is_a_limit_and_no_proof() {
    for costs in [&[DEAD_END][..], &[1 << 63, 1 << 63], &[1, DEAD_END - 1]] {
        of_chain(costs, |strategy, outcome| {
            let Outcome::Stopped { stop, .. } = outcome else { panic!("{}: {outcome:?}", strategy.name()) };
            assert_eq!(stop, Stop::Limit(Limit::Cost), "{}", strategy.name());
            assert!(stop.to_string().contains("2^64 - 2"), "{stop}");
        });
    }
}

/// The outcome on a chain of three edges that cost 2 each, with estimates that may be false.
fn of_liar(strategy: Strategy, estimates: [Cost; 4], guarantee: Guarantee) -> Outcome<usize> {
    let edges = vec![(0, 1, 2), (1, 2, 2), (2, 3, 2), (0, 3, 9)];
    let graph = Graph { nodes: 4, edges, start: 0, goals: vec![3], estimates: estimates.to_vec(), guarantee };
    run_with::<Word>(&graph, strategy, &Settings::default(), Limits::NONE, &Cancel::default()).expect("it fits")
}

#[test]
fn false_estimates_are_found_out() {
    let contradiction = |outcome| match outcome {
        Outcome::Stopped { stop: Stop::Contradiction(contradiction), .. } => Some(contradiction),
        _ => None,
    };
    for name in ["astar", "idastar"] {
        let strategy = Strategy::named(name).expect("a strategy");
        let of = |estimates, guarantee| contradiction(of_liar(strategy, estimates, guarantee));
        assert_eq!(of([6, 4, 2, 0], Guarantee::Consistent), None, "{name}");
        assert_eq!(of([7, 0, 0, 0], Guarantee::Admissible), Some(Contradiction::Admissible), "{name}");
        assert_eq!(of([0, 5, 0, 0], Guarantee::Admissible), Some(Contradiction::Admissible), "{name}");
        assert_eq!(of([6, 1, 2, 0], Guarantee::Admissible), None, "{name}");
        assert_eq!(of([6, 1, 2, 0], Guarantee::Consistent), Some(Contradiction::Consistent), "{name}");
    }
    // Here the bound is too high for a plan that claims nothing.
    let greedy = of_liar(Strategy::Greedy, [10, 0, 0, 0], Guarantee::Admissible);
    assert_eq!(contradiction(greedy), Some(Contradiction::Admissible));
}

/// Steps of one and two from 0 to 5, with declarations that may be false.
struct Stairs {
    parity: Option<Cost>,
    says_unit_costs: bool,
}

impl Space for Stairs {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == 5
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        for step in [1, 2].into_iter().filter(|step| state + step <= 5) {
            children.push(state + step, step, step);
        }
    }
    fn unit_costs(&self) -> bool {
        self.says_unit_costs
    }
    fn cost_parity(&self) -> Option<Cost> {
        self.parity
    }
}

#[test]
fn false_declarations_about_costs_are_found_out() {
    let outcome = |space: &Stairs| {
        Stepper::uniform(space, &Settings::default()).expect("it fits").finish(&mut Budget::unlimited())
    };
    let right = Stairs { parity: Some(1), says_unit_costs: false };
    assert!(matches!(outcome(&right), Outcome::Solved { proof: Proof::Optimal, lower_bound: 5, .. }));
    let odd = Stairs { parity: Some(0), says_unit_costs: false };
    let stop = Stop::Contradiction(Contradiction::CostParity);
    assert_eq!(outcome(&odd), Outcome::Stopped { stop, lower_bound: 0 });
    let equal = Stairs { parity: None, says_unit_costs: true };
    let stop = Stop::Contradiction(Contradiction::UnitCosts);
    assert_eq!(outcome(&equal), Outcome::Stopped { stop, lower_bound: 0 });
}
