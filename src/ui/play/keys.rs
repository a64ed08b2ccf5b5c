//! The keys of the player.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::puzzle::Way;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Press(Way, bool),
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
pub(super) fn deed(key: KeyEvent) -> Option<Deed> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let way = match key.code {
        KeyCode::Left => Some((Way::Left, shift)),
        KeyCode::Up => Some((Way::Up, shift)),
        KeyCode::Right => Some((Way::Right, shift)),
        KeyCode::Down => Some((Way::Down, shift)),
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            let way = match letter.to_ascii_lowercase() {
                'a' | 'h' => Some(Way::Left),
                'w' | 'k' => Some(Way::Up),
                'd' | 'l' => Some(Way::Right),
                's' | 'j' => Some(Way::Down),
                _ => None,
            };
            way.map(|way| (way, shift || letter.is_ascii_uppercase()))
        }
        _ => None,
    };
    if let Some((way, held)) = way {
        return Some(Deed::Press(way, held));
    }
    Some(match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
        (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => Deed::Quit,
        (KeyCode::Char('u' | 'z') | KeyCode::Backspace, _) => Deed::Undo,
        (KeyCode::Char('r' | 'y'), _) => Deed::Redo,
        (KeyCode::Char('x'), false) => Deed::Restart,
        (KeyCode::Char('m'), false) => Deed::Mark,
        (KeyCode::Char('g'), false) => Deed::Return,
        (KeyCode::Char('i'), false) => Deed::Hint,
        (KeyCode::Char('f'), false) => Deed::Solve,
        (KeyCode::Char('.'), false) => Deed::Step,
        (KeyCode::Char(','), false) => Deed::Back,
        (KeyCode::Char('0'), false) => Deed::Answer,
        (KeyCode::Char('p' | ' '), false) => Deed::Auto,
        (KeyCode::Char('+' | '='), false) => Deed::Faster,
        (KeyCode::Char('-'), false) => Deed::Slower,
        (KeyCode::Char('o'), false) => Deed::Rest,
        (KeyCode::Char('n'), false) | (KeyCode::PageDown, _) => Deed::Next,
        (KeyCode::Char('b'), false) | (KeyCode::PageUp, _) => Deed::Previous,
        (KeyCode::Char('t'), false) => Deed::Warn,
        (KeyCode::Char('v'), false) => Deed::View,
        (KeyCode::Char(':'), false) => Deed::Words,
        (KeyCode::Char('?'), false) | (KeyCode::F(1), _) => Deed::Help,
        (KeyCode::Esc, _) => Deed::Drop,
        _ => return None,
    })
}
