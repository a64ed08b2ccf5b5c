//! A level to be written, and what formats cannot hold of it.

use crate::formats::dialect::Dialect;
use crate::level::Level;
use lurd_puzzle::puzzle::{CannotWrite, Metadata};

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

/// Something beside the board that a format may be unable to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    Header,
    Title,
    Author,
    Notes,
    Games,
    Flags,
}

impl Extra {
    pub(super) const ALL: [Self; 6] =
        [Self::Header, Self::Title, Self::Author, Self::Notes, Self::Games, Self::Flags];

    /// How many of it a record has.
    fn count(self, record: &LevelRecord<'_>) -> usize {
        let metadata = record.metadata;
        match self {
            Self::Header => usize::from(!metadata.header.is_empty()),
            Self::Title => record.level.title().iter().count(),
            Self::Author => metadata.author.iter().count(),
            Self::Notes => usize::from(!metadata.notes.is_empty()),
            Self::Games => metadata.games.len(),
            Self::Flags => usize::from(!record.flags.is_empty()),
        }
    }

    /// The noun phrase for that many of it.
    pub(super) fn describe(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Header if count == 1 => return "the text about the file".to_owned(),
            Self::Header => return format!("the texts about {count} files"),
            Self::Notes if count == 1 => return "the notes on a level".to_owned(),
            Self::Notes => return format!("the notes on {count} levels"),
            Self::Title => ("title", "titles"),
            Self::Author => ("author", "authors"),
            Self::Games => ("solution or saved game", "solutions and saved games"),
            Self::Flags => ("line of flags", "lines of flags"),
        };
        if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
    }
}

/// What is lost, as noun phrases, in a format that cannot hold `extras`.
pub(super) fn losses(records: &[LevelRecord<'_>], extras: &[Extra]) -> Vec<String> {
    let count = |extra: Extra| records.iter().map(|record| extra.count(record)).sum();
    let counts = extras.iter().map(|&extra| (extra, count(extra)));
    counts.filter(|&(_, count)| count > 0).map(|(extra, count)| extra.describe(count)).collect()
}

impl LevelRecord<'_> {
    /// The rows of the level in the letters of `dialect`, including floor at their ends. `number` is the
    /// level's number in the file.
    ///
    /// # Errors
    /// The dialect has no letter for a square: for the player on a goal.
    pub(super) fn rows(&self, dialect: &Dialect, number: usize) -> Result<Vec<String>, CannotWrite> {
        let level = &self.level;
        let letter = |square: usize| {
            dialect.letter(level.square(square)).ok_or_else(|| {
                let place = level.place(square);
                let name = dialect.name;
                let message = format!(
                    "level {number}: the player at {place} stands on a goal, for which {name} has no letter"
                );
                CannotWrite::from(message)
            })
        };
        let row = |row: usize| (row * level.width()..(row + 1) * level.width()).map(letter).collect();
        (0..level.height()).map(row).collect()
    }
}
