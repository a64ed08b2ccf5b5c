//! A level to be written, and what formats cannot hold of it; the levels read from a text; the rows of formats.

use std::{iter::once, ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{CannotWrite, Format, LeftOut, Metadata, ReadOptions};

use super::dialect;
use crate::level::Level;

/// A level to be written.
#[derive(Clone, Debug)]
pub struct LevelRecord<'a> {
    /// The level, with its title.
    pub level: Level,
    /// What belongs to it.
    pub metadata: &'a Metadata,
    /// Its flags after `; lurd:`.
    pub flags: &'a str,
}

/// Something beside the board that a format may be unable to hold: the noun phrases for one of it and for several, in which
/// `#` stands for their number, and how many of it a record has. The number is that of the record in the file, from 1.
pub(super) type Extra = (&'static str, &'static str, fn(&LevelRecord<'_>, usize) -> usize);

pub(super) const HEADERS: Extra =
    ("the text about the file", "the texts about # files", |it, _| usize::from(!it.metadata.header.is_empty()));
pub(super) const TITLES: Extra = ("1 title", "# titles", |it, _| it.level.title().iter().count());
pub(super) const AUTHORS: Extra = ("1 author", "# authors", |it, _| it.metadata.author.iter().count());
pub(super) const NOTES: Extra =
    ("the notes on a level", "the notes on # levels", |it, _| usize::from(!it.metadata.notes.is_empty()));
pub(super) const GAMES: Extra =
    ("1 solution or saved game", "# solutions and saved games", |it, _| it.metadata.games.len());
pub(super) const FLAGS: Extra = ("1 line of flags", "# lines of flags", |it, _| usize::from(!it.flags.is_empty()));
pub(super) const ALL: &[Extra] = &[HEADERS, TITLES, AUTHORS, NOTES, GAMES, FLAGS];

impl LevelRecord<'_> {
    /// The rows of the level in the letters of the dialect `name`, including floor at their ends. `number` is the
    /// level's number in the file.
    ///
    /// # Errors
    /// The dialect has no letter for a square: for the player on a goal.
    pub(super) fn rows(&self, name: &str, number: usize) -> Result<Vec<String>, CannotWrite> {
        let (level, dialect) = (&self.level, dialect::named(name).map_err(|error| error.message)?);
        let letter = |square: usize| {
            dialect.letter(level.square(square)).ok_or_else(|| {
                let place = level.place(square);
                format!("level {number}: the player at {place} stands on a goal, for which {name} has no letter").into()
            })
        };
        let row = |row: usize| (row * level.width()..(row + 1) * level.width()).map(letter).collect();
        (0..level.height()).map(row).collect()
    }
}

// The levels read from a text, whatever its format, and their limits.

/// One level of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The level, or a diagnostic whose place is in the whole text.
    pub level: Result<Level, Diagnostic>,
    /// The bytes of its board.
    pub place: Range<usize>,
    /// Its flags after `; lurd:`, those of the whole file first.
    pub flags: String,
    /// A note for the user.
    pub note: Option<String>,
    /// Everything else in the text that belongs to it.
    pub metadata: Arc<Metadata>,
}

#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) entries: Vec<LevelEntry>,
    pub(super) has_wall: bool,
    /// Whether the text ends within a board that further rows can make legal.
    pub(super) unfinished: bool,
    /// The number of letters of the first board that do not belong to the dialect.
    pub(super) foreign_letters: usize,
    pub(super) left_out: Option<LeftOut>,
}

impl Reading {
    /// With a note on all levels, before their own.
    pub(super) fn with_note(mut self, note: &str) -> Self {
        for entry in &mut self.entries {
            entry.note = once(note.to_owned()).chain(entry.note.take()).reduce(|all, own| all + "; " + &own);
        }
        self
    }

    /// The parts of its text above, between and below the levels.
    pub(super) fn between(&self, text: &str) -> Vec<Range<usize>> {
        let mut places: Vec<_> = self.entries.iter().map(|entry| entry.place.clone()).collect();
        places.sort_unstable_by_key(|place| place.start);
        places.push(text.len()..text.len());
        let mut last = 0;
        // Boards that stand side by side overlap.
        let before = |place: Range<usize>| {
            let end = place.end.max(last);
            std::mem::replace(&mut last, end)..place.start
        };
        places.into_iter().map(before).collect()
    }

    /// The level of the first board, if it is legal and all its letters are known.
    pub(super) fn first_level(&self) -> Option<&Level> {
        self.entries.first().filter(|_| self.foreign_letters == 0).and_then(|entry| entry.level.as_ref().ok())
    }

    /// The reading of a text that was written anew, with the places of the original.
    pub(super) fn map_back(mut self, origin: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        for entry in &mut self.entries {
            entry.place = origin(entry.place.clone());
            let end = entry.metadata.end;
            if end > 0 {
                Arc::make_mut(&mut entry.metadata).end = origin(end - 1..end).end;
            }
            if let Err(error) = &mut entry.level {
                error.place = error.place.take().map(&origin);
            }
        }
        self
    }
}

/// The maximum number of boards in a text that are no legal levels.
pub(super) const MAX_FAULTS: usize = 100_000;
/// The maximum number of squares of all levels in a short text together.
pub(super) const MAX_SQUARES: usize = 30_000_000;

/// The error for a text that describes more than that at `place`.
pub(super) fn too_many(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("too many levels in one text").at(place, "from here on").help(format!(
        "split the file: at most {MAX_FAULTS} illegal levels, and {MAX_SQUARES} squares in a short text, are supported"
    ))
}

// The type of a row of the table of formats.

/// A format: its description, how it is recognized and read, and how it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormatRow {
    pub(super) format: Format,
    pub(super) container: Container,
    /// What it cannot hold.
    pub(super) lacks: &'static [Extra],
    pub(super) write: Write,
}

/// Makes the contents of a file.
pub(super) type Write = fn(&[LevelRecord<'_>]) -> Result<Vec<u8>, CannotWrite>;

/// The kind of file that a format is, with its reader.
#[derive(Clone, Copy, Debug)]
pub(super) enum Container {
    /// Boards among text, by default in this dialect. Recognized by the boards.
    Boards(&'static str),
    /// Any other text, and whether a text begins like this format.
    Text { claims: fn(&str) -> bool, read: Read },
    /// The bytes that the characters of a text stand for, and whether a file holds levels in this format.
    Bytes { claims: fn(&[u8]) -> bool, read: Read },
}

/// Reads at most some number of levels.
type Read = fn(&str, &ReadOptions, usize) -> Result<Reading, Diagnostic>;
