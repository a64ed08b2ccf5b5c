//! The boxes of the last position that a rule did not find dead.

use crate::board::Cell;

/// The boxes of a position, as a map of the cells.
#[derive(Clone, Debug)]
pub(super) struct KnownBoxes {
    /// `None` before the first position.
    boxes: Option<Vec<Cell>>,
    has_box: Vec<bool>,
}

impl KnownBoxes {
    pub(super) fn new(cells: usize) -> Self {
        Self { boxes: None, has_box: vec![false; cells] }
    }

    /// Whether there was a position.
    pub(super) fn is_known(&self) -> bool {
        self.boxes.is_some()
    }

    /// The boxes of the position.
    pub(super) fn boxes(&self) -> &[Cell] {
        self.boxes.as_deref().unwrap_or_default()
    }

    /// Those of `boxes` that stand on other cells.
    pub(super) fn others<'b>(&'b self, boxes: &'b [Cell]) -> impl Iterator<Item = Cell> + 'b {
        boxes.iter().copied().filter(|&cell| !self.has_box[usize::from(cell)])
    }

    /// Replaces the position.
    pub(super) fn set(&mut self, boxes: &[Cell]) {
        let known = self.boxes.get_or_insert_default();
        for &cell in &*known {
            self.has_box[usize::from(cell)] = false;
        }
        known.clear();
        known.extend_from_slice(boxes);
        for &cell in boxes {
            self.has_box[usize::from(cell)] = true;
        }
    }
}
