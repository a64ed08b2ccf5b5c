//! What the keys do while a level is played and while an answer is followed, for the terminal and for a page in a browser.

use lurd_puzzle::puzzle::{Controls, PadDirection, Position};

use super::commands::{LevelChoice, PlayCommand};
use super::game::ANSWER;
use crate::keys::{Key, Pressed, Zoom};

// The keys of the player.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAction {
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
    /// List the keys.
    Keys,
    ViewAll,
    /// Let go of what was taken up, or stop the search.
    Drop,
}

/// Keys of puzzles in which lines are shifted, as help shows them.
const LINE_KEYS: &[(&str, &str)] = &[
    ("arrows wasd hjkl", "move the lit row or column"),
    ("Shift + these", "shift the lit line"),
    ("drag", "shift a row or column with the tile"),
    ("right click", "undo"),
];

/// Keys of puzzles with pieces.
const PIECE_KEYS: &[(&str, &str)] = &[
    ("arrows wasd hjkl", "move"),
    ("click, drag", "walk; push a box there"),
    ("right click", "undo; let go of a box"),
    ("1", "show: squares you reach"),
    ("2", "show: dead squares"),
    ("3", "show: targets of a box"),
    ("4", "show: frozen boxes"),
];

/// Keys of every puzzle.
const KEYS: &[(&str, &str)] = &[
    ("u z Backspace", "undo the last action"),
    ("r y", "redo"),
    ("wheel", "undo, redo"),
    ("x", "restart"),
    ("m / M", "mark this place / go back to it"),
    ("i", "hint: the next step"),
    ("f", "find an answer, in the background"),
    (". / ,", "a step along the answer / back"),
    ("0", "go to where the answer begins"),
    ("p > <", "play the answer; faster; slower"),
    ("g", "how to carry out an answer, press by press"),
    ("O", "make the best known solution shorter"),
    ("n / b", "next / previous level"),
    ("c / C", "choose a level / a collection or file"),
    ("e", "the saved solutions"),
    ("paste", "play steps, levels, or a file dropped here"),
    ("t", "warnings when no solution is left: on, off"),
    ("+ - =", "larger, smaller cells; what fits"),
    ("v", "view all messages in full"),
    (":", "type a command; ':help' lists them"),
    ("Esc", "let go; stop searching"),
    ("q Ctrl-C", "leave"),
];

/// The keys of the puzzle at hand.
pub fn help(position: &dyn Position) -> Vec<(&'static str, &'static str)> {
    let has_cursor = position.controls().and_then(Controls::cursor).is_some();
    [if has_cursor { LINE_KEYS } else { PIECE_KEYS }, KEYS].concat()
}

pub fn action(pressed: Pressed) -> Option<PlayAction> {
    let command = match direction(pressed) {
        Some((direction, held)) => PlayCommand::Press { direction, held },
        None => match (pressed.key, pressed.control) {
            (Key::Char('c' | 'q'), true) | (Key::Char('q'), false) => PlayCommand::Quit,
            (Key::Char('u' | 'z') | Key::Backspace, _) => PlayCommand::UndoAction,
            (Key::Char('r' | 'y'), _) => PlayCommand::RedoAction,
            (Key::Char('x'), false) => PlayCommand::Restart,
            (Key::Char('m'), false) => PlayCommand::Mark("mark".to_owned()),
            (Key::Char('M'), false) => PlayCommand::Return("mark".to_owned()),
            (Key::Char('g'), false) => PlayCommand::Follow(1),
            (Key::Char('i'), false) => PlayCommand::Hint,
            (Key::Char('f'), false) => PlayCommand::Solve,
            (Key::Char('.'), false) => PlayCommand::Step(1),
            (Key::Char(','), false) => PlayCommand::Back(1),
            (Key::Char('0'), false) => PlayCommand::Return(ANSWER.to_owned()),
            (Key::Char('O'), false) => PlayCommand::Optimise,
            (Key::Char('n'), false) | (Key::PageDown, _) => PlayCommand::Level(LevelChoice::Next),
            (Key::Char('b'), false) | (Key::PageUp, _) => PlayCommand::Level(LevelChoice::Previous),
            (Key::Char('?'), false) | (Key::Help, _) => return Some(PlayAction::Keys),
            (Key::Char('p' | ' '), false) => return Some(PlayAction::Auto),
            (Key::Char('>'), false) => return Some(PlayAction::Faster),
            (Key::Char('<'), false) => return Some(PlayAction::Slower),
            (Key::Char('+'), false) => return Some(PlayAction::Zoom(Zoom::In)),
            (Key::Char('-'), false) => return Some(PlayAction::Zoom(Zoom::Out)),
            (Key::Char('='), false) => return Some(PlayAction::Zoom(Zoom::Fit)),
            (Key::Char('c'), false) => return Some(PlayAction::Browse),
            (Key::Char('C'), false) => PlayCommand::Collections,
            (Key::Char('e'), false) => PlayCommand::Solutions,
            (Key::Char(digit @ '1'..='9'), false) => {
                return Some(PlayAction::Overlay(digit as usize - '1' as usize));
            }
            (Key::Char('t'), false) => return Some(PlayAction::ToggleWarnings),
            (Key::Char('v'), false) => return Some(PlayAction::ViewAll),
            (Key::Char(':'), false) => return Some(PlayAction::TypeCommand),
            (Key::Escape, _) => return Some(PlayAction::Drop),
            _ => return None,
        },
    };
    Some(PlayAction::Command(command))
}

/// The direction of a key, and whether Shift holds the button.
fn direction(pressed: Pressed) -> Option<(PadDirection, bool)> {
    let shift = pressed.shift;
    let (letter, held) = match pressed.key {
        Key::Left => ('h', shift),
        Key::Up => ('k', shift),
        Key::Right => ('l', shift),
        Key::Down => ('j', shift),
        Key::Char(letter) if !pressed.control => (letter.to_ascii_lowercase(), shift || letter.is_ascii_uppercase()),
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

// The keys of the screen that follows an answer.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowAction {
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
pub const FOLLOW_HELP: &[(&str, &str)] = &[
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

pub fn follow_action(pressed: Pressed) -> Option<FollowAction> {
    if pressed.control {
        return matches!(pressed.key, Key::Char('c' | 'q')).then_some(FollowAction::Leave);
    }
    Some(match pressed.key {
        Key::Char(' ' | 'n' | 'l' | 'j' | '.') | Key::Enter | Key::Right | Key::Down | Key::PageDown => {
            FollowAction::Next
        }
        Key::Char('b' | 'h' | 'k' | ',') | Key::Backspace | Key::Left | Key::Up | Key::PageUp => FollowAction::Back,
        Key::Home => FollowAction::First,
        Key::End => FollowAction::End,
        Key::Char(':') => FollowAction::GoTo(None),
        Key::Char(digit) if digit.is_ascii_digit() => FollowAction::GoTo(Some(digit)),
        Key::Char('p') => FollowAction::Auto,
        Key::Char('>') => FollowAction::Faster,
        Key::Char('<') => FollowAction::Slower,
        Key::Char('+') => FollowAction::Zoom(Zoom::In),
        Key::Char('-') => FollowAction::Zoom(Zoom::Out),
        Key::Char('=') => FollowAction::Zoom(Zoom::Fit),
        Key::Tab | Key::BackTab => FollowAction::OtherBoard,
        Key::Char('v') => FollowAction::ViewAll,
        Key::Char('?') | Key::Help => FollowAction::Help,
        Key::Char('q') | Key::Escape => FollowAction::Leave,
        _ => return None,
    })
}
