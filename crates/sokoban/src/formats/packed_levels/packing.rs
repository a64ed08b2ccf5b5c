//! Packs and unpacks levels as in `pusher.exe`; the format is described below.

use std::ops::RangeInclusive;

use lurd_puzzle::{diagnostic::Diagnostic, puzzle::CannotWrite};

use crate::{
    formats::{
        grid::{Grid, GridCell},
        level_record::LevelRecord,
    },
    level::Level,
    square::Square,
};

/// The longest run of equal squares that one counter encodes.
const MAX_RUN: usize = 9;

/// Packs a level. Runs of equal squares are cut into pieces of nine, as in `pusher.exe`, so that its levels
/// are packed to the same bytes.
///
/// # Errors
/// The level is wider or higher than 255 squares.
pub fn pack(level: &Level) -> Result<Vec<u8>, CannotWrite> {
    let (width, height) = (level.width(), level.height());
    let size = u8::try_from(width).ok().zip(u8::try_from(height).ok());
    let Some((columns, rows)) = size else {
        return Err(format!("{width} x {height} squares; a packed level has at most 255 x 255").into());
    };
    // The player is not part of the squares.
    let symbol = |square: usize| match level.square(square) {
        Square::Floor | Square::Player => (0b00, 2),
        Square::Wall => (0b01, 2),
        Square::Box => (0b10, 2),
        Square::Goal | Square::PlayerOnGoal => (0b110, 3),
        Square::BoxOnGoal => (0b111, 3),
    };
    let squares: Vec<(usize, usize)> = (0..level.squares()).map(symbol).collect();
    let mut bits = BitWriter { bytes: vec![columns, rows], free: 0 };
    for run in squares.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(MAX_RUN)) {
        match run.len() {
            1 => bits.push(0, 1),
            times => bits.push(0b1000 + times - 2, 4),
        }
        let (symbol, length) = run[0];
        bits.push(symbol, length);
    }
    let mut bytes = bits.bytes;
    for place in [level.player() % width, level.player() / width] {
        bytes.push(u8::try_from(place).unwrap_or_default());
    }
    Ok(bytes)
}

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

/// Bytes that are being filled, highest bit first.
struct BitWriter {
    bytes: Vec<u8>,
    /// The number of unused bits of the last byte.
    free: usize,
}

impl BitWriter {
    fn push(&mut self, value: usize, length: usize) {
        for bit in (0..length).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            if let Some(last) = self.bytes.last_mut()
                && value >> bit & 1 == 1
            {
                *last |= 1 << self.free;
            }
        }
    }
}

// Unpacks the levels inside `pusher.exe`.
//
// A level consists of its width and its height (a byte each), a bit stream of width times height symbols row
// by row, and the player's column and row (a byte each, from 0), which begin at the next whole byte. The
// stream, highest bit first, is a sequence of counters and symbols:
//
// | counter | times | | symbol | |
// |---|---|---|---|---|
// | `0` | 1 | | `00` | floor |
// | `1abc` | 2 + `abc` as a number, so 2 to 9 | | `01` | wall |
// | | | | `10` | box |
// | | | | `110` | goal |
// | | | | `111` | box on a goal |
//
// Source: begoon's description of the format ("Levels for Sokoban", 2012); where its two language versions
// differ, the three published levels decide.

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
    let width = usize::from(bits.byte("the width")?);
    let height = usize::from(bits.byte("the height")?);
    let mut cells = symbols(&mut bits, width * height)?;

    bits.skip_to_byte();
    let column_byte = bits.next / 8;
    let column = usize::from(bits.byte("the player's column")?);
    let row = usize::from(bits.byte("the player's row")?);
    let used = bits.next / 8;
    let cell = cells.get_mut(row * width + column).filter(|_| column < width);
    let standing = cell.and_then(|cell| cell.square.with_player().map(|player| (cell, player)));
    let Some((cell, player)) = standing else {
        let message = format!("the player at row {} column {} is not on a free square", row + 1, column + 1);
        return Err(Diagnostic::new(message).at(column_byte..used, "the player's place"));
    };
    cell.square = player;

    let mut grid = Grid::default();
    for row in cells.chunks(width.max(1)) {
        grid.push_row(row.iter().copied(), row.last().map_or(0, |cell| cell.byte + 1));
    }
    Ok((grid, used))
}

/// Whether a packed level can begin here: a quick test that accepts every level that fits a screen and whose
/// first row consists of walls and floor.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    const COLUMNS: RangeInclusive<u8> = 3..=80;
    const ROWS: RangeInclusive<u8> = 3..=60;
    let &[columns, rows, ..] = bytes else { return false };
    if !COLUMNS.contains(&columns) || !ROWS.contains(&rows) {
        return false;
    }
    let mut bits = BitReader { bytes, next: 16 };
    let mut remaining = usize::from(columns);
    let mut has_wall = false;
    while remaining > 0 {
        let times = match bits.bit("") {
            Ok(true) => bits.number(3, "").map(|number| number + 2),
            Ok(false) => Ok(1),
            Err(error) => Err(error),
        };
        let (Ok(times), Ok(symbol)) = (times, bits.number(2, "")) else { return false };
        if symbol > 1 {
            return false;
        }
        has_wall |= symbol == 1;
        remaining = remaining.saturating_sub(times);
    }
    has_wall
}

fn symbols(bits: &mut BitReader<'_>, count: usize) -> Result<Vec<GridCell>, Diagnostic> {
    let mut cells = Vec::with_capacity(count);
    while cells.len() < count {
        let from = bits.next / 8;
        let times = if bits.bit("a counter")? { 2 + bits.number(3, "a counter")? } else { 1 };
        let byte = bits.next / 8;
        let square = match bits.number(2, "a symbol")? {
            0b00 => Square::Floor,
            0b01 => Square::Wall,
            0b10 => Square::Box,
            _ if bits.bit("a symbol")? => Square::BoxOnGoal,
            _ => Square::Goal,
        };
        if times > count - cells.len() {
            let left = count - cells.len();
            let message =
                format!("a run of {times} squares where only {left} {} left", if left == 1 { "is" } else { "are" });
            return Err(Diagnostic::new(message).at(from..bits.next.div_ceil(8), "too many squares"));
        }
        cells.extend(std::iter::repeat_n(GridCell { square, byte }, times));
    }
    Ok(cells)
}

/// A bit stream, highest bit first.
struct BitReader<'b> {
    bytes: &'b [u8],
    /// The index of the next bit.
    next: usize,
}

impl BitReader<'_> {
    fn bit(&mut self, what: &str) -> Result<bool, Diagnostic> {
        let Some(byte) = self.bytes.get(self.next / 8) else {
            let end = self.bytes.len();
            return Err(Diagnostic::new(format!("the packed level ends within {what}"))
                .at(end..end, "more bytes expected")
                .help("a packed level consists of width, height, squares, and the player's column and row"));
        };
        let bit = byte >> (7 - self.next % 8) & 1;
        self.next += 1;
        Ok(bit == 1)
    }

    fn number(&mut self, length: usize, what: &str) -> Result<usize, Diagnostic> {
        (0..length).try_fold(0, |number, _| Ok(number << 1 | usize::from(self.bit(what)?)))
    }

    fn byte(&mut self, what: &str) -> Result<u8, Diagnostic> {
        (0..8).try_fold(0, |number, _| Ok(number << 1 | u8::from(self.bit(what)?)))
    }

    fn skip_to_byte(&mut self) {
        self.next = self.next.next_multiple_of(8);
    }
}
