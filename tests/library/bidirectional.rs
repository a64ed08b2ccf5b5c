//! Macro pushes backward and bidirectional configurations, compared with the oracle.

use std::collections::{BTreeMap, VecDeque};

use crate::common::levels::{pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::samples;
use lurd::budget::Budget;
use lurd::outcome::Outcome;
use lurd::puzzle::Unanswered;
use lurd::search::{Settings, Stepper};
use lurd::sokoban::board::{Board, Cell, WALL};
use lurd::sokoban::bounds::{Distances, UNREACHABLE};
use lurd::sokoban::deadlock::{Rule, Rules};
use lurd::sokoban::fess::{TargetMeasure, UnblockMeasure};
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::solver::{BidirectionalConfig, Configuration, portfolio};
use lurd::sokoban::spaces::{MacroPushSpace, PushSpace};
use lurd::sokoban::state::Push;
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Direction, Level, SearchDirection};
use lurd::space::{Space, Successors};
use lurd::verify;

/// Levels with as many boxes as goals in the player's room, with the fewest pushes if there is a solution.
fn judged(count: u64) -> impl Iterator<Item = (Level, Board, Option<u64>)> {
    (0..count).filter_map(|seed| {
        let level = if seed % 2 == 0 { uniform(seed) } else { pulled(seed) };
        let board = Board::new(&level);
        if board.boxes().len() != board.goals().len() || !board.unreachable_boxes().is_empty() {
            return None;
        }
        match optimum_within(&level, 20_000) {
            Oracle::Unknown => None,
            Oracle::Solvable { pushes, .. } => Some((level, board, Some(pushes))),
            Oracle::Unsolvable => Some((level, board, None)),
        }
    })
}

fn without_limits<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    work(&mut Budget::unlimited())
}

/// The fewest pushes that bring a box, alone on the board, from `start` to each cell, by single steps of a
/// player who may start anywhere.
fn pushes_from(board: &Board, start: Cell) -> BTreeMap<Cell, u32> {
    let mut known: BTreeMap<(Cell, Cell), u32> = BTreeMap::new();
    let mut queue: VecDeque<((Cell, Cell), u32)> =
        board.all().filter(|&cell| cell != start).map(|player| ((start, player), 0)).collect();
    let mut fewest = BTreeMap::from([(start, 0)]);
    while let Some(((at, player), pushes)) = queue.pop_front() {
        if known.get(&(at, player)).is_some_and(|&before| before <= pushes) {
            continue;
        }
        known.insert((at, player), pushes);
        let best = fewest.entry(at).or_insert(pushes);
        *best = (*best).min(pushes);
        for direction in Direction::ALL {
            let next = board.next(player, direction);
            if next == WALL {
                continue;
            }
            if next != at {
                queue.push_front(((at, next), pushes));
            } else if board.next(at, direction) != WALL {
                queue.push_back(((board.next(at, direction), at), pushes + 1));
            }
        }
    }
    fewest
}

#[test]
fn pulls_to_a_goal_are_pushes_from_it() {
    let mut reached = 0;
    for seed in 0..300 {
        let board = Board::new(&uniform(seed));
        let distances =
            without_limits(|budget| Distances::by(SearchDirection::Pull, &board, budget)).expect("no limits");
        for (index, &goal) in board.goals().iter().enumerate() {
            let fewest = pushes_from(&board, goal);
            for cell in board.all() {
                let expected = fewest.get(&cell).copied().unwrap_or(UNREACHABLE);
                assert_eq!(distances.to_goals(cell)[index], expected, "from {goal} to {cell}, seed {seed}");
                reached += u32::from(expected != UNREACHABLE && expected > 0);
            }
        }
    }
    assert!(reached > 2_000, "{reached}");
}

/// Checks that the pushes, made one by one, solve the level.
fn assert_solves(level: &Level, board: &Board, pushes: &[Push]) {
    without_limits(|budget| {
        let space = PushSpace::new(board, Rules::NONE, budget).expect("no limits");
        let mut state = space.start();
        for push in pushes {
            let mut children = Successors::<PushSpace<'_>>::default();
            space.expand(&state, &mut children);
            let index = (0..children.len()).find(|&index| children.action(index) == *push);
            let Some(index) = index else { panic!("{push:?} cannot be done\n{}", write_xsb(level)) };
            state = children.state(index).to_vec();
        }
        assert!(space.is_goal(&state), "\n{}", write_xsb(level));
    });
}

/// The fewest pushes of a solution, by a search backward whose plan is then checked forward.
fn fewest_backward(level: &Level, board: &Board, rules: Rules) -> Option<u64> {
    without_limits(|budget| {
        let distances = Distances::new(board, budget).expect("no limits");
        let starts = board.aiming_at(board.boxes());
        let origins = Distances::by(SearchDirection::Pull, &starts, budget).expect("no limits");
        let forward = MacroPushSpace::new(board, &distances, rules, None, budget).expect("no limits");
        let space = MacroPushSpace::backward(board, &origins, rules, None, budget).expect("no limits");
        let mut search = Stepper::uniform(&space, &Settings::default()).expect("it fits");
        match search.finish(budget) {
            Outcome::Solved { plan, .. } => {
                let pushes = forward.pushes(&MacroPushSpace::undone(&plan.actions));
                assert_eq!(pushes.len(), usize::try_from(plan.cost).expect("few"), "\n{}", write_xsb(level));
                assert_solves(level, board, &pushes);
                Some(plan.cost)
            }
            Outcome::Unsolvable => None,
            Outcome::Stopped { stop, .. } => panic!("{stop:?}"),
        }
    })
}

#[test]
fn the_fewest_pulls_backward_are_the_fewest_pushes_of_the_oracle() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for (level, board, truth) in judged(samples(500)) {
        *if truth.is_some() { &mut solvable } else { &mut unsolvable } += 1;
        for rules in [Rules::NONE, Rules::NONE.with(Rule::DeadSquares)] {
            assert_eq!(fewest_backward(&level, &board, rules), truth, "{rules:?}\n{}", write_xsb(&level));
        }
    }
    assert!(solvable > samples(150) && unsolvable > samples(80), "{solvable} and {unsolvable}");
}

/// All kinds of configurations, with slices so short that the two searches meet.
fn configs() -> Vec<BidirectionalConfig> {
    let mut configs = Vec::new();
    for first in [SearchDirection::Push, SearchDirection::Pull] {
        for unblock_measure in
            [UnblockMeasure::Links, UnblockMeasure::Goals, UnblockMeasure::Regions, UnblockMeasure::StuckBoxes]
        {
            for target_measure in [TargetMeasure::BoxesInPlace, TargetMeasure::OpenFloor, TargetMeasure::Distance] {
                configs.push(BidirectionalConfig {
                    first,
                    unblock_measure,
                    target_measure,
                    unblock_expansions: 3,
                    target_expansions: 4,
                });
            }
        }
    }
    configs
}

#[test]
fn every_bidirectional_config_gives_the_verdict_of_the_oracle() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for ((level, board, truth), shift) in judged(samples(400)).zip(0..) {
        *if truth.is_some() { &mut solvable } else { &mut unsolvable } += 1;
        let puzzle = SokobanPuzzle::new(level.clone());
        let configs = configs();
        // Every third configuration, in turn, with rules on and off.
        for (number, &config) in configs.iter().enumerate().filter(|(number, _)| number % 3 == shift % 3) {
            let without = if number % 2 == 0 { 0 } else { u32::MAX };
            let ending = without_limits(|budget| {
                let distances = Distances::new(&board, budget)?;
                let settings = Settings { without, ..Settings::default() };
                portfolio::run(&board, &distances, &[Configuration::Bidirectional(config)], &settings, budget)
            });
            match ending {
                Ok(Ok(answer)) if truth.is_some() => {
                    let replay = verify::replay(&puzzle, &answer.solution);
                    assert!(replay.is_ok(), "{config:?}\n{}", write_xsb(&level));
                }
                Ok(Err(Unanswered::Unsolvable { .. })) if truth.is_none() => {}
                ending => panic!("{ending:?} by {config:?}, but {truth:?}\n{}", write_xsb(&level)),
            }
        }
    }
    assert!(solvable > samples(100) && unsolvable > samples(60), "{solvable} and {unsolvable}");
}
