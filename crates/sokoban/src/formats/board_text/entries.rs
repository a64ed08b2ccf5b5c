//! What becomes of a board at its end: an entry with its title, its flags and the text about it, or text.

use std::ops::Range;

use super::board_rows::BoardRows;
use super::line_kind::{LineKind, kind};
use super::lines::{self, Line};
use super::notes;
use super::reader_state::Reader;
use crate::formats::reading::{LevelEntry, MAX_LEVELS, MAX_SQUARES, too_many};
use crate::level::Level;
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::Metadata;

impl Reader<'_> {
    /// Ends the current board, if any.
    pub(super) fn end_board(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let Some(mut board) = self.board.take() else { return Ok(()) };
        let is_weak = board.is_weak();
        let is_only = text_ends && self.reading.entries.is_empty();
        let is_faulty_line = board.rows == 1 && board.fault.is_some();
        let floor = board.floor.take();
        if !board.has_mark || is_faulty_line || (is_weak && !is_only) {
            self.dismiss(board);
        } else {
            let may_grow = text_ends && board.fault.is_none() && board.grid.may_become_legal();
            self.entry(&mut board)?;
            let is_err = self.reading.entries.last().is_some_and(|entry| entry.level.is_err());
            self.reading.unfinished = may_grow && is_err;
        }
        if let Some((bytes, _)) = floor {
            self.block.blank(&Line { text: "", start: bytes.start, full: bytes.len() });
        }
        Ok(())
    }

    /// Takes a board for lines of text.
    fn dismiss(&mut self, board: BoardRows) {
        let part = self.text.get(board.place.clone()).unwrap_or_default();
        let offset = board.place.start;
        for line in lines::lines(part) {
            self.block.text(&Line { start: line.start + offset, ..line });
        }
        let is_first = self.weak_board.is_none() && self.reading.entries.is_empty();
        if board.has_mark && board.fault.is_none() && is_first {
            self.weak_board = Some(Box::new(board));
        } else {
            self.leave_out(&board.place);
        }
    }

    /// Counts the rows in `place`, which belong to no level.
    pub(super) fn leave_out(&mut self, place: &Range<usize>) {
        for line in lines::lines(self.text.get(place.clone()).unwrap_or_default()) {
            let line = Line { start: line.start + place.start, ..line };
            if kind(line.text, self.dialect, false) == LineKind::Compact {
                self.left_out.add(1, line.start);
            } else {
                self.left_out.text(&line);
            }
        }
        self.left_out.pause();
    }

    /// Makes an entry of a board.
    pub(super) fn entry(&mut self, board: &mut BoardRows) -> Result<(), Diagnostic> {
        let place = board.place.clone();
        let has_above = !self.reading.entries.is_empty();
        let block = self.next_block(place.end);
        let start = block.start;
        let blank_after_flags = block.blank_after_flags;
        let above = block.finish(self.text, place.start, has_above, false);
        if !has_above {
            self.keys_above = above.key_title.is_some();
            self.reading.foreign_letters = board.foreign_letters;
        }
        let keys_above = self.keys_above;
        let begin = match above.keys {
            Some(keys) if keys_above => above.begin.min(keys),
            _ => above.begin,
        };
        self.notes_above(start..begin, &above.line);
        let mut flags = above.flags;
        if !has_above && blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        let key_title = if keys_above {
            above.key_title
        } else {
            self.name_last(above.key_title, above.key_author.clone());
            None
        };
        board.grid.title = key_title.or(above.title);
        let variant = above.variant.filter(|it| keys_above && !it.eq_ignore_ascii_case("sokoban"));
        let level = match (variant, board.fault.take()) {
            (Some(variant), _) => Err(other_game(&variant, place.clone())),
            (None, Some(fault)) => Err(fault),
            (None, None) => Level::from_grid_with(&board.grid, self.options.allow_unequal),
        };
        self.squares += level.as_ref().map_or(0, Level::squares);
        if self.reading.entries.len() == MAX_LEVELS || self.squares > MAX_SQUARES {
            return Err(too_many(place));
        }
        self.reading.has_wall |= board.has_wall;
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        let note = board.has_tab.then(|| "tabs before rows are read as tab stops every 8 columns".to_owned());
        let is_listing = self.dialect.is_listing;
        let metadata = Metadata {
            header: std::mem::take(&mut self.header),
            author: above.key_author.filter(|_| keys_above),
            notes: notes::notes(self.text, begin..place.start, &above.line, true, is_listing),
            end: place.end,
            ..Metadata::default()
        };
        self.reading.entries.push(LevelEntry { level, place, flags, note, metadata });
        self.after_game = false;
        Ok(())
    }

    /// Adds the text in `range` to the level or game above it. The line of `title` is not part of it.
    pub(super) fn notes_above(&mut self, range: Range<usize>, title: &Range<usize>) {
        let without_keys = self.keys_above || !self.reading.entries.is_empty();
        let notes = notes::notes(self.text, range.clone(), title, without_keys, self.dialect.is_listing);
        let Some(last) = self.reading.entries.last_mut() else {
            self.header = notes;
            return;
        };
        last.metadata.end = last.metadata.end.max(trimmed_end(self.text, &range));
        if notes.is_empty() {
            return;
        }
        let about = match last.metadata.games.last_mut() {
            Some(game) if self.after_game => &mut game.notes,
            _ => &mut last.metadata.notes,
        };
        if !about.is_empty() {
            about.push('\n');
        }
        about.push_str(&notes);
    }

    /// Gives the last level a title and an author from below its board.
    pub(super) fn name_last(&mut self, title: Option<String>, author: Option<String>) {
        let Some(last) = self.reading.entries.last_mut() else { return };
        if let (Some(title), Ok(level)) = (title, &mut last.level) {
            level.title = Some(title);
        }
        last.metadata.author = author.or_else(|| last.metadata.author.take());
    }
}

/// The end of the text in `range` without trailing blanks.
fn trimmed_end(text: &str, range: &Range<usize>) -> usize {
    range.start + text.get(range.clone()).map_or(0, |part| part.trim_end().len())
}

/// The error for a level of another game.
fn other_game(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd supports Sokoban only")
}
