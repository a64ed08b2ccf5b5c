//! Text that is longer than the screen: shown by the pager of the user, or page by page.
//!
//! Only at the prompt of a terminal. What goes to a pipe or comes from a script is never paged.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use super::app::App;
use super::screen::more::{self, Wanted};

impl App {
    /// Shows a text, page by page where it does not fit the screen.
    pub(super) fn page(&self, text: &str) {
        let is_asked = self.at_prompt && self.input.is_none() && io::stdin().is_terminal();
        let rows = self.screen.height().filter(|_| is_asked && io::stdout().is_terminal());
        match rows {
            // The prompt that follows takes a row.
            Some(rows) if text.lines().count() >= rows => {
                if !self.by_pager(text) {
                    self.by_pages(text, rows);
                }
            }
            _ => self.screen.result(text),
        }
    }

    /// Controls the text to `$PAGER`. Whether there is one, and it began.
    fn by_pager(&self, text: &str) -> bool {
        let Some(pager) = env::var_os("PAGER").filter(|pager| !pager.is_empty()) else { return false };
        let mut command = Command::new("sh");
        command.arg("-c").arg(&pager).stdin(Stdio::piped());
        if env::var_os("LESS").is_none() {
            // As git has it: colours, and no pages for what fits.
            command.env("LESS", "FRX");
        }
        let Ok(mut child) = command.spawn() else { return false };
        let plain;
        let text = if self.screen.has_colour() {
            text
        } else {
            plain = anstream::adapter::strip_str(text).to_string();
            &plain
        };
        // Ctrl-C is for the pager, while it runs.
        let ended = self.signals.during(|| {
            if let Some(mut input) = child.stdin.take() {
                // A pager that was left early has read enough.
                let _ = input.write_all(text.as_bytes());
            }
            child.wait()
        });
        self.signals.cancel.reset();
        // 127: the shell has found no such program.
        ended.is_ok_and(|status| status.code() != Some(127))
    }

    /// A screen at a time.
    fn by_pages(&self, text: &str, rows: usize) {
        let lines: Vec<&str> = text.lines().collect();
        let mut shown = 0;
        let mut count = rows.saturating_sub(1).max(1);
        loop {
            let end = (shown + count).min(lines.len());
            self.screen.result(&lines[shown..end].join("\n"));
            shown = end;
            if shown == lines.len() {
                return;
            }
            count = match more::ask(shown * 100 / lines.len()) {
                Wanted::Page => rows.saturating_sub(1).max(1),
                Wanted::Line => 1,
                Wanted::Nothing => return,
            };
        }
    }
}
