//! Every way to write puzzles and answers.
//!
//! A text is read line by line. A puzzle begins with `source:` (a board, then `target:` and a board), with a
//! line with `->` (the board that ends there, then the board after it) or with a game id of Sixteen. In a
//! target `?` accepts any tile. After a target `locked: row 0, columns 2 3` names lines that cannot be
//! shifted. Lines that begin with `;` are comments, among them `; lurd: FLAGS` and games (`; solution: ..`).
//! Of other lines, the last before a puzzle is its title. A puzzle that cannot be read does not prevent the
//! next one from being read.
//!
//! - `recognise`: whether a text is a shifter
//! - `reader`: line by line, puzzle by puzzle
//! - `pair`: the two boards of a puzzle; `sixteen`: game ids
//! - `build`: two boards that fit together
//! - `scan`: one board, from characters to tiles
//! - `locked`: the lines that cannot be shifted
//! - `words`: keywords and labels; `counts`: numbers in messages
//! - `games`: what is saved with a puzzle; `steps`: answers
//! - `cursor`: a place in a text that moves on

mod build;
mod counts;
mod cursor;
pub(crate) mod games;
mod locked;
mod pair;
pub(crate) mod reader;
pub(crate) mod recognise;
mod scan;
mod sixteen;
pub(crate) mod steps;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod words;
