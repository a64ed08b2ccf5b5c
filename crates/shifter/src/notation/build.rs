//! From tiles to a puzzle: two boards of one shape and with the same tiles, and its locked lines.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;

use super::scan::{
    self, ANY, Cursor, Fault, Keyword, Role, ScannedBoard, ScannedRow, counted, difference, keyword, number,
};
use super::sixteen::{self, Size};
use crate::instance::ShifterPuzzle;
use crate::rules::{Board, Direction, Labels, Locks, MAX_COLOURS, WILD};

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
    let locks = Arc::new(locks(locked, &source)?);
    Ok(ShifterPuzzle::new(title, source.with_locks(Arc::clone(&locks)), target.with_locks(locks), labels))
}

/// The number of columns of both boards.
fn shape(source: &ScannedBoard, target: &ScannedBoard) -> Result<usize, Diagnostic> {
    for (raw, name) in [(source, "source"), (target, "target")] {
        if raw.rows.is_empty() {
            return Err(Diagnostic::new(format!("the {name} has no tiles")).at(raw.place.clone(), "none here"));
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
        _ if tiles != wanted => {
            Err(Diagnostic::new(format!("the target has {}, the source has {wanted}", counted(tiles, "tile")))
                .at(target.place.clone(), difference(tiles, wanted, "tile")))
        }
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
    // The source may lack a tile of one row.
    let is_strange = |tile: &&String| surplus.get(tile.as_str()).is_some_and(|counts| counts.0 == 0);
    let strange =
        target.rows.iter().zip(1..).filter_map(|(row, at)| Some((row, at, row.tiles.iter().find(is_strange)?)));
    let (place, label) = match strange.collect::<Vec<_>>().as_slice() {
        [(row, at, tile)] if !target.flat => {
            (row.place.clone(), format!("row {at} has a {tile}, which the source does not have"))
        }
        _ => (target.place.clone(), "not the tiles of the source".to_owned()),
    };
    let lower = |board: &ScannedBoard| {
        let mut tiles: Vec<String> = board.tiles().map(|tile| tile.to_lowercase()).collect();
        tiles.sort_unstable();
        tiles
    };
    let help = if lower(source) == lower(target) {
        "small and capital letters are different tiles: write both boards with the same ones"
    } else {
        "shifts only move tiles: both boards need the same ones"
    };
    Err(Diagnostic::new(format!("the target has {many} too many and {few} too few")).at(place, label).help(help))
}

// The two boards of a puzzle, and its locked lines.

/// Both boards as they were written.
pub(super) struct Pair {
    source: ScannedBoard,
    target: ScannedBoard,
    locked: Vec<LockedLine>,
    /// Where the text after them begins.
    pub(super) end: usize,
}

/// Moves past blanks, commas and comments.
fn skip_blanks(text: &str, at: usize) -> usize {
    let mut cursor = Cursor { text, at };
    cursor.skip_blanks();
    cursor.at
}

impl Pair {
    /// Adds the locked lines, if they follow the boards.
    fn new(text: &str, source: ScannedBoard, target: ScannedBoard) -> Result<Self, Fault> {
        let end = source.end.max(target.end);
        let at = skip_blanks(text, end);
        let Some((Keyword::Locked, length)) = keyword(&text[at..]) else {
            return Ok(Self { source, target, locked: Vec::new(), end });
        };
        let locked = read_locked(text, at + length)?;
        Ok(Self { source, target, locked: locked.lines, end: locked.end })
    }

    /// Reads the source, which begins at `at`, then `target:` and the target.
    pub(super) fn labelled(text: &str, at: usize) -> Result<Self, Fault> {
        let source = scan::board(text, at, Role::Source)?;
        let at = skip_blanks(text, source.end);
        let Some((Keyword::Target, length)) = keyword(&text[at..]) else {
            return Err(no_target(text, &source, at, "target:", "write target: and its rows after the source"));
        };
        let target = scan::board(text, at + length, Role::Target(source.height()))?;
        Self::new(text, source, target)
    }

    /// Reads the target, which begins after its keyword in `word`, then `source:` and the source. A source with a target of
    /// its own is not that of this one.
    pub(super) fn target_first(text: &str, word: Range<usize>) -> Result<Self, Fault> {
        let target = scan::board(text, word.end, Role::Target(None))?;
        let at = skip_blanks(text, target.end);
        let no_source = |unfinished| Fault {
            diagnostic: Diagnostic::new("a target without a source")
                .at(word, "no 'source:' for this")
                .help("write source: and its rows before the target, or after it"),
            unfinished,
        };
        let Some((Keyword::Source, length)) = keyword(&text[at..]) else { return Err(no_source(at == text.len())) };
        // It ends with as many rows, as a target does.
        let source = scan::board(text, at + length, Role::Target(target.height()))?;
        let next = skip_blanks(text, source.end);
        if let Some((Keyword::Target, length)) = keyword(&text[next..]) {
            let has_source = |other: ScannedBoard| {
                matches!(keyword(&text[skip_blanks(text, other.end)..]), Some((Keyword::Source, _)))
            };
            if !scan::board(text, next + length, Role::Target(target.height())).is_ok_and(has_source) {
                return Err(no_source(false));
            }
        }
        Self::new(text, source, target)
    }

    /// Reads the boards around a `->`; the first begins at `start`.
    pub(super) fn arrow(text: &str, start: usize) -> Result<Self, Fault> {
        const HELP: &str = "write SOURCE -> TARGET, for instance 12/34 -> 21/34";
        let source = scan::board(text, start, Role::SourceBeforeArrow)?;
        let at = skip_blanks(text, source.end);
        let Some(length) = scan::arrow(&text[at..]) else {
            return Err(no_target(text, &source, at, "->", "write SOURCE -> TARGET"));
        };
        let after = at + length;
        if source.rows.is_empty() {
            let diagnostic = Diagnostic::new("no source before the '->'").at(at..after, "nothing before this");
            return Err(diagnostic.help(HELP).into());
        }
        let target = scan::board(text, after, Role::Target(source.height()))?;
        if target.rows.is_empty() {
            let unfinished = skip_blanks(text, target.end) == text.len();
            let diagnostic = Diagnostic::new("no target after the '->'").at(at..after, "nothing after this");
            return Err(Fault { diagnostic: diagnostic.help(HELP), unfinished });
        }
        Self::new(text, source, target)
    }

    /// Reads two boards with a blank line between them.
    pub(super) fn stacked(text: &str, start: usize) -> Result<Self, Fault> {
        let source = scan::board(text, start, Role::Source)?;
        let target = scan::board(text, skip_blanks(text, source.end), Role::Target(source.height()))?;
        Self::new(text, source, target)
    }

    /// Reads the game id that begins the line in `line`.
    pub(super) fn sixteen(text: &str, line: &Range<usize>, size: &Size) -> Result<Self, Fault> {
        let boards = sixteen::boards(text, line, size)?;
        Self::new(text, boards.source, boards.target)
    }

    /// The number of tiles of boards of one row each, if no shift makes the source the target and the tiles would fill a
    /// square: it may have been meant.
    pub(super) fn row_that_cannot_be_turned(&self) -> Option<usize> {
        let ([source], [target]) = (self.source.rows.as_slice(), self.target.rows.as_slice()) else { return None };
        let tiles = source.tiles.len();
        let is_square = tiles > 1 && tiles.isqrt() * tiles.isqrt() == tiles && !self.source.flat && !self.target.flat;
        let has_any = target.tiles.iter().any(|tile| tile == ANY);
        (is_square && !has_any && !scan::is_turned(&source.tiles, &target.tiles)).then_some(tiles)
    }

    /// Builds the puzzle, and checks that nothing else follows on its last line.
    pub(super) fn build(&self, text: &str, title: Option<String>) -> Result<ShifterPuzzle, Fault> {
        let Self { source, target, locked, end } = self;
        let puzzle = build(title, source, target, locked).map_err(|diagnostic| {
            let [first, last] = if source.end < target.end { [source, target] } else { [target, source] };
            let missing = last.rows.is_empty() || first.height().is_some_and(|height| last.rows.len() < height);
            let unfinished = missing && !last.list && skip_blanks(text, *end) == text.len();
            Fault { diagnostic, unfinished }
        })?;
        let rest = text[*end..].split('\n').next().unwrap_or("");
        let extra = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').trim_end();
        if extra.is_empty() || extra.starts_with([';', '#']) || keyword(extra).is_some() {
            return Ok(puzzle);
        }
        let start = *end + rest.find(extra).unwrap_or(0);
        Err(Diagnostic::new("text after the target")
            .at(start..start + extra.len(), "belongs to no board")
            .help("comments begin with ';'")
            .into())
    }
}

fn no_target(text: &str, source: &ScannedBoard, at: usize, expected: &str, help: &str) -> Fault {
    let unfinished = at == text.len();
    let (place, label) = match text[at..].chars().next() {
        None => (source.place.clone(), "the source".to_owned()),
        Some(found) => (at..at + found.len_utf8(), format!("'{expected}' expected here")),
    };
    Fault { diagnostic: Diagnostic::new("the target is missing").at(place, label).help(help), unfinished }
}

// The lines that cannot be shifted: `locked: row 0, columns 2 3`, counted from 0, on one line of text.

/// A locked line as it was written.
pub(super) struct LockedLine {
    /// [`Direction::Left`] for a row, [`Direction::Up`] for a column.
    direction: Direction,
    number: u16,
    place: Range<usize>,
}

/// The lines that one `locked:` names, and where the text after them begins.
pub(super) struct LockedLines {
    pub(super) lines: Vec<LockedLine>,
    pub(super) end: usize,
}

/// Reads the lines named after byte `at`.
pub(super) fn read_locked(text: &str, at: usize) -> Result<LockedLines, Diagnostic> {
    let rest = text[at..].split('\n').next().unwrap_or("");
    let end = at + rest.find([';', '#']).unwrap_or(rest.len());
    let mut lines = Vec::new();
    let mut direction = None;
    let mut start = at;
    for part in text[at..end].split_inclusive(|c: char| c == ',' || c.is_whitespace()) {
        let word = part.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        let place = start..start + word.len();
        start += part.len();
        match (word.to_ascii_lowercase().as_str(), direction) {
            ("", _) => {}
            ("row" | "rows", _) => direction = Some(Direction::Left),
            ("column" | "columns", _) => direction = Some(Direction::Up),
            (number, Some(direction)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                // A number too large for the type is also too large for every board.
                lines.push(LockedLine { direction, number: number.parse().unwrap_or(u16::MAX), place });
            }
            _ => return Err(unknown(place)),
        }
    }
    if lines.is_empty() { Err(unknown(at..end)) } else { Ok(LockedLines { lines, end }) }
}

fn unknown(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("not a locked line")
        .at(place, "neither row, column nor the number of one")
        .help("write locked: row 0, columns 2 3, counted from 0")
}

/// The locks for boards of the shape of `board`.
pub(super) fn locks(lines: &[LockedLine], board: &Board) -> Result<Locks, Diagnostic> {
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
