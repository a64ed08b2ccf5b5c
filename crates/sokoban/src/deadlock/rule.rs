//! The interface of a deadlock rule: its row in the table, and the moments at which a search asks it.

use std::rc::Rc;

use crate::{
    board::{Board, Cell},
    deadlock::wall_tables::{FrozenWalls, FrozenWallsCache},
    direction::Direction,
    state::{Components, UnpackedState},
};

/// A rule with its scratch and what it has learned about one board.
///
/// A rule implements the methods for the checks that it makes. The calls are static, so a method left at its
/// default costs nothing. Rules that only change the lower bound (`assignment`, `pairs`) or the cells that
/// boxes may stand on (`dead-squares`) implement none: the spaces look at [`Rules`](super::Rules) there.
pub(crate) trait DeadlockRule {
    /// The name that `--without` takes. Rules that act have a file of the same name, with `_` for `-`; the others are
    /// in `options.rs`.
    const NAME: &'static str;
    const SUMMARY: &'static str;
    /// Whether some solution with the fewest *moves* remains, not only one with the fewest pushes.
    const KEEPS_MOVES: bool = true;
    /// Whether the rule implements [`DeadlockRule::sufficient_pushes`].
    const LIMITS_PUSHES: bool = false;
    /// Whether the rule implements [`DeadlockRule::dead_after_push`].
    const CHECKS_PUSHES: bool = false;
    /// Whether the rule implements [`DeadlockRule::known_dead`] or [`DeadlockRule::dead_before_expansion`].
    const CHECKS_EXPANSIONS: bool = false;

    fn new(board: &Board) -> Self;

    /// An upper limit of the bytes that the rule takes, if they are worth asking the budget for.
    fn max_bytes(_: &Board) -> u64 {
        0
    }

    /// Whether a box that was pushed onto `cell` in `direction` must be pushed on at once.
    #[inline]
    fn must_go_on(_: &Board, _: Cell, _: Direction) -> bool {
        false
    }

    /// Pushes of which some solution has one next, if there is any solution. `None` means all pushes.
    #[inline]
    fn sufficient_pushes<L: Fn(Cell) -> bool>(&mut self, _: &BeforePush<'_, L>) -> Option<&[(Cell, Direction)]> {
        None
    }

    /// Whether a push has led to a dead position. Asked about every successor.
    #[inline]
    fn dead_after_push<L: Fn(Cell) -> bool + Copy>(&mut self, _: &mut AfterPush<'_, L>) -> bool {
        false
    }

    /// Whether the position is known to be dead from an earlier proof. Asked once per expansion, before
    /// any rule starts a proof.
    fn known_dead(&mut self, _: &UnpackedState, _player: Cell) -> bool {
        false
    }

    /// Whether the position is proved dead by a check that is too slow for every successor. Asked once per expansion.
    ///
    /// # Errors
    /// The error of `check`, which is called regularly.
    fn dead_before_expansion<E>(
        &mut self,
        _: &mut ExpandedPosition<'_>,
        _check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        Ok(false)
    }
}

/// A position before its pushes are tried.
pub(crate) struct BeforePush<'p, L> {
    pub(crate) board: &'p Board,
    /// Whether a box may stand on a cell.
    pub(crate) is_live: L,
    pub(crate) boxes: &'p [Cell],
    pub(crate) regions: &'p Components,
    /// The least cell of the player's region.
    pub(crate) home: Cell,
    /// Whether every goal needs a box.
    pub(crate) fills_goals: bool,
}

/// A position after a push, given by the position before it.
pub(crate) struct AfterPush<'p, L> {
    pub(crate) board: &'p Board,
    /// Whether a box may stand on a cell.
    pub(crate) is_live: L,
    pub(crate) boxes: &'p [Cell],
    /// The cells with boxes after the push. Rules may change it and must restore it.
    pub(crate) occupied: &'p mut [bool],
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// The player's cell after the push.
    pub(crate) player: Cell,
}

/// A position before its expansion, with what earlier rules found out for later ones.
pub(crate) struct ExpandedPosition<'p> {
    pub(crate) board: &'p Board,
    pub(crate) state: &'p mut UnpackedState,
    pub(crate) player: Cell,
    pub(crate) cache: &'p mut FrozenWallsCache,
    /// Boxes proved never to move again, in increasing order.
    pub(crate) frozen: Vec<Cell>,
    /// The goals within reach when the frozen boxes are walls.
    pub(crate) walls: Rc<FrozenWalls>,
}
