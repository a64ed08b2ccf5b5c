//! Error messages in the style of rustc: message, excerpt, help.

use std::{fmt::Write as _, ops::Range};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use lurd_disk::names::raw_byte;
use lurd_puzzle::{catalog::Source, diagnostic::Diagnostic};

/// The most characters that are marked.
const MAX_MARKED: usize = 60;

/// An error message, with the line it is about if `source` is given.
pub fn complaint(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    let (title, label) = (escaped(&diagnostic.message), escaped(&diagnostic.label));
    let help = diagnostic.help.as_deref().map(escaped);
    let mut group = Level::ERROR.primary_title(title.as_str()).elements(std::iter::empty::<Origin>());
    let excerpt = source.and_then(|source| excerpt(diagnostic.place.clone()?, source));
    if let Some((line, text, place)) = &excerpt {
        let label = (!label.is_empty()).then_some(label.as_str());
        let annotation = AnnotationKind::Primary.span(place.clone()).label(label);
        let name = source.map(|source| escaped(&source.name));
        group = group.element(Snippet::source(text.as_str()).line_start(*line).path(name).annotation(annotation));
    }
    let renderer = Renderer::styled();
    match help {
        Some(help) if excerpt.is_some() => renderer.render(&[group.element(Level::HELP.message(help))]),
        // Without an excerpt the help is a line of its own.
        Some(help) => {
            let help = Group::with_title(Level::HELP.secondary_title(help));
            format!("{}\n{}", renderer.render(&[group]), renderer.render(&[help]))
        }
        None => renderer.render(&[group]),
    }
}

/// The number of the line with the place, the line with every character in one column, and the place in it. None if the
/// place is outside the text, which a faulty plug-in names.
fn excerpt(place: Range<usize>, source: &Source) -> Option<(usize, String, Range<usize>)> {
    let (before, rest) = source.text.split_at_checked(place.start)?;
    let lead = before.rsplit('\n').next().unwrap_or_default();
    let rest = rest.lines().next().unwrap_or_default();
    let marked = rest.get(..place.len().min(rest.len())).unwrap_or_default();
    let end = marked.char_indices().nth(MAX_MARKED).map_or(marked.len(), |(at, _)| at);
    let visible = |text: &str| text.replace('\t', " ").replace(is_dangerous, "\u{fffd}");
    let (lead, marked, rest) = (visible(lead), visible(&rest[..end]), visible(&rest[end..]));
    let number = before.matches('\n').count() + 1;
    Some((number, format!("{lead}{marked}{rest}"), lead.len()..lead.len() + marked.len()))
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
    let mut rest = text.as_bytes();
    while let [b' '..=b'~', behind @ ..] = rest {
        rest = behind;
    }
    if rest.is_empty() {
        return text.to_owned();
    }
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
