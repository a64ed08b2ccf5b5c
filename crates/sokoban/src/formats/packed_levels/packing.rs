//! Packs levels as in `pusher.exe`; `unpacking` describes the format.

use crate::formats::level_record::LevelRecord;
use crate::level::Level;
use crate::square::Square;
use lurd_puzzle::puzzle::CannotWrite;

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
