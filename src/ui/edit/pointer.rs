//! What the mouse does: the left button paints, the right one erases.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::state::EditView;
use lurd_puzzle::puzzle::Place;

impl EditView {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.viewport.cell_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(button @ (MouseButton::Left | MouseButton::Right)) => {
                self.end_stroke();
                let Some((panel, place)) = cell else { return };
                self.editor.turn_to(panel);
                self.editor.begin_stroke();
                self.drawn = Some((place, button == MouseButton::Right));
                self.draw_to(place);
            }
            MouseEventKind::Drag(_) => {
                if let Some((panel, place)) = cell
                    && panel == self.editor.panel()
                {
                    self.draw_to(place);
                }
            }
            // A move without a button means that the button was released outside the window.
            MouseEventKind::Up(_) | MouseEventKind::Moved => self.end_stroke(),
            _ => self.viewport.wheel(mouse),
        }
    }

    /// Paints or erases all cells from the last one to `to`, because a fast mouse skips some.
    pub(super) fn draw_to(&mut self, to: Place) {
        let Some((from, erases)) = self.drawn else { return };
        let cells = line(from, to);
        let painted = if erases { self.editor.erase(&cells) } else { self.editor.paint(&cells) };
        self.cursor = to;
        self.painted(painted);
        self.drawn = Some((to, erases));
    }
}

/// The cells of a straight line, including both ends.
fn line(from: Place, to: Place) -> Vec<Place> {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let steps = rows.max(columns);
    let between = |one: usize, other: usize, step: usize| {
        let along = (one.abs_diff(other) * step + steps / 2) / steps.max(1);
        if other >= one { one + along } else { one - along }
    };
    (0..=steps)
        .map(|step| Place::new(between(from.row, to.row, step), between(from.column, to.column, step)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_mouse_leaves_no_gaps() {
        for (from, to) in [((0, 0), (3, 9)), ((9, 2), (1, 2)), ((4, 4), (4, 4)), ((5, 9), (0, 1))] {
            let cells = line(Place::new(from.0, from.1), Place::new(to.0, to.1));
            assert_eq!(
                (cells[0], cells[cells.len() - 1]),
                (Place::new(from.0, from.1), Place::new(to.0, to.1))
            );
            for pair in cells.windows(2) {
                assert!(
                    pair[0].row.abs_diff(pair[1].row) <= 1 && pair[0].column.abs_diff(pair[1].column) <= 1
                );
            }
        }
    }
}
