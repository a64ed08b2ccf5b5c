//! Painting a square. Contents that can share a square are combined: a box or the player on a goal stands on
//! it.

use crate::square::Square;
use lurd_puzzle::puzzle::{Brush, CellRole, DraftError};

/// The brushes that the editor offers.
pub(super) fn brushes() -> Vec<Brush> {
    let brush = |name: &str, key, cell_role| Brush { name: name.to_owned(), key, cell_role };
    vec![
        brush("wall", '#', CellRole::Wall),
        brush("box", '$', CellRole::Piece),
        brush("goal", '.', CellRole::Goal),
        brush("player", '@', CellRole::Player),
        brush("floor", '-', CellRole::Plain),
    ]
}

/// The square after painting it with `brush`.
pub(super) fn painted(square: Square, brush: &str) -> Result<Square, DraftError> {
    Ok(match (brush, square) {
        ("wall", _) => Square::Wall,
        ("floor", _) => Square::Floor,
        ("box", square) if square.has_goal() => Square::BoxOnGoal,
        ("box", _) => Square::Box,
        ("player", square) if square.has_goal() => Square::PlayerOnGoal,
        ("player", _) => Square::Player,
        ("goal", square) if square.has_box() => Square::BoxOnGoal,
        ("goal", square) if square.has_player() => Square::PlayerOnGoal,
        ("goal", _) => Square::Goal,
        (other, _) => {
            return Err(format!("unknown brush '{other}': use wall, box, goal, player or floor").into());
        }
    })
}

/// The square after erasing its topmost content: a goal remains under a box or the player.
pub(super) fn erased(square: Square) -> Square {
    match square {
        Square::BoxOnGoal | Square::PlayerOnGoal => Square::Goal,
        _ => Square::Floor,
    }
}
