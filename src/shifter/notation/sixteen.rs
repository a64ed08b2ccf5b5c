//! The game ids of Simon Tatham's Sixteen: `4x4:1,2,..`, width x height, then the tiles row by row.
//! The target is 1, 2, 3, .. in order. The number of moves that the game may add to the size
//! (`4x4m10:`) is read and ignored.

use std::ops::Range;

use super::super::board::MOST_CELLS;
use super::build::{counted, difference};
use super::scan::{Raw, Row, Tile};
use super::words::keyword;
use crate::diagnostic::Diagnostic;

/// The size at the beginning of a game id.
pub(super) struct Size {
    columns: usize,
    rows: usize,
    /// How long the text is, with its colon.
    pub(super) length: usize,
}

/// The size at the beginning of `text`, if it is a game id. Numbers too large to be true are there,
/// but saturated.
pub(super) fn size(text: &str) -> Option<Size> {
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).take(10).count();
        (1..10).contains(&digits).then(|| (text[..digits].parse().unwrap_or(usize::MAX), digits))
    };
    let (columns, width) = number(text)?;
    let rest = text[width..].strip_prefix(['x', 'X'])?;
    let (rows, height) = number(rest)?;
    let mut rest = &rest[height..];
    if let Some(moves) = rest.strip_prefix('m') {
        rest = &moves[number(moves)?.1..];
    }
    let rest = rest.strip_prefix(':')?;
    Some(Size { columns, rows, length: text.len() - rest.len() })
}

/// Where the tiles of the game id in `place` end: before `locked:`, if that follows.
pub(super) fn end(text: &str, place: &Range<usize>) -> usize {
    let line = &text[place.clone()];
    let locked =
        line.char_indices().find(|&(at, c)| matches!(c, 'l' | 'L') && keyword(&line[at..]).is_some());
    locked.map_or(place.end, |(at, _)| place.start + at)
}

/// Reads the game id in `place`; gives its source and its target.
pub(super) fn boards(text: &str, place: Range<usize>, size: &Size) -> Result<(Raw, Raw), Diagnostic> {
    let header = place.start..place.start + size.length;
    let cells = size.columns.saturating_mul(size.rows);
    if cells == 0 || cells > MOST_CELLS {
        return Err(Diagnostic::new(format!("a board of {} x {} cells", size.columns, size.rows))
            .at(header, format!("there may be 1 to {MOST_CELLS} cells")));
    }
    let mut tiles = Vec::with_capacity(cells);
    let mut at = header.end;
    for part in text[header.end..place.end].split_inclusive(|c: char| c == ',' || c.is_whitespace()) {
        let word = part.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        if !word.is_empty() {
            let number = word.parse::<usize>().ok().filter(|number| (1..=cells).contains(number));
            let here = at..at + word.len();
            let Some(number) = number else {
                return Err(Diagnostic::new(format!("the tiles of this board are 1 to {cells}"))
                    .at(here, "not one of them"));
            };
            tiles.push((number, here));
        }
        at += part.len();
    }
    let tiles_place = match (tiles.first(), tiles.last()) {
        (Some((_, first)), Some((_, last))) => first.start..last.end,
        _ => header.clone(),
    };
    if tiles.len() != cells {
        return Err(Diagnostic::new(format!(
            "{} for a board of {} x {}, which has {cells}",
            counted(tiles.len(), "tile"),
            size.columns,
            size.rows
        ))
        .at(tiles_place, difference(tiles.len(), cells, "tile")));
    }
    let mut seen = vec![false; cells + 1];
    for (number, here) in &tiles {
        if std::mem::replace(&mut seen[*number], true) {
            return Err(Diagnostic::new(format!("tile {number} is there twice"))
                .at(here.clone(), "the second")
                .help(format!("each tile from 1 to {cells} is there once")));
        }
    }
    let board = |numbers: Vec<usize>| Raw {
        rows: numbers
            .chunks(size.columns)
            .map(|row| Row {
                tiles: row.iter().map(|number| Tile { label: number.to_string() }).collect(),
                place: tiles_place.clone(),
            })
            .collect(),
        flat: false,
        list: true,
        place: tiles_place.clone(),
    };
    Ok((board(tiles.iter().map(|&(number, _)| number).collect()), board((1..=cells).collect())))
}
