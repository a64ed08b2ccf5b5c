//! Which lines are rows of boards, and the boards that rows become.

use lurd_puzzle::{diagnostic::Diagnostic, lines::Line, puzzle::ReadOptions};

use super::keys::key;
use crate::{
    formats::{
        dialect::{Dialect, ROW_END, is_selector, xsb},
        grid::{Grid, GridCell, MAX_HEIGHT, MAX_WIDTH},
    },
    level::Level,
    notation::lurd::{self, Fault},
    square::Square,
};

/// The width of a tab stop.
const TAB_STOP: usize = 8;
/// The most squares that the counts of a line may expand to.
const MAX_EXPANDED: usize = (MAX_WIDTH + 1) * (MAX_HEIGHT + 1);

/// A line of a board.
#[derive(Clone, Debug)]
pub(super) struct RowLine<'t> {
    pub(super) line: Line<'t>,
    /// The squares of its rows, one row behind the other.
    cells: Vec<GridCell>,
    /// Of each row that a sign ends, the number of squares up to there, and the byte; and the byte at the end of the last row.
    ends: Vec<(usize, usize)>,
    end: usize,
    /// Which squares it has, a bit for each.
    seen: u8,
    /// The number of letters that counts expand to; 0 without counts.
    pub(super) expanded: usize,
    /// The number of letters that the dialect does not have, without tabs.
    pub(super) foreign: usize,
    /// The byte of the first letter that the dialect does not have, or of a count that expands to too many letters.
    pub(super) fault: Option<usize>,
}

impl<'t> RowLine<'t> {
    /// The row that a line is, if it is one; `in_board` if the line above is a row of a board.
    pub(super) fn of(line: Line<'t>, dialect: &Dialect, in_board: bool) -> Option<Self> {
        if line.is_blank() || line.text.starts_with(';') || line.text.starts_with("::") {
            return None;
        }
        let inner = line.text.trim_start_matches([' ', '\t']);
        let blanks = &line.text[..line.text.len() - inner.len()];
        // Only blanks with tabs among them are no squares themselves.
        let lead = if blanks.contains('\t') { blanks.len() } else { 0 };
        let bare = line.behind(lead);
        let letters = bare.text.char_indices().map(|(at, letter)| (bare.start + at, letter));
        let mut row = Self::written(line, letters, dialect);
        if row.fault.is_none() {
            let columns = |column, blank| if blank == '\t' { (column / TAB_STOP + 1) * TAB_STOP } else { column + 1 };
            let width = blanks[..lead].chars().fold(0, columns).min(MAX_WIDTH);
            row.cells.splice(..0, std::iter::repeat_n(floor(bare.start), width));
            row.ends.iter_mut().for_each(|(cells, _)| *cells += width);
            return Some(row);
        }
        let has_wall = row.has(Square::Wall);
        if dialect.is_compact && has_wall && may_be_compact(line.text, dialect) {
            let is_letter = |letter: u8| dialect.is_letter(char::from(letter));
            return match lurd::expand(line.text.as_bytes(), is_letter, |_| false, MAX_EXPANDED) {
                Ok(all) => {
                    let letters = all.iter().map(|it| (line.start + it.byte, char::from(it.letter)));
                    Some(Self { expanded: all.len(), ..Self::written(line, letters, dialect) })
                }
                Err(Fault::TooMany(byte)) => {
                    let nothing = Self::written(line, std::iter::empty(), dialect);
                    Some(Self { expanded: 1, fault: Some(line.start + byte), seen: row.seen, ..nothing })
                }
                // Unbalanced brackets: a line of text.
                Err(Fault::Letter(_)) => None,
            };
        }
        // A row with a typing error must not be mistaken for a title. It has a wall and few foreign letters, or it extends from
        // wall to wall right below another row. The value of a key may consist of any letters: `Set: #####`.
        let is_wall = |letter: Option<char>| letter.and_then(|letter| dialect.square(letter)) == Some(Square::Wall);
        let is_walled =
            in_board && inner.len() > 1 && is_wall(inner.chars().next()) && is_wall(inner.chars().next_back());
        let is_slip = has_wall && 3 * row.foreign <= inner.split_whitespace().flat_map(str::chars).count();
        ((is_slip || is_walled) && key(line.text).is_none()).then_some(row)
    }

    /// The rows that letters at these bytes of a line show.
    fn written(line: Line<'t>, letters: impl Iterator<Item = (usize, char)>, dialect: &Dialect) -> Self {
        let cells = Vec::with_capacity(line.text.len().min(MAX_WIDTH + 1));
        let (ends, end, mut start) = (Vec::new(), line.start, 0);
        let mut row = Self { line, cells, ends, end, seen: 0, expanded: 0, foreign: 0, fault: None };
        for (byte, letter) in letters {
            match dialect.square(letter) {
                Some(square) if row.cells.len() - start <= MAX_WIDTH => {
                    row.cells.push(GridCell { square, byte });
                    row.seen |= 1 << square as u8;
                }
                None if letter == ROW_END => {
                    start = row.cells.len();
                    row.ends.push((start, row.end));
                    if row.ends.len() > MAX_HEIGHT {
                        return row;
                    }
                }
                None if !is_selector(letter) => {
                    row.foreign += usize::from(letter != '\t');
                    row.fault = row.fault.or(Some(byte));
                }
                _ => {}
            }
            row.end = byte + letter.len_utf8();
        }
        row
    }

    /// The number of its rows.
    pub(super) fn height(&self) -> usize {
        let is_ended = self.ends.last().is_some_and(|(cells, _)| *cells == self.cells.len());
        self.ends.len() + usize::from(!is_ended || !self.line.text.ends_with([ROW_END, ')']))
    }

    /// Adds its rows to a grid.
    fn add_to(&self, grid: &mut Grid) {
        let mut start = 0;
        for &(end, byte) in self.ends.iter().chain([&(self.cells.len(), self.end)]).take(self.height()) {
            grid.push_row(self.cells[start..end].iter().copied(), byte);
            start = end;
        }
    }

    /// A line of blanks as wide as the board above it.
    pub(super) fn of_floor(line: Line<'t>, text: &str) -> Self {
        Self::written(line, std::iter::empty(), xsb()).with_floor_behind(text)
    }

    /// Adds the blanks behind it as floor, which nothing but the end of the row bounds. Behind the sign that ends a row they
    /// are a row of their own if they are as wide.
    pub(super) fn with_floor_behind(mut self, text: &str) -> Self {
        let (start, end) = (self.line.place().end, self.line.end);
        let blanks = (start..end).filter(|&byte| text.as_bytes()[byte] == b' ').take(MAX_WIDTH + 1).map(floor);
        let mut ends = self.ends.iter().rev().map(|(cells, _)| *cells);
        let width = ends.next().unwrap_or(0) - ends.next().unwrap_or(0);
        if self.expanded == 0 && (!self.line.text.ends_with(ROW_END) || end - start >= width.max(1)) {
            self.cells.extend(blanks);
            self.end = end;
        }
        self
    }

    /// Whether it has a square of this kind.
    pub(super) fn has(&self, square: Square) -> bool {
        self.seen >> square as u8 & 1 == 1
    }

    pub(super) fn has_player(&self) -> bool {
        self.has(Square::Player) || self.has(Square::PlayerOnGoal)
    }

    /// Whether the row may separate boards: it consists of floor, and of one other square at most, which is neither a wall nor
    /// a player.
    pub(super) fn is_separator(&self) -> bool {
        let others = (self.seen & !(1 << Square::Floor as u8)).count_ones();
        let is_plain = self.fault.is_none() && self.expanded == 0 && self.ends.is_empty();
        is_plain && others < 2 && !self.has(Square::Wall) && !self.has_player()
    }

    /// Whether it is a row of walls only.
    pub(super) fn is_walls(&self) -> bool {
        let mut squares = self.cells.iter().skip_while(|cell| cell.square == Square::Floor);
        self.has(Square::Wall) && squares.all(|cell| cell.square == Square::Wall) && self.fault.is_none()
    }

    /// What is wrong at byte `fault` of a line below `above` rows.
    fn error(&self, fault: usize, above: usize, dialect: &Dialect) -> Diagnostic {
        let (before, rest) = self.line.text.split_at(fault - self.line.start);
        let letter = rest.chars().next().unwrap_or(' ');
        let place = fault..fault + letter.len_utf8();
        if self.expanded > 0 {
            return Diagnostic::new(format!("these counts expand to more than {MAX_EXPANDED} squares"))
                .at(place, "too many")
                .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows"));
        }
        let row = above + before.matches(ROW_END).count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != ROW_END && letter != '\t').count() + 1;
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
}

fn floor(byte: usize) -> GridCell {
    GridCell { square: Square::Floor, byte }
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

/// The board that lines show, and the first fault in them.
pub(super) fn grid(lines: &[RowLine<'_>], dialect: &Dialect) -> (Grid, Option<Diagnostic>) {
    let (mut grid, mut fault) = (Grid::default(), None);
    for line in lines {
        fault = fault.or_else(|| Some(line.error(line.fault?, grid.rows().len(), dialect)));
        line.add_to(&mut grid);
    }
    (grid, fault)
}

/// The number of rows of the first board, and of those before the next one, if no blank line separates them: it ends above a separator, a row without walls, or between two
/// rows of walls, if there is a second player and the rows above are closed; and above separators at the end, if the board is
/// legal without them and is not with them or `has_cut`: a separator ended one before.
/// `cost_left` is the number of squares that may still be looked at.
pub(super) fn cut(
    rows: &[RowLine<'_>],
    dialect: &Dialect,
    options: &ReadOptions,
    has_cut: bool,
    cost_left: &mut usize,
) -> (usize, usize) {
    let all = rows.len();
    let mut players = (0..all).filter(|&row| rows[row].has_player());
    let Some(first) = players.next() else { return (all, all) };
    let second = players.next();
    let mut legal = |rows: &[RowLine<'_>], options: &ReadOptions| {
        let cost = rows.iter().map(|row| row.line.text.len()).sum::<usize>();
        let is_left = *cost_left >= cost;
        *cost_left -= if is_left { cost } else { 0 };
        let (grid, fault) = grid(rows, dialect);
        is_left && fault.is_none() && Level::from_grid_with(&grid, options).is_ok()
    };
    let closed = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    let mut at = first + 1;
    while let Some(second) = second.filter(|&second| at <= second) {
        let end = at + rows[at..second].iter().take_while(|row| row.is_separator()).count();
        let are_walls = || rows[at - 1].is_walls() && rows[at].is_walls();
        if (end > at || are_walls()) && at <= MAX_HEIGHT && legal(&rows[..at], &closed) {
            return (at, end);
        }
        at = end.max(at + 1);
    }
    let end = all - rows.iter().rev().take_while(|row| row.is_separator()).count();
    let is_cut = second.is_none()
        && end > first
        && end < all
        && legal(&rows[..end], options)
        && (has_cut || !legal(rows, options));
    (if is_cut { end } else { all }, all)
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::lines::lines;

    use super::*;

    fn row(line: &str, in_board: bool) -> Option<RowLine<'_>> {
        RowLine::of(lines(line).next().expect("a line"), xsb(), in_board)
    }

    #[test]
    fn a_row_with_a_typing_error_is_not_a_title() {
        for (line, in_board, expected) in [
            ("#@$.#", false, Some(false)),
            ("#@x.#", false, Some(true)),
            ("#p b o#", false, None),
            ("#p b o#", true, Some(true)),
            ("; #", true, None),
            ("Set: ##########", true, None),
            ("# 1: the first", true, None),
            ("12", true, None),
            (" \t", true, None),
        ] {
            assert_eq!(row(line, in_board).map(|row| row.fault.is_some()), expected, "{line}");
        }
    }

    #[test]
    fn counts_and_steps() {
        for line in ["5#", "3#4-@.#", "2(3(#)-#)|4#"] {
            assert!(row(line, false).is_some_and(|row| row.expanded > 0), "{line}");
        }
        for line in ["1", "#1", "(1)", "7  #####", "12  # # #"] {
            assert!(row(line, false).is_none_or(|row| row.expanded == 0), "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert!(row(line, false).is_none() && is_steps(line), "{line}");
        }
    }
}
