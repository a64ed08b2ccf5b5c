//! States as words: one bit per cell for the boxes, 16 bits for the player.

use crate::board::Cell;

/// The encoding of the states of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateEncoding {
    cells: usize,
    words: usize,
}

/// The player's cell is in the top 16 bits of the last word.
const PLAYER_SHIFT: u32 = 48;

impl StateEncoding {
    /// Creates the encoding for a board of that many cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        Self { cells, words: (cells + 16).div_ceil(64) }
    }

    /// The number of words of a state.
    #[must_use]
    pub fn words(self) -> usize {
        self.words
    }

    /// Encodes a set of cells as boxes, with the player on cell 0.
    #[must_use]
    pub fn packed(self, cells: &[Cell]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        self.pack(cells.iter().copied(), 0, &mut state);
        state
    }

    /// Whether every box of `state` is in `cells`, a set from [`StateEncoding::packed`].
    #[must_use]
    pub fn boxes_within(self, state: &[u64], cells: &[u64]) -> bool {
        let (last, front) = (self.words - 1, &state[..self.words - 1]);
        let boxes_of_last = state[last] & ((1 << PLAYER_SHIFT) - 1);
        front.iter().zip(cells).all(|(boxes, cells)| boxes & !cells == 0) && boxes_of_last & !cells[last] == 0
    }

    /// Whether every cell of `cells`, a set from [`StateEncoding::packed`], has a box in `state`.
    #[must_use]
    pub fn boxes_cover(self, state: &[u64], cells: &[u64]) -> bool {
        // The player's bits of a set are zero.
        state.iter().zip(cells).all(|(boxes, cells)| cells & !boxes == 0)
    }

    /// Encodes a position in `state`, which has [`StateEncoding::words`] words.
    pub fn pack(self, boxes: impl Iterator<Item = Cell>, player: Cell, state: &mut [u64]) {
        state.fill(0);
        for cell in boxes {
            state[usize::from(cell) / 64] |= 1 << (cell % 64);
        }
        self.set_player(state, player);
    }

    pub(crate) fn set_player(self, state: &mut [u64], player: Cell) {
        let last = &mut state[self.words - 1];
        *last = (*last & ((1 << PLAYER_SHIFT) - 1)) | (u64::from(player) << PLAYER_SHIFT);
    }

    /// The player's cell.
    #[must_use]
    pub fn player(self, state: &[u64]) -> Cell {
        // 16 bits remain after the shift.
        (state[self.words - 1] >> PLAYER_SHIFT) as Cell
    }

    pub(crate) fn move_box(state: &mut [u64], from: Cell, to: Cell) {
        state[usize::from(from) / 64] &= !(1 << (from % 64));
        state[usize::from(to) / 64] |= 1 << (to % 64);
    }

    /// Whether a state has a box on `cell`.
    #[inline]
    pub(crate) fn has_box(state: &[u64], cell: Cell) -> bool {
        state[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
    }

    /// The number of cells with a box in one of two states only; `None` if `other` is no state.
    pub(crate) fn differing_boxes(other: &[u64], state: &[u64]) -> Option<u32> {
        let (last, front) = state.split_last()?;
        let (other_last, other_front) = other.split_last().filter(|_| other.len() == state.len())?;
        let in_front: u32 =
            front.iter().zip(other_front).map(|(one, other)| (one ^ other).count_ones()).sum();
        Some(in_front + ((last ^ other_last) & ((1 << PLAYER_SHIFT) - 1)).count_ones())
    }

    /// Appends the boxes to `boxes`, in order.
    pub fn boxes(self, state: &[u64], boxes: &mut Vec<Cell>) {
        for (index, &word) in state.iter().enumerate() {
            let mut bits = if index + 1 == self.words { word & ((1 << PLAYER_SHIFT) - 1) } else { word };
            while bits != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a board has fewer than 2^16 cells")]
                boxes.push((index * 64) as Cell + bits.trailing_zeros() as Cell);
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::cast_possible_truncation, reason = "small numbers")]
    use super::*;

    proptest::proptest! {
        #[test]
        fn unpacks_what_it_packed(
            cells in 1..300_usize,
            seed in proptest::collection::vec(proptest::bool::ANY, 300),
            player in 0..300_usize,
        ) {
            let encoding = StateEncoding::new(cells);
            let boxes: Vec<Cell> = (0..cells).filter(|&cell| seed[cell]).map(|cell| cell as Cell).collect();
            let player = (player % cells) as Cell;
            let mut state = vec![u64::MAX; encoding.words()];
            encoding.pack(boxes.iter().copied(), player, &mut state);
            let mut again = Vec::new();
            encoding.boxes(&state, &mut again);
            proptest::prop_assert_eq!(again, boxes);
            proptest::prop_assert_eq!(encoding.player(&state), player);
        }
    }
}
