//! Boxes that are frozen on goals are walls for all other boxes.
//!
//! Frozen boxes never move again ([`freeze`](super::freeze)), so in every solution from here on they are
//! walls. A cell from which a box, alone among those walls, can reach no goal that is still open is a dead
//! square from now on. That may freeze further boxes, so the set grows until nothing changes. The boxes that
//! are not frozen need different open goals that they can reach. If there is no such assignment, the position
//! is dead.

use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::set_matching::SetMatching;
use crate::sokoban::deadlock::freeze::Freeze;
use crate::sokoban::deadlock::rule::{DeadlockRule, ExpandedPosition};

/// The rule, with its scratch.
pub(in crate::sokoban) struct FrozenWallsRule {
    freeze: Freeze,
    moving: Vec<Cell>,
    matching: SetMatching,
}

impl DeadlockRule for FrozenWallsRule {
    const NAME: &'static str = "frozen-walls";
    const SUMMARY: &'static str = "boxes frozen on goals are walls for all others";
    const CHECKS_EXPANSIONS: bool = true;

    fn new(_: &Board) -> Self {
        Self { freeze: Freeze::default(), moving: Vec::new(), matching: SetMatching::default() }
    }

    /// Leaves the frozen boxes and the goals among them in `position`.
    fn dead_before_expansion<E>(
        &mut self,
        position: &mut ExpandedPosition<'_>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        loop {
            let (walls, state) = (&position.walls, &mut *position.state);
            let boxes = state.boxes.iter().copied();
            let is_live = |cell| walls.is_live(cell);
            if self.freeze.frozen_off_goal(position.board, is_live, boxes, &mut state.occupied) {
                return Ok(true);
            }
            let frozen = self.freeze.frozen();
            if frozen.len() == position.frozen.len() {
                break;
            }
            position.frozen = frozen.to_vec();
            position.frozen.sort_unstable();
            position.walls = position.cache.table(position.board, &position.frozen, check)?;
        }
        let ExpandedPosition { frozen, walls, state, .. } = position;
        let Self { moving, matching, .. } = self;
        moving.clear();
        moving.extend(state.boxes.iter().copied().filter(|cell| frozen.binary_search(cell).is_err()));
        Ok(moving.iter().any(|&cell| !walls.is_live(cell)) || !walls.can_assign(moving, matching, check)?)
    }
}
