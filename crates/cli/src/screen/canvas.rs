//! Where the cells of boards stand: on a screen that is large enough for everything, and on the visible part of it.

use lurd_puzzle::puzzle::{Coordinates, Panel};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
};

/// The number of columns between two boards.
const GAP: usize = 3;
/// The least size of cells with room for pictures.
const PICTURES: usize = 3;

/// The layout on a screen that is large enough for everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    pub(super) boards: Vec<BoardLayout>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of rows above the cells: names, numbers, marks.
    pub(super) head: usize,
    /// The number of half rows of a cell.
    pub(super) half_rows: usize,
    /// Whether cells are drawn in pixels of half a row, not as letters.
    pub(super) is_picture: bool,
}

/// The columns of a board on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLayout {
    pub(super) panel: Panel,
    /// The column of its first cell.
    pub(super) x: usize,
    /// The number of columns of a cell. The last one is a gap if lines are numbered.
    pub(super) pitch: usize,
}

/// A cell, and a column and a half row of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) board: usize,
    pub(super) place: Coordinates,
    pub(super) x: usize,
    pub(super) y: usize,
}

impl Canvas {
    /// A layout with cells of `size` columns and about as many half rows, which is about square; 0 is a single pixel.
    pub(super) fn new(panels: &[Panel], size: usize, has_letters: bool) -> Self {
        let is_numbered = panels.iter().any(|panel| panel.numbered);
        let is_text = has_letters || is_numbered;
        let half_rows = match size {
            0 => 1,
            _ if is_text => size.next_multiple_of(2),
            _ => size.max(2),
        };
        let (mut boards, mut width) = (Vec::new(), 0);
        for &panel in panels {
            let x = width + if boards.is_empty() { 0 } else { GAP } + margin(panel);
            let pitch = if panel.numbered {
                size.max(panel.width.max(digits(panel.columns)) + 1)
            } else {
                panel.width.max(1) * size.max(1)
            };
            boards.push(BoardLayout { panel, x, pitch });
            width = x + pitch * panel.columns;
        }
        let head = usize::from(panels.len() > 1) + 2 * usize::from(is_numbered);
        let rows = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
        let height = head + (rows * half_rows).div_ceil(2);
        let is_picture = !is_text && (size == 0 || size >= PICTURES);
        Self { boards, width, height, head, half_rows, is_picture }
    }

    pub(super) fn fits(&self, area: Rect) -> bool {
        self.width <= usize::from(area.width) && self.height <= usize::from(area.height)
    }

    /// The half row of a cell with its text: the middle one.
    pub(super) fn middle(&self) -> usize {
        (self.half_rows - 1) / 2
    }

    /// The row of the canvas with the text of a row of cells.
    pub(super) fn text_row(&self, row: usize) -> usize {
        self.head + (row * self.half_rows).midpoint(self.middle())
    }

    /// What is at a column and a half row.
    pub(super) fn spot(&self, x: usize, half_row: usize) -> Option<Spot> {
        let y = half_row.checked_sub(2 * self.head)?;
        self.boards.iter().enumerate().find_map(|(number, board)| {
            let x = x.checked_sub(board.x)?;
            let place = Coordinates::new(y / self.half_rows, x / board.pitch);
            let spot = Spot { board: number, place, x: x % board.pitch, y: y % self.half_rows };
            board.panel.holds(place).then_some(spot)
        })
    }
}

impl BoardLayout {
    /// Text in the middle of the columns of a cell. Short numbers end where long ones do.
    pub(super) fn centred(&self, text: &str) -> String {
        let (width, room) = (self.panel.width, self.pitch - usize::from(self.panel.numbered));
        format!("{:^room$}", format!("{text:>width$}"))
    }
}

fn digits(lines: usize) -> usize {
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

    /// Writes at a column and row of the canvas, as far as it is visible.
    pub(super) fn put(&self, buffer: &mut Buffer, x: usize, y: usize, text: &str, style: Style) {
        let (left, top) = self.origin();
        let on_screen = |first: u16, at: usize| Some(first.saturating_add(u16::try_from(at).ok()?));
        for (at, letter) in text.chars().enumerate() {
            let column = (left + x + at).checked_sub(self.left).and_then(|at| on_screen(self.area.x, at));
            let row = (top + y).checked_sub(self.top).and_then(|at| on_screen(self.area.y, at));
            if let Some(place) = column.zip(row).filter(|&place| self.area.contains(place.into())) {
                buffer[place].set_char(letter).set_style(style);
            }
        }
    }

    /// The column and row of the canvas at a place of the screen; `None` outside of it.
    pub(super) fn on_canvas(&self, place: Position) -> Option<(usize, usize)> {
        let (left, top) = self.origin();
        let x = usize::from(place.x.checked_sub(self.area.x)?).checked_sub(left)?;
        let y = usize::from(place.y.checked_sub(self.area.y)?).checked_sub(top)?;
        self.area.contains(place).then_some((self.left + x, self.top + y))
    }
}
