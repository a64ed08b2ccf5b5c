//! Packs and unpacks levels as in `pusher.exe`.
//!
//! A level consists of its width and its height (a byte each), a bit stream of width times height symbols row
//! by row, and the player's column and row (a byte each, from 0), which begin at the next whole byte. The
//! stream, highest bit first, is a sequence of counters and symbols:
//!
//! | counter | times | | symbol | |
//! |---|---|---|---|---|
//! | `0` | 1 | | `00` | floor |
//! | `1abc` | 2 + `abc` as a number, so 2 to 9 | | `01` | wall |
//! | | | | `10` | box |
//! | | | | `110` | goal |
//! | | | | `111` | box on a goal |
//!
//! Source: begoon's description of the format ("Levels for Sokoban", 2012); where its two language versions
//! differ, the three published levels decide.

use std::iter::repeat_n;

use lurd_puzzle::{diagnostic::Diagnostic, puzzle::CannotWrite};

use crate::formats::grid::{Grid, GridCell};
use crate::formats::level_record::LevelRecord;
use crate::{level::Level, square::Square};

/// The longest run of equal squares that one counter encodes.
const MAX_RUN: usize = 9;

/// Packs a level. Runs of equal squares are cut into pieces of nine, as in `pusher.exe`, so that its levels
/// are packed to the same bytes.
///
/// # Errors
/// The level is wider or higher than 255 squares.
pub fn pack(level: &Level) -> Result<Vec<u8>, CannotWrite> {
    let (width, height, player) = (level.width(), level.height(), level.player());
    let numbers = [width, height, player % width, player / width].map(u8::try_from);
    let [Ok(columns), Ok(rows), Ok(column), Ok(row)] = numbers else {
        return Err(format!("{width} x {height} squares; a packed level has at most 255 x 255").into());
    };
    // The player is not part of the squares.
    let symbol = |square: usize| match level.square(square) {
        Square::Floor | Square::Player => "00",
        Square::Wall => "01",
        Square::Box => "10",
        Square::Goal | Square::PlayerOnGoal => "110",
        Square::BoxOnGoal => "111",
    };
    let symbols: Vec<&str> = (0..level.squares()).map(symbol).collect();
    let runs = symbols.chunk_by(|one, next| one == next).flat_map(|run| run.chunks(MAX_RUN));
    let bits: String = runs.map(|run| COUNTERS[run.len() - 1].to_owned() + run[0]).collect();
    let byte = |bits: &[u8]| bits.iter().zip((0..8).rev()).map(|(bit, place)| (bit - b'0') << place).sum::<u8>();
    Ok([columns, rows].into_iter().chain(bits.as_bytes().chunks(8).map(byte)).chain([column, row]).collect())
}

/// The counters of runs of one square, of two, and so on.
const COUNTERS: [&str; MAX_RUN] = ["0", "1000", "1001", "1010", "1011", "1100", "1101", "1110", "1111"];

/// Packs the levels of a file.
///
/// # Errors
/// As [`pack`], with the number of the level.
pub(in crate::formats) fn pack_all(records: &[LevelRecord<'_>]) -> Result<Vec<Vec<u8>>, CannotWrite> {
    let packed = |(record, number): (&LevelRecord<'_>, i32)| {
        pack(&record.level).map_err(|error| format!("level {number}: {error}").into())
    };
    records.iter().zip(1..).map(packed).collect()
}

/// Unpacks the level at the beginning of `bytes`; returns it with the number of bytes it takes.
///
/// Places in the grid are bytes of `bytes`. Takes time proportional to width times height, which is at most
/// 255 times 255.
///
/// # Errors
/// The data ends too early, a run of symbols extends past the last square, or the player is not on a free
/// square of the board.
pub fn unpack(bytes: &[u8]) -> Result<(Grid, usize), Diagnostic> {
    let mut bits = BitReader { bytes, next: 0 };
    let (width, height) = (bits.number(8, "the width")?, bits.number(8, "the height")?);
    let mut cells = Vec::with_capacity(width * height);
    while cells.len() < width * height {
        let (start, left) = (bits.next / 8, width * height - cells.len());
        let (times, cell) = bits.run()?;
        if times > left {
            let are = if left == 1 { "is" } else { "are" };
            return Err(Diagnostic::new(format!("a run of {times} squares where only {left} {are} left"))
                .at(start..bits.next.div_ceil(8), "too many squares"));
        }
        cells.extend(repeat_n(cell, times));
    }
    let start = bits.next.div_ceil(8);
    bits.next = start * 8;
    let (column, row) = (bits.number(8, "the player's column")?, bits.number(8, "the player's row")?);
    let end = start + 2;
    let cell = cells.get_mut(row * width + column).filter(|_| column < width);
    let Some((cell, player)) = cell.and_then(|cell| cell.square.with_player().map(|player| (cell, player))) else {
        let message = format!("the player at row {} column {} is not on a free square", row + 1, column + 1);
        return Err(Diagnostic::new(message).at(start..end, "the player's place"));
    };
    cell.square = player;

    let row = |cells: &'_ [GridCell]| (cells.to_vec(), cells.last().map_or(0, |cell| cell.byte + 1));
    Ok((Grid::of(cells.chunks(width.max(1)).map(row)), end))
}

/// Whether a packed level can begin here: a quick test that accepts every level that fits a screen and whose
/// first row consists of walls and floor.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    let &[columns @ 3..=80, 3..=60, ..] = bytes else { return false };
    let mut bits = BitReader { bytes, next: 16 };
    let (mut squares, mut has_wall) = (0, false);
    while squares < usize::from(columns) {
        let Ok((times, GridCell { square: square @ (Square::Wall | Square::Floor), .. })) = bits.run() else {
            return false;
        };
        has_wall |= square == Square::Wall;
        squares += times;
    }
    has_wall
}

/// A bit stream, highest bit first.
struct BitReader<'b> {
    bytes: &'b [u8],
    /// The index of the next bit.
    next: usize,
}

impl BitReader<'_> {
    /// The next counter and symbol: a number of squares, and each of them with the byte in which its symbol begins.
    fn run(&mut self) -> Result<(usize, GridCell), Diagnostic> {
        let times = if self.number(1, "a counter")? == 1 { 2 + self.number(3, "a counter")? } else { 1 };
        let byte = self.next / 8;
        let square = match self.number(2, "a symbol")? {
            0b00 => Square::Floor,
            0b01 => Square::Wall,
            0b10 => Square::Box,
            _ if self.number(1, "a symbol")? == 1 => Square::BoxOnGoal,
            _ => Square::Goal,
        };
        Ok((times, GridCell { square, byte }))
    }

    /// The number that the next `length` bits are; `what` it is, for the error.
    fn number(&mut self, length: usize, what: &str) -> Result<usize, Diagnostic> {
        let mut number = 0;
        for _ in 0..length {
            let Some(byte) = self.bytes.get(self.next / 8) else {
                let end = self.bytes.len();
                return Err(Diagnostic::new(format!("the packed level ends within {what}"))
                    .at(end..end, "more bytes expected")
                    .help("a packed level consists of width, height, squares, and the player's column and row"));
            };
            number = number << 1 | usize::from(byte >> (7 - self.next % 8) & 1);
            self.next += 1;
        }
        Ok(number)
    }
}
