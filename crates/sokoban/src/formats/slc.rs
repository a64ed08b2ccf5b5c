//! `slc`: the XML of sourcecode.se. `SokobanLevels` has `Title`, `Description`, `Email`, `Url` and a
//! `LevelCollection` of `Level`s, whose rows are `L` elements in XSB. It holds no solutions.
//!
//! The elements about the file are read as lines `Collection: ..`, `Copyright: ..`, `Email: ..`, `Url: ..`
//! and the description, and these lines are written as those elements. Elements and attributes that other programs add are read
//! as such lines, too, those of a `Level` as notes on it, and steps in a `Solution` as a saved game.

use std::fmt::Write as _;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Format, LeftOut, Metadata, Output, SavedGame};
use roxmltree::{Document, Node, ParsingOptions};

use crate::{
    formats::{
        board_text::{
            lines::{self, LeftOutRows, Line},
            writer::reads_as_board,
        },
        dialect::XSB,
        grid::{Grid, GridCell},
        level_record::{
            Container, ContainerOptions, Extra, FormatRow, LevelEntry, LevelRecord, MAX_LEVELS, MAX_SQUARES, Reading,
            losses, too_many,
        },
        validate::outside_note,
    },
    level::Level,
    square::Square,
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
    container: Container::Text { claims, read },
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

/// Whether `text` begins like XML or like this format.
fn claims(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    start.starts_with("<?xml") || start.starts_with("<SokobanLevels")
}

fn read(text: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    // The parser does not count a byte order mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reading = levels(&text[mark..], options).map_err(|error| error.shifted(mark))?;
    for entry in &mut reading.entries {
        entry.place = entry.place.start + mark..entry.place.end + mark;
        entry.metadata.end += mark;
        if let Err(error) = &mut entry.level {
            *error = error.clone().shifted(mark);
        }
    }
    if let Some(left_out) = &mut reading.left_out {
        left_out.first += mark;
    }
    Ok(reading)
}

fn levels(text: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    if let Some(place) = crowded_tag(text) {
        return Err(Diagnostic::new(format!("a tag with more than {MAX_ATTRIBUTES} attributes"))
            .at(place, "here")
            .help("a Level has at most Id, Width, Height and Copyright"));
    }
    let settings = ParsingOptions { allow_dtd: true, nodes_limit: 3_000_000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, settings).map_err(|error| {
        let position = error.pos();
        Diagnostic::new(format!("invalid XML: {error}"))
            .at(byte_of(text, position.row, position.col), "here")
            .help("an .slc file is XML with the elements SokobanLevels, LevelCollection, Level, L")
    })?;
    let mut reading = Reading::default();
    let mut squares = 0;
    let mut header = header(&document);
    for node in document.descendants().filter(|node| node.has_tag_name("Level")) {
        let place = node.range();
        let (grid, fault, has_wall) = board(text, &node);
        reading.has_wall |= has_wall;
        let level = match fault {
            Some(fault) => Err(fault),
            None => Level::from_grid_with(&grid, options.leniency),
        };
        squares += level.as_ref().map_or(0, Level::squares);
        if reading.entries.len() == MAX_LEVELS || squares > MAX_SQUARES {
            return Err(too_many(place));
        }
        let (notes, games) = extras_of_level(&node);
        let metadata = Metadata {
            header: std::mem::take(&mut header),
            author: author(&document, &node),
            notes,
            games,
            end: place.end,
            ..Metadata::default()
        };
        let note = outside_note(&grid, options.leniency).filter(|_| level.is_ok()).map(str::to_owned);
        reading.entries.push(LevelEntry { level, place, flags: String::new(), note, metadata });
        if reading.entries.len() >= options.max_levels {
            return Ok(reading);
        }
    }
    reading.left_out = left_out(text, &document);
    Ok(reading)
}

/// The most attributes of one tag: the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 200;

/// The first tag with too many attributes.
fn crowded_tag(text: &str) -> Option<std::ops::Range<usize>> {
    let (mut start, mut attributes) = (None, 0);
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(open) = quote {
            quote = (byte != open).then_some(open);
            continue;
        }
        match byte {
            // Comments and declarations have no attributes, and may have quotes without a partner.
            b'<' => {
                let is_tag = !matches!(text.as_bytes().get(at + 1), Some(b'!' | b'?'));
                (start, attributes) = (is_tag.then_some(at), 0);
            }
            b'>' => start = None,
            b'"' | b'\'' if start.is_some() => quote = Some(byte),
            b'=' if start.is_some() => {
                attributes += 1;
                if attributes > MAX_ATTRIBUTES {
                    return start.map(|start| start..start + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Elements of one line, which is no row of a board whatever its letters are.
const LINES: [&str; 3] = ["Title", "Email", "Url"];

/// The rows of boards outside the `L` elements of `Level`s.
fn left_out(text: &str, document: &Document<'_>) -> Option<LeftOut> {
    let mut rows = LeftOutRows::default();
    for node in document.descendants().filter(Node::is_text) {
        let is_in = |node: Option<Node<'_, '_>>, name| node.is_some_and(|node| node.has_tag_name(name));
        let parent = node.parent();
        let is_row = is_in(parent, "L") && is_in(parent.and_then(|row| row.parent()), "Level");
        if is_row || LINES.iter().any(|name| is_in(parent, name)) {
            continue;
        }
        let content = node.text().unwrap_or_default();
        let place = node.range();
        // In text with entities only the place of the whole text is known.
        let is_plain = text.get(place.clone()) == Some(content);
        for line in lines::lines(content) {
            let start = place.start + if is_plain { line.start } else { 0 };
            rows.text(&Line { start, ..line });
        }
        rows.pause();
    }
    rows.finish()
}

/// The rows of a level, an error for its first foreign letter, and whether it has a wall.
fn board(text: &str, node: &Node<'_, '_>) -> (Grid, Option<Diagnostic>, bool) {
    let mut grid = Grid::default();
    grid.title = node.attribute("Id").map(one_line).filter(|title| !title.is_empty());
    let mut fault = None;
    let mut has_wall = false;
    for (number, row) in node.children().filter(|child| child.has_tag_name("L")).enumerate() {
        let Some(inner) = row.first_child().filter(Node::is_text) else {
            grid.push_row(std::iter::empty(), row.range().end);
            continue;
        };
        let letters = inner.text().unwrap_or_default();
        let place = inner.range();
        // In rows with entities only the place of the whole row is known.
        let is_plain = text.get(place.clone()) == Some(letters);
        let mut cells = Vec::new();
        for (at, letter) in letters.char_indices() {
            let byte = if is_plain { place.start + at } else { place.start };
            match u8::try_from(letter).ok().and_then(|letter| XSB.square(letter)) {
                Some(square) => {
                    has_wall |= square == Square::Wall;
                    cells.push(GridCell { square, byte });
                }
                None if matches!(letter, '\r' | '\n') => {}
                None => {
                    fault.get_or_insert_with(|| {
                        let letter = letter.escape_debug();
                        let (row, column) = (number + 1, cells.len() + 1);
                        let end =
                            if is_plain { byte + letter.to_string().len().min(place.end - byte) } else { place.end };
                        let end = (byte..=end).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(byte);
                        Diagnostic::new(format!("'{letter}' at row {row} column {column} is not a letter of a board"))
                            .at(byte..end, "not a square")
                            .help(format!("a board consists of {}", XSB.legend))
                    });
                }
            }
        }
        grid.push_row(cells.into_iter(), place.end);
    }
    (grid, fault, has_wall)
}

/// The author of a level: that of its own, or of its collection if the file has other collections before it.
fn author(document: &Document<'_>, level: &Node<'_, '_>) -> Option<String> {
    let copyright = |node: Node<'_, '_>| node.attribute("Copyright").map(one_line).filter(|value| !value.is_empty());
    let collection = level.parent().filter(|parent| parent.has_tag_name("LevelCollection"));
    let is_first = collection == document.root_element().children().find(|node| node.has_tag_name("LevelCollection"));
    copyright(*level).or_else(|| collection.filter(|_| !is_first).and_then(copyright))
}

/// The elements and attributes of a level that the format does not define, as notes, and its solutions.
fn extras_of_level(level: &Node<'_, '_>) -> (String, Vec<SavedGame>) {
    let mut notes = String::new();
    let mut games = Vec::new();
    add_attributes(&mut notes, level, &["Id", "Width", "Height", "Copyright"]);
    for child in level.children() {
        let steps: String = text_of(&child).chars().filter(|letter| !letter.is_whitespace()).collect();
        if child.has_tag_name("Solution") && lines::is_steps(&steps) {
            games.push(SavedGame { title: Some("Solution".to_owned()), steps, notes: String::new() });
        } else {
            add_extra(&mut notes, &child);
        }
    }
    notes.truncate(notes.trim_end().len());
    (notes, games)
}

/// Adds a line for each attribute that is not `known`.
fn add_attributes(lines: &mut String, node: &Node<'_, '_>, known: &[&str]) {
    for attribute in node.attributes().filter(|it| it.namespace().is_none() && !known.contains(&it.name())) {
        let _ = writeln!(lines, "{}: {}", attribute.name(), one_line(attribute.value()));
    }
}

/// Adds the text of an element that is not about boards, as a line with its name, or that of a comment.
fn add_extra(lines: &mut String, node: &Node<'_, '_>) {
    let is_board = |node: Node<'_, '_>| node.has_tag_name("L") || node.has_tag_name("Level");
    if !(node.is_element() || node.is_comment()) || node.descendants().any(is_board) {
        return;
    }
    let text = if node.is_comment() { one_line(node.text().unwrap_or_default()) } else { text_of(node) };
    if text.is_empty() {
        return;
    }
    if node.is_element() {
        let _ = write!(lines, "{}: ", node.tag_name().name());
    }
    lines.push_str(&text);
    lines.push('\n');
}

/// All text within an element, on one line.
fn text_of(node: &Node<'_, '_>) -> String {
    let texts = node.descendants().filter(Node::is_text).filter_map(|text| text.text());
    one_line(&texts.collect::<Vec<_>>().join(" "))
}

/// The elements about the file, as lines.
fn header(document: &Document<'_>) -> String {
    let root = document.root_element();
    let of = |name: &str| {
        let node = root.children().find(|node| node.has_tag_name(name));
        node.and_then(|node| node.text()).map(str::trim).filter(|text| !text.is_empty())
    };
    let collection = root.children().find(|node| node.has_tag_name("LevelCollection"));
    let copyright = collection.and_then(|node| node.attribute("Copyright")).filter(|it| !it.is_empty());
    let mut header = String::new();
    for (key, value) in
        [("Collection", of("Title")), ("Copyright", copyright), ("Email", of("Email")), ("Url", of("Url"))]
    {
        if let Some(value) = value {
            let _ = writeln!(header, "{key}: {}", one_line(value));
        }
    }
    let known = ["Title", "Description", "Email", "Url", "LevelCollection"];
    let is_extra = |node: &Node<'_, '_>| !known.iter().any(|name| node.has_tag_name(*name));
    let comments_before = document.root().children().filter(Node::is_comment);
    for node in comments_before.chain(root.children().filter(is_extra)) {
        add_extra(&mut header, &node);
    }
    for collection in root.children().filter(|node| node.has_tag_name("LevelCollection")) {
        for node in collection.children() {
            add_extra(&mut header, &node);
        }
    }
    for line in of("Description").unwrap_or_default().lines() {
        let line = line.trim();
        header.push_str(line.strip_prefix(';').map_or(line, str::trim_start));
        header.push('\n');
    }
    header.truncate(header.trim_end().len());
    header
}

fn one_line(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The place of the character in a line and a column, both from 1.
fn byte_of(text: &str, row: u32, column: u32) -> std::ops::Range<usize> {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(row.saturating_sub(1) as usize).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    let at = rest.char_indices().nth(column.saturating_sub(1) as usize).map_or(rest.len(), |(at, _)| at);
    let end = rest.get(at..).and_then(|rest| rest.chars().next()).map_or(at, |letter| at + letter.len_utf8());
    start + at..start + end
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
