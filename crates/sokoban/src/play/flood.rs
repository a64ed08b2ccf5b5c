//! Shortest walks of the player from one square to all others, breadth-first.

use crate::direction::Direction;
use crate::rules::Game;

const UNREACHED: u32 = u32::MAX;

/// The number of steps from one square to each square; reusable for further floods of the same level.
pub(super) struct Flood {
    steps: Vec<u32>,
    queue: Vec<usize>,
}

impl Flood {
    /// Creates an empty flood of a level with that number of squares.
    pub(super) fn new(squares: usize) -> Self {
        Self { steps: vec![UNREACHED; squares], queue: Vec::new() }
    }

    /// Floods from `from`, with `obstacle` as an additional wall and without the box on `removed`. Returns
    /// the number of squares visited.
    pub(super) fn run(
        &mut self,
        game: &Game,
        from: usize,
        obstacle: Option<usize>,
        removed: Option<usize>,
    ) -> u64 {
        for &square in &self.queue {
            self.steps[square] = UNREACHED;
        }
        self.queue.clear();
        self.queue.push(from);
        self.steps[from] = 0;
        let mut next_in_queue = 0;
        while let Some(&square) = self.queue.get(next_in_queue) {
            next_in_queue += 1;
            for direction in Direction::ALL {
                if let Some(next) = game.level().neighbour(square, direction)
                    && self.steps[next] == UNREACHED
                    && obstacle != Some(next)
                    && is_free(game, next, removed)
                {
                    self.steps[next] = self.steps[square] + 1;
                    self.queue.push(next);
                }
            }
        }
        self.queue.len() as u64
    }

    /// The number of steps to a square; `None` if the flood did not reach it.
    pub(super) fn steps_to(&self, square: usize) -> Option<u32> {
        Some(self.steps[square]).filter(|&steps| steps != UNREACHED)
    }

    /// The squares that the flood reached, in no particular order.
    pub(super) fn reached(&self) -> &[usize] {
        &self.queue
    }

    /// A shortest walk to a square that the flood reached.
    pub(super) fn walk_to(&self, game: &Game, to: usize) -> Vec<Direction> {
        let mut walk = Vec::new();
        let mut square = to;
        while self.steps[square] > 0 {
            let last_step = Direction::ALL.into_iter().find_map(|direction| {
                let before = game.level().neighbour(square, direction.opposite())?;
                let is_nearer = self.steps_to(before)? + 1 == self.steps[square];
                is_nearer.then_some((direction, before))
            });
            let Some((direction, before)) = last_step else { break };
            walk.push(direction);
            square = before;
        }
        walk.reverse();
        walk
    }
}

/// Whether neither a wall nor a box other than that on `removed` is on `square`.
pub(super) fn is_free(game: &Game, square: usize, removed: Option<usize>) -> bool {
    !game.level().is_wall(square) && (!game.is_box(square) || removed == Some(square))
}
