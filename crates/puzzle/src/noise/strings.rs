//! Rows in strings, as in JSON and in source code. Strings that only brackets, commas and the like separate are the lines of one
//! board; strings of one character are its squares.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use super::{
    RowIn, is_row,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::{Line, lines};

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
const KEYS: [(&str, &str); 2] = [("Title: ", "title name level id levelname"), ("Author: ", "author creator by")];
/// The words before strings of which one is a source and the other one is its target.
const BOARDS: [(&str, &str); 2] = [("source:\n", "source start from"), ("target:\n", "target goal to")];
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
    let next = move || {
        let (meaning, length) = letter(&text[at..place.end])?;
        at += length;
        Some((at - length..at, meaning))
    };
    std::iter::from_fn(next).filter_map(|(place, meaning)| Some((place, meaning?)))
}

/// What the letter or the escape at the beginning of `text` stands for, if for a character, and its length.
fn letter(text: &str) -> Option<(Option<char>, usize)> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let Some(second) = letters.next().filter(|_| first == '\\') else {
        return Some((Some(first), first.len_utf8()));
    };
    let length = 1 + second.len_utf8();
    let number = |digits: usize| {
        let code = u32::from_str_radix(text.get(length..length + digits)?, 16).ok()?;
        Some((Some(char::from_u32(code)?), length + digits))
    };
    let plain = (Some(second), length);
    Some(match second {
        'n' => (Some('\n'), length),
        't' => (Some('\t'), length),
        'u' => number(4).unwrap_or(plain),
        'x' => number(2).unwrap_or(plain),
        // A line break that the string does not have, and one that only some systems have.
        '\n' | 'r' => (None, length),
        _ => plain,
    })
}

/// The strings of a text. One that reaches over several lines has rows, so that apostrophes begin none.
fn literals(text: &str, row_in: &RowIn<'_>) -> Vec<Literal> {
    let mut literals = Vec::new();
    let (mut at, mut budget) = (0, MAX_SEARCHES * text.len());
    // The last place of each sign that ends strings, so that strings without an end cost no search.
    let mut last_ends: HashMap<String, Option<usize>> = HashMap::new();
    while let Some(length) = text[at..].find(['"', '\'', '`', '[', '{', '<', 'R', 'q', 'r']) {
        at += length;
        let delimiters = DELIMITERS.iter().find_map(|delimiter| ends(&text[at..], delimiter));
        let literal = delimiters.and_then(|(open, close)| {
            let last_end = *last_ends.entry(close.clone()).or_insert_with_key(|close| text.rfind(close));
            last_end.filter(|last| *last >= at + open)?;
            let inside = at + open..end_of(text, at + open, &close, &mut budget)?;
            let meaning: String = letters(text, inside.clone()).map(|(_, letter)| letter).collect();
            let is_short = close.len() == 1 && !text[inside.clone()].contains('\n');
            let has_rows = || meaning.lines().filter(|line| row_in(line).is_some()).count() > 1;
            (is_short || has_rows()).then(|| Literal { place: at..inside.end + close.len(), inside, meaning })
        });
        at = literal.as_ref().map_or(at + 1, |literal| literal.place.end);
        literals.extend(literal);
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
    let first = close.chars().next()?;
    while *budget > 0 {
        let length = text[at..].find(['\\', first])?;
        *budget = budget.saturating_sub(length + 1);
        at += length;
        if text[at..].starts_with(close) {
            return Some(at);
        }
        at += letter(&text[at..])?.1;
    }
    None
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

/// How far apart two strings are by the text between them: 0 for neighbouring lines, or squares of a line; 1 for the last square
/// of a line and the first of the next one; 2 for parts of different boards.
fn distance(between: &str) -> usize {
    if is_next_datum(between) {
        return 0;
    }
    let is_punctuation = |letter: char| letter.is_whitespace() || "[](){},;+-*/.\\<=>&rbfLu@$#".contains(letter);
    // Letters may only be prefixes of strings, and methods that are called on none.
    if !between.chars().all(is_punctuation) || between.chars().filter(char::is_ascii_alphabetic).count() > 2 {
        return 2;
    }
    between.matches([']', '}', ')']).count().min(2)
}

/// What the word before a string says that it is, of `keys`.
fn key(before: &str, keys: &[(&'static str, &str)]) -> Option<&'static str> {
    let word = before.trim_end().strip_suffix([':', '='])?.trim_end_matches([' ', '"', '\'', ']']);
    let word = word.rsplit(|letter: char| !letter.is_ascii_alphabetic()).next()?;
    let is_key = |words: &str| words.split(' ').any(|known| known.eq_ignore_ascii_case(word));
    keys.iter().find(|(_, words)| is_key(words)).map(|(key, _)| *key)
}

/// Replaces source code by the rows in its strings.
pub(super) fn rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let literals = literals(text, row_in);
    let is_square = |literal: &Literal| literal.meaning.chars().count() == 1;
    // A string of several lines is a board by itself.
    let is_board = |literal: &Literal| literal.meaning.trim_end().contains('\n');
    let has_rows = literals.iter().any(|literal| literal.meaning.lines().any(|line| is_row(row_in, line)));
    if !has_rows && !literals.windows(3).any(|three| three.iter().all(is_square)) {
        return None;
    }
    let between = |one: &Literal, next: &Literal| &text[one.place.end..next.place.start];
    // Strings of a line each, of which some are joined to one string, are boards between the commas.
    let joins = |between: &str| between.chars().all(|letter| letter.is_whitespace() || "+.&\\".contains(letter));
    let are_joined =
        literals.windows(2).any(|pair| pair[0].meaning.ends_with('\n') && joins(between(&pair[0], &pair[1])));
    let boards = literals.iter().filter(|it| is_board(it)).filter_map(|it| key(&text[..it.place.start], &BOARDS));
    let are_named = boards.collect::<BTreeSet<_>>().len() > 1;
    // Otherwise lines of squares are rows.
    let has_lists = literals.windows(2).any(|pair| distance(between(&pair[0], &pair[1])) == 1);
    let mut rewriter = Rewriter::new(text);
    let mut last: Option<&Literal> = None;
    for literal in &literals {
        let gap = last.map_or("", |last| {
            let between = between(last, literal);
            let are_squares = is_square(last) && is_square(literal);
            match distance(between) {
                _ if between.contains("\n\n") || between.contains("\n\r\n") => "\n\n",
                0 if are_squares && (has_lists || !between.contains('\n')) => "",
                0 if is_board(last) || is_board(literal) => "\n\n",
                0 if are_joined && last.meaning.ends_with('\n') && between.contains(',') => "\n",
                0 if rewriter.text().ends_with('\n') => "",
                0 => "\n",
                1 if are_squares => "\n",
                _ => "\n\n",
            }
        });
        last = Some(literal);
        let start = literal.place.start;
        let is_row = is_row(row_in, &literal.meaning);
        if !is_row && text[literal.place.end..].trim_start().starts_with([':', '=']) {
            // The key of a value.
            rewriter.write(start..start, "\n\n");
            continue;
        }
        rewriter.write(start..start, gap);
        // A level is often the value of `level`.
        let is_board = is_board(literal);
        let key = key(&text[..start], if is_board { &BOARDS } else { &KEYS });
        let key = key.filter(|_| if is_board { are_named } else { !is_row });
        rewriter.write(start..start, key.unwrap_or_default());
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
    let has_rows = |line: &Line<'_>| {
        let mut rows = line.text.split(BREAK).filter(|part| row_in(part).is_some());
        line.text.contains(BREAK) && rows.nth(1).is_some()
    };
    let breaks = lines(text)
        .filter(has_rows)
        .flat_map(|line| line.text.match_indices(BREAK).map(move |(at, _)| line.start + at));
    let breaks = breaks.map(|at| {
        let start = if text[..at].ends_with("\\r") { at - 2 } else { at };
        (start..at + BREAK.len(), "\n")
    });
    Rewriter::with(text, breaks).finish("'\\n' is read as a line break", false)
}
