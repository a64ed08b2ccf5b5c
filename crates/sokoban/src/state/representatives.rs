//! The representative of a class of positions that are images of each other under the symmetries of a board.
//!
//! It is the image whose set of boxes is the least as words, and among those with equal sets the one with the least
//! cell of the player. After a push, the images of a set of boxes differ from those of the parent by one box, so each
//! costs a few instructions.

use crate::board::Cell;
use crate::state::encoding::StateEncoding;

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
        chosen
    }
}
