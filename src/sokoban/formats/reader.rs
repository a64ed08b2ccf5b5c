//! Reads a text of boards, titles and comments in one alphabet.
//!
//! A line made only of board letters is a row of a board (or several, with `|`), and a run of such
//! lines without a blank line between them is a board if it has a wall, a box or a player. A line
//! with `|` that holds a player and three rows or more is a board of its own. Everything else is
//! text:
//!
//! * The title is the last line of text above a board (without `;`), unless a line `Title: ...` gives
//!   one. Collections write that line either above or below their boards; the first board tells.
//! * `; lurd: FLAGS` gives the flags of the next board. With a blank line between it and the first
//!   board it gives the flags of all boards.
//!
//! One pass, linear in the length of the text.

use std::ops::Range;

use super::alphabet::{Alphabet, ROW_END};
use super::grid::{Cell, Grid, MAX_HEIGHT};
use super::lines::{self, Kind, Line};
use crate::diagnostic::Diagnostic;
use crate::sokoban::Level;

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
}

/// The most levels of one text.
const MAX_LEVELS: usize = 100_000;
/// The most squares of all levels of one text together. A short text can describe large boards.
const MAX_SQUARES: usize = 30_000_000;

/// Reads all levels in `text`. None at all is no error here.
pub(super) fn read(text: &str, alphabet: &'static Alphabet) -> Result<Reading, Diagnostic> {
    let mut reader = Reader {
        alphabet,
        reading: Reading::default(),
        run: None,
        gap: Gap::default(),
        flags: String::new(),
        keys_above: false,
        squares: 0,
    };
    for line in lines::lines(text) {
        reader.line(&line)?;
    }
    reader.finish()
}

/// A board being read.
struct Run {
    grid: Grid,
    place: Range<usize>,
    rows: usize,
    fault: Option<Diagnostic>,
    has_wall: bool,
    has_mark: bool,
}

/// The text between two boards.
#[derive(Default)]
struct Gap {
    /// The last line that may be a title.
    title: Option<String>,
    /// The value of the last `Title:`.
    key: Option<String>,
    flags: Vec<String>,
    /// Whether a blank line came after the first flags.
    blank_after_flags: bool,
    /// Whether a blank line came after the board above.
    blank: bool,
}

struct Reader {
    alphabet: &'static Alphabet,
    reading: Reading,
    run: Option<Run>,
    gap: Gap,
    /// The flags of all levels.
    flags: String,
    /// Whether `Title:` stands above the boards.
    keys_above: bool,
    squares: usize,
}

impl Reader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        match lines::kind(line.text, self.alphabet, self.run.is_some()) {
            Kind::Blank => {
                self.end_of_run(false)?;
                self.gap.blank_after_flags |= !self.gap.flags.is_empty();
                // Text right below a board belongs to that board, so it is not the title of the next.
                if !self.gap.blank && !self.reading.entries.is_empty() {
                    self.gap.title = None;
                }
                self.gap.blank = true;
            }
            Kind::Text => {
                self.end_of_run(false)?;
                self.gap.text(line.text);
            }
            Kind::Broken { at, letter } => {
                let fault = self.fault(line, at, letter);
                self.run(line).fault.get_or_insert(fault);
            }
            Kind::Board => self.board(line)?,
        }
        Ok(())
    }

    /// The run that `line` belongs to.
    fn run(&mut self, line: &Line<'_>) -> &mut Run {
        let place = line.place();
        let run = self.run.get_or_insert_with(|| Run {
            grid: Grid::default(),
            place: place.clone(),
            rows: 0,
            fault: None,
            has_wall: false,
            has_mark: false,
        });
        run.place.end = place.end;
        run.rows += line.text.matches(char::from(ROW_END)).count() + 1;
        run.has_wall |= line.text.bytes().any(|letter| letter == self.alphabet.wall);
        run.has_mark |= line.text.bytes().any(|letter| self.alphabet.marks.contains(&letter));
        run
    }

    fn board(&mut self, line: &Line<'_>) -> Result<(), Diagnostic> {
        let rows = line.text.matches(char::from(ROW_END)).count() + 1;
        let alone = rows > 2 && line.text.contains(['@', '+']);
        if alone {
            self.end_of_run(false)?;
        }
        let square = self.alphabet.square;
        let run = self.run(line);
        for row in lines::rows(line).take(MAX_HEIGHT + 1) {
            let cells = row.text.bytes().zip(row.start..);
            let cells = cells.filter_map(|(letter, byte)| square(letter).map(|square| Cell { square, byte }));
            run.grid.push_row(cells, row.place().end);
        }
        if alone { self.end_of_run(false) } else { Ok(()) }
    }

    fn fault(&self, line: &Line<'_>, at: usize, letter: char) -> Diagnostic {
        let before = line.text.get(..at).unwrap_or_default();
        let row =
            self.run.as_ref().map_or(0, |run| run.rows) + before.matches(char::from(ROW_END)).count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != char::from(ROW_END)).count() + 1;
        let place = line.start + at..line.start + at + letter.len_utf8();
        if letter == '\t' {
            return Diagnostic::new(format!("a tab in row {row} of a board; how wide it is nobody knows"))
                .at(place, "a tab")
                .help("write spaces or - for floor");
        }
        let letter = letter.escape_debug();
        Diagnostic::new(format!("'{letter}' at row {row} column {column} is no letter of a board"))
            .at(place, "not a square")
            .help(self.alphabet.legend)
    }

    /// Ends the board, if one is being read, and makes an entry of it.
    fn end_of_run(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let slip_in_text = run.rows == 1 && run.fault.is_some();
        if !run.has_mark || slip_in_text {
            return Ok(());
        }
        let gap = std::mem::take(&mut self.gap);
        let key = self.title_key(gap.key);
        let mut flags = gap.flags.join(" ");
        if self.reading.entries.is_empty() && gap.blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        run.grid.title = key.or(gap.title);
        self.reading.has_wall |= run.has_wall;
        self.reading.unfinished = text_ends && run.fault.is_none() && run.grid.may_become_legal();
        let level = run.fault.map_or_else(|| Level::from_grid(&run.grid), Err);
        self.reading.unfinished &= level.is_err();
        self.squares += level.as_ref().map_or(0, Level::squares);
        if self.reading.entries.len() == MAX_LEVELS || self.squares > MAX_SQUARES {
            return Err(Diagnostic::new("too many levels in one text")
                .at(run.place, "from here on")
                .help(format!("at most {MAX_LEVELS} levels and {MAX_SQUARES} squares; split the file")));
        }
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        self.reading.entries.push(LevelEntry { level, place: run.place, flags, note: None });
        Ok(())
    }

    /// Decides which board a `Title:` in the gap above the board that ends now is for, and returns
    /// it if it is for that one.
    fn title_key(&mut self, key: Option<String>) -> Option<String> {
        if self.reading.entries.is_empty() {
            self.keys_above = key.is_some();
        }
        if self.keys_above {
            return key;
        }
        self.name_last(key);
        None
    }

    /// Gives the last level a title from below.
    fn name_last(&mut self, key: Option<String>) {
        if let (Some(key), Some(LevelEntry { level: Ok(level), .. })) = (key, self.reading.entries.last_mut())
        {
            level.title = Some(key);
        }
    }

    fn finish(mut self) -> Result<Reading, Diagnostic> {
        self.end_of_run(true)?;
        if !self.keys_above {
            let key = self.gap.key.take();
            self.name_last(key);
        }
        Ok(self.reading)
    }
}

/// Keys of the formats in use whose lines are not titles.
const KEYS: [&str; 12] = [
    "author",
    "collection",
    "comment",
    "comment-end",
    "copyright",
    "date",
    "difficulty",
    "email",
    "homepage",
    "set",
    "solution",
    "url",
];

impl Gap {
    fn text(&mut self, line: &str) {
        let text = line.trim_start_matches([' ', '\t', ';']).trim();
        if let Some(flags) =
            line.trim_start().strip_prefix(';').and_then(|rest| rest.trim_start().strip_prefix("lurd:"))
        {
            self.flags.push(flags.trim().to_owned());
            return;
        }
        match text.split_once(':') {
            Some((key, title)) if key.eq_ignore_ascii_case("title") => {
                self.key = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
            }
            Some((key, _)) if KEYS.iter().any(|known| key.eq_ignore_ascii_case(known)) => {}
            _ if text.is_empty() => {}
            _ => self.title = Some(text.to_owned()),
        }
    }
}
