//! What Simon Tatham's Sixteen writes: game ids, `4x4:1,2,..`, width x height, then the tiles row by row; the target is 1,
//! 2, 3, .. in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored. Random seeds,
//! `4x4#12345`, are told apart. Saved games: lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::build::Tiles;
use super::tokens::{Tile, checked_label, counted, difference, place_of};
use crate::rules::MAX_CELLS;

/// The size at the beginning of a game id.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    columns: usize,
    rows: usize,
    /// The length of its text, with the sign behind it.
    length: usize,
}

impl Size {
    /// The size that begins a text: `4x4`, `4x4m10`.
    fn begins(text: &str) -> Option<Self> {
        let number = |at: usize| {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).take(10).count();
            let number = text[at..at + digits].parse::<usize>().unwrap_or(usize::MAX);
            (1..10).contains(&digits).then_some((number, at + digits))
        };
        let (columns, width) = number(0)?;
        let (rows, height) = number(width + text[width..].starts_with(['x', 'X']).then_some(1)?)?;
        let length = if text[height..].starts_with('m') { number(height + 1)?.1 } else { height };
        Some(Self { columns, rows, length })
    }

    /// The size of a game id or a random seed.
    pub(super) fn of_id(line: &str) -> Option<Self> {
        let size = Self::begins(line)?;
        let seed = line[size.length..].strip_prefix('#').unwrap_or_default();
        let is_seed = !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit());
        (is_seed || line[size.length..].starts_with(':')).then_some(Self { length: size.length + 1, ..size })
    }

    /// The size that the parameters of a saved game give.
    pub(super) fn of_saved_game(value: &str) -> Option<Self> {
        Some(Self { length: 0, ..Self::begins(value)? })
    }
}

/// The key and the value of a line of a saved game.
pub(super) fn field(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let (length, value) = rest.split_once(':')?;
    let is_key = !key.is_empty() && key.trim_end().bytes().all(|byte| byte.is_ascii_uppercase());
    (is_key && length.parse::<usize>().is_ok()).then_some((key.trim_end(), value))
}

/// The source of the game id in a place, and its width.
pub(super) fn source<'t>(text: &'t str, place: &Range<usize>, size: &Size) -> Result<(Tiles<'t>, usize), Diagnostic> {
    let header = place.start..place.start + size.length;
    if text[header.clone()].ends_with('#') {
        let seed = &text[place.clone()];
        return Err(Diagnostic::new(format!(
            "'{seed}' is a random seed, from which only Sixteen itself makes a board"
        ))
        .at(place.clone(), "a seed")
        .help("copy the game ID instead, which has the tiles: 4x4:1,2,3,.."));
    }
    let Size { columns, rows, .. } = *size;
    let cells = columns.saturating_mul(rows);
    if cells == 0 || cells > MAX_CELLS {
        return Err(Diagnostic::new(format!("a board of {columns} x {rows} cells"))
            .at(header, format!("there may be 1 to {MAX_CELLS} cells")));
    }
    let (mut tiles, mut twice) = (Vec::with_capacity(cells), None);
    let mut seen = vec![false; cells + 1];
    let words = text[header.end..place.end].split(|c: char| c == ',' || c.is_whitespace());
    for word in words.filter(|word| !word.is_empty()) {
        let place = place_of(text, word);
        let number = word.parse::<usize>().ok().filter(|number| (1..=cells).contains(number));
        let (Some(number), Some(label)) = (number, checked_label(word)) else {
            let message = format!("the tiles of this board are 1 to {cells}");
            return Err(Diagnostic::new(message).at(place, "not one of them"));
        };
        if std::mem::replace(&mut seen[number], true) {
            twice.get_or_insert((number, place.clone()));
        }
        tiles.push(Tile { label, place });
    }
    let end = tiles.last().map_or(header.end, |last: &Tile<'_>| last.place.end);
    let place = tiles.first().map_or(header.start, |first| first.place.start)..end;
    if tiles.len() != cells {
        let message = format!("{} for a board of {columns} x {rows}, which has {cells}", counted(tiles.len(), "tile"));
        return Err(Diagnostic::new(message).at(place, difference(tiles.len(), cells, "tile")));
    }
    if let Some((number, place)) = twice {
        return Err(Diagnostic::new(format!("tile {number} occurs twice"))
            .at(place, "the second")
            .help(format!("each tile from 1 to {cells} occurs once")));
    }
    Ok((Tiles::of(&tiles, columns, place), columns))
}
