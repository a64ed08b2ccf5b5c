//! Conversion of pushes to LURD, with shortest walks between them, and back.

use crate::{
    board::{Board, Cell, WALL},
    direction::Direction,
    state::{encoding::Push, player_region::PlayerRegion},
};

/// The moves that make `pushes` from the start, with a shortest walk to each; ties between walks are broken
/// by their last moves, in the order left, up, right, down. `None` if a push cannot be reached or made, which
/// would be a bug of the search.
#[must_use]
pub(crate) fn lurd(board: &Board, pushes: &[Push]) -> Option<String> {
    let mut occupied = vec![false; board.cells()];
    for &cell in board.boxes() {
        occupied[usize::from(cell)] = true;
    }
    let mut player = board.player();
    let mut region = PlayerRegion::new(board.cells());
    let mut solution = String::new();
    for push in pushes {
        let stand = board.next(push.from, push.direction.opposite());
        if stand == WALL || !occupied[usize::from(push.from)] {
            return None;
        }
        region.steps_to(board, &occupied, player, stand)?;
        for direction in walk(board, &region, stand) {
            solution.push(direction.letter(false));
        }
        let mut to = push.from;
        for _ in 0..push.count {
            let next = board.next(to, push.direction);
            if next == WALL || occupied[usize::from(next)] {
                return None;
            }
            (player, to) = (to, next);
            solution.push(push.direction.letter(true));
        }
        occupied[usize::from(push.from)] = false;
        occupied[usize::from(to)] = true;
    }
    Some(solution)
}

/// The pushes of a solution of the level, one cell each; `None` if it breaks the rules.
#[must_use]
pub(crate) fn pushes(board: &Board, solution: &str) -> Option<Vec<Push>> {
    let mut occupied = vec![false; board.cells()];
    for &cell in board.boxes() {
        occupied[usize::from(cell)] = true;
    }
    let mut player = board.player();
    let mut pushes = Vec::new();
    for direction in solution.chars().map(Direction::of_letter) {
        let direction = direction?;
        let next = board.next(player, direction);
        if next == WALL {
            return None;
        }
        if occupied[usize::from(next)] {
            let to = board.next(next, direction);
            if to == WALL || occupied[usize::from(to)] {
                return None;
            }
            occupied[usize::from(next)] = false;
            occupied[usize::from(to)] = true;
            pushes.push(Push { from: next, direction, count: 1 });
        }
        player = next;
    }
    Some(pushes)
}

/// A shortest walk to `goal` in a region with distances.
fn walk(board: &Board, region: &PlayerRegion, goal: Cell) -> Vec<Direction> {
    let mut walk = Vec::new();
    let mut cell = goal;
    while region.distance(cell) > 0 {
        let back = Direction::ALL.into_iter().find(|&direction| {
            let before = board.next(cell, direction.opposite());
            before != WALL && region.contains(before) && region.distance(before) + 1 == region.distance(cell)
        });
        let Some(direction) = back else { break };
        walk.push(direction);
        cell = board.next(cell, direction.opposite());
    }
    walk.reverse();
    walk
}
