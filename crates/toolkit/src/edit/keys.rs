//! What the keys of the editor do, for the terminal and for a page in a browser.

use lurd_puzzle::puzzle::PadDirection;

use super::commands::EditCommand;
use crate::keys::{Key, KeyRow, Pressed, Zoom, action_of, help_of};

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

/// The keys of the editor.
pub const KEYS: &[KeyRow<EditAction>] = &[
    ("arrows hjkl", "move the cursor", None),
    ("# $ . @ -", "wall, box, goal, player, floor", None),
    ("Space | Enter", "put it again (left button)", Some(|| EditAction::Paint)),
    ("Del x | Backspace", "erase; a goal stays (right button)", Some(|| EditAction::Erase)),
    ("Tab", "the next brush", Some(|| EditAction::NextBrush)),
    ("Shift+arrows", "move everything one cell, with wrap", None),
    ("F", "fill with the brush / clear", Some(|| EditAction::Fill)),
    ("C", "", Some(|| EditCommand::Clear.into())),
    ("S", "symmetric drawing", Some(|| EditAction::NextSymmetry)),
    ("r", "rotate / mirror", Some(|| EditCommand::Rotate.into())),
    ("m", "", Some(|| EditCommand::Mirror.into())),
    ("b", "border / resize", Some(|| EditCommand::Border.into())),
    ("s", "", Some(|| EditAction::TypeCommand("resize "))),
    ("u z | Ctrl-Z Ctrl-U", "undo / redo", Some(|| EditCommand::Undo(1).into())),
    ("y | Ctrl-Y Ctrl-R", "", Some(|| EditCommand::Redo(1).into())),
    ("t | Ctrl-T", "try it / find an answer", Some(|| EditCommand::Try.into())),
    ("f | Ctrl-F", "", Some(|| EditCommand::Solve.into())),
    ("w | Ctrl-S", "save / open a puzzle", Some(|| EditAction::Save)),
    ("o | Ctrl-O", "", Some(|| EditAction::Open)),
    ("[ | ] BackTab", "the other board: source, target", Some(|| EditAction::OtherBoard)),
    (">", "larger / smaller cells / what fits", Some(|| EditAction::Zoom(Zoom::In))),
    ("<", "", Some(|| EditAction::Zoom(Zoom::Out))),
    ("=", "", Some(|| EditAction::Zoom(Zoom::Fit))),
    ("v", "view all issues in full", Some(|| EditAction::ViewAll)),
    (":", "type a command; ':help' lists them", Some(|| EditAction::TypeCommand(""))),
    ("? | F1", "list these keys", Some(|| EditAction::Keys)),
    ("Esc", "drop the message; stop searching", Some(|| EditAction::Drop)),
    ("q Ctrl-Q | Ctrl-C", "leave", Some(|| EditCommand::Quit.into())),
];

impl From<EditCommand> for EditAction {
    fn from(command: EditCommand) -> Self {
        Self::Command(command)
    }
}

/// The keys on boards of letters and digits, which are tiles there.
const TILE_KEYS: &[KeyRow<EditAction>] = &[
    ("letters, digits", "put a tile, and go on", None),
    ("Backspace", "go back and erase", Some(|| EditAction::TypeBack)),
    ("arrows", "move the cursor", None),
    ("Space", "put what the brush is (left button)", None),
    ("Del", "erase (right button)", None),
    ("[", "the other board: source, target", None),
    ("Tab", "the next brush", None),
    ("Shift+arrows", "move everything one cell, with wrap", None),
    ("Ctrl-Z / Ctrl-Y", "undo / redo", None),
    ("Ctrl-T / Ctrl-F", "try it / find an answer", None),
    ("Ctrl-S / Ctrl-O", "save / open a puzzle", None),
    ("> / < / =", "larger / smaller cells / what fits", None),
    (":", "type a command; ':help' lists them", None),
    ("Ctrl-Q", "leave", None),
];

/// The keys as help shows them.
pub fn help(has_tiles: bool) -> Vec<(String, &'static str)> {
    help_of(if has_tiles { TILE_KEYS } else { KEYS })
}

/// The action of a key on a board of letters and digits.
pub fn tile_action(pressed: Pressed) -> Option<EditAction> {
    let plain = !pressed.control && !pressed.alt;
    match pressed.key {
        Key::Char(letter) if plain && letter.is_ascii_alphanumeric() => Some(EditAction::Type(letter)),
        _ => action_of(TILE_KEYS, pressed).or_else(|| action(pressed)),
    }
}

pub fn action(pressed: Pressed) -> Option<EditAction> {
    if let Some((direction, shifts)) = pressed.direction(["h", "k", "l", "j"]) {
        return Some(if shifts { EditCommand::Shift(direction).into() } else { EditAction::Move(direction) });
    }
    action_of(KEYS, pressed).or(match pressed.key {
        Key::Char(letter) if !pressed.control => Some(EditAction::Brush(letter)),
        _ => None,
    })
}
