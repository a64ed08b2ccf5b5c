//! Characters that look like others or like nothing: invisible and fullwidth ones, unusual blanks and line breaks, colours of
//! a terminal.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::lines;

const BLANK: &str = "no-break and other wide blanks are read as spaces";
const NO_WIDTH: &str = "characters without a width are ignored";
const LINE_BREAK: &str = "unusual line breaks are read as line breaks";
const TWO_RETURNS: &str = "line ends with two carriage returns are read as one line break";
const ZERO: &str = "bytes 0 and end marks of DOS are read as blank lines";
const COLOUR: &str = "colours of a terminal are ignored";
const LOOKALIKE: &str = "fullwidth letters and the like are read as those of ASCII";
/// The clauses that tell what was done, in the order in which a note has them.
const CLAUSES: [&str; 7] = [BLANK, NO_WIDTH, LINE_BREAK, TWO_RETURNS, ZERO, COLOUR, LOOKALIKE];

/// The printable characters of ASCII, in the order of the fullwidth ones.
const ASCII: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// Other letters that look like one of ASCII, each before that one.
const LOOKALIKES: &str = "\u{2010}- \u{2011}- \u{2012}- \u{2013}- \u{2014}- \u{2015}- \u{2212}- \u{fe63}- \u{2018}' \u{2019}' \u{201a}' \u{201b}' \
                          \u{201c}\" \u{201d}\" \u{201e}\" \u{201f}\" \u{2024}. \u{fe52}. \u{2217}* \u{fe61}* \u{fe5f}# \u{fe62}+ \u{fe69}$ \u{fe6b}@";

/// The clause that tells of a character that is read as another, and what it is read as; `None` if it is read as itself.
fn replacement(letter: char) -> Option<(&'static str, &'static str)> {
    Some(match letter {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{2800}' | '\u{3000}' => {
            (BLANK, " ")
        }
        // Joiners, marks of direction and of order, selectors of variants.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => (NO_WIDTH, ""),
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' => {
            (NO_WIDTH, "")
        }
        // A page and a paragraph end with an empty line.
        '\u{c}' | '\u{2029}' => (LINE_BREAK, "\n\n"),
        '\u{b}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' => (LINE_BREAK, "\n"),
        '\0' | '\u{1a}' => (ZERO, "\n\n"),
        '\u{1b}' => (COLOUR, ""),
        '\u{ff01}'..='\u{ff5e}' => {
            let index = u32::from(letter) as usize - 0xff01;
            (LOOKALIKE, ASCII.get(index..=index)?)
        }
        '\u{2010}'..='\u{2024}' | '\u{2212}'..='\u{2217}' | '\u{fe50}'..='\u{fe6b}' => {
            (LOOKALIKE, LOOKALIKES.split(' ').find_map(|pair| pair.strip_prefix(letter))?)
        }
        _ => return None,
    })
}

/// The length of the sequence for a terminal at the beginning of `text`.
fn escape_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else { return 1 };
    let length = parameters.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b'?')).count();
    2 + length + usize::from(parameters[length..].starts_with(|end: char| end.is_ascii_alphabetic()))
}

/// The parts of a line that are read as others, each with its clause and what it is read as.
fn replacements(line: &str) -> impl Iterator<Item = (Range<usize>, &'static str, &'static str)> + '_ {
    let mut end = 0;
    line.char_indices().filter_map(move |(at, letter)| {
        let (clause, read) = replacement(letter).filter(|_| at >= end)?;
        end = at + if clause == COLOUR { escape_length(&line[at..]) } else { letter.len_utf8() };
        Some((at..end, clause, read))
    })
}

/// Replaces blanks, line breaks and lookalikes by their plain forms and drops what has no width. Lookalikes are replaced
/// in rows only: in a title they are letters.
pub(super) fn plain(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let mut found = Vec::new();
    for line in lines(text) {
        let content = &text[line.start..line.end];
        let all: Vec<_> = replacements(content).collect();
        let plain = || Rewriter::with(content, all.iter().map(|(part, _, read)| (part.clone(), *read)));
        let is_row = all.iter().any(|(_, clause, _)| *clause == LOOKALIKE) && row_in(plain().text().trim()).is_some();
        let meant = all.into_iter().filter(|(_, clause, _)| is_row || *clause != LOOKALIKE);
        found.extend(meant.map(|(part, clause, read)| (line.start + part.start..line.start + part.end, clause, read)));
        if text[line.end..].starts_with("\r\r\n") {
            // The second carriage return ends the line.
            found.push((line.end..line.next, TWO_RETURNS, ""));
        }
    }
    let is_told = |clause: &&str| found.iter().any(|(_, told, _)| told == clause);
    let clauses: Vec<_> = CLAUSES.into_iter().filter(is_told).collect();
    let parts = found.iter().map(|(part, _, read)| (part.clone(), *read));
    Rewriter::with(text, parts).finish(clauses.join("; "), clauses.contains(&ZERO))
}

/// Takes off backslashes before punctuation, as programs for Markdown write them.
pub(super) fn backslashes(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    let mut next = 0;
    let signs = text.match_indices('\\').filter(|(at, _)| {
        let is_sign = *at >= next && text[at + 1..].starts_with(|letter: char| letter.is_ascii_punctuation());
        next = if is_sign { at + 2 } else { next };
        is_sign
    });
    let signs = signs.map(|(at, _)| (at..at + 1, ""));
    Rewriter::with(text, signs).finish("backslashes before letters of boards are taken off", false)
}
