//! Boxes that are frozen on goals are walls for all other boxes.
//!
//! Frozen boxes never move again ([`freeze`](super::freeze)), so in every solution from here on they are walls. A
//! cell from which a box, alone among those walls, can reach no goal that is still open is a dead square from now on.
//! That may freeze further boxes, so the set grows until nothing changes. The boxes that are not frozen need
//! different open goals that they can reach. If there is no such assignment, the position is dead.
//!
//! Most positions are checked soon after a similar position Q that this rule did not prove dead. Suppose that all frozen
//! boxes of Q stand here, too, and that every box on a cell without a box in Q stands on a live cell and can be pushed,
//! where the frozen boxes of Q are walls. Then no other box is frozen. A set of boxes that freeze each other either
//! consists of boxes of Q, which would be frozen there, or contains a box that is not in Q, which can be pushed. Suppose
//! further that these boxes can be paired with the boxes that stand only in Q so that each reaches every open goal that
//! its partner reaches. Then the assignment for Q gives one for this position.

use std::rc::Rc;

use super::{
    freeze::{Freeze, can_move},
    rule::{DeadlockRule, ExpandedPosition},
    wall_tables::FrozenWalls,
};
use crate::{
    board::{Board, Cell},
    bounds::bipartite_matching::SetMatching,
    state::UnpackedState,
};

/// The rule, with its scratch.
pub(crate) struct FrozenWallsRule {
    freeze: Freeze,
    moving: Vec<Cell>,
    matching: SetMatching,
    /// The last position that was not dead by this rule.
    last: Option<Alive>,
    /// Whether boxes are assigned to goals although none is frozen.
    assigns_unfrozen: bool,
}

/// A position that is not dead by this rule.
struct Alive {
    boxes: KnownBoxes,
    frozen: Vec<Cell>,
    walls: Rc<FrozenWalls>,
}

impl DeadlockRule for FrozenWallsRule {
    const NAME: &'static str = "frozen-walls";
    const SUMMARY: &'static str = "boxes frozen on goals are walls for all others";
    const CHECKS_EXPANSIONS: bool = true;

    fn new(_: &Board) -> Self {
        Self {
            freeze: Freeze::default(),
            moving: Vec::new(),
            matching: SetMatching::default(),
            last: None,
            assigns_unfrozen: true,
        }
    }

    /// Leaves the frozen boxes and the goals among them in `position`.
    fn dead_before_expansion<E>(
        &mut self,
        position: &mut ExpandedPosition<'_>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.is_like_last(position) {
            #[cfg(any(test, feature = "check"))]
            self.assert_as_by_a_new_look(position, check)?;
            return Ok(false);
        }
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
        let assigns = self.assigns(frozen);
        let Self { moving, matching, .. } = self;
        moving.clear();
        moving.extend(state.boxes.iter().copied().filter(|cell| frozen.binary_search(cell).is_err()));
        let is_dead = moving.iter().any(|&cell| !walls.is_live(cell))
            || (assigns && !walls.can_assign(moving, matching, check)?);
        if !is_dead {
            self.keep(position);
        }
        Ok(is_dead)
    }
}

impl FrozenWallsRule {
    /// Leaves out the assignment of boxes to goals where no box is frozen: for searches that prune the positions without
    /// one before they are expanded.
    pub(super) fn leave_out_assignment(&mut self) {
        self.assigns_unfrozen = false;
    }

    /// Whether the boxes must be assigned to goals beside these frozen ones.
    fn assigns(&self, frozen: &[Cell]) -> bool {
        self.assigns_unfrozen || !frozen.is_empty()
    }

    /// Panics unless a fresh instance of the rule agrees that this position is not dead, and finds the same frozen boxes
    /// and walls.
    #[cfg(any(test, feature = "check"))]
    fn assert_as_by_a_new_look<E>(
        &self,
        position: &mut ExpandedPosition<'_>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rule = Self::new(position.board);
        rule.assigns_unfrozen = self.assigns_unfrozen;
        let mut cache = super::wall_tables::FrozenWallsCache::default();
        let walls = cache.table(position.board, &[], check)?;
        let ExpandedPosition { board, player, .. } = *position;
        let state = &mut *position.state;
        let mut new = ExpandedPosition { board, state, player, cache: &mut cache, frozen: Vec::new(), walls };
        let is_dead = rule.dead_before_expansion(&mut new, check)?;
        let (frozen, walls) = (new.frozen, new.walls);
        assert!(!is_dead && frozen == position.frozen, "frozen boxes {frozen:?}, updated {:?}", position.frozen);
        for cell in board.all() {
            assert_eq!(walls.goals_from(cell), position.walls.goals_from(cell), "goals from {cell}");
        }
        Ok(())
    }

    fn keep(&mut self, position: &ExpandedPosition<'_>) {
        let ExpandedPosition { board, frozen, walls, state, .. } = position;
        let last = self.last.get_or_insert_with(|| Alive {
            boxes: KnownBoxes::new(board.cells()),
            frozen: Vec::new(),
            walls: Rc::clone(walls),
        });
        last.boxes.set(&state.boxes);
        last.frozen.clone_from(frozen);
        last.walls.clone_from(walls);
    }

    /// Whether the last position that was not dead shows that this one is not, either. If so, its frozen boxes and its
    /// walls are those of `position`.
    fn is_like_last(&mut self, position: &mut ExpandedPosition<'_>) -> bool {
        let assigns = self.last.as_ref().is_some_and(|last| self.assigns(&last.frozen));
        let Self { last: Some(Alive { boxes: known, frozen, walls }), moving: gone, .. } = self else {
            return false;
        };
        let UnpackedState { boxes, occupied, .. } = &*position.state;
        let is_live = |cell| walls.is_live(cell);
        let is_mobile = |cell| is_live(cell) && can_move(position.board, is_live, occupied, cell);
        if !frozen.iter().all(|&cell| occupied[usize::from(cell)]) || !known.others(boxes).all(is_mobile) {
            return false;
        }
        if assigns {
            gone.clear();
            gone.extend(known.boxes().iter().copied().filter(|&cell| !occupied[usize::from(cell)]));
            let takes_a_place = |cell| {
                let place = gone.iter().position(|&before| walls.reaches_all_goals_of(cell, before));
                place.map(|place| gone.swap_remove(place)).is_some()
            };
            if !known.others(boxes).all(takes_a_place) {
                return false;
            }
        }
        position.frozen.clone_from(frozen);
        position.walls.clone_from(walls);
        known.set(boxes);
        true
    }
}

// The boxes of the last position that a rule did not find dead.

/// The boxes of a position, as a map of the cells.
#[derive(Clone, Debug)]
pub(super) struct KnownBoxes {
    /// `None` before the first position.
    boxes: Option<Vec<Cell>>,
    has_box: Vec<bool>,
}

impl KnownBoxes {
    pub(super) fn new(cells: usize) -> Self {
        Self { boxes: None, has_box: vec![false; cells] }
    }

    /// Whether there was a position.
    pub(super) fn is_known(&self) -> bool {
        self.boxes.is_some()
    }

    /// The boxes of the position.
    pub(super) fn boxes(&self) -> &[Cell] {
        self.boxes.as_deref().unwrap_or_default()
    }

    /// Those of `boxes` that stand on other cells.
    pub(super) fn others<'b>(&'b self, boxes: &'b [Cell]) -> impl Iterator<Item = Cell> + 'b {
        boxes.iter().copied().filter(|&cell| !self.has_box[usize::from(cell)])
    }

    /// Replaces the position.
    pub(super) fn set(&mut self, boxes: &[Cell]) {
        let known = self.boxes.get_or_insert_default();
        for &cell in &*known {
            self.has_box[usize::from(cell)] = false;
        }
        known.clear();
        known.extend_from_slice(boxes);
        for &cell in boxes {
            self.has_box[usize::from(cell)] = true;
        }
    }
}
