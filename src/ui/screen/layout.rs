//! The layout of the screen: title, board, notes beside it if there is room, lines at the foot, keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::entry::Entry;
use super::text::{plain, wrapped, write, write_right};
use super::theme::Theme;

/// The least width with room beside the board.
const WIDE: u16 = 70;
/// The number of rows of the board that a long message leaves free.
const BOARD: usize = 3;

/// The columns and rows of the smallest screen that has room for everything.
const SMALLEST: (u16, u16) = (40, 12);

pub(in crate::ui) type Line = (String, Style);

/// Whether notes stand beside the board instead of at the foot.
pub(in crate::ui) fn is_wide(area: Rect) -> bool {
    area.width >= WIDE
}

/// The areas between the title and the keys.
pub(in crate::ui) struct Layout {
    pub(in crate::ui) board: Rect,
    /// The notes beside the board, if there is room.
    pub(in crate::ui) side: Option<Rect>,
    pub(in crate::ui) foot: Rect,
}

impl Layout {
    /// Creates a layout with `side` columns for notes and `foot` lines at the foot.
    pub(in crate::ui) fn new(area: Rect, side: u16, foot: usize) -> Self {
        let foot = u16::try_from(foot).unwrap_or(u16::MAX);
        let side = if is_wide(area) { side } else { 0 };
        // The title and the keys have a row each.
        let height = area.height.saturating_sub(foot.saturating_add(2));
        let board = Rect { y: area.y + 1, height, width: area.width - side, ..area };
        let below = area.height.saturating_sub(foot.saturating_add(1));
        Self {
            board,
            side: (side > 0).then(|| Rect { x: board.right() + 1, width: side - 1, ..board }),
            foot: Rect { y: area.y + below, height: area.height - below, ..area },
        }
    }
}

/// Draws the first row of the screen. A title that does not fit loses the folders of the file that it begins with, then
/// its end.
pub(in crate::ui) fn draw_title(buffer: &mut Buffer, area: Rect, title: &str, right: &str, theme: Theme) {
    const CUT: &str = "..";
    let room = usize::from(area.width).saturating_sub(right.chars().count() + 1);
    let mut title = plain(title);
    if title.chars().count() > room {
        title = without_folders(&title);
    }
    if title.chars().count() > room {
        title = title.chars().take(room.saturating_sub(CUT.len())).chain(CUT.chars()).collect();
    }
    write(buffer, area, 0, &title, Theme::strong());
    write_right(buffer, area, 0, right, theme.faint());
}

/// The title with `..` in place of the folders of a path before its first two spaces. The names of built-in puzzles,
/// such as `missile/1`, stay.
fn without_folders(title: &str) -> String {
    let end = title.find("  ").unwrap_or(title.len());
    match title[..end].rmatch_indices('/').next() {
        Some((at, _)) if title[..at].contains('/') => format!("..{}", &title[at..]),
        _ => title.to_owned(),
    }
}

/// Draws the last row of the screen: the line being typed, or the keys.
pub(in crate::ui) fn draw_keys(
    buffer: &mut Buffer,
    area: Rect,
    entry: Option<&Entry>,
    keys: &str,
    theme: Theme,
) {
    let (text, style) = match entry {
        Some(entry) => (entry.shown(area.width), Style::new()),
        None if area.width < SMALLEST.0 || area.height < SMALLEST.1 => {
            let (columns, rows) = SMALLEST;
            (format!("too small: {}x{} of {columns}x{rows}", area.width, area.height), theme.bad())
        }
        None => (keys.to_owned(), theme.faint()),
    };
    write(buffer, area, area.height.saturating_sub(1), &text, style);
}

/// The number of lines that are kept for messages, so that they do not move the board.
pub(in crate::ui) fn message_lines(area: Rect) -> usize {
    if area.height < 20 { 1 } else { 2 }
}

/// Draws lines at the end of an area, over what is there.
pub(in crate::ui) fn draw_at_the_end(buffer: &mut Buffer, area: Rect, lines: &[Line]) {
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    for row in 0..height {
        write(buffer, place, row, &" ".repeat(usize::from(area.width)), Style::reset());
    }
    draw_lines(buffer, place, 0, lines);
}

/// Draws lines from a row of an area on.
pub(in crate::ui) fn draw_lines(buffer: &mut Buffer, area: Rect, first: u16, lines: &[Line]) {
    for (row, (text, style)) in (first..).zip(lines) {
        write(buffer, area, row, text, *style);
    }
}

/// The number of lines a message may take beside `others` at the foot.
pub(in crate::ui) fn most_lines(area: Rect, others: usize) -> usize {
    usize::from(area.height).saturating_sub(others + BOARD + 2).max(1)
}

/// Breaks a text into at most `most` lines; a text cut off ends with the key that shows all of it.
pub(in crate::ui) fn folded(text: &str, area: Rect, most: usize, style: Style) -> Vec<Line> {
    const CUT: &str = ".. (v: all)";
    let mut lines = wrapped(&plain(text), area.width);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let room = usize::from(area.width).saturating_sub(CUT.len());
            *last = last.chars().take(room).chain(CUT.chars()).collect();
        }
    }
    lines.into_iter().map(|line| (line, style)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_loses_its_folders_before_its_title_is_cut() {
        for (title, shown) in [
            ("/home/one/levels/my levels.xsb:1  first of mine", "../my levels.xsb:1  first of mine"),
            ("levels/mine.xsb:1  first", "levels/mine.xsb:1  first"),
            ("missile/1  by way of a/b/c", "missile/1  by way of a/b/c"),
            ("", ""),
        ] {
            assert_eq!(without_folders(title), shown);
        }
        let area = Rect::new(0, 0, 30, 1);
        let mut buffer = Buffer::empty(area);
        draw_title(&mut buffer, area, "/a/long/folder/mine.xsb:1  first", "1/2", Theme::plain(true));
        let row: String = (0..30).map(|column| buffer[(column, 0)].symbol()).collect();
        assert_eq!(row, "../mine.xsb:1  first       1/2");
    }
}
