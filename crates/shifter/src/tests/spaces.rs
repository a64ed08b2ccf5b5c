//! The spaces against the plain rules, and strategies against each other.

use lurd_engine::program::{search::Strategy, space::DEAD_END};
use lurd_puzzle::puzzle::Unanswered;
use proptest::prelude::*;
use proptest::strategy::Strategy as Strategy_;

use super::*;
use crate::Slide;
use crate::rules::{Board, Labels};

/// Every position of missile 2: the estimate never exceeds the distance to the target, and never
/// falls by more than the 1 that a shift costs.
fn estimate_is_consistent<S: Space>(space: &S, all: usize) {
    let mut goals = space.backward().expect("it has one").goal_states();
    // Shifts can be undone, so the distances from the target are those to it.
    let distances = layers(space, goals.remove(0));
    assert_eq!(distances.len(), all);
    let estimate = space.heuristic().expect("it has one");
    let mut children = Successors::default();
    for (state, &distance) in &distances {
        let state = std::borrow::Borrow::borrow(state);
        let here = estimate.of(state);
        assert!(here <= distance as u64);
        children.clear();
        space.expand(state, &mut children);
        estimate.of_successors(state, &mut children);
        for index in 0..children.len() {
            assert_eq!(children.estimate(index), estimate.of(children.state(index)));
            assert!(here <= 1 + children.estimate(index));
        }
    }
}

#[test]
fn the_estimate_is_admissible_and_consistent() {
    let missile = puzzle("1111/1231/1321/1111 -> 1111/1331/1221/1111");
    estimate_is_consistent(&missile.packed(Moves::Single).expect("a small board"), 10_920);
    estimate_is_consistent(&missile.byte_space(Moves::Single), 10_920);
    estimate_is_consistent(&puzzle("1123/4526 -> 1123/4526").packed(Moves::Single).expect("a small board"), 10_080);
}

/// Source and target: two arrangements of the same random tiles.
fn random_puzzle(
    rows: std::ops::RangeInclusive<usize>,
    columns: std::ops::RangeInclusive<usize>,
    colours: u8,
) -> impl Strategy_<Value = ShifterPuzzle> {
    (rows, columns)
        .prop_flat_map(move |(rows, columns)| {
            let cells = prop::collection::vec(0..colours, rows * columns);
            (Just(columns), cells.clone(), cells.prop_map(|_| ()).prop_perturb(|(), rng| rng))
        })
        .prop_map(|(columns, cells, mut rng)| {
            let mut target = cells.clone();
            for last in (1..target.len()).rev() {
                target.swap(last, rng.random_range(0..=last));
            }
            let labels = Labels::new((0..=u8::MAX).map(|colour| colour.to_string()).collect());
            ShifterPuzzle::new(None, Board::new(columns, cells), Board::new(columns, target), labels)
        })
}

/// Every child of `space` is the board after a shift by the plain rules, and `backward` leads back.
fn agrees<S: Space<Action = Slide>>(
    space: &S,
    board: &Board,
    cells: impl Fn(&S::State) -> Vec<u8>,
) -> Result<(), TestCaseError> {
    let start = space.start();
    let start: &S::State = std::borrow::Borrow::borrow(&start);
    prop_assert_eq!(cells(start), board.cells());
    let mut children = Successors::<S>::default();
    space.expand(start, &mut children);
    let shifts: Vec<_> = (0..children.len()).map(|index| children.action(index).shift).collect();
    prop_assert_eq!(&shifts, &board.shifts());
    for (index, &shift) in shifts.iter().enumerate() {
        let mut moved = board.clone();
        prop_assert_eq!(moved.shift(shift), Ok(shift));
        prop_assert_eq!(cells(children.state(index)), moved.cells());
        let mut back = Successors::<S>::default();
        space.backward().expect("it has one").predecessors(children.state(index), &mut back);
        prop_assert_eq!(back.action(index).shift, shift);
        prop_assert!(back.state(index) == start);
    }
    Ok(())
}

proptest! {
    #[test]
    fn both_spaces_follow_the_plain_rules(puzzle in random_puzzle(1..=4, 1..=4, 16)) {
        let (packed, bytes) = (puzzle.packed(Moves::Single).expect("a small board"), puzzle.byte_space(Moves::Single));
        agrees(&packed, puzzle.source(), |state| packed.colours(*state))?;
        agrees(&bytes, puzzle.source(), |state| bytes.colours(state))?;
        let (near, far) = (packed.heuristic().expect("one"), bytes.heuristic().expect("one"));
        // The byte space also has the torus distance.
        prop_assert!(near.of(&packed.start()) <= far.of(&bytes.start()));
        let near = packed.rate().expect("one");
        let misplaced = puzzle.source().cells().iter().zip(puzzle.target().cells()).filter(|(a, b)| a != b);
        if puzzle.unsolvable_reason().is_none() {
            prop_assert_eq!(near.of(&packed.start()), misplaced.count() as u64);
        } else {
            prop_assert_eq!(near.of(&packed.start()), DEAD_END);
        }
    }

    #[test]
    fn odd_shapes_follow_the_plain_rules(
        puzzle in prop_oneof![
            random_puzzle(1..=1, 1..=16, 16),
            random_puzzle(1..=16, 1..=1, 16),
            random_puzzle(2..=2, 5..=8, 16),
            random_puzzle(5..=8, 2..=2, 16),
        ]
    ) {
        let packed = puzzle.packed(Moves::Single).expect("a small board");
        agrees(&packed, puzzle.source(), |state| packed.colours(*state))?;
    }

    #[test]
    fn large_boards_follow_the_plain_rules(puzzle in random_puzzle(1..=32, 1..=32, 255)) {
        let bytes = puzzle.byte_space(Moves::Single);
        agrees(&bytes, puzzle.source(), |state| bytes.colours(state))?;
        let (start, mut children) = (bytes.start(), Successors::default());
        bytes.expand(&start, &mut children);
        let rate = bytes.rate().expect("one");
        rate.of_successors(&start, &mut children);
        for index in 0..children.len() {
            prop_assert_eq!(children.estimate(index), rate.of(children.state(index)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if super::takes_all() { 300 } else { 60 }))]

    #[test]
    fn strategies_agree_on_small_boards(
        puzzle in prop_oneof![random_puzzle(1..=3, 1..=4, 4), random_puzzle(4..=4, 1..=3, 4)]
    ) {
        let optimal = match solve(&puzzle, Strategy::Bfs).ending {
            Ok(answer) => Some(answer.cost),
            Err(Unanswered::Unsolvable { .. }) => None,
            ending => panic!("{ending:?}"),
        };
        prop_assert_eq!(optimal.is_none(), puzzle.unsolvable_reason().is_some());
        for strategy in [Strategy::Idastar, Strategy::Astar, Strategy::Bidirectional] {
            if optimal.is_some() {
                prop_assert_eq!(cost(&puzzle, strategy), (optimal.expect("some"), Proof::Optimal));
            } else {
                let proved = matches!(solve(&puzzle, strategy).ending, Err(Unanswered::Unsolvable { .. }));
                prop_assert!(proved);
            }
        }
    }
}

/// The reachable boards of whole spaces.
#[test]
fn reachable_boards_are_counted() {
    for (text, reachable) in [
        ("12/34 -> 12/34", 24),
        ("123/456 -> 123/456", 720),
        ("112/233 -> 112/233", 90),
        ("123/456/788 -> 123/456/788", 181_440),
    ] {
        let space = puzzle(text).packed(Moves::Single).expect("a small board");
        assert_eq!(layers(&space, space.start()).len(), reachable, "{text}");
    }
    // All tiles differ and both sides are odd: half of the boards.
    assert_eq!(counts("123/456/789 -> 123/456/789").iter().sum::<usize>(), 362_880 / 2);
}

#[test]
fn states_by_distance() {
    assert_eq!(counts("123/456/789 -> 123/456/789"), [1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475]);
    assert_eq!(counts("12/34 -> 12/34").len() - 1, 4);
    assert_eq!(counts("123/456 -> 123/456").len() - 1, 7);
    assert_eq!(counts("1111/1331/1221/1111 -> 1111/1331/1221/1111"), [1, 8, 60, 392, 1644, 4046, 3832, 914, 23]);
    assert_eq!(counts("12345 -> 12345"), [1, 2, 2]);
    assert_eq!(counts("1/2/3/4 -> 1/2/3/4"), [1, 2, 1]);
    assert_eq!(counts("12 -> 12"), [1, 1]);
    assert_eq!(counts("1 -> 1"), [1]);
}
