//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! A line made only of board letters is a row of a board (or several, with `|`), and a run of such
//! lines without a blank line between them is a board if it has a wall, a box or a player; counts
//! may stand before letters. A single row without a player is text, unless the text has no other
//! board. A line with `|` that holds a player and three rows or more is a board of its own. A line
//! of blanks as wide as the board is a row of it. Below a board, lines written as steps are are a
//! game, if a line above announces one or the player can walk them. Everything else is text, of which
//! [`gap`] says what it is about:
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards; the first
//!   board tells. They count more than the title by place.
//! * `; lurd: FLAGS` gives the flags of the next board. With a blank line between it and the first
//!   board it gives the flags of all boards.
//! * Between `Comment:` and `Comment-End:` everything is text.
//!
//! One pass, linear in the length of the text.

use std::ops::Range;

use super::dialect::{Dialect, PUSHER, ROW_END};
use super::games;
use super::gap::{self, Gap};
use super::grid::{MAX_HEIGHT, MAX_WIDTH, Square};
use super::lines::{self, Kind, Line};
use super::run::{self, Run};
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Extras, SavedGame};
use crate::sokoban::{Level, repeats};

/// One level of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The level, or the complaint (its places are bytes of the whole text).
    pub level: Result<Level, Diagnostic>,
    /// The bytes of its board.
    pub place: Range<usize>,
    /// The flags after `; lurd:` that are meant for it, of the whole file first.
    pub flags: String,
    /// What a reader should be told.
    pub note: Option<String>,
    /// What else the text says of it.
    pub extras: Extras,
}

/// What was found in a text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Its levels, in order.
    pub(super) entries: Vec<LevelEntry>,
    /// Whether one of them has a wall.
    pub(super) has_wall: bool,
    /// Whether the text ends within a board that further rows may make legal.
    pub(super) unfinished: bool,
    /// How many letters of the first board are none of this dialect.
    pub(super) strange: usize,
}

/// How to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Whether boxes and goals may differ in number.
    pub(super) allow_unequal: bool,
    /// How many levels to read.
    pub(super) most: usize,
}

/// The most levels of one text.
pub(super) const MAX_LEVELS: usize = 100_000;
/// The most squares of all levels of one text together. A short text can describe large boards.
pub(super) const MAX_SQUARES: usize = 30_000_000;

/// Reads the levels in `text`. None at all is no error here.
pub(super) fn read(text: &str, dialect: &'static Dialect, options: Options) -> Result<Reading, Diagnostic> {
    let mut reader = Reader {
        text,
        dialect,
        options,
        reading: Reading::default(),
        run: None,
        game: None,
        gap: Gap::new(0, is_listing(dialect)),
        flags: String::new(),
        header: String::new(),
        weak: None,
        keys_above: false,
        squares: 0,
        expanded: 0,
        patience: games::PATIENCE,
        comment: None,
        after_game: false,
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
    options: Options,
    reading: Reading,
    run: Option<Run>,
    /// A game being read, at these bytes.
    game: Option<(SavedGame, usize)>,
    gap: Gap,
    /// The flags of all levels.
    flags: String,
    /// The text about all levels.
    header: String,
    /// The first run that was taken for text.
    weak: Option<Box<Run>>,
    /// Whether `Title:` stands above the boards.
    keys_above: bool,
    squares: usize,
    /// The letters that counts made.
    expanded: usize,
    /// What may still be spent on looking whether lines can be walked.
    patience: usize,
    /// The byte up to which the text is a comment.
    comment: Option<usize>,
    /// Whether the last thing was a game.
    after_game: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        if self.comment.is_some_and(|end| line.start < end) {
            self.gap.text(line);
            return Ok(());
        }
        let quoted = self.unquoted(line);
        let line = quoted.as_ref().unwrap_or(line);
        let (margin, inner) = self.margin(line);
        let kind = lines::kind(inner.text, self.dialect, self.run.is_some());
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
                self.gap.blank(line);
            }
            Kind::Text => {
                self.end_of_run(false)?;
                self.end_of_game();
                self.begin_comment(line);
                self.gap.text(line);
            }
            Kind::Steps => {
                self.end_of_run(false)?;
                if self.is_game(line.text) {
                    self.steps(line);
                } else {
                    self.end_of_game();
                    self.gap.text(line);
                }
            }
            Kind::Broken { at, letter, strange } => {
                self.end_of_game();
                let above = self.run.as_ref().map_or(0, |run| run.rows);
                let fault = run::fault(self.dialect, &inner, at, letter, above);
                let rows = run::rows_in(inner.text);
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

    /// A `Comment:` that is ended later makes everything between text.
    fn begin_comment(&mut self, line: &Line<'_>) {
        const END: &str = "comment-end";
        let Some((gap::Key::Other, "")) = gap::key(line.text.trim_start_matches([';', ' '])) else { return };
        if !line.text.to_ascii_lowercase().contains("comment") {
            return;
        }
        let behind = line.start + line.text.len();
        let bytes = self.text.as_bytes().get(behind..).unwrap_or_default();
        // Where none was found there is none further down either.
        if self.comment == Some(0) {
            return;
        }
        let end = bytes.windows(END.len()).position(|it| it.eq_ignore_ascii_case(END.as_bytes()));
        self.comment = Some(end.map_or(0, |end| behind + end));
    }

    /// The run that `line` with so many rows belongs to.
    fn run(&mut self, line: &Line<'_>, rows: usize) -> &mut Run {
        let dialect = self.dialect;
        let run = self.run.get_or_insert_with(|| Run::new(line.place()));
        run.take(line, rows, dialect);
        run
    }

    fn board(&mut self, line: &Line<'_>, inner: &Line<'_>, margin: usize) -> Result<(), Diagnostic> {
        let rows = run::rows_in(line.text);
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
        let letters = match repeats::expand(inner.text.as_bytes(), is_letter, |_| false, MOST) {
            Ok(letters) => letters,
            // Brackets that do not match: a line of text.
            Err(repeats::Fault::Letter(_)) => {
                self.end_of_run(false)?;
                self.gap.text(line);
                return Ok(());
            }
            Err(repeats::Fault::TooMany(byte)) => {
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

    /// Ends the board, if one is being read, and makes an entry of it.
    fn end_of_run(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let is_weak = run.is_weak();
        let is_all = text_ends && self.reading.entries.is_empty();
        let is_slip = run.rows == 1 && run.fault.is_some();
        let floor = run.floor.take();
        if !run.has_mark || is_slip || (is_weak && !is_all) {
            self.dismiss(run);
        } else {
            let may_grow = text_ends && run.fault.is_none() && run.grid.may_become_legal();
            self.entry(&mut run)?;
            let is_err = self.reading.entries.last().is_some_and(|entry| entry.level.is_err());
            self.reading.unfinished = may_grow && is_err;
        }
        if let Some((bytes, _)) = floor {
            self.gap.blank(&Line { text: "", start: bytes.start, full: bytes.len() });
        }
        Ok(())
    }

    /// Takes a run for lines of text.
    fn dismiss(&mut self, run: Run) {
        let part = self.text.get(run.place.clone()).unwrap_or_default();
        let offset = run.place.start;
        for line in lines::lines(part) {
            self.gap.text(&Line { start: line.start + offset, ..line });
        }
        if run.has_mark && run.fault.is_none() && self.weak.is_none() && self.reading.entries.is_empty() {
            self.weak = Some(Box::new(run));
        }
    }

    fn entry(&mut self, run: &mut Run) -> Result<(), Diagnostic> {
        let has_above = !self.reading.entries.is_empty();
        let gap = std::mem::replace(&mut self.gap, Gap::new(run.place.end, is_listing(self.dialect)));
        let start = gap.start;
        let blank_after_flags = gap.blank_after_flags;
        let above = gap.finish(self.text, run.place.start, has_above, false);
        if !has_above {
            self.keys_above = above.key_title.is_some();
        }
        let keys_above = self.keys_above;
        let begin = match above.keys {
            Some(keys) if keys_above => above.begin.min(keys),
            _ => above.begin,
        };
        self.notes_above(start..begin, &above.line);
        let mut flags = above.flags.clone();
        if !has_above && blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        let key_title = if keys_above {
            above.key_title
        } else {
            self.name_last(above.key_title, above.key_author.clone());
            None
        };
        let author = above.key_author.filter(|_| keys_above);
        run.grid.title = key_title.or(above.title);
        let mut level = match run.fault.take() {
            Some(fault) => Err(fault),
            None => Level::from_grid_with(&run.grid, self.options.allow_unequal),
        };
        if let Some(variant) = above.variant.filter(|it| keys_above && !it.eq_ignore_ascii_case("sokoban")) {
            level = Err(foreign(&variant, run.place.clone()));
        }
        self.squares += level.as_ref().map_or(0, Level::squares);
        if self.reading.entries.len() == MAX_LEVELS || self.squares > MAX_SQUARES {
            return Err(too_many(run.place.clone()));
        }
        if !has_above {
            self.reading.strange = run.strange;
        }
        self.reading.has_wall |= run.has_wall;
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        let note = run.has_tab.then(|| "tabs in the margin are read as stops at every 8th column".to_owned());
        let extras = Extras {
            header: std::mem::take(&mut self.header),
            author,
            notes: gap::notes(self.text, begin..run.place.start, &above.line, true, is_listing(self.dialect)),
            end: run.place.end,
            ..Extras::default()
        };
        self.reading.entries.push(LevelEntry { level, place: run.place.clone(), flags, note, extras });
        self.after_game = false;
        Ok(())
    }

    /// Gives the text in `range` to what stands above it.
    fn notes_above(&mut self, range: Range<usize>, title: &Range<usize>) {
        let told = self.keys_above || !self.reading.entries.is_empty();
        let notes = gap::notes(self.text, range.clone(), title, told, is_listing(self.dialect));
        let Some(last) = self.reading.entries.last_mut() else {
            self.header = notes;
            return;
        };
        last.extras.end = last.extras.end.max(trimmed_end(self.text, &range));
        if notes.is_empty() {
            return;
        }
        let about = match last.extras.games.last_mut() {
            Some(game) if self.after_game => &mut game.notes,
            _ => &mut last.extras.notes,
        };
        if !about.is_empty() {
            about.push('\n');
        }
        about.push_str(&notes);
    }

    /// Gives the last level a title and an author from below.
    fn name_last(&mut self, title: Option<String>, author: Option<String>) {
        let Some(last) = self.reading.entries.last_mut() else { return };
        if let (Some(title), Ok(level)) = (title, &mut last.level) {
            level.title = Some(title);
        }
        last.extras.author = author.or_else(|| last.extras.author.take());
    }

    fn is_game(&mut self, line: &str) -> bool {
        if self.game.is_some() {
            return true;
        }
        let Some(last) = self.reading.entries.last() else { return false };
        let announced =
            self.gap.last_line().and_then(|line| self.text.get(line)).is_some_and(games::announces);
        announced || last.level.as_ref().is_ok_and(|level| games::plays(level, line, &mut self.patience))
    }

    fn steps(&mut self, line: &Line<'_>) {
        if self.game.is_none() {
            let gap = std::mem::replace(&mut self.gap, Gap::new(line.start, is_listing(self.dialect)));
            let start = gap.start;
            let above = gap.finish(self.text, line.start, true, true);
            if !self.keys_above {
                self.name_last(above.key_title, above.key_author);
            }
            self.notes_above(start..above.begin, &above.line);
            self.game = Some((SavedGame { title: above.title, ..SavedGame::default() }, line.start));
        }
        if let Some((game, end)) = &mut self.game {
            game.steps.extend(line.text.chars().filter(|letter| !letter.is_whitespace()));
            *end = line.place().end;
        }
    }

    fn end_of_game(&mut self) {
        let Some((game, end)) = self.game.take() else { return };
        if let Some(last) = self.reading.entries.last_mut() {
            last.extras.games.push(game);
            last.extras.end = end;
        }
        self.gap = Gap::new(end, is_listing(self.dialect));
        self.after_game = true;
    }

    fn finish(mut self) -> Result<Reading, Diagnostic> {
        self.end_of_run(true)?;
        self.end_of_game();
        if self.reading.entries.is_empty()
            && let Some(mut run) = self.weak.take()
        {
            // All there is. The text about it does not matter, as it is no level.
            self.gap = Gap::new(run.place.start, is_listing(self.dialect));
            self.entry(&mut run)?;
            self.gap = Gap::new(run.place.end, is_listing(self.dialect));
        }
        let end = self.text.len();
        let gap = std::mem::replace(&mut self.gap, Gap::new(end, is_listing(self.dialect)));
        let start = gap.start;
        let above = gap.finish(self.text, end, true, false);
        if !self.keys_above {
            self.name_last(above.key_title, above.key_author);
        }
        self.notes_above(start..end, &(end..end));
        Ok(self.reading)
    }
}

/// Whether boards in these letters come from the listing of pusher's levels.
fn is_listing(dialect: &Dialect) -> bool {
    dialect.name == PUSHER.name
}

/// Where the text in `range` ends without the blanks at its end.
fn trimmed_end(text: &str, range: &Range<usize>) -> usize {
    range.start + text.get(range.clone()).map_or(0, |part| part.trim_end().len())
}

/// A level of another game.
fn foreign(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd plays Sokoban")
}

/// More than a text may hold.
pub(super) fn too_many(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("too many levels in one text")
        .at(place, "from here on")
        .help(format!("at most {MAX_LEVELS} levels and {MAX_SQUARES} squares; split the file"))
}
