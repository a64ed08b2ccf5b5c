//! LURD: spellings, places, arbitrary texts.

use lurd::sokoban::Direction;
use proptest::prelude::*;

use ::lurd::sokoban::notation::lurd::{parse, read, shortened, write};

#[test]
fn places_are_bytes_and_blanks_are_skipped() {
    let letters = read("l U\r\n\tR").expect("steps");
    let found: Vec<(char, usize)> = letters.iter().map(|step| (step.letter, step.byte)).collect();
    assert_eq!(found, [('l', 0), ('U', 2), ('R', 6)]);
}

#[test]
fn anything_else_is_refused_at_its_place() {
    let error = read("lu→r").expect_err("an arrow");
    assert_eq!((error.place, error.message.as_str()), (2..5, "'→' is not a step"));
    assert_eq!(read("3").expect_err("a number").place, 1..1);
    assert_eq!(read("u{r").expect_err("two players").place, 1..2);
    for text in ["hu", "l[r]", "[r", "[r>u", "r]", "[[r]]"] {
        assert!(parse(text).is_err(), "{text}");
    }
    let error = parse("1000000r2u").expect_err("too many steps");
    assert_eq!((error.place, error.message.as_str()), (9..10, "more than 1000000 steps"));
}

fn words(text: &str) -> String {
    parse(text).expect("steps").steps.iter().map(|step| step.direction.letter(false)).collect()
}

#[test]
fn the_spellings_in_use() {
    assert_eq!(words("LulDuu3rdLrrddlUlldRd3luR"), "lulduurrrdlrrddlulldrdlllur");
    assert_eq!(words("hjkl"), "ldur");
    assert_eq!(words("lu*rd"), "lurd");
    assert_eq!(words("Solution 3/1/1/1/1\nl2U\nSolution name: lurd\n"), "luu");
    let backward = parse("[]U[rr]d").expect("a game");
    let jumps: Vec<bool> = backward.steps.iter().map(|step| step.jumps).collect();
    assert_eq!(jumps, [false, true, true, false]);
    assert_eq!(parse("<>U<rr>d").expect("an old one").steps.len(), 4);
    assert!(read("[]U").is_err());
}

proptest! {
    #[test]
    fn writes_what_it_reads(text in "[lurdLURD]{0,40}") {
        let letters = read(&text).expect("steps");
        prop_assert_eq!(write(letters.iter().map(|step| (step.direction, step.letter.is_uppercase()))), text.clone());
        prop_assert_eq!(words(&shortened(&text)), words(&text));
    }

    #[test]
    fn no_text_breaks_it(text in any::<String>()) {
        if let Err(error) = parse(&text) {
            prop_assert!(text.get(error.place).is_some());
        }
    }

    #[test]
    fn no_steps_break_it(text in "[lurdLURD0-9()<>*{} \\[\\]]{0,40}") {
        if let Err(error) = parse(&text) {
            prop_assert!(text.get(error.place).is_some());
        }
    }
}

#[test]
fn letters_go_there_and_back() {
    for direction in Direction::ALL {
        for push in [false, true] {
            assert_eq!(Direction::of_letter(direction.letter(push)), Some(direction));
        }
        assert_eq!(direction.opposite().opposite(), direction);
    }
}
