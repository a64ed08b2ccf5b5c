//! An additive pattern database of the 15-puzzle (Korf & Felner, *Disjoint pattern database heuristics*, 2002): the
//! slides of the tiles 1 to 5, 6 to 10 and 11 to 15, counted separately.

#![allow(clippy::cast_possible_truncation, reason = "24 bits fit into an index")]

use std::sync::LazyLock;

use crate::fifteen::{Estimator, NEIGHBOURS, SOLVED};

/// Tiles of a pattern.
const TILES: u32 = 5;
/// Bits of the cells of a pattern's tiles.
const BITS: u32 = 4 * TILES;
const UNKNOWN: u8 = u8::MAX;

/// For the cells of each pattern's tiles, the least number of slides of these tiles.
pub struct Additive([Vec<u8>; 3]);

static ADDITIVE: LazyLock<Additive> = LazyLock::new(|| Additive([0, 1, 2].map(slides)));

pub fn additive() -> &'static Additive {
    &ADDITIVE
}

/// The least numbers of slides of a pattern's tiles, by breadth-first search from the goal in which slides of other
/// tiles cost nothing. A state is the cell of the gap, and then the cells of the tiles.
fn slides(pattern: u32) -> Vec<u8> {
    let start = (SOLVED >> (4 + BITS * pattern) & ((1 << BITS) - 1)) << 4 | SOLVED & 0xF;
    let mut known = vec![false; 1 << (BITS + 4)];
    let mut table = vec![UNKNOWN; 1 << BITS];
    let mut layer = vec![start];
    let mut next_layer = Vec::new();
    for depth in 0.. {
        while let Some(state) = layer.pop() {
            if std::mem::replace(&mut known[state as usize], true) {
                continue;
            }
            let slides = &mut table[(state >> 4) as usize];
            *slides = depth.min(*slides);
            let gap = state & 0xF;
            for cell in NEIGHBOURS[gap as usize].into_iter().flatten() {
                let cell = u64::from(cell);
                let tile = (1..=TILES).find(|tile| state >> (4 * tile) & 0xF == cell);
                let next = state ^ (gap ^ cell);
                match tile {
                    Some(tile) => next_layer.push(next ^ (gap ^ cell) << (4 * tile)),
                    None => layer.push(next),
                }
            }
        }
        if next_layer.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut next_layer);
    }
    table
}

impl Estimator for &'static Additive {
    #[inline]
    fn of(self, places: u64) -> u8 {
        let slides =
            |pattern: u32| self.0[pattern as usize][(places >> (4 + BITS * pattern)) as usize & ((1 << BITS) - 1)];
        slides(0) + slides(1) + slides(2)
    }

    #[inline]
    fn after(self, _: u8, places: u64, _: u8, _: u8, _: u8) -> u8 {
        self.of(places)
    }
}
