//! A legal level: one player, as many boxes as goals, a closed room.
//!
//! Any board that can be written (with two players, say, or an open border) is a `Grid` of the formats. Only
//! a *legal* one is a [`Level`]. All code after reading works on levels and need not check them again.

use crate::{
    direction::Direction,
    square::{SQUARES, Square},
};

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
    /// What is on each square: the sum of some of [`WALL`], [`GOAL`] and [`BOX`].
    pub(super) contents: Box<[u8]>,
    pub(super) player: usize,
}

pub(super) const WALL: u8 = 1;
pub(super) const GOAL: u8 = 2;
pub(super) const BOX: u8 = 4;

/// What is on a square, without the player.
pub(super) fn contents_of(square: Square) -> u8 {
    /// In the order of [`Square`]; a table is faster than branches.
    const CONTENTS: [u8; SQUARES] = [0, WALL, GOAL, BOX, GOAL + BOX, 0, GOAL];
    CONTENTS[square as usize]
}

impl Level {
    /// A level without a title. `is` says of each square whether it is a wall, a goal, and has a box.
    pub(super) fn new(width: usize, height: usize, player: usize, is: impl Fn(usize) -> [bool; 3]) -> Self {
        let bits =
            |[wall, goal, has_box]: [bool; 3]| u8::from(wall) * WALL + u8::from(goal) * GOAL + u8::from(has_box) * BOX;
        Self { title: None, width, contents: (0..width * height).map(|square| bits(is(square))).collect(), player }
    }

    /// Puts a wall, a goal or a box on a square, or takes it away.
    pub(super) fn set(&mut self, square: usize, what: u8, is_there: bool) {
        self.contents[square] = self.contents[square] & !what | if is_there { what } else { 0 };
    }

    /// The number of squares with a wall, a goal or a box.
    pub(super) fn count(&self, what: u8) -> usize {
        self.contents.iter().filter(|&contents| contents & what != 0).count()
    }

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
        self.contents.len() / self.width
    }

    /// The number of squares: columns times rows.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.contents.len()
    }

    /// Whether a square is a wall.
    #[must_use]
    pub fn is_wall(&self, square: usize) -> bool {
        self.contents[square] & WALL != 0
    }

    /// Whether a square is a goal.
    #[must_use]
    pub fn is_goal(&self, square: usize) -> bool {
        self.contents[square] & GOAL != 0
    }

    /// Whether a box stands on a square.
    #[must_use]
    pub fn is_box(&self, square: usize) -> bool {
        self.contents[square] & BOX != 0
    }

    /// The square of the player.
    #[must_use]
    pub fn player(&self) -> usize {
        self.player
    }

    /// The contents of a square.
    #[must_use]
    pub fn square(&self, square: usize) -> Square {
        match (self.is_box(square), self.is_goal(square)) {
            _ if self.is_wall(square) => Square::Wall,
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
        (0..self.squares()).filter(|&square| self.is_box(square))
    }

    /// The squares with goals, in increasing order.
    pub fn goals(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares()).filter(|&square| self.is_goal(square))
    }

    /// The same level with boxes on other squares, which need not be as many as the goals.
    pub(super) fn with_boxes(&self, squares: &[usize]) -> Self {
        self.with_only(BOX, squares)
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
        self.with_only(GOAL, squares)
    }

    fn with_only(&self, what: u8, squares: &[usize]) -> Self {
        let mut level = self.clone();
        level.contents.iter_mut().for_each(|contents| *contents &= !what);
        for &square in squares {
            level.set(square, what, true);
        }
        level
    }

    /// For each square, whether the player can reach it through squares that are not walls and satisfy `is_open`.
    pub(super) fn flood(&self, is_open: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.squares()];
        seen[self.player] = true;
        let mut stack = vec![self.player];
        while let Some(square) = stack.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.neighbour(square, direction)) {
                if !seen[next] && !self.is_wall(next) && is_open(next) {
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
