//! What the keys of the editor do, for the terminal and for a page in a browser.

use lurd_puzzle::puzzle::PadDirection;

use super::commands::EditCommand;
use crate::keys::{Key, Pressed, Zoom};

// The keys of the editor.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditAction {
    /// A command that could also be typed.
    Command(EditCommand),
    Move(PadDirection),
    Paint,
    Erase,
    /// Choose the brush of that key, and put it.
    Brush(char),
    /// Put the tile with that letter or digit, and go on to the next cell.
    Type(char),
    /// Go back to the cell before, and erase it.
    TypeBack,
    NextBrush,
    NextSymmetry,
    OtherBoard,
    /// Fill every cell with the brush.
    Fill,
    Save,
    Open,
    /// List the keys.
    Keys,
    /// Type a command that begins so.
    TypeCommand(&'static str),
    /// Show all messages and issues in full.
    ViewAll,
    Zoom(Zoom),
    /// Drop the message, or stop the search.
    Drop,
}

/// The keys as help shows them.
pub const HELP: &[(&str, &str)] = &[
    ("arrows hjkl", "move the cursor"),
    ("# $ . @ -", "wall, box, goal, player, floor"),
    ("Space, left", "put it again"),
    ("Del x, right", "erase; a goal stays"),
    ("Tab", "the next brush"),
    ("Shift+arrows", "move everything one cell, with wrap"),
    ("F / C", "fill with the brush / clear"),
    ("S", "symmetric drawing"),
    ("r / m", "rotate / mirror"),
    ("b / s", "border / resize"),
    ("u z / y Ctrl-R", "undo / redo"),
    ("t / f", "try it / find an answer"),
    ("w Ctrl-S", "save"),
    ("o", "open a puzzle"),
    ("> < =", "larger, smaller cells; what fits"),
    ("v", "view all issues in full"),
    (":", "type a command; ':help' lists them"),
    ("q Ctrl-C", "leave"),
];

/// The keys on boards of letters and digits, which are tiles there.
pub const TILE_HELP: &[(&str, &str)] = &[
    ("letters, digits", "put a tile, and go on"),
    ("Backspace", "go back and erase"),
    ("arrows", "move the cursor"),
    ("Space, left", "put what the brush is"),
    ("Del, right", "erase"),
    ("[", "the other board: source, target"),
    ("Tab", "the next brush"),
    ("Shift+arrows", "move everything one cell, with wrap"),
    ("Ctrl-Z / Ctrl-Y", "undo / redo"),
    ("Ctrl-T / Ctrl-F", "try it / find an answer"),
    ("Ctrl-S / Ctrl-O", "save / open a puzzle"),
    ("> < =", "larger, smaller cells; what fits"),
    (":", "type a command; ':help' lists them"),
    ("Ctrl-Q", "leave"),
];

/// The action of a key on a board of letters and digits.
pub fn tile_action(pressed: Pressed) -> Option<EditAction> {
    let plain = !pressed.control && !pressed.alt;
    match pressed.key {
        Key::Char(letter) if plain && letter.is_ascii_alphanumeric() => Some(EditAction::Type(letter)),
        Key::Backspace => Some(EditAction::TypeBack),
        _ => action(pressed),
    }
}

pub fn action(pressed: Pressed) -> Option<EditAction> {
    let control = pressed.control;
    if let Some((direction, shifts)) = direction(pressed) {
        let shift = EditAction::Command(EditCommand::Shift(direction));
        return Some(if shifts { shift } else { EditAction::Move(direction) });
    }
    let command = match (pressed.key, control) {
        (Key::Char('c' | 'q'), true) | (Key::Char('q'), false) => EditCommand::Quit,
        (Key::Char('s'), true) | (Key::Char('w'), false) => return Some(EditAction::Save),
        (Key::Char('r'), true) | (Key::Char('y'), _) => EditCommand::Redo(1),
        (Key::Char('u' | 'z'), _) => EditCommand::Undo(1),
        (Key::Char('t'), _) => EditCommand::Try,
        (Key::Char('f'), _) => EditCommand::Solve,
        (Key::Char('o'), true) => return Some(EditAction::Open),
        (_, true) => return None,
        (Key::Char('C'), _) => EditCommand::Clear,
        (Key::Char('r'), _) => EditCommand::Rotate,
        (Key::Char('m'), _) => EditCommand::Mirror,
        (Key::Char('b'), _) => EditCommand::Border,
        (Key::Char('?') | Key::Help, _) => return Some(EditAction::Keys),
        (key, false) => return view_action(key),
    };
    Some(EditAction::Command(command))
}

/// The action of a key that is not a command.
fn view_action(key: Key) -> Option<EditAction> {
    Some(match key {
        Key::Char(' ') | Key::Enter => EditAction::Paint,
        Key::Char('x') | Key::Delete | Key::Backspace => EditAction::Erase,
        Key::Tab => EditAction::NextBrush,
        Key::Char('[' | ']') | Key::BackTab => EditAction::OtherBoard,
        Key::Char('F') => EditAction::Fill,
        Key::Char('S') => EditAction::NextSymmetry,
        Key::Char('s') => EditAction::TypeCommand("resize "),
        Key::Char('o') => EditAction::Open,
        Key::Char('>') => EditAction::Zoom(Zoom::In),
        Key::Char('<') => EditAction::Zoom(Zoom::Out),
        Key::Char('=') => EditAction::Zoom(Zoom::Fit),
        Key::Char('v') => EditAction::ViewAll,
        Key::Char(':') => EditAction::TypeCommand(""),
        Key::Escape => EditAction::Drop,
        Key::Char(letter) => EditAction::Brush(letter),
        _ => return None,
    })
}

/// The direction of a key, and whether Shift is held.
fn direction(pressed: Pressed) -> Option<(PadDirection, bool)> {
    let shift = pressed.shift;
    Some(match pressed.key {
        Key::Left => (PadDirection::Left, shift),
        Key::Up => (PadDirection::Up, shift),
        Key::Right => (PadDirection::Right, shift),
        Key::Down => (PadDirection::Down, shift),
        Key::Char('h' | 'H') => (PadDirection::Left, pressed.key == Key::Char('H')),
        Key::Char('k' | 'K') => (PadDirection::Up, pressed.key == Key::Char('K')),
        Key::Char('l' | 'L') => (PadDirection::Right, pressed.key == Key::Char('L')),
        Key::Char('j' | 'J') => (PadDirection::Down, pressed.key == Key::Char('J')),
        _ => return None,
    })
}
