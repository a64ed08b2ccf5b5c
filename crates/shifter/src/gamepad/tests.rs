//! Paths of the lit lines, and layouts that are read.

use super::*;
use crate::gamepad::assumed;

fn shifts(words: &[&str]) -> Vec<Shift> {
    words.iter().map(|word| word.parse().expect("a shift")).collect()
}

fn words(list: &[&str]) -> String {
    assumed().presses(&shifts(list), Lit::default(), 4, 4).join(" ")
}

#[test]
fn the_cursor_takes_the_shorter_way() {
    assert_eq!(words(&[]), "");
    assert_eq!(words(&["left 0", "left 0"]), "A+left A+left");
    assert_eq!(words(&["right 3"]), "up A+right");
    assert_eq!(words(&["right 2"]), "down down A+right");
    assert_eq!(words(&["up 1", "down 3", "left 1", "up 3"]), "right A+up right right A+down down A+left A+up");
}

const OTHER: &str = include_str!("../../../../examples/gamepad.toml");

#[test]
fn a_layout_of_ones_own() {
    let pad = Pad::read(OTHER).expect("a layout");
    assert_eq!(pad.start(4, 2), Lit { row: 3, column: 1 });
    assert!(!pad.costs_one_each());
    let list = shifts(&["left 0", "up 1"]);
    let first = pad.start(4, 4);
    assert_eq!(pad.presses(&list, first, 4, 4).join(" "), "pad-up pad-up pad-up B pad-left pad-left L");
    assert_eq!(pad.cost(&list, first, 4, 4), 3 + 1 + 2 + 2);
    assert_eq!(pad.lit_after(&list, first, 4, 4), Lit { row: 0, column: 1 });
}

#[test]
fn what_is_wrong_with_a_layout_is_said() {
    for (from, to, message) in [
        ("wrap = false", "wrap = 1", "invalid gamepad layout: invalid type: integer `1`, expected a boolean"),
        ("cost = 2", "cost = 0", "invalid gamepad layout: 'L' costs 0"),
        (
            "up = { press = \"pad-up\" }\n",
            "",
            "invalid gamepad layout: without 'up' in [cursor] some lines cannot be lit",
        ),
        ("left = { press = \"B\" }\n", "", "invalid gamepad layout: [shift] has no 'left'"),
        ("[hands]", "[hands]\nb = \"left\"", "invalid gamepad layout: [hands] has 'b', which is not a button"),
        (
            "name =",
            "nam =",
            "invalid gamepad layout: unknown field `nam`, expected one of `name`, `start`, `wrap`, `cursor`, `shift`, `hands`",
        ),
    ] {
        assert!(OTHER.contains(from), "{from}");
        let error = Pad::read(&OTHER.replacen(from, to, 1)).expect_err("a mistake");
        assert_eq!(error.message, message);
    }
}

/// The layout `assumed` as a file.
const HELD: &str = r#"
name = "assumed (an assumption: the game's layout is not documented)"
wrap = true

[cursor]
left = { press = "left" }
right = { press = "right" }
up = { press = "up" }
down = { press = "down" }

[shift]
left = { hold = "A", press = "left" }
right = { hold = "A", press = "right" }
up = { hold = "A", press = "up" }
down = { hold = "A", press = "down" }
"#;

#[test]
fn a_button_that_is_held_is_written_in_two_ways() {
    let layout = HELD;
    let short = layout.replace("hold = \"A\", press = \"", "press = \"A+");
    assert_ne!(short, layout);
    let (long, short) = (Pad::read(layout).expect("a layout"), Pad::read(&short).expect("a layout"));
    assert_eq!(long, short);
    assert_eq!(long, *assumed());
    assert_eq!(long.names(), ["left", "up", "right", "down", "A"]);
    let plus = layout.replace("hold = \"A\", press = \"left\"", "press = \"+\"");
    let plus = Pad::read(&plus).expect("a layout");
    let button = plus.shift_button(Direction::Left).expect("a button");
    assert_eq!((button.held.len(), button.pressed.as_str()), (0, "+"));
}

#[test]
fn each_press_knows_what_is_lit_after_it() {
    let pad = assumed();
    let mut seen = Vec::new();
    pad.each_press(&shifts(&["right 3", "up 1"]), Lit::default(), 4, 4, |press| {
        seen.push((press.button.pressed.clone(), press.shifts, press.wraps, press.lit.row, press.lit.column));
    });
    let press = |button: &str, shifts, wraps, row, column| (button.to_owned(), shifts, wraps, row, column);
    assert_eq!(
        seen,
        [
            press("up", false, true, 3, 0),
            press("right", true, false, 3, 0),
            press("right", false, false, 3, 1),
            press("up", true, false, 3, 1)
        ]
    );
}
