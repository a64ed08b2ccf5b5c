//! A solution as pushes of one cell, with the walks between them.

use std::ops::Range;
use std::sync::Arc;

use crate::board::{Board, Cell};
use crate::direction::Direction;
use crate::level::Level;
use crate::notation::metrics::{Metrics, Primary, replay};
use crate::optimise::order::Order;
use crate::rules::Game;
use crate::state::{Push, lurd_from_pushes};

/// A legal solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    /// The pushes, by one cell each.
    pub(super) pushes: Vec<Push>,
    /// The steps of the walk before each push.
    walks: Vec<u32>,
    /// The text, with shortest walks.
    pub(super) lurd: String,
    /// The values of the metrics in the order in which solutions are compared.
    pub(super) rank: [u64; 5],
}

impl Solution {
    /// The solution that makes `pushes`, with shortest walks between them; `None` if that is not possible or does
    /// not solve the level.
    pub(super) fn new(
        level: &Arc<Level>,
        board: &Board,
        primary: Primary,
        pushes: Vec<Push>,
    ) -> Option<Self> {
        let lurd = lurd_from_pushes::lurd(board, &pushes)?;
        let mut game = Game::new(Arc::clone(level));
        let directions: Vec<_> = lurd.chars().filter_map(Direction::of_letter).collect();
        for &direction in &directions {
            game.step(direction).ok()?;
        }
        if !game.is_solved() {
            return None;
        }
        let rank = Metrics::of(&replay(level, directions).ok()?).rank(primary);
        let mut walks = Vec::with_capacity(pushes.len());
        let mut steps = 0;
        for letter in lurd.chars() {
            if letter.is_ascii_uppercase() {
                walks.push(steps);
                steps = 0;
            } else {
                steps += 1;
            }
        }
        Some(Self { pushes, walks, lurd, rank })
    }

    /// The cost of a stretch of pushes, with the walk to the push after it.
    pub(super) fn cost(&self, order: Order, range: &Range<usize>) -> u64 {
        let mut cost = 0;
        for at in range.clone() {
            let begins =
                self.walks[at] > 0 || at == 0 || self.pushes[at - 1].direction != self.pushes[at].direction;
            cost += order.walk(self.walks[at]) + order.pushes(1) + if begins { order.line() } else { 0 };
        }
        cost + self.walks.get(range.end).map_or(0, |&steps| order.walk(steps))
    }

    /// The stand of the push at an index.
    pub(super) fn stand(&self, board: &Board, at: usize) -> Option<Cell> {
        let push = self.pushes.get(at)?;
        Some(board.next(push.from, push.direction.opposite()))
    }

    /// The positions from the start of a stretch of pushes to its end: the boxes of all, one position after the
    /// other, and the player at the start.
    pub(super) fn positions(&self, board: &Board, range: &Range<usize>) -> (Vec<Cell>, Cell) {
        let mut boxes = board.boxes().to_vec();
        let mut player = board.player();
        let mut all = Vec::with_capacity(boxes.len() * (range.len() + 1));
        for (at, push) in self.pushes[..range.end].iter().enumerate() {
            if at >= range.start {
                all.extend_from_slice(&boxes);
            }
            if let Some(moved) = boxes.iter_mut().find(|cell| **cell == push.from) {
                *moved = board.next(push.from, push.direction);
            }
            if at < range.start {
                player = push.from;
            }
        }
        all.extend_from_slice(&boxes);
        (all, player)
    }

    /// The numbers of the boxes that are pushed in a stretch, in order; one after the other they differ.
    pub(super) fn trips(&self, board: &Board, range: &Range<usize>) -> Vec<usize> {
        let mut boxes = board.boxes().to_vec();
        let mut trips: Vec<usize> = Vec::new();
        for (at, push) in self.pushes[..range.end].iter().enumerate() {
            let Some(number) = boxes.iter().position(|&cell| cell == push.from) else { continue };
            boxes[number] = board.next(push.from, push.direction);
            if at >= range.start && trips.last() != Some(&number) {
                trips.push(number);
            }
        }
        trips
    }
}
