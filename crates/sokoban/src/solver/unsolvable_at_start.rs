//! Reasons why a level is unsolvable that need no search, in words and as a drawing.

use crate::board::{Balance, Board};
use crate::bounds::{Distances, assignment};
use crate::deadlock::{Freeze, Rule, Rules};
use crate::level::Level;
use crate::xsb::write_xsb;
use lurd_engine::budget::Deadline;

/// The reason why the level is unsolvable, if a rule finds one without a search. May miss it after
/// `deadline`.
pub(super) fn unsolvable_at_start(
    level: &Level,
    board: &Board,
    rules: Rules,
    distances: &Distances,
    deadline: &Deadline,
) -> Option<String> {
    let place = |cell| level.place(board.square(cell));
    if board.balance() == Balance::MoreBoxes {
        if let Some(&square) = board.unreachable_goals().first() {
            return Some(format!("the player can never bring a box to the goal at {}", level.place(square)));
        }
        let is_short = rules.has(Rule::Assignment)
            && assignment::assignment(distances, board.boxes(), deadline).is_none();
        return is_short.then(|| {
            "no assignment: the goals cannot all be given boxes that can reach them, one each".to_owned()
        });
    }
    if let Some(&square) = board.unreachable_boxes().first() {
        return Some(format!(
            "the player can never reach the box at {}, which is on no goal",
            level.place(square)
        ));
    }
    if rules.has(Rule::DeadSquares)
        && let Some(&cell) = board.boxes().iter().find(|&&cell| !distances.is_live(cell))
    {
        return Some(format!("dead square: the box at {} can reach no goal", place(cell)));
    }
    if rules.has(Rule::Freeze) {
        let mut occupied = vec![false; board.cells()];
        for &cell in board.boxes() {
            occupied[usize::from(cell)] = true;
        }
        let mut freeze = Freeze::default();
        let boxes = board.boxes().iter().copied();
        if freeze.frozen_off_goal(board, |cell| distances.is_live(cell), boxes, &mut occupied) {
            let mut frozen = freeze.frozen().to_vec();
            frozen.sort_unstable();
            let squares: Vec<_> = frozen.iter().map(|&cell| board.square(cell)).collect();
            let frozen: Vec<_> = frozen.into_iter().map(place).collect();
            return Some(format!(
                "frozen: the boxes at {} can never move, and not all are on goals{}",
                frozen.join(", "),
                drawn(level, &squares)
            ));
        }
    }
    if rules.has(Rule::Assignment) && assignment::assignment(distances, board.boxes(), deadline).is_none() {
        return Some(
            "no assignment: the boxes cannot all be given goals they can reach, one each".to_owned(),
        );
    }
    None
}

/// A line break, and the board with only the boxes on `squares`.
fn drawn(level: &Level, squares: &[usize]) -> String {
    let alone = level.with_boxes(squares);
    format!("\n{}", write_xsb(&alone).trim_end_matches('\n'))
}
