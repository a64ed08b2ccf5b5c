//! Squares that can be marked on the board: where the player and a box can go, dead squares, frozen boxes. What
//! they are is decided by the rules that searches use.

use super::flood::Flood;
use crate::board::Cell;
use crate::deadlock::Freeze;
use crate::floor::Floor;
use crate::position::SokobanPosition;
use crate::search_direction::SearchDirection;
use crate::state::UnpackedState;
use lurd_puzzle::puzzle::{CellRole, Overlay};

pub(super) const REACHABLE: Overlay = Overlay {
    name: "reachable",
    summary: "squares that the player can reach",
    is_of_piece: false,
    sign: ',',
    sign_on_goal: ';',
    cell_role: CellRole::Marked,
};

pub(super) const DEAD: Overlay = Overlay {
    name: "dead",
    summary: "dead squares: a box there can reach no goal",
    is_of_piece: false,
    sign: 'x',
    sign_on_goal: 'X',
    cell_role: CellRole::Danger,
};

pub(super) const TARGETS: Overlay = Overlay {
    name: "targets",
    summary: "squares to which the chosen box can be pushed",
    is_of_piece: true,
    sign: 'o',
    sign_on_goal: 'O',
    cell_role: CellRole::Marked,
};

pub(super) const FROZEN: Overlay = Overlay {
    name: "frozen",
    summary: "frozen boxes: they can never move again",
    is_of_piece: false,
    sign: 'F',
    sign_on_goal: 'f',
    cell_role: CellRole::Danger,
};

/// All overlays. A target or a frozen box is shown even where the player can walk.
pub(super) const OVERLAYS: &[Overlay] = &[REACHABLE, DEAD, TARGETS, FROZEN];

/// The squares that the player can reach without a push, with the player's own.
pub(super) fn reachable(position: &SokobanPosition) -> Vec<usize> {
    let game = position.game();
    let mut flood = Flood::new(game.level().squares());
    flood.run(game, game.player(), None, None);
    flood.reached().to_vec()
}

/// The dead squares; `None` if the level is too large.
pub(super) fn dead(position: &SokobanPosition) -> Option<Vec<usize>> {
    let Floor { board, distances, .. } = position.floor();
    let distances = distances.as_ref()?;
    Some(board.all().filter(|&cell| !distances.is_live(cell)).map(|cell| board.square(cell)).collect())
}

/// The other squares to which the box on `chosen` can be pushed while all other boxes stay.
pub(super) fn targets(position: &SokobanPosition, chosen: usize) -> Vec<usize> {
    let (floor, game) = (position.floor(), position.game());
    let board = &floor.board;
    let (Some(from), Some(player)) = (floor.cell(chosen), floor.cell(game.player())) else {
        return Vec::new();
    };
    let mut state = UnpackedState::new(board.cells());
    (state.boxes, state.occupied) = boxes(position);
    state.regions.fill(board, &state.occupied);
    let region = state.regions.of(player);
    if !state.remove_box(SearchDirection::Push, board, from, region, |_| true) {
        return Vec::new();
    }
    let mut squares: Vec<usize> = state.stops().iter().map(|stop| board.square(stop.cell)).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.retain(|&square| square != chosen);
    squares
}

/// The boxes that can never move again; `None` if the level is too large.
pub(super) fn frozen(position: &SokobanPosition) -> Option<Vec<usize>> {
    let Floor { board, distances, .. } = position.floor();
    let distances = distances.as_ref()?;
    let (boxes, mut occupied) = boxes(position);
    let mut freeze = Freeze::default();
    freeze.frozen_off_goal(board, |cell| distances.is_live(cell), boxes.into_iter(), &mut occupied);
    Some(freeze.frozen().iter().map(|&cell| board.square(cell)).collect())
}

/// The cells of the boxes in the player's room, as a list and as a map.
fn boxes(position: &SokobanPosition) -> (Vec<Cell>, Vec<bool>) {
    let floor = position.floor();
    let mut occupied = vec![false; floor.board.cells()];
    let cells: Vec<Cell> = position.game().boxes().filter_map(|square| floor.cell(square)).collect();
    for &cell in &cells {
        occupied[usize::from(cell)] = true;
    }
    (cells, occupied)
}
