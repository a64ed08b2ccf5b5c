//! Boards cell by cell: side by side, centred if they fit and scrolled otherwise.

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::MouseEventKind;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::theme::Theme;
use crate::puzzle::{Cells, Panel, Place};

/// The number of columns between two boards.
const GAP: usize = 3;

/// The visible part of the boards.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Viewport {
    area: Rect,
    /// The first visible column and row of the canvas.
    left: usize,
    top: usize,
    canvas: Canvas,
    /// Whether the player has scrolled away from the focus.
    is_free: bool,
}

/// The layout on a screen that is large enough for everything.
#[derive(Clone, Debug, Default)]
struct Canvas {
    boards: Vec<Board>,
    width: usize,
    height: usize,
    /// The number of rows above the cells: names, numbers, marks.
    head: usize,
}

#[derive(Clone, Copy, Debug)]
struct Board {
    panel: Panel,
    /// The column of its first cell.
    x: usize,
    /// The number of columns of a cell.
    pitch: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::ui) struct Marks {
    /// The lit row and column of the first board.
    pub(in crate::ui) lit: Option<Place>,
    /// The lit row and column of the second board.
    pub(in crate::ui) second_lit: Option<Place>,
    pub(in crate::ui) cell: Option<(usize, Place)>,
    /// The cell of the first board that must be visible.
    pub(in crate::ui) focus: Option<Place>,
}

impl Marks {
    /// The lit row and column of a board.
    fn lit_on(&self, board: usize) -> Option<Place> {
        [self.lit, self.second_lit].get(board).copied().flatten()
    }
}

/// Whether all boards fit into the area beside each other.
pub(in crate::ui) fn fit(panels: &[Panel], area: Rect) -> bool {
    let canvas = Canvas::new(panels, 1);
    canvas.width <= usize::from(area.width) && canvas.height <= usize::from(area.height)
}

impl Canvas {
    fn new(panels: &[Panel], zoom: usize) -> Self {
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
            let pitch =
                if panel.numbered { panel.width.max(digits(panel.columns)) + 1 } else { panel.width * zoom };
            boards.push(Board { panel, x, pitch });
            x += pitch * panel.columns;
        }
        let rows = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
        Self { boards, width: x, height: head + rows, head }
    }
}

fn digits(lines: usize) -> usize {
    lines.saturating_sub(1).to_string().len()
}

/// The number of columns for row numbers and a mark beside them.
fn margin(panel: Panel) -> usize {
    if panel.numbered { digits(panel.rows) + 1 } else { 0 }
}

impl Viewport {
    /// Computes the layout, and scrolls to the focus.
    fn lay_out(&mut self, panels: &[Panel], area: Rect, focus: Option<Place>) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        // Cells two columns wide look square.
        let wide = Canvas::new(panels, 2);
        let fits = wide.width <= width && wide.height <= height;
        self.canvas = if fits { wide } else { Canvas::new(panels, 1) };
        self.area = area;
        if let (Some(focus), Some(board), false) = (focus, self.canvas.boards.first(), self.is_free) {
            let x = board.x + focus.column * board.pitch;
            let y = self.canvas.head + focus.row;
            self.left = scrolled(self.left, x, board.pitch, width);
            self.top = scrolled(self.top, y, 1, height);
        }
        self.left = self.left.min(self.canvas.width.saturating_sub(width));
        self.top = self.top.min(self.canvas.height.saturating_sub(height));
    }

    /// The place of the canvas on the screen; boards that fit are centred.
    fn origin(&self) -> (usize, usize) {
        let free = |room: u16, needed: usize| usize::from(room).saturating_sub(needed) / 2;
        (
            usize::from(self.area.x) + free(self.area.width, self.canvas.width),
            usize::from(self.area.y) + free(self.area.height, self.canvas.height),
        )
    }

    /// Writes at a column and row of the canvas, as far as it is visible.
    fn put(&self, buffer: &mut Buffer, x: usize, y: usize, text: &str, style: Style) {
        let (left, top) = self.origin();
        let Some(row) = y.checked_sub(self.top) else { return };
        let row = top + row;
        for (index, letter) in text.chars().enumerate() {
            let Some(column) = (x + index).checked_sub(self.left) else { continue };
            let place = (u16::try_from(left + column), u16::try_from(row));
            if let (Ok(column), Ok(row)) = place
                && self.area.contains((column, row).into())
            {
                buffer[(column, row)].set_char(letter).set_style(style);
            }
        }
    }

    pub(in crate::ui) fn draw(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        cells: &dyn Cells,
        marks: Marks,
        theme: Theme,
    ) {
        self.lay_out(&cells.panels(), area, marks.focus);
        let boards = self.canvas.boards.clone();
        for (number, board) in boards.iter().enumerate() {
            let lit = marks.lit_on(number);
            self.draw_head(buffer, board, boards.len() > 1, lit, theme);
            let first = self.top.saturating_sub(self.canvas.head);
            for row in first..board.panel.rows.min(first + usize::from(area.height) + 1) {
                self.draw_row(buffer, cells, (number, board), row, marks, theme);
            }
        }
    }

    fn draw_head(&self, buffer: &mut Buffer, board: &Board, named: bool, lit: Option<Place>, theme: Theme) {
        if named {
            self.put(buffer, board.x, 0, board.panel.name, theme.faint());
        }
        if !board.panel.numbered {
            return;
        }
        for column in 0..board.panel.columns {
            let x = board.x + column * board.pitch;
            let width = board.pitch - 1;
            let is_lit = lit.is_some_and(|lit| lit.column == column);
            let style = if is_lit { Theme::strong() } else { theme.faint() };
            self.put(buffer, x, self.canvas.head - 2, &format!("{column:>width$}"), style);
            if is_lit {
                self.put(buffer, x, self.canvas.head - 1, &format!("{:>width$}", "v"), Theme::strong());
            }
        }
    }

    fn draw_row(
        &self,
        buffer: &mut Buffer,
        cells: &dyn Cells,
        (number, board): (usize, &Board),
        row: usize,
        marks: Marks,
        theme: Theme,
    ) {
        let y = self.canvas.head + row;
        let lit = marks.lit_on(number);
        if board.panel.numbered {
            let width = digits(board.panel.rows);
            let is_lit = lit.is_some_and(|lit| lit.row == row);
            let (sign, style) = if is_lit { (">", Theme::strong()) } else { (" ", theme.faint()) };
            self.put(buffer, board.x - margin(board.panel), y, &format!("{row:>width$}{sign}"), style);
        }
        // Only visible cells are read: a level may have a million of them.
        let seen_from = self.left.saturating_sub(board.x) / board.pitch;
        let seen_to =
            (self.left + usize::from(self.area.width)).saturating_sub(board.x).div_ceil(board.pitch);
        for column in seen_from..board.panel.columns.min(seen_to) {
            let place = Place::new(row, column);
            let tile = cells.tile(number, place);
            let letters = theme.letters(&tile);
            let mut style = theme.cell_role(tile.cell_role);
            let is_in_line = lit.is_some_and(|lit| lit.row == row || lit.column == column);
            if is_in_line {
                style = style.add_modifier(ratatui::style::Modifier::UNDERLINED);
            }
            if marks.cell == Some((number, place)) {
                style = Theme::marked(style);
            }
            let text = if board.panel.numbered {
                format!("{letters:>width$}", width = board.pitch - 1)
            } else if tile.cell_role == crate::puzzle::CellRole::Wall {
                letters.repeat(board.pitch)
            } else {
                format!("{letters:<width$}", width = board.pitch)
            };
            self.put(buffer, board.x + column * board.pitch, y, &text, style);
        }
    }

    pub(in crate::ui) fn cell_at(&self, column: u16, row: u16) -> Option<(usize, Place)> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let (left, top) = self.origin();
        let x = usize::from(column).checked_sub(left)? + self.left;
        let y = usize::from(row).checked_sub(top)? + self.top;
        let row = y.checked_sub(self.canvas.head)?;
        self.canvas.boards.iter().enumerate().find_map(|(number, board)| {
            let place = Place::new(row, x.checked_sub(board.x)? / board.pitch);
            board.panel.holds(place).then_some((number, place))
        })
    }

    /// Scrolls by the wheel of the mouse; other events do nothing.
    pub(in crate::ui) fn wheel(&mut self, kind: MouseEventKind) {
        match kind {
            MouseEventKind::ScrollUp => self.scroll(0, -2),
            MouseEventKind::ScrollDown => self.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.scroll(-4, 0),
            MouseEventKind::ScrollRight => self.scroll(4, 0),
            _ => {}
        }
    }

    /// Scrolls by a number of columns and rows.
    fn scroll(&mut self, columns: isize, rows: isize) {
        self.left = self.left.saturating_add_signed(columns);
        self.top = self.top.saturating_add_signed(rows);
        self.is_free = true;
    }

    /// Scrolls to the focus again when drawn next.
    pub(in crate::ui) fn follow(&mut self) {
        self.is_free = false;
    }

    /// The directions in which the boards continue, as signs.
    pub(in crate::ui) fn more(&self) -> String {
        let (width, height) = (usize::from(self.area.width), usize::from(self.area.height));
        let signs = [
            (self.left > 0, '<'),
            (self.left + width < self.canvas.width, '>'),
            (self.top > 0, '^'),
            (self.top + height < self.canvas.height, 'v'),
        ];
        let text: String = signs.iter().filter(|(is, _)| *is).map(|(_, sign)| sign).collect();
        if text.is_empty() { text } else { format!(" more: {text}") }
    }
}

/// The first visible line, so that the `long` lines from `at` on have some room around them.
fn scrolled(first: usize, at: usize, long: usize, room: usize) -> usize {
    let around = (room / 4).min(4 * long);
    let least = (at + long + around).saturating_sub(room);
    let most = at.saturating_sub(around);
    first.clamp(least.min(most), most.max(least))
}
