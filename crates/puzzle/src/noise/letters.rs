//! Characters that look like others or like nothing: invisible and fullwidth ones, unusual blanks and line breaks,
//! backslashes before punctuation.

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten, lines},
};

/// Whether a character is as wide as a space or wider, and shows nothing.
fn is_blank(letter: char) -> bool {
    matches!(
        letter,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{2800}' | '\u{3000}'
    )
}

/// Whether a character has no width: joiners, marks of direction and of order, selectors of variants.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// Whether a character ends a line or a part of a text, although the reader of lines does not know it.
fn is_break(letter: char) -> bool {
    matches!(letter, '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The ASCII character that is meant by a fullwidth or small one, a dash, or a curly quotation mark.
fn ascii(letter: char) -> Option<char> {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xff01 + 0x21),
        '\u{fe5f}' => Some('#'),
        '\u{fe61}' | '\u{2217}' => Some('*'),
        '\u{fe62}' => Some('+'),
        '\u{fe69}' => Some('$'),
        '\u{fe6b}' => Some('@'),
        '\u{fe52}' | '\u{2024}' => Some('.'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => Some('-'),
        '\u{201c}'..='\u{201f}' => Some('"'),
        '\u{2018}'..='\u{201b}' => Some('\''),
        _ => None,
    }
}

/// The end of a line that a program has written as `\r\n` and another one has changed again.
const TWO_RETURNS: &str = "\r\r\n";

/// What was found.
#[derive(Default)]
struct Found {
    blanks: usize,
    invisible: usize,
    breaks: usize,
    returns: usize,
    zeros: usize,
    lookalikes: usize,
    colours: usize,
}

impl Found {
    fn note(&self) -> String {
        let clauses = [
            (self.blanks, "no-break and other wide blanks are read as spaces"),
            (self.invisible, "characters without a width are ignored"),
            (self.breaks, "unusual line breaks are read as line breaks"),
            (self.returns, "line ends with two carriage returns are read as one line break"),
            (self.zeros, "bytes 0 are read as blank lines"),
            (self.colours, "colours of a terminal are ignored"),
            (self.lookalikes, "fullwidth letters and the like are read as those of ASCII"),
        ];
        clauses.iter().filter(|(count, _)| *count > 0).map(|(_, clause)| *clause).collect::<Vec<_>>().join("; ")
    }
}

/// The length of the sequence for a terminal at the beginning of `text`.
fn escape_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\u{1b}[") else { return 1 };
    let length = parameters.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b'?')).count();
    let end = parameters[length..].chars().next().filter(char::is_ascii_alphabetic).map_or(0, char::len_utf8);
    2 + length + end
}

/// The text of a line without what it shows in another way: blanks, lookalikes, invisible characters, colours.
fn plain(content: &str) -> String {
    let letter = |letter| if is_blank(letter) { ' ' } else { ascii(letter).unwrap_or(letter) };
    let mut escape_end = 0;
    let kept = content.char_indices().filter(|&(at, letter)| {
        if letter == '\u{1b}' && at >= escape_end {
            escape_end = at + escape_length(&content[at..]);
        }
        at >= escape_end && !is_invisible(letter)
    });
    kept.map(|(_, kept)| letter(kept)).collect()
}

/// Replaces blanks, line breaks and lookalikes by their plain forms and drops what has no width. Lookalikes are replaced
/// in rows only: in a title they are letters.
pub(super) fn invisible(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let is_any = |letter: char| {
        matches!(letter, '\0' | '\u{1b}')
            || is_blank(letter)
            || is_invisible(letter)
            || is_break(letter)
            || ascii(letter).is_some()
    };
    // Bytes are looked at sooner than characters.
    let is_any_byte = |byte: u8| !byte.is_ascii() || is_any(char::from(byte));
    let has_two_returns = text.contains(TWO_RETURNS);
    if !has_two_returns && (!text.bytes().any(is_any_byte) || !text.contains(is_any)) {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    let mut found = Found::default();
    for (line, whole) in lines(text) {
        let content = &text[line.clone()];
        let plain = plain(content);
        let has_row = plain != content && row_in(plain.trim()).is_some();
        let mut escape_end = 0;
        for (at, letter) in content.char_indices() {
            let place = line.start + at..line.start + at + letter.len_utf8();
            match letter {
                _ if at < escape_end => {}
                '\u{1b}' => {
                    found.colours += 1;
                    escape_end = at + escape_length(&content[at..]);
                }
                '\0' => {
                    found.zeros += 1;
                    rewriter.write(place, "\n\n");
                }
                _ if is_blank(letter) => {
                    found.blanks += 1;
                    rewriter.write(place, " ");
                }
                _ if is_invisible(letter) => found.invisible += 1,
                _ if is_break(letter) => {
                    found.breaks += 1;
                    // A page and a paragraph end with an empty line.
                    rewriter.write(place, if matches!(letter, '\u{c}' | '\u{2029}') { "\n\n" } else { "\n" });
                }
                _ => match ascii(letter).filter(|_| has_row) {
                    Some(plain) => {
                        found.lookalikes += 1;
                        rewriter.write(place, plain.encode_utf8(&mut [0; 4]));
                    }
                    None => rewriter.copy(place),
                },
            }
        }
        // The second carriage return ends the line.
        if text[line.end..].starts_with(TWO_RETURNS) {
            found.returns += 1;
        } else {
            rewriter.copy(line.end..whole.end);
        }
    }
    rewriter.finish(found.note(), false)
}

/// Takes off backslashes before punctuation, as programs for Markdown write them.
pub(super) fn backslashes(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    if !text.contains('\\') {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    let mut copied = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' && letters.next_if(|(_, next)| next.is_ascii_punctuation()).is_some() {
            rewriter.copy(copied..at);
            copied = at + 1;
        }
    }
    rewriter.copy(copied..text.len());
    rewriter.finish("backslashes before letters of boards are taken off", false)
}

/// Replaces `\n`, which stands for a line break in programs, between the rows of a line.
pub(super) fn escaped_breaks(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    const BREAKS: [&str; 2] = ["\\r\\n", "\\n"];
    if !text.contains(BREAKS[1]) {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    for (line, whole) in lines(text) {
        let content = &text[line.clone()];
        let rows = content.split(BREAKS[1]).filter(|part| row_in(part).is_some()).count();
        let mut at = line.start;
        while let Some(length) = text[at..line.end].find(BREAKS[1]).filter(|_| rows > 1) {
            let end = at + length + BREAKS[1].len();
            let start = if text[at..end].ends_with(BREAKS[0]) { end - BREAKS[0].len() } else { at + length };
            rewriter.copy(at..start);
            rewriter.write(start..end, "\n");
            at = end;
        }
        rewriter.copy(at..whole.end);
    }
    rewriter.finish("'\\n' is read as a line break", false)
}

/// Takes off the marks that begin and end code in Markdown and in forums.
pub(super) fn fences(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    let is_fence = |line: &str| {
        let line = line.trim();
        let info = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
        info.is_some_and(|info| info.len() <= 20 && info.bytes().all(|letter| letter.is_ascii_alphanumeric()))
    };
    if !["```", "~~~", "[/"].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    let mut follows_end = false;
    for (line, whole) in lines(text) {
        let content = &text[line.clone()];
        if is_fence(content) {
            rewriter.copy(line.end..whole.end);
            continue;
        }
        let (mut start, mut end) = (line.start, line.end);
        while let Some((mark, _)) = FORUM.iter().find(|(mark, _)| starts_with(&text[start..end], mark)) {
            start += mark.len();
        }
        while let Some((_, mark)) = FORUM.iter().find(|(_, mark)| ends_with(&text[start..end], mark)) {
            end -= mark.len();
        }
        // The code above ends in the line directly above.
        if follows_end && start > line.start && start < end {
            rewriter.write(start..start, "\n");
        }
        follows_end = end < line.end && start < end;
        rewriter.copy(start..end);
        rewriter.copy(line.end..whole.end);
    }
    rewriter.finish("marks of code are taken off", true)
}

/// The marks of forums around code.
const FORUM: [(&str, &str); 4] =
    [("[code]", "[/code]"), ("[pre]", "[/pre]"), ("[quote]", "[/quote]"), ("[tt]", "[/tt]")];

fn starts_with(line: &str, mark: &str) -> bool {
    line.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark))
}

fn ends_with(line: &str, mark: &str) -> bool {
    let start = line.len().checked_sub(mark.len());
    start.and_then(|start| line.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(mark))
}
