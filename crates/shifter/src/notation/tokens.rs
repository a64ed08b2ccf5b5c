//! From characters to tokens with their places, and from words to the labels of tiles.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::COLOUR_NAMES;
use strsim::damerau_levenshtein;

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

/// The letters of colours, each with the pictures that stand for it.
const PICTURES: [&str; 8] = ["R🟥🔴❤", "B🟦🔵💙", "Y🟨🟡💛", "G🟩🟢💚", "O🟧🟠🧡", "P🟪🟣💜", "W⬜⚪🤍", "K⬛⚫🖤"];

/// Colours beside those of the puzzle's pictures.
const MORE_COLOURS: [(&str, &str); 4] = [("I", "pink"), ("N", "brown"), ("E", "grey"), ("E", "gray")];

/// The label in a target that accepts any tile.
pub(crate) const ANY: &str = "?";

/// The most digits of a label.
const MAX_DIGITS: usize = 9;

/// The place of a part of a text.
pub(super) fn place_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// Whether this character may be a tile, or a picture in place of one.
pub(super) fn is_letter(c: char) -> bool {
    let is_sign = || IGNORED.contains(&c) || sign(c.encode_utf8(&mut [0; 4])).is_some();
    c.is_alphanumeric() || c == '?' || (c >= '\u{2600}' && !is_sign())
}

/// Whether this character is no part of a word.
fn ends_word(c: char) -> bool {
    !is_letter(c) && !JOINERS.contains(&c)
}

/// The sign that begins a text, and its length.
fn sign(text: &str) -> Option<(Kind, usize)> {
    let begin = |signs: &str| signs.split(' ').find(|sign| text.starts_with(*sign)).map(str::len);
    SIGNS.into_iter().find_map(|(kind, signs)| Some((kind, begin(signs)?)))
}

/// The tokens of a part of a line, up to its comment, and where that begins. Blanks and quotation marks only end words.
pub(super) fn tokens(text: &str, line: Range<usize>) -> (Vec<Token>, usize) {
    let mut found: Vec<Token> = Vec::new();
    let (mut at, mut has_sign) = (line.start, false);
    while let Some(c) = text[at..line.end].chars().next() {
        let rest = &text[at..line.end];
        let (kind, length) = match sign(rest) {
            Some((kind, length)) => (Some(kind), length),
            None if is_letter(c) => (Some(Kind::Word), rest.find(ends_word).unwrap_or(rest.len())),
            None if c.is_whitespace() || IGNORED.contains(&c) => (None, c.len_utf8()),
            None => (Some(Kind::Other), c.len_utf8()),
        };
        let is_comment = match c {
            ';' => !is_row_end(&text[line.start..at], &rest[1..]),
            // Behind a board a number sign begins a comment, too.
            '#' => has_sign && text[..at].ends_with(char::is_whitespace),
            _ => false,
        };
        if is_comment {
            return (found, at);
        }
        found.extend(kind.map(|kind| Token { kind, place: at..at + length }));
        at += length;
        has_sign |= matches!(kind, Some(Kind::Arrow | Kind::Colon));
    }
    (found, line.end)
}

/// Whether a semicolon between these parts of a line ends a row and does not begin a comment: as many tiles follow it as
/// stand before it, and no word in small letters behind other tiles.
fn is_row_end(before: &str, after: &str) -> bool {
    let is_end = |c: char| !is_letter(c) && !c.is_whitespace() && c != ',' && !IGNORED.contains(&c);
    let before = before.rsplit(is_end).next().unwrap_or_default();
    let after = after.split(is_end).next().unwrap_or_default();
    let size = |row: &str| match words(row, 0..row.len()).as_slice() {
        [word] => (1, letters(row, word.clone()).count()),
        words if words.iter().all(|word| is_label(&row[word.clone()])) => (words.len(), 0),
        _ => (0, 0),
    };
    let is_word = after.contains(char::is_lowercase) && !before.contains(char::is_lowercase);
    size(before).0 > 0 && size(before) == size(after) && !is_word
}

/// Which kinds of characters a text has: small letters, capital letters, digits.
pub(super) fn classes(text: &str) -> [bool; 3] {
    [text.contains(char::is_lowercase), text.contains(char::is_uppercase), text.contains(|c: char| c.is_ascii_digit())]
}

// The labels of tiles.

/// The places of the words in a part of a text.
pub(super) fn words(text: &str, place: Range<usize>) -> Vec<Range<usize>> {
    let words = text[place].split(ends_word);
    words.filter(|word| word.contains(is_letter)).map(|word| place_of(text, word)).collect()
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

/// The question whether a word with a mistake stands for a colour.
pub(super) fn near_colour(word: &str) -> Option<String> {
    let word = format!("{word:.20}").to_lowercase();
    let near = COLOUR_NAMES.into_iter().find(|(_, name)| damerau_levenshtein(&word, name) == 1);
    near.map(|(_, name)| format!("did you mean '{name}'?"))
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
    let word = word.trim_matches(JOINERS);
    if word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty() {
        let number = word.trim_start_matches('0');
        return Some(if number.is_empty() { "0" } else { number }).filter(|number| number.len() <= MAX_DIGITS);
    }
    if word.chars().count() == 1 {
        let picture = PICTURES.into_iter().find(|pictures| pictures.contains(word)).map(|pictures| &pictures[..1]);
        return picture.or(Some(word).filter(|word| *word == ANY || word.contains(char::is_alphanumeric)));
    }
    let mut colours = COLOUR_NAMES.into_iter().chain(MORE_COLOURS);
    colours.find(|(_, name)| word.eq_ignore_ascii_case(name)).map(|(letter, _)| letter)
}

/// The tile that a word of a text is. The label of a word that is no tile is the word itself.
pub(super) fn tile<'t>(text: &'t str, word: &'t str) -> Tile<'t> {
    Tile { label: checked_label(word).unwrap_or(word), place: place_of(text, word) }
}

/// The label that the word in this place stands for.
pub(super) fn label(text: &str, word: Range<usize>) -> Result<&str, Diagnostic> {
    let written = &text[word.clone()];
    checked_label(written).ok_or_else(|| {
        let help = "write rows without blanks, RRBG, or tiles separated by blanks or commas: 10,11,12 or red red blue";
        Diagnostic::new(format!("'{written:.12}' is not a tile"))
            .at(word, format!("neither one character, a number of at most {MAX_DIGITS} digits nor a colour"))
            .help(near_colour(written).unwrap_or_else(|| help.to_owned()))
    })
}

// Numbers in messages.

/// `no` to `four` in words, larger numbers in digits.
pub(super) fn number(count: usize) -> String {
    ["no", "one", "two", "three", "four"].get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `one tile missing`, `2 rows too many`.
pub(super) fn difference(count: usize, wanted: usize, noun: &str) -> String {
    let (by, what) = (count.abs_diff(wanted), if count < wanted { "missing" } else { "too many" });
    if by == 1 { format!("one {noun} {what}") } else { format!("{by} {noun}s {what}") }
}
