//! A search that runs while one plays on.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::budget::{Cancel, Observer, Progress};
use crate::puzzle::Puzzle;
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{Run, solve};

/// A search on a thread of its own. It is cancelled when it is dropped.
pub struct Background {
    cancel: Cancel,
    progress: Arc<Mutex<Option<Progress>>>,
    thread: Option<JoinHandle<Run>>,
}

/// Passes progress on to who asks.
struct Relay(Arc<Mutex<Option<Progress>>>);

impl Observer for Relay {
    fn progress(&mut self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }
}

impl Background {
    /// Begins to solve `puzzle`.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(puzzle: Box<dyn Puzzle>, search: Search) -> Result<Self, String> {
        let cancel = Cancel::default();
        let progress = Arc::default();
        let (watched, mut relay) = (cancel.clone(), Relay(Arc::clone(&progress)));
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || solve(puzzle.as_ref(), &search, &watched, &mut relay))
            .map_err(|error| format!("cannot search in the background: {error}"))?;
        Ok(Self { cancel, progress, thread: Some(thread) })
    }

    /// How far it is; nothing at first.
    #[must_use]
    pub fn progress(&self) -> Option<Progress> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks it to end soon; what it has found then is its result.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// The result, once, when it is there.
    ///
    /// # Errors
    /// The search broke down; in words.
    pub fn result(&mut self) -> Option<Result<Run, String>> {
        if !self.thread.as_ref()?.is_finished() {
            return None;
        }
        Some(self.thread.take()?.join().map_err(|what| broken(what.as_ref())))
    }

    /// Whether it goes on, or its result has not been asked for.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.thread.is_some()
    }
}

/// What a panic says.
fn broken(what: &(dyn Any + Send)) -> String {
    let said = what.downcast_ref::<&str>().copied().or_else(|| what.downcast_ref().map(String::as_str));
    let reason = said.unwrap_or("nobody knows why").lines().next().unwrap_or_default();
    format!("the search broke down, which is a bug of lurd: {reason}")
}

impl Drop for Background {
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
    use crate::toolkit::solve::End;
    use crate::toolkit::test_puzzle::test_puzzle;

    #[test]
    fn a_search_that_breaks_down_is_told() {
        let mut panics = test_puzzle("1 -> 4");
        panics.lie = Some("panic");
        let mut search = Background::start(Box::new(panics), Search::default()).expect("a thread");
        let result = loop {
            if let Some(result) = search.result() {
                break result;
            }
            std::thread::yield_now();
        };
        // What the puzzle does wrong is an error of the run; what else is wrong is one of the search.
        assert!(result.is_ok_and(|run| matches!(run.end, End::Error { .. })));
        assert!(!search.is_running() && search.result().is_none());
        let what = std::panic::catch_unwind(|| panic!("told {}", "so\nand more")).unwrap_err();
        assert_eq!(broken(what.as_ref()), "the search broke down, which is a bug of lurd: told so");
    }
}
