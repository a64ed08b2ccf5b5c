//! From shifts to buttons, by a layout that can be changed.
//!
//! The built-in layout `assumed` is an assumption: no source says which buttons of the game shift a
//! line. What is known is that the bulbs of one row and one column are lit, at first those of row 0
//! and column 0. Assumed is that the pad moves the lit row (up, down) and the lit column (left,
//! right), with wrap, and that A with a direction shifts: the lit row left or right, the lit column
//! up or down. Each press, A with a direction too, counts as one.

use std::borrow::Cow;

use serde::Deserialize;

use super::board::{Direction, Shift};
use crate::diagnostic::Diagnostic;

/// The name of the built-in layout, as shown with every answer.
pub const PROFILE: &str = "assumed (an assumption: the game's layout is not documented)";
/// The most that a press may cost.
const MOST_COST: u32 = 1000;

/// One button, or several at once.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    /// What it is called.
    #[serde(rename = "press")]
    pub name: String,
    /// What it costs.
    #[serde(default = "one")]
    pub cost: u32,
}

fn one() -> u32 {
    1
}

/// What four presses do, one for each direction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Four {
    left: Option<Press>,
    right: Option<Press>,
    up: Option<Press>,
    down: Option<Press>,
}

impl Four {
    fn press(&self, direction: Direction) -> Option<&Press> {
        match direction {
            Direction::Left => self.left.as_ref(),
            Direction::Right => self.right.as_ref(),
            Direction::Up => self.up.as_ref(),
            Direction::Down => self.down.as_ref(),
        }
    }
}

/// The lit lines at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lit {
    /// The lit row.
    #[serde(default)]
    pub row: usize,
    /// The lit column.
    #[serde(default)]
    pub column: usize,
}

/// A layout: which presses move the lit lines, and which shift them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pad {
    name: Cow<'static, str>,
    #[serde(default)]
    start: Lit,
    wrap: bool,
    cursor: Four,
    shift: Four,
}

impl Default for Pad {
    fn default() -> Self {
        let four = |names: [&str; 4]| {
            let [left, right, up, down] = names.map(|name| Some(Press { name: name.to_owned(), cost: 1 }));
            Four { left, right, up, down }
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

/// The way of the lit line along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    direction: Direction,
    times: usize,
    /// What it costs.
    pub(super) cost: u32,
}

impl Pad {
    /// Reads a layout in TOML; `examples/gamepad.toml` is one.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let pad: Self = toml::from_str(text).map_err(|error| {
            let diagnostic = Diagnostic::new(format!("no gamepad layout: {}", error.message()));
            let diagnostic = match error.span() {
                Some(place) => diagnostic.at(place, ""),
                None => diagnostic,
            };
            diagnostic.help("a layout has name, start, wrap, [cursor] and [shift]; see 'lurd help solve'")
        })?;
        for direction in Direction::ALL {
            let (word, back) = (direction.word(), direction.opposite().word());
            if pad.shift.press(direction).is_none() {
                return Err(Diagnostic::new(format!("no gamepad layout: [shift] has no '{word}'"))
                    .help(format!("add {word} = {{ press = \"A+{word}\", cost = 1 }}")));
            }
            let there = pad.cursor.press(direction).is_some();
            if !there && (!pad.wrap || pad.cursor.press(direction.opposite()).is_none()) {
                return Err(Diagnostic::new(format!(
                    "no gamepad layout: without '{word}' in [cursor] some lines cannot be lit"
                ))
                .help(format!("add {word}, or {back} and wrap = true")));
            }
            for press in [pad.shift.press(direction), pad.cursor.press(direction)].into_iter().flatten() {
                if !(1..=MOST_COST).contains(&press.cost) {
                    return Err(Diagnostic::new(format!(
                        "no gamepad layout: '{}' costs {}",
                        press.name, press.cost
                    ))
                    .help(format!("a press costs 1 to {MOST_COST}")));
                }
            }
        }
        Ok(pad)
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &Cow<'static, str> {
        &self.name
    }

    /// The lit lines at the start of a board of that size.
    #[must_use]
    pub fn start(&self, rows: usize, columns: usize) -> Lit {
        Lit { row: self.start.row.min(rows - 1), column: self.start.column.min(columns - 1) }
    }

    /// Whether every press costs one.
    #[must_use]
    pub fn costs_one_each(&self) -> bool {
        let presses = Direction::ALL.into_iter().flat_map(|it| [self.shift.press(it), self.cursor.press(it)]);
        presses.flatten().all(|press| press.cost == 1)
    }

    /// What a shift costs once its line is lit.
    pub(super) fn shift_cost(&self, direction: Direction) -> u32 {
        self.shift.press(direction).map_or(1, |press| press.cost)
    }

    /// Where a press of the pad moves a lit line that is `at` one of `lines`, and what it costs.
    pub(super) fn step(&self, direction: Direction, at: usize, lines: usize) -> Option<(usize, u32)> {
        let press = self.cursor.press(direction).filter(|_| lines > 1)?;
        let to = if direction.is_first() {
            at.checked_sub(1).or_else(|| self.wrap.then(|| lines - 1))?
        } else if at + 1 < lines {
            at + 1
        } else {
            self.wrap.then_some(0)?
        };
        Some((to, press.cost))
    }

    /// The cheapest way of the lit row (`is_row`) or column; `down` or `right` where both are equal.
    pub(super) fn walk(&self, is_row: bool, from: usize, to: usize, lines: usize) -> Walk {
        let ahead = if is_row { Direction::Down } else { Direction::Right };
        let walk = |direction: Direction| {
            let press = self.cursor.press(direction)?;
            let (low, high) = if direction.is_first() { (to, from) } else { (from, to) };
            let times = high.checked_sub(low).or_else(|| self.wrap.then(|| lines - (low - high)))?;
            let cost = press.cost * u32::try_from(times).unwrap_or(u32::MAX / MOST_COST);
            Some(Walk { direction, times, cost })
        };
        let both = [walk(ahead), walk(ahead.opposite())];
        // The layout was checked when it was read: there is a way.
        both.into_iter().flatten().min_by_key(|walk| walk.cost).unwrap_or(Walk {
            direction: ahead,
            times: 0,
            cost: 0,
        })
    }

    /// Calls `press` for each press that carries out `shifts`, from these lit lines on; gives those
    /// that are lit then.
    fn each_press<'p>(
        &'p self,
        shifts: &[Shift],
        mut lit: Lit,
        rows: usize,
        columns: usize,
        mut press: impl FnMut(&'p Press),
    ) -> Lit {
        for shift in shifts {
            let is_row = shift.direction.is_row();
            let (at, lines) = if is_row { (&mut lit.row, rows) } else { (&mut lit.column, columns) };
            let walk = self.walk(is_row, *at, usize::from(shift.line), lines);
            *at = usize::from(shift.line);
            if let Some(step) = self.cursor.press(walk.direction) {
                (0..walk.times).for_each(|_| press(step));
            }
            if let Some(shift) = self.shift.press(shift.direction) {
                press(shift);
            }
        }
        lit
    }

    /// The presses that carry out `shifts`, in that order.
    #[must_use]
    pub fn presses(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Vec<&str> {
        let mut presses = Vec::new();
        self.each_press(shifts, lit, rows, columns, |press| presses.push(press.name.as_str()));
        presses
    }

    /// What they cost.
    #[must_use]
    pub fn cost(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> u64 {
        let mut cost = 0;
        self.each_press(shifts, lit, rows, columns, |press| cost += u64::from(press.cost));
        cost
    }

    /// The lit lines after them.
    #[must_use]
    pub fn lit_after(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Lit {
        self.each_press(shifts, lit, rows, columns, |_| ())
    }
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
            ("wrap = false", "wrap = 1", "no gamepad layout: invalid type: integer `1`, expected a boolean"),
            ("cost = 2", "cost = 0", "no gamepad layout: 'L' costs 0"),
            (
                "up = { press = \"pad-up\" }\n",
                "",
                "no gamepad layout: without 'up' in [cursor] some lines cannot be lit",
            ),
            ("left = { press = \"B\" }\n", "", "no gamepad layout: [shift] has no 'left'"),
            (
                "name =",
                "nam =",
                "no gamepad layout: unknown field `nam`, expected one of `name`, `start`, `wrap`, `cursor`, `shift`",
            ),
        ] {
            assert!(OTHER.contains(from), "{from}");
            let error = Pad::read(&OTHER.replacen(from, to, 1)).expect_err("a mistake");
            assert_eq!(error.message, message);
        }
    }
}
