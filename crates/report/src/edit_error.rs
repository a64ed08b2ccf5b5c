//! Why a command of the editor was not carried out, as a message.

use super::diagnostic::escaped;
use super::edit::{invalid, unsaved};
use lurd_toolkit::edit::EditError;

pub fn edit_error(error: &EditError) -> String {
    match error {
        EditError::Refused(reason) => escaped(&reason.to_string()),
        EditError::NotEditable { message, .. } => escaped(message),
        EditError::NotKept(error) => escaped(&error.to_string()),
        EditError::NothingToUndo => "nothing to undo".to_owned(),
        EditError::NothingToRedo => "nothing to redo".to_owned(),
        EditError::NoOrphan => "there is no unsaved draft".to_owned(),
        EditError::NoBoard { name, known } => {
            format!("there is no board '{}', only {}", escaped(name), known.join(", "))
        }
        EditError::NoKind { kind, known } => {
            format!("there is no '{}'; there are {}", escaped(kind), known.join(", "))
        }
        EditError::StandardInput => "'-' is the input of the editor itself: name a file".to_owned(),
        EditError::NotAFile(path) => format!("'{}' is not a regular file", escaped(path)),
        EditError::Input(error) => error.diagnostic.message.clone(),
        EditError::NoPuzzle(message) => format!("no puzzle yet: {}", escaped(&message.to_string())),
        EditError::Invalid(issues) => invalid(issues),
        EditError::NoFile => "'save' takes the name of a file".to_owned(),
        EditError::Unsaved { path, reason, .. } => unsaved(reason, path),
    }
}
