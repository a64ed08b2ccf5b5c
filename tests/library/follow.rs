//! Answers followed press by press. The pad is simulated here, from its rules alone: one row and one column
//! are lit, at first row 0 and column 0; a direction of the pad lights the next row or column, round the
//! edge if the layout wraps; a direction with the button held shifts the lit row or column by one cell.

use std::collections::HashMap;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::puzzle::{Plugin, Puzzle, StepText};
use lurd::report::follow_text;
use lurd::search::{Settings, Strategy};
use lurd::shifter::Shifter;

use super::common::random::Random;

/// What a button does: the rows and columns it goes down and right, and whether it shifts the lit line.
type Does = (isize, isize, bool);

/// A layout, as its text describes it to a person.
struct Layout {
    /// The buttons, written `held+pressed`.
    buttons: HashMap<String, Does>,
    start: (usize, usize),
    wraps: bool,
}

impl Layout {
    fn new(names: [&str; 8], start: (usize, usize), wraps: bool) -> Self {
        let moves = [(0, -1), (0, 1), (-1, 0), (1, 0)];
        let does = moves.iter().map(|&(down, right)| (down, right, false));
        let does = does.chain(moves.iter().map(|&(down, right)| (down, right, true)));
        Self { buttons: names.map(str::to_owned).into_iter().zip(does).collect(), start, wraps }
    }
}

/// A pad with its board, as a person sees them.
struct Simulation<'l> {
    layout: &'l Layout,
    board: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

/// Where a line of `lines` is after a step, and whether it went round the edge.
fn stepped(at: usize, by: isize, lines: usize) -> (usize, bool) {
    match at.checked_add_signed(by) {
        Some(to) if to < lines => (to, false),
        Some(_) => (0, true),
        None => (lines - 1, true),
    }
}

impl<'l> Simulation<'l> {
    fn new(layout: &'l Layout, board: &[Vec<char>]) -> Self {
        let (row, column) = (layout.start.0.min(board.len() - 1), layout.start.1.min(board[0].len() - 1));
        Self { layout, board: board.to_vec(), row, column }
    }

    fn columns(&self) -> usize {
        self.board[0].len()
    }

    /// Shifts the lit row left (-1) or right (1).
    fn shift_row(&mut self, right: isize) {
        let columns = self.columns();
        let old = self.board[self.row].clone();
        for (column, &tile) in old.iter().enumerate() {
            self.board[self.row][stepped(column, right, columns).0] = tile;
        }
    }

    /// Shifts the lit column up (-1) or down (1).
    fn shift_column(&mut self, down: isize) {
        let old: Vec<char> = self.board.iter().map(|row| row[self.column]).collect();
        for (row, &tile) in old.iter().enumerate() {
            self.board[stepped(row, down, old.len()).0][self.column] = tile;
        }
    }

    /// Presses a button and returns what a person sees.
    fn press(&mut self, button: &str) -> String {
        let &(down, right, shifts) = self.layout.buttons.get(button).expect("a button of the layout");
        let word = ["up", "left", "", "right", "down"][usize::try_from(2 + 2 * down + right).expect("a direction")];
        if shifts && down == 0 {
            self.shift_row(right);
            return format!("row {} shifts {word}", self.row);
        }
        if shifts {
            self.shift_column(down);
            return format!("column {} shifts {word}", self.column);
        }
        let (row, over) = stepped(self.row, down, self.board.len());
        let (column, beside) = stepped(self.column, right, self.columns());
        let round = over || beside;
        assert!(self.layout.wraps || !round, "the lit lines stop at the edge");
        (self.row, self.column) = (row, column);
        let lit = if down == 0 { format!("column {column}") } else { format!("row {row}") };
        format!("{lit} is lit{}", if round { ", round the edge" } else { "" })
    }
}

/// The button of `hold A, press Left`, written `A+Left`.
fn button(action: &str) -> String {
    match action.strip_prefix("hold ").and_then(|rest| rest.split_once(", press ")) {
        Some((held, pressed)) => format!("{held}+{pressed}"),
        None => action.to_owned(),
    }
}

/// Follows the printed lines and returns the board that the simulation has in the end.
fn followed(puzzle: &dyn Puzzle, steps: &[String], layout: &Layout, source: &[Vec<char>]) -> Vec<Vec<char>> {
    let text = follow_text(puzzle, steps);
    let mut simulation = Simulation::new(layout, source);
    let mut lines = text.lines();
    let heading = lines.next().expect("a heading");
    let lit = format!(": row {} and column {} are lit", simulation.row, simulation.column);
    assert!(heading.contains(&lit), "{heading}");
    let mut count = 0;
    for (line, number) in lines.zip(1..) {
        let (before, words) = line.split_once(". ").expect("a number");
        assert_eq!(before, number.to_string());
        let (action, effect) = words.split_once(": ").expect("an effect");
        assert_eq!(simulation.press(&button(action)), effect, "{text}");
        count = number;
    }
    assert!(heading.starts_with(&format!("{count} press")), "{heading}");
    simulation.board
}

fn rows(board: &[Vec<char>]) -> String {
    board.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// The steps of an answer that the solver finds.
fn solved(puzzle: &dyn Puzzle, nth: usize) -> Vec<String> {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(100_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let objectives = puzzle.objectives();
    let objective = &objectives[nth % objectives.len()];
    let report = puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget);
    let Ok(answer) = report.ending else { panic!("it has a solution: {}", puzzle.id()) };
    StepText::words(puzzle, &answer.solution)
}

#[test]
fn a_thousand_answers_followed_press_by_press_give_the_target() {
    const DIRECTIONS: [&str; 4] = ["Left", "Right", "Up", "Down"];
    let holding = |held: &str| {
        let [left, right, up, down] = DIRECTIONS;
        let held = DIRECTIONS.map(|direction| format!("{held}+{direction}"));
        Layout::new([left, right, up, down, &held[0], &held[1], &held[2], &held[3]], (0, 0), true)
    };
    let own = ["pad-left", "pad-right", "pad-up", "pad-down", "B", "A", "L", "R"];
    let layouts = [holding("A"), holding("Shift"), Layout::new(own, (3, 3), false)];
    let file = include_str!("../../examples/gamepad.toml");
    let mut random = Random::new(18);
    let mut presses = 0;
    for nth in 0..1000 {
        let (height, width) = (2 + random.below(4), 2 + random.below(4));
        let tile = |random: &mut Random| char::from(b"123456789"[random.below(9)]);
        let source: Vec<Vec<char>> = (0..height).map(|_| (0..width).map(|_| tile(&mut random)).collect()).collect();
        // The target is where random shifts lead to; they are an answer, and others are searched for.
        let mut steps = Vec::new();
        let mut scrambled = Simulation::new(&layouts[0], &source);
        for _ in 0..=random.below(if nth % 5 == 0 { 4 } else { 30 }) {
            (scrambled.row, scrambled.column) = (random.below(height), random.below(width));
            let word = DIRECTIONS[random.below(4)];
            let seen = scrambled.press(&format!("A+{word}"));
            let line = seen.split(' ').nth(1).expect("a line").to_owned();
            steps.push(format!("{} {line}", word.to_lowercase()));
        }
        let target = scrambled.board;
        let text = format!("{} -> {}", rows(&source), rows(&target));
        let puzzle = Shifter.read(&text).expect("a text").remove(0).puzzle.expect("a shifter");
        let puzzle = match nth % 3 {
            0 => puzzle,
            1 => puzzle.with_built_in_pad("keyboard").expect("a layout"),
            _ => puzzle.with_pad(file).expect("it has layouts").expect("a layout"),
        };
        if nth % 5 == 0 {
            steps = solved(puzzle.as_ref(), nth);
        }
        let end = followed(puzzle.as_ref(), &steps, &layouts[nth % 3], &source);
        assert_eq!(rows(&end), rows(&target), "{text}: {}", puzzle.join_steps(&steps));
        presses += puzzle.instructions(&steps).list.len();
    }
    assert!(presses > 10_000, "{presses}");
}

#[test]
fn the_simulation_shifts_as_the_rules_say() {
    let layout = Layout::new(["Left", "Right", "Up", "Down", "A+Left", "A+Right", "A+Up", "A+Down"], (0, 0), true);
    let puzzle = Shifter.read("123/456/789 -> 231/456/789").expect("a text").remove(0).puzzle.expect("a shifter");
    let source = ["123", "456", "789"].map(|row| row.chars().collect::<Vec<_>>());
    let follow = |steps: &[&str]| {
        let steps: Vec<String> = steps.iter().map(|&step| step.to_owned()).collect();
        rows(&followed(puzzle.as_ref(), &steps, &layout, &source))
    };
    assert_eq!(follow(&["left 0"]), "231/456/789");
    assert_eq!(follow(&["right 0"]), "312/456/789");
    assert_eq!(follow(&["down 2"]), "129/453/786");
}
