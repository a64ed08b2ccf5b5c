//! Why a command of play was not carried out, as a message.

use super::diagnostic::escaped;
use lurd_toolkit::play::{LevelError, Lost, PlayError};

pub fn play_error(error: &PlayError) -> String {
    match error {
        PlayError::Actions(refusal) => escaped(&refusal.to_string()),
        PlayError::Refused(reason) | PlayError::Unopened(reason) => escaped(reason),
        PlayError::NoControls(kind) => format!("a {kind} is played by typed actions"),
        PlayError::NothingToUndo => "nothing to undo".to_owned(),
        PlayError::NothingToRedo => "nothing to redo".to_owned(),
        PlayError::AtStart => "this is the start".to_owned(),
        PlayError::AnswerEnds => "the answer ends here".to_owned(),
        PlayError::AnswerBegins => "the answer begins here".to_owned(),
        PlayError::Lost(Lost::NoAnswer) => "no answer is known".to_owned(),
        PlayError::Lost(Lost::Elsewhere) => "the answer does not lead through this position".to_owned(),
        PlayError::NoMark { known, .. } if known.is_empty() => "no place is marked yet".to_owned(),
        PlayError::NoMark { name, known } => {
            format!("there is no mark '{}'; marks: {}", escaped(name), escaped(&known.join(", ")))
        }
        PlayError::Level(error) => level_error(error),
        PlayError::NoOverlay { name, known } if known.is_empty() => {
            format!("'{}' cannot be shown for this kind of puzzle", escaped(name))
        }
        PlayError::NoOverlay { name, known } => {
            format!("'{}' cannot be shown; these can: {}", escaped(name), known.join(", "))
        }
        PlayError::NoStore => "solutions are not saved here (--no-store, or 'set store off')".to_owned(),
        PlayError::NoSolution { count: 0, .. } => "no solution is saved".to_owned(),
        PlayError::NoSolution { number, count: 1 } => {
            format!("there is no solution {number}; one is saved")
        }
        PlayError::NoSolution { number, count } => {
            format!("there is no solution {number}; {count} are saved")
        }
        PlayError::BrokenSolution { number, reason } => {
            format!("solution {number} is damaged: {}; 'delete {number}' deletes it", escaped(reason))
        }
        PlayError::Saved(error) => escaped(&error.to_string()),
    }
}

fn level_error(error: &LevelError) -> String {
    match error {
        LevelError::OnlyLevel => "this is the only level".to_owned(),
        LevelError::Last(count) => format!("this is the last of {count} levels"),
        LevelError::First => "this is the first level".to_owned(),
        LevelError::Unreadable { number, message } => {
            format!("level {number} cannot be read: {}", escaped(message))
        }
        LevelError::OutOfRange { first, last } => format!("there are levels {first} to {last}"),
    }
}
