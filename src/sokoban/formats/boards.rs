//! Files of boards among text: XSB and `.sok`.
//!
//! ```text
//! text about the file
//!
//! title
//!
//! board
//!
//! Author: who
//! notes
//!
//! title of a game
//! its steps
//! ```
//!
//! In XSB, and where boards are shortened to a line, titles and notes are comments (`; `), so that programs that know boards only can read it.

use crate::puzzle::{Metadata, Output, SavedGame};
use crate::sokoban::formats::comment;
use crate::sokoban::formats::dialect::{SOK, XSB};
use crate::sokoban::formats::games;
use crate::sokoban::formats::keys;
use crate::sokoban::formats::left_out;
use crate::sokoban::formats::level_record::LevelRecord;
use crate::sokoban::formats::lines;
use crate::sokoban::formats::lines::Kind;
use crate::sokoban::formats::reader;
use crate::sokoban::formats::reading::ContainerOptions;
use crate::sokoban::formats::rle::write_rle;
use crate::sokoban::level::Level;
use crate::sokoban::xsb;

/// Columns of the lines of games, as YASC writes them.
const COLUMNS: usize = 70;

/// How lines of text are marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Xsb,
    Sok,
    /// As XSB, with boards on one line.
    Rle,
}

/// Writes boards with titles, authors and notes.
pub(super) fn write_xsb_file(leaves: &[LevelRecord<'_>]) -> Output {
    Output { bytes: file(leaves, Style::Xsb).into_bytes(), losses: LevelRecord::losses(leaves, &["games"]) }
}

/// Writes the same with each board on one line.
pub(super) fn write_rle_file(leaves: &[LevelRecord<'_>]) -> Output {
    Output { bytes: file(leaves, Style::Rle).into_bytes(), losses: LevelRecord::losses(leaves, &["games"]) }
}

/// Writes everything there is.
pub(super) fn write_sok(leaves: &[LevelRecord<'_>]) -> Output {
    Output { bytes: file(leaves, Style::Sok).into_bytes(), losses: Vec::new() }
}

/// Adds a level with a game to a text in `.sok`: the game at byte `end`, where what belongs to that
/// level ends, or level and game at the end of the text. All else stays as it is.
#[must_use]
pub fn add_to_sok(
    text: &str,
    end: Option<usize>,
    level: &Level,
    metadata: &Metadata,
    game: Option<&SavedGame>,
) -> String {
    if let Some((before, after)) = end.and_then(|end| text.split_at_checked(end)) {
        let game = game.map(|game| written_game(level, game)).unwrap_or_default();
        let apart = if after.trim().is_empty() || starts_apart(after) { "" } else { "\n" };
        return format!("{before}\n\n{}{apart}{after}", game.trim_end());
    }
    let mut games = metadata.games.clone();
    games.extend(game.cloned());
    let metadata = Metadata { games, header: String::new(), ..metadata.clone() };
    let level_record = LevelRecord { level: level.clone(), metadata: &metadata, flags: "" };
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push('\n');
    }
    separate(&mut new);
    self::level(&mut new, &level_record, Style::Sok, !text.trim().is_empty());
    new
}

/// Whether a text begins with the end of a line and an empty line.
fn starts_apart(text: &str) -> bool {
    text.lines().nth(1).is_some_and(|line| line.trim().is_empty())
}

fn file(leaves: &[LevelRecord<'_>], style: Style) -> String {
    let mut text = String::new();
    for level_record in leaves.iter().filter(|level_record| !level_record.metadata.header.is_empty()) {
        notes(&mut text, &level_record.metadata.header, style);
    }
    let mut ends_in_text = !text.is_empty();
    for level_record in leaves {
        separate(&mut text);
        level(&mut text, level_record, style, ends_in_text);
        ends_in_text = !level_record.metadata.notes.is_empty()
            || (style == Style::Sok && !level_record.metadata.games.is_empty());
    }
    text
}

/// Writes a level; `below_text` if the last lines above are text that must not become its title.
fn level(text: &mut String, level_record: &LevelRecord<'_>, style: Style, below_text: bool) {
    match (level_record.level.title().filter(|title| can_stand_alone(title)), style) {
        (Some(title), Style::Xsb | Style::Rle) => {
            text.push_str("; ");
            text.push_str(title);
            text.push_str("\n\n");
        }
        (Some(title), Style::Sok) => {
            text.push_str(title);
            text.push_str("\n\n");
        }
        (None, _) if below_text => text.push_str("::\n\n"),
        (None, _) => {}
    }
    if !level_record.flags.is_empty() {
        text.push_str(if style == Style::Sok { ":: lurd: " } else { "; lurd: " });
        text.push_str(level_record.flags);
        text.push('\n');
    }
    let rows = if style == Style::Rle {
        vec![write_rle(&level_record.level)]
    } else {
        xsb::rows(&level_record.level)
    };
    for row in rows {
        text.push_str(&row);
        text.push('\n');
    }
    about(text, level_record, style);
    if style == Style::Sok {
        for game in &level_record.metadata.games {
            separate(text);
            text.push_str(&written_game(&level_record.level, game));
        }
    }
}

/// Title by key, author and notes, below the board.
fn about(text: &mut String, level_record: &LevelRecord<'_>, style: Style) {
    let Metadata { author, notes: lines, .. } = level_record.metadata;
    let odd_title = level_record.level.title().filter(|title| !can_stand_alone(title));
    if odd_title.is_some() || author.is_some() || !lines.is_empty() {
        text.push('\n');
    }
    if let Some(title) = odd_title {
        text.push_str("Title: ");
        text.push_str(title);
        text.push('\n');
    }
    if let Some(author) = author {
        text.push_str("Author: ");
        text.push_str(author);
        text.push('\n');
    }
    notes(text, lines, style);
}

/// Whether a line is read as a title where it stands alone above a board.
fn can_stand_alone(title: &str) -> bool {
    // The player of the board above may be able to walk it.
    if lines::is_steps(title) {
        return false;
    }
    let text = format!("; 1\n\n#####\n#@$.#\n#####\n\n{title}\n\n#####\n#@$.#\n#####\n");
    // In the letters of `.sok` files `P#` is a row.
    [&XSB, &SOK].into_iter().all(|dialect| {
        let entries = reader::read(&text, dialect, ContainerOptions::ALL);
        entries.is_ok_and(|reading| match reading.entries.as_slice() {
            [first, second] if reading.left_out.is_none() => {
                let is_same = second.level.as_ref().is_ok_and(|level| level.title() == Some(title));
                is_same && first.metadata == Metadata { end: first.metadata.end, ..Metadata::default() }
            }
            _ => false,
        })
    })
}

/// Writes lines of notes so that they are read as the same: no line becomes a row of a board, and no `Comment:`
/// begins a block that has no end here.
fn notes(text: &mut String, notes: &str, style: Style) {
    let mut block = 0;
    for line in lines::lines(notes) {
        if line.start >= block {
            block = comment::block(notes, &line).unwrap_or(block);
        }
        let is_loose = line.start >= block && (comment::may_begin(line.text) || comment::ends(line.text));
        let line = line.text;
        let is_marked = line.is_empty() || line.starts_with(';') || line.starts_with("::");
        let is_bare = style == Style::Sok || keys::key(line).is_some() || comment::may_begin(line);
        if !is_marked && (is_loose || !is_bare || reads_as_board(line)) {
            text.push_str("; ");
        }
        text.push_str(line);
        text.push('\n');
    }
}

/// Whether a line may be read as a part of a board or a game, or counted as such.
pub(super) fn reads_as_board(line: &str) -> bool {
    let bare = line.trim_start_matches('>');
    left_out::is_row(line)
        || [(&XSB, false), (&XSB, true), (&SOK, false), (&SOK, true)].into_iter().any(
            |(dialect, in_board)| {
                [line, bare]
                    .into_iter()
                    .any(|line| !matches!(lines::kind(line, dialect, in_board), Kind::Text | Kind::Blank))
            },
        )
}

/// An empty line, unless it is the first.
fn separate(text: &mut String) {
    if !text.is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
}

/// A game as it stands in a `.sok` file.
fn written_game(level: &Level, game: &SavedGame) -> String {
    let by_kind = || if games::solves(level, &game.steps) { "Solution" } else { "Snapshot" };
    let title = game.title.as_deref().unwrap_or_else(by_kind);
    let mark = if reads_as_board(title) { "; " } else { "" };
    let mut text = format!("{mark}{title}\n");
    let steps = game.steps.as_bytes();
    if steps.len() <= COLUMNS || game.steps.contains(['(', '[', '<']) || !game.steps.is_ascii() {
        // A group or a jump must not be torn apart.
        text.push_str(&game.steps);
        text.push('\n');
    } else {
        for line in lines_of(&game.steps) {
            text.push_str(line);
            text.push('\n');
        }
    }
    notes(&mut text, &game.notes, Style::Sok);
    text
}

/// Cuts steps into lines without tearing a count from its letter.
fn lines_of(steps: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = steps;
    while rest.len() > COLUMNS {
        let fits =
            (1..=COLUMNS).rev().find(|&at| !rest.as_bytes()[at - 1].is_ascii_digit()).unwrap_or(COLUMNS);
        let (line, more) = rest.split_at(fits);
        lines.push(line);
        rest = more;
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}
