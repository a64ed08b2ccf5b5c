//! A line being typed at the foot of the screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The maximum length of a line in bytes.
const MAX_BYTES: usize = 4096;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Entry {
    /// The label in front of it.
    pub(in crate::ui) label: &'static str,
    pub(in crate::ui) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Typed {
    More,
    Done(String),
    Dropped,
}

impl Entry {
    pub(in crate::ui) fn new(label: &'static str, text: &str) -> Self {
        Self { label, text: text.to_owned() }
    }

    pub(in crate::ui) fn key(&mut self, key: KeyEvent) -> Typed {
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Enter, _) => return Typed::Done(std::mem::take(&mut self.text)),
            (KeyCode::Esc, _) | (KeyCode::Char('c'), true) => return Typed::Dropped,
            (KeyCode::Char('u'), true) => self.text.clear(),
            (KeyCode::Char('w'), true) => {
                let end = self.text.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.text.truncate(end);
            }
            (KeyCode::Backspace, _) => {
                self.text.pop();
            }
            (KeyCode::Char(letter), false) if self.text.len() < MAX_BYTES => self.text.push(letter),
            _ => {}
        }
        Typed::More
    }

    /// Appends a paste as one line.
    pub(in crate::ui) fn paste(&mut self, text: &str) {
        for letter in text.trim().chars().take(MAX_BYTES) {
            let letter = if letter.is_control() { ' ' } else { letter };
            if self.text.len() < MAX_BYTES {
                self.text.push(letter);
            }
        }
    }

    /// The label and the end of the line, in `width` columns.
    pub(in crate::ui) fn shown(&self, width: u16) -> String {
        let room = usize::from(width).saturating_sub(self.label.chars().count() + 1);
        let skipped = self.text.chars().count().saturating_sub(room);
        let end: String = self.text.chars().skip(skipped).collect();
        format!("{}{end}_", self.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_typed() {
        let mut entry = Entry::new("save as: ", "a b");
        let key = |code| KeyEvent::new(code, KeyModifiers::NONE);
        assert_eq!(entry.key(key(KeyCode::Char('c'))), Typed::More);
        assert_eq!(entry.shown(13), "save as:  bc_");
        entry.key(key(KeyCode::Backspace));
        entry.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(entry.text, "a ");
        assert_eq!(entry.key(key(KeyCode::Enter)), Typed::Done("a ".to_owned()));
        entry.paste("c\r\nd\n");
        assert_eq!(entry.text, "c  d");
        assert_eq!(entry.key(key(KeyCode::Esc)), Typed::Dropped);
    }
}
