//! Blocks of comment: the lines from `Comment:` to `Comment-End:`.
//!
//! Collections spell the keys in several ways (`comment :`, `Comments:`, `Solution comment:`; `Comment-End`,
//! `COMMENT_END:`, `Solution comment end:`, `End comment`). A `Comment:` without an end before the next one
//! is a line of its own, and so is one with text after it (`Comment: an easy one`) if a row of a board
//! precedes the end: a missing line must not hide a board. A line after `;` or `::` is a comment by itself
//! and neither begins nor ends a block.

use super::left_out::is_row;
use super::lines::{self, Line};

/// The maximum length in bytes of a key that begins or ends a block.
const MAX_KEY_LENGTH: usize = 32;

/// The text after the key, if `line` may begin a block.
fn begins(line: &str) -> Option<&str> {
    let (key, value) = line.split_once([':', '='])?;
    let key = key.trim();
    let is_word = |letter: u8| letter.is_ascii_alphabetic() || letter == b' ';
    if key.len() > MAX_KEY_LENGTH || !key.ends_with(['t', 'T', 's', 'S']) || !key.bytes().all(is_word) {
        return None;
    }
    let key = key.to_ascii_lowercase();
    let before = key.strip_suffix("comment").or_else(|| key.strip_suffix("comments"))?;
    ((before.is_empty() || before.ends_with(' ')) && !ends(line)).then_some(value.trim())
}

/// Whether `line` may begin a block of comment.
pub(super) fn may_begin(line: &str) -> bool {
    begins(line).is_some()
}

/// Whether `line` ends a block of comment: the key alone, or after the last words of the comment.
pub(super) fn ends(line: &str) -> bool {
    const SIGNS: [char; 4] = ['-', '_', ' ', '\t'];
    let line = line.trim();
    if line.starts_with(';') || line.starts_with("::") {
        return false;
    }
    let bare = line.trim_end_matches([':', '=', '.', ' ', '\t']);
    let has_mark = bare.len() < line.len();
    let bytes = bare.as_bytes();
    let is_end = |part: Option<&[u8]>| part.is_some_and(|part| part.eq_ignore_ascii_case(b"end"));
    if !is_end(bytes.last_chunk::<3>().map(<[u8; 3]>::as_slice)) && !is_end(bytes.get(..3)) {
        return false;
    }
    // Only the end of the line is examined, so the cost does not depend on its length.
    let tail = bytes.get(bytes.len().saturating_sub(MAX_KEY_LENGTH)..).unwrap_or_default();
    let is_whole = tail.len() == bytes.len();
    let tail = String::from_utf8_lossy(tail).to_ascii_lowercase();
    if let Some(before) = tail.strip_suffix("end")
        && let Some(before) = before.trim_end_matches(SIGNS).strip_suffix("comment")
    {
        let is_word = before.is_empty() || before.ends_with([' ', '\t', '/', '.', '<', '[']);
        return is_word && (has_mark || (is_whole && before.is_empty()));
    }
    let after = tail.strip_prefix("end").map(|rest| rest.trim_start_matches(SIGNS));
    is_whole && after.is_some_and(|after| after == "comment" || after == "of comment")
}

/// The byte of `text` at which the block that begins with the line `first` ends; `None` if it does not begin
/// a block. Takes time proportional to the lines up to the end, or up to the next beginning.
pub(super) fn block(text: &str, first: &Line<'_>) -> Option<usize> {
    let value = begins(first.text)?;
    let below = first.start + first.full;
    for line in lines::lines(text.get(below..)?) {
        if ends(line.text) {
            return Some(below + line.start + line.full);
        }
        if may_begin(line.text) || (!value.is_empty() && is_row(line.text)) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_many_spellings() {
        for line in ["Comment:", "comment :", "COMMENT=", "Comments:", "Solution comment: why", " Comment: x"]
        {
            assert!(may_begin(line) && !ends(line), "{line}");
        }
        for line in [
            "Comment-End:",
            "comment-end",
            "COMMENT_END:",
            "Comment End :",
            "CommentEnd:",
            "Solution comment end:",
            "End-Comment:",
            "end of comment",
            "color purple Comment-End:",
        ] {
            assert!(ends(line) && !may_begin(line), "{line}");
        }
        for line in [
            "; Comment:",
            ":: Comment:",
            "; Comment-End:",
            "the comment has no end",
            "No comment. End",
            "Uncomment: x",
            "this is a long line of text about a comment end",
            "Comment",
            "",
        ] {
            assert!(!ends(line) && !may_begin(line), "{line}");
        }
    }

    #[test]
    fn a_block_reaches_to_its_own_end() {
        let of = |text: &str| {
            let first = lines::lines(text).next().expect("a line");
            block(text, &first).map(|end| text.get(..end).expect("bytes of the text").len())
        };
        assert_eq!(of("Comment:\r\na\r\nComment-End:\r\n"), Some(25));
        assert_eq!(of("Comment: a\nb\nComment-End:\nComment-End:"), Some(25));
        assert_eq!(of("Comment:\n#####\nComment-End:"), Some(27));
        assert_eq!(of("Comment:\na\n"), None);
        assert_eq!(of("Comment:\na\nComment:\nb\nComment-End:\n"), None);
        assert_eq!(of("Comment: a\n\n#####\n\nComment-End:\n"), None);
    }
}
