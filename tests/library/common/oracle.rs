//! The fewest pushes and the fewest moves of a level, by looking at every position.
//!
//! It uses the plain rules, single steps and nothing that could be wrong: no dead squares, no
//! estimates, no normal form of the player's place. Slow, so for small levels.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::sync::Arc;

use lurd::sokoban::rules::Game;
use lurd::sokoban::{Direction, Level};

/// What is true of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// It can be solved.
    Solvable {
        /// The fewest pushes of any solution.
        pushes: u64,
        /// The fewest moves of any solution.
        moves: u64,
    },
    /// Every position was seen and none is solved.
    Unsolvable,
    /// There are more positions than were allowed.
    Unknown,
}

/// How many positions [`optimum`] looks at: a few seconds, some hundred megabytes.
pub const POSITIONS: usize = 1_000_000;

/// Looks at up to [`POSITIONS`] positions.
pub fn optimum(level: &Level) -> Oracle {
    optimum_within(level, POSITIONS)
}

/// Looks at up to `positions` positions for the pushes, and again for the moves.
pub fn optimum_within(level: &Level, positions: usize) -> Oracle {
    let level = Arc::new(level.clone());
    match (fewest(&level, u64::from, positions), fewest(&level, |_| 1, positions)) {
        (Ok(Some(pushes)), Ok(Some(moves))) => Oracle::Solvable { pushes, moves },
        (Ok(None), _) | (_, Ok(None)) => Oracle::Unsolvable,
        _ => Oracle::Unknown,
    }
}

/// The fewest pushes, and the fewest moves with so many pushes; or with `pushes_first` false the fewest
/// moves, and the fewest pushes with so many moves. `None` if there is no solution or there are more
/// positions than allowed.
pub fn fewest_of_both(level: &Level, pushes_first: bool, positions: usize) -> Option<(u64, u64)> {
    let mut done = HashSet::new();
    let start = Game::new(Arc::new(level.clone()));
    // Positions by number, so that the heap need not compare games.
    let mut games = vec![start];
    let mut heap = BinaryHeap::from([Reverse(((0_u64, 0_u64), 0_usize))]);
    while let Some(Reverse((so_far, index))) = heap.pop() {
        if games[index].is_solved() {
            return Some(so_far);
        }
        if !done.insert(position(&games[index])) {
            continue;
        }
        if done.len() > positions {
            return None;
        }
        for direction in Direction::ALL {
            let mut next = games[index].clone();
            if let Ok(pushed) = next.step(direction) {
                let (pushes, moves) = (u64::from(pushed), 1);
                let (first, second) = if pushes_first { (pushes, moves) } else { (moves, pushes) };
                heap.push(Reverse(((so_far.0 + first, so_far.1 + second), games.len())));
                games.push(next);
            }
        }
    }
    None
}

/// Too many positions.
struct TooMany;

/// The smallest sum of costs of steps (0 or 1, by whether the step pushes) to a solved position.
/// A queue with two ends holds the positions in the order of their costs.
fn fewest(level: &Arc<Level>, cost: fn(bool) -> u64, positions: usize) -> Result<Option<u64>, TooMany> {
    let mut done = HashSet::new();
    let mut queue = VecDeque::from([(0, Game::new(Arc::clone(level)))]);
    while let Some((so_far, game)) = queue.pop_front() {
        if game.is_solved() {
            return Ok(Some(so_far));
        }
        if !done.insert(position(&game)) {
            continue;
        }
        if done.len() > positions {
            return Err(TooMany);
        }
        for direction in Direction::ALL {
            let mut next = game.clone();
            match next.step(direction) {
                Ok(pushed) if cost(pushed) == 0 => queue.push_front((so_far, next)),
                Ok(_) => queue.push_back((so_far + 1, next)),
                Err(_) => {}
            }
        }
    }
    Ok(None)
}

/// The boxes in order, then the player.
fn position(game: &Game) -> Vec<u16> {
    let squares = game.boxes().chain([game.player()]);
    squares.map(|square| u16::try_from(square).expect("a small level")).collect()
}
