//! Whole spaces up to symmetry, in tables of two bits, and counted in several runs.

use std::{
    cell::RefCell,
    io::{self, Read, Write},
};

use lurd_atlas::{Origin, Ranked, RunStore, enumerate_all};
use lurd_engine::program::{
    budget::Limits,
    outcome::{Limit, Stop},
};
use lurd_puzzle::puzzle::{CensusOptions, DistanceOrigin, Ending, StateSpaceStats, Unanswered};
use rustc_hash::FxHashSet;

use super::*;
use crate::puzzle::OBJECTIVES;
use crate::spaces::{fields::MAX_FIELDS, symmetry::symmetries};

fn count(text: &str, objective: usize, options: CensusOptions<'_>, limits: Limits) -> Ending<StateSpaceStats> {
    let mut observer = ();
    let mut budget = Budget::new(limits, lurd_engine::program::budget::Cancel::default(), &mut observer);
    puzzle(text).census(&OBJECTIVES[objective], options, &mut budget)
}

fn options(from: DistanceOrigin, symmetry: bool) -> CensusOptions<'static> {
    CensusOptions { antipodes: true, symmetry, ..CensusOptions::from(from) }
}

/// The same layers, farthest boards and distance of the other end.
fn assert_same(found: &StateSpaceStats, expected: &StateSpaceStats, text: &str) {
    assert_eq!((&found.layers, &found.antipodes), (&expected.layers, &expected.antipodes), "{text}");
    assert_eq!((found.size, found.other_end), (expected.size, expected.other_end), "{text}");
}

#[test]
fn one_board_of_each_class_gives_the_layers_of_all_boards() {
    for (text, objectives, from) in [
        ("12/34 -> 12/34", 0..3, DistanceOrigin::Target),
        ("214/365 -> 123/456", 0..3, DistanceOrigin::Target),
        ("12/34/56 -> 21/34/56", 0..2, DistanceOrigin::Source),
        ("123/123/123 -> 123/123/123", 0..2, DistanceOrigin::Target),
        ("1122/3344 -> 1122/3344", 0..2, DistanceOrigin::Target),
        ("11/22/33 -> 12/12/33", 0..2, DistanceOrigin::Target),
        ("1122/1212/3333 -> 1212/2121/3333", 0..1, DistanceOrigin::Source),
        ("112/345/345 -> 11?/3??/345", 0..2, DistanceOrigin::Target),
        ("1112/1112/1211/1111 -> 1111/1221/1111/1211", 0..2, DistanceOrigin::Target),
    ] {
        for objective in objectives {
            let all = count(text, objective, options(from, false), Limits::NONE).expect("no limit");
            let reduced = count(text, objective, options(from, true), Limits::NONE).expect("no limit");
            assert_same(&reduced, &all, text);
            let threads = CensusOptions { threads: 2, ..options(from, true) };
            assert_eq!(count(text, objective, threads, Limits::NONE), Ok(reduced.clone()), "{text}");
            let classes = reduced.classes.expect("counted");
            assert_eq!(classes.layers.len(), all.layers.len());
            assert_eq!(classes.layers.last(), all.antipodes.map(|it| it.states.len() as u64).as_ref(), "{text}");
        }
    }
}

#[test]
#[ignore = "half a minute"]
fn one_board_of_each_class_of_larger_boards() {
    for text in ["123/456/789 -> 123/456/789", "1234/5678 -> 1234/5678", "12345/67890 -> 12345/67890"] {
        for objective in 0..3 {
            let from = DistanceOrigin::Target;
            let all = count(text, objective, options(from, false), Limits::NONE).expect("no limit");
            let reduced = count(text, objective, options(from, true), Limits::NONE).expect("no limit");
            assert_same(&reduced, &all, text);
        }
    }
}

#[test]
fn lines_and_locked_boards_are_not_reduced() {
    for text in ["123 -> 123", "123/456 -> 123/456 locked: row 0"] {
        let refused = count(text, 0, options(DistanceOrigin::Target, true), Limits::NONE);
        assert!(matches!(refused, Err(Unanswered::Unsupported { .. })), "{text}");
    }
}

/// The classes of each layer, from the least board of the class of every board.
#[test]
fn classes_are_those_of_the_least_boards() {
    for board in ["123/456", "1122/3344", "123/123/123", "1111/1221/3113/1111"] {
        let text = format!("{board} -> {board}");
        let alone = puzzle(&text);
        let space = alone.packed(Moves::Single).expect("a small board");
        let mut tiles = [0; MAX_FIELDS];
        alone.source().cells().iter().for_each(|&colour| tiles[usize::from(colour)] += 1);
        let turns = symmetries(alone.target(), &space.permutations(), &tiles);
        let origin = Origin::Goals(&space);
        let all = without_limits(|budget| enumerate_all(&space, &space, origin, 1, budget)).expect("no limit");
        let mut classes = vec![FxHashSet::default(); all.layers().len()];
        for rank in 0..Ranked::size(&space) {
            let Some(distance) = all.distance_of_rank(rank) else { continue };
            let (board, cells) = (Ranked::unrank(&space, rank), alone.source().cells().len());
            let images = turns.iter().map(|turn| turn.apply(board, space.fields(), cells));
            classes[usize::try_from(distance).expect("small")].insert(images.min());
        }
        let counted = count(&text, 0, options(DistanceOrigin::Target, true), Limits::NONE).expect("no limit");
        let expected: Vec<u64> = classes.iter().map(|layer| layer.len() as u64).collect();
        assert_eq!(counted.classes.map(|it| it.layers), Some(expected), "{board}");
    }
}

#[test]
fn two_bits_a_board_give_the_same() {
    for (text, symmetry, bytes) in
        [("2345/6781 -> 1234/5678", false, 39_000), ("12345/67788 -> 12345/67788", false, 700_000)]
    {
        let origin = options(DistanceOrigin::Target, symmetry);
        let bytewise = count(text, 0, origin, Limits::NONE).expect("no limit");
        let limits = Limits::NONE.memory(bytes);
        assert_same(&count(text, 0, origin, limits).expect(text), &bytewise, text);
        let threads = CensusOptions { threads: 2, ..origin };
        assert_same(&count(text, 0, threads, limits).expect(text), &bytewise, text);
    }
}

/// Saved layers in memory.
#[derive(Debug, Default)]
struct Memory(RefCell<Option<Vec<u8>>>);

impl RunStore for Memory {
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        Ok(self.0.borrow().clone().map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        *self.0.borrow_mut() = Some(bytes);
        Ok(())
    }
}

#[test]
fn a_count_goes_on_where_it_was_stopped() {
    for (text, symmetry, memory) in [
        ("2345/6781 -> 1234/5678", false, None),
        ("2345/6781 -> 1234/5678", false, Some(39_000)),
        ("2345/6781 -> 1234/5678", true, None),
    ] {
        let store = Memory::default();
        let alone = options(DistanceOrigin::Target, symmetry);
        let whole = count(text, 0, alone, Limits::NONE).expect("no limit");
        let saved = CensusOptions { saved: Some(&store), ..alone };
        let (mut nodes, mut stops) = (100, 0);
        let resumed = loop {
            match count(text, 0, saved, Limits { nodes: Some(nodes), memory, ..Limits::NONE }) {
                Ok(stats) => break stats,
                Err(Unanswered::Stopped { stop: Stop::Limit(Limit::Nodes), .. }) => {
                    (nodes, stops) = (nodes * 2, stops + 1);
                }
                other => panic!("{other:?}"),
            }
        };
        assert!(stops > 3 && resumed.checksums.len() == resumed.layers.len());
        assert_eq!(
            (&resumed.layers, &resumed.antipodes, resumed.other_end),
            (&whole.layers, &whole.antipodes, whole.other_end)
        );
        assert_eq!(resumed.classes, whole.classes);
        // The checksums depend neither on where it was stopped nor on the table.
        let other = Memory::default();
        let at_once = count(text, 0, CensusOptions { saved: Some(&other), ..alone }, Limits::NONE).expect("no limit");
        assert_eq!(at_once.checksums, resumed.checksums);
        // A count that is complete is read again.
        assert_eq!(count(text, 0, saved, Limits { nodes: Some(0), ..Limits::NONE }).expect("saved"), resumed);
    }
}

/// Layers are wider than what one run may expand, so each run goes on within a layer.
#[test]
fn a_count_goes_on_within_a_layer() {
    const NODES: u64 = 1000;
    for (symmetry, memory) in [(false, None), (false, Some(39_000)), (true, None)] {
        let text = "2345/6781 -> 1234/5678";
        let alone = options(DistanceOrigin::Target, symmetry);
        let whole_store = Memory::default();
        let whole = CensusOptions { saved: Some(&whole_store), ..alone };
        let whole = count(text, 0, whole, Limits::NONE).expect("no limit");
        let store = Memory::default();
        let saved = CensusOptions { saved: Some(&store), ..alone };
        let entries = if symmetry { whole.classes.as_ref().expect("counted").layers.iter().sum() } else { 40_320 };
        // By symmetry, more boards than one of each class are in the table.
        let most = 2 * entries / NODES + 4;
        let mut runs = 0;
        let resumed = loop {
            runs += 1;
            match count(text, 0, saved, Limits { nodes: Some(NODES), memory, ..Limits::NONE }) {
                Ok(stats) => break stats,
                Err(Unanswered::Stopped { stop: Stop::Limit(Limit::Nodes), .. }) if runs <= most => {}
                other => panic!("{other:?} after {runs} runs"),
            }
        };
        assert!(runs > 3);
        assert_eq!((resumed.layers, resumed.classes), (whole.layers, whole.classes));
        assert_eq!((resumed.checksums, resumed.antipodes), (whole.checksums, whole.antipodes));
    }
}

/// Threads complete their ranges before they stop, so a part of a layer is not counted twice.
#[test]
fn threads_go_on_within_a_layer() {
    // 907,200 boards: more than one range.
    let text = "11234/56788 -> 11234/56788";
    for symmetry in [false, true] {
        let alone = CensusOptions { threads: 2, ..options(DistanceOrigin::Target, symmetry) };
        let whole_store = Memory::default();
        let whole = count(text, 0, CensusOptions { saved: Some(&whole_store), ..alone }, Limits::NONE);
        let whole = whole.expect("no limit");
        let store = Memory::default();
        let saved = CensusOptions { saved: Some(&store), ..alone };
        for _ in 0..20 {
            let limits = Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::NONE };
            if count(text, 0, saved, limits).is_ok() {
                break;
            }
        }
        let resumed = count(text, 0, saved, Limits::NONE).expect("no limit");
        assert_eq!((resumed.layers, resumed.classes), (whole.layers, whole.classes));
        assert_eq!((resumed.checksums, resumed.antipodes), (whole.checksums, whole.antipodes));
    }
}

#[test]
fn saved_layers_of_another_count_or_damaged_are_refused() {
    let store = Memory::default();
    let origin = options(DistanceOrigin::Target, false);
    let saved = CensusOptions { saved: Some(&store), ..origin };
    let text = "1234/5678 -> 1234/5678";
    let stopped = count(text, 0, saved, Limits { nodes: Some(500), ..Limits::NONE });
    assert!(matches!(stopped, Err(Unanswered::Stopped { .. })));
    let reason = |text, options| match count(text, 0, options, Limits::NONE) {
        Err(Unanswered::Unsupported { reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(reason("2134/5678 -> 1234/5678", saved).contains("another count"));
    assert!(reason(text, CensusOptions { symmetry: true, ..saved }).contains("another count"));
    let sound = store.0.borrow().clone().expect("saved");
    let mut places: Vec<usize> = (0..sound.len()).step_by(997).collect();
    places.push(sound.len() - 1);
    for place in places {
        let mut damaged = sound.clone();
        damaged[place] ^= 1;
        *store.0.borrow_mut() = Some(damaged);
        assert!(!reason(text, saved).is_empty(), "byte {place}");
    }
    for length in [0, 10, 200, sound.len() - 1] {
        *store.0.borrow_mut() = Some(sound[..length].to_vec());
        assert!(!reason(text, saved).is_empty(), "{length} bytes");
    }
    // Edited, with the checksum that belongs to it: a distance beyond the layers, and layers without states.
    let head = sound.windows(2).position(|pair| pair == b"\n\n").expect("the end of the header");
    let header = String::from_utf8(sound[..head].to_vec()).expect("a text");
    let lines: Vec<&str> = header.split('\n').collect();
    let edited = |place: usize, line: &str| {
        let mut lines = lines.clone();
        lines.splice(place..place + usize::from(place == 5), [line]);
        let mut bytes = [lines.join("\n").as_bytes(), &sound[head..sound.len() - 8]].concat();
        let hash = bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        bytes.extend(hash.to_le_bytes());
        bytes
    };
    for (place, line, is_sound) in [(5, "0", true), (5, "1000000", false), (6, "0 0 0 0000000000000000", false)] {
        *store.0.borrow_mut() = Some(edited(place, line));
        match count(text, 0, saved, Limits::NONE) {
            Ok(_) => assert!(is_sound, "{line}"),
            other => assert!(
                !is_sound
                    && other
                        == Err("the file of layers is damaged; delete it, or name another file, to begin anew"
                            .to_owned()
                            .into()),
                "{line}: {other:?}"
            ),
        }
    }
    *store.0.borrow_mut() = Some(sound);
    assert!(count(text, 0, saved, Limits::NONE).is_ok());
}

/// The table of targets against a count of each target by itself.
#[test]
fn targets_are_counted_one_by_one() {
    for (board, objective) in [("112/233", 0), ("12/34", 1), ("111/122/223", 0)] {
        let text = format!("{board} -> {board}");
        let table = CensusOptions { targets: true, ..CensusOptions::from(DistanceOrigin::Target) };
        let stats = count(&text, objective, table, Limits::NONE).expect("no limit");
        let rows = stats.targets.expect("requested");
        assert_eq!(Some(rows.iter().map(|row| row.targets).sum::<u64>()), stats.size);
        let alone = puzzle(&text);
        let space = alone.packed(Moves::Single).expect("a small board");
        let mut found: std::collections::BTreeMap<u64, (u64, f64, f64)> = std::collections::BTreeMap::new();
        for rank in 0..Ranked::size(&space) {
            let board = alone.source().with_cells(space.colours(Ranked::unrank(&space, rank)));
            let target = alone.labels().rows(&board).join("/");
            let of = count(
                &format!("{target} -> {target}"),
                objective,
                options(DistanceOrigin::Target, false),
                Limits::NONE,
            );
            let of = of.expect("no limit");
            let row = found.entry(of.layers.len() as u64 - 1).or_insert((0, f64::MAX, 0.0));
            *row = (row.0 + 1, row.1.min(of.mean), row.2.max(of.mean));
        }
        let listed = rows.iter().map(|row| (row.eccentricity, (row.targets, row.least_mean, row.most_mean))).collect();
        assert_eq!(found, listed, "{board}");
        for row in &rows {
            let example = format!("{0} -> {0}", row.example);
            let of =
                count(&example, objective, options(DistanceOrigin::Target, false), Limits::NONE).expect("no limit");
            assert_eq!(of.layers.len() as u64 - 1, row.eccentricity);
            assert!(row.classes >= 1 && row.classes <= row.targets);
        }
    }
    let many = CensusOptions { targets: true, ..CensusOptions::from(DistanceOrigin::Target) };
    let refused = count("1122/1122/3344/3344 -> 1122/1122/3344/3344", 0, many, Limits::NONE.nodes(1));
    assert!(refused.is_err());
}
