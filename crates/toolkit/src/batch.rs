//! Solving many levels, several at once, with results in the order of the input.
//!
//! Each level is searched by one thread, so its processor time is its own, and its result does not depend on
//! the number of threads unless a time or memory limit ends the search.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use lurd_engine::program::budget::{Cancel, Limits, MAX_THREADS};
use lurd_puzzle::catalog::{InputError, Item};

use super::{
    results::{LevelKey, ResultLine, Subject, level_hash},
    search_options::SearchOptions,
    solve::{Run, solve},
};

mod progress;

pub use progress::{BatchProgress, Partition, Remaining};

const TICK: Duration = Duration::from_millis(100);

/// Stack of a searching thread: the usual size for a main thread.
const STACK: usize = 8 << 20;

pub enum BatchEntry {
    /// A puzzle, or the error in it.
    Item(Box<Item>),
    /// An input that could not be read.
    Broken(Box<InputError>),
}

impl BatchEntry {
    /// The line of a run of the entry, or of what is wrong with it.
    pub fn line(&self, run: Option<&Run>) -> ResultLine {
        match self {
            Self::Broken(error) => ResultLine::no_puzzle(error),
            Self::Item(item) => match (Subject::of(item), run) {
                (Some(subject), Some(run)) => ResultLine::of(&subject, run),
                _ => ResultLine::broken(item),
            },
        }
    }

    /// The key of the line that a batch will write.
    pub fn key(&self, search: &SearchOptions) -> LevelKey {
        let line = self.line(None);
        let Self::Item(item) = self else { return LevelKey::of_line(&line) };
        let puzzle = item.puzzle.as_ref().ok().map(Box::as_ref);
        let objective = puzzle.and_then(|puzzle| Some(search.objective_of(puzzle).ok()?.name.to_owned()));
        LevelKey { level: puzzle.map(level_hash), objective, ..LevelKey::of_line(&line) }
    }

    fn solve(&self, search: &SearchOptions, cancel: &Cancel) -> Option<Run> {
        let Self::Item(item) = self else { return None };
        let puzzle = item.puzzle.as_ref().ok()?.as_ref();
        Some(solve(puzzle, search, cancel, &mut ()))
    }
}

/// An event of a batch, delivered on the calling thread.
pub enum BatchEvent<'b> {
    /// An entry ended (its index, in any order); there is no run if it could not be read.
    Ended(usize, &'b BatchEntry, Option<&'b Run>),
    /// The next entry in the order of the input (its index) ended.
    Done(usize, &'b BatchEntry, Option<Box<Run>>),
    Tick(&'b BatchProgress),
}

/// A message of a searching thread about the entry of an index.
enum Message {
    Begins(usize),
    Ends(usize, Option<Box<Run>>),
}

/// Solves all `entries`, as many at once as `search` has threads; these share the memory limit evenly. After a
/// cancellation the running searches end as cancelled, and no other starts.
pub fn batch(
    entries: &[BatchEntry],
    search: &SearchOptions,
    cancel: &Cancel,
    mut on_event: impl FnMut(BatchEvent<'_>),
) -> BatchProgress {
    let at_once = at_once(search, entries.len());
    let search = &alone(search, at_once);
    let next = &AtomicUsize::new(0);
    let started = Instant::now();
    let limit = search.limits.time;
    let mut progress = BatchProgress { entries: entries.len(), at_once, limit, ..BatchProgress::default() };
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let work = move |sender: mpsc::Sender<_>| {
            while !cancel.is_cancelled() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(entry) = entries.get(index) else { break };
                let _ = sender.send(Message::Begins(index));
                if sender.send(Message::Ends(index, entry.solve(search, cancel).map(Box::new))).is_err() {
                    break;
                }
            }
        };
        let mut threads = 0;
        for _ in 0..at_once {
            let sender = sender.clone();
            let thread = thread::Builder::new().stack_size(STACK);
            threads += usize::from(thread.spawn_scoped(scope, move || work(sender)).is_ok());
        }
        // Without threads the work is done here.
        if threads == 0 {
            work(sender);
        } else {
            drop(sender);
        }
        let mut running: BTreeMap<usize, Instant> = BTreeMap::new();
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        loop {
            match results.recv_timeout(TICK) {
                Ok(Message::Begins(index)) => {
                    running.insert(index, Instant::now());
                }
                Ok(Message::Ends(index, run)) => {
                    running.remove(&index);
                    progress.count(run.as_deref());
                    on_event(BatchEvent::Ended(index, &entries[index], run.as_deref()));
                    waiting.insert(index, run);
                    while let Some(run) = waiting.remove(&turn) {
                        on_event(BatchEvent::Done(turn, &entries[turn], run));
                        turn += 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.seconds = started.elapsed().as_secs_f64();
            let seconds = |(&index, begun): (&usize, &Instant)| (index, begun.elapsed().as_secs_f64());
            progress.running = running.iter().map(seconds).collect();
            progress.running.sort_by(|one, other| other.1.total_cmp(&one.1));
            on_event(BatchEvent::Tick(&progress));
        }
    });
    progress
}

/// The limits of each of so many levels.
pub fn limits_of_each(search: &SearchOptions, levels: usize) -> Limits {
    alone(search, at_once(search, levels)).limits
}

/// The number of levels that are solved at once: as many as there are threads, as long as their stacks take
/// at most half of the memory.
pub fn at_once(search: &SearchOptions, entries: usize) -> usize {
    let fit = search.limits.memory.map_or(u64::MAX, |bytes| bytes / 2 / STACK as u64);
    search.settings.threads.min(MAX_THREADS).min(entries).min(usize::try_from(fit).unwrap_or(usize::MAX)).max(1)
}

/// The search options of one of `at_once` levels. The memory is divided among them; of several, each uses a
/// part of its share for its stack.
fn alone(search: &SearchOptions, at_once: usize) -> SearchOptions {
    let mut search = search.clone();
    search.settings.threads = 1;
    let stack = if at_once > 1 { STACK as u64 } else { 0 };
    search.limits.memory = search.limits.memory.map(|bytes| (bytes / at_once as u64).saturating_sub(stack));
    search
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::{budget::Limits, search::Strategy};
    use lurd_puzzle::catalog::{Catalog, Typed};

    use super::*;
    use crate::{exit::Status, test_puzzle::TestCatalog};

    fn entries(texts: &[&str]) -> Vec<BatchEntry> {
        let catalog = Catalog::default().with(TestCatalog);
        let mut entries = Vec::new();
        for text in texts {
            match catalog.resolve(&Typed::argument(text)) {
                Ok(items) => entries.extend(items.into_iter().map(|item| BatchEntry::Item(Box::new(item)))),
                Err(error) => entries.push(BatchEntry::Broken(error)),
            }
        }
        entries
    }

    fn search(threads: usize) -> SearchOptions {
        let mut search =
            SearchOptions { limits: Limits { nodes: Some(10_000), ..Limits::NONE }, ..SearchOptions::default() };
        search.settings.threads = threads;
        search
    }

    #[test]
    fn results_come_in_the_order_of_the_input() {
        let texts: Vec<_> = (0..40).map(|goal| format!("1 -> {goal}")).collect();
        let mut texts: Vec<_> = texts.iter().map(String::as_str).collect();
        texts.insert(7, "1 -> ?");
        let entries = entries(&texts);
        let run = |threads| {
            let mut heard = Vec::new();
            let mut ended = Vec::new();
            let progress = batch(&entries, &search(threads), &Cancel::default(), |event| match event {
                BatchEvent::Ended(index, ..) => ended.push(index),
                BatchEvent::Done(_, _, run) => heard.push(run.map(|run| (run.status(), run.proved_cost()))),
                BatchEvent::Tick(_) => {}
            });
            assert_eq!((progress.done, progress.errors), (41, 1));
            let limited: usize = progress.limits.iter().map(|(_, count)| count).sum();
            assert_eq!(progress.solved + progress.unsolvable + limited, 40);
            assert_eq!((progress.remaining(), progress.is_stopped()), (None, false));
            ended.sort_unstable();
            assert!(ended.into_iter().eq(0..41), "each ends once");
            heard
        };
        let alone = run(1);
        assert_eq!((alone.len(), alone[7], alone[4]), (41, None, Some((Status::Solved, Some(1)))));
        for threads in [2, 5, 100] {
            assert_eq!(run(threads), alone, "{threads} at once");
        }
    }

    #[test]
    fn levels_at_once_share_the_memory() {
        let mut whole = search(4);
        let stack = STACK as u64;
        whole.limits.memory = Some(40 * stack);
        let one = alone(&whole, at_once(&whole, 9));
        assert_eq!((one.limits.memory, one.settings.threads), (Some(9 * stack), 1));
        // Their stacks alone would take more than half of it.
        whole.settings.threads = 100_000;
        assert_eq!((at_once(&whole, 1_000_000), at_once(&whole, 3), at_once(&search(9), 0)), (20, 3, 1));
        whole.limits.memory = Some(1000);
        assert_eq!((at_once(&whole, 9), alone(&whole, 1).limits.memory), (1, Some(1000)));
    }

    #[test]
    fn nothing_begins_after_a_cancellation() {
        // The second takes longer than anybody waits.
        let entries = entries(&["1 -> 2", "1 -> 99999999999", "1 -> 3", "1 -> 4"]);
        let cancel = Cancel::default();
        let mut heard = 0;
        let endless =
            SearchOptions { strategy: Some(Strategy::Iddfs), limits: Limits::NONE, ..SearchOptions::default() };
        let progress = batch(&entries, &endless, &cancel, |event| {
            if matches!(event, BatchEvent::Done(..)) {
                heard += 1;
                cancel.cancel();
            }
        });
        assert_eq!(progress.done, heard, "what was begun is told");
        assert_eq!((progress.finished(), progress.cancelled), (1, heard - 1));
        assert!(progress.is_stopped());
        assert!((1..=2).contains(&heard), "{heard}");
    }
}
