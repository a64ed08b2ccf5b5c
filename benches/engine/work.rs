//! The work of each figure, by either side.

use std::cell::Cell;
use std::hash::Hash;

use lurd::atlas::{Origin, enumerate_all};
use lurd::budget::{Budget, Limits, Statistics};
use lurd::outcome::{Outcome, Stop};
use lurd::search::{self, Searched, Settings, Stepper, Strategy};
use lurd::shifter::{Board, Packed};
use lurd::space::Space;
use pathfinding::prelude as peer;

use crate::bare::{Bare, redundant};
use crate::figure::{Figure, Measured, Sides};
use crate::spread;

/// A figure without preparation.
struct Work {
    name: &'static str,
    what: &'static str,
    /// Whether a round takes milliseconds.
    short: bool,
    /// Whether it is measured only if it is named.
    only_if_named: bool,
    lurd: fn() -> Measured,
    peer: fn() -> Measured,
}

impl Work {
    fn figure(&self) -> Figure {
        let (lurd, peer) = (self.lurd, self.peer);
        let rounds = if self.short { 21 } else { 3 };
        let only_if_named = self.only_if_named;
        Figure { only_if_named, ..Figure::new(self.name, self.what, rounds, move || Sides::new(lurd, peer)) }
    }
}

/// In this order: the short ones in a process as fresh as that of one who solves a puzzle, before the
/// long ones leave the allocator with memory that nobody has to fetch from the system again.
pub fn figures() -> Vec<Figure> {
    FIGURES.iter().map(Work::figure).collect()
}

const FIGURES: &[Work] = &[
    Work {
        name: "idastar",
        what: "missile 4, misplaced cells over line length; lurd prunes moves, the peer does not",
        short: true,
        only_if_named: false,
        lurd: || cost(&missile_4(TARGET), Strategy::Idastar),
        peer: idastar_without_pruning,
    },
    Work {
        name: "idastar-both-prune",
        what: "the same; the peer's state carries the last move, so that it prunes as lurd does",
        short: true,
        only_if_named: false,
        lurd: || cost(&missile_4(TARGET), Strategy::Idastar),
        peer: || {
            let space = missile_4(TARGET);
            let redundant = redundant(&space);
            let found = peer::idastar(
                &(space.start(), usize::MAX),
                |&(state, last)| {
                    let redundant = redundant.get(last);
                    let next = space.successors(state).enumerate();
                    let next = next.filter(|&(number, _)| !redundant.is_some_and(|it| it[number]));
                    next.map(|(number, next)| ((next, number), 1)).collect::<Vec<_>>()
                },
                |(state, _)| estimate(&space, *state),
                |(state, _)| space.is_goal(state),
            );
            found.expect("a way").1.into()
        },
    },
    Work {
        name: "idastar-none-prunes",
        what: "the same; neither prunes moves, both leave out the states on the path",
        short: true,
        only_if_named: false,
        lurd: || cost(&Bare::new(missile_4(TARGET)), Strategy::Idastar),
        peer: idastar_without_pruning,
    },
    Work {
        name: "bidirectional",
        what: "missile 4",
        short: true,
        only_if_named: false,
        lurd: || cost(&missile_4(TARGET), Strategy::Bidirectional),
        peer: bidirectional_of_peer,
    },
    Work {
        name: "bfs",
        what: "the first 2,000,000 expansions from missile 4's source, 8-byte states; lurd is told that 32 bits are used",
        short: false,
        only_if_named: false,
        lurd: || bfs_prefix(&missile_4(UNREACHABLE)),
        peer: bfs_of_8_byte_states,
    },
    Work {
        name: "bfs-64-bit-keys",
        what: "the same; both store 64 bits",
        short: false,
        only_if_named: false,
        lurd: || bfs_prefix(&Bare::new(missile_4(UNREACHABLE))),
        peer: bfs_of_8_byte_states,
    },
    Work {
        name: "pathfinding-bridge",
        what: "the same; pathfinding's bfs as lurd's strategy pathfinding-bfs runs it, with limits",
        short: false,
        only_if_named: true,
        lurd: || {
            let limits = Limits { nodes: Some(EXPANSIONS), ..Limits::NONE };
            run_named(&missile_4(UNREACHABLE), Strategy::PathfindingBfs, limits).1.expanded.into()
        },
        peer: || {
            bfs_of_8_byte_states();
            EXPANSIONS.into()
        },
    },
    Work {
        name: "bfs-32-byte-state",
        what: "the same with 32-byte states",
        short: false,
        only_if_named: false,
        lurd: || bfs_prefix(&spread::Spreads),
        peer: || {
            peer_bfs_prefix(&spread::start(), |state| {
                (0..spread::MOVES).map(|number| spread::moved(state, number)).collect()
            })
        },
    },
    Work {
        name: "astar",
        what: "a target at depth 11 from missile 4's source, misplaced cells over line length",
        short: false,
        only_if_named: false,
        lurd: || cost(&missile_4(DEPTH_11), Strategy::Astar),
        peer: || {
            let space = missile_4(DEPTH_11);
            let found = peer::astar(
                &space.start(),
                |state| space.successors(*state).map(|next| (next, 1)).collect::<Vec<_>>(),
                |state| estimate(&space, *state),
                |state| space.is_goal(state),
            );
            found.expect("a way").1.into()
        },
    },
    Work {
        name: "enumerate",
        what: "missile 4's whole space from its source, by rank against pathfinding::bfs",
        short: false,
        only_if_named: true,
        lurd: whole_space,
        peer: whole_space_by_hash_table,
    },
    Work {
        name: "enumerate-hash-tables",
        what: "the same by bfs without a ranking, on 64-bit keys: a hash table against a hash table",
        short: false,
        only_if_named: true,
        lurd: || {
            let (outcome, statistics) = run(&Bare::without_goal(missile_4(TARGET)), Strategy::Bfs, Limits::NONE);
            assert_eq!(outcome, Outcome::Unsolvable, "nothing is a goal");
            statistics.expanded.into()
        },
        peer: whole_space_by_hash_table,
    },
];

const SOURCE: &str = "1221/3443/3443/2442";
const TARGET: &str = "4342/3124/4243/2431";
const DEPTH_11: &str = "2333/4114/4224/2344";
/// Deeper than any expansion of the prefix sees.
const UNREACHABLE: &str = DEPTH_11;
const EXPANSIONS: u64 = 2_000_000;
/// The states known then.
const STORED: u64 = 8_457_528;

fn space(source: &str, target: &str) -> Packed {
    let board = |text: &str| Board::new(4, text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'1').collect());
    Packed::new(&board(source), &board(target), false)
}

fn missile_4(target: &str) -> Packed {
    space(SOURCE, target)
}

fn missile_4_as_source(source: &str) -> Packed {
    space(source, SOURCE)
}

/// A search by a strategy that is compiled for the space, as hot paths have it.
fn run<S: Searched>(space: &S, strategy: Strategy, limits: Limits) -> (Outcome<S::Action>, Statistics) {
    let begin = match strategy {
        Strategy::Astar => Stepper::astar,
        Strategy::Bfs => Stepper::bfs,
        Strategy::Bidirectional => Stepper::bidirectional,
        Strategy::Idastar => Stepper::idastar,
        other => unreachable!("{other:?} has no row here"),
    };
    let mut budget = Budget::within(limits);
    let outcome = begin(space, &Settings::default()).expect("it fits").finish(&mut budget);
    (outcome, budget.statistics())
}

/// The same by a strategy that is named at run time.
fn run_named<S: Searched>(space: &S, strategy: Strategy, limits: Limits) -> (Outcome<S::Action>, Statistics) {
    let mut budget = Budget::within(limits);
    let outcome = search::run(space, strategy, &Settings::default(), &mut budget).expect("it fits");
    (outcome, budget.statistics())
}

fn cost<S: Searched>(space: &S, strategy: Strategy) -> Measured {
    match run(space, strategy, Limits::NONE) {
        (Outcome::Solved { plan, .. }, statistics) => Measured {
            answers: vec![plan.cost],
            note: format!(
                "\n  expanded {}, generated {}, {:.1} bytes a state at peak",
                statistics.expanded,
                statistics.generated,
                statistics.peak_bytes as f64 / statistics.stored.max(1) as f64
            ),
        },
        _ => panic!("there is a way"),
    }
}

/// The number of states of the whole space.
fn whole_space() -> Measured {
    let space = missile_4(TARGET);
    let mut budget = Budget::unlimited();
    let all = enumerate_all(&space, &space, Origin::Start, 1, &mut budget).expect("no limit");
    let peak = budget.statistics().peak_bytes;
    Measured { answers: vec![all.reached()], note: format!("\n  {} layers, {peak} bytes at peak", all.layers().len()) }
}

/// The depth that a breadth-first search has reached after that many expansions.
fn bfs_prefix<S: Searched>(space: &S) -> Measured {
    let limits = Limits { nodes: Some(EXPANSIONS), ..Limits::NONE };
    let (outcome, statistics) = run(space, Strategy::Bfs, limits);
    let Outcome::Stopped { stop: Stop::Limit(_), lower_bound } = outcome else { panic!("it cannot end") };
    assert_eq!((statistics.expanded, statistics.stored), (EXPANSIONS, STORED), "the work itself");
    Measured {
        answers: vec![lower_bound - 1],
        note: format!(
            "\n  stored {}, {:.1} bytes a state at peak",
            statistics.stored,
            statistics.peak_bytes as f64 / statistics.stored as f64
        ),
    }
}

fn peer_bfs_prefix<N: Eq + Hash + Clone>(start: &N, successors: impl Fn(&N) -> Vec<N>) -> Measured {
    let expanded = Cell::new(0);
    let path = peer::bfs(
        start,
        |node| {
            expanded.set(expanded.get() + 1);
            successors(node)
        },
        |_| expanded.get() > EXPANSIONS,
    );
    // The last state on the path was generated by the one too many.
    (path.expect("stopped by the count").len() as u64 - 2).into()
}

fn estimate(space: &Packed, state: u64) -> u64 {
    space.heuristic().map_or(0, |estimate| estimate.of(&state))
}

fn idastar_without_pruning() -> Measured {
    let space = missile_4(TARGET);
    let found = peer::idastar(
        &space.start(),
        |state| space.successors(*state).map(|next| (next, 1)).collect::<Vec<_>>(),
        |state| estimate(&space, *state),
        |state| space.is_goal(state),
    );
    found.expect("a way").1.into()
}

fn bidirectional_of_peer() -> Measured {
    let space = missile_4(TARGET);
    let end = missile_4_as_source(TARGET).start();
    let found = peer::bfs_bidirectional(
        &space.start(),
        &end,
        |state| space.successors(*state).collect::<Vec<_>>(),
        |state| space.successors(*state).collect::<Vec<_>>(),
    );
    (found.expect("a way").len() as u64 - 1).into()
}

fn bfs_of_8_byte_states() -> Measured {
    let space = missile_4(UNREACHABLE);
    peer_bfs_prefix(&space.start(), |state| space.successors(*state).collect())
}

/// The number of states of the whole space.
fn whole_space_by_hash_table() -> Measured {
    let space = missile_4(TARGET);
    let expanded = Cell::new(0_u64);
    let path = peer::bfs(
        &space.start(),
        |state| {
            expanded.set(expanded.get() + 1);
            space.successors(*state).collect::<Vec<_>>()
        },
        |_| false,
    );
    assert!(path.is_none(), "nothing is a goal");
    expanded.get().into()
}
