//! The lines of a batch: in a file as soon as a search ends, or on standard output in the order of the input.

use super::task::Output;
use crate::ui::app::App;
use crate::ui::cli::Invocation;
use crate::ui::commands::subject::subject;
use crate::ui::keeping::Answered;
use lurd_report as report;
use lurd_toolkit::batch::BatchEntry;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::results::ResultLine;
use lurd_toolkit::solve::Run;

pub(super) struct ResultLines<'a> {
    pub(super) app: &'a App,
    pub(super) order: &'a Invocation,
    pub(super) output: Output,
    /// Whether writing the file failed, which ends the batch.
    pub(super) failed: bool,
}

impl ResultLines<'_> {
    /// Saves the answer, and writes the line to the file.
    pub(super) fn ended(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        if let (BatchEntry::Item(item), Some(run)) = (entry, run)
            && let (Ok(puzzle), Some(verified)) = (&item.puzzle, run.verified())
        {
            let (puzzle, solution) = (puzzle.as_ref(), &verified.answer.solution);
            self.app.keep_in_store(self.order, Answered { puzzle, metadata: &item.metadata, solution });
        }
        let Output { ranks, file: Some((file, _)), resumed } = &mut self.output else { return };
        if self.failed {
            return;
        }
        let (rank, text) = (ranks[index], json(entry, run));
        if let Some(resumed) = resumed {
            let is_better = ResultLine::read(&text).is_ok_and(|new| resumed.is_replaced_by(rank, &new));
            if !is_better {
                return;
            }
            file.leave_out_rank(rank);
        }
        if let Err(error) = file.add(rank, &text) {
            self.app.complain(&error.to_string());
            self.failed = true;
            self.app.signals.cancel.cancel();
        }
    }

    /// Shows a result: as text on a terminal, else as JSON.
    pub(super) fn done(&self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        let screen = &self.app.screen;
        let in_words = screen.is_terminal() && !self.app.is_on(self.order, "json");
        if !in_words && self.output.file.is_none() {
            // Errors are reported before their line.
            let exit = self.complaint(entry, run);
            screen.result(&json(entry, run));
            return exit;
        }
        if let (true, BatchEntry::Item(item), Some(run)) = (in_words, entry, run) {
            screen.result(&report::level_in_short(&item.reference, run, screen.width()));
        }
        self.complaint(entry, run)
    }

    fn complaint(&self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        match (entry, run) {
            (BatchEntry::Broken(error), _) => self.app.refuse(error, false),
            (BatchEntry::Item(item), None) => self.app.refuse_item(item, false),
            (BatchEntry::Item(_), Some(run)) => run.exit(),
        }
    }

    /// Completes the file and names it.
    pub(super) fn finish(self) -> Exit {
        let (Some((file, path)), false) = (self.output.file, self.failed) else { return Exit::Good };
        let count = file.count();
        match file.finish() {
            Ok(()) => {
                let lines = if count == 1 { "line" } else { "lines" };
                let (path, verb) =
                    (report::escaped(&path), if self.output.resumed.is_some() { "in" } else { "written to" });
                self.app.screen.note(&format!("{count} {lines} {verb} {path}"));
                Exit::Good
            }
            Err(error) => self.app.complain(&error.to_string()),
        }
    }
}

fn json(entry: &BatchEntry, run: Option<&Run>) -> String {
    match (entry, run) {
        (BatchEntry::Broken(error), _) => report::error_line(error),
        (BatchEntry::Item(item), Some(run)) => {
            subject(item).map_or_else(|| report::broken_line(item), |subject| report::run_line(&subject, run))
        }
        (BatchEntry::Item(item), None) => report::broken_line(item),
    }
}
