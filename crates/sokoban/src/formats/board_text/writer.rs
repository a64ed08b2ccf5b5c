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

use lurd_puzzle::lines::lines;
use lurd_puzzle::puzzle::{Metadata, SavedGame};

use super::keys::{Key, bare, ends_comment, key, lines_with_comments, may_begin_comment};
use super::rows::{LineKind, RowLine, is_steps};
use super::{
    games,
    left_out::is_compact_row,
    reader,
    walled::{is_row, rows_of},
};
use crate::formats::{
    dialect,
    level_record::{ContainerOptions, LevelRecord},
};
use crate::level::Level;

/// The width of the lines of games, as YASC writes them.
const COLUMNS: usize = 70;

/// The style of a format of boards among text.
#[derive(Clone, Copy)]
pub(in crate::formats) struct TextStyle {
    /// Whether text is written as comments, and games are left out.
    pub(in crate::formats) is_commented: bool,
    /// Whether all titles are keys directly below the boards, also the empty ones of levels without a title.
    pub(in crate::formats) titles_are_keys: bool,
    /// The lines of a board.
    pub(in crate::formats) board: fn(&Level) -> Vec<String>,
}

pub(in crate::formats) fn write(records: &[LevelRecord<'_>], style: TextStyle) -> String {
    let mut text = String::new();
    for record in records {
        notes(&mut text, &record.metadata.header, style.is_commented, false);
    }
    // If some titles are keys below their boards, a key below each board distinguishes them from a title of the file.
    let has_title = |text: &str| text.lines().any(|line| matches!(key(bare(line)), Some((Key::Title, _))));
    let is_odd = |record: &LevelRecord<'_>| record.level.title().is_some_and(|title| !can_stand_alone(title));
    let style = TextStyle { titles_are_keys: has_title(&text) && records.iter().any(is_odd), ..style };
    let mut ends_in_text = !text.is_empty();
    for record in records {
        separate(&mut text);
        level(&mut text, record, style, ends_in_text);
        ends_in_text = !record.metadata.notes.is_empty() || (!style.is_commented && !record.metadata.games.is_empty());
    }
    text
}

/// Inserts a game between two parts of a file with uncommented text.
pub(in crate::formats) fn insert_game(before: &str, after: &str, level: &Level, game: Option<&SavedGame>) -> String {
    let game = game.map(|game| written_game(level, game)).unwrap_or_default();
    let is_separated = after.trim().is_empty() || begins_with_empty_line(after);
    let separator = if is_separated { "" } else { "\n" };
    format!("{before}\n\n{}{separator}{after}", game.trim_end())
}

/// Adds a level at the end of a file.
pub(in crate::formats) fn append(text: &str, record: &LevelRecord<'_>, style: TextStyle) -> String {
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push('\n');
    }
    separate(&mut new);
    level(&mut new, record, style, !text.trim().is_empty());
    new
}

/// Whether a text begins with the end of a line and an empty line.
fn begins_with_empty_line(text: &str) -> bool {
    text.lines().nth(1).is_some_and(|line| line.trim().is_empty())
}

/// Writes a level. `below_text`: the last lines above are text, which must not become its title.
fn level(text: &mut String, record: &LevelRecord<'_>, style: TextStyle, below_text: bool) {
    match record.level.title().filter(|title| !style.titles_are_keys && can_stand_alone(title)) {
        Some(title) => {
            text.push_str(if style.is_commented { "; " } else { "" });
            text.push_str(title);
            text.push_str("\n\n");
        }
        None if below_text => text.push_str("::\n\n"),
        None => {}
    }
    if !record.flags.is_empty() {
        text.push_str(if style.is_commented { "; lurd: " } else { ":: lurd: " });
        text.push_str(record.flags);
        text.push('\n');
    }
    for row in (style.board)(&record.level) {
        text.push_str(&row);
        text.push('\n');
    }
    about(text, record, style);
    if !style.is_commented {
        for game in &record.metadata.games {
            separate(text);
            text.push_str(&written_game(&record.level, game));
        }
    }
}

/// Writes the data below the board: a title that cannot be above, author and notes.
fn about(text: &mut String, record: &LevelRecord<'_>, style: TextStyle) {
    let Metadata { author, notes: lines, .. } = record.metadata;
    let title = record.level.title();
    let key_title = if style.titles_are_keys {
        Some(title.unwrap_or_default())
    } else {
        title.filter(|title| !can_stand_alone(title))
    };
    if !style.titles_are_keys && (key_title.is_some() || author.is_some() || !lines.is_empty()) {
        text.push('\n');
    }
    if let Some(title) = key_title {
        text.push_str("Title: ");
        text.push_str(title);
        text.push('\n');
    }
    if let Some(author) = author {
        text.push_str("Author: ");
        text.push_str(author);
        text.push('\n');
    }
    notes(text, lines, style.is_commented, false);
}

/// Whether a line is read as a title if it is alone above a board.
fn can_stand_alone(title: &str) -> bool {
    // Letters of steps may be read as a game of the board above.
    if is_steps(title) {
        return false;
    }
    let text = format!("; 1\n\n#####\n#@$.#\n#####\n\n{title}\n\n#####\n#@$.#\n#####\n");
    // In the letters of `.sok` files `P#` is a row.
    dialect::compact().all(|dialect| {
        let entries = reader::read(&text, dialect, ContainerOptions::ALL);
        entries.is_ok_and(|reading| match reading.entries.as_slice() {
            [first, second] if !is_row(title) => {
                let is_same = second.level.as_ref().is_ok_and(|level| level.title() == Some(title));
                is_same && *first.metadata == Metadata { end: first.metadata.end, ..Metadata::default() }
            }
            _ => false,
        })
    })
}

/// Writes lines of notes so that they are read back as the same: a line must not become a row of a board, nor
/// begin a block of comment that has no end here, nor be steps of a game, as lines directly below one may be.
fn notes(text: &mut String, notes: &str, is_commented: bool, below_game: bool) {
    let mut is_announced = below_game;
    for (line, is_in_block) in lines_with_comments(notes) {
        let line = line.text;
        let is_loose = !is_in_block && (may_begin_comment(line) || ends_comment(line));
        let is_marked = line.is_empty() || line.starts_with(';') || line.starts_with("::");
        let is_bare = !is_commented || key(line).is_some() || may_begin_comment(line);
        let is_on_a_line =
            || line.split_once(':').is_some_and(|(title, steps)| games::is_on_a_line(title, steps.trim()));
        let is_game = !is_in_block && ((is_announced && games::is_meant_as_steps(line)) || is_on_a_line());
        is_announced = games::announces(line) || (is_announced && line.trim().is_empty());
        if !is_marked && (is_loose || !is_bare || is_game || reads_as_board(line)) {
            text.push_str("; ");
        }
        text.push_str(line);
        text.push('\n');
    }
}

/// Whether a line may be read as part of a board or a game, or counted as such.
pub(in crate::formats) fn reads_as_board(line: &str) -> bool {
    let bare = line.trim_start_matches('>');
    let may_be = |line: &str, dialect, in_board| {
        let kind = lines(line).next().map(|line| RowLine::of(line, dialect, in_board).0);
        !matches!(kind, None | Some(LineKind::Text | LineKind::Blank))
    };
    let in_dialects =
        |line: &str| dialect::compact().any(|dialect| [false, true].into_iter().any(|it| may_be(line, dialect, it)));
    is_row(line) || rows_of(line) > 0 || lines(line).any(is_compact_row) || in_dialects(line) || in_dialects(bare)
}

/// Adds an empty line, unless the text is empty or ends with one.
fn separate(text: &mut String) {
    if !text.is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
}

/// A game in the `.sok` format.
fn written_game(level: &Level, game: &SavedGame) -> String {
    let default_title = || if games::solves(level, &game.steps) { "Solution" } else { "Snapshot" };
    let title = game.title.as_deref().unwrap_or_else(default_title);
    let mark = if reads_as_board(title) { "; " } else { "" };
    let mut text = format!("{mark}{title}\n");
    let steps = game.steps.as_bytes();
    if steps.len() <= COLUMNS || game.steps.contains(['(', '[', '<']) || !is_steps(&game.steps) {
        // Groups and jumps must not be split, nor what is not a step from the steps before it.
        text.push_str(&game.steps);
        text.push('\n');
    } else {
        for line in lines_of(&game.steps) {
            text.push_str(line);
            text.push('\n');
        }
    }
    notes(&mut text, &game.notes, false, true);
    text
}

/// Splits steps into lines without separating a count from its letter.
fn lines_of(steps: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = steps;
    while rest.len() > COLUMNS {
        let fits = (1..=COLUMNS).rev().find(|&at| !rest.as_bytes()[at - 1].is_ascii_digit()).unwrap_or(COLUMNS);
        let (line, more) = rest.split_at(fits);
        lines.push(line);
        rest = more;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}
