//! The screen that walks through the expansions of searches: the board of the expansion at hand, and the list of the
//! expansions around it, in which those on the way from the start to it are marked.

use std::collections::BTreeSet;

use lurd_engine::program::budget::Expansion;
use lurd_puzzle::puzzle::{Position, Puzzle};
use lurd_report as report;
use lurd_toolkit::{keys::Zoom, solve::Run};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::Rect,
    style::{Modifier, Style},
};

use crate::screen::{
    board::{Marks, Viewport},
    layout::{Layout, Line, Pages, draw_keys, draw_lines, draw_title, folded, is_wide, plain, write},
    run::{Flow, View},
    theme::Theme,
};

/// The keys as help shows them.
const HELP: &[(&str, &str)] = &[
    ("Space Right n", "the next expansion"),
    ("Left b", "the one before"),
    ("PageDown PageUp", "ten on, ten back"),
    ("Home End", "the first; the last"),
    ("f", "where f rises next"),
    ("p", "the expansion that generated this state"),
    ("Tab", "the other search"),
    ("+ - =", "larger, smaller cells; what fits"),
    ("v", "all about this expansion"),
    ("q Esc Ctrl-C", "leave"),
];

const KEYS: &[&str] = &["?:help", "Space:next", "b:back", "f:f rises", "p:parent", "v:more", "q:leave"];
const KEYS_OF_SEVERAL: &[&str] =
    &["?:help", "Space:next", "b:back", "f:f rises", "Tab:other search", "p:parent", "v:more", "q:leave"];

/// The width of the list beside the board, and its height below it.
const SIDE: u16 = 46;
const FOOT: usize = 8;
/// Expansions of a page.
const PAGE: usize = 10;

/// Searches whose expansions are shown on the whole screen.
pub(crate) struct TraceView<'p> {
    puzzle: &'p dyn Puzzle,
    title: String,
    searches: &'p [Run],
    /// The search and the expansion at hand.
    search: usize,
    at: usize,
    /// The expansions from the start to the one at hand.
    path: BTreeSet<usize>,
    /// The position at hand; `None` in a search from the goals.
    position: Option<Box<dyn Position>>,
    theme: Theme,
    viewport: Viewport,
    pages: Option<Pages>,
}

impl<'p> TraceView<'p> {
    /// Begins at the first expansion of the first search.
    pub(crate) fn new(puzzle: &'p dyn Puzzle, title: String, searches: &'p [Run], theme: Theme) -> Self {
        let mut view = Self {
            puzzle,
            title,
            searches,
            search: 0,
            at: 0,
            path: BTreeSet::new(),
            position: None,
            theme,
            viewport: Viewport::default(),
            pages: None,
        };
        view.go_to(0);
        view
    }

    fn run(&self) -> Option<&'p Run> {
        self.searches.get(self.search)
    }

    fn expansions(&self) -> &'p [Expansion] {
        self.run().and_then(|run| run.expansions.as_deref()).unwrap_or_default()
    }

    fn go_to(&mut self, at: usize) {
        let all = self.expansions();
        self.at = at.min(all.len().saturating_sub(1));
        self.path = std::iter::successors(Some(self.at), |&at| all.get(at)?.parent).collect();
        self.position = all.get(self.at).and_then(|expansion| report::position_of(self.puzzle, expansion));
        self.viewport.follow();
    }

    /// The next expansion with a higher *f* than the one at hand, or the last.
    fn rise(&self) -> usize {
        let all = self.expansions();
        let here = all.get(self.at).and_then(Expansion::sum);
        let rises = |expansion: &&Expansion| expansion.sum() > here;
        let next = all.iter().skip(self.at + 1).position(|expansion| rises(&expansion));
        next.map_or(usize::MAX, |next| self.at + 1 + next)
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code);
            return Flow::Stay;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if matches!(key.code, KeyCode::Char('c' | 'q')) { Flow::Leave } else { Flow::Stay };
        }
        match key.code {
            KeyCode::Char(' ' | 'n' | 'l' | 'j') | KeyCode::Enter | KeyCode::Right | KeyCode::Down => {
                self.go_to(self.at + 1);
            }
            KeyCode::Char('b' | 'h' | 'k') | KeyCode::Backspace | KeyCode::Left | KeyCode::Up => {
                self.go_to(self.at.saturating_sub(1));
            }
            KeyCode::PageDown => self.go_to(self.at + PAGE),
            KeyCode::PageUp => self.go_to(self.at.saturating_sub(PAGE)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('f') => self.go_to(self.rise()),
            KeyCode::Char('p') => {
                let parent = self.expansions().get(self.at).and_then(|expansion| expansion.parent);
                self.go_to(parent.unwrap_or(self.at));
            }
            KeyCode::Tab | KeyCode::BackTab => {
                self.search = (self.search + 1) % self.searches.len().max(1);
                self.go_to(self.at);
            }
            KeyCode::Char('+') => self.viewport.zoom(Zoom::In),
            KeyCode::Char('-') => self.viewport.zoom(Zoom::Out),
            KeyCode::Char('=') => self.viewport.zoom(Zoom::Fit),
            KeyCode::Char('v') => {
                let said = self.run().map_or_else(Vec::new, |run| report::expansion_lines(run, self.at));
                self.pages = Some(Pages::text(&format!("Expansion {}", self.at + 1), said));
            }
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.pages = Some(Pages::keys("Expansions of a search", HELP.iter().copied()));
            }
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Leave,
            _ => {}
        }
        Flow::Stay
    }

    /// The expansions around the one at hand in that many lines.
    fn list(&self, lines: usize) -> Vec<Line> {
        let all = self.expansions();
        let first = self.at.saturating_sub(lines / 2).min(all.len().saturating_sub(lines));
        let line = |(index, expansion): (usize, &Expansion)| {
            let (mark, style) = if index == self.at {
                ('>', Theme::strong().add_modifier(Modifier::REVERSED))
            } else if self.path.contains(&index) {
                ('*', self.theme.good())
            } else if index > self.at {
                (' ', self.theme.faint())
            } else {
                (' ', Style::new())
            };
            (format!("{mark}{}", report::expansion_in_short(index, expansion)), style)
        };
        all.iter().enumerate().skip(first).take(lines).map(line).collect()
    }

    fn draw_board(&mut self, buffer: &mut Buffer, area: Rect) {
        let Some(position) = &self.position else {
            write(buffer, area, 0, "a search from the goals: no board", self.theme.faint());
            return;
        };
        match position.controls() {
            Some(controls) => {
                let marks = Marks { focus: controls.focus(), ..Marks::default() };
                self.viewport.draw(buffer, area, controls, marks, self.theme);
            }
            None => {
                for (row, line) in (0..area.height).zip(position.picture().lines()) {
                    write(buffer, area, row, line, Style::new());
                }
            }
        }
    }
}

impl View for TraceView<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        if let Some(pages) = &mut self.pages {
            return pages.draw(buffer, area, self.theme);
        }
        let end = self.run().map_or_else(String::new, report::trace_in_short);
        let mut foot = folded(&plain(&end), area, 2, Style::new());
        let has_side = is_wide(area);
        if !has_side {
            // At most half of a small screen is for the list.
            let mut list = self.list(FOOT.min(usize::from(area.height / 2)));
            list.append(&mut foot);
            foot = list;
        }
        let layout = Layout::new(area, SIDE, foot.len());
        self.draw_board(buffer, layout.board);
        if let Some(side) = layout.side {
            draw_lines(buffer, side, 0, &self.list(usize::from(side.height)));
        }
        draw_lines(buffer, layout.foot, 0, &foot);
        let count = self.expansions().len();
        let number = format!("expansion {} of {count}", (self.at + 1).min(count));
        let search = self.run().map_or("", |run| run.strategy.name());
        draw_title(buffer, area, &format!("{}  {search}", self.title), &number, self.theme);
        let keys = if self.searches.len() > 1 { KEYS_OF_SEVERAL } else { KEYS };
        draw_keys(buffer, area, None, keys, self.theme);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.pages.is_none() => self.viewport.wheel(*mouse),
            _ => {}
        }
        Flow::Stay
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Cancel, Limits};
    use lurd_engine::program::search::Strategy;
    use lurd_puzzle::catalog::Typed;
    use lurd_toolkit::{search_options::SearchOptions, solve::solve};
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;

    fn drawn(view: &mut TraceView<'_>, size: (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a test backend");
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
        terminal.backend().to_string()
    }

    #[test]
    fn keys_walk_through_the_expansions() {
        let catalog = lurd::catalog::builtin();
        let item = catalog.resolve(&Typed::argument("missile/3")).expect("it is built in").remove(0);
        let puzzle = item.puzzle.expect("a puzzle");
        let run = |strategy| {
            let limits = Limits { nodes: Some(30), ..Limits::NONE };
            let search =
                SearchOptions { strategy: Some(strategy), limits, is_traced: true, ..SearchOptions::default() };
            solve(puzzle.as_ref(), &search, &Cancel::default(), &mut ())
        };
        let runs = [run(Strategy::Bfs), run(Strategy::Astar)];
        let mut view = TraceView::new(puzzle.as_ref(), "missile/3".to_owned(), &runs, Theme::plain(true));
        let press = |view: &mut TraceView<'_>, code| {
            assert_eq!(view.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE))), Flow::Stay);
        };
        for size in [(80, 24), (120, 35), (200, 60), (30, 8)] {
            let text = drawn(&mut view, size);
            assert!(text.contains("1 of 30"), "{text}");
        }
        press(&mut view, KeyCode::End);
        assert!(drawn(&mut view, (120, 35)).contains("expansion 30 of 30"));
        assert_eq!(view.path.len(), 3, "two shifts from the start: {:?}", view.path);
        press(&mut view, KeyCode::Char('p'));
        assert_eq!(Some(view.at), runs[0].expansions.as_ref().expect("traced")[29].parent);
        press(&mut view, KeyCode::Tab);
        press(&mut view, KeyCode::Home);
        press(&mut view, KeyCode::Right);
        let text = drawn(&mut view, (120, 35));
        assert!(text.contains("astar") && text.contains("expansion 2 of "), "{text}");
        press(&mut view, KeyCode::Char('f'));
        press(&mut view, KeyCode::Char('v'));
        assert!(drawn(&mut view, (80, 24)).contains("successors"));
        press(&mut view, KeyCode::Char('q'));
        assert_eq!(view.handle(&Event::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE))), Flow::Leave);
    }
}
