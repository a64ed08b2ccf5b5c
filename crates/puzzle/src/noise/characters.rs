//! Characters that look like others or like nothing: invisible and fullwidth ones, unusual blanks and line breaks, colours of
//! a terminal.

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::lines;

/// What is read in place of a character, and the index of the clause that tells of it.
type Replacement = (usize, &'static str);

const CLAUSES: [&str; 7] = [
    "no-break and other wide blanks are read as spaces",
    "characters without a width are ignored",
    "unusual line breaks are read as line breaks",
    "line ends with two carriage returns are read as one line break",
    "bytes 0 and end marks of DOS are read as blank lines",
    "colours of a terminal are ignored",
    "fullwidth letters and the like are read as those of ASCII",
];
const TWO_RETURNS: usize = 3;
const ZERO: usize = 4;
const COLOUR: usize = 5;
const LOOKALIKE: usize = 6;

/// The printable characters of ASCII, in the order of the fullwidth ones.
const ASCII: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// What a character is read as; `None` if it is read as itself.
fn replacement(letter: char) -> Option<Replacement> {
    Some(match letter {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{2800}' | '\u{3000}' => (0, " "),
        // Joiners, marks of direction and of order, selectors of variants.
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => (1, ""),
        // A page and a paragraph end with an empty line.
        '\u{c}' | '\u{2029}' => (2, "\n\n"),
        '\u{b}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' => (2, "\n"),
        '\0' | '\u{1a}' => (ZERO, "\n\n"),
        '\u{1b}' => (COLOUR, ""),
        '\u{ff01}'..='\u{ff5e}' => {
            let index = u32::from(letter) as usize - 0xff01;
            (LOOKALIKE, ASCII.get(index..=index)?)
        }
        '\u{fe5f}' => (LOOKALIKE, "#"),
        '\u{fe61}' | '\u{2217}' => (LOOKALIKE, "*"),
        '\u{fe62}' => (LOOKALIKE, "+"),
        '\u{fe69}' => (LOOKALIKE, "$"),
        '\u{fe6b}' => (LOOKALIKE, "@"),
        '\u{fe52}' | '\u{2024}' => (LOOKALIKE, "."),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => (LOOKALIKE, "-"),
        '\u{201c}'..='\u{201f}' => (LOOKALIKE, "\""),
        '\u{2018}'..='\u{201b}' => (LOOKALIKE, "'"),
        _ => return None,
    })
}

/// The length of the sequence for a terminal at the beginning of `text`.
fn escape_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else { return 1 };
    let length = parameters.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b'?')).count();
    2 + length + usize::from(parameters[length..].starts_with(|end: char| end.is_ascii_alphabetic()))
}

/// The characters of a line that are read as others: the byte and the length of each.
fn replaced(line: &str) -> impl Iterator<Item = (usize, usize, Replacement)> + '_ {
    let mut end = 0;
    line.char_indices().filter_map(move |(at, letter)| {
        let replacement = replacement(letter).filter(|_| at >= end)?;
        let length = if replacement.0 == COLOUR { escape_length(&line[at..]) } else { letter.len_utf8() };
        end = at + length;
        Some((at, length, replacement))
    })
}

/// Whether the text has characters that no text means as they are.
pub(super) fn are_evident(text: &str) -> bool {
    text.contains(['\0', '\u{1a}'])
}

/// Replaces blanks, line breaks and lookalikes by their plain forms and drops what has no width. Lookalikes are replaced
/// in rows only: in a title they are letters.
pub(super) fn plain(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let is_any = |byte: u8| !byte.is_ascii() || matches!(byte, 0 | 0x0b | 0x0c | 0x1a..=0x1e);
    if !text.bytes().any(is_any) && !text.contains("\r\r\n") {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    let mut found = [false; CLAUSES.len()];
    for line in lines(text) {
        let content = &text[line.start..line.end];
        let row = replaced(content).fold((String::new(), 0), |(row, end), (at, length, (_, read))| {
            (row + &content[end..at] + read, at + length)
        });
        let is_row = row.1 > 0 && row_in((row.0 + &content[row.1..]).trim()).is_some();
        for (at, length, (clause, read)) in replaced(content) {
            if clause != LOOKALIKE || is_row {
                found[clause] = true;
                rewriter.copy_to(line.start + at);
                rewriter.write(line.start + at..line.start + at + length, read);
            }
        }
        rewriter.copy_to(line.end);
        if text[line.end..].starts_with("\r\r\n") {
            // The second carriage return ends the line.
            found[TWO_RETURNS] = true;
            rewriter.skip_to(line.next);
        }
    }
    rewriter.copy_to(text.len());
    let clauses = CLAUSES.iter().zip(found).filter(|(_, is_found)| *is_found).map(|(clause, _)| *clause);
    rewriter.finish(clauses.collect::<Vec<_>>().join("; "), found[ZERO])
}

/// Takes off backslashes before punctuation, as programs for Markdown write them.
pub(super) fn backslashes(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    let mut rewriter = Rewriter::new(text);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && letters.next_if(|(_, next)| next.is_ascii_punctuation()).is_some() {
            rewriter.copy_to(at);
            rewriter.skip_to(at + 1);
        }
    }
    rewriter.copy_to(text.len());
    rewriter.finish("backslashes before letters of boards are taken off", false)
}
