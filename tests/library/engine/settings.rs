//! Strategies with settings of all kinds, consistent estimates, and answers that a limit cut short.

use crate::common::samples;
use std::time::Duration;

use lurd::budget::{Cancel, Limits};
use lurd::outcome::{Outcome, Proof, Stop, Weight};
use lurd::search::{Claim, STRATEGIES, Settings, Strategy, Ties};

use super::graph::{Graph, Random, Word, follow, run_with};

fn any_settings(seed: u64) -> Settings {
    let random = &mut Random::new(seed);
    Settings {
        weight: Weight::from_hundredths(100 + random.below(400) as u32),
        ties: Ties::ALL[random.below(4)].1,
        resort_every: random.below(20) as u32,
        width: 1 + random.below(4) as u32,
        seed,
        threads: 1,
        without: 0,
        first: false,
    }
}

/// What an outcome says must be true, whatever ended the search.
fn check(graph: &Graph, outcome: &Outcome<usize>, name: &str) {
    let exact = graph.exact()[graph.start];
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, .. } => {
            let (cost, end) = follow(graph, &plan.actions);
            assert_eq!(cost, plan.cost, "{name}");
            assert!(graph.goals.contains(&end), "{name}");
            let optimum = exact.unwrap_or_else(|| panic!("{name}: there is no way"));
            assert!(*lower_bound <= optimum, "{name}: bound {lower_bound} of {optimum}");
            match proof {
                Proof::Optimal => assert_eq!(cost, optimum, "{name}"),
                Proof::Within(weight) => {
                    let most = optimum * u64::from(weight.hundredths());
                    assert!(cost * 100 <= most, "{name}: {cost} of {optimum} within {weight}");
                }
                Proof::Nothing => {}
            }
        }
        Outcome::Unsolvable => assert_eq!(exact, None, "{name}"),
        Outcome::Stopped { lower_bound, .. } => {
            assert!(exact.is_none_or(|optimum| *lower_bound <= optimum), "{name}");
        }
    }
}

#[test]
fn any_settings_keep_every_claim() {
    let room = Limits { nodes: Some(20_000), ..Limits::NONE };
    for seed in 0..samples(2_000) {
        let graph = if seed % 2 == 0 { Graph::random_consistent(seed) } else { Graph::random(seed) };
        for row in STRATEGIES {
            let settings = any_settings(seed);
            let Ok(outcome) = run_with::<Word>(&graph, row.strategy, &settings, room, &Cancel::default()) else {
                continue;
            };
            let name = format!("{}, seed {seed}", row.name);
            check(&graph, &outcome, &name);
            match outcome {
                Outcome::Solved { proof, stopped, .. } => {
                    assert_eq!(stopped, None, "{name}");
                    if row.claim == Claim::Optimal {
                        assert_eq!(proof, Proof::Optimal, "{name}");
                    }
                }
                Outcome::Stopped { .. } => assert!(!row.stores, "{name}: a small graph needs no limit"),
                Outcome::Unsolvable => {}
            }
        }
    }
}

#[test]
fn an_answer_cut_short_claims_what_the_bound_proves() {
    let mut cut_short = 0;
    for seed in 0..samples(4_000) {
        let graph = if seed % 2 == 0 { Graph::random_consistent(seed) } else { Graph::random(seed) };
        let limits = Limits::NONE.nodes(1 + seed % 25).time(Duration::from_secs(60));
        for row in STRATEGIES {
            let settings = any_settings(seed);
            let Ok(outcome) = run_with::<Word>(&graph, row.strategy, &settings, limits, &Cancel::default()) else {
                continue;
            };
            let name = format!("{}, seed {seed}", row.name);
            check(&graph, &outcome, &name);
            if let Outcome::Solved { plan, proof, lower_bound, stopped: Some(stop) } = outcome {
                assert_eq!(row.strategy, Strategy::Beam, "{name}");
                assert!(matches!(stop, Stop::Limit(_)), "{name}");
                assert_eq!(proof == Proof::Optimal, lower_bound == plan.cost, "{name}");
                cut_short += 1;
            }
        }
    }
    assert!(cut_short > samples(100), "{cut_short}");
}
