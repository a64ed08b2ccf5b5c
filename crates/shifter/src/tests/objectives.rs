//! Every objective, and lists of all answers, against searches by the plain rules.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use lurd_engine::program::search::{self, Unsolved};
use lurd_puzzle::puzzle::{Objective, Unanswered};

use super::Random;
use super::*;
use crate::{
    gamepad::{CursorStep, Lit, Pad, assumed},
    notation::steps,
    puzzle::OBJECTIVES,
    rules::{Board, DIRECTIONS, Shift},
};

/// A small puzzle with colours, wildcards and locked lines by chance.
fn random_puzzle(random: &mut Random, sizes: &[(usize, usize)]) -> ShifterPuzzle {
    let (rows, columns) = sizes[random.below(sizes.len())];
    let cells = rows * columns;
    let colours = 1 + random.below(cells.min(9));
    let target: Vec<usize> = (0..cells).map(|_| 1 + random.below(colours)).collect();
    let mut source = target.clone();
    random.shuffle(&mut source);
    let wild = if random.below(2) == 0 { random.below(cells) } else { 0 };
    let mut wanted: Vec<String> = target.iter().map(ToString::to_string).collect();
    for _ in 0..wild {
        wanted[random.below(cells)] = "?".to_owned();
    }
    let source: Vec<String> = source.iter().map(ToString::to_string).collect();
    let text = |cells: &[String]| cells.chunks(columns).map(<[String]>::concat).collect::<Vec<_>>().join("/");
    let mut locked = Vec::new();
    for (word, lines) in [("row", rows), ("column", columns)] {
        for line in 0..lines {
            if random.below(5) == 0 {
                locked.push(format!("{word} {line}"));
            }
        }
    }
    let locked = if locked.is_empty() { String::new() } else { format!(" locked: {}", locked.join(", ")) };
    puzzle(&format!("{} -> {}{locked}", text(&source), text(&wanted)))
}

/// The least cost by the plain rules: shifts by one cell, or of a line by any number of cells, or presses.
fn oracle(puzzle: &ShifterPuzzle, objective: &str, pad: &Pad) -> Option<Cost> {
    type State = (Vec<u8>, usize, usize);
    let (rows, columns) = (puzzle.source().rows(), puzzle.source().columns());
    let lit = pad.start(rows, columns);
    let start: State = (puzzle.source().cells().to_vec(), lit.row, lit.column);
    let mut costs: HashMap<State, u32> = HashMap::from([(start.clone(), 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, state))) = queue.pop() {
        if costs[&state] < cost {
            continue;
        }
        let board = puzzle.source().with_cells(state.0.clone());
        if puzzle.target().accepts(&board) {
            return Some(cost.into());
        }
        let mut reach = |next: State, price: u32| {
            let total = cost + price;
            if costs.get(&next).is_none_or(|&before| total < before) {
                costs.insert(next.clone(), total);
                queue.push(Reverse((total, next)));
            }
        };
        for shift in board.shifts() {
            let mut moved = board.clone();
            let line = usize::from(shift.line);
            match objective {
                "buttons" => {
                    let lit = if shift.direction.is_row() { state.1 } else { state.2 };
                    if lit == line {
                        moved.shift(shift).expect("free");
                        let price = pad.cost(&[shift], Lit { row: state.1, column: state.2 }, rows, columns);
                        reach((moved.cells().to_vec(), state.1, state.2), u32::try_from(price).expect("small"));
                    }
                }
                "grouped" => {
                    for _ in 1..board.line_length(shift.direction) {
                        moved.shift(shift).expect("free");
                        reach((moved.cells().to_vec(), 0, 0), 1);
                    }
                }
                _ => {
                    moved.shift(shift).expect("free");
                    reach((moved.cells().to_vec(), 0, 0), 1);
                }
            }
        }
        if objective == "buttons" {
            for direction in DIRECTIONS {
                let (at, lines) = if direction.is_row() { (state.2, columns) } else { (state.1, rows) };
                if let Some(CursorStep { line, cost }) = pad.step(direction, at, lines) {
                    let (row, column) = if direction.is_row() { (state.1, line) } else { (line, state.2) };
                    reach((state.0.clone(), row, column), cost);
                }
            }
        }
    }
    None
}

pub(super) fn solved(puzzle: &ShifterPuzzle, objective: &Objective, strategy: Strategy) -> Option<Cost> {
    match without_limits(|budget| puzzle.solve(objective, strategy, &Settings::default(), budget)).ending {
        Ok(answer) => {
            let replay = verify::replay(puzzle, &answer.solution).expect("the answer is right");
            assert_eq!(replay.metric(objective.metric), Some(answer.cost), "{}", puzzle.id());
            assert_eq!(answer.proof, Proof::Optimal, "{}", puzzle.id());
            Some(answer.cost)
        }
        Err(Unanswered::Unsolvable { .. }) => None,
        other => panic!("{other:?}"),
    }
}

const SMALL: &[(usize, usize)] = &[(1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4)];

#[test]
fn every_objective_is_minimized() {
    let mut random = Random(4);
    let mut reachable = 0;
    for _ in 0..samples(300) {
        let puzzle = random_puzzle(&mut random, SMALL);
        for objective in &OBJECTIVES[..2] {
            let expected = oracle(&puzzle, objective.name, &assumed());
            reachable += usize::from(expected.is_some());
            assert_eq!(expected.is_none(), puzzle.unsolvable_reason().is_some(), "{}", puzzle.id());
            for strategy in [Strategy::Auto, Strategy::Bfs, Strategy::Astar, Strategy::Idastar] {
                assert_eq!(solved(&puzzle, objective, strategy), expected, "{} {}", puzzle.id(), objective.name);
            }
            let moves = if objective.name == "grouped" { Moves::Grouped } else { Moves::Single };
            let wide = puzzle.byte_space(moves);
            for strategy in [Strategy::Astar, Strategy::Bidirectional] {
                let found = search::solve(&wide, strategy).map(|plan| plan.cost);
                assert_eq!(found, expected.ok_or(Unsolved::Unsolvable), "{} {}", puzzle.id(), objective.name);
            }
        }
    }
    assert!((samples(200)..samples(600)).contains(&reachable), "{reachable}");
}

#[cfg(feature = "layout-files")]
#[test]
fn presses_are_the_fewest() {
    let other = Pad::read(include_str!("../../../../examples/gamepad.toml")).expect("a layout");
    let mut random = Random(500);
    for nth in 0..samples(500) {
        let puzzle = random_puzzle(&mut random, SMALL);
        let pad = if nth % 3 == 0 { other.clone() } else { Pad::clone(&assumed()) };
        let puzzle = puzzle.played_with(pad.clone());
        let expected = oracle(&puzzle, "buttons", &pad);
        assert_eq!(solved(&puzzle, &OBJECTIVES[2], Strategy::Auto), expected, "{}", puzzle.id());
        if nth % 10 == 0 {
            assert_eq!(solved(&puzzle, &OBJECTIVES[2], Strategy::Astar), expected, "{}", puzzle.id());
        }
    }
}

#[test]
fn a_limit_on_presses_leaves_an_answer_and_a_bound() {
    let board = "1,5,9,13/2,6,10,14/3,7,11,15/4,8,12,16 -> 1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16";
    let puzzle = puzzle(board);
    for (nodes, least) in [(210_000, 10), (1000, 4)] {
        let mut no_observer = ();
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let report = puzzle.solve(&OBJECTIVES[2], Strategy::Auto, &Settings::default(), &mut budget);
        let Ok(answer) = report.ending else { panic!("{report:?}") };
        let replay = verify::replay(&puzzle, &answer.solution).expect("the answer is right");
        assert_eq!(replay.metric("presses"), Some(answer.cost));
        let bound = answer.lower_bound.expect("a bound");
        assert!((least..answer.cost).contains(&bound));
        assert_eq!(answer.proof, search::proved_by(bound, answer.cost));
        assert_eq!(
            answer.stopped,
            Some(lurd_engine::program::outcome::Stop::Limit(lurd_engine::program::outcome::Limit::Nodes))
        );
    }
}

/// All answers of this cost, by exhaustive enumeration.
fn all_by_trying(puzzle: &ShifterPuzzle, objective: &str, cost: u64) -> BTreeSet<String> {
    fn walk(
        puzzle: &ShifterPuzzle,
        board: &Board,
        shifts: &mut Vec<Shift>,
        metric: &str,
        cost: u64,
        found: &mut BTreeSet<String>,
    ) {
        let words: Vec<String> = shifts.iter().map(ToString::to_string).collect();
        let metrics = puzzle.metrics(&words);
        let spent = metrics.iter().find(|it| it.name == metric).expect("it has it").value;
        if spent == cost && puzzle.target().accepts(board) {
            found.insert(words.join(", "));
        }
        // Further shifts of a grouped move cost nothing.
        let longest = if metric == "grouped_shifts" { 3 * cost } else { cost };
        if spent > cost || shifts.len() as u64 >= longest {
            return;
        }
        for shift in board.shifts() {
            let mut next = board.clone();
            next.shift(shift).expect("free");
            shifts.push(shift);
            walk(puzzle, &next, shifts, metric, cost, found);
            shifts.pop();
        }
    }
    let metric = OBJECTIVES.iter().find(|it| it.name == objective).expect("an objective").metric;
    let mut found = BTreeSet::new();
    walk(puzzle, puzzle.source(), &mut Vec::new(), metric, cost, &mut found);
    found
}

fn listed(puzzle: &dyn Puzzle, objective: &Objective, cost: Cost) -> Vec<String> {
    let mut found = Vec::new();
    let listing = without_limits(|budget| puzzle.all_optimal(objective, cost, budget, &mut found));
    assert_eq!(listing, Ok(()));
    found
}

#[test]
fn all_answers_are_listed_once() {
    let mut random = Random(77);
    let mut checked = 0;
    while checked < 60 {
        let puzzle = random_puzzle(&mut random, &[(2, 2), (2, 3), (3, 2), (1, 4)]);
        for (objective, most) in OBJECTIVES.iter().zip([6, 3, 7]) {
            let Some(cost) = solved(&puzzle, objective, Strategy::Auto).filter(|&cost| cost <= most) else {
                continue;
            };
            let mut expected = all_by_trying(&puzzle, objective.name, cost);
            let found = listed(&puzzle, objective, cost);
            let unique: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(unique.len(), found.len(), "each once");
            if objective.name == "grouped" {
                // Only the shortest spelling of each turn of a line is listed.
                assert!(unique.is_subset(&expected), "{}", puzzle.id());
                expected.retain(|answer| unique.contains(answer));
                assert!(!expected.is_empty());
            }
            assert_eq!(unique, expected, "{} {}", puzzle.id(), objective.name);
            checked += 1;
        }
    }
}

/// The fewest presses among all optimal answers, and those of the default answer.
fn fewest_and_default_presses(puzzle: &ShifterPuzzle, objective: &Objective) -> Option<(u64, u64)> {
    let presses = |solution: &str| {
        let words: Vec<String> =
            puzzle.read_steps(solution).expect("an answer").into_iter().map(|step| step.word).collect();
        puzzle.press_cost(&steps::shifts(&words))
    };
    let solve = |budget: &mut Budget<'_>| puzzle.solve(objective, Strategy::Auto, &Settings::default(), budget);
    let answer = without_limits(solve).ending.ok()?;
    let mut all = Vec::new();
    without_limits(|budget| puzzle.all_optimal(objective, answer.cost, budget, &mut all)).ok()?;
    assert!(all.contains(&answer.solution), "{}: {}", puzzle.id(), answer.solution);
    Some((all.iter().map(|solution| presses(solution)).min()?, presses(&answer.solution)))
}

#[test]
fn among_equal_answers_the_default_has_the_fewest_presses() {
    let mut random = Random(17);
    let mut compared = 0;
    for _ in 0..samples(300) {
        let puzzle = random_puzzle(&mut random, &[(2, 2), (2, 3), (3, 3), (2, 5), (3, 4)]);
        for objective in &OBJECTIVES[..2] {
            let Some((fewest, default)) = fewest_and_default_presses(&puzzle, objective) else { continue };
            compared += 1;
            assert_eq!(default, fewest, "{} for {}", puzzle.id(), objective.name);
        }
    }
    assert!(compared > samples(300), "{compared}");
    let missile_3 = puzzle("1213/3212/1131/1213 -> 3123/2111/1112/3213");
    assert_eq!(fewest_and_default_presses(&missile_3, &OBJECTIVES[0]), Some((9, 9)));
    let eight_shifts = puzzle("1221/3443/3443/2442 -> 4342/3124/4243/2431");
    let (fewest, default) = fewest_and_default_presses(&eight_shifts, &OBJECTIVES[0]).expect("a solution");
    assert_eq!(default, fewest);
}
