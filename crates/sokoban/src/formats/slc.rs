//! `slc`: the XML of sourcecode.se. `SokobanLevels` has `Title`, `Description`, `Email`, `Url` and a
//! `LevelCollection` of `Level`s, whose rows are `L` elements in XSB. It holds no solutions.
//!
//! XML is read as the text that it stands for: rows, and a line `Name: value` for each other element and attribute. Those about
//! the file, `Collection: ..`, `Copyright: ..`, `Email: ..`, `Url: ..` and the description, are written as elements again.

use std::{fmt::Write as _, ops::Range};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};
use lurd_puzzle::puzzle::{Format, Output};
use roxmltree::{Document, Node, ParsingOptions};

use crate::{
    formats::{
        board_text::{walled::rows_of, writer::reads_as_board},
        level_record::{Container, Extra, FormatRow, LevelRecord, losses},
    },
    level::Level,
    xsb,
};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "slc",
        summary: "XML of sourcecode.se: boards, titles, authors",
        extensions: &["slc"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Xml,
    write: |records| {
        let mut losses = losses(records, &[Extra::Notes, Extra::Games, Extra::Flags]);
        let text = write(records);
        match text.matches(REPLACED).count().saturating_sub(count_of_replaced(records)) {
            0 => {}
            1 => losses.push("1 control character".to_owned()),
            count => losses.push(format!("{count} control characters")),
        }
        Ok(Output { bytes: text.into_bytes(), losses })
    },
};

/// Whether a text is XML.
pub(super) fn claims(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_named = start.starts_with("<?xml") || start.starts_with("<SokobanLevels");
    is_named || (start.starts_with("<level") && Document::parse(start).is_ok())
}

/// What attributes say; nothing for those that the rows say, too.
const ATTRIBUTES: [(&str, &str); 10] = [
    ("Id", "Title"),
    ("name", "Title"),
    ("title", "Title"),
    ("Copyright", "Author"),
    ("author", "Author"),
    ("by", "Author"),
    ("Width", ""),
    ("Height", ""),
    ("MaxWidth", ""),
    ("MaxHeight", ""),
];
/// Elements of one row.
const ROWS: [&str; 3] = ["L", "line", "row"];
const LEVELS: [&str; 3] = ["Level", "level", "puzzle"];

/// The text that XML stands for.
pub(super) fn text_of(text: &str) -> Result<Rewritten, Diagnostic> {
    // The parser does not count a byte order mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    if let Some(at) = crowded_tag(text) {
        let error = Diagnostic::new(format!("a tag with more than {MAX_ATTRIBUTES} attributes"));
        return Err(error.at(at..at + 1, "here").help("a Level has at most Id, Width, Height and Copyright"));
    }
    let settings = ParsingOptions { allow_dtd: true, nodes_limit: u32::MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text[mark..], settings).map_err(|error| {
        let place = byte_of(&text[mark..], error.pos().row, error.pos().col);
        Diagnostic::new(format!("invalid XML: {error}"))
            .at(place.start + mark..place.end + mark, "here")
            .help("an .slc file is XML with the elements SokobanLevels, LevelCollection, Level, L")
    })?;
    let mut written = Written { rewriter: Rewriter::new(text), text, mark };
    document.root().children().for_each(|node| written.node(&node));
    Ok(written.rewriter.rewritten("", true))
}

/// The text of XML, as it is written.
struct Written<'t> {
    rewriter: Rewriter<'t>,
    text: &'t str,
    /// The length of the byte order mark.
    mark: usize,
}

impl Written<'_> {
    /// Writes a value, at its place if it is written there as it is.
    fn value(&mut self, place: Range<usize>, value: &str) {
        let place = place.start + self.mark..place.end + self.mark;
        let start = self.text.get(place.clone()).and_then(|whole| whole.find(value)).map(|at| place.start + at);
        self.rewriter.write(start.map_or(place, |start| start..start + value.len()), value);
    }

    /// Writes a line `Name: value`, with blanks in place of the line breaks of the value.
    fn line(&mut self, name: &str, place: Range<usize>, value: &str) {
        let value = value.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ");
        if !value.is_empty() {
            let before = if name.is_empty() { "; ".to_owned() } else { format!("{name}: ") };
            self.value(place.start..place.start, &before);
            self.value(place.clone(), &value);
            self.value(place.end..place.end, "\n");
        }
    }

    fn node(&mut self, node: &Node<'_, '_>) {
        let (name, place) = (node.tag_name().name(), node.range());
        let level = node.ancestors().find(|node| LEVELS.contains(&node.tag_name().name()));
        let text =
            || node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect::<Vec<_>>().join(" ");
        if node.is_comment() && level.is_none() {
            self.line("", place, node.text().unwrap_or_default());
        } else if ROWS.contains(&name) {
            self.value(place.clone(), text().trim_matches(['\r', '\n']));
            self.value(place.end..place.end, "\n");
        } else if name == "Description" {
            lines(node.text().unwrap_or_default()).for_each(|line| self.line("", place.clone(), line.text));
            self.value(place.end..place.end, "::\n");
        } else if node.is_element() {
            let collections = node.prev_siblings().filter(|other| other.has_tag_name("LevelCollection")).count();
            let is_level = LEVELS.contains(&name);
            if is_level {
                self.value(place.start..place.start, "\n");
            }
            let mut has_author = collections == 1 && name == "LevelCollection";
            for attribute in node.attributes().filter(|it| it.namespace().is_none()) {
                let key =
                    ATTRIBUTES.iter().find(|(name, _)| *name == attribute.name()).map_or(attribute.name(), |it| it.1);
                has_author |= key == "Author";
                match key {
                    "" => {}
                    // The author of a first collection is that of the file, and of another one that of its levels.
                    "Author" if name == "LevelCollection" && collections == 1 => {
                        self.line("Copyright", attribute.range_value(), attribute.value());
                    }
                    "Author" if name == "LevelCollection" => {}
                    _ => self.line(key, attribute.range_value(), attribute.value()),
                }
            }
            let collection = node.parent().filter(|parent| {
                is_level
                    && !has_author
                    && parent.prev_siblings().any(|it| it != *parent && it.has_tag_name("LevelCollection"))
            });
            if let Some(author) = collection.and_then(|collection| collection.attribute("Copyright")) {
                self.line("Author", place.start..place.start, author);
            }
            let is_leaf = !node.children().any(|child| child.is_element());
            let key = if name == "Title" && level.is_none() { "Collection" } else { name };
            let text = text();
            if is_leaf && lines(&text).map(|line| rows_of(line.text)).sum::<usize>() > 1 {
                self.value(place.clone(), &text);
                self.value(place.end..place.end, "\n");
                return;
            }
            if is_leaf && !is_level {
                self.line(key, place, &text);
                return;
            }
            // What follows a solution would be about it.
            let (solutions, others): (Vec<_>, Vec<_>) =
                node.children().partition(|child| child.has_tag_name("Solution"));
            others.iter().chain(&solutions).for_each(|child| self.node(child));
        }
    }
}

/// The most attributes of one tag: the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 200;

/// The first tag with too many attributes.
fn crowded_tag(text: &str) -> Option<usize> {
    let (mut start, mut attributes) = (0, 0);
    text.bytes().enumerate().find_map(|(at, byte)| {
        match byte {
            b'<' => (start, attributes) = (at, 0),
            b'>' => attributes = 0,
            b'=' => attributes += 1,
            _ => {}
        }
        (attributes > MAX_ATTRIBUTES).then_some(start)
    })
}

/// The place of the character in a line and a column, both from 1.
fn byte_of(text: &str, row: u32, column: u32) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(row.saturating_sub(1) as usize).map(str::len).sum();
    let at =
        text[start..].char_indices().nth(column.saturating_sub(1) as usize).map_or(text.len(), |(at, _)| start + at);
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}

fn write(records: &[LevelRecord<'_>]) -> String {
    let mut about: [(&str, String); 4] = ["collection", "copyright", "email", "url"].map(|key| (key, String::new()));
    let mut description = String::new();
    for line in records.iter().flat_map(|record| record.metadata.header.lines()) {
        let known = line.split_once(':').and_then(|(key, value)| {
            about
                .iter_mut()
                .find(|(known, old)| key.trim().eq_ignore_ascii_case(known) && old.is_empty())
                .map(|slot| (slot, value))
        });
        if let Some((slot, value)) = known {
            value.trim().clone_into(&mut slot.1);
        } else {
            if reads_as_board(line) {
                description.push_str("; ");
            }
            description.push_str(line);
            description.push('\n');
        }
    }
    let [title, copyright, email, url] = about.map(|(_, value)| escaped(&value));
    let max = |of: fn(&Level) -> usize| records.iter().map(|record| of(&record.level)).max().unwrap_or(0);
    let (width, height) = (max(Level::width), max(Level::height));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let _ = writeln!(text, "  <Title>{title}</Title>");
    let _ = writeln!(text, "  <Description>{}</Description>", escaped(description.trim_end()));
    for (name, value) in [("Email", email), ("Url", url)] {
        if !value.is_empty() {
            let _ = writeln!(text, "  <{name}>{value}</{name}>");
        }
    }
    let _ = writeln!(text, "  <LevelCollection Copyright=\"{copyright}\" MaxWidth=\"{width}\" MaxHeight=\"{height}\">");
    for record in records {
        let level = &record.level;
        let id = escaped(level.title().unwrap_or_default());
        let author = record.metadata.author.as_deref().map(|author| format!(" Copyright=\"{}\"", escaped(author)));
        let author = author.unwrap_or_default();
        let _ =
            writeln!(text, "    <Level Id=\"{id}\" Width=\"{}\" Height=\"{}\"{author}>", level.width(), level.height());
        for row in xsb::rows(level) {
            let _ = writeln!(text, "      <L>{row}</L>");
        }
        text.push_str("    </Level>\n");
    }
    text.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    text
}

/// What is written for a character that XML cannot represent.
const REPLACED: char = '\u{fffd}';

/// How often that character is in what is written as it is.
fn count_of_replaced(records: &[LevelRecord<'_>]) -> usize {
    let of = |text: &str| text.matches(REPLACED).count();
    let of_record = |record: &LevelRecord<'_>| {
        let metadata = record.metadata;
        of(record.level.title().unwrap_or_default())
            + of(metadata.author.as_deref().unwrap_or_default())
            + of(&metadata.header)
    };
    records.iter().map(of_record).sum()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(letter),
            // XML 1.0 cannot represent other control characters.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                safe.push(REPLACED);
            }
            letter => safe.push(letter),
        }
    }
    safe
}
