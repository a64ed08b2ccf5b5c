//! Keeps the 15-puzzle of `examples/` alive: a puzzle can be added from outside.

#[path = "../examples/fifteen/plugin.rs"]
mod plugin;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::Proof;
use lurd::puzzle::{Claim, Ending, Plugin, Puzzle, Report};
use lurd::search::{STRATEGIES, Settings, Strategy};
use lurd::verify;

use plugin::Fifteen;

fn read(text: &str) -> Box<dyn Puzzle> {
    let mut entries = Fifteen.read(text).expect("a 15-puzzle");
    assert_eq!(entries.len(), 1);
    match entries.remove(0).puzzle {
        Ok(puzzle) => puzzle,
        Err(complaint) => panic!("{complaint:?}"),
    }
}

fn solve(puzzle: &dyn Puzzle, strategy: Strategy) -> Report {
    let mut nobody = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut nobody);
    puzzle.solve(&puzzle.wishes()[0], strategy, &Settings::default(), &mut budget)
}

#[test]
fn the_example_is_solved_optimally_by_every_strategy_that_claims_it() {
    let puzzle = read(Fifteen.example());
    let mut optimal = 0;
    for strategy in
        [Strategy::Bfs, Strategy::Auto, Strategy::Astar, Strategy::Idastar, Strategy::Bidirectional]
    {
        let Ending::Solved(answer) = solve(puzzle.as_ref(), strategy).ending else {
            panic!("{} finds no answer", strategy.row().name)
        };
        let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("the answer is right");
        assert_eq!(replay.metric("slides"), Some(u64::from(answer.cost)));
        assert_eq!(answer.proof, Proof::Optimal);
        if strategy == Strategy::Bfs {
            optimal = answer.cost;
        }
        assert_eq!(answer.cost, optimal, "{}", strategy.row().name);
    }
    assert_eq!(puzzle.strategies(&puzzle.wishes()[0]).len(), STRATEGIES.len());
    assert!(puzzle.strategies(&puzzle.wishes()[0]).iter().all(|fit| fit.verdict.is_ok()));
}

#[test]
fn an_odd_permutation_is_unsolvable() {
    // Sam Loyd's: 14 and 15 exchanged.
    let puzzle = read("fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0");
    for strategy in [Strategy::Auto, Strategy::Astar, Strategy::Idastar] {
        let Ending::Unsolvable { reason } = solve(puzzle.as_ref(), strategy).ending else {
            panic!("{} does not see it", strategy.row().name)
        };
        assert!(reason.starts_with("parity"), "{reason}");
    }
}

#[test]
fn texts_go_there_and_back() {
    let puzzle = read(Fifteen.example());
    assert_eq!(puzzle.id(), Fifteen.example());
    assert_eq!(read(&puzzle.text()).id(), puzzle.id());
    assert_eq!(Fifteen.claims("12/34 -> 12/34"), Claim::No);
    assert!(Fifteen.wants_more("fifteen: 1 2 3\n"));
    for text in ["fifteen: 1 2 3", "fifteen: 1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "fifteen: x"] {
        assert!(Fifteen.read(text).is_ok_and(|entries| entries[0].puzzle.is_err()), "{text}");
    }
    assert!(Fifteen.read("#####").is_err());
}

#[test]
fn playing_moves_tiles_into_the_gap() {
    let mut position = read("fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15").start();
    assert!(position.apply("u").is_err());
    assert!(position.apply("up").is_err());
    assert_eq!(position.apply("L"), Ok("l".to_owned()));
    assert!(position.is_solved());
    assert_eq!(position.puzzle().id(), "fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0");
}
