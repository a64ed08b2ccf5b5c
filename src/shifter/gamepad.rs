//! From shifts to button presses, by a configurable layout.
//!
//! The built-in layout `assumed` is an assumption, because the buttons of the game are not documented.
//! Known: one row and one column are lit, at first row 0 and column 0. Assumed: the pad moves the lit row
//! (up, down) and the lit column (left, right), with wrap, and A with a direction shifts the lit row left
//! or right, or the lit column up or down. Each press costs 1, also A with a direction.

use std::borrow::Cow;

use serde::Deserialize;

use super::rules::{DIRECTIONS, Direction, Shift};
use crate::diagnostic::Diagnostic;

/// The name of the built-in layout, shown with every answer.
const PROFILE: &str = "assumed (an assumption: the game's layout is not documented)";
/// The most that a press may cost.
const MAX_COST: u32 = 1000;

/// A button, or several pressed together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Button {
    #[serde(rename = "press")]
    name: String,
    #[serde(default = "one")]
    cost: u32,
}

fn one() -> u32 {
    1
}

/// The buttons of the four directions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct DirectionButtons {
    left: Option<Button>,
    right: Option<Button>,
    up: Option<Button>,
    down: Option<Button>,
}

impl DirectionButtons {
    fn get(&self, direction: Direction) -> Option<&Button> {
        match direction {
            Direction::Left => self.left.as_ref(),
            Direction::Right => self.right.as_ref(),
            Direction::Up => self.up.as_ref(),
            Direction::Down => self.down.as_ref(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lit {
    #[serde(default)]
    pub(crate) row: usize,
    #[serde(default)]
    pub(crate) column: usize,
}

/// A layout: the buttons that move the lit lines, and the buttons that shift them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pad {
    name: Cow<'static, str>,
    #[serde(default)]
    start: Lit,
    wrap: bool,
    cursor: DirectionButtons,
    shift: DirectionButtons,
}

impl Default for Pad {
    fn default() -> Self {
        let four = |names: [&str; 4]| {
            let [left, right, up, down] = names.map(|name| Some(Button { name: name.to_owned(), cost: 1 }));
            DirectionButtons { left, right, up, down }
        };
        Self {
            name: PROFILE.into(),
            start: Lit::default(),
            wrap: true,
            cursor: four(["left", "right", "up", "down"]),
            shift: four(["A+left", "A+right", "A+up", "A+down"]),
        }
    }
}

/// The presses that move the lit line from one line to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CursorPath {
    direction: Direction,
    times: usize,
    pub(crate) cost: u32,
}

/// One press that moves the lit line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CursorStep {
    /// The line that is lit afterwards.
    pub(crate) line: usize,
    pub(crate) cost: u32,
}

impl Pad {
    /// Reads a layout in TOML, such as `examples/gamepad.toml`.
    pub(crate) fn read(text: &str) -> Result<Self, Diagnostic> {
        let pad: Self = toml::from_str(text).map_err(|error| {
            let diagnostic = invalid(error.message());
            let diagnostic = match error.span() {
                Some(place) => diagnostic.at(place, ""),
                None => diagnostic,
            };
            diagnostic.help("a layout has name, start, wrap, [cursor] and [shift]; see 'lurd help solve'")
        })?;
        for direction in DIRECTIONS {
            pad.check(direction)?;
        }
        Ok(pad)
    }

    /// Checks that the lines that move in `direction` can be lit and shifted.
    fn check(&self, direction: Direction) -> Result<(), Diagnostic> {
        let (word, back) = (direction.word(), direction.opposite());
        let (shift, cursor) = (self.shift.get(direction), self.cursor.get(direction));
        if shift.is_none() {
            return Err(invalid(format!("[shift] has no '{word}'"))
                .help(format!("add {word} = {{ press = \"A+{word}\", cost = 1 }}")));
        }
        if cursor.is_none() && (!self.wrap || self.cursor.get(back).is_none()) {
            return Err(invalid(format!("without '{word}' in [cursor] some lines cannot be lit"))
                .help(format!("add {word}, or {} and wrap = true", back.word())));
        }
        match [shift, cursor].into_iter().flatten().find(|button| !(1..=MAX_COST).contains(&button.cost)) {
            Some(Button { name, cost }) => {
                Err(invalid(format!("'{name}' costs {cost}")).help(format!("a press costs 1 to {MAX_COST}")))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn name(&self) -> &Cow<'static, str> {
        &self.name
    }

    /// The lit lines at the start of a board of this size.
    pub(crate) fn start(&self, rows: usize, columns: usize) -> Lit {
        Lit { row: self.start.row.min(rows - 1), column: self.start.column.min(columns - 1) }
    }

    pub(crate) fn costs_one_each(&self) -> bool {
        let buttons = DIRECTIONS.into_iter().flat_map(|it| [self.shift.get(it), self.cursor.get(it)]);
        buttons.flatten().all(|button| button.cost == 1)
    }

    /// The cost of a shift whose line is lit.
    pub(super) fn shift_cost(&self, direction: Direction) -> u32 {
        self.shift.get(direction).map_or(1, |button| button.cost)
    }

    /// The press that moves the lit line, which is `at` one of `lines`; `None` if nothing happens.
    pub(super) fn step(&self, direction: Direction, at: usize, lines: usize) -> Option<CursorStep> {
        let button = self.cursor.get(direction).filter(|_| lines > 1)?;
        let line = if direction.is_first() {
            at.checked_sub(1).or_else(|| self.wrap.then(|| lines - 1))?
        } else if at + 1 < lines {
            at + 1
        } else {
            self.wrap.then_some(0)?
        };
        Some(CursorStep { line, cost: button.cost })
    }

    /// The cheapest path of the lit row (`is_row`) or column; of equal ones, `down` or `right`.
    pub(crate) fn path(&self, is_row: bool, from: usize, to: usize, lines: usize) -> CursorPath {
        let ahead = if is_row { Direction::Down } else { Direction::Right };
        let path = |direction: Direction| {
            let button = self.cursor.get(direction)?;
            let (low, high) = if direction.is_first() { (to, from) } else { (from, to) };
            let times = high.checked_sub(low).or_else(|| self.wrap.then(|| lines - (low - high)))?;
            let cost = button.cost * u32::try_from(times).unwrap_or(u32::MAX / MAX_COST);
            Some(CursorPath { direction, times, cost })
        };
        let both = [path(ahead), path(ahead.opposite())];
        // `read` has checked that there is one.
        let none = CursorPath { direction: ahead, times: 0, cost: 0 };
        both.into_iter().flatten().min_by_key(|path| path.cost).unwrap_or(none)
    }

    /// Calls `press` for each press that carries out `shifts`, beginning with these lit lines; returns
    /// those that are lit afterwards.
    fn each_press<'p>(
        &'p self,
        shifts: &[Shift],
        mut lit: Lit,
        rows: usize,
        columns: usize,
        mut press: impl FnMut(&'p Button),
    ) -> Lit {
        for shift in shifts {
            let is_row = shift.direction.is_row();
            let (at, lines) = if is_row { (&mut lit.row, rows) } else { (&mut lit.column, columns) };
            let path = self.path(is_row, *at, usize::from(shift.line), lines);
            *at = usize::from(shift.line);
            if let Some(step) = self.cursor.get(path.direction) {
                (0..path.times).for_each(|_| press(step));
            }
            if let Some(shift) = self.shift.get(shift.direction) {
                press(shift);
            }
        }
        lit
    }

    /// The presses that carry out `shifts`.
    pub(crate) fn presses(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Vec<&str> {
        let mut presses = Vec::new();
        self.each_press(shifts, lit, rows, columns, |press| presses.push(press.name.as_str()));
        presses
    }

    /// The cost of the presses that carry out `shifts`.
    pub(crate) fn cost(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> u64 {
        let mut cost = 0;
        self.each_press(shifts, lit, rows, columns, |press| cost += u64::from(press.cost));
        cost
    }

    pub(crate) fn lit_after(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Lit {
        self.each_press(shifts, lit, rows, columns, |_| ())
    }
}

fn invalid(message: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new(format!("invalid gamepad layout: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(words: &[&str]) -> Vec<Shift> {
        words.iter().map(|word| word.parse().expect("a shift")).collect()
    }

    fn words(list: &[&str]) -> String {
        Pad::default().presses(&shifts(list), Lit::default(), 4, 4).join(" ")
    }

    #[test]
    fn the_cursor_takes_the_shorter_way() {
        assert_eq!(words(&[]), "");
        assert_eq!(words(&["left 0", "left 0"]), "A+left A+left");
        assert_eq!(words(&["right 3"]), "up A+right");
        assert_eq!(words(&["right 2"]), "down down A+right");
        assert_eq!(
            words(&["up 1", "down 3", "left 1", "up 3"]),
            "right A+up right right A+down down A+left A+up"
        );
    }

    const OTHER: &str = include_str!("../../examples/gamepad.toml");

    #[test]
    fn a_layout_of_ones_own() {
        let pad = Pad::read(OTHER).expect("a layout");
        assert_eq!(pad.start(4, 2), Lit { row: 3, column: 1 });
        assert!(!pad.costs_one_each() && Pad::default().costs_one_each());
        let list = shifts(&["left 0", "up 1"]);
        let first = pad.start(4, 4);
        assert_eq!(pad.presses(&list, first, 4, 4).join(" "), "pad-up pad-up pad-up B pad-left pad-left L");
        assert_eq!(pad.cost(&list, first, 4, 4), 3 + 1 + 2 + 2);
        assert_eq!(pad.lit_after(&list, first, 4, 4), Lit { row: 0, column: 1 });
    }

    #[test]
    fn what_is_wrong_with_a_layout_is_said() {
        for (from, to, message) in [
            (
                "wrap = false",
                "wrap = 1",
                "invalid gamepad layout: invalid type: integer `1`, expected a boolean",
            ),
            ("cost = 2", "cost = 0", "invalid gamepad layout: 'L' costs 0"),
            (
                "up = { press = \"pad-up\" }\n",
                "",
                "invalid gamepad layout: without 'up' in [cursor] some lines cannot be lit",
            ),
            ("left = { press = \"B\" }\n", "", "invalid gamepad layout: [shift] has no 'left'"),
            (
                "name =",
                "nam =",
                "invalid gamepad layout: unknown field `nam`, expected one of `name`, `start`, `wrap`, `cursor`, `shift`",
            ),
        ] {
            assert!(OTHER.contains(from), "{from}");
            let error = Pad::read(&OTHER.replacen(from, to, 1)).expect_err("a mistake");
            assert_eq!(error.message, message);
        }
    }
}
