//! The levels, and the collections and files, to choose from, with search.

use std::collections::HashMap;

use lurd_puzzle::catalog::Catalog;
use lurd_report as report;
use lurd_toolkit::play::{LevelDetails, LevelSet, ListedLevel, Shelf};
use ratatui::{Frame, buffer::Buffer, crossterm::event::Event, layout::Rect};

use crate::screen::{
    board::draw_small,
    layout::{Finder, FinderEvent, fitting, is_wide, plain, write},
    theme::Theme,
};

/// The share of a wide screen that pictures take at least.
const PICTURES: u16 = 3;
/// The most columns of the list beside pictures.
const MAX_LIST: u16 = 90;

/// The levels of a set on the whole screen.
pub(super) struct Browser {
    entries: Vec<ListedLevel>,
    finder: Finder,
    /// By the index of the level; looked up when they are first visible.
    details: HashMap<usize, Option<LevelDetails>>,
    /// The index of the level that is played.
    current: usize,
    message: String,
}

impl Browser {
    pub(super) fn new(level_set: &LevelSet, words: &str) -> Self {
        let finder = Finder { words: words.to_owned(), ..Finder::default() };
        let (entries, current) = (level_set.levels().to_vec(), level_set.place().0 - 1);
        let mut browser = Self { entries, finder, details: HashMap::new(), current, message: String::new() };
        browser.search();
        browser
    }

    /// Looks for the words; the current level is chosen if it is among those found.
    fn search(&mut self) {
        let has = |&at: &usize| self.entries[at].has(&self.finder.words);
        self.finder.found = (0..self.entries.len()).filter(has).collect();
        let current = self.finder.found.iter().position(|&at| at == self.current);
        self.finder.choice.selected = current.unwrap_or(0);
    }

    /// What an event leads to; what is chosen is a level that can be read, by its number.
    pub(super) fn handle(&mut self, event: &Event) -> FinderEvent {
        let done = self.finder.handle(event);
        self.message.clear();
        match done {
            FinderEvent::Search => self.search(),
            FinderEvent::Chosen(at) => match &self.entries[at] {
                ListedLevel { number, game: Ok(_), .. } => return FinderEvent::Chosen(*number),
                ListedLevel { number, game: Err(message), .. } => {
                    self.message = format!("level {number} cannot be read: {message}");
                }
            },
            other => return other,
        }
        FinderEvent::Stay
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, level_set: &LevelSet, catalog: &Catalog, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let count = format!("{} of {} levels", self.finder.found.len(), self.entries.len());
        let pictures = if is_wide(area) { (area.width / PICTURES).max(area.width.saturating_sub(MAX_LIST)) } else { 0 };
        let wide = area.width - pictures;
        let visible = self.finder.draw_head(buffer, area, wide, &count, theme);
        let shown = &self.finder.found[visible];
        let new: Vec<usize> = shown.iter().copied().filter(|at| !self.details.contains_key(at)).collect();
        let details = level_set.details(new.iter().map(|&at| &self.entries[at]), catalog);
        self.details.extend(new.into_iter().zip(details));
        let names = self.details.values().flatten().next().map(report::best_names).unwrap_or_default();
        let best = if names.len() < 13 { &names } else { "best" };
        let head = ["level", "title", "solved", best, "size", "pieces"].map(str::to_owned);
        write(buffer, Rect { height: 2, ..area }, 1, &format!(" {}", row(wide, &head)), theme.faint());
        let lines = shown.iter().map(|&at| {
            let details = self.details.get(&at).and_then(Option::as_ref);
            row(wide, &report::level_cells(&self.entries[at], details))
        });
        self.finder.choice.draw(buffer, lines);
        if pictures > 0 {
            let x = area.x + wide + 2;
            let place = Rect { x, y: area.y + 2, width: pictures - 2, height: area.height.saturating_sub(3) };
            self.draw_pictures(buffer, place, level_set, theme);
        }
        let keys = fitting(&["type: search ", "Enter: play ", "Tab: collections ", "Esc: back"], area.width);
        let (foot, style) = if self.message.is_empty() { (&keys, theme.faint()) } else { (&self.message, theme.bad()) };
        write(buffer, area, area.height.saturating_sub(1), foot, style);
    }

    /// Draws the boards of the chosen level and of those after it, as far as there is room.
    fn draw_pictures(&self, buffer: &mut Buffer, area: Rect, level_set: &LevelSet, theme: Theme) {
        let mut row = 0;
        for &at in self.finder.found.iter().skip(self.finder.choice.selected) {
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

/// A row of the list in a width: what does not fit at the right is cut off.
fn row(width: u16, [number, title, status, best, size, pieces]: &[String; 6]) -> String {
    /// The columns of the best solution; of all but the title.
    const BEST: usize = 13;
    const OTHERS: usize = 30 + BEST;
    let room = usize::from(width).saturating_sub(OTHERS).max(10);
    let cut = |text: &str, width: usize| plain(text).chars().take(width).collect::<String>();
    let (title, best) = (cut(title, room), cut(best, BEST));
    format!("{number:>5} {title:room$} {status:7}{best:>BEST$} {size:>7} {pieces:>6}")
}

// The collections and the files that were played last.

/// The collections and recent files on the whole screen.
pub(super) struct CollectionList {
    pub(super) shelves: Vec<Shelf>,
    finder: Finder,
}

impl CollectionList {
    pub(super) fn new(shelves: Vec<Shelf>) -> Self {
        let found = (0..shelves.len()).collect();
        Self { shelves, finder: Finder { found, ..Finder::default() } }
    }

    pub(super) fn handle(&mut self, event: &Event) -> FinderEvent {
        let done = self.finder.handle(event);
        if done == FinderEvent::Search {
            let has = |&at: &usize| self.shelves[at].has(&self.finder.words);
            self.finder.found = (0..self.shelves.len()).filter(has).collect();
            self.finder.choice.selected = 0;
        }
        done
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let count = format!("{} of {} collections and files", self.finder.found.len(), self.shelves.len());
        let visible = self.finder.draw_head(buffer, area, area.width, &count, theme);
        // Names take what they need, up to a third of the width.
        let longest = self.shelves.iter().map(|shelf| plain(&shelf.reference).chars().count()).max().unwrap_or(0);
        let wide = longest.clamp(4, usize::from(area.width / 3).max(4));
        let row = |name: &str, [levels, solved]: [String; 2], description: &str| {
            let (count, name) = (name.chars().count(), name.chars());
            // The end of a path says more than its beginning.
            let name: String = name.skip(count.saturating_sub(wide)).collect();
            format!("{name:wide$} {levels:>6} {solved:>6}  {description}")
        };
        let heads = ["levels", "solved"].map(str::to_owned);
        write(buffer, Rect { height: 2, ..area }, 1, &format!(" {}", row("name", heads, "contents")), theme.faint());
        let lines = self.finder.found[visible].iter().map(|&at| {
            let found = &self.shelves[at];
            row(&plain(&found.reference), report::shelf_counts(found), &plain(&found.description))
        });
        self.finder.choice.draw(buffer, lines);
        let keys = "type: search  Enter: open  Esc: back";
        write(buffer, area, area.height.saturating_sub(1), keys, theme.faint());
    }
}
