//! Text in cells of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Writes a line, cut off at the end of the area, and returns the number of columns written.
pub(in crate::ui) fn write(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) -> u16 {
    if row >= area.height {
        return 0;
    }
    let (end, _) = buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
    end - area.x
}

/// Writes a line aligned to the right end of the area.
pub(in crate::ui) fn write_right(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX).min(area.width);
    let place = Rect { x: area.right() - width, width, ..area };
    write(buffer, place, row, text, style);
}

/// Breaks text into lines of a width, at blanks and inside words longer than a line.
pub(in crate::ui) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width).max(1);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut used) = (String::new(), 0);
        for (number, word) in paragraph.split(' ').enumerate() {
            let long = word.chars().count();
            if number > 0 && used + 1 + long.min(width) <= width {
                line.push(' ');
                used += 1;
            } else if number > 0 {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            for letter in word.chars() {
                if used == width {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                line.push(letter);
                used += 1;
            }
        }
        lines.push(line);
    }
    lines
}

/// The text without control characters other than line breaks.
pub(in crate::ui) fn plain(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_without_loss() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("not saved: /a/long/path", 8), ["not", "saved:", "/a/long/", "path"]);
        assert_eq!(wrapped("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrapped("", 3), [""; 0]);
    }
}
