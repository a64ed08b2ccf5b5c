//! Reads a text of boards, titles, notes and games in one dialect.
//!
//! Rows without a blank line between them are a board ([`rows`](super::rows) finds out where boards end that nothing separates) if
//! they have a wall, a box or a player. A single row without a player is text, unless the text has no other board. A line
//! with `|`, a player and at least three rows is a board of its own. A line of blanks as wide as the board is a row of
//! floor. Lines of steps below a board are a game if a line above announces one or the player can walk them. Everything
//! else is text, and [`Between`] finds out what it is about:
//!
//! * Collections write `Title: ...` and `Author: ...` either above or below their boards ([`KeyPlaces`] finds out which).
//!   They take precedence over titles by position.
//! * `; lurd: FLAGS` gives the flags of the next board, or, with a blank line between it and the first board,
//!   of all boards.
//! * Everything between `Comment:` and `Comment-End:` is text (see `keys`).
//!
//! Two passes at most, linear in the length of the text: the second one if keys are not where the first one took them to be.

use std::{ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::{Line, lines};
use lurd_puzzle::puzzle::{Metadata, SavedGame};

use super::about::{About, Between, KeyPlaces, Keys, notes};
use super::games::{self, MAX_REPLAY_COST};
use super::keys::comment_block;
use super::rows::{self, Cutter, LineKind, RowLine};
use crate::{
    formats::{
        dialect::Dialect,
        grid::MAX_HEIGHT,
        level_record::{ContainerOptions, LevelEntry, MAX_FAULTS, MAX_SQUARES, Reading, too_many},
        validate::outside_note,
    },
    level::Level,
};

/// Reads the levels in `text`. A text without levels is not an error here.
pub(in crate::formats) fn read(
    text: &str,
    dialect: &Dialect,
    options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    let (reading, places) = Reader::new(text, dialect, options, None).read()?;
    let above = places.above();
    if above == places.first_guess() {
        return Ok(reading);
    }
    drop(reading);
    Reader::new(text, dialect, options, Some(above)).read().map(|(reading, _)| reading)
}

/// The number of rows that are kept: more than a board may have.
const MAX_ROWS: usize = 2 * MAX_HEIGHT;

struct Reader<'t> {
    text: &'t str,
    dialect: &'t Dialect,
    options: ContainerOptions,
    reading: Reading,
    /// The rows since the last other line, and the byte at which the last one ends. Of more than a board may have only the
    /// first are kept.
    rows: Vec<RowLine<'t>>,
    rows_end: usize,
    /// The length of the longest row.
    widest: usize,
    cutter: Cutter,
    /// The game that is being read, and the byte at which it ends so far.
    game: Option<(SavedGame, usize)>,
    /// The text since the last board or game, and whether the last thing before it is a game.
    between: Between,
    after_game: bool,
    /// The flags of all levels, the game that the file says its levels belong to, and the text about the file.
    flags: String,
    variant: Option<String>,
    header: String,
    /// The first board that was taken for text because it has no player and a single row or no wall.
    weak: Option<Vec<RowLine<'t>>>,
    /// Which keys are above the boards, not below, once that is known.
    above: Option<Keys>,
    places: KeyPlaces,
    squares: usize,
    faults: usize,
    /// The letters that counts have expanded to.
    expanded: usize,
    /// The remaining cost of checking whether lines are games.
    replay_cost_left: usize,
    /// The end of the current block of comment, in bytes.
    comment_end: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, dialect: &'t Dialect, options: ContainerOptions, above: Option<Keys>) -> Self {
        Self {
            text,
            dialect,
            options,
            reading: Reading::default(),
            rows: Vec::new(),
            rows_end: 0,
            widest: 0,
            cutter: Cutter::new(),
            game: None,
            between: Between::new(0, dialect.is_listing),
            after_game: false,
            flags: String::new(),
            variant: None,
            header: String::new(),
            weak: None,
            above,
            places: KeyPlaces::default(),
            squares: 0,
            faults: 0,
            expanded: 0,
            replay_cost_left: MAX_REPLAY_COST,
            comment_end: 0,
        }
    }

    fn read(mut self) -> Result<(Reading, KeyPlaces), Diagnostic> {
        for line in lines(self.text) {
            self.line(line)?;
            if self.reading.entries.len() >= self.options.max_levels {
                return Ok((self.reading, self.places));
            }
        }
        self.finish()
    }

    fn line(&mut self, line: Line<'t>) -> Result<(), Diagnostic> {
        if line.start < self.comment_end {
            self.between.comment(&line);
            return Ok(());
        }
        let outside_wall = self.options.leniency.outside_wall;
        let (kind, row) = RowLine::of(line, self.dialect, !self.rows.is_empty());
        let row = row.map(|row| if outside_wall { row.with_floor_behind(self.text) } else { row });
        match (kind, row) {
            (LineKind::Blank, _) => {
                if self.widest > 0 && line.end - line.start >= self.widest {
                    // It is kept as a row of floor, in case another row follows.
                    self.row(RowLine::of_floor(line, self.text))?;
                } else {
                    self.end_rows(false)?;
                    self.end_game();
                    self.between.blank(&line);
                }
            }
            (_, Some(row)) => {
                self.end_game();
                // Even a short text can describe many squares.
                self.expanded += row.expanded;
                if self.expanded > MAX_SQUARES {
                    return Err(too_many(line.place()));
                }
                let is_alone = row.rows.len() > 2 && row.letters.has_player;
                if is_alone {
                    self.end_rows(false)?;
                }
                self.row(row)?;
                if is_alone {
                    self.end_rows(false)?;
                }
            }
            (LineKind::Steps, _) => {
                self.end_rows(false)?;
                if self.is_game(line.text) {
                    self.steps(&line);
                } else {
                    self.end_game();
                    self.between.text(&line);
                }
            }
            _ => {
                self.end_rows(false)?;
                self.text_or_game(&line);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Reading, KeyPlaces), Diagnostic> {
        self.end_rows(true)?;
        self.end_game();
        if let Some(weak) = self.weak.take().filter(|_| self.reading.entries.is_empty()) {
            // It is the only board, and not legal, so the text about it does not matter.
            let end = weak[weak.len() - 1].line.place().end;
            self.next_text(weak[0].line.start);
            self.entry(&weak, None)?;
            self.reading.unfinished = false;
            self.next_text(end);
        }
        let end = self.text.len();
        let text = self.next_text(end);
        let start = text.start;
        let about = text.finish(self.text, end, true, false);
        self.places.below_last(&about);
        self.keys_below(&about);
        self.notes_above(start..end, &(end..end), self.below());
        Ok((self.reading, self.places))
    }

    /// Begins new text at byte `start` and returns the current one.
    fn next_text(&mut self, start: usize) -> Between {
        std::mem::replace(&mut self.between, Between::new(start, self.dialect.is_listing))
    }

    /// Takes a line of text, which may begin a block of comment.
    fn text(&mut self, line: &Line<'_>) {
        if let Some(end) = comment_block(self.text, line) {
            self.comment_end = end;
            self.between.comment(line);
        } else {
            self.between.text(line);
        }
    }

    // Rows become boards, and boards become entries, or text.

    /// Adds a row. A second player may show that a board ends above it.
    fn row(&mut self, row: RowLine<'t>) -> Result<(), Diagnostic> {
        let is_second = row.letters.has_player && self.rows.iter().rev().any(|row| row.letters.has_player);
        self.rows_end = row.line.end;
        self.widest = self.widest.max(row.line.text.len());
        if self.rows.len() < MAX_ROWS {
            self.rows.push(row);
        }
        if is_second {
            let mut rows = std::mem::take(&mut self.rows);
            let cut = self.cutter.cut(&rows, self.dialect, self.options.leniency);
            if cut.next < rows.len() {
                self.board(&rows[..cut.rows], cut.note, false)?;
                self.next_text(rows[cut.next - 1].line.end);
                rows.drain(..cut.next);
                self.widest = rows.iter().map(|row| row.line.text.len()).max().unwrap_or(0);
            }
            self.rows = rows;
        }
        Ok(())
    }

    /// Ends the current rows, if there are any.
    fn end_rows(&mut self, text_ends: bool) -> Result<(), Diagnostic> {
        let mut rows = std::mem::take(&mut self.rows);
        self.widest = 0;
        let is_floor = |row: &RowLine<'_>| row.kind == LineKind::Blank;
        let below = rows.len() - rows.iter().rev().take_while(|row| is_floor(row)).count();
        let floor = if self.options.leniency.outside_wall { None } else { rows.get(below).map(|row| row.line) };
        if floor.is_some() {
            rows.truncate(below);
        }
        if !rows.is_empty() {
            let cut = self.cutter.cut(&rows, self.dialect, self.options.leniency);
            self.board(&rows[..cut.rows], cut.note, text_ends)?;
            if cut.next > cut.rows {
                self.next_text(rows[cut.next - 1].line.end);
            }
        }
        if let Some(line) = floor {
            self.between.blank(&line);
        }
        rows.clear();
        self.rows = rows;
        Ok(())
    }

    fn board(&mut self, rows: &[RowLine<'t>], cut: Option<&'static str>, text_ends: bool) -> Result<(), Diagnostic> {
        let has = |matches: fn(&RowLine<'_>) -> bool| rows.iter().any(matches);
        let is_single = rows.iter().map(|row| row.rows.len()).sum::<usize>() == 1;
        let is_weak = !has(|row| row.letters.has_player) && (is_single || !has(|row| row.letters.walls > 0));
        let is_only = text_ends && self.reading.entries.is_empty();
        let is_faulty = has(|row| row.fault.is_some());
        if has(|row| row.letters.has_mark) && !(is_single && is_faulty) && (!is_weak || is_only) {
            self.entry(rows, cut)?;
            let is_err = self.reading.entries.last().is_some_and(|entry| entry.level.is_err());
            self.reading.unfinished &= text_ends && !is_faulty && is_err;
            return Ok(());
        }
        for row in rows {
            self.between.text(&row.line);
        }
        let is_first = self.weak.is_none() && self.reading.entries.is_empty();
        if has(|row| row.letters.has_mark) && !is_faulty && is_first {
            self.weak = Some(rows.to_vec());
        }
        Ok(())
    }

    /// Makes an entry of a board.
    fn entry(&mut self, rows: &[RowLine<'t>], cut: Option<&'static str>) -> Result<(), Diagnostic> {
        let place = rows[0].line.start..rows[rows.len() - 1].line.place().end;
        let (mut grid, fault) = rows::grid(rows, self.dialect);
        let has_above = !self.reading.entries.is_empty();
        let text = self.next_text(place.end);
        let (start, blank_after_flags) = (text.start, text.blank_after_flags);
        let about = text.finish(self.text, place.start, has_above, false);
        self.places.above_board(&about);
        if !has_above {
            self.reading.foreign_letters = rows.iter().map(RowLine::foreign).sum();
        }
        let are_above = *self.above.get_or_insert_with(|| self.places.first_guess());
        let mut begin = about.begin_with(are_above);
        let title_paragraph = about.title_paragraph();
        let About { title, line, text, mut flags, .. } = about;
        let (key_title, title_below) = either(text.title.and_then(|it| it.value), are_above.title);
        let (author, author_below) = either(text.author.and_then(|it| it.value), are_above.author);
        // Another title by position stays as text: apart from the key it is about the file.
        let has_other = title.as_ref().zip(key_title.as_ref()).is_some_and(|(title, key)| is_other_title(title, key));
        if has_other && !has_above && line.end <= title_paragraph {
            begin = title_paragraph;
        }
        let title_line = if has_other { place.start..place.start } else { line };
        // Above the first board, keys that are not about it are about the file.
        let without = if has_above { Keys::ALL } else { are_above };
        self.notes_above(start..begin, &title_line, without);
        if !has_above && blank_after_flags {
            self.flags = std::mem::take(&mut flags);
        }
        self.name_last(title_below, author_below);
        grid.title = key_title.or(title);
        // What is said before the first board holds for the file.
        let variant = match text.variant {
            Some(variant) if !has_above || are_above.title => {
                if !has_above {
                    self.variant = Some(variant.clone());
                }
                Some(variant)
            }
            below => {
                self.vary_last(below);
                self.variant.clone()
            }
        };
        let level = match (variant.filter(|it| !it.eq_ignore_ascii_case("sokoban")), fault) {
            (Some(variant), _) => Err(other_game(&variant, place.clone())),
            (None, Some(fault)) => Err(fault),
            (None, None) => {
                Level::from_grid_with(&grid, self.options.leniency).map_err(|error| self.whole_letters(error))
            }
        };
        self.squares += level.as_ref().map_or(0, Level::squares);
        self.faults += usize::from(level.is_err());
        // A short text can describe large boards.
        if self.faults > MAX_FAULTS || self.squares > MAX_SQUARES + 8 * self.text.len() {
            return Err(too_many(place));
        }
        self.reading.has_wall |= rows.iter().any(|row| row.letters.walls > 0);
        self.reading.unfinished = grid.may_become_legal();
        let blank = if self.flags.is_empty() || flags.is_empty() { "" } else { " " };
        let flags = format!("{}{blank}{flags}", self.flags);
        let has_tab = rows.iter().any(|row| row.has_tab);
        let tabs = has_tab.then_some("tabs before rows are read as tab stops every 8 columns");
        let outside = outside_note(&grid, self.options.leniency).filter(|_| level.is_ok());
        let told: Vec<_> = tabs.into_iter().chain(outside).chain(cut).collect();
        let note = (!told.is_empty()).then(|| told.join("; "));
        let notes = notes(self.text, begin..place.start, &title_line, (without, has_above), self.dialect.is_listing);
        let header = std::mem::take(&mut self.header);
        let metadata = Metadata { header, author, notes, ..Metadata::default() }.shared();
        self.reading.entries.push(LevelEntry { level, place, flags, note, metadata });
        self.after_game = false;
        Ok(())
    }

    /// An error whose place ends behind a letter, however many bytes that has.
    fn whole_letters(&self, mut error: Diagnostic) -> Diagnostic {
        if let Some(place) = &mut error.place {
            place.end =
                (place.end..self.text.len()).find(|&end| self.text.is_char_boundary(end)).unwrap_or(self.text.len());
        }
        error
    }

    /// The keys that are below their boards.
    fn below(&self) -> Keys {
        let Keys { title, author } = self.above.unwrap_or_default();
        Keys { title: !title, author: !author }
    }

    /// Adds the text in `range` to the level or game above it. The line of `title` and the keys in `without` are not part
    /// of it.
    fn notes_above(&mut self, range: Range<usize>, title: &Range<usize>, without: Keys) {
        let is_of_level = !self.reading.entries.is_empty();
        let notes = notes(self.text, range.clone(), title, (without, is_of_level), self.dialect.is_listing);
        let Some(last) = self.reading.entries.last_mut() else {
            self.header = notes;
            return;
        };
        let end = range.start + self.text.get(range).map_or(0, |part| part.trim_end().len());
        if end > last.metadata.end.max(last.place.end) {
            Arc::make_mut(&mut last.metadata).end = end;
        }
        if notes.is_empty() {
            return;
        }
        let metadata = Arc::make_mut(&mut last.metadata);
        let about = match metadata.games.last_mut() {
            Some(game) if self.after_game => &mut game.notes,
            _ => &mut metadata.notes,
        };
        if !about.is_empty() {
            about.push('\n');
        }
        about.push_str(&notes);
    }

    /// Takes the keys of text that is below the last board, with no other board below it.
    fn keys_below(&mut self, about: &About) {
        let are_above = self.above.unwrap_or_default();
        let value = |named: Option<&super::about::Named>| named.and_then(|named| named.value.clone());
        let (_, title) = either(value(about.text.title.as_ref()), are_above.title);
        let (_, author) = either(value(about.text.author.as_ref()), are_above.author);
        self.name_last(title, author);
        if !are_above.title {
            self.vary_last(about.text.variant.clone());
        }
    }

    /// Gives the last level a title and an author from below its board.
    fn name_last(&mut self, title: Option<String>, author: Option<String>) {
        let Some(last) = self.reading.entries.last_mut() else { return };
        if let (Some(title), Ok(level)) = (title, &mut last.level) {
            // Another title above the board stays as text.
            if let Some(old) = level.title.take().filter(|old| is_other_title(old, &title)) {
                let blank = if last.metadata.notes.is_empty() { "" } else { "\n" };
                Arc::make_mut(&mut last.metadata).notes = format!("{old}{blank}{}", last.metadata.notes);
            }
            level.title = Some(title);
        }
        if author.is_some() {
            Arc::make_mut(&mut last.metadata).author = author;
        }
    }

    /// Takes note that the last level is one of another game, as a line below its board says.
    fn vary_last(&mut self, variant: Option<String>) {
        let variant = variant.filter(|it| !it.eq_ignore_ascii_case("sokoban"));
        if let (Some(variant), Some(last)) = (variant, self.reading.entries.last_mut()) {
            last.level = Err(other_game(&variant, last.place.clone()));
        }
    }

    // Games below a board.

    /// Whether a line of steps is part of a game.
    fn is_game(&mut self, line: &str) -> bool {
        if self.game.is_some() {
            return true;
        }
        let is_announced = self.is_announced();
        let Some(last) = self.reading.entries.last() else { return false };
        let mut walks = |level| games::can_be_walked(level, line, &mut self.replay_cost_left);
        is_announced || last.level.as_ref().is_ok_and(&mut walks)
    }

    /// Takes a line that is neither a row nor of steps alone: a game on a line, announced steps with a fault, or text.
    fn text_or_game(&mut self, line: &Line<'_>) {
        let is_announced = match &self.game {
            Some((game, _)) => game.title.as_deref().is_some_and(games::announces),
            None => !self.reading.entries.is_empty() && self.is_announced(),
        };
        if is_announced && games::is_meant_as_steps(line.text) {
            self.steps(line);
            return;
        }
        self.end_game();
        if !self.game_on_a_line(line) {
            self.text(line);
        }
    }

    /// Whether the last line of text announces a game.
    fn is_announced(&self) -> bool {
        self.between.last_line().and_then(|line| self.text.get(line)).is_some_and(games::announces)
    }

    /// Begins the game of a line `Solution: rRR`, if that is what it is: the player of the last board can walk the steps, or
    /// the title says no more than that they are a solution.
    fn game_on_a_line(&mut self, line: &Line<'_>) -> bool {
        let Some((title, written)) = line.text.split_once(':') else { return false };
        let Some(last) = self.reading.entries.last().filter(|_| games::may_announce(title)) else { return false };
        let inner = line.behind(line.text.len() - written.trim_start().len());
        let steps = games::steps_in(inner.text);
        let mut walks =
            |level: &Level| rows::is_steps(&steps) && games::can_be_walked(level, &steps, &mut self.replay_cost_left);
        let is_game = games::is_on_a_line(title, inner.text) || last.level.as_ref().is_ok_and(&mut walks);
        if is_game {
            self.between.text(&Line { text: title, ..*line });
            self.steps(&inner);
        }
        is_game
    }

    /// Adds a line of steps to the current game, or begins one.
    fn steps(&mut self, line: &Line<'_>) {
        if self.game.is_none() {
            let text = self.next_text(line.start);
            let start = text.start;
            let about = text.finish(self.text, line.start, true, true);
            self.keys_below(&about);
            self.notes_above(start..about.begin_with(Keys::default()), &about.line, self.below());
            self.game = Some((SavedGame { title: about.title, ..SavedGame::default() }, line.start));
        }
        if let Some((game, end)) = &mut self.game {
            game.steps.push_str(&games::steps_in(line.text));
            *end = line.place().end;
        }
    }

    /// Ends the current game, if any.
    fn end_game(&mut self) {
        let Some((game, end)) = self.game.take() else { return };
        if let Some(last) = self.reading.entries.last_mut() {
            let metadata = Arc::make_mut(&mut last.metadata);
            metadata.games.push(game);
            metadata.end = end;
        }
        self.next_text(end);
        self.after_game = true;
    }
}

/// A value for the board below it, or else for the board above it.
fn either(value: Option<String>, is_above: bool) -> (Option<String>, Option<String>) {
    if is_above { (value, None) } else { (None, value) }
}

/// Whether a title says something that another does not: not only a number.
fn is_other_title(title: &str, than: &str) -> bool {
    let is_number = title.chars().all(|letter| letter.is_ascii_digit() || !letter.is_alphanumeric());
    !is_number && !than.trim().eq_ignore_ascii_case(title.trim())
}

/// The error for a level of another game.
pub(in crate::formats) fn other_game(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd supports Sokoban only")
}
