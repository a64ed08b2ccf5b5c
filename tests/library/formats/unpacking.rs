//! The packed levels of `pusher.exe`.

use proptest::prelude::*;

use lurd::sokoban::Level;
use lurd::sokoban::formats::packed_levels::unpack;
use lurd::sokoban::formats::read;
use lurd::sokoban::xsb::write_xsb;

/// The packed levels 1 to 3 of `pusher.exe`, as published with the description.
const PACKED: [&[u8]; 3] = [
    &[
        0x16, 0x0B, 0xA2, 0xDF, 0x38, 0x32, 0x1F, 0x38, 0x2A, 0x03, 0xE6, 0x12, 0xC0, 0xA5, 0xF2, 0x83, 0x02, 0x81,
        0x03, 0xE4, 0x12, 0x82, 0x25, 0x06, 0xCD, 0x64, 0x22, 0x51, 0xAC, 0x11, 0xA1, 0x0A, 0x05, 0xE5, 0x11, 0xB1,
        0x14, 0x82, 0x29, 0x82, 0x31, 0xA0, 0xE1, 0x2C, 0x18, 0xD1, 0xCF, 0x80, 0x0C, 0x08,
    ],
    &[
        0x0E, 0x0A, 0xF6, 0x58, 0x0C, 0x68, 0x0D, 0x94, 0xC6, 0x80, 0x85, 0x02, 0x82, 0x18, 0xD0, 0x15, 0x4C, 0x10,
        0xC6, 0xC2, 0x18, 0x21, 0x8D, 0x01, 0x06, 0x04, 0x39, 0x10, 0xA0, 0x81, 0x80, 0x85, 0x02, 0x08, 0x20, 0x60,
        0x34, 0x1B, 0x0C, 0x1E, 0xCA, 0x07, 0x04,
    ],
    &[
        0x11, 0x0A, 0xE3, 0x9F, 0x0E, 0x07, 0xC2, 0x11, 0x42, 0x1F, 0x08, 0x50, 0x23, 0xE0, 0x85, 0x04, 0x0C, 0x1E,
        0x84, 0x08, 0xA6, 0xB4, 0x10, 0x85, 0x02, 0x82, 0x59, 0xD4, 0x28, 0x14, 0x90, 0xD6, 0x83, 0xDF, 0x7C, 0x0E,
        0x01,
    ],
];

/// Level 1 as the same source prints it.
const PLAIN: &str = concat!(
    "    XXXXX\n",
    "    X   X\n",
    "    X*  X\n",
    "  XXX  *XXX\n",
    "  X  *  * X\n",
    "XXX X XXX X     XXXXXX\n",
    "X   X XXX XXXXXXX  ..X\n",
    "X *  *             ..X\n",
    "XXXXX XXXX X@XXXX  ..X\n",
    "    X      XXX  XXXXXX\n",
    "    XXXXXXXX\n",
);

fn level(packed: &[u8]) -> Level {
    let (grid, used) = unpack(packed).expect("a packed level");
    assert_eq!(used, packed.len());
    Level::from_grid(&grid).expect("a legal level")
}

#[test]
fn level_1_is_as_printed() {
    let plain = read(PLAIN).expect("one level").remove(0);
    assert_eq!(plain.level, Ok(level(PACKED[0])));
    assert!(plain.note.is_some());
}

#[test]
fn the_catalog_holds_the_packed_levels() {
    let file = read(include_str!("../../../puzzles/pusher.xsb")).expect("levels");
    assert_eq!(file.len(), PACKED.len());
    for ((entry, packed), number) in file.iter().zip(PACKED).zip(1..) {
        let entry = entry.level.as_ref().expect("a legal level");
        assert_eq!(write_xsb(entry), write_xsb(&level(packed)));
        assert_eq!(entry.title(), Some(format!("pusher {number}").as_str()));
    }
}

#[test]
fn data_that_ends_early_is_refused_wherever_it_ends() {
    for packed in PACKED {
        for length in 0..packed.len() {
            let error = unpack(&packed[..length]).expect_err("truncated");
            assert!(error.message.contains("ends within"), "{error:?}");
            assert_eq!(error.place, Some(length..length));
        }
    }
}

#[test]
fn a_player_in_a_wall_and_too_many_squares_are_refused() {
    // 1 x 1, one wall, player at 0 0; then 1 x 1 with two floors.
    let error = unpack(&[1, 1, 0b0010_0000, 0, 0]).expect_err("a wall");
    assert_eq!(error.message, "the player at row 1 column 1 is not on a free square");
    let error = unpack(&[1, 1, 0b1000_0000, 0, 0]).expect_err("two squares");
    assert_eq!(error.message, "a run of 2 squares where only 1 is left");
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok((grid, used)) = unpack(&bytes) {
            prop_assert!(used <= bytes.len());
            let _legal = Level::from_grid(&grid);
        }
    }
}
