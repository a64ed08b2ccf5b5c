//! The rules of the game.
//!
//! The player moves one square left, up, right or down. A wall stops the player; a box is pushed if the square behind
//! it is free. The level is solved when every box is on a goal, or, with more boxes than goals, when every goal has a
//! box. This module uses no search, so that the results of a search can be checked against it.

use std::{fmt, sync::Arc};

use crate::{direction::Direction, level::Level, xsb::write_xsb};

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
        let boxes = (0..level.squares()).map(|square| level.is_box(square)).collect();
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
        if level.is_wall(to) {
            return Err(Blocked::Wall { row, column });
        }
        if !self.boxes[to] {
            self.player = to;
            return Ok(false);
        }
        let behind = level.neighbour(to, direction).filter(|&behind| !level.is_wall(behind));
        let behind = behind.ok_or(Blocked::Box { row, column, by: Obstacle::Wall })?;
        if self.boxes[behind] {
            return Err(Blocked::Box { row, column, by: Obstacle::Box });
        }
        self.off_goal += usize::from(level.is_goal(to));
        self.off_goal -= usize::from(level.is_goal(behind));
        self.boxes[to] = false;
        self.boxes[behind] = true;
        self.player = to;
        Ok(true)
    }

    /// The current position as a level with the same title.
    pub(crate) fn to_level(&self) -> Level {
        Level { player: self.player, ..self.level.with_boxes(&self.boxes().collect::<Vec<_>>()) }
    }

    /// The board in the letters of XSB, one line per row.
    #[must_use]
    pub fn picture(&self) -> String {
        write_xsb(&self.to_level())
    }
}
