//! Marks on the board: which overlays are shown, and the board with them.

use std::collections::HashMap;

use lurd_puzzle::puzzle::{Cells, Controls, Overlay, Panel, Place, Tile};

/// Which overlays are shown. At first only those of the chosen piece are.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlays {
    /// The names of those that were switched on or off.
    switched: Vec<&'static str>,
}

/// A board with overlays.
pub(super) struct OverlaidCells<'c> {
    cells: &'c dyn Cells,
    marked: HashMap<Place, &'static Overlay>,
}

impl Overlays {
    pub(super) fn is_on(&self, overlay: &Overlay) -> bool {
        overlay.is_of_piece != self.switched.contains(&overlay.name)
    }

    pub(super) fn switch(&mut self, overlay: &Overlay, on: bool) {
        if self.is_on(overlay) != on {
            match self.switched.iter().position(|name| *name == overlay.name) {
                Some(at) => drop(self.switched.swap_remove(at)),
                None => self.switched.push(overlay.name),
            }
        }
    }

    /// The overlays of a board that are shown now.
    pub(super) fn shown<'o>(
        &'o self,
        controls: &'o dyn Controls,
        taken: Option<Place>,
    ) -> impl Iterator<Item = &'static Overlay> + 'o {
        let overlays = controls.overlays().iter();
        overlays.filter(move |it| self.is_on(it) && (!it.is_of_piece || taken.is_some()))
    }

    /// The board with the overlays that are shown.
    pub(super) fn cells<'c>(&self, controls: &'c dyn Controls, taken: Option<Place>) -> OverlaidCells<'c> {
        let mut marked = HashMap::new();
        for overlay in self.shown(controls, taken) {
            // What cannot be shown was reported when it was switched on.
            let cells = controls.marked(overlay, taken).unwrap_or_default();
            marked.extend(cells.into_iter().map(|cell| (cell, overlay)));
        }
        OverlaidCells { cells: controls, marked }
    }
}

impl Cells for OverlaidCells<'_> {
    fn panels(&self) -> Vec<Panel> {
        self.cells.panels()
    }

    fn tile(&self, panel: usize, place: Place) -> Tile {
        let tile = self.cells.tile(panel, place);
        let overlay = self.marked.get(&place).filter(|_| panel == 0);
        let Some((overlay, sign)) = overlay.and_then(|it| Some((it, it.sign_on(tile.cell_role)?))) else {
            return tile;
        };
        let is_empty = tile.text.trim().is_empty();
        let cell_role = if is_empty { overlay.cell_role } else { tile.cell_role };
        Tile { text: sign.to_string().into(), sign: None, cell_role }
    }

    fn focus(&self) -> Option<Place> {
        self.cells.focus()
    }
}

/// An overlay with its sign, for people: `, squares that the player can reach`.
pub(super) fn legend(overlay: &Overlay) -> String {
    format!("{} {}", overlay.sign, overlay.summary)
}
