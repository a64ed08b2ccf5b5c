//! Rows of a text that look like rows of a board and belong to no level. They are counted, so that lost levels are noticed.
//!
//! A row begins and ends with a wall, is at least three squares wide, and can be read in one dialect. Where `#` is the wall,
//! every such row counts. All others, also those in blocks of comment and those with marks around them, count only in
//! groups of at least three with a player.

use lurd_puzzle::lines::Line;
use lurd_puzzle::puzzle::{LeftOut, Omission};

use super::keys::lines_with_comments;
use super::rows::{LineKind, RowLine};
use super::walled::{is_row, rows_of, wall};
use crate::formats::dialect::xsb;

/// The minimum number of rows in a group.
const MIN_ROWS: usize = 3;
/// The letters of the player in all dialects, and those that look like them.
const PLAYERS: [char; 11] = ['@', '+', 'p', 'P', 'm', 'M', '&', '%', '🧍', '＠', '＋'];

/// Whether a line with counts, or meant so, ends in a wall, perhaps as the last letter of a group, before floor. A number and
/// the letters around it may be a title: `#50 (3)`.
pub(super) fn is_compact_row(line: Line<'_>) -> bool {
    let bare = line.text.trim_end_matches([' ', '\t', '-', '_', ')', '|']);
    let is_letter = |letter: char| letter.is_ascii_digit() || "()".contains(letter) || xsb().is_letter(letter);
    bare.ends_with('#')
        && line.text.chars().all(is_letter)
        && line.text.starts_with(|letter: char| letter != '#')
        && matches!(RowLine::of(line, xsb(), false).0, LineKind::Compact | LineKind::Text)
}

/// Counts such rows outside of `places`, which are in the order of the text.
pub(in crate::formats) fn left_out(
    text: &str,
    places: impl Iterator<Item = std::ops::Range<usize>>,
) -> Option<LeftOut> {
    let mut places = places.peekable();
    let (mut count, mut first) = (0, None::<usize>);
    // Consecutive rows that may be a board: their number, where they begin, and whether they have a player.
    let mut group = (0, 0, false);
    let end_group = |group: &mut (usize, usize, bool), count: &mut usize, first: &mut Option<usize>| {
        let (rows, start, has_player) = std::mem::take(group);
        if rows >= MIN_ROWS && has_player {
            *count += rows;
            first.get_or_insert(start);
        }
    };
    for (line, in_comment) in lines_with_comments(text) {
        while places.next_if(|place| place.end <= line.start).is_some() {}
        let is_in_level = places.peek().is_some_and(|place| place.start < line.place().end.max(line.start + 1));
        // Most lines of text have no wall.
        let may_be =
            !is_in_level && (line.text.contains(['#', 'X']) || !line.text.is_ascii() || line.text.contains("+++"));
        if !in_comment && may_be && (wall(line.text) == Some('#') || is_compact_row(line)) {
            end_group(&mut group, &mut count, &mut first);
            count += 1;
            first.get_or_insert(line.start);
            continue;
        }
        let rows = match may_be {
            true if is_row(line.text) => 1,
            true if !in_comment && !line.text.starts_with(';') => rows_of(line.text),
            _ => 0,
        };
        if rows == 0 {
            end_group(&mut group, &mut count, &mut first);
        } else {
            group = (
                group.0 + rows,
                if group.0 == 0 { line.start } else { group.1 },
                group.2 || line.text.contains(PLAYERS),
            );
        }
    }
    end_group(&mut group, &mut count, &mut first);
    first.map(|first| LeftOut { what: Omission::Rows, count, first })
}
