//! An answer press by press.

use super::pad_words::{legend, lit_lines, picture, shown};
use crate::gamepad::{Lit, Press};
use crate::instance::ShifterPuzzle;
use crate::rules::Shift;
use lurd_puzzle::puzzle::{Buttons, Instruction, Instructions, Place};

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
        cursor: Some(place(start)),
        state: lit_lines(start),
        pad: picture(puzzle.pad()),
        layout: puzzle.pad().name().clone().into_owned(),
    }
}

fn place(lit: Lit) -> Place {
    Place::new(lit.row, lit.column)
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
        cursor: Some(place(lit)),
        state: lit_lines(lit),
        ..Instruction::press(held, shown(&button.pressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tests::one;

    #[test]
    fn each_press_is_an_instruction() {
        let puzzle = one("1221/3443/3443/2442 -> 4342/3124/4243/2431");
        let shifts: Vec<Shift> =
            ["right 3", "up 1"].iter().map(|word| word.parse().expect("a shift")).collect();
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
        assert_eq!(given.list[3].cursor, Some(Place::new(3, 1)));
    }
}
