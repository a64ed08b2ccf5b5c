//! The keys of the player.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::puzzle::PadDirection;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayAction {
    Press(PadDirection, bool),
    Undo,
    Redo,
    Restart,
    Mark,
    Return,
    Hint,
    Solve,
    Step,
    Back,
    Answer,
    Auto,
    Faster,
    Slower,
    Rest,
    Next,
    Previous,
    Warn,
    Words,
    View,
    Help,
    Drop,
    Quit,
}

/// The keys as help shows them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows wasd hjkl", "go; move the lit row or column"),
    ("Shift + these", "shift the lit line (shifter)"),
    ("click, drag", "walk; push a box there; draw a line"),
    ("u z Backspace", "undo the last action"),
    ("r y", "redo"),
    ("x", "restart"),
    ("m / g", "mark this place / back to it"),
    ("i", "hint: the next step"),
    ("f", "find an answer, in the background"),
    (". / ,", "a step along the answer / back"),
    ("0", "to where the answer begins"),
    ("p + -", "play the answer; faster; slower"),
    ("o", "how much is left at least"),
    ("n / b", "next level / the one before"),
    ("t", "warn when no solution is left: on, off"),
    ("v", "view all that is said, in full"),
    (":", "type words; ':help'"),
    ("Esc", "let go; stop searching"),
    ("q Ctrl-C", "leave"),
];

/// What a key asks for.
pub(super) fn deed(key: KeyEvent) -> Option<PlayAction> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let way = match key.code {
        KeyCode::Left => Some((PadDirection::Left, shift)),
        KeyCode::Up => Some((PadDirection::Up, shift)),
        KeyCode::Right => Some((PadDirection::Right, shift)),
        KeyCode::Down => Some((PadDirection::Down, shift)),
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            let way = match letter.to_ascii_lowercase() {
                'a' | 'h' => Some(PadDirection::Left),
                'w' | 'k' => Some(PadDirection::Up),
                'd' | 'l' => Some(PadDirection::Right),
                's' | 'j' => Some(PadDirection::Down),
                _ => None,
            };
            way.map(|way| (way, shift || letter.is_ascii_uppercase()))
        }
        _ => None,
    };
    if let Some((way, held)) = way {
        return Some(PlayAction::Press(way, held));
    }
    Some(match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
        (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => PlayAction::Quit,
        (KeyCode::Char('u' | 'z') | KeyCode::Backspace, _) => PlayAction::Undo,
        (KeyCode::Char('r' | 'y'), _) => PlayAction::Redo,
        (KeyCode::Char('x'), false) => PlayAction::Restart,
        (KeyCode::Char('m'), false) => PlayAction::Mark,
        (KeyCode::Char('g'), false) => PlayAction::Return,
        (KeyCode::Char('i'), false) => PlayAction::Hint,
        (KeyCode::Char('f'), false) => PlayAction::Solve,
        (KeyCode::Char('.'), false) => PlayAction::Step,
        (KeyCode::Char(','), false) => PlayAction::Back,
        (KeyCode::Char('0'), false) => PlayAction::Answer,
        (KeyCode::Char('p' | ' '), false) => PlayAction::Auto,
        (KeyCode::Char('+' | '='), false) => PlayAction::Faster,
        (KeyCode::Char('-'), false) => PlayAction::Slower,
        (KeyCode::Char('o'), false) => PlayAction::Rest,
        (KeyCode::Char('n'), false) | (KeyCode::PageDown, _) => PlayAction::Next,
        (KeyCode::Char('b'), false) | (KeyCode::PageUp, _) => PlayAction::Previous,
        (KeyCode::Char('t'), false) => PlayAction::Warn,
        (KeyCode::Char('v'), false) => PlayAction::View,
        (KeyCode::Char(':'), false) => PlayAction::Words,
        (KeyCode::Char('?'), false) | (KeyCode::F(1), _) => PlayAction::Help,
        (KeyCode::Esc, _) => PlayAction::Drop,
        _ => return None,
    })
}
