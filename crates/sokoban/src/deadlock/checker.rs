//! The rules of a search, with their scratch and what they have learned about the board.

use lurd_engine::program::{
    budget::{Budget, Tally},
    outcome::Stop,
};

use crate::{
    board::{Board, Cell},
    deadlock::{
        patterns::Patterns,
        rule::ExpandedPosition,
        table::{Rule, RuleStates, Rules},
        wall_tables::FrozenWallsCache,
    },
    state::UnpackedState,
};

/// Asks the rules of a set.
pub(crate) struct DeadlockChecker {
    pub(crate) rules: RuleStates,
    cache: FrozenWallsCache,
}

impl DeadlockChecker {
    /// An upper limit of the bytes that the checks before expansions take.
    pub(crate) fn bytes(board: &Board) -> u64 {
        // Scratch: parts of the floor and lists of boxes.
        let scratch = 64 * board.cells() as u64;
        FrozenWallsCache::max_bytes(board) + RuleStates::max_bytes(board) + scratch
    }

    pub(crate) fn new(board: &Board, rules: Rules, tally: Tally) -> Self {
        Self { rules: RuleStates::new(board, rules, tally), cache: FrozenWallsCache::default() }
    }

    /// As [`DeadlockChecker::new`], but for searches of single pushes, whose expansions are quick and whose positions
    /// have an assignment of boxes to goals under [`Rule::Assignment`]. Where proofs about corrals are rare, few are
    /// tried.
    pub(crate) fn for_single_pushes(board: &Board, rules: Rules, tally: Tally) -> Self {
        let mut checker = Self::new(board, rules, tally);
        checker.rules.corrals.limit_proofs();
        if rules.has(Rule::Assignment) {
            checker.rules.frozen_walls.leave_out_assignment();
        }
        checker
    }

    /// The dead sets of boxes that have been proved so far.
    pub(crate) fn patterns(&self) -> &Patterns {
        self.rules.corrals.patterns()
    }

    /// Whether the position `state`, with the player in the region of `player`, is proved dead.
    ///
    /// # Errors
    /// When the budget ends the search.
    pub(crate) fn is_dead(
        &mut self,
        board: &Board,
        state: &mut UnpackedState,
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        self.is_dead_while(board, state, player, &mut || budget.check_now())
    }

    /// As [`DeadlockChecker::is_dead`], but as long as `check` returns `Ok`.
    pub(crate) fn is_dead_while<E>(
        &mut self,
        board: &Board,
        state: &mut UnpackedState,
        player: Cell,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        check()?;
        let is_dead = self.rules.known_dead(state, player) || self.is_found_dead(board, state, player, check)?;
        #[cfg(any(test, feature = "check"))]
        if is_dead {
            super::oracle::assert_dead(board, &state.occupied, player, "a rule before an expansion");
        }
        Ok(is_dead)
    }

    fn is_found_dead<E>(
        &mut self,
        board: &Board,
        state: &mut UnpackedState,
        player: Cell,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let walls = self.cache.table(board, &[], check)?;
        let cache = &mut self.cache;
        let mut position = ExpandedPosition { board, state, player, cache, frozen: Vec::new(), walls };
        self.rules.dead_before_expansion(&mut position, check)
    }
}
