//! Writes boards among text:
//!
//! ```text
//! text about the file
//!
//! title
//!
//! board
//!
//! Author: name
//! notes
//!
//! title of a game
//! its steps
//! ```
//!
//! In `xsb` and `rle`, titles and notes are comments (`; `), so that programs that know only boards can read
//! the file, and there are no games.

use std::fmt::Write as _;

use lurd_puzzle::lines::{Line, lines};
use lurd_puzzle::puzzle::{Metadata, SavedGame};

use super::keys::{Key, bare, begins_comment, ends_comment, key, lines_with_comments, said};
use super::left_out::is_compact_row;
use super::rows::{RowLine, is_steps};
use super::walled::{is_row, rows_of};
use super::{games, legend::is_legend};
use crate::formats::dialect;
use crate::formats::level_record::LevelRecord;
use crate::{level::Level, xsb::write_xsb};

/// The width of the lines of games, as YASC writes them.
const COLUMNS: usize = 70;

/// A text that is being written.
struct Writer {
    text: String,
    /// Whether text is written as comments, and games are left out.
    is_commented: bool,
    /// Whether all titles are keys directly below the boards, also the empty ones of levels without a title.
    titles_are_keys: bool,
    /// The lines of a board.
    board: fn(&Level) -> String,
}

/// Writes levels, with `board` for the lines of a board. `is_commented`: text is written as comments, and games are left out.
pub(in crate::formats) fn write(levels: &[LevelRecord<'_>], is_commented: bool, board: fn(&Level) -> String) -> String {
    let mut writer = Writer { text: String::new(), is_commented, titles_are_keys: false, board };
    for record in levels {
        writer.notes(&record.metadata.header);
    }
    // If some titles are keys below their boards, a key below each board distinguishes them from a title of the file.
    let has_title = writer.text.lines().any(|line| matches!(key(bare(line)), Some((Key::Title, _))));
    let is_odd = |record: &LevelRecord<'_>| record.level.title().is_some_and(|title| !can_stand_alone(title));
    writer.titles_are_keys = has_title && levels.iter().any(is_odd);
    let mut below_text = !writer.text.is_empty();
    for record in levels {
        writer.level(record, below_text);
        below_text = !record.metadata.notes.is_empty() || (!is_commented && !record.metadata.games.is_empty());
    }
    writer.text
}

/// Adds a game to a text in `.sok`: at byte `end`, where the data of its level ends, or together with the level at the
/// end of the text. Everything else is unchanged.
pub(crate) fn add_to_sok(
    text: &str,
    end: Option<usize>,
    level: &Level,
    metadata: &Metadata,
    game: Option<&SavedGame>,
) -> String {
    let mut writer = Writer { text: String::new(), is_commented: false, titles_are_keys: false, board: write_xsb };
    if let Some((before, after)) = end.and_then(|end| text.split_at_checked(end)) {
        if let Some(game) = game {
            writer.game(level, game);
        }
        let is_separated = after.trim().is_empty() || after.lines().nth(1).is_some_and(|line| line.trim().is_empty());
        let separator = if is_separated { "" } else { "\n" };
        return format!("{before}\n\n{}{separator}{after}", writer.text.trim_end());
    }
    writer.text.push_str(text);
    let metadata = Metadata { games: metadata.games.iter().chain(game).cloned().collect(), ..metadata.clone() };
    let record = LevelRecord { level: level.clone(), metadata: &metadata, flags: "" };
    writer.level(&record, !text.trim().is_empty());
    writer.text
}

impl Writer {
    /// Writes a level. `below_text`: the last lines above are text, which must not become its title.
    fn level(&mut self, LevelRecord { level, metadata, flags }: &LevelRecord<'_>, below_text: bool) {
        self.separate();
        let above = level.title().filter(|title| !self.titles_are_keys && can_stand_alone(title));
        let _ = match above {
            Some(title) if self.is_commented => writeln!(self.text, "; {title}\n"),
            Some(title) => writeln!(self.text, "{title}\n"),
            None if below_text => writeln!(self.text, "::\n"),
            None => Ok(()),
        };
        if !flags.is_empty() {
            let _ = writeln!(self.text, "{} lurd: {flags}", if self.is_commented { ";" } else { "::" });
        }
        self.text += &(self.board)(level);
        let below = level.title().or(self.titles_are_keys.then_some("")).filter(|_| above.is_none());
        let keys = [("Title", below), ("Author", metadata.author.as_deref())];
        if !self.titles_are_keys && (keys != [("Title", None), ("Author", None)] || !metadata.notes.is_empty()) {
            self.text.push('\n');
        }
        for (key, value) in keys {
            let _ = value.map(|value| writeln!(self.text, "{key}: {value}"));
        }
        self.notes(&metadata.notes);
        if !self.is_commented {
            metadata.games.iter().for_each(|game| self.game(level, game));
        }
    }

    /// Writes lines of notes so that they are read back as the same: a line must not become a row of a board, nor
    /// begin a block of comment that has no end here, nor be steps of a game, as lines directly below one may be.
    fn notes(&mut self, notes: &str) {
        for (Line { text: line, .. }, is_in_block) in lines_with_comments(notes, 0) {
            let is_loose = !is_in_block && (begins_comment(line).is_some() || ends_comment(line));
            let is_marked = line.is_empty() || line.starts_with(';') || line.starts_with("::");
            let is_bare = !self.is_commented || key(line).is_some() || begins_comment(line).is_some();
            let is_on_a_line = line.split_once(':').is_some_and(|(title, it)| games::is_on_a_line(title, it.trim()));
            let is_game = !is_in_block && (is_on_a_line || games::is_meant_as_steps(line));
            let is_changed = !is_marked && (is_loose || !is_bare || is_game || reads_as_board(line));
            let _ = writeln!(self.text, "{}{line}", if is_changed { "; " } else { "" });
        }
    }

    /// Writes a game in the `.sok` format.
    fn game(&mut self, level: &Level, SavedGame { title, steps, notes }: &SavedGame) {
        self.separate();
        let default_title = || if games::solves(level, steps) { "Solution" } else { "Snapshot" };
        let title = title.as_deref().unwrap_or_else(default_title);
        let _ = writeln!(self.text, "{}{title}", if reads_as_board(title) { "; " } else { "" });
        // Groups, jumps and counts must not be split, nor what is not a step from the steps before it.
        let is_plain = steps.bytes().all(|letter| letter.is_ascii_alphabetic()) && is_steps(steps);
        let mut rest = steps.as_str();
        while rest.len() > COLUMNS && is_plain {
            let (line, more) = rest.split_at(COLUMNS);
            let _ = writeln!(self.text, "{line}");
            rest = more;
        }
        let _ = writeln!(self.text, "{rest}");
        self.notes(notes);
    }

    /// Adds an empty line, unless the text is empty or ends with one.
    fn separate(&mut self) {
        while !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}

/// Whether a line is read as a title if it is alone above a board, and not as a game of the board above it.
fn can_stand_alone(title: &str) -> bool {
    let is_text = said(title, false).0 == Key::Text && bare(title) == title && begins_comment(title).is_none();
    // One row without a player is no board.
    let row = |dialect| lines(title).next().and_then(|line| RowLine::of(line, dialect, false));
    let is_board = dialect::compact().filter_map(row).any(|row| row.has_player() || row.height() > 1);
    is_text && !is_legend(title) && !games::is_meant_as_steps(title) && !is_board && !is_row(title)
}

/// Whether a line may be read as part of a board or a game, or counted as such.
pub(in crate::formats) fn reads_as_board(line: &str) -> bool {
    let may_be = |line| dialect::compact().any(|dialect| RowLine::of(line, dialect, true).is_some());
    let is_counted = is_steps(line) || is_row(line) || rows_of(line) > 0 || lines(line).any(is_compact_row);
    is_counted || [line, line.trim_start_matches('>')].into_iter().filter_map(|line| lines(line).next()).any(may_be)
}
