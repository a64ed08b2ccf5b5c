//! The labels of the colours, as they were written.

use super::board::{Board, WILD};

/// One label for each colour: a letter, a digit or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Labels(Vec<String>);

impl Labels {
    pub(crate) fn new(labels: Vec<String>) -> Self {
        Self(labels)
    }

    /// The label of a colour, `?` for [`WILD`].
    ///
    /// # Panics
    /// If there is no such colour.
    pub(crate) fn of(&self, colour: u8) -> &str {
        if colour == WILD { "?" } else { &self.0[usize::from(colour)] }
    }

    /// The width of the widest label, in characters.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|label| label.chars().count()).max().unwrap_or(1)
    }

    /// The rows of a board in the notation of files: `1221` where each label is one character, else
    /// `10,11,12`. A row of one tile ends with a comma, because `12` would be read as two tiles.
    pub(crate) fn rows(&self, board: &Board) -> Vec<String> {
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
