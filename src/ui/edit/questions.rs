//! Saving, and what is asked before something is done.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::keys::EditAction;
use super::view::{Asked, EditView};
use crate::report;
use crate::toolkit::edit::words::{EditCommand, read};
use crate::toolkit::edit::{Leave, Unsaved};
use crate::ui::screen::view::Flow;

/// Something that is asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Take up what was left behind: so many drafts?
    Recover(usize),
    /// Save what is not valid, or over what is there?
    Save { path: String, format: Option<String>, leave: Leave, why: String, leaves_after: bool },
    /// Replace what is not saved by this pasted text?
    Paste(String),
    /// Save before leaving?
    Leave,
}

impl EditView {
    pub(super) fn save(&mut self, path: &str, format: Option<String>, leave: Leave) -> Flow {
        let path = path.trim();
        let leaves_after = std::mem::take(&mut self.leaves_after);
        let unsaved = match self.editor.save(&self.catalog, path, format.as_deref(), leave) {
            Ok(saved) => {
                self.say(report::saved(&saved, path));
                return if leaves_after { Flow::Leave } else { Flow::Stay };
            }
            Err(unsaved) => unsaved,
        };
        let why = report::unsaved(&unsaved, path);
        let leave = match unsaved {
            Unsaved::Invalid(_) => Leave { invalid: true, ..leave },
            Unsaved::Exists(_) | Unsaved::Loses(..) => Leave { replace: true, ..leave },
            Unsaved::Failed(_) => {
                self.complain(why);
                return Flow::Stay;
            }
        };
        self.question = Some(Question::Save { path: path.to_owned(), format, leave, why, leaves_after });
        Flow::Stay
    }

    pub(super) fn quit(&mut self) -> Flow {
        if !self.editor.is_changed() {
            return Flow::Leave;
        }
        self.question = Some(Question::Leave);
        Flow::Stay
    }

    /// A key while something is asked: `y`, `n`, or anything that means neither.
    pub(super) fn answer(&mut self, question: Question, key: KeyEvent) -> Flow {
        let (yes, no) = match key.code {
            KeyCode::Char(letter) => (letter.eq_ignore_ascii_case(&'y'), letter.eq_ignore_ascii_case(&'n')),
            _ => (false, false),
        };
        match question {
            // Nobody has seen it yet: the key was pressed for something else.
            Question::Recover(_) if self.asked == Asked::Unseen => self.question = Some(question),
            Question::Recover(_) if yes => return self.word(EditCommand::Recover),
            Question::Recover(_) => self.say("left there: ':recover' takes it up, ':discard' drops it"),
            Question::Save { path, format, leave, leaves_after, .. } if yes => {
                self.leaves_after = leaves_after;
                return self.save(&path, format, leave);
            }
            Question::Leave if yes => {
                self.leaves_after = true;
                return self.deed(EditAction::Save);
            }
            Question::Leave if no => {
                self.editor.discard_draft();
                self.is_stale = false;
                self.editor.forget_changes();
                return Flow::Leave;
            }
            Question::Paste(text) if yes => self.take_paste(&text),
            Question::Paste(_) => self.say("the board stays as it is"),
            Question::Save { why, .. } => self.complain(why),
            Question::Leave => self.message = None,
        }
        Flow::Stay
    }

    pub(super) fn typed(&mut self, label: &str, line: &str) -> Flow {
        if line.trim().is_empty() {
            self.leaves_after = false;
            return Flow::Stay;
        }
        match label {
            "save as: " => self.save(line, None, Leave::default()),
            "open: " => {
                self.load(line.trim());
                Flow::Stay
            }
            _ => match read(line) {
                Ok(word) => self.word(word),
                Err(message) => {
                    self.complain(message);
                    Flow::Stay
                }
            },
        }
    }
}
