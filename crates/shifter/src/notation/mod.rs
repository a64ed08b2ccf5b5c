//! Every way to write puzzles and answers.
//!
//! A text is read line by line. A puzzle begins with `source:` (a board, then `target:` and a board), with a line
//! with `->` (the board that ends there, then the board after it) or with a game id of Sixteen. In a target `?`
//! accepts any tile. After a target `locked: row 0, columns 2 3` names lines that cannot be shifted. Lines that begin
//! with `;` are comments: `; lurd: FLAGS`, games (`; solution: ..`), and notes on the puzzle above or below them. Of other
//! lines, the last before a puzzle is its title. A puzzle that cannot be read does not prevent the next one from being read.
//!
//! - `reader`: line by line, puzzle by puzzle; the games saved with a puzzle; whether a text is a shifter
//! - `tables`: two boards as tables, lists or pictures, where nothing else fits
//! - `labels`: what stands around rows: numbers and names of rows, brackets around tiles, a target beside the source
//! - `sizes`: lines that say how many rows and columns the boards below them have
//! - `mistakes`: where a row or a tile is missing or wrong in two boards that could not be read
//! - `build`: the two boards of a puzzle, which fit together; the lines that cannot be shifted
//! - `sixteen`: game ids
//! - `steps`: answers
//! - `rows`: boards typed row by row
//! - `scan`: one board, from characters to tiles; a place in a text that moves on; keywords, labels, and numbers in
//!   messages

mod build;
mod labels;
mod mistakes;
pub(crate) mod reader;
pub(crate) mod rows;
pub(crate) mod scan;
mod sixteen;
mod sizes;
pub(crate) mod steps;
mod tables;

#[cfg(test)]
pub(crate) mod tests {
    //! Puzzles for the tests of other modules.

    use super::build::Pair;
    use crate::instance::ShifterPuzzle;

    /// The puzzle `SOURCE -> TARGET`, for tests that need more than the trait.
    pub(crate) fn one(text: &str) -> ShifterPuzzle {
        Pair::arrow(text, 0)
            .and_then(|pair| pair.build(text, None))
            .map_err(|fault| fault.diagnostic)
            .expect("a puzzle")
    }
}
