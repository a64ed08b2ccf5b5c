//! What Simon Tatham's Sixteen writes: game ids, `4x4:1,2,..`, width x height, then the tiles row by row; the target is 1,
//! 2, 3, .. in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored. Random seeds,
//! `4x4#12345`, are told apart. Saved games: lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

use std::{collections::BTreeSet, ops::Range};

use lurd_puzzle::diagnostic::Diagnostic;

use super::build::Tiles;
use super::tokens::{self, Tile, tile};
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
    /// The size of a game id or a random seed.
    pub(super) fn of_id(line: &str) -> Option<Self> {
        let (size, rest) = line.split_at(line.find([':', '#'])?);
        let is_id = rest.starts_with(':') || rest[1..].bytes().all(|byte| byte.is_ascii_digit());
        Some(Self { length: size.len() + 1, ..Self::of_saved_game(size)? }).filter(|_| is_id)
    }

    /// The size that the parameters of a saved game give: `4x4` or `4x4m10`.
    pub(super) fn of_saved_game(value: &str) -> Option<Self> {
        let (columns, rest) = value.split_once(['x', 'X'])?;
        let (rows, moves) = rest.split_once('m').unwrap_or((rest, "0"));
        moves.parse::<usize>().ok()?;
        Some(Self { columns: columns.parse().ok()?, rows: rows.parse().ok()?, length: 0 })
    }
}

/// The key and the value of a line of a saved game.
pub(super) fn field(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let (length, value) = rest.split_once(':')?;
    length.parse::<usize>().is_ok().then_some((key.trim_end(), value))
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
    let words = tokens::words(text, header.end..place.end);
    let tiles: Vec<_> = words.into_iter().map(|word| tile(text, &text[word])).collect();
    let mut numbers: BTreeSet<usize> = (1..=cells).collect();
    let mut is_new = |tile: &Tile<'_>| tile.label.parse().is_ok_and(|number| numbers.remove(&number));
    let wrong = tiles.iter().find(|tile| !is_new(tile)).map(|tile| (tile.place.clone(), "not one of them, or twice"));
    let missing = (tiles.len() < cells).then_some((header.end..place.end, "too few"));
    if let Some((place, label)) = wrong.or(missing) {
        let message = format!("a board of {columns} x {rows} has each tile from 1 to {cells} once");
        return Err(Diagnostic::new(message).at(place, label));
    }
    let place = tiles[0].place.start..tiles[cells - 1].place.end;
    Ok((Tiles::of(&tiles, columns, place), columns))
}
