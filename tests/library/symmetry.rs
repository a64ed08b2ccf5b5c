//! Symmetric levels: searches of representatives agree with the oracle, and their paths are solutions.

use std::sync::Arc;

use crate::common::levels::symmetric;
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::samples;
use lurd::budget::Budget;
use lurd::outcome::{Outcome, Proof};
use lurd::search::{self, Searched, Settings, Stepper};
use lurd::sokoban::board::{Balance, Board};
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::{Rule, Rules};
use lurd::sokoban::rules::Game;
use lurd::sokoban::spaces::{BlindMoveSpace, BlindPushSpace, FromStart, MoveSpace, PushSpace};
use lurd::sokoban::state::Push;
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Direction, Level, SearchDirection};

/// The result of a search: the cost if there is a solution, whose pushes were made by the rules of the game.
fn checked<S: Searched + FromStart>(
    level: &Level,
    board: &Board,
    space: &S,
    outcome: Outcome<S::Action>,
) -> Option<u64> {
    match outcome {
        Outcome::Solved { plan, proof: Proof::Optimal, .. } => {
            assert_solves(level, board, &space.pushes(&plan.actions));
            Some(plan.cost)
        }
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// Walks by single steps, found breadth-first, and pushes.
fn assert_solves(level: &Level, board: &Board, pushes: &[Push]) {
    let mut game = Game::new(Arc::new(level.clone()));
    for push in pushes {
        let from = board.square(push.from);
        let stand = level.neighbour(from, push.direction.opposite()).expect("a square");
        for direction in walk(level, &game, stand) {
            assert!(game.step(direction).is_ok(), "\n{}", write_xsb(level));
        }
        assert!(game.is_box(from), "no box to push\n{}", write_xsb(level));
        for _ in 0..push.count {
            assert!(game.step(push.direction).is_ok(), "\n{}", write_xsb(level));
        }
    }
    assert!(game.is_solved(), "{pushes:?}\n{}", write_xsb(level));
}

fn walk(level: &Level, game: &Game, goal: usize) -> Vec<Direction> {
    let mut paths = vec![(game.player(), Vec::new())];
    let mut next = 0;
    while let Some((square, path)) = paths.get(next).cloned() {
        if square == goal {
            return path;
        }
        next += 1;
        for direction in Direction::ALL {
            let Some(beside) = level.neighbour(square, direction) else { continue };
            if !level.is_wall(beside) && !game.is_box(beside) && paths.iter().all(|it| it.0 != beside) {
                paths.push((beside, path.iter().copied().chain([direction]).collect()));
            }
        }
    }
    panic!("the player cannot get there\n{}", write_xsb(level));
}

fn informed(level: &Level, board: &Board, rules: Rules, budget: &mut Budget<'_>) -> (Option<u64>, u64) {
    let space = PushSpace::new(board, rules, budget).expect("no limits");
    let outcome = Stepper::astar(&space, &Settings::default()).expect("it fits").finish(budget);
    let expanded = budget.statistics().expanded;
    (checked(level, board, &space, outcome), expanded)
}

fn by_moves(level: &Level, board: &Board, rules: Rules, budget: &mut Budget<'_>) -> Option<u64> {
    let space = MoveSpace::new(board, rules, budget).expect("no limits");
    let outcome = Stepper::astar(&space, &Settings::default()).expect("it fits").finish(budget);
    checked(level, board, &space, outcome)
}

/// Whether blind search suits the level; then its results are those of the oracle.
fn is_blindly(
    (pushes, moves): (Option<u64>, Option<u64>),
    level: &Level,
    board: &Board,
    rules: Rules,
    budget: &mut Budget<'_>,
) -> bool {
    if board.balance() != Balance::Even {
        return false;
    }
    let distances = Distances::new(board, budget).expect("no limits");
    let origins = Distances::by(SearchDirection::Pull, &board.aiming_at(board.boxes()), budget).expect("no limits");
    let by_pushes = BlindPushSpace::new(board, &distances, &origins, rules, budget).expect("no limits");
    let by_moves = BlindMoveSpace::new(board, &distances, &origins, rules, budget).expect("no limits");
    let (Some(by_pushes), Some(by_moves)) = (by_pushes, by_moves) else { return false };
    let outcome = Stepper::bidirectional(&by_pushes, &Settings::default()).expect("it fits").finish(budget);
    assert_eq!(checked(level, board, &by_pushes, outcome), pushes, "\n{}", write_xsb(level));
    let outcome = Stepper::bidirectional(&by_moves, &Settings::default()).expect("it fits").finish(budget);
    assert_eq!(checked(level, board, &by_moves, outcome), moves, "\n{}", write_xsb(level));
    true
}

#[test]
fn representatives_have_the_optimum_and_the_solutions_of_the_level() {
    let only = Rules::NONE.with(Rule::Symmetry);
    let (mut solvable, mut unsolvable, mut blind_searches) = (0, 0, 0);
    let (mut expanded, mut expanded_without) = (0, 0);
    for seed in 0..samples(1_200) {
        let level = symmetric(seed);
        let (pushes, moves) = match optimum_within(&level, 20_000) {
            Oracle::Unknown => continue,
            Oracle::Unsolvable => (None, None),
            Oracle::Solvable { pushes, moves } => (Some(pushes), Some(moves)),
        };
        let board = Board::new(&level);
        if !board.unreachable_boxes().is_empty() {
            continue;
        }
        *if pushes.is_some() { &mut solvable } else { &mut unsolvable } += 1;
        let about = write_xsb(&level);
        for rules in [only, Rules::for_pushes()] {
            let (found, with) = informed(&level, &board, rules, &mut Budget::unlimited());
            assert_eq!(found, pushes, "\n{about}");
            let without = rules.without(Rule::Symmetry);
            let (found, without) = informed(&level, &board, without, &mut Budget::unlimited());
            assert_eq!(found, pushes, "\n{about}");
            expanded += with;
            expanded_without += without;
            let is_blind = is_blindly((pushes, moves), &level, &board, rules, &mut Budget::unlimited());
            blind_searches += u32::from(is_blind);
        }
        for rules in [only, Rules::for_moves()] {
            assert_eq!(by_moves(&level, &board, rules, &mut Budget::unlimited()), moves, "\n{about}");
        }
    }
    assert!(
        solvable > samples(500) && unsolvable > samples(100) && blind_searches > samples(500),
        "{solvable} {unsolvable} {blind_searches}"
    );
    assert!(expanded * 10 < expanded_without * 9, "{expanded} of {expanded_without}");
}

/// The images of the boxes of a symmetric start are one state, so hardly more than an eighth of the states are stored.
#[test]
fn eight_symmetries_leave_an_eighth_of_the_states() {
    let level = crate::common::level("#######\n#@    #\n# .$. #\n# $ $ #\n# .$. #\n#     #\n#######");
    let board = Board::new(&level);
    let states = |rules: Rules| {
        let mut budget = Budget::unlimited();
        let space = PushSpace::new(&board, rules, &mut budget).expect("no limits");
        let mut search = Stepper::bfs(&space, &Settings::default()).expect("it fits");
        while !matches!(search.advance(10_000, &mut budget), search::Step::Ended(_)) {}
        budget.statistics().stored
    };
    let (all, representatives) = (states(Rules::NONE), states(Rules::NONE.with(Rule::Symmetry)));
    assert!(representatives * 7 < all && representatives * 9 > all, "{representatives} of {all}");
}
