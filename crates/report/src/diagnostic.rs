//! Error messages in the style of rustc: message, excerpt, help.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DEFAULT_TERM_WIDTH};
use lurd_disk::names::raw_byte;
use lurd_puzzle::{catalog::Source, diagnostic::Diagnostic};

/// Maximum number of characters shown before and after the place.
const MAX_CONTEXT: usize = 60;

/// An error message, with the line it is about if `source` is given.
pub fn complaint(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    let title = escaped(&diagnostic.message);
    let label = escaped(&diagnostic.label);
    let help = diagnostic.help.as_deref().map(escaped);
    let excerpt = source.and_then(|source| Excerpt::of(diagnostic, source));
    let mut group = Level::ERROR.primary_title(title.as_str()).elements(std::iter::empty::<Origin>());
    if let Some(excerpt) = &excerpt {
        let annotation = AnnotationKind::Primary.span(excerpt.place.clone());
        let annotation = if label.is_empty() { annotation } else { annotation.label(label.as_str()) };
        let snippet = Snippet::source(excerpt.text.as_str()).line_start(excerpt.line).annotation(annotation);
        group = if excerpt.is_whole_at_left {
            group.element(snippet.path(excerpt.name.as_str()))
        } else {
            // The excerpt is cropped, so the column of the source is given explicitly.
            let origin = Origin::path(excerpt.name.as_str()).line(excerpt.line);
            group.element(origin.char_column(excerpt.column)).element(snippet)
        };
    }
    let renderer = Renderer::styled().term_width(DEFAULT_TERM_WIDTH);
    match &help {
        Some(help) if excerpt.is_some() => renderer.render(&[group.element(Level::HELP.message(help.as_str()))]),
        // Without an excerpt the help is a line of its own.
        Some(help) => {
            let help = Group::with_title(Level::HELP.secondary_title(help.as_str()));
            format!("{}\n{}", renderer.render(&[group]), renderer.render(&[help]))
        }
        None => renderer.render(&[group]),
    }
}

pub fn message(text: &str) -> String {
    complaint(&Diagnostic::new(text), None)
}

/// A text in XML, with escapes for characters that could control a terminal.
pub(crate) fn in_xml(text: &str) -> String {
    escaped(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes control characters as in Rust, so that no input can control the terminal.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if let Some(byte) = raw_byte(letter) {
            let _ = write!(safe, "\\x{byte:02x}");
        } else if is_dangerous(letter) {
            let _ = write!(safe, "{}", letter.escape_default());
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// [`escaped`] for text of several lines, which stay lines.
pub fn escaped_lines(text: &str) -> String {
    text.split('\n')
        .map(|line| {
            let (line, end) = line.strip_suffix('\r').map_or((line, ""), |line| (line, "\r"));
            line.split('\t').map(escaped).collect::<Vec<_>>().join("\t") + end
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whether a character is a control character or changes the writing direction.
pub(super) fn is_dangerous(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The cropped line shown with a message.
struct Excerpt {
    name: String,
    text: String,
    line: usize,
    column: usize,
    place: std::ops::Range<usize>,
    is_whole_at_left: bool,
}

impl Excerpt {
    fn of(diagnostic: &Diagnostic, source: &Source) -> Option<Self> {
        let place = diagnostic.place.clone()?;
        let text = source.text.as_str();
        // A place outside the text, from a faulty plug-in, gives no excerpt.
        let (before, rest) = text.split_at_checked(place.start)?;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let lead = &text[start..place.start];
        let column = lead.chars().count() + 1;
        let line_rest = rest.find('\n').map_or(rest, |end| &rest[..end]).trim_end_matches('\r');
        let wanted = place.end.saturating_sub(place.start).min(line_rest.len());
        let marked = line_rest.get(..wanted).unwrap_or("");

        let mut shown = String::new();
        let skipped = column.saturating_sub(1).saturating_sub(MAX_CONTEXT);
        if skipped > 0 {
            shown.push_str("..");
        }
        shown.push_str(&visible(lead, skipped, usize::MAX));
        let from = shown.len();
        let marked_count = marked.chars().count();
        shown.push_str(&visible(marked, 0, MAX_CONTEXT));
        let to = shown.len();
        if marked_count <= MAX_CONTEXT {
            shown.push_str(&visible(&line_rest[marked.len()..], 0, MAX_CONTEXT));
        }
        if line_rest.chars().nth(marked_count.min(MAX_CONTEXT) + MAX_CONTEXT).is_some() || marked_count > MAX_CONTEXT {
            shown.push_str("..");
        }
        let name = escaped(&source.name);
        Some(Self { name, text: shown, line, column, place: from..to, is_whole_at_left: skipped == 0 })
    }
}

/// A part of a line in which every character takes one column.
fn visible(text: &str, skip: usize, take: usize) -> String {
    text.chars()
        .skip(skip)
        .take(take)
        .map(|letter| {
            if letter == '\t' {
                ' '
            } else if is_dangerous(letter) {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(diagnostic: &Diagnostic, text: &str) -> String {
        let source = Source { name: "<prompt>".to_owned(), text: text.to_owned() };
        anstream::adapter::strip_str(&complaint(diagnostic, Some(&source))).to_string()
    }

    #[test]
    fn looks_like_a_compiler() {
        let line = "solve 1234/4123/341/2341 -> 1234/1234/1234/1234";
        let diagnostic =
            Diagnostic::new("row 3 has 3 tiles, rows 1-2 have 4").at(16..19, "one tile missing").help("add it");
        let expected = "error: row 3 has 3 tiles, rows 1-2 have 4
 --> <prompt>:1:17
  |
1 | solve 1234/4123/341/2341 -> 1234/1234/1234/1234
  |                 ^^^ one tile missing
  |
  = help: add it";
        assert_eq!(plain(&diagnostic, line), expected);
    }

    #[test]
    fn a_huge_line_is_cropped() {
        let line = "#".repeat(10_000_000);
        let drawn = plain(&Diagnostic::new("too long").at(5_000_000..9_000_000, "this"), &line);
        assert!(drawn.len() < 1000, "{}", drawn.len());
        assert!(drawn.contains("<prompt>:1:5000001"), "{drawn}");
    }

    #[test]
    fn odd_places_and_odd_letters_do_no_harm() {
        for (text, place) in
            [("", 0..0), ("", 5..9), ("ab\ncd", 1..4), ("\u{1b}[31mx", 0..1), ("\u{e4}\u{e4}", 1..2), ("a\r\nb", 3..4)]
        {
            let start = place.start;
            let drawn = plain(&Diagnostic::new("bad \u{1b}[2J").at(place, "\u{7}"), text);
            assert!(!drawn.contains(['\u{1b}', '\u{7}']), "{text:?} {start}: {drawn:?}");
        }
        assert_eq!(plain(&Diagnostic::new("no place"), "x"), "error: no place");
        assert!(plain(&Diagnostic::new("m").at(3..4, "l"), "ab\ncd").contains("<prompt>:2:1"));
    }
}
