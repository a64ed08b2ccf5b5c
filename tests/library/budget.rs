//! The budget counts and refuses what it should.

use std::time::{Duration, Instant};

use crate::common::notes::Notes;
use lurd::budget::{Allotment, Budget, Cancel, Limits, Task, TracePoint, WorkKind};
use lurd::outcome::{Limit, Stop};

#[test]
fn the_node_limit_is_exact() {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(3), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    for _ in 0..3 {
        assert_eq!(budget.expand(), Ok(()));
    }
    assert_eq!(budget.expand(), Err(Stop::Limit(Limit::Nodes)));
    assert_eq!(budget.statistics().expanded, 3);
}

#[test]
fn many_expansions_at_once_meet_the_limit_exactly() {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(30), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    budget.pause_after(20);
    assert_eq!(budget.expand_up_to(16), Ok(16));
    assert_eq!(budget.expand_up_to(16), Ok(4));
    assert_eq!(budget.expand_up_to(16), Err(Stop::Paused));
    budget.pause_after(100);
    assert_eq!(budget.expand_up_to(16), Ok(10));
    assert_eq!(budget.expand_up_to(16), Err(Stop::Limit(Limit::Nodes)));
    assert_eq!(budget.statistics().expanded, 30);
}

#[test]
fn notes_reach_observers_that_want_them() {
    let mut notes = Notes::default();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut notes);
    budget.note(|| "a plan of 3 steps".to_owned());
    assert_eq!(notes.0, ["a plan of 3 steps"]);
    let mut budget = Budget::unlimited();
    budget.note(|| panic!("the observer wants no notes"));
}

#[test]
fn a_paused_search_can_be_resumed() {
    let mut budget = Budget::unlimited();
    budget.pause_after(1);
    assert_eq!(budget.expand(), Ok(()));
    assert_eq!(budget.expand(), Err(Stop::Paused));
    budget.pause_after(1);
    assert_eq!(budget.expand(), Ok(()));
}

#[test]
fn memory_is_refused_before_it_is_reserved() {
    let mut no_observer = ();
    let limits = Limits { memory: Some(100), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    assert_eq!(budget.grow(60), Ok(()));
    assert_eq!(budget.grow(60), Err(Stop::Limit(Limit::Memory)));
    assert_eq!(budget.memory_left(), Some(40));
    budget.shrink(30);
    assert_eq!(budget.grow(60), Ok(()));
    assert_eq!(budget.statistics().peak_bytes, 90);
}

#[test]
fn the_trace_records_changes() {
    let mut budget = Budget::unlimited();
    for bound in [3, 3, 5, 4] {
        assert_eq!(budget.expand(), Ok(()));
        budget.raise_bound(bound);
        budget.found(10 - bound);
    }
    assert_eq!(budget.lower_bound(), 5);
    let trace = budget.into_record().trace;
    let bounds = [TracePoint { expanded: 1, cost: 3 }, TracePoint { expanded: 3, cost: 5 }];
    assert_eq!(trace.bounds, bounds);
    assert_eq!(trace.plans.iter().map(|plan| plan.cost).collect::<Vec<_>>(), [7, 5]);
}

#[test]
fn cancellation_stops_at_the_next_reading_of_the_clock() {
    let mut no_observer = ();
    let cancel = Cancel::default();
    let mut budget = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
    assert_eq!(budget.expand(), Ok(()));
    cancel.cancel();
    let stopped = (0..1 << 20).find_map(|_| budget.expand().err());
    assert_eq!(stopped, Some(Stop::Cancelled));
}

#[test]
fn the_time_limit_holds_although_the_clock_is_rarely_read() {
    let mut no_observer = ();
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
    let started = Instant::now();
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    while budget.expand().is_ok() {}
    assert_eq!(budget.expand(), Err(Stop::Limit(Limit::Time)));
    assert!(started.elapsed() >= Duration::from_millis(20));
}

#[test]
fn an_allotment_limits_its_owner_only() {
    let mut no_observer = ();
    let limits = Limits { memory: Some(100), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let (mut one, mut two) = (Allotment::default(), Allotment::default());
    let memory = Stop::Limit(Limit::Memory);
    assert_eq!(budget.with_allotment(&mut one, 9, Some(50), |budget| budget.grow(40)), Ok(()));
    assert_eq!(budget.with_allotment(&mut one, 9, Some(50), |budget| budget.grow(20)), Err(memory));
    assert_eq!(budget.with_allotment(&mut two, 9, Some(50), |budget| budget.grow(50)), Ok(()));
    assert_eq!((one.used(), two.used(), budget.memory_left()), (40, 50, Some(10)));
    budget.reclaim(&one);
    // The limit of the whole budget holds too.
    assert_eq!(budget.with_allotment(&mut two, 9, Some(1_000), |budget| budget.grow(60)), Err(memory));
    assert_eq!(budget.with_allotment(&mut two, 9, Some(100), |budget| budget.grow(50)), Ok(()));
    assert_eq!(budget.statistics().peak_bytes, 100);
}

#[test]
fn stored_states_are_added_up() {
    let mut budget = Budget::unlimited();
    let (mut one, mut two) = (Allotment::default(), Allotment::default());
    budget.with_allotment(&mut one, 9, None, |budget| budget.stored(5));
    budget.with_allotment(&mut two, 9, None, |budget| budget.stored(3));
    budget.with_allotment(&mut one, 9, None, |budget| budget.stored(7));
    assert_eq!(budget.statistics().stored, 10);
    budget.reclaim(&one);
    assert_eq!(budget.statistics().stored, 3);
}

#[test]
fn a_search_with_own_bounds_raises_no_bound() {
    let mut budget = Budget::unlimited();
    budget.raise_bound(3);
    budget.with_own_bounds(|budget| {
        budget.raise_bound(500);
        budget.found(700);
        assert_eq!((budget.expand(), budget.lower_bound()), (Ok(()), 500));
    });
    assert_eq!((budget.lower_bound(), budget.statistics().expanded), (3, 1));
    assert_eq!(budget.into_record().trace.bounds.len(), 1);
}

#[test]
fn the_earlier_pause_comes_first() {
    let mut budget = Budget::unlimited();
    let most = |budget: &mut Budget<'_>| (0..100).take_while(|_| budget.expand().is_ok()).count();
    assert_eq!(budget.in_slice(3, most), 3);
    assert_eq!(budget.in_slice(5, |budget| budget.in_slice(9, most)), 5);
    assert_eq!(budget.in_slice(9, |budget| budget.in_slice(5, most)), 5);
    assert!(budget.expand().is_ok(), "a slice leaves no pause behind");
}

/// Checks that are cheap become rare; after a large table they must not stay so.
#[test]
fn a_large_reservation_makes_the_next_check_read_the_clock() {
    let (cancel, mut no_observer) = (Cancel::default(), ());
    let mut budget = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
    for _ in 0..2_000_000 {
        assert_eq!(budget.check(), Ok(()));
    }
    cancel.cancel();
    budget.grow(8 << 20).expect("no limit");
    assert_eq!(budget.check(), Err(Stop::Cancelled));
}

#[test]
fn the_milestone_is_kept_until_it_is_replaced() {
    let mut budget = Budget::unlimited();
    assert_eq!(budget.milestone(), None);
    let task = Task { name: "packed", done: 1, of: 2, began: None };
    budget.note_milestone(Some(task));
    assert_eq!(budget.milestone(), Some(task));
    budget.note_milestone(None);
    assert_eq!(budget.milestone(), None);
}

/// Expands `count` states.
fn expand(budget: &mut Budget<'_>, count: u32) {
    for _ in 0..count {
        assert_eq!(budget.expand(), Ok(()));
    }
}

#[test]
fn expansions_count_for_the_innermost_part() {
    let mut budget = Budget::unlimited();
    expand(&mut budget, 1);
    budget.in_part("outer", |budget| {
        expand(budget, 2);
        budget.in_part("inner", |budget| expand(budget, 3));
        expand(budget, 4);
    });
    budget.in_part("inner", |budget| expand(budget, 5));
    // Those of other threads count for the parts that these threads were in.
    let search = |budget: &mut Budget<'_>| {
        budget.in_part("thread", |budget| expand(budget, 10));
        Ok(())
    };
    let finished = budget.side_by_side(2, |threads| vec![search; threads]).expect("two threads");
    assert_eq!(finished.stopped, Ok(()));
    budget.tally().add(WorkKind::Rule, "rule", 7, std::time::Duration::ZERO);
    let record = budget.into_record();
    let counts: Vec<_> = record.works.iter().map(|work| (work.name, work.count)).collect();
    let expected = [("other work", 1), ("outer", 6), ("inner", 8), ("thread", 20), ("rule", 7)];
    let sorted = |mut counts: Vec<(&'static str, u64)>| {
        counts.sort_unstable();
        counts
    };
    assert_eq!(sorted(counts), sorted(expected.to_vec()));
    assert_eq!(record.statistics.expanded, 35);
}
