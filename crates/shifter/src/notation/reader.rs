//! The puzzles of a text, with their titles, notes and games; whether a text is a shifter; whether it is complete.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::{self, Quality, rewriter::Rewritten};
use lurd_puzzle::puzzle::{Confidence, Metadata, Puzzle, PuzzleEntry, SavedGame};

use super::games::{self, add_line};
use super::labels::{self, Meaning, Name};
use super::lines::{Kind, Piece};
use super::pairs::{Found, Pairs};
use super::sixteen;
use super::tokens::{counted, place_of};

/// The maximum number of puzzles in a text.
const MAX_PUZZLES: usize = 100_000;

/// What one pass over a text has found.
struct Reading {
    entries: Vec<Found>,
    /// Whether that is nothing but the reason why there is no puzzle.
    is_refused: bool,
}

/// Reads the puzzles of a text.
pub(crate) fn read(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    let Reading { mut entries, is_refused } = cleaned(Reader::read(text), text);
    if let Some(extra) = entries.get(MAX_PUZZLES) {
        return Err(Diagnostic::new("too many puzzles in one text")
            .at(extra.place.clone(), "from here on")
            .help(format!("split the file: at most {MAX_PUZZLES} puzzles are supported")));
    }
    if is_refused && let Some(Found { puzzle: Err(error), .. }) = entries.pop() {
        return Err(error);
    }
    let entry = |found: Found| PuzzleEntry {
        puzzle: found.puzzle.map(|puzzle| Box::new(puzzle) as _).map_err(Box::new),
        place: found.place,
        flags: found.flags,
        note: Some(found.notes.join("; ")).filter(|note| !note.is_empty()),
        metadata: found.metadata.shared(),
    };
    Ok(entries.into_iter().map(entry).collect())
}

/// Whether `text` looks like a shifter, perhaps without what copying has added.
pub(crate) fn confidence(text: &str) -> Confidence {
    let reading = Reader::read(text);
    match reading.confidence() {
        plain @ (Confidence::No | Confidence::Faulty) => {
            cleaned(reading, text).confidence().clamp(plain, Confidence::Maybe)
        }
        plain => plain,
    }
}

/// Whether `text` as it is certainly has a shifter.
pub(crate) fn is_sure(text: &str) -> bool {
    Reader::read(text).confidence() == Confidence::Sure
}

/// Whether more text could complete the last puzzle of `text`. Two blank lines at the end say that no more will come.
pub(crate) fn wants_more(text: &str) -> bool {
    let is_ended = text.rsplit('\n').take(2).all(|line| line.trim().is_empty());
    !is_ended && Reader::read(text).entries.last().is_some_and(|last| last.is_unfinished)
}

impl Reading {
    fn confidence(&self) -> Confidence {
        self.entries.iter().map(|found| found.confidence).max().unwrap_or(Confidence::No)
    }

    /// The texts of its puzzles, in order.
    fn puzzles(&self) -> Vec<String> {
        self.entries.iter().filter_map(|found| found.puzzle.as_ref().ok()).map(Puzzle::text).collect()
    }

    fn quality(&self) -> Quality {
        let puzzles = self.entries.iter().filter(|found| found.puzzle.is_ok()).count();
        if self.is_refused { Quality::NONE } else { Quality { puzzles, faults: self.entries.len() - puzzles } }
    }

    /// Whether all puzzles are among those of another reading, in order.
    fn is_kept(&self, new: &Self) -> bool {
        let found = new.puzzles();
        let mut rest = found.iter();
        (self.is_refused || !new.is_refused) && self.puzzles().iter().all(|puzzle| rest.any(|other| other == puzzle))
    }

    /// The reading with all places of a cleaned text moved to the original, and notes on the changes.
    fn map_back(mut self, origin: impl Fn(Range<usize>) -> Range<usize>, notes: &[String]) -> Self {
        for Found { puzzle, place, metadata, notes: told, .. } in &mut self.entries {
            if let Err(error) = puzzle {
                error.place = error.place.take().map(&origin);
            }
            *place = origin(place.clone());
            if metadata.end > 0 {
                metadata.end = origin(metadata.end - 1..metadata.end).end;
            }
            told.splice(0..0, notes.iter().cloned());
        }
        self
    }
}

/// The reading of a text without what copying has added, if that is better.
fn cleaned(plain: Reading, text: &str) -> Reading {
    let read = |text: &str| {
        let reading = Reader::read(text);
        let quality = reading.quality();
        (reading, quality)
    };
    if let Some(Rewritten { text, map, .. }) = sixteen::without_keys(text) {
        return Reader::read(&text).map_back(|place| map.origin(place), &[]);
    }
    let found = noise::clean(text, &row_in, (&plain, plain.quality()), read, Reading::is_kept);
    found.map_or(plain, |(cleaned, reading)| reading.map_back(|place| cleaned.origin(place), &cleaned.notes))
}

/// The place of a row in a line: characters or words of digits and capitals between blanks, commas and slashes.
fn row_in(line: &str) -> Option<Range<usize>> {
    let is_between = |letter: char| " ,/\t".contains(letter);
    let is_word = |word: &str| {
        word.chars().nth(1).is_none() || word.bytes().all(|it| it.is_ascii_digit() || it.is_ascii_uppercase())
    };
    let is_row = |part: &&str| part.chars().nth(1).is_some() && part.split(is_between).all(is_word);
    let parts = line.split(|letter: char| !letter.is_alphanumeric() && !is_between(letter) && letter != '?');
    let row = parts.map(|part| part.trim_matches(is_between)).filter(is_row).max_by_key(|row| row.len())?;
    Some(place_of(line, row))
}

/// A pass over the pieces of a text, and what it has found.
#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    pairs: Pairs<'t>,
    at: usize,
    entries: Vec<Found>,
    /// The lines of other text since the last puzzle, of which the last is the title of the next one.
    lines: Vec<Range<usize>>,
    /// The flags and comments that belong to the next puzzle.
    flags: Vec<&'t str>,
    next: Metadata,
    /// Whether a comment here belongs to the puzzle before it.
    is_below_puzzle: bool,
}

impl Reader<'_> {
    fn read(text: &str) -> Reading {
        let mut reader = Reader { text, pairs: Pairs::of(text), ..Reader::default() };
        while let Some(piece) = reader.pairs.pieces.get(reader.at).cloned()
            && reader.entries.len() <= MAX_PUZZLES
        {
            reader.at += 1;
            reader.piece(piece);
        }
        reader.finish()
    }

    fn piece(&mut self, Piece { kind, place, line }: Piece<'_>) {
        // What follows a mistake may belong to the puzzle that could not be read.
        let is_failed = self.is_failed();
        match kind {
            Kind::Blank => {
                self.is_below_puzzle = false;
                // Comments above all puzzles, with a blank line below them, are about the whole text.
                if self.entries.is_empty() {
                    add_line(&mut self.next.header, &std::mem::take(&mut self.next.notes));
                }
            }
            Kind::Comment => self.comment(&place, false),
            Kind::Steps if self.last().is_some() => {
                self.add_game(games::titled("Solution", self.text[place.clone()].trim()), place.end);
            }
            Kind::Steps | Kind::Text => self.lines.push(line),
            Kind::Name(Name { is_keyword: true, is_source: false }) | Kind::Locked(_) if is_failed => {}
            Kind::Frame => {}
            Kind::Locked(_) => {
                let error = Diagnostic::new("locked lines without a puzzle")
                    .at(place.clone(), "no target before this")
                    .help("write locked: and the lines right after the target");
                self.add(Found::of(Err(error), place, self.at));
            }
            // Boards, and what names them or stands between them.
            _ => self.boards(),
        }
    }

    fn is_failed(&self) -> bool {
        self.entries.last().is_some_and(|last| last.puzzle.is_err())
    }

    /// What belongs to the last puzzle, if that can be read, and no other text is below it.
    fn last(&mut self) -> Option<&mut Metadata> {
        let last = self.entries.last_mut().filter(|last| self.lines.is_empty() && last.puzzle.is_ok())?;
        Some(&mut last.metadata)
    }

    /// Adds a game to the last puzzle.
    fn add_game(&mut self, game: SavedGame, end: usize) {
        if let Some(last) = self.last() {
            last.games.push(game);
            last.end = end;
        }
    }

    /// Reads the boards from a piece on, or takes their lines for other text.
    fn boards(&mut self) {
        let (at, title) = (self.at - 1, self.title());
        let found = self.pairs.step(at, title);
        let pieces = &self.pairs.pieces;
        let is_puzzle = found.as_ref().is_ok_and(|found| found.puzzle.is_ok());
        let mut next = found.as_ref().map_or_else(|next| *next, |found| found.next).max(at + 1);
        // The rest of the line belongs to what cannot be read; a puzzle may begin there.
        let last = pieces[next - 1].line.start;
        let is_rest = |piece: &Piece<'_>| piece.line.start == last && piece.keyword() != Some(true);
        next += pieces[next..].iter().take_while(|piece| !is_puzzle && is_rest(piece)).count();
        self.at = next;
        // Rows may be left over from the puzzle that could not be read.
        let is_text = found.is_err() && !self.is_failed();
        for at in at..next {
            let Piece { kind, place, line } = self.pairs.pieces[at].clone();
            match kind {
                Kind::Comment if is_puzzle => self.comment(&place, true),
                Kind::Blank | Kind::Frame => {}
                _ if is_text && self.lines.last() != Some(&line) => self.lines.push(line),
                _ => {}
            }
        }
        if let Ok(found) = found {
            self.add(found);
        }
    }

    /// The title of a puzzle here: a line, without `====` around words.
    fn title(&self) -> Option<String> {
        let line = &self.text[self.lines.last()?.clone()];
        let line = labels::behind(Meaning::Title, line).map_or(line, |title| line[title..].trim());
        let bare = line.trim_matches(['=', ' ']);
        let are_words = bare.chars().all(|c| c.is_alphanumeric() || c == ' ') && labels::bare_name(bare).is_none();
        Some(if are_words { bare } else { line }.to_owned())
    }

    /// Adds a comment to the puzzle that it is in, below or above, or the game in it to the one before it.
    fn comment(&mut self, place: &Range<usize>, is_inside: bool) {
        let comment = &self.text[place.clone()];
        let (game, note, is_below) = (games::game(comment), games::note(comment), self.is_below_puzzle);
        self.flags.extend(games::flags(comment));
        match (self.last().filter(|_| !is_inside), game, note) {
            (Some(_), Some(game), _) => self.add_game(game, place.end),
            (Some(last), None, note) if is_below && !note.is_empty() => {
                add_line(&mut last.notes, note);
                last.end = place.end;
            }
            (.., note) => add_line(&mut self.next.notes, note),
        }
    }

    fn add(&mut self, mut found: Found) {
        let skipped = self.lines.len().saturating_sub(1);
        if skipped > 0 && !self.is_failed() {
            found.notes.insert(0, self::skipped(skipped, "before"));
        }
        self.lines.clear();
        self.is_below_puzzle = true;
        found.flags = std::mem::take(&mut self.flags).join(" ");
        found.metadata = std::mem::take(&mut self.next);
        self.entries.push(found);
    }

    /// What was found, or why that is nothing.
    fn finish(mut self) -> Reading {
        let is_empty = self.entries.is_empty();
        if is_empty {
            // The rows are among the lines that were taken for other text.
            let line = std::mem::take(&mut self.lines).pop();
            let found = self.pairs.only().unwrap_or_else(|| Found::nothing(line));
            self.add(found);
        }
        let is_failed = self.is_failed();
        if let Some(Found { notes, metadata, .. }) = self.entries.last_mut() {
            add_line(&mut metadata.notes, &self.next.notes);
            let is_told = notes.first().is_some_and(|note| note.starts_with("skipped"));
            if !self.lines.is_empty() && !is_failed && !is_told {
                notes.push(skipped(self.lines.len(), "after"));
            }
        }
        Reading { entries: self.entries, is_refused: is_empty && is_failed }
    }
}

/// The note on lines of other text.
fn skipped(lines: usize, side: &str) -> String {
    let begin = if lines == 1 { "begins" } else { "begin" };
    format!("skipped {} {side} it that {begin} no puzzle", counted(lines, "line"))
}
