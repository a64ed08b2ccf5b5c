//! From tiles to a puzzle: two boards of one shape and with the same tiles.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::counts::{counted, difference, number};
use super::locked::{self, LockedLine};
use super::scan::{ScannedBoard, ScannedRow};
use super::words::ANY;
use crate::instance::ShifterPuzzle;
use crate::rules::{Board, Labels, MAX_COLOURS, WILD};
use lurd_puzzle::diagnostic::Diagnostic;

/// Builds the puzzle from its two boards.
pub(super) fn build(
    title: Option<String>,
    source: &ScannedBoard,
    target: &ScannedBoard,
    locked: &[LockedLine],
) -> Result<ShifterPuzzle, Diagnostic> {
    let columns = shape(source, target)?;
    if let Some(row) = source.rows.iter().find(|row| row.tiles.iter().any(|tile| tile == ANY)) {
        return Err(Diagnostic::new("a ? in the source")
            .at(row.place.clone(), "which tile?")
            .help("only a target may have ?, which accepts any tile"));
    }
    let (labels, colours) = label(source, target)?;
    same_colours(source, target)?;
    let colour = |tile: &String| colours.get(tile.as_str()).copied().unwrap_or(WILD);
    let board = |raw: &ScannedBoard| Board::new(columns, raw.tiles().map(colour).collect());
    let (source, target) = (board(source), board(target));
    let locks = Arc::new(locked::locks(locked, &source)?);
    Ok(ShifterPuzzle::new(title, source.with_locks(Arc::clone(&locks)), target.with_locks(locks), labels))
}

/// The number of columns of both boards.
fn shape(source: &ScannedBoard, target: &ScannedBoard) -> Result<usize, Diagnostic> {
    for (raw, name) in [(source, "source"), (target, "target")] {
        if raw.rows.is_empty() {
            return Err(
                Diagnostic::new(format!("the {name} has no tiles")).at(raw.place.clone(), "none here")
            );
        }
    }
    let here = if source.flat { None } else { Some(width(source, "")?) };
    let there = if target.flat { None } else { Some(width(target, " of the target")?) };
    let count = |raw: &ScannedBoard| raw.tiles().count();
    let (tiles, wanted) = (count(target), count(source));
    match (here, there) {
        (Some(here), Some(there)) => {
            let (rows, wanted) = (target.rows.len(), source.rows.len());
            if rows != wanted {
                return Err(Diagnostic::new(format!(
                    "the target has {}, the source has {wanted}",
                    counted(rows, "row")
                ))
                .at(target.place.clone(), difference(rows, wanted, "row")));
            }
            if here != there {
                return Err(Diagnostic::new(format!(
                    "the rows of the target have {}, those of the source have {here}",
                    counted(there, "tile")
                ))
                .at(target.rows[0].place.clone(), difference(there, here, "tile")));
            }
            Ok(here)
        }
        _ if tiles != wanted => Err(Diagnostic::new(format!(
            "the target has {}, the source has {wanted}",
            counted(tiles, "tile")
        ))
        .at(target.place.clone(), difference(tiles, wanted, "tile"))),
        (Some(columns), None) | (None, Some(columns)) => Ok(columns),
        (None, None) => flat_width(source, target),
    }
}

/// The width of all rows of a board whose notation says where they end.
fn width(raw: &ScannedBoard, of_board: &str) -> Result<usize, Diagnostic> {
    let mut widths = BTreeMap::new();
    for row in &raw.rows {
        *widths.entry(row.tiles.len()).or_insert(0_usize) += 1;
    }
    let first = raw.rows[0].tiles.len();
    let most = widths.values().copied().max().unwrap_or(0);
    // The expected width is that of most rows; among equals, that of the first row.
    let expected = if widths[&first] == most {
        first
    } else {
        widths.iter().find(|&(_, &rows)| rows == most).map_or(first, |(&width, _)| width)
    };
    let fits = |row: &ScannedRow| row.tiles.len() == expected;
    let Some(odd) = raw.rows.iter().position(|row| !fits(row)) else { return Ok(expected) };
    let from = if odd > 0 { 0 } else { raw.rows.iter().position(fits).unwrap_or(0) };
    let to = from + raw.rows[from..].iter().take_while(|row| fits(row)).count();
    let others = if to - from == 1 {
        format!("row {to} has {expected}")
    } else {
        format!("rows {}-{to} have {expected}", from + 1)
    };
    let row = &raw.rows[odd];
    let tiles = row.tiles.len();
    Err(Diagnostic::new(format!("row {}{of_board} has {}, {others}", odd + 1, counted(tiles, "tile")))
        .at(row.place.clone(), difference(tiles, expected, "tile")))
}

/// The width of two flat lists of equally many tiles: that of a square, or else of their lines.
fn flat_width(source: &ScannedBoard, target: &ScannedBoard) -> Result<usize, Diagnostic> {
    let tiles = source.tiles().count();
    let side = tiles.isqrt();
    if side * side == tiles {
        return Ok(side);
    }
    for raw in [source, target] {
        let width = raw.rows[0].tiles.len();
        if raw.rows.len() > 1 && raw.rows.iter().all(|row| row.tiles.len() == width) {
            return Ok(width);
        }
    }
    Err(Diagnostic::new(format!("{tiles} tiles make no square, and nothing says where the rows end"))
        .at(source.place.clone(), "how many rows?")
        .help("write each row as a list, [[1,2,3],[4,5,6]], or with slashes, 123/456"))
}

/// All labels in natural order, and the colour of each.
fn label<'r>(
    source: &'r ScannedBoard,
    target: &'r ScannedBoard,
) -> Result<(Labels, BTreeMap<&'r str, u8>), Diagnostic> {
    let mut all: Vec<&str> = source.tiles().chain(target.tiles()).map(String::as_str).collect();
    all.retain(|&label| label != ANY);
    let is_word = |label: &str| !label.bytes().all(|byte| byte.is_ascii_digit());
    all.sort_unstable_by_key(|label| (is_word(label), label.len(), *label));
    all.dedup();
    if all.len() > MAX_COLOURS {
        return Err(Diagnostic::new(format!("{} different tiles; there may be {MAX_COLOURS}", all.len()))
            .at(whole(source, target), "too many"));
    }
    let colours = all.iter().zip(0..=u8::MAX).map(|(&label, colour)| (label, colour)).collect();
    Ok((Labels::new(all.into_iter().map(str::to_owned).collect()), colours))
}

fn whole(source: &ScannedBoard, target: &ScannedBoard) -> Range<usize> {
    source.place.start.min(target.place.start)..source.place.end.max(target.place.end)
}

/// Checks that both boards have the same tiles, as far as the target names them.
fn same_colours(source: &ScannedBoard, target: &ScannedBoard) -> Result<(), Diagnostic> {
    let mut surplus: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for tile in source.tiles() {
        surplus.entry(tile).or_default().0 += 1;
    }
    let mut wildcards = 0;
    for tile in target.tiles() {
        if tile == ANY {
            wildcards += 1;
        } else {
            surplus.entry(tile).or_default().1 += 1;
        }
    }
    let list = |difference: fn((usize, usize)) -> usize| {
        let all: Vec<_> = surplus
            .iter()
            .map(|(label, &counts)| (difference(counts), label))
            .filter(|&(count, _)| count > 0)
            .map(|(count, label)| format!("{} {label}", number(count)))
            .collect();
        match all.as_slice() {
            [some @ .., _, _] if some.len() >= 2 => format!("{}, ...", all[..3].join(", ")),
            all => all.join(", "),
        }
    };
    let many = list(|(source, target)| target.saturating_sub(source));
    let few = list(|(source, target)| source.saturating_sub(target));
    if many.is_empty() && (few.is_empty() || wildcards > 0) {
        return Ok(());
    }
    if wildcards > 0 {
        return Err(Diagnostic::new(format!("the target has {many} too many"))
            .at(target.place.clone(), "not the tiles of the source")
            .help("shifts only move tiles: the source must have every tile that the target names"));
    }
    Err(Diagnostic::new(format!("the target has {many} too many and {few} too few"))
        .at(target.place.clone(), "not the tiles of the source")
        .help("shifts only move tiles: both boards need the same ones"))
}
