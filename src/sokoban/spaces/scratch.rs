//! The buffers that expansions of both spaces share.

use super::Packing;
use super::penalties::Penalties;
use super::region::Region;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::{Matcher, Stance};
use crate::sokoban::deadlock::Freeze;
use crate::sokoban::deadlock::pi_corral::PiCorrals;

/// What an expansion needs and the next one can use again.
pub(super) struct Scratch {
    pub(super) boxes: Vec<Cell>,
    pub(super) occupied: Vec<bool>,
    pub(super) here: Region,
    pub(super) there: Region,
    pub(super) state: Vec<u64>,
    pub(super) matcher: Matcher,
    pub(super) freeze: Freeze,
    pub(super) stances: Vec<Stance>,
    pub(super) penalties: Penalties,
    pub(super) pi_corrals: PiCorrals,
}

impl Scratch {
    pub(super) fn new(board: &Board, packing: Packing) -> Self {
        Self {
            boxes: Vec::new(),
            occupied: vec![false; board.cells()],
            here: Region::new(board.cells()),
            there: Region::new(board.cells()),
            state: vec![0; packing.words()],
            matcher: Matcher::default(),
            freeze: Freeze::default(),
            stances: Vec::new(),
            penalties: Penalties::default(),
            pi_corrals: PiCorrals::new(board.cells()),
        }
    }

    /// Unpacks the boxes of `state` into the list and the map.
    pub(super) fn load(&mut self, packing: Packing, state: &[u64]) {
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
