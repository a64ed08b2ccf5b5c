//! From characters to tokens with their places, and from words to the labels of tiles.

use std::ops::Range;

use lurd_puzzle::diagnostic::{Diagnostic, edit_distance};
use lurd_puzzle::puzzle::{COLOUR_NAMES, CellRole, tile_roles};

/// A tile of a board.
#[derive(Clone)]
pub(super) struct Tile<'t> {
    /// A character, a number without leading zeros, or the letter of a colour.
    pub(super) label: &'t str,
    pub(super) place: Range<usize>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Characters of tiles, one after the other.
    Word,
    /// Between two tiles.
    Comma,
    /// Between tiles, rows or boards, or around a row.
    Bar,
    /// Between two rows.
    RowEnd,
    /// Between the source and the target.
    Arrow,
    /// The beginning and the end of a list.
    Open,
    Close,
    /// Behind a label.
    Colon,
    /// The end of a line in a list.
    LineEnd,
    /// Anything else.
    Other,
}

/// A part of a line.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) place: Range<usize>,
}

/// The signs between words, apart from each other by blanks; if one begins with another, the longer one first. A semicolon
/// may also begin a comment.
const SIGNS: [(Kind, &str); 7] = [
    (Kind::Arrow, "--> -> ==> => \u{2192} \u{21d2} \u{27f6} \u{27f9} \u{279c} \u{2794} \u{27a1}"),
    (Kind::Comma, ","),
    (Kind::Bar, "| \u{2502} \u{2503} \u{2551}"),
    (Kind::RowEnd, "/ ;"),
    (Kind::Open, "[ ( {"),
    (Kind::Close, "] ) }"),
    (Kind::Colon, ": ="),
];

/// Characters that say nothing: quotation marks, and what makes a picture of the character before it.
const IGNORED: [char; 6] = ['\'', '"', '`', JOINERS[0], JOINERS[1], JOINERS[2]];
const JOINERS: [char; 3] = ['\u{fe0f}', '\u{20e3}', '\u{200d}'];

/// The letters of colours, and the pictures and more words that stand for them.
const MORE_COLOURS: [(&str, &str); 11] = [
    ("R", "🟥 🔴 ❤"),
    ("B", "🟦 🔵 💙"),
    ("Y", "🟨 🟡 💛"),
    ("G", "🟩 🟢 💚"),
    ("O", "🟧 🟠 🧡"),
    ("P", "🟪 🟣 💜"),
    ("W", "⬜ ⚪ 🤍"),
    ("K", "⬛ ⚫ 🖤"),
    ("I", "pink"),
    ("N", "brown"),
    ("E", "grey gray"),
];

/// The label in a target that accepts any tile.
pub(crate) const ANY: &str = "?";

/// The most tokens of a line; longer ones are no boards.
const MAX_TOKENS: usize = 1 << 16;

/// The most digits of a label.
const MAX_DIGITS: usize = 9;

/// The place of a part of a text.
pub(super) fn place_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// Whether this character may be part of a tile.
pub(super) fn is_tile(c: char) -> bool {
    c.is_alphanumeric() || c == '?'
}

/// Whether this character may be a tile, or a picture in place of one.
pub(super) fn is_letter(c: char) -> bool {
    let is_sign = || IGNORED.contains(&c) || sign(c.encode_utf8(&mut [0; 4])).is_some();
    is_tile(c) || (c >= '\u{2600}' && !is_sign())
}

/// The sign that begins a text, and its length.
fn sign(text: &str) -> Option<(Kind, usize)> {
    SIGNS.into_iter().find_map(|(kind, signs)| {
        let sign = signs.split(' ').find(|sign| text.starts_with(*sign))?;
        Some((kind, sign.len()))
    })
}

/// The tokens of a part of a line, up to its comment, and where that begins. Blanks and quotation marks only end words.
pub(super) fn tokens(text: &str, line: Range<usize>) -> (Vec<Token>, usize) {
    let mut found: Vec<Token> = Vec::new();
    let (mut at, mut segment) = (line.start, line.start);
    while let Some(c) = text[at..line.end].chars().next() {
        let rest = &text[at..line.end];
        let (kind, length) = match sign(rest) {
            _ if found.len() > MAX_TOKENS => (Some(Kind::Other), rest.len()),
            Some((kind, length)) => (Some(kind), length),
            None if is_letter(c) => {
                (Some(Kind::Word), rest.find(|c| !is_letter(c) && !JOINERS.contains(&c)).unwrap_or(rest.len()))
            }
            None if c.is_whitespace() || IGNORED.contains(&c) => (None, c.len_utf8()),
            None => (Some(Kind::Other), c.len_utf8()),
        };
        let is_comment = match c {
            ';' => !is_row_end(&text[segment..at], &rest[1..]),
            // Behind a board a number sign begins a comment, too.
            '#' => {
                text[..at].ends_with(char::is_whitespace)
                    && found.iter().any(|token| matches!(token.kind, Kind::Arrow | Kind::Colon))
            }
            _ => false,
        };
        if is_comment {
            return (found, at);
        }
        found.extend(kind.map(|kind| Token { kind, place: at..at + length }));
        at += length;
        if matches!(kind, Some(Kind::RowEnd | Kind::Arrow | Kind::Open | Kind::Colon)) {
            segment = at;
        }
    }
    (found, line.end)
}

/// Whether a semicolon between these parts of a line ends a row and does not begin a comment: as many tiles follow it as
/// stand before it, and of the same kind.
fn is_row_end(before: &str, after: &str) -> bool {
    let is_end =
        |(at, c): &(usize, char)| *c == ';' || matches!(sign(&after[*at..]), Some((Kind::Arrow | Kind::Close, _)));
    let after = after.char_indices().find(is_end).map_or(after, |(at, _)| &after[..at]);
    let size = |row: &str| {
        let (words, letters) = (words(row, 0..row.len()), row.chars().filter(|c| is_letter(*c)).count());
        let is_row = row.chars().all(|c| is_letter(c) || c.is_whitespace() || c == ',' || IGNORED.contains(&c));
        let count = if words.len() == 1 { letters } else { words.len() };
        (is_row && count > 1).then_some((words.len() == 1, count))
    };
    let is_like = before.trim().chars().all(|c| ANY.contains(c)) || is_of_classes(classes(after), classes(before));
    size(before).is_some() && size(before) == size(after) && is_like
}

/// Which kinds of characters a text has: small letters, capital letters, digits.
pub(super) fn classes(text: &str) -> [bool; 3] {
    [text.contains(char::is_lowercase), text.contains(char::is_uppercase), text.contains(|c: char| c.is_ascii_digit())]
}

/// Whether there are no other kinds of characters than known ones.
pub(super) fn is_of_classes(here: [bool; 3], known: [bool; 3]) -> bool {
    here.iter().zip(known).all(|(is_here, is_known)| !is_here || is_known)
}

// The labels of tiles.

/// The places of the words in a part of a text.
pub(super) fn words(text: &str, place: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, letter) in letters(text, place) {
        match found.last_mut() {
            Some(last) if text[last.end..at].chars().all(|c| JOINERS.contains(&c)) => last.end = at + letter.len_utf8(),
            _ => found.push(at..at + letter.len_utf8()),
        }
    }
    found
}

/// The characters of tiles in a part of a text.
pub(super) fn letters(text: &str, place: Range<usize>) -> impl Iterator<Item = (usize, char)> {
    let start = place.start;
    text[place].char_indices().filter(|(_, c)| is_letter(*c)).map(move |(at, c)| (start + at, c))
}

/// The colour that a letter stands for.
pub(super) fn colour_name(letter: &str) -> Option<&'static str> {
    COLOUR_NAMES.into_iter().find(|(known, _)| *known == letter).map(|(_, name)| name)
}

/// The name of a colour that a word with a mistake may stand for.
pub(super) fn near_colour(word: &str) -> Option<&'static str> {
    let lower = format!("{word:.20}").to_lowercase();
    COLOUR_NAMES.into_iter().map(|(_, name)| name).find(|name| edit_distance(&lower, name) == 1)
}

/// What says a label in words on a board with these labels: the name of its colour if each of them stands for a colour,
/// otherwise the label itself.
pub(crate) fn words_for<'l>(mut labels: impl Iterator<Item = &'l str>) -> impl Fn(&'l str) -> &'l str {
    let are_colours = labels.all(|label| label == ANY || colour_name(label).is_some());
    move |label| colour_name(label).filter(|_| are_colours).unwrap_or(label)
}

/// Whether a word is one character of a tile, a number, a picture of a colour or its name.
pub(super) fn is_label(word: &str) -> bool {
    checked_label(word).is_some()
}

/// The label that a word stands for, without leading zeros; `None` if it is not a label or too long.
pub(crate) fn checked_label(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(JOINERS);
    if word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty() {
        let number = word.trim_start_matches('0');
        return Some(if number.is_empty() { "0" } else { number }).filter(|number| number.len() <= MAX_DIGITS);
    }
    let is_name = |names: &str| names.split(' ').any(|name| word.eq_ignore_ascii_case(name));
    let colour = COLOUR_NAMES.into_iter().chain(MORE_COLOURS).find(|(_, names)| is_name(names));
    let mut letters = word.chars();
    let letter = letters.next().filter(|first| is_tile(*first) && letters.next().is_none());
    colour.map(|(letter, _)| letter).or(letter.map(|_| word))
}

/// The label that the word in this place stands for.
pub(super) fn label(text: &str, word: Range<usize>) -> Result<&str, Diagnostic> {
    let written = &text[word.clone()];
    checked_label(written).ok_or_else(|| {
        let help = "write rows without blanks, RRBG, or tiles separated by blanks or commas: 10,11,12 or red red blue";
        let near = near_colour(written).map(|name| format!("did you mean '{name}'?"));
        Diagnostic::new(format!("'{written:.12}' is not a tile"))
            .at(word, format!("neither one character, a number of at most {MAX_DIGITS} digits nor a colour"))
            .help(near.unwrap_or_else(|| help.to_owned()))
    })
}

// Numbers in messages.

/// `one` to `four` in words, larger numbers in digits.
pub(super) fn number(count: usize) -> String {
    match ["one", "two", "three", "four"].get(count.wrapping_sub(1)) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `one tile missing`, `2 rows too many`.
pub(super) fn difference(count: usize, wanted: usize, noun: &str) -> String {
    let (by, what) = if count < wanted { (wanted - count, "missing") } else { (count - wanted, "too many") };
    if by == 1 { format!("one {noun} {what}") } else { format!("{by} {noun}s {what}") }
}

// The colours of a board as it is typed.

/// The roles of the characters of a text that holds boards. Words such as `source` are written in lower case, so
/// letters in lower case are tiles only around a `->`, which no text with words has.
pub(crate) fn roles(text: &str) -> Vec<CellRole> {
    let mut labels: Vec<(Range<usize>, &str)> = Vec::new();
    let is_end = |c: char| !is_letter(c) && c != ',' && (!c.is_whitespace() || c == '\n');
    let (has_words, mut in_list) = (!text.contains("->"), false);
    for part in text.split_inclusive(is_end) {
        let words = words(text, place_of(text, part));
        let is_packed = words.len() == 1 && !in_list && !part.trim_end_matches(is_end).contains(',');
        for word in words.into_iter().filter(|word| !has_words || !text[word.clone()].contains(char::is_lowercase)) {
            if is_packed {
                let places = letters(text, word).map(|(at, letter)| at..at + letter.len_utf8());
                labels.extend(places.map(|place| (place.clone(), &text[place])));
            } else {
                labels.extend(checked_label(&text[word.clone()]).map(|label| (word, label)));
            }
        }
        in_list = part.ends_with('[') || (in_list && !part.ends_with(']'));
    }
    let roles = tile_roles(labels.iter().map(|(_, label)| *label));
    let (mut found, mut at) = (Vec::new(), 0);
    for (place, label) in labels {
        let role = roles.get(label).copied().unwrap_or_default();
        found.extend(text[at..place.start].chars().map(|_| CellRole::default()));
        found.extend(text[place.clone()].chars().map(|_| role));
        at = place.end;
    }
    found.extend(text[at..].chars().map(|_| CellRole::default()));
    found
}
