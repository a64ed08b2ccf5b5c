//! Packing plans of generated levels, with both ways of choosing between removing and parking boxes.

use crate::common::levels::pulled;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::sokoban::Level;
use lurd::sokoban::board::Board;
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::Rules;
use lurd::sokoban::fess::{self, LevelAnalysis, PackingPlan, PlanOptions, RemovalOrder};

/// The plan of a level, found within 2,000 expansions.
fn plan(level: &Level, removes_first: bool) -> PackingPlan {
    let options = PlanOptions {
        min_pulls: 3,
        first: RemovalOrder::OpenFloor,
        exchange: false,
        parked_first: false,
        removes_first,
        opens_first: false,
        seed: None,
    };
    let mut no_observer = ();
    let budget = &mut Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let board = Board::new(level);
    let distances = Distances::new(&board, budget).expect("no limits");
    let analysis = LevelAnalysis::new(&board, &distances, Rules::for_pushes(), budget).expect("no limits");
    fess::find_plan(&analysis, options, 2000, budget).expect("no limits")
}

/// Checks that each goal is filled at most once for good, that a box stands on all others from the start, and
/// that each parked box is moved on by a later step.
fn check(level: &Level, plan: &PackingPlan) {
    let board = Board::new(level);
    let kept = |goal| plan.steps().iter().filter(|step| step.until.is_none() && step.to == goal).count();
    for &goal in board.goals() {
        assert!(kept(goal) == 1 || kept(goal) == 0 && board.boxes().contains(&goal));
    }
    assert!(plan.steps().iter().all(|step| step.until.is_some() || board.is_goal(step.to)));
    for (index, step) in plan.steps().iter().enumerate() {
        assert!(step.until.is_none_or(|until| index < until && until < plan.steps().len()));
    }
}

#[test]
fn plans_fill_every_goal_and_more_levels_have_one_if_boxes_may_be_parked_first() {
    let (mut removing, mut parking) = (0, 0);
    for level in (0..600).map(pulled) {
        let [first, second] = [true, false].map(|removes_first| plan(&level, removes_first));
        for plan in [&first, &second].into_iter().filter(|plan| !plan.steps().is_empty()) {
            check(&level, plan);
        }
        removing += usize::from(!first.steps().is_empty());
        parking += usize::from(!second.steps().is_empty());
    }
    assert!(removing > 300 && parking > removing, "{removing} and {parking}");
}
