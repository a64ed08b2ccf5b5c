//! Known solutions: no position on them may be called dead, and no lower bound may exceed the pushes that are
//! still to come.

use std::sync::Arc;

use crate::common::collections::files;
use crate::common::levels::{crowded, pulled};
use lurd::budget::{Budget, Cancel, Limits};
use lurd::catalog::builtin;
use lurd::puzzle::Puzzle;
use lurd::search::{Settings, Strategy};
use lurd::sokoban::board::{Board, Cell};
use lurd::sokoban::deadlock::{RULES, Rules};
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::rules::Game;
use lurd::sokoban::spaces::{MoveSpace, PushSpace};
use lurd::sokoban::state::StateEncoding;
use lurd::sokoban::{Direction, Level, formats, xsb};
use lurd::space::{DEAD_END, Heuristic, Space, Successors};

/// A solution by the default search, which uses none of the rules for pushes.
fn solution(level: &Level) -> Option<String> {
    let puzzle = SokobanPuzzle::new(level.clone());
    let mut no_observer = ();
    let limits = Limits { nodes: Some(5_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let any = &puzzle.objectives()[0];
    match puzzle.solve(any, Strategy::Auto, &Settings::default(), &mut budget).ending {
        Ok(answer) => Some(answer.solution),
        _ => None,
    }
}

/// The states before each push, with the number of pushes to come.
fn positions(level: &Level, board: &Board, encoding: StateEncoding, solution: &str) -> Vec<(Vec<u64>, u64)> {
    let cell_of = |square: usize| board.all().find(|&cell| board.square(cell) == square);
    let mut game = Game::new(Arc::new(level.clone()));
    let mut to_come = u64::try_from(solution.chars().filter(char::is_ascii_uppercase).count()).expect("few");
    let mut found = Vec::new();
    for letter in solution.chars() {
        if letter.is_ascii_uppercase() {
            let boxes: Vec<Cell> = game.boxes().filter_map(cell_of).collect();
            let mut state = vec![0; encoding.words()];
            encoding.pack(boxes.into_iter(), cell_of(game.player()).expect("within"), &mut state);
            found.push((state, to_come));
            to_come -= 1;
        }
        game.step(Direction::of_letter(letter).expect("a step")).expect("a solution");
    }
    found
}

/// Checks every position of a solution in one space.
fn check<S: Space<State = [u64]>>(space: &S, estimate: &dyn Heuristic<S>, positions: &[(Vec<u64>, u64)], about: &str) {
    for (state, to_come) in positions {
        let bound = estimate.of(state);
        assert!(bound != DEAD_END, "called dead with {to_come} pushes to come: {about}");
        assert!(bound <= *to_come, "the bound is {bound}, but {to_come} pushes are to come: {about}");
        // The checks before an expansion, and what they learn.
        let mut children = Successors::default();
        space.expand(state, &mut children);
        estimate.of_successors(state, &mut children);
        let alive = (0..children.len()).filter(|&index| children.estimate(index) != DEAD_END);
        let best = alive.map(|index| children.cost(index).min(1) + children.estimate(index)).min();
        assert!(best.is_some_and(|best| best <= *to_come), "no child is good enough: {about}");
    }
}

fn follow(level: &Level) -> usize {
    let Some(solution) = solution(level) else { return 0 };
    let board = Board::new(level);
    let mut budget = Budget::unlimited();
    let sets = RULES.iter().map(|row| (Rules::NONE.with(row.rule), row.name));
    for (rules, name) in sets.chain([(Rules::for_pushes(), "all rules"), (Rules::NONE, "no rule")]) {
        let about = format!("{name}\n{}", xsb::write_xsb(level));
        let space = PushSpace::new(&board, rules, &mut budget).expect("no limits");
        let positions = positions(level, &board, space.encoding(), &solution);
        check(&space, space.heuristic().expect("one"), &positions, &about);
        let space = MoveSpace::new(&board, rules, &mut budget).expect("no limits");
        // Here a child costs steps, one of which is a push.
        check(&space, space.heuristic().expect("one"), &positions, &about);
    }
    solution.len()
}

#[test]
fn no_position_of_a_solution_is_called_dead_in_small_levels() {
    let levels = (0..700).map(pulled).chain((0..500).map(crowded));
    let steps: usize = levels.map(|level| follow(&level)).sum();
    assert!(steps > 6_000, "{steps}");
}

#[test]
fn no_position_of_a_solution_is_called_dead_in_the_builtin_levels() {
    let catalog = builtin();
    let mut steps = 0;
    for collection in catalog.collections() {
        for item in catalog.read_collection(collection).expect("readable") {
            let Ok(puzzle) = item.puzzle else { continue };
            if puzzle.kind() == "sokoban" && collection.name != "stuck" {
                let mut entries = formats::read(&puzzle.text()).expect("a level");
                let level = entries.remove(0).level.expect("legal");
                steps += follow(&level);
            }
        }
    }
    assert!(steps > 300, "{steps}");
}

/// The same with the levels of the collections in the folder `LURD_LEVELS`.
#[test]
#[ignore = "needs LURD_LEVELS"]
fn no_position_of_a_solution_is_called_dead_in_the_collections() {
    let (mut followed, mut all) = (0, 0);
    for (_, text) in files("") {
        let entries = formats::read(&text).expect("levels");
        let levels: Vec<Level> = entries.into_iter().filter_map(|entry| entry.level.ok()).collect();
        followed += levels.iter().filter(|level| follow(level) > 0).count();
        all += levels.len();
    }
    assert!(followed * 2 > all, "solutions of {followed} of {all} levels");
}
