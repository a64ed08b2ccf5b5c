//! What a board becomes once it ends: an entry with its title, its flags and the text about it, or
//! text after all.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::puzzle::Metadata;
use crate::sokoban::formats::board_rows::BoardRows;
use crate::sokoban::formats::lines;
use crate::sokoban::formats::lines::{Kind, Line};
use crate::sokoban::formats::metadata;
use crate::sokoban::formats::metadata::MetadataBlock;
use crate::sokoban::formats::reader::{MAX_LEVELS, MAX_SQUARES, Reader, is_listing};
use crate::sokoban::formats::reading::{LevelEntry, too_many};
use crate::sokoban::level::Level;

impl Reader<'_> {
    /// Ends the board, if one is being read, and makes an entry of it.
    pub(super) fn end_of_run(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let is_weak = run.is_weak();
        let is_all = text_ends && self.reading.entries.is_empty();
        let is_slip = run.rows == 1 && run.fault.is_some();
        let floor = run.floor.take();
        if !run.has_mark || is_slip || (is_weak && !is_all) {
            self.dismiss(run);
        } else {
            let may_grow = text_ends && run.fault.is_none() && run.grid.may_become_legal();
            self.entry(&mut run)?;
            let is_err = self.reading.entries.last().is_some_and(|entry| entry.level.is_err());
            self.reading.unfinished = may_grow && is_err;
        }
        if let Some((bytes, _)) = floor {
            self.metadata_block.blank(&Line { text: "", start: bytes.start, full: bytes.len() });
        }
        Ok(())
    }

    /// Takes a run for lines of text.
    fn dismiss(&mut self, run: BoardRows) {
        let part = self.text.get(run.place.clone()).unwrap_or_default();
        let offset = run.place.start;
        for line in lines::lines(part) {
            self.metadata_block.text(&Line { start: line.start + offset, ..line });
        }
        if run.has_mark && run.fault.is_none() && self.weak.is_none() && self.reading.entries.is_empty() {
            self.weak = Some(Box::new(run));
        } else {
            self.leave_out(&run.place);
        }
    }

    /// Counts the rows in `place`, which become no level.
    pub(super) fn leave_out(&mut self, place: &Range<usize>) {
        for line in lines::lines(self.text.get(place.clone()).unwrap_or_default()) {
            let line = Line { start: line.start + place.start, ..line };
            if lines::kind(line.text, self.dialect, false) == Kind::Compact {
                self.left_out.add(1, line.start);
            } else {
                self.left_out.text(&line);
            }
        }
        self.left_out.pause();
    }

    pub(super) fn entry(&mut self, run: &mut BoardRows) -> Result<(), Diagnostic> {
        let has_above = !self.reading.entries.is_empty();
        let metadata_block = std::mem::replace(
            &mut self.metadata_block,
            MetadataBlock::new(run.place.end, is_listing(self.dialect)),
        );
        let start = metadata_block.start;
        let blank_after_flags = metadata_block.blank_after_flags;
        let above = metadata_block.finish(self.text, run.place.start, has_above, false);
        if !has_above {
            self.keys_above = above.key_title.is_some();
        }
        let keys_above = self.keys_above;
        let begin = match above.keys {
            Some(keys) if keys_above => above.begin.min(keys),
            _ => above.begin,
        };
        self.notes_above(start..begin, &above.line);
        let mut flags = above.flags.clone();
        if !has_above && blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        let key_title = if keys_above {
            above.key_title
        } else {
            self.name_last(above.key_title, above.key_author.clone());
            None
        };
        let author = above.key_author.filter(|_| keys_above);
        run.grid.title = key_title.or(above.title);
        let mut level = match run.fault.take() {
            Some(fault) => Err(fault),
            None => Level::from_grid_with(&run.grid, self.options.allow_unequal),
        };
        if let Some(variant) = above.variant.filter(|it| keys_above && !it.eq_ignore_ascii_case("sokoban")) {
            level = Err(foreign(&variant, run.place.clone()));
        }
        self.squares += level.as_ref().map_or(0, Level::squares);
        if self.reading.entries.len() == MAX_LEVELS || self.squares > MAX_SQUARES {
            return Err(too_many(run.place.clone()));
        }
        if !has_above {
            self.reading.strange = run.strange;
        }
        self.reading.has_wall |= run.has_wall;
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        let note = run.has_tab.then(|| "tabs in the margin are read as stops at every 8th column".to_owned());
        let metadata = Metadata {
            header: std::mem::take(&mut self.header),
            author,
            notes: metadata::notes(
                self.text,
                begin..run.place.start,
                &above.line,
                true,
                is_listing(self.dialect),
            ),
            end: run.place.end,
            ..Metadata::default()
        };
        self.reading.entries.push(LevelEntry { level, place: run.place.clone(), flags, note, metadata });
        self.after_game = false;
        Ok(())
    }

    /// Gives the text in `range` to what stands above it.
    pub(super) fn notes_above(&mut self, range: Range<usize>, title: &Range<usize>) {
        let told = self.keys_above || !self.reading.entries.is_empty();
        let notes = metadata::notes(self.text, range.clone(), title, told, is_listing(self.dialect));
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

    /// Gives the last level a title and an author from below.
    pub(super) fn name_last(&mut self, title: Option<String>, author: Option<String>) {
        let Some(last) = self.reading.entries.last_mut() else { return };
        if let (Some(title), Ok(level)) = (title, &mut last.level) {
            level.title = Some(title);
        }
        last.metadata.author = author.or_else(|| last.metadata.author.take());
    }
}

/// Where the text in `range` ends without the blanks at its end.
fn trimmed_end(text: &str, range: &Range<usize>) -> usize {
    range.start + text.get(range.clone()).map_or(0, |part| part.trim_end().len())
}

/// A level of another game.
fn foreign(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd plays Sokoban")
}
