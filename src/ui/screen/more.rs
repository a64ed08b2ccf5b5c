//! The question at the foot of a page that is not the last.

use std::io::{self, Write};
use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use super::input::{self, Input};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum MoreKey {
    Page,
    Line,
    Nothing,
}

/// Asks, and removes the question.
pub(in crate::ui) fn ask(percent: usize) -> MoreKey {
    let mut out = io::stderr();
    let _ = write!(out, "-- more ({percent}%): Space: next page, Enter: next line, q: quit --");
    let _ = out.flush();
    let wanted = if enable_raw_mode().is_ok() { wait() } else { MoreKey::Page };
    let _ = disable_raw_mode();
    let _ = write!(out, "\r\x1b[K");
    let _ = out.flush();
    wanted
}

fn wait() -> MoreKey {
    loop {
        match input::next(Duration::from_millis(200)) {
            Ok(Input::Event(Event::Key(key))) if key.kind != KeyEventKind::Release => return wanted(key),
            Ok(Input::Event(_) | Input::Nothing) => {}
            Ok(Input::HungUp) | Err(_) => return MoreKey::Nothing,
        }
    }
}

fn wanted(key: KeyEvent) -> MoreKey {
    match key.code {
        KeyCode::Enter | KeyCode::Down | KeyCode::Char('j') => MoreKey::Line,
        KeyCode::Esc | KeyCode::Char('q' | 'Q') => MoreKey::Nothing,
        KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => MoreKey::Nothing,
        _ => MoreKey::Page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_as_pagers_have_them() {
        let of = |code| wanted(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!([KeyCode::Char(' '), KeyCode::PageDown].map(of), [MoreKey::Page; 2]);
        assert_eq!([KeyCode::Enter, KeyCode::Down].map(of), [MoreKey::Line; 2]);
        assert_eq!([KeyCode::Char('q'), KeyCode::Esc].map(of), [MoreKey::Nothing; 2]);
        let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(wanted(control), MoreKey::Nothing);
    }
}
