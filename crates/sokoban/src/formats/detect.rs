//! Reads a text whose format or dialect may be unknown.
//!
//! The format is that of the options, or the first of the table that claims the text; otherwise the text
//! consists of boards among text. If the letters of its first board are XSB, the dialect is XSB, and so are
//! its errors. Otherwise every dialect is tried on the first board: a dialect stays if all letters belong to
//! it and the board is a legal level. Dialects with the same result count as one. If one stays, the whole
//! text is read in it, and a note says so; if several do, that is an error that names them; if none does, the
//! errors are those of the dialect with the fewest foreign letters.
//!
//! A text that is not read without a fault is then read without what copying has added.

use std::{ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::{self, Quality};
use lurd_puzzle::puzzle::{Confidence, Omission, ReadOptions};

use super::{
    board_text::{
        left_out::left_out,
        legend::{self, Legend},
        letters, reader,
        walled::{open_row, row_in, row_with_slips},
    },
    dialect::{self, Dialect, xsb},
    level_record::{Container, ContainerOptions, Leniency, LevelEntry, Reading},
    registry::{self, FORMATS, ROWS},
    slc,
};
use crate::{
    square::Square,
    xsb::{write_line, write_xsb},
};

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
    let chosen = options.dialect.as_deref().map(dialect::named).transpose()?;
    let mut read = without_noise(text, options, chosen.as_deref(), usize::MAX);
    let is_open = chosen.is_none() && !options.exact && !options.is_binary;
    let legend = (is_open && !quality(&read).is_perfect()).then(|| legend::of(text)).flatten();
    if let Some(legend) = legend {
        let Legend { dialect, rest } = legend?;
        let explained = without_noise(&rest.text, options, Some(&dialect), usize::MAX);
        if quality(&explained).is_better_than(quality(&read)) {
            read = explained.map(|mut reading| {
                reading.map_back(|place| rest.map.origin(place));
                reading.add_note(&format!("read as its legend says: {}", dialect.legend()));
                reading
            });
        }
    }
    let Reading { left_out, mut entries, .. } = read?;
    let advice = || advice(text).filter(|_| is_open);
    if entries.iter().all(|entry| entry.level.is_err())
        && let Some(Err(error)) = entries.first_mut().map(|first| &mut first.level)
        && let Some((advice, _)) = advice()
    {
        let help = error.help.take().map_or_else(String::new, |help| help + "; ");
        error.help = Some(help + &advice);
    }
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
        if left_out.is_some() {
            Arc::make_mut(&mut first.metadata).left_out = left_out;
        }
        return Ok(entries);
    }
    let message = if text.trim().is_empty() { "no level: the text is empty" } else { "no level in this text" };
    let advice = advice().map_or_else(String::new, |(advice, _)| format!("; {advice}"));
    Err(Diagnostic::new(message).help(format!("a board consists of {}{advice}", xsb().legend())))
}

/// Whether `text`, typed so far, ends within a board that is not a legal level yet and can become one with
/// further rows. Linear in its length.
#[must_use]
pub fn wants_more(text: &str) -> bool {
    as_it_is(text, &ReadOptions::default(), None, usize::MAX).is_ok_and(|reading| reading.unfinished)
}

/// What is known of the board that `text`, typed so far, ends within, and what is missing.
pub(crate) fn typed_so_far(text: &str) -> Option<String> {
    let reading =
        as_it_is(text, &ReadOptions::default(), None, usize::MAX).ok().filter(|reading| reading.unfinished)?;
    let LevelEntry { level: Err(error), place, .. } = reading.entries.last()? else { return None };
    let rows = text.get(place.clone()).map_or(0, |board| lines(board).count());
    Some(format!(
        "{} of a level so far: {}",
        if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") },
        error.message
    ))
}

/// How certain it is that a text holds levels: the first board is usually near its beginning.
pub(crate) fn confidence(text: &str) -> Confidence {
    const BEGINNING: usize = 64 << 10;
    let options = ReadOptions::default();
    let end = (0..=text.len().min(BEGINNING)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    for part in [&text[..end], text] {
        match as_it_is(part, &options, None, 1) {
            Ok(reading) if reading.entries.is_empty() => {}
            Ok(reading) if !reading.has_wall => return Confidence::Maybe,
            // Several dialects: there are levels either way.
            Ok(_) | Err(_) => return Confidence::Sure,
        }
    }
    match read(text) {
        Ok(entries) if entries.iter().any(|entry| entry.level.is_ok()) => Confidence::Maybe,
        _ if advice(text).is_some_and(|(_, is_sure)| is_sure) => Confidence::Faulty,
        _ => Confidence::No,
    }
}

/// What to do with the letters of a text without a legal level, perhaps without what copying has added.
fn advice(text: &str) -> Option<(String, bool)> {
    const MAX_BYTES: usize = 1 << 20;
    let read = |text: &str| {
        let advice = letters::advice(text);
        let puzzles = usize::from(advice.is_some());
        (advice, Quality { puzzles, faults: 0 })
    };
    let (plain, quality) = read(text.get(..MAX_BYTES).unwrap_or(text));
    if plain.is_some() || text.len() > MAX_BYTES {
        return plain;
    }
    noise::clean(text, &row_with_slips, (&plain, quality), read, |_, _| true)?.1
}

/// Whether `name` is the name of a dialect, or gives its letters.
pub(crate) fn is_dialect(name: &str) -> bool {
    dialect::NAMES.contains(&name) || dialect::gives_letters(name)
}

/// Reads a text as it is or, if that is better, without noise.
fn without_noise(
    text: &str,
    options: &ReadOptions,
    chosen: Option<&Dialect>,
    max_levels: usize,
) -> Result<Reading, Diagnostic> {
    let places = |reading: &Reading| -> Vec<Range<usize>> {
        let mut places: Vec<_> = reading.entries.iter().map(|entry| entry.place.clone()).collect();
        places.sort_unstable_by_key(|place| place.start);
        places
    };
    let read = |text: &str| {
        let mut reading = as_it_is(text, options, chosen, max_levels);
        if let Ok(reading) = &mut reading
            && !options.is_binary
            && chosen.is_none()
        {
            reading.left_out = left_out(text, places(reading).into_iter());
        }
        let quality = quality(&reading);
        (reading, quality)
    };
    let (plain, quality) = read(text);
    let is_text = options.format.is_some() || matches!(detected(text, options), Container::Boards(_));
    if options.exact || !is_text || (quality.is_perfect() && !noise::may_have_noise(text)) {
        return plain;
    }
    let row_in = |line: &str| row_in(line, chosen).or_else(|| options.outside_wall.then(|| open_row(line)).flatten());
    let Some((cleaned, reading)) = noise::clean(text, &row_in, (&plain, quality), read, keeps) else { return plain };
    reading.map(|mut reading| {
        reading.map_back(|place| cleaned.origin(place));
        reading.add_note(&cleaned.notes.join("; "));
        reading.left_out = left_out(text, places(&reading).into_iter());
        reading
    })
}

fn quality(reading: &Result<Reading, Diagnostic>) -> Quality {
    let Ok(reading) = reading else { return Quality::NONE };
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

/// Reads at most `max_levels` levels of a text as it is.
fn as_it_is(
    text: &str,
    options: &ReadOptions,
    chosen: Option<&Dialect>,
    max_levels: usize,
) -> Result<Reading, Diagnostic> {
    let container = match &options.format {
        Some(name) => registry::row(name).map(|row| row.container).ok_or_else(|| {
            let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            Diagnostic::new(format!("unknown format '{name}'")).help(format!("formats: {}", names.join(", ")))
        })?,
        None => detected(text, options),
    };
    let container_options = ContainerOptions {
        leniency: Leniency { unequal: options.allow_unequal, outside_wall: options.outside_wall },
        max_levels,
        keep_all: options.keep_all,
    };
    match (container, chosen) {
        (Container::Text { read, .. } | Container::Bytes { read, .. }, _) => read(text, container_options),
        (Container::Xml, _) => {
            let rewritten = slc::text_of(text)?;
            let mut reading = reader::read(&rewritten.text, xsb(), container_options)?;
            reading.map_back(|place| rewritten.map.origin(place));
            Ok(reading)
        }
        (Container::Boards(_), Some(dialect)) => reader::read(text, dialect, container_options),
        (Container::Boards(name), None) if options.format.is_some() => {
            reader::read(text, &*dialect::named(name)?, container_options)
        }
        (Container::Boards(name), None) => by_letters(text, &*dialect::named(name)?, container_options),
    }
}

/// The container of a text in an unknown format.
fn detected(text: &str, options: &ReadOptions) -> Container {
    let claimed = ROWS.iter().find(|row| match row.container {
        Container::Bytes { .. } => options.is_binary,
        Container::Text { claims, .. } => !options.is_binary && claims(text),
        Container::Xml => !options.is_binary && slc::claims(text),
        Container::Boards(_) => false,
    });
    if let Some(row) = claimed {
        return row.container;
    }
    // An extension may name another dialect than XSB to try first.
    let of_ending = ROWS
        .iter()
        .filter(|row| matches!(row.container, Container::Boards(_)))
        .find(|row| options.extension.as_deref().is_some_and(|extension| row.format.extensions.contains(&extension)));
    of_ending.map_or(Container::Boards(dialect::NAMES[0]), |row| row.container)
}

/// Reads boards in the dialect that their letters belong to; `default` comes first.
fn by_letters(text: &str, default: &Dialect, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let reading = reader::read(text, default, options)?;
    if reading.foreign_letters == 0 && (reading.has_wall || reading.first_level().is_some()) {
        return Ok(reading);
    }
    let only_first = ContainerOptions { max_levels: 1, ..options };
    let mut candidates: Vec<(&Dialect, String)> = Vec::new();
    let mut nearest: Option<(usize, &Dialect)> = reading.has_wall.then_some((reading.foreign_letters, default));
    for dialect in dialect::guesses(text) {
        let first = reader::read(text, dialect, only_first)?;
        if !first.has_wall {
            continue;
        }
        // A dialect to which rows of the board are text is not nearer.
        let is_whole = reading
            .first_place()
            .zip(first.first_place())
            .is_none_or(|(whole, part)| part.start <= whole.start && whole.end <= part.end);
        // In other letters of walls than these, much is a board.
        let is_near = is_whole && dialect.letter(Square::Wall).is_some_and(|wall| matches!(wall, '#' | 'X'));
        if is_near && nearest.is_none_or(|(count, _)| first.foreign_letters < count) {
            nearest = Some((first.foreign_letters, dialect));
        }
        if let Some(board) = first.first_level().map(write_xsb)
            && candidates.iter().all(|(_, known)| *known != board)
        {
            candidates.push((dialect, board));
        }
    }
    let dialect = match candidates.as_slice() {
        [] => match nearest {
            Some((_, dialect)) => dialect,
            None => return Ok(reading),
        },
        [(dialect, _)] => dialect,
        several => return Err(ambiguous(several.iter().map(|(dialect, _)| *dialect))),
    };
    if dialect == default {
        return Ok(reading);
    }
    let mut reading = reader::read(text, dialect, options)?;
    reading.add_note(&dialect.note());
    Ok(reading)
}

fn ambiguous<'d>(dialects: impl Iterator<Item = &'d Dialect>) -> Diagnostic {
    let (names, legends): (Vec<_>, Vec<_>) =
        dialects.map(|dialect| (&*dialect.name, format!("{}: {}", dialect.name, dialect.legend()))).unzip();
    Diagnostic::new(format!("the letters can be read as {}, which gives different levels", names.join(" or ")))
        .help(format!("choose one with --dialect; {}", legends.join("; ")))
}

// Rows with text behind them, which are why a board is not legal: such a row is a line of text to the reader.

/// The error for a row with text behind it within the board at `place`, or directly above or below it.
fn row_with_text(text: &str, place: &Range<usize>) -> Option<Diagnostic> {
    let before = text.get(..place.start)?.trim_end_matches(['\n', '\r']);
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let after = text.get(place.end..)?;
    let below = after.find(|letter| !matches!(letter, '\n' | '\r')).unwrap_or(after.len());
    let length = after[below..].find(['\n', '\r']).unwrap_or(after.len() - below);
    let part = text.get(start..place.end + below + length)?;
    let at = lines(part).find_map(|line| {
        let row = row_before_text(line.text)?;
        Some(start + line.start + row..start + line.place().end)
    })?;
    Some(
        Diagnostic::new("a row of a board with text behind it")
            .at(at, "not part of the board")
            .help("put the text on a line of its own, or remove it"),
    )
}

/// Where the text behind a row begins: the row goes from wall to wall, and blanks are between it and the text. A row of
/// walls only is longer than the marks of a heading, or farther from the text.
fn row_before_text(line: &str) -> Option<usize> {
    const MAX_MARKS: usize = 6;
    let indented = line.trim_start();
    let row = indented.find(|letter| !xsb().is_letter(letter)).unwrap_or(indented.len());
    let (squares, rest) = (indented[..row].trim_end(), &indented[row..]);
    let is_row = squares.len() > 2 && squares.starts_with('#') && squares.ends_with('#');
    let text = rest.trim_start();
    let gap = indented.len() - text.len() - squares.len();
    let has_squares = squares.len() > MAX_MARKS || gap > 1 || squares.bytes().any(|letter| letter != b'#');
    let has_blanks = squares.len() < row || rest.starts_with('\t');
    (is_row && has_squares && has_blanks && text.contains(char::is_alphanumeric)).then(|| line.len() - text.len())
}
