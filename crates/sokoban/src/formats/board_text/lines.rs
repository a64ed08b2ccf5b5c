//! The lines of a text: their kinds, comments, keys, and those that are left out.

use std::ops::Range;

use lurd_puzzle::puzzle::{LeftOut, Omission};

use crate::formats::dialect::{DIALECTS, Dialect};

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct Line<'a> {
    /// The text, without blanks at the end.
    pub(in crate::formats) text: &'a str,
    /// The byte at which it begins.
    pub(in crate::formats) start: usize,
    /// The length with blanks at the end.
    pub(in crate::formats) full: usize,
}

impl Line<'_> {
    /// The bytes in the whole text.
    pub(super) fn place(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The lines of `text`, ended by `\n`, `\r\n` or `\r`. A byte order mark is skipped.
pub(in crate::formats) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, end) = rest.split_at(length);
        let line = Line { text: line.trim_end_matches([' ', '\t']), start, full: length };
        start += length + if end.starts_with("\r\n") { 2 } else { end.len().min(1) };
        Some(line)
    })
}

// Rows of a text that look like rows of a board and belong to no level. They are counted, so that lost
// levels are noticed.
//
// A row begins and ends with a wall, is at least three squares wide, and can be read in one dialect. Where
// `#` is the wall, every such row counts. Where a letter is the wall (`X`), and in blocks of comment, rows
// count only in groups of at least three with a player.

/// Letters that are ignored at the ends of a row: blanks, and floor as written in mail.
const BLANKS: [char; 4] = [' ', '\t', '-', '_'];
/// The minimum width of a row.
const MIN_WIDTH: usize = 3;
/// The minimum number of rows in a group.
const MIN_ROWS: usize = 3;
/// The letters of the player in all dialects.
const PLAYERS: &[char] = &['@', '+', 'p', 'P', 'm', 'M', '&'];

/// The wall at both ends of `line`, if it looks like a row of a board.
fn wall(line: &str) -> Option<u8> {
    let line = line.trim_start_matches('>').trim_matches(BLANKS);
    let wall = line.bytes().next().filter(|letter| matches!(letter, b'#' | b'X'))?;
    let is_row = line.len() >= MIN_WIDTH
        && line.ends_with(char::from(wall))
        && DIALECTS
            .iter()
            .any(|dialect| dialect.wall() == wall && line.bytes().all(|letter| dialect.is_letter(letter)));
    is_row.then_some(wall)
}

/// Whether `line` looks like a row of a board, whatever its dialect.
pub(super) fn is_row(line: &str) -> bool {
    wall(line).is_some()
}

/// Counts the rows that were left out.
#[derive(Debug, Default)]
pub(in crate::formats) struct LeftOutRows {
    count: usize,
    first: Option<usize>,
    group: Option<RowGroup>,
}

/// Consecutive rows that may be a board.
#[derive(Debug)]
struct RowGroup {
    rows: usize,
    start: usize,
    has_player: bool,
}

impl LeftOutRows {
    /// Takes note of a line of text.
    pub(in crate::formats) fn text(&mut self, line: &Line<'_>) {
        match wall(line.text) {
            Some(b'#') => {
                self.pause();
                self.add(1, line.start);
            }
            Some(_) => self.add_to_group(line),
            None => self.pause(),
        }
    }

    /// Takes note of a line in a block of comment.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        if is_row(line.text) { self.add_to_group(line) } else { self.pause() }
    }

    /// Counts consecutive rows; the first one begins at byte `start`.
    pub(super) fn add(&mut self, rows: usize, start: usize) {
        self.count += rows;
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
    }

    fn add_to_group(&mut self, line: &Line<'_>) {
        let group = self.group.get_or_insert(RowGroup { rows: 0, start: line.start, has_player: false });
        group.rows += 1;
        group.has_player |= line.text.contains(PLAYERS);
    }

    /// Takes note of a line that is not such a row.
    pub(in crate::formats) fn pause(&mut self) {
        if let Some(RowGroup { rows, start, has_player: true }) = self.group.take()
            && rows >= MIN_ROWS
        {
            self.add(rows, start);
        }
    }

    /// The result at the end of the text.
    pub(in crate::formats) fn finish(mut self) -> Option<LeftOut> {
        self.pause();
        self.first.map(|first| LeftOut { what: Omission::Rows, count: self.count, first })
    }
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
    for line in lines(text.get(below..)?) {
        if ends(line.text) {
            return Some(below + line.start + line.full);
        }
        if may_begin(line.text) || (!value.is_empty() && is_row(line.text)) {
            return None;
        }
    }
    None
}

// Lines `Key: value`, and other lines with a fixed form.

/// The meaning of a known key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetadataKey {
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
pub(super) fn key(line: &str) -> Option<(MetadataKey, &str)> {
    known(line).or_else(|| ends(line).then_some((MetadataKey::Other, "")))
}

/// Whether the first word is the name of Sokoban or of a game with other rules.
fn is_variant(value: &str) -> bool {
    const NAMES: [&str; 10] =
        ["sokoban", "sokoban+", "hexoban", "trioban", "octoban", "multiban", "numban", "dnanban", "cyberban", "modern"];
    let word = value.split_whitespace().next().unwrap_or_default();
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

fn known(line: &str) -> Option<(MetadataKey, &str)> {
    let (key, value) = line.split_once([':', '='])?;
    let (key, value) = (key.trim(), value.trim());
    let is = |known: &str| key.eq_ignore_ascii_case(known);
    if is("title") {
        Some((MetadataKey::Title, value))
    } else if is("author") {
        Some((MetadataKey::Author, value))
    } else if is("puzzle type") || (["game", "type", "variant", "game type"].into_iter().any(is) && is_variant(value)) {
        Some((MetadataKey::Variant, value))
    } else if is("savegame") || is("solution") {
        Some((MetadataKey::Game, value))
    } else {
        OTHER_KEYS.into_iter().any(is).then_some((MetadataKey::Other, value))
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

// Classifies lines: rows of boards, steps, text.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    /// The beginning or the end of a string of several lines, in a file of data or a program.
    Delimiter,
    Board,
    /// Rows of a board with counts before letters.
    Compact,
    /// A row of a board with a foreign letter.
    Broken {
        /// The byte of the first foreign letter in the line.
        at: usize,
        letter: char,
        foreign: usize,
    },
    /// Letters of steps: a game or a word.
    Steps,
    Text,
}

/// The kind of `line`; `in_board` if the line above is a row of a board.
pub(super) fn kind(line: &str, dialect: &Dialect, in_board: bool) -> LineKind {
    if line.trim_start_matches([' ', '\t']).is_empty() {
        return LineKind::Blank;
    }
    if line.starts_with(';') || line.starts_with("::") {
        return LineKind::Text;
    }
    if is_delimiter(line) {
        return LineKind::Delimiter;
    }
    let foreign = |letter: char| !u8::try_from(letter).is_ok_and(|letter| dialect.is_letter(letter));
    let Some((at, letter)) = line.char_indices().find(|&(_, letter)| foreign(letter)) else {
        return LineKind::Board;
    };
    if dialect.is_compact && is_compact(line, dialect) {
        return LineKind::Compact;
    }
    if is_steps(line) {
        return LineKind::Steps;
    }
    // A row with a typing error must not be mistaken for a title. It has a wall and few foreign letters, or
    // it extends from wall to wall right below another row.
    let wall = char::from(dialect.wall());
    let walled = line.trim_start().starts_with(wall) && line.ends_with(wall) && line.len() > 1;
    let foreign_letters = line.chars().filter(|&letter| letter != '\t' && foreign(letter)).count();
    let squares = line.chars().filter(|&letter| !letter.is_whitespace()).count();
    let slip = line.contains(wall) && 3 * foreign_letters <= squares;
    // The value of a key may consist of any letters: `Set: #####`.
    if (slip || (in_board && walled)) && key(line).is_none() {
        LineKind::Broken { at, letter, foreign: foreign_letters }
    } else {
        LineKind::Text
    }
}

/// Whether a string of several lines begins or ends with `line`: `board: |` and `- |` of YAML, or three quotes, as in
/// TOML and Python.
fn is_delimiter(line: &str) -> bool {
    let line = line.trim();
    let is_quoted = ["\"\"\"", "'''"].into_iter().any(|quotes| {
        let rest = line.strip_prefix(quotes);
        line.ends_with(quotes) || rest.is_some_and(|rest| rest.bytes().all(|letter| b",;)]} ".contains(&letter)))
    });
    // Behind the sign there may be what becomes of the last line break, and the indentation.
    let scalar = line.trim_end_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let before = scalar.strip_suffix(['|', '>']).filter(|before| before.ends_with(' ')).map(str::trim_end);
    is_quoted || before.is_some_and(|before| before.ends_with(':') || before.split(' ').all(|word| word == "-"))
}

/// Whether `line` consists of rows with counts. It has to have a wall and to end in a letter: digits alone
/// are a number. So are digits before two blanks: the count of a run includes all of its letters.
fn is_compact(line: &str, dialect: &Dialect) -> bool {
    let is_count = |letter: u8| letter.is_ascii_digit() || matches!(letter, b'(' | b')');
    let is_number = |part: &[u8]| matches!(part, [digit, b' ', b' '] if digit.is_ascii_digit());
    !line.as_bytes().windows(3).any(is_number)
        && line.bytes().all(|letter| dialect.is_letter(letter) || is_count(letter))
        && line.bytes().any(|letter| letter == dialect.wall())
        && !line.ends_with(|letter: char| letter.is_ascii_digit())
        && !line.starts_with(')')
}

/// Whether `line` consists of letters of steps, in any notation.
pub(in crate::formats) fn is_steps(line: &str) -> bool {
    let is_step = |letter: u8| b"lurdLURD".contains(&letter);
    line.bytes().any(is_step)
        && line.bytes().all(|letter| is_step(letter) || b"0123456789()[]{}<>* \t".contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_three_systems_and_blanks_at_the_end() {
        let found: Vec<(&str, usize)> = lines("a \nb\r\n\r\nc\rd").map(|line| (line.text, line.start)).collect();
        assert_eq!(found, [("a", 0), ("b", 3), ("", 6), ("c", 8), ("d", 10)]);
        assert_eq!(lines("a\n").count(), 1);
        assert_eq!(lines("\u{feff}#").next().map(|line| line.place()), Some(3..4));
    }
}

#[cfg(test)]
mod left_out_tests {
    use super::*;

    #[test]
    fn rows_of_boards_in_all_dialects() {
        for line in ["###", " #@$.# ", "> #####", "--####--", "#p b o#", "#####|#@$.#|#####", "XXXX", "X@*.X"] {
            assert!(is_row(line), "{line}");
        }
        for line in ["", "#", "##", "; #####", ":: #####", "# 1 #", "....", "*****", "#####.", "XIX", "-----", "#BOX#"]
        {
            assert!(!is_row(line), "{line}");
        }
    }
}

#[cfg(test)]
mod comment_tests {
    use super::*;

    #[test]
    fn keys_in_many_spellings() {
        for line in ["Comment:", "comment :", "COMMENT=", "Comments:", "Solution comment: why", " Comment: x"] {
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
            let first = lines(text).next().expect("a line");
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

#[cfg(test)]
mod line_kind_tests {
    use super::*;
    use crate::formats::dialect::XSB;

    #[test]
    fn a_row_with_a_typing_error_is_not_a_title() {
        let kind = |line, in_board| kind(line, &XSB, in_board);
        assert_eq!(kind("#@$.#", false), LineKind::Board);
        assert_eq!(kind("#@x.#", false), LineKind::Broken { at: 2, letter: 'x', foreign: 1 });
        assert_eq!(kind("#p b o#", false), LineKind::Text);
        assert_eq!(kind("#p b o#", true), LineKind::Broken { at: 1, letter: 'p', foreign: 3 });
        assert_eq!(kind("; #", true), LineKind::Text);
        assert_eq!(kind("Set: ##########", true), LineKind::Text);
        assert_eq!(kind("# 1: the first", true), LineKind::Text);
        assert_eq!(kind("12", true), LineKind::Text);
        assert_eq!(kind(" \t", true), LineKind::Blank);
    }

    #[test]
    fn delimiters_of_strings_are_neither_titles_nor_rows() {
        let kind = |line| kind(line, &XSB, true);
        let quotes = "\"\"\"";
        for line in ["board: |", "  - board: |-", "- |", "  - - >2", "'''", "''')", "map = '''"] {
            assert_eq!(kind(line), LineKind::Delimiter, "{line}");
        }
        for line in [format!("map = {quotes}"), format!("{quotes},"), format!("Level({quotes}")] {
            assert_eq!(super::kind(&line, &XSB, true), LineKind::Delimiter, "{line}");
        }
        for line in ["|", "-|", "#####|", "#@$.# |", "5#|", "a title |", "Level > 5", "- a > b", "'''a'", "--- |"] {
            assert_ne!(kind(line), LineKind::Delimiter, "{line}");
        }
    }

    #[test]
    fn counts_and_steps() {
        let kind = |line| kind(line, &XSB, false);
        for line in ["5#", "3#4-@.#", "2(3(#)-#)|4#"] {
            assert_eq!(kind(line), LineKind::Compact, "{line}");
        }
        for line in ["1", "#1", "(1)", "7  #####", "12  # # #"] {
            assert_ne!(kind(line), LineKind::Compact, "{line}");
        }
        for line in ["lurdLURD", "3r4U", "2(3(dr)R)", "[]U[rr]d", "lu*rd", "l r"] {
            assert_eq!(kind(line), LineKind::Steps, "{line}");
        }
    }
}
