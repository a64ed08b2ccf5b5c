//! Searches side by side, each in a thread of its own. The first that ends without a stop wins.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::limits::{Cancel, Limits};
use super::progress::Statistics;
use super::search_budget::Budget;
use crate::outcome::{Cost, Limit, Stop};

/// Interval between checks of the budget.
const POLL: Duration = Duration::from_millis(2);

/// What a thread sends when it ends.
struct ThreadResult<T> {
    end: Result<T, Stop>,
    statistics: Statistics,
    lower_bound: Cost,
    method: Option<&'static str>,
}

impl Budget<'_> {
    /// Runs each of `searches` in a thread, with a budget of its own that has an equal part of the memory.
    /// Returns the first result; the other searches are cancelled. The winner may vary from run to run. The
    /// calling thread polls this budget and adds up the statistics and lower bounds of all threads.
    ///
    /// # Errors
    /// When this budget stops the search, or no thread has enough memory.
    pub fn race<T: Send>(
        &mut self,
        searches: Vec<impl FnOnce(&mut Budget<'_>) -> Result<T, Stop> + Send>,
    ) -> Result<T, Stop> {
        let memory = self.memory_left().map(|left| left / searches.len().max(1) as u64);
        let limits = Limits { memory, ..Limits::NONE };
        // Set once a thread has a result or the budget says stop.
        let over = Cancel::default();
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for search in searches {
                let (sender, over) = (sender.clone(), over.clone());
                scope.spawn(move || {
                    let mut no_observer = ();
                    let mut budget = Budget::new(limits, over, &mut no_observer);
                    let end = search(&mut budget);
                    let (statistics, lower_bound) = (budget.statistics(), budget.lower_bound());
                    // The receiver is gone only if the calling thread panicked.
                    _ = sender.send(ThreadResult { end, statistics, lower_bound, method: budget.method() });
                });
            }
            drop(sender);
            let (mut first, mut stopped) = (None, None);
            loop {
                match receiver.recv_timeout(POLL) {
                    Ok(ThreadResult { end, statistics, lower_bound, method }) => {
                        self.done_elsewhere(&statistics);
                        self.raise_bound(lower_bound);
                        if let Ok(result) = end
                            && first.is_none()
                        {
                            if method.is_some() {
                                self.note_method(method);
                            }
                            first = Some(result);
                            over.cancel();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(stop) = self.check_now() {
                            stopped.get_or_insert(stop);
                            over.cancel();
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            // Without a stop of the budget, threads end without a result by their memory limits only.
            first.ok_or(stopped.unwrap_or(Stop::Limit(Limit::Memory)))
        })
    }
}
