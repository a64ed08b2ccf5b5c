//! What is pasted into the editor on the whole screen.

use super::board_text::{self, puzzle_in};
use super::state::{EditView, Question};
use crate::ui::pasted::{dropped_file, unspaced};
use lurd_toolkit::edit::commands::EditCommand;

impl EditView {
    /// Takes a paste as text for the line being typed, or else as a board.
    pub(super) fn paste(&mut self, text: &str) {
        self.end_stroke();
        if let Some(entry) = &mut self.entry {
            entry.paste(text);
        } else if self.question.is_none() {
            self.pages = None;
            if let Some(path) = dropped_file(&unspaced(text)) {
                self.execute(EditCommand::Load(path));
                return;
            }
            match puzzle_in(&self.catalog, text) {
                Err(message) => self.complain(message),
                Ok(_) if self.editor.is_changed() => self.question = Some(Question::Paste(text.to_owned())),
                Ok(_) => self.paste_board(text),
            }
        }
    }

    pub(super) fn paste_board(&mut self, text: &str) {
        match board_text::paste(&self.catalog, &mut self.editor, text) {
            Ok(message) => {
                self.changed(true);
                self.say(format!("{message}; u undoes it"));
            }
            Err(message) => self.complain(message),
        }
    }
}
