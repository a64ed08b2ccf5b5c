//! From two boards to a puzzle: they have one shape and the same tiles; lines that cannot be shifted.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;

use super::tokens::{ANY, Tile, counted, difference, number, place_of};
use crate::instance::ShifterPuzzle;
use crate::rules::{Board, Direction, Labels, Locks, MAX_COLOURS, WILD};

/// A board as it was written, tile by tile.
#[derive(Clone, Default)]
pub(super) struct Tiles<'t> {
    /// Its rows; of a flat list, its lines of text.
    pub(super) rows: Vec<Vec<Tile<'t>>>,
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
        Self { rows: tiles.chunks(columns.max(1)).map(<[_]>::to_vec).collect(), is_flat: false, place }
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

/// Builds the puzzle from its two boards, and from the place that names the lines that are locked.
pub(super) fn build(
    title: Option<String>,
    text: &str,
    boards: [&Tiles<'_>; 2],
    locked: Option<Range<usize>>,
) -> Result<ShifterPuzzle, Diagnostic> {
    let columns = shape(boards)?;
    let labels = labels(text, boards)?;
    let colours: BTreeMap<&str, u8> = labels.iter().copied().zip(0..=u8::MAX).collect();
    let colour = |tile: &Tile<'_>| colours.get(tile.label).copied().unwrap_or(WILD);
    let [source, target] = boards.map(|tiles| Board::new(columns, tiles.all().map(colour).collect()));
    let locks = Arc::new(locked.map_or_else(|| Ok(Locks::default()), |place| locks(text, place, &source))?);
    let labels = Labels::new(labels.into_iter().map(str::to_owned).collect());
    Ok(ShifterPuzzle::new(title, source.with_locks(Arc::clone(&locks)), target.with_locks(locks), labels))
}

/// The number of columns of both boards.
fn shape([source, target]: [&Tiles<'_>; 2]) -> Result<usize, Diagnostic> {
    let columns = [width(source, "")?, width(target, " of the target")?];
    let counts = |count: fn(&Tiles<'_>) -> usize| [count(target), count(source)];
    let sizes = [("row", counts(|it| it.rows.len())), ("tile", counts(|it| it.all().count()))];
    let compared = &sizes[usize::from(columns.contains(&None))..];
    if let Some((noun, [count, wanted])) = compared.iter().find(|(_, [count, wanted])| count != wanted) {
        return Err(Diagnostic::new(format!("the target has {}, the source has {wanted}", counted(*count, noun)))
            .at(target.place.clone(), difference(*count, *wanted, noun)));
    }
    columns.into_iter().flatten().next().map_or_else(|| flat_width([source, target]), Ok)
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
fn width(board: &Tiles<'_>, of_board: &str) -> Result<Option<usize>, Diagnostic> {
    let widths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
    let expected = usual_width(&widths);
    let fits = |width: &usize| *width == expected;
    let odd = widths.iter().position(|width| !fits(width));
    let Some(odd) = odd.filter(|_| !board.is_flat) else { return Ok((!board.is_flat).then_some(expected)) };
    let from = widths.iter().position(fits).unwrap_or(0);
    let others = match widths[from..].iter().take_while(|width| fits(width)).count() {
        1 => format!("row {} has", from + 1),
        count => format!("rows {}-{} have", from + 1, from + count),
    };
    let row = &board.rows[odd];
    let message = format!("row {}{of_board} has {}, {others} {expected}", odd + 1, counted(row.len(), "tile"));
    let place = row[0].place.start..row[row.len() - 1].place.end;
    Err(Diagnostic::new(message).at(place, difference(row.len(), expected, "tile")))
}

/// The width of two flat lists of equally many tiles: that of a square, or else of their lines.
fn flat_width(boards: [&Tiles<'_>; 2]) -> Result<usize, Diagnostic> {
    let tiles = boards[0].all().count();
    let square = Some(tiles.isqrt()).filter(|side| side * side == tiles);
    let of_lines = |board: &Tiles<'_>| {
        let width = board.rows[0].len();
        (board.rows.len() > 1 && board.rows.iter().all(|row| row.len() == width)).then_some(width)
    };
    square.or_else(|| boards.into_iter().find_map(of_lines)).ok_or_else(|| {
        Diagnostic::new(format!("{tiles} tiles make no square, and nothing says where the rows end"))
            .at(boards[0].place.clone(), "how many rows?")
            .help("write each row as a list, [[1,2,3],[4,5,6]], or with slashes, 123/456")
    })
}

/// The labels of the tiles of both boards, which are the same ones as far as the target names them: numbers first.
fn labels<'t>(text: &str, [source, target]: [&Tiles<'t>; 2]) -> Result<Vec<&'t str>, Diagnostic> {
    if let Some(tile) = source.all().find(|tile| tile.label == ANY) {
        return Err(Diagnostic::new("a ? in the source")
            .at(tile.place.clone(), "which tile?")
            .help("only a target may have ?, which accepts any tile"));
    }
    let mut counts = source.compared(target);
    let has_any = counts.remove(ANY).is_some();
    let mut labels: Vec<&str> = counts.keys().copied().collect();
    if labels.len() > MAX_COLOURS {
        let message = format!("{} different tiles; there may be {MAX_COLOURS}", labels.len());
        return Err(Diagnostic::new(message).at(source.place.clone(), "too many"));
    }
    let written = |label: &str| {
        let tile = source.all().chain(target.all()).find(|tile| tile.label == label);
        tile.map_or("", |tile| &text[tile.place.clone()])
    };
    let list = |more: usize, less: usize| {
        let surplus = counts.iter().map(|(label, counts)| (label, counts[more].saturating_sub(counts[less])));
        let surplus = surplus.filter(|(_, count)| *count > 0);
        let mut all: Vec<_> = surplus.map(|(label, count)| format!("{} {}", number(count), written(label))).collect();
        if all.len() > 3 {
            all.splice(3.., ["...".to_owned()]);
        }
        all.join(", ")
    };
    let (many, few) = (list(1, 0), list(0, 1));
    if !many.is_empty() || !(few.is_empty() || has_any) {
        let is_strange = |tile: &&Tile<'_>| counts.get(tile.label).is_some_and(|counts| counts[0] == 0);
        let strange: Vec<_> = target.all().filter(is_strange).collect();
        let (place, label) = match strange.as_slice() {
            [tile] => (&tile.place, format!("the source has no {}", written(tile.label))),
            _ => (&target.place, "not the tiles of the source".to_owned()),
        };
        let few = if has_any { String::new() } else { format!(" and {few} too few") };
        return Err(Diagnostic::new(format!("the target has {many} too many{few}"))
            .at(place.clone(), label)
            .help("shifts only move tiles: the source must have those of the target; a and A are different tiles"));
    }
    labels.sort_unstable_by_key(|label| (!label.bytes().all(|byte| byte.is_ascii_digit()), label.len(), *label));
    Ok(labels)
}

/// The locked lines of a board that a place names: `row 0, columns 2 3`, counted from 0.
fn locks(text: &str, place: Range<usize>, board: &Board) -> Result<Locks, Diagnostic> {
    let unknown = |place: Range<usize>| {
        Diagnostic::new("not a locked line")
            .at(place, "neither row, column nor the number of one")
            .help("write locked: row 0, columns 2 3, counted from 0")
    };
    let (mut locks, mut direction) = (Locks::default(), None);
    let words = text[place.clone()].split(|c: char| c == ',' || c.is_whitespace());
    for word in words.filter(|word| !word.is_empty()) {
        let place = place_of(text, word);
        match (word.to_ascii_lowercase().as_str(), direction) {
            ("row" | "rows", _) => direction = Some(Direction::Left),
            ("column" | "columns", _) => direction = Some(Direction::Up),
            (number, Some(direction)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                let (count, what) = (board.lines(direction), direction.line_name());
                let line = number.parse().ok().filter(|line| usize::from(*line) < count);
                let error = || Diagnostic::new(format!("there is no {what} {number}"));
                let label = || format!("{what}s are counted from 0 to {}", count - 1);
                locks.lock(direction, line.ok_or_else(|| error().at(place, label()))?);
            }
            _ => return Err(unknown(place)),
        }
    }
    if locks.is_empty() { Err(unknown(place)) } else { Ok(locks) }
}
