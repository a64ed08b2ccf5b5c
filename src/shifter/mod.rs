//! The row/column shifter: a move shifts one row or one column of a coloured board by one cell,
//! cyclically, until the board looks like the target.
//!
//! - `board`: the board, the shifts, the plain rules
//! - `notation`: every way to write a puzzle down
//! - `labels`: the names of the colours
//! - `puzzle`, `position`, `steps`: what a person sees
//! - `gamepad`: from shifts to buttons
//! - `packed`, `wide`: one puzzle as a space of `u64` or of words
//! - `rank`: a number for every small board, for tables of all of them
//! - `redundant`: which shift need not follow which
//! - `obstacle`: why a target cannot be reached

mod board;
mod cells;
pub mod gamepad;
mod labels;
mod notation;
mod obstacle;
mod packed;
mod position;
mod puzzle;
mod rank;
mod redundant;
mod steps;
#[cfg(test)]
mod tests;
mod wide;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Entry, Plugin, Tone};

pub use board::{Board, Direction, MOST_CELLS, MOST_COLOURS, Shift};
pub use labels::Labels;
pub use packed::Packed;
pub use position::ShifterPosition;
pub use puzzle::{ShifterPuzzle, WISHES};
pub use wide::Wide;

/// The name of the plug-in.
const NAME: &str = "shifter";

/// The plug-in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shifter;

impl Plugin for Shifter {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "shift rows and columns, cyclically, until the board looks like the target"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["shift"]
    }

    fn example(&self) -> &'static str {
        "1221/3443/3443/2442 -> 4342/3124/4243/2431"
    }

    fn claims(&self, text: &str) -> Claim {
        notation::claims(text)
    }

    /// Words (`source`, `left`) are written in small letters, so only digits and capitals are tiles.
    fn tone(&self, letter: char) -> Tone {
        let is_tile = letter.is_ascii_digit() || letter.is_uppercase();
        if is_tile { position::tile(letter.encode_utf8(&mut [0; 4])) } else { Tone::Plain }
    }

    fn read(&self, text: &str) -> Result<Vec<Entry>, Diagnostic> {
        notation::read(text)
    }

    fn wants_more(&self, text: &str) -> bool {
        notation::wants_more(text)
    }
}
