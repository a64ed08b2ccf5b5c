//! Paging text that is longer than the screen, by `$PAGER` or page by page.
//!
//! Only at the prompt on a terminal; the output of scripts is never paged.

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::{Command, Stdio},
};

use super::app::App;
use super::screen::input::{self, MoreKey};

impl App {
    /// Shows a text, paged if it does not fit on the screen.
    pub(super) fn page(&self, text: &str) {
        let is_asked = self.at_prompt && self.asks() && io::stdin().is_terminal();
        let rows = self.screen.height().filter(|_| is_asked && io::stdout().is_terminal());
        match rows {
            // The prompt below takes a row.
            Some(rows) if text.lines().count() >= rows => {
                if !self.by_pager(text) {
                    self.by_pages(text, rows);
                }
            }
            _ => self.screen.result(text),
        }
    }

    /// Pipes the text to `$PAGER`. Returns false if there is none or it did not start.
    fn by_pager(&self, text: &str) -> bool {
        let Some(pager) = env::var_os("PAGER").filter(|pager| !pager.is_empty()) else { return false };
        let mut command = Command::new("sh");
        command.arg("-c").arg(&pager).stdin(Stdio::piped());
        if env::var_os("LESS").is_none() {
            // The default of git: colours, and no paging of short text.
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
        // Ctrl-C belongs to the pager while it runs.
        let ended = self.signals.during(|| {
            if let Some(mut input) = child.stdin.take() {
                // The user may leave the pager early.
                let _ = input.write_all(text.as_bytes());
            }
            child.wait()
        });
        self.signals.cancel.reset();
        // 127: the shell did not find the program.
        ended.is_ok_and(|status| status.code() != Some(127))
    }

    /// Shows the text page by page.
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
            count = match input::ask(shown * 100 / lines.len()) {
                MoreKey::Page => rows.saturating_sub(1).max(1),
                MoreKey::Line => 1,
                MoreKey::Nothing => return,
            };
        }
    }
}
