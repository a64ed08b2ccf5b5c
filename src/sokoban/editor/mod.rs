//! A level being drawn: squares that may be anything, the rules by which they are painted, and what is
//! wrong with the whole.
//!
//! What can share a square is combined: a box or the player put on a goal stands on it, and a goal put
//! under them stays. Erasing takes what stands on a goal and leaves the goal. There is one player: who
//! is put somewhere has left where he was.

mod canvas;
mod check;
#[cfg(test)]
mod tests;

use crate::puzzle::{Brush, CellRole, Cells, Draft, Issue, PadDirection, Panel, Place, Puzzle, Tile};
use crate::sokoban::formats::{Cell, Grid, MAX_HEIGHT, MAX_WIDTH};
use crate::sokoban::level::Level;
use crate::sokoban::play::controls::{panel, tile};
use crate::sokoban::puzzle::NAME;
use crate::sokoban::puzzle::SokobanPuzzle;
use crate::sokoban::square::Square;
use crate::sokoban::xsb::letter;
use canvas::Canvas;

/// Columns and rows of an empty board.
const USUAL: (usize, usize) = (20, 10);

/// The line that keeps the title in [`Draft::text`].
const TITLE: &str = "; title:";

/// See the module.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct SokobanDraft {
    title: Option<String>,
    canvas: Canvas,
}

impl SokobanDraft {
    /// Nothing but floor.
    pub(super) fn blank(size: Option<(usize, usize)>) -> Result<Self, String> {
        let (width, height) = size.unwrap_or(USUAL);
        within_limits(width, height)?;
        Ok(Self { title: None, canvas: Canvas::empty(width, height) })
    }

    /// The rows of a text in the letters of XSB; other lines are left out.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let title =
            text.lines().find_map(|line| line.strip_prefix(TITLE)).map(|title| title.trim().to_owned());
        let rows: Option<Vec<Vec<Square>>> = text
            .split(['\n', '|'])
            .map(|line| line.trim_end_matches('\r'))
            .skip_while(|line| squares(line).is_none())
            .take_while(|line| squares(line).is_some())
            .map(squares)
            .collect();
        let rows = rows?;
        let width = rows.iter().map(Vec::len).max()?;
        within_limits(width, rows.len()).ok()?;
        let mut canvas = Canvas::empty(width, rows.len());
        for (row, squares) in rows.iter().enumerate() {
            canvas.squares[row * width..row * width + squares.len()].copy_from_slice(squares);
        }
        Some(Self { title, canvas })
    }

    /// The first row that is not empty: with it the level begins.
    fn first_row(&self) -> usize {
        let used = self.canvas.squares.iter().position(|&square| square != Square::Floor);
        used.map_or(0, |index| index / self.canvas.width)
    }

    /// The level, where boxes and goals may differ in number.
    fn level(&self) -> Result<Level, String> {
        let mut grid = Grid::default();
        grid.title.clone_from(&self.title);
        for row in self.canvas.squares.chunks(self.canvas.width) {
            grid.push_row(row.iter().map(|&square| Cell { square, byte: 0 }), 0);
        }
        Level::from_grid_with(&grid, true).map_err(|diagnostic| diagnostic.message)
    }

    fn index(&self, at: Place) -> Result<usize, String> {
        let (width, height) = (self.canvas.width, self.canvas.height());
        self.canvas
            .index(at)
            .ok_or_else(|| format!("{at} is not on the board of {height} rows and {width} columns"))
    }

    fn rows(&self, floor: char) -> impl Iterator<Item = String> + '_ {
        let draw = move |&square: &Square| if square == Square::Floor { floor } else { letter(square) };
        self.canvas.squares.chunks(self.canvas.width).map(move |row| row.iter().map(draw).collect())
    }
}

/// The squares of a row; none if a letter is no square, or the row is empty.
fn squares(line: &str) -> Option<Vec<Square>> {
    if line.is_empty() {
        return None;
    }
    line.chars()
        .map(|letter| {
            Some(match letter {
                ' ' | '-' | '_' => Square::Floor,
                '#' => Square::Wall,
                '.' => Square::Goal,
                '$' => Square::Box,
                '*' => Square::BoxOnGoal,
                '@' => Square::Player,
                '+' => Square::PlayerOnGoal,
                _ => return None,
            })
        })
        .collect()
}

fn within_limits(width: usize, height: usize) -> Result<(), String> {
    if (1..=MAX_WIDTH).contains(&width) && (1..=MAX_HEIGHT).contains(&height) {
        Ok(())
    } else {
        Err(format!("a level has 1 to {MAX_WIDTH} columns and 1 to {MAX_HEIGHT} rows"))
    }
}

/// What remains without what stands there.
fn ground(square: Square) -> Square {
    match square {
        Square::BoxOnGoal | Square::PlayerOnGoal => Square::Goal,
        _ => Square::Floor,
    }
}

/// The square after `brush` has been put on it.
fn painted(square: Square, brush: &str) -> Result<Square, String> {
    Ok(match (brush, square) {
        ("wall", _) => Square::Wall,
        ("floor", _) => Square::Floor,
        ("box", square) if square.has_goal() => Square::BoxOnGoal,
        ("box", _) => Square::Box,
        ("player", square) if square.has_goal() => Square::PlayerOnGoal,
        ("player", _) => Square::Player,
        ("goal", square) if square.has_box() => Square::BoxOnGoal,
        ("goal", square) if square.has_player() => Square::PlayerOnGoal,
        ("goal", _) => Square::Goal,
        (other, _) => return Err(format!("'{other}' is none of wall, box, goal, player, floor")),
    })
}

impl Cells for SokobanDraft {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.canvas.height(), self.canvas.width)]
    }

    fn tile(&self, _: usize, place: Place) -> Tile {
        match self.canvas.index(place).map(|index| self.canvas.squares[index]) {
            // Where nothing is drawn yet it is to be seen that something may be.
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
        let brush = |name: &str, key, cell_role| Brush { name: name.to_owned(), key, cell_role };
        vec![
            brush("wall", '#', CellRole::Wall),
            brush("box", '$', CellRole::Piece),
            brush("goal", '.', CellRole::Goal),
            brush("player", '@', CellRole::Player),
            brush("floor", '-', CellRole::Plain),
        ]
    }

    fn put(&mut self, _: usize, brush: &str, at: Place) -> Result<(), String> {
        let index = self.index(at)?;
        let square = painted(self.canvas.squares[index], brush)?;
        if brush == "player" {
            for other in self.canvas.find(Square::has_player) {
                self.canvas.squares[other] = ground(self.canvas.squares[other]);
            }
        }
        self.canvas.squares[index] = square;
        Ok(())
    }

    fn erase(&mut self, _: usize, at: Place) -> Result<(), String> {
        let index = self.index(at)?;
        self.canvas.squares[index] = ground(self.canvas.squares[index]);
        Ok(())
    }

    fn fill(&mut self, _: usize, brush: &str) -> Result<(), String> {
        if brush == "player" {
            return Err("a level has only one player".to_owned());
        }
        let square = painted(Square::Floor, brush)?;
        self.canvas.squares.fill(square);
        Ok(())
    }

    fn clear(&mut self, _: usize) {
        self.canvas.squares.fill(Square::Floor);
    }

    fn shift(&mut self, _: usize, way: PadDirection) {
        self.canvas = self.canvas.shifted(way);
    }

    fn rotate(&mut self) {
        self.canvas = self.canvas.rotated();
    }

    fn mirror(&mut self) {
        self.canvas = self.canvas.mirrored();
    }

    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), String> {
        within_limits(columns, rows)?;
        self.canvas = self.canvas.resized(columns, rows);
        Ok(())
    }

    fn border(&mut self) -> Result<(), String> {
        let is_plain = |square| matches!(square, Square::Floor | Square::Wall);
        // Nothing is walled over: the board grows instead.
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

    fn set_title(&mut self, title: Option<String>) {
        self.title = title;
    }

    fn check(&self) -> Vec<Issue> {
        check::check(self)
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, String> {
        Ok(Box::new(SokobanPuzzle::new(self.level()?)))
    }

    fn text(&self) -> String {
        let title = self.title.iter().map(|title| format!("{TITLE} {title}"));
        title.chain(self.rows('-')).map(|line| line + "\n").collect()
    }

    fn picture(&self) -> String {
        let rows: Vec<String> = self.rows(' ').map(|row| row.trim_end().to_owned() + "\n").collect();
        rows.concat()
    }

    fn boxed(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }
}
