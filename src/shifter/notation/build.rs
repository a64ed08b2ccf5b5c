//! From tiles to a puzzle: two boards of one shape and the same colours.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::super::board::{Board, MOST_COLOURS, WILD};
use super::super::labels::Labels;
use super::super::puzzle::ShifterPuzzle;
use super::locked;
use super::scan::{Raw, Row, Tile};
use super::words::ANY;
use crate::diagnostic::Diagnostic;

/// The puzzle that leads from `source` to `target`.
pub(super) fn build(
    title: Option<String>,
    source: &Raw,
    target: &Raw,
    locked: &[locked::Line],
) -> Result<ShifterPuzzle, Diagnostic> {
    let columns = shape(source, target)?;
    if let Some(row) = source.rows.iter().find(|row| row.tiles.iter().any(|tile| tile.label == ANY)) {
        return Err(Diagnostic::new("a ? in the source")
            .at(row.place.clone(), "which tile is it?")
            .help("only the target may say ?, for any tile"));
    }
    let (labels, colours) = label(source, target)?;
    same_colours(source, target)?;
    let colour = |tile: &Tile| colours.get(tile.label.as_str()).copied().unwrap_or(WILD);
    let board = |raw: &Raw| Board::new(columns, raw.tiles().map(colour).collect());
    let (source, target) = (board(source), board(target));
    let locks = Arc::new(locked::locks(locked, &source)?);
    Ok(ShifterPuzzle::new(title, source.with_locks(Arc::clone(&locks)), target.with_locks(locks), labels))
}

/// The number of columns of both boards.
fn shape(source: &Raw, target: &Raw) -> Result<usize, Diagnostic> {
    for (raw, name) in [(source, "source"), (target, "target")] {
        if raw.rows.is_empty() {
            return Err(
                Diagnostic::new(format!("the {name} has no tiles")).at(raw.place.clone(), "none here")
            );
        }
    }
    let here = if source.flat { None } else { Some(width(source, "")?) };
    let there = if target.flat { None } else { Some(width(target, " of the target")?) };
    let count = |raw: &Raw| raw.tiles().count();
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

/// The width of all rows of a board that says where they end.
fn width(raw: &Raw, of_board: &str) -> Result<usize, Diagnostic> {
    let mut widths = BTreeMap::new();
    for row in &raw.rows {
        *widths.entry(row.tiles.len()).or_insert(0_usize) += 1;
    }
    let first = raw.rows[0].tiles.len();
    let most = widths.values().copied().max().unwrap_or(0);
    // The width of most rows is taken to be meant; among equals that of the first row.
    let meant = if widths[&first] == most {
        first
    } else {
        widths.iter().find(|&(_, &rows)| rows == most).map_or(first, |(&width, _)| width)
    };
    let fits = |row: &Row| row.tiles.len() == meant;
    let Some(odd) = raw.rows.iter().position(|row| !fits(row)) else { return Ok(meant) };
    let from = if odd > 0 { 0 } else { raw.rows.iter().position(fits).unwrap_or(0) };
    let to = from + raw.rows[from..].iter().take_while(|row| fits(row)).count();
    let others = if to - from == 1 {
        format!("row {to} has {meant}")
    } else {
        format!("rows {}-{to} have {meant}", from + 1)
    };
    let row = &raw.rows[odd];
    let tiles = row.tiles.len();
    Err(Diagnostic::new(format!("row {}{of_board} has {}, {others}", odd + 1, counted(tiles, "tile")))
        .at(row.place.clone(), difference(tiles, meant, "tile")))
}

/// The width of two flat lists of equally many tiles: that of a square, or else of their lines.
fn flat_width(source: &Raw, target: &Raw) -> Result<usize, Diagnostic> {
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

/// All labels in their natural order, and the colour of each.
fn label<'r>(source: &'r Raw, target: &'r Raw) -> Result<(Labels, BTreeMap<&'r str, u8>), Diagnostic> {
    let mut all: Vec<&str> = source.tiles().chain(target.tiles()).map(|tile| tile.label.as_str()).collect();
    all.retain(|&label| label != ANY);
    let is_word = |label: &str| !label.bytes().all(|byte| byte.is_ascii_digit());
    all.sort_unstable_by_key(|label| (is_word(label), label.len(), *label));
    all.dedup();
    if all.len() > MOST_COLOURS {
        return Err(Diagnostic::new(format!("{} different tiles; there may be {MOST_COLOURS}", all.len()))
            .at(whole(source, target), "too many"));
    }
    let colours = all.iter().zip(0..=u8::MAX).map(|(&label, colour)| (label, colour)).collect();
    Ok((Labels::new(all.into_iter().map(str::to_owned).collect()), colours))
}

fn whole(source: &Raw, target: &Raw) -> Range<usize> {
    source.place.start.min(target.place.start)..source.place.end.max(target.place.end)
}

/// Complains if the boards differ in how many tiles of a colour they have.
fn same_colours(source: &Raw, target: &Raw) -> Result<(), Diagnostic> {
    let mut surplus: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for tile in source.tiles() {
        surplus.entry(&tile.label).or_default().0 += 1;
    }
    let mut wildcards = 0;
    for tile in target.tiles() {
        if tile.label == ANY {
            wildcards += 1;
        } else {
            surplus.entry(&tile.label).or_default().1 += 1;
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
            .help("shifts move tiles and change none: what the target names must be in the source"));
    }
    Err(Diagnostic::new(format!("the target has {many} too many and {few} too few"))
        .at(target.place.clone(), "not the tiles of the source")
        .help("shifts move tiles and change none: both boards need the same tiles"))
}

/// `one`, `two`, `three`, then digits.
fn number(count: usize) -> String {
    match count {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    }
}

pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `one tile missing`, `2 rows too many`.
pub(super) fn difference(count: usize, wanted: usize, noun: &str) -> String {
    let (by, what) = if count < wanted { (wanted - count, "missing") } else { (count - wanted, "too many") };
    if by == 1 { format!("one {noun} {what}") } else { format!("{by} {noun}s {what}") }
}
