//! The puzzles of a text, with their titles, notes and games; whether a text is a shifter; whether it is complete.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::{self, Quality};
use lurd_puzzle::puzzle::{Confidence, Metadata, Puzzle, PuzzleEntry, SavedGame};

use super::games::{self, add_line};
use super::labels::{self, Meaning};
use super::lines::{self, Kind, Piece};
use super::pairs::{Found, HELP, Pairs};
use super::programs;
use super::sixteen::{self, Size};
use super::tokens::{counted, place_of};

/// The maximum number of puzzles in a text.
const MAX_PUZZLES: usize = 100_000;

/// A puzzle, or a mistake, with what belongs to it.
struct Entry {
    found: Found,
    flags: String,
    metadata: Metadata,
}

/// What one pass over a text has found.
struct Reading {
    entries: Vec<Entry>,
    /// Whether that is nothing but the reason why there is no puzzle.
    is_refused: bool,
}

/// Reads the puzzles of a text.
pub(crate) fn read(text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
    let mut reading = cleaned(Reader::read(text), text);
    if reading.is_refused
        && let Some(Found { puzzle: Err(error), .. }) = reading.entries.pop().map(|entry| entry.found)
    {
        return Err(error);
    }
    let entry = |Entry { found, flags, metadata }| PuzzleEntry {
        puzzle: found.puzzle.map(|puzzle| Box::new(puzzle) as _).map_err(Box::new),
        place: found.place,
        flags,
        note: Some(found.notes.join("; ")).filter(|note| !note.is_empty()),
        metadata: metadata.shared(),
    };
    Ok(reading.entries.into_iter().map(entry).collect())
}

/// Whether `text` looks like a shifter, perhaps without what copying has added.
pub(crate) fn confidence(text: &str) -> Confidence {
    let of =
        |reading: &Reading| reading.entries.iter().map(|entry| entry.found.confidence).max().unwrap_or(Confidence::No);
    let reading = Reader::read(text);
    match of(&reading) {
        plain @ (Confidence::No | Confidence::Faulty) => of(&cleaned(reading, text)).clamp(plain, Confidence::Maybe),
        plain => plain,
    }
}

/// Whether more text could complete the last puzzle of `text`. Two blank lines at the end say that no more will come.
pub(crate) fn wants_more(text: &str) -> bool {
    let is_ended = text.rsplit('\n').take(2).all(|line| line.trim().is_empty());
    !is_ended && Reader::read(text).entries.last().is_some_and(|last| last.found.is_unfinished)
}

impl Reading {
    /// The texts of its puzzles, in order.
    fn puzzles(&self) -> Vec<String> {
        self.entries.iter().filter_map(|entry| entry.found.puzzle.as_ref().ok()).map(Puzzle::text).collect()
    }

    fn quality(&self) -> Quality {
        let puzzles = self.entries.iter().filter(|entry| entry.found.puzzle.is_ok()).count();
        if self.is_refused { Quality::NONE } else { Quality { puzzles, faults: self.entries.len() - puzzles } }
    }

    /// Whether all puzzles are among those of another reading, in order.
    fn is_kept(&self, new: &Self) -> bool {
        let found = new.puzzles();
        let mut rest = found.iter();
        (self.is_refused || !new.is_refused) && self.puzzles().iter().all(|puzzle| rest.any(|other| other == puzzle))
    }

    /// The reading with all places of a changed text moved to the original.
    fn map_back(mut self, origin: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        for Entry { found, metadata, .. } in &mut self.entries {
            if let Err(error) = &mut found.puzzle {
                error.place = error.place.take().map(&origin);
            }
            found.place = origin(found.place.clone());
            if metadata.end > 0 {
                metadata.end = origin(metadata.end - 1..metadata.end).end;
            }
        }
        self
    }
}

/// The reading of a text without what copying has added and without what makes a program of it, if that is better.
fn cleaned(plain: Reading, text: &str) -> Reading {
    let found = without_noise(plain, text);
    let Some(program) = programs::without_declarations(text).filter(|_| !found.quality().is_perfect()) else {
        return found;
    };
    let reading = without_noise(Reader::read(&program.text), &program.text);
    let is_better = reading.quality().is_better_than(found.quality());
    if is_better { reading.map_back(|place| program.map.origin(place)) } else { found }
}

fn without_noise(plain: Reading, text: &str) -> Reading {
    let read = |text: &str| {
        let reading = Reader::read(text);
        let quality = reading.quality();
        (reading, quality)
    };
    let found = noise::clean(text, &row_in, (&plain, plain.quality()), read, Reading::is_kept);
    let Some((cleaned, reading)) = found else { return plain };
    let mut reading = reading.map_back(|place| cleaned.origin(place));
    for Entry { found, .. } in &mut reading.entries {
        found.notes.splice(0..0, cleaned.notes.iter().cloned());
    }
    reading
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
    entries: Vec<Entry>,
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
            Kind::Name(name) if is_failed && name.is_keyword && !name.is_source => {}
            Kind::Locked if is_failed => {}
            Kind::Divider | Kind::Frame => {}
            Kind::Locked => {
                let error = Diagnostic::new("locked lines without a puzzle")
                    .at(place.clone(), "no target before this")
                    .help("write locked: and the lines right after the target");
                self.add(Found::of(Err(error), place, self.at));
            }
            Kind::Id(size) => self.add_sixteen(place, size),
            Kind::Saved => self.saved(line),
            Kind::Name(_) | Kind::Size | Kind::Arrow | Kind::Rows(..) | Kind::Fault(..) => self.boards(),
        }
    }

    fn is_failed(&self) -> bool {
        self.entries.last().is_some_and(|last| last.found.puzzle.is_err())
    }

    /// What belongs to the last puzzle, if that can be read, and no other text is below it.
    fn last(&mut self) -> Option<&mut Metadata> {
        let last = self.entries.last_mut().filter(|last| self.lines.is_empty() && last.found.puzzle.is_ok())?;
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
        let is_source = |piece: &Piece<'_>| matches!(piece.kind, Kind::Name(name) if name.is_keyword && name.is_source);
        let last = pieces[next - 1].line.start;
        while pieces.get(next).is_some_and(|piece| !is_puzzle && piece.line.start == last && !is_source(piece)) {
            next += 1;
        }
        self.at = next;
        let inside = &pieces[at..next];
        match found {
            Ok(found) => {
                let is_comment = |piece: &&Piece<'_>| is_puzzle && matches!(piece.kind, Kind::Comment);
                let comments: Vec<_> = inside.iter().filter(is_comment).map(|piece| piece.place.clone()).collect();
                for place in &comments {
                    self.comment(place, true);
                }
                self.add(found);
            }
            // Rows may be left over from the puzzle that could not be read.
            Err(_) if self.is_failed() => {}
            Err(_) => {
                let is_line = |piece: &&Piece<'_>| !matches!(piece.kind, Kind::Blank | Kind::Divider | Kind::Frame);
                self.lines.extend(inside.iter().filter(is_line).map(|piece| piece.line.clone()));
                self.lines.dedup();
            }
        }
    }

    /// The title of a puzzle here: a line without `====` around it.
    fn title(&self) -> Option<String> {
        let line = &self.text[self.lines.last()?.clone()];
        let line = labels::behind(Meaning::Title, line).map_or(line, |title| line[title..].trim());
        let bare = line.trim_matches(|c: char| c == '=' || c.is_whitespace());
        // Written alone on a line it must be read as a title again, as `A=>=` is and `A=>` is not.
        let is_title = bare.starts_with(char::is_alphanumeric)
            && lines::pieces(bare).iter().all(|piece| matches!(piece.kind, Kind::Text | Kind::Rows(..)));
        Some(if is_title { bare } else { line }.to_owned())
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

    fn add_sixteen(&mut self, place: Range<usize>, size: Size) {
        let found = self.pairs.sixteen(self.at, place, &size, self.title());
        self.at = found.next;
        self.add(found);
    }

    /// Reads a saved game of Sixteen, which begins with a line.
    fn saved(&mut self, line: Range<usize>) {
        let text = self.text;
        let field = |piece: &Piece<'_>| match piece.kind {
            Kind::Saved => sixteen::field(&text[piece.line.clone()]).filter(|(key, _)| *key != "SAVEFILE"),
            Kind::Blank => Some(("", "")),
            _ => None,
        };
        let fields: Vec<(&str, &str)> = self.pairs.pieces[self.at..].iter().map_while(field).collect();
        self.at += fields.len();
        let value = |key: &str| fields.iter().find(|(it, _)| *it == key).map(|(_, value)| *value);
        if let Some(game) = value("GAME").filter(|game| *game != "Sixteen") {
            let error = Diagnostic::new(format!("a saved game of {game}, which has other rules"))
                .at(place_of(text, game), "another game")
                .help("of Simon Tatham's puzzles lurd reads Sixteen");
            self.add(Found::of(Err(error), line, self.at));
        } else if let (Some(size), Some(tiles)) = (value("PARAMS").and_then(Size::of_saved_game), value("DESC")) {
            self.add_sixteen(place_of(text, tiles), size);
            let moves: Vec<&str> = fields.iter().filter(|(key, _)| *key == "MOVE").map(|(_, value)| *value).collect();
            if let Some(last) = moves.last() {
                self.add_game(games::titled("Snapshot", &moves.join(", ")), place_of(text, last).end);
            }
        }
    }

    fn add(&mut self, mut found: Found) {
        let skipped = self.lines.len().saturating_sub(1);
        if skipped > 0 && !self.is_failed() {
            found.notes.insert(0, self::skipped(skipped, "before"));
        }
        self.lines.clear();
        self.is_below_puzzle = true;
        let flags = std::mem::take(&mut self.flags).join(" ");
        self.entries.push(Entry { found, flags, metadata: std::mem::take(&mut self.next) });
    }

    /// What was found, or why that is nothing.
    fn finish(mut self) -> Reading {
        let is_empty = self.entries.is_empty();
        if is_empty {
            // The rows are among the lines that were taken for other text.
            let line = std::mem::take(&mut self.lines).pop();
            let found = self.pairs.only().unwrap_or_else(|| {
                let error = match line.clone() {
                    None => Diagnostic::new("no puzzle: the text is empty"),
                    Some(line) => Diagnostic::new("not a shifter: neither '->' nor 'source:'").at(line, "not a puzzle"),
                };
                let mut found = Found::of(Err(error.help(HELP)), 0..0, 0);
                found.confidence = Confidence::No;
                found
            });
            self.add(found);
        }
        if let Some(extra) = self.entries.get(MAX_PUZZLES) {
            let error = Diagnostic::new("too many puzzles in one text")
                .at(extra.found.place.clone(), "from here on")
                .help(format!("split the file: at most {MAX_PUZZLES} puzzles are supported"));
            self.entries.clear();
            self.add(Found::of(Err(error), 0..0, 0));
            return Reading { entries: self.entries, is_refused: true };
        }
        let is_failed = self.is_failed();
        if let Some(Entry { found, metadata, .. }) = self.entries.last_mut() {
            add_line(&mut metadata.notes, &self.next.notes);
            let is_told = found.notes.first().is_some_and(|note| note.starts_with("skipped"));
            if !self.lines.is_empty() && !is_failed && !is_told {
                found.notes.push(skipped(self.lines.len(), "after"));
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
