//! The sizes of cells: about as many half rows as columns, which is about square.

use lurd_puzzle::puzzle::Panel;

/// The size of a cell. The smallest size is one column and one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellSize {
    columns: usize,
    half_rows: usize,
}

/// The largest size: 8 columns and 4 rows.
const MAX: usize = 8;
/// The least number of columns with room for pictures.
const MIN_PICTURE: usize = 3;

impl CellSize {
    pub(super) const SMALLEST: Self = Self::square(1);

    /// As many columns as half rows, but at least a row.
    const fn square(columns: usize) -> Self {
        Self { columns, half_rows: if columns < 2 { 2 } else { columns } }
    }

    /// The sizes for boards, from small to large. Half rows need half blocks; cells that hold text or a drawn
    /// tile have whole rows.
    pub(super) fn all(panels: &[Panel], has_whole_rows: bool) -> Vec<Self> {
        let is_numbered = panels.iter().any(|panel| panel.numbered);
        let sizes = (1..=MAX).map(Self::square);
        if is_numbered {
            sizes.filter(|size| size.half_rows % 2 == 0).collect()
        } else if has_whole_rows {
            sizes.map(|size| Self { half_rows: size.half_rows.next_multiple_of(2), ..size }).collect()
        } else {
            sizes.collect()
        }
    }

    pub(super) fn columns(self) -> usize {
        self.columns
    }

    pub(super) fn half_rows(self) -> usize {
        self.half_rows
    }

    /// Whether there is room for a tile that the terminal draws.
    pub(super) fn has_tiles(self) -> bool {
        self.columns >= 2 && self.half_rows.is_multiple_of(2)
    }

    /// Whether there is room for pictures, not only for a letter.
    pub(super) fn has_pictures(self) -> bool {
        self.columns >= MIN_PICTURE
    }
}
