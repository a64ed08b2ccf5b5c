//! Tunnels: a box that has been pushed into one and has to go on goes on at once.
//!
//! Let a box have been pushed in direction d onto a cell c that is no goal, with walls on both
//! flanks of c, and let c cut the floor: without it, the cell behind the box and the cell before it
//! are not connected. The player is behind the box and cannot get past it, whatever other boxes do.
//! The box cannot stay, for c is no goal; it cannot be pushed sideways, for there are walls; it
//! cannot be pushed back, for that needs the player before it. So some later push moves it on in
//! direction d, and until then the player stays behind it and no box crosses c. That push can be
//! brought forward to now: it changes nothing behind the box but frees a cell, and nothing before
//! the box is touched in between, as the player never is there. So an optimal solution that pushes on
//! at once exists whenever there is any (in pushes; the player may walk more). If the next cell is a
//! wall, a box or a dead square, nothing can make room there: the position is dead.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::direction::Direction;

/// Whether a box that was pushed onto `cell` in `direction` has to be pushed on at once.
#[inline]
#[must_use]
pub fn goes_on(board: &Board, cell: Cell, direction: Direction) -> bool {
    if board.is_goal(cell) {
        return false;
    }
    let (one, other) = match direction {
        Direction::Left | Direction::Right => (Direction::Up, Direction::Down),
        Direction::Up | Direction::Down => (Direction::Left, Direction::Right),
    };
    if board.next(cell, one) != WALL || board.next(cell, other) != WALL {
        return false;
    }
    // A dead end is no way on; the dead squares deal with it.
    board.next(cell, direction) != WALL && !board.connected_around(cell, direction, direction.opposite())
}
