//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! A line of board letters is a row of a board (or several rows, separated by `|`); counts may stand before
//! letters. A sequence of such lines without a blank line is a board if it has a wall, a box or a player. A
//! single row without a player is text, unless the text has no other board. A line with `|`, a player and at
//! least three rows is a board of its own. A line of blanks as wide as the board is a row of floor. Lines of
//! steps below a board are a game if a line above announces one or the player can walk them. Everything else
//! is text, and [`MetadataBlock`] finds out what it is about:
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards ([`KeyPlaces`] finds out which).
//!   They take precedence over titles by position.
//! * `; lurd: FLAGS` gives the flags of the next board, or, with a blank line between it and the first board,
//!   of all boards.
//! * Everything between `Comment:` and `Comment-End:` is text (see `lines`).
//!
//! Rows that look like rows of a board and belong to no level are counted ([`LeftOutRows`]).
//!
//! Two passes at most, linear in the length of the text: the second one if keys are not where the first one took them to be.

use std::{fmt::Write as _, ops::Range};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Metadata, SavedGame};

use super::games::{self, MAX_REPLAY_COST};
use super::lines::{self, LeftOutRows, Line, LineKind, MetadataKey, bare, flags, is_listing, key, kind};
use super::metadata_block::{AboutNext, KeyPlaces, Keys, MetadataBlock};
use crate::{
    formats::{
        dialect::{Dialect, ROW_END},
        grid::{Grid, GridCell, MAX_HEIGHT, MAX_WIDTH},
        level_record::{ContainerOptions, Leniency, LevelEntry, MAX_LEVELS, MAX_SQUARES, Reading, too_many},
        validate::outside_note,
    },
    level::Level,
    notation::lurd::{self, Repeated},
    square::Square,
};

/// The width of a tab stop.
const TAB_STOP: usize = 8;
/// The most squares that the counts of a line may expand to.
const MAX_EXPANDED: usize = (MAX_WIDTH + 1) * (MAX_HEIGHT + 1);
/// The number of squares of boards that may be looked at in one text to find out where separators end them.
const MAX_CUT_COST: usize = 50_000_000;

/// Reads the levels in `text`. A text without levels is not an error here.
pub(in crate::formats) fn read(
    text: &str,
    dialect: &'static Dialect,
    options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    let (reading, places) = read_with(text, dialect, options, None)?;
    let above = places.above();
    if above == places.first_guess() {
        return Ok(reading);
    }
    read_with(text, dialect, options, Some(above)).map(|(reading, _)| reading)
}

/// Reads the levels with the keys of some kinds above their boards; `None`: as the first board has them.
fn read_with(
    text: &str,
    dialect: &'static Dialect,
    options: ContainerOptions,
    above: Option<Keys>,
) -> Result<(Reading, KeyPlaces), Diagnostic> {
    let mut reader = Reader::new(text, dialect, options);
    reader.above = above;
    for line in lines::lines(text) {
        reader.line(&line)?;
        if reader.reading.entries.len() >= options.max_levels {
            return Ok((reader.reading, reader.places));
        }
    }
    reader.finish()
}

impl Reader<'_> {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        if line.start < self.comment_end {
            self.left_out.comment(line);
            self.block.comment(line);
            return Ok(());
        }
        let start = line.start;
        let unquoted = self.unquoted(line);
        let line = unquoted.as_ref().unwrap_or(line);
        let (margin, inner) = self.margin(line);
        let line_kind = kind(inner.text, self.dialect, self.board.is_some());
        if line_kind != LineKind::Text {
            self.left_out.pause();
        }
        match line_kind {
            LineKind::Blank if self.is_row_of_floor(line) => {}
            LineKind::Blank => {
                self.end_board(false)?;
                self.end_game();
                self.block.blank(line);
            }
            LineKind::Delimiter => {
                self.end_board(false)?;
                self.end_game();
                self.block.comment(line);
            }
            LineKind::Text => {
                self.end_board(false)?;
                self.text_or_game(line);
            }
            LineKind::Steps => {
                self.end_board(false)?;
                if self.is_game(line.text) {
                    self.steps(line);
                } else {
                    self.end_game();
                    self.block.text(line);
                }
            }
            LineKind::Broken { at, letter, foreign } => {
                self.end_game();
                self.cut_above(line, start)?;
                let rows_above = self.board.as_ref().map_or(0, |board| board.rows);
                let fault = fault(self.dialect, &inner, at, letter, rows_above);
                let rows = rows_in(inner.text);
                let board = self.board_of(line, rows);
                board.foreign_letters += foreign;
                board.fault.get_or_insert(fault);
            }
            LineKind::Board => {
                self.end_game();
                self.cut_above(line, start)?;
                let dialect = self.dialect;
                let has_player = has_player(line.text.bytes(), dialect);
                let inner = self.with_floor_behind(&inner);
                self.rows(line, rows_in(line.text), has_player, |board| {
                    board.push_rows(&inner, margin, dialect);
                })?;
            }
            LineKind::Compact => {
                self.end_game();
                self.compact(line, &inner)?;
            }
        }
        Ok(())
    }

    /// The line without the `>` before rows that are quoted in mail.
    fn unquoted<'l>(&self, line: &Line<'l>) -> Option<Line<'l>> {
        if !self.dialect.is_compact || !line.text.starts_with('>') {
            return None;
        }
        let text = line.text.trim_start_matches('>');
        let is_row = matches!(
            kind(text, self.dialect, self.board.is_some()),
            LineKind::Board | LineKind::Compact | LineKind::Steps
        );
        let cut = line.text.len() - text.len();
        is_row.then(|| Line { text, start: line.start + cut, full: line.full - cut })
    }

    /// The number of columns of floor that the tabs before a row stand for, and the row without them; 0
    /// columns if there is no tab, or what follows is not a row.
    fn margin<'l>(&self, line: &Line<'l>) -> (usize, Line<'l>) {
        let inner = line.text.trim_start_matches([' ', '\t']);
        let lead = line.text.get(..line.text.len() - inner.len()).unwrap_or_default();
        let is_row = || kind(inner, self.dialect, self.board.is_some()) == LineKind::Board;
        if !lead.contains('\t') || !is_row() {
            return (0, line.clone());
        }
        let columns = lead.bytes().fold(0, |column, blank| match blank {
            b'\t' => (column / TAB_STOP + 1) * TAB_STOP,
            _ => column + 1,
        });
        (columns, Line { text: inner, start: line.start + lead.len(), full: line.full - lead.len() })
    }

    /// The row of a line with the blanks behind it, which are floor if nothing but the end of the row bounds them.
    fn with_floor_behind<'l>(&self, line: &Line<'l>) -> Line<'l>
    where
        Self: 'l,
    {
        // Behind the sign that ends a row they are a row of their own if they are as wide.
        let last_row = without_last_end(line.text).rsplit(char::from(ROW_END)).next().unwrap_or_default();
        let is_floor = !line.text.ends_with(char::from(ROW_END)) || line.full - line.text.len() >= last_row.len();
        let is_open = self.options.leniency.outside_wall && is_floor;
        let whole = self.text.get(line.start..line.start + line.full).filter(|_| is_open);
        Line { text: whole.unwrap_or(line.text), ..line.clone() }
    }

    /// Whether a line of blanks is as wide as the current board. It is then kept as a row of floor, in case
    /// another row follows.
    fn is_row_of_floor(&mut self, line: &Line<'_>) -> bool {
        let is_open = self.options.leniency.outside_wall;
        let Some(board) = self.board.as_mut().filter(|board| (1..=line.full).contains(&board.widest)) else {
            return false;
        };
        let width = if is_open { line.full } else { board.widest };
        let floor = board.floor.get_or_insert((line.start..line.start + width, 0));
        floor.1 += 1;
        true
    }

    /// Takes a line of text, which may begin a block of comment.
    fn text(&mut self, line: &Line<'_>) {
        if let Some(end) = lines::block(self.text, line) {
            self.comment_end = end;
            self.block.comment(line);
        } else {
            self.left_out.text(line);
            self.block.text(line);
        }
    }

    /// Ends the board at a separator above `line`, which begins at byte `start`: a row without walls, if the line has a second
    /// player and the board above the separator is closed. The rows between them begin the next board.
    fn cut_above(&mut self, line: &Line<'_>, start: usize) -> Result<(), Diagnostic> {
        if !has_player(line.text.bytes(), self.dialect) {
            return Ok(());
        }
        let Some(board) = self.board.as_mut().filter(|board| board.has_player) else { return Ok(()) };
        let closed = Leniency { unequal: true, outside_wall: false };
        // A third player does not make it more likely.
        for separator in board.separators.take().unwrap_or_default() {
            let cost = separator.rows * board.widest;
            if self.cut_cost_left < cost {
                break;
            }
            self.cut_cost_left -= cost;
            let grid = board.grid.first_rows(separator.rows);
            if Level::from_grid_with(&grid, closed).is_ok() {
                self.has_cut |= separator.has_letters;
                board.cut(grid, &separator);
                self.end_board(false)?;
                return self.begin_below(separator.end..start);
            }
        }
        Ok(())
    }

    /// Takes the rows in `range`, which begins where a board ends above a separator, without the separator.
    fn begin_below(&mut self, range: Range<usize>) -> Result<(), Diagnostic> {
        let rest = self.text.get(range.clone()).unwrap_or_default();
        let mut is_separator = true;
        for line in lines::lines(rest).skip(1) {
            let line = Line { start: range.start + line.start, ..line };
            let unquoted = self.unquoted(&line);
            let row = unquoted.as_ref().unwrap_or(&line).text;
            is_separator &= row.trim_start().is_empty() || separator(row, self.dialect).is_some();
            if !is_separator {
                if self.board.is_none() {
                    self.next_block(line.start);
                }
                self.line(&line)?;
            }
        }
        if self.board.is_none() {
            self.next_block(range.end);
        }
        Ok(())
    }

    /// The board that `line` with that number of rows belongs to.
    fn board_of(&mut self, line: &Line<'_>, rows: usize) -> &mut BoardRows {
        let dialect = self.dialect;
        let board = self.board.get_or_insert_with(|| BoardRows::new(line.place()));
        board.take(line, rows, dialect);
        board
    }

    /// Adds the rows of a line to the current board, or makes them a board of their own if they can be one.
    fn rows(
        &mut self,
        line: &Line<'_>,
        rows: usize,
        has_player: bool,
        push: impl FnOnce(&mut BoardRows),
    ) -> Result<(), Diagnostic> {
        let is_alone = rows > 2 && has_player;
        if is_alone {
            self.end_board(false)?;
        }
        push(self.board_of(line, rows));
        if is_alone { self.end_board(false) } else { Ok(()) }
    }

    /// Takes a line of rows with counts.
    fn compact(&mut self, line: &Line<'_>, inner: &Line<'_>) -> Result<(), Diagnostic> {
        let dialect = self.dialect;
        let is_letter = |letter: u8| dialect.is_letter(letter);
        let letters = match lurd::expand(inner.text.as_bytes(), is_letter, |_| false, MAX_EXPANDED) {
            Ok(letters) => letters,
            // Unbalanced brackets: a line of text.
            Err(lurd::Fault::Letter(_)) => {
                self.end_board(false)?;
                if ends_in_wall(line.text, dialect) {
                    self.left_out.add(1, line.start);
                }
                self.block.text(line);
                return Ok(());
            }
            Err(lurd::Fault::TooMany(byte)) => {
                let at = line.start + byte;
                let fault = Diagnostic::new(format!("these counts expand to more than {MAX_EXPANDED} squares"))
                    .at(at..at + 1, "too many")
                    .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows"));
                self.board_of(line, 1).fault.get_or_insert(fault);
                return Ok(());
            }
        };
        // Even a short text can describe many squares.
        self.expanded += letters.len();
        if self.expanded > MAX_SQUARES {
            return Err(too_many(line.place()));
        }
        let ends = letters.iter().filter(|it| it.letter == ROW_END).count();
        let rows = ends + usize::from(letters.last().is_none_or(|last| last.letter != ROW_END));
        let has_player = has_player(letters.iter().map(|it| it.letter), dialect);
        self.rows(line, rows, has_player, |board| board.push_letters(inner, &letters, dialect))
    }

    fn finish(mut self) -> Result<(Reading, KeyPlaces), Diagnostic> {
        self.end_board(true)?;
        self.end_game();
        let mut weak = self.weak_board.take();
        if self.reading.entries.is_empty()
            && let Some(board) = &mut weak
        {
            // It is the only board, and not legal, so the text about it does not matter.
            self.next_block(board.place.start);
            self.entry(board)?;
            self.next_block(board.place.end);
        } else if let Some(board) = weak {
            self.leave_out(&board.place);
        }
        let end = self.text.len();
        let block = self.next_block(end);
        let start = block.start;
        let above = block.finish(self.text, end, true, false);
        self.places.below_last(&above);
        self.keys_below(&above);
        self.notes_above(start..end, &(end..end), self.below());
        self.reading.left_out = self.left_out.finish();
        Ok((self.reading, self.places))
    }
}

/// Whether a row may be a separator of boards: it consists of floor, and of one other letter at most, which is neither a wall
/// nor a player. `Some(true)`: with the other letter.
fn separator(line: &str, dialect: &Dialect) -> Option<bool> {
    let mut other = None;
    for letter in line.bytes() {
        match dialect.square(letter)? {
            Square::Floor => {}
            Square::Wall | Square::Player | Square::PlayerOnGoal => return None,
            _ if *other.get_or_insert(letter) != letter => return None,
            _ => {}
        }
    }
    Some(other.is_some())
}

fn has_player(mut letters: impl Iterator<Item = u8>, dialect: &Dialect) -> bool {
    letters.any(|letter| dialect.square(letter).is_some_and(Square::has_player))
}

// The state of the reader of a text.

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) dialect: &'static Dialect,
    pub(super) options: ContainerOptions,
    pub(super) reading: Reading,
    /// The board that is being read.
    pub(super) board: Option<BoardRows>,
    /// The game that is being read, and the byte at which it ends so far.
    pub(super) game: Option<(SavedGame, usize)>,
    /// The text since the last board or game.
    pub(super) block: MetadataBlock,
    /// The flags of all levels.
    pub(super) flags: String,
    /// The game that the file says its levels belong to.
    pub(super) variant: Option<String>,
    /// The text about the file.
    pub(super) header: String,
    /// The first board that was taken for text because it has no player and a single row or no wall.
    pub(super) weak_board: Option<Box<BoardRows>>,
    /// Which keys are above the boards, not below, once that is known.
    pub(super) above: Option<Keys>,
    pub(super) places: KeyPlaces,
    pub(super) squares: usize,
    /// The letters that counts have expanded to.
    pub(super) expanded: usize,
    /// The remaining cost of checking whether lines are games.
    pub(super) replay_cost_left: usize,
    /// The remaining cost of checking whether boards are closed above separators, in squares.
    cut_cost_left: usize,
    /// Whether a separator with other letters than floor ended a board.
    has_cut: bool,
    /// The end of the current block of comment, in bytes.
    pub(super) comment_end: usize,
    /// Whether the last thing before the current block is a game.
    pub(super) after_game: bool,
    pub(super) left_out: LeftOutRows,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, dialect: &'static Dialect, options: ContainerOptions) -> Self {
        Self {
            text,
            dialect,
            options,
            reading: Reading::default(),
            board: None,
            game: None,
            block: MetadataBlock::new(0, dialect.is_listing),
            flags: String::new(),
            variant: None,
            header: String::new(),
            weak_board: None,
            above: None,
            places: KeyPlaces::default(),
            squares: 0,
            expanded: 0,
            replay_cost_left: MAX_REPLAY_COST,
            cut_cost_left: MAX_CUT_COST,
            has_cut: false,
            comment_end: 0,
            after_game: false,
            left_out: LeftOutRows::default(),
        }
    }

    /// Begins a new block of text at byte `start` and returns the current one.
    pub(super) fn next_block(&mut self, start: usize) -> MetadataBlock {
        std::mem::replace(&mut self.block, MetadataBlock::new(start, self.dialect.is_listing))
    }
}

// The rows of a board while they are read.

/// Lines of rows without a blank line between them.
#[expect(clippy::struct_excessive_bools, reason = "four independent observations")]
pub(super) struct BoardRows {
    pub(super) grid: Grid,
    pub(super) place: Range<usize>,
    pub(super) rows: usize,
    pub(super) widest: usize,
    pub(super) fault: Option<Diagnostic>,
    /// The number of letters that do not belong to the dialect.
    pub(super) foreign_letters: usize,
    pub(super) has_wall: bool,
    pub(super) has_mark: bool,
    has_player: bool,
    pub(super) has_tab: bool,
    /// Rows of blanks, which belong to the board if another row follows: the bytes of the first, and their number.
    pub(super) floor: Option<(Range<usize>, usize)>,
    /// The rows below the player that may be separators, the first of each group; `None` if none of them is one.
    separators: Option<Vec<Separator>>,
    /// Whether the last row may be one.
    ends_in_separator: bool,
    /// Whether a separator below it had other letters than floor.
    lost_letters: bool,
}

/// Rows of a board that may separate it from the next one.
struct Separator {
    /// The number of rows above them.
    rows: usize,
    /// The byte at which the last of these ends.
    end: usize,
    /// Whether they have other letters than floor.
    has_letters: bool,
}

impl BoardRows {
    pub(super) fn new(place: Range<usize>) -> Self {
        Self {
            grid: Grid::default(),
            place,
            rows: 0,
            widest: 0,
            fault: None,
            foreign_letters: 0,
            has_wall: false,
            has_mark: false,
            has_player: false,
            has_tab: false,
            floor: None,
            separators: Some(Vec::new()),
            ends_in_separator: false,
            lost_letters: false,
        }
    }

    /// Takes note of a row that may be a separator, or of rows of floor above another row.
    fn take_separator(&mut self, rows_above: usize, row: Option<bool>, has_floor: bool) {
        let continues = self.ends_in_separator;
        self.ends_in_separator = false;
        let is_below_player = self.has_player && self.fault.is_none() && rows_above <= MAX_HEIGHT;
        let Some(separators) = self.separators.as_mut().filter(|_| is_below_player && (row.is_some() || has_floor))
        else {
            return;
        };
        if !continues {
            separators.push(Separator { rows: rows_above, end: self.place.end, has_letters: false });
        }
        if let Some(last) = separators.last_mut() {
            last.has_letters |= row == Some(true);
        }
        self.ends_in_separator = row.is_some();
    }

    /// Ends above a separator, with these rows.
    fn cut(&mut self, grid: Grid, separator: &Separator) {
        self.grid = grid;
        self.rows = separator.rows;
        self.place.end = separator.end;
        self.floor = None;
        self.fault = None;
        self.lost_letters = separator.has_letters;
        self.ends_in_separator = false;
        self.foreign_letters = 0;
    }

    /// Whether it counts as a board only if the text has no other.
    pub(super) fn is_weak(&self) -> bool {
        !self.has_player && (self.rows == 1 || !self.has_wall)
    }

    /// Adds the rows of blanks below the last row.
    fn take_floor(&mut self) {
        let Some((bytes, count)) = self.floor.take() else { return };
        for _ in 0..count.min(MAX_HEIGHT) {
            let cells = bytes.clone().map(|byte| GridCell { square: Square::Floor, byte });
            self.grid.push_row(cells, bytes.end);
        }
        self.rows += count;
    }

    /// Takes note of a line with that number of rows.
    pub(super) fn take(&mut self, line: &Line<'_>, rows: usize, dialect: &Dialect) {
        let (rows_above, has_floor) = (self.grid.rows().len(), self.floor.is_some());
        self.take_separator(rows_above, separator(line.text, dialect), has_floor);
        self.take_floor();
        self.place.end = line.place().end;
        self.rows += rows;
        for letter in line.text.bytes() {
            self.has_mark |= dialect.marks.contains(&letter);
            match dialect.square(letter) {
                Some(Square::Wall) => self.has_wall = true,
                Some(Square::Player | Square::PlayerOnGoal) => self.has_player = true,
                _ => {}
            }
        }
        self.widest = self.widest.max(line.text.len());
    }

    /// Adds the rows of a line, the first after `margin` columns of floor.
    pub(super) fn push_rows(&mut self, line: &Line<'_>, margin: usize, dialect: &Dialect) {
        self.has_tab |= margin > 0;
        let mut start = line.start;
        for (index, row) in without_last_end(line.text).split(char::from(ROW_END)).take(MAX_HEIGHT + 1).enumerate() {
            let margin = if index == 0 { margin } else { 0 };
            let floor = std::iter::repeat_n(GridCell { square: Square::Floor, byte: line.start }, margin);
            let cells = row
                .bytes()
                .zip(start..)
                .filter_map(|(letter, byte)| dialect.square(letter).map(|square| GridCell { square, byte }));
            self.grid.push_row(floor.chain(cells), start + row.len());
            start += row.len() + 1;
        }
    }

    /// Adds the rows that a line with counts was expanded to.
    pub(super) fn push_letters(&mut self, line: &Line<'_>, letters: &[Repeated], dialect: &Dialect) {
        let letters = match letters {
            [rows @ .., last] if last.letter == ROW_END => rows,
            rows => rows,
        };
        for row in letters.split(|it| it.letter == ROW_END).take(MAX_HEIGHT + 1) {
            let cells = row.iter().filter_map(|it| {
                dialect.square(it.letter).map(|square| GridCell { square, byte: line.start + it.byte })
            });
            let end = row.last().map_or(line.start, |last| line.start + last.byte + 1);
            self.widest = self.widest.max(row.len());
            self.grid.push_row(cells, end);
        }
    }
}

/// A line without the separator that ends its last row.
fn without_last_end(line: &str) -> &str {
    line.strip_suffix(char::from(ROW_END)).unwrap_or(line)
}

pub(super) fn rows_in(line: &str) -> usize {
    without_last_end(line).bytes().filter(|&letter| letter == ROW_END).count() + 1
}

/// The error for a letter at byte `at` of a line below `rows_above` rows.
pub(super) fn fault(dialect: &Dialect, line: &Line<'_>, at: usize, letter: char, rows_above: usize) -> Diagnostic {
    let before = line.text.get(..at).unwrap_or_default();
    let row = rows_above + rows_in(before);
    let column = before.chars().rev().take_while(|&letter| letter != char::from(ROW_END)).count() + 1;
    let place = line.start + at..line.start + at + letter.len_utf8();
    if letter == '\t' {
        return Diagnostic::new(format!("a tab in row {row} of a board: its width is undefined"))
            .at(place, "a tab")
            .help("write floor as spaces or -");
    }
    let letter = letter.escape_debug();
    let legend = format!("a board in the dialect {} consists of {}", dialect.name, dialect.legend);
    Diagnostic::new(format!("'{letter}' at row {row} column {column} is not a letter of a board"))
        .at(place, "not a square")
        .help(legend)
}

// The notes in a part of the text.

/// The lines of text in `range`, without flags, the line of `title`, and the keys in `without`; in a listing, without its
/// own lines. Of a level, other keys are in parentheses.
pub(super) fn text_notes(
    text: &str,
    range: Range<usize>,
    title: &Range<usize>,
    (without, is_of_level): (Keys, bool),
    in_listing: bool,
) -> String {
    let mut notes = String::new();
    let mut blanks = 0;
    let mut comment_end = 0;
    let Some(part) = text.get(range.clone()) else { return notes };
    for line in lines::lines(part) {
        if line.start >= comment_end {
            comment_end = lines::block(part, &line).unwrap_or(comment_end);
        }
        let is_comment = line.start < comment_end;
        if line.text == "::" && !is_comment {
            continue;
        }
        let is_title = !title.is_empty() && title.contains(&(line.start + range.start));
        let is_data = (in_listing && is_listing(line.text))
            || flags(line.text).is_some()
            || match key(bare(line.text)) {
                Some((MetadataKey::Title, _)) => without.title,
                Some((MetadataKey::Author, _)) => without.author,
                _ => false,
            };
        if is_title || (!is_comment && is_data) {
            continue;
        }
        if line.text.is_empty() || line.text.trim_start_matches([' ', '\t']).is_empty() {
            blanks += 1;
            continue;
        }
        if !notes.is_empty() {
            notes.push('\n');
            if blanks > 0 {
                notes.push('\n');
            }
        }
        blanks = 0;
        let written = line.text.strip_prefix(';').map_or(line.text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        // Among the notes of a level a key would be about it.
        let is_key = is_of_level && matches!(key(bare(line.text)), Some((MetadataKey::Title | MetadataKey::Author, _)));
        if is_key && !is_comment {
            let _ = write!(notes, "({written})");
        } else {
            notes.push_str(written);
        }
    }
    notes
}

// What becomes of a board at its end: an entry with its title, its flags and the text about it, or text.

impl Reader<'_> {
    /// Ends the current board, if any.
    pub(super) fn end_board(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let Some(mut board) = self.board.take() else { return Ok(()) };
        let is_weak = board.is_weak();
        let is_only = text_ends && self.reading.entries.is_empty();
        let is_faulty_line = board.rows == 1 && board.fault.is_some();
        if self.options.leniency.outside_wall {
            board.take_floor();
        }
        let floor = board.floor.take();
        let end = board.place.end;
        self.cut_end(&mut board);
        if !board.has_mark || is_faulty_line || (is_weak && !is_only) {
            self.dismiss(board);
        } else {
            let may_grow = text_ends && board.fault.is_none() && board.grid.may_become_legal();
            self.entry(&mut board)?;
            if board.place.end < end {
                self.next_block(end);
            }
            let is_err = self.reading.entries.last().is_some_and(|entry| entry.level.is_err());
            self.reading.unfinished = may_grow && is_err;
        }
        if let Some((bytes, _)) = floor {
            self.block.blank(&Line { text: "", start: bytes.start, full: bytes.len() });
        }
        Ok(())
    }

    /// Cuts off separators at the end of a board that have other letters than floor, if the board is legal without them, and
    /// is not with them or is the last of several with the same separators.
    fn cut_end(&mut self, board: &mut BoardRows) {
        let last = board.separators.as_mut().and_then(Vec::pop).filter(|_| board.ends_in_separator);
        let Some(separator) = last.filter(|separator| separator.has_letters) else { return };
        let cost = board.grid.rows().len() * board.widest;
        if board.fault.is_some() || self.cut_cost_left < cost {
            return;
        }
        self.cut_cost_left -= cost;
        let grid = board.grid.first_rows(separator.rows);
        let is_legal = |grid: &Grid| Level::from_grid_with(grid, self.options.leniency).is_ok();
        if is_legal(&grid) && (self.has_cut || !is_legal(&board.grid)) {
            board.cut(grid, &separator);
        }
    }

    /// Takes a board for lines of text.
    fn dismiss(&mut self, board: BoardRows) {
        let part = self.text.get(board.place.clone()).unwrap_or_default();
        let offset = board.place.start;
        for line in lines::lines(part) {
            self.block.text(&Line { start: line.start + offset, ..line });
        }
        let is_first = self.weak_board.is_none() && self.reading.entries.is_empty();
        if board.has_mark && board.fault.is_none() && is_first {
            self.weak_board = Some(Box::new(board));
        } else {
            self.leave_out(&board.place);
        }
    }

    /// Counts the rows in `place`, which belong to no level.
    pub(super) fn leave_out(&mut self, place: &Range<usize>) {
        for line in lines::lines(self.text.get(place.clone()).unwrap_or_default()) {
            let line = Line { start: line.start + place.start, ..line };
            if kind(line.text, self.dialect, false) == LineKind::Compact {
                // A number and the letters around it may be a title: `#50 (3)`.
                if ends_in_wall(line.text, self.dialect) {
                    self.left_out.add(1, line.start);
                }
            } else {
                self.left_out.text(&line);
            }
        }
        self.left_out.pause();
    }

    /// Makes an entry of a board.
    pub(super) fn entry(&mut self, board: &mut BoardRows) -> Result<(), Diagnostic> {
        let place = board.place.clone();
        let has_above = !self.reading.entries.is_empty();
        let block = self.next_block(place.end);
        let start = block.start;
        let blank_after_flags = block.blank_after_flags;
        let above = block.finish(self.text, place.start, has_above, false);
        self.places.above_board(&above);
        if !has_above {
            self.reading.foreign_letters = board.foreign_letters;
        }
        let are_above = *self.above.get_or_insert_with(|| self.places.first_guess());
        // Another title by position stays as text: apart from the key it is about the file.
        let is_other = |key: &String| above.title.as_ref().is_some_and(|title| is_other_title(title, key));
        let has_other = are_above.title && above.key_title.as_ref().is_some_and(is_other);
        let title_line = if has_other { place.start..place.start } else { above.line.clone() };
        let mut begin = above.begin_with(are_above);
        if has_other && !has_above && above.line.end <= above.title_paragraph {
            begin = above.title_paragraph;
        }
        self.notes_above(start..begin, &title_line, if has_above { ALL_KEYS } else { are_above });
        // Above the first board, keys that are not about it are about the file.
        let without = if has_above { ALL_KEYS } else { are_above };
        let mut flags = above.flags;
        if !has_above && blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        let (key_title, title_below) = either(above.key_title, are_above.title);
        let (author, author_below) = either(above.key_author, are_above.author);
        self.name_last(title_below, author_below);
        board.grid.title = key_title.or(above.title);
        // What is said before the first board holds for the file.
        let variant = match above.variant {
            Some(variant) if !has_above => {
                self.variant = Some(variant.clone());
                Some(variant)
            }
            Some(variant) if are_above.title => Some(variant),
            below => {
                self.vary_last(below);
                self.variant.clone()
            }
        };
        let variant = variant.filter(|it| !it.eq_ignore_ascii_case("sokoban"));
        let level = match (variant, board.fault.take()) {
            (Some(variant), _) => Err(other_game(&variant, place.clone())),
            (None, Some(fault)) => Err(fault),
            (None, None) => Level::from_grid_with(&board.grid, self.options.leniency),
        };
        self.squares += level.as_ref().map_or(0, Level::squares);
        if self.reading.entries.len() == MAX_LEVELS || self.squares > MAX_SQUARES {
            return Err(too_many(place));
        }
        self.reading.has_wall |= board.has_wall;
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        let tabs = board.has_tab.then_some("tabs before rows are read as tab stops every 8 columns");
        let outside = outside_note(&board.grid, self.options.leniency).filter(|_| level.is_ok());
        let separator = board.lost_letters.then_some("the row without walls below it is read as a separator");
        let notes: Vec<_> = tabs.into_iter().chain(outside).chain(separator).collect();
        let note = (!notes.is_empty()).then(|| notes.join("; "));
        let is_listing = self.dialect.is_listing;
        let metadata = Metadata {
            header: std::mem::take(&mut self.header),
            author,
            notes: text_notes(self.text, begin..place.start, &title_line, (without, has_above), is_listing),
            end: place.end,
            ..Metadata::default()
        };
        self.reading.entries.push(LevelEntry { level, place, flags, note, metadata });
        self.after_game = false;
        Ok(())
    }

    /// The keys that are below their boards.
    fn below(&self) -> Keys {
        let Keys { title, author } = self.above.unwrap_or_default();
        Keys { title: !title, author: !author }
    }

    /// Adds the text in `range` to the level or game above it. The line of `title` and the keys in `without` are not part
    /// of it.
    fn notes_above(&mut self, range: Range<usize>, title: &Range<usize>, without: Keys) {
        let notes = text_notes(
            self.text,
            range.clone(),
            title,
            (without, !self.reading.entries.is_empty()),
            self.dialect.is_listing,
        );
        let Some(last) = self.reading.entries.last_mut() else {
            self.header = notes;
            return;
        };
        last.metadata.end = last.metadata.end.max(trimmed_end(self.text, &range));
        if notes.is_empty() {
            return;
        }
        let about = match last.metadata.games.last_mut() {
            Some(game) if self.after_game => &mut game.notes,
            _ => &mut last.metadata.notes,
        };
        if !about.is_empty() {
            about.push('\n');
        }
        about.push_str(&notes);
    }

    /// Takes the keys of a block that is below the last board, with no other board below it.
    fn keys_below(&mut self, block: &AboutNext) {
        let are_above = self.above.unwrap_or_default();
        let (_, title) = either(block.key_title.clone(), are_above.title);
        let (_, author) = either(block.key_author.clone(), are_above.author);
        self.name_last(title, author);
        if !are_above.title {
            self.vary_last(block.variant.clone());
        }
    }

    /// Gives the last level a title and an author from below its board.
    fn name_last(&mut self, title: Option<String>, author: Option<String>) {
        let Some(last) = self.reading.entries.last_mut() else { return };
        if let (Some(title), Ok(level)) = (title, &mut last.level) {
            // Another title above the board stays as text.
            if let Some(old) = level.title.take().filter(|old| is_other_title(old, &title)) {
                let blank = if last.metadata.notes.is_empty() { "" } else { "\n" };
                last.metadata.notes = format!("{old}{blank}{}", last.metadata.notes);
            }
            level.title = Some(title);
        }
        last.metadata.author = author.or_else(|| last.metadata.author.take());
    }
}

impl Reader<'_> {
    /// Takes note that the last level is one of another game, as a line below its board says.
    fn vary_last(&mut self, variant: Option<String>) {
        let variant = variant.filter(|it| !it.eq_ignore_ascii_case("sokoban"));
        if let (Some(variant), Some(last)) = (variant, self.reading.entries.last_mut()) {
            last.level = Err(other_game(&variant, last.place.clone()));
        }
    }
}

const ALL_KEYS: Keys = Keys { title: true, author: true };

/// A value for the board below it, or else for the board above it.
fn either(value: Option<String>, is_above: bool) -> (Option<String>, Option<String>) {
    if is_above { (value, None) } else { (None, value) }
}

/// Whether a title says something that another does not: not only a number.
fn is_other_title(title: &str, than: &str) -> bool {
    let is_number = title.chars().all(|letter| letter.is_ascii_digit() || !letter.is_alphanumeric());
    !is_number && !than.trim().eq_ignore_ascii_case(title.trim())
}

/// Whether a line with counts ends in a wall, perhaps as the last letter of a group, before floor.
fn ends_in_wall(line: &str, dialect: &Dialect) -> bool {
    let line = line.trim_end_matches([' ', '\t', '-', '_', ')', char::from(ROW_END)]);
    line.ends_with(char::from(dialect.wall()))
}

/// The end of the text in `range` without trailing blanks.
fn trimmed_end(text: &str, range: &Range<usize>) -> usize {
    range.start + text.get(range.clone()).map_or(0, |part| part.trim_end().len())
}

/// The error for a level of another game.
pub(in crate::formats) fn other_game(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd supports Sokoban only")
}

// Games below a board.

impl Reader<'_> {
    /// Whether a line of steps is part of a game.
    pub(super) fn is_game(&mut self, line: &str) -> bool {
        if self.game.is_some() {
            return true;
        }
        let Some(last) = self.reading.entries.last() else { return false };
        self.is_announced()
            || last.level.as_ref().is_ok_and(|level| games::can_be_walked(level, line, &mut self.replay_cost_left))
    }

    /// Takes a line that is neither a row nor of steps alone: a game on a line, announced steps with a fault, or text.
    fn text_or_game(&mut self, line: &Line<'_>) {
        let is_announced = match &self.game {
            Some((game, _)) => game.title.as_deref().is_some_and(games::announces),
            None => !self.reading.entries.is_empty() && self.is_announced(),
        };
        if is_announced && games::is_meant_as_steps(line.text) {
            self.steps(line);
            return;
        }
        self.end_game();
        if !self.game_on_a_line(line) {
            self.text(line);
        }
    }

    /// Whether the last line of text announces a game.
    fn is_announced(&self) -> bool {
        self.block.last_line().and_then(|line| self.text.get(line)).is_some_and(games::announces)
    }

    /// Begins the game of a line `Solution: rRR`, if that is what it is: the player of the last board can walk the steps, or
    /// the title says no more than that they are a solution.
    fn game_on_a_line(&mut self, line: &Line<'_>) -> bool {
        let Some((title, steps)) = line.text.split_once(':') else { return false };
        let (inner, start) = (steps.trim(), line.start + line.text.len() - steps.trim_start().len());
        let Some(last) = self.reading.entries.last().filter(|_| games::announces(title)) else { return false };
        let steps = games::steps_in(inner);
        let can_be_walked =
            |level: &Level| lines::is_steps(&steps) && games::can_be_walked(level, &steps, &mut self.replay_cost_left);
        let is_game = games::is_on_a_line(title, inner) || last.level.as_ref().is_ok_and(can_be_walked);
        if is_game {
            self.block.text(&Line { text: title, full: title.len(), ..line.clone() });
            self.steps(&Line { text: inner, start, full: line.start + line.full - start });
        }
        is_game
    }

    /// Adds a line of steps to the current game, or begins one.
    pub(super) fn steps(&mut self, line: &Line<'_>) {
        if self.game.is_none() {
            let block = self.next_block(line.start);
            let start = block.start;
            let above = block.finish(self.text, line.start, true, true);
            self.keys_below(&above);
            self.notes_above(start..above.begin, &above.line, self.below());
            self.game = Some((SavedGame { title: above.title, ..SavedGame::default() }, line.start));
        }
        if let Some((game, end)) = &mut self.game {
            game.steps.push_str(&games::steps_in(line.text));
            *end = line.place().end;
        }
    }

    /// Ends the current game, if any.
    pub(super) fn end_game(&mut self) {
        let Some((game, end)) = self.game.take() else { return };
        if let Some(last) = self.reading.entries.last_mut() {
            last.metadata.games.push(game);
            last.metadata.end = end;
        }
        self.next_block(end);
        self.after_game = true;
    }
}
