//! The sizes of cells: as many half rows as columns, which is about square.

use crate::puzzle::Panel;

/// The size of a cell: as many columns as half rows. The smallest size is one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellSize(usize);

/// The largest size: 8 columns and 4 rows.
const MAX: usize = 8;
/// The least size with room for pictures.
const MIN_PICTURE: usize = 3;

impl CellSize {
    pub(super) const SMALLEST: Self = Self(1);

    /// The sizes for boards, from small to large. Half rows need half blocks, and cells that hold only text
    /// have whole rows.
    pub(super) fn all(panels: &[Panel], ascii: bool) -> Vec<Self> {
        let is_text = ascii || panels.iter().any(|panel| panel.numbered);
        (1..=MAX).filter(|size| *size < MIN_PICTURE || size % 2 == 0 || !is_text).map(Self).collect()
    }

    pub(super) fn columns(self) -> usize {
        self.0
    }

    pub(super) fn half_rows(self) -> usize {
        self.0.max(2)
    }

    /// Whether there is room for pictures, not only for a letter.
    pub(super) fn has_pictures(self) -> bool {
        self.0 >= MIN_PICTURE
    }
}
