//! Answers without a search, and the claims of improved ones.

use std::time::Duration;

use lurd_engine::{
    budget::{Budget, Cancel, Limits},
    outcome::{Limit, Outcome, Proof, Stop},
    search::proved_by,
};
use lurd_puzzle::puzzle::Puzzle;

use super::{solve, three_cycles};
use crate::{
    notation::tests::one,
    rules::{Board, Direction, Moves, Shift, shifts_of},
    solver::{Solved, auto},
    tests::Random,
};

fn shuffled(mut tiles: Vec<usize>, seed: u64) -> Vec<usize> {
    Random(seed).shuffle(&mut tiles);
    tiles
}

fn text(rows: usize, columns: usize, tiles: &[usize]) -> String {
    assert_eq!(tiles.len(), rows * columns);
    let row = |row: &[usize]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",") + ",";
    tiles.chunks(columns).map(row).collect::<Vec<_>>().join("/")
}

fn replayed(source: &Board, target: &Board, shifts: &[Shift]) -> bool {
    let mut board = source.clone();
    shifts.iter().all(|&shift| board.shift(shift).is_ok()) && target.accepts(&board)
}

fn with_budget<T>(limits: Limits, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let mut no_observer = ();
    work(&mut Budget::new(limits, Cancel::default(), &mut no_observer))
}

#[test]
fn every_board_that_has_an_answer_gets_one_at_once() {
    let sizes = [(2, 2), (2, 3), (3, 3), (2, 8), (4, 4), (5, 4), (3, 7), (8, 8)];
    let mut answers = 0;
    for (rows, columns) in sizes {
        let cells = rows * columns;
        for seed in 0..12 {
            let colours = [cells, cells / 2 + 1, 3][usize::try_from(seed).expect("small") % 3];
            let target: Vec<usize> = (0..cells).map(|cell| cell % colours).collect();
            let source = text(rows, columns, &shuffled(target.clone(), seed));
            let mut wanted = text(rows, columns, &target);
            if seed >= 8 {
                wanted = wanted.replacen("1,", "?,", 1).replace("0,/", "?,/");
            }
            let lock = if seed % 4 == 3 { "locked: row 0, column 1" } else { "" };
            let puzzle = one(&format!("{source} -> {wanted} {lock}"));
            if puzzle.unsolvable_reason().is_some() || !puzzle.source().any_free(Direction::Left) {
                continue;
            }
            let (source, target) = (puzzle.source(), puzzle.target());
            let answer = with_budget(Limits::NONE, |budget| three_cycles::construct(source, target, budget));
            let shifts = answer.expect("no limit").expect("an answer");
            assert!(replayed(source, target, &shifts), "{}", puzzle.id());
            answers += 1;
        }
    }
    assert!(answers > 60, "{answers}");
}

#[test]
fn a_limit_leaves_the_best_answer_and_its_bound() {
    let tiles = shuffled((1..=36).collect(), 3);
    let puzzle = one(&format!("{} -> {}", text(6, 6, &tiles), text(6, 6, &(1..=36).collect::<Vec<_>>())));
    let limits = Limits { time: Some(Duration::from_millis(700)), ..Limits::NONE };
    let Solved { outcome, .. } = with_budget(limits, |budget| solve(&puzzle, Moves::Single, budget));
    let Outcome::Solved { plan, proof, lower_bound, stopped } = outcome else { panic!("an answer") };
    assert_eq!(stopped, Some(Stop::Limit(Limit::Time)));
    assert!(lower_bound >= 5 && lower_bound < plan.cost && proof == proved_by(lower_bound, plan.cost));
    assert!(replayed(puzzle.source(), puzzle.target(), &shifts_of(&plan.actions)));
}

/// The transposed board is one of the hardest of 4 x 4. Without a search its answer has 56 shifts, by a beam 26.
#[test]
fn a_hard_board_has_a_good_answer_at_a_limit() {
    let (rows, columns): (Vec<_>, Vec<_>) = (0..16).map(|cell| (cell + 1, cell / 4 + cell % 4 * 4 + 1)).unzip();
    let puzzle = one(&format!("{} -> {}", text(4, 4, &columns), text(4, 4, &rows)));
    let limits = Limits { nodes: Some(2_000_000), ..Limits::NONE };
    let Solved { outcome, .. } = with_budget(limits, |budget| auto::outcome(&puzzle, Moves::Single, budget));
    let Outcome::Solved { plan, lower_bound, stopped, .. } = outcome else { panic!("an answer") };
    assert_eq!(stopped, Some(Stop::Limit(Limit::Nodes)));
    assert!((16..=26).contains(&plan.cost) && lower_bound >= 12, "{} {lower_bound}", plan.cost);
    assert!(replayed(puzzle.source(), puzzle.target(), &shifts_of(&plan.actions)));
}

#[test]
fn near_targets_are_proved_optimal() {
    let target: Vec<usize> = (1..=30).collect();
    let solved = one(&format!("{0} -> {0}", text(5, 6, &target)));
    for (words, shifts, grouped) in
        [("left 1, up 2, up 2, right 4", 4, 3), ("left 0", 1, 1), ("up 5, left 0, down 5, right 0", 4, 4)]
    {
        let mut board = solved.source().clone();
        for word in words.split(", ") {
            board.shift(word.parse().expect("a shift")).expect("a line");
        }
        let puzzle = solved.starting_at(board, &[]);
        for (moves, cost) in [(Moves::Single, shifts), (Moves::Grouped, grouped)] {
            let Solved { outcome, .. } = with_budget(Limits::NONE, |budget| solve(&puzzle, moves, budget));
            let Outcome::Solved { plan, proof, .. } = outcome else { panic!("an answer") };
            assert_eq!((plan.cost, proof), (cost, Proof::Optimal), "{words}");
        }
    }
}
