//! Packed levels: from listings, from bytes, from within programs; and back to the same bytes.

use lurd::puzzle::ReadOptions;
use lurd::sokoban::formats::packed_levels::{pack, unpack};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::xsb::write_xsb;

use super::{characters, levels, read_as, text_as, written};
use crate::common::levels::pulled;
use crate::common::random::Random;

/// The first three levels of `pusher.exe` as its describer lists them.
const LISTED: &str = include_str!("pusher.asm");

#[test]
fn the_published_listing_there_and_back() {
    let entries = read_as(LISTED, None);
    let boards: Vec<_> = entries.iter().map(|entry| write_xsb(entry.level.as_ref().expect("legal"))).collect();
    let plain: Vec<_> = levels(include_str!("../../../puzzles/pusher.xsb")).iter().map(write_xsb).collect();
    assert_eq!(boards, plain);
    let titles: Vec<_> = entries.iter().map(|entry| entry.level.as_ref().expect("legal").title()).collect();
    assert_eq!(titles, [Some("Maze 1"), Some("Maze 2"), Some("Maze 3")]);

    let (bytes, _) = written(&entries, "pusher-bin");
    assert_eq!((bytes.len(), &bytes[..4]), (50 + 43 + 37, &[0x16, 0x0B, 0xA2, 0xDF][..]));
    let again = read_as(&text_as(&entries, "pusher-db"), None);
    assert_eq!(written(&again, "pusher-bin").0, bytes);
    let from_bytes = read_as(&characters(&bytes), Some("pusher-bin"));
    assert_eq!(written(&from_bytes, "pusher-bin").0, bytes);
    assert_eq!(
        from_bytes[1].note.as_deref(),
        Some("file offset 0032, table offset 0032, size 14 x 10, end 005C, length 43")
    );
}

#[test]
fn solved_levels_and_copies_are_read_back_from_a_file_of_levels() {
    let text = "#####\n#@$.#\n#####\n\n#####\n#@ *#\n#####\n\n#####\n#.$@#\n#####\n\n#####\n#@ *#\n#####\n";
    let entries = read_as(text, None);
    let (bytes, _) = written(&entries, "pusher-bin");
    for format in [Some("pusher-bin"), None] {
        let options = ReadOptions { format: format.map(str::to_owned), is_binary: true, ..ReadOptions::default() };
        let again = read_with(&characters(&bytes), &options).expect("levels");
        assert_eq!(written(&again, "pusher-bin").0, bytes, "{format:?}");
    }
    let only = written(&entries[1..2], "pusher-bin").0;
    assert_eq!(read_as(&characters(&only), Some("pusher-bin")).len(), 1);
}

#[test]
fn a_title_of_the_words_is_no_listing() {
    for title in ["Db '", "Db 5", "db x"] {
        let entries = read_as(&format!("Title: {title}\n\n######\n#@$ .#\n######\n"), None);
        assert_eq!(entries[0].level.as_ref().expect("legal").title(), Some(title));
    }
}

#[test]
fn the_listing_of_the_extractor_there_and_back() {
    let entries = read_as(LISTED, None);
    let listing = text_as(&entries, "pusher");
    assert!(listing.contains("Maze: 2\nFile offset: 0032, table offset: 0032\nSize X: 14\n"), "{listing}");
    let again = read_as(&listing, None);
    assert!(again[0].note.as_ref().is_some_and(|note| note.contains("pusher")));
    assert_eq!(super::contents(&again), super::contents(&entries));
}

#[test]
fn levels_are_found_within_a_program() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let hidden: Vec<_> = (0..=random.below(5))
            .map(|number| pulled(seed * 10 + number as u64))
            .filter(|level| level.boxes().any(|square| !level.is_goal(square)))
            .collect();
        let noise = |random: &mut Random| -> Vec<u8> {
            (0..=random.below(3000)).map(|_| u8::try_from(random.below(256)).expect("a byte")).collect()
        };
        let mut program = noise(&mut random);
        program.insert(0, 0);
        let mut offsets = Vec::new();
        for level in &hidden {
            offsets.push(program.len());
            program.extend(pack(level).expect("small enough"));
        }
        let end = program.len();
        program.extend(noise(&mut random));

        let options = ReadOptions { is_binary: true, ..ReadOptions::default() };
        let found = read_with(&characters(&program), &options);
        if hidden.is_empty() {
            assert!(found.is_err(), "seed {seed}");
            continue;
        }
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
        let boards = |entries: &[lurd::sokoban::formats::LevelEntry]| -> Vec<String> {
            entries.iter().map(|entry| write_xsb(entry.level.as_ref().expect("legal"))).collect()
        };
        let expected: Vec<_> = hidden.iter().map(write_xsb).collect();
        assert_eq!(boards(&found), expected, "seed {seed}");
        let places: Vec<_> = found.iter().map(|entry| entry.metadata.bytes.clone().expect("bytes").start).collect();
        assert_eq!(places, offsets, "seed {seed}");
        assert_eq!(found.last().and_then(|entry| entry.metadata.bytes.clone()).map(|it| it.end), Some(end));
    }
}

#[test]
fn whatever_is_packed_is_unpacked_to_the_same() {
    for seed in 0..300 {
        let level = pulled(seed);
        let packed = pack(&level).expect("small enough");
        let (grid, used) = unpack(&packed).expect("a level");
        assert_eq!(used, packed.len());
        let again = lurd::sokoban::Level::from_grid(&grid).expect("legal");
        assert_eq!(write_xsb(&again), write_xsb(&level));
        assert_eq!(pack(&again), Ok(packed));
    }
}

#[test]
fn bytes_that_hold_no_level() {
    for bytes in [vec![0_u8; 5000], vec![0x20; 5000], vec![0, 1, 2]] {
        let options = ReadOptions { is_binary: true, ..ReadOptions::default() };
        assert!(read_with(&characters(&bytes), &options).is_err());
    }
}
