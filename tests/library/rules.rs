//! Sokoban by its plain rules: single steps, and levels as puzzles.

use proptest::prelude::*;

use std::sync::Arc;

use lurd::puzzle::CellRole::{Goal, Piece, Placed, Plain, Player, Wall};
use lurd::puzzle::{Confidence, Metric, Plugin, Puzzle};
use lurd::sokoban::Direction;
use lurd::sokoban::Sokoban;
use lurd::sokoban::formats::read;
use lurd::sokoban::rules::Game;
use lurd::verify;

fn game(text: &str) -> Game {
    Game::new(Arc::new(read(text).expect("a text").remove(0).level.expect("a level")))
}

#[test]
fn walks_pushes_and_refusals() {
    let mut game = game("########|#@ $$ .#|#  .  ##|########");
    assert_eq!(game.step(Direction::Right), Ok(false));
    let refusal = game.step(Direction::Right).expect_err("two boxes");
    assert_eq!(refusal.to_string(), "the box at row 2 column 4 is blocked by another box");
    let refusal = game.step(Direction::Up).expect_err("a wall");
    assert_eq!(refusal.to_string(), "a wall at row 1 column 3");
    for direction in [Direction::Down, Direction::Right, Direction::Right] {
        assert_eq!(game.step(direction), Ok(false));
    }
    let refusal = game.step(Direction::Up).expect_err("a wall behind the box");
    assert_eq!(refusal.to_string(), "the box at row 2 column 5 is blocked by a wall");
    assert_eq!(game.picture(), concat!("########\n", "#  $$ .#\n", "#  .@ ##\n", "########\n"));
}

#[test]
fn solved_when_the_last_box_is_on_a_goal_and_not_when_it_has_left() {
    let mut game = game("#######|#@$. .#|#  $  #|#######");
    assert!(!game.is_solved());
    assert_eq!(game.step(Direction::Right), Ok(true));
    assert!(!game.is_solved());
    assert_eq!(game.step(Direction::Right), Ok(true));
    assert!(!game.is_solved());
    let empty = self::game("#####|#@  #|#####");
    assert!(empty.is_solved());
    let mut one = self::game("########|#@$.   #|########");
    assert_eq!((one.step(Direction::Right), one.is_solved()), (Ok(true), true));
    assert_eq!((one.step(Direction::Right), one.is_solved()), (Ok(true), false));
}

proptest! {
    #[test]
    fn a_level_made_on_the_way_is_where_the_game_is(steps in proptest::collection::vec(0_usize..4, 0..60)) {
        let mut game = game("##########|#  . $   #|# @$ .#  #|#   $ .  #|##########");
        for step in steps {
            let before = game.clone();
            if game.step(Direction::ALL[step]).is_err() {
                prop_assert_eq!(&game, &before);
            }
            prop_assert_eq!(game.boxes().count(), 3);
            let off_goal = game.boxes().filter(|&at| !game.level().is_goal(at)).count();
            prop_assert_eq!(game.is_solved(), off_goal == 0);
            let level = read(&game.picture()).expect("a text").remove(0).level.expect("a level");
            prop_assert_eq!(Game::new(Arc::new(level)).picture(), game.picture());
        }
    }
}

fn puzzle(text: &str) -> Box<dyn Puzzle> {
    Sokoban.read(text).expect("a text").remove(0).puzzle.expect("a level")
}

#[test]
fn a_typed_level_is_read_replayed_and_pressed() {
    let puzzle = puzzle("######|#    #|#@$  #|#  . #|######");
    let replay = verify::replay(&*puzzle, "rU rd").expect("a solution in the wrong case");
    assert_eq!(replay.solution, "RurD");
    assert!(replay.metrics.contains(&Metric { name: "pushes", value: 2 }));
    let buttons = puzzle.buttons(&replay.steps).expect("a pad");
    assert_eq!((buttons.profile.as_ref(), buttons.presses.concat()), ("pad", "rightuprightdown".to_owned()));
    assert_eq!(puzzle.text().lines().count(), 5);
    assert_eq!(replay.end.puzzle().text(), replay.end.picture());
    let refusal = verify::replay(&*puzzle, "RR R").err().map(|refusal| refusal.to_string());
    assert_eq!(refusal.as_deref(), Some("step 3 'R': the box at row 3 column 5 is blocked by a wall"));
}

#[test]
fn one_step_at_a_time() {
    let mut start = puzzle(Sokoban.example()).start();
    assert!(start.apply("rr").is_err_and(|reason| reason.to_string() == "expected one step, found 2"));
    assert!(start.apply("x").is_err());
    assert_eq!(start.apply("r"), Ok("R".to_owned()));
    assert!(start.is_solved() && start.boxed().is_solved());
}

#[test]
fn each_square_of_a_picture_has_its_role() {
    let start = puzzle(Sokoban.example()).start();
    assert_eq!(start.cell_roles(0, "#@+$.* -"), [Wall, Player, Player, Piece, Goal, Placed, Plain, Plain]);
    let lines = start.picture();
    assert!(lines.lines().all(|line| start.cell_roles(0, line).len() == line.len()));
}

#[test]
fn what_it_claims() {
    assert_eq!(Sokoban.confidence("#####"), Confidence::Sure);
    assert_eq!(Sokoban.confidence("XXXXX\nX@*.X\nXXXXX\n"), Confidence::Sure);
    assert_eq!(Sokoban.confidence("*"), Confidence::Maybe);
    for text in ["", "1221/3443 -> 4342/3124", "source: [1, 2]", "left 0, up 3", "...", "help"] {
        assert_eq!(Sokoban.confidence(text), Confidence::No, "{text}");
    }
}
