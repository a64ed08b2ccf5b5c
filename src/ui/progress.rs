//! The status line of a long search, on standard error if that is a terminal.

use std::io::{self, IsTerminal, Write};

use crate::budget::{Observer, Progress};
use crate::report;
use crate::toolkit::compare::{Begun, Watcher};

/// Shorter searches show no status line.
const AFTER_SECONDS: f64 = 0.5;

/// The status line; removed when dropped.
pub(super) struct StatusLine {
    on: bool,
    drawn: bool,
    /// Whether notes of the search are shown, each on its own line.
    notes: bool,
    lead: String,
}

impl StatusLine {
    pub(super) fn new(plain: bool) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Self {
            on: !plain && !dumb && io::stderr().is_terminal(),
            drawn: false,
            notes: false,
            lead: String::new(),
        }
    }

    /// Sets whether notes of the search are shown.
    pub(super) fn with_notes(mut self, notes: bool) -> Self {
        self.notes = notes;
        self
    }

    /// Draws the line if the search has taken long enough.
    pub(super) fn draw(&mut self, seconds: f64, text: impl FnOnce() -> String) {
        if !self.on || seconds < AFTER_SECONDS {
            return;
        }
        let width =
            terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
        let line: String = self.lead.chars().chain(text().chars()).take(width.saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
        let _ = io::stderr().flush();
        self.drawn = true;
    }

    /// Removes the line before other output.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\r\x1b[K");
            let _ = io::stderr().flush();
        }
    }
}

impl Observer for StatusLine {
    fn progress(&mut self, progress: &Progress) {
        self.draw(progress.statistics.seconds, || report::progress(progress));
    }

    fn wants_notes(&self) -> bool {
        self.notes
    }

    fn note(&mut self, text: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{text}");
    }
}

impl Watcher for StatusLine {
    fn begins(&mut self, begun: Begun) {
        self.clear();
        let Begun { strategy, place, strategies, run, runs } = begun;
        let name = strategy.name();
        self.lead = if runs > 1 {
            format!("{place}/{strategies} {name}, run {run}/{runs}: ")
        } else {
            format!("{place}/{strategies} {name}: ")
        };
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
