//! A search that moves into another thread and is cancelled from outside.

use std::{thread, time::Duration};

use lurd_engine::Graph;
use lurd_engine::{Budget, Cancel, Limits};
use lurd_engine::{Outcome, Stop};
use lurd_engine::{Settings, Stepper};

pub(crate) fn main() {
    let cancel = Cancel::default();
    // No goal can be reached, and there are 2^64 states.
    let graph = Graph::new(1, |&n: &u64| [(n.wrapping_add(1), 1), (n.rotate_left(7), 3)], |_| false);
    let flag = cancel.clone();
    let search = thread::spawn(move || {
        let mut budget = Budget::within(Limits::usual()).cancelled_by(&flag);
        Stepper::uniform(&graph, &Settings::default()).expect("it fits").finish(&mut budget)
    });
    thread::sleep(Duration::from_millis(50));
    cancel.cancel();
    let outcome = search.join().expect("the search does not panic");
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Cancelled, .. }));
}
