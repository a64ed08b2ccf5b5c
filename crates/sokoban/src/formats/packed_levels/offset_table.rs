//! Which of the packed levels in a program it uses: those that its table of offsets lists, in that order.
//!
//! `pusher.exe` holds 60 levels, a table with a 16-bit word per level (its start, counted from some place in
//! memory), and behind that a stale copy of four levels. Without such a table, levels that repeat earlier
//! ones and do not follow them directly count as stale.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::mz;
use crate::level::Level;
use crate::xsb::write_xsb;
use lurd_puzzle::puzzle::{LeftOut, Omission};

/// A level and the bytes it was unpacked from.
pub(super) type PackedLevel = (Level, Range<usize>);

/// The minimum number of levels in a table: two words may equal two places by chance.
const MIN_LEVELS: usize = 3;
/// The maximum number of bases that are tried.
const MAX_BASES: usize = 16;
/// The maximum size of a 16-bit program.
const MAX_BYTES: usize = 1 << 20;

/// Puts levels into the order of the program's table and leaves out stale ones; with `keep_all` these follow
/// in the order of the file.
pub(super) fn arrange(
    bytes: &[u8],
    found: Vec<PackedLevel>,
    keep_all: bool,
) -> (Vec<PackedLevel>, Option<LeftOut>) {
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
    if found.len() < MIN_LEVELS || bytes.len() > MAX_BYTES {
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

/// The bases to try: the starts of the data segment, of the program, of the file, and of each block of
/// levels.
fn bases(bytes: &[u8], found: &[PackedLevel]) -> Vec<usize> {
    let mut bases: Vec<usize> = mz::data_segment(bytes).into_iter().chain(mz::image(bytes)).collect();
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
