//! The portfolio: who wins, what a win may claim, and how memory is shared. (As a row of the table it
//! also goes through the tests for all strategies.)

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Proof, Stop};
use lurd::search::{Claim, Settings, Stepper, Strategy};
use lurd::space::{Space, Successors};

use super::graph::{Graph, GraphSpace, Random, Word, follow};
use super::limits::{endless, endless_with};

fn race(graph: &Graph, limits: Limits) -> (Outcome<usize>, Strategy) {
    race_by(1, graph, limits)
}

fn race_by(threads: usize, graph: &Graph, limits: Limits) -> (Outcome<usize>, Strategy) {
    let settings = Settings { threads, ..Settings::default() };
    let space = GraphSpace::<Word>::new(graph);
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let mut search = Stepper::new(&space, Strategy::Portfolio, &settings).expect("it fits all");
    let outcome = search.finish(&mut budget);
    (outcome, search.strategy())
}

#[test]
fn the_winner_is_named_and_claims_what_it_may() {
    let mut without_proof = 0;
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let (outcome, winner) = race_by(1 + seed as usize % 3, &graph, Limits::NONE);
        assert_ne!(winner, Strategy::Portfolio, "seed {seed}: a conclusion has an author");
        match outcome {
            Outcome::Solved { plan, proof, .. } => {
                let (cost, end) = follow(&graph, &plan.actions);
                assert!(cost == plan.cost && graph.goals.contains(&end), "seed {seed}");
                // A winner that claims nothing is optimal only if its cost meets the lower bound.
                let claims_nothing = winner.row().claim == Claim::Nothing;
                assert!(proof == Proof::Optimal || claims_nothing == (proof == Proof::Nothing), "seed {seed}");
                without_proof += u32::from(proof == Proof::Nothing);
                assert!(proof != Proof::Optimal || Some(cost) == exact, "seed {seed}");
            }
            other => assert_eq!((other, exact), (Outcome::Unsolvable, None), "seed {seed}"),
        }
    }
    assert!(without_proof > 20, "{without_proof}");
}

#[test]
fn without_a_conclusion_there_is_no_winner_and_no_proof() {
    let mut stopped = 0;
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let random = &mut Random::new(seed);
        let limits =
            Limits { nodes: Some(random.below(20) as u64), memory: Some(random.below(60_000) as u64), ..Limits::NONE };
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
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        children.push(&(state + 1), 1, 1);
        children.push(&(state + 2), 2, 2);
    }
    fn unit_costs(&self) -> bool {
        false
    }
}

#[test]
fn it_races_only_those_that_fit() {
    let mut budget = Budget::unlimited();
    let space = Ladder { goal: 5_000 };
    let mut search = Stepper::new(&space, Strategy::Portfolio, &Settings::default()).expect("it fits all");
    let outcome = search.finish(&mut budget);
    let Outcome::Solved { plan, proof, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((plan.cost, proof, search.strategy()), (5_000, Proof::Optimal, Strategy::Uniform));
}

/// The last member may have all the memory, and its end is that of the race.
#[test]
fn the_memory_limit_ends_a_race_in_which_no_member_has_enough_memory() {
    let mut no_observer = ();
    // The limit of expansions is a guard: without the memory limit, the test must fail, not fill the memory.
    let limits = Limits { memory: Some(1 << 20), nodes: Some(3_000_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let space = Ladder { goal: u64::MAX };
    let mut search = Stepper::new(&space, Strategy::Portfolio, &Settings::default()).expect("it fits all");
    let outcome = search.finish(&mut budget);
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), lower_bound: 1.. }), "{outcome:?}");
    let peak = budget.statistics().peak_bytes;
    assert!(peak <= 1 << 20 && peak > 1 << 18, "{peak}");
}

/// Members that outgrow their share leave the race; the one that stores nothing goes on.
#[test]
fn members_without_memory_leave_the_others_to_it() {
    // Work is limited and not time, so that it is enough on a busy machine, too.
    let limits = Limits { memory: Some(4 << 20), nodes: Some(2_000_000), ..Limits::NONE };
    let (outcome, statistics) = endless(Strategy::Portfolio, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Nodes), .. }), "{outcome:?}");
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

#[test]
fn threads_obey_limits_and_prove_nothing_by_them() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let race = |limits, cancel: &Cancel| endless_with(Strategy::Portfolio, &settings, limits, cancel);
    let room = Limits { memory: Some(64 << 20), time: Some(Duration::from_secs(20)), ..Limits::NONE };
    let (outcome, statistics) = race(Limits { time: Some(Duration::from_millis(60)), ..room }, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    assert!(statistics.seconds < 5.0 && statistics.peak_bytes <= 64 << 20, "{statistics:?}");
    assert!(statistics.expanded > 0 && statistics.generated > 0, "{statistics:?}");
    let (outcome, statistics) = race(Limits { nodes: Some(5_000), ..room }, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Nodes), .. }), "{outcome:?}");
    assert_eq!(statistics.expanded, 5_000);
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let later = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        flag.cancel();
    });
    let (outcome, statistics) = race(room, &cancel);
    later.join().expect("the timer does not panic");
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Cancelled, .. }), "{outcome:?}");
    assert!(statistics.seconds < 5.0, "{statistics:?}");
    assert!(!flag_is_left_behind(&cancel), "the flag of the user is not the one for the losers");
}

#[test]
fn threads_divide_the_memory_and_prove_nothing_by_it() {
    let settings = Settings { threads: 2, ..Settings::default() };
    // Two stacks take 4 MiB of it.
    let limits = Limits { memory: Some(16 << 20), time: Some(Duration::from_millis(500)), ..Limits::NONE };
    let (outcome, statistics) = endless_with(Strategy::Portfolio, &settings, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    assert!(statistics.peak_bytes <= 16 << 20 && statistics.peak_bytes > 4 << 20, "{statistics:?}");
    for seed in 0..100 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let memory = Some(Random::new(seed).below(8_000) as u64);
        let limits = Limits { memory, time: Some(Duration::from_millis(50)), ..Limits::NONE };
        match race_by(2, &graph, limits) {
            (Outcome::Stopped { lower_bound, .. }, winner) => {
                assert_eq!(winner, Strategy::Portfolio);
                assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "seed {seed}");
            }
            (Outcome::Unsolvable, _) => assert_eq!(exact, None, "seed {seed}"),
            (Outcome::Solved { .. }, _) => assert!(exact.is_some(), "seed {seed}"),
        }
    }
}

/// Whether a race that somebody won sets the flag of the user.
fn flag_is_left_behind(cancel: &Cancel) -> bool {
    cancel.reset();
    let graph = (0..1_000).map(Graph::random).find(|graph| graph.exact()[graph.start] > Some(3)).expect("many");
    let space = GraphSpace::<Word>::new(&graph);
    let settings = Settings { threads: 2, ..Settings::default() };
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
    let outcome = Stepper::new(&space, Strategy::Portfolio, &settings).expect("fits").finish(&mut budget);
    assert!(matches!(outcome, Outcome::Solved { .. }), "{outcome:?}");
    cancel.is_cancelled()
}
