//! Marks of HTML, forums and Markdown around rows. What a tag means for lines is a table.

use std::ops::Range;

use super::{
    RowIn, is_row,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::lines;

/// What a tag means for lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing: text goes on.
    Inline,
    /// The line goes on below.
    Break,
    /// A line ends.
    Line,
    /// A line ends, and an empty one follows.
    Paragraph,
    /// A square, if it is a cell of a table.
    Cell,
    /// The text up to the closing tag is not shown.
    Hidden,
}

/// The tags that are known, and those of levels in XML.
const TAGS: [(Effect, &str); 6] = [
    (Effect::Inline, "a abbr b big code em font i img kbd link meta samp small span strong tbody thead tt u"),
    (Effect::Break, "br"),
    (Effect::Line, "dd div dt li line row tr"),
    (
        Effect::Paragraph,
        "blockquote body center h1 h2 h3 h4 head hr html level levels map p pre puzzle table textarea title ul ol",
    ),
    (Effect::Cell, "td th"),
    (Effect::Hidden, "script style"),
];
/// The marks around code in forums, in square brackets.
const OF_FORUMS: &str = "code pre quote tt";
/// Tags that make a text a page whatever else it has.
const OF_PAGES: &str = "pre html body td";

/// The named entities of squares, blanks, and of what stands around them, each before its character.
const ENTITIES: &str = "Hat^ NewLine\n Tab\t amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! gt> hyphen- lowbar_ \
                        lpar( lt< midast* nbsp\u{a0} num# percnt% period. plus+ quot\" rpar) shy\u{ad} sol/ verbar|";

/// The ends of lines behind which a string of several lines begins, in a file of data or a program.
const OPENERS: [&str; 12] = ["\"\"\"", "'''", "\"", "`", "[[", "[=[", "(", ": |", ": |-", ": >", "- |", "EOT"];
/// What a line consists of behind which such a string ends, apart from punctuation.
const CLOSERS: [&str; 9] = ["\"\"\"", "'''", "\"", "`", "]]", "]=]", ")\"", "\"#", "EOT"];

/// The text of the entity at the beginning of `text`, and its length.
fn entity(text: &str) -> Option<(String, usize)> {
    const MAX_LENGTH: usize = 12;
    let end = text.bytes().take(MAX_LENGTH).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let code = number
                .strip_prefix(['x', 'X'])
                .map_or_else(|| number.parse(), |digits| u32::from_str_radix(digits, 16));
            char::from_u32(code.ok()?)?
        }
        None => ENTITIES
            .split(' ')
            .find_map(|row| row.strip_prefix(name).filter(|rest| rest.chars().count() == 1))?
            .chars()
            .next()?,
    };
    // A no-break space and a space without a width are written by their numbers.
    let text = match letter {
        '\u{a0}' => " ".to_owned(),
        '\u{200b}' | '\u{ad}' | '\u{feff}' | '\0' => String::new(),
        letter => letter.to_string(),
    };
    Some((text, end + 1))
}

/// The name, the effect and the length of the tag at the beginning of `text`; comments and declarations count as inline tags.
fn tag(text: &str) -> Option<(&str, Effect, usize)> {
    const MAX_LENGTH: usize = 4096;
    if text.starts_with("<!--") {
        return Some(("", Effect::Inline, text.find("-->").map_or(text.len(), |end| end + 3)));
    }
    let is_forum = text.starts_with('[');
    let inside = text[1..].strip_prefix('/').unwrap_or(&text[1..]);
    let length = inside.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, rest) = inside.split_at(length);
    let is_in = |names: &str| names.split(' ').any(|known| known.eq_ignore_ascii_case(name));
    let effect = match inside.as_bytes().first()? {
        _ if is_forum => (rest.starts_with(']') && is_in(OF_FORUMS)).then_some(Effect::Paragraph)?,
        b'!' | b'?' => Effect::Inline,
        _ if !rest.starts_with([' ', '\t', '\r', '\n', '/', '>']) => return None,
        _ => TAGS.iter().find(|(_, names)| is_in(names))?.0,
    };
    let end = rest.bytes().take(MAX_LENGTH).position(|byte| byte == if is_forum { b']' } else { b'>' })?;
    Some((name, effect, text.len() - rest.len() + end + 1))
}

/// The part of a text between two tags that a page shows: blanks in cells, and line breaks and blanks beside tags that end lines,
/// are those of the source.
fn shown(text: &str, after_tag: bool, in_cell: bool) -> Range<usize> {
    let blanks = text.len() - text.trim_start().len();
    if in_cell || (after_tag && blanks == text.len()) {
        return blanks..text.trim_end().len().max(blanks);
    }
    // The first line break, but not the blanks behind it, which are squares.
    let rest = text.trim_start_matches([' ', '\t']);
    let next = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n');
    next.filter(|_| after_tag).map_or(0, |next| text.len() - next.len())..text.len()
}

/// Takes off tags, and replaces entities by their characters.
pub(super) fn tags(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    let mut page = Rewriter::new(text);
    let (mut has_tags, mut has_entities, mut is_page) = (false, false, false);
    let (mut at, mut after_tag, mut in_cell) = (0, false, false);
    while at < text.len() {
        let next = text[at..].find(['<', '[', '&']).map_or(text.len(), |length| at + length);
        let part = shown(&text[at..next], after_tag, in_cell);
        let is_idle = part.is_empty();
        page.copy(at + part.start..at + part.end);
        (after_tag, in_cell) = (after_tag && is_idle, in_cell && is_idle);
        at = next;
        if let Some((letter, length)) = text[at..].strip_prefix('&').and_then(|_| entity(&text[at..])) {
            page.write(at..at + length, &letter);
            (has_entities, after_tag, in_cell) = (true, false, false);
            at += length;
        } else if let Some((name, effect, length)) = text[at..].strip_prefix(['<', '[']).and_then(|_| tag(&text[at..]))
        {
            let is_closing = text[at + 1..].starts_with('/');
            has_tags = true;
            is_page |= text[at..].starts_with('[') || OF_PAGES.split(' ').any(|known| known.eq_ignore_ascii_case(name));
            at += length;
            let ends = |page: &Rewriter<'_>, end: &str| page.text().is_empty() || page.text().ends_with(end);
            match effect {
                Effect::Break => page.write(at..at, "\n"),
                Effect::Line if !ends(&page, "\n") => page.write(at..at, "\n"),
                Effect::Paragraph if !ends(&page, "\n\n") => {
                    page.write(at..at, if ends(&page, "\n") { "\n" } else { "\n\n" });
                }
                Effect::Cell if is_closing && in_cell => page.write(at..at, " "),
                Effect::Hidden if !is_closing => at = text[at..].find("</").map_or(text.len(), |length| at + length),
                _ => {}
            }
            (after_tag, in_cell) = (effect != Effect::Inline, effect == Effect::Cell && !is_closing);
        } else if at < text.len() {
            page.copy(at..at + 1);
            (at, after_tag, in_cell) = (at + 1, false, false);
        }
    }
    let note = match (has_tags, has_entities) {
        (false, _) => "entities of HTML are read as their characters",
        (_, false) => "tags are taken off",
        _ => "tags are taken off, and entities are read as their characters",
    };
    page.finish(note, is_page)
}

/// Takes off the lines that begin and end code in Markdown, and strings of several lines around rows.
pub(super) fn fences(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let is_fence = |line: &str| {
        let info = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
        info.is_some_and(|info| info.len() <= 20 && info.bytes().all(|letter| letter.is_ascii_alphanumeric()))
    };
    // In a title, quotation marks stand in pairs.
    let is_open = |line: &str, opener: &str| line.ends_with(opener) && line.matches(opener).count() % 2 == 1;
    let opens = |line: &str| !line.starts_with(';') && OPENERS.iter().any(|opener| is_open(line, opener));
    let closes = |line: &str| CLOSERS.contains(&line.trim_end_matches([',', ';', ')', ']', '}', ' ']));
    let mut rewriter = Rewriter::new(text);
    let mut lines = lines(text).peekable();
    let mut below_row = false;
    while let Some(line) = lines.next() {
        let (trimmed, is_above_row) = (line.text.trim(), lines.peek().is_some_and(|next| is_row(row_in, next.text)));
        let is_row = is_row(row_in, trimmed);
        let is_opener = is_above_row && !is_row && opens(trimmed);
        if is_opener || is_fence(trimmed) || (below_row && !is_row && closes(trimmed)) {
            rewriter.copy_to(line.start);
            // What stands above a string is no title.
            rewriter.write(line.start..line.end, if is_opener { "::" } else { "" });
        }
        below_row = is_row;
    }
    rewriter.copy_to(text.len());
    rewriter.finish("marks of code are taken off", true)
}
