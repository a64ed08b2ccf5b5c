//! One puzzle: source, target, labels and gamepad, and the spaces that it is searched in.

use std::sync::Arc;

use lurd_puzzle::puzzle::{CellRole, tile_roles};

use super::{
    gamepad::{Lit, Pad, Press, assumed},
    rules::{self, Board, Labels, Moves, Shift},
    spaces::{button_space::ButtonSpace, byte_space::ByteSpace, cursor_view::CursorView, packed::Packed},
};

pub(crate) const NAME: &str = "shifter";

/// A shifter: a source, a target of the same shape and colours, and the labels of the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShifterPuzzle {
    title: Option<String>,
    source: Board,
    target: Arc<Board>,
    labels: Arc<Labels>,
    /// The roles of the labels, by their colours.
    roles: Arc<[CellRole]>,
    pad: Arc<Pad>,
    /// The lines that are lit at the start.
    lit: Lit,
}

impl ShifterPuzzle {
    /// Creates a puzzle from boards of one shape; the source has the tiles that the target names.
    pub(crate) fn new(title: Option<String>, source: Board, target: Board, labels: Labels) -> Self {
        let pad = assumed();
        let lit = pad.start(source.rows(), source.columns());
        let roles = roles(&source, &target, &labels);
        Self { title, source, target: Arc::new(target), labels: Arc::new(labels), roles, pad, lit }
    }

    /// The puzzle that remains after shifts that led to `source` and these lit lines.
    pub(crate) fn starting_at(&self, source: Board, lit: Lit) -> Self {
        Self { source, lit, ..self.clone() }
    }

    /// A puzzle with the same target.
    pub(crate) fn with_source(&self, title: Option<String>, source: Board) -> Self {
        let roles = roles(&source, &self.target, &self.labels);
        Self { title, source, roles, ..self.clone() }
    }

    /// The same puzzle with another gamepad layout.
    pub(crate) fn played_with(&self, pad: Pad) -> Self {
        let lit = pad.start(self.source.rows(), self.source.columns());
        Self { pad: Arc::new(pad), lit, ..self.clone() }
    }

    pub(crate) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    pub(crate) fn source(&self) -> &Board {
        &self.source
    }

    pub(crate) fn target(&self) -> &Board {
        &self.target
    }

    pub(crate) fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The role of the tiles of a colour.
    pub(crate) fn role(&self, colour: u8) -> CellRole {
        self.roles.get(usize::from(colour)).copied().unwrap_or_default()
    }

    pub(crate) fn pad(&self) -> &Pad {
        &self.pad
    }

    /// The lines that are lit after `shifts`.
    pub(crate) fn lit_after(&self, shifts: &[Shift]) -> Lit {
        self.pad.lit_after(shifts, self.lit, self.source.rows(), self.source.columns())
    }

    /// The names of the presses that carry out `shifts`.
    pub(crate) fn presses(&self, shifts: &[Shift]) -> Vec<&str> {
        self.pad.presses(shifts, self.lit, self.source.rows(), self.source.columns())
    }

    /// The presses that carry out `shifts`.
    pub(crate) fn each_press<'p>(&'p self, shifts: &[Shift], press: impl FnMut(Press<'p>)) {
        self.pad.each_press(shifts, self.lit, self.source.rows(), self.source.columns(), press);
    }

    /// The cost of the presses that carry out `shifts`.
    pub(crate) fn press_cost(&self, shifts: &[Shift]) -> u64 {
        self.pad.cost(shifts, self.lit, self.source.rows(), self.source.columns())
    }

    /// The reason why there is no solution, if there is none.
    pub(crate) fn unsolvable_reason(&self) -> Option<String> {
        rules::unsolvable_reason(&self.source, &self.target, &self.labels)
    }

    /// The reason that is given after a search has proved that there is no solution.
    pub(crate) fn exhausted_reason(&self) -> String {
        self.unsolvable_reason()
            .unwrap_or_else(|| "no position that can be reached from the source is the target".to_owned())
    }

    /// The space of small boards, if the puzzle fits.
    pub(crate) fn packed(&self, moves: Moves) -> Option<Packed> {
        let (source, target) = (&self.source, &self.target);
        let blocked = || self.unsolvable_reason().is_some();
        Packed::fits_both(source, target).then(|| Packed::by(moves, source, target, blocked()))
    }

    /// The space of boards of any size.
    pub(crate) fn byte_space(&self, moves: Moves) -> ByteSpace {
        ByteSpace::new(moves, &self.source, &self.target, self.unsolvable_reason().is_some())
    }

    /// The space of presses of the gamepad.
    pub(crate) fn button_space(&self) -> ButtonSpace {
        let blocked = self.unsolvable_reason().is_some();
        ButtonSpace::new(&self.source, &self.target, Arc::clone(&self.pad), self.lit, blocked)
    }

    /// The boards as seen from the lit lines, if only that matters.
    pub(crate) fn cursor_view(&self) -> Option<CursorView> {
        CursorView::new(&self.source, &self.target, &self.pad, self.lit)
    }
}

/// The roles of all labels, in the order in which they appear.
fn roles(source: &Board, target: &Board, labels: &Labels) -> Arc<[CellRole]> {
    let all = source.cells().iter().chain(target.cells()).map(|&colour| labels.of(colour));
    let roles = tile_roles(all);
    labels.all().iter().map(|label| roles.get(label.as_str()).copied().unwrap_or_default()).collect()
}
