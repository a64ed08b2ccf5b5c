//! Rows in strings, as in JSON and in source code. Strings that only brackets, commas and the like separate are the lines of one
//! board; strings of one character are its squares.

use std::ops::Range;

use super::{
    RowIn, is_row,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::lines;

/// How strings begin and end: what they begin with, what may stand in it (a word, or this sign any number of times) and does so
/// again in the end, and the parts around that. The first that fits counts.
const DELIMITERS: [(&str, &str, &str, &str, &str); 11] = [
    ("\"\"\"", "", "", "\"\"\"", ""),
    ("'''", "", "", "'''", ""),
    ("<![CDATA[", "", "", "]]>", ""),
    ("R\"", "word", "(", ")", "\""),
    ("r", "#", "\"", "\"", ""),
    ("[", "=", "[", "]", "]"),
    ("q{", "", "", "}", ""),
    ("{|", "", "", "|}", ""),
    ("`", "", "", "`", ""),
    ("\"", "", "", "\"", ""),
    ("'", "", "", "'", ""),
];
/// The words before a string that is a title or an author.
const KEYS: [(&str, &str); 8] = [
    ("title", "Title"),
    ("name", "Title"),
    ("level", "Title"),
    ("id", "Title"),
    ("levelname", "Title"),
    ("author", "Author"),
    ("creator", "Author"),
    ("by", "Author"),
];
/// What may stand between two strings that an assembler stores one behind the other.
const DIRECTIVES: [&str; 10] = ["db", "dc.b", "defb", "defm", "dm", ".ascii", ".asciz", ".byte", ".string", "byte"];
/// How often the text is searched for ends of strings at most, in its length.
const MAX_SEARCHES: usize = 8;

/// A string of the source: its bytes, and what they mean.
struct Literal {
    place: Range<usize>,
    inside: Range<usize>,
    meaning: String,
}

/// The characters in a part of a text, with the bytes that each was written as.
fn letters(text: &str, place: Range<usize>) -> impl Iterator<Item = (Range<usize>, char)> + '_ {
    let mut at = place.start;
    std::iter::from_fn(move || {
        loop {
            let letter = text[at..place.end].chars().next()?;
            let start = at;
            let (meaning, length) =
                if letter == '\\' { escape(&text[at..place.end]) } else { (Some(letter), letter.len_utf8()) };
            at += length;
            if let Some(meaning) = meaning {
                return Some((start..at, meaning));
            }
        }
    })
}

/// The character of the escape at the beginning of `text`, if it stands for one, and its length.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(letter) = text[1..].chars().next() else { return (Some('\\'), 1) };
    let length = 1 + letter.len_utf8();
    let number = |digits: usize| {
        let code = u32::from_str_radix(text.get(length..length + digits)?, 16).ok()?;
        char::from_u32(code).map(|letter| (Some(letter), length + digits))
    };
    match letter {
        'n' => (Some('\n'), length),
        't' => (Some('\t'), length),
        'u' => number(4).unwrap_or((Some(letter), length)),
        'x' => number(2).unwrap_or((Some(letter), length)),
        // A line break that the string does not have, and one that only some systems have.
        '\n' | 'r' => (None, length),
        letter => (Some(letter), length),
    }
}

/// The strings of a text. One that reaches over several lines has rows, so that apostrophes begin none.
fn literals(text: &str, row_in: &RowIn<'_>) -> Vec<Literal> {
    let mut literals = Vec::new();
    let (mut at, mut budget) = (0, MAX_SEARCHES * text.len());
    while let Some(length) = text[at..].find(['"', '\'', '`', '[', '{', '<', 'R', 'q', 'r']) {
        let start = at + length;
        at = start + 1;
        let Some((open, close)) = DELIMITERS.iter().find_map(|delimiter| ends(&text[start..], delimiter)) else {
            continue;
        };
        let inner = start + open;
        let Some(end) = end_of(text, inner, &close, &mut budget) else { continue };
        let meaning: String = letters(text, inner..end).map(|(_, letter)| letter).collect();
        let is_short = close.len() == 1 && !text[inner..end].contains('\n');
        if is_short || meaning.lines().filter(|line| row_in(line).is_some()).count() > 1 {
            at = end + close.len();
            literals.push(Literal { place: start..at, inside: inner..end, meaning });
        }
    }
    literals
}

/// The length of the beginning of the string that `text` begins with, and its end.
fn ends(text: &str, (before, middle, open, close, after): &(&str, &str, &str, &str, &str)) -> Option<(usize, String)> {
    let rest = text.strip_prefix(before)?;
    let is_middle = |letter: char| if *middle == "word" { letter.is_alphanumeric() } else { middle.contains(letter) };
    let length = rest.find(|letter| !is_middle(letter))?;
    let inner = rest[length..].strip_prefix(open)?;
    Some((text.len() - inner.len(), format!("{close}{}{after}", &rest[..length])))
}

/// Where a string that begins at byte `at` ends.
fn end_of(text: &str, mut at: usize, close: &str, budget: &mut usize) -> Option<usize> {
    loop {
        let is_end = |byte: &u8| *byte == b'\\' || close.as_bytes().first() == Some(byte);
        let length = text.as_bytes()[at..].iter().position(is_end)?;
        *budget = budget.checked_sub(length + 1)?;
        at += length;
        if text[at..].starts_with(close) {
            return Some(at);
        }
        at += if text[at..].starts_with('\\') { escape(&text[at..]).1 } else { 1 };
    }
}

/// How the text between two strings joins them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// As neighbouring lines, or squares of a line.
    Next,
    /// As the last square of a line and the first of the next one.
    NextLine,
    /// As parts of different boards.
    Apart,
}

/// Whether two strings are data of an assembler, one directly behind the other: `",0` and `db "` on the next line, or
/// `",13,10,"`.
fn is_next_datum(between: &str) -> bool {
    let data = between.split('\n').map(|line| line.split(';').next().unwrap_or_default());
    let mut words = data.flat_map(|line| line.split([',', ' ', '\t', '\r'])).filter(|word| !word.is_empty()).peekable();
    let is_end = |word: &str| word.len() <= 4 && word.starts_with(|it: char| it.is_ascii_digit() || it == '$');
    words.peek().is_some()
        && words.all(|word| is_end(word) || DIRECTIVES.iter().any(|it| it.eq_ignore_ascii_case(word)))
}

/// Whether a programming language joins two strings to one.
fn is_concatenation(between: &str) -> bool {
    between.chars().all(|letter| letter.is_whitespace() || "+.&\\".contains(letter))
}

fn joint(between: &str) -> Joint {
    if is_next_datum(between) {
        return Joint::Next;
    }
    let is_punctuation = |letter: char| letter.is_whitespace() || "[](){},;+-*/.\\<=>&rbfLu@$#".contains(letter);
    // Letters may only be prefixes of strings, and methods that are called on none.
    if !between.chars().all(is_punctuation) || between.chars().filter(char::is_ascii_alphabetic).count() > 2 {
        return Joint::Apart;
    }
    match between.chars().filter(|letter| "]})".contains(*letter)).count() {
        0 => Joint::Next,
        1 => Joint::NextLine,
        _ => Joint::Apart,
    }
}

/// What the word before a string says that it is.
fn key(before: &str) -> Option<&'static str> {
    let word = before.trim_end().strip_suffix([':', '='])?.trim_end_matches([' ', '"', '\'', ']']);
    let word = word.rsplit(|letter: char| !letter.is_ascii_alphabetic()).next()?;
    KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, key)| *key)
}

/// Replaces source code by the rows in its strings.
pub(super) fn rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let literals = literals(text, row_in);
    let is_row = |text: &str| is_row(row_in, text);
    let has_rows = literals.iter().any(|literal| literal.meaning.lines().any(is_row));
    let is_square = |index: usize| literals.get(index).is_some_and(|it| it.meaning.chars().count() == 1);
    if !has_rows && !(0..literals.len()).any(|index| is_square(index) && is_square(index + 1) && is_square(index + 2)) {
        return None;
    }
    // A string of several lines is a board by itself.
    let is_board = |index: usize| literals[index].meaning.trim_end().contains('\n');
    // Strings of a line each, of which some are joined to one string, are boards between the commas.
    let is_line = |index: usize| literals[index].meaning.ends_with('\n');
    let between = |index: usize| &text[literals[index].place.end..literals[index + 1].place.start];
    let are_joined = (1..literals.len()).any(|next| is_line(next - 1) && is_concatenation(between(next - 1)));
    // Otherwise lines of squares are rows.
    let has_lists = (1..literals.len()).any(|next| joint(between(next - 1)) == Joint::NextLine);
    let mut rewriter = Rewriter::new(text);
    for (index, literal) in literals.iter().enumerate() {
        let start = literal.place.start;
        let before = index.checked_sub(1);
        let between = before.map_or(&text[..start], between);
        let are_squares = is_square(index) && before.is_some_and(is_square);
        let gap = match joint(between) {
            _ if before.is_none() => "",
            _ if between.contains("\n\n") || between.contains("\n\r\n") => "\n\n",
            Joint::Next if are_squares && (has_lists || !between.contains('\n')) => "",
            Joint::Next if is_board(index) || before.is_some_and(is_board) => "\n\n",
            Joint::Next if are_joined && before.is_some_and(is_line) && between.contains(',') => "\n",
            Joint::Next if rewriter.text().ends_with('\n') => "",
            Joint::NextLine if !are_squares => "\n\n",
            Joint::Next | Joint::NextLine => "\n",
            Joint::Apart => "\n\n",
        };
        let after = text[literal.place.end..].trim_start();
        if after.starts_with([':', '=']) && !is_row(&literal.meaning) {
            // The key of a value.
            rewriter.write(start..start, "\n\n");
            continue;
        }
        rewriter.write(start..start, gap);
        // A level is often the value of `level`.
        let is_title = !is_board(index) && !is_row(&literal.meaning);
        if let Some(key) = key(&text[..start]).filter(|_| is_title) {
            rewriter.write(start..start, key);
            rewriter.write(start..start, ": ");
        }
        for (place, letter) in letters(text, literal.inside.clone()) {
            rewriter.write(place, letter.encode_utf8(&mut [0; 4]));
        }
    }
    rewriter.write(text.len()..text.len(), "\n");
    rewriter.finish("rows are taken from the quoted strings of the text", false)
}

/// Replaces `\n`, which stands for a line break in programs, between the rows of a line.
pub(super) fn escaped_breaks(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    const BREAK: &str = "\\n";
    if !text.contains(BREAK) {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    for line in lines(text) {
        if line.text.split(BREAK).filter(|part| row_in(part).is_some()).count() > 1 {
            for (at, _) in line.text.match_indices(BREAK).map(|(at, found)| (line.start + at, found)) {
                let end = at + BREAK.len();
                let start = if text[..at].ends_with("\\r") { at - 2 } else { at };
                rewriter.copy_to(start);
                rewriter.write(start..end, "\n");
            }
        }
    }
    rewriter.copy_to(text.len());
    rewriter.finish("'\\n' is read as a line break", false)
}
