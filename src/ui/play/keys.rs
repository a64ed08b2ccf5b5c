//! The keys of the player.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::ui::screen::board::Zoom;
use lurd_puzzle::puzzle::PadDirection;
use lurd_toolkit::play::commands::{Level, PlayCommand};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayAction {
    /// A command that could also be typed.
    Command(PlayCommand),
    /// Start or stop playing the answer.
    Auto,
    Faster,
    Slower,
    ToggleWarnings,
    Zoom(Zoom),
    /// Switch an overlay of the board on or off.
    Overlay(usize),
    /// Choose a level.
    Browse,
    TypeCommand,
    ViewAll,
    /// Let go of what was taken up, or stop the search.
    Drop,
}

/// The keys as help shows them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows wasd hjkl", "move; move the lit row or column"),
    ("Shift + these", "shift the lit line (shifter)"),
    ("click, drag", "walk; push a box there; draw a line"),
    ("u z Backspace", "undo the last action"),
    ("r y", "redo"),
    ("wheel", "undo, redo"),
    ("right click", "undo; let go of a box"),
    ("x", "restart"),
    ("m / M", "mark this place / go back to it"),
    ("i", "hint: the next step"),
    ("f", "find an answer, in the background"),
    (". / ,", "a step along the answer / back"),
    ("0", "go to where the answer begins"),
    ("p > <", "play the answer; faster; slower"),
    ("g", "how to carry out an answer, press by press"),
    ("o", "the least cost that remains"),
    ("O", "make the best known solution shorter"),
    ("n / b", "next / previous level"),
    ("c L", "choose a level; search (L: not in shifters)"),
    ("e", "the saved solutions"),
    ("1", "show: squares you reach"),
    ("2", "show: dead squares"),
    ("3", "show: targets of a box"),
    ("4", "show: frozen boxes"),
    ("paste", "play steps, levels, or a file dropped here"),
    ("t", "warnings when no solution is left: on, off"),
    ("+ - =", "larger, smaller cells; what fits"),
    ("v", "view all messages in full"),
    (":", "type a command; ':help'"),
    ("Esc", "let go; stop searching"),
    ("q Ctrl-C", "leave"),
];

pub(super) fn action(key: KeyEvent) -> Option<PlayAction> {
    let command = match direction(key) {
        Some((direction, held)) => PlayCommand::Press { direction, held },
        None => match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => PlayCommand::Quit,
            (KeyCode::Char('u' | 'z') | KeyCode::Backspace, _) => PlayCommand::UndoAction,
            (KeyCode::Char('r' | 'y'), _) => PlayCommand::RedoAction,
            (KeyCode::Char('x'), false) => PlayCommand::Restart,
            (KeyCode::Char('m'), false) => PlayCommand::Mark("mark".to_owned()),
            (KeyCode::Char('M'), false) => PlayCommand::Return("mark".to_owned()),
            (KeyCode::Char('g'), false) => PlayCommand::Follow(1),
            (KeyCode::Char('i'), false) => PlayCommand::Hint,
            (KeyCode::Char('f'), false) => PlayCommand::Solve,
            (KeyCode::Char('.'), false) => PlayCommand::Step(1),
            (KeyCode::Char(','), false) => PlayCommand::Back(1),
            (KeyCode::Char('0'), false) => PlayCommand::Answer,
            (KeyCode::Char('o'), false) => PlayCommand::Rest,
            (KeyCode::Char('O'), false) => PlayCommand::Optimise,
            (KeyCode::Char('n'), false) | (KeyCode::PageDown, _) => PlayCommand::Level(Level::Next),
            (KeyCode::Char('b'), false) | (KeyCode::PageUp, _) => PlayCommand::Level(Level::Previous),
            (KeyCode::Char('?'), false) | (KeyCode::F(1), _) => PlayCommand::Help,
            (KeyCode::Char('p' | ' '), false) => return Some(PlayAction::Auto),
            (KeyCode::Char('>'), false) => return Some(PlayAction::Faster),
            (KeyCode::Char('<'), false) => return Some(PlayAction::Slower),
            (KeyCode::Char('+'), false) => return Some(PlayAction::Zoom(Zoom::In)),
            (KeyCode::Char('-'), false) => return Some(PlayAction::Zoom(Zoom::Out)),
            (KeyCode::Char('='), false) => return Some(PlayAction::Zoom(Zoom::Fit)),
            (KeyCode::Char('c'), false) => return Some(PlayAction::Browse),
            (KeyCode::Char('e'), false) => PlayCommand::Solutions,
            (KeyCode::Char(digit @ '1'..='9'), false) => {
                return Some(PlayAction::Overlay(digit as usize - '1' as usize));
            }
            (KeyCode::Char('t'), false) => return Some(PlayAction::ToggleWarnings),
            (KeyCode::Char('v'), false) => return Some(PlayAction::ViewAll),
            (KeyCode::Char(':'), false) => return Some(PlayAction::TypeCommand),
            (KeyCode::Esc, _) => return Some(PlayAction::Drop),
            _ => return None,
        },
    };
    Some(PlayAction::Command(command))
}

/// The direction of a key, and whether Shift holds the button.
fn direction(key: KeyEvent) -> Option<(PadDirection, bool)> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let (letter, held) = match key.code {
        KeyCode::Left => ('h', shift),
        KeyCode::Up => ('k', shift),
        KeyCode::Right => ('l', shift),
        KeyCode::Down => ('j', shift),
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            (letter.to_ascii_lowercase(), shift || letter.is_ascii_uppercase())
        }
        _ => return None,
    };
    let direction = match letter {
        'a' | 'h' => PadDirection::Left,
        'w' | 'k' => PadDirection::Up,
        'd' | 'l' => PadDirection::Right,
        's' | 'j' => PadDirection::Down,
        _ => return None,
    };
    Some((direction, held))
}
