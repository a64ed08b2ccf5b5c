//! Finds packed levels in a binary file, as `pusher.exe` holds them one after the other. A place counts as
//! the start of a level if the bytes there unpack to a legal level that is not solved; all other bytes are
//! skipped. [`offset_table`] decides which of the levels the program uses.

use super::{mz, offset_table, unpacking};
use crate::formats::reading::{ContainerOptions, LevelEntry, MAX_LEVELS, MAX_SQUARES, Reading};
use crate::level::Level;
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::Metadata;

/// The size up to which a file is searched for levels.
const MAX_BYTES: usize = 4 << 20;

/// Reads the levels in the bytes that the characters of `text` stand for: from the offset of the options on,
/// or wherever levels are found.
pub(in crate::formats) fn read(text: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let bytes = bytes_of(text);
    let segment = mz::data_segment(&bytes);
    if let Some(offset) = options.offset {
        if offset >= bytes.len() {
            let length = bytes.len();
            return Err(Diagnostic::new(format!(
                "offset {offset} is past the end: the file has {length} bytes"
            )));
        }
        let mut reading = entries_of(&bytes[offset..], offset, options, &|_| 0);
        for entry in &mut reading.entries {
            add_location_note(entry, offset, segment);
        }
        return Ok(reading);
    }
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::new("the file is larger than 4 MiB, too large to search for packed levels")
            .help("give the byte at which they begin with --offset"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut squares = 0;
    while at < bytes.len() && found.len() < options.max_levels.min(MAX_LEVELS) && squares < MAX_SQUARES {
        match level_at(&bytes[at..], options) {
            Some((level, used)) => {
                squares += level.squares();
                found.push((level, at..at + used));
                at += used;
            }
            None => at += 1,
        }
    }
    let (found, left_out) = offset_table::arrange(&bytes, found, options.keep_all);
    let first = found.iter().map(|(_, place)| place.start).min().unwrap_or(0);
    let mut reading = Reading { has_wall: true, left_out, ..Reading::default() };
    for (index, (level, place)) in found.into_iter().enumerate() {
        let mut entry = entry(Ok(level), place, index, &|_| 0);
        add_location_note(&mut entry, first, segment);
        reading.entries.push(entry);
    }
    Ok(reading)
}

/// Whether a file holds packed levels.
pub(in crate::formats) fn holds_levels(bytes: &[u8]) -> bool {
    let options = ContainerOptions { max_levels: 1, ..ContainerOptions::ALL };
    bytes.len() <= MAX_BYTES && (0..bytes.len()).any(|at| level_at(&bytes[at..], options).is_some())
}

/// The bytes that the characters of a text stand for.
fn bytes_of(text: &str) -> Vec<u8> {
    if text.chars().all(|letter| u32::from(letter) < 256) {
        text.chars().map(|letter| u8::try_from(letter).unwrap_or(0)).collect()
    } else {
        // It is text in UTF-8 after all.
        text.as_bytes().to_vec()
    }
}

/// The unsolved level at the beginning of `bytes`, if there is one, and the number of bytes it takes.
fn level_at(bytes: &[u8], options: ContainerOptions) -> Option<(Level, usize)> {
    if !unpacking::may_begin(bytes) {
        return None;
    }
    let (grid, used) = unpacking::unpack(bytes).ok()?;
    let level = Level::from_grid_with(&grid, options.allow_unequal).ok()?;
    let is_unsolved = level.boxes().any(|square| !level.is_goal(square));
    is_unsolved.then_some((level, used))
}

/// Reads levels one after the other from the beginning of `bytes`, which is at `offset` in its file.
/// `place_of` maps a byte to its place in the text. The first level that cannot be unpacked is an entry with
/// an error, and the last entry.
pub(in crate::formats) fn entries_of(
    bytes: &[u8],
    offset: usize,
    options: ContainerOptions,
    place_of: &dyn Fn(usize) -> usize,
) -> Reading {
    let mut reading = Reading { has_wall: true, ..Reading::default() };
    let mut at = 0;
    let mut squares = 0;
    while at < bytes.len()
        && reading.entries.len() < options.max_levels.min(MAX_LEVELS)
        && squares < MAX_SQUARES
    {
        let index = reading.entries.len();
        match unpacking::unpack(&bytes[at..]) {
            Ok((grid, used)) => {
                squares += grid.rows().iter().map(|row| row.cells.len()).sum::<usize>();
                let level = Level::from_grid_with(&grid, options.allow_unequal);
                let level = level.map_err(|error| moved(error, at, place_of));
                reading.entries.push(entry(level, offset + at..offset + at + used, index, &|byte| {
                    place_of(byte - offset)
                }));
                at += used;
            }
            // The levels of a program are followed by code.
            Err(_) if offset > 0 && index > 0 => break,
            Err(error) => {
                let error = moved(error, at, place_of);
                let end = offset + bytes.len();
                reading
                    .entries
                    .push(entry(Err(error), offset + at..end, index, &|byte| place_of(byte - offset)));
                break;
            }
        }
    }
    reading
}

/// A diagnostic about packed bytes, moved to their place in the text.
fn moved(error: Diagnostic, at: usize, place_of: &dyn Fn(usize) -> usize) -> Diagnostic {
    match error.place.clone() {
        Some(place) => {
            let start = place_of(at + place.start);
            let label = error.label.clone();
            error.at(start..start, label)
        }
        None => error,
    }
}

fn entry(
    level: Result<Level, Diagnostic>,
    bytes: std::ops::Range<usize>,
    index: usize,
    place_of: &dyn Fn(usize) -> usize,
) -> LevelEntry {
    let level = level.map(|level| Level { title: Some(format!("Maze {}", index + 1)), ..level });
    let place = place_of(bytes.start)..place_of(bytes.end).max(place_of(bytes.start));
    let metadata = Metadata { end: place.end, bytes: Some(bytes), ..Metadata::default() };
    LevelEntry { level, place, flags: String::new(), note: None, metadata }
}

/// Adds a note with the location of a level, like the one that the extractor of pusher's levels prints. It
/// includes the address in memory if the start of the program's data `segment` is known.
fn add_location_note(entry: &mut LevelEntry, first: usize, segment: Option<usize>) {
    let (Some(bytes), Ok(level)) = (&entry.metadata.bytes, &entry.level) else { return };
    let address = segment.and_then(|segment| bytes.start.checked_sub(segment)).filter(|at| *at <= 0xFFFF);
    let address = address.map_or_else(String::new, |at| format!(", DS:{at:04X}"));
    entry.note = Some(format!(
        "file offset {:04X}{address}, table offset {:04X}, size {} x {}, end {:04X}, length {}",
        bytes.start,
        bytes.start.saturating_sub(first),
        level.width(),
        level.height(),
        bytes.end.saturating_sub(1),
        bytes.len()
    ));
}
