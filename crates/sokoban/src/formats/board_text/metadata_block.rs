//! The text between two boards or games, with its title, keys and flags.
//!
//! The rule of the `.sok` format (YASC, and the same in JSoko): the title is the last line of text, if a
//! blank line is before it or it is the only one. Text directly below a board belongs to that board, text
//! directly above a board to that one. Lines `Key: value` with a known key are never titles.
//!
//! Only places are stored, so memory does not depend on the length of the text.

use std::ops::Range;

use super::lines::{Line, MetadataKey, bare, flags, is_listing, key, maze_number};

/// The text between two boards or games.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent observations about lines")]
pub(super) struct MetadataBlock {
    /// The byte at which it begins.
    pub(super) start: usize,
    /// The number of lines of text.
    count: usize,
    /// The last line that can be a title.
    last: Option<Range<usize>>,
    /// Whether that line can only be the title of a game.
    names_game: bool,
    /// Whether a blank line is directly above that line.
    blank_above: bool,
    /// Whether a blank line is below it.
    blank_below: bool,
    /// Whether a blank line is between it and the board or game above.
    is_apart: bool,
    blank: bool,
    /// The byte at which the last paragraph begins.
    paragraph: usize,
    /// The first line of the last paragraph.
    first: Option<Range<usize>>,
    /// The number of lines of the last paragraph.
    lines: usize,
    /// Whether it is part of a listing of pusher's levels.
    is_listing: bool,
    title: Option<String>,
    author: Option<String>,
    /// The bytes at which the lines of these two begin, and at which the paragraph of the title does.
    title_paragraph: usize,
    title_at: Option<usize>,
    author_at: Option<usize>,
    /// Whether these lines follow the board above without a blank line.
    title_follows: bool,
    author_follows: bool,
    /// Whether the line of the title is in an earlier paragraph than that of the author.
    author_is_apart_from_title: bool,
    /// The beginning of the paragraph of the last line that can be a title.
    paragraph_of_line: usize,
    flags: Vec<String>,
    /// Whether a blank line is below the first flags.
    pub(super) blank_after_flags: bool,
    pub(super) variant: Option<String>,
}

/// The data in a block about the board or game below it.
#[derive(Debug, Default)]
pub(super) struct AboutNext {
    /// The title by position.
    pub(super) title: Option<String>,
    /// The bytes of the title's line; an empty range at the end of the block if there is none.
    pub(super) line: Range<usize>,
    /// The byte at which the text about the board or game begins: at the title or before it.
    pub(super) begin: usize,
    pub(super) flags: String,
    pub(super) key_title: Option<String>,
    pub(super) key_author: Option<String>,
    /// The bytes at which the lines of these two begin, and at which the paragraph of the title does.
    pub(super) title_paragraph: usize,
    pub(super) title_at: Option<usize>,
    pub(super) author_at: Option<usize>,
    /// Whether these lines follow the board above without a blank line.
    title_follows: bool,
    author_follows: bool,
    /// Whether the line of the title is in an earlier paragraph than that of the author.
    author_is_apart_from_title: bool,
    /// The beginning of the paragraph of the title by position, and of the last paragraph.
    paragraph_of_line: usize,
    last_paragraph: usize,
    pub(super) variant: Option<String>,
}

impl MetadataBlock {
    pub(super) fn new(start: usize, is_listing: bool) -> Self {
        Self { start, paragraph: start, is_listing, ..Self::default() }
    }

    pub(super) fn blank(&mut self, line: &Line<'_>) {
        self.blank = true;
        self.blank_below = true;
        self.blank_after_flags |= !self.flags.is_empty();
        self.paragraph = line.start + line.full;
    }

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
            if let Some(number) = maze_number(line.text) {
                self.title_at.get_or_insert(line.start);
                self.title = Some(format!("Maze {number}"));
            }
            return;
        }
        match key(bare) {
            Some((MetadataKey::Title, value)) => {
                self.title_paragraph = self.paragraph;
                self.title_follows = !self.blank;
                self.title_at.get_or_insert(line.start);
                self.title = Some(value.to_owned()).filter(|title| !title.is_empty());
                return;
            }
            Some((MetadataKey::Author, value)) => {
                self.author_at.get_or_insert(line.start);
                self.author_follows = !self.blank;
                self.author_is_apart_from_title = self.title_at.is_some() && self.title_paragraph < self.paragraph;
                self.author = Some(value.to_owned()).filter(|author| !author.is_empty());
                return;
            }
            Some((MetadataKey::Variant, value)) => {
                self.variant = Some(value.to_owned());
                self.last = None;
            }
            Some((MetadataKey::Other, _)) => self.last = None,
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
            self.first = self.last.clone();
        }
        self.lines += 1;
        self.count += 1;
        self.blank_below = false;
    }

    /// Takes a line that is neither a key nor a title: one in a block of comment, or a delimiter of a string.
    pub(super) fn comment(&mut self, line: &Line<'_>) {
        self.last = None;
        self.first = None;
        self.lines = 0;
        self.count += 1;
        self.blank_below = false;
        self.paragraph = line.start + line.full;
    }

    /// The last line of text, if it can be a title.
    pub(super) fn last_line(&self) -> Option<Range<usize>> {
        self.last.clone()
    }

    /// Ends the block at a board or a game that begins at byte `end`.
    pub(super) fn finish(self, text: &str, end: usize, has_above: bool, is_game: bool) -> AboutNext {
        let touches = !self.blank_below;
        let only = self.count == 1;
        let line = self.last.clone().filter(|_| {
            let belongs_above = has_above && !self.is_apart && self.blank_below;
            (is_game || !self.names_game) && !belongs_above && (self.blank_above || only || touches)
        });
        // A number on a line of its own with a name below it is one title (David Skinner's sets).
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
            // The whole paragraph directly above the board is about it, unless it is directly below another.
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
        AboutNext {
            title,
            line: line.unwrap_or(end..end),
            begin,
            flags: self.flags.join(" "),
            key_title: self.title,
            key_author: self.author,
            title_at: self.title_at,
            title_paragraph: self.title_paragraph,
            author_at: self.author_at,
            title_follows: self.title_follows,
            author_follows: self.author_follows,
            author_is_apart_from_title: self.author_is_apart_from_title,
            paragraph_of_line: self.paragraph_of_line,
            last_paragraph: self.paragraph,
            variant: self.variant,
        }
    }
}

// Whether keys are above boards or below.

/// Where the keys of titles and authors of a text stand.
#[derive(Debug, Default)]
pub(super) struct KeyPlaces {
    /// What the text above the first board has.
    first: Keys,
    /// Whether its title is about the file: it is in an earlier paragraph than a title by position.
    first_title_is_of_file: bool,
    /// The number of boards.
    boards: usize,
    /// The number of titles that follow a board directly, of those between two boards and below the last one.
    titles_below: usize,
    /// Whether a title between two boards has a title by position below it, which is that of the next board.
    a_title_is_surely_below: bool,
    /// The number of titles between two boards that are apart from the board above and not from the next one.
    titles_above: usize,
    /// What there is between two boards.
    between: Keys,
    /// The number of authors that are clearly about the next board, and about the one above.
    authors_above: usize,
    authors_below: usize,
    /// What there is below the last board.
    last: Keys,
}

/// Which of the keys of a title and of an author.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub(super) title: bool,
    pub(super) author: bool,
}

impl KeyPlaces {
    /// Takes note of the text above a board.
    pub(super) fn above_board(&mut self, block: &AboutNext) {
        let is_first = self.boards == 0;
        self.boards += 1;
        let after_title = block.author_at.is_some_and(|at| at > block.line.start && !block.line.is_empty());
        let touches = block.author_at.is_some_and(|at| at >= block.last_paragraph);
        let follows_board = block.author_follows && !is_first;
        let is_author_above = after_title || (touches && !follows_board);
        self.authors_above += usize::from(is_author_above);
        if is_first {
            self.first = block.keys();
            let title = block
                .title_at
                .is_some_and(|at| at < block.line.start && block.title_paragraph < block.paragraph_of_line);
            self.first_title_is_of_file = title && !block.line.is_empty();
        } else {
            self.between.title |= block.key_title.is_some();
            if let Some(at) = block.title_at {
                self.titles_below += usize::from(block.title_follows);
                self.a_title_is_surely_below |=
                    !block.line.is_empty() && at < block.line.start && block.title_paragraph < block.paragraph_of_line;
                self.titles_above += usize::from(!block.title_follows && block.title_paragraph >= block.last_paragraph);
            }
            self.between.author |= block.key_author.is_some();
            // Or it stands alone behind a title that may be that of the board above.
            let is_unclear = (touches && follows_board) || block.author_is_apart_from_title;
            self.authors_below += usize::from(block.key_author.is_some() && !is_author_above && !is_unclear);
        }
    }

    /// Takes note of the text below the last board.
    pub(super) fn below_last(&mut self, block: &AboutNext) {
        self.titles_below += usize::from(block.title_at.is_some() && block.title_follows);
        self.last = Keys { title: block.title_at.is_some(), author: block.key_author.is_some() };
        self.authors_below += usize::from(self.last.author);
    }

    /// What the text above the first board suggests.
    pub(super) fn first_guess(&self) -> Keys {
        Keys { title: self.first.title, author: self.first.title }
    }

    /// Which keys are above the boards that they are about. A title above the first board is about the file if there is
    /// one directly below each board, or one that cannot be that of the next board, or if only the first board has one, apart
    /// from a title by position. Without one above the first board, titles are above if all of them clearly are.
    pub(super) fn above(&self) -> Keys {
        let each_has_one_below = self.titles_below == self.boards;
        let is_of_file =
            each_has_one_below || self.a_title_is_surely_below || (self.first_title_is_of_file && !self.between.title);
        let all_are_above = self.titles_above > 0 && self.titles_below == 0 && !self.last.title;
        let title = if self.first.title { !is_of_file } else { all_are_above };
        let author = if title {
            self.first.author || self.authors_above > 0 || !self.last.author
        } else if self.authors_above == 0 && self.authors_below == 0 {
            self.first.author && self.between.author
        } else {
            self.authors_above > self.authors_below
        };
        Keys { title, author }
    }
}

impl AboutNext {
    pub(super) fn keys(&self) -> Keys {
        Keys { title: self.key_title.is_some(), author: self.key_author.is_some() }
    }

    /// The byte at which the text about the board or game begins, with the keys above it.
    pub(super) fn begin_with(&self, above: Keys) -> usize {
        let title = self.title_at.filter(|_| above.title);
        let author = self.author_at.filter(|_| above.author);
        [title, author].into_iter().flatten().fold(self.begin, usize::min)
    }
}
