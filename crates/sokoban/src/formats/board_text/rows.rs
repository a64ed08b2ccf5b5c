//! Which lines are rows of boards, and the boards that rows become.

use std::ops::Range;

use lurd_puzzle::{diagnostic::Diagnostic, lines::Line};

use super::keys::key;
use crate::{
    formats::{
        dialect::{Dialect, MARK, OTHER, PLAYER, ROW_END, WALL, is_selector},
        grid::{Grid, GridCell, MAX_HEIGHT, MAX_WIDTH},
        level_record::Leniency,
    },
    level::Level,
    notation::lurd::{self, Fault, Repeated},
    square::Square,
};

/// The width of a tab stop.
const TAB_STOP: usize = 8;
/// The most squares that the counts of a line may expand to.
const MAX_EXPANDED: usize = (MAX_WIDTH + 1) * (MAX_HEIGHT + 1);

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum LineKind {
    Blank,
    Row,
    /// A row with counts before letters.
    Compact,
    /// A row with letters that the dialect does not have.
    Broken,
    /// Letters of steps: a game or a word.
    Steps,
    Text,
}

/// What the letters of a line are.
#[derive(Clone, Copy, Debug, Default)]
struct Letters {
    /// The number of letters, without blanks if some are foreign; of those that the dialect does not have; of walls, at least
    /// one if there are any.
    all: usize,
    foreign: usize,
    walls: usize,
    has_mark: bool,
    has_player: bool,
    /// Whether tabs are among the foreign letters.
    has_tab: bool,
}

fn letters(line: &str, dialect: &Dialect) -> Letters {
    let kinds = dialect.kinds_in(line);
    if kinds & OTHER == 0 {
        let has = |kind| kinds & kind != 0;
        return Letters {
            all: line.len(),
            walls: usize::from(has(WALL)),
            has_mark: has(MARK),
            has_player: has(PLAYER),
            ..Letters::default()
        };
    }
    let mut found = Letters::default();
    for letter in line.chars() {
        found.all += usize::from(!letter.is_whitespace());
        match dialect.square(letter) {
            Some(square) => {
                found.walls += usize::from(square == Square::Wall);
                found.has_mark = found.has_mark || dialect.is_mark(square);
                found.has_player |= square.has_player();
            }
            None if letter == '\t' => found.has_tab = true,
            None => found.foreign += usize::from(letter != ROW_END && !is_selector(letter)),
        }
    }
    found
}

fn is_wall(letter: Option<char>, dialect: &Dialect) -> bool {
    letter.and_then(|letter| dialect.square(letter)) == Some(Square::Wall)
}

/// A line of a board.
#[derive(Clone, Debug)]
pub(super) struct RowLine<'t> {
    /// The line, without tabs before it.
    pub(super) line: Line<'t>,
    pub(super) kind: LineKind,
    /// The columns of floor that tabs before it stand for.
    margin: usize,
    /// The letters that counts expand to.
    expanded: Option<Result<Vec<Repeated>, usize>>,
    /// The number of rows in it.
    pub(super) rows: usize,
    pub(super) foreign: usize,
    pub(super) has_wall: bool,
    pub(super) has_mark: bool,
    pub(super) has_player: bool,
}

impl<'t> RowLine<'t> {
    /// The kind of a line, and the row that it is; `in_board` if the line above is a row of a board.
    pub(super) fn of(line: Line<'t>, dialect: &Dialect, in_board: bool) -> (LineKind, Option<Self>) {
        if line.is_blank() {
            return (LineKind::Blank, None);
        }
        if line.text.starts_with(';') || line.text.starts_with("::") {
            return (LineKind::Text, None);
        }
        let inner = line.text.trim_start_matches([' ', '\t']);
        let lead = &line.text[..line.text.len() - inner.len()];
        let found = letters(if lead.contains('\t') { inner } else { line.text }, dialect);
        let row = |kind, line, margin, expanded: Option<Result<Vec<Repeated>, usize>>| {
            let Letters { foreign, walls, has_mark, has_player, has_tab, .. } = found;
            let foreign = foreign + usize::from(has_tab);
            let rows = rows_in(expanded.as_ref(), line);
            let row = Self { line, kind, margin, expanded, rows, foreign, has_wall: walls > 0, has_mark, has_player };
            (kind, Some(row))
        };
        if found.foreign == 0 && !found.has_tab {
            let columns = |column, blank| if blank == '\t' { (column / TAB_STOP + 1) * TAB_STOP } else { column + 1 };
            let has_tabs = lead.contains('\t');
            let margin = if has_tabs { lead.chars().fold(0, columns) } else { 0 };
            return row(LineKind::Row, line.behind(if has_tabs { lead.len() } else { 0 }), margin, None);
        }
        if dialect.is_compact && found.walls > 0 && may_be_compact(line.text, dialect) {
            let is_letter = |letter: u8| dialect.is_letter(char::from(letter));
            match lurd::expand(line.text.as_bytes(), is_letter, |_| false, MAX_EXPANDED) {
                Ok(letters) => return row(LineKind::Compact, line, 0, Some(Ok(letters))),
                Err(Fault::TooMany(byte)) => return row(LineKind::Compact, line, 0, Some(Err(byte))),
                // Unbalanced brackets: a line of text.
                Err(Fault::Letter(_)) => return (LineKind::Text, None),
            }
        }
        if is_steps(line.text) {
            return (LineKind::Steps, None);
        }
        // A row with a typing error must not be mistaken for a title. It has a wall and few foreign letters, or it extends from
        // wall to wall right below another row. The value of a key may consist of any letters: `Set: #####`.
        let is_walled = is_wall(inner.chars().next(), dialect) && is_wall(line.text.chars().next_back(), dialect);
        let is_slip = found.walls > 0 && 3 * found.foreign <= found.all;
        if (is_slip || (in_board && is_walled && inner.len() > 1)) && key(line.text).is_none() {
            return row(LineKind::Broken, line, 0, None);
        }
        (LineKind::Text, None)
    }

    /// A line of blanks as wide as the board above it.
    pub(super) fn of_floor(line: Line<'t>) -> Self {
        let kind = LineKind::Blank;
        let (foreign, has_wall, has_mark, has_player) = (0, false, false, false);
        Self { line, kind, margin: 0, expanded: None, rows: 1, foreign, has_wall, has_mark, has_player }
    }

    /// The number of letters that counts have expanded to.
    pub(super) fn expanded(&self) -> usize {
        self.expanded.as_ref().and_then(|letters| letters.as_ref().ok()).map_or(0, Vec::len)
    }

    /// Whether tabs stand before it.
    pub(super) fn has_tab(&self) -> bool {
        self.margin > 0
    }

    /// Whether the row may separate boards: it consists of floor, and of one other letter at most, which is neither a wall nor a
    /// player. `Some(true)`: with the other letter.
    pub(super) fn separator(&self, dialect: &Dialect) -> Option<bool> {
        let mut other = None;
        for letter in self.line.text.chars() {
            match dialect.square(letter)? {
                Square::Floor => {}
                Square::Wall | Square::Player | Square::PlayerOnGoal => return None,
                _ if *other.get_or_insert(letter) != letter => return None,
                _ => {}
            }
        }
        Some(other.is_some())
    }

    /// Whether it is a row of walls only.
    pub(super) fn is_walls(&self, dialect: &Dialect) -> bool {
        self.line.text.trim_start().chars().all(|letter| is_wall(Some(letter), dialect))
    }
}

/// A line without the separator that ends its last row.
fn without_last_end(line: &str) -> &str {
    line.strip_suffix(ROW_END).unwrap_or(line)
}

fn rows_in(expanded: Option<&Result<Vec<Repeated>, usize>>, line: Line<'_>) -> usize {
    match expanded {
        Some(Ok(letters)) => {
            let ends = letters.iter().filter(|it| char::from(it.letter) == ROW_END).count();
            ends + usize::from(letters.last().is_none_or(|last| char::from(last.letter) != ROW_END))
        }
        Some(Err(_)) => 1,
        None => without_last_end(line.text).bytes().filter(|&byte| char::from(byte) == ROW_END).count() + 1,
    }
}

/// Whether a line may consist of rows with counts. It has to end in a letter: digits alone are a number. So are digits before
/// two blanks: the count of a run includes all of its letters.
fn may_be_compact(line: &str, dialect: &Dialect) -> bool {
    let is_count = |letter: u8| letter.is_ascii_digit() || matches!(letter, b'(' | b')');
    let is_number = |part: &[u8]| matches!(part, [digit, b' ', b' '] if digit.is_ascii_digit());
    // Nothing is repeated no times.
    let is_zero = |part: &[u8]| part[1] == b'0' && !part[0].is_ascii_digit();
    !line.as_bytes().windows(3).any(is_number)
        && !line.starts_with('0')
        && !line.as_bytes().windows(2).any(is_zero)
        && line.bytes().all(|letter| is_count(letter) || dialect.is_letter(char::from(letter)))
        && !line.ends_with(|letter: char| letter.is_ascii_digit())
        && !line.starts_with(')')
}

/// Whether `line` consists of letters of steps, in any notation.
pub(in crate::formats) fn is_steps(line: &str) -> bool {
    let is_step = |letter: u8| b"lurdLURD".contains(&letter);
    line.bytes().any(is_step)
        && line.bytes().all(|letter| is_step(letter) || b"0123456789()[]{}<>* \t".contains(&letter))
}

/// The board that lines show, and the first fault in them. With `outside_wall` blanks at the ends of lines are floor that is
/// written.
pub(super) fn grid(
    rows: &[RowLine<'_>],
    text: &str,
    dialect: &Dialect,
    leniency: Leniency,
) -> (Grid, Option<Diagnostic>) {
    let (mut grid, mut fault) = (Grid::default(), None);
    let mut above = 0;
    let widest = rows.iter().map(|row| row.line.text.len()).max().unwrap_or(0);
    for row in rows {
        let line = row.line;
        match &row.expanded {
            Some(Ok(letters)) => push_letters(&mut grid, line.start, letters, dialect),
            Some(Err(byte)) => {
                let at = line.start + byte;
                fault.get_or_insert_with(|| {
                    Diagnostic::new(format!("these counts expand to more than {MAX_EXPANDED} squares"))
                        .at(at..at + 1, "too many")
                        .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows"))
                });
            }
            None => {
                let content = if row.kind == LineKind::Blank && !leniency.outside_wall {
                    &text[line.start..(line.start + widest).min(line.end)]
                } else if leniency.outside_wall {
                    with_floor_behind(line, text)
                } else {
                    line.text
                };
                let first = push_rows(&mut grid, content, line.start, row.margin, dialect);
                if let Some(letter) = first.filter(|_| row.kind == LineKind::Broken) {
                    fault.get_or_insert_with(|| foreign_letter(line, letter, above, dialect));
                }
            }
        }
        above += row.rows;
    }
    (grid, fault)
}

/// The row of a line with the blanks behind it, which are floor if nothing but the end of the row bounds them. Behind the sign
/// that ends a row they are a row of their own if they are as wide.
fn with_floor_behind<'t>(line: Line<'t>, text: &'t str) -> &'t str {
    let last_row = without_last_end(line.text).rsplit(ROW_END).next().unwrap_or_default();
    let is_floor = !line.text.ends_with(ROW_END) || line.end - line.place().end >= last_row.len();
    if is_floor { &text[line.start..line.end] } else { line.text }
}

/// Adds the rows of a line, the first after `margin` columns of floor. Returns the byte of the line with the first letter that
/// the dialect does not have.
fn push_rows(grid: &mut Grid, content: &str, start: usize, margin: usize, dialect: &Dialect) -> Option<usize> {
    let mut first = None;
    let mut at = 0;
    for row in without_last_end(content).split(ROW_END).take(MAX_HEIGHT + 1) {
        let margin = if at == 0 { margin } else { 0 };
        let floor = std::iter::repeat_n(GridCell { square: Square::Floor, byte: start }, margin);
        let mut cell = |(byte, letter): (usize, char)| {
            let square = dialect.square(letter);
            if square.is_none() && !is_selector(letter) {
                first.get_or_insert(at + byte);
            }
            square.map(|square| GridCell { square, byte: start + at + byte })
        };
        grid.push_row(floor.chain(row.char_indices().filter_map(&mut cell)), start + at + row.len());
        at += row.len() + 1;
    }
    first
}

/// Adds the rows that a line with counts was expanded to.
fn push_letters(grid: &mut Grid, start: usize, letters: &[Repeated], dialect: &Dialect) {
    let is_end = |it: &Repeated| char::from(it.letter) == ROW_END;
    let letters = letters.split_last().filter(|(last, _)| is_end(last)).map_or(letters, |(_, rows)| rows);
    for row in letters.split(is_end).take(MAX_HEIGHT + 1) {
        let cell = |it: &Repeated| {
            let square = dialect.square(char::from(it.letter))?;
            Some(GridCell { square, byte: start + it.byte })
        };
        grid.push_row(row.iter().filter_map(cell), row.last().map_or(start, |last| start + last.byte + 1));
    }
}

/// The error for a letter at byte `at` of a line below `above` rows.
fn foreign_letter(line: Line<'_>, at: usize, above: usize, dialect: &Dialect) -> Diagnostic {
    let (before, rest) = line.text.split_at(at);
    let letter = rest.chars().next().unwrap_or(' ');
    let row = above + before.matches(ROW_END).count() + 1;
    let column = before.chars().rev().take_while(|&letter| letter != ROW_END).count() + 1;
    let place = line.start + at..line.start + at + letter.len_utf8();
    if letter == '\t' {
        return Diagnostic::new(format!("a tab in row {row} of a board: its width is undefined"))
            .at(place, "a tab")
            .help("write floor as spaces or -");
    }
    let letter = letter.escape_debug();
    Diagnostic::new(format!("'{letter}' at row {row} column {column} is not a letter of a board"))
        .at(place, "not a square")
        .help(format!("a board in the dialect {} consists of {}", dialect.name, dialect.legend()))
}

/// A part of rows that is a board, and where the next one begins.
pub(super) struct Cut {
    /// The number of rows of the board.
    pub(super) rows: usize,
    /// The number of rows before the next board.
    pub(super) next: usize,
    /// What was assumed to find this end, if anything.
    pub(super) note: Option<&'static str>,
}

const SEPARATED: &str = "the row without walls below it is read as a separator";
const STACKED: &str = "boards directly below each other are read as several";

/// Finds out where boards end that no blank line separates.
#[derive(Debug)]
pub(super) struct Cutter {
    /// The number of squares that may still be looked at.
    cost_left: usize,
    /// Whether a separator with other letters than floor ended a board.
    has_cut: bool,
}

impl Cutter {
    pub(super) fn new() -> Self {
        Self { cost_left: 50_000_000, has_cut: false }
    }

    /// Ends the first board above a separator, a row without walls, or between two rows of walls, if there is a second player
    /// and the rows above are closed; and above separators at the end, if the board is legal without them and is not with them
    /// or is the last of several with the same separators.
    pub(super) fn cut(&mut self, rows: &[RowLine<'_>], text: &str, dialect: &Dialect, leniency: Leniency) -> Cut {
        let whole = Cut { rows: rows.len(), next: rows.len(), note: None };
        let mut players = (0..rows.len()).filter(|&row| rows[row].has_player);
        let Some(first) = players.next() else { return whole };
        let second = players.next();
        let widest = rows[..=second.unwrap_or(first)].iter().map(|row| row.line.text.len()).max().unwrap_or(0);
        let is_between = |row: usize| rows[row].kind == LineKind::Blank || rows[row].separator(dialect).is_some();
        let has_letters = |rows: Range<usize>, all: &[RowLine<'_>]| {
            rows.into_iter().any(|row| all[row].separator(dialect) == Some(true))
        };
        let mut legal = |rows: &[RowLine<'_>], leniency| {
            let cost = rows.len() * widest;
            let is_left = self.cost_left >= cost;
            self.cost_left -= if is_left { cost } else { 0 };
            let (grid, fault) = grid(rows, text, dialect, leniency);
            is_left && fault.is_none() && Level::from_grid_with(&grid, leniency).is_ok()
        };
        let closed = Leniency { unequal: true, outside_wall: false };
        let mut at = first + 1;
        while let Some(second) = second.filter(|&second| at <= second) {
            let end = at + (at..second).take_while(|&row| is_between(row)).count();
            let are_walls = || rows[at - 1].is_walls(dialect) && rows[at].is_walls(dialect);
            if (end > at || are_walls()) && at <= MAX_HEIGHT && legal(&rows[..at], closed) {
                let has_letters = has_letters(at..end, rows);
                self.has_cut |= has_letters;
                let note = if end == at { Some(STACKED) } else { has_letters.then_some(SEPARATED) };
                return Cut { rows: at, next: end, note };
            }
            at = end.max(at + 1);
        }
        let end = rows.len() - rows.iter().rev().take_while(|row| row.separator(dialect).is_some()).count();
        let is_cut = second.is_none()
            && end > first
            && has_letters(end..rows.len(), rows)
            && legal(&rows[..end], leniency)
            && (self.has_cut || !legal(rows, leniency));
        if is_cut { Cut { rows: end, next: rows.len(), note: Some(SEPARATED) } } else { whole }
    }
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::lines::lines;

    use super::*;
    use crate::formats::dialect::xsb;

    fn kind(line: &str, in_board: bool) -> LineKind {
        RowLine::of(lines(line).next().expect("a line"), xsb(), in_board).0
    }

    #[test]
    fn a_row_with_a_typing_error_is_not_a_title() {
        for (line, in_board, expected) in [
            ("#@$.#", false, LineKind::Row),
            ("#@x.#", false, LineKind::Broken),
            ("#p b o#", false, LineKind::Text),
            ("#p b o#", true, LineKind::Broken),
            ("; #", true, LineKind::Text),
            ("Set: ##########", true, LineKind::Text),
            ("# 1: the first", true, LineKind::Text),
            ("12", true, LineKind::Text),
            (" \t", true, LineKind::Blank),
        ] {
            assert_eq!(kind(line, in_board), expected, "{line}");
        }
    }

    #[test]
    fn counts_and_steps() {
        for line in ["5#", "3#4-@.#", "2(3(#)-#)|4#"] {
            assert_eq!(kind(line, false), LineKind::Compact, "{line}");
        }
        for line in ["1", "#1", "(1)", "7  #####", "12  # # #"] {
            assert_ne!(kind(line, false), LineKind::Compact, "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert_eq!(kind(line, false), LineKind::Steps, "{line}");
        }
    }
}
