//! The whole screen: what the player and the editor have in common there. (The only part that knows
//! ratatui.)
//!
//! - `terminal`: takes the screen and gives it back, whatever happens
//! - `theme`: colours and signs, as far as the terminal has them
//! - `board`: boards cell by cell, scrolled; which cell a pointer is on
//! - `entry`: a line that is typed

pub(super) mod board;
pub(super) mod entry;
mod terminal;
pub(super) mod theme;

use std::io;
use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::signals::Signals;
use crate::toolkit::exit::Exit;

/// Whether one stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Stay,
    Leave,
}

/// What is on the screen. It knows no terminal, so that tests can show it what they like.
pub(super) trait Stage {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// A key, the mouse, another size.
    fn handle(&mut self, event: &Event) -> Flow;

    /// Time has passed; says whether there is something new to see.
    fn tick(&mut self) -> bool;

    /// Whether something is going on, so that it should be asked often.
    fn is_busy(&self) -> bool;

    /// One leaves, perhaps without having been asked: keep what must not be lost.
    fn leave(&mut self);
}

const OFTEN: Duration = Duration::from_millis(30);
const SELDOM: Duration = Duration::from_millis(200);
/// Events that are handled before the screen is drawn again: a burst of keys, a drawn mouse.
const BURST: usize = 256;

/// Shows a stage until it is left.
pub(super) fn run(stage: &mut dyn Stage, signals: &Signals) -> Result<Exit, String> {
    let failed = |error: io::Error| format!("the screen cannot be used: {error}; --plain goes without it");
    let mut held = terminal::Held::take(signals).map_err(failed)?;
    let result = show(stage, &mut held, signals);
    stage.leave();
    result.map_err(failed)
}

fn show(stage: &mut dyn Stage, held: &mut terminal::Held, signals: &Signals) -> io::Result<Exit> {
    let mut is_stale = true;
    loop {
        if signals.wants_to_leave() {
            return Ok(Exit::Interrupted);
        }
        if is_stale {
            held.terminal.draw(|frame| stage.draw(frame))?;
        }
        let wait = if stage.is_busy() { OFTEN } else { SELDOM };
        let mut handled = 0;
        while handled < BURST && event::poll(if handled == 0 { wait } else { Duration::ZERO })? {
            if stage.handle(&event::read()?) == Flow::Leave {
                return Ok(Exit::Good);
            }
            handled += 1;
        }
        is_stale = stage.tick() || handled > 0;
    }
}

/// Writes a line, cut off where the area ends; says how many columns it took.
pub(super) fn write(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) -> u16 {
    if row >= area.height {
        return 0;
    }
    let (end, _) = buffer.set_stringn(area.x, area.y + row, text, usize::from(area.width), style);
    end - area.x
}

/// Writes a line that ends where the area ends.
pub(super) fn write_right(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX).min(area.width);
    let place = Rect { x: area.right() - width, width, ..area };
    write(buffer, place, row, text, style);
}

/// Text in lines of a width, broken at blanks.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width).max(1);
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let needed = line.chars().count() + usize::from(!line.is_empty()) + word.chars().count();
            if needed > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Pages of keys and what they do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Help {
    pub(super) title: &'static str,
    pub(super) rows: &'static [(&'static str, &'static str)],
    /// The line that is seen first, and whether there are more below.
    first: usize,
    has_more: bool,
}

impl Help {
    pub(super) fn new(title: &'static str, rows: &'static [(&'static str, &'static str)]) -> Self {
        Self { title, rows, first: 0, has_more: false }
    }

    /// After a key: the next page, or nothing after the last.
    pub(super) fn next(self, area_height: u16) -> Option<Self> {
        let page = usize::from(area_height.saturating_sub(2)).max(1);
        self.has_more.then_some(Self { first: self.first + page, ..self })
    }

    /// Draws a page over everything.
    pub(super) fn draw(&mut self, buffer: &mut Buffer, area: Rect, theme: theme::Theme) {
        for row in 0..area.height {
            write(buffer, area, row, &" ".repeat(area.width.into()), Style::new());
        }
        let lead = self.rows.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0) + 1;
        let room = area.width.saturating_sub(u16::try_from(lead).unwrap_or(u16::MAX));
        let lines: Vec<String> = self
            .rows
            .iter()
            .flat_map(|(keys, does)| {
                let lines = wrapped(does, room).into_iter().enumerate();
                lines.map(move |(at, line)| format!("{:lead$}{line}", if at == 0 { keys } else { "" }))
            })
            .collect();
        let page = usize::from(area.height.saturating_sub(2)).max(1);
        self.has_more = self.first + page < lines.len();
        write(buffer, area, 0, self.title, theme::Theme::strong());
        for (row, line) in (1..).zip(lines.iter().skip(self.first).take(page)) {
            write(buffer, area, row, line, Style::new());
        }
        let foot = if self.has_more { "any key: more" } else { "any key goes back" };
        write(buffer, area, area.height.saturating_sub(1), foot, theme.faint());
    }
}
