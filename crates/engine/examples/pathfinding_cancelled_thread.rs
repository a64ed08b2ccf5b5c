//! `cancelled_thread` with the crate `pathfinding`, which returns the same as if there were no path.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{thread, time::Duration};

use pathfinding::prelude::dijkstra;

fn main() {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    // No goal can be reached, and there are 2^64 states.
    let successors = move |&n: &u64| {
        if flag.load(Ordering::Relaxed) {
            return vec![];
        }
        vec![(n.wrapping_add(1), 1), (n.rotate_left(7), 3)]
    };
    let search = thread::spawn(move || dijkstra(&1, successors, |_| false));
    thread::sleep(Duration::from_millis(50));
    cancel.store(true, Ordering::Relaxed);
    let result = search.join().expect("the search does not panic");
    assert!(result.is_none());
}
