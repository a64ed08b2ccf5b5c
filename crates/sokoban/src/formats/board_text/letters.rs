//! Boards in letters that nothing explains: the dialect in which they would be legal.

use std::collections::BTreeSet;

use lurd_puzzle::lines::{Line, lines};

use super::rows::{RowLine, grid};
use crate::{
    formats::dialect::{Dialect, named_square, xsb},
    level::Level,
    square::Square::{self, Box, BoxOnGoal, Floor, Goal, Player, PlayerOnGoal, Wall},
};

const MIN_ROWS: usize = 3;
/// The number of boards that are looked at.
const MAX_BOARDS: usize = 5;
/// Of how many letters the meaning is guessed, and of how many squares.
const MAX_GUESSED: usize = 3;
const MAX_SQUARES: usize = 1_000;
/// What an unknown letter may mean, the likeliest first.
const MEANINGS: [Square; 7] = [Box, Goal, Player, Floor, Wall, BoxOnGoal, PlayerOnGoal];

/// What to do with a text without a legal level: the letters in which its first board would be one.
pub(in crate::formats) fn advice(text: &str) -> Option<String> {
    let all: Vec<_> = lines(text).collect();
    let is_board = |block: &[Line<'_>]| block.len() >= MIN_ROWS && !block[0].is_blank();
    let blocks = all.chunk_by(|one, other| one.is_blank() == other.is_blank());
    blocks.filter(|block| is_board(block)).take(MAX_BOARDS).find_map(|block| {
        let letters: BTreeSet<char> = block.iter().flat_map(|line| line.text.chars()).collect();
        let squares: usize = block.iter().map(|line| line.text.chars().count()).sum();
        let others: Vec<char> = letters.into_iter().filter(|&letter| !xsb().is_letter(letter)).collect();
        let is_small = (1..=MAX_GUESSED).contains(&others.len()) && squares <= MAX_SQUARES;
        let dialect = is_small.then(|| guess(block, &others))??;
        Some(format!("with --dialect '{dialect}' it is a level"))
    })
}

/// The first meaning of letters with which rows are a legal level, as `--dialect` takes it.
fn guess(rows: &[Line<'_>], letters: &[char]) -> Option<String> {
    (0..MEANINGS.len().pow(u32::try_from(letters.len()).ok()?)).find_map(|mut number| {
        let mut meaning = || {
            let square = MEANINGS[number % MEANINGS.len()];
            number /= MEANINGS.len();
            square
        };
        let meanings: Vec<_> = letters.iter().map(|&letter| (letter, meaning())).collect();
        let written: Vec<_> =
            meanings.iter().map(|(letter, square)| format!("{letter}={}", named_square(*square))).collect();
        let dialect = Dialect::extended(String::new(), meanings);
        let rows: Vec<_> = rows.iter().map(|row| RowLine::of(*row, &dialect, true)).collect::<Option<_>>()?;
        let (grid, fault) = grid(&rows, &dialect);
        let is_level = fault.is_none() && Level::from_grid(&grid).is_ok_and(|level| level.boxes().count() > 0);
        is_level.then(|| written.join(","))
    })
}
