//! Symmetric drawing: what is put into a cell is also put into its mirror images.

use lurd_puzzle::puzzle::{Panel, Place};

/// Which mirror images are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    #[default]
    Off,
    /// The left half is the mirror image of the right one.
    LeftRight,
    /// The upper half is the mirror image of the lower one.
    UpDown,
    Both,
}

impl Symmetry {
    pub const ALL: [(&'static str, Self); 4] = [
        ("off", Self::Off),
        ("left-right", Self::LeftRight),
        ("up-down", Self::UpDown),
        ("both", Self::Both),
    ];

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, symmetry)| symmetry)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(_, symmetry)| symmetry == self).map_or("off", |&(name, _)| name)
    }

    /// The symmetry after this one.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&(_, symmetry)| symmetry == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()].1
    }

    /// The cells and their mirror images on a board, each once.
    pub(super) fn images(self, cells: &[Place], panel: &Panel) -> Vec<Place> {
        let mut all: Vec<Place> = Vec::new();
        for &cell in cells {
            // A cell off the board has no image.
            let column = panel.columns.checked_sub(cell.column.saturating_add(1)).unwrap_or(cell.column);
            let row = panel.rows.checked_sub(cell.row.saturating_add(1)).unwrap_or(cell.row);
            let across = Place::new(cell.row, column);
            let down = Place::new(row, cell.column);
            let images = match self {
                Self::Off => vec![cell],
                Self::LeftRight => vec![cell, across],
                Self::UpDown => vec![cell, down],
                Self::Both => vec![cell, across, down, Place::new(row, column)],
            };
            for image in images {
                if !all.contains(&image) {
                    all.push(image);
                }
            }
        }
        all
    }
}
