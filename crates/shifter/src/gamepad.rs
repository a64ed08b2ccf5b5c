//! From shifts to button presses, by a built-in or configured layout.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use lurd_puzzle::diagnostic::Diagnostic;

use super::rules::{DIRECTIONS, Direction, Shift};

/// The most that a press may cost.
const MAX_COST: u32 = 1000;

/// A button that is pressed, alone or while others are held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Button {
    /// All of them, in lists of presses: `A+left`.
    name: String,
    pub(crate) held: Vec<String>,
    pub(crate) pressed: String,
    cost: u32,
}

impl Button {
    /// `name` is the pressed button, or all of them with `+` between them.
    fn new(name: String, cost: u32) -> Self {
        let mut held: Vec<String> = name.split('+').map(str::to_owned).collect();
        // A button may be called `+`.
        if held.iter().any(String::is_empty) {
            held = vec![name.clone()];
        }
        let pressed = held.pop().unwrap_or_default();
        Self { name, held, pressed, cost }
    }
}

/// The buttons of the four directions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "layout-files", derive(serde::Deserialize), serde(deny_unknown_fields))]
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "layout-files", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Lit {
    #[cfg_attr(feature = "layout-files", serde(default))]
    pub(crate) row: usize,
    #[cfg_attr(feature = "layout-files", serde(default))]
    pub(crate) column: usize,
}

impl Lit {
    fn line(&mut self, is_row: bool) -> &mut usize {
        if is_row { &mut self.row } else { &mut self.column }
    }
}

/// A layout: the buttons that move the lit lines, and the buttons that shift them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "layout-files", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Pad {
    name: Cow<'static, str>,
    #[cfg_attr(feature = "layout-files", serde(default))]
    start: Lit,
    wrap: bool,
    cursor: DirectionButtons,
    shift: DirectionButtons,
    /// Who or which hand presses a button, by the name of the button.
    #[cfg_attr(feature = "layout-files", serde(default))]
    hands: BTreeMap<String, String>,
}

/// The presses that move the lit line from one line to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CursorPath {
    direction: Direction,
    times: usize,
    pub(crate) cost: u32,
}

/// One press of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press<'p> {
    pub(crate) button: &'p Button,
    /// The direction in which the lit line moves, or its contents.
    pub(crate) direction: Direction,
    /// Whether it shifts the lit line; otherwise it lights another one.
    pub(crate) shifts: bool,
    /// Whether the lit line goes round the edge.
    pub(crate) wraps: bool,
    /// The lines that are lit afterwards.
    pub(crate) lit: Lit,
}

/// One press that moves the lit line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CursorStep {
    /// The line that is lit afterwards.
    pub(crate) line: usize,
    pub(crate) cost: u32,
}

impl Pad {
    /// The layout in which the direction buttons move the lit lines, and shift them while `held` is held.
    pub(super) fn with_held_button(
        name: &'static str,
        held: &str,
        hands: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let buttons = |prefix: &str| {
            let button = |direction: Direction| Some(Button::new(format!("{prefix}{}", direction.word()), 1));
            DirectionButtons {
                left: button(Direction::Left),
                right: button(Direction::Right),
                up: button(Direction::Up),
                down: button(Direction::Down),
            }
        };
        Self {
            name: Cow::Borrowed(name),
            start: Lit::default(),
            wrap: true,
            cursor: buttons(""),
            shift: buttons(&format!("{held}+")),
            hands: hands.into_iter().collect(),
        }
    }

    /// Checks that every line can be lit and shifted, and the names.
    pub(crate) fn check(&self) -> Result<(), Diagnostic> {
        for direction in DIRECTIONS {
            self.check_direction(direction)?;
        }
        let names = self.names();
        let written = names.iter().copied().chain(self.hands.values().map(String::as_str)).chain([&*self.name]);
        if let Some(name) = written.into_iter().find(|name| name.chars().any(char::is_control)) {
            return Err(invalid(format!("the name '{name}' has a control character"))
                .help("names are printed; use letters and signs"));
        }
        match self.hands.keys().find(|hand| !names.contains(&hand.as_str())) {
            Some(other) => Err(invalid(format!("[hands] has '{other}', which is not a button"))
                .help(format!("the buttons are {}", names.join(", ")))),
            None => Ok(()),
        }
    }

    /// Checks that the lines that move in `direction` can be lit and shifted.
    fn check_direction(&self, direction: Direction) -> Result<(), Diagnostic> {
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
            Some(Button { name, cost, .. }) => {
                Err(invalid(format!("'{name}' costs {cost}")).help(format!("a press costs 1 to {MAX_COST}")))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn name(&self) -> &Cow<'static, str> {
        &self.name
    }

    pub(crate) fn wraps(&self) -> bool {
        self.wrap
    }

    /// The button that lights the next line in a direction.
    pub(crate) fn cursor_button(&self, direction: Direction) -> Option<&Button> {
        self.cursor.get(direction)
    }

    /// The button that shifts the lit line in a direction.
    pub(crate) fn shift_button(&self, direction: Direction) -> Option<&Button> {
        self.shift.get(direction)
    }

    /// The names of all single buttons: first those that move the lit lines.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for buttons in [&self.cursor, &self.shift] {
            for button in Direction::ALL.into_iter().filter_map(|direction| buttons.get(direction)) {
                let parts = button.held.iter().chain([&button.pressed]).map(String::as_str);
                let new: Vec<_> = parts.filter(|part| !names.contains(part)).collect();
                names.extend(new);
            }
        }
        names
    }

    /// Who or which hand presses a button.
    pub(crate) fn hand(&self, name: &str) -> Option<&str> {
        self.hands.get(name).map(String::as_str)
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
        // `check` has found that there is one.
        let none = CursorPath { direction: ahead, times: 0, cost: 0 };
        both.into_iter().flatten().min_by_key(|path| path.cost).unwrap_or(none)
    }

    /// Calls `press` for each press that carries out `shifts`, beginning with these lit lines; returns
    /// those that are lit afterwards.
    pub(crate) fn each_press<'p>(
        &'p self,
        shifts: &[Shift],
        mut lit: Lit,
        rows: usize,
        columns: usize,
        mut press: impl FnMut(Press<'p>),
    ) -> Lit {
        for shift in shifts {
            let is_row = shift.direction.is_row();
            let lines = if is_row { rows } else { columns };
            let path = self.path(is_row, *lit.line(is_row), usize::from(shift.line), lines);
            for _ in 0..path.times {
                let (direction, from) = (path.direction, *lit.line(is_row));
                let button = self.cursor.get(direction);
                let (Some(button), Some(step)) = (button, self.step(direction, from, lines)) else { break };
                *lit.line(is_row) = step.line;
                let wraps = direction.is_first() == (step.line > from);
                press(Press { button, direction, shifts: false, wraps, lit });
            }
            *lit.line(is_row) = usize::from(shift.line);
            if let Some(button) = self.shift.get(shift.direction) {
                press(Press { button, direction: shift.direction, shifts: true, wraps: false, lit });
            }
        }
        lit
    }

    /// The presses that carry out `shifts`.
    pub(crate) fn presses(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Vec<&str> {
        let mut presses = Vec::new();
        self.each_press(shifts, lit, rows, columns, |press| presses.push(press.button.name.as_str()));
        presses
    }

    /// The cost of the presses that carry out `shifts`.
    pub(crate) fn cost(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> u64 {
        let mut cost = 0;
        self.each_press(shifts, lit, rows, columns, |press| cost += u64::from(press.button.cost));
        cost
    }

    pub(crate) fn lit_after(&self, shifts: &[Shift], lit: Lit, rows: usize, columns: usize) -> Lit {
        self.each_press(shifts, lit, rows, columns, |_| ())
    }
}

fn invalid(message: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new(format!("invalid gamepad layout: {message}"))
}

// The built-in layouts.

/// The names of the built-in layouts; the first is the default.
pub(crate) const NAMES: &[&str] = &["assumed", "keyboard"];

/// The default layout.
pub(crate) fn assumed() -> Arc<Pad> {
    static ASSUMED: LazyLock<Arc<Pad>> = LazyLock::new(|| Arc::new(assumed_pad()));
    Arc::clone(&ASSUMED)
}

/// The built-in layout of that name.
pub(crate) fn layout(name: &str) -> Option<Pad> {
    match name {
        "assumed" => Some(assumed_pad()),
        "keyboard" => Some(keyboard_pad()),
        _ => None,
    }
}

/// The buttons of the game are not documented. Known: one row and one column are lit, at first row 0 and
/// column 0. Assumed: the pad moves the lit row (up, down) and the lit column (left, right), with wrap, and
/// A with a direction shifts the lit row left or right, or the lit column up or down.
fn assumed_pad() -> Pad {
    Pad::with_held_button("assumed (an assumption: the game's layout is not documented)", "A", [])
}

/// For a keyboard, as in `lurd play`: the arrow keys move the lit row and column, and shift them with Shift.
fn keyboard_pad() -> Pad {
    let hand = ("Shift".to_owned(), "the left hand".to_owned());
    Pad::with_held_button("keyboard (the arrow keys and Shift)", "Shift", [hand])
}

/// Layouts in TOML, such as `examples/gamepad.toml`.
#[cfg(feature = "layout-files")]
mod layout_file {
    use serde::{Deserialize, Deserializer};

    use super::{Button, Diagnostic, Pad, invalid};

    /// A button as a layout has it; `press = "A+left"` is short for `hold = "A", press = "left"`.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct WrittenButton {
        press: String,
        hold: Option<String>,
        #[serde(default = "one")]
        cost: u32,
    }

    fn one() -> u32 {
        1
    }

    impl<'de> Deserialize<'de> for Button {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let WrittenButton { press, hold, cost } = WrittenButton::deserialize(from)?;
            Ok(Self::new(hold.map_or(press.clone(), |hold| format!("{hold}+{press}")), cost))
        }
    }

    impl Pad {
        /// Reads a layout.
        pub(crate) fn read(text: &str) -> Result<Self, Diagnostic> {
            let pad: Self = toml::from_str(text).map_err(|error| {
                let diagnostic = invalid(error.message());
                let diagnostic = match error.span() {
                    Some(place) => diagnostic.at(place, ""),
                    None => diagnostic,
                };
                diagnostic
                    .help("a layout has name, start, wrap, [cursor], [shift] and [hands]; see examples/gamepad.toml")
            })?;
            pad.check().map(|()| pad)
        }
    }
}

#[cfg(test)]
mod built_in_tests {
    use super::*;

    #[test]
    fn every_layout_is_valid_and_begins_with_its_name() {
        for name in NAMES {
            let pad = layout(name).expect("a layout");
            assert_eq!(pad.check(), Ok(()));
            assert_eq!(pad.name().split(" (").next(), Some(*name));
            assert!(pad.costs_one_each() && pad.wraps());
        }
        assert_eq!(layout("none"), None);
        assert_eq!(*assumed(), layout(NAMES[0]).expect("a layout"));
    }
}

#[cfg(all(test, feature = "layout-files"))]
mod tests {
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

    const OTHER: &str = include_str!("../../../examples/gamepad.toml");

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
}
