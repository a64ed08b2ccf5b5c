//! Unpacks the levels inside `pusher.exe`.
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

use std::ops::RangeInclusive;

use crate::diagnostic::Diagnostic;
use crate::sokoban::formats::grid::{Cell, Grid};
use crate::sokoban::square::Square;

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

fn symbols(bits: &mut BitReader<'_>, count: usize) -> Result<Vec<Cell>, Diagnostic> {
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
            let message = format!(
                "a run of {times} squares where only {left} {} left",
                if left == 1 { "is" } else { "are" }
            );
            return Err(Diagnostic::new(message).at(from..bits.next.div_ceil(8), "too many squares"));
        }
        cells.extend(std::iter::repeat_n(Cell { square, byte }, times));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sokoban::formats::read;
    use crate::sokoban::level::Level;
    use crate::sokoban::xsb::write_xsb;

    /// The packed levels 1 to 3 of `pusher.exe`, as published with the description.
    const PACKED: [&[u8]; 3] = [
        &[
            0x16, 0x0B, 0xA2, 0xDF, 0x38, 0x32, 0x1F, 0x38, 0x2A, 0x03, 0xE6, 0x12, 0xC0, 0xA5, 0xF2, 0x83,
            0x02, 0x81, 0x03, 0xE4, 0x12, 0x82, 0x25, 0x06, 0xCD, 0x64, 0x22, 0x51, 0xAC, 0x11, 0xA1, 0x0A,
            0x05, 0xE5, 0x11, 0xB1, 0x14, 0x82, 0x29, 0x82, 0x31, 0xA0, 0xE1, 0x2C, 0x18, 0xD1, 0xCF, 0x80,
            0x0C, 0x08,
        ],
        &[
            0x0E, 0x0A, 0xF6, 0x58, 0x0C, 0x68, 0x0D, 0x94, 0xC6, 0x80, 0x85, 0x02, 0x82, 0x18, 0xD0, 0x15,
            0x4C, 0x10, 0xC6, 0xC2, 0x18, 0x21, 0x8D, 0x01, 0x06, 0x04, 0x39, 0x10, 0xA0, 0x81, 0x80, 0x85,
            0x02, 0x08, 0x20, 0x60, 0x34, 0x1B, 0x0C, 0x1E, 0xCA, 0x07, 0x04,
        ],
        &[
            0x11, 0x0A, 0xE3, 0x9F, 0x0E, 0x07, 0xC2, 0x11, 0x42, 0x1F, 0x08, 0x50, 0x23, 0xE0, 0x85, 0x04,
            0x0C, 0x1E, 0x84, 0x08, 0xA6, 0xB4, 0x10, 0x85, 0x02, 0x82, 0x59, 0xD4, 0x28, 0x14, 0x90, 0xD6,
            0x83, 0xDF, 0x7C, 0x0E, 0x01,
        ],
    ];

    /// Level 1 as the same source prints it.
    const PLAIN: &str = concat!(
        "    XXXXX\n",
        "    X   X\n",
        "    X*  X\n",
        "  XXX  *XXX\n",
        "  X  *  * X\n",
        "XXX X XXX X     XXXXXX\n",
        "X   X XXX XXXXXXX  ..X\n",
        "X *  *             ..X\n",
        "XXXXX XXXX X@XXXX  ..X\n",
        "    X      XXX  XXXXXX\n",
        "    XXXXXXXX\n",
    );

    fn level(packed: &[u8]) -> Level {
        let (grid, used) = unpack(packed).expect("a packed level");
        assert_eq!(used, packed.len());
        Level::from_grid(&grid).expect("a legal level")
    }

    #[test]
    fn level_1_is_as_printed() {
        let plain = read(PLAIN).expect("one level").remove(0);
        assert_eq!(plain.level, Ok(level(PACKED[0])));
        assert!(plain.note.is_some());
    }

    #[test]
    fn the_catalog_holds_the_packed_levels() {
        let file = read(include_str!("../../../../puzzles/pusher.xsb")).expect("levels");
        assert_eq!(file.len(), PACKED.len());
        for ((entry, packed), number) in file.iter().zip(PACKED).zip(1..) {
            let entry = entry.level.as_ref().expect("a legal level");
            assert_eq!(write_xsb(entry), write_xsb(&level(packed)));
            assert_eq!(entry.title(), Some(format!("pusher {number}").as_str()));
        }
    }

    #[test]
    fn data_that_ends_early_is_refused_wherever_it_ends() {
        for packed in PACKED {
            for length in 0..packed.len() {
                let error = unpack(&packed[..length]).expect_err("truncated");
                assert!(error.message.contains("ends within"), "{error:?}");
                assert_eq!(error.place, Some(length..length));
            }
        }
    }

    #[test]
    fn a_player_in_a_wall_and_too_many_squares_are_refused() {
        // 1 x 1, one wall, player at 0 0; then 1 x 1 with two floors.
        let error = unpack(&[1, 1, 0b0010_0000, 0, 0]).expect_err("a wall");
        assert_eq!(error.message, "the player at row 1 column 1 is not on a free square");
        let error = unpack(&[1, 1, 0b1000_0000, 0, 0]).expect_err("two squares");
        assert_eq!(error.message, "a run of 2 squares where only 1 is left");
    }

    proptest! {
        #[test]
        fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok((grid, used)) = unpack(&bytes) {
                prop_assert!(used <= bytes.len());
                let _legal = Level::from_grid(&grid);
            }
        }
    }
}
