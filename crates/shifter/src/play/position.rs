//! A position, played by the plain rules.

use crate::gamepad::Lit;
use crate::instance::ShifterPuzzle;
use crate::rules::{Board, Shift};
use lurd_puzzle::puzzle::{CellRole, Controls, IllegalStep, Position, Puzzle};

/// The board after the shifts carried out so far.
#[derive(Clone)]
pub(crate) struct ShifterPosition {
    puzzle: ShifterPuzzle,
    board: Board,
    done: Vec<Shift>,
}

impl ShifterPosition {
    /// Creates the start position of a puzzle.
    pub(crate) fn new(puzzle: ShifterPuzzle) -> Self {
        Self { board: puzzle.source().clone(), puzzle, done: Vec::new() }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn shifter(&self) -> &ShifterPuzzle {
        &self.puzzle
    }

    pub(crate) fn lit(&self) -> Lit {
        self.puzzle.lit_after(&self.done)
    }
}

impl Position for ShifterPosition {
    /// The board with its line numbers, and the target beside it.
    fn picture(&self) -> String {
        let (board, target) = (&self.board, self.puzzle.target());
        let labels = self.puzzle.labels();
        let (rows, columns) = (board.rows(), board.columns());
        let margin = (rows - 1).to_string().len();
        let cell = labels.width().max((columns - 1).to_string().len());
        let line = |board: &Board, row: usize| {
            let cells = &board.cells()[row * columns..(row + 1) * columns];
            let labels: Vec<_> =
                cells.iter().map(|&colour| format!("{:>cell$}", labels.of(colour))).collect();
            labels.join(" ")
        };
        let numbers: Vec<_> = (0..columns).map(|column| format!("{column:>cell$}")).collect();
        let head = format!("{:margin$}  {}     target", "", numbers.join(" "));
        let body =
            (0..rows).map(|row| format!("{row:margin$}  {}     {}", line(board, row), line(target, row)));
        let locked = (!board.locks().is_empty()).then(|| format!("locked: {}", board.locks()));
        std::iter::once(head).chain(body).chain(locked).collect::<Vec<_>>().join("\n")
    }

    /// Line numbers are faint; equal tiles have equal tones.
    fn cell_roles(&self, row: usize, line: &str) -> Vec<CellRole> {
        if row == 0 {
            return vec![CellRole::Faint; line.chars().count()];
        }
        let mut cell_roles = Vec::new();
        for (index, word) in line.split_inclusive(' ').enumerate() {
            let cell_role = if index == 0 { CellRole::Faint } else { tile_tone(word.trim_end()) };
            cell_roles.extend(std::iter::repeat_n(cell_role, word.chars().count()));
        }
        cell_roles
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let shift: Shift = step.parse()?;
        let done = self.board.shift(shift).map_err(|error| error.to_string())?;
        self.done.push(done);
        Ok(done.to_string())
    }

    fn is_solved(&self) -> bool {
        self.puzzle.target().accepts(&self.board)
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.puzzle.starting_at(self.board.clone(), &self.done))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn controls(&self) -> Option<&dyn Controls> {
        Some(self)
    }
}

pub(crate) fn tile_tone(label: &str) -> CellRole {
    match (label.parse::<u8>(), label.chars().next()) {
        (Ok(number), _) => CellRole::Tile(number),
        (Err(_), Some(letter)) if letter.is_alphanumeric() => {
            // Neighbours in the alphabet get neighbouring colours.
            CellRole::Tile(u8::try_from(u32::from(letter) % 256).unwrap_or(0))
        }
        _ => CellRole::Plain,
    }
}
