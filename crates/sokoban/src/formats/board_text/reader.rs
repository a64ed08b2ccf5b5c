//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! A line of board letters is a row of a board (or several rows, separated by `|`); counts may stand before
//! letters. A sequence of such lines without a blank line is a board if it has a wall, a box or a player. A
//! single row without a player is text, unless the text has no other board. A line with `|`, a player and at
//! least three rows is a board of its own. A line of blanks as wide as the board is a row of floor. Lines of
//! steps below a board are a game if a line above announces one or the player can walk them. Everything else
//! is text, and [`MetadataBlock`](super::metadata_block::MetadataBlock) finds out what it is about:
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards; the first board
//!   decides which. They take precedence over titles by position.
//! * `; lurd: FLAGS` gives the flags of the next board, or, with a blank line between it and the first board,
//!   of all boards.
//! * Everything between `Comment:` and `Comment-End:` is text ([`comment`]).
//!
//! Rows that look like rows of a board and belong to no level are counted
//! ([`Tally`](super::left_out::Tally)).
//!
//! One pass, linear in the length of the text.

use super::board_rows::{self, BoardRows};
use super::comment;
use super::line_kind::{LineKind, kind};
use super::lines::{self, Line};
use super::reader_state::Reader;
use crate::formats::dialect::{Dialect, ROW_END};
use crate::formats::grid::{MAX_HEIGHT, MAX_WIDTH};
use crate::formats::reading::{ContainerOptions, MAX_SQUARES, Reading, too_many};
use crate::notation::run_length;
use crate::square::Square;
use lurd_puzzle::diagnostic::Diagnostic;

/// The width of a tab stop.
const TAB_STOP: usize = 8;
/// The most squares that the counts of a line may expand to.
const MAX_EXPANDED: usize = (MAX_WIDTH + 1) * (MAX_HEIGHT + 1);

/// Reads the levels in `text`. A text without levels is not an error here.
pub(in crate::formats) fn read(
    text: &str,
    dialect: &'static Dialect,
    options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    let mut reader = Reader::new(text, dialect, options);
    for line in lines::lines(text) {
        reader.line(&line)?;
        if reader.reading.entries.len() >= options.max_levels {
            return Ok(reader.reading);
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
            LineKind::Text => {
                self.end_board(false)?;
                self.end_game();
                self.text(line);
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
                let rows_above = self.board.as_ref().map_or(0, |board| board.rows);
                let fault = board_rows::fault(self.dialect, &inner, at, letter, rows_above);
                let rows = board_rows::rows_in(inner.text);
                let board = self.board_of(line, rows);
                board.foreign_letters += foreign;
                board.fault.get_or_insert(fault);
            }
            LineKind::Board => {
                self.end_game();
                let dialect = self.dialect;
                let has_player = has_player(line.text.bytes(), dialect);
                self.rows(line, board_rows::rows_in(line.text), has_player, |board| {
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

    /// Whether a line of blanks is as wide as the current board. It is then kept as a row of floor, in case
    /// another row follows.
    fn is_row_of_floor(&mut self, line: &Line<'_>) -> bool {
        let Some(board) = self.board.as_mut().filter(|board| (1..=line.full).contains(&board.widest)) else {
            return false;
        };
        let floor = board.floor.get_or_insert((line.start..line.start + board.widest, 0));
        floor.1 += 1;
        true
    }

    /// Takes a line of text, which may begin a block of comment.
    fn text(&mut self, line: &Line<'_>) {
        if let Some(end) = comment::block(self.text, line) {
            self.comment_end = end;
            self.block.comment(line);
        } else {
            self.left_out.text(line);
            self.block.text(line);
        }
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
        let letters = match run_length::expand(inner.text.as_bytes(), is_letter, |_| false, MAX_EXPANDED) {
            Ok(letters) => letters,
            // Unbalanced brackets: a line of text.
            Err(run_length::Fault::Letter(_)) => {
                self.end_board(false)?;
                self.left_out.add(1, line.start);
                self.block.text(line);
                return Ok(());
            }
            Err(run_length::Fault::TooMany(byte)) => {
                let at = line.start + byte;
                let fault =
                    Diagnostic::new(format!("these counts expand to more than {MAX_EXPANDED} squares"))
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
        let rows = letters.iter().filter(|it| it.letter == ROW_END).count() + 1;
        let has_player = has_player(letters.iter().map(|it| it.letter), dialect);
        self.rows(line, rows, has_player, |board| board.push_letters(inner, &letters, dialect))
    }

    fn finish(mut self) -> Result<Reading, Diagnostic> {
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
        if !self.keys_above {
            self.name_last(above.key_title, above.key_author);
        }
        self.notes_above(start..end, &(end..end));
        self.reading.left_out = self.left_out.finish();
        Ok(self.reading)
    }
}

fn has_player(mut letters: impl Iterator<Item = u8>, dialect: &Dialect) -> bool {
    letters.any(|letter| dialect.square(letter).is_some_and(Square::has_player))
}
