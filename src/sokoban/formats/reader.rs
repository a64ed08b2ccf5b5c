//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! A line made only of board letters is a row of a board (or several, with `|`), and a run of such
//! lines without a blank line between them is a board if it has a wall, a box or a player; counts
//! may stand before letters. A single row without a player is text, unless the text has no other
//! board. A line with `|` that holds a player and three rows or more is a board of its own. A line
//! of blanks as wide as the board is a row of it. Below a board, lines written as steps are are a
//! game, if a line above announces one or the player can walk them. Everything else is text, of which
//! `metadata_block` says what it is about:
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards; the first
//!   board tells. They count more than the title by place.
//! * `; lurd: FLAGS` gives the flags of the next board. With a blank line between it and the first
//!   board it gives the flags of all boards.
//! * Between `Comment:` and `Comment-End:` everything is text ([`comment`]).
//!
//! Rows that look like rows of a board and become no level are counted ([`Tally`]).
//!
//! One pass, linear in the length of the text.

mod entries;
mod play;

use crate::diagnostic::Diagnostic;
use crate::puzzle::SavedGame;
use crate::sokoban::formats::board_rows;
use crate::sokoban::formats::board_rows::BoardRows;
use crate::sokoban::formats::comment;
use crate::sokoban::formats::dialect::{Dialect, PUSHER, ROW_END};
use crate::sokoban::formats::games;
use crate::sokoban::formats::grid::{MAX_HEIGHT, MAX_WIDTH};
use crate::sokoban::formats::left_out::Tally;
use crate::sokoban::formats::lines;
use crate::sokoban::formats::lines::{Kind, Line};
use crate::sokoban::formats::metadata::MetadataBlock;
use crate::sokoban::formats::reading::{ContainerOptions, MAX_LEVELS, MAX_SQUARES, Reading, too_many};
use crate::sokoban::notation::run_length;
use crate::sokoban::square::Square;

/// Reads the levels in `text`. None at all is no error here.
pub(super) fn read(
    text: &str,
    dialect: &'static Dialect,
    options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    let mut reader = Reader {
        text,
        dialect,
        options,
        reading: Reading::default(),
        run: None,
        game: None,
        metadata_block: MetadataBlock::new(0, is_listing(dialect)),
        flags: String::new(),
        header: String::new(),
        weak: None,
        keys_above: false,
        squares: 0,
        expanded: 0,
        patience: games::PATIENCE,
        comment: 0,
        after_game: false,
        left_out: Tally::default(),
    };
    for line in lines::lines(text) {
        reader.line(&line)?;
        if reader.reading.entries.len() >= options.most {
            return Ok(reader.reading);
        }
    }
    reader.finish()
}

struct Reader<'t> {
    text: &'t str,
    dialect: &'static Dialect,
    options: ContainerOptions,
    reading: Reading,
    run: Option<BoardRows>,
    /// A game being read, at these bytes.
    game: Option<(SavedGame, usize)>,
    metadata_block: MetadataBlock,
    /// The flags of all levels.
    flags: String,
    /// The text about all levels.
    header: String,
    /// The first run that was taken for text.
    weak: Option<Box<BoardRows>>,
    /// Whether `Title:` stands above the boards.
    keys_above: bool,
    squares: usize,
    /// The letters that counts made.
    expanded: usize,
    /// What may still be spent on looking whether lines can be walked.
    patience: usize,
    /// The byte up to which the text is a comment.
    comment: usize,
    /// Whether the last thing was a game.
    after_game: bool,
    left_out: Tally,
}

impl Reader<'_> {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        if line.start < self.comment {
            self.left_out.comment(line);
            self.metadata_block.comment(line);
            return Ok(());
        }
        let quoted = self.unquoted(line);
        let line = quoted.as_ref().unwrap_or(line);
        let (margin, inner) = self.margin(line);
        let kind = lines::kind(inner.text, self.dialect, self.run.is_some());
        if kind != Kind::Text {
            self.left_out.pause();
        }
        match kind {
            Kind::Blank => {
                let widest = self.run.as_ref().map_or(0, |run| run.widest);
                if widest > 0
                    && line.full >= widest
                    && let Some(run) = &mut self.run
                {
                    let floor = run.floor.get_or_insert((line.start..line.start + widest, 0));
                    floor.1 += 1;
                    return Ok(());
                }
                self.end_of_run(false)?;
                self.end_of_game();
                self.metadata_block.blank(line);
            }
            Kind::Text => {
                self.end_of_run(false)?;
                self.end_of_game();
                self.text(line);
            }
            Kind::Steps => {
                self.end_of_run(false)?;
                if self.is_game(line.text) {
                    self.steps(line);
                } else {
                    self.end_of_game();
                    self.metadata_block.text(line);
                }
            }
            Kind::Broken { at, letter, strange } => {
                self.end_of_game();
                let above = self.run.as_ref().map_or(0, |run| run.rows);
                let fault = board_rows::fault(self.dialect, &inner, at, letter, above);
                let rows = board_rows::rows_in(inner.text);
                let run = self.run(line, rows);
                run.strange += strange;
                run.fault.get_or_insert(fault);
            }
            Kind::Board => {
                self.end_of_game();
                self.board(line, &inner, margin)?;
            }
            Kind::Compact => {
                self.end_of_game();
                self.compact(line, &inner)?;
            }
        }
        Ok(())
    }

    /// `>` before rows comes from mail.
    fn unquoted<'l>(&self, line: &Line<'l>) -> Option<Line<'l>> {
        if !self.dialect.is_compact || !line.text.starts_with('>') {
            return None;
        }
        let text = line.text.trim_start_matches('>');
        let is_row = matches!(
            lines::kind(text, self.dialect, self.run.is_some()),
            Kind::Board | Kind::Compact | Kind::Steps
        );
        let cut = line.text.len() - text.len();
        is_row.then(|| Line { text, start: line.start + cut, full: line.full - cut })
    }

    /// How many columns of floor the tabs before a row stand for, and the row without them; nothing
    /// if there is no tab or it is not the row's margin.
    fn margin<'l>(&self, line: &Line<'l>) -> (usize, Line<'l>) {
        const STOP: usize = 8;
        let inner = line.text.trim_start_matches([' ', '\t']);
        let lead = line.text.get(..line.text.len() - inner.len()).unwrap_or_default();
        if !lead.contains('\t') || lines::kind(inner, self.dialect, self.run.is_some()) != Kind::Board {
            return (0, line.clone());
        }
        let columns = lead.bytes().fold(0, |column, blank| match blank {
            b'\t' => (column / STOP + 1) * STOP,
            _ => column + 1,
        });
        (columns, Line { text: inner, start: line.start + lead.len(), full: line.full - lead.len() })
    }

    /// A line of text, which may begin a block of comment.
    fn text(&mut self, line: &Line<'_>) {
        if let Some(end) = comment::block(self.text, line) {
            self.comment = end;
            self.metadata_block.comment(line);
        } else {
            self.left_out.text(line);
            self.metadata_block.text(line);
        }
    }

    /// The run that `line` with so many rows belongs to.
    fn run(&mut self, line: &Line<'_>, rows: usize) -> &mut BoardRows {
        let dialect = self.dialect;
        let run = self.run.get_or_insert_with(|| BoardRows::new(line.place()));
        run.take(line, rows, dialect);
        run
    }

    fn board(&mut self, line: &Line<'_>, inner: &Line<'_>, margin: usize) -> Result<(), Diagnostic> {
        let rows = board_rows::rows_in(line.text);
        let dialect = self.dialect;
        let has_player = line.text.bytes().any(|it| dialect.square(it).is_some_and(Square::has_player));
        let alone = rows > 2 && has_player;
        if alone {
            self.end_of_run(false)?;
        }
        self.run(line, rows).push_rows(inner, margin, dialect);
        if alone { self.end_of_run(false) } else { Ok(()) }
    }

    /// Rows with counts.
    fn compact(&mut self, line: &Line<'_>, inner: &Line<'_>) -> Result<(), Diagnostic> {
        const MOST: usize = (MAX_WIDTH + 1) * (MAX_HEIGHT + 1);
        let dialect = self.dialect;
        let is_letter = |letter: u8| dialect.is_letter(letter);
        let letters = match run_length::expand(inner.text.as_bytes(), is_letter, |_| false, MOST) {
            Ok(letters) => letters,
            // Brackets that do not match: a line of text.
            Err(run_length::Fault::Letter(_)) => {
                self.end_of_run(false)?;
                self.left_out.add(1, line.start);
                self.metadata_block.text(line);
                return Ok(());
            }
            Err(run_length::Fault::TooMany(byte)) => {
                let at = line.start + byte;
                let fault = Diagnostic::new(format!("these counts make more than {MOST} squares"))
                    .at(at..at + 1, "too many")
                    .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows"));
                self.run(line, 1).fault.get_or_insert(fault);
                return Ok(());
            }
        };
        // A short text can describe much: all of it together has to be a text of levels.
        self.expanded += letters.len();
        if self.expanded > MAX_SQUARES {
            return Err(too_many(line.place()));
        }
        let rows = letters.iter().filter(|it| it.letter == ROW_END).count() + 1;
        let has_player = letters.iter().any(|it| dialect.square(it.letter).is_some_and(Square::has_player));
        let alone = rows > 2 && has_player;
        if alone {
            self.end_of_run(false)?;
        }
        self.run(line, rows).push_letters(inner, &letters, dialect);
        if alone { self.end_of_run(false) } else { Ok(()) }
    }

    fn finish(mut self) -> Result<Reading, Diagnostic> {
        self.end_of_run(true)?;
        self.end_of_game();
        let mut weak = self.weak.take();
        if self.reading.entries.is_empty()
            && let Some(run) = &mut weak
        {
            // All there is. The text about it does not matter, as it is no level.
            self.metadata_block = MetadataBlock::new(run.place.start, is_listing(self.dialect));
            self.entry(run)?;
            self.metadata_block = MetadataBlock::new(run.place.end, is_listing(self.dialect));
        } else if let Some(run) = weak {
            self.leave_out(&run.place);
        }
        let end = self.text.len();
        let metadata_block =
            std::mem::replace(&mut self.metadata_block, MetadataBlock::new(end, is_listing(self.dialect)));
        let start = metadata_block.start;
        let above = metadata_block.finish(self.text, end, true, false);
        if !self.keys_above {
            self.name_last(above.key_title, above.key_author);
        }
        self.notes_above(start..end, &(end..end));
        self.reading.left_out = self.left_out.finish();
        Ok(self.reading)
    }
}

/// Whether boards in these letters come from the listing of pusher's levels.
fn is_listing(dialect: &Dialect) -> bool {
    dialect.name == PUSHER.name
}
