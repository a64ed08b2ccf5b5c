//! The live view of a batch on a terminal: counts, running levels, and slow ones by name.

use crate::ui::app::App;
use crate::ui::progress::StatusLine;
use lurd_report as report;
use lurd_toolkit::batch::{BatchEntry, Tally};

/// The times after which a running level is named, in seconds.
const SLOW: [f64; 3] = [10.0, 60.0, 600.0];

pub(super) struct Live<'e> {
    line: StatusLine,
    entries: &'e [BatchEntry],
    /// How often each level was named.
    named: Vec<usize>,
}

impl<'e> Live<'e> {
    pub(super) fn new(line: StatusLine, entries: &'e [BatchEntry]) -> Self {
        Self { line, entries, named: vec![0; entries.len()] }
    }

    pub(super) fn draw(&mut self, app: &App, tally: &Tally) {
        if !self.line.is_on() {
            return;
        }
        for (index, seconds) in &tally.under_way {
            let times = SLOW.partition_point(|slow| slow <= seconds);
            if times > self.named[*index] {
                self.named[*index] = times;
                self.line.clear();
                app.screen.note(&report::slow_level(&self.entries[*index], SLOW[times - 1]));
            }
        }
        self.line.draw_lines(tally.seconds, |rows, width| report::live(tally, self.entries, rows, width));
    }

    pub(super) fn clear(&mut self) {
        self.line.clear();
    }
}
