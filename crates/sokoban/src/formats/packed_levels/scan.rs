//! Finds packed levels in a binary file, as `pusher.exe` holds them one after the other. A place counts as
//! the start of a level if the bytes there unpack to a legal level that is not solved; all other bytes are
//! skipped. A file of nothing but levels, as lurd writes it, may have solved ones.
//!
//! The program's table of offsets decides which of the levels it uses: `pusher.exe` holds 60 levels, a table with a 16-bit word
//! per level (its start, counted from some place in memory), and behind that a stale copy of four levels. Without such a
//! table, levels that repeat earlier ones and do not follow them directly count as stale.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{LeftOut, Metadata, Omission, ReadOptions};
use rustc_hash::{FxHashMap, FxHashSet};

use super::packing;
use crate::{
    formats::level_record::{LevelEntry, MAX_SQUARES, Reading},
    level::Level,
    xsb::write_xsb,
};

/// The size up to which a file is searched for levels.
const MAX_BYTES: usize = 4 << 20;
/// The minimum number of levels in a table: two words may equal two places by chance.
const MIN_LEVELS: usize = 3;
/// The number of bytes from the program's start within which it sets DS.
const MAX_PROLOGUE: usize = 64;

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
    let is_all_levels = is_all_levels(&bytes, options);
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
    let (found, left_out) = arrange(&bytes, found, options.keep_all || is_all_levels);
    let first = found.iter().map(|(_, place)| place.start).min().unwrap_or(0);
    let segment = data_segment(&bytes);
    let entries = found.into_iter().zip(1..).map(|((level, place), number)| {
        let note = location(&level, &place, first, segment);
        LevelEntry { note: Some(note), ..entry(Ok(level), 0..0, place, number) }
    });
    Ok(Reading { has_wall: true, left_out, entries: entries.collect(), ..Reading::default() })
}

/// Whether a file holds packed levels.
pub(in crate::formats) fn holds_levels(bytes: &[u8]) -> bool {
    let options = &ReadOptions::default();
    let is_level = |at| level_at(&bytes[at..], options).is_some_and(|(level, _)| is_unsolved(&level));
    bytes.len() <= MAX_BYTES && ((0..bytes.len()).any(is_level) || is_all_levels(bytes, options))
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

/// The location of a level, like the one that the extractor of pusher's levels prints. It includes the address in memory if the
/// start of the program's data `segment` is known.
fn location(level: &Level, bytes: &Range<usize>, first: usize, segment: Option<usize>) -> String {
    let address = segment.and_then(|segment| bytes.start.checked_sub(segment)).filter(|at| *at <= 0xFFFF);
    let address = address.map_or_else(String::new, |at| format!(", DS:{at:04X}"));
    let (start, table, last) = (bytes.start, bytes.start.saturating_sub(first), bytes.end.saturating_sub(1));
    let (width, height, length) = (level.width(), level.height(), bytes.len());
    format!(
        "file offset {start:04X}{address}, table offset {table:04X}, size {width} x {height}, end {last:04X}, length {length}"
    )
}

/// Puts levels into the order of the program's table and leaves out stale ones; with `keep_all` these follow
/// in the order of the file.
fn arrange(bytes: &[u8], found: Vec<PackedLevel>, keep_all: bool) -> (Vec<PackedLevel>, Option<LeftOut>) {
    let (mut order, what) = match table(bytes, &found) {
        Some(listed) => (listed, Omission::Unlisted),
        None => (without_copies(&found), Omission::Copies),
    };
    let kept: FxHashSet<usize> = order.iter().copied().collect();
    let rest: Vec<usize> = (0..found.len()).filter(|index| !kept.contains(index)).collect();
    let left_out = rest.first().filter(|_| !keep_all).map(|&first| LeftOut {
        what,
        count: rest.len(),
        first: found[first].1.start,
    });
    order.extend(rest.iter().filter(|_| keep_all));
    let mut found: Vec<_> = found.into_iter().map(Some).collect();
    (order.into_iter().filter_map(|index| found[index].take()).collect(), left_out)
}

/// The levels except those that repeat an earlier one and come after bytes that are not levels.
fn without_copies(found: &[PackedLevel]) -> Vec<usize> {
    let mut boards: FxHashSet<String> = FxHashSet::default();
    let (mut is_detached, mut end) = (false, found.first().map_or(0, |(_, place)| place.start));
    let mut is_kept = |(level, place): &PackedLevel| {
        is_detached |= place.start != std::mem::replace(&mut end, place.end);
        boards.insert(write_xsb(level)) || !is_detached
    };
    (0..found.len()).filter(|&index| is_kept(&found[index])).collect()
}

/// The levels in the order of the program's table, if it has one: a sequence of words that are the starts of
/// most of the levels, each once, relative to the place that most words suggest.
fn table(bytes: &[u8], found: &[PackedLevel]) -> Option<Vec<usize>> {
    let starts: FxHashMap<usize, usize> =
        found.iter().enumerate().map(|(index, (_, place))| (place.start, index)).collect();
    let mut bases: Vec<usize> = data_segment(bytes).into_iter().chain(image(bytes)).chain([0]).collect();
    let begins = |index: &usize| *index == 0 || found[index - 1].1.end != found[*index].1.start;
    bases.extend((0..found.len()).filter(begins).map(|index| found[index].1.start).take(MAX_BASES));
    let longest =
        bases.into_iter().flat_map(|base| [0, 1].map(|parity| longest_sequence(bytes, parity, base, &starts)));
    longest.max_by_key(Vec::len).filter(|longest| longest.len() >= MIN_LEVELS && 2 * longest.len() > found.len())
}

/// The maximum number of blocks of levels that a table may count from.
const MAX_BASES: usize = 16;

/// The longest sequence of words that are `starts` relative to `base`, each at most once.
fn longest_sequence(bytes: &[u8], parity: usize, base: usize, starts: &FxHashMap<usize, usize>) -> Vec<usize> {
    let (mut longest, mut sequence) = (Vec::new(), Vec::new());
    for word in bytes.get(parity..).unwrap_or_default().chunks_exact(2) {
        let index = starts.get(&(base + usize::from(u16::from_le_bytes([word[0], word[1]])))).copied();
        if index.is_none_or(|index| sequence.contains(&index)) {
            longest = std::cmp::max_by_key(sequence, longest, Vec::len);
            sequence = Vec::new();
        }
        sequence.extend(index);
    }
    std::cmp::max_by_key(sequence, longest, Vec::len)
}

// The location of a DOS program's data segment in its file.
//
// An MZ header gives its own length, the start of the program, and the words that the loader turns into
// segments. A program that sets DS at its start moves such a word into a register and the register into DS
// (Intel 8086: `B8+r iw`, then `8E D8+r`). Only words that the header lists for the loader count, so no
// other number is mistaken for a segment.

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
}

/// The byte of the file at DS:0000; `None` if the file is not such a program.
fn data_segment(bytes: &[u8]) -> Option<usize> {
    let header = image(bytes)?;
    let [relocations, ip, cs, table] = [0x06, 0x14, 0x16, 0x18].map(|at| word(bytes, at));
    // The start may be below the first segment: addresses wrap around at 1 MiB.
    let start = header + ((cs? * 16 + ip?) & 0xF_FFFF);
    let (relocations, table) = (relocations?, table?);
    let is_segment = |at: usize| {
        let places = (0..relocations).map(|entry| table + entry * 4);
        let of = |place| Some(header + word(bytes, place + 2)? * 16 + word(bytes, place)?);
        places.map(of).any(|place| place == Some(at))
    };
    let code = bytes.get(start..)?;
    let code = &code[..code.len().min(MAX_PROLOGUE)];
    let into_ds = code.windows(2).enumerate().filter(|(_, it)| it[0] == 0x8E && it[1] & 0xF8 == 0xD8);
    let load = |(at, it): (usize, &[u8])| {
        (0..at.saturating_sub(2)).rev().find(|&from| code[from] == 0xB8 | (it[1] & 7) && is_segment(start + from + 1))
    };
    into_ds.filter_map(load).find_map(|from| word(bytes, start + from + 1)).map(|segment| header + segment * 16)
}

/// The byte of the file at which the program begins, after the header; `None` if the file is not such a program.
fn image(bytes: &[u8]) -> Option<usize> {
    word(bytes, 0x08).filter(|_| bytes.starts_with(b"MZ")).map(|paragraphs| paragraphs * 16)
}

#[cfg(test)]
mod mz_tests {
    use super::*;

    /// A program with a header of 32 bytes that starts with `code`.
    fn program(code: &[u8], segment_at: u16) -> Vec<u8> {
        let mut bytes = vec![0; 32];
        bytes[..2].copy_from_slice(b"MZ");
        bytes[6] = 1;
        bytes[8] = 2;
        bytes[0x18] = 0x1C;
        bytes[0x1C..0x1E].copy_from_slice(&segment_at.to_le_bytes());
        bytes.extend_from_slice(code);
        bytes.resize(256, 0x90);
        bytes
    }

    #[test]
    fn the_word_that_goes_to_ds() {
        // mov ax, 7; mov ds, ax
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xD8], 1)), Some(32 + 7 * 16));
        // nop; mov dx, 5; mov cs:[1234h], dx; mov ds, dx
        let code = [0x90, 0xBA, 5, 0, 0x2E, 0x89, 0x16, 0x34, 0x12, 0x8E, 0xDA];
        assert_eq!(data_segment(&program(&code, 2)), Some(32 + 5 * 16));
    }

    #[test]
    fn other_numbers_are_no_segments() {
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xD8], 9)), None, "no word for the loader");
        assert_eq!(data_segment(&program(&[0xBA, 7, 0, 0x8E, 0xD8], 1)), None, "another register");
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xC0], 1)), None, "another segment");
        let whole = program(&[0xB8, 7, 0, 0x8E, 0xD8], 1);
        for end in 0..37 {
            assert_eq!(data_segment(&whole[..end]), None, "the first {end} bytes");
        }
        assert_eq!(data_segment(&[0xB8; 300]), None);
    }
}
