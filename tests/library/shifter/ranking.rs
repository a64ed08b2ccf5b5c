//! The ranking of the boards of a shifter, and tables of all of them.

use lurd::atlas::{DistanceTable, Origin, Ranked, enumerate_all};
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Outcome, Stop};
use lurd::search::{Settings, Stepper};
use lurd::shifter::{Board, Packed};
use lurd::space::{SearchDirection, Space, Successors};

use crate::common::takes_all;

/// A board of hexadecimal digits, its rows separated by blanks.
fn board(text: &str) -> Board {
    let columns = text.find(' ').unwrap_or(text.len());
    let digit = |digit: char| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Board::new(columns, text.chars().filter_map(digit).collect())
}

fn space(source: &str, target: &str) -> Packed {
    Packed::new(&board(source), &board(target), false)
}

fn alone(source: &str) -> Packed {
    space(source, source)
}

fn enumerate<'s>(space: &'s Packed, origin: Origin<'s, Packed>, threads: usize) -> DistanceTable<'s, Packed> {
    let mut budget = Budget::unlimited();
    enumerate_all(space, space, origin, threads, &mut budget).expect("no limit")
}

/// States by distance to the target.
fn row(space: &Packed) -> String {
    let all = enumerate(space, Origin::Goals(space), 1);
    all.layers().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn mixed(seed: u64) -> u64 {
    let mixed = (seed ^ seed >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

#[test]
fn sizes_are_multinomial() {
    for (source, size) in [
        ("0", 1),
        ("00 00", 1),
        ("01", 2),
        ("012 345 678", 362_880),
        ("1111 1231 1321 1111", 10_920),
        ("1213 3212 1131 1213", 900_900),
        ("1221 3443 3443 2442", 25_225_200),
        ("1234 4123 3412 2341", 63_063_000),
        ("0123 4567 0123 4567", 81_729_648_000),
        ("0123 4567 89ab cdef", 20_922_789_888_000),
    ] {
        assert_eq!(Ranked::size(&alone(source)), size, "{source}");
    }
}

#[test]
fn small_boards_are_numbered_one_by_one() {
    for source in ["0", "00 00", "0123", "01 23", "012 345", "001 122 333", "0011 2233", "0123 0123 0000"] {
        let space = alone(source);
        for rank in 0..Ranked::size(&space) {
            assert_eq!(space.rank(&space.unrank(rank)), Some(rank), "{source}");
        }
    }
}

#[test]
fn boards_of_other_colours_have_no_number() {
    let space = alone("012 012 345");
    for other in ["012 012 344", "012 012 346", "000 000 000", "fff fff fff"] {
        assert_eq!(space.rank(&alone(other).start()), None, "{other}");
    }
}

/// Neighbours by tables are those by masks and rotations, both ways.
fn check_neighbours(space: &Packed, ranks: &[u64]) {
    let mut walker = space.walker().expect("it has one");
    let mut children = Successors::default();
    for &rank in ranks {
        let state = space.unrank(rank);
        assert_eq!(space.rank(&state), Some(rank));
        for way in [SearchDirection::Forward, SearchDirection::Backward] {
            children.clear();
            match way {
                SearchDirection::Forward => space.expand(&state, &mut children),
                SearchDirection::Backward => {
                    space.backward().expect("it has").predecessors(&state, &mut children);
                }
            }
            let slots = walker.load(&[rank], way);
            let mut neighbours = Vec::new();
            for slot in 0..slots {
                walker.neighbours(slot, &mut neighbours);
            }
            let expected: Vec<_> =
                (0..children.len()).map(|index| space.rank(children.state(index)).expect("counted")).collect();
            assert_eq!(neighbours, expected, "{state:016x}");
        }
    }
}

#[test]
fn neighbours_by_tables_are_neighbours_by_the_rules() {
    for source in ["0", "0123", "01 23", "01 10", "001 122 333", "0011 2233", "012 120", "0 1 2 2"] {
        let space = alone(source);
        check_neighbours(&space, &(0..Ranked::size(&space)).collect::<Vec<_>>());
    }
    for source in
        ["1111 1231 1321 1111", "1221 3443 3443 2442", "1234 4123 3412 2341", "0011 2233 4455 6677", "01234 56701"]
    {
        let space = alone(source);
        let ranks: Vec<_> = (0..500).map(|seed| mixed(seed) % Ranked::size(&space)).collect();
        check_neighbours(&space, &ranks);
    }
}

#[test]
fn neighbours_of_some_are_some_of_the_neighbours() {
    let space = alone("1221 3443 3443 2442");
    let mut walker = space.walker().expect("it has one");
    let stretch = walker.stretch();
    let ranks: Vec<_> =
        (0..stretch).filter(|&rank| mixed(rank).is_multiple_of(3)).map(|rank| rank + 5 * stretch).collect();
    let which: Vec<u32> = (0..).step_by(7).take(ranks.len() / 7).collect();
    for slot in 0..walker.load(&ranks, SearchDirection::Forward) {
        let (mut all, mut some) = (Vec::new(), Vec::new());
        walker.neighbours(slot, &mut all);
        walker.neighbours_of(slot, &which, &mut some);
        assert_eq!(all.len(), ranks.len());
        assert_eq!(some, which.iter().map(|&place| all[place as usize]).collect::<Vec<_>>());
    }
}

#[test]
fn the_rows_of_missiles_2_and_3() {
    let two = space("1111 1231 1321 1111", "1111 1331 1221 1111");
    assert_eq!(row(&two), "1 8 60 392 1644 4046 3832 914 23");
    let three = space("1213 3212 1131 1213", "3123 2111 1112 3213");
    assert_eq!(row(&three), "1 16 160 1416 11021 67781 259178 402536 151583 7201 7");
}

/// The states of missile 4 by their distance from the source.
const MISSILE_4: [u64; 13] =
    [1, 16, 172, 1638, 14426, 113_610, 753_425, 3_647_162, 9_680_177, 9_070_871, 1_876_751, 66_388, 563];

#[test]
fn missile_4_from_its_source() {
    let four = space("1221 3443 3443 2442", "4342 3124 4243 2431");
    for threads in if takes_all() { 1..=2 } else { 2..=2 } {
        let all = enumerate(&four, Origin::Start, threads);
        assert_eq!(all.layers(), MISSILE_4);
        assert_eq!((all.farthest(), all.distance_of(&four.start())), (12, Some(0)));
        assert_eq!(all.distance_of(&space("4342 3124 4243 2431", "4342 3124 4243 2431").start()), Some(8));
    }
}

/// The sizes of the layers of a breadth-first search that ends without a goal: the bound rises with the first
/// expansion of each.
fn layers_of_bfs(space: &Packed) -> Vec<u64> {
    let mut budget = Budget::unlimited();
    let end = Stepper::bfs(space, &Settings::default()).expect("fits").finish(&mut budget);
    assert_eq!(end, Outcome::Unsolvable, "the space has no goal");
    let statistics = budget.statistics();
    assert_eq!(statistics.stored, statistics.expanded, "every state once");
    let mut starts: Vec<u64> = budget.into_record().trace.bounds.iter().map(|point| point.expanded).collect();
    starts.push(statistics.expanded);
    starts.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// The numbers of the space of missile 3, and the same from tables of states.
#[test]
fn the_same_layers_by_breadth_first_search() {
    let three = space("1213 3212 1131 1213", "0000 0000 0000 0000");
    let layers = enumerate(&three, Origin::Start, 1).layers().to_vec();
    assert_eq!(layers_of_bfs(&three), layers);
}

#[test]
#[ignore = "half a minute and 600 MB"]
fn missile_4_by_breadth_first_search() {
    let four = space("1221 3443 3443 2442", "0000 0000 0000 0000");
    assert_eq!(layers_of_bfs(&four), MISSILE_4);
}

#[test]
fn small_boards_of_distinct_tiles() {
    for (source, farthest) in [("01 23", 4), ("012 345", 7), ("0123 4567", 10), ("012 345 678", 8)] {
        let space = alone(source);
        assert_eq!(enumerate(&space, Origin::Start, 1).farthest(), farthest, "{source}");
    }
    assert_eq!(row(&alone("012 345 678")), "1 12 96 736 5208 28674 89497 54741 2475");
}

/// The rows of targets with four colours of four cells each: seconds, and 63 MB.
#[test]
#[ignore = "seconds"]
fn whole_spaces_of_four_fours() {
    for (target, expected) in [
        ("1111 2222 3333 4444", "1 8 92 888 8066 69816 542108 3526208 15747485 31456664 11551068 160284 312"),
        ("1234 1234 1234 1234", "1 8 92 888 8066 69816 542108 3526208 15747485 31456664 11551068 160284 312"),
        (
            "1122 1342 3344 1342",
            "1 16 176 1772 16688 143438 1064538 6052210 20554589 26934718 7816774 460790 16892 392 6",
        ),
        (
            "1122 1122 3344 3344",
            "1 16 168 1584 14140 116008 824516 4542744 15764514 25100334 13541906 2709522 402438 42564 2480 64 1",
        ),
        ("1234 4123 3412 2341", "1 16 184 2032 21250 204672 1739280 11291136 34794221 14967508 42700"),
        ("4342 3124 4243 2431", "1 16 184 1960 19696 183068 1466835 8047684 13986702 1519008 46"),
    ] {
        assert_eq!(row(&alone(target)), expected, "{target}");
    }
}

/// The lower bound of breadth-first search on a board without a goal after a number of expansions.
fn bound_of_bfs(space: &Packed, nodes: u64) -> u64 {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let _ = Stepper::bfs(space, &Settings::default()).expect("fits").finish(&mut budget);
    budget.lower_bound()
}

#[test]
fn the_layers_are_those_of_bfs() {
    for (source, first, last) in [("1111 1231 1321 1111", 0, 9), ("1213 3212 1131 1213", 6, 7)] {
        let space = space(source, "0000 0000 0000 0000");
        let all = enumerate(&space, Origin::Start, 1);
        let mut seen = 0;
        for (depth, layer) in (0..).zip(all.layers()) {
            seen += layer;
            // The bound rises with the first state of each layer that is to be expanded.
            if (first..last).contains(&depth) && seen < all.reached() {
                assert_eq!(bound_of_bfs(&space, seen - 1), depth + 1, "{source}");
                assert_eq!(bound_of_bfs(&space, seen), depth + 2, "{source}");
            }
        }
    }
}

#[test]
fn too_large_a_table_is_refused_before_anything_is_built() {
    let space = space("0123 4567 89ab cdef", "1023 4567 89ab cdef");
    let mut no_observer = ();
    let limits = Limits { memory: Some(2 << 30), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let refused = enumerate_all(&space, &space, Origin::Start, 2, &mut budget);
    assert!(matches!(refused, Err(Stop::Limit(Limit::Memory))));
    assert!(budget.statistics().peak_bytes == 0 && budget.statistics().seconds < 1.0);
}
