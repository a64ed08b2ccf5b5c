//! The rows of `docs/atlas.json`, counted again.

use lurd::puzzle::{CensusOptions, DistanceOrigin, Objective, Puzzle, mean};
use lurd::search::{Settings, Strategy};
use lurd::verify;
use serde_json::Value;

use super::notation::read_one;
use super::without_limits;

const ATLAS: &str = include_str!("../../../docs/atlas.json");

fn rows() -> Vec<Value> {
    serde_json::from_str(ATLAS).expect("a list of rows")
}

pub fn number(row: &Value, field: &str) -> u64 {
    row[field].as_u64().unwrap_or_else(|| panic!("{field} of {row}"))
}

pub fn text<'r>(row: &'r Value, field: &str) -> &'r str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} of {row}"))
}

pub fn layers(row: &Value) -> Vec<u64> {
    let layers = row["layers"].as_array().unwrap_or_else(|| panic!("layers of {row}"));
    layers.iter().map(|layer| layer.as_u64().expect("a number")).collect()
}

/// The number of boards that are counted one by one: boards with lit lines are counted relative to them.
fn work(row: &Value) -> u64 {
    let each = if text(row, "objective") == "buttons" { number(row, "rows") * number(row, "columns") } else { 1 };
    number(row, "boards") / each
}

/// The target, with the tiles in order, as the command of the row has it.
fn target(row: &Value) -> &str {
    let (_, quoted) = text(row, "command").split_once('\'').expect("a quoted puzzle");
    quoted.split_once(" -> ").expect("a source").0
}

pub fn objective<'p>(puzzle: &'p dyn Puzzle, row: &Value) -> &'p Objective {
    puzzle.objectives().iter().find(|it| it.name == text(row, "objective")).expect("an objective")
}

/// The most farthest boards of a row that are solved.
const MOST_SOLVED: usize = 1_000;

/// Counts the space of a row again, and solves the boards of it that are farthest, one of each class up to symmetry.
pub fn recount(row: &Value) {
    let puzzle = read_one(&format!("{0} -> {0}", target(row)));
    let options = CensusOptions { antipodes: true, threads: 2, ..CensusOptions::from(DistanceOrigin::Target) };
    let objective = objective(puzzle.as_ref(), row);
    let stats = without_limits(|budget| puzzle.census(objective, options, budget)).expect("no limit");
    let antipodes = stats.antipodes.expect("listed");
    assert_eq!(stats.layers, layers(row), "{row}");
    assert_eq!(stats.layers.len() as u64 - 1, number(row, "farthest"), "{row}");
    assert!((stats.mean - row["mean"].as_f64().expect("a mean")).abs() < 1e-9, "{row}");
    let classes = antipodes.states.len() as u64;
    assert_eq!((classes, antipodes.symmetries), (number(row, "antipodes"), number(row, "symmetries")), "{row}");
    assert_eq!(antipodes.states[0], text(row, "antipode"), "{row}");
    for antipode in antipodes.states.iter().take(MOST_SOLVED) {
        solve_antipode(row, antipode);
    }
}

/// Solves a board that is farthest: the optimum is the distance of the row.
fn solve_antipode(row: &Value, antipode: &str) {
    let puzzle = read_one(&format!("{antipode} -> {}", target(row)));
    let objective = objective(puzzle.as_ref(), row);
    let report = without_limits(|budget| puzzle.solve(objective, Strategy::Auto, &Settings::default(), budget));
    let answer = report.ending.unwrap_or_else(|why| panic!("{why:?}: {row}"));
    let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("the answer is right");
    assert!(answer.proof == lurd::outcome::Proof::Optimal, "{row}");
    assert_eq!(replay.metric(objective.metric), Some(number(row, "farthest")), "{row}");
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

/// Every board of at most 12 cells is there, up to transposition, with sums of layers that follow from the parity.
#[test]
fn every_board_of_up_to_12_cells_is_there() {
    let rows = rows();
    for name in ["shifts", "grouped", "buttons"] {
        for (height, width) in (1..=3).flat_map(|height| (2..=12).map(move |width| (height, width))) {
            if height > width || height * width > 12 {
                continue;
            }
            let is_it = |row: &&Value| {
                text(row, "objective") == name && (number(row, "rows"), number(row, "columns")) == (height, width)
            };
            let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{name} {height} x {width}"));
            let all = factorial(height * width);
            let boards = match (height, width) {
                (1, _) => width,
                _ if height % 2 == 1 && width % 2 == 1 => all / 2,
                _ => all,
            };
            assert_eq!((work(row), layers(row).iter().sum()), (boards, number(row, "boards")), "{row}");
            assert!((mean(&layers(row)) - row["mean"].as_f64().expect("a mean")).abs() < 1e-9, "{row}");
        }
    }
    let farthest = |height, width| {
        let is_it = |row: &&Value| {
            text(row, "objective") == "shifts" && (number(row, "rows"), number(row, "columns")) == (height, width)
        };
        rows.iter().find(is_it).map(|row| number(row, "farthest"))
    };
    assert_eq!((farthest(3, 4), farthest(2, 5)), (Some(14), Some(13)), "figures known before");
}

#[test]
fn rows_of_up_to_400_000_boards_are_counted_again() {
    let small: Vec<Value> = rows().into_iter().filter(|row| work(row) <= 400_000).collect();
    assert!(small.len() > 40, "{}", small.len());
    small.iter().for_each(recount);
}

#[test]
#[ignore = "a minute"]
fn rows_of_up_to_5_million_boards_are_counted_again() {
    let larger: Vec<Value> = rows().into_iter().filter(|row| (400_000..=5_000_000).contains(&work(row))).collect();
    assert_eq!(larger.len(), 3, "2 x 5 three times");
    larger.iter().for_each(recount);
}
