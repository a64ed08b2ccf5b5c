//! One strategy on one space of a level.

use crate::budget::Budget;
use crate::puzzle::{Ending, Report, solve_by_search};
use crate::search::{self, Searched, Settings, Strategy};
use crate::sokoban::board::Board;
use crate::sokoban::solver::context;
use crate::sokoban::spaces::FromStart;
use crate::sokoban::state::Push;
use crate::sokoban::state::lurd_from_pushes;

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
