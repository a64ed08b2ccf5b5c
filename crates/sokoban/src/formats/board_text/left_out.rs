//! Rows of a text that look like rows of a board and belong to no level. They are counted, so that lost levels are noticed.
//!
//! A row begins and ends with a wall, is at least three squares wide, and can be read in one dialect. Where `#` is the wall,
//! every such row counts. All others, also those in blocks of comment and those with marks around them, count only in
//! groups of at least three with a player.

use lurd_puzzle::lines::Line;
use lurd_puzzle::puzzle::{LeftOut, Omission};

use super::keys::lines_with_comments;
use super::rows::RowLine;
use super::walled::{is_row, rows_of};
use crate::formats::{dialect::xsb, level_record::Reading};

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
        && RowLine::of(line, xsb(), false).is_none_or(|row| !row.expanded.is_empty())
}

/// Counts such rows outside of the levels that were read.
pub(in crate::formats) fn counted(reading: Reading, text: &str) -> Reading {
    let lines = reading.between(text).into_iter().flat_map(|part| {
        let is_in_part = move |line: &Line<'_>| line.place().end.max(line.start + 1) <= part.end;
        lines_with_comments(text, part.start).take_while(move |(line, _)| is_in_part(line))
    });
    // Lines with rows, the number of these, and whether a line counts by itself.
    let mut found = Vec::new();
    for (line, in_comment) in lines {
        // Most lines of text have no wall.
        if !line.text.contains(['#', 'X']) && line.text.is_ascii() && !line.text.contains("+++") {
            continue;
        }
        let is_row = is_row(line.text);
        let is_sure = !in_comment && ((is_row && line.text.contains('#')) || is_compact_row(line));
        let count = match is_sure || is_row {
            true => 1,
            false if in_comment || line.text.starts_with(';') => 0,
            false => rows_of(line.text),
        };
        if count > 0 {
            found.push((line, count, is_sure));
        }
    }
    let mut left_out: Option<LeftOut> = None;
    for group in found.chunk_by(|(row, _, one), (next, _, other)| !one && !other && row.next == next.start) {
        let count: usize = group.iter().map(|(_, count, _)| count).sum();
        let has_player = || group.iter().any(|(line, ..)| line.text.contains(PLAYERS));
        let (first, _, is_sure) = group[0];
        if is_sure || (count >= MIN_ROWS && has_player()) {
            let first = LeftOut { what: Omission::Rows, count: 0, first: first.start };
            left_out.get_or_insert(first).count += count;
        }
    }
    Reading { left_out, ..reading }
}
