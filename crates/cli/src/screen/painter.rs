//! Draws the visible cells of boards: as pictures where they are large enough, else as text.

use lurd_puzzle::puzzle::{CellRole, Cells, Coordinates, PadDirection, Tile};
use ratatui::{
    buffer::Buffer,
    layout::Position,
    style::{Color, Modifier, Style},
};

use super::{
    canvas::{BoardLayout, Window, margin},
    sprites::{Dot, dot, has_sprite},
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

/// A column and a half row of a visible cell.
struct Cell {
    board: BoardLayout,
    tile: Tile,
    x: usize,
    y: usize,
    is_marked: bool,
    is_lit: bool,
}

impl Painter<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        for (number, board) in self.window.canvas.boards.iter().enumerate() {
            self.draw_labels(buffer, board, self.marks.lit_on(number));
        }
        for place in self.window.area.positions() {
            if let Some((letter, style)) = self.look(place) {
                buffer[place].set_char(letter).set_style(style);
            }
        }
        self.draw_arrow(buffer);
    }

    /// Draws the name of a board and the numbers of its columns and rows, with signs at those that are lit.
    fn draw_labels(&self, buffer: &mut Buffer, board: &BoardLayout, lit: Option<Coordinates>) {
        let canvas = &self.window.canvas;
        if canvas.boards.len() > 1 {
            self.window.put(buffer, board.x, 0, board.panel.name, self.theme.faint());
        }
        if !board.panel.numbered {
            return;
        }
        let style = |is_lit| if is_lit { Theme::strong() } else { self.theme.faint() };
        for column in 0..board.panel.columns {
            let is_lit = lit.is_some_and(|lit| lit.column == column);
            let sign = if is_lit { "v" } else { "" };
            for (row, text) in [(2, column.to_string().as_str()), (1, sign)] {
                let x = board.x + column * board.pitch;
                self.window.put(buffer, x, canvas.head - row, &board.centred(text), style(is_lit));
            }
        }
        let left = board.x - margin(board.panel);
        for row in 0..board.panel.rows {
            let is_lit = lit.is_some_and(|lit| lit.row == row);
            let sign = if is_lit { '>' } else { ' ' };
            let text = format!("{row:>width$}{sign}", width = board.x - left - 1);
            self.window.put(buffer, left, canvas.text_row(row), &text, style(is_lit));
        }
    }

    /// Draws the arrow of a hint: in the middle of its cell, or in front of its row or above its column.
    fn draw_arrow(&self, buffer: &mut Buffer) {
        let canvas = &self.window.canvas;
        let (Some((place, direction)), Some(board)) = (self.marks.arrow, canvas.boards.first()) else { return };
        let signs = if self.theme.ascii { ["<", "^", ">", "v"] } else { ["←", "↑", "→", "↓"] };
        let sign = signs[direction as usize];
        let (left, row) = (board.x + place.column * board.pitch, canvas.text_row(place.row));
        let (column, row, text) = match (board.panel.numbered, direction.is_row()) {
            (true, true) => (board.x - 1, row, sign.to_owned()),
            (true, false) => (left, canvas.head - 1, board.centred(sign)),
            (false, _) if board.pitch > 2 => (left + (board.pitch - 3) / 2, row, format!(" {sign} ")),
            (false, _) => (left, row, sign.to_owned()),
        };
        self.window.put(buffer, column, row, &text, Theme::marked(self.theme.good()));
    }

    /// What is drawn at a place of the screen.
    fn look(&self, place: Position) -> Option<(char, Style)> {
        let (x, y) = self.window.on_canvas(place)?;
        let [upper, lower] = [2 * y, 2 * y + 1].map(|half_row| self.cell(x, half_row));
        let middle = [&upper, &lower].into_iter().flatten().find(|cell| cell.y == self.window.canvas.middle());
        if !self.window.canvas.is_picture {
            return self.as_text(&upper?);
        }
        let letter = middle.and_then(|cell| Some((cell, self.letter_on_picture(cell)?)));
        let inked = |colour: Color| Style::new().fg(colour);
        let colours = [upper.as_ref(), lower.as_ref()].map(|cell| self.pixel(cell?));
        Some(match (letter, colours) {
            (Some((_, letter)), [Some(colour), _] | [None, Some(colour)]) => (letter, self.theme.on(colour)),
            (Some((cell, letter)), [None, None]) => (letter, self.theme.cell_role(cell.tile.cell_role)),
            (None, [None, None]) => return None,
            (None, [Some(upper), Some(lower)]) if upper == lower => ('█', inked(upper)),
            (None, [Some(upper), Some(lower)]) => ('▀', inked(upper).bg(lower)),
            (None, [Some(upper), None]) => ('▀', inked(upper)),
            (None, [None, Some(lower)]) => ('▄', inked(lower)),
        })
    }

    fn cell(&self, x: usize, half_row: usize) -> Option<Cell> {
        let spot = self.window.canvas.spot(x, half_row)?;
        let lit = self.marks.lit_on(spot.board);
        Some(Cell {
            board: self.window.canvas.boards[spot.board],
            tile: self.cells.tile(spot.board, spot.place),
            x: spot.x,
            y: spot.y,
            is_marked: self.marks.cell == Some((spot.board, spot.place)),
            is_lit: lit.is_some_and(|lit| lit.row == spot.place.row || lit.column == spot.place.column),
        })
    }

    /// The colour of a pixel of a picture.
    fn pixel(&self, cell: &Cell) -> Option<Color> {
        let (role, size) = (cell.tile.cell_role, self.window.canvas.half_rows);
        // Every other pixel of a marked wall stays a wall.
        let is_over = cell.is_marked && (role != CellRole::Wall || (cell.x + cell.y) % 2 == 1);
        // Pictures of wide cells are stretched.
        match dot(role, size, cell.x * size / cell.board.pitch, cell.y) {
            Dot::Ink if is_over && role == CellRole::Wall => self.theme.mark(),
            Dot::Ink => Some(self.theme.pixel(role)),
            Dot::Shade | Dot::None if is_over => self.theme.mark(),
            Dot::Shade => self.theme.shade(role),
            Dot::None => None,
        }
    }

    /// The letter on a picture, unless the picture stands for it. The picture of the player is unlike all others; on a
    /// goal its letter says so.
    fn letter_on_picture(&self, cell: &Cell) -> Option<char> {
        let text = self.theme.letters(&cell.tile);
        let is_sign = cell.tile.sign.is_some() || text == "@";
        let is_shown = self.window.canvas.half_rows > 1 && !(has_sprite(cell.tile.cell_role) && is_sign);
        cell.board.centred(&text).chars().nth(cell.x).filter(|&letter| is_shown && letter != ' ')
    }

    /// A cell as text: walls and goals are filled with their letter, pieces are `[$$]` above `[__]`, and other cells
    /// have their text in the middle.
    fn as_text(&self, cell: &Cell) -> Option<(char, Style)> {
        let BoardLayout { panel, pitch, .. } = cell.board;
        let (role, half_rows) = (cell.tile.cell_role, self.window.canvas.half_rows);
        let is_tile = matches!(role, CellRole::Tile(_)) && !self.theme.has_letters();
        let is_low = half_rows > 2 && cell.y + 2 == half_rows;
        let is_middle = cell.y / 2 == self.window.canvas.middle() / 2;
        let text = self.theme.letters(&cell.tile);
        let first = text.chars().next().unwrap_or(' ');
        let letter = match role {
            _ if panel.numbered && cell.x + 1 == pitch => return None,
            // A gap is left below.
            CellRole::Tile(_) if is_tile && is_low => '▀',
            CellRole::Piece | CellRole::Placed if pitch > 2 && cell.x == 0 => '[',
            CellRole::Piece | CellRole::Placed if pitch > 2 && cell.x + 1 == pitch => ']',
            CellRole::Piece | CellRole::Placed if is_low => '_',
            CellRole::Wall | CellRole::Goal | CellRole::Piece | CellRole::Placed => first,
            _ if is_middle => cell.board.centred(&text).chars().nth(cell.x).unwrap_or(' '),
            _ => ' ',
        };
        // Small pieces are filled with their colour.
        let is_filled = matches!(role, CellRole::Piece | CellRole::Placed | CellRole::Player);
        let style = match self.theme.mark().filter(|_| cell.is_marked) {
            Some(mark) if is_tile && is_low => Style::new().fg(mark),
            Some(mark) if is_tile => self.theme.on(mark),
            _ if is_tile && is_low => Style::new().fg(self.theme.pixel(role)),
            _ if is_filled && !self.theme.has_letters() => self.theme.on(self.theme.pixel(role)),
            _ => self.theme.cell_role(role),
        };
        let style = if cell.is_marked && !is_tile { Theme::marked(style) } else { style };
        Some((letter, if cell.is_lit && is_middle { style.add_modifier(Modifier::UNDERLINED) } else { style }))
    }
}
