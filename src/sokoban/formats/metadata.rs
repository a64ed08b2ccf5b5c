//! The text between two boards or games: which line is the title of what follows, what is a note on
//! what stands above.
//!
//! The rule of the `.sok` format (YASC; JSoko's is the same): the title is the last line of text, if
//! a blank line stands before it or it is the only one. Text right below a board belongs to that
//! board, text right above one to that. Lines `Key: value` with a known key are never titles.
//!
//! Only places are kept, so a text of any size costs nothing here.

use std::ops::Range;

use crate::sokoban::formats::comment;
use crate::sokoban::formats::keys::{Key, bare, key};
use crate::sokoban::formats::lines;
use crate::sokoban::formats::lines::Line;

/// See the module.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what was seen since the last line of text")]
pub(super) struct MetadataBlock {
    /// Where it begins.
    pub(super) start: usize,
    count: usize,
    /// The last line that may be a title.
    last: Option<Range<usize>>,
    /// Whether that line can be the title of a game only.
    names_game: bool,
    /// Whether a blank line stands right before that line.
    blank_above: bool,
    /// Whether a blank line came after it.
    blank_below: bool,
    /// Whether there is a blank line between the thing above and it.
    is_apart: bool,
    blank: bool,
    /// Where the last paragraph begins, its first line, and how many it has.
    paragraph: usize,
    first: Option<Range<usize>>,
    lines: usize,
    /// Whether it stands in the listing of pusher's levels.
    is_listing: bool,
    /// The values of `Title:` and `Author:`, and where the first of the two stands.
    title: Option<String>,
    author: Option<String>,
    keys: Option<usize>,
    flags: Vec<String>,
    /// Whether a blank line came after the first flags.
    pub(super) blank_after_flags: bool,
    /// The value of `Puzzle Type:`.
    pub(super) variant: Option<String>,
}

/// What a gap says of the board or game below it.
#[derive(Debug, Default)]
pub(super) struct Above {
    /// The title, and where that line begins.
    pub(super) title: Option<String>,
    /// The bytes of the title's line; empty, at the end, if there is none.
    pub(super) line: Range<usize>,
    /// Where the text about the thing below begins: at the title or before it.
    pub(super) begin: usize,
    pub(super) flags: String,
    pub(super) key_title: Option<String>,
    pub(super) key_author: Option<String>,
    pub(super) keys: Option<usize>,
    pub(super) variant: Option<String>,
}

impl MetadataBlock {
    pub(super) fn new(start: usize, is_listing: bool) -> Self {
        Self { start, paragraph: start, is_listing, ..Self::default() }
    }

    /// A blank line.
    pub(super) fn blank(&mut self, line: &Line<'_>) {
        self.blank = true;
        self.blank_below = true;
        self.blank_after_flags |= !self.flags.is_empty();
        self.paragraph = line.start + line.full;
    }

    /// A line of text.
    pub(super) fn text(&mut self, line: &Line<'_>) {
        if let Some(flags) = flags(line.text) {
            self.flags.push(flags.to_owned());
            return;
        }
        let bare = bare(line.text);
        if bare.is_empty() {
            return;
        }
        if self.is_listing && is_listing(line.text) {
            if let Some(number) = maze(line.text) {
                self.keys.get_or_insert(line.start);
                self.title = Some(format!("Maze {number}"));
            }
            return;
        }
        match key(bare) {
            Some((Key::Title, value)) => {
                self.keys.get_or_insert(line.start);
                self.title = Some(value.to_owned()).filter(|title| !title.is_empty());
                return;
            }
            Some((Key::Author, value)) => {
                self.keys.get_or_insert(line.start);
                self.author = Some(value.to_owned()).filter(|author| !author.is_empty());
                return;
            }
            Some((Key::Variant, value)) => {
                self.variant = Some(value.to_owned());
                self.last = None;
            }
            Some((Key::Other, _)) => self.last = None,
            None if line.text.starts_with("::") => self.last = None,
            known => {
                self.names_game = known.is_some();
                self.last = Some(line.place());
                self.blank_above = self.blank_below || (self.count == 0 && self.blank);
                self.is_apart = self.blank;
            }
        }
        if self.blank_below {
            self.lines = 0;
        }
        if self.lines == 0 {
            self.first = self.last.clone();
        }
        self.lines += 1;
        self.count += 1;
        self.blank_below = false;
    }

    /// A line within a block of comment: neither key nor title.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        self.last = None;
        self.first = None;
        self.lines = 0;
        self.count += 1;
        self.blank_below = false;
        self.paragraph = line.start + line.full;
    }

    /// The last line of text, if it may be a title.
    pub(super) fn last_line(&self) -> Option<Range<usize>> {
        self.last.clone()
    }

    /// Ends the gap at a board or a game that begins at byte `end`.
    pub(super) fn finish(self, text: &str, end: usize, has_above: bool, is_game: bool) -> Above {
        let touches = !self.blank_below;
        let only = self.count == 1;
        let line = self.last.clone().filter(|_| {
            let belongs_above = has_above && !self.is_apart && self.blank_below;
            (is_game || !self.names_game) && !belongs_above && (self.blank_above || only || touches)
        });
        // A number on a line of its own and a name below it are one title (David Skinner's sets).
        let number = self.first.filter(|first| {
            let digits = text.get(first.clone()).map(bare).unwrap_or_default();
            self.lines == 2 && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        });
        let is_apart = self.is_apart || !has_above;
        let line = match (number, line.clone().or(self.last.filter(|_| !self.names_game))) {
            (Some(number), Some(line)) if !is_game && is_apart && number.start < line.start => {
                Some(number.start..line.end)
            }
            (_, _) => line,
        };
        let begin = match &line {
            // The paragraph that touches the board is all about it, if it does not touch another.
            Some(line) if touches && !is_game && (self.is_apart || !has_above) => {
                self.paragraph.max(self.start).min(line.start)
            }
            Some(line) => line.start,
            None => end,
        };
        let title = line.clone().and_then(|line| text.get(line)).map(|lines| {
            let lines: Vec<_> = lines.lines().map(bare).collect();
            lines.join(" ")
        });
        Above {
            title,
            line: line.unwrap_or(end..end),
            begin,
            flags: self.flags.join(" "),
            key_title: self.title,
            key_author: self.author,
            keys: self.keys,
            variant: self.variant,
        }
    }
}

/// The lines of text in some bytes, without flags, the line of `title`, and, if these are `told`
/// apart, the keys of title and author.
pub(super) fn notes(
    text: &str,
    range: Range<usize>,
    title: &Range<usize>,
    told: bool,
    listing: bool,
) -> String {
    let mut notes = String::new();
    let mut blanks = 0;
    // Up to here everything is comment.
    let mut comment = 0;
    let Some(part) = text.get(range.clone()) else { return notes };
    for line in lines::lines(part) {
        if line.start >= comment {
            comment = comment::block(part, &line).unwrap_or(comment);
        }
        let is_comment = line.start < comment;
        if line.text == "::" && !is_comment {
            continue;
        }
        let is_title = !title.is_empty() && title.contains(&(line.start + range.start));
        if is_title
            || (!is_comment
                && ((listing && is_listing(line.text))
                    || flags(line.text).is_some()
                    || (told && is_told_apart(line.text))))
        {
            continue;
        }
        if line.text.is_empty() || line.text.trim_start_matches([' ', '\t']).is_empty() {
            blanks += 1;
            continue;
        }
        if !notes.is_empty() {
            notes.push('\n');
            if blanks > 0 {
                notes.push('\n');
            }
        }
        blanks = 0;
        let line =
            line.text.strip_prefix(';').map_or(line.text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        notes.push_str(line);
    }
    notes
}

fn is_told_apart(line: &str) -> bool {
    matches!(key(bare(line)), Some((Key::Title | Key::Author, _)))
}

/// Whether a line belongs to the listing that the extractor of pusher's levels prints.
fn is_listing(line: &str) -> bool {
    const KEYS: [&str; 6] = ["Maze:", "File offset:", "Size X:", "Size Y:", "End:", "Length:"];
    KEYS.iter().any(|key| line.starts_with(key)) || (line.len() > 1 && line.bytes().all(|byte| byte == b'*'))
}

/// The number in `Maze: 1`.
fn maze(line: &str) -> Option<&str> {
    line.strip_prefix("Maze:").map(str::trim).filter(|number| !number.is_empty())
}

/// The flags of a line `; lurd: FLAGS` (`:: lurd:` in `.sok` files).
fn flags(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix(';').or_else(|| line.strip_prefix("::"))?;
    line.trim_start().strip_prefix("lurd:").map(str::trim)
}
