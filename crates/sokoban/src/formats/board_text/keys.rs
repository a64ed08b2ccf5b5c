//! What lines of text between boards say: lines `Key: value`, flags, blocks of comment. Each key is a row of a table.

use std::borrow::Cow;

use lurd_puzzle::lines::{Line, lines_from};

use super::walled::is_row;

/// What a line of text is, or the meaning of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Title,
    Author,
    /// A game other than Sokoban.
    Variant,
    /// The title of a game, not of a board.
    Game,
    Other,
    Blank,
    /// In a block of comment.
    Comment,
    /// Flags of levels, `; lurd: FLAGS`.
    Flags,
    /// The size of a board, or a sign of comment alone.
    Nothing,
    /// A line of a listing of pusher's levels.
    Listing,
    /// A line that begins with `::`.
    Mark,
    Text,
}

impl Key {
    /// Whether such lines do not matter for titles by position.
    pub(super) fn is_aside(self) -> bool {
        matches!(self, Self::Title | Self::Author | Self::Flags | Self::Nothing | Self::Listing)
    }
}

/// What a line is, and the value of its key.
pub(super) fn said(line: &str, in_listing: bool) -> (Key, Cow<'_, str>) {
    let bare = bare(line);
    let (key, value) = if let Some(flags) = flags(line) {
        (Key::Flags, flags)
    } else if line.trim_start().is_empty() {
        (Key::Blank, "")
    } else if in_listing && is_listing(line) {
        let number = line.strip_prefix(OF_LISTINGS[0]).map(str::trim).filter(|number| !number.is_empty());
        return number.map_or((Key::Listing, "".into()), |number| (Key::Title, format!("Maze {number}").into()));
    } else if bare.is_empty() || is_size(bare) {
        (Key::Nothing, "")
    } else if let Some(known) = key(bare) {
        known
    } else if line.starts_with("::") {
        (Key::Mark, "")
    } else {
        (Key::Text, "")
    };
    (key, value.into())
}

/// The keys, as they are written in small letters.
const KEYS: [(Key, &str); 6] = [
    (Key::Title, "title, name, level name, level title"),
    (Key::Author, "author"),
    (Key::Variant, "puzzle type, game, type, variant, game type"),
    (Key::Game, "savegame, solution"),
    (Key::Other, "author comment, collection, comment, copyright, date, date created, date of last change, difficulty"),
    (
        Key::Other,
        "email, homepage, optimizer, own solution, set, solution comment, solution name, solver, time, url, view",
    ),
];
/// Keys that only say the game if one of these is their value.
const GAMES: [&str; 10] =
    ["sokoban", "sokoban+", "hexoban", "trioban", "octoban", "multiban", "numban", "dnanban", "cyberban", "modern"];
/// The lines of a listing of pusher's levels begin with these.
const OF_LISTINGS: [&str; 6] = ["Maze:", "File offset:", "Size X:", "Size Y:", "End:", "Length:"];

/// The key and the value of a line `Key: value` or `Key=value`. The end of a block of comment counts as a key
/// without a value.
pub(super) fn key(line: &str) -> Option<(Key, &str)> {
    let known = || {
        let (word, value) = word_and_value(line)?;
        let is_known = |(_, words): &&(Key, &str)| words.split(", ").any(|known| known.eq_ignore_ascii_case(word));
        let (key, _) = KEYS.iter().find(is_known)?;
        let first = value.split_whitespace().next().unwrap_or_default();
        let is_game = GAMES.iter().any(|name| name.eq_ignore_ascii_case(first));
        let is_sure = *key != Key::Variant || is_game || word.eq_ignore_ascii_case("puzzle type");
        is_sure.then_some((*key, value))
    };
    known().or_else(|| ends_comment(line).then_some((Key::Other, "")))
}

/// A word and the text behind it, if the line begins with a word and one of its signs.
fn word_and_value(line: &str) -> Option<(&str, &str)> {
    /// The most bytes before the sign, with blanks.
    const MAX_LENGTH: usize = 256;
    let at = line.bytes().take(MAX_LENGTH).position(|byte| matches!(byte, b':' | b'='))?;
    Some((line[..at].trim(), line[at + 1..].trim()))
}

/// A line without surrounding blanks and comment signs.
pub(super) fn bare(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', ';']).trim()
}

/// Whether a line belongs to the listing that the extractor of pusher's levels prints.
fn is_listing(line: &str) -> bool {
    OF_LISTINGS.iter().any(|key| line.starts_with(key)) || (line.len() > 1 && line.bytes().all(|byte| byte == b'*'))
}

/// The flags in a line `; lurd: FLAGS` (`:: lurd:` in `.sok` files).
fn flags(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix(';').or_else(|| line.strip_prefix("::"))?;
    line.trim_start().strip_prefix("lurd:").map(str::trim)
}

/// Words that may stand before the size of a board, or one side of it.
const SIZES: [&str; 7] = ["size", "dimensions", "width", "height", "rows", "columns", "cols"];

/// Whether a line says the size of a board, `6 6` or `Width: 6`: it is no title.
fn is_size(line: &str) -> bool {
    if !line.ends_with(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let words = line.split([' ', '\t', ',', 'x', 'X', '*', ':', '=']).filter(|word| !word.is_empty());
    // A label and three numbers are already too many.
    let mut words = words.take(4).peekable();
    let has_label = words.next_if(|word| SIZES.iter().any(|label| label.eq_ignore_ascii_case(word))).is_some();
    let is_number = |word: &str| word.len() < 4 && word.bytes().all(|digit| digit.is_ascii_digit());
    let are_numbers: Vec<bool> = words.map(is_number).collect();
    (are_numbers.len() == 2 || (are_numbers.len() == 1 && has_label)) && !are_numbers.contains(&false)
}

// Blocks of comment: the lines from `Comment:` to `Comment-End:`.
//
// Collections spell the keys in several ways (`comment :`, `Comments:`, `Solution comment:`; `Comment-End`,
// `COMMENT_END:`, `Solution comment end:`, `End comment`). A `Comment:` without an end before the next one
// is a line of its own, and so is one with text after it (`Comment: an easy one`) if a row of a board
// precedes the end: a missing line must not hide a board. A line after `;` or `::` is a comment by itself
// and neither begins nor ends a block.

/// The maximum length in bytes of a key that begins or ends a block.
const MAX_KEY_LENGTH: usize = 32;
/// The letters of what ends a block; the first also behind the last words of the comment, with a sign behind it.
const ENDS: [&str; 3] = ["commentend", "endcomment", "endofcomment"];

/// The text after the key, if `line` may begin a block.
pub(super) fn begins_comment(line: &str) -> Option<&str> {
    let is_sign = |byte: &u8| !byte.is_ascii_alphabetic() && !matches!(byte, b' ' | b'\t');
    let at = line.bytes().take(MAX_KEY_LENGTH).position(|byte| is_sign(&byte))?;
    let value = line[at..].strip_prefix([':', '='])?.trim();
    let key = line[..at].trim().to_ascii_lowercase();
    let before = key.strip_suffix('s').unwrap_or(&key).strip_suffix("comment")?;
    ((before.is_empty() || before.ends_with(' ')) && !ends_comment(line)).then_some(value)
}

/// Whether `line` ends a block of comment: the key alone, or after the last words of the comment.
pub(super) fn ends_comment(line: &str) -> bool {
    let line = line.trim();
    // Most lines of text end in another letter than all of these.
    let last = line.bytes().rfind(u8::is_ascii_alphabetic);
    if line.starts_with(';') || line.starts_with("::") || !matches!(last, Some(b'D' | b'd' | b'T' | b't')) {
        return false;
    }
    // Only the end of the line is examined, so the cost does not depend on its length.
    let start = line.char_indices().rev().take(MAX_KEY_LENGTH).last().map_or(0, |(at, _)| at);
    let letters = line[start..].chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    let letters: String = letters.collect();
    let is_behind_words = line.ends_with([':', '=', '.']) && letters.ends_with(ENDS[0]);
    is_behind_words || (start == 0 && ENDS.contains(&&*letters))
}

/// The byte of `text` at which the block that begins with the line `first` ends; `None` if it does not begin
/// a block. Takes time proportional to the lines up to the end, or up to the next beginning.
pub(super) fn comment_block(text: &str, first: &Line<'_>) -> Option<usize> {
    let value = begins_comment(first.text)?;
    for line in lines_from(text, first.next) {
        if ends_comment(line.text) {
            return Some(line.end);
        }
        if begins_comment(line.text).is_some() || (!value.is_empty() && is_row(line.text)) {
            return None;
        }
    }
    None
}

/// The lines of a text from byte `start` on, each with whether it is in a block of comment that begins there.
pub(super) fn lines_with_comments(text: &str, start: usize) -> impl Iterator<Item = (Line<'_>, bool)> {
    let mut comment_end = 0;
    lines_from(text, start).map(move |line| {
        if line.start >= comment_end {
            comment_end = comment_block(text, &line).unwrap_or(comment_end);
        }
        (line, line.start < comment_end)
    })
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::lines::lines;

    use super::*;

    #[test]
    fn keys_in_many_spellings() {
        for line in ["Comment:", "comment :", "COMMENT=", "Comments:", "Solution comment: why", " Comment: x"] {
            assert!(begins_comment(line).is_some() && !ends_comment(line), "{line}");
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
            assert!(ends_comment(line) && begins_comment(line).is_none(), "{line}");
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
            assert!(!ends_comment(line) && begins_comment(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_block_reaches_to_its_own_end() {
        let of = |text: &str| {
            let first = lines(text).next().expect("a line");
            comment_block(text, &first).map(|end| text.get(..end).expect("bytes of the text").len())
        };
        assert_eq!(of("Comment:\r\na\r\nComment-End:\r\n"), Some(25));
        assert_eq!(of("Comment: a\nb\nComment-End:\nComment-End:"), Some(25));
        assert_eq!(of("Comment:\n#####\nComment-End:"), Some(27));
        assert_eq!(of("Comment:\na\n"), None);
        assert_eq!(of("Comment:\na\nComment:\nb\nComment-End:\n"), None);
        assert_eq!(of("Comment: a\n\n#####\n\nComment-End:\n"), None);
    }

    #[test]
    fn sizes_are_no_titles() {
        for line in ["6 6", "6x6", "Size: 8 10", "19, 11"] {
            assert!(is_size(line), "{line}");
        }
        for line in ["6", "6 6 6", "Level 6", "2001 6", "XSokoban 6"] {
            assert!(!is_size(line), "{line}");
        }
    }
}
