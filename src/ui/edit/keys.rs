//! The keys of the editor.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::puzzle::PadDirection;
use crate::toolkit::edit::words::EditCommand;

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditAction {
    /// The cursor one cell on.
    Go(PadDirection),
    Paint,
    Erase,
    /// The brush of that key.
    Brush(char),
    NextBrush,
    OtherBoard,
    /// A word that takes nothing more.
    EditCommand(EditCommand),
    /// Every cell, with the brush.
    Fill,
    Try,
    Solve,
    Save,
    Open,
    Words(&'static str),
    View,
    Help,
    Drop,
    Quit,
}

/// The keys as help shows them.
pub(super) const HELP: &[(&str, &str)] = &[
    ("arrows hjkl", "the cursor"),
    ("# $ . @ -  0-9", "wall, box, goal, player, floor; a tile"),
    ("Space, left", "put what the brush is"),
    ("Del x, right", "take away; a goal stays"),
    ("Tab / [", "the next brush / the other board"),
    ("Shift+arrows", "everything one cell on, with wrap"),
    ("F / C", "fill with the brush / clear"),
    ("r / m", "rotate / mirror"),
    ("b / s", "border / another size"),
    ("u z / y Ctrl-R", "undo / redo"),
    ("t / f", "try it / find an answer"),
    ("w Ctrl-S", "save"),
    ("o", "open a puzzle"),
    ("v", "view all that is wrong, in full"),
    (":", "type words; ':help'"),
    ("q Ctrl-C", "leave"),
];

/// What a key asks for.
pub(super) fn deed(key: KeyEvent) -> Option<EditAction> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let way = match key.code {
        KeyCode::Left => Some((PadDirection::Left, shift)),
        KeyCode::Up => Some((PadDirection::Up, shift)),
        KeyCode::Right => Some((PadDirection::Right, shift)),
        KeyCode::Down => Some((PadDirection::Down, shift)),
        KeyCode::Char('h' | 'H') => Some((PadDirection::Left, key.code == KeyCode::Char('H'))),
        KeyCode::Char('k' | 'K') => Some((PadDirection::Up, key.code == KeyCode::Char('K'))),
        KeyCode::Char('l' | 'L') => Some((PadDirection::Right, key.code == KeyCode::Char('L'))),
        KeyCode::Char('j' | 'J') => Some((PadDirection::Down, key.code == KeyCode::Char('J'))),
        _ => None,
    };
    match way {
        Some((way, true)) => return Some(EditAction::EditCommand(EditCommand::Shift(way))),
        Some((way, false)) => return Some(EditAction::Go(way)),
        None => {}
    }
    Some(match (key.code, control) {
        (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => EditAction::Quit,
        (KeyCode::Char('s'), true) | (KeyCode::Char('w'), false) => EditAction::Save,
        (KeyCode::Char('r'), true) | (KeyCode::Char('y'), _) => EditAction::EditCommand(EditCommand::Redo(1)),
        (KeyCode::Char('u' | 'z'), _) => EditAction::EditCommand(EditCommand::Undo(1)),
        (_, true) => return None,
        (KeyCode::Char(' ') | KeyCode::Enter, _) => EditAction::Paint,
        (KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace, _) => EditAction::Erase,
        (KeyCode::Tab, _) => EditAction::NextBrush,
        (KeyCode::Char('[' | ']') | KeyCode::BackTab, _) => EditAction::OtherBoard,
        (KeyCode::Char('F'), _) => EditAction::Fill,
        (KeyCode::Char('C'), _) => EditAction::EditCommand(EditCommand::Clear),
        (KeyCode::Char('r'), _) => EditAction::EditCommand(EditCommand::Rotate),
        (KeyCode::Char('m'), _) => EditAction::EditCommand(EditCommand::Mirror),
        (KeyCode::Char('b'), _) => EditAction::EditCommand(EditCommand::Border),
        (KeyCode::Char('s'), _) => EditAction::Words("resize "),
        (KeyCode::Char('t'), _) => EditAction::Try,
        (KeyCode::Char('f'), _) => EditAction::Solve,
        (KeyCode::Char('o'), _) => EditAction::Open,
        (KeyCode::Char('v'), _) => EditAction::View,
        (KeyCode::Char(':'), _) => EditAction::Words(""),
        (KeyCode::Char('?') | KeyCode::F(1), _) => EditAction::Help,
        (KeyCode::Esc, _) => EditAction::Drop,
        (KeyCode::Char(letter), _) => EditAction::Brush(letter),
        _ => return None,
    })
}
