//! The whole screen: what the player and the editor have in common there. (The only part that knows
//! ratatui.)
//!
//! - `terminal`: takes the screen and gives it back, whatever happens
//! - `theme`: colours and signs, as far as the terminal has them
//! - `board`: boards cell by cell, scrolled; which cell a pointer is on
//! - `entry`: a line that is typed; `pages`: help, and what is too long for its place
//! - `layout`: what stands where; `more`: the foot of a page at the prompt
//! - `input`: waits for keys, and notices when nobody is there any more

pub(super) mod board;
pub(super) mod entry;
mod input;
pub(super) mod layout;
pub(super) mod more;
pub(super) mod pages;
mod terminal;
pub(super) mod theme;

use std::io;
use std::time::Duration;

use input::Input;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
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
pub(super) trait View {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// A key, the mouse, another size.
    fn handle(&mut self, event: &Event) -> Flow;

    /// Time has passed; says whether there is something new to see.
    fn tick(&mut self) -> bool;

    /// Whether something is going on, so that it should be asked often.
    fn is_busy(&self) -> bool;

    /// Whether what was drawn last asks something that had not been asked before, and that nobody can have
    /// answered yet: what was typed in advance was not meant for it.
    fn asks_anew(&mut self) -> bool {
        false
    }

    /// One leaves, perhaps without having been asked: keep what must not be lost.
    ///
    /// # Errors
    /// It cannot be kept; in words.
    fn leave(&mut self) -> Result<(), String>;
}

const OFTEN: Duration = Duration::from_millis(30);
const SELDOM: Duration = Duration::from_millis(200);
/// Events that are handled before the screen is drawn again: a burst of keys, a drawn mouse.
const BURST: usize = 256;

/// How showing a stage ended.
enum Shown {
    /// It was left.
    Left,
    /// A signal asked for it, or nobody is there any more.
    Asked,
}

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// Whether a signal ended it.
    pub(super) interrupted: bool,
    /// The screen cannot be used, or what had to be kept could not be kept; in words.
    pub(super) wrong: Option<String>,
}

/// Shows a stage until it is left.
pub(super) fn run(view: &mut dyn View, signals: &Signals) -> Ended {
    let failed = |error: io::Error| {
        let message = format!("the screen cannot be used: {error}; --plain goes without it");
        Ended { interrupted: false, wrong: Some(message) }
    };
    let mut held = match terminal::Held::take(signals) {
        Ok(held) => held,
        Err(error) => return failed(error),
    };
    let shown = show(view, &mut held, signals);
    let wrong = view.leave().err();
    if input::is_gone() {
        // There is nobody who could be told anything, and no terminal that could be made what it was.
        std::process::exit(Exit::Interrupted.code().into());
    }
    match shown {
        Ok(Shown::Asked) => Ended { interrupted: true, wrong },
        Ok(Shown::Left) => Ended { interrupted: false, wrong },
        Err(error) => failed(error),
    }
}

fn show(view: &mut dyn View, held: &mut terminal::Held, signals: &Signals) -> io::Result<Shown> {
    let mut is_stale = true;
    loop {
        if signals.wants_to_leave() {
            return Ok(Shown::Asked);
        }
        if is_stale {
            held.terminal.draw(|frame| view.draw(frame))?;
            if view.asks_anew() {
                input::drain()?;
            }
        }
        let wait = if view.is_busy() { OFTEN } else { SELDOM };
        let mut handled = 0;
        while handled < BURST {
            match input::next(if handled == 0 { wait } else { Duration::ZERO })? {
                Input::Event(event) => {
                    if view.handle(&event) == Flow::Leave {
                        return Ok(Shown::Left);
                    }
                    handled += 1;
                }
                Input::Nothing => break,
                Input::HungUp => return Ok(Shown::Asked),
            }
        }
        is_stale = view.tick() || handled > 0;
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

/// Text in lines of a width, broken at blanks; a word that is longer than a line is broken, too.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_and_nothing_is_lost() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("not saved: /a/long/path", 8), ["not", "saved:", "/a/long/", "path"]);
        assert_eq!(wrapped("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrapped("", 3), [""; 0]);
    }
}
