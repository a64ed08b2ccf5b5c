//! The lines of earlier sessions, in the state folder; Ctrl-R searches them. A history that cannot
//! be kept is said once and ends nothing.

use std::fs;
use std::path::PathBuf;

use super::Lines;
use crate::toolkit::folders;

/// Lines that are kept.
pub(super) const MOST: usize = 2000;

/// Longer inputs belong into a file, not into the history.
const LONGEST: usize = 16 << 10;

/// The file of the history.
pub(super) struct History {
    /// `None` once it cannot be kept.
    path: Option<PathBuf>,
    is_new: bool,
    complaint: Option<String>,
}

impl History {
    /// Reads the history into the editor.
    pub(super) fn open(editor: &mut Lines) -> Self {
        let Some(folder) = folders::state() else {
            let complaint = "note: the history is not kept: no home folder is known".to_owned();
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

    /// Whether there was none before.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// What went wrong when it was opened.
    pub(super) fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }

    /// Adds a line, to the file too, so that nothing is lost if the session ends badly. Gives what
    /// is to be said, the first time that it fails.
    pub(super) fn keep(&mut self, editor: &mut Lines, line: &str) -> Option<String> {
        if line.is_empty() || line.len() > LONGEST {
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
        Some(format!("note: the history is not kept: {}: {error}", path.display()))
    }
}
