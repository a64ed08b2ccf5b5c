//! The names of the colours, as the user wrote them.

use super::board::{Board, WILD};

/// What the colours of a puzzle are called: one label for each index. A label is a single letter or
/// digit, or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels(Vec<String>);

impl Labels {
    /// A table of labels.
    pub(super) fn new(labels: Vec<String>) -> Self {
        Self(labels)
    }

    /// The label of a colour, `?` for [`WILD`].
    ///
    /// # Panics
    /// If there is no such colour.
    #[must_use]
    pub fn of(&self, colour: u8) -> &str {
        if colour == WILD { "?" } else { &self.0[usize::from(colour)] }
    }

    /// The widest label, in characters.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.iter().map(|label| label.chars().count()).max().unwrap_or(1)
    }

    /// Each row in the notation that every reader of boards understands: `1221` where each label is
    /// one character, else `10,11,12,`. The comma at the end keeps a row of one tile from being read
    /// as several tiles of one character.
    pub(super) fn rows(&self, board: &Board) -> Vec<String> {
        let narrow = self.width() == 1;
        let row = |cells: &[u8]| {
            let labels: Vec<_> = cells.iter().map(|&colour| self.of(colour)).collect();
            match labels.as_slice() {
                labels if narrow => labels.concat(),
                [only] => format!("{only},"),
                labels => labels.join(","),
            }
        };
        board.cells().chunks(board.columns()).map(row).collect()
    }
}
