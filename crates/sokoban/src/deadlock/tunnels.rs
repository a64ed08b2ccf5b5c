//! Tunnels: a box that was pushed into a tunnel and has to go on is pushed on at once.
//!
//! Let a box have been pushed in direction d onto a cell c that is no goal, with walls on both flanks of c, and let c
//! cut the floor: without c, the cell behind the box and the cell in front of it are not connected. The player is
//! behind the box and cannot get past it, whatever other boxes do. The box cannot stay, because c is no goal. It
//! cannot be pushed sideways, because of the walls, nor back, because the player would have to be in front of it. So
//! some later push moves it on in direction d; until then the player stays behind it and no box crosses c.
//!
//! That push can be made now instead. Behind the box it only frees a cell; in front of it nothing is
//! touched in between, because the player is never there. So if there is any solution, there is a
//! push-optimal one that pushes on at once. It may need more moves: the player may have a longer way. If the
//! next cell is a wall, a box or a dead square, nothing can make room there, and the position is dead.

use crate::{
    board::{Board, Cell, WALL},
    deadlock::rule::DeadlockRule,
    direction::Direction,
};

/// The rule; it keeps nothing.
pub(crate) struct Tunnels;

impl DeadlockRule for Tunnels {
    const NAME: &'static str = "tunnels";
    const SUMMARY: &'static str = "a box that must go on through a tunnel goes on at once";
    const KEEPS_MOVES: bool = false;

    fn new(_: &Board) -> Self {
        Self
    }

    #[inline]
    fn must_go_on(board: &Board, cell: Cell, direction: Direction) -> bool {
        if board.is_goal(cell) {
            return false;
        }
        let flanks = match direction {
            Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
            Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        };
        if flanks.into_iter().any(|flank| board.next(cell, flank) != WALL) {
            return false;
        }
        // A dead end is no way on; the dead squares deal with it.
        board.next(cell, direction) != WALL && !board.connected_around(cell, direction, direction.opposite())
    }
}
