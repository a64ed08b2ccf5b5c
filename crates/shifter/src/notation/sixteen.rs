//! Game ids of Simon Tatham's Sixteen: `4x4:1,2,..`, width x height, then the tiles row by row; the target is 1, 2, 3, ..
//! in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored. Random seeds,
//! `4x4#12345`, are told apart. Saved games: lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

use std::{collections::BTreeSet, ops::Range};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::{Line, lines};
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::build::Tiles;
use super::tokens::{self, Tile, place_of, tile};
use crate::rules::MAX_CELLS;

/// The source of the game id that a place begins with, or why it has none, and where the id ends; `None` if it is no game id.
pub(super) fn source(text: &str, place: Range<usize>) -> Option<(Result<Tiles<'_>, Diagnostic>, usize)> {
    let line = &text[place.clone()];
    let (size, cells) = line.split_at(line.find([':', '#'])? + 1);
    let (columns, rest) = size[..size.len() - 1].split_once(['x', 'X'])?;
    let (rows, moves) = rest.split_once('m').unwrap_or((rest, "0"));
    let [Some(columns), Some(rows), Some(_)] = [columns, rows, moves].map(|it| it.parse::<usize>().ok()) else {
        return None;
    };
    let end = place.start + line.to_ascii_lowercase().find("locked").unwrap_or(line.len());
    if size.ends_with(':') {
        return Some((tiles(text, place.start..end, size.len(), [columns, rows]), end));
    }
    let error = Diagnostic::new("a random seed, from which only Sixteen itself makes a board")
        .at(place, "a seed")
        .help("copy the game ID instead, which has the tiles: 4x4:1,2,3,..");
    cells.bytes().all(|byte| byte.is_ascii_digit()).then_some((Err(error), end))
}

/// A saved game as its game id and the moves so far; `None` for other texts.
pub(super) fn without_keys(text: &str) -> Option<Rewritten> {
    let field = |line: Line<'_>| {
        let mut parts = line.text.splitn(3, ':');
        Some((parts.next()?.trim_end().to_owned(), place_of(text, parts.nth(1)?)))
    };
    let mut rewriter = Rewriter::new(text);
    let mut before_move = "\n; snapshot: ";
    for (key, place) in lines(text).filter_map(field) {
        let before = match key.as_str() {
            "PARAMS" => "",
            "DESC" => ":",
            "MOVE" => std::mem::replace(&mut before_move, " "),
            _ => continue,
        };
        rewriter.write(place.start..place.start, before);
        rewriter.copy(place);
    }
    let is_saved_game = text.starts_with("SAVEFILE:") && text.contains(":Sixteen");
    is_saved_game.then(|| rewriter.rewritten("", true))
}

/// The tiles of a game id, of which the first bytes are the size.
fn tiles(text: &str, id: Range<usize>, length: usize, [columns, rows]: [usize; 2]) -> Result<Tiles<'_>, Diagnostic> {
    let (header, cells) = (id.start..id.start + length, columns.saturating_mul(rows));
    if cells == 0 || cells > MAX_CELLS {
        return Err(Diagnostic::new(format!("a board of {columns} x {rows} cells"))
            .at(header, format!("there may be 1 to {MAX_CELLS} cells")));
    }
    let words = tokens::words(text, header.end..id.end);
    let tiles: Vec<_> = words.into_iter().map(|word| tile(text, &text[word])).collect();
    let mut numbers: BTreeSet<usize> = (1..=cells).collect();
    let mut is_new = |tile: &Tile<'_>| tile.label.parse().is_ok_and(|number| numbers.remove(&number));
    let wrong = tiles.iter().find(|tile| !is_new(tile)).map(|tile| (tile.place.clone(), "not one of them, or twice"));
    let missing = (tiles.len() < cells).then_some((header.end..id.end, "too few"));
    if let Some((place, label)) = wrong.or(missing) {
        let message = format!("a board of {columns} x {rows} has each tile from 1 to {cells} once");
        return Err(Diagnostic::new(message).at(place, label));
    }
    let place = tiles[0].place.start..tiles[cells - 1].place.end;
    Ok(Tiles::of(&tiles, columns, place))
}
