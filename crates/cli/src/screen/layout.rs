//! The layout of the screen: title, board, notes, lines at the foot, keys; and typed lines, lists and pages of text.

use std::ops::Range;

use lurd_report as report;
use lurd_toolkit::words::Word;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind},
    layout::Rect,
    style::Style,
    text::Span,
    widgets::{Clear, Widget},
};

use super::theme::Theme;

/// The least width with room beside the board.
const WIDE: u16 = 70;

/// The columns and rows of the smallest screen that has room for everything.
const SMALLEST: (u16, u16) = (40, 12);

pub(crate) type Line = (String, Style);

/// Whether notes stand beside the board instead of at the foot.
pub(crate) fn is_wide(area: Rect) -> bool {
    area.width >= WIDE
}

/// The areas between the title and the keys.
pub(crate) struct Layout {
    pub(crate) board: Rect,
    /// The notes beside the board, if there is room.
    pub(crate) side: Option<Rect>,
    pub(crate) foot: Rect,
}

impl Layout {
    /// Creates a layout with `side` columns for notes and `foot` lines at the foot.
    pub(crate) fn new(area: Rect, side: u16, foot: usize) -> Self {
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
pub(crate) fn draw_title(buffer: &mut Buffer, area: Rect, title: &str, right: &str, theme: Theme) {
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
    let right = Span::styled(right, theme.faint()).into_right_aligned_line();
    right.render(Rect { height: area.height.min(1), ..area }, buffer);
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

/// The keys that fit into a width, the first ones first; the last of them always.
pub(crate) fn fitting(keys: &[&str], width: u16) -> String {
    let Some((last, keys)) = keys.split_last() else { return String::new() };
    let mut line = String::new();
    for key in keys {
        if line.len() + key.len() + 1 + last.len() <= usize::from(width) {
            line.push_str(key);
            line.push(' ');
        }
    }
    line + last
}

/// Draws the last row of the screen: the line being typed, or the keys that fit.
pub(crate) fn draw_keys(buffer: &mut Buffer, area: Rect, entry: Option<&TextField>, keys: &[&str], theme: Theme) {
    let (text, style) = match entry {
        Some(entry) => (entry.shown(area.width), Style::new()),
        None if area.width < SMALLEST.0 || area.height < SMALLEST.1 => {
            let (columns, rows) = SMALLEST;
            (format!("too small: {}x{} of {columns}x{rows}", area.width, area.height), theme.bad())
        }
        None => (fitting(keys, area.width), theme.faint()),
    };
    write(buffer, area, area.height.saturating_sub(1), &text, style);
}

/// The number of lines that are kept for messages, so that they do not move the board.
pub(crate) fn message_lines(area: Rect) -> usize {
    if area.height < 20 { 1 } else { 2 }
}

/// Draws lines at the end of an area, over what is there.
pub(crate) fn draw_at_the_end(buffer: &mut Buffer, area: Rect, lines: &[Line]) {
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    Clear.render(place, buffer);
    draw_lines(buffer, place, 0, lines);
}

/// Draws lines from a row of an area on.
pub(crate) fn draw_lines(buffer: &mut Buffer, area: Rect, first: u16, lines: &[Line]) {
    for (row, (text, style)) in (first..).zip(lines) {
        write(buffer, area, row, text, *style);
    }
}

/// Breaks a text into at most `most` lines; a text cut off ends with the key that shows all of it.
pub(crate) fn folded(text: &str, area: Rect, most: usize, style: Style) -> Vec<Line> {
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

// A line being typed at the foot of the screen.

/// The length in bytes from which on a line takes no more letters.
const MAX_BYTES: usize = 4096;

/// A line that is being typed at the foot of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextField {
    /// The label in front of it.
    pub(crate) label: &'static str,
    pub(crate) text: String,
}

/// What a key in a [`TextField`] leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextFieldEvent {
    More,
    Done(String),
    Dropped,
}

impl TextField {
    pub(crate) fn new(label: &'static str, text: &str) -> Self {
        Self { label, text: text.to_owned() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> TextFieldEvent {
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Enter, _) => return TextFieldEvent::Done(std::mem::take(&mut self.text)),
            (KeyCode::Esc, _) | (KeyCode::Char('c'), true) => return TextFieldEvent::Dropped,
            (KeyCode::Char('u'), true) => self.text.clear(),
            (KeyCode::Char('w'), true) => {
                let end = self.text.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.text.truncate(end);
            }
            (KeyCode::Backspace, _) => {
                self.text.pop();
            }
            (KeyCode::Char(letter), false) if self.text.len() < MAX_BYTES => self.text.push(letter),
            _ => {}
        }
        TextFieldEvent::More
    }

    /// Appends a paste as one line.
    pub(crate) fn paste(&mut self, text: &str) {
        let letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        self.text.extend(letters.take(MAX_BYTES.saturating_sub(self.text.len())));
    }

    /// The label and the end of the line, in `width` columns.
    pub(crate) fn shown(&self, width: u16) -> String {
        let room = usize::from(width).saturating_sub(self.label.chars().count() + 1);
        let skipped = self.text.chars().count().saturating_sub(room);
        let end: String = self.text.chars().skip(skipped).collect();
        format!("{}{end}_", self.label)
    }
}

// A list of lines, one of which is chosen.

/// The chosen line, and the visible ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    pub(crate) selected: usize,
    first: usize,
    area: Rect,
}

impl Choice {
    /// Moves to another line; false if the key does something else. `count`: the number of lines.
    pub(crate) fn key(&mut self, key: KeyCode, count: usize) -> bool {
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
    pub(crate) fn visible(&mut self, count: usize, area: Rect) -> Range<usize> {
        let height = usize::from(area.height);
        self.area = area;
        self.selected = self.selected.min(count.saturating_sub(1));
        let least = (self.selected + 1).saturating_sub(height);
        self.first = self.first.clamp(least, self.selected.max(least)).min(count.saturating_sub(height));
        self.first..count.min(self.first + height)
    }

    /// The line at a place of the screen.
    pub(crate) fn line_at(&self, column: u16, row: u16, count: usize) -> Option<usize> {
        let line = self.first + usize::from(row.checked_sub(self.area.y)?);
        (self.area.contains((column, row).into()) && line < count).then_some(line)
    }

    /// Draws the visible lines; without colours, too, a sign shows which is chosen.
    pub(crate) fn draw(&self, buffer: &mut Buffer, lines: impl Iterator<Item = String>) {
        for (row, line) in (0..self.area.height).zip(lines) {
            let is_chosen = self.first + usize::from(row) == self.selected;
            let style = if is_chosen { Theme::marked(Style::new()) } else { Style::new() };
            let width = usize::from(self.area.width).saturating_sub(1);
            let sign = if is_chosen { '>' } else { ' ' };
            write(buffer, self.area, row, &format!("{sign}{line:width$}"), style);
        }
    }
}

// A list with search: what is typed are words that the lines to choose from must have.

/// The list, and what is searched for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    pub(crate) words: String,
    /// The indices of what has the words.
    pub(crate) found: Vec<usize>,
    pub(crate) choice: Choice,
}

/// What an event of a list with search leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinderEvent {
    Stay,
    /// The words have changed: they are to be searched for.
    Search,
    /// What has this index was chosen.
    Chosen(usize),
    /// The Tab key.
    Other,
    Close,
}

impl Finder {
    pub(crate) fn handle(&mut self, event: &Event) -> FinderEvent {
        let count = self.found.len();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Paste(text) => {
                self.words.extend(text.trim().chars().filter(|letter| !letter.is_control()));
                FinderEvent::Search
            }
            Event::Mouse(mouse) => {
                match mouse.kind {
                    MouseEventKind::ScrollUp => drop(self.choice.key(KeyCode::Up, count)),
                    MouseEventKind::ScrollDown => drop(self.choice.key(KeyCode::Down, count)),
                    MouseEventKind::Down(MouseButton::Left) => {
                        match self.choice.line_at(mouse.column, mouse.row, count) {
                            Some(line) if line == self.choice.selected => return self.chosen(),
                            line => self.choice.selected = line.unwrap_or(self.choice.selected),
                        }
                    }
                    _ => {}
                }
                FinderEvent::Stay
            }
            _ => FinderEvent::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> FinderEvent {
        if self.choice.key(key.code, self.found.len()) {
            return FinderEvent::Stay;
        }
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Enter, _) => return self.chosen(),
            (KeyCode::Tab, _) => return FinderEvent::Other,
            (KeyCode::Char('c'), true) => return FinderEvent::Close,
            (KeyCode::Esc, _) if self.words.is_empty() => return FinderEvent::Close,
            (KeyCode::Esc, _) | (KeyCode::Char('u'), true) => self.words.clear(),
            (KeyCode::Backspace, _) => drop(self.words.pop()),
            (KeyCode::Char(letter), false) => self.words.push(letter),
            _ => return FinderEvent::Stay,
        }
        FinderEvent::Search
    }

    fn chosen(&self) -> FinderEvent {
        self.found.get(self.choice.selected).map_or(FinderEvent::Stay, |&at| FinderEvent::Chosen(at))
    }

    /// Draws the search and the count in the title, and the head of the list. Returns what is visible of the list, which
    /// has the width `wide`.
    pub(crate) fn draw_head(
        &mut self,
        buffer: &mut Buffer,
        area: Rect,
        wide: u16,
        count: &str,
        theme: Theme,
    ) -> Range<usize> {
        draw_title(buffer, area, &format!("search: {}_", self.words), count, theme);
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(3), width: wide, ..area };
        self.choice.visible(self.found.len(), list)
    }
}

// Text in pages over the whole screen: the keys and what they do, or texts too long for their place.

/// Pages of text, and which of them is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pages {
    title: String,
    /// The keys in front of each row, and the row.
    rows: Vec<(String, String)>,
    /// The first line shown, and whether there are more below.
    first: usize,
    has_more: bool,
    /// The number of lines of a page.
    page: usize,
}

impl Pages {
    /// Creates pages of keys and what they do.
    pub(crate) fn keys<K: Into<String>>(title: &str, rows: impl IntoIterator<Item = (K, &'static str)>) -> Self {
        let rows = rows.into_iter().map(|(keys, does)| (keys.into(), does.to_owned())).collect();
        Self { title: title.to_owned(), rows, ..Self::default() }
    }

    /// Creates pages of commands and what they do.
    pub(crate) fn commands(title: &str, rows: &[Word]) -> Self {
        let rows = rows.iter().flat_map(|row| {
            let usage = format!("{} {}", row.name, row.arguments);
            [(String::new(), usage.trim_end().to_owned()), (String::new(), format!("    {}", row.summary))]
        });
        Self { title: title.to_owned(), rows: rows.collect(), ..Self::default() }
    }

    /// Creates pages of paragraphs, with a blank line after each; empty ones are left out.
    pub(crate) fn text(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Self {
        let texts = paragraphs.into_iter().filter(|text| !text.is_empty());
        let rows = texts.flat_map(|text| [plain(&text), String::new()]).map(|text| (String::new(), text)).collect();
        Self { title: title.to_owned(), rows, ..Self::default() }
    }

    /// The pages after a key: Esc and q close them, other keys show the next page or close the last one.
    pub(crate) fn next(mut self, key: KeyCode) -> Option<Self> {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return None,
            KeyCode::Up | KeyCode::PageUp | KeyCode::Backspace if self.first > 0 => {
                self.first = self.first.saturating_sub(self.page);
            }
            _ if self.has_more => self.first += self.page,
            _ => return None,
        }
        Some(self)
    }

    /// Draws the current page over everything.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer, area: Rect, theme: Theme) {
        Clear.render(area, buffer);
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
        self.page = usize::from(area.height.saturating_sub(2)).max(1);
        self.has_more = self.first + self.page < lines.len();
        write(buffer, area, 0, &self.title, Theme::strong());
        for (row, line) in (1..).zip(lines.iter().skip(self.first).take(self.page)) {
            write(buffer, area, row, line, Style::new());
        }
        let foot = if self.has_more { "any key: more; Esc goes back" } else { "any key goes back" };
        write(buffer, area, area.height.saturating_sub(1), foot, theme.faint());
    }
}

// Text in cells of the screen.

/// Writes a line, cut off at the end of the area, and returns the number of columns written.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) -> u16 {
    if row >= area.height {
        return 0;
    }
    let (end, _) = buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
    end - area.x
}

/// Breaks text into lines of a width, at blanks and inside words longer than a line.
pub(crate) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let lines = text.lines().map(|line| report::wrapped(line, width.into()));
    lines.flat_map(|lines| if lines.is_empty() { vec![String::new()] } else { lines }).collect()
}

/// The text without control characters other than line breaks.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
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

#[cfg(test)]
mod entry_tests {
    use super::*;

    #[test]
    fn a_line_is_typed() {
        let mut entry = TextField::new("save as: ", "a b");
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        assert_eq!(entry.key(key(KeyCode::Char('c'))), TextFieldEvent::More);
        assert_eq!(entry.shown(13), "save as:  bc_");
        entry.key(key(KeyCode::Backspace));
        entry.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(entry.text, "a ");
        assert_eq!(entry.key(key(KeyCode::Enter)), TextFieldEvent::Done("a ".to_owned()));
        entry.paste("c\r\nd\n");
        assert_eq!(entry.text, "c  d");
        assert_eq!(entry.key(key(KeyCode::Esc)), TextFieldEvent::Dropped);
    }
}

#[cfg(test)]
mod choice_tests {
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

#[cfg(test)]
mod pages_tests {
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
        assert!(pages.clone().next(KeyCode::Esc).is_none());
        assert!(pages.clone().next(KeyCode::Char('q')).is_none());
        let (second, pages) = seen(pages.next(KeyCode::Char(' ')).expect("more"));
        let (third, pages) = seen(pages.next(KeyCode::Down).expect("more"));
        assert_eq!((second.as_str(), third.as_str()), ("", "line 4"));
        let (again, _) = seen(pages.clone().next(KeyCode::PageUp).expect("the page before"));
        assert_eq!(again, "");
        assert!(pages.next(KeyCode::Enter).is_none(), "there is no more");
    }
}

#[cfg(test)]
mod text_tests {
    use super::*;

    #[test]
    fn lines_are_broken_without_loss() {
        assert_eq!(wrapped("one two three four", 13), ["one two three", "four"]);
        assert_eq!(wrapped("not saved: /a/long/path", 10), ["not saved:", "/a/long/pa", "th"]);
        assert_eq!(wrapped("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrapped("", 3), [""; 0]);
    }
}
