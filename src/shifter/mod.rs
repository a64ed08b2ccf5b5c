//! The row/column shifter: a move shifts one row or one column of a coloured board by one cell,
//! cyclically, until the board looks like the target.
//!
//! - `board`: the board, the shifts, the plain rules
//! - `notation`: every way to write a puzzle down
//! - `labels`: the names of the colours
//! - `puzzle`, `position`, `steps`: what a person sees
//! - `gamepad`: from shifts to buttons; `hands`: under keys and a pointer; `draft`: being drawn
//! - `packed`, `wide`: one puzzle as a space of `u64` or of words
//! - `rank`: a number for every small board, for tables of all of them
//! - `redundant`: which shift need not follow which
//! - `obstacle`: why a target cannot be reached

mod board;
mod buttons;
mod cells;
mod census;
mod draft;
pub mod gamepad;
mod goal;
mod hands;
mod labels;
mod large;
mod locks;
mod meet;
mod notation;
mod obstacle;
mod packed;
mod plan;
mod position;
mod puzzle;
mod rank;
mod redundant;
mod sixteen;
mod slide;
mod steps;
#[cfg(test)]
mod tests;
mod travel;
mod turning;
mod wide;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Draft, Entry, Format, Page, Plugin, SavedGame, Tone, Written};
use draft::ShifterDraft;

pub use board::{Board, Direction, MOST_CELLS, MOST_COLOURS, Shift, WILD};
pub use buttons::{Press, Pressed, Walked};
pub use labels::Labels;
pub use locks::Locks;
pub use packed::Packed;
pub use position::ShifterPosition;
pub use puzzle::{ShifterPuzzle, WISHES};
pub use slide::{Moves, Slide};
pub use wide::Wide;

/// The one format that is written.
const FORMATS: &[Format] = &[Format {
    name: "shift",
    summary: "boards of a shifter, source and target, with solutions",
    endings: &["shift"],
    is_text: true,
    holds_solutions: true,
}];

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

    fn formats(&self) -> &'static [Format] {
        FORMATS
    }

    fn write(&self, _: &Format, pages: &[Page<'_>]) -> Result<Written, String> {
        let page = |page: &Page<'_>| {
            let games: String = page.extras.games.iter().map(notation::games::write).collect();
            match page.flags.trim() {
                "" => page.puzzle.text() + &games,
                flags => format!("; lurd: {flags}\n{}{games}", page.puzzle.text()),
            }
        };
        let text = pages.iter().map(page).collect::<Vec<_>>().join("\n");
        Ok(Written { bytes: text.into_bytes(), losses: Vec::new() })
    }

    fn add(
        &self,
        text: &str,
        known: Option<&Entry>,
        page: &Page<'_>,
        game: Option<&SavedGame>,
    ) -> Result<String, String> {
        let new = |text: &str| {
            let between = match text {
                "" => "",
                text if text.ends_with('\n') => "\n",
                _ => "\n\n",
            };
            format!("{text}{between}{}", page.puzzle.text())
        };
        Ok(match (known, game) {
            (Some(known), Some(game)) => notation::games::add(text, known.extras.end, game),
            (Some(_), None) => text.to_owned(),
            (None, Some(game)) => new(text) + &notation::games::write(game),
            (None, None) => new(text),
        })
    }

    fn wants_more(&self, text: &str) -> bool {
        notation::wants_more(text)
    }

    fn blank(&self, size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, String> {
        Ok(Box::new(ShifterDraft::blank(size)?))
    }

    fn draft(&self, text: &str) -> Option<Box<dyn Draft>> {
        Some(Box::new(ShifterDraft::of_text(text)?))
    }
}
