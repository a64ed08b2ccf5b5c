//! Breadth-first search by several threads: the answer of one thread, and no false proof whatever
//! stops it.

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Stop};
use lurd::search::{self, Settings, Strategy};
use lurd::space::{Replica, Space, Successors};

use super::graph::{Graph, GraphSpace, OwnType, Random, Shape, ThreeWords, Word};
use super::limits::endless_with;

fn bfs<Sh: Shape>(graph: &Graph, threads: usize, limits: Limits) -> Option<Outcome<usize>> {
    let space = GraphSpace::<Sh>::new(graph);
    let settings = Settings { threads, ..Settings::default() };
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    search::run(&space, Strategy::Bfs, &settings, &mut budget).ok()
}

#[test]
fn the_answer_is_that_of_one_thread() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let Some(alone) = bfs::<Word>(&graph, 1, Limits::NONE) else { continue };
        match alone {
            Outcome::Solved { .. } => solved += 1,
            _ => unsolvable += 1,
        }
        for threads in [2, 3] {
            assert_eq!(bfs::<Word>(&graph, threads, Limits::NONE).as_ref(), Some(&alone), "seed {seed}");
        }
        assert_eq!(bfs::<ThreeWords>(&graph, 2, Limits::NONE).as_ref(), Some(&alone), "seed {seed}");
        assert_eq!(bfs::<OwnType>(&graph, 2, Limits::NONE).as_ref(), Some(&alone), "seed {seed}");
    }
    assert!(solved > 100 && unsolvable > 20, "{solved} and {unsolvable}");
}

#[test]
fn no_limit_becomes_a_proof() {
    let mut stopped = 0;
    for seed in 0..1_000 {
        let graph = Graph::random(seed);
        let exact = graph.exact()[graph.start];
        let random = &mut Random::new(seed);
        let limits = Limits {
            memory: Some(random.below(80_000) as u64),
            time: (random.below(4) == 0).then(|| Duration::from_micros(random.below(200) as u64)),
            ..Limits::NONE
        };
        match bfs::<Word>(&graph, 2, limits) {
            Some(Outcome::Stopped { lower_bound, .. }) => {
                stopped += 1;
                assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "seed {seed}");
            }
            Some(Outcome::Solved { plan, .. }) => assert_eq!(Some(plan.cost), exact, "seed {seed}"),
            Some(Outcome::Unsolvable) => assert_eq!(exact, None, "seed {seed}"),
            None => {}
        }
    }
    assert!(stopped > 100, "{stopped}");
}

/// Time, memory and cancelling end a search without end, soon.
#[test]
fn it_stops_when_it_should() {
    let settings = Settings { threads: 2, ..Settings::default() };
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::NONE };
    let (outcome, statistics) = endless_with(Strategy::Bfs, &settings, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    assert!(statistics.seconds < 2.0 && statistics.expanded > 100, "{statistics:?}");

    let limits = Limits { memory: Some(8 << 20), ..Limits::NONE };
    let (outcome, statistics) = endless_with(Strategy::Bfs, &settings, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }), "{outcome:?}");
    assert!(statistics.peak_bytes <= 8 << 20 && statistics.stored > 50_000, "{statistics:?}");

    let cancel = Cancel::default();
    let later = cancel.clone();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        later.cancel();
    });
    let (outcome, statistics) = endless_with(Strategy::Bfs, &settings, Limits::NONE, &cancel);
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Cancelled, .. }), "{outcome:?}");
    assert!(statistics.seconds < 2.0, "{statistics:?}");
    canceller.join().expect("it only waits");
}

/// A space that cannot be expanded for long.
struct Faulty;

impl Space for Faulty {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        1
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        assert!(*state < 1000, "a mistake in a plug-in");
        children.push(&(2 * state), 0, 1);
        children.push(&(2 * state + 1), 1, 1);
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn replicate(&self) -> Option<Replica<'_, Self>> {
        Some(Box::new(|_| Ok(Self)))
    }
}

#[test]
#[should_panic(expected = "a mistake in a plug-in")]
fn a_panic_in_one_thread_leaves_nobody_waiting() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let mut budget = Budget::unlimited();
    let _ = search::run(&Faulty, Strategy::Bfs, &settings, &mut budget);
}
