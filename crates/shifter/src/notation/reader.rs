//! The puzzles of a text, with their titles, notes and games; whether a text is a shifter; whether it is complete.

use std::{ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::{self, Quality};
use lurd_puzzle::puzzle::{Confidence, Metadata, PuzzleEntry, SavedGame};

use super::games::{self, add_line, note};
use super::labels::{self, Meaning};
use super::lines::{self, Kind, Piece};
use super::pairs::{Found, HELP, Pairs};
use super::programs;
use super::sixteen::{self, Size};
use super::tokens::{counted, place_of};

/// The maximum number of puzzles in a text.
const MAX_PUZZLES: usize = 100_000;

/// The title of a game that is saved before its end.
const SNAPSHOT: &str = "Snapshot";

/// Reads the puzzles of a text.
pub(crate) fn read(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    Reading::of(text).cleaned(text).entries
}

/// Whether `text` looks like a shifter, perhaps without what copying has added.
pub(crate) fn confidence(text: &str) -> Confidence {
    let plain = Reading::of(text);
    match plain.confidence {
        confidence @ (Confidence::No | Confidence::Faulty) => {
            plain.cleaned(text).confidence.clamp(confidence, Confidence::Maybe)
        }
        confidence => confidence,
    }
}

/// Whether more text could complete the last puzzle of `text`. Two blank lines at the end say that no more will come.
pub(crate) fn wants_more(text: &str) -> bool {
    let mut last = text.rsplit('\n').map(str::trim);
    let is_ended = last.next() == Some("") && last.next() == Some("") && last.next().is_some();
    let mut reader = Reader::new(text);
    reader.run();
    reader.unfinished && !is_ended
}

/// What one pass over a text has found.
struct Reading {
    entries: Result<Vec<PuzzleEntry>, Diagnostic>,
    confidence: Confidence,
}

impl Reading {
    fn of(text: &str) -> Self {
        let mut reader = Reader::new(text);
        reader.run();
        reader.finish()
    }

    fn quality(&self) -> Quality {
        let Ok(entries) = &self.entries else { return Quality::NONE };
        let puzzles = entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
        Quality { puzzles, faults: entries.len() - puzzles }
    }

    /// Whether all puzzles of this reading are among those of another, in order.
    fn is_kept_by(&self, other: &Self) -> bool {
        let (Ok(old), Ok(new)) = (&self.entries, &other.entries) else { return self.entries.is_err() };
        let texts = |entries: &[PuzzleEntry]| -> Vec<String> {
            entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok()).map(|puzzle| puzzle.text()).collect()
        };
        let new = texts(new);
        let mut rest = new.iter();
        texts(old).iter().all(|puzzle| rest.any(|other| other == puzzle))
    }

    /// The reading of the text without what copying has added, if that is better.
    fn cleaned(self, text: &str) -> Self {
        let found = self.without_noise(text);
        match programs::without_declarations(text).filter(|_| !found.quality().is_perfect()) {
            Some(plain) => {
                let mut reading = Self::of(&plain.text).without_noise(&plain.text);
                if !reading.quality().is_better_than(found.quality()) {
                    return found;
                }
                reading.map_back(|place| plain.map.origin(place));
                reading
            }
            None => found,
        }
    }

    fn without_noise(self, text: &str) -> Self {
        let read = |text: &str| {
            let reading = Self::of(text);
            let quality = reading.quality();
            (reading, quality)
        };
        let found = noise::clean(text, &row_in, (&self, self.quality()), read, Self::is_kept_by);
        let Some((cleaned, mut reading)) = found else { return self };
        let note = cleaned.notes.join("; ");
        reading.map_back(|place| cleaned.origin(place));
        reading.entries.iter_mut().flatten().for_each(|entry| add_note(&mut entry.note, &note, true));
        reading
    }

    /// Moves all places of a changed text to the original.
    fn map_back(&mut self, origin: impl Fn(Range<usize>) -> Range<usize>) {
        let map = |error: &mut Diagnostic| error.place = error.place.take().map(&origin);
        self.entries.as_mut().err().map(map);
        for entry in self.entries.iter_mut().flatten() {
            entry.place = origin(entry.place.clone());
            let end = entry.metadata.end;
            if end > 0 {
                Arc::make_mut(&mut entry.metadata).end = origin(end - 1..end).end;
            }
            if let Err(error) = &mut entry.puzzle {
                map(error);
            }
        }
    }
}

/// The place of a row in a line: tiles of one character or numbers between blanks and commas, or a word of digits or capitals.
fn row_in(line: &str) -> Option<Range<usize>> {
    let is_row = |part: &&str| {
        let mut words = part.split([' ', ',', '/', '\t']).filter(|word| !word.is_empty()).peekable();
        let is_packed =
            |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_digit() || it.is_ascii_uppercase());
        let is_tile =
            |word: &str| word.chars().count() == 1 || (word.len() < 4 && word.bytes().all(|it| it.is_ascii_digit()));
        let (count, first) = (words.clone().count(), words.peek().copied().unwrap_or_default());
        (count > 1 && words.clone().all(is_tile)) || (count > 0 && first.len() > 1 && words.all(is_packed))
    };
    let parts = line.split(|letter: char| !letter.is_alphanumeric() && !" ,/\t?".contains(letter));
    let row = parts.map(|part| part.trim_matches([' ', ',', '/', '\t'])).filter(is_row).max_by_key(|row| row.len())?;
    Some(place_of(line, row))
}

/// A pass over the pieces of a text, and what it has found.
#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    pairs: Pairs<'t>,
    at: usize,
    entries: Vec<PuzzleEntry>,
    /// That of the surest puzzle.
    confidence: Option<Confidence>,
    /// Whether the last puzzle could not be read, so that the following lines may belong to it.
    failed: bool,
    /// Whether the last puzzle ended too early.
    unfinished: bool,
    /// Where the last puzzle ended.
    last_end: usize,
    /// The last line of other text since the last puzzle, and the number of such lines.
    text_line: Option<Range<usize>>,
    text_lines: usize,
    /// Comments that belong to the next puzzle, and whether one here belongs to the puzzle before it.
    comments: Vec<String>,
    is_below_puzzle: bool,
    /// The comments above all puzzles, with a blank line below them.
    header: String,
    /// The size of the board in a saved game of Sixteen, once it is known.
    saved_size: Option<Size>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, pairs: Pairs::of(text), ..Self::default() }
    }

    fn run(&mut self) {
        while let Some(Piece { kind, place, line }) = self.pairs.pieces.get(self.at).cloned() {
            self.at += 1;
            match kind {
                Kind::Blank => {
                    self.is_below_puzzle = false;
                    if self.entries.is_empty() {
                        self.comments.drain(..).for_each(|comment| add_line(&mut self.header, &comment));
                    }
                }
                Kind::Comment => self.keep_comment(&place),
                Kind::Steps if self.text_lines == 0 && self.add_steps(&place, "Solution") => {}
                Kind::Steps | Kind::Text => (self.text_lines, self.text_line) = (self.text_lines + 1, Some(line)),
                Kind::Name(name) if self.failed && name.is_keyword && !name.is_source => {}
                Kind::Locked if self.failed => {}
                Kind::Divider | Kind::Frame => {}
                Kind::Locked => {
                    let length = labels::behind(Meaning::Locked, &self.text[place.clone()]).unwrap_or(0);
                    let error = Diagnostic::new("locked lines without a puzzle")
                        .at(place.start..place.start + length, "no target before this")
                        .help("write locked: and the lines right after the target");
                    self.add(Found::of(Err(error), place, self.at));
                }
                Kind::Id(size) => self.add_sixteen(&place, size),
                Kind::Saved => self.saved(line),
                Kind::Name(_) | Kind::Size | Kind::Arrow { .. } | Kind::Rows(_) | Kind::Fault(..) => {
                    self.boards(self.at - 1);
                }
            }
            if self.entries.len() > MAX_PUZZLES {
                return;
            }
        }
    }

    /// Reads the boards from a piece on, or takes their lines for other text.
    fn boards(&mut self, at: usize) {
        let title = self.title();
        let found = self.pairs.step(at, title);
        let pieces = &self.pairs.pieces;
        // The rest of the line belongs to what cannot be read; a puzzle may begin there.
        let is_source = |piece: &Piece| matches!(piece.kind, Kind::Name(name) if name.is_keyword && name.is_source);
        let mut next = found.as_ref().map_or_else(|next| *next, |found| found.next).max(at + 1);
        let last = pieces[next - 1].line.clone();
        let is_puzzle = found.as_ref().is_ok_and(|found| found.puzzle.is_ok());
        while pieces.get(next).is_some_and(|piece| !is_puzzle && piece.line.start == last.start && !is_source(piece)) {
            next += 1;
        }
        self.at = next;
        let is_begun = pieces.get(next).is_some_and(|piece| piece.line.start == last.start);
        let inside = &pieces[at..next];
        if let Ok(found) = found {
            let comments = inside.iter().filter(|piece| is_puzzle && matches!(piece.kind, Kind::Comment));
            self.comments.extend(comments.filter_map(|piece| note(&self.text[piece.place.clone()])));
            return self.add(found);
        }
        let is_line = |piece: &&Piece| !matches!(piece.kind, Kind::Blank | Kind::Divider | Kind::Frame);
        let mut lines: Vec<_> = inside.iter().filter(is_line).map(|piece| piece.line.start).collect();
        lines.dedup();
        self.text_lines += lines.len();
        // Rows may be left over from the puzzle that could not be read, and a puzzle may begin behind these.
        if !self.failed && !is_begun {
            self.text_line = Some(last);
        }
    }

    /// The title of a puzzle here: a line without `====` around it.
    fn title(&self) -> Option<String> {
        let line = &self.text[self.text_line.clone()?];
        let is_label = |label: &str| ["name", "title"].iter().any(|known| known.eq_ignore_ascii_case(label.trim()));
        let line = line.split_once(':').filter(|(label, _)| is_label(label)).map_or(line, |(_, title)| title.trim());
        let bare = line.trim_matches(|c: char| c == '=' || c.is_whitespace());
        // Written alone on a line it must be read as a title again, as `A=>=` is and `A=>` is not.
        let is_title = bare.starts_with(char::is_alphanumeric)
            && lines::pieces(bare).iter().all(|piece| matches!(piece.kind, Kind::Text | Kind::Rows(_)));
        Some(if is_title { bare } else { line }.to_owned())
    }

    /// Adds a comment to the puzzle that it is below or above, or the game in it to the one before it.
    fn keep_comment(&mut self, place: &Range<usize>) {
        let comment = &self.text[place.clone()];
        let last = self.entries.last_mut().filter(|last| last.puzzle.is_ok() && self.text_lines == 0);
        match (last, games::game(comment), note(comment)) {
            (Some(last), Some(game), _) => {
                let metadata = Arc::make_mut(&mut last.metadata);
                metadata.games.push(game);
                metadata.end = place.end;
            }
            (Some(last), None, Some(note)) if self.is_below_puzzle => {
                let metadata = Arc::make_mut(&mut last.metadata);
                add_line(&mut metadata.notes, &note);
                metadata.end = place.end;
            }
            (.., note) => self.comments.extend(note),
        }
    }

    /// Adds steps to the last puzzle, as a game.
    fn add_steps(&mut self, place: &Range<usize>, title: &str) -> bool {
        let steps = self.text[place.clone()].trim().to_owned();
        let Some(PuzzleEntry { metadata, puzzle: Ok(_), .. }) = self.entries.last_mut() else { return false };
        let metadata = Arc::make_mut(metadata);
        match metadata.games.last_mut().filter(|game| title == SNAPSHOT && game.title.as_deref() == Some(title)) {
            Some(game) => game.steps = format!("{}, {steps}", game.steps),
            None => metadata.games.push(SavedGame { title: Some(title.to_owned()), steps, notes: String::new() }),
        }
        metadata.end = place.end;
        true
    }

    fn add_sixteen(&mut self, place: &Range<usize>, size: Size) {
        let found = self.pairs.sixteen(self.at, place.clone(), &size, self.title());
        self.at = found.next;
        self.add(found);
    }

    /// Reads a line of a saved game of Sixteen.
    fn saved(&mut self, line: Range<usize>) {
        let Some((key, value)) = sixteen::field(&self.text[line.clone()]) else { return };
        let place = place_of(self.text, value);
        match key {
            "SAVEFILE" => self.failed = false,
            "GAME" if value != "Sixteen" => {
                let error = Diagnostic::new(format!("a saved game of {value}, which has other rules"))
                    .at(place, "another game")
                    .help("of Simon Tatham's puzzles lurd reads Sixteen");
                self.add(Found::of(Err(error), line, self.at));
            }
            "PARAMS" if !self.failed => self.saved_size = Size::of_saved_game(value),
            "DESC" => _ = self.saved_size.take().map(|size| self.add_sixteen(&place, size)),
            "MOVE" => _ = self.add_steps(&place, SNAPSHOT),
            _ => {}
        }
    }

    fn add(&mut self, found: Found) {
        let skipped = self.text_lines - usize::from(self.text_line.take().is_some());
        let mut note = Some(found.notes.join("; ")).filter(|note| !note.is_empty());
        if skipped > 0 && !self.failed {
            add_note(&mut note, &self::skipped(skipped, "before"), true);
        }
        self.text_lines = 0;
        self.confidence = self.confidence.max(Some(found.confidence));
        (self.failed, self.unfinished) = (found.puzzle.is_err(), found.is_unfinished);
        let flags = games::flags(self.text.get(self.last_end..found.place.end).unwrap_or_default());
        (self.last_end, self.is_below_puzzle) = (found.place.end, true);
        let metadata = Metadata {
            header: std::mem::take(&mut self.header),
            notes: std::mem::take(&mut self.comments).join("\n"),
            ..Metadata::default()
        };
        let puzzle = found.puzzle.map(|puzzle| Box::new(puzzle) as _).map_err(Box::new);
        self.entries.push(PuzzleEntry { puzzle, place: found.place, flags, note, metadata: metadata.shared() });
    }

    /// The puzzles, or why there is none.
    fn finish(mut self) -> Reading {
        if self.entries.is_empty()
            && let Some(found) = self.pairs.alone()
        {
            // The rows are among the lines that were taken for other text.
            (self.text_line, self.text_lines) = (None, 0);
            self.add(found);
        }
        let confidence = self.confidence.unwrap_or(Confidence::No);
        if let Some(extra) = self.entries.get(MAX_PUZZLES) {
            let error = Diagnostic::new("too many puzzles in one text")
                .at(extra.place.clone(), "from here on")
                .help(format!("split the file: at most {MAX_PUZZLES} puzzles are supported"));
            return Reading { entries: Err(error), confidence };
        }
        if let Some(last) = self.entries.last_mut() {
            self.comments.iter().for_each(|comment| add_line(&mut Arc::make_mut(&mut last.metadata).notes, comment));
            let is_told = last.note.as_ref().is_some_and(|note| note.starts_with("skipped"));
            if self.text_lines > 0 && !self.failed && !is_told {
                add_note(&mut last.note, &skipped(self.text_lines, "after"), false);
            }
            return Reading { entries: Ok(self.entries), confidence };
        }
        if let Some(error) = self.pairs.no_partner() {
            return Reading { entries: Err(error), confidence: Confidence::Maybe };
        }
        let error = match self.text_line {
            Some(line) => Diagnostic::new("not a shifter: neither '->' nor 'source:'").at(line, "not a puzzle"),
            None => Diagnostic::new("no puzzle: the text is empty"),
        };
        Reading { entries: Err(error.help(HELP)), confidence: Confidence::No }
    }
}

/// The note on lines of other text.
fn skipped(lines: usize, side: &str) -> String {
    let begin = if lines == 1 { "begins" } else { "begin" };
    format!("skipped {} {side} it that {begin} no puzzle", counted(lines, "line"))
}

/// Adds a note before or behind others.
fn add_note(notes: &mut Option<String>, note: &str, is_before: bool) {
    *notes = Some(match notes.take() {
        None => note.to_owned(),
        Some(other) if is_before => format!("{note}; {other}"),
        Some(other) => format!("{other}; {note}"),
    });
}
