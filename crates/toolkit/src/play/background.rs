//! A search that runs on a thread of its own while the game goes on.

use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use lurd_engine::program::budget::{Cancel, Limits, Observer, Progress};
use lurd_engine::program::search::Strategy;
use lurd_puzzle::puzzle::{Ending, Puzzle, Rating, Unanswered};
use lurd_puzzle::reasons;

use crate::{
    generate::rate,
    optimise::optimise,
    search_options::SearchOptions,
    solve::{Run, solve},
};

reasons! {
    /// Why a search in the background has no result.
    SearchFailed;
}

/// A search on a thread of its own. Dropping it cancels the search.
pub struct Background<T = Run> {
    cancel: Cancel,
    progress: Arc<Mutex<Option<Progress>>>,
    thread: Option<JoinHandle<T>>,
}

/// Stores the latest progress for the thread that asks for it.
struct Relay(Arc<Mutex<Option<Progress>>>);

impl Observer for Relay {
    fn progress(&mut self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }
}

impl Background {
    /// Searches for an answer.
    pub fn start(puzzle: Box<dyn Puzzle>, search: SearchOptions) -> Result<Self, SearchFailed> {
        Self::run(move |cancel, observer| solve(puzzle.as_ref(), &search, cancel, observer))
    }

    /// Makes solutions better; there is at least one.
    pub fn optimise(
        puzzle: Box<dyn Puzzle>,
        solutions: Vec<String>,
        search: SearchOptions,
    ) -> Result<Self, SearchFailed> {
        Self::run(move |cancel, observer| {
            let optimised = optimise(puzzle.as_ref(), &solutions, &search, cancel, observer, &mut |_| {});
            let reason = || Unanswered::unsupported("no solution is known");
            optimised.map_or_else(|| Run::without_search(None, Strategy::Auto, reason()), |it| it.run)
        })
    }
}

impl Background<Ending<Rating>> {
    /// Rates how hard a puzzle is.
    pub fn rate(puzzle: Box<dyn Puzzle>, limits: Limits) -> Result<Self, SearchFailed> {
        Self::run(move |cancel, observer| rate(puzzle.as_ref(), limits, cancel, observer))
    }
}

impl<T: Send + 'static> Background<T> {
    fn run(work: impl FnOnce(&Cancel, &mut dyn Observer) -> T + Send + 'static) -> Result<Self, SearchFailed> {
        let cancel = Cancel::default();
        let progress = Arc::default();
        let (watched, mut relay) = (cancel.clone(), Relay(Arc::clone(&progress)));
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || work(&watched, &mut relay))
            .map_err(|error| format!("cannot search in the background: {error}"))
            .map_err(SearchFailed::from)?;
        Ok(Self { cancel, progress, thread: Some(thread) })
    }

    /// The latest progress, if any was reported.
    pub fn progress(&self) -> Option<Progress> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the search to end soon; its result is what it has found by then.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The result, once, when the search has ended.
    pub fn result(&mut self) -> Option<Result<T, SearchFailed>> {
        if !self.thread.as_ref()?.is_finished() {
            return None;
        }
        Some(self.thread.take()?.join().map_err(|what| broken(what.as_ref())))
    }
}

fn broken(what: &(dyn Any + Send)) -> SearchFailed {
    let said = what.downcast_ref::<&str>().copied().or_else(|| what.downcast_ref().map(String::as_str));
    let reason = said.unwrap_or("unknown reason").lines().next().unwrap_or_default();
    format!("the search failed, which is a bug in lurd: {reason}").into()
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzle::test_puzzle;

    #[test]
    fn a_search_that_panics_is_reported() {
        let mut panics = test_puzzle("1 -> 4");
        panics.lie = Some("panic");
        let mut search = Background::start(Box::new(panics), SearchOptions::default()).expect("a thread");
        let result = loop {
            if let Some(result) = search.result() {
                break result;
            }
            std::thread::yield_now();
        };
        // A panic of the puzzle is an error of the run; any other is one of the search.
        assert!(result.is_ok_and(|run| matches!(run.end, Err(Unanswered::Bug { .. }))));
        assert!(search.result().is_none());
        let what = std::panic::catch_unwind(|| panic!("told {}", "so\nand more")).unwrap_err();
        assert_eq!(broken(what.as_ref()).to_string(), "the search failed, which is a bug in lurd: told so");
    }
}
