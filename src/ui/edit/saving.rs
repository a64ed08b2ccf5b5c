//! Saving and leaving, and the questions before them.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::state::{EditView, OPEN, Question, SAVE_AS};
use crate::ui::screen::entry::Entry;
use crate::ui::screen::view::Flow;
use lurd_toolkit::edit::SaveOptions;
use lurd_toolkit::edit::commands::{EditCommand, read};

impl EditView {
    /// Asks for the name of a file to save to.
    pub(super) fn ask_for_file(&mut self) {
        let name = self.editor.file().unwrap_or_default().to_owned();
        self.entry = Some(Entry::new(SAVE_AS, &name));
    }

    /// Leaves, or asks whether to save first.
    pub(super) fn quit(&mut self) -> Flow {
        if !self.editor.is_changed() {
            return Flow::Leave;
        }
        self.question = Some(Question::Leave);
        Flow::Stay
    }

    /// Handles a key that answers a question: `y`, `n`, or any other key, which answers neither.
    pub(super) fn answer(&mut self, question: Question, key: KeyEvent) -> Flow {
        let (yes, no) = match key.code {
            KeyCode::Char(letter) => (letter.eq_ignore_ascii_case(&'y'), letter.eq_ignore_ascii_case(&'n')),
            _ => (false, false),
        };
        match question {
            // The key was typed before the question was on the screen.
            Question::Recover(_) if self.is_unseen() => self.question = Some(question),
            Question::Recover(_) if yes => return self.execute(EditCommand::Recover),
            Question::Recover(_) => self.say("left there: ':recover' restores it, ':discard' removes it"),
            Question::Save { command, leaves_after, .. } if yes => {
                self.leaves_after = leaves_after;
                return self.execute(command);
            }
            Question::Leave if yes => {
                self.leaves_after = true;
                self.ask_for_file();
            }
            Question::Leave if no => {
                self.editor.discard_draft();
                self.is_stale = false;
                self.editor.forget_changes();
                return Flow::Leave;
            }
            Question::Paste(text) if yes => self.paste_board(&text),
            Question::Paste(_) => self.say("the board stays as it is"),
            Question::Save { why, .. } => self.complain(why),
            Question::Leave => self.message = None,
        }
        Flow::Stay
    }

    /// Handles a line typed after a label.
    pub(super) fn typed(&mut self, label: &str, line: &str) -> Flow {
        let text = line.trim();
        if text.is_empty() {
            self.leaves_after = false;
            return Flow::Stay;
        }
        let command = match label {
            SAVE_AS => Ok(EditCommand::Save {
                path: Some(text.to_owned()),
                format: None,
                options: SaveOptions::default(),
            }),
            OPEN => Ok(EditCommand::Load(text.to_owned())),
            _ => read(line),
        };
        match command {
            Ok(command) => return self.execute(command),
            Err(message) => self.complain(message),
        }
        Flow::Stay
    }
}
