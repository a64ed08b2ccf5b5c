//! Text in pages over the whole screen: the keys and what they do, or texts too long for their place.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text::{plain, wrapped, write};
use super::theme::Theme;

/// Pages of text, and which of them is shown.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Pages {
    title: String,
    /// The keys in front of each row, and the row.
    rows: Vec<(String, String)>,
    /// The first line shown, and whether there are more below.
    first: usize,
    has_more: bool,
}

/// The number of rows of a page on a screen of that height.
fn page(height: u16) -> usize {
    usize::from(height.saturating_sub(2)).max(1)
}

impl Pages {
    /// Creates pages of keys and what they do.
    pub(in crate::ui) fn keys(title: &str, rows: &[(&str, &str)]) -> Self {
        let rows = rows.iter().map(|&(keys, does)| (keys.to_owned(), does.to_owned())).collect();
        Self { title: title.to_owned(), rows, first: 0, has_more: false }
    }

    /// Creates pages of paragraphs, with a blank line after each; empty ones are left out.
    pub(in crate::ui) fn text(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Self {
        let texts = paragraphs.into_iter().filter(|text| !text.is_empty());
        let rows =
            texts.flat_map(|text| [plain(&text), String::new()]).map(|text| (String::new(), text)).collect();
        Self { title: title.to_owned(), rows, first: 0, has_more: false }
    }

    /// The pages after a key: Esc and q close them, other keys show the next page or close the last one.
    pub(in crate::ui) fn next(mut self, key: KeyCode, height: u16) -> Option<Self> {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => None,
            KeyCode::Up | KeyCode::PageUp | KeyCode::Backspace if self.first > 0 => {
                self.first = self.first.saturating_sub(page(height));
                Some(self)
            }
            _ if self.has_more => {
                self.first += page(height);
                Some(self)
            }
            _ => None,
        }
    }

    /// Draws the current page over everything.
    pub(in crate::ui) fn draw(&mut self, buffer: &mut Buffer, area: Rect, theme: Theme) {
        for row in 0..area.height {
            write(buffer, area, row, &" ".repeat(area.width.into()), Style::new());
        }
        let longest = self.rows.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
        let lead = longest + usize::from(longest > 0);
        let room = area.width.saturating_sub(u16::try_from(lead).unwrap_or(u16::MAX));
        let lines: Vec<String> = self
            .rows
            .iter()
            .flat_map(|(keys, does)| {
                let mut lines = wrapped(does, room);
                if lines.is_empty() {
                    lines.push(String::new());
                }
                let lines = lines.into_iter().enumerate();
                lines.map(move |(at, line)| format!("{:lead$}{line}", if at == 0 { keys } else { "" }))
            })
            .collect();
        let page = page(area.height);
        self.has_more = self.first + page < lines.len();
        write(buffer, area, 0, &self.title, Theme::strong());
        for (row, line) in (1..).zip(lines.iter().skip(self.first).take(page)) {
            write(buffer, area, row, line, Style::new());
        }
        let foot = if self.has_more { "any key: more; Esc goes back" } else { "any key goes back" };
        write(buffer, area, area.height.saturating_sub(1), foot, theme.faint());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_turn_and_close() {
        let area = Rect::new(0, 0, 20, 5);
        let theme = Theme::plain(true);
        let seen = |mut pages: Pages| {
            let mut buffer = Buffer::empty(area);
            pages.draw(&mut buffer, area, theme);
            let row: String = (0..20).map(|column| buffer[(column, 1)].symbol()).collect();
            (row.trim_end().to_owned(), pages)
        };
        let all = Pages::text("all", (1..=4).map(|number| format!("line {number}")));
        let (first, pages) = seen(all);
        assert_eq!(first, "line 1");
        assert!(pages.clone().next(KeyCode::Esc, 5).is_none());
        assert!(pages.clone().next(KeyCode::Char('q'), 5).is_none());
        let (second, pages) = seen(pages.next(KeyCode::Char(' '), 5).expect("more"));
        let (third, pages) = seen(pages.next(KeyCode::Down, 5).expect("more"));
        assert_eq!((second.as_str(), third.as_str()), ("", "line 4"));
        let (again, _) = seen(pages.clone().next(KeyCode::PageUp, 5).expect("the page before"));
        assert_eq!(again, "");
        assert!(pages.next(KeyCode::Enter, 5).is_none(), "there is no more");
    }
}
