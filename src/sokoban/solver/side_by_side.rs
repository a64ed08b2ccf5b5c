//! The searches of the portfolio side by side, each group of them in a thread of its own.
//!
//! One thread gives turns to the searches of pushes, each of the others to a part of the plan attempts. The
//! first thread that ends decides, so the answer may vary from run to run; what is claimed of it is proved as
//! with one thread. The calling thread polls the budget, of whose memory each thread gets an equal part.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::budget::{Budget, Cancel, Limits, Statistics};
use crate::outcome::{Cost, Limit, Stop};
use crate::search::Settings;
use crate::sokoban::board::Board;
use crate::sokoban::bounds::Distances;
use crate::sokoban::solver::configurations::CONFIGURATIONS;
use crate::sokoban::solver::portfolio::{self, Conclusion, Part};

/// Interval between checks of the budget.
const POLL: Duration = Duration::from_millis(2);

/// What a thread sends when it ends.
struct ThreadResult {
    end: Result<Conclusion, Stop>,
    statistics: Statistics,
    lower_bound: Cost,
    method: Option<&'static str>,
}

/// Runs the portfolio with as many threads as the settings say, at least two.
///
/// # Errors
/// When the budget stops the search, or no thread has enough memory.
pub(super) fn run(board: &Board, settings: &Settings, budget: &mut Budget<'_>) -> Result<Conclusion, Stop> {
    let threads = settings.threads.clamp(2, CONFIGURATIONS.len() + 1);
    let memory = budget.memory_left().map(|left| left / threads as u64);
    let limits = Limits { memory, ..Limits::NONE };
    // Set once a thread has a conclusion or the budget says stop.
    let over = Cancel::default();
    budget.note(|| format!("searches of pushes in one thread, plan attempts in {}", threads - 1));
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for thread in 0..threads {
            let part = match thread {
                0 => Part::Pushes,
                _ => Part::Plans { number: thread - 1, of: threads - 1 },
            };
            let (sender, over) = (sender.clone(), over.clone());
            scope.spawn(move || {
                let mut no_observer = ();
                let mut budget = Budget::new(limits, over, &mut no_observer);
                let end = Distances::new(board, &mut budget).and_then(|distances| {
                    portfolio::run_part(part, board, &distances, settings, &mut budget)
                });
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
                    budget.done_elsewhere(&statistics);
                    budget.raise_bound(lower_bound);
                    if let Ok(conclusion) = end
                        && first.is_none()
                    {
                        budget.note_method(method);
                        first = Some(conclusion);
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
    })
}
