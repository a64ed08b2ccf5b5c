//! The race by several threads: each has a part of the members and a space of its own.
//!
//! The winner may vary from run to run; the claims do not. The calling thread polls the budget and
//! collects the results.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::turns::{Turns, Won, entrants};
use crate::budget::{Cancel, Limits, Statistics};
use crate::outcome::Limit;
use crate::search::strategies::prelude::*;

/// Interval between checks of the budget.
const POLL: Duration = Duration::from_millis(2);

type RaceEnd<A> = Result<Won<A>, Stop>;

struct ThreadResult<A> {
    end: RaceEnd<A>,
    statistics: Statistics,
    lower_bound: Cost,
}

/// Races with up to [`Settings::threads`] threads; `None` if the space has no twins or there is only one
/// member. The race cannot be resumed after a stop.
pub(super) fn race<S: Searched>(
    space: &S,
    settings: &Settings,
    begin: Starter<S>,
    budget: &mut Budget<'_>,
) -> Option<RaceEnd<S::Action>> {
    let parts = settings.threads.min(entrants(space, settings).count());
    if parts < 2 {
        return None;
    }
    let replicas = (0..parts).map(|_| space.replicate()).collect::<Option<Vec<_>>>()?;
    let memory = budget.memory_left().map(|left| left / parts as u64);
    let limits = Limits { memory, ..Limits::NONE };
    // Set once a thread has a conclusion or the budget says stop.
    let over = Cancel::default();
    Some(std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for (part, replicate) in replicas.into_iter().enumerate() {
            let (sender, over) = (sender.clone(), over.clone());
            scope.spawn(move || {
                let mut no_observer = ();
                let mut budget = Budget::new(limits, over, &mut no_observer);
                let end = replicate(&mut budget).and_then(|space| {
                    Turns::new(&space, settings, begin, (part, parts)).advance(&mut budget)
                });
                let (statistics, lower_bound) = (budget.statistics(), budget.lower_bound());
                // The receiver is gone only if the calling thread panicked.
                _ = sender.send(ThreadResult { end, statistics, lower_bound });
            });
        }
        drop(sender);
        let (mut first, mut stopped) = (None, None);
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(ThreadResult { end, statistics, lower_bound }) => {
                    budget.done_elsewhere(&statistics);
                    budget.raise_bound(lower_bound);
                    if let Ok(conclusion) = end {
                        first.get_or_insert(conclusion);
                        over.cancel();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stop) = budget.check_now() {
                        stopped.get_or_insert(stop);
                        over.cancel();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // Without a stop of the budget, threads end without a conclusion by their memory limits only.
        first.ok_or(stopped.unwrap_or(Stop::Limit(Limit::Memory)))
    }))
}
