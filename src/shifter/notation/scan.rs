//! From characters to tiles: one board, wherever it stands and however it is written.
//!
//! A board is a list in brackets, flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`), or rows that end
//! with a `/` or with the line (`1221/3443`). Inside a row, tiles stand side by side (`1221`) or are
//! separated by blanks and commas (`10, 11`). Every character is looked at once.

use std::ops::Range;

use super::super::board::MOST_CELLS;
use super::words::{is_tile, keyword, label, row_width};
use crate::diagnostic::Diagnostic;

/// What is wrong with a board.
pub(super) struct Fault {
    pub(super) diagnostic: Diagnostic,
    /// Whether the text just ends too early, so that more of it might mend it.
    pub(super) unfinished: bool,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, unfinished: false }
    }
}

/// A tile as it was written; numbers without leading zeros.
pub(super) struct Tile {
    pub(super) label: String,
}

/// A row as it was written.
pub(super) struct Row {
    pub(super) tiles: Vec<Tile>,
    pub(super) place: Range<usize>,
}

/// A board as it was written.
pub(super) struct Raw {
    /// Its rows; of a flat list, its lines.
    pub(super) rows: Vec<Row>,
    /// Whether it is a list that does not say where its rows end.
    pub(super) flat: bool,
    /// Whether it stands in brackets, which say where it ends.
    pub(super) list: bool,
    pub(super) place: Range<usize>,
}

impl Raw {
    pub(super) fn tiles(&self) -> impl Iterator<Item = &Tile> {
        self.rows.iter().flat_map(|row| &row.tiles)
    }

    /// The number of rows, if the board says it.
    pub(super) fn height(&self) -> Option<usize> {
        (!self.flat).then_some(self.rows.len())
    }
}

/// Reads the board at byte `at`; gives it and where it ends. `height` is the number of rows after
/// which it is complete, if that is known.
pub(super) fn board(text: &str, at: usize, height: Option<usize>) -> Result<(Raw, usize), Fault> {
    let mut scan = Scan { text, at, words: Vec::new(), separated: false, rows: Vec::new(), tiles: 0 };
    scan.skip(|c| c.is_whitespace() || c == ',');
    while scan.rest().starts_with(';') {
        scan.skip(|c| c != '\n');
        scan.skip(|c| c.is_whitespace() || c == ',');
    }
    if scan.rest().starts_with('[') { scan.list() } else { scan.lines(height) }
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    /// The words of the row that is being read.
    words: Vec<Range<usize>>,
    /// Whether a comma stands in that row.
    separated: bool,
    rows: Vec<Row>,
    /// How many tiles the finished rows have.
    tiles: usize,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        start..self.at
    }

    fn word(&mut self) -> Result<(), Fault> {
        let word = self.skip(is_tile);
        self.words.push(word.clone());
        if self.tiles + self.words.len() > MOST_CELLS { Err(too_large(word).into()) } else { Ok(()) }
    }

    /// Ends a row, if one was begun. In a list each word is a tile even if it is the only one.
    fn end_row(&mut self, in_list: bool) -> Result<(), Fault> {
        let (Some(first), Some(last)) = (self.words.first(), self.words.last()) else { return Ok(()) };
        let place = first.start..last.end;
        let text = self.text;
        let mut tiles = Vec::new();
        if self.words.len() == 1 && !self.separated && !in_list {
            if place.len() > 4 * MOST_CELLS {
                return Err(too_large(place).into());
            }
            tiles.extend(text[place.clone()].chars().map(|c| Tile { label: c.to_string() }));
        } else {
            for word in &self.words {
                tiles.push(Tile { label: label(text, word.clone())? });
            }
        }
        self.tiles += tiles.len();
        if self.tiles > MOST_CELLS {
            return Err(too_large(place).into());
        }
        self.rows.push(Row { tiles, place });
        self.words.clear();
        self.separated = false;
        Ok(())
    }

    fn unknown(&mut self) -> Fault {
        let start = self.at;
        let found = self.rest().chars().next().unwrap_or(' ');
        let place = start..start + found.len_utf8();
        Diagnostic::new(format!("unknown character '{}' in a board", found.escape_debug()))
            .at(place, "not a tile")
            .help("tiles are digits, letters, or numbers separated by commas or blanks; ? in a target is any tile")
            .into()
    }

    fn finish(self, flat: bool, list: bool) -> (Raw, usize) {
        let place = match (self.rows.first(), self.rows.last()) {
            (Some(top), Some(bottom)) => top.place.start..bottom.place.end,
            _ => self.at..self.at,
        };
        (Raw { rows: self.rows, flat, list, place }, self.at)
    }

    fn list(mut self) -> Result<(Raw, usize), Fault> {
        let opening = self.at;
        let (mut depth, mut flat, mut slashed) = (0, true, false);
        loop {
            self.skip(|c| (c.is_whitespace() && c != '\n') || matches!(c, '\'' | '"'));
            match self.rest().chars().next() {
                Some('[') if depth < 2 => {
                    if depth == 1 {
                        if !self.words.is_empty() || (flat && !self.rows.is_empty()) {
                            return Err(mixed(self.at).into());
                        }
                        flat = false;
                    }
                    depth += 1;
                    self.at += 1;
                }
                Some(']') => {
                    self.end_row(true)?;
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(self.finish(flat, true));
                    }
                }
                Some('/') => {
                    (flat, slashed) = (false, true);
                    self.at += 1;
                    self.end_row(true)?;
                }
                Some('\n') => {
                    self.at += 1;
                    // In a list that says where rows end, line breaks are only blanks.
                    if flat {
                        self.end_row(true)?;
                    }
                }
                Some(',') => self.at += 1,
                Some(';') => _ = self.skip(|c| c != '\n'),
                Some(c) if is_tile(c) => {
                    if keyword(self.rest()).is_some() {
                        return Err(unclosed(opening, false));
                    }
                    if !flat && !slashed && depth == 1 {
                        return Err(mixed(self.at).into());
                    }
                    self.word()?;
                }
                Some(_) => return Err(self.unknown()),
                None => return Err(unclosed(opening, true)),
            }
        }
    }

    fn lines(mut self, height: Option<usize>) -> Result<(Raw, usize), Fault> {
        // Whether no tile has come yet after the last `/`.
        let mut slash = false;
        loop {
            self.skip(|c| c.is_whitespace() && c != '\n');
            let rest = self.rest();
            match rest.chars().next() {
                None => break,
                Some('\n') => {
                    let line_has_tiles = !self.words.is_empty() || std::mem::take(&mut slash);
                    self.end_row(false)?;
                    if self.ends_here(line_has_tiles, height) {
                        break;
                    }
                    self.at += 1;
                }
                Some('/') => {
                    if self.words.is_empty() {
                        let place = self.at..self.at + 1;
                        return Err(Diagnostic::new(format!("row {} is empty", self.rows.len() + 1))
                            .at(place, "no tile before this")
                            .into());
                    }
                    self.end_row(false)?;
                    self.at += 1;
                    slash = true;
                }
                Some(',') => {
                    self.separated = true;
                    self.at += 1;
                }
                Some(';') => _ = self.skip(|c| c != '\n'),
                Some('-') if rest.starts_with("->") => break,
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
        Ok(self.finish(false, false))
    }

    /// Whether the board ends at this line break: with a blank line, or, once it has all its rows,
    /// when the next line does not look like one row more.
    fn ends_here(&self, line_has_tiles: bool, height: Option<usize>) -> bool {
        if self.rows.is_empty() {
            return false;
        }
        let next = self.text[self.at + 1..].split('\n').next().unwrap_or("");
        let comment = self.text[..self.at]
            .rfind('\n')
            .is_some_and(|start| self.text[start..self.at].trim_start().starts_with(';'));
        if !line_has_tiles && !comment {
            return true;
        }
        if height.is_none_or(|height| self.rows.len() < height) {
            return false;
        }
        let width = self.rows.last().map(|row| row.tiles.len());
        next.contains("->") || row_width(next) != width
    }
}

fn too_large(place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("the board has more than {MOST_CELLS} tiles"))
        .at(place, "too many")
        .help(format!("a board has at most {MOST_CELLS} tiles, for instance 32 rows of 32"))
}

fn mixed(at: usize) -> Diagnostic {
    Diagnostic::new("a list of tiles and of rows at once")
        .at(at..at + 1, "here")
        .help("write all rows as lists, [[1,2],[3,4]], or none, [1,2,3,4]")
}

fn unclosed(opening: usize, unfinished: bool) -> Fault {
    let diagnostic = Diagnostic::new("the list is not closed").at(opening..opening + 1, "no ']' for this");
    Fault { diagnostic, unfinished }
}
