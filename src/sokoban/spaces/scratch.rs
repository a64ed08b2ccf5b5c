//! The buffers that expansions of both spaces share.

use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::child_penalties::ChildPenalties;
use crate::sokoban::bounds::{BoxAndSide, Matcher};
use crate::sokoban::deadlock::Freeze;
use crate::sokoban::deadlock::pi_corral::PiCorrals;
use crate::sokoban::state::PlayerRegion;
use crate::sokoban::state::StateEncoding;

/// What an expansion needs and the next one can use again.
pub(super) struct Scratch {
    pub(super) boxes: Vec<Cell>,
    pub(super) occupied: Vec<bool>,
    pub(super) here: PlayerRegion,
    pub(super) there: PlayerRegion,
    pub(super) state: Vec<u64>,
    pub(super) matcher: Matcher,
    pub(super) freeze: Freeze,
    pub(super) stances: Vec<BoxAndSide>,
    pub(super) penalties: ChildPenalties,
    pub(super) pi_corrals: PiCorrals,
}

impl Scratch {
    pub(super) fn new(board: &Board, packing: StateEncoding) -> Self {
        Self {
            boxes: Vec::new(),
            occupied: vec![false; board.cells()],
            here: PlayerRegion::new(board.cells()),
            there: PlayerRegion::new(board.cells()),
            state: vec![0; packing.words()],
            matcher: Matcher::default(),
            freeze: Freeze::default(),
            stances: Vec::new(),
            penalties: ChildPenalties::default(),
            pi_corrals: PiCorrals::new(board.cells()),
        }
    }

    /// Unpacks the boxes of `state` into the list and the map.
    pub(super) fn load(&mut self, packing: StateEncoding, state: &[u64]) {
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = false;
        }
        self.boxes.clear();
        packing.boxes(state, &mut self.boxes);
        for &cell in &self.boxes {
            self.occupied[usize::from(cell)] = true;
        }
    }
}
