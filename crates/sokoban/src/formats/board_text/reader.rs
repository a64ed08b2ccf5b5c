//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! Rows without a blank line between them are a board ([`rows`] finds out where boards end that nothing separates) if
//! they have a wall, a box or a player. A single row without a player is text, unless the text has no other board. A line
//! with `|`, a player and at least three rows is a board of its own. A line of blanks as wide as the row above it is
//! a row of floor. Lines of steps below a board are a game if a line above announces one or the player can walk them. Everything
//! else is text ([`about`](super::about)) that is distributed among the levels ([`distribution`](super::distribution)):
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards, which the whole text decides.
//!   They take precedence over titles by position.
//! * `; lurd: FLAGS` gives the flags of the next board, or, with a blank line between it and the first board,
//!   of all boards.
//! * Everything between `Comment:` and `Comment-End:` is text (see `keys`).
//!
//! Linear in the length of the text. What is text is only distributed among the levels once all boards are known.

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::Line;
use lurd_puzzle::puzzle::{Metadata, ReadOptions, SavedGame};

use super::about::{Below, Part};
use super::distribution::distribute;
use super::games;
use super::keys::lines_with_comments;
use super::rows::{self, RowLine};
use crate::{
    formats::{
        dialect::Dialect,
        grid::MAX_HEIGHT,
        level_record::{LevelEntry, MAX_FAULTS, MAX_SQUARES, Reading, too_many},
    },
    level::Level,
    square::Square,
};

/// Reads the levels in `text`. A text without levels is not an error here.
pub(in crate::formats) fn read<'t>(
    text: &'t str,
    dialect: &'t Dialect,
    options: &'t ReadOptions,
    max_levels: usize,
) -> Result<Reading, Diagnostic> {
    let mut reader = Reader {
        text,
        dialect,
        options,
        reading: Reading::default(),
        parts: Vec::new(),
        part: Part::default(),
        rows: Vec::new(),
        has_cut: false,
        in_game: false,
        squares: 0,
        faults: 0,
        cost_left: MAX_COST,
    };
    for (line, in_comment) in lines_with_comments(text, 0) {
        if reader.reading.entries.len() >= max_levels {
            break;
        }
        // A short text can describe large boards.
        if reader.faults > MAX_FAULTS || reader.squares > MAX_SQUARES + 8 * text.len() {
            return Err(too_many(line.place()));
        }
        reader.line(line, in_comment);
    }
    reader.end_rows(true);
    reader.end_part(Below::Nothing);
    distribute(reader.parts, &mut reader.reading.entries);
    Ok(reader.reading)
}

/// The number of squares and steps that may be looked at to find out where boards end and whether lines are games. Beyond that,
/// only blank lines end boards, and only announced games are recognized.
const MAX_COST: usize = 100_000_000;
/// The number of rows that are kept: more than a board may have.
const MAX_ROWS: usize = 2 * MAX_HEIGHT;

struct Reader<'t> {
    text: &'t str,
    dialect: &'t Dialect,
    options: &'t ReadOptions,
    reading: Reading,
    /// The text before each board and game so far, and that since the last one.
    parts: Vec<Part<'t>>,
    part: Part<'t>,
    /// The rows since the last other line. Of more than a board may have only the first are kept.
    rows: Vec<RowLine<'t>>,
    /// Whether a separator has ended a board.
    has_cut: bool,
    /// Whether the last line is part of a game.
    in_game: bool,
    /// The squares of all levels, and the letters that counts have expanded to.
    squares: usize,
    faults: usize,
    /// The remaining cost of checking where boards end and whether lines are games.
    cost_left: usize,
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: Line<'t>, in_comment: bool) {
        let is_floor = self.rows.last().is_some_and(|row| row.line.end - row.line.start <= line.end - line.start);
        if let Some(row) = (!in_comment).then(|| RowLine::of(line, self.dialect, !self.rows.is_empty())).flatten() {
            return self.row_of_board(row);
        }
        // It is kept as a row of floor, in case another row follows.
        if is_floor && line.is_blank() {
            return self.row(RowLine::of_floor(line, self.text));
        }
        self.end_rows(false);
        if in_comment || line.is_blank() {
            self.in_game = false;
            self.part.push(&line, in_comment, self.dialect.is_listing);
        } else if (rows::is_steps(line.text) && self.is_game(line.text))
            || (self.is_announced() && games::is_meant_as_steps(line.text))
        {
            self.steps(&line);
        } else {
            self.in_game = false;
            if !self.game_on_a_line(&line) {
                self.text(&line);
            }
        }
    }

    /// Takes a line of text, which begins no block of comment.
    fn text(&mut self, line: &Line<'t>) {
        self.part.push(line, false, self.dialect.is_listing);
    }

    /// Ends the text above a board or a game.
    fn end_part(&mut self, below: Below) {
        self.part.finish(below, !self.parts.is_empty());
        self.parts.push(std::mem::take(&mut self.part));
    }

    // Rows become boards, and boards become entries, or text.

    /// Adds a row; one that is a board by itself ends the rows above it.
    fn row_of_board(&mut self, row: RowLine<'t>) {
        self.in_game = false;
        self.squares += row.expanded.len();
        let is_alone = row.height() > 2 && row.has_player();
        if is_alone {
            self.end_rows(false);
        }
        self.row(if self.options.outside_wall { row.with_floor_behind(self.text) } else { row });
        if is_alone {
            self.end_rows(false);
        }
    }

    /// Adds a row. A second player may show that a board ends above it.
    fn row(&mut self, row: RowLine<'t>) {
        let is_second = row.has_player() && self.rows.iter().rev().any(RowLine::has_player);
        if self.rows.len() < MAX_ROWS {
            self.rows.push(row);
        }
        if is_second {
            self.end_board(false, false);
        }
    }

    /// Ends the current rows, if there are any.
    fn end_rows(&mut self, text_ends: bool) {
        let below = self.rows.iter().rposition(|row| !row.line.is_blank()).map_or(0, |last| last + 1);
        let floor = self.rows.get(below).filter(|_| !self.options.outside_wall).map(|row| row.line);
        self.rows.truncate(if floor.is_some() { below } else { MAX_ROWS });
        if !self.rows.is_empty() {
            self.end_board(true, text_ends);
        }
        self.rows.clear();
        if let Some(line) = floor {
            self.text(&line);
        }
    }

    /// Ends the first board of the current rows: with all of them if they have ended, otherwise only if a board ends above.
    fn end_board(&mut self, rows_end: bool, text_ends: bool) {
        let mut rows = std::mem::take(&mut self.rows);
        let (height, next) = rows::cut(&rows, self.dialect, self.options, self.has_cut, &mut self.cost_left);
        if rows_end || next < rows.len() {
            self.has_cut |= next > height;
            let has_other =
                |row: &RowLine<'_>| row.has(Square::Goal) || row.has(Square::Box) || row.has(Square::BoxOnGoal);
            let cut = match &rows[height..next] {
                [] if next < rows.len() => Some("boards directly below each other are read as several"),
                between => {
                    between.iter().any(has_other).then_some("the row without walls below it is read as a separator")
                }
            };
            self.board(&rows[..height], cut, text_ends);
            if next > height || !rows_end {
                self.part.start = rows[next - 1].line.end;
            }
            rows.drain(..next);
        }
        self.rows = rows;
    }

    fn board(&mut self, rows: &[RowLine<'t>], cut: Option<&'static str>, text_ends: bool) {
        let has = |square: Square| rows.iter().any(|row| row.has(square));
        let is_single = rows.iter().map(RowLine::height).sum::<usize>() == 1;
        let is_weak = !rows.iter().any(RowLine::has_player) && (is_single || !has(Square::Wall));
        let is_only = text_ends && self.reading.entries.is_empty();
        let is_faulty = rows.iter().any(|row| row.fault.is_some());
        if self.dialect.marks().iter().any(|&mark| has(mark)) && !(is_single && is_faulty) && (!is_weak || is_only) {
            self.entry(rows, cut);
            self.reading.unfinished &= text_ends && !is_faulty;
            return;
        }
        for row in rows {
            self.text(&row.line);
        }
    }

    /// Makes an entry of a board.
    fn entry(&mut self, rows: &[RowLine<'t>], cut: Option<&'static str>) {
        let place = rows[0].line.start..rows[rows.len() - 1].line.place().end;
        if self.reading.entries.is_empty() {
            self.reading.foreign_letters = rows.iter().map(|row| row.foreign).sum();
        }
        self.reading.has_wall |= rows.iter().any(|row| row.has(Square::Wall));
        self.end_part(Below::Board);
        let (grid, fault) = rows::grid(rows, self.dialect);
        let level = match fault {
            Some(fault) => Err(fault),
            None => Level::from_grid_with(&grid, self.options).map_err(|error| self.whole_letters(error)),
        };
        self.squares += level.as_ref().map_or(0, Level::squares);
        self.faults += usize::from(level.is_err());
        self.reading.unfinished = level.is_err() && grid.may_become_legal();
        let has_tab = rows.iter().any(|row| row.line.text.trim_start_matches(' ').starts_with('\t'));
        let tabs = has_tab.then_some("tabs before rows are read as tab stops every 8 columns");
        let is_walled = level.as_ref().is_ok_and(|level| level.height() > grid.used_rows().len());
        let outside = is_walled.then_some("what is outside the board counts as wall");
        let told: Vec<_> = tabs.into_iter().chain(outside).chain(cut).collect();
        let note = (!told.is_empty()).then(|| told.join("; "));
        let metadata = Metadata::default().shared();
        self.reading.entries.push(LevelEntry { level, place, flags: String::new(), note, metadata });
    }

    /// An error whose place ends behind a letter, however many bytes that has.
    fn whole_letters(&self, mut error: Diagnostic) -> Diagnostic {
        if let Some(place) = &mut error.place {
            place.end = (place.end..=self.text.len()).find(|&end| self.text.is_char_boundary(end)).unwrap_or(place.end);
        }
        error
    }

    // Games below a board.

    /// Whether a line of steps is part of a game.
    fn is_game(&mut self, line: &str) -> bool {
        if self.in_game || self.is_announced() {
            return true;
        }
        let last = self.reading.entries.last().and_then(|entry| entry.level.as_ref().ok());
        last.is_some_and(|level| games::can_be_walked(level, line, &mut self.cost_left))
    }

    /// Whether the title of the current game, or else the last line of text below a board, announces a game.
    fn is_announced(&self) -> bool {
        match self.parts.last() {
            Some(game) if self.in_game => game.title.as_deref().is_some_and(games::announces),
            Some(_) => self.part.last_line.is_some_and(games::announces),
            None => false,
        }
    }

    /// Begins the game of a line `Solution: rRR`, if that is what it is: the player of the last board can walk the steps, or
    /// the title says no more than that they are a solution.
    fn game_on_a_line(&mut self, line: &Line<'t>) -> bool {
        let Some((title, written)) = line.text.split_once(':') else { return false };
        let Some(last) = self.reading.entries.last().filter(|_| games::may_announce(title)) else { return false };
        let inner = line.behind(line.text.len() - written.trim_start().len());
        let steps = games::steps_in(inner.text);
        let mut walks =
            |level: &Level| rows::is_steps(&steps) && games::can_be_walked(level, &steps, &mut self.cost_left);
        let is_game = games::is_on_a_line(title, inner.text) || last.level.as_ref().is_ok_and(&mut walks);
        if is_game {
            self.text(&Line { text: title, ..*line });
            self.steps(&inner);
        }
        is_game
    }

    /// Adds a line of steps to the current game, or begins one.
    fn steps(&mut self, line: &Line<'t>) {
        if !std::mem::replace(&mut self.in_game, true) {
            self.end_part(Below::Game(SavedGame::default(), 0));
        }
        if let Some(Part { below: Below::Game(game, end), .. }) = self.parts.last_mut() {
            game.steps.push_str(&games::steps_in(line.text));
            *end = line.place().end;
            self.part = Part::default();
        }
    }
}
