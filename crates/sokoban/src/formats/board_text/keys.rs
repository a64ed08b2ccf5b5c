//! Lines `Key: value`, and other lines with a fixed form.

use super::comment;

/// The meaning of a known key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    /// `Puzzle Type`: a game other than Sokoban.
    Variant,
    /// `Savegame:`, `Solution:`: the title of a game, not of a board.
    Game,
    Other,
}

const OTHER_KEYS: [&str; 19] = [
    "author comment",
    "collection",
    "comment",
    "copyright",
    "date",
    "date created",
    "date of last change",
    "difficulty",
    "email",
    "homepage",
    "optimizer",
    "own solution",
    "set",
    "solution comment",
    "solution name",
    "solver",
    "time",
    "url",
    "view",
];

/// The key and the value of a line `Key: value` or `Key=value`. The end of a block of comment counts as a key
/// without a value.
pub(super) fn key(line: &str) -> Option<(Key, &str)> {
    known(line).or_else(|| comment::ends(line).then_some((Key::Other, "")))
}

fn known(line: &str) -> Option<(Key, &str)> {
    let (key, value) = line.split_once([':', '='])?;
    let (key, value) = (key.trim(), value.trim());
    let is = |known: &str| key.eq_ignore_ascii_case(known);
    if is("title") {
        Some((Key::Title, value))
    } else if is("author") {
        Some((Key::Author, value))
    } else if is("puzzle type") {
        Some((Key::Variant, value))
    } else if is("savegame") || is("solution") {
        Some((Key::Game, value))
    } else {
        OTHER_KEYS.into_iter().any(is).then_some((Key::Other, value))
    }
}

/// A line without surrounding blanks and comment signs.
pub(super) fn bare(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', ';']).trim()
}

/// Whether a line belongs to the listing that the extractor of pusher's levels prints.
pub(super) fn is_listing(line: &str) -> bool {
    const KEYS: [&str; 6] = ["Maze:", "File offset:", "Size X:", "Size Y:", "End:", "Length:"];
    KEYS.iter().any(|key| line.starts_with(key)) || (line.len() > 1 && line.bytes().all(|byte| byte == b'*'))
}

/// The number in a line `Maze: 1` of such a listing.
pub(super) fn maze_number(line: &str) -> Option<&str> {
    line.strip_prefix("Maze:").map(str::trim).filter(|number| !number.is_empty())
}

/// The flags in a line `; lurd: FLAGS` (`:: lurd:` in `.sok` files).
pub(super) fn flags(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix(';').or_else(|| line.strip_prefix("::"))?;
    line.trim_start().strip_prefix("lurd:").map(str::trim)
}
