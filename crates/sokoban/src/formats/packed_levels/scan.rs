//! Finds packed levels in a binary file, as `pusher.exe` holds them one after the other. A place counts as
//! the start of a level if the bytes there unpack to a legal level that is not solved; all other bytes are
//! skipped. A file of nothing but levels, as lurd writes it, may have solved ones.
//!
//! The program's table of offsets decides which of the levels it uses: `pusher.exe` holds 60 levels, a table with a 16-bit word
//! per level (its start, counted from some place in memory), and behind that a stale copy of four levels. Without such a
//! table, all are read.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{LeftOut, Metadata, Omission, ReadOptions};
use rustc_hash::{FxHashMap, FxHashSet};

use super::packing;
use crate::{
    formats::level_record::{LevelEntry, MAX_SQUARES, Reading},
    level::Level,
};

/// The size up to which a file is searched for levels.
const MAX_BYTES: usize = 4 << 20;
/// The minimum number of levels in a table: two words may equal two places by chance.
const MIN_LEVELS: usize = 3;

/// A level and the bytes it was unpacked from.
type PackedLevel = (Level, Range<usize>);

/// Reads the levels in the bytes that the characters of `text` stand for, wherever levels are found.
pub(in crate::formats) fn read(text: &str, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    // Otherwise it is text in UTF-8 after all.
    let bytes = text.chars().map(|letter| u8::try_from(letter).ok()).collect::<Option<Vec<u8>>>();
    let bytes = bytes.unwrap_or_else(|| text.as_bytes().to_vec());
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::new("the file is larger than 4 MiB, too large to search for packed levels"));
    }
    let (found, left_out) = arrange(&bytes, levels_in(&bytes, options, max_levels), options.keep_all);
    let first = found.iter().map(|(_, place)| place.start).min().unwrap_or(0);
    let entries = found.into_iter().zip(1..).map(|((level, place), number)| {
        // Like the extractor of pusher's levels.
        let (start, table, last) = (place.start, place.start - first, place.end - 1);
        let (width, height, length) = (level.width(), level.height(), place.len());
        let note = format!("file offset {start:04X}, table offset {table:04X}, size {width} x {height}, end {last:04X}, length {length}");
        LevelEntry { note: Some(note), ..entry(Ok(level), 0..0, place, number) }
    });
    Ok(Reading { has_wall: true, left_out, entries: entries.collect(), ..Reading::default() })
}

/// Whether a file holds packed levels.
pub(in crate::formats) fn holds_levels(bytes: &[u8]) -> bool {
    bytes.len() <= MAX_BYTES && !levels_in(bytes, &ReadOptions::default(), 1).is_empty()
}

/// The levels in a file, at most `max_levels`.
fn levels_in(bytes: &[u8], options: &ReadOptions, max_levels: usize) -> Vec<PackedLevel> {
    let is_all_levels = is_all_levels(bytes, options);
    let (mut found, mut at, mut squares) = (Vec::new(), 0, 0);
    while at < bytes.len() && found.len() < max_levels && squares < MAX_SQUARES {
        match level_at(&bytes[at..], options).filter(|(level, _)| is_all_levels || is_unsolved(level)) {
            Some((level, used)) => {
                squares += level.squares();
                found.push((level, at..at + used));
                at += used;
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a file consists of levels, one after the other.
fn is_all_levels(bytes: &[u8], options: &ReadOptions) -> bool {
    let mut at = 0;
    while let Some((_, used)) = level_at(&bytes[at..], options) {
        at += used;
    }
    at > 0 && at == bytes.len()
}

/// The level at the beginning of `bytes`, if there is one, and the number of bytes it takes.
fn level_at(bytes: &[u8], options: &ReadOptions) -> Option<(Level, usize)> {
    let (grid, used) = packing::may_begin(bytes).then(|| packing::unpack(bytes).ok())??;
    Some((Level::from_grid_with(&grid, options).ok()?, used))
}

fn is_unsolved(level: &Level) -> bool {
    level.boxes().any(|square| !level.is_goal(square))
}

/// Reads levels one after the other from the beginning of `bytes`. `place_of` maps a byte to its place in the text. The first
/// level that cannot be unpacked is an entry with an error, and the last entry.
pub(in crate::formats) fn entries_of(
    bytes: &[u8],
    options: &ReadOptions,
    max_levels: usize,
    place_of: &dyn Fn(usize) -> usize,
) -> Reading {
    let mut reading = Reading { has_wall: true, ..Reading::default() };
    let (mut at, mut squares) = (0, 0);
    while at < bytes.len() && reading.entries.len() < max_levels && squares < MAX_SQUARES {
        let unpacked = packing::unpack(&bytes[at..]);
        let end = unpacked.as_ref().map_or(bytes.len(), |(_, used)| at + used);
        let level = unpacked.and_then(|(grid, _)| {
            squares += grid.rows().iter().map(|row| row.cells.len()).sum::<usize>();
            Level::from_grid_with(&grid, options)
        });
        let level = level.map_err(|mut error| {
            error.place = error.place.map(|place| place_of(at + place.start)..place_of(at + place.start));
            error
        });
        let place = place_of(at)..place_of(end).max(place_of(at));
        reading.entries.push(entry(level, place, at..end, reading.entries.len() + 1));
        at = end;
    }
    reading
}

fn entry(level: Result<Level, Diagnostic>, place: Range<usize>, bytes: Range<usize>, number: usize) -> LevelEntry {
    let level = level.map(|level| Level { title: Some(format!("Maze {number}")), ..level });
    let metadata = Metadata { bytes: Some(bytes), ..Metadata::default() }.shared();
    LevelEntry { level, place, flags: String::new(), note: None, metadata }
}

/// Puts levels into the order of the program's table and leaves out stale ones; with `keep_all` these follow
/// in the order of the file.
fn arrange(bytes: &[u8], found: Vec<PackedLevel>, keep_all: bool) -> (Vec<PackedLevel>, Option<LeftOut>) {
    let Some(mut order) = table(bytes, &found) else { return (found, None) };
    let kept: FxHashSet<usize> = order.iter().copied().collect();
    let rest: Vec<usize> = (0..found.len()).filter(|index| !kept.contains(index)).collect();
    let left_out = rest.first().filter(|_| !keep_all).map(|&first| LeftOut {
        what: Omission::Unlisted,
        count: rest.len(),
        first: found[first].1.start,
    });
    order.extend(rest.iter().filter(|_| keep_all));
    let mut found: Vec<_> = found.into_iter().map(Some).collect();
    (order.into_iter().filter_map(|index| found[index].take()).collect(), left_out)
}

/// The levels in the order of the program's table, if it has one: words that follow each other and are the starts of most of
/// the levels, each once, counted from any place. The first level is among them.
fn table(bytes: &[u8], found: &[PackedLevel]) -> Option<Vec<usize>> {
    let starts: FxHashMap<usize, usize> =
        found.iter().enumerate().map(|(index, (_, place))| (place.start, index)).collect();
    let word = |at: usize| Some(usize::from(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?)));
    let with_first_at = |at: usize| {
        let origin = found.first()?.1.start.wrapping_sub(word(at)?);
        let level = |at: usize| starts.get(&origin.wrapping_add(word(at)?)).copied();
        let before = (1..).map(|words| at.wrapping_sub(2 * words));
        let begin = before.take_while(|&at| level(at).is_some_and(|index| index > 0)).last().unwrap_or(at);
        let mut listed = FxHashSet::default();
        let words = (begin..).step_by(2).map_while(level);
        Some(words.take_while(|&index| listed.insert(index)).collect::<Vec<_>>())
    };
    let longest = (0..bytes.len()).filter_map(with_first_at).max_by_key(Vec::len);
    longest.filter(|longest| longest.len() >= MIN_LEVELS && 2 * longest.len() > found.len())
}
