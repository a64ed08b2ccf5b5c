//! What a search for a target stands on: the bounds of walking distance, and all boards some moves
//! away from the target.
//!
//! The boards of one layer around the target (a perimeter: Dillenburg and Nelson, *Perimeter search*,
//! 1994) end a depth-first search early: with so many moves left a board is in the layer, or the
//! target is farther than that. It cannot be nearer, because then an earlier iteration had found it.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::super::board::Board;
use super::super::cells::{Cells, Turn};
use super::super::slide::Moves;
use super::walking::Walking;
use super::{Planes, pack, transposed};
use crate::budget::Budget;
use crate::outcome::Stop;

/// The layer is the last one with no more boards than this.
const MOST: usize = 50_000;

/// The bounds and the perimeter of one target.
pub(super) struct Ground {
    target: Board,
    moves: Moves,
    pub(super) rows: Walking,
    pub(super) columns: Walking,
    /// How many moves away the layer is.
    pub(super) depth: u32,
    slots: Vec<u64>,
    filter: Vec<u64>,
}

/// No planes look like this: some tile is of the first class.
const NONE: u64 = u64::MAX;

/// The last one that was made in this process: boards often come with the same target.
static LAST: Mutex<Option<Arc<Ground>>> = Mutex::new(None);

impl Ground {
    /// The ground for a target.
    pub(super) fn of(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Arc<Self>, Stop> {
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(ground) = last.filter(|it| it.moves == moves && it.target == *target) {
            budget.grow(ground.bytes())?;
            return Ok(ground);
        }
        let ground = Arc::new(Self::new(target, moves, budget)?);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&ground));
        Ok(ground)
    }

    fn new(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let board = pack(target);
        let rows = Walking::new(board, moves, None, budget)?;
        let columns = Walking::new(transposed(board), moves, Some(&rows), budget)?;
        let turn = |slide| Turn::new(target, Cells::NIBBLES, slide);
        let turns: Vec<Turn> = moves.on(target).into_iter().map(turn).collect();
        // A layer and what is seen before it, some 30 bytes a board with the table's growth.
        budget.grow(32 * MOST as u64)?;
        let mut seen = FxHashSet::from_iter([board]);
        let (mut layer, mut depth) = (vec![board], 0);
        loop {
            let mut next = Vec::new();
            for &board in &layer {
                budget.check()?;
                next.extend(turns.iter().map(|turn| turn.turn(board)).filter(|&child| seen.insert(child)));
            }
            if next.is_empty() || next.len() > MOST {
                break;
            }
            (layer, depth) = (next, depth + 1);
        }
        budget.shrink(32 * MOST as u64);
        let size = (2 * layer.len()).next_power_of_two().max(64);
        let mut ground = Self {
            target: target.clone(),
            moves,
            rows,
            columns,
            depth,
            slots: vec![NONE; size],
            filter: vec![0; size / 16],
        };
        budget.grow(ground.bytes() - ground.rows.bytes() - ground.columns.bytes())?;
        for board in layer {
            let planes = ground.planes(board);
            let slot = ground.slot(planes.word());
            ground.slots[slot] = planes.word();
            let bit = ground.bit(planes.word());
            ground.filter[bit / 64] |= 1 << (bit % 64);
        }
        Ok(ground)
    }

    /// The bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + 8 * (self.slots.len() + self.filter.len()) as u64
    }

    /// The classes of the tiles of a board.
    pub(super) fn planes(&self, board: u64) -> Planes {
        Planes { rows: self.rows.plane(board), columns: self.columns.plane(transposed(board)) }
    }

    /// Whether boards with these classes are in the layer.
    #[inline]
    pub(super) fn has(&self, planes: Planes) -> bool {
        let bit = self.bit(planes.word());
        self.filter[bit / 64] >> (bit % 64) & 1 == 1 && self.slots[self.slot(planes.word())] != NONE
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of bits")]
    fn bit(&self, word: u64) -> usize {
        let bits = self.filter.len().trailing_zeros() + 6;
        (mix(word) >> (64 - bits)) as usize
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
    fn slot(&self, word: u64) -> usize {
        let mut slot = (mix(word) >> (64 - self.slots.len().trailing_zeros())) as usize;
        while self.slots[slot] != word && self.slots[slot] != NONE {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

#[inline]
fn mix(word: u64) -> u64 {
    (word ^ word >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
