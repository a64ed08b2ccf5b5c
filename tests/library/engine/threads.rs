//! Breadth-first search by several threads: the answer of one thread, and no false proof whatever
//! stops it.

use std::time::Duration;

use lurd::budget::{Budget, Cancel, Limits, THREAD_STACK};
use lurd::outcome::{Limit, Outcome, Stop};
use lurd::search::{Settings, Stepper, Strategy};
use lurd::space::{Replica, Space, Successors};

use super::graph::{Graph, GraphSpace, OwnType, Random, Shape, ThreeWords, Word};
use super::limits::endless_with;

fn bfs<Sh: Shape>(graph: &Graph, threads: usize, limits: Limits) -> Option<Outcome<usize>> {
    let space = GraphSpace::<Sh>::new(graph);
    let settings = Settings { threads, ..Settings::default() };
    let mut no_observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    Some(Stepper::bfs(&space, &settings).ok()?.finish(&mut budget))
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
            // Half of it is for the stack of the other thread.
            memory: Some(2 * THREAD_STACK),
            time: (random.below(4) == 0).then(|| Duration::from_micros(random.below(50) as u64)),
            ..Limits::NONE
        };
        let cancel = Cancel::default();
        if random.below(3) == 0 {
            cancel.cancel();
        }
        let space = GraphSpace::<Word>::new(&graph);
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut no_observer = ();
        let mut budget = Budget::new(limits, cancel, &mut no_observer);
        match Stepper::bfs(&space, &settings).ok().map(|mut search| search.finish(&mut budget)) {
            Some(Outcome::Stopped { lower_bound, .. }) => {
                stopped += 1;
                assert!(exact.is_none_or(|optimum| lower_bound <= optimum), "seed {seed}");
            }
            Some(Outcome::Solved { plan, .. }) => assert_eq!(Some(plan.cost), exact, "seed {seed}"),
            Some(Outcome::Unsolvable) => assert_eq!(exact, None, "seed {seed}"),
            None => {}
        }
    }
    assert!(stopped > 30, "{stopped}");
}

/// A room of a million squares without a way to the goal, of which the memory holds a part.
struct Room {
    side: u64,
    goal: u64,
}

impl Space for Room {
    type State = [u64];
    type Action = u8;

    fn start(&self) -> Vec<u64> {
        vec![0, 0, 7]
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        state[0] * self.side + state[1] == self.goal
    }
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        for (action, (down, right)) in (0..).zip(steps) {
            let to = (state[0].checked_add_signed(down), state[1].checked_add_signed(right));
            if let (Some(row), Some(column)) = to
                && row < self.side
                && column < self.side
            {
                children.push(&[row, column, 7], action, 1);
            }
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn replicate(&self) -> Option<Replica<'_, Self>> {
        Some(Box::new(|_| Ok(Self { ..*self })))
    }
}

#[test]
fn no_memory_limit_becomes_a_proof() {
    let (mut stopped, mut proved) = (0, 0);
    for seed in 0..24 {
        let random = &mut Random::new(seed);
        let side = 20 + random.below(300) as u64;
        let room = Room { side, goal: u64::MAX };
        let memory = 2 * THREAD_STACK + random.below(3 << 20) as u64;
        let mut no_observer = ();
        let limits = Limits { memory: Some(memory), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let settings = Settings { threads: 2, ..Settings::default() };
        match Stepper::bfs(&room, &settings).expect("it fits").finish(&mut budget) {
            Outcome::Unsolvable => {
                assert_eq!(budget.statistics().stored, side * side, "seed {seed}");
                proved += 1;
            }
            Outcome::Stopped { stop, .. } => {
                assert_eq!(stop, Stop::Limit(Limit::Memory), "seed {seed}");
                stopped += 1;
            }
            solved @ Outcome::Solved { .. } => panic!("seed {seed}: {solved:?}"),
        }
        assert!(budget.statistics().peak_bytes <= memory, "seed {seed}");
    }
    assert!(stopped > 3 && proved > 3, "{stopped} and {proved}");
}

/// More threads than anything has room for: as many as the memory has room for.
#[test]
fn too_many_threads_become_fewer() {
    let graph = Graph::random(3);
    for memory in [None, Some(64 << 20), Some(1 << 20)] {
        let limits = Limits { memory, ..Limits::NONE };
        let alone = bfs::<Word>(&graph, 1, Limits::NONE);
        assert_eq!(bfs::<Word>(&graph, 1_000_000_000, limits), alone);
    }
}

/// A twin that cannot be made, by a panic, must not leave the others waiting either.
struct NoTwin;

impl Space for NoTwin {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        1
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        children.push(&(state + 1), 0, 1);
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn replicate(&self) -> Option<Replica<'_, Self>> {
        Some(Box::new(|_| panic!("no twin")))
    }
}

#[test]
#[should_panic(expected = "no twin")]
fn a_panic_before_the_first_round_leaves_no_thread_waiting() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let _ = Stepper::bfs(&NoTwin, &settings).expect("it fits").finish(&mut Budget::unlimited());
}

/// Time, memory and cancelling end a search without end, soon.
#[test]
fn it_stops_when_it_should() {
    let settings = Settings { threads: 2, ..Settings::default() };
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::NONE };
    let (outcome, statistics) = endless_with(Strategy::Bfs, &settings, limits, &Cancel::default());
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    assert!(statistics.seconds < 2.0 && statistics.expanded > 100, "{statistics:?}");

    // The time limit is a guard: without the memory limit, the test must fail, not fill the memory.
    let limits = Limits { memory: Some(8 << 20), time: Some(Duration::from_secs(10)), ..Limits::NONE };
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
fn a_panic_in_one_thread_leaves_no_thread_waiting() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let mut budget = Budget::unlimited();
    let _ = Stepper::bfs(&Faulty, &settings).expect("it fits").finish(&mut budget);
}
