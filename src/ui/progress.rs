//! One status line on standard error while a search takes long, on a terminal only.

use std::io::{self, IsTerminal, Write};

use crate::budget::{Observer, Progress};
use crate::report;

/// Shorter searches show nothing.
const AFTER_SECONDS: f64 = 0.5;

/// Draws the line, and takes it away when it is dropped.
pub(super) struct StatusLine {
    on: bool,
    drawn: bool,
}

impl StatusLine {
    pub(super) fn new(plain: bool) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Self { on: !plain && !dumb && io::stderr().is_terminal(), drawn: false }
    }
}

impl Observer for StatusLine {
    fn progress(&mut self, progress: &Progress) {
        if !self.on || progress.statistics.seconds < AFTER_SECONDS {
            return;
        }
        let width =
            terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        let line: String = report::progress(progress).chars().take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
        let _ = io::stderr().flush();
        self.drawn = true;
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if self.drawn {
            let _ = write!(io::stderr(), "\r\x1b[K");
            let _ = io::stderr().flush();
        }
    }
}
