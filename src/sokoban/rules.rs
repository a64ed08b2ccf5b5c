//! The rules of the game.
//!
//! The player moves one square left, up, right or down. A wall stops the player; a box is pushed if the
//! square behind it is free. The level is solved when every box is on a goal, or, with more boxes than goals,
//! when every goal has a box. This module uses no search, so that the results of a search can be checked
//! against it.

use std::fmt;
use std::sync::Arc;

use crate::sokoban::direction::Direction;
use crate::sokoban::level::Level;
use crate::sokoban::xsb::write_xsb;

/// A level being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The level at the start of the game.
    level: Arc<Level>,
    boxes: Vec<bool>,
    player: usize,
    /// The number of boxes off goal.
    off_goal: usize,
    /// The number of boxes that are more than goals.
    surplus: usize,
}

/// What blocks a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A wall, or the end of the grid.
    Wall,
    /// Another box.
    Box,
}

/// Why a step is impossible. Rows and columns count from 0, but from 1 in the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The player would walk into a wall.
    Wall {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// The player would push a box that cannot move.
    Box {
        /// The row of the box.
        row: usize,
        /// Its column.
        column: usize,
        /// What is behind it.
        by: Obstacle,
    },
    /// The player stands at the border of the grid (impossible in a level that was read).
    Border,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Wall { row, column } => write!(f, "a wall at row {} column {}", row + 1, column + 1),
            Self::Box { row, column, by } => {
                let by = match by {
                    Obstacle::Wall => "a wall",
                    Obstacle::Box => "another box",
                };
                write!(f, "the box at row {} column {} is blocked by {by}", row + 1, column + 1)
            }
            Self::Border => f.write_str("the board ends there"),
        }
    }
}

impl Game {
    /// Starts a game.
    #[must_use]
    pub fn new(level: Arc<Level>) -> Self {
        let boxes = level.boxes.clone();
        let off_goal = level.boxes().filter(|&square| !level.is_goal(square)).count();
        let surplus = level.boxes().count().saturating_sub(level.goals().count());
        Self { player: level.player(), boxes, off_goal, surplus, level }
    }

    /// The level at the start of the game.
    #[must_use]
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// The square of the player.
    #[must_use]
    pub fn player(&self) -> usize {
        self.player
    }

    /// Whether a box stands on a square. Squares outside the grid have none.
    #[must_use]
    pub fn is_box(&self, square: usize) -> bool {
        self.boxes.get(square).copied().unwrap_or(false)
    }

    /// The squares with boxes, in increasing order.
    pub fn boxes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.boxes.len()).filter(|&square| self.boxes[square])
    }

    /// Whether every box is on a goal, or every goal under a box if there are more boxes than goals.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.off_goal == self.surplus
    }

    /// Moves the player one square. Returns whether a box was pushed.
    ///
    /// # Errors
    /// What is in the way; the game is then unchanged.
    pub fn step(&mut self, direction: Direction) -> Result<bool, Blocked> {
        let level = &self.level;
        let to = level.neighbour(self.player, direction).ok_or(Blocked::Border)?;
        let (row, column) = (to / level.width, to % level.width);
        if level.walls[to] {
            return Err(Blocked::Wall { row, column });
        }
        if !self.boxes[to] {
            self.player = to;
            return Ok(false);
        }
        let behind = level.neighbour(to, direction).filter(|&behind| !level.walls[behind]);
        let behind = behind.ok_or(Blocked::Box { row, column, by: Obstacle::Wall })?;
        if self.boxes[behind] {
            return Err(Blocked::Box { row, column, by: Obstacle::Box });
        }
        self.off_goal += usize::from(level.goals[to]);
        self.off_goal -= usize::from(level.goals[behind]);
        self.boxes[to] = false;
        self.boxes[behind] = true;
        self.player = to;
        Ok(true)
    }

    /// The current position as a level with the same title.
    pub(crate) fn to_level(&self) -> Level {
        Level { boxes: self.boxes.clone(), player: self.player, ..Level::clone(&self.level) }
    }

    /// The board in the letters of XSB, one line per row.
    #[must_use]
    pub fn picture(&self) -> String {
        write_xsb(&self.to_level())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sokoban::formats::read;

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
                let again = Game::new(Arc::new(game.to_level()));
                prop_assert_eq!(again.picture(), game.picture());
                prop_assert_eq!(read(&game.picture()).expect("a text").remove(0).level, Ok(game.to_level()));
            }
        }
    }
}
