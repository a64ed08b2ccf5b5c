//! A list of lines, one of which is chosen.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text::write;
use super::theme::Theme;

/// The chosen line, and the visible ones.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Choice {
    pub(in crate::ui) selected: usize,
    first: usize,
    area: Rect,
}

impl Choice {
    /// Moves to another line; false if the key does something else. `count`: the number of lines.
    pub(in crate::ui) fn key(&mut self, key: KeyCode, count: usize) -> bool {
        let page = usize::from(self.area.height).max(1);
        let last = count.saturating_sub(1);
        self.selected = match key {
            KeyCode::Up => self.selected.saturating_sub(1),
            KeyCode::Down => self.selected + 1,
            KeyCode::PageUp => self.selected.saturating_sub(page),
            KeyCode::PageDown => self.selected + page,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// The visible lines of `count` in `area`; the chosen one is among them.
    pub(in crate::ui) fn visible(&mut self, count: usize, area: Rect) -> Range<usize> {
        let height = usize::from(area.height);
        self.area = area;
        self.selected = self.selected.min(count.saturating_sub(1));
        let least = (self.selected + 1).saturating_sub(height);
        self.first = self.first.clamp(least, self.selected.max(least)).min(count.saturating_sub(height));
        self.first..count.min(self.first + height)
    }

    /// The line at a place of the screen.
    pub(in crate::ui) fn line_at(&self, column: u16, row: u16, count: usize) -> Option<usize> {
        let line = self.first + usize::from(row.checked_sub(self.area.y)?);
        (self.area.contains((column, row).into()) && line < count).then_some(line)
    }

    /// Draws the visible lines; without colours, too, a sign shows which is chosen.
    pub(in crate::ui) fn draw(&self, buffer: &mut Buffer, lines: impl Iterator<Item = String>) {
        for (row, line) in (0..self.area.height).zip(lines) {
            let is_chosen = self.first + usize::from(row) == self.selected;
            let style = if is_chosen { Theme::marked(Style::new()) } else { Style::new() };
            let width = usize::from(self.area.width).saturating_sub(1);
            let sign = if is_chosen { '>' } else { ' ' };
            write(buffer, self.area, row, &format!("{sign}{line:width$}"), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_line_stays_visible() {
        let area = Rect::new(0, 2, 20, 3);
        let mut choice = Choice::default();
        assert_eq!(choice.visible(10, area), 0..3);
        for _ in 0..4 {
            assert!(choice.key(KeyCode::Down, 10));
        }
        assert_eq!((choice.selected, choice.visible(10, area)), (4, 2..5));
        assert_eq!((choice.line_at(3, 2, 10), choice.line_at(3, 5, 10)), (Some(2), None));
        choice.key(KeyCode::End, 10);
        assert_eq!((choice.selected, choice.visible(10, area)), (9, 7..10));
        choice.key(KeyCode::PageUp, 10);
        assert_eq!((choice.selected, choice.visible(10, area)), (6, 6..9));
        assert_eq!((choice.visible(2, area), choice.selected), (0..2, 1), "fewer lines");
        assert_eq!((choice.visible(0, area), choice.selected), (0..0, 0));
        assert!(!choice.key(KeyCode::Enter, 2));
    }
}
