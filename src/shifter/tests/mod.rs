//! The plug-in as a whole: known figures, and two routes that must agree.

mod wishes;

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;
use crate::budget::{Budget, Cancel, Limits};
use crate::outcome::{Cost, Proof};
use crate::puzzle::{Ending, Position, Puzzle, Report};
use crate::search::{self, Settings, Strategy};
use crate::space::{Children, DEAD, Owned, Space};
use crate::verify;

const MISSILES: &str = include_str!("../../../puzzles/missile.shift");

fn missiles() -> Vec<Box<dyn Puzzle>> {
    let entries = Shifter.read(MISSILES).expect("a file of puzzles");
    entries.into_iter().map(|entry| entry.puzzle.expect("a puzzle")).collect()
}

fn puzzle(text: &str) -> ShifterPuzzle {
    notation::one(text)
}

fn solve(puzzle: &dyn Puzzle, strategy: Strategy) -> Report {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    puzzle.solve(&puzzle.wishes()[0], strategy, &Settings::default(), &mut budget)
}

/// The cost of the answer, which is replayed.
fn cost(puzzle: &dyn Puzzle, strategy: Strategy) -> (Cost, Proof) {
    let name = strategy.row().name;
    let Ending::Solved(answer) = solve(puzzle, strategy).ending else { panic!("{name} finds no answer") };
    let replay = verify::replay(puzzle, &answer.solution).expect("the answer is right");
    assert_eq!(replay.metric("shifts"), Some(u64::from(answer.cost)), "{name}");
    assert_eq!(replay.solution, answer.solution);
    (answer.cost, answer.proof)
}

/// States by distance from `start`.
fn layers<S: Space>(space: &S, start: Owned<S>) -> HashMap<Owned<S>, usize>
where
    Owned<S>: std::hash::Hash + Eq,
{
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    let mut children = Children::default();
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            children.clear();
            space.expand(std::borrow::Borrow::borrow(state), &mut children);
            for index in 0..children.len() {
                let child = children.state(index);
                if !distances.contains_key(child) {
                    distances.insert(child.to_owned(), distance);
                    next.push(child.to_owned());
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

fn counts(text: &str) -> Vec<usize> {
    let space = puzzle(text).packed().expect("a small board");
    let distances = layers(&space, space.start());
    let mut counts = vec![0; distances.values().max().map_or(0, |most| most + 1)];
    for distance in distances.into_values() {
        counts[distance] += 1;
    }
    counts
}

#[test]
fn states_by_distance() {
    assert_eq!(counts("123/456/789 -> 123/456/789"), [1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475]);
    assert_eq!(counts("12/34 -> 12/34").len() - 1, 4);
    assert_eq!(counts("123/456 -> 123/456").len() - 1, 7);
    assert_eq!(
        counts("1111/1331/1221/1111 -> 1111/1331/1221/1111"),
        [1, 8, 60, 392, 1644, 4046, 3832, 914, 23]
    );
    assert_eq!(counts("12345 -> 12345"), [1, 2, 2]);
    assert_eq!(counts("1/2/3/4 -> 1/2/3/4"), [1, 2, 1]);
    assert_eq!(counts("12 -> 12"), [1, 1]);
    assert_eq!(counts("1 -> 1"), [1]);
}

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

/// A change of these numbers is a change of behaviour. Those of the `pathfinding` crate, 27 and 10
/// have also been measured with programs that share nothing with this one.
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
        let Ending::Solved(answer) = report.ending else { panic!("{} finds no answer", strategy.row().name) };
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
        let puzzle = puzzle(text);
        for row in search::STRATEGIES.iter().filter(|row| row.strategy != Strategy::Fess) {
            let Ending::Solved(answer) = solve(&puzzle, row.strategy).ending else {
                panic!("{} on {text}", row.name)
            };
            assert_eq!((answer.solution.as_str(), answer.cost), ("", 0), "{} on {text}", row.name);
        }
        assert!(verify::replay(&puzzle, "").is_ok());
    }
}

#[test]
fn unsolvable_with_a_reason() {
    for (text, reason) in [
        ("213/456/789 -> 123/456/789", "parity"),
        ("2134 -> 1234", "the only row can only be turned"),
        ("2/1/3/4 -> 1/2/3/4", "the only column can only be turned"),
    ] {
        let puzzle = puzzle(text);
        for strategy in [
            Strategy::Auto,
            Strategy::Bfs,
            Strategy::Astar,
            Strategy::Idastar,
            Strategy::Greedy,
            Strategy::Bidirectional,
        ] {
            let report = solve(&puzzle, strategy);
            let Ending::Unsolvable { reason: found } = report.ending else {
                panic!("{} on {text}", strategy.row().name)
            };
            assert!(found.starts_with(reason), "{found}");
            assert!(strategy != Strategy::Auto || report.statistics.expanded == 0);
        }
    }
}

/// Every position of missile 2: the estimate never exceeds the distance to the target, and never
/// falls by more than the 1 that a shift costs.
fn estimate_is_consistent<S: Space>(space: &S, all: usize) {
    let mut goals = Vec::new();
    let backward = space.backward().expect("it has one");
    let mut list = Default::default();
    backward.roots(&mut list);
    goals.push(crate::space::StateList::state(&list, 0).to_owned());
    // Shifts can be undone, so the distances from the target are those to it.
    let distances = layers(space, goals.remove(0));
    assert_eq!(distances.len(), all);
    let estimate = space.estimate().expect("it has one");
    let mut children = Children::default();
    for (state, &distance) in &distances {
        let state = std::borrow::Borrow::borrow(state);
        let here = estimate.of(state);
        assert!(here as usize <= distance);
        children.clear();
        space.expand(state, &mut children);
        estimate.of_children(state, &mut children);
        for index in 0..children.len() {
            assert_eq!(children.estimate(index), estimate.of(children.state(index)));
            assert!(here <= 1 + children.estimate(index));
        }
    }
}

#[test]
fn the_estimate_is_admissible_and_consistent() {
    let missile = puzzle("1111/1231/1321/1111 -> 1111/1331/1221/1111");
    estimate_is_consistent(&missile.packed().expect("a small board"), 10_920);
    estimate_is_consistent(&missile.wide(), 10_920);
    estimate_is_consistent(&puzzle("1123/4526 -> 1123/4526").packed().expect("a small board"), 10_080);
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

use proptest::strategy::Strategy as Strategy_;

fn cells_of_packed(space: &Packed, state: u64, cells: usize) -> Vec<u8> {
    let colour = |cell| space.cells.colour(state, cell).to_le_bytes()[0];
    (0..cells).map(colour).collect()
}

fn cells_of_wide(state: &[u64], cells: usize) -> Vec<u8> {
    (0..cells).map(|index| state[index / 8].to_le_bytes()[index % 8]).collect()
}

/// Every child of `space` is what the plain rules make of `board`, and is led back by `backward`.
fn agrees<S: Space<Action = Slide>>(
    space: &S,
    board: &Board,
    cells: impl Fn(&S::State) -> Vec<u8>,
) -> Result<(), TestCaseError> {
    let start = space.start();
    let start: &S::State = std::borrow::Borrow::borrow(&start);
    prop_assert_eq!(cells(start), board.cells());
    let mut children = Children::<S>::default();
    space.expand(start, &mut children);
    let shifts: Vec<_> = (0..children.len()).map(|index| children.action(index).shift).collect();
    prop_assert_eq!(&shifts, &board.shifts());
    for (index, &shift) in shifts.iter().enumerate() {
        let mut moved = board.clone();
        prop_assert_eq!(moved.shift(shift), Ok(shift));
        prop_assert_eq!(cells(children.state(index)), moved.cells());
        let mut back = Children::<S>::default();
        space.backward().expect("it has one").predecessors(children.state(index), &mut back);
        prop_assert_eq!(back.action(index).shift, shift);
        prop_assert!(back.state(index) == start);
    }
    Ok(())
}

proptest! {
    #[test]
    fn both_shapes_follow_the_plain_rules(puzzle in random_puzzle(1..=4, 1..=4, 16)) {
        let (packed, wide) = (puzzle.packed().expect("a small board"), puzzle.wide());
        let cells = puzzle.source().cells().len();
        agrees(&packed, puzzle.source(), |state| cells_of_packed(&packed, *state, cells))?;
        agrees(&wide, puzzle.source(), |state| cells_of_wide(state, cells))?;
        let (near, far) = (packed.estimate().expect("one"), wide.estimate().expect("one"));
        // The wide one also knows how far the tiles have to travel.
        prop_assert!(near.of(&packed.start()) <= far.of(&wide.start()));
        let near = packed.rate().expect("one");
        let misplaced = puzzle.source().cells().iter().zip(puzzle.target().cells()).filter(|(a, b)| a != b);
        if puzzle.obstacle().is_none() {
            prop_assert_eq!(near.of(&packed.start()) as usize, misplaced.count());
        } else {
            prop_assert_eq!(near.of(&packed.start()), DEAD);
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
        let cells = puzzle.source().cells().len();
        let packed = puzzle.packed().expect("a small board");
        agrees(&packed, puzzle.source(), |state| cells_of_packed(&packed, *state, cells))?;
    }

    #[test]
    fn large_boards_follow_the_plain_rules(puzzle in random_puzzle(1..=32, 1..=32, 255)) {
        let cells = puzzle.source().cells().len();
        let wide = puzzle.wide();
        agrees(&wide, puzzle.source(), |state| cells_of_wide(state, cells))?;
        let (start, mut children) = (wide.start(), Children::default());
        wide.expand(&start, &mut children);
        let rate = wide.rate().expect("one");
        rate.of_children(&start, &mut children);
        for index in 0..children.len() {
            prop_assert_eq!(children.estimate(index), rate.of(children.state(index)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn strategies_agree_on_small_boards(
        puzzle in prop_oneof![random_puzzle(1..=3, 1..=4, 4), random_puzzle(4..=4, 1..=3, 4)]
    ) {
        let optimal = match solve(&puzzle, Strategy::Bfs).ending {
            Ending::Solved(answer) => Some(answer.cost),
            Ending::Unsolvable { .. } => None,
            ending => panic!("{ending:?}"),
        };
        prop_assert_eq!(optimal.is_none(), puzzle.obstacle().is_some());
        for strategy in [Strategy::Idastar, Strategy::Astar, Strategy::Bidirectional] {
            if optimal.is_some() {
                prop_assert_eq!(cost(&puzzle, strategy), (optimal.expect("some"), Proof::Optimal));
            } else {
                let proved = matches!(solve(&puzzle, strategy).ending, Ending::Unsolvable { .. });
                prop_assert!(proved);
            }
        }
    }
}

/// Each obstacle against a look at the whole space: what is not blocked can be reached.
#[test]
fn obstacles_are_exactly_the_unreachable_boards() {
    for (text, reachable) in [
        ("12/34 -> 12/34", 24),
        ("123/456 -> 123/456", 720),
        ("112/233 -> 112/233", 90),
        ("123/456/788 -> 123/456/788", 181_440),
    ] {
        let space = puzzle(text).packed().expect("a small board");
        assert_eq!(layers(&space, space.start()).len(), reachable, "{text}");
    }
    // All tiles differ and both sides are odd: half of the boards.
    assert_eq!(counts("123/456/789 -> 123/456/789").iter().sum::<usize>(), 362_880 / 2);
}

#[test]
fn playing() {
    let puzzle = puzzle("12/34/56 -> 21/34/56");
    let mut position = ShifterPosition::new(puzzle);
    assert_eq!(position.picture(), "   0 1     target\n0  1 2     2 1\n1  3 4     3 4\n2  5 6     5 6");
    assert!(!position.is_solved());
    assert_eq!(position.apply("up 2"), Err("there is no column 2: columns are counted from 0 to 1".into()));
    assert_eq!(position.apply("right 0"), Ok("left 0".into()));
    assert!(position.is_solved());
    assert_eq!(position.apply("down 0"), Ok("down 0".into()));
    assert_eq!(position.puzzle().id(), "51/24/36 -> 21/34/56");
    assert!(
        position.apply("push 0").is_err() && position.apply("left").is_err() && position.apply("").is_err()
    );
}

#[test]
fn wide_boards_are_solved_too() {
    let numbers: Vec<String> = (1..=36).map(|number: u32| number.to_string()).collect();
    let target = numbers.chunks(6).map(|row| row.join(",")).collect::<Vec<_>>().join("/");
    let mut position = ShifterPosition::new(puzzle(&format!("{target} -> {target}")));
    for step in ["left 1", "up 2", "up 2", "right 5"] {
        position.apply(step).expect("a shift");
    }
    let puzzle = position.puzzle();
    for strategy in [Strategy::Bidirectional, Strategy::Astar, Strategy::Idastar] {
        assert_eq!(cost(puzzle.as_ref(), strategy), (4, Proof::Optimal));
    }
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let fits = puzzle.strategies(&WISHES[0], &mut budget);
    let distinct: HashSet<_> = fits.iter().map(|fit| fit.strategy).collect();
    assert_eq!(distinct.len(), search::STRATEGIES.len());
    // Only a table of all boards is too much, and boards have no features.
    let unfit = [Strategy::Enumerate, Strategy::Fess];
    assert!(fits.iter().all(|fit| fit.verdict.is_ok() || unfit.contains(&fit.strategy)));
}
