//! `$PAGER` for text that is longer than the screen, at the prompt on a terminal only.

use std::{
    env,
    io::Write,
    process::{Command, Stdio},
};

use super::app::App;

impl App {
    /// Shows a text, by the pager if it does not fit on the screen.
    pub(super) fn page(&self, text: &str) {
        let rows = self.screen.height().filter(|_| self.at_prompt && self.asks());
        // The prompt below takes a row.
        if rows.is_none_or(|rows| text.lines().count() < rows) || !self.by_pager(text) {
            self.screen.result(text);
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
        let plain = anstream::adapter::strip_str(text).to_string();
        let text = if self.screen.has_colour() { text } else { &plain };
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
}
