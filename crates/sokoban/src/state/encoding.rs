//! Encoded states, one representative for positions that are equal for a search, and pushes.

use crate::{board::Cell, direction::Direction};

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

    pub(crate) fn remove_box(state: &mut [u64], cell: Cell) {
        state[usize::from(cell) / 64] &= !(1 << (cell % 64));
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
        let in_front: u32 = front.iter().zip(other_front).map(|(one, other)| (one ^ other).count_ones()).sum();
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

// The representative of a class of positions that are images of each other under the symmetries of a board.
//
// It is the image whose set of boxes is the least as words, and among those with equal sets the one with the least
// cell of the player. After a push, the images of a set of boxes differ from those of the parent by one box, so each
// costs a few instructions.

/// Scratch to find representatives. The boxes are given by places, which are cells or other numbers that the symmetries
/// permute.
#[derive(Clone, Debug, Default)]
pub(crate) struct Representatives {
    /// For each symmetry, the image of each place.
    images: Vec<Vec<Cell>>,
    /// For each symmetry, the image of the boxes of the parent.
    parents: Vec<Vec<u64>>,
    image: Vec<u64>,
    best: Vec<u64>,
    /// The symmetries, by number, with the best image; `None` is the identity.
    ties: Vec<Option<usize>>,
}

impl Representatives {
    /// With `words` words for the boxes of a position.
    pub(crate) fn new(images: Vec<Vec<Cell>>, words: usize) -> Self {
        let parents = vec![vec![0; words]; images.len()];
        Self { images, parents, image: vec![0; words], best: vec![0; words], ties: Vec::new() }
    }

    /// Whether every position is its own representative.
    #[inline]
    pub(crate) fn are_trivial(&self) -> bool {
        self.images.is_empty()
    }

    /// Sets the boxes before the push.
    pub(crate) fn set_parent(&mut self, boxes: &(impl Iterator<Item = Cell> + Clone)) {
        for (image, parent) in self.images.iter().zip(&mut self.parents) {
            parent.fill(0);
            for place in boxes.clone() {
                let place = image[usize::from(place)];
                parent[usize::from(place) / 64] |= 1 << (place % 64);
            }
        }
    }

    /// Replaces `boxes`, the set of boxes after `push` (from a place to another; `None`: those of the parent), by that
    /// of the representative. Returns the cell of its player and the symmetry that maps the position onto it, by
    /// number; `None` is the identity. `player` returns the image of the player's cell, or of the least cell of its
    /// region, under a symmetry.
    pub(crate) fn choose(
        &mut self,
        boxes: &mut [u64],
        push: Option<(Cell, Cell)>,
        mut player: impl FnMut(Option<usize>) -> Cell,
    ) -> (Cell, Option<usize>) {
        #[cfg(any(test, feature = "check"))]
        let given = boxes.to_vec();
        let Self { images, parents, image, best, ties } = self;
        best.copy_from_slice(boxes);
        ties.clear();
        ties.push(None);
        for (number, (places, parent)) in images.iter().zip(parents).enumerate() {
            image.copy_from_slice(parent);
            if let Some((from, to)) = push {
                StateEncoding::move_box(image, places[usize::from(from)], places[usize::from(to)]);
            }
            if *image < *best {
                std::mem::swap(image, best);
                ties.clear();
                ties.push(Some(number));
            } else if *image == *best {
                ties.push(Some(number));
            }
        }
        boxes.copy_from_slice(best);
        let mut chosen = (player(ties[0]), ties[0]);
        for &symmetry in &ties[1..] {
            let cell = player(symmetry);
            if cell < chosen.0 {
                chosen = (cell, symmetry);
            }
        }
        #[cfg(any(test, feature = "check"))]
        self.assert_least(&given, (boxes, chosen), player);
        chosen
    }

    /// Panics unless no image of the boxes `given`, computed box by box, comes before the one that was chosen.
    #[cfg(any(test, feature = "check"))]
    fn assert_least(
        &self,
        given: &[u64],
        (least, (cell, symmetry)): (&[u64], (Cell, Option<usize>)),
        mut player: impl FnMut(Option<usize>) -> Cell,
    ) {
        let places = (0..given.len() * 64).filter(|place| given[place / 64] >> (place % 64) & 1 == 1);
        for number in (0..=self.images.len()).map(|number| number.checked_sub(1)) {
            let mut image = vec![0_u64; given.len()];
            for place in places.clone() {
                let place = number.map_or(place, |number| usize::from(self.images[number][place]));
                image[place / 64] |= 1 << (place % 64);
            }
            let here = player(number);
            assert!((least, cell) <= (&image[..], here), "symmetry {number:?} has a lesser image");
            assert!(number != symmetry || (least, cell) == (&image[..], here), "the image by symmetry {number:?}");
        }
    }
}

// The action of the spaces of pushes and of moves.

/// Pushes one box in a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    /// The cell of the box.
    pub from: Cell,
    /// The direction of the push.
    pub direction: Direction,
    /// The number of cells.
    pub count: Cell,
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
