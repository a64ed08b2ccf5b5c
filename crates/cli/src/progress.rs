//! The status line of a long search, on standard error if that is a terminal.

use std::io::{self, IsTerminal, Write};

use lurd_engine::program::budget::{Observer, Progress};
use lurd_report as report;
use lurd_toolkit::compare::{RunStart, Watcher};

/// Shorter searches show no status line.
const AFTER_SECONDS: f64 = 0.5;

/// The status line; removed when dropped.
pub(super) struct StatusLine {
    on: bool,
    /// The number of lines on the screen.
    drawn: usize,
    /// Whether notes of the search are shown, each on its own line.
    pub(super) notes: bool,
    lead: String,
}

impl StatusLine {
    pub(super) fn new(plain: bool) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Self { on: !plain && !dumb && io::stderr().is_terminal(), drawn: 0, notes: false, lead: String::new() }
    }

    /// Draws lines if the search has taken long enough. `lines` gets the number of lines that there is room for,
    /// and their width.
    pub(super) fn draw_lines(&mut self, seconds: f64, lines: impl FnOnce(usize, usize) -> Vec<String>) {
        /// More lines would hide what stands above.
        const MAX_LINES: usize = 12;
        if !self.on || seconds < AFTER_SECONDS {
            return;
        }
        let size = terminal_size::terminal_size_of(io::stderr());
        let (width, height) = size.map_or((80, 24), |(width, height)| (width.0, height.0));
        let rows = usize::from(height).saturating_sub(1).clamp(1, MAX_LINES);
        let width = usize::from(width).saturating_sub(1);
        let lines = lines(rows, width).into_iter().take(rows).map(|line| format!("{}{line}", self.lead));
        let lines: Vec<String> = lines.collect();
        let _ = io::stderr().write_all(redrawn(self.drawn, &lines, width).as_bytes());
        let _ = io::stderr().flush();
        self.drawn = lines.len();
    }

    /// Removes the lines before other output.
    pub(super) fn clear(&mut self) {
        let drawn = std::mem::take(&mut self.drawn);
        if drawn > 0 {
            let _ = write!(io::stderr(), "{}\x1b[J", to_the_first(drawn));
            let _ = io::stderr().flush();
        }
    }
}

/// The escape codes from the last of `drawn` lines to the beginning of the first.
fn to_the_first(drawn: usize) -> String {
    if drawn > 1 { format!("\r\x1b[{}A", drawn - 1) } else { "\r".to_owned() }
}

/// What draws `lines`, cut to the width, in the place of the lines that are there.
fn redrawn(drawn: usize, lines: &[String], width: usize) -> String {
    let cut = |line: &String| line.chars().take(width).collect::<String>() + "\x1b[K";
    let lines: Vec<_> = lines.iter().map(cut).collect();
    format!("{}{}\x1b[J", to_the_first(drawn), lines.join("\r\n"))
}

impl Observer for StatusLine {
    fn progress(&mut self, progress: &Progress) {
        self.draw_lines(progress.statistics.seconds, |_, _| vec![report::progress(progress)]);
    }

    fn table(&mut self, states: u64, bytes: u64) {
        /// Smaller tables are not worth a line.
        const LARGE: u64 = 1 << 27;
        if bytes >= LARGE {
            self.clear();
            let _ = writeln!(io::stderr(), "{}", report::table_announced(states, bytes));
        }
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
    fn begins(&mut self, begun: RunStart) {
        self.clear();
        let RunStart { strategy, place, strategies, run } = begun;
        let name = strategy.name();
        self.lead = format!("{place}/{strategies} {name}, run {run}: ");
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_drawn_over_those_before() {
        let lines = ["one".to_owned(), "seven".to_owned()];
        assert_eq!(redrawn(0, &lines[..1], 79), "\rone\x1b[K\x1b[J");
        assert_eq!(redrawn(3, &lines, 4), "\r\x1b[2Aone\x1b[K\r\nseve\x1b[K\x1b[J");
    }
}
