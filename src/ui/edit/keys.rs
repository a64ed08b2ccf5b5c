//! The keys of the editor.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::ui::screen::board::Zoom;
use lurd_puzzle::puzzle::PadDirection;
use lurd_toolkit::edit::commands::EditCommand;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditAction {
    /// A command that could also be typed.
    Command(EditCommand),
    Move(PadDirection),
    Paint,
    Erase,
    /// Choose the brush of that key.
    Brush(char),
    NextBrush,
    /// Select a part: first one corner, then the other.
    Select,
    /// Copy or move the selected part to the cursor.
    PutPart {
        moves: bool,
    },
    NextSymmetry,
    OtherBoard,
    /// Fill every cell with the brush.
    Fill,
    Save,
    Open,
    /// Type a command that begins so.
    TypeCommand(&'static str),
    /// Show all messages and issues in full.
    ViewAll,
    Zoom(Zoom),
    /// Drop the message, or stop the search.
    Drop,
}

/// The keys as help shows them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows hjkl", "move the cursor"),
    ("# $ . @ -  0-9", "wall, box, goal, player, floor; a tile"),
    ("Space, left", "put what the brush is"),
    ("Del x, right", "erase; a goal stays"),
    ("Tab / [", "the next brush / the other board"),
    ("Shift+arrows", "move everything one cell, with wrap"),
    ("F / C", "fill with the brush / clear"),
    ("V", "select: a corner, the other"),
    ("P / M", "copy it here / move it"),
    ("S", "symmetric drawing"),
    ("r / m", "rotate / mirror"),
    ("b / s", "border / resize"),
    ("u z / y Ctrl-R", "undo / redo"),
    ("t / f", "try it / find an answer"),
    ("w Ctrl-S", "save"),
    ("o", "open a puzzle"),
    ("> < =", "larger, smaller cells; what fits"),
    ("v", "view all issues in full"),
    (":", "type a command; ':help'"),
    ("q Ctrl-C", "leave"),
];

pub(super) fn action(key: KeyEvent) -> Option<EditAction> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    if let Some((direction, shifts)) = direction(key) {
        let shift = EditAction::Command(EditCommand::Shift(direction));
        return Some(if shifts { shift } else { EditAction::Move(direction) });
    }
    let command = match (key.code, control) {
        (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => EditCommand::Quit,
        (KeyCode::Char('s'), true) | (KeyCode::Char('w'), false) => return Some(EditAction::Save),
        (KeyCode::Char('r'), true) | (KeyCode::Char('y'), _) => EditCommand::Redo(1),
        (KeyCode::Char('u' | 'z'), _) => EditCommand::Undo(1),
        (_, true) => return None,
        (KeyCode::Char('C'), _) => EditCommand::Clear,
        (KeyCode::Char('r'), _) => EditCommand::Rotate,
        (KeyCode::Char('m'), _) => EditCommand::Mirror,
        (KeyCode::Char('b'), _) => EditCommand::Border,
        (KeyCode::Char('t'), _) => EditCommand::Try,
        (KeyCode::Char('f'), _) => EditCommand::Solve,
        (KeyCode::Char('?') | KeyCode::F(1), _) => EditCommand::Help,
        (code, false) => return view_action(code),
    };
    Some(EditAction::Command(command))
}

/// The action of a key that is not a command.
fn view_action(code: KeyCode) -> Option<EditAction> {
    Some(match code {
        KeyCode::Char(' ') | KeyCode::Enter => EditAction::Paint,
        KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace => EditAction::Erase,
        KeyCode::Tab => EditAction::NextBrush,
        KeyCode::Char('[' | ']') | KeyCode::BackTab => EditAction::OtherBoard,
        KeyCode::Char('F') => EditAction::Fill,
        KeyCode::Char('V') => EditAction::Select,
        KeyCode::Char('P') => EditAction::PutPart { moves: false },
        KeyCode::Char('M') => EditAction::PutPart { moves: true },
        KeyCode::Char('S') => EditAction::NextSymmetry,
        KeyCode::Char('s') => EditAction::TypeCommand("resize "),
        KeyCode::Char('o') => EditAction::Open,
        KeyCode::Char('>') => EditAction::Zoom(Zoom::In),
        KeyCode::Char('<') => EditAction::Zoom(Zoom::Out),
        KeyCode::Char('=') => EditAction::Zoom(Zoom::Fit),
        KeyCode::Char('v') => EditAction::ViewAll,
        KeyCode::Char(':') => EditAction::TypeCommand(""),
        KeyCode::Esc => EditAction::Drop,
        KeyCode::Char(letter) => EditAction::Brush(letter),
        _ => return None,
    })
}

/// The direction of a key, and whether Shift is held.
fn direction(key: KeyEvent) -> Option<(PadDirection, bool)> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        KeyCode::Left => (PadDirection::Left, shift),
        KeyCode::Up => (PadDirection::Up, shift),
        KeyCode::Right => (PadDirection::Right, shift),
        KeyCode::Down => (PadDirection::Down, shift),
        KeyCode::Char('h' | 'H') => (PadDirection::Left, key.code == KeyCode::Char('H')),
        KeyCode::Char('k' | 'K') => (PadDirection::Up, key.code == KeyCode::Char('K')),
        KeyCode::Char('l' | 'L') => (PadDirection::Right, key.code == KeyCode::Char('L')),
        KeyCode::Char('j' | 'J') => (PadDirection::Down, key.code == KeyCode::Char('J')),
        _ => return None,
    })
}
