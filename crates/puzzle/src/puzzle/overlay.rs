//! Sets of cells that can be marked on a board while it is played.

use super::cell_role::CellRole;

/// A set of cells that can be marked on the first board. Of several that share a cell, the last one of
/// [`Controls::overlays`](super::Controls::overlays) is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// The name in commands: `reachable`.
    pub name: &'static str,
    /// What the cells are: `squares that the player can reach`.
    pub summary: &'static str,
    /// Whether it depends on a chosen piece.
    pub is_of_piece: bool,
    /// The ASCII sign of a marked cell.
    pub sign: char,
    /// The sign of a marked cell that is a goal.
    pub sign_on_goal: char,
    /// The role of marked cells that are empty; others keep theirs.
    pub cell_role: CellRole,
}

impl Overlay {
    /// The sign on a cell of that role; `None` where nothing is marked.
    #[must_use]
    pub fn sign_on(&self, role: CellRole) -> Option<char> {
        match role {
            CellRole::Wall | CellRole::Player => None,
            CellRole::Goal | CellRole::Placed => Some(self.sign_on_goal),
            _ => Some(self.sign),
        }
    }
}
