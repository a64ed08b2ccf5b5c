//! The keys of the editor.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::puzzle::Way;
use crate::toolkit::edit::words::Word;

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// The cursor one cell on.
    Go(Way),
    Paint,
    Erase,
    /// The brush of that key.
    Brush(char),
    NextBrush,
    OtherBoard,
    /// A word that takes nothing more.
    Word(Word),
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
pub(super) fn deed(key: KeyEvent) -> Option<Deed> {
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let way = match key.code {
        KeyCode::Left => Some((Way::Left, shift)),
        KeyCode::Up => Some((Way::Up, shift)),
        KeyCode::Right => Some((Way::Right, shift)),
        KeyCode::Down => Some((Way::Down, shift)),
        KeyCode::Char('h' | 'H') => Some((Way::Left, key.code == KeyCode::Char('H'))),
        KeyCode::Char('k' | 'K') => Some((Way::Up, key.code == KeyCode::Char('K'))),
        KeyCode::Char('l' | 'L') => Some((Way::Right, key.code == KeyCode::Char('L'))),
        KeyCode::Char('j' | 'J') => Some((Way::Down, key.code == KeyCode::Char('J'))),
        _ => None,
    };
    match way {
        Some((way, true)) => return Some(Deed::Word(Word::Shift(way))),
        Some((way, false)) => return Some(Deed::Go(way)),
        None => {}
    }
    Some(match (key.code, control) {
        (KeyCode::Char('c' | 'q'), true) | (KeyCode::Char('q'), false) => Deed::Quit,
        (KeyCode::Char('s'), true) | (KeyCode::Char('w'), false) => Deed::Save,
        (KeyCode::Char('r'), true) | (KeyCode::Char('y'), _) => Deed::Word(Word::Redo(1)),
        (KeyCode::Char('u' | 'z'), _) => Deed::Word(Word::Undo(1)),
        (_, true) => return None,
        (KeyCode::Char(' ') | KeyCode::Enter, _) => Deed::Paint,
        (KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace, _) => Deed::Erase,
        (KeyCode::Tab, _) => Deed::NextBrush,
        (KeyCode::Char('[' | ']') | KeyCode::BackTab, _) => Deed::OtherBoard,
        (KeyCode::Char('F'), _) => Deed::Fill,
        (KeyCode::Char('C'), _) => Deed::Word(Word::Clear),
        (KeyCode::Char('r'), _) => Deed::Word(Word::Rotate),
        (KeyCode::Char('m'), _) => Deed::Word(Word::Mirror),
        (KeyCode::Char('b'), _) => Deed::Word(Word::Border),
        (KeyCode::Char('s'), _) => Deed::Words("resize "),
        (KeyCode::Char('t'), _) => Deed::Try,
        (KeyCode::Char('f'), _) => Deed::Solve,
        (KeyCode::Char('o'), _) => Deed::Open,
        (KeyCode::Char('v'), _) => Deed::View,
        (KeyCode::Char(':'), _) => Deed::Words(""),
        (KeyCode::Char('?') | KeyCode::F(1), _) => Deed::Help,
        (KeyCode::Esc, _) => Deed::Drop,
        (KeyCode::Char(letter), _) => Deed::Brush(letter),
        _ => return None,
    })
}
