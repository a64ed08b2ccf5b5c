//! The lines of earlier sessions, in the state folder; Ctrl-R searches them. A failure to save them is
//! reported once.

use std::fs;
use std::path::PathBuf;

use super::helper::LineEditor;
use lurd_toolkit::folders;

pub(super) const MAX_LINES: usize = 2000;

/// The maximum length of an input in bytes; longer ones are not saved.
const MAX_BYTES: usize = 16 << 10;

pub(super) struct History {
    /// `None` once it cannot be saved.
    path: Option<PathBuf>,
    is_new: bool,
    complaint: Option<String>,
}

impl History {
    /// Reads the history into the editor.
    pub(super) fn open(editor: &mut LineEditor) -> Self {
        let Some(folder) = folders::state() else {
            let complaint = "note: the history is not saved: no home folder is known".to_owned();
            return Self { path: None, is_new: true, complaint: Some(complaint) };
        };
        let path = folder.join("history");
        let is_new = !path.exists();
        let opened = if is_new {
            fs::create_dir_all(&folder).map_err(|error| error.to_string())
        } else {
            editor.load_history(&path).map_err(|error| error.to_string())
        };
        let mut history = Self { path: Some(path), is_new, complaint: None };
        if let Err(error) = opened {
            history.complaint = history.give_up(&error);
        }
        history
    }

    /// Whether there was no history before.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Takes the message on what failed when it was opened.
    pub(super) fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }

    /// Adds an input, also to the file, so that a crash loses nothing. Returns a message the first time this
    /// fails.
    pub(super) fn keep(&mut self, editor: &mut LineEditor, line: &str) -> Option<String> {
        if line.is_empty() || line.len() > MAX_BYTES {
            return None;
        }
        let kept = editor.add_history_entry(line).and_then(|_| match &self.path {
            Some(path) => editor.append_history(path),
            None => Ok(()),
        });
        kept.err().and_then(|error| self.give_up(&error.to_string()))
    }

    fn give_up(&mut self, error: &str) -> Option<String> {
        let path = self.path.take()?;
        Some(format!("note: the history is not saved: {}: {error}", path.display()))
    }
}
