//! Reads a text whose format or dialect may be unknown.
//!
//! The format is that of the options, or the first of the table that claims the text; otherwise the text
//! consists of boards among text. If the letters of its first board are XSB, the dialect is XSB, and so are
//! its errors. Otherwise every dialect is tried on the first board: a dialect stays if all letters belong to
//! it and the board is a legal level. Dialects with the same result count as one. If one stays, the whole
//! text is read in it, and a note says so; if several do, that is an error that names them; if none does, the
//! errors are those of the dialect with the fewest foreign letters.

use lurd_puzzle::{diagnostic::Diagnostic, puzzle::ReadOptions};

use crate::formats::{
    alphabet::Alphabet,
    board_text::reader,
    dialect::{self, DIALECTS, Dialect, XSB},
    level_record::{Container, ContainerOptions, Leniency, LevelEntry, Reading},
    registry::{self, FORMATS, ROWS},
};
use crate::xsb::write_xsb;

/// Whether `text`, typed so far, ends within a board that is not a legal level yet and can become one with
/// further rows. Linear in its length.
#[must_use]
pub fn wants_more(text: &str) -> bool {
    read_up_to(text, &ReadOptions::default(), usize::MAX).is_ok_and(|reading| reading.unfinished)
}

/// Reads at most `max_levels` levels of a text as it is.
pub(super) fn read_up_to(text: &str, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    let container = match &options.format {
        Some(name) => registry::row(name).map(|row| row.container).ok_or_else(|| {
            let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            unknown("format", name, &names)
        })?,
        None => detected(text, options),
    };
    let container_options = ContainerOptions {
        leniency: Leniency { unequal: options.allow_unequal, outside_wall: options.outside_wall },
        max_levels,
        keep_all: options.keep_all,
    };
    match (container, options.dialect.as_deref()) {
        (Container::Text { read, .. } | Container::Bytes { read, .. }, _) => read(text, container_options),
        (Container::Boards(_), Some(name)) => {
            if let Some(alphabet) = Alphabet::of(name) {
                return translated(text, &alphabet?, container_options);
            }
            let dialect = dialect::named(name).ok_or_else(|| unknown("dialect", name, dialect::NAMES))?;
            reader::read(text, dialect, container_options)
        }
        (Container::Boards(dialect), None) if options.format.is_some() => {
            reader::read(text, dialect, container_options)
        }
        (Container::Boards(dialect), None) => {
            let reading = by_letters(text, dialect, container_options);
            let is_legal = |reading: &Reading| reading.entries.first().is_some_and(|entry| entry.level.is_ok());
            if reading.as_ref().is_ok_and(is_legal) {
                return reading;
            }
            guessed(text, container_options).map_or(reading, Ok)
        }
    }
}

/// Reads a text in the letters of an alphabet.
fn translated(text: &str, alphabet: &Alphabet, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let translation = alphabet.translate(text);
    let own = |mut error: Diagnostic| {
        error.place = error.place.map(|place| translation.origin(place));
        error.help = error.help.map(|help| match help.split_once(XSB.legend) {
            Some(_) => format!("a board consists of {}", alphabet.legend()),
            None => help,
        });
        error
    };
    let mut reading = reader::read(&translation.text, &XSB, options).map_err(own)?;
    for entry in &mut reading.entries {
        entry.place = translation.origin(entry.place.clone());
        let end = entry.metadata.end;
        entry.metadata.end = translation.origin(end.saturating_sub(1)..end).end;
        if let Err(error) = &mut entry.level {
            *error = own(error.clone());
        }
    }
    if let Some(left_out) = &mut reading.left_out {
        left_out.first = translation.origin(left_out.first..left_out.first).start;
    }
    Ok(reading)
}

/// Reads a text in the alphabet of another program, if in exactly one its first board is a legal level and all rows
/// consist of its letters.
fn guessed(text: &str, options: ContainerOptions) -> Option<Reading> {
    let only_first = ContainerOptions { max_levels: 1, ..options };
    let fits = |alphabet: &&Alphabet| {
        let translation = alphabet.translate(text);
        let first = || reader::read(&translation.text, &XSB, only_first).ok();
        translation.is_whole && first().is_some_and(|first| first.entries.first().is_some_and(|it| it.level.is_ok()))
    };
    let mut candidates = Alphabet::guesses(text).filter(fits);
    let (alphabet, None) = (candidates.next()?, candidates.next()) else { return None };
    let mut reading = translated(text, alphabet, options).ok()?;
    reading.add_note(&alphabet.note());
    Some(reading)
}

fn unknown(kind: &str, name: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::new(format!("unknown {kind} '{name}'")).help(format!("{kind}s: {}", known.join(", ")))
}

/// The container of a text in an unknown format.
fn detected(text: &str, options: &ReadOptions) -> Container {
    let claimed = ROWS.iter().find(|row| match row.container {
        Container::Bytes { .. } => options.is_binary,
        Container::Text { claims, .. } => !options.is_binary && claims(text),
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
    of_ending.map_or(Container::Boards(&XSB), |row| row.container)
}

/// Reads boards in the dialect that their letters belong to; `default` comes first.
fn by_letters(text: &str, default: &'static Dialect, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let reading = reader::read(text, default, options)?;
    if reading.has_wall && reading.foreign_letters == 0 {
        return Ok(reading);
    }
    let only_first = ContainerOptions { max_levels: 1, ..options };
    let mut candidates: Vec<(&'static Dialect, String)> = Vec::new();
    let mut nearest: Option<(usize, &'static Dialect)> = reading.has_wall.then_some((reading.foreign_letters, default));
    let present = bytes_in(text);
    for dialect in DIALECTS.iter().copied().filter(|dialect| dialect.has_wall_among(&present)) {
        let first = reader::read(text, dialect, only_first)?;
        if !first.has_wall {
            continue;
        }
        // A dialect to which rows of the board are text is not nearer.
        let is_whole = reading
            .first_place()
            .zip(first.first_place())
            .is_none_or(|(whole, part)| part.start <= whole.start && whole.end <= part.end);
        if is_whole && nearest.is_none_or(|(count, _)| first.foreign_letters < count) {
            nearest = Some((first.foreign_letters, dialect));
        }
        if let Some(LevelEntry { level: Ok(level), .. }) = first.entries.first()
            && first.foreign_letters == 0
        {
            let board = write_xsb(level);
            if candidates.iter().all(|(_, known)| *known != board) {
                candidates.push((dialect, board));
            }
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
    if std::ptr::eq(dialect, default) {
        return Ok(reading);
    }
    let mut reading = reader::read(text, dialect, options)?;
    reading.add_note(&dialect.note());
    Ok(reading)
}

/// Which bytes occur in a text: reading it in a dialect without its walls would find nothing.
fn bytes_in(text: &str) -> [bool; 256] {
    let mut present = [false; 256];
    text.bytes().for_each(|byte| present[usize::from(byte)] = true);
    present
}

fn ambiguous(dialects: impl Iterator<Item = &'static Dialect>) -> Diagnostic {
    let (names, legends): (Vec<_>, Vec<_>) =
        dialects.map(|dialect| (dialect.name, format!("{}: {}", dialect.name, dialect.legend))).unzip();
    Diagnostic::new(format!("the letters can be read as {}, which gives different levels", names.join(" or ")))
        .help(format!("choose one with --dialect; {}", legends.join("; ")))
}
