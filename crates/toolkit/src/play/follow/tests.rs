//! Answers of both plug-ins and of a puzzle from outside, followed to and fro.

use lurd_puzzle::catalog::{Catalog, Typed};
use lurd_puzzle::puzzle::StepText;

use super::*;
use crate::test_puzzle::test_puzzle;

fn follow(reference: &str, solution: &str) -> Follow {
    let catalog: Catalog = crate::test_puzzle::builtin();
    let puzzle = catalog.resolve(&Typed::argument(reference)).expect("a puzzle").remove(0).puzzle;
    let puzzle = puzzle.expect("a puzzle");
    Follow::new(puzzle.as_ref(), &StepText::words(puzzle.as_ref(), solution)).expect("steps")
}

const MISSILE_4: &str = "left 0, right 2, down 1, up 3, left 2, left 0, up 2, down 1";

#[test]
fn each_press_has_its_boards() {
    let mut follow = follow("missile/4", MISSILE_4);
    assert_eq!(follow.len(), 17);
    assert!(follow.step(17).is_none());
    let step = follow.step(3).expect("the fourth press");
    assert_eq!((step.number, step.remaining), (4, 13));
    assert_eq!(step.instruction.action, "hold A, press Right");
    assert_eq!(step.next.map(|next| next.action), Some("Right".to_owned()));
    assert_eq!(step.before.cursor, Some(Place::new(2, 0)));
    assert_ne!(step.before.position.picture(), step.after.position.picture());
    let moved = follow.step(1).expect("the second press");
    assert_eq!(moved.before.position.picture(), moved.after.position.picture(), "only the lit row moves");
    assert_eq!(
        (moved.before.state.as_str(), moved.after.state.as_str()),
        ("row 0 and column 0 are lit", "row 1 and column 0 are lit")
    );
}

#[test]
fn every_board_is_the_same_on_any_way_to_it() {
    for (reference, solution) in [("missile/4", MISSILE_4), ("primer/4", "rUluRddR"), ("primer/4", "")] {
        let mut forward = follow(reference, solution);
        let all: Vec<_> = (0..=forward.len()).map(|index| forward.placed(index).position.picture()).collect();
        let mut other = follow(reference, solution);
        for jump in [5, 0, 3, 99, 2, 1, 7, 6] {
            let index = jump.min(other.len());
            assert_eq!(other.placed(jump).position.picture(), all[index], "{reference} {jump}");
        }
        assert_eq!(forward.placed(99).position.is_solved(), !solution.is_empty());
    }
}

#[test]
fn a_puzzle_from_outside_goes_step_by_step() {
    let puzzle = test_puzzle("1 -> 10");
    let mut follow = Follow::new(&puzzle, &["*", "+", "*"].map(str::to_owned)).expect("steps");
    let step = follow.step(1).expect("a step");
    assert_eq!((step.instruction.action.as_str(), step.remaining), ("+", 1));
    assert_eq!((step.before.position.picture(), step.after.position.picture()), ("2".into(), "5".into()));
    assert!(Follow::new(&puzzle, &["*", "*", "*", "*"].map(str::to_owned)).is_err());
}
