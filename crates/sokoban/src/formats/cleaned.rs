//! Reads a text without what copying has added, if it is not read without a fault as it is.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::{self, Cleaned, Quality};
use lurd_puzzle::puzzle::{LeftOut, Omission, ReadOptions};

use super::{
    alphabet::{self, Alphabet},
    board_text::{lines, reader},
    detect::read_up_to,
    dialect::{DIALECTS, ROW_END, XSB},
    level_record::{LevelEntry, Reading},
};
use crate::{square::Square, xsb::write_line};

/// Reads every level in `text`, in order. Linear in its length.
///
/// # Errors
/// The text holds no level, or far too many. An illegal level is an error in its own entry.
pub fn read(text: &str) -> Result<Vec<LevelEntry>, Diagnostic> {
    read_with(text, &ReadOptions::default())
}

/// [`read`] with options.
///
/// # Errors
/// As [`read`]; the letters can be read in several ways; the name of the format or dialect is unknown.
pub fn read_with(text: &str, options: &ReadOptions) -> Result<Vec<LevelEntry>, Diagnostic> {
    let reading = without_noise(text, options, usize::MAX)?;
    let (left_out, mut entries) = (reading.left_out, reading.entries);
    let is_text = !(options.exact || options.is_binary || options.dialect.is_some());
    let left_out = left_out.or_else(|| is_text.then(|| rows_of_no_level(text, &entries)).flatten());
    for entry in &mut entries {
        if let Err(error) = &mut entry.level
            && let Some(better) = row_with_text(text, &entry.place)
        {
            *error = better;
        }
    }
    // The extensions of levels on other grids.
    let variant = match options.extension.as_deref() {
        Some("hsb") => Some("Hexoban"),
        Some("tsb") => Some("Trioban"),
        _ => None,
    };
    if let Some(variant) = variant {
        for entry in &mut entries {
            entry.level = Err(reader::other_game(variant, entry.place.clone()));
        }
    }
    if let Some(first) = entries.first_mut() {
        first.metadata.left_out = left_out;
        return Ok(entries);
    }
    let message = if text.trim().is_empty() { "no level: the text is empty" } else { "no level in this text" };
    let other_letters = letters_of_boards(text).unwrap_or_default();
    Err(Diagnostic::new(message).help(format!("a board consists of {}{other_letters}", XSB.legend)))
}

/// Whether the first board in `text` has walls; `None` if there is no board.
pub(crate) fn has_walls(text: &str) -> Option<bool> {
    let options = ReadOptions::default();
    match read_up_to(text, &options, 1) {
        Ok(reading) if !reading.entries.is_empty() => Some(reading.has_wall),
        // Too many levels, or several dialects: there are levels either way.
        Err(_) => Some(true),
        Ok(_) => match without_noise(text, &options, usize::MAX) {
            Ok(reading) => reading.entries.iter().any(|entry| entry.level.is_ok()).then_some(false),
            Err(_) => None,
        },
    }
}

/// Reads a text as it is or, if that is better, without noise.
fn without_noise(text: &str, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    let plain = read_up_to(text, options, max_levels);
    if options.exact || options.is_binary {
        return plain;
    }
    let alphabet = options.dialect.as_deref().and_then(Alphabet::of).and_then(Result::ok);
    let row_in = |line: &str| row_in(line, alphabet.as_ref());
    let quality = quality(&plain);
    let read = |text: &str| {
        let reading = read_up_to(text, options, max_levels);
        let quality = self::quality(&reading);
        (reading, quality)
    };
    match noise::clean(text, &row_in, (&plain, quality), read, keeps) {
        Some((cleaned, reading)) => reading.map(|reading| mapped_back(reading, &cleaned)),
        None => plain,
    }
}

fn quality(reading: &Result<Reading, Diagnostic>) -> Quality {
    let Ok(reading) = reading else { return Quality { puzzles: 0, faults: 1 } };
    let puzzles = reading.entries.iter().filter(|entry| entry.level.is_ok()).count();
    let rows = reading.left_out.filter(|left_out| left_out.what == Omission::Rows).map_or(0, |left_out| left_out.count);
    Quality { puzzles, faults: reading.entries.len() - puzzles + rows }
}

/// Whether all levels of one reading are among those of another, in order. A level may have more rows there: those that
/// were no rows because of the noise in them.
fn keeps(old: &Result<Reading, Diagnostic>, new: &Result<Reading, Diagnostic>) -> bool {
    let (Ok(old), Ok(new)) = (old, new) else { return old.is_err() };
    let levels = |reading: &Reading| -> Vec<String> {
        // Each row is between two bars.
        let line = |level| format!("|{}|", write_line(level));
        reading.entries.iter().filter_map(|entry| entry.level.as_ref().ok()).map(line).collect()
    };
    let new = levels(new);
    let mut rest = new.iter();
    levels(old).iter().all(|level| rest.any(|other| other.contains(level)))
}

/// The places of a reading of the cleaned text in the original, with a note on every level.
fn mapped_back(mut reading: Reading, cleaned: &Cleaned) -> Reading {
    reading.add_note(&cleaned.notes.join("; "));
    for entry in &mut reading.entries {
        entry.place = cleaned.origin(entry.place.clone());
        let end = entry.metadata.end;
        entry.metadata.end = cleaned.origin(end.saturating_sub(1)..end).end;
        if let Err(error) = &mut entry.level {
            error.place = error.place.take().map(|place| cleaned.origin(place));
        }
    }
    if let Some(left_out) = &mut reading.left_out {
        left_out.first = cleaned.origin(left_out.first..left_out.first).start;
    }
    reading
}

/// Lines that look like the rows of a board and are in no level: a board in the letters of another dialect, for instance.
fn rows_of_no_level(text: &str, entries: &[LevelEntry]) -> Option<LeftOut> {
    /// So many such lines, one after the other, are hardly anything else.
    const MIN_ROWS: usize = 3;
    let mut places = entries.iter().map(|entry| &entry.place).peekable();
    let (mut found, mut run): (Option<LeftOut>, Option<LeftOut>) = (None, None);
    let mut close = |run: &mut Option<LeftOut>| {
        if let Some(run) = run.take().filter(|run| run.count >= MIN_ROWS) {
            let count = found.map_or(0, |found| found.count) + run.count;
            found = Some(LeftOut { count, ..found.unwrap_or(run) });
        }
    };
    for line in lines::lines(text) {
        while places.next_if(|place| place.end <= line.start).is_some() {}
        let is_in_level = places.peek().is_some_and(|place| place.start < line.start + line.text.len().max(1));
        let rows = if is_in_level { 0 } else { rows_of(line.text) };
        if rows > 0 {
            let first = LeftOut { what: Omission::Rows, count: 0, first: line.start };
            run.get_or_insert(first).count += rows;
        } else {
            close(&mut run);
        }
    }
    close(&mut run);
    found
}

/// The number of rows that a line consists of, also in quotation marks and with line breaks as they are written in strings.
fn rows_of(line: &str) -> usize {
    let is_row = |part: &str| row_in(part, None).is_some_and(|place| place == (0..part.len()));
    if is_row(line.trim()) {
        return 1;
    }
    let is_quoted = line.contains(['"', '\'', '`']);
    let parts = || line.split(['"', '\'', '`']).flat_map(|part| part.split("\\n")).map(str::trim);
    if is_quoted { parts().filter(|part| is_row(part)).count() } else { 0 }
}

/// The minimum number of letters of a row.
const MIN_WIDTH: usize = 3;

/// The place of the longest row in a line: from one wall to another, in the letters of one dialect.
fn row_in(line: &str, alphabet: Option<&Alphabet>) -> Option<Range<usize>> {
    let longest = |one: Option<Range<usize>>, other: Option<Range<usize>>| match (one, other) {
        (Some(one), Some(other)) if other.len() > one.len() => Some(other),
        (one, other) => one.or(other),
    };
    if line.len() < MIN_WIDTH {
        return None;
    }
    if let Some(alphabet) = alphabet {
        return row_of(line, |letter| alphabet.square(letter));
    }
    let in_dialects = DIALECTS.iter().filter(|dialect| line.as_bytes().contains(&dialect.wall())).map(|dialect| {
        row_of(line, |letter| match letter {
            _ if letter == char::from(ROW_END) => Some(Square::Floor),
            _ => u8::try_from(letter).ok().and_then(|letter| dialect.square(letter)),
        })
    });
    let in_alphabets = Alphabet::guesses(line).map(|alphabet| row_of(line, |letter| alphabet.square(letter)));
    in_dialects.chain(in_alphabets).fold(None, longest).or_else(|| {
        // Squares may have separators between them.
        let is_separator = |letter: char| matches!(letter, ',' | '\t' | ';');
        let square = |letter: char| match letter {
            _ if is_separator(letter) => Some(Square::Floor),
            _ => u8::try_from(letter).ok().and_then(|letter| XSB.square(letter)),
        };
        row_of(line, square).filter(|_| line.contains(is_separator))
    })
}

/// The longest part of a line from wall to wall that consists of squares.
fn row_of(line: &str, square: impl Fn(char) -> Option<Square>) -> Option<Range<usize>> {
    let mut longest: Option<Range<usize>> = None;
    let mut start = None;
    let mut letters = 0;
    for (at, letter) in line.char_indices() {
        match square(letter) {
            None => start = None,
            Some(Square::Wall) => {
                let first = *start.get_or_insert_with(|| {
                    letters = 0;
                    at
                });
                letters += 1;
                let row = first..at + letter.len_utf8();
                if letters >= MIN_WIDTH && longest.as_ref().is_none_or(|longest| longest.len() < row.len()) {
                    longest = Some(row);
                }
            }
            Some(_) => letters += 1,
        }
    }
    longest
}

/// What to do with a text whose lines may be the rows of a board in unknown letters: at least three of the same length, one
/// below the other, of a few letters that are repeated. Names between colons, as `:bricks:`, count as letters.
fn letters_of_boards(text: &str) -> Option<String> {
    const MIN_ROWS: usize = 3;
    const MAX_LETTERS: usize = 9;
    let (mut letters, mut rows, mut width, mut has_names) = (Vec::<char>::new(), 0, 0, false);
    let mut squares = 0;
    for line in lines::lines(text) {
        let named = line.text.trim().split(':').filter(|part| !part.trim().is_empty()).collect::<Vec<_>>();
        let is_named = line.text.trim().starts_with(':') && line.text.trim().ends_with(':') && named.len() >= MIN_WIDTH;
        let length = if is_named { named.len() } else { line.text.trim().chars().count() };
        if length != width || is_named != has_names {
            letters.clear();
            (rows, squares) = (0, 0);
        }
        (width, has_names) = (length, is_named);
        rows += 1;
        for letter in line.text.chars().filter(|letter| !letter.is_whitespace()) {
            squares += 1;
            if letters.len() <= MAX_LETTERS && !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        if rows < MIN_ROWS || width < MIN_WIDTH {
            continue;
        }
        if has_names {
            return Some("; write one letter for each name between colons, and say what it means, for example --dialect 'W=wall,o=box'".to_owned());
        }
        let others: Vec<char> =
            letters.iter().copied().filter(|&it| !u8::try_from(it).is_ok_and(|it| XSB.is_letter(it))).collect();
        if letters.len() <= MAX_LETTERS && 3 * letters.len() <= squares && !others.is_empty() {
            let first = others.first()?;
            let list = others.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
            return Some(format!("; say what other letters ({list}) mean, for example --dialect '{first}=wall'"));
        }
    }
    None
}

/// Whether `name` is the name of a dialect, or gives its letters.
pub(crate) fn is_dialect(name: &str) -> bool {
    super::dialect::NAMES.contains(&name) || alphabet::gives_letters(name)
}

// Rows with text behind them, which are why a board is not legal: such a row is a line of text to the reader.

/// The error for a row with text behind it within the board at `place`, or directly above or below it.
fn row_with_text(text: &str, place: &Range<usize>) -> Option<Diagnostic> {
    let before = text.get(..place.start)?.trim_end_matches(['\n', '\r']);
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let after = text.get(place.end..)?;
    let below = after.find(|letter| !matches!(letter, '\n' | '\r')).unwrap_or(after.len());
    let length = after[below..].find(['\n', '\r']).map_or(after.len() - below, |at| at);
    let part = text.get(start..place.end + below + length)?;
    let at = lines::lines(part).find_map(|line| {
        let row = row_before_text(line.text)?;
        Some((start + line.start + row, start + line.start + line.text.len()))
    })?;
    Some(
        Diagnostic::new("a row of a board with text behind it")
            .at(at.0..at.1, "not part of the board")
            .help("put the text on a line of its own, or remove it"),
    )
}

/// Where the text behind a row begins: the row goes from wall to wall, and blanks are between it and the text. A row of
/// walls only is longer than the marks of a heading, or farther from the text.
fn row_before_text(line: &str) -> Option<usize> {
    const MAX_MARKS: usize = 6;
    let indented = line.trim_start();
    let row: usize = indented.bytes().take_while(|&letter| XSB.is_letter(letter)).count();
    let (squares, rest) = (indented[..row].trim_end(), &indented[row..]);
    let is_row = squares.len() > 2 && squares.starts_with('#') && squares.ends_with('#');
    let text = rest.trim_start();
    let gap = indented.len() - text.len() - squares.len();
    let has_squares = squares.len() > MAX_MARKS || gap > 1 || squares.bytes().any(|letter| letter != b'#');
    let has_blanks = squares.len() < row || rest.starts_with('\t');
    (is_row && has_squares && has_blanks && text.contains(char::is_alphanumeric)).then(|| line.len() - text.len())
}
