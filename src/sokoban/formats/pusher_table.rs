//! Which of the packed levels in a program are its own: those that its table of offsets names, in that order.
//!
//! `pusher.exe` holds 60 levels, a table with a word of 16 bits a level (where it begins, counted from some
//! place in memory), and behind that a stale copy of four levels. Without such a table, levels that stand
//! behind a gap and are the same as earlier ones are taken for stale.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::puzzle::{LeftOut, Omission};
use crate::sokoban::formats::mz;
use crate::sokoban::level::Level;

/// A level and the bytes it was unpacked from.
pub(super) type Found = (Level, Range<usize>);

/// The fewest levels that are told by a table: two words may be equal to two places by chance.
const FEWEST: usize = 3;
/// The most places that offsets are tried to be counted from.
const MAX_BASES: usize = 16;
/// No program of 16 bits is larger.
const MAX_BYTES: usize = 1 << 20;

/// Puts levels into the order in which the program names them, and leaves out those that are stale;
/// with `keep_all` these follow in the order of the file.
pub(super) fn arrange(bytes: &[u8], found: Vec<Found>, keep_all: bool) -> (Vec<Found>, Option<LeftOut>) {
    let (kept, what) = match table(bytes, &found) {
        Some(kept) => (kept, Omission::Unlisted),
        None => (unless_copied(&found), Omission::Copies),
    };
    let mut order: Vec<Option<usize>> = vec![None; found.len()];
    for (rank, &index) in kept.iter().enumerate() {
        order[index] = Some(rank);
    }
    let rest: Vec<usize> = (0..found.len()).filter(|&index| order[index].is_none()).collect();
    let first = rest.first().and_then(|&index| found.get(index)).map(|(_, place)| place.start);
    let left_out = first.filter(|_| !keep_all).map(|first| LeftOut { what, count: rest.len(), first });
    let mut ranked: Vec<(usize, Found)> = found
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

/// The levels that do not both stand behind a gap and double an earlier one.
fn unless_copied(found: &[Found]) -> Vec<usize> {
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut is_behind_gap = false;
    let mut end = found.first().map_or(0, |(_, place)| place.start);
    let mut kept = Vec::new();
    for (index, (level, place)) in found.iter().enumerate() {
        is_behind_gap |= place.start != end;
        end = place.end;
        let is_new = seen.insert(crate::sokoban::xsb::write_xsb(level));
        if is_new || !is_behind_gap {
            kept.push(index);
        }
    }
    kept
}

/// The levels in the order of the program's table, if it has one: words one after the other that are, from one
/// place on, where most of the levels begin, each once.
fn table(bytes: &[u8], found: &[Found]) -> Option<Vec<usize>> {
    if found.len() < FEWEST || bytes.len() > MAX_BYTES {
        return None;
    }
    let starts: FxHashMap<usize, usize> =
        found.iter().enumerate().map(|(index, (_, place))| (place.start, index)).collect();
    let mut longest: Vec<usize> = Vec::new();
    for base in bases(bytes, found) {
        let run = longest_run(bytes, base, &starts);
        if run.len() > longest.len() {
            longest = run;
        }
    }
    (longest.len() >= FEWEST && 2 * longest.len() > found.len()).then_some(longest)
}

/// Places from which a program may count: its data segment, its beginning, that of the file, and the first
/// level of each block of levels.
fn bases(bytes: &[u8], found: &[Found]) -> Vec<usize> {
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

/// The longest run of words that are places of `starts` from `base` on, each at most once.
fn longest_run(bytes: &[u8], base: usize, starts: &FxHashMap<usize, usize>) -> Vec<usize> {
    let mut longest = Vec::new();
    for parity in 0..2 {
        let mut run: Vec<usize> = Vec::new();
        let words = bytes.get(parity..).unwrap_or_default().chunks_exact(2);
        for word in words {
            let offset = usize::from(u16::from_le_bytes([word[0], word[1]]));
            let index = starts.get(&(base + offset)).copied();
            if index.is_none_or(|index| run.contains(&index)) {
                if run.len() > longest.len() {
                    longest = std::mem::take(&mut run);
                }
                run.clear();
            }
            run.extend(index);
        }
        if run.len() > longest.len() {
            longest = run;
        }
    }
    longest
}
