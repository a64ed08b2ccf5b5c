//! One budget for several searches: shares of it for those that take turns, and races of several threads.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

use super::{
    limits::{Cancel, Limits},
    progress::{Statistics, Tally},
    search_budget::Budget,
    threads::{MAX_THREADS, start_thread},
};
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
}

/// When a race ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// At the first result; the other searches are then cancelled.
    First,
    /// When all searches have ended.
    All,
}

/// How the searches ended.
#[derive(Default)]
struct End {
    /// The number of the first one with a result.
    first: Option<usize>,
    /// Why this budget stopped them, or one of them ended by the limit of costs.
    stopped: Option<Stop>,
}

/// Searches that ran side by side, and have all ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Finished<T> {
    /// The results in the order of the searches, `None` for one that was stopped.
    pub results: Vec<Option<T>>,
    /// Whether the budget of all stopped them.
    pub stopped: Result<(), Stop>,
}

/// Where searches store their results.
struct Results<T>(Vec<Mutex<Option<T>>>);

impl<T: Send> Results<T> {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| Mutex::new(None)).collect())
    }

    /// The searches, each of which stores its result.
    fn racers<'a, F>(&'a self, searches: Vec<F>) -> Vec<Racer<'a>>
    where
        F: FnOnce(&mut Budget<'_>) -> Result<T, Stop> + Send + 'a,
    {
        let boxed = |(search, result): (F, &'a Mutex<Option<T>>)| -> Racer<'a> {
            Box::new(move |budget| {
                let found = search(budget)?;
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                Ok(())
            })
        };
        searches.into_iter().zip(&self.0).map(boxed).collect()
    }

    fn into_vec(self) -> Vec<Option<T>> {
        self.0.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }
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
        if MAX_THREADS < 2 {
            return None;
        }
        let results = Results::new(wanted);
        let racers = |threads: usize| results.racers(searches(threads));
        let End { first, stopped } = self.race_of(wanted, Until::First, Box::new(racers))?;
        let mut found = results.into_vec();
        // A result is stored before its number is sent. Otherwise threads end without a result by their memory limits
        // only.
        let winner = first.and_then(|number| found[number].take());
        Some(winner.ok_or(stopped.unwrap_or(Stop::Limit(Limit::Memory))))
    }

    /// Runs several searches as [`race`](Self::race) does, and waits for all of them.
    ///
    /// Returns `None`, and searches nothing, if there are not even two threads.
    pub fn side_by_side<T: Send, F: FnOnce(&mut Budget<'_>) -> Result<T, Stop> + Send>(
        &mut self,
        wanted: usize,
        searches: impl FnOnce(usize) -> Vec<F>,
    ) -> Option<Finished<T>> {
        if MAX_THREADS < 2 {
            return None;
        }
        let results = Results::new(wanted);
        let racers = |threads: usize| results.racers(searches(threads));
        let End { stopped, .. } = self.race_of(wanted, Until::All, Box::new(racers))?;
        Some(Finished { results: results.into_vec(), stopped: stopped.map_or(Ok(()), Err) })
    }

    /// Runs the searches.
    fn race_of<'a>(
        &mut self,
        wanted: usize,
        until: Until,
        racers: Box<dyn FnOnce(usize) -> Vec<Racer<'a>> + 'a>,
    ) -> Option<End> {
        let reserved = self.reserve_threads(wanted, 0);
        // Set once a thread has a result or the budget says stop.
        let over = Cancel::default();
        let end = thread::scope(|scope| {
            let (sender, receiver) = channel();
            // The threads first, each of which waits for its search: how many there are decides what they do.
            let mut starts: Vec<Sender<(Racer<'a>, Limits)>> = Vec::new();
            let shared = self.tally();
            for number in 0..reserved.count {
                let (start, started) = channel();
                let (sender, over, tally) = (sender.clone(), over.clone(), shared.clone());
                if start_thread(scope, move || run(number, &started, over, tally, &sender)).is_err() {
                    break;
                }
                starts.push(start);
            }
            drop(sender);
            if starts.len() < 2 {
                return None;
            }
            let memory = self.memory_left().map(|left| left / starts.len() as u64);
            self.end_part();
            let limits = Limits { memory, cost: self.limits().cost, ..Limits::NONE };
            for (start, search) in starts.iter().zip(racers(starts.len())) {
                // A thread ends only after it was started, or when its start is dropped.
                _ = start.send((search, limits));
            }
            drop(starts);
            let end = self.wait(until, &receiver, &over);
            self.waited();
            Some(end)
        });
        self.release_threads(reserved);
        end
    }

    /// Waits for the threads.
    fn wait(&mut self, until: Until, receiver: &Receiver<ThreadResult>, over: &Cancel) -> End {
        let mut end = End::default();
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(ThreadResult { number, end: result, statistics, lower_bound }) => {
                    self.done_elsewhere(&statistics);
                    self.raise_bound(lower_bound);
                    if result == Err(Stop::Limit(Limit::Cost)) {
                        end.stopped.get_or_insert(Stop::Limit(Limit::Cost));
                    }
                    if result.is_ok() && end.first.is_none() {
                        end.first = Some(number);
                        if until == Until::First {
                            over.cancel();
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stop) = self.check_now() {
                        end.stopped.get_or_insert(stop);
                        over.cancel();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return end,
            }
        }
    }
}

/// Waits for a search and runs it.
fn run(
    number: usize,
    started: &Receiver<(Racer<'_>, Limits)>,
    over: Cancel,
    tally: Tally,
    sender: &Sender<ThreadResult>,
) {
    let Ok((search, limits)) = started.recv() else { return };
    let mut no_observer = ();
    let mut budget = Budget::new(limits, over, &mut no_observer);
    budget.tally = tally;
    let end = search(&mut budget);
    budget.end_part();
    let (statistics, lower_bound) = (budget.statistics(), budget.lower_bound());
    // The receiver is gone only if the calling thread panicked.
    _ = sender.send(ThreadResult { number, end, statistics, lower_bound });
}

// Several searches that take turns under one budget, and a budget for searches that need no limits.
//
// Searches under one budget share the statistics, the limits of expansions and time, and the lower bound: a bound
// proved by one of them holds for all. Only memory is divided.

/// Memory and states of one of several searches that share a budget.
#[derive(Debug, Default)]
pub struct Allotment {
    /// Bytes in use.
    used: u64,
    /// States stored.
    stored: u64,
}

impl Allotment {
    /// Bytes in use by the search.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }
}

impl Budget<'static> {
    /// A budget without limits and without an observer.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::within(Limits::NONE)
    }

    /// A budget with these limits, whose time starts now, and without an observer.
    #[must_use]
    pub fn within(limits: Limits) -> Self {
        // An observer of no size takes no memory.
        Self::new(limits, Cancel::default(), Box::leak(Box::new(())))
    }
}

impl Budget<'_> {
    /// Makes the search pause ([`Stop::Paused`]) after `expansions` more expansions.
    pub fn pause_after(&mut self, expansions: u64) {
        self.pause_at = Some(self.statistics.expanded.saturating_add(expansions));
    }

    /// Runs `work` with a pause after `expansions` expansions. An earlier pause that was already requested
    /// comes first.
    pub fn in_slice<T>(&mut self, expansions: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.pause_at;
        let end = self.statistics.expanded.saturating_add(expansions);
        self.pause_at = Some(outer.map_or(end, |at| at.min(end)));
        let result = work(self);
        self.pause_at = outer;
        result
    }

    /// Runs `work` for the search that owns `allotment`, with a pause after `expansions` expansions and at
    /// most `memory` bytes in use, including those already in use.
    pub fn with_allotment<T>(
        &mut self,
        allotment: &mut Allotment,
        expansions: u64,
        memory: Option<u64>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (cap, elsewhere) = (self.memory_cap, self.stored_elsewhere);
        let others = self.memory.saturating_sub(allotment.used);
        if let Some(memory) = memory {
            let most = others.saturating_add(memory);
            self.memory_cap = Some(cap.map_or(most, |cap| cap.min(most)));
        }
        self.stored_elsewhere = self.statistics.stored.saturating_sub(allotment.stored);
        let result = self.in_slice(expansions, work);
        allotment.used = self.memory.saturating_sub(others);
        allotment.stored = self.statistics.stored.saturating_sub(self.stored_elsewhere);
        (self.memory_cap, self.stored_elsewhere) = (cap, elsewhere);
        result
    }

    /// Runs a search with other costs: its bounds and plans are discarded, and the limit of costs does not apply to it; its
    /// expansions, time and memory are counted.
    pub fn with_own_bounds<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (bound, best, trace) = (self.lower_bound, self.best, std::mem::take(&mut self.trace));
        (self.lower_bound, self.best) = (0, None);
        let result = self.without_cost_limit(work);
        (self.lower_bound, self.best, self.trace) = (bound, best, trace);
        result
    }

    /// Releases the memory of a search that was dropped.
    pub fn reclaim(&mut self, allotment: &Allotment) {
        self.shrink(allotment.used);
        self.statistics.stored = self.statistics.stored.saturating_sub(allotment.stored);
    }
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
    fn all_results_are_waited_for_in_order() {
        let numbers = |threads: usize| {
            (0..threads)
                .map(|number| {
                    move |budget: &mut Budget<'_>| {
                        std::thread::sleep(Duration::from_millis(10 * (3 - number as u64)));
                        if number == 1 { Err(Stop::Limit(Limit::Memory)) } else { budget.expand().map(|()| number) }
                    }
                })
                .collect()
        };
        let mut budget = Budget::unlimited();
        let finished = budget.side_by_side(3, numbers).expect("three threads");
        assert_eq!(finished, Finished { results: vec![Some(0), None, Some(2)], stopped: Ok(()) });
        assert_eq!(budget.statistics().expanded, 2);
        let cancel = Cancel::default();
        cancel.cancel();
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, cancel, &mut no_observer);
        let endless = |threads: usize| {
            (0..threads)
                .map(|_| {
                    |budget: &mut Budget<'_>| loop {
                        budget.check_now()?;
                    }
                })
                .collect::<Vec<_>>()
        };
        let finished: Finished<()> = budget.side_by_side(2, endless).expect("two threads");
        assert_eq!(finished, Finished { results: vec![None, None], stopped: Err(Stop::Cancelled) });
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
