//! What the keys do while a level is played and while an answer is followed, for the terminal and for a page in a browser.

use lurd_puzzle::puzzle::{Controls, Position};

use super::commands::{LevelChoice, PlayCommand};
use super::game::ANSWER;
use crate::keys::{Key, KeyRow, Pressed, Zoom, action_of, help_of};

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

/// What is done by hand and mouse in puzzles in which lines are shifted.
const LINES: &[KeyRow<PlayAction>] = &[
    ("arrows wasd hjkl", "move the lit row or column", None),
    ("Shift + these", "shift the lit line", None),
    ("drag", "shift a row or column with the tile", None),
    ("right click", "undo", None),
];

/// The same in puzzles with pieces.
const PIECES: &[KeyRow<PlayAction>] = &[
    ("arrows wasd hjkl", "move", None),
    ("click, drag", "walk; push a box there", None),
    ("right click", "undo; let go of a box", None),
    ("1", "show: squares you reach", None),
    ("2", "show: dead squares", None),
    ("3", "show: targets of a box", None),
    ("4", "show: frozen boxes", None),
];

/// Keys of every puzzle.
const KEYS: &[KeyRow<PlayAction>] = &[
    ("u z Backspace | Ctrl-Z", "undo the last action", Some(|| PlayCommand::UndoAction.into())),
    ("r y | Ctrl-R Ctrl-Y", "redo", Some(|| PlayCommand::RedoAction.into())),
    ("wheel", "undo, redo", None),
    ("x", "restart", Some(|| PlayCommand::Restart.into())),
    ("m", "mark this place / go back to it", Some(|| PlayCommand::Mark("mark".to_owned()).into())),
    ("M", "", Some(|| PlayCommand::Return("mark".to_owned()).into())),
    ("i", "hint: the next step", Some(|| PlayCommand::Hint.into())),
    ("f", "find an answer, in the background", Some(|| PlayCommand::Solve.into())),
    (".", "a step along the answer / back", Some(|| PlayCommand::Step(1).into())),
    (",", "", Some(|| PlayCommand::Back(1).into())),
    ("0", "go to where the answer begins", Some(|| PlayCommand::Return(ANSWER.to_owned()).into())),
    ("p | Space", "play the answer / faster / slower", Some(|| PlayAction::Auto)),
    (">", "", Some(|| PlayAction::Faster)),
    ("<", "", Some(|| PlayAction::Slower)),
    ("g", "how to carry out an answer, press by press", Some(|| PlayCommand::Follow(1).into())),
    ("O", "make the best known solution shorter", Some(|| PlayCommand::Optimise.into())),
    ("n | PageDown", "next / previous level", Some(|| PlayCommand::Level(LevelChoice::Next).into())),
    ("b | PageUp", "", Some(|| PlayCommand::Level(LevelChoice::Previous).into())),
    ("c", "choose a level / a collection or file", Some(|| PlayAction::Browse)),
    ("C", "", Some(|| PlayCommand::Collections.into())),
    ("e", "the saved solutions", Some(|| PlayCommand::Solutions.into())),
    ("paste", "play steps, levels, or a file dropped here", None),
    ("t", "warnings when no solution is left: on, off", Some(|| PlayAction::ToggleWarnings)),
    ("+", "larger / smaller cells / what fits", Some(|| PlayAction::Zoom(Zoom::In))),
    ("-", "", Some(|| PlayAction::Zoom(Zoom::Out))),
    ("=", "", Some(|| PlayAction::Zoom(Zoom::Fit))),
    ("v", "view all messages in full", Some(|| PlayAction::ViewAll)),
    (":", "type a command; ':help' lists them", Some(|| PlayAction::TypeCommand)),
    ("? | F1", "list these keys", Some(|| PlayAction::Keys)),
    ("Esc", "let go; stop searching", Some(|| PlayAction::Drop)),
    ("q Ctrl-C | Ctrl-Q", "leave", Some(|| PlayCommand::Quit.into())),
];

impl From<PlayCommand> for PlayAction {
    fn from(command: PlayCommand) -> Self {
        Self::Command(command)
    }
}

/// The keys of the puzzle at hand.
pub fn help(position: &dyn Position) -> Vec<(String, &'static str)> {
    let has_cursor = position.controls().and_then(Controls::cursor).is_some();
    help_of(&[if has_cursor { LINES } else { PIECES }, KEYS].concat())
}

pub fn action(pressed: Pressed) -> Option<PlayAction> {
    if let Some((direction, held)) = pressed.direction(["ah", "wk", "dl", "sj"]) {
        return Some(PlayCommand::Press { direction, held }.into());
    }
    match pressed.key {
        Key::Char(digit @ '1'..='9') => Some(PlayAction::Overlay(digit as usize - '1' as usize)),
        _ => action_of(KEYS, pressed),
    }
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

/// The keys while an answer is followed.
pub const FOLLOW_KEYS: &[KeyRow<FollowAction>] = &[
    ("Space Enter Right n l j . Down | PageDown", "done: go on to the next", Some(|| FollowAction::Next)),
    ("Left Backspace b | h k , Up PageUp", "back to the one before", Some(|| FollowAction::Back)),
    ("Home", "to the first / to the end", Some(|| FollowAction::First)),
    ("End", "", Some(|| FollowAction::End)),
    (":", "go to a number, which a digit begins, too", Some(|| FollowAction::GoTo(None))),
    ("p", "go on by itself: start, stop / faster / slower", Some(|| FollowAction::Auto)),
    (">", "", Some(|| FollowAction::Faster)),
    ("<", "", Some(|| FollowAction::Slower)),
    ("+", "larger / smaller cells / what fits", Some(|| FollowAction::Zoom(Zoom::In))),
    ("-", "", Some(|| FollowAction::Zoom(Zoom::Out))),
    ("=", "", Some(|| FollowAction::Zoom(Zoom::Fit))),
    ("Tab | BackTab", "the board after it, or before it", Some(|| FollowAction::OtherBoard)),
    ("v", "view everything in full", Some(|| FollowAction::ViewAll)),
    ("? | F1", "list these keys", Some(|| FollowAction::Help)),
    ("q Esc Ctrl-C | Ctrl-Q", "leave", Some(|| FollowAction::Leave)),
];

pub fn follow_action(pressed: Pressed) -> Option<FollowAction> {
    match pressed.key {
        Key::Char(digit) if digit.is_ascii_digit() => Some(FollowAction::GoTo(Some(digit))),
        _ => action_of(FOLLOW_KEYS, pressed),
    }
}
