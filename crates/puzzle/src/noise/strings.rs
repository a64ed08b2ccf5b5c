//! Rows in quotation marks, as in JSON and in source code. Strings that only brackets, commas and the like separate are
//! the lines of one board; strings of one character are its squares.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten},
};

/// A part of a string: the bytes of the source, and the character they stand for.
type Letter = (Range<usize>, char);

/// A string of the source.
struct Literal {
    place: Range<usize>,
    letters: Vec<Letter>,
}

impl Literal {
    fn text(&self) -> String {
        self.letters.iter().map(|(_, letter)| letter).collect()
    }
}

/// The string that begins at byte `start` with a quotation mark; `None` if it does not end. A string in single or double
/// quotation marks ends on its line.
fn literal(text: &str, start: usize) -> Option<Literal> {
    let rest = &text[start..];
    let mark = ["\"\"\"", "'''", "\"", "'", "`"].into_iter().find(|mark| rest.starts_with(mark))?;
    let spans_lines = mark.len() > 1 || mark == "`";
    let mut letters = Vec::new();
    let mut at = start + mark.len();
    while let Some(letter) = text[at..].chars().next() {
        if text[at..].starts_with(mark) {
            return Some(Literal { place: start..at + mark.len(), letters });
        }
        if letter == '\n' && !spans_lines {
            return None;
        }
        let (meaning, length) = match letter {
            '\\' => escape(&text[at..]),
            _ => (Some(letter), letter.len_utf8()),
        };
        if let Some(meaning) = meaning {
            letters.push((at..at + length, meaning));
        }
        at += length;
    }
    None
}

/// The character of the escape at the beginning of `text`, if it stands for one, and its length.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(letter) = text[1..].chars().next() else { return (Some('\\'), 1) };
    let length = 1 + letter.len_utf8();
    let number = |from: usize, digits: usize| {
        let code = u32::from_str_radix(text.get(from..from + digits)?, 16).ok()?;
        char::from_u32(code).map(|letter| (Some(letter), from + digits))
    };
    match letter {
        'n' => (Some('\n'), length),
        't' => (Some('\t'), length),
        'u' => number(2, 4).unwrap_or((Some(letter), length)),
        'x' => number(2, 2).unwrap_or((Some(letter), length)),
        // A line break that the string does not have, and one that only some systems have.
        '\n' | 'r' => (None, length),
        letter => (Some(letter), length),
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

/// Whether two strings are data of an assembler, one directly behind the other: `",0` and `db "` on the next line, or `",13,10,"`.
fn is_next_datum(between: &str) -> bool {
    const DIRECTIVES: [&str; 10] = ["db", "dc.b", "defb", "defm", "dm", ".ascii", ".asciz", ".byte", ".string", "byte"];
    const ENDS: [&str; 15] =
        ["", "0", "10", "13", "0x0", "0x00", "0x0a", "0x0d", "0h", "00h", "0ah", "0dh", "$00", "$0a", "$0d"];
    let is_end = |data: &str| data.split(',').all(|it| ENDS.contains(&it.trim().to_ascii_lowercase().as_str()));
    match between.split_once('\n') {
        None => between.len() > 1 && between.contains(|letter: char| letter.is_ascii_digit()) && is_end(between),
        Some((end, next)) => {
            let end = end.split(';').next().unwrap_or_default();
            is_end(end) && DIRECTIVES.contains(&next.trim().to_ascii_lowercase().as_str())
        }
    }
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

/// The words before a string that is a title or an author.
fn key(literal: &str) -> Option<&'static str> {
    match literal.trim().to_ascii_lowercase().as_str() {
        "title" | "name" | "level" | "id" | "levelname" => Some("Title"),
        "author" | "creator" | "by" => Some("Author"),
        _ => None,
    }
}

/// Replaces source code by the rows in its strings.
pub(super) fn rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let literals = literals(text);
    let is_row = |text: &str| row_in(text.trim()).is_some_and(|place| place == (0..text.trim().len()));
    let texts: Vec<String> = literals.iter().map(Literal::text).collect();
    let has_rows = texts.iter().any(|text| text.lines().any(is_row));
    let is_square = |index: usize| literals.get(index).is_some_and(|it| it.letters.len() == 1);
    if !has_rows && !(0..literals.len()).any(|index| is_square(index) && is_square(index + 1) && is_square(index + 2)) {
        return None;
    }
    // A string of several lines is a board by itself.
    let is_board = |index: usize| texts.get(index).is_some_and(|text| text.trim_end().contains('\n'));
    // Strings of a line each, of which some are joined to one string, are boards between the commas.
    let is_line = |index: usize| texts[index].ends_with('\n');
    let between =
        |index: usize| text.get(literals[index].place.end..literals[index + 1].place.start).unwrap_or_default();
    let are_joined = (1..literals.len()).any(|next| is_line(next - 1) && is_concatenation(between(next - 1)));
    let mut rewriter = Rewriter::new(text);
    let mut before: Option<usize> = None;
    for (index, literal) in literals.iter().enumerate() {
        let start = literal.place.start;
        let between = before.and_then(|before| text.get(literals[before].place.end..start));
        let (is_alone, is_after_square) = (is_square(index), before.is_some_and(is_square));
        let gap = match between.map(joint) {
            None => "",
            Some(Joint::Next) if is_alone && is_after_square => "",
            Some(Joint::Next) if is_board(index) || before.is_some_and(is_board) => "\n\n",
            Some(Joint::Next)
                if are_joined && before.is_some_and(is_line) && between.is_some_and(|it| it.contains(',')) =>
            {
                "\n"
            }
            Some(Joint::Next) if rewriter.text().ends_with('\n') => "",
            Some(Joint::Next) => "\n",
            Some(Joint::NextLine) if is_alone && is_after_square => "\n",
            Some(_) => "\n\n",
        };
        before = Some(index);
        let after = text[literal.place.end..].trim_start();
        if after.starts_with([':', '=']) && !is_row(&texts[index]) {
            // The key of a value.
            rewriter.write(start..start, "\n\n");
            continue;
        }
        rewriter.write(start..start, gap);
        let named = index.checked_sub(1).filter(|_| between.is_some_and(|it| it.trim() == ":" || it.trim() == "="));
        // A level is often the value of `level`.
        let is_title = !is_board(index) && !is_row(&texts[index]);
        if let Some(key) = named.filter(|_| is_title).and_then(|named| key(&texts[named])) {
            rewriter.write(start..start, key);
            rewriter.write(start..start, ": ");
        }
        for (place, letter) in &literal.letters {
            rewriter.write(place.clone(), letter.encode_utf8(&mut [0; 4]));
        }
    }
    rewriter.write(text.len()..text.len(), "\n");
    rewriter.finish("rows are taken from the quoted strings of the text", false)
}

fn literals(text: &str) -> Vec<Literal> {
    let mut literals = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find(['"', '\'', '`']) {
        let start = at + length;
        match literal(text, start) {
            Some(literal) => {
                at = literal.place.end;
                literals.push(literal);
            }
            None => at = start + 1,
        }
    }
    literals
}
