//! Lines of words from standard input, for the player and the editor where they run without a screen.

use std::io::{self, BufRead, IsTerminal, Read, Write};

/// Nobody types longer lines; a board of a thousand columns is pasted into a file.
const LONGEST: u64 = 1 << 20;

/// Reads line by line; on a terminal with a prompt before each.
pub(super) struct Words {
    is_terminal: bool,
    ended: bool,
}

impl Words {
    pub(super) fn new() -> Self {
        Self { is_terminal: io::stdin().is_terminal(), ended: false }
    }

    /// The next line that is neither blank nor a comment; `None` at the end of the input.
    pub(super) fn next(&mut self, prompt: &str) -> Option<String> {
        loop {
            let line = self.line(prompt)?;
            let text = line.trim();
            if !text.is_empty() && !text.starts_with(';') {
                return Some(text.to_owned());
            }
        }
    }

    /// Asks what is answered by yes or no; no where nobody can be asked.
    pub(super) fn agrees(&mut self, question: &str) -> bool {
        if !self.is_terminal {
            return false;
        }
        let answer = self.line(&format!("{question} [y/N] ")).unwrap_or_default();
        matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }

    fn line(&mut self, prompt: &str) -> Option<String> {
        if self.ended {
            return None;
        }
        if self.is_terminal {
            let mut out = io::stderr().lock();
            let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
        }
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(count) if count > 0) {
            self.ended = true;
            return None;
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
