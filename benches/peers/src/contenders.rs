//! The contenders and the work: the first 2,000,000 expansions from missile 4's source.
//!
//! All of them see the states in the same order and generate 32,000,000. The target is deeper than
//! any of these, so nobody finds it and each is stopped by the means it has.

use std::{cell::Cell, sync::atomic::{AtomicU64, Ordering}};

use lurd::{budget::{Budget, Cancel, Limits}, outcome::{Outcome, Stop}, search::{self, Settings, Strategy}, shifter::{Board, Packed}, space::Space};
use stateright::{Checker, Model, Property};

/// One line of the table.
pub struct Contender {
    pub name: &'static str,
    pub what: &'static str,
    pub run: fn() -> Ending,
}

/// How the run of a contender ended.
pub struct Ending {
    /// The depth of the last state it expanded.
    pub depth: u64,
    /// How many states it has stored, if it reports that.
    pub known: Option<u64>,
    pub says: String,
}

pub const CONTENDERS: &[Contender] = &[
    Contender { name: "lurd", what: "lurd, `bfs`", run: lurd },
    Contender { name: "pathfinding", what: "`pathfinding` 4.16, `bfs`", run: pathfinding_with_vectors },
    Contender {
        name: "pathfinding-iterator",
        what: "the same, successors as an iterator",
        run: pathfinding_with_iterators,
    },
    Contender { name: "stateright", what: "`stateright` 0.31, `spawn_bfs`", run: stateright },
];

const EXPANSIONS: u64 = 2_000_000;
const MOVES: u64 = 16;
/// The states known then.
pub const STORED: u64 = 8_457_528;
/// The depth of the last state expanded.
pub const DEPTH: u64 = 7;

#[allow(clippy::cast_precision_loss, reason = "a figure with one decimal")]
pub fn per_state(bytes: u64) -> f64 {
    bytes as f64 / STORED as f64
}

fn missile_4() -> Packed {
    let board = |text: &str| {
        Board::new(4, text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'1').collect())
    };
    Packed::new(&board("1221/3443/3443/2442"), &board("2333/4114/4224/2344"), false)
}

fn lurd() -> Ending {
    let space = missile_4();
    let mut no_observer = ();
    let limits = Limits { nodes: Some(EXPANSIONS), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let outcome = search::run(&space, Strategy::Bfs, &Settings::default(), &mut budget).expect("it fits");
    let Outcome::Stopped { stop: Stop::Limit(limit), lower_bound } = outcome else {
        panic!("it can only be stopped");
    };
    let statistics = budget.statistics();
    assert_eq!(statistics.expanded, EXPANSIONS);
    Ending {
        depth: lower_bound - 1,
        known: Some(statistics.stored),
        says: format!(
            "stopped by the {} limit, not a proof; no plan costs less than {lower_bound}; {} expanded, \
             {} generated, {} known; {:.1} bytes a state by its own count",
            limit.describe(),
            statistics.expanded,
            statistics.generated,
            statistics.stored,
            per_state(statistics.peak_bytes)
        ),
    }
}

/// As the crate's examples do it, and as the figure `bfs` does.
fn pathfinding_with_vectors() -> Ending {
    let space = missile_4();
    pathfinding(&space, |state| space.successors(state).collect::<Vec<_>>())
}

/// Without a vector for each expansion, which the crate allows, too.
fn pathfinding_with_iterators() -> Ending {
    let space = missile_4();
    pathfinding(&space, |state| space.successors(state))
}

fn pathfinding<I: IntoIterator<Item = u64>>(space: &Packed, successors: impl Fn(u64) -> I) -> Ending {
    let expanded = Cell::new(0);
    let path = pathfinding::prelude::bfs(
        &space.start(),
        |state| {
            expanded.set(expanded.get() + 1);
            successors(*state)
        },
        // The crate has no limits. The success that is none is the only way out, and it comes with
        // the first successor of the expansion after the last.
        |state| expanded.get() > EXPANSIONS || space.is_goal(state),
    );
    let states = path.expect("stopped by the count").len() as u64;
    Ending {
        // Without the start and without the successor.
        depth: states - 2,
        known: None,
        says: format!("a path of {states} states to where its success closure gave up; no counts"),
    }
}

/// Missile 4 as `stateright` sees it.
struct Shifter {
    space: Packed,
    expanded: AtomicU64,
}

impl Model for Shifter {
    type State = u64;
    /// The successor itself: one call of the successor function does the work of an expansion, and
    /// the checker keeps the numbers of actions only.
    type Action = u64;

    fn init_states(&self) -> Vec<u64> {
        vec![self.space.start()]
    }

    /// The checker looks at its limit after every 1500 states. Those of the last block that are one
    /// too many have no actions here.
    fn actions(&self, state: &u64, actions: &mut Vec<u64>) {
        // One thread: a load and a store need not be one step.
        let expanded = self.expanded.load(Ordering::Relaxed);
        if expanded < EXPANSIONS {
            self.expanded.store(expanded + 1, Ordering::Relaxed);
            actions.extend(self.space.successors(*state));
        }
    }

    fn next_state(&self, _: &u64, successor: u64) -> Option<u64> {
        Some(successor)
    }

    /// Without a property the checker ends at once.
    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::sometimes("solved", |model, state| model.space.is_goal(state))]
    }
}

fn stateright() -> Ending {
    // The start counts as generated.
    let generated = usize::try_from(EXPANSIONS * MOVES + 1).expect("it fits into 32 bits");
    let checker = Shifter { space: missile_4(), expanded: AtomicU64::new(0) }
        .checker()
        .threads(1)
        .target_state_count(generated)
        .spawn_bfs()
        .join();
    assert_eq!(checker.state_count(), generated);
    assert_eq!(checker.model().expanded.load(Ordering::Relaxed), EXPANSIONS);
    assert!(checker.discovery("solved").is_none());
    Ending {
        // It counts states on the path.
        depth: checker.max_depth() as u64 - 1,
        known: Some(checker.unique_state_count() as u64),
        says: format!(
            "`is_done()` is {}, which does not tell a limit from the end; no discovery; {} generated, \
             {} known by 64-bit fingerprint, depth {}",
            checker.is_done(),
            checker.state_count(),
            checker.unique_state_count(),
            checker.max_depth()
        ),
    }
}
