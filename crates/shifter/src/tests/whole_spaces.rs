//! Statistics of whole spaces, and lengths of answers against tables of all boards.

use lurd_engine::{search, space::Ranked};
use lurd_puzzle::puzzle::DistanceOrigin;

use super::*;
use super::{Random, objectives::solved};
use crate::puzzle::OBJECTIVES;

/// Lengths of random boards against a table of all boards.
fn lengths_are_those_of_the_table(target: &str, boards: usize) {
    let alone = puzzle(&format!("{target} -> {target}"));
    let space = alone.packed(Moves::Single).expect("a small board");
    let origin = search::Origin::Goals(&space);
    let all = without_limits(|budget| search::enumerate_all(&space, &space, origin, 2, budget));
    let all = all.expect("no limit");
    let mut random = Random(1);
    for _ in 0..boards {
        let mut cells = alone.source().cells().to_vec();
        random.shuffle(&mut cells);
        let puzzle = alone.starting_at(alone.source().with_cells(cells), &[]);
        let start = puzzle.packed(Moves::Single).expect("a small board").start();
        assert!(Ranked::rank(&space, &start).is_some());
        assert_eq!(solved(&puzzle, &OBJECTIVES[0], Strategy::Auto), all.distance_of(&start), "{}", puzzle.id());
    }
}

#[test]
fn a_thousand_boards_of_missiles_2_and_3() {
    lengths_are_those_of_the_table("1111/1331/1221/1111", 1000);
    lengths_are_those_of_the_table("3123/2111/1112/3213", 1000);
}

/// Tables of 25 to 63 million boards each.
#[test]
#[ignore = "a minute"]
fn a_thousand_boards_of_the_larger_targets() {
    for target in [
        "1234/1234/1234/1234",
        "4342/3124/4243/2431",
        "1122/1342/3344/1342",
        "1111/2222/3333/4444",
        "1122/1122/3344/3344",
    ] {
        lengths_are_those_of_the_table(target, 1000);
    }
}

#[test]
fn layers_of_whole_spaces() {
    let count = |text: &str, objective: usize, from| {
        without_limits(|budget| puzzle(text).census(&OBJECTIVES[objective], from, 1, budget)).expect("no limit")
    };
    let missile = "1111/1231/1321/1111 -> 1111/1331/1221/1111";
    let census = count(missile, 0, DistanceOrigin::Target);
    assert_eq!(census.layers, [1, 8, 60, 392, 1644, 4046, 3832, 914, 23]);
    assert_eq!((census.size, census.other_end), (Some(10_920), Some(4)));
    assert_eq!(format!("{:.3}", census.mean), "5.282");
    for example in &census.examples {
        let far = puzzle(&format!("{example} -> 1111/1331/1221/1111"));
        assert_eq!(solved(&far, &OBJECTIVES[0], Strategy::Auto), Some(8));
    }
    let source = count(missile, 0, DistanceOrigin::Source);
    assert_eq!((source.layers.iter().sum::<u64>(), source.other_end), (10_920, Some(4)));
    // Grouped moves are never more; presses never fewer than shifts.
    assert!(count(missile, 1, DistanceOrigin::Target).mean < census.mean);
    let presses = count("12/34 -> 12/34", 2, DistanceOrigin::Target);
    assert_eq!(presses.layers.iter().sum::<u64>(), 24 * 4);
    assert_eq!(presses.layers[0], 4, "any lines may be lit");
    let merged = count("123/456 -> 12?/???", 0, DistanceOrigin::Target);
    assert_eq!((merged.size, merged.layers[0]), (Some(30), 1));
    for (text, farthest) in [
        ("12/34 -> 12/34", 4),
        ("123/456 -> 123/456", 7),
        ("1234/5678 -> 1234/5678", 10),
        ("123/456/789 -> 123/456/789", 8),
    ] {
        assert_eq!(count(text, 0, DistanceOrigin::Target).layers.len() - 1, farthest, "{text}");
    }
    // Too many colours for a table, and few boards nevertheless.
    let wide: Vec<String> = (1..=17).map(|tile| tile.to_string()).collect();
    let row = wide.join(",");
    assert_eq!(count(&format!("{row} -> {row}"), 0, DistanceOrigin::Target).layers, [1, 2, 2, 2, 2, 2, 2, 2, 2]);
}
