//! Searches side by side, each in a thread of its own. The first that ends without a stop wins.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::limits::{Cancel, Limits};
use super::progress::Statistics;
use super::search_budget::Budget;
use super::threads::start_thread;
use crate::outcome::{Cost, Limit, Stop};

/// Interval between checks of the budget.
const POLL: Duration = Duration::from_millis(2);

/// A search that stores its result itself. One type for all, so that the code of the threads is compiled once.
type Racer<'a> = Box<dyn FnOnce(&mut Budget<'_>) -> Result<(), Stop> + Send + 'a>;

/// What a thread sends when it ends.
struct ThreadResult {
    number: usize,
    end: Result<(), Stop>,
    statistics: Statistics,
    lower_bound: Cost,
    method: Option<&'static str>,
}

impl Budget<'_> {
    /// Runs several searches, each in a thread with a budget of its own that has an equal part of the memory.
    /// `searches` makes them for a number of threads: at least two, at most `wanted`, fewer where the memory
    /// or the system has no room for more. Returns the first result; the other searches are cancelled. The
    /// winner may vary from run to run. The calling thread polls this budget and adds up the statistics and
    /// lower bounds of all threads.
    ///
    /// Returns `None`, and searches nothing, if there are not even two threads.
    ///
    /// # Errors
    /// When this budget stops the search, or no thread has enough memory.
    pub fn race<T: Send, F: FnOnce(&mut Budget<'_>) -> Result<T, Stop> + Send>(
        &mut self,
        wanted: usize,
        searches: impl FnOnce(usize) -> Vec<F>,
    ) -> Option<Result<T, Stop>> {
        let results: Vec<Mutex<Option<T>>> = (0..wanted).map(|_| Mutex::new(None)).collect();
        let store = |result: &Mutex<Option<T>>, found: T| {
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        };
        let racers = |threads: usize| {
            let boxed = |(search, result)| -> Racer<'_> {
                let search: F = search;
                Box::new(move |budget| search(budget).map(|found| store(result, found)))
            };
            searches(threads).into_iter().zip(&results).map(boxed).collect()
        };
        let first = self.race_of(wanted, Box::new(racers))?;
        Some(first.and_then(|number| {
            // It was stored before the number was sent.
            let result = results[number].lock().unwrap_or_else(PoisonError::into_inner).take();
            result.ok_or(Stop::Cancelled)
        }))
    }

    /// Runs the race and returns the number of the first search that has a result.
    fn race_of<'a>(
        &mut self,
        wanted: usize,
        racers: Box<dyn FnOnce(usize) -> Vec<Racer<'a>> + 'a>,
    ) -> Option<Result<usize, Stop>> {
        let reserved = self.reserve_threads(wanted, 0);
        // Set once a thread has a result or the budget says stop.
        let over = Cancel::default();
        let end = thread::scope(|scope| {
            let (sender, receiver) = channel();
            // The threads first, each of which waits for its search: how many there are decides what they do.
            let mut starts: Vec<Sender<(Racer<'a>, Limits)>> = Vec::new();
            for number in 0..reserved.count {
                let (start, started) = channel();
                let (sender, over) = (sender.clone(), over.clone());
                if start_thread(scope, move || run(number, &started, over, &sender)).is_err() {
                    break;
                }
                starts.push(start);
            }
            drop(sender);
            if starts.len() < 2 {
                return None;
            }
            let memory = self.memory_left().map(|left| left / starts.len() as u64);
            let limits = Limits { memory, ..Limits::NONE };
            for (start, search) in starts.iter().zip(racers(starts.len())) {
                // A thread ends only after it was started, or when its start is dropped.
                _ = start.send((search, limits));
            }
            drop(starts);
            Some(self.first_of(&receiver, &over))
        });
        self.release_threads(reserved);
        end
    }

    /// Waits for the threads of a race, and returns the number of the first with a result.
    fn first_of(&mut self, receiver: &Receiver<ThreadResult>, over: &Cancel) -> Result<usize, Stop> {
        let (mut first, mut stopped) = (None, None);
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(ThreadResult { number, end, statistics, lower_bound, method }) => {
                    self.done_elsewhere(&statistics);
                    self.raise_bound(lower_bound);
                    if end.is_ok() && first.is_none() {
                        if method.is_some() {
                            self.note_method(method);
                        }
                        first = Some(number);
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
    }
}

/// Waits for a search and runs it.
fn run(number: usize, started: &Receiver<(Racer<'_>, Limits)>, over: Cancel, sender: &Sender<ThreadResult>) {
    let Ok((search, limits)) = started.recv() else { return };
    let mut no_observer = ();
    let mut budget = Budget::new(limits, over, &mut no_observer);
    let end = search(&mut budget);
    let (statistics, lower_bound) = (budget.statistics(), budget.lower_bound());
    // The receiver is gone only if the calling thread panicked.
    let method = budget.method();
    _ = sender.send(ThreadResult { number, end, statistics, lower_bound, method });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::with_threads_left;

    /// Races threads that each return the number of threads.
    fn race(wanted: usize) -> Option<Result<usize, Stop>> {
        Budget::unlimited()
            .race(wanted, |threads| (0..threads).map(|_| move |_: &mut Budget<'_>| Ok(threads)).collect())
    }

    #[test]
    fn it_runs_with_the_threads_that_start() {
        assert_eq!(race(4), Some(Ok(4)));
        assert_eq!(with_threads_left(3, || race(4)), Some(Ok(3)));
        assert_eq!(with_threads_left(2, || race(4)), Some(Ok(2)));
        assert_eq!(with_threads_left(1, || race(4)), None);
        assert_eq!(with_threads_left(0, || race(4)), None);
    }

    #[test]
    fn it_searches_nothing_without_memory_for_two_threads() {
        let mut no_observer = ();
        let limits = Limits { memory: Some(3 << 20), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        assert!(budget.race(2, |_| vec![|_: &mut Budget<'_>| Ok(())]).is_none());
        assert_eq!(budget.used(), 0);
    }
}
