//! One strategy on one space of a level.

use crate::board::Board;
use crate::solver::context;
use crate::spaces::FromStart;
use crate::state::Push;
use crate::state::lurd_from_pushes;
use lurd_engine::budget::Budget;
use lurd_engine::search::{self, Searched, Settings, Strategy};
use lurd_puzzle::puzzle::{Ending, Report, solve_by_search};

/// Searches a space, unless there is a reason why the start is `dead`.
pub(super) fn search_in<S: Searched<Action = Push> + FromStart>(
    space: &S,
    board: &Board,
    dead: Option<String>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    match dead {
        Some(reason) if search::fits(strategy, space).is_ok() => Report {
            strategy,
            ending: Ending::Unsolvable { reason },
            statistics: budget.statistics(),
            second: None,
        },
        _ => solve_by_search(
            space,
            strategy,
            settings,
            budget,
            // An empty answer to an unsolved puzzle is rejected by the replay.
            |pushes| lurd_from_pushes::lurd(board, &space.pushes(pushes)).unwrap_or_default(),
            || context::EXHAUSTED.to_owned(),
        ),
    }
}
