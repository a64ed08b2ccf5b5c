//! Solvable levels of Sokoban under memory limits from too little for the board to enough for a solution: a
//! search that gives up for want of memory never becomes a proof.

use std::collections::BTreeMap;

use crate::common::levels::{crowded, pulled};
use crate::common::oracle::{Oracle, optimum_within};
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Stop};
use lurd::puzzle::{Plugin, Puzzle, Unanswered};
use lurd::search::{Settings, Strategy};
use lurd::sokoban::{Level, Sokoban, puzzle::SokobanPuzzle};
use lurd::verify;

/// The strategies that keep states, and those that run them.
const STRATEGIES: [&str; 6] = ["auto", "fess", "astar", "greedy", "bidirectional", "beam"];

/// Limits that grow by a third each, up to about 20 MB.
fn limits() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(16_000), |bytes| Some(bytes * 4 / 3)).take_while(|&bytes| bytes < 20_000_000)
}

/// Solves a solvable level within `memory` bytes. Returns the most bytes in use if they were too few.
fn gives_up(puzzle: &dyn Puzzle, objective: &str, strategy: &str, memory: u64) -> Option<u64> {
    let name = format!("{strategy} for {objective} within {memory} bytes\n{}", puzzle.text());
    let objective = puzzle.objectives().iter().find(|it| it.name == objective).expect("an objective");
    let mut no_observer = ();
    // The limit of expansions is a guard.
    let limits = Limits { memory: Some(memory), nodes: Some(4_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let strategy = Strategy::named(strategy).expect("a strategy");
    let ending = puzzle.solve(objective, strategy, &Settings::default(), &mut budget).ending;
    assert!(budget.statistics().peak_bytes <= memory, "{name}: {}", budget.statistics().peak_bytes);
    let stop = match ending {
        Ok(answer) => {
            assert!(verify::replay(puzzle, &answer.solution).is_ok(), "{name}");
            answer.stopped
        }
        Err(Unanswered::Unsolvable { reason, .. }) => panic!("{name}: called unsolvable: {reason}"),
        Err(Unanswered::Stopped { stop, .. }) => Some(stop),
        Err(Unanswered::Unsupported { .. }) => None,
        Err(bug @ Unanswered::Bug { .. }) => panic!("{name}: {bug}"),
    };
    (stop == Some(Stop::Limit(Limit::Memory))).then(|| budget.statistics().peak_bytes)
}

#[test]
fn want_of_memory_is_no_proof() {
    let solvable = |level: &Level| matches!(optimum_within(level, 40_000), Oracle::Solvable { .. });
    let levels: Vec<Level> = (0..)
        .map(|seed| if seed % 2 == 0 { pulled(seed) } else { crowded(seed) })
        .filter(solvable)
        .skip(20)
        .take(6)
        .collect();
    let mut gave_up: BTreeMap<&str, u32> = BTreeMap::new();
    for level in levels {
        let puzzle = SokobanPuzzle::new(level);
        for strategy in STRATEGIES {
            for objective in ["any", "pushes"] {
                for memory in limits() {
                    *gave_up.entry(strategy).or_default() +=
                        u32::from(gives_up(&puzzle, objective, strategy, memory).is_some());
                }
            }
        }
    }
    assert!(STRATEGIES.iter().all(|name| gave_up[name] >= 2), "{gave_up:?}");
}

/// A level that small searches do not solve: attempts are given up one after the other, each for want of memory.
#[test]
fn attempts_that_are_given_up_prove_nothing() {
    const LEVEL: &str = "    #####|    #   #|    #$  #|  ###  $##|  #  $ $ #|### # ## #   ######|\
                         #   # ## #####  ..#|# $  $          ..#|##### ### #@##  ..#|\
                         ____#     #########|____#######";
    let level = LEVEL.replace('_', " ");
    let puzzle = Sokoban.read(&level).expect("a level").remove(0).puzzle.expect("a legal level");
    // From where nothing fits to where all does: in between, what the attempts share fits, and attempts do not.
    let mut given_up = 0;
    for memory in (100_000..700_000).step_by(10_000) {
        let peak = gives_up(puzzle.as_ref(), "any", "fess", memory);
        // Where not even the tables fit, nothing much is used.
        given_up += u32::from(peak.is_some_and(|peak| peak > 130_000));
    }
    assert!(given_up >= 2, "{given_up}");
}
