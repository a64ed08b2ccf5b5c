//! The space of blind search: compared with the oracle with each rule on and off, and its two directions with
//! each other.

use crate::common::levels::{crowded, pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use lurd::budget::Budget;
use lurd::outcome::{Outcome, Proof};
use lurd::search::{Settings, Stepper};
use lurd::sokoban::board::{Balance, Board};
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::{Rule, Rules};
use lurd::sokoban::spaces::BlindPushSpace;
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Level, SearchDirection};
use lurd::space::{Space, Successors};

fn without_limits<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    work(&mut Budget::unlimited())
}

fn level(seed: u64) -> Level {
    match seed % 3 {
        0 => uniform(seed),
        1 => crowded(seed),
        _ => pulled(seed),
    }
}

/// The space of a board, if it has as many goals as boxes and all of them are on useful cells.
fn space<'b>(board: &'b Board, rules: Rules, budget: &mut Budget<'_>) -> Option<BlindPushSpace<'b>> {
    if board.balance() != Balance::Even || board.boxes().len() != board.goals().len() {
        return None;
    }
    let distances = Distances::new(board, budget).expect("no limits");
    let aims = board.aiming_at(board.boxes());
    let origins = Distances::by(SearchDirection::Pull, &aims, budget).expect("no limits");
    BlindPushSpace::new(board, &distances, &origins, rules, budget).expect("no limits")
}

#[test]
fn the_first_meeting_is_push_optimal() {
    let freeze_only = Rules::NONE.with(Rule::Freeze);
    let dead_squares_only = Rules::NONE.with(Rule::DeadSquares);
    let both = dead_squares_only.with(Rule::Freeze);
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..3_000 {
        let level = level(seed);
        let board = Board::new(&level);
        let expected = optimum_within(&level, 20_000);
        if expected == Oracle::Unknown {
            continue;
        }
        for rules in [Rules::NONE, freeze_only, dead_squares_only, both] {
            without_limits(|budget| {
                let Some(space) = space(&board, rules, budget) else { return };
                let search = Stepper::bidirectional(&space, &Settings::default());
                match (search.expect("it fits").finish(budget), expected) {
                    (Outcome::Solved { plan, proof, .. }, Oracle::Solvable { pushes, .. }) => {
                        assert_eq!((plan.cost, proof), (pushes, Proof::Optimal), "\n{}", write_xsb(&level));
                        solved += 1;
                    }
                    (Outcome::Unsolvable, Oracle::Unsolvable) => unsolvable += 1,
                    (outcome, expected) => panic!("{outcome:?}, {expected:?}\n{}", write_xsb(&level)),
                }
            });
        }
    }
    assert!(solved > 3_000 && unsolvable > 500, "{solved} {unsolvable}");
}

/// Each push of one direction is a predecessor or successor of the other.
#[test]
fn pulls_undo_pushes() {
    let mut pairs = 0;
    for seed in 0..300 {
        let board = Board::new(&level(seed));
        without_limits(|budget| {
            let Some(space) = space(&board, Rules::NONE, budget) else { return };
            let backward = space.backward().expect("it has");
            let mut states = vec![space.start()];
            backward.goal_states(&mut states);
            let mut at = 0;
            while at < states.len() && states.len() < 400 {
                let here = states[at];
                at += 1;
                let (mut after, mut before) = (Successors::default(), Successors::default());
                space.expand(&here, &mut after);
                backward.predecessors(&here, &mut before);
                for index in 0..after.len() {
                    let (there, push) = (*after.state(index), after.action(index));
                    let mut back = Successors::<BlindPushSpace<'_>>::default();
                    backward.predecessors(&there, &mut back);
                    assert!((0..back.len()).any(|i| (*back.state(i), back.action(i)) == (here, push)));
                    states.push(there);
                    pairs += 1;
                }
                for index in 0..before.len() {
                    let (there, push) = (*before.state(index), before.action(index));
                    let mut forth = Successors::<BlindPushSpace<'_>>::default();
                    space.expand(&there, &mut forth);
                    assert!((0..forth.len()).any(|i| (*forth.state(i), forth.action(i)) == (here, push)));
                    states.push(there);
                    pairs += 1;
                }
            }
        });
    }
    assert!(pairs > 20_000, "{pairs}");
}
