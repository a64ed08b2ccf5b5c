//! Shortest paths to clicked squares: a walk of the player, and the fewest moves that push one box to a
//! square while all other boxes stay.
//!
//! A box's path is found by Dijkstra's algorithm over pairs of the box's square and the side on which the
//! player stands after a push; between two pushes the player walks a shortest path around the box. The player
//! is always beside the box after a push, so these pairs are complete. There are at most four floods per
//! square of the box: O(squares^2) in the worst case, so the squares visited are counted, and the search in a
//! very large room may be given up.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{direction::Direction, rules::Game};

/// The most squares that a search for a box's path may visit, which takes some tenths of a second.
const MAX_VISITS: u64 = 60_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPath {
    /// The square cannot be reached.
    None,
    /// The room is too large to find the shortest path quickly.
    TooFar,
}

/// The moves to a node that was not reached yet.
const UNREACHED: u32 = u32::MAX;

/// A shortest walk of the player to `to`. O(squares).
pub(crate) fn walk(game: &Game, to: usize) -> Option<Vec<Direction>> {
    let mut flood = Flood::new(game.level().squares());
    flood.run(game, game.player(), None, None);
    flood.steps_to(to)?;
    Some(flood.walk_to(game, to))
}

/// The fewest moves that push the box on `from` to `to` without moving another box; the last move is a push.
pub(crate) fn bring(game: &Game, from: usize, to: usize) -> Result<Vec<Direction>, NoPath> {
    if from == to {
        return Ok(Vec::new());
    }
    BoxSearch::new(game, from).run(to)
}

/// The state after a push: the box's square and the direction of the push.
type Node = (usize, Direction);

struct BoxSearch<'g> {
    game: &'g Game,
    from: usize,
    flood: Flood,
    /// For each node, the fewest moves to it and the node before it.
    best: Vec<(u32, Option<Node>)>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
    visits: u64,
}

impl<'g> BoxSearch<'g> {
    fn new(game: &'g Game, from: usize) -> Self {
        let squares = game.level().squares();
        Self {
            game,
            from,
            flood: Flood::new(squares),
            best: vec![(UNREACHED, None); squares * 4],
            open: BinaryHeap::new(),
            visits: 0,
        }
    }

    fn index((square, direction): Node) -> usize {
        square * 4 + direction as usize
    }

    fn node(index: usize) -> Node {
        (index / 4, Direction::ALL[index % 4])
    }

    fn run(mut self, to: usize) -> Result<Vec<Direction>, NoPath> {
        self.visits += self.flood.run(self.game, self.game.player(), None, None);
        self.push_on(0, self.from, None);
        while let Some(Reverse((moves, index))) = self.open.pop() {
            if moves > self.best[index].0 {
                continue;
            }
            let node = Self::node(index);
            let (square, direction) = node;
            if square == to {
                return Ok(self.trace(node));
            }
            if self.visits > MAX_VISITS {
                return Err(NoPath::TooFar);
            }
            let Some(player) = self.game.level().neighbour(square, direction.opposite()) else { continue };
            self.visits += self.flood.run(self.game, player, Some(square), Some(self.from));
            self.push_on(moves, square, Some(node));
        }
        Err(NoPath::None)
    }

    /// Opens the pushes of the box on `square` from the squares that the flood reached.
    fn push_on(&mut self, moves: u32, square: usize, before: Option<Node>) {
        let level = self.game.level();
        for direction in Direction::ALL {
            let stand = level.neighbour(square, direction.opposite());
            let next = level.neighbour(square, direction);
            let (Some(stand), Some(next)) = (stand, next) else { continue };
            let Some(walked) = self.flood.steps_to(stand) else { continue };
            if !is_free(self.game, next, Some(self.from)) {
                continue;
            }
            let moves = moves + walked + 1;
            let node = Self::index((next, direction));
            if moves < self.best[node].0 {
                self.best[node] = (moves, before);
                self.open.push(Reverse((moves, node)));
            }
        }
    }

    fn trace(mut self, node: Node) -> Vec<Direction> {
        let mut pushes = vec![node];
        while let (_, Some(before)) = self.best[Self::index(pushes[pushes.len() - 1])] {
            pushes.push(before);
        }
        pushes.reverse();
        let mut moves = Vec::new();
        let (mut player, mut square) = (self.game.player(), self.from);
        for (to, direction) in pushes {
            self.flood.run(self.game, player, Some(square), Some(self.from));
            if let Some(stand) = self.game.level().neighbour(square, direction.opposite()) {
                moves.extend(self.flood.walk_to(self.game, stand));
            }
            moves.push(direction);
            (player, square) = (square, to);
        }
        moves
    }
}

// Shortest walks of the player from one square to all others, breadth-first.

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
    pub(super) fn run(&mut self, game: &Game, from: usize, obstacle: Option<usize>, removed: Option<usize>) -> u64 {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::formats::read;

    fn game(text: &str) -> Game {
        Game::new(Arc::new(read(text).expect("a text").remove(0).level.expect("a level")))
    }

    fn lurd(path: &[Direction]) -> String {
        path.iter().map(|direction| direction.letter(false)).collect()
    }

    #[test]
    fn a_box_goes_round_a_corner_the_short_way() {
        let game = game("######|#    #|#@$  #|#  . #|######");
        // One right, one down: the player walks round the box.
        assert_eq!(bring(&game, 14, 21).map(|path| lurd(&path)), Ok("rurd".to_owned()));
        assert_eq!(bring(&game, 14, 14), Ok(Vec::new()));
        let cornered = self::game("#####|#$ .#|#@  #|#####");
        assert_eq!(bring(&cornered, 6, 7), Err(NoPath::None), "there is no square behind it for the player");
        assert_eq!(walk(&game, 16).map(|path| path.len()), Some(5));
        assert_eq!(walk(&game, 14), None);
    }

    #[test]
    fn the_box_itself_leaves_its_place_free() {
        // The player comes back through the square that the box has left.
        let game = game("#######|#     #|# @$  #|#  .  #|#######");
        let path = bring(&game, 17, 24).expect("a path");
        let mut replay = game.clone();
        for &direction in &path {
            replay.step(direction).expect("a legal step");
        }
        assert!(replay.is_solved());
        assert_eq!(path.len(), 3, "{}", lurd(&path));
    }
}
