//! The parts of the floor that the player cannot enter, each with the boxes around it.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::direction::Direction;
use crate::sokoban::state::UnpackedState;

/// A part of the floor, or a union of parts, with the movable boxes around it. Both lists are sorted.
#[derive(Clone)]
pub(super) struct CorralPart {
    pub(super) inside: Vec<Cell>,
    pub(super) fence: Vec<Cell>,
}

impl CorralPart {
    /// All parts of the free floor except the player's. Boxes that `is_wall` are left out of the fences.
    pub(super) fn all(
        board: &Board,
        state: &UnpackedState,
        player: Cell,
        is_wall: impl Fn(Cell) -> bool,
    ) -> Vec<Self> {
        let home = state.regions.of(player);
        board
            .all()
            .filter(|&root| state.regions.of(root) == root && root != home)
            .map(|root| Self::around(board, state, root, &is_wall))
            .collect()
    }

    fn around(board: &Board, state: &UnpackedState, root: Cell, is_wall: &impl Fn(Cell) -> bool) -> Self {
        let inside: Vec<Cell> = board.all().filter(|&cell| state.regions.of(cell) == root).collect();
        let mut fence = Vec::new();
        for &cell in &inside {
            for next in surroundings(board, cell) {
                if state.occupied[usize::from(next)] && !fence.contains(&next) && !is_wall(next) {
                    fence.push(next);
                }
            }
        }
        fence.sort_unstable();
        Self { inside, fence }
    }

    pub(super) fn shares_a_box_with(&self, other: &Self) -> bool {
        other.fence.iter().any(|cell| self.fence.contains(cell))
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.inside.extend_from_slice(&other.inside);
        self.inside.sort_unstable();
        self.fence.extend_from_slice(&other.fence);
        self.fence.sort_unstable();
        self.fence.dedup();
    }
}

/// The neighbours of a cell, then the cells at its corners that are two steps away.
fn surroundings(board: &Board, cell: Cell) -> impl Iterator<Item = Cell> {
    let step = |cell: Cell, direction| Some(board.next(cell, direction)).filter(|&next| next != WALL);
    let corner = move |one: Direction, other: Direction| {
        step(cell, one)
            .and_then(|next| step(next, other))
            .or_else(|| step(cell, other).and_then(|next| step(next, one)))
    };
    let sides = Direction::ALL.into_iter().filter_map(move |direction| step(cell, direction));
    let corners = [Direction::Left, Direction::Right]
        .into_iter()
        .flat_map(|one| [(one, Direction::Up), (one, Direction::Down)])
        .filter_map(move |(one, other)| corner(one, other));
    sides.chain(corners)
}
