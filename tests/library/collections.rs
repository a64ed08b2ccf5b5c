//! Tests of well-known collections that are not part of this project: if `LURD_LEVELS` names a folder with them, run
//! `cargo test --test library collections -- --ignored`.

use std::sync::Arc;

use crate::common::collections::{files, text};
use lurd::puzzle::ReadOptions;
use lurd::sokoban::Level;
use lurd::sokoban::formats::{FORMATS, LevelEntry, LevelRecord, read_with, write_as};
use lurd::sokoban::notation::lurd as notation;
use lurd::sokoban::notation::metrics::{Metrics, replay};
use lurd::sokoban::xsb::write_xsb;

fn read(text: &str) -> Vec<LevelEntry> {
    read_with(text, &ReadOptions::default()).expect("levels")
}

fn levels(entries: &[LevelEntry]) -> Vec<Level> {
    entries.iter().map(|entry| entry.level.clone().expect("legal")).collect()
}

fn written(entries: &[LevelEntry], format: &str) -> Vec<u8> {
    let format = FORMATS.iter().find(|known| known.name == format).expect("a format");
    let records: Vec<_> = entries
        .iter()
        .map(|it| LevelRecord { level: it.level.clone().expect("legal"), metadata: &it.metadata, flags: "" })
        .collect();
    write_as(format, &records).expect("it can be written").bytes
}

#[test]
#[ignore = "needs LURD_LEVELS"]
fn they_are_read_without_a_loss_and_come_back() {
    for (name, count) in [("pusher60.xsb", 60), ("xsokoban90.xsb", 90), ("microban1.xsb", 155), ("microban2.xsb", 135)]
    {
        let first = read(&text(name));
        assert_eq!(first.len(), count, "{name}");
        assert!(levels(&first).iter().all(|level| level.title().is_some()), "{name}");
        let mut entries = first.clone();
        for format in ["xsb", "sok", "slc", "rle", "xsb"] {
            let text = String::from_utf8(written(&entries, format)).expect("text");
            entries = read(&text);
            assert_eq!(levels(&entries), levels(&first), "{name} as {format}");
        }
    }
}

#[test]
#[ignore = "needs LURD_LEVELS"]
fn pusher_packed_and_plain_are_the_same_sixty() {
    let packed = read(&text("pusher-60-compressed.txt"));
    let plain = read(&text("pusher-60-plain.txt"));
    assert_eq!((packed.len(), levels(&packed)), (60, levels(&plain)));
    let bytes = written(&packed, "pusher-bin");
    assert_eq!(written(&plain, "pusher-bin"), bytes);
    let listing = String::from_utf8(written(&plain, "pusher-db")).expect("text");
    assert_eq!(written(&read(&listing), "pusher-bin"), bytes);
    // The lengths in the listing are those of the packed levels.
    for (entry, part) in packed.iter().zip(text("pusher-60-plain.txt").split("Maze: ").skip(1)) {
        let length = part.lines().find_map(|line| line.strip_prefix("Length: ")).expect("a length");
        let bytes = entry.metadata.bytes.clone().expect("bytes");
        assert_eq!(bytes.len().to_string(), length);
    }
}

/// A simple count of levels: groups of at least `least` rows of board letters with one of the `marks`, or labels of
/// packed levels.
fn naive_count(text: &str, least: usize, marks: &str) -> usize {
    let labels = text.lines().filter(|line| line.starts_with("level_")).count();
    if labels > 0 {
        return labels;
    }
    let letters = if text.contains("XXX") { "X *.&@" } else { "# $.*@+-_" };
    let mut count = 0;
    let (mut rows, mut is_marked) = (0, false);
    for line in text.lines().chain([""]) {
        if !line.trim().is_empty() && line.chars().all(|letter| letters.contains(letter)) {
            rows += 1;
            is_marked |= line.contains(|letter| marks.contains(letter));
            continue;
        }
        count += usize::from(rows >= least && is_marked);
        (rows, is_marked) = (0, false);
    }
    count
}

#[test]
#[ignore = "needs LURD_LEVELS"]
fn as_many_levels_as_a_naive_count_finds() {
    let found = files("");
    assert!(!found.is_empty());
    for (name, text) in found {
        let entries = read(&text);
        let bad: Vec<_> = entries.iter().filter_map(|entry| entry.level.as_ref().err()).collect();
        assert!(bad.is_empty(), "{name}: {bad:?}");
        assert_eq!(entries.len(), naive_count(&text, 3, "@+"), "{name}");
        assert_eq!(entries.first().and_then(|first| first.metadata.left_out), None, "{name}");
    }
    // Boards of all kinds, one per file, legal or not.
    for (name, text) in files("odd") {
        let entries = read_with(&text, &ReadOptions::default()).unwrap_or_default();
        assert_eq!(entries.len(), naive_count(&text, 2, "#").max(naive_count(&text, 1, "@")), "{name}");
    }
}

#[test]
#[ignore = "needs LURD_LEVELS"]
fn worked_metrics() {
    let microban = levels(&read(&text("microban1.xsb")));
    for (number, solution, expected) in [
        (3, "ruuLLLulDrrrrddlUruLLLddllluurRDrdLuuurDD", [41, 13, 8, 4, 7, 24]),
        (4, "ullDLdRuurrdLLrrddlUruL", [23, 7, 6, 5, 5, 17]),
        (5, "LulDuu3rdLrrddlUlldRd3luR", [27, 6, 6, 5, 6, 19]),
    ] {
        let level = Arc::new(microban[number - 1].clone());
        let steps = notation::read(solution).expect("steps");
        let steps = replay(&level, steps.iter().map(|step| step.direction)).expect("legal steps");
        let values: Vec<u64> = Metrics::of(&steps).named().iter().map(|metric| metric.value).collect();
        assert_eq!(values, expected, "{number}\n{}", write_xsb(&level));
    }
}
