//! The text between two boards or games: what each line is, and the title by position.
//!
//! The rule of the `.sok` format (YASC, and the same in JSoko): the title is the last line of text, if a
//! blank line is before it or it is the only one. Text directly below a board belongs to that board, text
//! directly above a board to that one. Lines `Key: value` with a known key are never titles.

use std::{borrow::Cow, fmt::Write as _, ops::Range};

use lurd_puzzle::lines::Line;
use lurd_puzzle::puzzle::SavedGame;

use super::keys::{Key, bare, said};
use super::legend::is_legend;

/// A line of text.
#[derive(Debug)]
struct TextLine<'t> {
    line: Line<'t>,
    key: Key,
    value: Cow<'t, str>,
    /// The byte at which its paragraph begins.
    paragraph: usize,
}

/// What is below a text: a board, a game and the byte at which it ends, or nothing.
#[derive(Debug)]
pub(super) enum Below {
    Board,
    Game(SavedGame, usize),
    Nothing,
}

/// The text between two boards or games, or before the first or behind the last one.
#[derive(Debug)]
pub(super) struct Part<'t> {
    /// The byte at which it begins.
    pub(super) start: usize,
    lines: Vec<TextLine<'t>>,
    /// The byte at which the last paragraph begins, and that of the title by position.
    paragraph: usize,
    paragraph_of_title: usize,
    pub(super) below: Below,
    /// The byte at which what is below begins, and that at which the text about it begins.
    pub(super) end: usize,
    begin: usize,
    /// The title by position, and the bytes of its lines; an empty range at the end if there is none.
    pub(super) title: Option<String>,
    pub(super) title_place: Range<usize>,
}

/// A title or an author that a key names.
pub(super) struct Named {
    pub(super) value: Option<String>,
    /// The byte at which the first line with such a key begins; the paragraph of the last one.
    at: usize,
    paragraph: usize,
    /// Whether the last one follows the board above without a blank line.
    follows: bool,
}

impl<'t> Part<'t> {
    pub(super) fn new(start: usize) -> Self {
        let (below, title_place) = (Below::Nothing, 0..0);
        let (paragraph, paragraph_of_title, end, begin) = (start, 0, 0, 0);
        Self { start, lines: Vec::new(), paragraph, paragraph_of_title, below, end, begin, title: None, title_place }
    }

    /// Adds a line, which is in a block of comment or in a listing or not.
    pub(super) fn push(&mut self, line: &Line<'t>, in_comment: bool, is_listing: bool) {
        let (key, value) = if in_comment { (Key::Comment, Cow::Borrowed("")) } else { said(line.text, is_listing) };
        if matches!(key, Key::Blank | Key::Comment) {
            self.paragraph = line.end;
        }
        self.lines.push(TextLine { line: *line, key, value, paragraph: self.paragraph });
    }

    /// The last line of text, if it can be a title.
    pub(super) fn last_line(&self) -> Option<&'t str> {
        let last = self.lines.iter().rfind(|it| !it.key.is_aside() && it.key != Key::Blank)?;
        matches!(last.key, Key::Text | Key::Game).then_some(last.line.text)
    }

    /// The title by position, if what is below begins at byte `end`.
    pub(super) fn finish(&mut self, below: Below, end: usize, has_above: bool) {
        let is_game = matches!(below, Below::Game(..));
        (self.below, self.end, self.begin, self.title_place) = (below, end, end, end..end);
        if let Below::Nothing = self.below {
            return;
        }
        let seen: Vec<&TextLine<'_>> = self.lines.iter().filter(|it| !it.key.is_aside()).collect();
        let is_blank = |it: &&TextLine<'_>| it.key == Key::Blank;
        let Some(at) = seen.iter().rposition(|it| !is_blank(it)) else { return };
        let (last, above) = (seen[at], &seen[..at]);
        if !matches!(last.key, Key::Text | Key::Game) {
            return;
        }
        let touches = at + 1 == seen.len();
        let is_apart = above.iter().any(is_blank);
        let belongs_above = has_above && !is_apart && !touches;
        let is_alone = above.last().is_some_and(is_blank) || above.iter().all(is_blank) || touches;
        let may_be = is_game || last.key != Key::Game;
        let is_title = may_be && !belongs_above && is_alone && !is_legend(bare(last.line.text));
        let is_apart = is_apart || !has_above;
        // A number on a line of its own with a name below it is one title (David Skinner's sets).
        let is_end = |it: &&TextLine<'_>| matches!(it.key, Key::Blank | Key::Comment);
        let first = match above {
            [.., end, first] if is_end(end) => Some(first),
            [first] => Some(first),
            _ => None,
        };
        let is_number = |line: &str| !line.is_empty() && line.bytes().all(|digit| digit.is_ascii_digit());
        let number = first.filter(|it| is_number(bare(it.line.text)) && !is_game && is_apart && may_be);
        if !is_title && number.is_none() {
            return;
        }
        let lines = number.into_iter().copied().chain([last]);
        let title = lines.clone().map(|it| bare(it.line.text)).collect::<Vec<_>>().join(" ");
        let place = lines.clone().map(|it| it.line.start).min().unwrap_or(end)..last.line.place().end;
        // The whole paragraph directly above the board is about it, unless it is directly below another.
        let paragraph = if touches && !is_game && is_apart { self.paragraph.max(self.start) } else { place.start };
        self.begin = paragraph.min(place.start);
        self.paragraph_of_title = last.paragraph;
        (self.title, self.title_place) = (Some(title), place);
    }

    /// The value of the last line with a key, the byte of the first one, and where the last one stands.
    pub(super) fn named(&self, key: Key) -> Option<Named> {
        let at = self.lines.iter().find(|it| it.key == key)?.line.start;
        let last = self.lines.iter().rposition(|it| it.key == key)?;
        let follows = !self.lines[..last].iter().any(|it| it.key == Key::Blank);
        let TextLine { value, paragraph, .. } = &self.lines[last];
        let value = Some(value.to_string()).filter(|value| !value.is_empty());
        Some(Named { value, at, paragraph: *paragraph, follows })
    }

    /// The flags, and whether a blank line is below the first of them.
    pub(super) fn flags(&self) -> (String, bool) {
        let flags: Vec<&str> = self.lines.iter().filter(|it| it.key == Key::Flags).map(|it| &*it.value).collect();
        let below = self.lines.iter().skip_while(|it| it.key != Key::Flags);
        (flags.join(" "), below.into_iter().any(|it| it.key == Key::Blank))
    }

    /// The byte at which the text about what is below begins, with the keys above it.
    pub(super) fn begin_with(&self, above: Keys) -> usize {
        let title = self.named(Key::Title).filter(|_| above.title);
        let author = self.named(Key::Author).filter(|_| above.author);
        title.into_iter().chain(author).fold(self.begin, |begin, named| begin.min(named.at))
    }

    /// The byte at which the paragraph of the key of a title begins.
    pub(super) fn title_paragraph(&self) -> usize {
        self.named(Key::Title).map_or(0, |title| title.paragraph)
    }

    /// The lines in `range`, without flags, the lines of `title`, and the keys in `without`. Of a level, other keys are in
    /// parentheses, because among the notes of a level a key would be about it.
    pub(super) fn notes(&self, range: Range<usize>, title: &Range<usize>, without: Keys, is_of_level: bool) -> String {
        let mut notes = String::new();
        let mut separator = "";
        for TextLine { line, key, .. } in self.lines.iter().filter(|it| range.contains(&it.line.start)) {
            let is_left_out = match key {
                Key::Title => without.title,
                Key::Author => without.author,
                Key::Flags | Key::Listing => true,
                Key::Mark => line.text == "::",
                _ => false,
            };
            if is_left_out || title.contains(&line.start) {
                continue;
            }
            if line.is_blank() {
                separator = if notes.is_empty() { "" } else { "\n\n" };
                continue;
            }
            let written = line.text.strip_prefix(';').map_or(line.text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
            let is_key = is_of_level && matches!(key, Key::Title | Key::Author);
            let (open, close) = if is_key { ("(", ")") } else { ("", "") };
            let _ = write!(notes, "{separator}{open}{written}{close}");
            separator = if notes.is_empty() { "" } else { "\n" };
        }
        notes
    }
}

/// Which of the keys of a title and of an author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub(super) title: bool,
    pub(super) author: bool,
}

impl Keys {
    pub(super) const ALL: Self = Self { title: true, author: true };

    /// The others.
    pub(super) fn others(self) -> Self {
        Self { title: !self.title, author: !self.author }
    }

    /// Which keys are above the boards that they are about: more speaks for above than for below.
    pub(super) fn above(parts: &[Part<'_>]) -> Self {
        let [mut above, mut below] = [[0, 0]; 2];
        let (mut first, mut is_first, mut has_author) = (Self::default(), true, false);
        for part in parts {
            let (title, author) = (part.named(Key::Title), part.named(Key::Author));
            match part.below {
                Below::Game(..) => continue,
                Below::Nothing => {
                    below[0] += title.map_or(0, |title| 1 + usize::from(title.follows));
                    below[1] += usize::from(author.is_some());
                    continue;
                }
                Below::Board => {}
            }
            let line = part.title.as_ref().map(|_| part.title_place.start);
            if let Some(title) = &title {
                // A key above a title by position cannot be that of the same board.
                let is_other = line.is_some_and(|line| title.at < line) && title.paragraph < part.paragraph_of_title;
                let is_below = if is_other { 2 } else { usize::from(title.follows && !is_first) };
                below[0] += if is_first { 0 } else { is_below };
                above[0] += usize::from(is_first || (is_below == 0 && title.paragraph >= part.paragraph));
                first.title |= is_first && title.value.is_some();
            }
            if let Some(author) = author.filter(|author| author.value.is_some()) {
                let touches = author.at >= part.paragraph;
                let is_above = line.is_some_and(|line| author.at > line) || (touches && (is_first || !author.follows));
                above[1] += usize::from(is_above);
                // Behind a title that may be that of the board above, it is unclear.
                let is_apart = title.is_some_and(|title| title.paragraph < author.paragraph);
                below[1] += usize::from(!is_above && !is_first && !touches && !is_apart);
                first.author |= is_first;
                has_author |= !is_first;
            }
            is_first = false;
        }
        let title = above[0] > 0 && above[0] >= below[0];
        let author = match (above[1], below[1]) {
            (above, below) if title => first.author || above > 0 || below == 0,
            (0, 0) => first.author && has_author,
            (above, below) => above > below,
        };
        Self { title, author }
    }
}
