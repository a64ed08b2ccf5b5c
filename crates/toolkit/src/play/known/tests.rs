//! Which of several answers stays, and from where one leads on.

use lurd_engine::outcome::Cost;
use lurd_puzzle::verify;

use super::*;
use crate::test_puzzle::{TestPuzzle, test_puzzle};

const STEPS: Objective = Objective { name: "steps", metric: "steps", summary: "" };

fn words(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

/// An answer from the position after `from`.
fn answer(level: &TestPuzzle, from: &str, solution: &str, proof: Proof) -> Verified {
    let start = after(level, &words(from)).expect("steps").puzzle();
    let replay = verify::replay(start.as_ref(), solution).expect("a solution");
    let cost = Cost::try_from(replay.steps.len()).expect("few");
    let bound = (proof == Proof::Optimal).then_some(cost);
    let solution = replay.solution;
    Verified {
        answer: Answer { solution, cost, proof, lower_bound: bound, stopped: None },
        steps: replay.steps,
        metrics: replay.metrics,
        buttons: None,
    }
}

fn add(known: &mut KnownAnswers, level: &TestPuzzle, from: &str, solution: &str, proof: Proof) -> bool {
    known.add(level, Bookmark::after(words(from)), &answer(level, from, solution, proof), STEPS)
}

fn best(known: &KnownAnswers, level: &TestPuzzle, done: &str) -> Option<Onward> {
    let done = words(done);
    let position = after(level, &done).expect("steps");
    known.best(PlacedPosition { puzzle: level, position: position.as_ref(), done: &done }, &STEPS)
}

#[test]
fn an_answer_stays_until_a_better_one_comes() {
    // 1 +3 4 +3 7 +3 10, and *2 2 *2 4 +3 7 +3 10.
    let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
    assert!(add(&mut known, &level, "", "**++", Proof::Nothing));
    assert!(!add(&mut known, &level, "", "**++", Proof::Nothing), "as good");
    assert!(add(&mut known, &level, "", "+++", Proof::Nothing), "it costs less");
    assert!(add(&mut known, &level, "", "+++", Proof::Optimal), "it is proved");
    assert!(!add(&mut known, &level, "", "**++", Proof::Nothing));
    assert_eq!(known.solutions(&level), ["+++"]);
    // A search from a position on it finds nothing better, one from elsewhere has to go on from there.
    assert!(!add(&mut known, &level, "+", "++", Proof::Nothing));
    assert!(add(&mut known, &level, "*", "*++", Proof::Optimal));
    assert_eq!(known.answer().map(|answer| answer.steps.concat()), Some("*++".to_owned()));
    assert_eq!(known.solutions(&level), ["+++"], "the combined answer is worse");
}

#[test]
fn an_answer_leads_on_from_a_position_reached_by_other_steps() {
    let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
    add(&mut known, &level, "", "+++", Proof::Optimal);
    let onward = best(&known, &level, "**").expect("4 is on the answer");
    assert_eq!((onward.done, onward.all, onward.rest.steps.concat().as_str()), (1, 3, "++"));
    assert_eq!((onward.rest.answer.cost, onward.rest.answer.proof), (2, Proof::Optimal));
    assert_eq!(onward.rest.answer.lower_bound, Some(2));
    assert_eq!(best(&known, &level, "*"), None);
}

#[test]
fn a_stored_solution_serves_until_a_better_one_is_found() {
    let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
    let metrics = level.metrics(&words("**++"));
    let stored = KnownSolution { solution: "**++".to_owned(), metrics, is_played: true };
    for _ in 0..2 {
        known.set_stored(&level, std::slice::from_ref(&stored));
    }
    assert_eq!(known.paths.len(), 1);
    assert_eq!(known.answer(), None, "no answer was requested yet");
    let onward = best(&known, &level, "").expect("stored");
    assert_eq!((onward.rest.answer.cost, onward.rest.answer.proof, onward.is_played), (4, Proof::Nothing, true));
    assert!(add(&mut known, &level, "", "+++", Proof::Nothing));
    assert_eq!(best(&known, &level, "").map(|onward| (onward.rest.answer.cost, onward.is_played)), Some((3, false)));
    known.set_stored(&level, std::slice::from_ref(&stored));
    assert_eq!(known.answer().map(|answer| answer.steps.len()), Some(3), "it is still followed");
    known.forget_stored();
    assert_eq!(known.paths.len(), 1);
}
