//! What a text is written in: the container first, then the letters of its boards.
//!
//! Text whose first board is legal by its letters in XSB is XSB, and its errors are XSB's. Otherwise
//! every dialect is tried on the first board: those stay in which all letters are legal and the board
//! is a level. Readings that give the same board count as one. One left: it is used for the whole
//! text, and a note says so. Several different ones: an error that names them. None: the errors of
//! the dialect with the fewest foreign letters.

use crate::diagnostic::Diagnostic;
use crate::puzzle::ReadOptions;
use crate::sokoban::formats::dialect;
use crate::sokoban::formats::dialect::{DIALECTS, Dialect, XSB};
use crate::sokoban::formats::format;
use crate::sokoban::formats::format::Container;
use crate::sokoban::formats::reader;
use crate::sokoban::formats::reading::{ContainerOptions, LevelEntry, Reading};
use crate::sokoban::formats::{pusher_db, pusher_scan, slc};
use crate::sokoban::xsb::write_xsb;

/// Reads up to `most` levels of `text`.
pub(super) fn read(text: &str, options: &ReadOptions, most: usize) -> Result<Reading, Diagnostic> {
    let container = match &options.format {
        Some(name) => format::named(name)
            .map(|format| format::container(format.name))
            .ok_or_else(|| Diagnostic::new(format!("unknown format '{name}'")).help(format::listed()))?,
        None => detected(text, options),
    };
    let container_options =
        ContainerOptions { allow_unequal: options.allow_unequal, most, keep_all: options.keep_all };
    match container {
        Container::Text(named) => match options.dialect.as_deref().or(named) {
            Some(name) => forced(text, name, container_options),
            None => by_letters(text, options, container_options),
        },
        Container::Slc => slc::read(text, container_options),
        Container::Listing => pusher_db::read(text, container_options),
        Container::Bytes => pusher_scan::read(text, options.offset, container_options),
    }
}

/// The container, by what can be seen.
fn detected(text: &str, options: &ReadOptions) -> Container {
    if options.is_binary || options.offset.is_some() {
        Container::Bytes
    } else if slc::claims(text) {
        Container::Slc
    } else if pusher_db::claims(text) {
        Container::Listing
    } else {
        Container::Text(None)
    }
}

/// Reads in the letters that were named.
fn forced(text: &str, name: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let Some(dialect) = dialect::named(name) else {
        return Err(Diagnostic::new(format!("unknown dialect '{name}'"))
            .help(format!("dialects: {}", dialect::NAMES.join(", "))));
    };
    reader::read(text, dialect, options)
}

fn by_letters(
    text: &str,
    options: &ReadOptions,
    container_options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    // `.sok` files may mix XSB with letters of their own; the two do not contradict each other.
    let natural: &'static Dialect =
        if options.ending.as_deref() == Some("sok") { dialect::named("sok").unwrap_or(&XSB) } else { &XSB };
    let reading = reader::read(text, natural, container_options)?;
    if reading.has_wall && reading.strange == 0 {
        return Ok(reading);
    }
    let only_first = ContainerOptions { most: 1, ..container_options };
    let mut candidates: Vec<(&'static Dialect, String)> = Vec::new();
    let mut nearest: Option<(usize, &'static Dialect)> =
        reading.has_wall.then_some((reading.strange, natural));
    for dialect in DIALECTS {
        let first = reader::read(text, dialect, only_first)?;
        if !first.has_wall {
            continue;
        }
        if nearest.is_none_or(|(strange, _)| first.strange < strange) {
            nearest = Some((first.strange, dialect));
        }
        if let Some(LevelEntry { level: Ok(level), .. }) = first.entries.first()
            && first.strange == 0
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
        several => {
            let names: Vec<_> = several.iter().map(|(dialect, _)| dialect.name).collect();
            let legends: Vec<_> =
                several.iter().map(|(dialect, _)| format!("{}: {}", dialect.name, dialect.legend)).collect();
            let message =
                format!("the letters can be read as {}, which gives different levels", names.join(" or "));
            return Err(
                Diagnostic::new(message).help(format!("say which with --dialect; {}", legends.join("; ")))
            );
        }
    };
    if std::ptr::eq(dialect, natural) {
        return Ok(reading);
    }
    let mut reading = reader::read(text, dialect, container_options)?;
    for entry in &mut reading.entries {
        entry.note = Some(match entry.note.take() {
            Some(note) => format!("{}; {note}", dialect.note()),
            None => dialect.note(),
        });
    }
    Ok(reading)
}
