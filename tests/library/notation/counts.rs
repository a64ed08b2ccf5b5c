//! Moves, pushes and the other metrics of a solution.

use proptest::prelude::*;

use std::sync::Arc;

use ::lurd::sokoban::Direction;
use ::lurd::sokoban::formats;
use ::lurd::sokoban::notation::lurd;
use ::lurd::sokoban::notation::metrics::{Metrics, ReplayedStep, replay};

fn count(level: &str, solution: &str) -> [u64; 6] {
    let level = formats::read(level).expect("a text").remove(0).level.expect("a level");
    let directions = lurd::read(solution).expect("steps").into_iter().map(|step| step.direction);
    let steps = replay(&Arc::new(level), directions).expect("legal steps");
    let written = lurd::write(steps.iter().map(|step| (step.direction, step.pushed.is_some())));
    assert_eq!(written, solution);
    let values: Vec<u64> = Metrics::of(&steps).named().iter().map(|metric| metric.value).collect();
    values.try_into().expect("six counts")
}

#[test]
fn worked_examples() {
    assert_eq!(count("#####|#@$.#|#####", "R"), [1, 1, 1, 1, 1, 1]);
    assert_eq!(count("#####|#@* #|#####", ""), [0, 0, 0, 0, 0, 0]);
    // Away and back on the same line: a second line, the same box.
    assert_eq!(count("########|#  @$ .#|########", "RlrR"), [4, 2, 2, 1, 2, 3]);
    // Two boxes without a walk between.
    assert_eq!(count("######|#@$.##|# $ ##|# .  #|######", "RD"), [2, 2, 2, 2, 1, 2]);
    // One box round a corner.
    assert_eq!(count("######|#    #|#@$  #|#  . #|######", "RurD"), [4, 2, 2, 1, 2, 4]);
}

#[test]
fn back_to_the_first_box_is_a_change() {
    let level = "########|#      #|#@$  . #|# $  . #|#      #|########";
    assert_eq!(count(level, "RldRuR"), [6, 3, 3, 3, 3, 6]);
}

proptest! {
    #[test]
    fn counts_keep_their_order(steps in proptest::collection::vec((0_usize..4, any::<Option<bool>>()), 0..80)) {
        let step = |(direction, pushed): (usize, Option<bool>)| ReplayedStep {
            direction: Direction::ALL[direction],
            pushed: pushed.map(usize::from),
        };
        let mut steps: Vec<ReplayedStep> = steps.into_iter().map(step).collect();
        // Two pushes in a row push the same box if, and only if, they go in the same direction.
        for i in 1..steps.len() {
            if let (Some(before), Some(_)) = (steps[i - 1].pushed, steps[i].pushed) {
                let same = steps[i - 1].direction == steps[i].direction;
                steps[i].pushed = Some(if same { before } else { 1 - before });
            }
        }
        let metrics = Metrics::of(&steps);
        prop_assert!(metrics.pushing_sessions <= metrics.box_lines);
        prop_assert!(metrics.box_changes <= metrics.box_lines);
        prop_assert!(metrics.box_lines <= metrics.pushes);
        prop_assert!(metrics.box_lines <= metrics.player_lines + metrics.pushing_sessions);
        prop_assert!(metrics.pushes <= metrics.moves);
        prop_assert!(metrics.player_lines <= metrics.moves);
    }
}
