//! Known figures of the missiles and of other boards.

use std::collections::HashSet;

use lurd::outcome::Proof;
use lurd::puzzle::{Puzzle, Unanswered};
use lurd::search::{self, Settings, Strategy};
use lurd::verify;

use super::notation::read_one;
use super::{cost, missiles, solve, without_limits};

#[test]
fn the_missiles() {
    let titles: Vec<_> = missiles().iter().map(|puzzle| puzzle.title().map(str::to_owned)).collect();
    assert_eq!(titles, (1..=5).map(|number| Some(format!("Missile {number}"))).collect::<Vec<_>>());
    let optimal = [4, 4, 5, 8, 6];
    for (puzzle, optimal) in missiles().iter().zip(optimal) {
        for strategy in [Strategy::Auto, Strategy::Bidirectional, Strategy::Astar, Strategy::Idastar] {
            assert_eq!(cost(puzzle.as_ref(), strategy), (optimal, Proof::Optimal), "{:?}", puzzle.title());
        }
        if optimal < 6 {
            assert_eq!(cost(puzzle.as_ref(), Strategy::Bfs), (optimal, Proof::Optimal));
        }
        for strategy in [Strategy::Greedy, Strategy::Resort] {
            let (cost, proof) = cost(puzzle.as_ref(), strategy);
            assert!(cost >= optimal && proof == Proof::Nothing);
        }
    }
}

/// Expansions as a baseline of behaviour. Those of the `pathfinding` crate, and the costs 27 and 10, have
/// also been measured with independent programs.
#[test]
fn known_node_counts_of_missile_4() {
    let puzzle = &missiles()[3];
    for (strategy, cost, expanded) in [
        (Strategy::PathfindingAstar, 8, 94_259),
        (Strategy::PathfindingIdastar, 8, 103_872),
        (Strategy::Greedy, 27, 9_919),
        (Strategy::Resort, 10, 13_500),
    ] {
        let report = solve(puzzle.as_ref(), strategy);
        let Ok(answer) = report.ending else { panic!("{} finds no answer", strategy.row().name) };
        assert_eq!((answer.cost, report.statistics.expanded), (cost, expanded), "{}", strategy.row().name);
    }
}

/// The answers printed in 2009, in the form they were printed in.
#[test]
fn the_printed_answers() {
    for (missile, shifts, grouped, answer) in [
        (0, 4, 3, "['left' , 1] #note\n['left' , 2]\n['left' , 2]\n['right' , 3]"),
        (1, 4, 4, "['left' , 1]\n['up' , 1]\n['right', 1]\n['down' , 1]"),
        (2, 5, 5, "right 0, right 2, down 3, up 0, left 1"),
        (3, 9, 8, "left 2, up 3, right 1, down 2, right 0, down 1, right 0, left 2, left 2"),
        (3, 8, 8, "left 0, right 2, down 1, up 3, left 0, left 2, down 1, up 2"),
        (4, 6, 5, "left 1, up 0, left 1, left 1, up 3, left 1"),
    ] {
        let replay = verify::replay(missiles()[missile].as_ref(), answer).expect("the answer is right");
        assert_eq!(replay.metric("shifts"), Some(shifts));
        assert_eq!(replay.metric("grouped_shifts"), Some(grouped), "{answer}");
    }
}

#[test]
fn an_answer_as_buttons() {
    let missiles = missiles();
    let replay = verify::replay(missiles[1].as_ref(), "left 1, up 1, right 1, down 1").expect("right");
    let buttons = missiles[1].buttons(&replay.steps).expect("there is a layout");
    assert_eq!(buttons.presses, ["down", "A+left", "right", "A+up", "A+right", "A+down"]);
    assert!(buttons.profile.contains("assum"));
    assert_eq!(replay.metric("presses"), Some(6));
}

#[test]
fn solved_already() {
    for text in ["12/34 -> 12/34", "1 -> 1", "1234 -> 1234"] {
        let puzzle = read_one(text);
        for row in search::STRATEGIES.iter().filter(|row| row.strategy != Strategy::Fess) {
            let Ok(answer) = solve(puzzle.as_ref(), row.strategy).ending else { panic!("{} on {text}", row.name) };
            assert_eq!((answer.solution.as_str(), answer.cost), ("", 0), "{} on {text}", row.name);
        }
        assert!(verify::replay(puzzle.as_ref(), "").is_ok());
    }
}

#[test]
fn unsolvable_with_a_reason() {
    for (text, reason) in [
        ("213/456/789 -> 123/456/789", "parity"),
        ("2134 -> 1234", "the only row can only be turned"),
        ("2/1/3/4 -> 1/2/3/4", "the only column can only be turned"),
    ] {
        let puzzle = read_one(text);
        for strategy in [
            Strategy::Auto,
            Strategy::Bfs,
            Strategy::Astar,
            Strategy::Idastar,
            Strategy::Greedy,
            Strategy::Bidirectional,
        ] {
            let report = solve(puzzle.as_ref(), strategy);
            let Err(Unanswered::Unsolvable { reason: found, .. }) = report.ending else {
                panic!("{} on {text}", strategy.row().name)
            };
            assert!(found.starts_with(reason), "{found}");
            assert!(strategy != Strategy::Auto || report.statistics.expanded == 0);
        }
    }
}

#[test]
fn playing() {
    let puzzle = read_one("12/34/56 -> 21/34/56");
    let mut position = puzzle.start();
    assert_eq!(position.picture(), "   0 1     target\n0  1 2     2 1\n1  3 4     3 4\n2  5 6     5 6");
    assert!(!position.is_solved());
    assert_eq!(position.apply("up 2"), Err("there is no column 2: columns are counted from 0 to 1".into()));
    assert_eq!(position.apply("right 0"), Ok("left 0".into()));
    assert!(position.is_solved());
    assert_eq!(position.apply("down 0"), Ok("down 0".into()));
    assert_eq!(position.puzzle().id(), "51/24/36 -> 21/34/56");
    assert!(position.apply("push 0").is_err() && position.apply("left").is_err() && position.apply("").is_err());
}

#[test]
fn large_boards_are_solved_too() {
    let numbers: Vec<String> = (1..=36).map(|number: u32| number.to_string()).collect();
    let target = numbers.chunks(6).map(|row| row.join(",")).collect::<Vec<_>>().join("/");
    let mut position = read_one(&format!("{target} -> {target}")).start();
    for step in ["left 1", "up 2", "up 2", "right 5"] {
        position.apply(step).expect("a shift");
    }
    let puzzle = position.puzzle();
    for strategy in [Strategy::Bidirectional, Strategy::Astar, Strategy::Idastar] {
        assert_eq!(cost(puzzle.as_ref(), strategy), (4, Proof::Optimal));
    }
    let fits = without_limits(|budget| puzzle.strategies(&puzzle.objectives()[0], budget));
    let distinct: HashSet<_> = fits.iter().map(|fit| fit.strategy).collect();
    assert_eq!(distinct.len(), search::STRATEGIES.len());
    // Boards have no features.
    assert!(fits.iter().all(|fit| fit.verdict.is_ok() || fit.strategy == Strategy::Fess));
}

/// The number of answers of the optimal `cost` in shifts.
fn count_answers(puzzle: &dyn Puzzle, cost: u64) -> usize {
    let mut found = Vec::new();
    let objective = &puzzle.objectives()[0];
    let listing = without_limits(|budget| puzzle.all_optimal(objective, cost, budget, &mut found));
    assert_eq!(listing, Ok(()));
    found.len()
}

#[test]
fn the_missiles_by_every_objective() {
    for (puzzle, (grouped, count)) in missiles().iter().zip([(3, 24), (4, 2), (5, 5), (8, 16), (5, 40)]) {
        let cost = cost(puzzle.as_ref(), Strategy::Auto).0;
        assert_eq!(count_answers(puzzle.as_ref(), cost), count);
        let report = without_limits(|budget| {
            puzzle.solve(&puzzle.objectives()[1], Strategy::Auto, &Settings::default(), budget)
        });
        let Ok(answer) = report.ending else { panic!("solved") };
        assert_eq!((answer.cost, answer.proof), (grouped, Proof::Optimal));
        let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("right");
        assert_eq!(replay.metric("grouped_shifts"), Some(grouped));
    }
}
