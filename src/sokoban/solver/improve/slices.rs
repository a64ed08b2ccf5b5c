//! Exact searches of slices of an answer, each of which is replaced by a shortest path between its ends.
//!
//! A slice is a stretch of pushes. Its ends are positions: the boxes, and the region that the player is
//! in. An A* search from one end to the other either finds a shorter stretch or shows that there is none.
//! Slices overlap by half; they grow while searches end within their expansions and shrink where they do
//! not. The last slice of an answer ends at the goals of the level, so boxes may exchange their goals.
//!
//! Two paths between the same sets of boxes differ by an even number of pushes (colour the floor like a
//! chessboard: each push changes the number of boxes on white by one), so a bound that is one below the
//! length of a slice proves that it is shortest.

use std::ops::Range;

use crate::budget::{Allotment, Budget};
use crate::outcome::{Cost, Limit, Outcome, Stop};
use crate::search::{Settings, Step, Stepper, Strategy};
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::solver::improve::unit_pushes;
use crate::sokoban::spaces::PushSpace;
use crate::sokoban::state::Push;

/// The first length of slices, and the shortest one searched, in pushes.
const FIRST_LENGTH: usize = 30;
const MIN_LENGTH: usize = 6;
/// The bounds of the expansions of the search of one slice.
pub(super) const MIN_EFFORT: u64 = 32;
pub(super) const MAX_EFFORT: u64 = 400;
/// The expansions between two looks at the lower bound of a slice.
const CHECK_INTERVAL: u64 = 32;

/// The result of the search of a slice.
enum SliceVerdict {
    /// A shorter stretch.
    Shorter(Vec<Push>),
    /// There is no shorter stretch.
    Shortest,
    /// The search did not end in its expansions.
    TooLong,
}

/// Shortens `pushes`, a solution by pushes of one cell, until a pass over it gains nothing. The search of
/// one slice gets `effort` expansions.
///
/// # Errors
/// When the budget stops it; `pushes` is a solution even then.
pub(super) fn shorten(
    board: &Board,
    pushes: &mut Vec<Push>,
    effort: u64,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<(), Stop> {
    let mut length = FIRST_LENGTH;
    loop {
        let (pushes_before, length_before) = (pushes.len(), length);
        let mut at = 0;
        while at < pushes.len() {
            let end = (at + length).min(pushes.len());
            if end - at >= MIN_LENGTH {
                match search(board, &pushes[..], at..end, effort, settings, budget)? {
                    SliceVerdict::Shorter(stretch) => {
                        pushes.splice(at..end, stretch);
                        budget.found(Cost::try_from(pushes.len()).unwrap_or(Cost::MAX));
                    }
                    // One slice from start to end: the whole answer is shortest.
                    SliceVerdict::Shortest if at == 0 && end == pushes.len() => return Ok(()),
                    SliceVerdict::Shortest => length = (length + length / 4).min(pushes.len()),
                    SliceVerdict::TooLong => length = (length * 2 / 3).max(MIN_LENGTH),
                }
            }
            at += (length / 2).max(1);
        }
        if pushes.len() == pushes_before && length <= length_before {
            return Ok(());
        }
    }
}

/// Searches one slice of the pushes.
fn search(
    board: &Board,
    pushes: &[Push],
    slice: Range<usize>,
    effort: u64,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<SliceVerdict, Stop> {
    let cost = Cost::try_from(slice.len()).unwrap_or(Cost::MAX);
    let (boxes, player) = position(board, pushes, slice.start);
    let (goals, last) = position(board, pushes, slice.end);
    let is_last = slice.end == pushes.len();
    let slice = board.between(&boxes, player, if is_last { board.goals() } else { &goals });
    // Tunnels and PI-corrals can end with the player elsewhere; the other rules take too long to set up.
    let rules = [Rule::DeadSquares, Rule::Freeze, Rule::Assignment];
    let rules = rules.into_iter().fold(Rules::NONE, Rules::with).except(settings.without);
    let mut allotment = Allotment::default();
    let before = budget.statistics().expanded;
    let found = budget.with_own_bounds(|budget| {
        budget.with_allotment(&mut allotment, effort, None, |budget| {
            let space = if is_last {
                PushSpace::new(&slice, rules, budget)?
            } else {
                PushSpace::ending_at(&slice, last, rules, budget)?
            };
            let Ok(mut search) = Stepper::new(&space, Strategy::Astar, settings) else {
                return Ok(SliceVerdict::TooLong);
            };
            loop {
                match search.advance(CHECK_INTERVAL, budget) {
                    Step::Ended(Outcome::Solved { plan, .. }) if plan.cost < cost => {
                        return Ok(SliceVerdict::Shorter(unit_pushes(&slice, &plan.actions)));
                    }
                    Step::Ended(Outcome::Solved { .. } | Outcome::Unsolvable) => {
                        return Ok(SliceVerdict::Shortest);
                    }
                    Step::Ended(Outcome::Stopped { stop, .. }) => return Err(stop),
                    Step::Paused if budget.lower_bound() + 1 >= cost => return Ok(SliceVerdict::Shortest),
                    Step::Paused => budget.may_expand()?,
                }
            }
        })
    });
    budget.reclaim(&allotment);
    match found {
        Err(Stop::Paused) if budget.statistics().expanded - before >= effort => Ok(SliceVerdict::TooLong),
        Err(Stop::Limit(Limit::Memory)) => Ok(SliceVerdict::TooLong),
        found => found,
    }
}

/// The boxes, in ascending order, and the player after the first `count` pushes.
fn position(board: &Board, pushes: &[Push], count: usize) -> (Vec<Cell>, Cell) {
    let mut boxes = board.boxes().to_vec();
    let mut player = board.player();
    for push in &pushes[..count] {
        if let Some(moved) = boxes.iter_mut().find(|cell| **cell == push.from) {
            *moved = board.next(push.from, push.direction);
        }
        player = push.from;
    }
    boxes.sort_unstable();
    (boxes, player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits};
    use crate::sokoban::formats::read;
    use crate::sokoban::solver::lurd_from_pushes;

    const LEVEL: &str = "########|#      #|# $  . #|#@     #|# $  . #|#      #|########";
    /// The first box is pushed down and up again on its way.
    const CLUMSY: &str = "uRRurDrddlUluRdllldRRR";

    fn board() -> Board {
        Board::new(&read(LEVEL).expect("a text").remove(0).level.expect("a level"))
    }

    fn shortened(board: &Board, nodes: Option<u64>) -> Vec<Push> {
        let mut pushes = lurd_from_pushes::pushes(board, CLUMSY).expect("legal steps");
        let mut no_observer = ();
        let mut budget = Budget::new(Limits { nodes, ..Limits::NONE }, Cancel::default(), &mut no_observer);
        let end = shorten(board, &mut pushes, MAX_EFFORT, &Settings::default(), &mut budget);
        assert_eq!(end.is_err(), nodes.is_some(), "only a limit ends it early");
        pushes
    }

    fn solves(board: &Board, pushes: &[Push]) -> bool {
        let (boxes, _) = position(board, pushes, pushes.len());
        lurd_from_pushes::lurd(board, pushes).is_some() && boxes == board.goals()
    }

    #[test]
    fn a_detour_goes_away() {
        let board = board();
        assert_eq!(lurd_from_pushes::pushes(&board, CLUMSY).map(|pushes| pushes.len()), Some(8));
        let pushes = shortened(&board, None);
        assert!(solves(&board, &pushes));
        assert_eq!(pushes.len(), 6, "three pushes a box");
    }

    #[test]
    fn a_limit_leaves_a_solution() {
        let board = board();
        for nodes in 1..6 {
            assert!(solves(&board, &shortened(&board, Some(nodes))), "{nodes}");
        }
    }
}
