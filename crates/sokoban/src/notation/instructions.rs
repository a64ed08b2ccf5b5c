//! An answer push by push, each with the walk to it.

use std::ops::Range;

use lurd_puzzle::puzzle::{Coordinates, Instruction, Instructions, PadButton};

use crate::{direction::Direction, level::Level, rules::Game};

/// The pushes of an answer that begins with `game`; `describe` puts some of its steps into words. Steps after
/// the last push belong to it.
pub(crate) fn push_by_push(
    mut game: Game,
    directions: &[Direction],
    describe: impl Fn(Range<usize>) -> String,
) -> Instructions {
    let moves = |steps: Range<usize>| Instruction {
        steps: steps.len(),
        presses: directions[steps.clone()].iter().map(|direction| button(*direction)).collect(),
        action: describe(steps),
        ..Instruction::default()
    };
    let mut list: Vec<Instruction> = Vec::new();
    let mut begun = 0;
    for (at, direction) in directions.iter().enumerate() {
        // The steps have been replayed before.
        if game.step(*direction) == Ok(true) {
            let moved_to = ahead(&game, *direction);
            let is_goal = game.level().is_goal(square(game.level(), moved_to));
            let goal = if is_goal { ", a goal" } else { "" };
            let mut push = moves(begun..at + 1);
            // A push is one square.
            push.action = push.action.strip_suffix(" 1").map_or(push.action.clone(), str::to_owned);
            let effect = format!("the box goes to {moved_to}{goal}");
            list.push(Instruction { effect, moved_to: Some(moved_to), ..push });
            begun = at + 1;
        }
    }
    let unit = if list.is_empty() { "walks" } else { "pushes" };
    if begun < directions.len() {
        let walk = moves(begun..directions.len());
        match list.last_mut() {
            None => list.push(walk),
            Some(push) => {
                push.steps += walk.steps;
                push.presses.extend(walk.presses);
                push.action = format!("{}, then {}", push.action, walk.action);
            }
        }
    }
    Instructions { unit, list, pad: cross(), ..Instructions::default() }
}

/// The square ahead of the player.
fn ahead(game: &Game, direction: Direction) -> Coordinates {
    let (row, column) = (game.player() / game.level().width(), game.player() % game.level().width());
    match direction {
        Direction::Left => Coordinates::new(row, column.saturating_sub(1)),
        Direction::Up => Coordinates::new(row.saturating_sub(1), column),
        Direction::Right => Coordinates::new(row, column + 1),
        Direction::Down => Coordinates::new(row + 1, column),
    }
}

fn square(level: &Level, place: Coordinates) -> usize {
    place.row * level.width() + place.column
}

fn button(direction: Direction) -> String {
    let name = direction.word();
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// The four directions as they lie on a pad.
fn cross() -> Vec<PadButton> {
    let at = |direction| match direction {
        Direction::Left => Coordinates::new(1, 0),
        Direction::Up => Coordinates::new(0, 1),
        Direction::Right => Coordinates::new(1, 2),
        Direction::Down => Coordinates::new(2, 1),
    };
    let button = |direction| PadButton { name: button(direction), at: at(direction), hand: None };
    Direction::ALL.map(button).into()
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::{Coordinates, Plugin};

    use crate::Sokoban;

    fn lines(level: &str, solution: &str) -> (&'static str, Vec<String>, usize) {
        let puzzle = Sokoban.read(level).expect("a text").remove(0).puzzle.expect("a level");
        let steps: Vec<String> = solution.chars().map(String::from).collect();
        let given = puzzle.instructions(&steps);
        assert_eq!(given.list.iter().map(|it| it.steps).sum::<usize>(), steps.len());
        let line = |it: &lurd_puzzle::puzzle::Instruction| format!("{}: {}", it.action, it.effect);
        let last = given.list.last().and_then(|it| it.moved_to).unwrap_or_default();
        assert!(last == Coordinates::new(2, 5) || given.unit == "walks");
        (given.unit, given.list.iter().map(line).collect(), given.pad.len())
    }

    #[test]
    fn each_push_comes_with_the_walk_to_it() {
        let (unit, all, pad) = lines("#######|#@    #|# $ . #|#     #|#######", "dRRRdull");
        assert_eq!((unit, pad), ("pushes", 4));
        assert_eq!(
            all,
            [
                "down 1, push right: the box goes to row 3 column 4",
                "push right: the box goes to row 3 column 5, a goal",
                "push right, then down 1, up 1, left 2: the box goes to row 3 column 6"
            ]
        );
        let (unit, all, _) = lines("#####|#@*##|#  ##|#####", "d");
        assert_eq!((unit, all), ("walks", vec!["down 1: ".to_owned()]));
    }
}
