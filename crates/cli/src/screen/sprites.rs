//! Pictures of cells in pixels: a pixel is one column wide and half a row high, which is about square.
//!
//! Each role has a shape of its own, so that the pictures can be told apart without colours.

use lurd_puzzle::puzzle::CellRole;

/// A pixel of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    /// The colour of the role.
    Ink,
    /// A darker shade of it.
    Shade,
    None,
}

/// Whether cells of this role are drawn as pictures; others are only text.
pub(super) fn has_sprite(role: CellRole) -> bool {
    !matches!(role, CellRole::Plain | CellRole::Faint | CellRole::Marked | CellRole::Danger | CellRole::Tile(_))
}

/// A pixel of the picture of a role, of `size` by `size` pixels. With less than 3 of them, pictures
/// are alike.
pub(super) fn dot(role: CellRole, size: usize, x: usize, y: usize) -> Dot {
    let is_ink = |is: bool| if is { Dot::Ink } else { Dot::None };
    let is_shade = |is: bool| if is { Dot::Ink } else { Dot::Shade };
    // Twice the distances from the centre.
    let (across, down) = ((2 * x).abs_diff(size - 1), (2 * y).abs_diff(size - 1));
    match role {
        CellRole::Wall => Dot::Ink,
        // A frame.
        CellRole::Piece => is_shade(across.max(down) == size - 1),
        // A cross.
        CellRole::Placed => is_shade(across == down),
        // A square in the middle.
        CellRole::Goal => is_shade(2 * across.max(down) <= size),
        // A disc.
        CellRole::Player => is_ink(size == 1 || across * across + down * down < size * size - 1),
        CellRole::Plain | CellRole::Faint | CellRole::Marked | CellRole::Danger | CellRole::Tile(_) => Dot::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_differ_without_colours() {
        let roles =
            [CellRole::Wall, CellRole::Piece, CellRole::Placed, CellRole::Goal, CellRole::Player, CellRole::Plain];
        for size in 3..=8 {
            let picture = |role| {
                let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
                places.map(|(x, y)| dot(role, size, x, y) == Dot::Ink).collect::<Vec<_>>()
            };
            for (index, &one) in roles.iter().enumerate() {
                for &other in &roles[..index] {
                    assert_ne!(picture(one), picture(other), "{size}: {one:?} {other:?}");
                }
            }
        }
    }
}
