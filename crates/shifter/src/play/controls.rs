//! Play: positions, keys and pointer.

use lurd_puzzle::puzzle::{
    CellRole, Cells, Controls, Coordinates, IllegalStep, InputResult, Panel, Position, Puzzle, Tile, Unreachable,
};
use lurd_puzzle::reasons;

use crate::{
    gamepad::Lit,
    instance::ShifterPuzzle,
    notation::tokens::words_for,
    rules::{Board, Direction, Shift, Slide, WILD, first_shift, shortest},
};

// Keys and pointer: directions move the lit row and column, or shift them while the button is held; a
// tile that is dragged along its row or column moves the line with it.

/// The shifts that move a line by as many cells as from `from` to `to`, the shorter way round. Half a turn
/// goes in the direction of the movement.
fn along(is_row: bool, line: usize, from: usize, to: usize, length: usize) -> Vec<String> {
    let back = (from + length - to) % length;
    let first = first_shift(is_row, line);
    let slide = if 2 * back == length && to > from {
        Slide { shift: first.inverse(), ..shortest(first, back, length) }
    } else {
        shortest(first, back, length)
    };
    slide.shifts().map(|shift| shift.to_string()).collect()
}

/// The panels of a board and its target of this size.
pub(crate) fn panels(rows: usize, columns: usize, width: usize) -> Vec<Panel> {
    let panel = |name| Panel { name, rows, columns, width, numbered: true };
    vec![panel("board"), panel("target")]
}

pub(crate) fn labelled(label: &str, cell_role: CellRole) -> Tile {
    Tile { text: label.to_owned().into(), sign: None, cell_role }
}

reasons! {
    /// Why a place has no cell.
    OutsideBoard;
}

/// The index of the cell at `place`.
pub(crate) fn cell_at(place: Coordinates, rows: usize, columns: usize) -> Result<usize, OutsideBoard> {
    let is_inside = place.row < rows && place.column < columns;
    is_inside.then_some(place.row * columns + place.column).ok_or_else(|| {
        format!("{} is not on the board of {rows} rows and {columns} columns", place.counted_from(0)).into()
    })
}

impl ShifterPosition {
    fn cell_at(&self, place: Coordinates) -> Result<usize, OutsideBoard> {
        cell_at(place, self.board().rows(), self.board().columns())
    }
}

impl Cells for ShifterPosition {
    fn counts_from(&self) -> usize {
        0
    }

    fn panels(&self) -> Vec<Panel> {
        panels(self.board().rows(), self.board().columns(), self.shifter().labels().width())
    }

    fn tile(&self, panel: usize, place: Coordinates) -> Tile {
        let board = if panel == 0 { self.board() } else { self.shifter().target() };
        let index = place.row * board.columns() + place.column;
        let tile = |&colour: &u8| labelled(self.shifter().labels().of(colour), self.shifter().role(colour));
        board.cells().get(index).map_or_else(Tile::default, tile)
    }
}

impl Controls for ShifterPosition {
    fn cursor(&self) -> Option<Coordinates> {
        let lit = self.lit();
        Some(Coordinates::new(lit.row, lit.column))
    }

    fn press(&self, direction: Direction, held: bool, cursor: Coordinates) -> InputResult {
        let is_row = direction.is_row();
        if held {
            let line = if is_row { cursor.row } else { cursor.column };
            return InputResult { steps: vec![Shift::new(direction, line).to_string()], cursor };
        }
        let (at, lines) =
            if is_row { (cursor.column, self.board().columns()) } else { (cursor.row, self.board().rows()) };
        // Without such a button, or at the edge without wrap, the lit lines stay.
        let to = self.shifter().pad().step(direction, at, lines).map_or(at, |step| step.line);
        let cursor = if is_row { Coordinates { column: to, ..cursor } } else { Coordinates { row: to, ..cursor } };
        InputResult { steps: Vec::new(), cursor }
    }

    fn cursor_after(&self, step: &str, cursor: Coordinates) -> Coordinates {
        match step.parse::<Shift>() {
            Ok(shift) if shift.direction.is_row() => Coordinates { row: shift.line.into(), ..cursor },
            Ok(shift) => Coordinates { column: shift.line.into(), ..cursor },
            Err(_) => cursor,
        }
    }

    fn go(&self, to: Coordinates) -> Result<InputResult, Unreachable> {
        self.cell_at(to).map_err(|error| error.to_string())?;
        Ok(InputResult { steps: Vec::new(), cursor: to })
    }

    fn bring(&self, from: Coordinates, to: Coordinates) -> Result<InputResult, Unreachable> {
        self.cell_at(from).map_err(|error| error.to_string())?;
        self.cell_at(to).map_err(|error| error.to_string())?;
        let (rows, columns) = (self.board().rows(), self.board().columns());
        let steps = if from.row == to.row {
            along(true, from.row, from.column, to.column, columns)
        } else if from.column == to.column {
            along(false, from.column, from.row, to.row, rows)
        } else {
            return Err("a tile can only be dragged along its row or column".into());
        };
        Ok(InputResult { steps, cursor: from })
    }

    /// Every shift can be undone.
    fn can_get_stuck(&self) -> bool {
        false
    }
}

// A position, played by the plain rules.

/// The board and the lit lines after the shifts carried out so far. It does not hold the shifts: a game keeps copies of
/// many of its positions.
#[derive(Clone)]
pub(crate) struct ShifterPosition {
    puzzle: ShifterPuzzle,
    board: Board,
    lit: Lit,
}

impl ShifterPosition {
    /// Creates the start position of a puzzle.
    pub(crate) fn new(puzzle: ShifterPuzzle) -> Self {
        Self { board: puzzle.source().clone(), lit: puzzle.lit_after(&[]), puzzle }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn shifter(&self) -> &ShifterPuzzle {
        &self.puzzle
    }

    /// The widths of row numbers and of cells in a picture.
    fn widths(&self) -> (usize, usize) {
        let digits = |lines: usize| (lines - 1).to_string().len();
        (digits(self.board.rows()), self.puzzle.labels().width().max(digits(self.board.columns())))
    }

    pub(crate) fn lit(&self) -> Lit {
        self.lit
    }
}

impl Position for ShifterPosition {
    /// The board with its line numbers, and the target beside it.
    fn picture(&self) -> String {
        let (board, target) = (&self.board, self.puzzle.target());
        let labels = self.puzzle.labels();
        let (rows, columns) = (board.rows(), board.columns());
        let (margin, cell) = self.widths();
        let line = |board: &Board, row: usize| {
            let cells = &board.cells()[row * columns..(row + 1) * columns];
            let labels: Vec<_> = cells.iter().map(|&colour| format!("{:>cell$}", labels.of(colour))).collect();
            labels.join(" ")
        };
        let numbers: Vec<_> = (0..columns).map(|column| format!("{column:>cell$}")).collect();
        let head = format!("{:margin$}  {}     target", "", numbers.join(" "));
        let body = (0..rows).map(|row| format!("{row:margin$}  {}     {}", line(board, row), line(target, row)));
        let locked = (!board.locks().is_empty()).then(|| format!("locked: {}", board.locks()));
        std::iter::once(head).chain(body).chain(locked).collect::<Vec<_>>().join("\n")
    }

    /// Line numbers are faint, and tiles have the colours of their labels.
    fn cell_roles(&self, row: usize, line: &str) -> Vec<CellRole> {
        let board = &self.board;
        if row == 0 {
            return vec![CellRole::Faint; line.chars().count()];
        }
        if row > board.rows() {
            return Vec::new();
        }
        let (margin, cell) = self.widths();
        let mut roles = vec![CellRole::Faint; margin + 1];
        for (board, gap) in [(board, 1), (self.puzzle.target(), 4)] {
            roles.extend(vec![CellRole::Plain; gap]);
            let first = (row - 1) * board.columns();
            for &colour in &board.cells()[first..first + board.columns()] {
                roles.extend(vec![self.puzzle.role(colour); cell]);
                roles.push(CellRole::Plain);
            }
        }
        roles
    }

    fn in_words(&self) -> String {
        let (board, target, labels) = (&self.board, self.puzzle.target(), self.puzzle.labels());
        let (rows, columns) = (board.rows(), board.columns());
        let words = words_for(board.cells().iter().map(|&tile| labels.of(tile)));
        let word = |tile: u8| words(labels.of(tile));
        let row = |(row, tiles): (usize, &[u8])| {
            let tiles: Vec<_> = tiles.iter().map(|&tile| word(tile)).collect();
            format!("row {row}: {}", tiles.join(", "))
        };
        let differences = board.cells().iter().zip(target.cells()).enumerate();
        let differences = differences.filter(|&(_, (tile, wanted))| *wanted != WILD && tile != wanted);
        let differences: Vec<_> = differences
            .map(|(cell, (&tile, &wanted))| {
                let place = Coordinates::new(cell / columns, cell % columns).counted_from(0);
                format!("{place}: {} instead of {}", word(tile), word(wanted))
            })
            .collect();
        let end = match differences.as_slice() {
            [] => "every tile is as in the target".to_owned(),
            all => format!("differs from the target at\n{}", all.join("\n")),
        };
        let size = format!("rows: {rows}, columns: {columns}; counted from 0, as in answers");
        let locked = (!board.locks().is_empty()).then(|| format!("locked: {}", board.locks()));
        let lines = board.cells().chunks(columns).enumerate().map(row);
        std::iter::once(size).chain(lines).chain(locked).chain([end]).collect::<Vec<_>>().join("\n")
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let shift: Shift = step.parse()?;
        let done = self.board.shift(shift).map_err(|error| error.to_string())?;
        self.lit = self.puzzle.pad().lit_after(&[done], self.lit, self.board.rows(), self.board.columns());
        Ok(done.to_string())
    }

    fn is_solved(&self) -> bool {
        self.puzzle.target().accepts(&self.board)
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.puzzle.starting_at(self.board.clone(), self.lit))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn controls(&self) -> Option<&dyn Controls> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::Position;

    use super::*;
    use crate::notation::tests::one;

    fn position() -> ShifterPosition {
        ShifterPosition::new(one("12345/67890 -> 12345/67890"))
    }

    #[test]
    fn the_pad_lights_and_the_button_shifts() {
        let position = position();
        let first = position.cursor().expect("lit lines");
        assert_eq!(first, Coordinates::new(0, 0));
        let lit = position.press(Direction::Up, false, first).cursor;
        assert_eq!(lit, Coordinates::new(1, 0), "with wrap");
        let lit = position.press(Direction::Left, false, lit).cursor;
        assert_eq!(lit, Coordinates::new(1, 4));
        assert_eq!(position.press(Direction::Right, true, lit).steps, ["right 1"]);
        assert_eq!(position.press(Direction::Up, true, lit).steps, ["up 4"]);
        assert_eq!(position.cursor_after("down 2", lit), Coordinates::new(1, 2));
        assert_eq!(position.cursor_after("left 0", lit), Coordinates::new(0, 4));
    }

    #[test]
    fn a_drawn_tile_goes_the_shorter_way_round() {
        let position = position();
        let steps = |from, to| position.bring(from, to).map(|motion| motion.steps.join(", "));
        assert_eq!(steps(Coordinates::new(1, 0), Coordinates::new(1, 2)), Ok("right 1, right 1".to_owned()));
        assert_eq!(steps(Coordinates::new(1, 0), Coordinates::new(1, 4)), Ok("left 1".to_owned()));
        assert_eq!(steps(Coordinates::new(0, 3), Coordinates::new(1, 3)), Ok("down 3".to_owned()));
        assert_eq!(steps(Coordinates::new(1, 3), Coordinates::new(0, 3)), Ok("up 3".to_owned()));
        assert_eq!(steps(Coordinates::new(1, 3), Coordinates::new(1, 3)), Ok(String::new()));
        assert!(steps(Coordinates::new(0, 0), Coordinates::new(1, 1)).is_err());
        assert!(steps(Coordinates::new(0, 0), Coordinates::new(0, 5)).is_err());
    }

    #[test]
    fn a_tile_comes_where_it_was_drawn() {
        for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
            let mut position = position();
            let wanted = position.tile(0, Coordinates::new(0, from)).text;
            let motion = position.bring(Coordinates::new(0, from), Coordinates::new(0, to)).expect("a row");
            assert!(motion.steps.len() <= 2);
            for step in motion.steps {
                position.apply(&step).expect("a shift");
            }
            assert_eq!(position.tile(0, Coordinates::new(0, to)).text, wanted);
        }
    }
}
