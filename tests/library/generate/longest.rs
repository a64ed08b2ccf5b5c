//! The rows of the table of the longest levels in `docs/atlas.md`, searched again.

use lurd::budget::Budget;
use lurd::puzzle::{Difficulty, GenerateOptions, LongestOptions, Plugin};
use lurd::sokoban::Sokoban;
use lurd::verify;

use super::options;

const ATLAS: &str = include_str!("../../../docs/atlas.md");
const HEAD: &str = "| floor | boxes | goals | pushes | with it | positions | moves | with it | positions |";

/// One half of a row: the figures by pushes or by moves.
struct Row {
    floor: (usize, usize),
    boxes: usize,
    objective: &'static str,
    goals: u64,
    longest: u64,
    with_it: u64,
    positions: u64,
}

fn rows() -> Vec<Row> {
    let (_, table) = ATLAS.split_once(HEAD).expect("the table of the longest levels");
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.flat_map(halves).collect()
}

fn halves(line: &str) -> [Row; 2] {
    let fields: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let (width, height) = fields[0].split_once('x').unwrap_or_else(|| panic!("a rectangle: {line}"));
    let whole = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text}: {line}"));
    let number = |field: usize| fields[field].parse().unwrap_or_else(|_| panic!("column {field}: {line}"));
    [("pushes", 3), ("moves", 6)].map(|(objective, first)| Row {
        floor: (whole(width), whole(height)),
        boxes: whole(fields[1]),
        objective,
        goals: number(2),
        longest: number(first),
        with_it: number(first + 1),
        positions: number(first + 2),
    })
}

fn search_again(row: &Row) {
    let Row { floor, boxes, objective, goals, longest, with_it, positions } = *row;
    let what = format!("{floor:?}, {boxes} boxes, {objective}");
    let asked = LongestOptions { floor, objective: Some(objective.to_owned()), saved: None };
    let wanted = GenerateOptions { boxes: Some(boxes), longest: Some(asked), ..options(Difficulty::Easy, 0, 1) };
    let mut found = None;
    let end = Sokoban.generate(&wanted, &mut Budget::unlimited(), &mut |generated| found = Some(generated));
    assert_eq!(end, Ok(()), "{what}");
    let found = found.expect("a level");
    #[expect(clippy::cast_precision_loss, reason = "small")]
    let expected =
        [("longest", longest), ("goal_sets", goals), ("longest_goal_sets", with_it), ("positions", positions)]
            .map(|(name, number)| (name, Some(number as f64)));
    assert_eq!(expected.map(|(name, _)| (name, found.rating.part(name))), expected, "{what}");
    let solution = found.rating.solution.expect("a solution");
    let replay = verify::replay(found.puzzle.as_ref(), &solution).expect("the solution is right");
    assert_eq!(replay.metric(objective), Some(longest), "{what}");
}

#[test]
fn every_rectangle_and_number_of_boxes_is_there() {
    let mut missing = Vec::new();
    let all = rows();
    for floor in (1..=5).flat_map(|height| (1..=12).map(move |width| (height, width))) {
        let squares = floor.0 * floor.1;
        // To 12 squares, and 5x5 without a side of one square.
        let is_meant = floor.0 <= floor.1 && squares > 2 && (squares <= 12 || floor.1 <= 5);
        for boxes in (1..=4).filter(|&boxes| is_meant && boxes < squares) {
            if all.iter().filter(|row| (row.floor, row.boxes) == (floor, boxes)).count() != 2 {
                missing.push((floor, boxes));
            }
        }
    }
    assert_eq!(missing, []);
    assert_eq!(all.len(), 2 * 80, "no others");
}

#[test]
fn the_longest_levels_of_few_positions_are_found_again() {
    let small: Vec<Row> = rows().into_iter().filter(|row| row.positions <= 20_000).collect();
    assert!(small.len() > 80, "{}", small.len());
    small.iter().for_each(search_again);
}

#[test]
#[ignore = "minutes"]
fn the_longest_levels_of_many_positions_are_found_again() {
    let large: Vec<Row> = rows().into_iter().filter(|row| row.positions > 20_000).collect();
    assert!(large.len() > 10, "{}", large.len());
    large.iter().for_each(search_again);
}
