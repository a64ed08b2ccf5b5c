//! Random graphs: every claim is checked.

use crate::common::samples;
use std::collections::HashMap;

use lurd::budget::{Cancel, Limits};
use lurd::outcome::{Outcome, Proof};
use lurd::search::{Claim, STRATEGIES, Settings, Strategy};

use super::graph::{Graph, OwnType, Shape, ThreeWords, Word, follow, run};

/// The limits only guard against IDA* on a graph without a way to the goal, where the bound can
/// rise for long.
const ROOM: Limits = Limits::NONE.nodes(20_000);

fn check<Sh: Shape>(graph: &Graph, strategy: Strategy, seed: u64) -> bool {
    let exact = graph.exact()[graph.start];
    let name = strategy.name();
    let Ok(outcome) = run::<Sh>(graph, strategy, ROOM, &Cancel::default()) else { return false };
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => {
            let (cost, end) = follow(graph, &plan.actions);
            assert_eq!(cost, plan.cost, "{name}, seed {seed}: the cost is the sum of the plan");
            assert!(graph.goals.contains(&end), "{name}, seed {seed}: ends at a goal");
            let optimum = exact.unwrap_or_else(|| panic!("{name}, seed {seed}: there is no way"));
            assert!(lower_bound <= optimum, "{name}, seed {seed}: bound {lower_bound} of {optimum}");
            assert_eq!(stopped, None);
            match proof {
                Proof::Optimal => assert_eq!(cost, optimum, "{name}, seed {seed}: optimal"),
                Proof::Within(weight) => {
                    assert!(cost * 100 <= optimum * u64::from(weight.hundredths()));
                }
                Proof::Nothing => assert_eq!(strategy.row().claim, Claim::Nothing, "{name} claims something"),
            }
            if strategy.row().claim == Claim::Optimal {
                assert_eq!(proof, Proof::Optimal, "{name}");
            }
        }
        Outcome::Unsolvable => assert_eq!(exact, None, "{name}, seed {seed}: calls it unsolvable"),
        Outcome::Stopped { lower_bound, .. } => {
            assert!(!strategy.row().stores, "{name}, seed {seed}: a small graph needs no limit");
            assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "{name}, seed {seed}");
        }
    }
    true
}

#[test]
fn two_thousand_graphs_by_every_strategy_in_every_shape() {
    let mut runs = HashMap::new();
    for seed in 0..samples(2_000) {
        let graph = Graph::random(seed);
        for row in STRATEGIES {
            if row.strategy == Strategy::Auto {
                continue;
            }
            *runs.entry(row.name).or_insert(0) += u32::from(check::<Word>(&graph, row.strategy, seed));
            check::<ThreeWords>(&graph, row.strategy, seed);
            check::<OwnType>(&graph, row.strategy, seed);
        }
    }
    for row in STRATEGIES.iter().filter(|row| row.strategy != Strategy::Auto) {
        assert!(runs[row.name] > samples(500), "{} ran {} times", row.name, runs[row.name]);
    }
    assert_eq!(Settings::default().weight.hundredths(), 200);
}
