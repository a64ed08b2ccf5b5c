//! The 4x4 shifter in 32 bytes: 16 bits a cell, a row a word. What a puzzle with larger states costs.

use lurd::outcome::Cost;
use lurd::space::{Space, Successors};

pub type Spread = [u64; 4];

/// Missile 4's source, as a space without a goal.
pub struct Spreads;

pub const MOVES: u8 = 16;

pub fn start() -> Spread {
    [0x1221, 0x3443, 0x3443, 0x2442]
        .map(|row: u64| (0..4).fold(0, |word, cell| word | ((row >> (12 - 4 * cell)) & 0xF) << (16 * cell)))
}

/// Row moves, left and right, then column moves, up and down.
#[inline]
pub fn moved(state: &Spread, number: u8) -> Spread {
    let mut next = *state;
    let line = usize::from(number % 8 / 2);
    if number < 8 {
        next[line] = if number.is_multiple_of(2) { next[line].rotate_right(16) } else { next[line].rotate_left(16) };
    } else {
        let column = 0xFFFF << (16 * line);
        let from = if number.is_multiple_of(2) { 1 } else { 3 };
        for row in 0..4 {
            next[row] = (state[row] & !column) | (state[(row + from) % 4] & column);
        }
    }
    next
}

impl Space for Spreads {
    type State = [u64];
    type Action = u8;

    fn start(&self) -> Vec<u64> {
        start().to_vec()
    }
    fn is_goal(&self, _: &[u64]) -> bool {
        false
    }
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        let state: Spread = [state[0], state[1], state[2], state[3]];
        for number in 0..MOVES {
            children.push(&moved(&state, number), number, 1 as Cost);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
}
