//! From two boards to a puzzle: they have one shape and the same tiles; lines that cannot be shifted.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;

use super::tokens::{ANY, Tile, counted, difference, number, place_of};
use crate::instance::ShifterPuzzle;
use crate::rules::{Board, Direction, Labels, Locks, MAX_COLOURS, WILD};

/// A board as it was written, tile by tile.
pub(super) struct Tiles<'t> {
    /// Its rows; of a flat list, its lines of text.
    pub(super) rows: Vec<Vec<Tile<'t>>>,
    pub(super) places: Vec<Range<usize>>,
    /// Whether it is a list that does not say where its rows end.
    pub(super) is_flat: bool,
    pub(super) place: Range<usize>,
}

impl<'t> Tiles<'t> {
    pub(super) fn all(&self) -> impl Iterator<Item = &Tile<'t>> {
        self.rows.iter().flatten()
    }

    /// The board with these tiles in rows of this width.
    pub(super) fn of(tiles: &[Tile<'t>], columns: usize, place: Range<usize>) -> Self {
        let rows: Vec<Vec<Tile<'t>>> = tiles.chunks(columns.max(1)).map(<[_]>::to_vec).collect();
        Self { places: vec![place.clone(); rows.len()], rows, is_flat: false, place }
    }

    /// How often each tile occurs in a source, and in its target.
    pub(super) fn compared(&self, target: &Self) -> BTreeMap<&'t str, [usize; 2]> {
        let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for (board, tiles) in [self, target].into_iter().enumerate() {
            tiles.all().for_each(|tile| counts.entry(tile.label).or_default()[board] += 1);
        }
        counts
    }
}

/// Builds the puzzle from its two boards.
pub(super) fn build(
    title: Option<String>,
    text: &str,
    [source, target]: [&Tiles<'_>; 2],
    locked: &[LockedLine],
) -> Result<ShifterPuzzle, Diagnostic> {
    let columns = shape(source, target)?;
    if let Some(at) = source.rows.iter().position(|row| row.iter().any(|tile| tile.label == ANY)) {
        return Err(Diagnostic::new("a ? in the source")
            .at(source.places[at].clone(), "which tile?")
            .help("only a target may have ?, which accepts any tile"));
    }
    let mut counts = source.compared(target);
    let wildcards = counts.remove(ANY).map_or(0, |counts| counts[1]);
    let mut all: Vec<&str> = counts.keys().copied().collect();
    let is_word = |label: &str| !label.bytes().all(|byte| byte.is_ascii_digit());
    all.sort_unstable_by_key(|label| (is_word(label), label.len(), *label));
    if all.len() > MAX_COLOURS {
        let place = source.place.start.min(target.place.start)..source.place.end.max(target.place.end);
        return Err(
            Diagnostic::new(format!("{} different tiles; there may be {MAX_COLOURS}", all.len())).at(place, "too many")
        );
    }
    same_tiles(text, [source, target], &counts, wildcards)?;
    let colours: BTreeMap<&str, u8> = all.iter().copied().zip(0..=u8::MAX).collect();
    let colour = |tile: &Tile<'_>| colours.get(tile.label).copied().unwrap_or(WILD);
    let board = |tiles: &Tiles<'_>| Board::new(columns, tiles.all().map(colour).collect());
    let (source, target) = (board(source), board(target));
    let locks = Arc::new(locks(locked, &source)?);
    let labels = Labels::new(all.into_iter().map(str::to_owned).collect());
    Ok(ShifterPuzzle::new(title, source.with_locks(Arc::clone(&locks)), target.with_locks(locks), labels))
}

/// The number of columns of both boards.
fn shape(source: &Tiles<'_>, target: &Tiles<'_>) -> Result<usize, Diagnostic> {
    for (tiles, name) in [(source, "source"), (target, "target")] {
        if tiles.rows.is_empty() {
            return Err(Diagnostic::new(format!("the {name} has no tiles")).at(tiles.place.clone(), "none here"));
        }
    }
    let here = if source.is_flat { None } else { Some(width(source, "")?) };
    let there = if target.is_flat { None } else { Some(width(target, " of the target")?) };
    let differ = |place: &Range<usize>, [of, other]: [&str; 2], [count, wanted]: [usize; 2], noun| {
        let message = format!("{of} {}, {other} {wanted}", counted(count, noun));
        Err(Diagnostic::new(message).at(place.clone(), difference(count, wanted, noun)))
    };
    let boards = ["the target has", "the source has"];
    let (tiles, rows) = ([target, source].map(|board| board.all().count()), [target, source].map(|it| it.rows.len()));
    match (here, there) {
        (Some(_), Some(_)) if rows[0] != rows[1] => differ(&target.place, boards, rows, "row"),
        (Some(here), Some(there)) if here != there => {
            let words = ["the rows of the target have", "those of the source have"];
            differ(&target.places[0], words, [there, here], "tile")
        }
        (Some(columns), Some(_)) => Ok(columns),
        _ if tiles[0] != tiles[1] => differ(&target.place, boards, tiles, "tile"),
        (Some(columns), None) | (None, Some(columns)) => Ok(columns),
        (None, None) => flat_width(source, target),
    }
}

/// The most frequent width of rows; among equals, that of the first row.
pub(super) fn usual_width(widths: &[usize]) -> usize {
    let mut counts = BTreeMap::new();
    for width in widths {
        *counts.entry(width).or_insert(0_usize) += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    widths.iter().find(|width| counts[width] == most).copied().unwrap_or(0)
}

/// The width of all rows of a board whose notation says where they end.
fn width(board: &Tiles<'_>, of_board: &str) -> Result<usize, Diagnostic> {
    let widths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
    let expected = usual_width(&widths);
    let fits = |width: &usize| *width == expected;
    let Some(odd) = widths.iter().position(|width| !fits(width)) else { return Ok(expected) };
    let from = if odd > 0 { 0 } else { widths.iter().position(fits).unwrap_or(0) };
    let to = from + widths[from..].iter().take_while(|width| fits(width)).count();
    let others = match to - from {
        1 => format!("row {to} has {expected}"),
        _ => format!("rows {}-{to} have {expected}", from + 1),
    };
    Err(Diagnostic::new(format!("row {}{of_board} has {}, {others}", odd + 1, counted(widths[odd], "tile")))
        .at(board.places[odd].clone(), difference(widths[odd], expected, "tile")))
}

/// The width of two flat lists of equally many tiles: that of a square, or else of their lines.
fn flat_width(source: &Tiles<'_>, target: &Tiles<'_>) -> Result<usize, Diagnostic> {
    let tiles = source.all().count();
    let side = tiles.isqrt();
    if side * side == tiles {
        return Ok(side);
    }
    let is_even =
        |board: &&&Tiles<'_>| board.rows.len() > 1 && board.rows.iter().all(|row| row.len() == board.rows[0].len());
    [source, target].iter().find(is_even).map(|board| board.rows[0].len()).ok_or_else(|| {
        Diagnostic::new(format!("{tiles} tiles make no square, and nothing says where the rows end"))
            .at(source.place.clone(), "how many rows?")
            .help("write each row as a list, [[1,2,3],[4,5,6]], or with slashes, 123/456")
    })
}

/// Checks that both boards have the same tiles, as far as the target names them.
fn same_tiles(
    text: &str,
    [source, target]: [&Tiles<'_>; 2],
    counts: &BTreeMap<&str, [usize; 2]>,
    wildcards: usize,
) -> Result<(), Diagnostic> {
    let written = |label: &str| {
        let tile = source.all().chain(target.all()).find(|tile| tile.label == label);
        tile.map_or("", |tile| &text[tile.place.clone()])
    };
    let list = |more: usize, less: usize| {
        let surplus = counts.iter().map(|(label, counts)| (label, counts[more].saturating_sub(counts[less])));
        let all: Vec<_> = surplus
            .filter(|(_, count)| *count > 0)
            .map(|(label, count)| format!("{} {}", number(count), written(label)))
            .collect();
        if all.len() > 3 { format!("{}, ...", all[..3].join(", ")) } else { all.join(", ") }
    };
    let (many, few) = (list(1, 0), list(0, 1));
    if many.is_empty() && (few.is_empty() || wildcards > 0) {
        return Ok(());
    }
    let is_strange = |tile: &&Tile<'_>| counts.get(tile.label).is_some_and(|counts| counts[0] == 0);
    let rows = target.rows.iter().zip(1..);
    let strange: Vec<_> = rows.flat_map(|(row, at)| row.iter().filter(is_strange).map(move |it| (it, at))).collect();
    let (place, label) = match strange.as_slice() {
        [(tile, row)] if !target.is_flat => {
            let label = format!("row {row} has a {}, which the source does not have", written(tile.label));
            (tile.place.clone(), label)
        }
        _ => (target.place.clone(), "not the tiles of the source".to_owned()),
    };
    let lower = |board: &Tiles<'_>| {
        let mut tiles: Vec<String> = board.all().map(|tile| tile.label.to_lowercase()).collect();
        tiles.sort_unstable();
        tiles
    };
    let help = if wildcards > 0 {
        "shifts only move tiles: the source must have every tile that the target names"
    } else if lower(source) == lower(target) {
        "small and capital letters are different tiles: write both boards with the same ones"
    } else {
        "shifts only move tiles: both boards need the same ones"
    };
    let few = if wildcards > 0 { String::new() } else { format!(" and {few} too few") };
    Err(Diagnostic::new(format!("the target has {many} too many{few}")).at(place, label).help(help))
}

// The lines that cannot be shifted: `locked: row 0, columns 2 3`, counted from 0, on one line of text.

/// A locked line as it was written.
pub(super) struct LockedLine {
    /// [`Direction::Left`] for a row, [`Direction::Up`] for a column.
    direction: Direction,
    number: u16,
    place: Range<usize>,
}

/// Reads the lines named in a place.
pub(super) fn read_locked(text: &str, place: Range<usize>) -> Result<Vec<LockedLine>, Diagnostic> {
    let unknown = |place: Range<usize>| {
        Diagnostic::new("not a locked line")
            .at(place, "neither row, column nor the number of one")
            .help("write locked: row 0, columns 2 3, counted from 0")
    };
    let mut lines = Vec::new();
    let mut direction = None;
    let words = text[place.clone()].split(|c: char| c == ',' || c.is_whitespace());
    for word in words.filter(|word| !word.is_empty()) {
        let place = place_of(text, word);
        match (word.to_ascii_lowercase().as_str(), direction) {
            ("row" | "rows", _) => direction = Some(Direction::Left),
            ("column" | "columns", _) => direction = Some(Direction::Up),
            (number, Some(direction)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                // A number too large for the type is also too large for every board.
                lines.push(LockedLine { direction, number: number.parse().unwrap_or(u16::MAX), place });
            }
            _ => return Err(unknown(place)),
        }
    }
    if lines.is_empty() { Err(unknown(place)) } else { Ok(lines) }
}

/// The locks for boards of the shape of `board`.
fn locks(lines: &[LockedLine], board: &Board) -> Result<Locks, Diagnostic> {
    let mut locks = Locks::default();
    for line in lines {
        let (count, what) = (board.lines(line.direction), line.direction.line_name());
        if usize::from(line.number) >= count {
            let wanted =
                if line.number == u16::MAX { format!("such {what}") } else { format!("{what} {}", line.number) };
            return Err(Diagnostic::new(format!("there is no {wanted}"))
                .at(line.place.clone(), format!("{what}s are counted from 0 to {}", count - 1)));
        }
        locks.lock(line.direction, line.number);
    }
    Ok(locks)
}
