//! The rows of `docs/atlas.md`, counted again.

use lurd::puzzle::{CensusOptions, DistanceOrigin, Objective, Puzzle, StateSpaceStats};
use lurd::search::{Settings, Strategy};
use lurd::verify;

use super::notation::read_one;
use super::without_limits;

const PAGE: &str = include_str!("../../../docs/atlas.md");
const HEAD: &str = "| board | moves | farthest | mean | classes | layers |";

/// A row of the table of boards with distinct tiles.
struct Row {
    height: u64,
    width: u64,
    moves: &'static str,
    farthest: u64,
    mean: &'static str,
    classes: u64,
    layers: Vec<u64>,
}

/// The cells of the table of the page below this head.
pub fn table(head: &str) -> Vec<Vec<&'static str>> {
    let (_, below) = PAGE.split_once(head).unwrap_or_else(|| panic!("no table '{head}'"));
    let lines = below.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

pub fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}

pub fn objective<'p>(puzzle: &'p dyn Puzzle, name: &str) -> &'p Objective {
    puzzle.objectives().iter().find(|it| it.name == name).expect("an objective")
}

/// Counts the states by their distance from the target, and lists the farthest ones.
pub fn count(puzzle: &dyn Puzzle, moves: &str) -> StateSpaceStats {
    let options = CensusOptions { antipodes: true, threads: 2, ..CensusOptions::from(DistanceOrigin::Target) };
    without_limits(|budget| puzzle.census(objective(puzzle, moves), options, budget)).expect("no limit")
}

fn rows() -> Vec<Row> {
    let row = |cells: Vec<&'static str>| {
        let (height, width) = cells[0].split_once('x').expect("a size");
        Row {
            height: number(height),
            width: number(width),
            moves: cells[1],
            farthest: number(cells[2]),
            mean: cells[3],
            classes: number(cells[4]),
            layers: cells[5].split(' ').map(number).collect(),
        }
    };
    table(HEAD).into_iter().map(row).collect()
}

/// The tiles in order.
fn target(height: u64, width: u64) -> String {
    let separator = if height * width > 9 { "," } else { "" };
    let line = |row: u64| {
        let tiles: Vec<String> = (1..=width).map(|column| (row * width + column).to_string()).collect();
        tiles.join(separator)
    };
    (0..height).map(line).collect::<Vec<_>>().join("/")
}

impl Row {
    fn name(&self) -> String {
        format!("{}x{}, {}", self.height, self.width, self.moves)
    }

    /// The number of boards that are counted one by one: boards with lit lines are counted relative to them.
    fn work(&self) -> u64 {
        let each = if self.moves == "buttons" { self.height * self.width } else { 1 };
        self.layers.iter().sum::<u64>() / each
    }

    /// Counts the states again, and solves the farthest boards, one of each class up to symmetry.
    fn recount(&self) {
        const MOST_SOLVED: usize = 1_000;
        let (name, target) = (self.name(), target(self.height, self.width));
        let stats = count(read_one(&format!("{target} -> {target}")).as_ref(), self.moves);
        assert_eq!(stats.layers, self.layers, "{name}");
        let farthest = stats.antipodes.expect("listed").states;
        assert_eq!(farthest.len() as u64, self.classes, "{name}");
        for board in farthest.iter().take(MOST_SOLVED) {
            let puzzle = read_one(&format!("{board} -> {target}"));
            let objective = objective(puzzle.as_ref(), self.moves);
            let report = without_limits(|budget| puzzle.solve(objective, Strategy::Auto, &Settings::default(), budget));
            let answer = report.ending.unwrap_or_else(|why| panic!("{why:?}: {name}"));
            let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("the answer is right");
            assert!(answer.proof == lurd::outcome::Proof::Optimal, "{name}");
            assert_eq!(replay.metric(objective.metric), Some(self.farthest), "{name}");
        }
    }
}

/// Every board of 4 to 12 cells is there, up to transposition; the sums of the layers follow from the parity.
#[test]
fn every_board_of_up_to_12_cells_is_there() {
    let rows = rows();
    let mut expected = 0;
    for moves in ["shifts", "grouped", "buttons"] {
        for (height, width) in [(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
            let is_it = |row: &&Row| (row.moves, row.height, row.width) == (moves, height, width);
            let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{moves} {height}x{width}"));
            let all: u64 = (1..=height * width).product();
            let boards = if height % 2 == 1 && width % 2 == 1 { all / 2 } else { all };
            assert_eq!((row.work(), row.layers.len() as u64 - 1), (boards, row.farthest), "{}", row.name());
            assert_eq!(format!("{:.4}", lurd::puzzle::mean(&row.layers)), row.mean, "{}", row.name());
            expected += 1;
        }
    }
    assert_eq!(rows.len(), expected, "no others");
}

#[test]
fn a_single_row_is_turned() {
    for width in 2..=12 {
        let target = target(1, width);
        let stats = count(read_one(&format!("{target} -> {target}")).as_ref(), "shifts");
        assert_eq!((stats.layers.iter().sum::<u64>(), stats.layers.len() as u64 - 1), (width, width / 2));
    }
}

#[test]
fn rows_of_up_to_400_000_boards_are_counted_again() {
    let small: Vec<Row> = rows().into_iter().filter(|row| row.work() <= 400_000).collect();
    assert_eq!(small.len(), 12, "2x2, 2x3, 2x4 and 3x3");
    small.iter().for_each(Row::recount);
}

#[test]
#[ignore = "a minute"]
fn rows_of_up_to_5_million_boards_are_counted_again() {
    let larger: Vec<Row> = rows().into_iter().filter(|row| (400_000..=5_000_000).contains(&row.work())).collect();
    assert_eq!(larger.len(), 3, "2x5");
    larger.iter().for_each(Row::recount);
}
