//! Statistics of whole spaces, and lengths of answers against tables of all boards.

use lurd_atlas::{Origin, Ranked, enumerate_all};
use lurd_puzzle::puzzle::{CensusOptions, DistanceOrigin, StateSpaceStats, count_by_hash};

use super::*;
use super::{Random, objectives::solved};
use crate::puzzle::OBJECTIVES;
use crate::spaces::{fields::MAX_FIELDS, symmetry::symmetries};

/// Lengths of random boards against a table of all boards.
fn lengths_are_those_of_the_table(target: &str, boards: usize) {
    let alone = puzzle(&format!("{target} -> {target}"));
    let space = alone.packed(Moves::Single).expect("a small board");
    let origin = Origin::Goals(&space);
    let all = without_limits(|budget| enumerate_all(&space, &space, origin, 2, budget));
    let all = all.expect("no limit");
    let mut random = Random(1);
    for _ in 0..boards {
        let mut cells = alone.source().cells().to_vec();
        random.shuffle(&mut cells);
        let puzzle = alone.starting_at(alone.source().with_cells(cells), alone.lit_after(&[]));
        let start = puzzle.packed(Moves::Single).expect("a small board").start();
        assert!(Ranked::rank(&space, &start).is_some());
        assert_eq!(solved(&puzzle, &OBJECTIVES[0], Strategy::Auto), all.distance_of(&start), "{}", puzzle.id());
    }
}

#[test]
fn a_thousand_boards_of_missiles_2_and_3() {
    lengths_are_those_of_the_table("1111/1331/1221/1111", samples(1000));
    lengths_are_those_of_the_table("3123/2111/1112/3213", samples(1000));
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
        without_limits(|budget| puzzle(text).census(&OBJECTIVES[objective], CensusOptions::from(from), budget))
            .expect("no limit")
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

/// Counts the space of `text` for an objective, with all farthest boards.
fn with_antipodes(text: &str, objective: usize, from: DistanceOrigin) -> StateSpaceStats {
    let options = CensusOptions { antipodes: true, ..CensusOptions::from(from) };
    without_limits(|budget| puzzle(text).census(&OBJECTIVES[objective], options, budget)).expect("no limit")
}

/// Boards relative to the lit lines against boards with lit lines.
#[test]
fn presses_are_counted_from_the_lit_lines() {
    for board in ["12/34", "123/456", "12/34/56", "123", "1234/5678"] {
        let puzzle = puzzle(&format!("{board} -> {board}"));
        let space = puzzle.button_space();
        let options = CensusOptions::from(DistanceOrigin::Target);
        let count = |budget: &mut Budget<'_>| count_by_hash(&space, options, "boards", budget, |_| String::new());
        let by_hash = without_limits(count).expect("no limit");
        let view = with_antipodes(&format!("{board} -> {board}"), 2, DistanceOrigin::Target);
        assert_eq!((view.layers.clone(), view.other_end), (by_hash.layers, Some(0)), "{board}");
        let farthest = view.layers.len() as u64 - 1;
        for far in view.antipodes.expect("listed").states {
            let far = self::puzzle(&format!("{far} -> {board}"));
            assert_eq!(solved(&far, &OBJECTIVES[2], Strategy::Auto), Some(farthest), "{}", far.id());
        }
    }
}

/// The classes of the farthest boards hold all of them, by the formula for orbits.
#[test]
fn antipodes_up_to_symmetry() {
    for (board, objective) in [("123/456", 0), ("123/456", 1), ("123/456/789", 0), ("1122/3344", 0), ("11/22/33", 1)] {
        let text = format!("{board} -> {board}");
        let stats = with_antipodes(&text, objective, DistanceOrigin::Target);
        let antipodes = stats.antipodes.expect("listed");
        let last = *stats.layers.last().expect("a layer");
        let alone = puzzle(&text);
        let space = alone.packed([Moves::Single, Moves::Grouped][objective]).expect("a small board");
        let tiles = alone.source().cells().iter().fold([0; MAX_FIELDS], |mut tiles, &colour| {
            tiles[usize::from(colour)] += 1;
            tiles
        });
        let turns = symmetries(alone.target(), &space.permutations(), &tiles);
        assert_eq!(turns.len() as u64, antipodes.symmetries);
        let mut orbits = 0;
        for state in &antipodes.states {
            let far = puzzle(&format!("{state} -> {board}"));
            assert_eq!(solved(&far, &OBJECTIVES[objective], Strategy::Auto), Some(stats.layers.len() as u64 - 1));
            let start = far.packed(Moves::Single).expect("a small board").start();
            let cells = alone.source().cells().len();
            let fixed = turns.iter().filter(|turn| turn.apply(start, space.fields(), cells) == start).count() as u64;
            assert_eq!(antipodes.symmetries % fixed, 0);
            orbits += antipodes.symmetries / fixed;
        }
        assert_eq!(orbits, last, "{board}");
    }
    // From another board than the target, and with locked lines.
    let other = with_antipodes("123/456 -> 231/456", 0, DistanceOrigin::Source);
    assert_eq!(other.antipodes.expect("listed").symmetries, 12);
    let locked = with_antipodes("123/456 -> 123/456 locked: row 0", 0, DistanceOrigin::Target);
    assert_eq!(locked.antipodes.expect("listed").symmetries, 6, "no symmetry exchanges the rows");
}
