//! `slc`: the XML of sourcecode.se. `SokobanLevels` has `Title`, `Description`, `Email`, `Url` and a
//! `LevelCollection` of `Level`s, whose rows are `L` elements in XSB. It holds no solutions.
//!
//! XML is read as the text that it stands for: rows, and a line `Name: value` for each other element and attribute. Those about
//! the file are written as its title, `Collection: ..`, its `Copyright: ..` and its description.

use std::{fmt::Write as _, ops::Range};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};
use lurd_puzzle::puzzle::ReadOptions;
use roxmltree::{Document, Node, ParsingOptions};

use super::board_text::{reader, walled::rows_of, writer::reads_as_board};
use super::dialect::xsb;
use super::level_record::{Container, Extra, FLAGS, GAMES, LevelRecord, NOTES, Reading, Write};
use crate::{level::Level, xsb};

pub(super) const XML: Container = Container::Text { claims, read };

/// Whether a text is XML.
fn claims(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_named = start.starts_with("<?xml") || start.starts_with("<SokobanLevels");
    is_named || (start.starts_with("<level") && Document::parse(start).is_ok())
}

/// What attributes say; nothing for those that the rows say, too.
const ATTRIBUTES: [(&str, &[&str]); 3] = [
    ("Title", &["Id", "name", "title"]),
    ("Author", &["Copyright", "author", "by"]),
    ("", &["Width", "Height", "MaxWidth", "MaxHeight"]),
];
/// Elements of one row.
const ROWS: [&str; 3] = ["L", "line", "row"];
const LEVELS: [&str; 3] = ["Level", "level", "puzzle"];

/// Reads the text that XML stands for.
fn read(text: &str, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    let rewritten = text_of(text)?;
    Ok(reader::read(&rewritten.text, xsb(), options, max_levels)?.map_back(|place| rewritten.map.origin(place)))
}

fn text_of(text: &str) -> Result<Rewritten, Diagnostic> {
    if let Some(at) = crowded_tag(text) {
        let error = Diagnostic::new(format!("a tag with more than {MAX_ATTRIBUTES} attributes"));
        return Err(error.at(at..at + 1, "here").help("a Level has at most Id, Width, Height and Copyright"));
    }
    // The parser does not count a byte order mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let settings = ParsingOptions { allow_dtd: true, nodes_limit: u32::MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text[mark..], settings).map_err(|error| {
        Diagnostic::new(format!("invalid XML: {error}"))
            .at(place_of(&text[mark..], error.pos().row, error.pos().col), "here")
            .shifted(mark)
            .help("an .slc file is XML with the elements SokobanLevels, LevelCollection, Level, L")
    })?;
    let mut written = Written(Rewriter::new(text), mark);
    document.root().children().for_each(|node| written.node(&node));
    Ok(written.0.rewritten("", true))
}

/// The text of XML, as it is written, and the length of the byte order mark before the XML.
struct Written<'t>(Rewriter<'t>, usize);

impl Written<'_> {
    /// Writes a value, at its place if it is written there as it is, with something before and behind it.
    fn value(&mut self, before: &str, place: Range<usize>, value: &str, behind: &str) {
        let (start, end) = (place.start + self.1, place.end + self.1);
        let at = self.0.source().get(start..end).and_then(|whole| whole.find(value)).map(|at| start + at);
        self.0.write(start..start, before);
        self.0.write(at.map_or(start..end, |at| at..at + value.len()), value);
        self.0.write(end..end, behind);
    }

    /// Writes a line `Name: value`, with blanks in place of the line breaks of the value; without a name, a comment.
    fn line(&mut self, name: &str, place: Range<usize>, value: &str) {
        let value = value.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ");
        if !value.is_empty() {
            let before = if name.is_empty() { "; ".to_owned() } else { format!("{name}: ") };
            self.value(&before, place, &value, "\n");
        }
    }

    fn node(&mut self, node: &Node<'_, '_>) {
        let (name, place) = (node.tag_name().name(), node.range());
        let is_about_file = !node.ancestors().any(|node| LEVELS.contains(&node.tag_name().name()));
        let text = || node.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect::<Vec<_>>().join(" ");
        if node.is_comment() && is_about_file {
            self.line("", place, node.text().unwrap_or_default());
        } else if ROWS.contains(&name) {
            self.value("", place, text().trim_matches(['\r', '\n']), "\n");
        } else if name == "Description" {
            lines(node.text().unwrap_or_default()).for_each(|line| self.line("", place.clone(), line.text));
            self.value("", place.end..place.end, "", "::\n");
        } else if node.is_element() {
            let is_level = LEVELS.contains(&name);
            self.value(if is_level { "\n" } else { "" }, place.start..place.start, "", "");
            self.attributes(node);
            if node.children().any(|child| child.is_element()) {
                // What follows a solution would be about it.
                let (last, others): (Vec<_>, Vec<_>) = node.children().partition(|it| it.has_tag_name("Solution"));
                return others.iter().chain(&last).for_each(|child| self.node(child));
            }
            let text = text();
            if lines(&text).map(|line| rows_of(line.text)).sum::<usize>() > 1 {
                self.value("", place, &text, "\n");
            } else if !is_level {
                self.line(if name == "Title" && is_about_file { "Collection" } else { name }, place, &text);
            }
        }
    }

    /// Writes what the attributes of an element say. The author of a collection is not that of a level.
    fn attributes(&mut self, node: &Node<'_, '_>) {
        for attribute in node.attributes().filter(|it| it.namespace().is_none()) {
            let known = ATTRIBUTES.iter().find(|(_, names)| names.contains(&attribute.name()));
            match known.map_or(attribute.name(), |(key, _)| key) {
                "" => {}
                "Author" if node.has_tag_name("LevelCollection") => {
                    self.line("Copyright", attribute.range_value(), attribute.value());
                }
                key => self.line(key, attribute.range_value(), attribute.value()),
            }
        }
    }
}

/// The most attributes of one tag: the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 200;

/// The first tag with too many attributes.
fn crowded_tag(text: &str) -> Option<usize> {
    let mut next = 0;
    text.split('<').find_map(|tag| {
        next += tag.len() + 1;
        let is_crowded = tag.split('>').any(|part| part.matches('=').count() > MAX_ATTRIBUTES);
        is_crowded.then(|| next.saturating_sub(tag.len() + 2))
    })
}

/// The place of the character in a line and a column, both from 1.
fn place_of(text: &str, row: u32, column: u32) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(row.saturating_sub(1) as usize).map(str::len).sum();
    let mut letters = text[start..].char_indices().map(|(at, letter)| start + at..start + at + letter.len_utf8());
    letters.nth(column.saturating_sub(1) as usize).unwrap_or(text.len()..text.len())
}

pub(super) const WRITE: Write = |levels| Ok(written(levels).into_bytes());

fn written(records: &[LevelRecord<'_>]) -> String {
    let mut about: Vec<&str> = records.iter().flat_map(|record| record.metadata.header.lines()).collect();
    let mut take = |key: &str| {
        let is_key = |line: &&str| line.split_once(':').is_some_and(|(word, _)| word.trim().eq_ignore_ascii_case(key));
        let line = about.iter().position(is_key).map(|at| about.remove(at));
        line.and_then(|line| line.split_once(':')).map_or_else(String::new, |(_, value)| escaped(value.trim()))
    };
    let [title, copyright] = ["collection", "copyright"].map(&mut take);
    let described = |line: &&str| if reads_as_board(line) { format!("; {line}") } else { (*line).to_owned() };
    let description = escaped(about.iter().map(described).collect::<Vec<_>>().join("\n").trim_end());
    let max = |of: fn(&Level) -> usize| records.iter().map(|record| of(&record.level)).max().unwrap_or(0);
    let (width, height) = (max(Level::width), max(Level::height));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let _ = writeln!(text, "  <Title>{title}</Title>\n  <Description>{description}</Description>");
    let _ = writeln!(text, "  <LevelCollection Copyright=\"{copyright}\" MaxWidth=\"{width}\" MaxHeight=\"{height}\">");
    for LevelRecord { level, metadata, .. } in records {
        let (id, width, height) = (escaped(level.title().unwrap_or_default()), level.width(), level.height());
        let author = metadata.author.as_ref().map_or_else(String::new, |it| format!(" Copyright=\"{}\"", escaped(it)));
        let _ = writeln!(text, "    <Level Id=\"{id}\" Width=\"{width}\" Height=\"{height}\"{author}>");
        text.extend(xsb::rows(level).iter().map(|row| format!("      <L>{row}</L>\n")));
        text.push_str("    </Level>\n");
    }
    text + "  </LevelCollection>\n</SokobanLevels>\n"
}

pub(super) const LACKS: &[Extra] = &[NOTES, GAMES, FLAGS, CONTROL_CHARACTERS];

/// The characters that XML 1.0 cannot represent.
const CONTROL_CHARACTERS: Extra = ("1 control character", "# control characters", |record, _| {
    let texts = [record.level.title(), record.metadata.author.as_deref(), Some(&record.metadata.header)];
    texts.into_iter().flatten().flat_map(str::chars).filter(|&letter| is_unknown_to_xml(letter)).count()
});

fn is_unknown_to_xml(letter: char) -> bool {
    (letter.is_control() && !matches!(letter, '\n' | '\t')) || matches!(letter, '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    text.replace(is_unknown_to_xml, "\u{fffd}")
}
