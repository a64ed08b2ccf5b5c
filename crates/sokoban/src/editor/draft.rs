//! A level that is being drawn. There is at most one player: painting it removes it from where it was.

use super::brush::{brushes, erased, painted};
use super::canvas::Canvas;
use super::check;
use crate::formats::{MAX_HEIGHT, MAX_WIDTH};
use crate::play::controls::{panel, tile};
use crate::puzzle::{NAME, SokobanPuzzle};
use crate::square::Square;
use crate::xsb;
use lurd_puzzle::puzzle::{
    Brush, CellRole, Cells, Draft, DraftError, Issue, PadDirection, Panel, Part, Place, Puzzle, Tile,
};

/// The number of columns and rows of a new board.
const DEFAULT_SIZE: (usize, usize) = (20, 10);

/// The prefix of the line that holds the title in [`Draft::text`].
const TITLE: &str = "; title:";

/// A level that is being drawn.
#[derive(Clone, Debug)]
pub(crate) struct SokobanDraft {
    title: Option<String>,
    canvas: Canvas,
}

impl SokobanDraft {
    /// A board of floor, of `size` (columns, rows) or the default size.
    pub(crate) fn blank(size: Option<(usize, usize)>) -> Result<Self, DraftError> {
        let (width, height) = size.unwrap_or(DEFAULT_SIZE);
        within_limits(width, height)?;
        Ok(Self { title: None, canvas: Canvas::empty(width, height) })
    }

    /// The first board of XSB letters in a text; other lines are ignored.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let title =
            text.lines().find_map(|line| line.strip_prefix(TITLE)).map(|title| title.trim().to_owned());
        let rows: Vec<Vec<Square>> = text
            .split(['\n', '|'])
            .map(|line| squares(line.trim_end_matches('\r')))
            .skip_while(Option::is_none)
            .map_while(|row| row)
            .collect();
        let width = rows.iter().map(Vec::len).max()?;
        within_limits(width, rows.len()).ok()?;
        let mut canvas = Canvas::empty(width, rows.len());
        for (row, squares) in rows.iter().enumerate() {
            canvas.squares[row * width..row * width + squares.len()].copy_from_slice(squares);
        }
        Some(Self { title, canvas })
    }

    fn index(&self, at: Place) -> Result<usize, DraftError> {
        let (width, height) = (self.canvas.width, self.canvas.height());
        let error = || format!("{at} is not on the board of {height} rows and {width} columns").into();
        self.canvas.index(at).ok_or_else(error)
    }

    /// The rows in XSB, with the letter `floor` for floor.
    fn rows(&self, floor: char) -> impl Iterator<Item = String> + '_ {
        let draw = move |&square: &Square| if square == Square::Floor { floor } else { xsb::letter(square) };
        self.canvas.squares.chunks(self.canvas.width).map(move |row| row.iter().map(draw).collect())
    }
}

/// The squares of a row; `None` if a letter is not a square, or the row is empty.
fn squares(line: &str) -> Option<Vec<Square>> {
    if line.is_empty() { None } else { line.chars().map(xsb::square).collect() }
}

fn within_limits(width: usize, height: usize) -> Result<(), DraftError> {
    if (1..=MAX_WIDTH).contains(&width) && (1..=MAX_HEIGHT).contains(&height) {
        Ok(())
    } else {
        Err(format!("a level has 1 to {MAX_WIDTH} columns and 1 to {MAX_HEIGHT} rows").into())
    }
}

impl Cells for SokobanDraft {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.canvas.height(), self.canvas.width)]
    }

    fn tile(&self, _: usize, place: Place) -> Tile {
        match self.canvas.index(place).map(|index| self.canvas.squares[index]) {
            // Visible floor shows how far the board extends.
            Some(Square::Floor) => Tile { text: "-".into(), sign: None, cell_role: CellRole::Faint },
            Some(square) => tile(square),
            None => Tile::default(),
        }
    }
}

impl Draft for SokobanDraft {
    fn kind(&self) -> &'static str {
        NAME
    }

    fn brushes(&self) -> Vec<Brush> {
        brushes()
    }

    fn put(&mut self, _: usize, brush: &str, at: Place) -> Result<(), DraftError> {
        let index = self.index(at)?;
        let square = painted(self.canvas.squares[index], brush)?;
        if brush == "player" {
            for other in self.canvas.find(Square::has_player) {
                self.canvas.squares[other] = erased(self.canvas.squares[other]);
            }
        }
        self.canvas.squares[index] = square;
        Ok(())
    }

    fn erase(&mut self, _: usize, at: Place) -> Result<(), DraftError> {
        let index = self.index(at)?;
        self.canvas.squares[index] = erased(self.canvas.squares[index]);
        Ok(())
    }

    fn copy_part(&mut self, _: usize, part: Part, to: Place, moves: bool) -> Result<(), DraftError> {
        self.index(part.last)?;
        let cells = part.moved_to(to).into_iter();
        let cells: Vec<(usize, usize)> = cells
            .map(|(from, to)| Ok((self.index(from)?, self.index(to)?)))
            .collect::<Result<_, DraftError>>()?;
        let taken: Vec<Square> = cells.iter().map(|&(from, _)| self.canvas.squares[from]).collect();
        if moves {
            for &(from, _) in &cells {
                self.canvas.squares[from] = Square::Floor;
            }
        }
        for (&(_, to), &square) in cells.iter().zip(&taken) {
            // There is only one player.
            let is_second = !moves && square.has_player();
            self.canvas.squares[to] = if is_second { erased(square) } else { square };
        }
        Ok(())
    }

    fn fill(&mut self, _: usize, brush: &str) -> Result<(), DraftError> {
        if brush == "player" {
            return Err("a level has only one player".into());
        }
        let square = painted(Square::Floor, brush)?;
        self.canvas.squares.fill(square);
        Ok(())
    }

    fn clear(&mut self, _: usize) {
        self.canvas.squares.fill(Square::Floor);
    }

    fn shift(&mut self, _: usize, direction: PadDirection) {
        self.canvas = self.canvas.shifted(direction);
    }

    fn rotate(&mut self) {
        self.canvas = self.canvas.rotated();
    }

    fn mirror(&mut self) {
        self.canvas = self.canvas.mirrored();
    }

    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), DraftError> {
        within_limits(columns, rows)?;
        self.canvas = self.canvas.resized(columns, rows);
        Ok(())
    }

    fn border(&mut self) -> Result<(), DraftError> {
        let is_plain = |square| matches!(square, Square::Floor | Square::Wall);
        // The board grows rather than overwrite anything with a wall.
        if !self.canvas.ring().iter().all(|&index| is_plain(self.canvas.squares[index])) {
            within_limits(self.canvas.width + 2, self.canvas.height() + 2)?;
            self.canvas = self.canvas.enlarged();
        }
        for index in self.canvas.ring() {
            self.canvas.squares[index] = Square::Wall;
        }
        Ok(())
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) -> Result<(), DraftError> {
        self.title = title;
        Ok(())
    }

    fn check(&self) -> Vec<Issue> {
        check::check(&self.canvas)
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, DraftError> {
        let level = self.canvas.level(self.title.clone())?;
        Ok(Box::new(SokobanPuzzle::new(level)))
    }

    fn text(&self) -> String {
        let title = self.title.iter().map(|title| format!("{TITLE} {title}"));
        title.chain(self.rows('-')).map(|line| line + "\n").collect()
    }

    fn picture(&self) -> String {
        self.rows(' ').map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    fn boxed(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }
}
