//! Boards in letters that nothing explains: what a message can say about them.

use lurd_puzzle::lines::lines;

use crate::formats::dialect::xsb;

/// The minimum number of letters of a row.
const MIN_WIDTH: usize = 3;
const MIN_ROWS: usize = 3;
const MAX_LETTERS: usize = 9;

/// What to do with a text whose lines may be the rows of a board in unknown letters: at least three of the same length, one
/// below the other, of a few letters that are repeated. Names between colons, as `:bricks:`, count as letters.
pub(in crate::formats) fn of_boards(text: &str) -> Option<String> {
    let (mut letters, mut rows, mut width, mut has_names) = (Vec::<char>::new(), 0, 0, false);
    let mut squares = 0;
    for line in lines(text) {
        let line = line.text.trim();
        let names = line.split(':').filter(|part| !part.trim().is_empty()).count();
        let is_named = line.starts_with(':') && line.ends_with(':') && names >= MIN_WIDTH;
        let length = if is_named { names } else { line.chars().count() };
        if length != width || is_named != has_names {
            letters.clear();
            (rows, squares) = (0, 0);
        }
        (width, has_names) = (length, is_named);
        rows += 1;
        for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
            squares += 1;
            if letters.len() <= MAX_LETTERS && !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if rows < MIN_ROWS || width < MIN_WIDTH {
            continue;
        }
        if has_names {
            return Some("; write one letter for each name between colons, and say what it means, for example --dialect 'W=wall,o=box'".to_owned());
        }
        let others: Vec<_> = letters.iter().filter(|letter| !xsb().is_letter(**letter)).map(char::to_string).collect();
        if letters.len() <= MAX_LETTERS && 3 * letters.len() <= squares && !others.is_empty() {
            let list = others.join(" ");
            return Some(format!("; say what other letters ({list}) mean, for example --dialect '{}=wall'", others[0]));
        }
    }
    None
}
