//! Dialects are detected, and ambiguous texts are errors.

use lurd::catalog::{self, Typed};
use lurd::puzzle::ReadOptions;
use lurd::sokoban::formats::{dialect, read_with};
use lurd::sokoban::xsb::write_line;

use crate::common::levels::{pulled, uniform};

/// The level in all dialects: two boxes, one of them on a goal, and a goal.
const ALL: [(&str, &str); 11] = [
    ("xsb", "#######\n#@$ .*#\n#######\n"),
    ("sok", "#######\n#pb-oB#\n#######\n"),
    ("pusher", "XXXXXXX\nX@* .&X\nXXXXXXX\n"),
    ("school", "#######\n#@O .Q#\n#######\n"),
    ("gem", "#######\n#@o .*#\n#######\n"),
    ("dangarfield", "#######\n#&B .X#\n#######\n"),
    ("sokosolve", "#######\n#PX.O$#\n#######\n"),
    ("reasoning-gym", "+++++++\n+*@-X$+\n+++++++\n"),
    ("ragen", "#######\n#PX_O√#\n#######\n"),
    ("blocks", "███████\n█@$ .*█\n███████\n"),
    ("gym-sokoban", "0000000\n0541230\n0000000\n"),
];

fn read(text: &str, options: &ReadOptions) -> Result<(String, Option<String>), String> {
    let mut entries = read_with(text, options).map_err(|error| error.message)?;
    let entry = entries.remove(0);
    let level = entry.level.map_err(|error| error.message)?;
    Ok((write_line(&level), entry.note))
}

#[test]
fn every_dialect_is_detected_and_told() {
    assert_eq!(*dialect::NAMES, ALL.map(|(name, _)| name));
    for (name, text) in ALL {
        let named = ReadOptions { dialect: Some(name.to_owned()), ..ReadOptions::default() };
        assert_eq!(read(text, &named).map(|(board, _)| board).as_deref(), Ok("#######|#@$ .*#|#######"), "{name}");
        // Rows of digits may be anything.
        if name == "gym-sokoban" {
            continue;
        }
        let (board, note) = read(text, &ReadOptions::default()).expect("a level");
        assert_eq!(board, "#######|#@$ .*#|#######", "{name}");
        assert_eq!(note.is_some(), name != "xsb", "{name}");
        assert!(note.is_none_or(|note| note.contains(name)), "{name}");
    }
}

/// Rows of digits are boards of a shifter unless a dialect of levels is named that reads them.
#[test]
fn a_named_dialect_decides_between_puzzles() {
    let level = "0000\n0540\n0120\n0000\n";
    let catalog = catalog::builtin();
    let kind = |text: &str| catalog.resolve(&Typed::argument(text)).map_or("none", |items| items[0].kind);
    assert_eq!(kind(level), "none", "a source without a target");
    catalog.set_read_options(ReadOptions { dialect: Some("gym-sokoban".to_owned()), ..ReadOptions::default() });
    assert_eq!((kind(level), kind("12/34 -> 21/34")), ("sokoban", "shifter"));
}

#[test]
fn what_can_be_read_in_two_ways_is_refused_with_both_names() {
    // `o` is a goal for YASC and a box for GEM: one box and one goal either way.
    let text = "#######\n#@$o.*#\n#######\n";
    assert!(read(text, &ReadOptions::default()).is_err(), "two goals or two boxes");
    let text = "########\n#@$o  *#\n########\n";
    assert!(read(text, &ReadOptions::default()).is_ok_and(|(board, _)| board.contains('.')), "no goals in GEM's");
    let text = "########\n#@o$o..#\n########\n########\n";
    let error = read(text, &ReadOptions::default()).expect_err("three boxes and two goals, or one and four");
    assert!(!error.contains(" or "), "{error}");
    let text = "########\n#@$o * #\n#o . $ #\n########\n";
    let message = read(text, &ReadOptions { allow_unequal: true, ..ReadOptions::default() }).expect_err("two readings");
    assert!(message.contains("sok or gem"), "{message}");
    for (name, goals) in [("sok", 3), ("gem", 1)] {
        let options = ReadOptions { dialect: Some(name.to_owned()), allow_unequal: true, ..ReadOptions::default() };
        let (board, _) = read(text, &options).expect("one reading");
        assert_eq!(board.matches('.').count(), goals, "{name}");
    }
}

#[test]
fn the_first_board_fixes_the_letters_of_a_file() {
    let text = format!("{}\n{}", ALL[3].1, ALL[2].1.replace('X', "#"));
    let entries = read_with(&text, &ReadOptions::default()).expect("boards");
    assert!(entries[0].note.as_ref().is_some_and(|note| note.contains("school")));
    let error = entries[1].level.as_ref().expect_err("'*' is no letter of school");
    assert!(error.message.contains("'*' at row 2 column 3"), "{error:?}");
    let text = format!("{}\n{}", ALL[0].1, ALL[3].1);
    let entries = read_with(&text, &ReadOptions::default()).expect("boards");
    assert!(entries[0].level.is_ok() && entries[1].level.is_err());
}

#[test]
fn xsb_is_never_read_as_anything_else() {
    for seed in 0..500 {
        let level = if seed % 2 == 0 { pulled(seed) } else { uniform(seed) };
        let (board, note) = read(&lurd::sokoban::xsb::write_xsb(&level), &ReadOptions::default()).expect("XSB");
        assert_eq!((board, note), (write_line(&level), None));
    }
    let error = read("#####\n#@@.#\n#####\n", &ReadOptions::default()).expect_err("two players");
    assert!(error.starts_with("2 players"), "{error}");
}

#[test]
fn unknown_names_are_refused() {
    for options in [
        ReadOptions { dialect: Some("klingon".to_owned()), ..ReadOptions::default() },
        ReadOptions { format: Some("doc".to_owned()), ..ReadOptions::default() },
    ] {
        let error = read(ALL[0].1, &options).expect_err("unknown");
        assert!(error.starts_with("unknown"), "{error}");
    }
}
