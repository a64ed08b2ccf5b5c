//! The sizes of cells, and where the cells of boards stand: on a screen that is large enough for everything, and on
//! the visible part of it.

use lurd_puzzle::puzzle::{Coordinates, Panel};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

/// The number of columns between two boards.
const GAP: usize = 3;

/// The layout on a screen that is large enough for everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    pub(super) boards: Vec<BoardLayout>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of rows above the cells: names, numbers, marks.
    pub(super) head: usize,
}

/// The columns and rows of a board on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLayout {
    pub(super) panel: Panel,
    /// The column of its first cell.
    pub(super) x: usize,
    /// The number of columns of a cell.
    pub(super) pitch: usize,
    /// The number of half rows of a cell.
    pub(super) half_rows: usize,
    pub(super) size: CellSize,
}

impl Canvas {
    pub(super) fn new(panels: &[Panel], size: CellSize) -> Self {
        let several = panels.len() > 1;
        let numbered = panels.iter().any(|panel| panel.numbered);
        let head = usize::from(several) + 2 * usize::from(numbered);
        let mut boards = Vec::new();
        let mut x = 0;
        for &panel in panels {
            if !boards.is_empty() {
                x += GAP;
            }
            x += margin(panel);
            let pitch = if panel.numbered {
                size.columns().max(panel.width.max(digits(panel.columns)) + 1)
            } else {
                panel.width.max(1) * size.columns()
            };
            boards.push(BoardLayout { panel, x, pitch, half_rows: size.half_rows(), size });
            x += pitch * panel.columns;
        }
        let rows = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
        Self { boards, width: x, height: head + (rows * size.half_rows()).div_ceil(2), head }
    }

    /// The layout with the largest cells that fit, or with the smallest ones.
    pub(super) fn fitted(panels: &[Panel], area: Rect, has_letters: bool) -> (Self, CellSize) {
        let sizes = CellSize::all(panels, has_letters).into_iter().rev();
        let mut canvases = sizes.map(|size| (Self::new(panels, size), size));
        let found = canvases.find(|(canvas, _)| canvas.fits(area));
        found.unwrap_or_else(|| (Self::new(panels, CellSize::SMALLEST), CellSize::SMALLEST))
    }

    pub(super) fn fits(&self, area: Rect) -> bool {
        self.width <= usize::from(area.width) && self.height <= usize::from(area.height)
    }

    /// The first half row of a row of cells.
    pub(super) fn half_row(&self, board: &BoardLayout, row: usize) -> usize {
        2 * self.head + row * board.half_rows
    }
}

impl BoardLayout {
    /// The row of the canvas with the text of cells that begin at a half row: the middle one.
    pub(super) fn text_row(&self, half_row: usize) -> usize {
        half_row.midpoint(half_row + self.half_rows - 1) / 2
    }
}

pub(super) fn digits(lines: usize) -> usize {
    lines.saturating_sub(1).to_string().len()
}

/// The number of columns for row numbers and a mark beside them.
pub(super) fn margin(panel: Panel) -> usize {
    if panel.numbered { digits(panel.rows) + 1 } else { 0 }
}

/// The visible part of a canvas.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub(super) area: Rect,
    /// The first visible column and row of the canvas.
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) canvas: Canvas,
}

impl Window {
    /// The place of the canvas in the area; boards that fit are centred.
    fn origin(&self) -> (usize, usize) {
        let free = |room: u16, needed: usize| usize::from(room).saturating_sub(needed) / 2;
        (free(self.area.width, self.canvas.width), free(self.area.height, self.canvas.height))
    }

    /// The column and row of the area with a column and row of the canvas, unless they are scrolled out.
    pub(super) fn of_canvas(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        let (left, top) = self.origin();
        Some((left + x.checked_sub(self.left)?, top + y.checked_sub(self.top)?))
    }

    /// Writes at a column and row of the canvas, as far as it is visible.
    pub(super) fn put(&self, buffer: &mut Buffer, x: usize, y: usize, text: &str, style: Style) {
        for (index, letter) in text.chars().enumerate() {
            let Some((column, row)) = self.of_canvas(x + index, y) else { continue };
            let place = (u16::try_from(column), u16::try_from(row));
            if let (Ok(column), Ok(row)) = place
                && column < self.area.width
                && row < self.area.height
            {
                let cell = &mut buffer[(self.area.x + column, self.area.y + row)];
                cell.set_char(letter).set_style(style);
            }
        }
    }

    /// The visible rows of cells of a board.
    pub(super) fn rows(&self, board: &BoardLayout) -> std::ops::Range<usize> {
        let visible = 2 * self.top..2 * (self.top + usize::from(self.area.height));
        let first = visible.start.saturating_sub(2 * self.canvas.head) / board.half_rows;
        let last = visible.end.saturating_sub(2 * self.canvas.head).div_ceil(board.half_rows);
        first..last.min(board.panel.rows)
    }

    /// The visible columns of cells of a board.
    pub(super) fn columns(&self, board: &BoardLayout) -> std::ops::Range<usize> {
        let first = self.left.saturating_sub(board.x) / board.pitch;
        let end = (self.left + usize::from(self.area.width)).saturating_sub(board.x);
        first..end.div_ceil(board.pitch).min(board.panel.columns)
    }

    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<(usize, Coordinates)> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let (left, top) = self.origin();
        let x = usize::from(column - self.area.x).checked_sub(left)? + self.left;
        let y = usize::from(row - self.area.y).checked_sub(top)? + self.top;
        let half_row = 2 * y.checked_sub(self.canvas.head)?;
        self.canvas.boards.iter().enumerate().find_map(|(number, board)| {
            let place = Coordinates::new(half_row / board.half_rows, x.checked_sub(board.x)? / board.pitch);
            board.panel.holds(place).then_some((number, place))
        })
    }
}

// The sizes of cells: about as many half rows as columns, which is about square.

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

impl Default for CellSize {
    fn default() -> Self {
        Self::SMALLEST
    }
}

impl CellSize {
    pub(super) const SMALLEST: Self = Self::square(1);

    /// As many columns as half rows, but at least a row.
    const fn square(columns: usize) -> Self {
        Self { columns, half_rows: if columns < 2 { 2 } else { columns } }
    }

    /// The sizes for boards, from small to large. Half rows need half blocks; cells that hold text
    /// have whole rows.
    pub(super) fn all(panels: &[Panel], has_letters: bool) -> Vec<Self> {
        let is_numbered = panels.iter().any(|panel| panel.numbered);
        let sizes = (1..=MAX).map(Self::square);
        if is_numbered {
            sizes.filter(|size| size.half_rows % 2 == 0).collect()
        } else if has_letters {
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

    /// Whether there is room for pictures, not only for a letter.
    pub(super) fn has_pictures(self) -> bool {
        self.columns >= MIN_PICTURE
    }
}
