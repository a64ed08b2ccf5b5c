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

/// The tags that are known, and those of levels in XML; `!` stands for comments and declarations, and marks of forums have their
/// bracket.
const TAGS: [(Effect, &str); 6] = [
    (Effect::Inline, "! a abbr b big code em font i img kbd link meta samp small span strong tbody thead tt u"),
    (Effect::Break, "br"),
    (Effect::Line, "dd div dt li line row tr"),
    (
        Effect::Paragraph,
        "blockquote body center h1 h2 h3 h4 head hr html level levels map p pre puzzle table textarea title ul ol \
         [code [pre [quote [tt",
    ),
    (Effect::Cell, "td th"),
    (Effect::Hidden, "script style"),
];
/// Tags that make a text a page whatever else it has.
const OF_PAGES: &str = "pre html body td [code [pre [quote [tt";

/// The ends of lines behind which a string of several lines begins, in a file of data or a program.
const OPENERS: [&str; 12] = ["\"\"\"", "'''", "\"", "`", "[[", "[=[", "(", ": |", ": |-", ": >", "- |", "EOT"];
/// What a line consists of behind which such a string ends, apart from punctuation.
const CLOSERS: [&str; 9] = ["\"\"\"", "'''", "\"", "`", "]]", "]=]", ")\"", "\"#", "EOT"];

/// The named entities of squares, blanks, and of what stands around them, each before its character.
const ENTITIES: &str = "Hat^ NewLine\n Tab\t amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! gt> hyphen- lowbar_ \
                        lpar( lt< midast* nbsp\u{a0} num# percnt% period. plus+ quot\" rpar) shy\u{ad} sol/ verbar|";

/// The text of the entity at the beginning of `text`, and its length.
fn entity(text: &str) -> Option<(String, usize)> {
    const MAX_LENGTH: usize = 12;
    let end = text.bytes().take(MAX_LENGTH).position(|byte| byte == b';')?;
    let name = text[..end].strip_prefix('&')?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
            char::from_u32(u32::from_str_radix(digits, radix).ok()?)?
        }
        None => ENTITIES.split(' ').find_map(|row| row.strip_prefix(name)?.parse().ok())?,
    };
    // A no-break space and a space without a width are written by their numbers.
    let text = match letter {
        '\u{a0}' => " ".to_owned(),
        '\u{200b}' | '\u{ad}' | '\u{feff}' | '\0' => String::new(),
        letter => letter.to_string(),
    };
    Some((text, end + 1))
}

/// The effect of the tag at the beginning of `text`, whether it is one of a page, and its length.
fn tag(text: &str) -> Option<(Effect, bool, usize)> {
    const MAX_LENGTH: usize = 4096;
    let is_forum = text.starts_with('[');
    let inside = text.strip_prefix(['<', '['])?;
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let (name, rest) = match inside.strip_prefix(['!', '?']) {
        Some(rest) => ("!", rest),
        None => inside.split_at(inside.bytes().take_while(u8::is_ascii_alphanumeric).count()),
    };
    let (end, behind_name) = if is_forum { (b']', "]") } else { (b'>', "> \t\r\n/") };
    if name != "!" && !rest.starts_with(|letter| behind_name.contains(letter)) {
        return None;
    }
    let is_name =
        |known: &str| known.starts_with('[') == is_forum && known.trim_start_matches('[').eq_ignore_ascii_case(name);
    let (effect, _) = TAGS.iter().find(|(_, names)| names.split(' ').any(is_name))?;
    let length = if text.starts_with("<!--") {
        text.find("-->").map_or(text.len(), |end| end + 3)
    } else {
        text.len() - rest.len() + 1 + rest.bytes().take(MAX_LENGTH).position(|byte| byte == end)?
    };
    Some((*effect, OF_PAGES.split(' ').any(is_name), length))
}

/// The part of a text between two tags that a page shows, where `before` is the effect of the tag before it: blanks in cells,
/// and line breaks and blanks beside tags that end lines, are those of the source.
fn shown(text: &str, before: Effect) -> Range<usize> {
    let blanks = text.len() - text.trim_start().len();
    if before == Effect::Inline {
        0..text.len()
    } else if before == Effect::Cell || blanks == text.len() {
        blanks..text.trim_end().len().max(blanks)
    } else {
        // The first line break, but not the blanks behind it, which are squares.
        let rest = text.trim_start_matches([' ', '\t']);
        let next = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n');
        next.map_or(0, |next| text.len() - next.len())..text.len()
    }
}

/// Takes off tags, and replaces entities by their characters.
pub(super) fn tags(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    let mut page = Rewriter::new(text);
    let (mut has_tags, mut has_entities, mut is_page) = (false, false, false);
    // The effect of the tag before, if nothing follows it yet.
    let (mut at, mut before) = (0, Effect::Inline);
    while at < text.len() {
        let next = text[at..].find(['<', '[', '&']).map_or(text.len(), |length| at + length);
        let part = shown(&text[at..next], before);
        before = if part.is_empty() { before } else { Effect::Inline };
        page.copy(at + part.start..at + part.end);
        at = next;
        if let Some((letter, length)) = entity(&text[at..]) {
            page.write(at..at + length, &letter);
            (at, before, has_entities) = (at + length, Effect::Inline, true);
        } else if let Some((effect, is_of_page, length)) = tag(&text[at..]) {
            let is_closing = text[at + 1..].starts_with('/');
            at += length;
            (has_tags, is_page) = (true, is_page || is_of_page);
            let is_begin = page.text().is_empty() || page.text().ends_with("\n\n");
            let breaks = if is_begin { 2 } else { usize::from(page.text().ends_with('\n')) };
            let separator = match effect {
                Effect::Break => "\n",
                Effect::Line => &"\n"[breaks.min(1)..],
                Effect::Paragraph => &"\n\n"[breaks..],
                Effect::Cell if is_closing && before == Effect::Cell => " ",
                _ => "",
            };
            page.write(at..at, separator);
            if effect == Effect::Hidden && !is_closing {
                at = text[at..].find("</").map_or(text.len(), |length| at + length);
            }
            before = if effect == Effect::Cell && is_closing { Effect::Line } else { effect };
        } else if at < text.len() {
            page.copy(at..at + 1);
            (at, before) = (at + 1, Effect::Inline);
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
    let lines: Vec<_> = lines(text).map(|line| (is_row(row_in, line.text), line)).collect();
    let is_row_at = |index: usize| lines.get(index).is_some_and(|(is_row, _)| *is_row);
    // Not in the line of the last row.
    let ends_well =
        |index: usize| lines[index..].iter().find(|it| !it.0).is_none_or(|(_, line)| row_in(line.text).is_none());
    let marks = lines.iter().enumerate().filter_map(|(index, (is_row, line))| {
        let text = line.text.trim();
        let is_opener = !is_row && is_row_at(index + 1) && opens(text) && !is_fence(text) && ends_well(index + 1);
        let is_mark = is_opener || is_fence(text) || (!is_row && is_row_at(index.wrapping_sub(1)) && closes(text));
        // What stands above a string is no title.
        is_mark.then_some((line.start..line.end, if is_opener { "::" } else { "" }))
    });
    Rewriter::with(text, marks).finish("marks of code are taken off", true)
}
