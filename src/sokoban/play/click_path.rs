//! The shortest ways of a player who points at squares: a walk to a square, and the fewest moves that
//! bring one box to a square while all others stay.
//!
//! The box's way is Dijkstra's over pairs of the box's square and the side on which the player stands
//! after a push; between two pushes lies a shortest walk around the box, found breadth-first. A player
//! who pushes a box is always beside it, so these pairs are all that matter. At most four floods of the
//! floor a square of the box: O(squares^2) in the worst case, which is why the squares visited are
//! counted and the search for a box in a very large hall may be given up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::sokoban::direction::Direction;
use crate::sokoban::rules::Game;

/// Squares that a search for a box's way may visit: some tenths of a second.
const MAX_VISITS: u64 = 60_000_000;

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWay {
    /// No steps lead there.
    None,
    /// The hall is too large to find the shortest one soon.
    TooFar,
}

const UNSEEN: u32 = u32::MAX;

/// A flood of the floor from one square.
struct Flood {
    steps: Vec<u32>,
    queue: Vec<usize>,
}

impl Flood {
    fn new(squares: usize) -> Self {
        Self { steps: vec![UNSEEN; squares], queue: Vec::new() }
    }

    /// Floods from `from`, with one more obstacle and without the box that stands on `lifted`.
    fn run(&mut self, game: &Game, from: usize, obstacle: Option<usize>, lifted: Option<usize>) -> u64 {
        for &square in &self.queue {
            self.steps[square] = UNSEEN;
        }
        self.queue.clear();
        self.queue.push(from);
        self.steps[from] = 0;
        let mut next_in_queue = 0;
        while let Some(&square) = self.queue.get(next_in_queue) {
            next_in_queue += 1;
            for direction in Direction::ALL {
                if let Some(next) = game.level().neighbour(square, direction)
                    && self.steps[next] == UNSEEN
                    && is_free(game, next, obstacle, lifted)
                {
                    self.steps[next] = self.steps[square] + 1;
                    self.queue.push(next);
                }
            }
        }
        self.queue.len() as u64
    }

    /// The steps to a square that the flood reached.
    fn to(&self, square: usize) -> Option<u32> {
        Some(self.steps[square]).filter(|&steps| steps != UNSEEN)
    }

    /// A shortest way there.
    fn way(&self, game: &Game, to: usize) -> Vec<Direction> {
        let mut way = Vec::new();
        let mut square = to;
        while self.steps[square] > 0 {
            let back = Direction::ALL.into_iter().find_map(|direction| {
                let before = game.level().neighbour(square, direction.opposite())?;
                let is_nearer = self.to(before)? + 1 == self.steps[square];
                is_nearer.then_some((direction, before))
            });
            let Some((direction, before)) = back else { break };
            way.push(direction);
            square = before;
        }
        way.reverse();
        way
    }
}

fn is_free(game: &Game, square: usize, obstacle: Option<usize>, lifted: Option<usize>) -> bool {
    !game.level().is_wall(square)
        && obstacle != Some(square)
        && (!game.is_box(square) || lifted == Some(square))
}

/// A shortest walk of the player to `to`. O(squares).
#[must_use]
pub fn walk(game: &Game, to: usize) -> Option<Vec<Direction>> {
    let mut flood = Flood::new(game.level().squares());
    flood.run(game, game.player(), None, None);
    flood.to(to)?;
    Some(flood.way(game, to))
}

/// The fewest moves that bring the box on `from` to `to`, with no other box moved; the last one is a
/// push.
///
/// # Errors
/// There is no way, or finding it would take too long.
pub fn bring(game: &Game, from: usize, to: usize) -> Result<Vec<Direction>, NoWay> {
    if from == to {
        return Ok(Vec::new());
    }
    Search::new(game, from).run(to)
}

/// After a push: where the box is, and the direction of the push.
type Node = (usize, Direction);

struct Search<'g> {
    game: &'g Game,
    from: usize,
    flood: Flood,
    /// The moves to each node, and the node before it.
    best: Vec<(u32, Option<Node>)>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
    visits: u64,
}

impl<'g> Search<'g> {
    fn new(game: &'g Game, from: usize) -> Self {
        let squares = game.level().squares();
        Self {
            game,
            from,
            flood: Flood::new(squares),
            best: vec![(UNSEEN, None); squares * 4],
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

    fn run(mut self, to: usize) -> Result<Vec<Direction>, NoWay> {
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
                return Err(NoWay::TooFar);
            }
            let Some(player) = self.game.level().neighbour(square, direction.opposite()) else { continue };
            self.visits += self.flood.run(self.game, player, Some(square), Some(self.from));
            self.push_on(moves, square, Some(node));
        }
        Err(NoWay::None)
    }

    /// Opens the pushes of the box on `square` that the flood can reach.
    fn push_on(&mut self, moves: u32, square: usize, before: Option<Node>) {
        let level = self.game.level();
        for direction in Direction::ALL {
            let stand = level.neighbour(square, direction.opposite());
            let next = level.neighbour(square, direction);
            let (Some(stand), Some(next)) = (stand, next) else { continue };
            let Some(walked) = self.flood.to(stand) else { continue };
            if !is_free(self.game, next, None, Some(self.from)) {
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

    /// The moves that lead to `node`.
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
                moves.extend(self.flood.way(self.game, stand));
            }
            moves.push(direction);
            (player, square) = (square, to);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::sokoban::formats::read;

    fn game(text: &str) -> Game {
        Game::new(Arc::new(read(text).expect("a text").remove(0).level.expect("a level")))
    }

    fn words(way: &[Direction]) -> String {
        way.iter().map(|direction| direction.letter(false)).collect()
    }

    #[test]
    fn a_box_goes_round_a_corner_the_short_way() {
        let game = game("######|#    #|#@$  #|#  . #|######");
        // One right, one down: the player walks round the box.
        assert_eq!(bring(&game, 14, 21).map(|way| words(&way)), Ok("rurd".to_owned()));
        assert_eq!(bring(&game, 14, 14), Ok(Vec::new()));
        let cornered = self::game("#####|#$ .#|#@  #|#####");
        assert_eq!(bring(&cornered, 6, 7), Err(NoWay::None), "nobody can stand behind it");
        assert_eq!(walk(&game, 16).map(|way| way.len()), Some(5));
        assert_eq!(walk(&game, 14), None);
    }

    #[test]
    fn the_box_itself_leaves_its_place_free() {
        // The player comes back through the square that the box has left.
        let game = game("#######|#     #|# @$  #|#  .  #|#######");
        let there = bring(&game, 17, 24).expect("a way");
        let mut replay = game.clone();
        for &direction in &there {
            replay.step(direction).expect("a legal step");
        }
        assert!(replay.is_solved());
        assert_eq!(there.len(), 3, "{}", words(&there));
    }
}
