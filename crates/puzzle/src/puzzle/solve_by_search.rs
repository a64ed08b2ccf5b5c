//! [`Puzzle::solve`](super::Puzzle::solve) for puzzles that are one search of one space.

use super::ending::{Ending, Report};
use super::objective::fits;
use lurd_engine::budget::Budget;
use lurd_engine::search::{Searched, Settings, Stepper, Strategy};

/// Runs `choice` on `space` and reports the outcome. `write` turns the actions of a plan into the text of a
/// solution; `why` gives the reason if there is provably none.
pub fn solve_by_search<S: Searched>(
    space: &S,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: impl FnOnce(&[S::Action]) -> String,
    why: impl FnOnce() -> String,
) -> Report {
    let mut search = Stepper::new(space, choice, settings);
    let ending = match &mut search {
        Ok(search) => Ending::of_outcome(search.finish(budget), write, why),
        Err(lacking) => {
            let fitting: Vec<_> = fits(space)
                .into_iter()
                .filter(|fit| fit.verdict.is_ok())
                .map(|fit| fit.strategy.row().name)
                .collect();
            let reason = format!("{} {lacking}; these fit: {}", choice.name(), fitting.join(", "));
            Ending::Unsupported { reason }
        }
    };
    let strategy = search.map_or(choice, |search| search.strategy());
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}
