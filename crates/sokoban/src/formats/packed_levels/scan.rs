//! Finds packed levels in a binary file, as `pusher.exe` holds them one after the other. A place counts as
//! the start of a level if the bytes there unpack to a legal level that is not solved; all other bytes are
//! skipped. A file of nothing but levels, as lurd writes it, may have solved ones. The program's table of offsets decides which of the levels it uses.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{LeftOut, Metadata, Omission};
use rustc_hash::{FxHashMap, FxHashSet};

use super::packing;
use crate::{
    formats::level_record::{ContainerOptions, LevelEntry, MAX_SQUARES, Reading},
    level::Level,
    xsb::write_xsb,
};

/// The size up to which a file is searched for levels.
const MAX_BYTES: usize = 4 << 20;

/// Reads the levels in the bytes that the characters of `text` stand for, wherever levels are found.
pub(in crate::formats) fn read(text: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let bytes = bytes_of(text);
    let segment = data_segment(&bytes);
    if bytes.len() > MAX_BYTES {
        return Err(Diagnostic::new("the file is larger than 4 MiB, too large to search for packed levels"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut squares = 0;
    let is_all_levels = is_all_levels(&bytes, options);
    while at < bytes.len() && found.len() < options.max_levels && squares < MAX_SQUARES {
        let level = level_at(&bytes[at..], options).filter(|(level, _)| is_all_levels || is_unsolved(level));
        match level {
            Some((level, used)) => {
                squares += level.squares();
                found.push((level, at..at + used));
                at += used;
            }
            None => at += 1,
        }
    }
    let options = ContainerOptions { keep_all: options.keep_all || is_all_levels, ..options };
    let (found, left_out) = arrange(&bytes, found, options.keep_all);
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
    let is_level = |at| level_at(&bytes[at..], options).is_some_and(|(level, _)| is_unsolved(&level));
    bytes.len() <= MAX_BYTES && ((0..bytes.len()).any(is_level) || is_all_levels(bytes, options))
}

/// Whether a file consists of levels, one after the other.
fn is_all_levels(bytes: &[u8], options: ContainerOptions) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        let Some((_, used)) = level_at(&bytes[at..], options) else { return false };
        at += used;
    }
    at > 0
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

/// The level at the beginning of `bytes`, if there is one, and the number of bytes it takes.
fn level_at(bytes: &[u8], options: ContainerOptions) -> Option<(Level, usize)> {
    if !packing::may_begin(bytes) {
        return None;
    }
    let (grid, used) = packing::unpack(bytes).ok()?;
    let level = Level::from_grid_with(&grid, options.leniency).ok()?;
    Some((level, used))
}

fn is_unsolved(level: &Level) -> bool {
    level.boxes().any(|square| !level.is_goal(square))
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
    while at < bytes.len() && reading.entries.len() < options.max_levels && squares < MAX_SQUARES {
        let index = reading.entries.len();
        match packing::unpack(&bytes[at..]) {
            Ok((grid, used)) => {
                squares += grid.rows().iter().map(|row| row.cells.len()).sum::<usize>();
                let level = Level::from_grid_with(&grid, options.leniency);
                let level = level.map_err(|error| moved(error, at, place_of));
                reading
                    .entries
                    .push(entry(level, offset + at..offset + at + used, index, &|byte| place_of(byte - offset)));
                at += used;
            }
            // The levels of a program are followed by code.
            Err(_) if offset > 0 && index > 0 => break,
            Err(error) => {
                let error = moved(error, at, place_of);
                let end = offset + bytes.len();
                reading.entries.push(entry(Err(error), offset + at..end, index, &|byte| place_of(byte - offset)));
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

// Which of the packed levels in a program it uses: those that its table of offsets lists, in that order.
//
// `pusher.exe` holds 60 levels, a table with a 16-bit word per level (its start, counted from some place in
// memory), and behind that a stale copy of four levels. Without such a table, levels that repeat earlier
// ones and do not follow them directly count as stale.

/// A level and the bytes it was unpacked from.
pub(super) type PackedLevel = (Level, Range<usize>);

/// The minimum number of levels in a table: two words may equal two places by chance.
const MIN_LEVELS: usize = 3;
/// The maximum number of bases that are tried.
const MAX_BASES: usize = 16;
/// The maximum size of a 16-bit program.
const MAX_PROGRAM_BYTES: usize = 1 << 20;

/// Puts levels into the order of the program's table and leaves out stale ones; with `keep_all` these follow
/// in the order of the file.
pub(super) fn arrange(bytes: &[u8], found: Vec<PackedLevel>, keep_all: bool) -> (Vec<PackedLevel>, Option<LeftOut>) {
    let (kept, what) = match table(bytes, &found) {
        Some(kept) => (kept, Omission::Unlisted),
        None => (without_copies(&found), Omission::Copies),
    };
    let mut order: Vec<Option<usize>> = vec![None; found.len()];
    for (rank, &index) in kept.iter().enumerate() {
        order[index] = Some(rank);
    }
    let rest: Vec<usize> = (0..found.len()).filter(|&index| order[index].is_none()).collect();
    let first = rest.first().and_then(|&index| found.get(index)).map(|(_, place)| place.start);
    let left_out = first.filter(|_| !keep_all).map(|first| LeftOut { what, count: rest.len(), first });
    let mut ranked: Vec<(usize, PackedLevel)> = found
        .into_iter()
        .zip(order)
        .enumerate()
        .filter_map(|(index, (level, rank))| match rank {
            Some(rank) => Some((rank, level)),
            None => keep_all.then_some((kept.len() + index, level)),
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    (ranked.into_iter().map(|(_, level)| level).collect(), left_out)
}

/// The levels except those that repeat an earlier one and come after bytes that are not levels.
fn without_copies(found: &[PackedLevel]) -> Vec<usize> {
    let mut boards: FxHashSet<String> = FxHashSet::default();
    let mut is_detached = false;
    let mut end = found.first().map_or(0, |(_, place)| place.start);
    let mut kept = Vec::new();
    for (index, (level, place)) in found.iter().enumerate() {
        is_detached |= place.start != end;
        end = place.end;
        let is_new = boards.insert(write_xsb(level));
        if is_new || !is_detached {
            kept.push(index);
        }
    }
    kept
}

/// The levels in the order of the program's table, if it has one: a sequence of words that are the starts of
/// most of the levels, each once, relative to one base.
fn table(bytes: &[u8], found: &[PackedLevel]) -> Option<Vec<usize>> {
    if found.len() < MIN_LEVELS || bytes.len() > MAX_PROGRAM_BYTES {
        return None;
    }
    let starts: FxHashMap<usize, usize> =
        found.iter().enumerate().map(|(index, (_, place))| (place.start, index)).collect();
    let mut longest: Vec<usize> = Vec::new();
    for base in bases(bytes, found) {
        let sequence = longest_sequence(bytes, base, &starts);
        if sequence.len() > longest.len() {
            longest = sequence;
        }
    }
    (longest.len() >= MIN_LEVELS && 2 * longest.len() > found.len()).then_some(longest)
}

/// The bases to try: the starts of the data segment, of the program, of the file, and of each block of levels.
fn bases(bytes: &[u8], found: &[PackedLevel]) -> Vec<usize> {
    let mut bases: Vec<usize> = data_segment(bytes).into_iter().chain(image(bytes)).collect();
    bases.push(0);
    let mut end = usize::MAX;
    for (_, place) in found {
        if place.start != end {
            bases.push(place.start);
        }
        end = place.end;
    }
    bases.dedup();
    bases.truncate(MAX_BASES);
    bases
}

/// The longest sequence of words that are `starts` relative to `base`, each at most once.
fn longest_sequence(bytes: &[u8], base: usize, starts: &FxHashMap<usize, usize>) -> Vec<usize> {
    let mut longest = Vec::new();
    for parity in 0..2 {
        let mut sequence: Vec<usize> = Vec::new();
        let words = bytes.get(parity..).unwrap_or_default().chunks_exact(2);
        for word in words {
            let offset = usize::from(u16::from_le_bytes([word[0], word[1]]));
            let index = starts.get(&(base + offset)).copied();
            if index.is_none_or(|index| sequence.contains(&index)) {
                if sequence.len() > longest.len() {
                    longest = std::mem::take(&mut sequence);
                }
                sequence.clear();
            }
            sequence.extend(index);
        }
        if sequence.len() > longest.len() {
            longest = sequence;
        }
    }
    longest
}

// The location of a DOS program's data segment in its file.
//
// An MZ header gives its own length, the start of the program, and the words that the loader turns into
// segments. A program that sets DS at its start moves such a word into a register and the register into DS
// (Intel 8086: `B8+r iw`, then `8E D8+r`). Only words that the header lists for the loader count, so no
// other number is mistaken for a segment.

/// The number of bytes from the program's start within which it sets DS.
const MAX_PROLOGUE: usize = 64;

/// The byte of the file at DS:0000; `None` if the file is not such a program.
pub(super) fn data_segment(bytes: &[u8]) -> Option<usize> {
    let word = |at: usize| Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    if bytes.get(..2)? != b"MZ" {
        return None;
    }
    let [relocations, header, ip, cs, table] = [0x06, 0x08, 0x14, 0x16, 0x18].map(word);
    let (relocations, header, table) = (relocations?, header? * 16, table?);
    // The start may be below the first segment: addresses wrap around at 1 MiB.
    let start = header + ((cs? * 16 + ip?) & 0xF_FFFF);
    let is_segment = |at: usize| {
        (0..relocations).any(|entry| {
            let place = table + entry * 4;
            word(place).zip(word(place + 2)).is_some_and(|(offset, segment)| header + segment * 16 + offset == at)
        })
    };
    let code = bytes.get(start..)?;
    let code = &code[..code.len().min(MAX_PROLOGUE)];
    let into_ds = code.windows(2).enumerate().filter(|(_, it)| it[0] == 0x8E && it[1] & 0xF8 == 0xD8);
    into_ds
        .filter_map(|(at, it)| {
            let load = 0xB8 | (it[1] & 7);
            (0..at.saturating_sub(2)).rev().find(|&from| code[from] == load && is_segment(start + from + 1))
        })
        .find_map(|from| word(start + from + 1))
        .map(|segment| header + segment * 16)
}

/// The byte of the file at which the program begins, after the header; `None` if the file is not such a program.
pub(super) fn image(bytes: &[u8]) -> Option<usize> {
    let header = bytes.get(0x08..0x0A).filter(|_| bytes.starts_with(b"MZ"))?;
    Some(usize::from(u16::from_le_bytes(header.try_into().ok()?)) * 16)
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
