//! The notes in a part of the text.

use std::ops::Range;

use super::comment;
use super::keys::{Key, bare, flags, is_listing, key};
use super::lines;

/// The lines of text in `range`, without flags, the line of `title`, and, with `without_keys`, the keys of
/// title and author; in a listing, without its own lines.
pub(super) fn notes(
    text: &str,
    range: Range<usize>,
    title: &Range<usize>,
    without_keys: bool,
    in_listing: bool,
) -> String {
    let mut notes = String::new();
    let mut blanks = 0;
    let mut comment_end = 0;
    let Some(part) = text.get(range.clone()) else { return notes };
    for line in lines::lines(part) {
        if line.start >= comment_end {
            comment_end = comment::block(part, &line).unwrap_or(comment_end);
        }
        let is_comment = line.start < comment_end;
        if line.text == "::" && !is_comment {
            continue;
        }
        let is_title = !title.is_empty() && title.contains(&(line.start + range.start));
        let is_data = (in_listing && is_listing(line.text))
            || flags(line.text).is_some()
            || (without_keys && matches!(key(bare(line.text)), Some((Key::Title | Key::Author, _))));
        if is_title || (!is_comment && is_data) {
            continue;
        }
        if line.text.is_empty() || line.text.trim_start_matches([' ', '\t']).is_empty() {
            blanks += 1;
            continue;
        }
        if !notes.is_empty() {
            notes.push('\n');
            if blanks > 0 {
                notes.push('\n');
            }
        }
        blanks = 0;
        let line =
            line.text.strip_prefix(';').map_or(line.text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        notes.push_str(line);
    }
    notes
}
