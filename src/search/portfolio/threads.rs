//! The race by several threads, each of which gives turns to its part of the members, in a space of
//! its own.
//!
//! Who wins may vary from run to run; what is claimed is true whoever it is. The calling thread does
//! nothing but watch the budget and collect what the others did.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::{Portfolio, entrants};
use crate::budget::{Budget, Cancel, Limits, Statistics};
use crate::outcome::{Conclusion, Cost, Limit, Stop};
use crate::search::{Search, Searched, Settings, Strategy};
use crate::space::Twin;

/// How often the budget is looked at.
const POLL: Duration = Duration::from_millis(2);

/// A conclusion, and whose it is.
type End<A> = Result<(Conclusion<A>, Option<Strategy>), Stop>;

/// What a thread sends when it is done.
struct Done<A> {
    end: End<A>,
    statistics: Statistics,
    lower_bound: Cost,
}

/// Lets up to `threads` threads race; `None` if the space has no twins or there is nothing to divide.
/// After a stop it cannot go on.
pub(super) fn race<S: Searched>(
    space: &S,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<End<S::Action>> {
    let parts = settings.threads.min(entrants(space, settings).count());
    if parts < 2 {
        return None;
    }
    let twins = (0..parts).map(|_| space.twin()).collect::<Option<Vec<_>>>()?;
    let memory = budget.memory_left().map(|left| left / parts as u64);
    let limits = Limits { memory, ..Limits::NONE };
    // Set as soon as somebody has a conclusion, or the budget says stop.
    let over = Cancel::default();
    Some(std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for (part, twin) in twins.into_iter().enumerate() {
            let (sender, over) = (sender.clone(), over.clone());
            scope.spawn(move || run_part(twin, settings, (part, parts), limits, over, &sender));
        }
        drop(sender);
        let (mut first, mut stopped) = (None, None);
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(Done { end, statistics, lower_bound }) => {
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
        // Threads that end by themselves without a conclusion ran out of memory.
        first.ok_or(stopped.unwrap_or(Stop::Limit(Limit::Memory)))
    }))
}

/// What one thread does.
fn run_part<S: Searched>(
    twin: Twin<'_, S>,
    settings: &Settings,
    part: (usize, usize),
    limits: Limits,
    over: Cancel,
    sender: &Sender<Done<S::Action>>,
) {
    let mut no_observer = ();
    let mut budget = Budget::new(limits, over, &mut no_observer);
    let end = twin(&mut budget).and_then(|space| {
        let mut members = Portfolio::part(&space, settings, part);
        let conclusion = members.take_turns(&mut budget)?;
        Ok((conclusion, members.winner()))
    });
    let (statistics, lower_bound) = (budget.statistics(), budget.lower_bound());
    // Nobody listens any more only if the calling thread panicked.
    _ = sender.send(Done { end, statistics, lower_bound });
}
