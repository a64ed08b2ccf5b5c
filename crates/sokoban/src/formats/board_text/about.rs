//! The text between two boards or games: what each line is, and the title by position.
//!
//! The rule of the `.sok` format (YASC, and the same in JSoko): the title is the last line of text, if a
//! blank line is before it or it is the only one. Text directly below a board belongs to that board, text
//! directly above a board to that one. Lines `Key: value` with a known key are never titles.

use std::{borrow::Cow, ops::Range};

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
}

/// What is below a text: a board, a game and the byte at which it ends, or nothing.
#[derive(Debug, Default)]
pub(super) enum Below {
    Board,
    Game(SavedGame, usize),
    #[default]
    Nothing,
}

/// The text between two boards or games, or before the first or behind the last one. Places in it are numbers of lines.
#[derive(Debug, Default)]
pub(super) struct Part<'t> {
    /// The byte at which it begins, if rows that only separate boards are before it.
    pub(super) start: usize,
    lines: Vec<TextLine<'t>>,
    /// The last line of text, if it can be a title.
    pub(super) last_line: Option<&'t str>,
    pub(super) below: Below,
    /// The title by position, and its lines; none at the end if there is no title.
    pub(super) title: Option<String>,
    pub(super) title_lines: Range<usize>,
    /// The first line that is about what is below.
    begin: usize,
}

/// A title or an author that a key names.
pub(super) struct Named {
    pub(super) value: Option<String>,
    /// The line with the key, and the first line of its paragraph.
    line: usize,
    paragraph: usize,
}

impl<'t> Part<'t> {
    /// Adds a line, which is in a block of comment or in a listing or not.
    pub(super) fn push(&mut self, line: &Line<'t>, in_comment: bool, is_listing: bool) {
        let (key, value) = if in_comment { (Key::Comment, Cow::Borrowed("")) } else { said(line.text, is_listing) };
        if !key.is_aside() && key != Key::Blank {
            self.last_line = matches!(key, Key::Text | Key::Game).then_some(line.text);
        }
        self.lines.push(TextLine { line: *line, key, value });
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The first line of the paragraph that a line belongs to, or that the line behind all others would.
    fn paragraph(&self, line: usize) -> usize {
        let is_end = |it: &TextLine<'_>| matches!(it.key, Key::Blank | Key::Comment);
        self.lines[..line].iter().rposition(is_end).map_or(0, |end| end + 1)
    }

    /// Ends the text, which is below another board or game or not, and finds its title by position.
    pub(super) fn finish(&mut self, below: Below, has_above: bool) {
        let (is_game, end) = (matches!(below, Below::Game(..)), self.len());
        (self.below, self.begin, self.title_lines) = (below, end, end..end);
        // Most have a single blank line, for which the list has taken room for several.
        self.lines.shrink_to_fit();
        if let Below::Nothing = self.below {
            return;
        }
        let seen: Vec<usize> = (0..end).filter(|&at| !self.lines[at].key.is_aside()).collect();
        let is = |at: usize, keys: &[Key]| keys.contains(&self.lines[at].key);
        let is_blank = |&at: &usize| is(at, &[Key::Blank]);
        let Some(number_above) = seen.iter().rposition(|at| !is_blank(at)) else { return };
        let (above, last) = (&seen[..number_above], seen[number_above]);
        let may_be = is(last, &[Key::Text]) || (is_game && is(last, &[Key::Game]));
        let touches = number_above + 1 == seen.len();
        let is_apart = !has_above || above.iter().any(is_blank);
        let is_alone = touches || above.last().is_none_or(is_blank);
        let bare_line = |at: usize| bare(self.lines[at].line.text);
        let is_title = is_alone && (is_apart || touches) && !is_legend(bare_line(last));
        // A number on a line of its own with a name below it is one title (David Skinner's sets).
        let first = above.last().copied().filter(|&at| at == self.paragraph(last) && !is_game && is_apart);
        let number = first.filter(|&at| bare_line(at).bytes().all(|digit| digit.is_ascii_digit()));
        if !may_be || (!is_title && number.is_none()) {
            return;
        }
        let lines = number.into_iter().chain([last]);
        self.title = Some(lines.map(bare_line).collect::<Vec<_>>().join(" "));
        self.title_lines = number.unwrap_or(last)..last + 1;
        // The whole paragraph directly above the board is about it, unless it is directly below another.
        let paragraph = if touches && !is_game && is_apart { self.paragraph(end) } else { end };
        self.begin = paragraph.min(self.title_lines.start);
    }

    /// The last line with a key.
    pub(super) fn named(&self, key: Key) -> Option<Named> {
        let line = self.lines.iter().rposition(|it| it.key == key)?;
        let value = Some(self.lines[line].value.to_string()).filter(|value| !value.is_empty());
        Some(Named { value, line, paragraph: self.paragraph(line) })
    }

    /// The flags, and whether a blank line is below the first of them.
    pub(super) fn flags(&self) -> (String, bool) {
        let flags: Vec<&str> = self.lines.iter().filter(|it| it.key == Key::Flags).map(|it| &*it.value).collect();
        let mut below = self.lines.iter().skip_while(|it| it.key != Key::Flags);
        (flags.join(" "), below.any(|it| it.key == Key::Blank))
    }

    /// The first line of the text about what is below, of which some keys are above it. A title by position beside the key of
    /// one is text.
    pub(super) fn begin_with(&self, above: &[Key]) -> usize {
        let begin = if self.is_named_by(above) { self.len() } else { self.begin };
        above.iter().filter_map(|key| self.named(*key)).fold(begin, |begin, named| begin.min(named.paragraph))
    }

    /// Whether one of these keys gives what is below its title.
    pub(super) fn is_named_by(&self, above: &[Key]) -> bool {
        above.contains(&Key::Title) && self.named(Key::Title).is_some()
    }

    /// The byte at which the text before a line ends.
    pub(super) fn end_before(&self, line: usize) -> usize {
        self.lines[..line].iter().rfind(|it| !it.line.is_blank()).map_or(self.start, |it| it.line.place().end)
    }

    /// The lines in `range`, without flags, the lines of `title`, and the keys in `without`. Of a level, other keys are in
    /// parentheses, because among the notes of a level a key would be about it.
    pub(super) fn notes(
        &self,
        range: Range<usize>,
        title: &Range<usize>,
        without: &[Key],
        is_of_level: bool,
    ) -> String {
        let mut notes: Vec<Cow<'_, str>> = Vec::new();
        for at in range.filter(|at| !title.contains(at)) {
            let TextLine { line, key, .. } = &self.lines[at];
            let is_key = matches!(key, Key::Title | Key::Author);
            let is_left_out = match key {
                Key::Flags | Key::Listing => true,
                Key::Mark => line.text == "::",
                _ => is_key && without.contains(key),
            };
            if !is_left_out {
                let text = line.text.strip_prefix("; ").or_else(|| line.text.strip_prefix(';')).unwrap_or(line.text);
                notes.push(if is_key && is_of_level { format!("({text})").into() } else { text.into() });
            }
        }
        notes.dedup_by(|next, line| next.is_empty() && line.is_empty());
        notes.join("\n").trim_matches('\n').to_owned()
    }
}

/// Which of the keys of a title and of an author are above the boards that they are about: more of them are near the board
/// below than near the one above. The author is where the title is if that says nothing.
pub(super) fn keys_above(parts: &[Part<'_>]) -> Vec<Key> {
    let is_listing = parts.iter().any(|part| part.lines.iter().any(|it| it.key == Key::Listing));
    let title = is_listing || more_above(Key::Title, parts) > 0;
    let author = more_above(Key::Author, parts) + i64::from(title) > 0;
    [Key::Title].into_iter().filter(|_| title).chain([Key::Author].into_iter().filter(|_| author)).collect()
}

/// How much more speaks for a key above its board than for one below.
fn more_above(key: Key, parts: &[Part<'_>]) -> i64 {
    let (mut more, mut is_first) = (0, true);
    // A key above the first board alone may be about the file.
    let has_others = parts.iter().skip(1).any(|it| matches!(it.below, Below::Board) && it.named(key).is_some());
    for part in parts.iter().filter(|part| !matches!(part.below, Below::Game(..))) {
        if let Some(Named { line, paragraph, .. }) = part.named(key) {
            let title = part.title.as_ref().map(|_| part.title_lines.start);
            // A key above a title by position cannot be that of the same board.
            let is_other = title.is_some_and(|title| line < title && paragraph < part.paragraph(title));
            let is_near = paragraph >= part.paragraph(part.len()) || title.is_some_and(|title| title < line);
            let is_last = matches!(part.below, Below::Nothing);
            let follows = !part.lines[..line].iter().any(|it| it.key == Key::Blank);
            let near = if is_first && key == Key::Title { 2 } else { i64::from(is_near || (is_first && has_others)) };
            more += if is_other || is_last { 0 } else { near };
            more -= if is_first { 0 } else { 2 * i64::from(is_other) + i64::from(is_last) + i64::from(follows) };
        }
        is_first = false;
    }
    more
}
