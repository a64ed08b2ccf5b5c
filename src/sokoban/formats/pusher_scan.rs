//! Finds packed levels in a file that is no text, as `pusher.exe` holds them: a level begins where
//! the one before it ends. A place counts as the beginning of a level if what is there unpacks to a
//! legal level that is not solved; any other bytes are passed over. Which of them the program uses is decided
//! by [`pusher_table`].

use crate::diagnostic::Diagnostic;
use crate::puzzle::Metadata;
use crate::sokoban::formats::reading::{ContainerOptions, LevelEntry, MAX_LEVELS, MAX_SQUARES, Reading};
use crate::sokoban::formats::{mz, pusher_packed, pusher_table};
use crate::sokoban::level::Level;

/// Larger files are searched only from a place that is named.
const MAX_BYTES: usize = 4 << 20;

/// Reads the levels in the bytes that the characters of `text` stand for, from byte `offset` on if
/// it is given, or else from wherever a level is found.
pub(super) fn read(
    text: &str,
    offset: Option<usize>,
    options: ContainerOptions,
) -> Result<Reading, Diagnostic> {
    let bytes = bytes_of(text);
    let segment = mz::data_segment(&bytes);
    if let Some(offset) = offset {
        if offset >= bytes.len() {
            let length = bytes.len();
            return Err(Diagnostic::new(format!("there is no byte {offset}: the file has {length}")));
        }
        let mut reading = entries_of(&bytes[offset..], offset, options, &|_| 0);
        for entry in &mut reading.entries {
            describe(entry, offset, segment);
        }
        return Ok(reading);
    }
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::new("larger than 4 MiB: too much to search for packed levels")
            .help("say where they begin with --offset"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut squares = 0;
    while at < bytes.len() && found.len() < options.most.min(MAX_LEVELS) && squares < MAX_SQUARES {
        match level_at(&bytes[at..], options) {
            Some((level, used)) => {
                squares += level.squares();
                found.push((level, at..at + used));
                at += used;
            }
            None => at += 1,
        }
    }
    let (found, left_out) = pusher_table::arrange(&bytes, found, options.keep_all);
    let first = found.iter().map(|(_, place)| place.start).min().unwrap_or(0);
    let mut reading = Reading { has_wall: true, left_out, ..Reading::default() };
    for (index, (level, place)) in found.into_iter().enumerate() {
        let mut entry = entry(Ok(level), place, index, &|_| 0);
        describe(&mut entry, first, segment);
        reading.entries.push(entry);
    }
    Ok(reading)
}

/// Whether there are packed levels in a file.
#[must_use]
pub fn holds_packed_levels(bytes: &[u8]) -> bool {
    let options = ContainerOptions { most: 1, ..ContainerOptions::ALL };
    bytes.len() <= MAX_BYTES && (0..bytes.len()).any(|at| level_at(&bytes[at..], options).is_some())
}

/// The bytes that characters stand for.
fn bytes_of(text: &str) -> Vec<u8> {
    if text.chars().all(|letter| u32::from(letter) < 256) {
        text.chars().map(|letter| u8::try_from(letter).unwrap_or(0)).collect()
    } else {
        // A text in UTF-8 after all.
        text.as_bytes().to_vec()
    }
}

/// The level at the beginning of `bytes` and how many bytes it takes, if there is one that is worth
/// playing.
fn level_at(bytes: &[u8], options: ContainerOptions) -> Option<(Level, usize)> {
    if !pusher_packed::may_begin(bytes) {
        return None;
    }
    let (grid, used) = pusher_packed::unpack(bytes).ok()?;
    let level = Level::from_grid_with(&grid, options.allow_unequal).ok()?;
    let astray = level.boxes().any(|square| !level.is_goal(square));
    astray.then_some((level, used))
}

/// Levels one behind the other from the beginning of `bytes` on, which stand at `offset` in their
/// file. Where one cannot be unpacked its entry says why, and nothing follows.
pub(super) fn entries_of(
    bytes: &[u8],
    offset: usize,
    options: ContainerOptions,
    place_of: &dyn Fn(usize) -> usize,
) -> Reading {
    let mut reading = Reading { has_wall: true, ..Reading::default() };
    let mut at = 0;
    let mut squares = 0;
    while at < bytes.len() && reading.entries.len() < options.most.min(MAX_LEVELS) && squares < MAX_SQUARES {
        let index = reading.entries.len();
        match pusher_packed::unpack(&bytes[at..]) {
            Ok((grid, used)) => {
                squares += grid.rows().iter().map(|row| row.cells.len()).sum::<usize>();
                let level = Level::from_grid_with(&grid, options.allow_unequal);
                let level = level.map_err(|error| moved(error, at, place_of));
                reading.entries.push(entry(level, offset + at..offset + at + used, index, &|byte| {
                    place_of(byte - offset)
                }));
                at += used;
            }
            // What follows the levels of a program is its code.
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

/// A complaint about packed bytes, moved to their place in the text.
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

/// Says where a level was found, as the extractor of pusher's levels does; its address in memory only
/// if the program tells at which byte its data `segment` begins.
fn describe(entry: &mut LevelEntry, first: usize, segment: Option<usize>) {
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
