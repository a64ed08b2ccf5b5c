//! The bounds of one target, and a perimeter around it.
//!
//! The boards of one layer around the target (Dillenburg and Nelson, *Perimeter search*, 1994) end a
//! depth-first search early: with that many moves left, a board is in the layer or the target is
//! farther away. It cannot be nearer, because an earlier iteration would have found it.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::planes::{Planes, pack, transposed};
use super::walking_distance::WalkingDistance;
use crate::rules::{Board, Moves};
use crate::solver::board_set::{BoardFilter, BoardSet};
use crate::spaces::fields::Fields;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The layer is the last one with no more boards than this.
const MAX_LAYER: usize = 50_000;

/// The bounds and the perimeter of one target.
pub(super) struct Perimeter {
    target: Board,
    moves: Moves,
    pub(super) rows: WalkingDistance,
    pub(super) columns: WalkingDistance,
    /// The distance of the layer from the target.
    pub(super) depth: u32,
    layer: BoardSet<u64>,
    filter: BoardFilter,
}

/// The last one made in this process, because consecutive boards often have the same target.
static LAST: Mutex<Option<Arc<Perimeter>>> = Mutex::new(None);

impl Perimeter {
    pub(super) fn of(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Arc<Self>, Stop> {
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(perimeter) = last.filter(|it| it.moves == moves && it.target == *target) {
            budget.grow(perimeter.bytes())?;
            return Ok(perimeter);
        }
        let perimeter = Arc::new(Self::new(target, moves, budget)?);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&perimeter));
        Ok(perimeter)
    }

    fn new(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let board = pack(target);
        let rows = WalkingDistance::new(board, moves, None, budget)?;
        let columns = WalkingDistance::new(transposed(board), moves, Some(&rows), budget)?;
        let packed_moves = Fields::FOUR_BITS.moves(target, moves);
        // The boards up to the layer, some 30 bytes each while the table grows.
        budget.grow(32 * MAX_LAYER as u64)?;
        let mut visited = FxHashSet::from_iter([board]);
        let (mut layer, mut depth) = (vec![board], 0);
        loop {
            let mut next = Vec::new();
            for &board in &layer {
                budget.check()?;
                let children = packed_moves.iter().map(|it| it.rotation.apply(board));
                next.extend(children.filter(|&child| visited.insert(child)));
            }
            if next.is_empty() || next.len() > MAX_LAYER {
                break;
            }
            (layer, depth) = (next, depth + 1);
        }
        budget.shrink(32 * MAX_LAYER as u64);
        let planes = |board| planes(&rows, &columns, board).word();
        let layer: Vec<u64> = layer.into_iter().map(planes).collect();
        let filter = BoardFilter::of(&layer);
        budget.grow(filter.bytes())?;
        let mut boards = BoardSet::new(budget)?;
        boards.reserve(layer.len(), budget)?;
        for word in layer {
            boards.insert(word);
        }
        Ok(Self { target: target.clone(), moves, rows, columns, depth, layer: boards, filter })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.layer.bytes() + self.filter.bytes()
    }

    /// The classes of the tiles of a board.
    pub(super) fn planes(&self, board: u64) -> Planes {
        planes(&self.rows, &self.columns, board)
    }

    /// Whether a board with these classes is in the layer.
    #[inline]
    pub(super) fn contains(&self, planes: Planes) -> bool {
        // Some tile is of the first class, so the word is never that of a free slot.
        let word = planes.word();
        self.filter.may_contain(word) && self.layer.contains(word)
    }
}

fn planes(rows: &WalkingDistance, columns: &WalkingDistance, board: u64) -> Planes {
    Planes { rows: rows.plane(board), columns: columns.plane(transposed(board)) }
}
