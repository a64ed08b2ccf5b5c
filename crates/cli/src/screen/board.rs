//! Boards cell by cell: side by side, centred if they fit and scrolled otherwise; and as small pictures.

use lurd_puzzle::puzzle::{Cells, Coordinates, Panel};
use lurd_toolkit::keys::Zoom;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyModifiers, MouseEvent, MouseEventKind},
    layout::Rect,
};

use super::{
    canvas::{Canvas, Window},
    painter::Painter,
    theme::Theme,
};

pub(crate) use super::painter::Marks;

/// The columns of the largest cells.
const LARGEST: usize = 8;

/// The visible part of the boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewport {
    window: Window,
    /// Whether the player has scrolled away from the focus.
    is_free: bool,
    /// The size of cells that the player has chosen; `None` for the largest that fits.
    chosen: Option<usize>,
    /// The largest size that fits.
    largest: usize,
}

/// Whether all boards fit into the area beside each other.
pub(crate) fn fit(panels: &[Panel], area: Rect) -> bool {
    Canvas::new(panels, 1, true).fits(area)
}

impl Viewport {
    /// Computes the layout, and scrolls to the focus.
    fn lay_out(&mut self, panels: &[Panel], area: Rect, focus: Option<Coordinates>, theme: Theme) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let canvas = |size| Canvas::new(panels, size, theme.has_letters());
        self.largest = (1..=LARGEST).rev().find(|&size| canvas(size).fits(area)).unwrap_or(1);
        // The area may have become smaller since the size was chosen.
        let canvas = canvas(self.chosen.filter(|size| *size < self.largest).unwrap_or(self.largest));
        let Window { mut left, mut top, .. } = self.window;
        if let (Some(focus), Some(board), false) = (focus, canvas.boards.first(), self.is_free) {
            let half_row = 2 * canvas.head + focus.row * canvas.half_rows;
            let rows = (half_row + canvas.half_rows).div_ceil(2) - half_row / 2;
            left = scrolled(left, board.x + focus.column * board.pitch, board.pitch, width);
            top = scrolled(top, half_row / 2, rows, height);
        }
        left = left.min(canvas.width.saturating_sub(width));
        top = top.min(canvas.height.saturating_sub(height));
        self.window = Window { area, left, top, canvas };
    }

    pub(crate) fn draw(&mut self, buffer: &mut Buffer, area: Rect, cells: &dyn Cells, marks: Marks, theme: Theme) {
        self.lay_out(&cells.panels(), area, marks.focus, theme);
        Painter { window: &self.window, cells, marks, theme }.draw(buffer);
    }

    pub(crate) fn cell_at(&self, column: u16, row: u16) -> Option<(usize, Coordinates)> {
        let (x, y) = self.window.on_canvas((column, row).into())?;
        self.window.canvas.spot(x, 2 * y).map(|spot| (spot.board, spot.place))
    }

    /// Changes the size of cells. A size that does not fit would hide a part of the board.
    pub(crate) fn zoom(&mut self, zoom: Zoom) {
        let size = self.chosen.unwrap_or(self.largest);
        self.is_free = false;
        self.chosen = match zoom {
            Zoom::In => Some(size + 1).filter(|size| *size < self.largest),
            Zoom::Out => Some(size.saturating_sub(1).max(1)),
            Zoom::Fit => None,
        };
    }

    /// Scrolls by the wheel of the mouse, and zooms with Ctrl; other events do nothing.
    pub(crate) fn wheel(&mut self, mouse: MouseEvent) {
        let zooms = mouse.modifiers.contains(KeyModifiers::CONTROL);
        match mouse.kind {
            MouseEventKind::ScrollUp if zooms => self.zoom(Zoom::In),
            MouseEventKind::ScrollDown if zooms => self.zoom(Zoom::Out),
            MouseEventKind::ScrollUp => self.scroll(0, -2),
            MouseEventKind::ScrollDown => self.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.scroll(-4, 0),
            MouseEventKind::ScrollRight => self.scroll(4, 0),
            _ => {}
        }
    }

    /// Scrolls by a number of columns and rows.
    fn scroll(&mut self, columns: isize, rows: isize) {
        self.window.left = self.window.left.saturating_add_signed(columns);
        self.window.top = self.window.top.saturating_add_signed(rows);
        self.is_free = true;
    }

    /// Scrolls to the focus again when drawn next.
    pub(crate) fn follow(&mut self) {
        self.is_free = false;
    }

    /// The directions in which the boards continue, as signs.
    pub(crate) fn more(&self) -> String {
        let Window { area, left, top, canvas } = &self.window;
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let signs = [
            (*left > 0, '<'),
            (left + width < canvas.width, '>'),
            (*top > 0, '^'),
            (top + height < canvas.height, 'v'),
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

/// Draws the boards small, from the top of an area on: a pixel for each cell, or a letter where there are no colours or
/// no half blocks. Returns the number of rows. What does not fit is cut off.
pub(crate) fn draw_small(buffer: &mut Buffer, area: Rect, cells: &dyn Cells, theme: Theme) -> u16 {
    let panels = cells.panels();
    let is_text = theme.has_letters() || panels.iter().any(|panel| panel.numbered);
    let canvas = Canvas::new(&panels, usize::from(is_text), is_text);
    let least = |needed: usize, room: u16| u16::try_from(needed).unwrap_or(room).min(room);
    let area = Rect { width: least(canvas.width, area.width), height: least(canvas.height, area.height), ..area };
    let window = Window { area, canvas, ..Window::default() };
    Painter { window: &window, cells, marks: Marks::default(), theme }.draw(buffer);
    area.height
}

#[cfg(test)]
mod tests {
    //! Boards on screens of several sizes.

    use lurd_puzzle::puzzle::Tile;

    use super::*;

    /// Cells that say where they are.
    struct Field(Vec<Panel>);

    impl Cells for Field {
        fn panels(&self) -> Vec<Panel> {
            self.0.clone()
        }

        fn tile(&self, _: usize, place: Coordinates) -> Tile {
            let letter = char::from(b'a' + u8::try_from((place.row + place.column) % 26).expect("a letter"));
            Tile { text: letter.to_string().into(), ..Tile::default() }
        }
    }

    fn panel(rows: usize, columns: usize, numbered: bool) -> Panel {
        Panel { name: "name", rows, columns, width: 1, numbered }
    }

    #[test]
    fn the_cell_under_the_pointer_is_the_one_that_is_drawn_there() {
        let area = Rect::new(3, 2, 30, 9);
        for (panels, focus) in [
            (vec![panel(4, 5, false)], Coordinates::new(0, 0)),
            (vec![panel(40, 100, false)], Coordinates::new(20, 50)),
            (vec![panel(40, 100, false)], Coordinates::new(39, 99)),
            (vec![panel(4, 4, true), panel(4, 4, true)], Coordinates::new(0, 0)),
            (vec![panel(12, 30, true), panel(12, 30, true)], Coordinates::new(11, 20)),
        ] {
            let field = Field(panels);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 12));
            let mut viewport = Viewport::default();
            let marks = Marks { focus: Some(focus), ..Marks::default() };
            viewport.draw(&mut buffer, area, &field, marks, Theme::plain(true));
            let mut seen = 0;
            let mut sees_focus = false;
            for (column, row) in (0..40).flat_map(|column| (0..12).map(move |row| (column, row))) {
                let Some((number, place)) = viewport.cell_at(column, row) else {
                    continue;
                };
                sees_focus |= (number, place) == (0, focus);
                let symbol = buffer[(column, row)].symbol().to_owned();
                if symbol != " " {
                    assert_eq!(symbol, field.tile(number, place).text, "{place}");
                    seen += 1;
                }
            }
            assert!(seen > 10 && sees_focus, "{seen}");
        }
    }

    #[test]
    fn what_is_too_large_is_scrolled_to_its_ends() {
        let field = Field(vec![panel(30, 60, false)]);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 10));
        let mut viewport = Viewport::default();
        let area = buffer.area;
        let mut look = |viewport: &mut Viewport, focus| {
            viewport.draw(
                &mut buffer,
                area,
                &field,
                Marks { focus: Some(focus), ..Marks::default() },
                Theme::plain(true),
            );
            (viewport.cell_at(0, 0).map(|it| it.1), viewport.cell_at(19, 9).map(|it| it.1), viewport.more())
        };
        let at = |row, column| Some(Coordinates::new(row, column));
        assert_eq!(look(&mut viewport, Coordinates::new(0, 0)), (at(0, 0), at(9, 19), " more: >v".to_owned()));
        assert_eq!(look(&mut viewport, Coordinates::new(29, 59)), (at(20, 40), at(29, 59), " more: <^".to_owned()));
        viewport.scroll(-5, -100);
        assert_eq!(look(&mut viewport, Coordinates::new(29, 59)), (at(0, 35), at(9, 54), " more: <>v".to_owned()));
        viewport.follow();
        assert_eq!(look(&mut viewport, Coordinates::new(29, 59)).0, at(20, 40));
    }
}
