//! A legal level: one player, as many boxes as goals, a closed room.
//!
//! Any board that can be written (with two players, say, or an open border) is a `Grid` of the formats. Only
//! a *legal* one is a [`Level`]. All code after reading works on levels and need not check them again.

use crate::{direction::Direction, square::Square};

/// A legal level. Squares are numbered row by row from the top left: `row * width + column`.
///
/// A level has exactly one player, who stands on neither a wall nor a box, and no box in a wall. It has as
/// many boxes as goals, unless it was read with [`allow_unequal`](lurd_puzzle::puzzle::ReadOptions::allow_unequal).
/// The squares that the player could reach without boxes do not touch the border of the grid, so every
/// neighbour of such a square is in the grid. Boxes and goals outside that room are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub(super) title: Option<String>,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) walls: Vec<bool>,
    pub(super) goals: Vec<bool>,
    pub(super) boxes: Vec<bool>,
    pub(super) player: usize,
}

impl Level {
    /// The title, if the text has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of squares: columns times rows.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.walls.len()
    }

    /// Whether a square is a wall.
    #[must_use]
    pub fn is_wall(&self, square: usize) -> bool {
        self.walls[square]
    }

    /// Whether a square is a goal.
    #[must_use]
    pub fn is_goal(&self, square: usize) -> bool {
        self.goals[square]
    }

    /// Whether a box stands on a square.
    #[must_use]
    pub fn is_box(&self, square: usize) -> bool {
        self.boxes[square]
    }

    /// The square of the player.
    #[must_use]
    pub fn player(&self) -> usize {
        self.player
    }

    /// The contents of a square.
    #[must_use]
    pub fn square(&self, square: usize) -> Square {
        match (self.boxes[square], self.goals[square]) {
            _ if self.walls[square] => Square::Wall,
            (true, true) => Square::BoxOnGoal,
            (true, false) => Square::Box,
            (false, true) if square == self.player => Square::PlayerOnGoal,
            (false, true) => Square::Goal,
            (false, false) if square == self.player => Square::Player,
            (false, false) => Square::Floor,
        }
    }

    /// The squares with boxes, in increasing order.
    pub fn boxes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares()).filter(|&square| self.boxes[square])
    }

    /// The squares with goals, in increasing order.
    pub fn goals(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares()).filter(|&square| self.goals[square])
    }

    /// The same level with boxes on other squares, which need not be as many as the goals.
    pub(super) fn with_boxes(&self, squares: &[usize]) -> Self {
        let mut boxes = vec![false; self.squares()];
        for &square in squares {
            boxes[square] = true;
        }
        Self { boxes, ..self.clone() }
    }

    /// The square next to `square`, if it is in the grid.
    #[must_use]
    pub fn neighbour(&self, square: usize, direction: Direction) -> Option<usize> {
        let column = square % self.width;
        match direction {
            Direction::Left => (column > 0).then(|| square - 1),
            Direction::Right => (column + 1 < self.width).then(|| square + 1),
            Direction::Up => square.checked_sub(self.width),
            Direction::Down => Some(square + self.width).filter(|&below| below < self.squares()),
        }
    }

    /// The same level with goals on other squares, which need not be as many as the boxes.
    pub(super) fn with_goals(&self, squares: &[usize]) -> Self {
        let mut goals = vec![false; self.squares()];
        for &square in squares {
            goals[square] = true;
        }
        Self { goals, ..self.clone() }
    }

    /// For each square, whether the player can reach it through squares that are not walls and satisfy `is_open`.
    pub(super) fn flood(&self, is_open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.squares()];
        seen[self.player] = true;
        let mut stack = vec![self.player];
        while let Some(square) = stack.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.neighbour(square, direction)) {
                if !seen[next] && !self.walls[next] && is_open(next) {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        seen
    }

    /// The place of a square for messages: `row R column C`, counted from 1.
    #[must_use]
    pub fn place(&self, square: usize) -> String {
        format!("row {} column {}", square / self.width + 1, square % self.width + 1)
    }
}
