//! What Simon Tatham's Sixteen writes: game ids, `4x4:1,2,..`, width x height, then the tiles row by row; the target is 1,
//! 2, 3, .. in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored. Saved games:
//! lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::build::Tiles;
use super::tokens::{Tile, checked_label, counted, difference};
use crate::rules::MAX_CELLS;

/// The size at the beginning of a game id.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    columns: usize,
    rows: usize,
    /// The length of its text, with the colon.
    length: usize,
}

/// The size at the beginning of `text`, if it is a game id.
pub(super) fn size(text: &str) -> Option<Size> {
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).take(10).count();
        (1..10).contains(&digits).then(|| (text[..digits].parse::<usize>().unwrap_or(usize::MAX), digits))
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

/// The size that the parameters of a saved game give: `4x4`, `4x4m10`.
pub(super) fn parameters(text: &str) -> Option<Size> {
    let size = size(&format!("{}:", text.trim()))?;
    Some(Size { length: 0, ..size })
}

/// Whether a line is a random seed, `4x4#12345`.
pub(super) fn is_seed(line: &str) -> bool {
    let is_number = |seed: &str| !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit());
    line.split_once('#').is_some_and(|(head, seed)| is_number(seed) && parameters(head).is_some())
}

pub(super) fn seed_error(text: &str, place: &Range<usize>) -> Diagnostic {
    let seed = &text[place.clone()];
    Diagnostic::new(format!("'{seed}' is a random seed, from which only Sixteen itself makes a board"))
        .at(place.clone(), "a seed")
        .help("copy the game ID instead, which has the tiles: 4x4:1,2,3,..")
}

/// What a line of a saved game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// The first line.
    Begin,
    /// The name of the game.
    Game,
    /// The size of the board.
    Parameters,
    /// The tiles.
    Tiles,
    /// A move.
    Move,
    /// Anything else.
    Other,
}

/// The field of a line of a saved game, and the byte at which its value begins.
pub(super) fn field(line: &str) -> Option<(Field, usize)> {
    let (key, rest) = line.split_once(':')?;
    let (length, value) = rest.split_once(':')?;
    let is_number = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
    let field = match key.trim_end() {
        "SAVEFILE" => Field::Begin,
        "GAME" => Field::Game,
        "PARAMS" => Field::Parameters,
        "DESC" => Field::Tiles,
        "MOVE" => Field::Move,
        "VERSION" | "CPARAMS" | "SEED" | "AUXINFO" | "UI" | "NSTATES" | "STATEPOS" | "SOLVE" | "RESTART" => {
            Field::Other
        }
        _ => return None,
    };
    is_number.then_some((field, line.len() - value.len()))
}

/// The source of the game id in a place, and its width.
pub(super) fn source<'t>(text: &'t str, place: &Range<usize>, size: &Size) -> Result<(Tiles<'t>, usize), Diagnostic> {
    let header = place.start..place.start + size.length;
    let Size { columns, rows, .. } = *size;
    let cells = columns.saturating_mul(rows);
    if cells == 0 || cells > MAX_CELLS {
        return Err(Diagnostic::new(format!("a board of {columns} x {rows} cells"))
            .at(header, format!("there may be 1 to {MAX_CELLS} cells")));
    }
    let (mut tiles, mut at) = (Vec::with_capacity(cells), header.end);
    let mut seen = vec![false; cells + 1];
    let mut twice = None;
    for part in text[header.end..place.end].split_inclusive(|c: char| c == ',' || c.is_whitespace()) {
        let word = part.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        let place = at..at + word.len();
        at += part.len();
        if word.is_empty() {
            continue;
        }
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
    let tiles_place = tiles.first().map_or(header.start, |first| first.place.start)
        ..tiles.last().map_or(header.end, |last| last.place.end);
    if tiles.len() != cells {
        let message = format!("{} for a board of {columns} x {rows}, which has {cells}", counted(tiles.len(), "tile"));
        return Err(Diagnostic::new(message).at(tiles_place, difference(tiles.len(), cells, "tile")));
    }
    if let Some((number, place)) = twice {
        return Err(Diagnostic::new(format!("tile {number} occurs twice"))
            .at(place, "the second")
            .help(format!("each tile from 1 to {cells} occurs once")));
    }
    Ok((Tiles::of(&tiles, columns, tiles_place), columns))
}
