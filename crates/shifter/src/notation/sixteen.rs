//! The game ids of Simon Tatham's Sixteen: `4x4:1,2,..`, width x height, then the tiles row by row. The target is 1,
//! 2, 3, .. in order. The number of moves that the game may add to the size (`4x4m10:`) is read and ignored.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::scan::{ScannedBoard, ScannedRow, counted, difference, keyword};
use crate::rules::MAX_CELLS;

/// The size at the beginning of a game id.
pub(super) struct Size {
    columns: usize,
    rows: usize,
    /// The length of its text, with the colon.
    pub(super) length: usize,
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

/// The error for a random seed, `4x4#12345`, if `line` is one.
pub(super) fn seed(line: &str) -> Option<Diagnostic> {
    let (head, seed) = line.split_once('#')?;
    let is_seed = !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit()) && parameters(head).is_some();
    is_seed.then(|| {
        Diagnostic::new(format!("'{line}' is a random seed, from which only Sixteen itself makes a board"))
            .help("copy the game ID instead, which has the tiles: 4x4:1,2,3,..")
    })
}

// Saved games: lines `KEY     :LENGTH:VALUE`, of which the first is `SAVEFILE`.

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

/// Where the tiles of the game id in `place` end: before `locked:`, if that follows.
fn end(text: &str, place: &Range<usize>) -> usize {
    let line = &text[place.clone()];
    let locked = line.char_indices().find(|&(at, c)| matches!(c, 'l' | 'L') && keyword(&line[at..]).is_some());
    locked.map_or(place.end, |(at, _)| place.start + at)
}

/// The source and the target of a game id.
pub(super) struct GameId {
    pub(super) source: ScannedBoard,
    pub(super) target: ScannedBoard,
}

/// Reads the game id that begins the line in `line`.
pub(super) fn boards(text: &str, line: &Range<usize>, size: &Size) -> Result<GameId, Diagnostic> {
    let place = line.start..end(text, line);
    let header = place.start..place.start + size.length;
    let cells = size.columns.saturating_mul(size.rows);
    if cells == 0 || cells > MAX_CELLS {
        return Err(Diagnostic::new(format!("a board of {} x {} cells", size.columns, size.rows))
            .at(header, format!("there may be 1 to {MAX_CELLS} cells")));
    }
    let mut tiles = Vec::with_capacity(cells);
    let mut at = header.end;
    for part in text[header.end..place.end].split_inclusive(|c: char| c == ',' || c.is_whitespace()) {
        let word = part.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        if !word.is_empty() {
            let number = word.parse::<usize>().ok().filter(|number| (1..=cells).contains(number));
            let here = at..at + word.len();
            let Some(number) = number else {
                return Err(
                    Diagnostic::new(format!("the tiles of this board are 1 to {cells}")).at(here, "not one of them")
                );
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
            return Err(Diagnostic::new(format!("tile {number} occurs twice"))
                .at(here.clone(), "the second")
                .help(format!("each tile from 1 to {cells} occurs once")));
        }
    }
    let board = |numbers: Vec<usize>| ScannedBoard {
        rows: numbers
            .chunks(size.columns)
            .map(|row| ScannedRow { tiles: row.iter().map(usize::to_string).collect(), place: tiles_place.clone() })
            .collect(),
        flat: false,
        list: true,
        place: tiles_place.clone(),
        end: place.end,
    };
    let source = board(tiles.iter().map(|&(number, _)| number).collect());
    Ok(GameId { source, target: board((1..=cells).collect()) })
}
