//! Draws the visible cells of boards: as pictures where they are large enough, else as text.

use lurd_puzzle::puzzle::{CellRole, Cells, Coordinates, PadDirection, Tile};
use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier, Style},
};

use super::{
    canvas::{BoardLayout, Window, digits, margin},
    sprites::{Dot, Raster, dot, has_sprite},
    theme::Theme,
};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The lit row and column of the first board.
    pub(crate) lit: Option<Coordinates>,
    /// The lit row and column of the second board.
    pub(crate) second_lit: Option<Coordinates>,
    pub(crate) cell: Option<(usize, Coordinates)>,
    /// An arrow on a cell of the first board, or at its line if the board is numbered.
    pub(crate) arrow: Option<(Coordinates, PadDirection)>,
    /// The cell of the first board that must be visible.
    pub(crate) focus: Option<Coordinates>,
}

impl Marks {
    /// The lit row and column of a board.
    fn lit_on(&self, board: usize) -> Option<Coordinates> {
        [self.lit, self.second_lit].get(board).copied().flatten()
    }
}

/// Draws the visible cells of boards.
pub(super) struct Painter<'a> {
    pub(super) window: &'a Window,
    pub(super) cells: &'a dyn Cells,
    pub(super) marks: Marks,
    pub(super) theme: Theme,
}

/// A visible cell.
struct Cell {
    board: BoardLayout,
    tile: Tile,
    x: usize,
    half_row: usize,
    is_marked: bool,
    is_lit: bool,
}

impl Painter<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let mut raster = Raster::new(self.window.area);
        let mut cells = Vec::new();
        let boards = &self.window.canvas.boards;
        for (number, board) in boards.iter().enumerate() {
            let lit = self.marks.lit_on(number);
            self.draw_head(buffer, board, boards.len() > 1, lit);
            for row in self.window.rows(board) {
                self.draw_number(buffer, board, row, lit);
                // Only visible cells are read: a level may have a million of them.
                for column in self.window.columns(board) {
                    cells.push(self.cell(number, board, Coordinates::new(row, column)));
                }
            }
        }
        for cell in &cells {
            self.set_pixels(&mut raster, cell);
        }
        raster.draw(buffer, self.window.area);
        for cell in &cells {
            if self.is_picture(cell) || self.is_block(cell) || self.is_pixels(cell) {
                self.draw_letters(buffer, &raster, cell);
            } else {
                self.draw_text(buffer, cell);
            }
        }
        self.draw_arrow(buffer);
    }

    fn cell(&self, number: usize, board: &BoardLayout, place: Coordinates) -> Cell {
        let lit = self.marks.lit_on(number);
        Cell {
            board: *board,
            tile: self.cells.tile(number, place),
            x: board.x + place.column * board.pitch,
            half_row: self.window.canvas.half_row(board, place.row),
            is_marked: self.marks.cell == Some((number, place)),
            is_lit: lit.is_some_and(|lit| lit.row == place.row || lit.column == place.column),
        }
    }

    fn draw_head(&self, buffer: &mut Buffer, board: &BoardLayout, named: bool, lit: Option<Coordinates>) {
        if named {
            self.window.put(buffer, board.x, 0, board.panel.name, self.theme.faint());
        }
        if !board.panel.numbered {
            return;
        }
        let head = self.window.canvas.head;
        for column in 0..board.panel.columns {
            let x = board.x + column * board.pitch;
            let is_lit = lit.is_some_and(|lit| lit.column == column);
            let style = if is_lit { Theme::strong() } else { self.theme.faint() };
            self.window.put(buffer, x, head - 2, &in_block(&column.to_string(), board), style);
            if is_lit {
                self.window.put(buffer, x, head - 1, &in_block("v", board), Theme::strong());
            }
        }
    }

    fn draw_number(&self, buffer: &mut Buffer, board: &BoardLayout, row: usize, lit: Option<Coordinates>) {
        if board.panel.numbered {
            let width = digits(board.panel.rows);
            let is_lit = lit.is_some_and(|lit| lit.row == row);
            let (sign, style) = if is_lit { (">", Theme::strong()) } else { (" ", self.theme.faint()) };
            let y = board.text_row(self.window.canvas.half_row(board, row));
            let text = format!("{row:>width$}{sign}");
            self.window.put(buffer, board.x - margin(board.panel), y, &text, style);
        }
    }

    /// Draws the arrow of a hint: in the middle of its cell, or in front of its row or above its column.
    fn draw_arrow(&self, buffer: &mut Buffer) {
        let (Some((place, direction)), Some(board)) = (self.marks.arrow, self.window.canvas.boards.first()) else {
            return;
        };
        let signs = if self.theme.ascii { ['<', '^', '>', 'v'] } else { ['←', '↑', '→', '↓'] };
        let sign = signs[direction as usize];
        let half_row = self.window.canvas.half_row(board, place.row);
        let (left, row) = (board.x + place.column * board.pitch, board.text_row(half_row));
        let style = Theme::marked(self.theme.good());
        let (column, row, text) = match (board.panel.numbered, direction.is_row()) {
            (true, true) => (board.x - 1, row, sign.to_string()),
            (true, false) => (left, self.window.canvas.head - 1, in_block(&sign.to_string(), board)),
            (false, _) if board.pitch > 2 => (left + (board.pitch - 3) / 2, row, format!(" {sign} ")),
            (false, _) => (left, row, sign.to_string()),
        };
        self.window.put(buffer, column, row, &text, style);
    }

    /// Whether cells of the board may be drawn in pixels.
    fn is_pixels(&self, cell: &Cell) -> bool {
        cell.board.size.has_pictures() && !self.theme.has_letters() && !cell.board.panel.numbered
    }

    fn is_picture(&self, cell: &Cell) -> bool {
        self.is_pixels(cell) && has_sprite(cell.tile.cell_role)
    }

    /// Whether a tile is a block of its colour.
    fn is_block(&self, cell: &Cell) -> bool {
        let has_room = cell.board.size.has_pictures() && cell.board.panel.numbered;
        let is_tile = matches!(cell.tile.cell_role, CellRole::Tile(_));
        has_room && is_tile && !self.theme.has_letters()
    }

    fn set_pixels(&self, raster: &mut Raster, cell: &Cell) {
        let is_block = self.is_block(cell);
        if !is_block && !self.is_pixels(cell) {
            return;
        }
        let BoardLayout { pitch, half_rows, .. } = cell.board;
        for (x, y) in (0..half_rows).flat_map(|y| (0..pitch).map(move |x| (x, y))) {
            let dot = if is_block {
                // A gap is left on the right and below.
                if x + 1 < pitch && y + 1 < half_rows { Dot::Ink } else { Dot::None }
            } else {
                // Pictures of wide cells are stretched.
                dot(cell.tile.cell_role, half_rows, x * half_rows / pitch, y)
            };
            let place = self.window.of_canvas(cell.x + x, 0);
            if let (Some(colour), Some((column, _))) = (self.colour(cell, dot, (x, y)), place)
                && let Some(y) = self.pixel_row(cell.half_row + y)
            {
                raster.set(column, y, colour);
            }
        }
    }

    /// The row of pixels with a half row of the canvas.
    fn pixel_row(&self, half_row: usize) -> Option<usize> {
        let (_, row) = self.window.of_canvas(self.window.left, half_row / 2)?;
        Some(2 * row + half_row % 2)
    }

    fn colour(&self, cell: &Cell, dot: Dot, (x, y): (usize, usize)) -> Option<Color> {
        let role = cell.tile.cell_role;
        let plain = match dot {
            Dot::Ink => Some(self.theme.pixel(role)),
            Dot::Shade => self.theme.shade(role),
            Dot::None => None,
        };
        if !cell.is_marked {
            return plain;
        }
        let is_odd = (x + y) % 2 == 1;
        match self.theme.mark() {
            Some(mark) if role == CellRole::Wall && is_odd => Some(mark),
            Some(mark) if dot == Dot::Ink && matches!(role, CellRole::Tile(_)) => Some(mark),
            Some(_) if dot == Dot::Ink => plain,
            mark => mark,
        }
    }

    /// Draws the letters of a cell that is drawn in pixels, unless the picture stands for them.
    fn draw_letters(&self, buffer: &mut Buffer, raster: &Raster, cell: &Cell) {
        let text = self.theme.letters(&cell.tile);
        // The picture of the player is unlike all others; on a goal its letter says so.
        let is_sign = cell.tile.sign.is_some() || text == "@";
        if text.trim().is_empty() || self.is_picture(cell) && is_sign {
            return;
        }
        let y = cell.board.text_row(cell.half_row);
        let room = if self.is_block(cell) { cell.board.pitch - 1 } else { cell.board.pitch };
        let from = cell.x + room.saturating_sub(text.chars().count()) / 2;
        for (index, letter) in text.chars().enumerate() {
            let under = self.window.of_canvas(from + index, y).map(|(x, y)| raster.of_character(x, y));
            let style = match under {
                Some([Some(colour), _] | [_, Some(colour)]) if cell.is_marked || !self.is_block(cell) => {
                    self.theme.on(colour)
                }
                _ => self.theme.cell_role(cell.tile.cell_role),
            };
            let style = if cell.is_lit { style.add_modifier(Modifier::UNDERLINED) } else { style };
            self.window.put(buffer, from + index, y, &letter.to_string(), style);
        }
    }

    /// Draws a cell as text.
    fn draw_text(&self, buffer: &mut Buffer, cell: &Cell) {
        let BoardLayout { pitch, half_rows, .. } = cell.board;
        let rows = half_rows / 2;
        let style = self.text_style(cell);
        let letters = self.theme.letters(&cell.tile);
        let first = cell.half_row / 2;
        let middle = cell.board.text_row(cell.half_row) - first;
        for row in 0..rows {
            let text = if cell.board.panel.numbered {
                if row == middle { in_block(&letters, &cell.board) } else { " ".repeat(pitch - 1) }
            } else if let Some(text) = filled(&letters, cell.tile.cell_role, pitch, (row, rows)) {
                text
            } else if rows == 1 {
                format!("{letters:<pitch$}")
            } else if row == middle {
                format!("{letters:^pitch$}")
            } else {
                " ".repeat(pitch)
            };
            self.window.put(buffer, cell.x, first + row, &text, style);
        }
    }

    fn text_style(&self, cell: &Cell) -> Style {
        let role = cell.tile.cell_role;
        // Small pieces are filled with their colour.
        let is_filled = !self.theme.has_letters()
            && !cell.board.panel.numbered
            && matches!(role, CellRole::Piece | CellRole::Placed | CellRole::Player);
        let mut style = if is_filled { self.theme.on(self.theme.pixel(role)) } else { self.theme.cell_role(role) };
        if cell.is_lit {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if cell.is_marked { Theme::marked(style) } else { style }
    }
}

/// Text in the columns of a cell, of which the last one is a gap: at the right in small cells, so that numbers
/// stand below each other, and in the middle of large ones.
fn in_block(text: &str, board: &BoardLayout) -> String {
    let width = board.pitch - 1;
    if board.size.has_pictures() { format!("{text:^width$}") } else { format!("{text:>width$}") }
}

/// A row of a cell that letters fill: walls, goals, and pieces as `[$$]` above `[__]`. `None` for other cells.
fn filled(letters: &str, role: CellRole, width: usize, (row, rows): (usize, usize)) -> Option<String> {
    let letter = letters.chars().next()?;
    match role {
        CellRole::Wall | CellRole::Goal => Some(letter.to_string().repeat(width)),
        CellRole::Piece | CellRole::Placed if width > 1 => {
            let inside = if rows > 1 && row + 1 == rows { '_' } else { letter };
            // Two columns have no room for a frame.
            Some(if width == 2 {
                letter.to_string().repeat(2)
            } else {
                format!("[{}]", inside.to_string().repeat(width - 2))
            })
        }
        _ => None,
    }
}
