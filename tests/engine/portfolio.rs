//! The portfolio: who wins, what a win may claim, and how memory is shared. (As a row of the table it
//! also goes through the tests for all strategies.)

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Proof, Stop};
use lurd::search::{Claim, Settings, Stepper, Strategy};
use lurd::space::{Children, Space};

use crate::graph::{Graph, GraphSpace, Random, Word, follow};
use crate::limits::endless;

fn race(graph: &Graph, limits: Limits) -> (Outcome<usize>, Strategy) {
    let space = GraphSpace::<Word>::new(graph);
    let mut nobody = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut nobody);
    let mut search = Stepper::new(&space, Strategy::Portfolio, &Settings::default()).expect("it fits all");
    let outcome = search.finish(&mut budget);
    (outcome, search.strategy())
}

#[test]
fn the_winner_is_named_and_claims_what_it_may() {
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let (outcome, winner) = race(&graph, Limits::NONE);
        assert_ne!(winner, Strategy::Portfolio, "seed {seed}: a conclusion has an author");
        match outcome {
            Outcome::Solved { plan, proof, .. } => {
                let (cost, end) = follow(&graph, &plan.actions);
                assert!(cost == plan.cost && graph.goals.contains(&end), "seed {seed}");
                assert_eq!(proof == Proof::Nothing, winner.row().claim == Claim::Nothing, "seed {seed}");
                assert!(proof != Proof::Optimal || Some(cost) == exact, "seed {seed}");
            }
            other => assert_eq!((other, exact), (Outcome::Unsolvable, None), "seed {seed}"),
        }
    }
}

#[test]
fn without_a_conclusion_nobody_has_won_and_nothing_is_proved() {
    let mut stopped = 0;
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let random = &mut Random::new(seed);
        let limits = Limits {
            nodes: Some(random.below(20) as u64),
            memory: Some(random.below(60_000) as u64),
            ..Limits::NONE
        };
        match race(&graph, limits) {
            (Outcome::Stopped { lower_bound, .. }, winner) => {
                stopped += 1;
                assert_eq!(winner, Strategy::Portfolio);
                assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "seed {seed}");
            }
            (Outcome::Unsolvable, _) => assert_eq!(exact, None, "seed {seed}"),
            (Outcome::Solved { .. }, _) => assert!(exact.is_some(), "seed {seed}"),
        }
    }
    assert!(stopped > 100, "{stopped}");
}

/// Up to a goal that is a long way off for those who know nothing but the rules.
struct Ladder {
    goal: u64,
}

impl Space for Ladder {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }
    fn expand(&self, state: &u64, children: &mut Children<Self>) {
        children.push(&(state + 1), 1, 1);
        children.push(&(state + 2), 2, 2);
    }
    fn unit_costs(&self) -> bool {
        false
    }
}

#[test]
fn it_races_only_those_that_fit() {
    let mut nobody = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut nobody);
    let space = Ladder { goal: 5_000 };
    let mut search = Stepper::new(&space, Strategy::Portfolio, &Settings::default()).expect("it fits all");
    let outcome = search.finish(&mut budget);
    let Outcome::Solved { plan, proof, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((plan.cost, proof, search.strategy()), (5_000, Proof::Optimal, Strategy::Uniform));
}

/// The last member may have all the memory, and its end is that of the race.
#[test]
fn the_memory_limit_ends_a_race_that_nobody_can_run_without_memory() {
    let mut nobody = ();
    let limits = Limits { memory: Some(1 << 20), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut nobody);
    let space = Ladder { goal: u64::MAX };
    let mut search = Stepper::new(&space, Strategy::Portfolio, &Settings::default()).expect("it fits all");
    let outcome = search.finish(&mut budget);
    assert!(
        matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), lower_bound: 1.. }),
        "{outcome:?}"
    );
    let peak = budget.statistics().peak_bytes;
    assert!(peak <= 1 << 20 && peak > 1 << 18, "{peak}");
}

/// Members that outgrow their share leave the race; the one that stores nothing goes on.
#[test]
fn members_without_memory_leave_the_others_to_it() {
    let limits = Limits { memory: Some(4 << 20), time: Some(Duration::from_millis(500)), ..Limits::NONE };
    let (outcome, statistics) = endless(Strategy::Portfolio, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    assert!(statistics.peak_bytes <= 4 << 20 && statistics.peak_bytes > 1 << 20, "{statistics:?}");
    assert_eq!(statistics.stored, 0, "those that store have left");
}

#[test]
fn the_same_race_has_the_same_figures() {
    let run = || {
        let limits = Limits { nodes: Some(40_000), ..Limits::NONE };
        let (outcome, statistics) = endless(Strategy::Portfolio, limits, &Cancel::default());
        (outcome, statistics.expanded, statistics.generated, statistics.stored, statistics.peak_bytes)
    };
    let first = run();
    assert_eq!(first, run());
    assert_eq!(first.1, 40_000, "the node limit counts the expansions of all");
}
