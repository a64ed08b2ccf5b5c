//! The text between two boards or games, with its title, keys and flags.
//!
//! The rule of the `.sok` format (YASC, and the same in JSoko): the title is the last line of text, if a
//! blank line is before it or it is the only one. Text directly below a board belongs to that board, text
//! directly above a board to that one. Lines `Key: value` with a known key are never titles.
//!
//! Only places are stored, so memory does not depend on the length of the text.

use std::{fmt::Write as _, ops::Range};

use lurd_puzzle::lines::Line;

use super::keys::{Key, bare, flags, is_listing, is_size, key, lines_with_comments, maze_number};
use super::legend::is_legend;

/// A title or an author that a key names.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    pub(super) value: Option<String>,
    /// The byte at which the first line with such a key begins; the paragraph of the last one.
    pub(super) at: usize,
    paragraph: usize,
    /// Whether the last one follows the board above without a blank line.
    follows: bool,
}

/// The text between two boards or games.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent observations about lines")]
pub(super) struct Between {
    /// The byte at which it begins.
    pub(super) start: usize,
    /// The number of lines of text.
    count: usize,
    /// The last line that can be a title, and whether it can only be that of a game.
    last: Option<Range<usize>>,
    names_game: bool,
    /// Whether a blank line is directly above that line, and whether one is below it.
    blank_above: bool,
    blank_below: bool,
    /// Whether a blank line is between it and the board or game above.
    is_apart: bool,
    /// Whether there is a blank line.
    blank: bool,
    /// The byte at which the last paragraph begins, its first line, and the number of its lines.
    paragraph: usize,
    first: Option<Range<usize>>,
    lines: usize,
    /// Whether it is part of a listing of pusher's levels.
    is_listing: bool,
    pub(super) title: Option<Named>,
    pub(super) author: Option<Named>,
    /// Whether the line of the title is in an earlier paragraph than that of the author.
    author_is_apart: bool,
    /// The beginning of the paragraph of the last line that can be a title.
    paragraph_of_line: usize,
    flags: Vec<String>,
    /// Whether a blank line is below the first flags.
    pub(super) blank_after_flags: bool,
    pub(super) variant: Option<String>,
}

impl Between {
    pub(super) fn new(start: usize, is_listing: bool) -> Self {
        Self { start, paragraph: start, is_listing, ..Self::default() }
    }

    pub(super) fn blank(&mut self, line: &Line<'_>) {
        (self.blank, self.blank_below) = (true, true);
        self.blank_after_flags |= !self.flags.is_empty();
        self.paragraph = line.end;
    }

    fn named(&self, old: Option<&Named>, line: &Line<'_>, value: &str) -> Named {
        Named {
            value: Some(value.to_owned()).filter(|value| !value.is_empty()),
            at: old.map_or(line.start, |old| old.at),
            paragraph: self.paragraph,
            follows: !self.blank,
        }
    }

    pub(super) fn text(&mut self, line: &Line<'_>) {
        if let Some(flags) = flags(line.text) {
            self.flags.push(flags.to_owned());
            return;
        }
        let bare = bare(line.text);
        if bare.is_empty() || is_size(bare) {
            return;
        }
        if self.is_listing && is_listing(line.text) {
            if let Some(number) = maze_number(line.text) {
                let at = self.title.as_ref().map_or(line.start, |title| title.at);
                self.title = Some(Named { value: Some(format!("Maze {number}")), at, ..Named::default() });
            }
            return;
        }
        match key(bare) {
            Some((Key::Title, value)) => {
                self.title = Some(self.named(self.title.as_ref(), line, value));
                return;
            }
            Some((Key::Author, value)) => {
                self.author_is_apart = self.title.as_ref().is_some_and(|title| title.paragraph < self.paragraph);
                self.author = Some(self.named(self.author.as_ref(), line, value));
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
                self.paragraph_of_line = self.paragraph;
                self.blank_above = self.blank_below || (self.count == 0 && self.blank);
                self.is_apart = self.blank;
            }
        }
        if self.blank_below {
            self.lines = 0;
        }
        if self.lines == 0 {
            self.first.clone_from(&self.last);
        }
        self.lines += 1;
        self.count += 1;
        self.blank_below = false;
    }

    /// Takes a line in a block of comment, which is neither a key nor a title.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        (self.last, self.first, self.lines) = (None, None, 0);
        self.count += 1;
        self.blank_below = false;
        self.paragraph = line.end;
    }

    /// The last line of text, if it can be a title.
    pub(super) fn last_line(&self) -> Option<Range<usize>> {
        self.last.clone()
    }

    /// Ends the text at a board or a game that begins at byte `end`.
    pub(super) fn finish(mut self, text: &str, end: usize, has_above: bool, is_game: bool) -> About {
        let touches = !self.blank_below;
        let is_title = |_: &Range<usize>| {
            let belongs_above = has_above && !self.is_apart && self.blank_below;
            (is_game || !self.names_game) && !belongs_above && (self.blank_above || self.count == 1 || touches)
        };
        let is_legend = |line: &Range<usize>| text.get(line.clone()).is_some_and(|line| is_legend(bare(line)));
        let line = self.last.clone().filter(is_title).filter(|line| !is_legend(line));
        let is_apart = self.is_apart || !has_above;
        // A number on a line of its own with a name below it is one title (David Skinner's sets).
        let number = self.first.take().filter(|first| {
            let digits = text.get(first.clone()).map(bare).unwrap_or_default();
            self.lines == 2 && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        });
        let line = match (number, line.clone().or(self.last.take().filter(|_| !self.names_game))) {
            (Some(number), Some(line)) if !is_game && is_apart && number.start < line.start => {
                Some(number.start..line.end)
            }
            _ => line,
        };
        let begin = match &line {
            // The whole paragraph directly above the board is about it, unless it is directly below another.
            Some(line) if touches && !is_game && is_apart => self.paragraph.max(self.start).min(line.start),
            Some(line) => line.start,
            None => end,
        };
        let title = line.clone().and_then(|line| text.get(line));
        let title = title.map(|lines| lines.lines().map(bare).collect::<Vec<_>>().join(" "));
        About { title, line: line.unwrap_or(end..end), begin, flags: self.flags.join(" "), text: self }
    }
}

/// What a text says about the board or game below it.
#[derive(Debug, Default)]
pub(super) struct About {
    /// The title by position.
    pub(super) title: Option<String>,
    /// The bytes of its line; an empty range at the end of the text if there is none.
    pub(super) line: Range<usize>,
    /// The byte at which the text about the board or game begins: at the title or before it.
    begin: usize,
    pub(super) flags: String,
    /// The whole text, with its keys.
    pub(super) text: Between,
}

impl About {
    /// The byte at which the text about the board or game begins, with the keys above it.
    pub(super) fn begin_with(&self, above: Keys) -> usize {
        let title = self.text.title.as_ref().filter(|_| above.title);
        let author = self.text.author.as_ref().filter(|_| above.author);
        title.into_iter().chain(author).fold(self.begin, |begin, named| begin.min(named.at))
    }

    /// The byte at which the paragraph of the key of the title begins.
    pub(super) fn title_paragraph(&self) -> usize {
        self.text.title.as_ref().map_or(0, |title| title.paragraph)
    }

    /// Whether the key of a title is in an earlier paragraph than a title by position.
    fn has_key_above_title(&self) -> bool {
        let is_above = |title: &Named| title.at < self.line.start && title.paragraph < self.text.paragraph_of_line;
        !self.line.is_empty() && self.text.title.as_ref().is_some_and(is_above)
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
}

/// Where the keys of titles and authors of a text stand: how much speaks for above the boards that they are about, and how much
/// for below.
#[derive(Debug, Default)]
pub(super) struct KeyPlaces {
    boards: usize,
    titles: [usize; 2],
    authors: [usize; 2],
    /// What the text above the first board has, and whether there is an author between boards.
    first: Keys,
    has_author: bool,
}

const ABOVE: usize = 0;
const BELOW: usize = 1;

impl KeyPlaces {
    /// Takes note of the text above a board.
    pub(super) fn above_board(&mut self, about: &About) {
        let (is_first, text) = (self.boards == 0, &about.text);
        self.boards += 1;
        if let Some(title) = &text.title {
            // A key above a title by position cannot be that of the same board.
            let is_below = if about.has_key_above_title() { 2 } else { usize::from(title.follows && !is_first) };
            self.titles[BELOW] += if is_first { 0 } else { is_below };
            self.titles[ABOVE] += usize::from(is_first || (is_below == 0 && title.paragraph >= text.paragraph));
            self.first.title |= is_first && title.value.is_some();
        }
        if let Some(author) = text.author.as_ref().filter(|author| author.value.is_some()) {
            let touches = author.at >= text.paragraph;
            let follows = author.follows && !is_first;
            let is_above = (author.at > about.line.start && !about.line.is_empty()) || (touches && !follows);
            self.authors[ABOVE] += usize::from(is_above);
            // Behind a title that may be that of the board above, it is unclear.
            self.authors[BELOW] += usize::from(!is_above && !is_first && !touches && !text.author_is_apart);
            self.first.author |= is_first;
            self.has_author |= !is_first;
        }
    }

    /// Takes note of the text below the last board.
    pub(super) fn below_last(&mut self, about: &About) {
        self.titles[BELOW] += about.text.title.as_ref().map_or(0, |title| 1 + usize::from(title.follows));
        self.authors[BELOW] += usize::from(about.text.author.is_some());
    }

    /// What the text above the first board suggests.
    pub(super) fn first_guess(&self) -> Keys {
        Keys { title: self.first.title, author: self.first.title }
    }

    /// Which keys are above the boards that they are about.
    pub(super) fn above(&self) -> Keys {
        let title = self.titles[ABOVE] > 0 && self.titles[ABOVE] >= self.titles[BELOW];
        let author = match self.authors {
            [above, below] if title => self.first.author || above > 0 || below == 0,
            [0, 0] => self.first.author && self.has_author,
            [above, below] => above > below,
        };
        Keys { title, author }
    }
}

/// The lines of text in `range`, without flags, the line of `title`, and the keys in `without`; in a listing, without its
/// own lines. Of a level, other keys are in parentheses, because among the notes of a level a key would be about it.
pub(super) fn notes(
    text: &str,
    range: Range<usize>,
    title: &Range<usize>,
    (without, is_of_level): (Keys, bool),
    in_listing: bool,
) -> String {
    let mut notes = String::new();
    let mut blanks = 0;
    for (line, is_comment) in lines_with_comments(text.get(range.clone()).unwrap_or_default()) {
        let known = key(bare(line.text)).map(|(key, _)| key).filter(|_| !is_comment);
        let is_data = match known {
            Some(Key::Title) => without.title,
            Some(Key::Author) => without.author,
            _ => (in_listing && is_listing(line.text)) || flags(line.text).is_some() || line.text == "::",
        };
        if title.contains(&(line.start + range.start)) || (is_data && !is_comment) {
            continue;
        }
        if line.is_blank() {
            blanks += 1;
            continue;
        }
        if !notes.is_empty() {
            notes.push_str(if blanks > 0 { "\n\n" } else { "\n" });
        }
        blanks = 0;
        let written = line.text.strip_prefix(';').map_or(line.text, |rest| rest.strip_prefix(' ').unwrap_or(rest));
        if is_of_level && matches!(known, Some(Key::Title | Key::Author)) {
            let _ = write!(notes, "({written})");
        } else {
            notes.push_str(written);
        }
    }
    notes
}
