//! Which packed levels a program uses: those in its table of offsets, or else all.

use lurd::puzzle::{LeftOut, Omission, ReadOptions};
use lurd::sokoban::Level;
use lurd::sokoban::formats::packed_levels::pack;
use lurd::sokoban::formats::{LevelEntry, read_with};
use lurd::sokoban::xsb::write_line;

use super::characters;
use crate::common::levels::pulled;

/// Levels that are not solved and differ from each other.
fn some(count: usize) -> Vec<Level> {
    let mut found: Vec<Level> = Vec::new();
    for level in (0..1000).map(pulled) {
        let is_open = level.boxes().any(|square| !level.is_goal(square));
        if is_open && found.iter().all(|known| write_line(known) != write_line(&level)) {
            found.push(level);
        }
        if found.len() == count {
            break;
        }
    }
    assert_eq!(found.len(), count);
    found
}

fn read(program: &[u8], keep_all: bool) -> Vec<LevelEntry> {
    read_with(&characters(program), &ReadOptions { is_binary: true, keep_all, ..ReadOptions::default() })
        .expect("levels")
}

fn boards(entries: &[LevelEntry]) -> Vec<String> {
    entries.iter().map(|entry| write_line(entry.level.as_ref().expect("legal"))).collect()
}

fn lines(levels: &[&Level]) -> Vec<String> {
    levels.iter().map(|level| write_line(level)).collect()
}

/// A program: code, levels one after the other, and where each begins.
fn program(levels: &[Level]) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = vec![0x90; 301];
    let mut starts = Vec::new();
    for level in levels {
        starts.push(bytes.len());
        bytes.extend(pack(level).expect("small enough"));
    }
    (bytes, starts)
}

/// Adds a table of these levels, counted from byte `base`, and behind it copies of two levels.
fn with_table(bytes: &mut Vec<u8>, places: &[usize], base: usize, copies: &[Level]) -> usize {
    bytes.extend([0xFF; 3]);
    for place in places {
        bytes.extend(u16::try_from(place - base).expect("a word").to_le_bytes());
    }
    bytes.extend([0xFF; 5]);
    let first = bytes.len();
    for level in copies {
        bytes.extend(pack(level).expect("small enough"));
    }
    bytes.extend([0xFF; 7]);
    first
}

#[test]
fn the_table_of_a_program_decides() {
    let levels = some(6);
    // The table counts from any place: the file, its data, the first level.
    for base in [0, 80, 301] {
        let (mut bytes, starts) = program(&levels);
        let order = [2, 0, 5, 1, 3];
        let places: Vec<usize> = order.iter().map(|&index| starts[index]).collect();
        let first = with_table(&mut bytes, &places, base, &levels[..2]);
        let entries = read(&bytes, false);
        let expected: Vec<&Level> = order.iter().map(|&index| &levels[index]).collect();
        assert_eq!(boards(&entries), lines(&expected), "from {base}");
        let titles: Vec<_> = entries.iter().map(|it| it.level.as_ref().expect("legal").title()).collect();
        assert_eq!(titles[..2], [Some("Maze 1"), Some("Maze 2")]);
        let left_out = LeftOut { what: Omission::Unlisted, count: 3, first: starts[4] };
        assert_eq!(entries[0].metadata.left_out, Some(left_out));

        let all = read(&bytes, true);
        let rest = [&levels[4], &levels[0], &levels[1]];
        assert_eq!(boards(&all), lines(&[&expected[..], &rest[..]].concat()));
        assert_eq!(all[0].metadata.left_out, None);
        assert_eq!(all[6].metadata.bytes.as_ref().map(|bytes| bytes.start), Some(first));
    }
}

#[test]
fn without_a_table_all_levels_are_read() {
    let levels = some(5);
    let (mut bytes, _) = program(&levels[..4]);
    let behind = [&levels[1..3], &levels[4..]].concat();
    let _first = with_table(&mut bytes, &[], 0, &behind);
    let entries = read(&bytes, false);
    assert_eq!(boards(&entries), lines(&levels[..4].iter().chain(&behind).collect::<Vec<_>>()));
    assert_eq!(entries[0].metadata.left_out, None);
}
