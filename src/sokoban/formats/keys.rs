//! Lines `Key: value` of the formats in use.

use crate::sokoban::formats::comment;

/// What a known key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    /// `Puzzle Type`: another game than Sokoban.
    Variant,
    /// `Savegame:`, `Solution:`: the title of a game, not of a board.
    Game,
    /// Any other key.
    Other,
}

/// Keys of the formats in use whose lines are not titles.
const KEYS: [&str; 19] = [
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

/// The key and the value of a line `Key: value` or `Key=value`. The end of a block of comment is a key
/// without a value, however it is spelled.
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
        KEYS.into_iter().any(is).then_some((Key::Other, value))
    }
}

/// A line without the blanks around it and the sign of a comment.
pub(super) fn bare(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', ';']).trim()
}
