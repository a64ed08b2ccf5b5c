//! The buffers that the spaces of pushes and of moves reuse from expansion to expansion.

use crate::board::{Board, Cell};
use crate::bounds::child_penalties::ChildPenalties;
use crate::bounds::{BoxAndSide, Matched, Matcher};
use crate::deadlock::Freeze;
use crate::state::{PlayerRegion, Representatives, StateEncoding};

/// The buffers of an expansion.
pub(super) struct Scratch {
    pub(super) boxes: Vec<Cell>,
    pub(super) occupied: Vec<bool>,
    pub(super) here: PlayerRegion,
    pub(super) there: PlayerRegion,
    pub(super) state: Vec<u64>,
    pub(super) matcher: Matcher,
    pub(super) freeze: Freeze,
    pub(super) boxes_and_sides: Vec<BoxAndSide>,
    pub(super) penalties: ChildPenalties,
    /// The position that `matcher` and `penalties` are about, and whether all its boxes are assigned; empty if they are
    /// about different ones.
    pub(super) bounded: Vec<u64>,
    pub(super) matched: Matched,
    pub(super) representatives: Representatives,
}

impl Scratch {
    pub(super) fn new(board: &Board, encoding: StateEncoding, representatives: Representatives) -> Self {
        Self {
            boxes: Vec::new(),
            occupied: vec![false; board.cells()],
            here: PlayerRegion::new(board.cells()),
            there: PlayerRegion::new(board.cells()),
            state: vec![0; encoding.words()],
            matcher: Matcher::default(),
            freeze: Freeze::default(),
            boxes_and_sides: Vec::new(),
            penalties: ChildPenalties::default(),
            bounded: Vec::new(),
            matched: Matched::NotAll,
            representatives,
        }
    }

    /// Unpacks the boxes of `state` into `boxes` and `occupied`.
    pub(super) fn load(&mut self, encoding: StateEncoding, state: &[u64]) {
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = false;
        }
        self.boxes.clear();
        encoding.boxes(state, &mut self.boxes);
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = true;
        }
    }
}
