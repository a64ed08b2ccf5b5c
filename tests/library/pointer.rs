//! Compares clicks and drags with a simple oracle: on random positions every walk and every push of a box to a square
//! is legal and shortest, and there is none exactly where the oracle finds none.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::common::levels::{pulled, uniform};
use crate::common::random::Random;
use lurd::puzzle::{Controls, Coordinates, Position};
use lurd::sokoban::puzzle::SokobanPosition;
use lurd::sokoban::rules::Game;
use lurd::sokoban::{Direction, Level};

/// The number of positions.
const POSITIONS: u64 = 1000;

/// The fewest moves that bring one box to each square without moving another box, by single steps of the plain
/// rules.
fn oracle(game: &Game, chosen: usize) -> HashMap<usize, u32> {
    let others: Vec<usize> = game.boxes().filter(|&square| square != chosen).collect();
    let mut best = HashMap::new();
    let mut seen = HashMap::from([((game.player(), chosen), 0)]);
    let mut queue = VecDeque::from([(game.clone(), chosen, 0)]);
    while let Some((game, square, moves)) = queue.pop_front() {
        let known = best.entry(square).or_insert(moves);
        *known = moves.min(*known);
        for direction in Direction::ALL {
            let mut next = game.clone();
            if next.step(direction).is_err() || !others.iter().all(|&other| next.is_box(other)) {
                continue;
            }
            let square = next.boxes().find(|square| !others.contains(square)).expect("the box");
            if let std::collections::hash_map::Entry::Vacant(entry) = seen.entry((next.player(), square)) {
                entry.insert(moves + 1);
                queue.push_back((next, square, moves + 1));
            }
        }
    }
    best
}

/// A position of a random level after random steps.
fn position(seed: u64) -> Game {
    let mut random = Random::new(seed ^ 0x5EED);
    let level: Level = if seed.is_multiple_of(2) { pulled(seed) } else { uniform(seed) };
    let mut game = Game::new(Arc::new(level));
    for _ in 0..random.below(30) {
        let _ = game.step(Direction::ALL[random.below(4)]);
    }
    game
}

fn place(level: &Level, square: usize) -> Coordinates {
    Coordinates::new(square / level.width(), square % level.width())
}

/// One of the boxes, at random.
fn random_box(game: &Game, seed: u64) -> usize {
    let boxes: Vec<usize> = game.boxes().collect();
    boxes[Random::new(seed).below(boxes.len())]
}

/// The game after `steps`.
fn carried_out(game: &Game, steps: &[String]) -> Game {
    let mut position = SokobanPosition::new(game.clone());
    for step in steps {
        position.apply(step).unwrap_or_else(|reason| panic!("{steps:?}: {reason}\n{}", game.picture()));
    }
    position.game().clone()
}

#[test]
fn pushes_by_the_mouse_are_legal_and_shortest() {
    let (mut found, mut none) = (0, 0);
    for seed in 0..POSITIONS {
        let game = position(seed);
        let level = Arc::clone(game.level());
        let controls = SokobanPosition::new(game.clone());
        let chosen = random_box(&game, seed);
        let fewest = oracle(&game, chosen);
        for to in 0..level.squares() {
            let motion = controls.bring(place(&level, chosen), place(&level, to));
            let expected = fewest.get(&to).copied().filter(|_| to == chosen || !game.is_box(to));
            match (motion, expected) {
                (Ok(motion), Some(moves)) => {
                    let moves = usize::try_from(moves).expect("a number");
                    assert_eq!(motion.steps.len(), moves, "seed {seed}, to {to}\n{}", game.picture());
                    let end = carried_out(&game, &motion.steps);
                    assert!(end.is_box(to), "seed {seed}, to {to}\n{}", game.picture());
                    let stays = |&other: &usize| other == chosen || end.is_box(other);
                    assert!(game.boxes().all(|square| stays(&square)), "seed {seed}: another box was moved");
                    found += 1;
                }
                (Err(_), None) => none += 1,
                (motion, expected) => {
                    panic!("seed {seed}, to {to}: {motion:?} for {expected:?}\n{}", game.picture())
                }
            }
        }
    }
    assert!(found > 5_000 && none > 5_000, "{found} ways, {none} times none");
}

#[test]
fn walks_by_the_mouse_are_legal_and_shortest() {
    for seed in 0..POSITIONS {
        let game = position(seed);
        let level = Arc::clone(game.level());
        let mut steps = HashMap::from([(game.player(), 0)]);
        let mut queue = VecDeque::from([game.player()]);
        while let Some(square) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = level.neighbour(square, direction).expect("a closed level");
                if !level.is_wall(next) && !game.is_box(next) && !steps.contains_key(&next) {
                    steps.insert(next, steps[&square] + 1);
                    queue.push_back(next);
                }
            }
        }
        let controls = SokobanPosition::new(game.clone());
        for to in 0..level.squares() {
            let motion = controls.go(place(&level, to));
            assert_eq!(motion.as_ref().ok().map(|it| it.steps.len()), steps.get(&to).copied(), "seed {seed}");
            if let Ok(motion) = motion {
                assert_eq!(carried_out(&game, &motion.steps).player(), to);
            }
        }
    }
}

/// The places of an overlay, as squares of the level.
fn marked(position: &SokobanPosition, name: &str, chosen: Option<Coordinates>) -> Vec<usize> {
    let overlay = position.overlays().iter().find(|overlay| overlay.name == name).expect("an overlay");
    let places = position.marked(overlay, chosen).expect("a small level");
    assert!(places.is_sorted(), "in reading order");
    places.iter().map(|place| place.row * position.game().level().width() + place.column).collect()
}

#[test]
fn marked_squares_are_those_of_the_plain_rules() {
    let (mut targets, mut walks) = (0, 0);
    for seed in 0..POSITIONS {
        let game = position(seed);
        let level = Arc::clone(game.level());
        let controls = SokobanPosition::new(game.clone());
        let chosen = random_box(&game, seed);
        let mut expected: Vec<usize> = oracle(&game, chosen).into_keys().filter(|&to| to != chosen).collect();
        expected.sort_unstable();
        let found = marked(&controls, "targets", Some(place(&level, chosen)));
        assert_eq!(found, expected, "seed {seed}, the box on {chosen}\n{}", game.picture());
        targets += found.len();
        let expected: Vec<usize> = (0..level.squares()).filter(|&to| controls.go(place(&level, to)).is_ok()).collect();
        assert_eq!(marked(&controls, "reachable", None), expected, "seed {seed}\n{}", game.picture());
        walks += expected.len();
    }
    assert!(targets > 5_000 && walks > 5_000, "{targets} targets, {walks} squares to walk to");
}

/// Checks that the box on a square can be pushed to no goal.
fn assert_no_goal(position: &SokobanPosition, square: usize, seed: u64) {
    let level = position.game().level();
    let targets = marked(position, "targets", Some(place(level, square)));
    assert!(!targets.iter().any(|&to| level.is_goal(to)), "seed {seed}\n{}", position.game().picture());
}

#[test]
fn boxes_on_dead_squares_and_frozen_ones_reach_no_goal() {
    let (mut dead_squares, mut frozen_boxes) = (0, 0);
    for seed in 0..POSITIONS {
        let game = position(seed);
        let controls = SokobanPosition::new(game.clone());
        let dead = marked(&controls, "dead", None);
        dead_squares += dead.len();
        for &square in &dead {
            assert!(!game.level().is_goal(square), "seed {seed}: a goal is never dead\n{}", game.picture());
            if game.is_box(square) {
                assert_no_goal(&controls, square, seed);
            }
        }
        let frozen = marked(&controls, "frozen", None);
        frozen_boxes += frozen.len();
        for &square in &frozen {
            assert!(game.is_box(square), "seed {seed}");
            if !game.level().is_goal(square) {
                assert_no_goal(&controls, square, seed);
            }
        }
    }
    assert!(dead_squares > 5_000 && frozen_boxes > 100, "{dead_squares} squares, {frozen_boxes} boxes");
}
