//! Tables that fit a width: optional columns are omitted first; if the others still do not fit, each row is
//! stacked over several lines. Also wraps text to a width.

use std::{fmt::Write as _, ops::Range};

use anstream::adapter::strip_str;
use comfy_table::{CellAlignment, Cells, ContentArrangement, Table, presets::NOTHING};
use unicode_width::UnicodeWidthStr;

#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) name: &'static str,
    /// Right-aligned.
    pub(super) right: bool,
    breaks: bool,
    /// Priority of omission: the highest is omitted first, 0 never.
    spare: u8,
}

/// A column of text that may be wrapped.
pub(super) const fn text(name: &'static str) -> Column {
    Column { name, right: false, breaks: true, spare: 0 }
}

/// A column of text that stays on one line.
pub(super) const fn word(name: &'static str) -> Column {
    Column { name, right: false, breaks: false, spare: 0 }
}

pub(super) const fn number(name: &'static str, spare: u8) -> Column {
    Column { name, right: true, breaks: false, spare }
}

pub(super) struct Grid {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Grid {
    pub(super) fn new(columns: impl Into<Vec<Column>>) -> Self {
        Self { columns: columns.into(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn draw(&self, width: usize) -> String {
        self.draw_fitting(width).0
    }

    /// The table in lines of `width`, and the names of the omitted columns.
    pub(super) fn draw_fitting(&self, width: usize) -> (String, Vec<&'static str>) {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        while self.needs(&shown) > width {
            let spared = shown.iter().copied().filter(|&at| self.columns[at].spare > 0);
            let Some(next) = spared.max_by_key(|&at| self.columns[at].spare) else {
                return (self.stacked(width), Vec::new());
            };
            shown.retain(|&at| at != next);
        }
        let left_out = (0..self.columns.len()).filter(|at| !shown.contains(at));
        (self.beside(&shown, width), left_out.map(|at| self.columns[at].name).collect())
    }

    /// The minimum width without breaking words.
    fn needs(&self, shown: &[usize]) -> usize {
        let long = |text: &str| text.chars().count();
        let cell = |at: usize, cell: &str| {
            let longest = cell.split(' ').map(long).max().unwrap_or(0);
            if self.columns[at].breaks { longest } else { long(cell) }
        };
        let column = |&at: &usize| {
            let cells = self.rows.iter().map(|row| cell(at, &row[at])).max().unwrap_or(0);
            cells.max(long(self.columns[at].name)) + 2
        };
        shown.iter().map(column).sum()
    }

    fn beside(&self, shown: &[usize], width: usize) -> String {
        let mut table = Table::new();
        table
            .load_style(NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(width).unwrap_or(u16::MAX))
            .set_header(shown.iter().map(|&at| self.columns[at].name).collect::<Vec<_>>());
        for row in &self.rows {
            table.add_row(Cells::from(shown.iter().map(|&at| row[at].clone()).collect::<Vec<_>>()));
        }
        for (place, &at) in shown.iter().enumerate() {
            if self.columns[at].right
                && let Some(column) = table.column_mut(place)
            {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut text = String::new();
        for line in table.lines() {
            text.push_str(line.strip_prefix(' ').unwrap_or(&line).trim_end());
            text.push('\n');
        }
        text
    }

    fn stacked(&self, width: usize) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let _ = writeln!(text, "{}", row[0]);
            for (column, cell) in self.columns.iter().zip(row).skip(1) {
                if cell == "-" {
                    continue;
                }
                for (place, line) in wrapped(&format!("{}: {cell}", column.name), width - 4).iter().enumerate() {
                    let _ = writeln!(text, "{}{line}", if place == 0 { "  " } else { "    " });
                }
            }
        }
        text
    }
}

// Long tables, whose rows are not held.

/// The number of rows from which on a table is drawn row by row.
const LONG: usize = 1_000;

/// Draws a table of `count` rows, which `row` makes whenever they are needed. Of a long one only a part is held at a time.
pub(super) fn draw_in_parts(
    columns: &[Column],
    count: usize,
    row: impl Fn(usize) -> Vec<String>,
    width: usize,
    write: &mut dyn FnMut(&str),
) {
    let part = |rows: Range<usize>| Grid { columns: columns.to_vec(), rows: rows.map(&row).collect() };
    if count < LONG {
        return write(&part(0..count).draw(width));
    }
    // The widest cell of each column, and the width that it needs so that no word is broken.
    let mut widths = vec![(0, 0); columns.len()];
    let header: Vec<_> = columns.iter().map(|column| column.name.to_owned()).collect();
    let rows = || std::iter::once(header.clone()).chain((0..count).map(&row));
    for cells in rows() {
        for ((widest, needed), (cell, column)) in widths.iter_mut().zip(cells.iter().zip(columns)) {
            let words = |cell: &str| cell.split(' ').map(columns_of).max().unwrap_or(0);
            let columns = columns_of(cell);
            *widest = columns.max(*widest);
            if columns > *needed {
                *needed = if column.breaks { words(cell).max(*needed) } else { *widest };
            }
        }
    }
    let least = widths.iter().map(|(_, needed)| needed + 2).sum::<usize>();
    let Some(mut spare) = width.checked_sub(least) else {
        return (0..count).step_by(LONG).for_each(|at| write(&part(at..count.min(at + LONG)).stacked(width)));
    };
    let widths: Vec<usize> = widths
        .into_iter()
        .map(|(widest, needed)| {
            let more = spare.min(widest - needed);
            spare -= more;
            needed + more
        })
        .collect();
    let mut text = String::new();
    for cells in rows() {
        draw_row(&mut text, columns, &widths, cells);
        if text.len() > 1 << 16 {
            write(&std::mem::take(&mut text));
        }
    }
    write(&text);
}

/// How many columns of a terminal a text takes.
fn columns_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Adds a row with these cells, of several lines if one of them is wider than its column.
fn draw_row(text: &mut String, columns: &[Column], widths: &[usize], mut cells: Vec<String>) {
    loop {
        for ((cell, &width), column) in cells.iter_mut().zip(widths).zip(columns) {
            let mut columns = columns_of(cell);
            let line = if columns <= width {
                std::mem::take(cell)
            } else {
                let lines = broken(cell, width, true);
                *cell = lines.get(1..).unwrap_or_default().join(" ");
                let line = lines.into_iter().next().unwrap_or_default();
                columns = columns_of(&line);
                line
            };
            let floor = width.saturating_sub(columns);
            let (before, behind) = if column.right { (floor, 2) } else { (0, floor + 2) };
            text.extend(std::iter::repeat_n(' ', before));
            text.push_str(&line);
            text.extend(std::iter::repeat_n(' ', behind));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
        if cells.iter().all(String::is_empty) {
            return;
        }
    }
}

// Wrapping text to a width.

/// Lines of at most `width` characters, broken at spaces if possible.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    broken(text, width.max(10), true)
}

/// Wraps lines longer than `width` at spaces. Empty lines, indented lines and excerpts of sources stay as they are.
pub fn at_words(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let plain = strip_str(line).to_string();
        let is_excerpt = plain.split_once(" |").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
        if plain.is_empty() || plain.starts_with(' ') || is_excerpt {
            lines.push(line.to_owned());
        } else {
            lines.extend(broken(line, width, false));
        }
    }
    lines.join("\n")
}

/// Lines of at most `width` characters, broken at spaces, and within words that are longer if `breaks_words`. Escape codes
/// have no width.
fn broken(text: &str, width: usize, breaks_words: bool) -> Vec<String> {
    let long = |text: &str| strip_str(text).to_string().chars().count();
    let mut lines = Vec::new();
    let mut line = String::new();
    for mut word in text.split_inclusive(' ') {
        if !line.is_empty() && long(&line) + long(word.trim_end()) > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        while breaks_words && long(word) > width {
            let cut = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            lines.push(word[..cut].to_owned());
            word = &word[cut..];
        }
        line.push_str(word);
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Two columns, the second from column `margin`; `right` goes below `left` if there is no room.
pub(super) fn columns(left: &str, right: &str, margin: usize, width: usize) -> String {
    const ROOM: usize = 30;
    let mut text = String::new();
    let beside = width >= margin + ROOM && left.chars().count() + 3 <= margin;
    let (margin, lines) =
        if beside { (margin, wrapped(right, width - margin)) } else { (6, wrapped(right, width.saturating_sub(6))) };
    let mut lines = lines.into_iter();
    if beside {
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(text, "  {left:<room$}{first}", room = margin - 2);
    } else if !left.is_empty() {
        let _ = writeln!(text, "  {left}");
    }
    for line in lines {
        let _ = writeln!(text, "{:margin$}{line}", "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new([word("name"), text("says"), number("count", 1), number("more", 2)]);
        grid.row(["one", "a few words", "1 000", "7"].map(str::to_owned));
        grid.row(["two", "-", "2", "-"].map(str::to_owned));
        grid
    }

    #[test]
    fn what_can_be_spared_goes_first() {
        let header = |width| {
            let drawn = grid().draw(width);
            drawn.lines().next().unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(header(60), ["name", "says", "count", "more"]);
        assert_eq!(header(26), ["name", "says", "count", "more"], "text is broken first");
        assert_eq!(header(25), ["name", "says", "count"]);
        assert_eq!(header(19), ["name", "says"]);
        assert_eq!(header(12), ["one"], "stacked");
        let left_out = |width| grid().draw_fitting(width).1;
        assert_eq!(left_out(26), [""; 0]);
        assert_eq!(left_out(25), ["more"]);
        assert_eq!(left_out(19), ["count", "more"]);
        assert_eq!(left_out(12), [""; 0], "stacked: nothing is left out");
    }

    #[test]
    fn a_long_table_is_drawn_in_parts_and_looks_the_same() {
        let columns = || vec![word("puzzle"), text("title"), number("boxes", 0)];
        let row =
            |at: usize| vec![format!("a.xsb:{at}"), "\u{7bb1} ".repeat(1 + at % 4) + "end", (at % 11).to_string()];
        let grid = Grid { columns: columns(), rows: (0..2 * LONG).map(row).collect() };
        let drawn = |width| {
            let mut drawn = String::new();
            draw_in_parts(&columns(), 2 * LONG, row, width, &mut |part| drawn.push_str(part));
            drawn
        };
        for width in [80, 36, 20] {
            assert!(drawn(width) == grid.draw(width), "{width}");
        }
        let narrow = drawn(30);
        assert!(narrow.lines().all(|line| line.chars().count() <= 30), "{narrow}");
        assert!(narrow.lines().count() > 2 * LONG + 1 && narrow.matches("end").count() == 2 * LONG, "{narrow}");
    }

    #[test]
    fn what_does_not_fit_is_stacked() {
        let text = grid().stacked(14);
        assert!(text.starts_with("one\n  says: a"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 14), "{text}");
        assert!(text.contains("two\n  count: 2\n") && !text.contains("more: -"), "{text}");
    }
}

#[cfg(test)]
mod wrap_tests {
    use super::*;

    #[test]
    fn answers_are_wrapped_without_loss() {
        let text = "left 0, up 3, right 2";
        assert_eq!(wrapped(text, 14), ["left 0, up 3,", "right 2"]);
        let long = "r".repeat(25);
        assert_eq!(wrapped(&long, 10), ["r".repeat(10), "r".repeat(10), "r".repeat(5)]);
        assert_eq!(wrapped("", 10), Vec::<String>::new());
    }

    #[test]
    fn lines_are_broken_at_words_and_excerpts_are_not() {
        let style = crate::style::BAD;
        let text =
            format!("{style}error{style:#}: unknown setting; there are for, strategy\n1 | solve 1234/4123/341 x");
        let broken = at_words(&text, 20);
        let seen = anstream::adapter::strip_str(&broken).to_string();
        assert_eq!(
            seen.lines().collect::<Vec<_>>(),
            ["error: unknown", "setting; there are", "for, strategy", "1 | solve 1234/4123/341 x"]
        );
        assert_eq!(at_words("a word_that_is_longer b", 6), "a\nword_that_is_longer\nb");
    }

    #[test]
    fn columns_go_under_each_other_where_there_is_no_room() {
        assert_eq!(columns("solve", "find it", 12, 80), "  solve     find it\n");
        assert_eq!(columns("solve", "find it", 12, 40), "  solve\n      find it\n");
        assert_eq!(columns("a long left side", "find it", 12, 80), "  a long left side\n      find it\n");
    }
}
