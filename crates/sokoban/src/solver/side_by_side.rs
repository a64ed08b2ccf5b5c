//! The searches of the portfolio side by side, each group of them in a thread of its own.
//!
//! One thread gives turns to the searches of pushes, each of the others to a part of the plan attempts. The
//! first thread that ends decides, so the answer may vary from run to run; what is claimed of it is proved as
//! with one thread.

use crate::board::Board;
use crate::bounds::Distances;
use crate::solver::configurations::CONFIGURATIONS;
use crate::solver::portfolio::{self, Conclusion, Part};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::search::Settings;

/// Runs the portfolio with as many threads as the settings say, at least two; `None` if the memory or the
/// system has no room for two.
///
/// # Errors
/// When the budget stops the search, or no thread has enough memory.
pub(super) fn run(
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<Result<Conclusion, Stop>> {
    let wanted = settings.threads.clamp(2, CONFIGURATIONS.len() + 1);
    budget.note(|| format!("searches of pushes in one thread, plan attempts in up to {}", wanted - 1));
    budget.race(wanted, |threads| {
        let of = threads - 1;
        let parts = (0..of).map(|number| Part::Plans { number, of });
        let searches = std::iter::once(Part::Pushes).chain(parts).map(|part| {
            move |budget: &mut Budget<'_>| {
                let distances = Distances::new(board, budget)?;
                portfolio::run_part(part, board, &distances, settings, budget)
            }
        });
        searches.collect()
    })
}
