//! The built-in puzzles: each is legal, and the small ones have the known optimal costs.

use crate::common::oracle::{Oracle, optimum};
use lurd::budget::{Cancel, Limits};
use lurd::search::Strategy;
use lurd::sokoban::Level;
use lurd::sokoban::formats;
use lurd::sokoban::notation::identity;
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::xsb::write_xsb;
use lurd::toolkit::search_options::SearchOptions;
use lurd::toolkit::solve::solve;

fn levels(text: &str) -> Vec<Level> {
    let entries = formats::read(text).expect("levels");
    entries.into_iter().map(|entry| entry.level.expect("legal")).collect()
}

#[test]
fn stuck_levels_have_no_solution() {
    let levels = levels(include_str!("../../puzzles/stuck.xsb"));
    assert!(levels.len() >= 4);
    for level in levels {
        assert!(level.title().is_some());
        assert_eq!(optimum(&level), Oracle::Unsolvable, "{}", write_xsb(&level));
    }
}

/// The fewest pushes and the fewest moves of the levels in `primer.xsb`; `None` where the oracle takes too long.
const PRIMER: [Option<(u64, u64)>; 19] = [
    Some((1, 1)),
    Some((1, 2)),
    Some((2, 4)),
    Some((3, 5)),
    Some((6, 21)),
    Some((4, 12)),
    Some((6, 17)),
    Some((5, 19)),
    Some((17, 54)),
    Some((11, 33)),
    Some((23, 64)),
    None,
    None,
    Some((21, 64)),
    Some((40, 156)),
    None,
    None,
    None,
    None,
];

/// The last levels of `primer.xsb` and their fewest pushes: too large for the oracle, but not for A*.
const HARD: [(&str, u64); 4] =
    [("the hourglass", 29), ("round the millstone", 30), ("two drawers", 49), ("the long stair", 39)];

#[test]
fn primer_levels_have_a_title_each_and_these_optima() {
    let levels = levels(include_str!("../../puzzles/primer.xsb"));
    assert_eq!(levels.len(), PRIMER.len());
    let mut names: Vec<String> = levels.iter().map(identity::unique_id).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), levels.len(), "no level stands there twice");
    for (level, expected) in levels.iter().zip(PRIMER) {
        assert!(level.title().is_some());
        if let Some((pushes, moves)) = expected {
            assert_eq!(optimum(level), Oracle::Solvable { pushes, moves }, "{}", write_xsb(level));
        }
    }
}

/// The `pathfinding` crate has a closed list of its own, so the snapshots are confirmed by an independent search.
#[test]
fn the_hard_levels_have_these_optima_by_a_search_of_another_make() {
    let levels = levels(include_str!("../../puzzles/primer.xsb"));
    for (level, (title, pushes)) in levels[levels.len() - HARD.len()..].iter().zip(HARD) {
        assert_eq!(level.title(), Some(title));
        assert!((6..=8).contains(&level.boxes().count()), "{title}");
        let puzzle = SokobanPuzzle::new(level.clone());
        let limits = Limits { nodes: Some(300_000), ..Limits::NONE };
        let search = SearchOptions {
            objective: Some("pushes".to_owned()),
            strategy: Some(Strategy::PathfindingAstar),
            limits,
            ..SearchOptions::default()
        };
        let run = solve(&puzzle, &search, &Cancel::default(), &mut ());
        assert_eq!(run.proved_cost(), Some(pushes), "{title}");
        let expanded = run.statistics.expect("it ran").expanded;
        assert!(expanded > 2_000, "{title} has become easy: {expanded}");
    }
}
