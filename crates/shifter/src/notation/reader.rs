//! The puzzles of a text, line by line, with the games saved with them.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::{self, Quality};
use lurd_puzzle::puzzle::{Confidence, Metadata, PuzzleEntry, SavedGame};

use super::{
    build::Pair,
    labels, mistakes,
    scan::{
        self, Fault, Keyword, are_boards_around, bare_shape, counted, find_arrow, is_tile, keyword, row_width,
        sorted_tiles, widest_gap,
    },
    sixteen::{self, Field, Size},
    sizes, tables,
};
use crate::instance::ShifterPuzzle;

/// The number of faulty puzzles after which the rest of a text is not read.
const MAX_FAULTS: usize = 1000;

/// The maximum number of puzzles in a text.
const MAX_PUZZLES: usize = 100_000;

/// Reads a text as it is or, if that is better, without what copying has added.
pub(crate) fn read(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    let plain = read_plain(text);
    let read = |text: &str| {
        let entries = read_plain(text);
        let quality = quality(&entries);
        (entries, quality)
    };
    let entries = match noise::clean(text, &|_| None, (&plain, quality(&plain)), read, keeps) {
        Some((cleaned, entries)) => entries.map(|mut entries| {
            let note = cleaned.notes.join("; ");
            for entry in &mut entries {
                map_back(entry, |place| cleaned.origin(place));
                add_note_before(entry, &note);
            }
            entries
        }),
        None => plain,
    };
    if quality(&entries).puzzles > 0 {
        return entries;
    }
    if let Some(tables) = of_tables(text).or_else(|| without_labels(text)) {
        return Ok(tables);
    }
    // Of pictures, the reader names the first one, not the wrong one.
    let is_unread = entries.is_err() || text.contains(|c| tables::letter_of(c).is_some());
    match mistakes::of_two_boards(text).filter(|_| is_unread) {
        Some(mistake) => Err(mistake),
        None => entries,
    }
}

/// The puzzle of a text in no other notation.
fn of_tables(text: &str) -> Option<Vec<PuzzleEntry>> {
    let (written, note) = tables::two_boards(text)?;
    let mut reader = Reader::new(text);
    let start = text.len() - text.trim_start().len();
    reader.add_written(start..text.trim_end().len(), &written, Pair::arrow(&written, 0), false);
    for entry in &mut reader.entries {
        entry.note = Some(note.to_owned());
    }
    reader.entries.first().is_some_and(|entry| entry.puzzle.is_ok()).then_some(reader.entries)
}

/// The puzzles of a text whose rows have labels and the like around them.
fn without_labels(text: &str) -> Option<Vec<PuzzleEntry>> {
    let plain = labels::without(text)?;
    let read = read_plain(&plain.text).ok().filter(|entries| entries.iter().all(|entry| entry.puzzle.is_ok()));
    let mut entries = read.or_else(|| of_tables(&plain.text))?;
    for entry in &mut entries {
        entry.place = plain.map.origin(entry.place.clone());
        // Whatever is added below the puzzle must not be added between its rows.
        entry.metadata.end = text.trim_end().len();
        add_note_before(entry, &plain.note);
    }
    (entries.len() == 1).then_some(entries)
}

/// Reads a text without lines of sizes, if it has any.
fn read_plain(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    let Some((plain, notes)) = sizes::without(text) else { return read_lines(text) };
    let Ok(mut entries) = read_lines(&plain.text) else { return read_lines(text) };
    for entry in &mut entries {
        map_back(entry, |place| plain.map.origin(place));
        let is_here = |place: &Range<usize>| place.start < entry.place.end && entry.place.start < place.end;
        if let Some((_, note)) = notes.iter().find(|(place, _)| is_here(place)) {
            add_note_before(entry, note);
        }
    }
    Ok(entries)
}

fn read_lines(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    let mut reader = Reader::new(text);
    reader.run();
    reader.finish()
}

fn quality(entries: &Result<Vec<PuzzleEntry>, Diagnostic>) -> Quality {
    let Ok(entries) = entries else { return Quality::NONE };
    let puzzles = entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
    Quality { puzzles, faults: entries.len() - puzzles }
}

/// Whether all puzzles of one reading are among those of another, in order.
fn keeps(old: &Result<Vec<PuzzleEntry>, Diagnostic>, new: &Result<Vec<PuzzleEntry>, Diagnostic>) -> bool {
    let (Ok(old), Ok(new)) = (old, new) else { return old.is_err() };
    let texts = |entries: &[PuzzleEntry]| -> Vec<String> {
        entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok()).map(|puzzle| puzzle.text()).collect()
    };
    let new = texts(new);
    let mut rest = new.iter();
    texts(old).iter().all(|puzzle| rest.any(|other| other == puzzle))
}

/// Moves the places of an entry of a changed text to the original.
fn map_back(entry: &mut PuzzleEntry, origin: impl Fn(Range<usize>) -> Range<usize>) {
    entry.place = origin(entry.place.clone());
    let end = entry.metadata.end;
    entry.metadata.end = origin(end.saturating_sub(1)..end).end;
    if let Err(error) = &mut entry.puzzle {
        error.place = error.place.take().map(origin);
    }
}

/// Adds a note before those on an entry.
fn add_note_before(entry: &mut PuzzleEntry, note: &str) {
    entry.note = Some(entry.note.take().map_or_else(|| note.to_owned(), |other| format!("{note}; {other}")));
}

/// Whether more text could complete the last puzzle of `text`. Two blank lines at the end say that no more will come.
pub(crate) fn wants_more(text: &str) -> bool {
    let mut last = text.rsplit('\n').map(str::trim);
    if last.next() == Some("") && last.next() == Some("") && last.next().is_some() {
        return false;
    }
    let mut reader = Reader::new(text);
    reader.run();
    reader.unfinished
}

/// A pass over a text, and what it has found.
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
struct Reader<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<PuzzleEntry>,
    faults: usize,
    /// Whether the last puzzle could not be read, so that the following lines may belong to it.
    failed: bool,
    /// Whether the last puzzle ended too early.
    unfinished: bool,
    /// Where the last puzzle ended.
    last_end: usize,
    /// The lines since the last blank line that begin no puzzle.
    paragraph: Vec<Range<usize>>,
    /// The last such line before them, and the number of such lines since the last puzzle.
    text_line: Option<Range<usize>>,
    text_lines: usize,
    /// Comments that belong to the next puzzle, and whether one here belongs to the puzzle before it.
    comments: Vec<String>,
    is_below_puzzle: bool,
    /// The comments above all puzzles, with a blank line below them.
    header: String,
    /// Whether the text has more puzzles than are supported.
    is_too_long: bool,
    /// Whether the lines are those of a saved game of Sixteen.
    is_saved_game: bool,
    /// The size of the board in it, once it is known.
    saved_size: Option<Size>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            at: start,
            entries: Vec::new(),
            faults: 0,
            failed: false,
            unfinished: false,
            last_end: start,
            paragraph: Vec::new(),
            text_line: None,
            text_lines: 0,
            comments: Vec::new(),
            is_below_puzzle: false,
            header: String::new(),
            is_too_long: false,
            is_saved_game: false,
            saved_size: None,
        }
    }

    /// The place of the rest of the line at `at`, without blanks around it.
    fn line(&self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.at + rest.len() - rest.trim_start().len();
        start..start + rest.trim().len()
    }

    fn next_line(&mut self) {
        self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end + 1);
    }

    fn run(&mut self) {
        while self.at < self.text.len() {
            let place = self.line();
            let line = &self.text[place.clone()];
            if line.is_empty() {
                self.end_paragraph();
                // What is left of the last line of a puzzle is no blank line.
                self.is_below_puzzle &= !self.text[..self.at].ends_with('\n');
                if self.entries.is_empty() {
                    self.comments.drain(..).for_each(|comment| add_line(&mut self.header, &comment));
                }
                self.next_line();
            } else if line.starts_with(';') {
                self.keep_comment(&place);
                self.next_line();
            } else if let Some((keyword, length)) = keyword(line) {
                self.end_paragraph();
                self.keyword(keyword, length, &place);
            } else if let Some(seed) = sixteen::seed(line) {
                self.end_paragraph();
                self.add(place.start, place.end, Err(seed.at(place.clone(), "a seed").into()));
            } else if let Some((field, value)) = self.saved_field(line) {
                self.end_paragraph();
                self.saved(field, place.start + value..place.end);
            } else if let Some(size) = sixteen::size(line) {
                self.end_paragraph();
                let pair = Pair::sixteen(self.text, &place, &size);
                self.add(place.start, place.end, pair);
            } else if let Some(beside) = Beside::at(&self.text[place.start..], self.follows_arrow()) {
                self.end_paragraph();
                let written = &beside.written;
                self.add_written(place.start..place.start + beside.length, written, Pair::arrow(written, 0), false);
            } else if find_arrow(line).is_some() || (line.eq_ignore_ascii_case("to") && self.is_after_row()) {
                let start = self.first_row(place.start);
                self.end_paragraph();
                self.add(start, place.end, Pair::arrow(self.text, start));
            } else {
                self.paragraph.push(place);
                self.next_line();
            }
            if self.entries.len() > MAX_PUZZLES {
                self.is_too_long = true;
                break;
            }
            if self.faults >= MAX_FAULTS {
                let place = self.at..self.at;
                let message = format!("{MAX_FAULTS} puzzles of this text cannot be read; the rest was not tried");
                self.push(place.clone(), Err(Diagnostic::new(message).at(place, "")), None);
                break;
            }
        }
        self.end_paragraph();
        if self.entries.is_empty() {
            self.stacked();
        }
    }

    /// Reads boards with blank lines between them: each second one is the target of the one before.
    fn stacked(&mut self) {
        let paragraphs = paragraphs(self.text);
        let pairs = stacked_boards(self.text, &paragraphs);
        if pairs.is_empty() {
            return;
        }
        (self.text_line, self.text_lines) = (None, 0);
        let lines_in = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
        let mut at = 0;
        for first in pairs {
            for text in &paragraphs[at..first] {
                self.text_lines += lines_in(&self.text[text.clone()]);
                let last =
                    self.text[text.clone()].trim_end().rfind('\n').map_or(text.start, |end| text.start + end + 1);
                self.text_line = Some(last..text.end);
            }
            let name = |from: usize, board: usize| {
                self.text[from..paragraphs[board].start].lines().rev().find_map(tables::name_of_board)
            };
            let from = first
                .checked_sub(1)
                .map_or(0, |above| if at < first { paragraphs[above].start } else { paragraphs[above].end });
            let names = [name(from, first), name(paragraphs[first].end, first + 1)];
            let (is_swapped, note) = tables::is_target_first(names);
            at = first + 2;
            let (first, second) = (paragraphs[first].clone(), paragraphs[first + 1].clone());
            if self.text[first.end..second.start].trim().is_empty() && !is_swapped {
                self.add(first.start, second.end, Pair::stacked(self.text, first.start));
            } else {
                let (source, target) = if is_swapped { (&second, &first) } else { (&first, &second) };
                // Blank lines in place of what is between the boards leave every tile at its place.
                let blank = "\n".repeat(second.start - first.end);
                let written = format!("{}{blank}{}", &self.text[source.clone()], &self.text[target.clone()]);
                self.add_written(first.start..second.end, &written, Pair::stacked(&written, 0), !is_swapped);
            }
            if let (Some(note), Some(last)) = (note, self.entries.last_mut()) {
                add_note(last, note);
            }
        }
        self.text_lines = paragraphs[at..].iter().map(|text| lines_in(&self.text[text.clone()])).sum();
    }

    /// Adds the puzzle of the lines in `place`, which is written in another text; `is_in_place`: with every tile at
    /// its place after the start of `place`.
    fn add_written(&mut self, place: Range<usize>, written: &str, pair: Result<Pair, Fault>, is_in_place: bool) {
        let title = self.text_line.take().map(|line| title(&self.text[line]));
        let skipped = self.text_lines - usize::from(title.is_some());
        self.text_lines = 0;
        let puzzle = pair.and_then(|pair| pair.build(written, title));
        let puzzle = puzzle.map_err(|fault| match fault.diagnostic.place {
            Some(_) if is_in_place => fault.diagnostic.shifted(place.start),
            _ => fault.diagnostic.at(place.clone(), "read as two boards"),
        });
        self.failed = puzzle.is_err();
        self.faults += usize::from(self.failed);
        self.unfinished = false;
        self.at = place.end;
        self.next_line();
        let note = (skipped > 0).then(|| format!("skipped {} before it", counted(skipped, "line")));
        self.push(place, puzzle, note);
    }

    /// Reads the line in `place`, which begins with a keyword of `length` bytes.
    fn keyword(&mut self, keyword: Keyword, length: usize, place: &Range<usize>) {
        let word = place.start..place.start + length;
        let pair = match keyword {
            Keyword::Source => Pair::labelled(self.text, word.end),
            Keyword::Target | Keyword::Locked if self.failed => return self.next_line(),
            Keyword::Target => Pair::target_first(self.text, word),
            Keyword::Locked => Err(Diagnostic::new("locked lines without a puzzle")
                .at(word, "no target before this")
                .help("write locked: and the lines right after the target")
                .into()),
        };
        self.add(place.start, place.end, pair);
    }

    /// The field of a line of a saved game of Sixteen, and where its value begins.
    fn saved_field(&self, line: &str) -> Option<(Field, usize)> {
        sixteen::field(line).filter(|(field, _)| self.is_saved_game || *field == Field::Begin)
    }

    /// Reads a line of a saved game.
    fn saved(&mut self, field: Field, place: Range<usize>) {
        let value = self.text[place.clone()].to_owned();
        match field {
            Field::Begin => (self.is_saved_game, self.saved_size) = (true, None),
            Field::Game if value != "Sixteen" => {
                let error = Diagnostic::new(format!("a saved game of {value}, which has other rules"))
                    .at(place.clone(), "another game")
                    .help("of Simon Tatham's puzzles lurd reads Sixteen");
                self.is_saved_game = false;
                self.add(place.start, place.end, Err(error.into()));
                return;
            }
            Field::Parameters => self.saved_size = sixteen::parameters(&value),
            Field::Tiles => {
                if let Some(size) = self.saved_size.take() {
                    let pair = Pair::sixteen(self.text, &place, &size);
                    self.add(place.start, place.end, pair);
                    return;
                }
            }
            Field::Move => {
                if let Some(PuzzleEntry { metadata, puzzle: Ok(_), .. }) = self.entries.last_mut() {
                    match metadata.games.last_mut() {
                        Some(game) => game.steps = format!("{}, {value}", game.steps),
                        None => metadata.games.push(SavedGame {
                            title: Some("Snapshot".to_owned()),
                            steps: value,
                            notes: String::new(),
                        }),
                    }
                    metadata.end = place.end;
                }
            }
            Field::Game | Field::Other => {}
        }
        self.next_line();
    }

    /// Adds the game of a comment to the puzzle before it, or another comment to the puzzle that it is below or above.
    fn keep_comment(&mut self, place: &Range<usize>) {
        let line = &self.text[place.clone()];
        let comment = line.trim_start_matches(';').trim();
        // After other lines it belongs to the next puzzle.
        let is_apart = self.text_lines > 0 || !self.paragraph.is_empty();
        let last = self.entries.last_mut().filter(|last| last.puzzle.is_ok() && !is_apart);
        match (last, read_game(line)) {
            (Some(last), Some(game)) => {
                last.metadata.games.push(game);
                last.metadata.end = place.end;
            }
            _ if comment.is_empty() || comment.starts_with(FLAGS) => {}
            (Some(last), None) if self.is_below_puzzle => {
                add_line(&mut last.metadata.notes, comment);
                last.metadata.end = place.end;
            }
            _ => self.comments.push(comment.to_owned()),
        }
    }

    /// Whether the line directly above the one at `at` has an arrow.
    fn follows_arrow(&self) -> bool {
        let above = self.text[..self.at].strip_suffix('\n').unwrap_or("");
        above.lines().next_back().is_some_and(|line| find_arrow(line).is_some())
    }

    /// Whether the line before can be a row.
    fn is_after_row(&self) -> bool {
        self.paragraph.last().is_some_and(|line| row_width(&self.text[line.clone()]).is_some())
    }

    fn end_paragraph(&mut self) {
        self.text_lines += self.paragraph.len();
        // Rows may be left over from the puzzle that could not be read.
        let remains = |line: &Range<usize>| self.failed && row_width(&self.text[line.clone()]).is_some();
        if let Some(last) = self.paragraph.iter().rfind(|line| !remains(line)) {
            self.text_line = Some(last.clone());
        }
        self.paragraph.clear();
    }

    /// The start of the source whose last row is on the line at `start`: the lines directly before it that
    /// look like rows are its other rows, if it has none on this line or they end with a slash.
    fn first_row(&mut self, start: usize) -> usize {
        let line = self.text[start..].lines().next().unwrap_or("");
        let before_arrow = find_arrow(line).map_or("", |arrow| &line[..arrow.start]);
        let is_whole = before_arrow.contains(['/', '|', '[']);
        let mut first = start;
        while let Some(place) = self.paragraph.last() {
            let line = &self.text[place.clone()];
            let slashed = line.ends_with('/');
            let is_row = line.split('/').all(|row| row.is_empty() || row_width(row).is_some());
            if !is_row || (is_whole && !slashed) {
                break;
            }
            first = place.start;
            self.paragraph.pop();
        }
        first
    }

    /// Adds the puzzle (or fault) of the lines from `start`, and continues after them. `line_end`: the end of
    /// the last line known to belong to them.
    fn add(&mut self, start: usize, line_end: usize, pair: Result<Pair, Fault>) {
        let title = self.text_line.take().map(|line| title(&self.text[line]));
        let skipped = self.text_lines - usize::from(title.is_some());
        self.text_lines = 0;
        let note = (skipped > 0 && !self.failed)
            .then(|| format!("skipped {} before it that {} no puzzle", counted(skipped, "line"), verb(skipped)));
        let mut one_row = None;
        let (end, puzzle) = match pair {
            Ok(pair) => {
                one_row = pair.row_that_cannot_be_turned();
                (pair.end, pair.build(self.text, title))
            }
            Err(fault) => {
                let place = fault.diagnostic.place.clone().unwrap_or(0..0);
                // In place of the target there may be the next source.
                let is_next = place.start > start && keyword(&self.text[place.start..]).is_some();
                (if is_next { place.start } else { place.end.max(line_end) }, Err(fault))
            }
        };
        self.failed = puzzle.is_err();
        self.faults += usize::from(self.failed);
        self.unfinished = matches!(&puzzle, Err(fault) if fault.unfinished);
        self.at = end;
        if self.failed && !matches!(keyword(&self.text[end..]), Some((Keyword::Source, _))) {
            self.next_line();
        }
        let note = note.or_else(|| {
            let tiles = one_row.filter(|_| puzzle.is_ok())?;
            Some(format!("read as a board of one row with {tiles} tiles; '/' or a line break ends a row"))
        });
        let is_read = puzzle.is_ok();
        self.push(start..end, puzzle.map_err(|fault| fault.diagnostic), note);
        if let Some(last) = self.entries.last_mut().filter(|_| is_read) {
            keep_comments_inside(&self.text[start..end], &mut last.metadata);
        }
    }

    fn push(&mut self, place: Range<usize>, puzzle: Result<ShifterPuzzle, Diagnostic>, note: Option<String>) {
        let flags = flags(&self.text[self.last_end..place.end]);
        self.last_end = place.end;
        let puzzle = puzzle.map(|puzzle| Box::new(puzzle) as _);
        let notes = std::mem::take(&mut self.comments).join("\n");
        let header = std::mem::take(&mut self.header);
        let metadata = Metadata { header, end: place.end, notes, ..Metadata::default() };
        self.is_below_puzzle = true;
        self.entries.push(PuzzleEntry { puzzle, place, flags, note, metadata });
    }

    /// The puzzles, or why there is none.
    fn finish(mut self) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        if let (true, Some(last)) = (self.is_too_long, self.entries.last()) {
            return Err(Diagnostic::new("too many puzzles in one text")
                .at(last.place.clone(), "from here on")
                .help(format!("split the file: at most {MAX_PUZZLES} puzzles are supported")));
        }
        if let Some(last) = self.entries.last_mut() {
            for comment in &self.comments {
                add_line(&mut last.metadata.notes, comment);
            }
            let is_told = last.note.as_ref().is_some_and(|note| note.starts_with("skipped"));
            if self.text_lines > 0 && !self.failed && !is_told {
                let lines = counted(self.text_lines, "line");
                add_note(last, &format!("skipped {lines} after it that {} no puzzle", verb(self.text_lines)));
            }
            return Ok(self.entries);
        }
        let help = "write SOURCE -> TARGET, for instance 1221/3443/3443/2442 -> 4342/3124/4243/2431";
        let Some(line) = self.text_line else {
            return Err(Diagnostic::new("no puzzle: the text is empty").help(help));
        };
        if is_bare_board(self.text) {
            let text = self.text.trim();
            let start = self.text.find(text).unwrap_or(0);
            let halves = halves(text)
                .map(|rows| format!("if the last {rows} rows are the target, put an empty line before them"));
            return Err(Diagnostic::new("the target is missing")
                .at(start..start + text.len(), "the source")
                .help(halves.or_else(|| example(text)).unwrap_or_else(|| help.to_owned())));
        }
        Err(Diagnostic::new("not a shifter: neither '->' nor 'source:'").at(line, "not a puzzle").help(help))
    }
}

/// Half the number of rows of a board, if both halves are boards with the same tiles.
fn halves(text: &str) -> Option<usize> {
    let rows = scan::board(text, 0, scan::Role::Source).ok()?.rows;
    let half = rows.len() / 2;
    let (above, below) = rows.split_at(half);
    (half > 1 && above.len() == below.len() && sorted_tiles(above) == sorted_tiles(below)).then_some(half)
}

/// A form of a puzzle with the board `text` as its source: the target is one shift away.
fn example(text: &str) -> Option<String> {
    /// The longest board that is repeated, in bytes.
    const MAX_SHOWN: usize = 100;
    let board = scan::board(text, 0, scan::Role::Source).ok().filter(|_| text.len() <= MAX_SHOWN)?;
    let mut rows: Vec<Vec<String>> = board.rows.into_iter().map(|row| row.tiles).collect();
    let between = if rows.iter().flatten().all(|tile| tile.chars().count() == 1) { "" } else { "," };
    let written = |rows: &[Vec<String>]| rows.iter().map(|row| row.join(between)).collect::<Vec<_>>().join("/");
    let source = written(&rows);
    let is_mixed = |row: &&mut Vec<String>| row.iter().any(|tile| *tile != row[0]);
    rows.iter_mut().find(is_mixed)?.rotate_left(1);
    Some(format!("write the target after it, for instance {source} -> {}", written(&rows)))
}

/// Adds a note to those on a puzzle that could be read.
fn add_note(entry: &mut PuzzleEntry, note: &str) {
    if entry.puzzle.is_ok() {
        entry.note = Some(entry.note.take().map_or_else(|| note.to_owned(), |other| format!("{other}; {note}")));
    }
}

fn verb(count: usize) -> &'static str {
    if count == 1 { "begins" } else { "begin" }
}

/// Keeps the comments between and behind the rows of a puzzle as notes on it, and the games among them.
fn keep_comments_inside(text: &str, metadata: &mut Metadata) {
    for line in text.lines() {
        let Some(comment) = line.find(';').map(|at| line[at..].trim_end()) else { continue };
        let note = comment.trim_start_matches(';').trim();
        match read_game(comment) {
            Some(game) => metadata.games.push(game),
            None if note.is_empty() || note.starts_with(FLAGS) => {}
            None => add_line(&mut metadata.notes, note),
        }
    }
}

/// What flags begin with.
const FLAGS: &str = "lurd:";

/// Adds a line to others.
fn add_line(lines: &mut String, line: &str) {
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines.push_str(line);
}

/// Notes on a puzzle or a file, as comments. A line that would be read as flags or a game is written after the word `note`.
pub(crate) fn write_notes(notes: &str) -> String {
    let written = |line: &str| {
        let comment = format!("; {line}");
        let is_other = line.starts_with(FLAGS) || read_game(&comment).is_some();
        if is_other { format!("; note: {line}\n") } else { format!("{comment}\n") }
    };
    notes.lines().map(str::trim).filter(|line| !line.is_empty()).map(written).collect()
}

/// The flags of all `; lurd:` lines.
fn flags(text: &str) -> String {
    let flags = |line: &str| {
        let comment = line.trim().strip_prefix(';')?.trim_start();
        Some(comment.strip_prefix(FLAGS)?.trim().to_owned())
    };
    text.lines().filter_map(flags).filter(|flags| !flags.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A title line without `====` around it.
fn title(line: &str) -> String {
    let bare = line.trim_matches(|c: char| c == '=' || c.is_whitespace());
    // Written alone on a line it must be read as a title again, as `A=>=` is and `A=>` is not.
    let is_title = bare.starts_with(char::is_alphanumeric)
        && keyword(bare).is_none()
        && find_arrow(bare).is_none()
        && sixteen::size(bare).is_none()
        && sixteen::seed(bare).is_none()
        && sixteen::field(bare).is_none();
    if is_title { bare } else { line }.to_owned()
}

// Games saved with a puzzle, as comments after it: `; solution: left 0, up 3`, or `; snapshot: ..` for
// steps that do not lead to a solution yet; `; solution (played): ..` if the player found it.

/// The keywords, and the titles of such games.
const WORDS: [(&str, &str); 2] = [("solution", "Solution"), ("snapshot", "Snapshot")];

/// Reads the game of a comment.
pub(super) fn read_game(line: &str) -> Option<SavedGame> {
    let (word, steps) = line.strip_prefix(';')?.split_once(':')?;
    let (word, mark) = word.split_once('(').map_or((word, None), |(word, mark)| (word, Some(mark)));
    let (_, title) = WORDS.into_iter().find(|(known, _)| word.trim().eq_ignore_ascii_case(known))?;
    let mark = match mark {
        Some(mark) => format!(" ({})", mark.trim_end().strip_suffix(')')?),
        None => String::new(),
    };
    let steps = steps.trim().to_owned();
    (!steps.is_empty()).then(|| SavedGame { title: Some(format!("{title}{mark}")), steps, notes: String::new() })
}

/// Writes a game as a comment line.
pub(crate) fn write(game: &SavedGame) -> String {
    let title = game.title.as_deref().unwrap_or_default();
    let known = WORDS.into_iter().find(|(word, _)| title.to_ascii_lowercase().starts_with(word));
    let mark = title.find(" (").filter(|_| title.ends_with(')')).map_or("", |at| &title[at..]);
    // A colon would end the word before the steps.
    let mark = if mark.contains([':', '\n']) { "" } else { mark };
    format!("; {}{mark}: {}\n", known.unwrap_or(WORDS[0]).0, game.steps)
}

/// Inserts a game after the line that ends at byte `end`, the last one about its puzzle.
pub(crate) fn add(text: &str, end: usize, game: &SavedGame) -> String {
    let at = text[end..].find('\n').map_or(text.len(), |line| end + line + 1);
    let (before, after) = text.split_at(at);
    let is_open = !before.is_empty() && !before.ends_with('\n');
    format!("{before}{}{}{after}", if is_open { "\n" } else { "" }, write(game))
}

// Whether a text is a shifter.

/// Whether `text` looks like a shifter, perhaps without what copying has added.
pub(crate) fn confidence(text: &str) -> Confidence {
    let plain = plain_confidence(text);
    if plain > Confidence::No {
        return plain;
    }
    let quality = |confidence| Quality { puzzles: usize::from(confidence > Confidence::No), faults: 1 };
    let read = |text: &str| {
        let confidence = plain_confidence(text);
        (confidence, quality(confidence))
    };
    let cleaned = noise::clean(text, &|_| None, (&plain, quality(plain)), read, |_, _| true);
    let confidence = cleaned.map_or(plain, |(_, confidence)| confidence.min(Confidence::Maybe));
    match confidence {
        Confidence::No if tables::two_boards(text).is_some() || without_labels(text).is_some() => Confidence::Maybe,
        Confidence::No if mistakes::of_two_boards(text).is_some() => Confidence::Faulty,
        _ => confidence,
    }
}

fn plain_confidence(text: &str) -> Confidence {
    let mut confidence = Confidence::No;
    for line in text.lines().map(str::trim) {
        let is_sixteen = || sixteen::size(line).is_some() || sixteen::seed(line).is_some();
        if keyword(line).is_some() || is_sixteen() || line.starts_with("SAVEFILE:") {
            return Confidence::Sure;
        }
        if let Some(arrow) = find_arrow(line) {
            let is_usual = &line[arrow.clone()] == "->" && line[..arrow.start].chars().all(is_board);
            if is_usual || are_boards_around(line)(&arrow) {
                return Confidence::Sure;
            }
            confidence = Confidence::Maybe;
        }
    }
    let is_other = || is_boards(text) || sizes::without(text).is_some();
    if confidence == Confidence::No && is_other() { Confidence::Maybe } else { confidence }
}

fn is_board(c: char) -> bool {
    is_tile(c) || c.is_whitespace() || matches!(c, ',' | '/' | '|' | '[' | ']')
}

/// Whether `text` is a board of at least two rows and nothing else.
pub(super) fn is_bare_board(text: &str) -> bool {
    let text = text.trim();
    // Two words of a sentence can be equally long.
    let is_sentence = !text.contains(['/', '\n']) && text.contains(char::is_lowercase);
    bare_shape(text).is_some_and(|(rows, width)| rows > 1 && width > 1 && (rows == width || !is_sentence))
}

/// Whether `text` is such boards with blank lines between them, or has two of the same shape, one after the other.
fn is_boards(text: &str) -> bool {
    let lines: Vec<_> = text.trim().lines().map(str::trim).collect();
    let is_between = |line: &&str| line.is_empty() || line.eq_ignore_ascii_case("to");
    let mut boards = lines.split(is_between).filter(|board| !board.is_empty()).peekable();
    (boards.peek().is_some() && boards.all(|board| is_bare_board(&board.join("\n"))))
        || !stacked_boards(text, &paragraphs(text)).is_empty()
}

/// The places of the parts of a text between blank lines, lines without letters and digits, such as `---`, and words with a
/// colon, such as `Start:`.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let is_word = |line: &str| {
        line.trim().strip_suffix(':').is_some_and(|word| word.len() < 20 && word.chars().all(char::is_alphabetic))
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut after_blank) = (0, true);
    for line in text.split_inclusive('\n') {
        let place = at..at + line.trim_end().len();
        at += line.len();
        match found.last_mut() {
            _ if !line.contains(is_tile) || is_word(line) => after_blank = true,
            Some(last) if !after_blank => last.end = place.end,
            _ => {
                after_blank = false;
                found.push(place);
            }
        }
    }
    found
}

/// The indices of the paragraphs that are boards and followed by another of the same shape. Beside other text, boards have
/// neither words nor letters in lower case.
fn stacked_boards(text: &str, paragraphs: &[Range<usize>]) -> Vec<usize> {
    let shape = |place: &Range<usize>| bare_shape(&text[place.clone()]).filter(|shape| shape.0 > 1 && shape.1 > 1);
    let shapes: Vec<_> = paragraphs.iter().map(shape).collect();
    if shapes.iter().all(Option::is_some) {
        let are_pairs = shapes.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]);
        return (0..paragraphs.len()).step_by(2).filter(|_| are_pairs).collect();
    }
    let is_plain = |at: usize| !text[paragraphs[at].clone()].contains(char::is_lowercase);
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < shapes.len() {
        let is_pair = shapes[at].is_some() && shapes[at] == shapes[at + 1] && is_plain(at) && is_plain(at + 1);
        if is_pair {
            found.push(at);
        }
        at += if is_pair { 2 } else { 1 };
    }
    found
}

/// The source on the left and the target on the right, as they are copied from a picture or a table: each line has a row
/// of both, with an arrow or a wide gap between them.
struct Beside {
    /// The puzzle in one line.
    written: String,
    /// The bytes of its lines.
    length: usize,
}

impl Beside {
    /// The boards that begin `text`: at least two lines, of which some have an arrow and some have none, or which together
    /// are a puzzle and one by one are none. `follows_arrow`: the line above has an arrow, too.
    fn at(text: &str, follows_arrow: bool) -> Option<Self> {
        let (mut left, mut right): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        let (mut arrows, mut length, mut at) = (0, 0, 0);
        for line in text.split_inclusive('\n').take(MAX_SIDE + 1) {
            let trimmed = line.trim();
            if trimmed.is_empty() {
                break;
            }
            let arrow = find_arrow(trimmed);
            arrows += usize::from(arrow.is_some());
            let gap = arrow.or_else(|| widest_gap(trimmed))?;
            let rows = [&trimmed[..gap.start], &trimmed[gap.end..]].map(str::trim);
            let width = |row: &str| row_width(row).filter(|width| *width > 1);
            let is_row = width(rows[0]).is_some() && width(rows[0]) == width(rows[1]);
            if !is_row || left.first().is_some_and(|first| width(first) != width(rows[0])) {
                return None;
            }
            left.push(rows[0]);
            right.push(rows[1]);
            length = at + line.trim_end().len();
            at += line.len();
        }
        let is_board = left.len() > 1 && left.len() <= MAX_SIDE;
        let is_side_by_side = match arrows {
            0 => false,
            all if all == left.len() => is_board && !follows_arrow && are_rows_of_one_board(&left, &right),
            _ => true,
        };
        let is_table = is_board && is_side_by_side;
        is_table.then(|| Self { written: format!("{} -> {}", left.join("/"), right.join("/")), length })
    }
}

/// Whether lines `ROW -> ROW` are those of one board: both sides have the same tiles, and a line by itself has not or could
/// not be solved by turning it; or there are as many lines as tiles in each.
fn are_rows_of_one_board(left: &[&str], right: &[&str]) -> bool {
    let board = |rows: &[&str]| scan::board(&rows.join("\n"), 0, scan::Role::Source).ok();
    let (Some(source), Some(target)) = (board(left), board(right)) else { return false };
    let has_any = target.tiles().any(|tile| tile == scan::ANY);
    let is_square = left.len() > 2 && source.rows.iter().all(|row| row.tiles.len() == left.len());
    let mut rows = source.rows.iter().zip(&target.rows);
    let mut is_one = || is_square || rows.any(|(row, wanted)| !scan::is_turned(&row.tiles, &wanted.tiles));
    !has_any && sorted_tiles(&source.rows) == sorted_tiles(&target.rows) && is_one()
}

/// The most rows of boards side by side.
const MAX_SIDE: usize = 32;

#[cfg(test)]
mod games_tests {
    use super::*;

    #[test]
    fn comments_between_rows_are_notes() {
        let text = "; above\nsource: ; one\n1221\n; two\n3443 ; three\ntarget:\n2112\n; lurd: --for grouped\n3443\n; below\n\n\
                    12/34 -> 21/34 ; solution: left 0\n";
        let entries = read(text).expect("two puzzles");
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].metadata.notes, "above\none\ntwo\nthree\nbelow");
        assert_eq!(entries[0].flags, "--for grouped");
        let games =
            |entry: &PuzzleEntry| entry.metadata.games.iter().map(|game| game.steps.clone()).collect::<Vec<_>>();
        assert_eq!((games(&entries[0]), games(&entries[1])), (vec![], vec!["left 0".to_owned()]));
    }

    #[test]
    fn a_mark_after_the_word_stays() {
        for line in ["; solution: left 0", "; solution (played): left 0, up 3", "; snapshot: up 1"] {
            let game = read_game(line).expect("a game");
            assert_eq!(write(&game), format!("{line}\n"), "{game:?}");
        }
        assert_eq!(
            read_game("; solution (played): left 0").and_then(|game| game.title).as_deref(),
            Some("Solution (played)")
        );
        assert_eq!(read_game("; solution (: left 0"), None);
        assert_eq!(read_game("; my solution (played): left 0"), None);
    }
}
