//! The lines that cannot be shifted: `locked: row 0, columns 2 3`, counted from 0, on one line of text.

use std::ops::Range;

use crate::rules::{Board, Direction, Locks};
use lurd_puzzle::diagnostic::Diagnostic;

/// A locked line as it was written.
pub(super) struct LockedLine {
    /// [`Direction::Left`] for a row, [`Direction::Up`] for a column.
    direction: Direction,
    number: u16,
    place: Range<usize>,
}

/// The lines that one `locked:` names, and where the text after them begins.
pub(super) struct LockedLines {
    pub(super) lines: Vec<LockedLine>,
    pub(super) end: usize,
}

/// Reads the lines named after byte `at`.
pub(super) fn read(text: &str, at: usize) -> Result<LockedLines, Diagnostic> {
    let rest = text[at..].split('\n').next().unwrap_or("");
    let end = at + rest.find([';', '#']).unwrap_or(rest.len());
    let mut lines = Vec::new();
    let mut direction = None;
    let mut start = at;
    for part in text[at..end].split_inclusive(|c: char| c == ',' || c.is_whitespace()) {
        let word = part.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        let place = start..start + word.len();
        start += part.len();
        match (word.to_ascii_lowercase().as_str(), direction) {
            ("", _) => {}
            ("row" | "rows", _) => direction = Some(Direction::Left),
            ("column" | "columns", _) => direction = Some(Direction::Up),
            (number, Some(direction)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                // A number too large for the type is also too large for every board.
                lines.push(LockedLine { direction, number: number.parse().unwrap_or(u16::MAX), place });
            }
            _ => return Err(unknown(place)),
        }
    }
    if lines.is_empty() { Err(unknown(at..end)) } else { Ok(LockedLines { lines, end }) }
}

fn unknown(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("not a locked line")
        .at(place, "neither row, column nor the number of one")
        .help("write locked: row 0, columns 2 3, counted from 0")
}

/// The locks for boards of the shape of `board`.
pub(super) fn locks(lines: &[LockedLine], board: &Board) -> Result<Locks, Diagnostic> {
    let mut locks = Locks::default();
    for line in lines {
        let (count, what) = (board.lines(line.direction), line.direction.line_name());
        if usize::from(line.number) >= count {
            return Err(Diagnostic::new(format!("there is no {what} {}", line.number))
                .at(line.place.clone(), format!("{what}s are counted from 0 to {}", count - 1)));
        }
        locks.lock(line.direction, line.number);
    }
    Ok(locks)
}
