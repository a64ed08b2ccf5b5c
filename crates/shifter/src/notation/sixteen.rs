//! What Simon Tatham's Sixteen writes: game ids, `4x4:1,2,..`, width x height, then the tiles row by row; the target is 1,
//! 2, 3, .. in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored. Random seeds,
//! `4x4#12345`, are told apart. Saved games: lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::build::Tiles;
use super::tokens::{Tile, checked_label, place_of};
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
    /// The size that begins a text, `4x4` or `4x4m10`, and the sign behind it.
    fn begins(text: &str) -> Option<(Self, Option<char>)> {
        let end = text.find(|c: char| !c.is_ascii_digit() && !"xXm".contains(c)).unwrap_or(text.len());
        let (columns, rest) = text[..end].split_once(['x', 'X'])?;
        let (rows, _) = rest.split_once('m').unwrap_or((rest, ""));
        let sign = text[end..].chars().next();
        let length = end + sign.map_or(0, char::len_utf8);
        Some((Self { columns: columns.parse().ok()?, rows: rows.parse().ok()?, length }, sign))
    }

    /// The size of a game id or a random seed.
    pub(super) fn of_id(line: &str) -> Option<Self> {
        let (size, sign) = Self::begins(line)?;
        let is_seed = || line.len() > size.length && line[size.length..].bytes().all(|byte| byte.is_ascii_digit());
        (sign == Some(':') || (sign == Some('#') && is_seed())).then_some(size)
    }

    /// The size that the parameters of a saved game give.
    pub(super) fn of_saved_game(value: &str) -> Option<Self> {
        Some(Self { length: 0, ..Self::begins(value)?.0 })
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
    let Size { columns, rows, length } = *size;
    let (header, cells) = (place.start..place.start + length, columns.saturating_mul(rows));
    if text[header.clone()].ends_with('#') {
        return Err(Diagnostic::new("a random seed, from which only Sixteen itself makes a board")
            .at(place.clone(), "a seed")
            .help("copy the game ID instead, which has the tiles: 4x4:1,2,3,.."));
    }
    if cells == 0 || cells > MAX_CELLS {
        return Err(Diagnostic::new(format!("a board of {columns} x {rows} cells"))
            .at(header, format!("there may be 1 to {MAX_CELLS} cells")));
    }
    let mut is_free = vec![true; cells];
    let mut is_new = |word: &str| {
        let number = checked_label(word).and_then(|label| label.parse().ok()).unwrap_or(0_usize);
        is_free.get_mut(number.wrapping_sub(1)).is_some_and(std::mem::take)
    };
    let words = text[header.end..place.end].split(|c: char| c == ',' || c.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let wrong = words.iter().find(|word| !is_new(word)).map(|word| (place_of(text, word), "not one of them, or twice"));
    let missing = (words.len() < cells).then_some((header.end..place.end, "too few"));
    if let Some((place, label)) = wrong.or(missing) {
        let message = format!("a board of {columns} x {rows} has each tile from 1 to {cells} once");
        return Err(Diagnostic::new(message).at(place, label));
    }
    let tile = |word: &&'t str| Some(Tile { label: checked_label(word)?, place: place_of(text, word) });
    let tiles: Vec<_> = words.iter().filter_map(tile).collect();
    let place = tiles[0].place.start..tiles[cells - 1].place.end;
    Ok((Tiles::of(&tiles, columns, place), columns))
}
