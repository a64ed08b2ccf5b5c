//! The spaces of blind search: compared with the oracle with each rule on and off, and the two directions of each with
//! each other.

use crate::common::levels::{crowded, pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::samples;
use lurd::budget::Budget;
use lurd::outcome::{Outcome, Proof};
use lurd::search::{Searched, Settings, Stepper};
use lurd::sokoban::board::{Balance, Board};
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::{Rule, Rules};
use lurd::sokoban::spaces::{BlindMoveSpace, BlindPushSpace};
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Level, SearchDirection};
use lurd::space::Successors;

fn level(seed: u64) -> Level {
    match seed % 3 {
        0 => uniform(seed),
        1 => crowded(seed),
        _ => pulled(seed),
    }
}

/// Runs `work` with the spaces of pushes and of moves, if the board has as many goals as boxes and all of them are on
/// useful cells.
fn with_spaces(
    board: &Board,
    rules: Rules,
    work: impl FnOnce(&BlindPushSpace<'_>, &BlindMoveSpace<'_>, &mut Budget<'_>),
) {
    if board.balance() != Balance::Even || board.boxes().len() != board.goals().len() {
        return;
    }
    let budget = &mut Budget::unlimited();
    let distances = Distances::new(board, budget).expect("no limits");
    let aims = board.aiming_at(board.boxes());
    let origins = Distances::by(SearchDirection::Pull, &aims, budget).expect("no limits");
    let pushes = BlindPushSpace::new(board, &distances, &origins, rules, budget).expect("no limits");
    let moves = BlindMoveSpace::new(board, &distances, &origins, rules, budget).expect("no limits");
    match (pushes, moves) {
        (Some(pushes), Some(moves)) => work(&pushes, &moves, budget),
        (None, None) => {}
        _ => panic!("they need the same"),
    }
}

/// The cost of the first meeting, or `None` if there is none.
fn fewest<S: Searched>(space: &S, budget: &mut Budget<'_>) -> Option<u64> {
    match Stepper::bidirectional(space, &Settings::default()).expect("it fits").finish(budget) {
        Outcome::Solved { plan, proof: Proof::Optimal, .. } => Some(plan.cost),
        Outcome::Unsolvable => None,
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn the_first_meeting_is_optimal() {
    let freeze_only = Rules::NONE.with(Rule::Freeze);
    let dead_squares_only = Rules::NONE.with(Rule::DeadSquares);
    let both = dead_squares_only.with(Rule::Freeze);
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..samples(3_000) {
        let level = level(seed);
        let board = Board::new(&level);
        let (pushes, moves) = match optimum_within(&level, 20_000) {
            Oracle::Unknown => continue,
            Oracle::Unsolvable => (None, None),
            Oracle::Solvable { pushes, moves } => (Some(pushes), Some(moves)),
        };
        for rules in [Rules::NONE, freeze_only, dead_squares_only, both] {
            with_spaces(&board, rules, |push_space, move_space, budget| {
                assert_eq!(fewest(push_space, budget), pushes, "\n{}", write_xsb(&level));
                assert_eq!(fewest(move_space, budget), moves, "\n{}", write_xsb(&level));
                *if pushes.is_some() { &mut solved } else { &mut unsolvable } += 1;
            });
        }
    }
    assert!(solved > samples(3_000) && unsolvable > samples(500), "{solved} {unsolvable}");
}

/// Follows actions forward and backward from the start and from the goals. Each action of one direction is one of the
/// other. Returns how many were compared.
fn compare_directions<S: Searched<State = u64>>(space: &S) -> u32 {
    let mut pairs = 0;
    let backward = space.backward().expect("it has");
    let mut states = vec![space.start()];
    states.extend(backward.goal_states());
    let mut at = 0;
    while at < states.len() && states.len() < 400 {
        let here = states[at];
        at += 1;
        let (mut after, mut before) = (Successors::default(), Successors::default());
        space.expand(&here, &mut after);
        backward.predecessors(&here, &mut before);
        for index in 0..after.len() {
            let (there, action) = (*after.state(index), after.action(index));
            let mut back = Successors::<S>::default();
            backward.predecessors(&there, &mut back);
            assert!((0..back.len()).any(|i| (*back.state(i), back.action(i)) == (here, action)));
            states.push(there);
            pairs += 1;
        }
        for index in 0..before.len() {
            let (there, action) = (*before.state(index), before.action(index));
            let mut forth = Successors::<S>::default();
            space.expand(&there, &mut forth);
            assert!((0..forth.len()).any(|i| (*forth.state(i), forth.action(i)) == (here, action)));
            states.push(there);
            pairs += 1;
        }
    }
    pairs
}

#[test]
fn pulls_undo_pushes() {
    let (mut of_pushes, mut of_moves) = (0, 0);
    for seed in 0..300 {
        let board = Board::new(&level(seed));
        with_spaces(&board, Rules::NONE, |pushes, moves, _| {
            of_pushes += compare_directions(pushes);
            of_moves += compare_directions(moves);
        });
    }
    assert!(of_pushes > 20_000 && of_moves > 20_000, "{of_pushes} {of_moves}");
}
