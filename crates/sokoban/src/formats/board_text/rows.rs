//! Which lines are rows of boards, and the boards that rows become.

use std::iter::repeat_n;

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
    /// The letters that counts expand to, with their bytes; none without counts.
    pub(super) expanded: Vec<(usize, char)>,
    /// Which squares it has, a bit for each, and the number of signs that end rows.
    seen: u8,
    ends: usize,
    /// The number of letters that the dialect does not have, without tabs.
    pub(super) foreign: usize,
    /// The byte of the first letter that the dialect does not have, or of a count that expands to too many letters.
    pub(super) fault: Option<usize>,
    /// The number of squares that blanks before it are, if tabs are among them, and of blanks behind it that are floor.
    indent: usize,
    behind: usize,
}

impl<'t> RowLine<'t> {
    /// The row that a line is, if it is one; `in_board` if the line above is a row of a board.
    pub(super) fn of(line: Line<'t>, dialect: &Dialect, in_board: bool) -> Option<Self> {
        if line.is_blank() || line.text.starts_with(';') || line.text.starts_with("::") {
            return None;
        }
        let first = line.text.bytes().position(|byte| !matches!(byte, b' ' | b'\t'));
        let (blanks, inner) = line.text.split_at(first.unwrap_or(0));
        // Only blanks with tabs among them are no squares themselves.
        let lead = if blanks.contains('\t') { blanks.len() } else { 0 };
        let mut row = Self { line, ..Self::written(line.behind(lead), dialect) };
        if row.fault.is_none() {
            let columns = |column, blank| if blank == '\t' { (column / TAB_STOP + 1) * TAB_STOP } else { column + 1 };
            row.indent = blanks[..lead].chars().fold(0, columns).min(MAX_WIDTH);
            return Some(row);
        }
        let has_wall = row.has(Square::Wall);
        if dialect.is_compact && has_wall && may_be_compact(line.text, dialect) {
            let is_letter = |letter: u8| dialect.is_letter(char::from(letter));
            return match lurd::expand(line.text.as_bytes(), is_letter, |_| false, MAX_EXPANDED) {
                Ok(all) => {
                    let ends = all.iter().filter(|it| char::from(it.letter) == ROW_END).count();
                    let expanded = all.iter().map(|it| (line.start + it.byte, char::from(it.letter))).collect();
                    Some(Self { expanded, ends, fault: None, foreign: 0, ..row })
                }
                Err(Fault::TooMany(byte)) => {
                    Some(Self { expanded: vec![(byte, ROW_END)], ends: 1, fault: Some(line.start + byte), ..row })
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

    /// What the letters of a line are.
    fn written(line: Line<'t>, dialect: &Dialect) -> Self {
        let (mut seen, mut ends, mut foreign, mut fault) = (0, 0, 0, None);
        for (at, letter) in line.text.char_indices() {
            match dialect.square(letter) {
                Some(square) => seen |= 1 << square as u8,
                None if letter == ROW_END => ends += 1,
                None if !is_selector(letter) => {
                    foreign += usize::from(letter != '\t');
                    fault = fault.or(Some(line.start + at));
                }
                None => {}
            }
        }
        Self { line, expanded: Vec::new(), seen, ends, foreign, fault, indent: 0, behind: 0 }
    }

    /// The number of its rows, without blanks behind it.
    pub(super) fn height(&self) -> usize {
        let last = self.expanded.last().map(|(_, letter)| *letter).or(self.line.text.chars().next_back());
        self.ends + usize::from(last != Some(ROW_END))
    }

    /// Adds its rows to a grid.
    fn add_to(&self, grid: &mut Grid, dialect: &Dialect) {
        let cell = |(byte, letter): (usize, char)| Some(GridCell { square: dialect.square(letter)?, byte });
        let floor = |byte, count| repeat_n(GridCell { square: Square::Floor, byte }, count);
        // Tabs before it are squares already.
        let lead =
            if self.indent > 0 { self.line.text.find(|it| !matches!(it, ' ' | '\t')) } else { None }.unwrap_or(0);
        let (mut start, mut rest, mut width) = (self.line.start + lead, &self.line.text[lead..], 0);
        if !self.expanded.is_empty() {
            for row in self.expanded.split(|(_, letter)| *letter == ROW_END).take(self.height()) {
                grid.extend(row.iter().copied().filter_map(cell));
                grid.end_row(row.last().map_or(start, |(byte, _)| byte + 1));
            }
            return;
        }
        grid.extend(floor(start, self.indent));
        while let Some(length) = if self.ends > 0 { rest.find(ROW_END) } else { None } {
            grid.extend(rest[..length].char_indices().filter_map(|(at, letter)| cell((start + at, letter))));
            grid.end_row(start + length);
            width = rest[..length].chars().count();
            (start, rest) = (start + length + 1, &rest[length + 1..]);
        }
        let end = start + rest.len();
        if self.ends == 0 || !rest.is_empty() || self.behind >= width.max(1) {
            grid.extend(rest.char_indices().filter_map(|(at, letter)| cell((start + at, letter))));
            grid.extend(floor(end, self.behind));
            grid.end_row(end + self.behind);
        }
    }

    /// A line of blanks as wide as the board above it.
    pub(super) fn of_floor(line: Line<'t>, text: &str) -> Self {
        Self::written(line, xsb()).with_floor_behind(text)
    }

    /// Adds the blanks behind it as floor, which nothing but the end of the row bounds. Behind the sign that ends a row they
    /// are a row of their own if they are as wide.
    pub(super) fn with_floor_behind(self, text: &str) -> Self {
        let blanks = text[self.line.place().end..self.line.end].matches(' ').count();
        Self { behind: if self.expanded.is_empty() { blanks } else { 0 }, ..self }
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
        let is_plain = self.fault.is_none() && self.expanded.is_empty() && self.ends == 0;
        is_plain && others < 2 && !self.has(Square::Wall) && !self.has_player()
    }

    /// Whether it is a row of walls only.
    pub(super) fn is_walls(&self, dialect: &Dialect) -> bool {
        let mut letters = self.line.text.trim_start().chars();
        self.has(Square::Wall) && letters.all(|letter| dialect.square(letter) == Some(Square::Wall))
    }

    /// What is wrong at byte `fault` of a line below `above` rows.
    fn error(&self, fault: usize, above: usize, dialect: &Dialect) -> Diagnostic {
        let (before, rest) = self.line.text.split_at(fault - self.line.start);
        let letter = rest.chars().next().unwrap_or(' ');
        let place = fault..fault + letter.len_utf8();
        if !self.expanded.is_empty() {
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
        line.add_to(&mut grid, dialect);
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
        let are_walls = || rows[at - 1].is_walls(dialect) && rows[at].is_walls(dialect);
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
            assert!(row(line, false).is_some_and(|row| !row.expanded.is_empty()), "{line}");
        }
        for line in ["1", "#1", "(1)", "7  #####", "12  # # #"] {
            assert!(row(line, false).is_none_or(|row| row.expanded.is_empty()), "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert!(row(line, false).is_none() && is_steps(line), "{line}");
        }
    }
}
