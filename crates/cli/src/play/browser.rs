//! The levels, and the collections and files, to choose from, with search.

use std::collections::HashMap;

use lurd_puzzle::catalog::Catalog;
use lurd_report as report;
use lurd_toolkit::play::{LevelDetails, LevelSet, ListedLevel, Shelf};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind},
    layout::Rect,
};

use crate::screen::{
    board::draw_small,
    layout::{Choice, draw_title, fitting, is_wide, plain, write},
    theme::Theme,
};

/// The share of a wide screen that pictures take at least.
const PICTURES: u16 = 3;
/// The most columns of the list beside pictures.
const MAX_LIST: u16 = 90;

/// The levels of a set on the whole screen.
pub(super) struct Browser {
    entries: Vec<ListedLevel>,
    /// The indices of the entries that have the words of the search.
    found: Vec<usize>,
    words: String,
    choice: Choice,
    /// By the index of the game; looked up when they are first visible.
    details: HashMap<usize, LevelDetails>,
    message: String,
}

/// What an event of the browser leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Browsed {
    Stay,
    Close,
    /// Play the level with that number.
    Play(usize),
    /// Show the collections.
    Collections,
}

impl Browser {
    pub(super) fn new(level_set: &LevelSet, words: &str) -> Self {
        let entries = level_set.entries();
        let mut browser = Self {
            found: Vec::new(),
            words: words.to_owned(),
            choice: Choice::default(),
            details: HashMap::new(),
            message: String::new(),
            entries,
        };
        browser.search();
        browser
    }

    /// Looks for the words; the current level is chosen if it is among those found.
    fn search(&mut self) {
        let has = |&at: &usize| self.entries[at].has(&self.words);
        self.found = (0..self.entries.len()).filter(has).collect();
        let current = self.found.iter().position(|&at| self.entries[at].is_current);
        self.choice.selected = current.unwrap_or(0);
        self.message.clear();
    }

    pub(super) fn handle(&mut self, event: &Event) -> Browsed {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Paste(text) => {
                self.words.extend(text.trim().chars().filter(|letter| !letter.is_control()));
                self.search();
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => drop(self.choice.key(KeyCode::Up, self.found.len())),
                MouseEventKind::ScrollDown => drop(self.choice.key(KeyCode::Down, self.found.len())),
                MouseEventKind::Down(MouseButton::Left) => {
                    match self.choice.line_at(mouse.column, mouse.row, self.found.len()) {
                        Some(line) if line == self.choice.selected => return self.play(),
                        Some(line) => self.choice.selected = line,
                        None => {}
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Browsed::Stay
    }

    fn key(&mut self, key: KeyEvent) -> Browsed {
        if self.choice.key(key.code, self.found.len()) {
            self.message.clear();
            return Browsed::Stay;
        }
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Enter, _) => return self.play(),
            (KeyCode::Tab, _) => return Browsed::Collections,
            (KeyCode::Char('c'), true) => return Browsed::Close,
            (KeyCode::Esc, _) if self.words.is_empty() => return Browsed::Close,
            (KeyCode::Esc, _) | (KeyCode::Char('u'), true) => self.words.clear(),
            (KeyCode::Backspace, _) => drop(self.words.pop()),
            (KeyCode::Char(letter), false) => self.words.push(letter),
            _ => return Browsed::Stay,
        }
        self.search();
        Browsed::Stay
    }

    fn play(&mut self) -> Browsed {
        let Some(entry) = self.found.get(self.choice.selected).map(|&at| &self.entries[at]) else {
            return Browsed::Stay;
        };
        match &entry.game {
            Ok(_) => Browsed::Play(entry.number),
            Err(message) => {
                self.message = format!("level {} cannot be read: {message}", entry.number);
                Browsed::Stay
            }
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, level_set: &LevelSet, catalog: &Catalog, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let count = format!("{} of {} levels", self.found.len(), self.entries.len());
        draw_title(buffer, area, &format!("search: {}_", self.words), &count, theme);
        let pictures = if is_wide(area) { (area.width / PICTURES).max(area.width.saturating_sub(MAX_LIST)) } else { 0 };
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(3), width: area.width - pictures, ..area };
        let visible = self.choice.visible(self.found.len(), list);
        let entries = &self.entries;
        let games: Vec<usize> =
            self.found[visible.clone()].iter().filter_map(|&at| entries[at].game.clone().ok()).collect();
        self.look_up(&games, level_set, catalog);
        let columns = Columns::new(list.width);
        let names = self.details.values().next().map(report::best_names).unwrap_or_default();
        write(buffer, Rect { height: 2, ..area }, 1, &columns.head(&names), theme.faint());
        let lines = self.found[visible].iter().map(|&at| {
            let entry = &self.entries[at];
            let details = entry.game.as_ref().ok().and_then(|game| self.details.get(game));
            columns.line(entry, details)
        });
        self.choice.draw(buffer, lines);
        if pictures > 0 {
            let area = Rect { x: list.right() + 2, width: pictures - 2, ..list };
            self.draw_pictures(buffer, area, level_set, theme);
        }
        let keys = fitting(&["type: search ", "Enter: play ", "Tab: collections ", "Esc: back"], area.width);
        let (foot, style) = if self.message.is_empty() { (&keys, theme.faint()) } else { (&self.message, theme.bad()) };
        write(buffer, area, area.height.saturating_sub(1), foot, style);
    }

    /// Looks up what is not known yet of the levels of these games.
    fn look_up(&mut self, games: &[usize], level_set: &LevelSet, catalog: &Catalog) {
        let new: Vec<usize> = games.iter().copied().filter(|game| !self.details.contains_key(game)).collect();
        let details = level_set.details(&new, catalog);
        self.details.extend(new.into_iter().zip(details));
    }

    /// Draws the boards of the chosen level and of those after it, as far as there is room.
    fn draw_pictures(&self, buffer: &mut Buffer, area: Rect, level_set: &LevelSet, theme: Theme) {
        let mut row = 0;
        for &at in self.found.iter().skip(self.choice.selected) {
            let entry = &self.entries[at];
            let Ok(game) = entry.game else { continue };
            let start = level_set.game_at(game).puzzle().start();
            let Some(controls) = start.controls() else { continue };
            // Less than a few rows of a board show nothing of it.
            if row + 4 > area.height {
                break;
            }
            let style = if row == 0 { Theme::strong() } else { theme.faint() };
            write(buffer, area, row, &format!("{} {}", entry.number, entry.title), style);
            let rest = Rect { y: area.y + row + 1, height: area.height - row - 1, ..area };
            row += draw_small(buffer, rest, controls, theme) + 2;
        }
    }
}

/// The columns of the list in a width.
struct Columns {
    title: usize,
    best: usize,
    /// Whether there is room for the size and the number of pieces.
    is_wide: bool,
}

impl Columns {
    fn new(width: u16) -> Self {
        /// The columns of number, status and blanks; of size and pieces.
        const OTHERS: usize = 16;
        const EXTENT: usize = 14;
        let width = usize::from(width);
        let is_wide = width >= 50;
        let best = if is_wide { 13 } else { 9 };
        let used = OTHERS + best + if is_wide { EXTENT } else { 0 };
        Self { title: width.saturating_sub(used), best, is_wide }
    }

    fn head(&self, names: &str) -> String {
        let best = if names.len() < self.best { names } else { "best" };
        let row = ["level", "title", "solved", best, "size", "pieces"].map(str::to_owned);
        format!(" {}", self.row(&row))
    }

    fn line(&self, entry: &ListedLevel, details: Option<&LevelDetails>) -> String {
        let title = match &entry.game {
            Ok(_) => entry.title.clone(),
            Err(message) => format!("error: {message}"),
        };
        let [status, best, size, pieces] = match details {
            Some(it) if it.records.damage.is_some() => {
                ["damaged".to_owned(), report::best_values(it), report::size(it), report::pieces(it)]
            }
            Some(it) => {
                let status = report::status(it.status()).to_owned();
                [status, report::best_values(it), report::size(it), report::pieces(it)]
            }
            None => ["-", "-", "-", "-"].map(str::to_owned),
        };
        self.row(&[entry.number.to_string(), title, status, best, size, pieces])
    }

    fn row(&self, [number, title, status, best, size, pieces]: &[String; 6]) -> String {
        let cut = |text: &str, width: usize| -> String {
            text.chars().filter(|letter| !letter.is_control()).take(width).collect()
        };
        let (wide, room) = (self.best, self.title);
        let (title, best) = (cut(title, room), cut(best, wide));
        let row = format!("{number:>5} {title:room$} {status:7}{best:>wide$}");
        if self.is_wide { format!("{row} {size:>7} {pieces:>6}") } else { row }
    }
}

// The collections and the files that were played last.

/// The collections and recent files on the whole screen.
pub(super) struct CollectionList {
    shelves: Vec<Shelf>,
    /// The indices of those that have the words of the search.
    found: Vec<usize>,
    words: String,
    choice: Choice,
}

/// What an event of the list leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CollectionListEvent {
    Stay,
    Close,
    /// Open the collection or file with that name.
    Open(String),
}

impl CollectionList {
    pub(super) fn new(shelves: Vec<Shelf>) -> Self {
        let found = (0..shelves.len()).collect();
        Self { shelves, found, words: String::new(), choice: Choice::default() }
    }

    fn search(&mut self) {
        self.found = (0..self.shelves.len()).filter(|&at| self.shelves[at].has(&self.words)).collect();
        self.choice.selected = 0;
    }

    pub(super) fn handle(&mut self, event: &Event) -> CollectionListEvent {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Paste(text) => {
                self.words.extend(text.trim().chars().filter(|letter| !letter.is_control()));
                self.search();
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => drop(self.choice.key(KeyCode::Up, self.found.len())),
                MouseEventKind::ScrollDown => drop(self.choice.key(KeyCode::Down, self.found.len())),
                MouseEventKind::Down(MouseButton::Left) => {
                    match self.choice.line_at(mouse.column, mouse.row, self.found.len()) {
                        Some(line) if line == self.choice.selected => return self.open(),
                        Some(line) => self.choice.selected = line,
                        None => {}
                    }
                }
                _ => {}
            },
            _ => {}
        }
        CollectionListEvent::Stay
    }

    fn key(&mut self, key: KeyEvent) -> CollectionListEvent {
        if self.choice.key(key.code, self.found.len()) {
            return CollectionListEvent::Stay;
        }
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Enter, _) => return self.open(),
            (KeyCode::Char('c'), true) => return CollectionListEvent::Close,
            (KeyCode::Esc, _) if self.words.is_empty() => return CollectionListEvent::Close,
            (KeyCode::Esc, _) | (KeyCode::Char('u'), true) => self.words.clear(),
            (KeyCode::Backspace, _) => drop(self.words.pop()),
            (KeyCode::Char(letter), false) => self.words.push(letter),
            _ => return CollectionListEvent::Stay,
        }
        self.search();
        CollectionListEvent::Stay
    }

    fn open(&self) -> CollectionListEvent {
        let chosen = self.found.get(self.choice.selected);
        chosen.map_or(CollectionListEvent::Stay, |&at| CollectionListEvent::Open(self.shelves[at].reference.clone()))
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let count = format!("{} of {} collections and files", self.found.len(), self.shelves.len());
        draw_title(buffer, area, &format!("search: {}_", self.words), &count, theme);
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        // Names take what they need, up to a third of the width.
        let longest = self.shelves.iter().map(|shelf| shown_name(shelf).chars().count()).max().unwrap_or(0);
        let wide = longest.clamp(4, usize::from(area.width / 3).max(4));
        let row = |name: &str, [levels, solved]: [String; 2], description: &str| {
            let (count, name) = (name.chars().count(), name.chars());
            // The end of a path says more than its beginning.
            let name: String = name.skip(count.saturating_sub(wide)).collect();
            format!("{name:wide$} {levels:>6} {solved:>6}  {description}")
        };
        let heads = ["levels", "solved"].map(str::to_owned);
        write(buffer, Rect { height: 2, ..area }, 1, &format!(" {}", row("name", heads, "contents")), theme.faint());
        let visible = self.choice.visible(self.found.len(), list);
        let lines = self.found[visible].iter().map(|&at| {
            let found = &self.shelves[at];
            row(&shown_name(found), report::shelf_counts(found), &plain(&found.description))
        });
        self.choice.draw(buffer, lines);
        let keys = "type: search  Enter: open  Esc: back";
        write(buffer, area, area.height.saturating_sub(1), keys, theme.faint());
    }
}

/// The name of a collection, or of a file without control characters.
fn shown_name(shelf: &Shelf) -> String {
    plain(&shelf.reference)
}
