//! The keys of the screen that follows an answer.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::ui::screen::board::Zoom;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FollowAction {
    Next,
    Back,
    First,
    End,
    /// Type the number of an instruction, which begins with this digit.
    GoTo(Option<char>),
    /// Start or stop going on without a key.
    Auto,
    Faster,
    Slower,
    Zoom(Zoom),
    /// Show the other board where there is room for one.
    OtherBoard,
    ViewAll,
    Help,
    Leave,
}

/// The keys as help shows them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("Space Enter Right", "done: go on to the next"),
    ("Left Backspace b", "back to the one before"),
    ("Home End", "to the first; to the end"),
    ("5 Enter", "go to number 5"),
    ("p", "go on by itself: start, stop"),
    ("> <", "faster; slower"),
    ("+ - =", "larger, smaller cells; what fits"),
    ("Tab", "the board after it, or before it"),
    ("v", "view everything in full"),
    ("q Esc Ctrl-C", "leave"),
];

pub(super) fn action(key: KeyEvent) -> Option<FollowAction> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'q')).then_some(FollowAction::Leave);
    }
    Some(match key.code {
        KeyCode::Char(' ' | 'n' | 'l' | 'j' | '.')
        | KeyCode::Enter
        | KeyCode::Right
        | KeyCode::Down
        | KeyCode::PageDown => FollowAction::Next,
        KeyCode::Char('b' | 'h' | 'k' | ',')
        | KeyCode::Backspace
        | KeyCode::Left
        | KeyCode::Up
        | KeyCode::PageUp => FollowAction::Back,
        KeyCode::Home => FollowAction::First,
        KeyCode::End => FollowAction::End,
        KeyCode::Char(':') => FollowAction::GoTo(None),
        KeyCode::Char(digit) if digit.is_ascii_digit() => FollowAction::GoTo(Some(digit)),
        KeyCode::Char('p') => FollowAction::Auto,
        KeyCode::Char('>') => FollowAction::Faster,
        KeyCode::Char('<') => FollowAction::Slower,
        KeyCode::Char('+') => FollowAction::Zoom(Zoom::In),
        KeyCode::Char('-') => FollowAction::Zoom(Zoom::Out),
        KeyCode::Char('=') => FollowAction::Zoom(Zoom::Fit),
        KeyCode::Tab | KeyCode::BackTab => FollowAction::OtherBoard,
        KeyCode::Char('v') => FollowAction::ViewAll,
        KeyCode::Char('?') | KeyCode::F(1) => FollowAction::Help,
        KeyCode::Char('q') | KeyCode::Esc => FollowAction::Leave,
        _ => return None,
    })
}
