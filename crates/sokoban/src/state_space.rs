//! Statistics of the positions of a level: how many there are at each number of pushes.

use lurd_engine::program::budget::Budget;
use lurd_puzzle::puzzle::{CensusOptions, Ending, Objective, StateSpaceStats, Unanswered, count_by_hash};

use crate::{board::Board, deadlock::Rules, level::Level, solver::MOVES, spaces::PushSpace, xsb::write_line};

/// Counts the positions of `level` by pushes: sets of boxes with a region of the player, by the rules alone.
pub(super) fn statistics(
    level: &Level,
    objective: &Objective,
    options: CensusOptions<'_>,
    budget: &mut Budget<'_>,
) -> Ending<StateSpaceStats> {
    let unsupported = |reason: &str| Err(Unanswered::unsupported(reason.to_owned()));
    if *objective == MOVES {
        return unsupported("positions are counted by pushes; use --for pushes");
    }
    let board = Board::new(level);
    if !board.unreachable_boxes().is_empty() {
        return unsupported(
            "the player can never reach one of the boxes that are on no goal; the positions of such a level cannot be counted",
        );
    }
    let space = PushSpace::new(&board, Rules::NONE, budget).map_err(Unanswered::from)?;
    let encoding = space.encoding();
    let text = |state: &[u64]| {
        let mut cells = Vec::new();
        encoding.boxes(state, &mut cells);
        let boxes: Vec<usize> = cells.into_iter().map(|cell| board.square(cell)).collect();
        let player = board.square(encoding.player(state));
        write_line(&Level { player, ..level.with_boxes(&boxes) })
    };
    count_by_hash(&space, options, "positions", budget, text)
}
