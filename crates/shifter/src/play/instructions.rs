//! An answer press by press: instructions, and a gamepad layout in words and as a picture.

use lurd_puzzle::puzzle::{Buttons, Coordinates, Instruction, Instructions, PadButton};

use crate::{
    gamepad::{Button, Lit, Pad, Press},
    instance::ShifterPuzzle,
    rules::{Direction, Shift},
};

/// The presses that carry out `shifts`, as a list.
pub(crate) fn buttons(puzzle: &ShifterPuzzle, shifts: &[Shift]) -> Buttons {
    let presses = puzzle.presses(shifts).into_iter().map(str::to_owned).collect();
    let begins = legend(puzzle.pad(), puzzle.lit_after(&[]));
    Buttons { profile: puzzle.pad().name().clone(), presses, begins: Some(begins) }
}

/// The presses that carry out `shifts`, one instruction each.
pub(crate) fn instructions(puzzle: &ShifterPuzzle, shifts: &[Shift]) -> Instructions {
    let mut list = Vec::new();
    puzzle.each_press(shifts, |press| list.push(instruction(&press)));
    let start = puzzle.lit_after(&[]);
    Instructions {
        unit: "presses",
        list,
        cursor: Some(coordinates(start)),
        state: lit_lines(start),
        pad: picture(puzzle.pad()),
        layout: puzzle.pad().name().clone().into_owned(),
    }
}

fn coordinates(lit: Lit) -> Coordinates {
    Coordinates::new(lit.row, lit.column)
}

fn instruction(press: &Press<'_>) -> Instruction {
    let Press { button, direction, shifts, wraps, lit } = *press;
    // Left and right shift the lit row, but light another column.
    let is_row = direction.is_row() == shifts;
    let line = if is_row { format!("row {}", lit.row) } else { format!("column {}", lit.column) };
    let effect = match (shifts, wraps) {
        (true, _) => format!("{line} shifts {}", direction.word()),
        (false, false) => format!("{line} is lit"),
        (false, true) => format!("{line} is lit, round the edge"),
    };
    let held = button.held.iter().map(|name| shown(name)).collect();
    Instruction {
        steps: usize::from(shifts),
        effect,
        cursor: Some(coordinates(lit)),
        state: lit_lines(lit),
        ..Instruction::press(held, shown(&button.pressed))
    }
}

// A gamepad layout in words and as a picture.

/// The name of a button as it is shown: directions begin with a capital.
pub(crate) fn shown(name: &str) -> String {
    match Direction::of_word(name) {
        Some(_) => name[..1].to_ascii_uppercase() + &name[1..],
        None => name.to_owned(),
    }
}

/// `row 3 and column 0 are lit`.
pub(crate) fn lit_lines(lit: Lit) -> String {
    format!("row {} and column {} are lit", lit.row, lit.column)
}

/// What the player has to know before the first press: the lit lines, the edges, what is held, by whom.
pub(crate) fn legend(pad: &Pad, lit: Lit) -> String {
    let edges = if pad.wraps() { "wrap around" } else { "stop at the edges" };
    let mut parts = vec![
        format!("the lit row and column start at row {}, column {} and {edges}", lit.row, lit.column),
        shifting(pad),
    ];
    let hand = |name: &str| Some(format!("{} is for {}", shown(name), pad.hand(name)?));
    parts.extend(pad.names().into_iter().filter_map(hand));
    parts.join("; ")
}

/// How the lit lines are shifted.
fn shifting(pad: &Pad) -> String {
    let of = |direction| (pad.cursor_button(direction), pad.shift_button(direction));
    let held = pad.shift_button(Direction::Left).map_or(&[][..], |button| button.held.as_slice());
    let is_same = |(cursor, shift): (Option<&Button>, Option<&Button>)| match (cursor, shift) {
        (Some(cursor), Some(shift)) => cursor.held.is_empty() && cursor.pressed == shift.pressed && shift.held == held,
        _ => false,
    };
    if !held.is_empty() && Direction::ALL.into_iter().all(|direction| is_same(of(direction))) {
        let held: Vec<String> = held.iter().map(|name| shown(name)).collect();
        return format!("with {} held, a direction shifts the lit line", held.join(" and "));
    }
    let spelled = |direction| {
        let button = pad.shift_button(direction)?;
        let parts = button.held.iter().chain([&button.pressed]);
        let name = parts.map(|part| shown(part)).collect::<Vec<_>>().join("+");
        Some(format!("{name} ({})", direction.word()))
    };
    let names: Vec<String> = Direction::ALL.into_iter().filter_map(spelled).collect();
    format!("the lit line is shifted by {}", names.join(", "))
}

/// The buttons of the pad: those that move the lit lines as a cross, the others beside it.
pub(crate) fn picture(pad: &Pad) -> Vec<PadButton> {
    /// The columns left of the buttons beside the cross.
    const CROSS: usize = 3;
    const ROWS: usize = 3;
    let mut buttons: Vec<PadButton> = Vec::new();
    for direction in Direction::ALL {
        let at = match direction {
            Direction::Left => Coordinates::new(1, 0),
            Direction::Right => Coordinates::new(1, 2),
            Direction::Up => Coordinates::new(0, 1),
            Direction::Down => Coordinates::new(2, 1),
        };
        let Some(button) = pad.cursor_button(direction) else { continue };
        let name = shown(&button.pressed);
        if buttons.iter().all(|known| known.name != name) {
            buttons.push(PadButton { name, at, hand: pad.hand(&button.pressed).map(str::to_owned) });
        }
    }
    let is_new = |name: &&str| buttons.iter().all(|known| known.name != shown(name));
    let beside: Vec<&str> = pad.names().into_iter().filter(is_new).collect();
    for (number, name) in beside.iter().enumerate() {
        // A button on its own is beside the middle of the cross.
        let row = if beside.len() == 1 { 1 } else { number % ROWS };
        let at = Coordinates::new(row, CROSS + number / ROWS);
        buttons.push(PadButton { name: shown(name), at, hand: pad.hand(name).map(str::to_owned) });
    }
    buttons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tests::one;

    #[test]
    fn each_press_is_an_instruction() {
        let puzzle = one("1221/3443/3443/2442 -> 4342/3124/4243/2431");
        let shifts: Vec<Shift> = ["right 3", "up 1"].iter().map(|word| word.parse().expect("a shift")).collect();
        let given = instructions(&puzzle, &shifts);
        let lines: Vec<String> =
            given.list.iter().map(|it| format!("{} {}: {}", it.steps, it.action, it.effect)).collect();
        assert_eq!(
            lines,
            [
                "0 Up: row 3 is lit, round the edge",
                "1 hold A, press Right: row 3 shifts right",
                "0 Right: column 1 is lit",
                "1 hold A, press Up: column 1 shifts up"
            ]
        );
        assert_eq!(given.state, "row 0 and column 0 are lit");
        assert_eq!(given.list[3].state, "row 3 and column 1 are lit");
        assert_eq!(given.list[3].cursor, Some(Coordinates::new(3, 1)));
    }
}

#[cfg(all(test, feature = "layout-files"))]
mod pad_words_tests {
    use super::*;
    use crate::gamepad;

    fn other() -> Pad {
        Pad::read(include_str!("../../../../examples/gamepad.toml")).expect("a layout")
    }

    #[test]
    fn a_layout_is_explained_in_its_own_words() {
        let lit = Lit { row: 0, column: 2 };
        assert_eq!(
            legend(&gamepad::layout("keyboard").expect("a layout"), lit),
            "the lit row and column start at row 0, column 2 and wrap around; with Shift held, a direction \
             shifts the lit line; Shift is for the left hand"
        );
        assert_eq!(
            legend(&other(), Lit { row: 3, column: 3 }),
            "the lit row and column start at row 3, column 3 and stop at the edges; the lit line is shifted \
             by B (left), L (up), A (right), R (down); B is for the right thumb; A is for the right thumb"
        );
    }

    #[test]
    fn every_button_has_a_place_of_its_own() {
        for pad in [gamepad::layout("assumed").expect("a layout"), other()] {
            let picture = picture(&pad);
            assert_eq!(picture.len(), pad.names().len());
            for (at, button) in picture.iter().enumerate() {
                assert!(picture[..at].iter().all(|other| other.at != button.at), "{button:?}");
            }
        }
    }
}
