//! Small pictures of boards: a pixel for each cell, or a letter where there are no colours or no half blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::board::{Marks, Viewport};
use super::raster::Raster;
use super::sprites::has_sprite;
use super::theme::{Depth, Theme};
use lurd_puzzle::puzzle::{Cells, Place};

/// Draws the boards from the top of an area on and returns the number of rows. What does not fit is cut off.
pub(in crate::ui) fn draw_small(buffer: &mut Buffer, area: Rect, cells: &dyn Cells, theme: Theme) -> u16 {
    let panels = cells.panels();
    let rows = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
    let is_text = theme.ascii || theme.depth == Depth::None || panels.iter().any(|panel| panel.numbered);
    if is_text {
        // The names and numbers of several boards take some rows more.
        let rows = rows + if panels.iter().any(|panel| panel.numbered) { 3 } else { 0 };
        let height = u16::try_from(rows).unwrap_or(u16::MAX).min(area.height);
        let area = Rect { height, ..area };
        Viewport::smallest().draw(buffer, area, cells, Marks::default(), theme);
        return height;
    }
    let height = u16::try_from(rows.div_ceil(2)).unwrap_or(u16::MAX).min(area.height);
    let area = Rect { height, ..area };
    let mut raster = Raster::new(area);
    let Some(panel) = panels.first() else { return 0 };
    for row in 0..panel.rows.min(2 * usize::from(height)) {
        for column in 0..panel.columns.min(area.width.into()) {
            let role = cells.tile(0, Place::new(row, column)).cell_role;
            if has_sprite(role) {
                raster.set(column, row, theme.pixel(role));
            }
        }
    }
    raster.draw(buffer, area);
    height
}
