//! The rows of the table of the longest levels in `docs/atlas.md`, searched again.

use lurd::budget::Budget;
use lurd::puzzle::{Difficulty, GenerateOptions, LongestOptions, Plugin};
use lurd::sokoban::Sokoban;
use lurd::verify;

use super::options;

const ATLAS: &str = include_str!("../../../docs/atlas.md");
const HEAD: &str = "| floor | 1 box | 2 boxes | 3 boxes | 4 boxes |";

/// The longest solution of a floor and a number of boxes, in pushes or in moves.
struct Row {
    floor: (usize, usize),
    boxes: usize,
    objective: &'static str,
    longest: u64,
}

impl Row {
    /// Whether few sets of goals and starts are searched.
    fn is_small(&self) -> bool {
        let squares = self.floor.0 * self.floor.1;
        let sets = (0..self.boxes).fold(1, |sets, taken| sets * (squares - taken) / (taken + 1));
        sets * sets <= 15_000
    }
}

fn rows() -> Vec<Row> {
    let (_, table) = ATLAS.split_once(HEAD).expect("the table of the longest levels");
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.flat_map(of_floor).collect()
}

fn of_floor(line: &str) -> Vec<Row> {
    let fields: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let (width, height) = fields[0].split_once('x').unwrap_or_else(|| panic!("a rectangle: {line}"));
    let whole = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text}: {line}"));
    let floor = (whole(width), whole(height));
    let cells = fields.iter().enumerate().skip(1).filter_map(|(boxes, cell)| Some((boxes, cell.split_once(", ")?)));
    cells
        .flat_map(|(boxes, (pushes, moves))| {
            let row = move |objective, longest: &str| Row { floor, boxes, objective, longest: whole(longest) as u64 };
            [row("pushes", pushes), row("moves", moves)]
        })
        .collect()
}

fn search_again(row: &Row) {
    let Row { floor, boxes, objective, longest } = *row;
    let what = format!("{floor:?}, {boxes} boxes, {objective}");
    let asked = LongestOptions { floor, objective: Some(objective.to_owned()), saved: None };
    let wanted = GenerateOptions { boxes: Some(boxes), longest: Some(asked), ..options(Difficulty::Easy, 0, 1) };
    let mut found = None;
    let end = Sokoban.generate(&wanted, &mut Budget::unlimited(), &mut |generated| found = Some(generated));
    assert_eq!(end, Ok(()), "{what}");
    let found = found.expect("a level");
    #[expect(clippy::cast_precision_loss, reason = "small")]
    let expected = Some(longest as f64);
    assert_eq!(found.rating.part("longest"), expected, "{what}");
    let solution = found.rating.solution.expect("a solution");
    let replay = verify::replay(found.puzzle.as_ref(), &solution).expect("the solution is right");
    assert_eq!(replay.metric(objective), Some(longest), "{what}");
}

#[test]
fn every_rectangle_and_number_of_boxes_is_there() {
    let mut missing = Vec::new();
    let all = rows();
    for floor in (2..=5).flat_map(|height| (2..=6).map(move |width| (height, width))) {
        let squares = floor.0 * floor.1;
        let is_meant = floor.0 <= floor.1 && (squares <= 12 || floor.1 <= 5);
        for boxes in (1..=4).filter(|&boxes| is_meant && boxes < squares) {
            if all.iter().filter(|row| (row.floor, row.boxes) == (floor, boxes)).count() != 2 {
                missing.push((floor, boxes));
            }
        }
    }
    assert_eq!(missing, []);
    assert_eq!(all.len(), 2 * 43, "no others");
}

#[test]
fn the_longest_levels_of_few_positions_are_found_again() {
    let small: Vec<Row> = rows().into_iter().filter(Row::is_small).collect();
    assert!(small.len() > 40, "{}", small.len());
    small.iter().for_each(search_again);
}

#[test]
#[ignore = "minutes"]
fn the_longest_levels_of_many_positions_are_found_again() {
    let large: Vec<Row> = rows().into_iter().filter(|row| !row.is_small()).collect();
    assert!(large.len() > 10, "{}", large.len());
    large.iter().for_each(search_again);
}
