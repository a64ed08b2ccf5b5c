//! One board in any notation, from characters to tiles; places in a text, keywords, and numbers in messages.
//!
//! A board is a list in brackets, flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`), or rows that end
//! with a `/`, a `|` or with the line (`1221/3443`). Inside a row, tiles stand side by side (`1221`) or are
//! separated by blanks and commas (`10, 11`, `red blue`). Rows of equal length may also be separated by
//! blanks (`RRBG GGBB`). Linear in the length of the text.

use std::ops::Range;

use lurd_puzzle::puzzle::{CellRole, tile_roles};
use lurd_puzzle::{diagnostic::Diagnostic, puzzle::COLOUR_NAMES};

use crate::rules::MAX_CELLS;

/// A board that cannot be read.
pub(super) struct Fault {
    pub(super) diagnostic: Diagnostic,
    /// Whether the text ends too early, so that more of it could complete the puzzle.
    pub(super) unfinished: bool,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, unfinished: false }
    }
}

/// A row as it was written.
pub(super) struct ScannedRow {
    /// The labels; numbers without leading zeros.
    pub(super) tiles: Vec<String>,
    pub(super) place: Range<usize>,
}

/// A board as it was written.
pub(super) struct ScannedBoard {
    /// Its rows; of a flat list, its lines of text.
    pub(super) rows: Vec<ScannedRow>,
    /// Whether it is a list that does not say where its rows end.
    pub(super) flat: bool,
    /// Whether it is in brackets, which say where it ends.
    pub(super) list: bool,
    pub(super) place: Range<usize>,
    /// Where the text after it begins.
    pub(super) end: usize,
}

impl ScannedBoard {
    pub(super) fn tiles(&self) -> impl Iterator<Item = &String> {
        self.rows.iter().flat_map(|row| &row.tiles)
    }

    /// The number of rows, if the notation says it.
    pub(super) fn height(&self) -> Option<usize> {
        (!self.flat).then_some(self.rows.len())
    }
}

/// The tiles of rows in alphabetical order, which are equal for boards with the same tiles.
pub(super) fn sorted_tiles(rows: &[ScannedRow]) -> Vec<&String> {
    let mut tiles: Vec<&String> = rows.iter().flat_map(|row| &row.tiles).collect();
    tiles.sort_unstable();
    tiles
}

/// Which of the two boards of a puzzle is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Source,
    /// A source that an arrow or the word `to` ends.
    SourceBeforeArrow,
    /// A target, and the number of rows after which it is complete, if known.
    Target(Option<usize>),
}

/// Reads the board at byte `at`.
pub(super) fn board(text: &str, at: usize, role: Role) -> Result<ScannedBoard, Fault> {
    let cursor = Cursor { text, at };
    let mut scan = Scan { cursor, role, words: Vec::new(), separated: false, rows: Vec::new(), tiles: 0 };
    scan.cursor.skip_blanks();
    if scan.cursor.rest().starts_with('[') { scan.list() } else { scan.lines() }
}

struct Scan<'t> {
    cursor: Cursor<'t>,
    role: Role,
    /// The words of the current row.
    words: Vec<Range<usize>>,
    /// Whether that row has a comma.
    separated: bool,
    rows: Vec<ScannedRow>,
    /// The number of tiles of the finished rows.
    tiles: usize,
}

impl Scan<'_> {
    fn word(&mut self) -> Result<(), Fault> {
        let word = self.cursor.take(is_tile);
        self.words.push(word.clone());
        if self.tiles + self.words.len() > MAX_CELLS { Err(too_large(word).into()) } else { Ok(()) }
    }

    /// Ends the row, if one was begun. In a list each word is a tile even if it is the only one.
    fn end_row(&mut self, in_list: bool) -> Result<(), Fault> {
        let (Some(first), Some(last)) = (self.words.first(), self.words.last()) else { return Ok(()) };
        let place = first.start..last.end;
        let text = self.cursor.text;
        let mut tiles = Vec::new();
        if self.words.len() == 1 && !self.separated && !in_list {
            if place.len() > 4 * MAX_CELLS {
                return Err(too_large(place).into());
            }
            tiles.extend(text[place.clone()].chars().map(String::from));
        } else if !in_list && !self.separated && are_rows(self.words.iter().map(|word| &text[word.clone()])) {
            for word in std::mem::take(&mut self.words) {
                self.words.push(word);
                self.end_row(false)?;
            }
            return Ok(());
        } else {
            for word in &self.words {
                tiles.push(label(text, word.clone())?);
            }
        }
        self.tiles += tiles.len();
        if self.tiles > MAX_CELLS {
            return Err(too_large(place).into());
        }
        self.rows.push(ScannedRow { tiles, place });
        self.words.clear();
        self.separated = false;
        Ok(())
    }

    fn unknown(&mut self) -> Fault {
        let start = self.cursor.at;
        let found = self.cursor.rest().chars().next().unwrap_or(' ');
        let place = start..start + found.len_utf8();
        Diagnostic::new(format!("unknown character '{}' in a board", found.escape_debug()))
            .at(place, "not a tile")
            .help("tiles are digits, letters, or numbers separated by commas or blanks; ? in a target accepts any tile")
            .into()
    }

    fn finish(self, flat: bool, list: bool) -> ScannedBoard {
        let place = match (self.rows.first(), self.rows.last()) {
            (Some(top), Some(bottom)) => top.place.start..bottom.place.end,
            _ => self.cursor.at..self.cursor.at,
        };
        ScannedBoard { rows: self.rows, flat, list, place, end: self.cursor.at }
    }

    fn list(mut self) -> Result<ScannedBoard, Fault> {
        let opening = self.cursor.at;
        let (mut depth, mut flat, mut slashed) = (0, true, false);
        loop {
            self.cursor.take(|c| (c.is_whitespace() && c != '\n') || matches!(c, '\'' | '"'));
            match self.cursor.rest().chars().next() {
                Some('[') if depth < 2 => {
                    if depth == 1 {
                        if !self.words.is_empty() || (flat && !self.rows.is_empty()) {
                            return Err(mixed(self.cursor.at).into());
                        }
                        flat = false;
                    }
                    depth += 1;
                    self.cursor.at += 1;
                }
                Some(']') => {
                    self.end_row(true)?;
                    depth -= 1;
                    self.cursor.at += 1;
                    if depth == 0 {
                        return Ok(self.finish(flat, true));
                    }
                }
                Some('/') => {
                    (flat, slashed) = (false, true);
                    self.cursor.at += 1;
                    self.end_row(true)?;
                }
                Some('\n') => {
                    self.cursor.at += 1;
                    // In a list that says where rows end, line breaks are only blanks.
                    if flat {
                        self.end_row(true)?;
                    }
                }
                Some(',') => self.cursor.at += 1,
                Some(';') => _ = self.cursor.take(|c| c != '\n'),
                Some(c) if is_tile(c) => {
                    if keyword(self.cursor.rest()).is_some() {
                        return Err(unclosed(opening, false));
                    }
                    if !flat && !slashed && depth == 1 {
                        return Err(mixed(self.cursor.at).into());
                    }
                    self.word()?;
                }
                Some(_) => return Err(self.unknown()),
                None => return Err(unclosed(opening, true)),
            }
        }
    }

    fn lines(mut self) -> Result<ScannedBoard, Fault> {
        // Whether no tile has followed the last `/` yet.
        let mut slash = false;
        loop {
            self.cursor.take(|c| c.is_whitespace() && c != '\n');
            let rest = self.cursor.rest();
            match rest.chars().next() {
                None => break,
                Some('\n') => {
                    let line_has_tiles = !self.words.is_empty() || std::mem::take(&mut slash);
                    self.end_row(false)?;
                    if self.ends_here(line_has_tiles) {
                        break;
                    }
                    self.cursor.at += 1;
                }
                Some('/' | '|') => {
                    if self.words.is_empty() {
                        let place = self.cursor.at..self.cursor.at + 1;
                        return Err(Diagnostic::new(format!("row {} is empty", self.rows.len() + 1))
                            .at(place, "no tile before this")
                            .into());
                    }
                    self.end_row(false)?;
                    self.cursor.at += 1;
                    slash = true;
                }
                Some(',') => {
                    self.separated = true;
                    self.cursor.at += 1;
                }
                Some(';') => _ = self.cursor.take(|c| c != '\n'),
                Some(_) if self.is_at_arrow(slash) => break,
                Some(c) if is_tile(c) => {
                    if keyword(rest).is_some() {
                        break;
                    }
                    slash = false;
                    self.word()?;
                }
                Some(_) => return Err(self.unknown()),
            }
        }
        self.end_row(false)?;
        self.divide_numbers();
        Ok(self.finish(false, false))
    }

    /// Whether an arrow ends the board here. The word `to` is two tiles where no source can end: in a target, next to a
    /// slash (`TU/to -> to/TU`), before the first row, and on a line that has another arrow after it.
    fn is_at_arrow(&self, after_slash: bool) -> bool {
        let rest = self.cursor.rest();
        let Some(length) = arrow(rest) else { return false };
        if !rest.starts_with(is_tile) {
            return true;
        }
        let after = rest[length..].split('\n').next().unwrap_or("");
        let is_by_slash = after_slash || after.trim_start().starts_with('/');
        let is_first = self.rows.is_empty() && self.words.is_empty();
        let has_other_arrow = ARROWS.iter().any(|arrow| after.contains(arrow));
        self.role == Role::SourceBeforeArrow && !is_by_slash && !is_first && !has_other_arrow
    }

    /// Divides a single row of numbers with as many digits as there are numbers: `121 213 321` are three rows.
    fn divide_numbers(&mut self) {
        let [row] = self.rows.as_slice() else { return };
        let text = &self.cursor.text[row.place.clone()];
        let words: Vec<_> = text.split_whitespace().collect();
        if text.contains(',')
            || words.len() < 3
            || words.iter().any(|word| word.len() != words.len() || !is_label(word))
        {
            return;
        }
        let start = |word: &str| row.place.start + (word.as_ptr() as usize - text.as_ptr() as usize);
        self.rows = words
            .iter()
            .map(|word| ScannedRow {
                tiles: word.chars().map(String::from).collect(),
                place: start(word)..start(word) + word.len(),
            })
            .collect();
    }

    /// Whether the board ends at this line break: before a blank line, or, once it has all its rows,
    /// before a line that does not look like one more row.
    fn ends_here(&self, line_has_tiles: bool) -> bool {
        if self.rows.is_empty() {
            return false;
        }
        let next = self.cursor.text[self.cursor.at + 1..].split('\n').next().unwrap_or("");
        let comment = self.cursor.text[..self.cursor.at]
            .rfind('\n')
            .is_some_and(|start| self.cursor.text[start..self.cursor.at].trim_start().starts_with(';'));
        if !line_has_tiles && !comment {
            return true;
        }
        let Role::Target(Some(height)) = self.role else { return false };
        if self.rows.len() < height {
            return false;
        }
        let width = self.rows.last().map(|row| row.tiles.len());
        next.contains("->") || row_width(next) != width
    }
}

fn too_large(place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("the board has more than {MAX_CELLS} tiles"))
        .at(place, "too many")
        .help(format!("a board has at most {MAX_CELLS} tiles, for instance 32 rows of 32"))
}

fn mixed(at: usize) -> Diagnostic {
    Diagnostic::new("a list of both tiles and rows")
        .at(at..at + 1, "here")
        .help("write all rows as lists, [[1,2],[3,4]], or none, [1,2,3,4]")
}

fn unclosed(opening: usize, unfinished: bool) -> Fault {
    let diagnostic = Diagnostic::new("the list is not closed").at(opening..opening + 1, "no ']' for this");
    Fault { diagnostic, unfinished }
}

// Numbers in messages.

/// `one` to `four` in words, larger numbers in digits.
pub(super) fn number(count: usize) -> String {
    match ["one", "two", "three", "four"].get(count.wrapping_sub(1)) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `one tile missing`, `2 rows too many`.
pub(super) fn difference(count: usize, wanted: usize, noun: &str) -> String {
    let (by, what) = if count < wanted { (wanted - count, "missing") } else { (count - wanted, "too many") };
    if by == 1 { format!("one {noun} {what}") } else { format!("{by} {noun}s {what}") }
}

// A place in a text that moves on.

/// A text and the byte that is read next.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Moves past the characters that match, and returns their place.
    pub(super) fn take(&mut self, matches: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !matches(c)).unwrap_or(rest.len());
        start..self.at
    }

    /// Moves past blanks, commas and comments.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take(|c| c.is_whitespace() || c == ',');
            if !self.rest().starts_with(';') {
                return;
            }
            self.take(|c| c != '\n');
        }
    }
}

// Keywords, labels, and lines that look like a row.

/// The most digits of a label.
const MAX_DIGITS: usize = 9;

/// The words that begin a part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Source,
    Target,
    Locked,
}

/// The label in a target that accepts any tile.
pub(crate) const ANY: &str = "?";

/// Whether this character may be part of a tile.
pub(super) fn is_tile(c: char) -> bool {
    c.is_alphanumeric() || c == '?'
}

/// The keyword at the beginning of `text`, with its colon, and its length.
pub(super) fn keyword(text: &str) -> Option<(Keyword, usize)> {
    let word = text.get(..6)?;
    let keyword = if word.eq_ignore_ascii_case("source") {
        Keyword::Source
    } else if word.eq_ignore_ascii_case("target") {
        Keyword::Target
    } else if word.eq_ignore_ascii_case("locked") {
        Keyword::Locked
    } else {
        return None;
    };
    let rest = text[6..].trim_start_matches([' ', '\t']);
    rest.starts_with([':', '=']).then(|| (keyword, text.len() - rest.len() + 1))
}

/// What stands between a source and its target on a line, longer ones first.
const ARROWS: [&str; 12] = [
    "-->",
    "->",
    "==>",
    "=>",
    "\u{2192}",
    "\u{21d2}",
    "\u{27f6}",
    "\u{27f9}",
    "\u{279c}",
    "\u{2794}",
    "\u{27a1}\u{fe0f}",
    "\u{27a1}",
];

/// The length of the arrow, or of the word `to` or `into`, that begins `text`.
pub(super) fn arrow(text: &str) -> Option<usize> {
    let arrow = ARROWS.into_iter().find(|arrow| text.starts_with(arrow));
    let is_word = |word: &&str| {
        let begins = text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        begins && !text[word.len()..].starts_with(is_tile)
    };
    arrow.or_else(|| ["to", "into"].into_iter().find(is_word)).map(str::len)
}

/// The place of the arrow of a line. Other arrows than `->` have rows or nothing before and after them; the words `to` and `into` have
/// two boards of the same shape, with at least two rows.
pub(super) fn find_arrow(line: &str) -> Option<Range<usize>> {
    if let Some(at) = line.find("->") {
        let start = if line[..at].ends_with('-') { at - 1 } else { at };
        return Some(start..at + 2);
    }
    let sides = |place: &Range<usize>| [&line[..place.start], &line[place.end..]].map(str::trim);
    let is_row =
        |side: &str| side.is_empty() || side.split(['/', '|']).all(|row| row.is_empty() || bare_shape(row).is_some());
    let others = ARROWS.iter().filter_map(|arrow| line.find(arrow).map(|at| at..at + arrow.len()));
    let first = others.min_by_key(|place| place.start).filter(|place| sides(place).into_iter().all(is_row));
    first.or_else(|| {
        let words = line.match_indices(char::is_whitespace).map(|(at, blank)| at + blank.len());
        let mut places = words.filter_map(|at| Some(at..at + arrow(&line[at..])?));
        places.find(are_boards_around(line))
    })
}

/// The place of the widest run of blanks in a line: at least two, and wider than all others.
pub(super) fn widest_gap(line: &str) -> Option<Range<usize>> {
    let mut gaps: Vec<Range<usize>> = Vec::new();
    for (at, blank) in line.match_indices([' ', '\t']) {
        match gaps.last_mut() {
            Some(gap) if gap.end == at => gap.end += blank.len(),
            _ => gaps.push(at..at + blank.len()),
        }
    }
    let widest = gaps.iter().max_by_key(|gap| gap.len())?.clone();
    let is_widest = gaps.iter().filter(|gap| gap.len() == widest.len()).count() == 1;
    (widest.len() > 1 && is_widest).then_some(widest)
}

/// Whether the tiles of a row are those of another one, shifted.
pub(super) fn is_turned(row: &[String], other: &[String]) -> bool {
    row.len() == other.len()
        && (0..row.len().max(1)).any(|by| row[by.min(row.len())..].iter().chain(&row[..by.min(row.len())]).eq(other))
}

/// Whether boards of the same shape, with at least two rows, stand before and after a place of a line.
pub(super) fn are_boards_around(line: &str) -> impl Fn(&Range<usize>) -> bool {
    move |place| {
        let shape = bare_shape(&line[..place.start]);
        shape.is_some_and(|shape| shape.0 > 1) && shape == bare_shape(&line[place.end..])
    }
}

/// The number of rows, and of tiles in each, of a text that is a board and nothing else.
pub(super) fn bare_shape(text: &str) -> Option<(usize, usize)> {
    let text = text.trim();
    if !text.contains(['/', '|', '\n']) {
        let words: Vec<_> = text.split_whitespace().collect();
        let numbers = words.len() > 2 && words.iter().all(|word| word.len() == words.len() && is_label(word));
        if numbers || are_rows(words.iter().copied()) {
            return Some((words.len(), words[0].chars().count()));
        }
    }
    let widths: Vec<_> = text.split(['/', '|', '\n']).map(row_width).collect();
    let width = widths[0]?;
    widths.iter().all(|other| *other == Some(width)).then_some((widths.len(), width))
}

/// Whether words between blanks are rows, not tiles: equally long, and not all of them are tiles.
fn are_rows<'w>(mut words: impl Iterator<Item = &'w str> + Clone) -> bool {
    let length = words.clone().next().map_or(0, |word| word.chars().count());
    length > 1
        && words.clone().nth(1).is_some()
        && words.clone().all(|word| word.chars().count() == length && word.chars().all(is_tile))
        && !words.all(is_label)
}

/// The number of tiles of a line, if it can be read as one row.
pub(super) fn row_width(line: &str) -> Option<usize> {
    let line = line.split(';').next().unwrap_or("").trim();
    if line.contains([',', ' ', '\t']) {
        let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        words.clone().all(is_label).then(|| words.take(MAX_CELLS + 1).count())
    } else {
        let width = line.chars().take(MAX_CELLS + 1).count();
        (width > 0 && line.chars().all(is_tile)).then_some(width)
    }
}

/// More words for colours, and the letters that stand for them.
const MORE_COLOURS: [(&str, &str); 4] = [("I", "pink"), ("N", "brown"), ("E", "grey"), ("E", "gray")];

/// The letter for the name of a colour.
pub(super) fn label_of_colour(word: &str) -> Option<&'static str> {
    let mut colours = COLOUR_NAMES.into_iter().chain(MORE_COLOURS);
    colours.find(|(_, name)| word.eq_ignore_ascii_case(name)).map(|(letter, _)| letter)
}

/// The colour that a letter stands for.
pub(super) fn colour_name(letter: &str) -> Option<&'static str> {
    COLOUR_NAMES.into_iter().find(|(known, _)| *known == letter).map(|(_, name)| name)
}

/// What says a label in words on a board with these labels: the name of its colour if each of them stands for a colour,
/// otherwise the label itself.
pub(crate) fn words_for<'l>(mut labels: impl Iterator<Item = &'l str>) -> impl Fn(&'l str) -> &'l str {
    let are_colours = labels.all(|label| label == ANY || colour_name(label).is_some());
    move |label| colour_name(label).filter(|_| are_colours).unwrap_or(label)
}

/// Whether a word is one character of a tile, a number, or a colour.
pub(super) fn is_label(word: &str) -> bool {
    let mut chars = word.chars();
    let only = chars.next().is_some_and(is_tile) && chars.next().is_none();
    only || (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())) || label_of_colour(word).is_some()
}

/// The label that a word stands for, without leading zeros; `None` if it is not a label or too long.
pub(crate) fn checked_label(word: &str) -> Option<&str> {
    let number = word.trim_start_matches('0');
    let label = match number {
        "" => "0",
        _ if label_of_colour(word).is_some() => return label_of_colour(word),
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => number,
        _ => word,
    };
    (is_label(word) && label.len() <= MAX_DIGITS).then_some(label)
}

/// The label that the word in this place stands for.
pub(super) fn label(text: &str, word: Range<usize>) -> Result<String, Diagnostic> {
    let written = &text[word.clone()];
    if let Some(label) = checked_label(written) {
        return Ok(label.to_owned());
    }
    Err(if is_label(written) {
        Diagnostic::new(format!("a number of {} digits", written.len()))
            .at(word, format!("tiles have at most {MAX_DIGITS} digits"))
    } else {
        let shown: String = written.chars().take(12).collect();
        Diagnostic::new(format!("'{shown}' is not a tile"))
            .at(word, "neither one character, a number nor a colour")
            .help("write rows without blanks, RRBG, or tiles separated by blanks or commas: 10,11,12 or red red blue")
    })
}

// The colours of a board as it is typed.

/// The roles of the characters of a text that holds boards. Words such as `source` are written in lower case, so
/// letters in lower case are tiles only around a `->`, which no text with words has.
pub(crate) fn roles(text: &str) -> Vec<CellRole> {
    let mut labels: Vec<(Range<usize>, &str)> = Vec::new();
    let is_of_row = |c: char| is_tile(c) || c == ',' || (c.is_whitespace() && c != '\n');
    let (mut cursor, mut in_list) = (Cursor { text, at: 0 }, false);
    let has_words = !text.contains("->");
    while cursor.at < text.len() {
        let row = cursor.take(is_of_row);
        let mut words = Vec::new();
        let mut inner = Cursor { text: &text[..row.end], at: row.start };
        while inner.at < row.end {
            inner.take(|c| !is_tile(c));
            words.extend(Some(inner.take(is_tile)).filter(|word| !word.is_empty()));
        }
        let is_packed = words.len() == 1 && !in_list && !text[row].contains(',');
        for word in words {
            let written = &text[word.clone()];
            if has_words && written.contains(char::is_lowercase) {
                continue;
            }
            if is_packed {
                let ends = |(at, letter): (usize, char)| word.start + at..word.start + at + letter.len_utf8();
                labels.extend(written.char_indices().map(ends).map(|place| (place.clone(), &text[place])));
            } else {
                labels.extend(checked_label(written).map(|label| (word, label)));
            }
        }
        let next = cursor.rest().chars().next();
        in_list = (in_list || next == Some('[')) && next != Some(']');
        cursor.at += next.map_or(0, char::len_utf8);
    }
    let roles = tile_roles(labels.iter().map(|(_, label)| *label));
    let mut labels = labels.into_iter().peekable();
    let role = |at: usize| {
        while labels.next_if(|(place, _)| place.end <= at).is_some() {}
        let here = labels.peek().filter(|(place, _)| place.contains(&at));
        here.and_then(|(_, label)| roles.get(label).copied()).unwrap_or_default()
    };
    text.char_indices().map(|(at, _)| at).map(role).collect()
}
