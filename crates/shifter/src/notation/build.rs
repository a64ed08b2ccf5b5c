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
    widths.iter().rev().max_by_key(|width| counts[width]).copied().unwrap_or(0)
}

/// The width of all rows of a board whose notation says where they end.
fn width(board: &Tiles<'_>, of_board: &str) -> Result<Option<usize>, Diagnostic> {
    let expected = usual_width(&board.rows.iter().map(Vec::len).collect::<Vec<_>>());
    let fits = |row: &Vec<Tile<'_>>| row.len() == expected;
    let odd = board.rows.iter().position(|row| !fits(row));
    let Some(odd) = odd.filter(|_| !board.is_flat) else { return Ok((!board.is_flat).then_some(expected)) };
    let from = board.rows.iter().position(fits).unwrap_or(0) + 1;
    let end = from + board.rows[from..].iter().take_while(|row| fits(row)).count();
    let others = if end == from { format!("row {from} has") } else { format!("rows {from}-{end} have") };
    let row = &board.rows[odd];
    let message = format!("row {}{of_board} has {}, {others} {expected}", odd + 1, counted(row.len(), "tile"));
    let place = row[0].place.start..row[row.len() - 1].place.end;
    Err(Diagnostic::new(message).at(place, difference(row.len(), expected, "tile")))
}

/// The width of two flat lists of equally many tiles: that of a square, or else of their lines.
fn flat_width(boards: [&Tiles<'_>; 2]) -> Result<usize, Diagnostic> {
    let tiles = boards[0].all().count();
    let square = Some(tiles.isqrt()).filter(|side| side * side == tiles);
    let has_lines = |it: &&[Vec<Tile<'_>>]| it.len() > 1 && it.iter().all(|row| row.len() == it[0].len());
    let of_lines = boards.map(|board| board.rows.as_slice()).into_iter().find(has_lines).map(|rows| rows[0].len());
    square.or(of_lines).ok_or_else(|| {
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
    // At most three kinds of tiles that one of the boards has more often, with the numbers of those.
    let list = |more: usize, less: usize| {
        let surplus = counts.iter().filter(|(_, counts)| counts[more] > counts[less]).take(3);
        let all = surplus.map(|(label, counts)| format!("{} {}", number(counts[more] - counts[less]), written(label)));
        all.collect::<Vec<_>>().join(", ")
    };
    let is_surplus = |tile: &&Tile<'_>| counts.get(tile.label).is_some_and(|counts| counts[1] > counts[0]);
    if let Some(tile) = target.all().find(is_surplus) {
        let few = if has_any { String::new() } else { format!(" and {} too few", list(0, 1)) };
        let label = format!("the source has {} {}", number(counts[tile.label][0]), written(tile.label));
        return Err(Diagnostic::new(format!("the target has {} too many{few}", list(1, 0)))
            .at(tile.place.clone(), label)
            .help("shifts only move tiles: the source must have those of the target; a and A are different tiles"));
    }
    labels.sort_unstable_by_key(|label| (!label.bytes().all(|byte| byte.is_ascii_digit()), label.len(), *label));
    Ok(labels)
}

/// The locked lines of a board that a place names: `row 0, columns 2 3`, counted from 0.
fn locks(text: &str, place: Range<usize>, board: &Board) -> Result<Locks, Diagnostic> {
    let unknown = |place: Range<usize>| {
        let help = "write locked: row 0, columns 2 3, counted from 0";
        Diagnostic::new("not a locked line").at(place, "neither row, column nor the number of one").help(help)
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
                let label = format!("{what}s are counted from 0 to {}", count - 1);
                let missing = || Diagnostic::new(format!("there is no {what} {number}")).at(place, label);
                let line = number.parse().ok().filter(|line| usize::from(*line) < count);
                locks.lock(direction, line.ok_or_else(missing)?);
            }
            _ => return Err(unknown(place)),
        }
    }
    if locks.is_empty() { Err(unknown(place)) } else { Ok(locks) }
}
