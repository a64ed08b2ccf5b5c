//! Making solutions shorter: random solutions with detours against the oracle.

use std::sync::Arc;
use std::time::Duration;

use crate::common::levels::{crowded, pulled};
use crate::common::notes::Notes;
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::random::Random;
use crate::common::takes_all;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::catalog::{Typed, builtin};
use lurd::outcome::{Cost, Proof};
use lurd::puzzle::{Answer, KnownAnswer, Objective, Puzzle};
use lurd::search::{Settings, Strategy};
use lurd::sokoban::notation::metrics::{Metrics, Primary, replay};
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::solver::{ANY, MOVES, PUSHES};
use lurd::sokoban::{Direction, Level};
use lurd::verify;

/// Positions that the oracle looks at, at most.
const POSITIONS: usize = 60_000;

/// The first answer of the default search.
fn first_answer(puzzle: &dyn Puzzle) -> Option<String> {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(3_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let settings = Settings { first: true, ..Settings::default() };
    match puzzle.solve(&ANY, Strategy::Auto, &settings, &mut budget).ending {
        Ok(answer) => Some(answer.solution),
        _ => None,
    }
}

/// A solution that begins with random steps: fewer of them if they make the level unsolvable.
fn clumsy(puzzle: &SokobanPuzzle, random: &mut Random) -> Option<String> {
    let mut detour = 20 + random.below(60);
    loop {
        let mut position = puzzle.start();
        let mut steps = Vec::new();
        for _ in 0..detour {
            let step = ["l", "u", "r", "d"][random.below(4)];
            steps.extend(position.apply(step));
        }
        if let Some(rest) = first_answer(position.puzzle().as_ref()) {
            return Some(steps.concat() + &rest);
        }
        if detour == 0 {
            return None;
        }
        detour /= 2;
    }
}

fn optimised(puzzle: &SokobanPuzzle, objective: &Objective, solution: &str, nodes: u64) -> (Answer, Vec<String>) {
    let cost = count(solution, objective);
    let known = KnownAnswer { solution: solution.to_owned(), cost };
    let mut no_observer = ();
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let mut better = Vec::new();
    let report = puzzle.optimise(objective, &[known], &Settings::default(), &mut budget, &mut |solution| {
        better.push(solution.to_owned());
    });
    assert_eq!(budget.used(), 0, "all memory is released");
    let Ok(answer) = report.ending else { panic!("a solution stays one") };
    (answer, better)
}

/// The cost of a solution in an objective.
fn count(solution: &str, objective: &Objective) -> Cost {
    let is_counted = |letter: &char| *objective == MOVES || letter.is_ascii_uppercase();
    Cost::try_from(solution.chars().filter(is_counted).count()).expect("few")
}

/// The values in the order in which solutions are compared.
fn rank(level: &Level, objective: &Objective, solution: &str) -> [u64; 5] {
    let directions = solution.chars().filter_map(Direction::of_letter);
    let steps = replay(&Arc::new(level.clone()), directions).expect("legal steps");
    Metrics::of(&steps).rank(if *objective == MOVES { Primary::Moves } else { Primary::Pushes })
}

/// Improves clumsy solutions of `count` levels; at least 97% must become optimal.
fn run(count_of_levels: usize) {
    let (mut done, mut optimal, mut seed) = (0, 0, 0);
    while done < count_of_levels {
        seed += 1;
        let level = if seed % 3 == 0 { crowded(seed) } else { pulled(seed) };
        let Oracle::Solvable { pushes, moves } = optimum_within(&level, POSITIONS) else { continue };
        let puzzle = SokobanPuzzle::new(level.clone());
        let Some(solution) = clumsy(&puzzle, &mut Random::new(seed)) else { continue };
        done += 1;
        let (objective, optimum) = if seed % 2 == 0 { (PUSHES, pushes) } else { (MOVES, moves) };
        let (answer, better) = optimised(&puzzle, &objective, &solution, 100_000);
        let mut before = rank(&level, &objective, &solution);
        for better in &better {
            verify::replay(&puzzle, better).expect("a better solution is a solution");
            let after = rank(&level, &objective, better);
            assert!(after < before, "seed {seed}: {better} after {before:?}");
            before = after;
        }
        assert_eq!(rank(&level, &objective, &answer.solution), before, "seed {seed}: the last is the best");
        assert!(answer.cost >= optimum && answer.lower_bound.is_some_and(|bound| bound <= optimum), "seed {seed}");
        if answer.proof == Proof::Optimal {
            assert_eq!(answer.cost, optimum, "seed {seed}: a proof");
        }
        optimal += usize::from(answer.cost == optimum);
    }
    assert!(optimal * 100 >= done * 97, "{optimal} of {done}");
}

#[test]
fn clumsy_solutions_become_optimal() {
    run(60);
}

#[test]
#[ignore = "takes a minute"]
fn a_thousand_clumsy_solutions_become_optimal() {
    run(1000);
}

#[test]
fn a_limit_leaves_a_legal_solution() {
    let level = pulled(11);
    let puzzle = SokobanPuzzle::new(level.clone());
    let solution = clumsy(&puzzle, &mut Random::new(1)).expect("it has a solution");
    let mut last = u64::MAX;
    for nodes in [0, 1, 10, 100, 1000] {
        let (answer, _) = optimised(&puzzle, &PUSHES, &solution, nodes);
        verify::replay(&puzzle, &answer.solution).expect("a solution");
        let [pushes, ..] = rank(&level, &PUSHES, &answer.solution);
        assert!(pushes <= last, "{nodes} expansions");
        last = pushes;
    }
}

#[test]
fn a_typed_sequence_of_a_shifter_becomes_optimal() {
    let items = builtin().resolve(&Typed::argument("missile/1")).expect("a collection");
    let puzzle = items[0].puzzle.as_ref().expect("readable").as_ref();
    let solution = "right 1, left 1, left 1, left 2, right 3, left 2".to_owned();
    for (objective, optimum) in [(&puzzle.objectives()[0], 4), (&puzzle.objectives()[1], 3)] {
        let known = [KnownAnswer { solution: solution.clone(), cost: 6 }];
        let mut better = Vec::new();
        let report =
            puzzle.optimise(objective, &known, &Settings::default(), &mut Budget::unlimited(), &mut |solution| {
                better.push(solution.to_owned());
            });
        let Ok(answer) = report.ending else { panic!("a solution stays one") };
        assert_eq!((answer.cost, answer.proof), (optimum, Proof::Optimal), "{}", objective.name);
        assert_eq!(better.last(), Some(&answer.solution));
    }
}

#[test]
fn several_solutions_give_none_worse_than_the_best() {
    for seed in 1..8 {
        let puzzle = SokobanPuzzle::new(pulled(seed));
        let mut random = Random::new(seed);
        let mut known: Vec<_> = (0..3)
            .filter_map(|_| clumsy(&puzzle, &mut random))
            .map(|solution| KnownAnswer { cost: count(&solution, &PUSHES), solution })
            .collect();
        known.sort_by_key(|known| known.cost);
        let best = known.first().expect("the level has a solution").cost;
        let mut no_observer = ();
        let limits = Limits { nodes: Some(300), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let report = puzzle.optimise(&PUSHES, &known, &Settings::default(), &mut budget, &mut |_| {});
        let Ok(answer) = report.ending else { panic!("a solution stays one") };
        verify::replay(&puzzle, &answer.solution).expect("a solution");
        assert!(answer.cost <= best, "seed {seed}");
    }
}

#[test]
fn other_solutions_to_begin_with_are_found_within_the_limit() {
    let item = builtin().resolve(&Typed::argument("pusher/2")).expect("a level").remove(0);
    let puzzle = item.puzzle.expect("readable");
    let solution = first_answer(puzzle.as_ref()).expect("it has a solution");
    let cost = count(&solution, &PUSHES);
    for nodes in [100, 10_000, 300_000] {
        let mut notes = Notes::default();
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut notes);
        let known = [KnownAnswer { solution: solution.clone(), cost }];
        let mut best = cost;
        let report = puzzle.optimise(&PUSHES, &known, &Settings::default(), &mut budget, &mut |better| {
            let pushes = count(better, &PUSHES);
            assert!(pushes <= best, "{nodes} expansions: {better}");
            best = pushes;
        });
        assert_eq!(budget.used(), 0, "all memory is released");
        assert!(budget.statistics().expanded <= nodes);
        let Ok(answer) = report.ending else { panic!("a solution stays one") };
        verify::replay(puzzle.as_ref(), &answer.solution).expect("a solution");
        assert!(answer.cost <= best);
        let found = notes.0.iter().filter(|note| note.starts_with("another solution")).count();
        assert_eq!(found > 0, nodes == 300_000, "{nodes} expansions: {found}");
    }
}

/// The random attempts of an optimisation are those of its seed.
#[test]
fn other_solutions_depend_on_the_seed() {
    let item = builtin().resolve(&Typed::argument("pusher/2")).expect("a level").remove(0);
    let puzzle = item.puzzle.expect("readable");
    let solution = first_answer(puzzle.as_ref()).expect("it has a solution");
    let known = [KnownAnswer { cost: count(&solution, &PUSHES), solution }];
    let notes = |seed| {
        let mut notes = Notes::default();
        let limits = Limits { nodes: Some(if takes_all() { 300_000 } else { 100_000 }), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut notes);
        let settings = Settings { seed, ..Settings::default() };
        puzzle.optimise(&PUSHES, &known, &settings, &mut budget, &mut |_| {});
        notes.0.retain(|note| note.starts_with("another solution"));
        notes.0
    };
    let first = notes(0);
    assert_eq!(first, notes(0));
    assert!((1..4).any(|seed| notes(seed) != first), "{first:?}");
}

/// With several threads: the same optima on small levels, and on a longer solution, whose slices are searched beside
/// each other, legal solutions that get better.
#[test]
fn several_threads_make_solutions_better() {
    let settings = |threads| Settings { threads, ..Settings::default() };
    let mut random = Random::new(5);
    for seed in 1..6 {
        let puzzle = SokobanPuzzle::new(pulled(seed));
        let solution = clumsy(&puzzle, &mut random).expect("the level has a solution");
        let known = [KnownAnswer { cost: count(&solution, &PUSHES), solution }];
        let optimum = |threads| {
            let mut budget = Budget::unlimited();
            let ending = puzzle.optimise(&PUSHES, &known, &settings(threads), &mut budget, &mut |_| {}).ending;
            let Ok(answer) = ending else { panic!("a solution stays one") };
            assert_eq!(answer.proof, Proof::Optimal, "seed {seed}");
            answer.cost
        };
        assert_eq!(optimum(1), optimum(3), "seed {seed}");
    }
    let item = builtin().resolve(&Typed::argument("pusher/2")).expect("a level").remove(0);
    let puzzle = item.puzzle.expect("readable");
    let solution = first_answer(puzzle.as_ref()).expect("it has a solution");
    let cost = count(&solution, &PUSHES);
    let known = [KnownAnswer { solution, cost }];
    let mut no_observer = ();
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let mut best = cost;
    let report = puzzle.optimise(&PUSHES, &known, &settings(3), &mut budget, &mut |better| {
        verify::replay(puzzle.as_ref(), better).expect("a solution");
        let pushes = count(better, &PUSHES);
        assert!(pushes <= best, "{better}");
        best = pushes;
    });
    assert_eq!(budget.used(), 0, "all memory is released");
    let Ok(answer) = report.ending else { panic!("a solution stays one") };
    assert!(answer.cost == best && best < cost, "{best} of {cost}");
}
