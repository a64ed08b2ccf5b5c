//! `batch`: solves many levels, one JSON line each.

use std::path::Path;

use super::subject::subject;
use crate::report;
use crate::toolkit::batch::{BatchEntry, BatchEvent, batch};
use crate::toolkit::exit::Exit;
use crate::toolkit::line_file::LineFile;
use crate::toolkit::solve::Run;
use crate::ui::app::{App, Request};
use crate::ui::cli::Invocation;
use crate::ui::keeping::Answered;

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    if request.arguments.is_empty() {
        return app.complain("batch needs a FILE or a collection, for example 'batch missile'");
    }
    let Ok(search) = app.accept(app.search(request.order)) else { return Exit::Usage };
    let entries = match entries(app, request) {
        Ok(entries) => entries,
        Err(exit) => return exit,
    };
    let Ok(file) =
        app.accept(request.order.flag("output").map(|path| LineFile::create(Path::new(path))).transpose())
    else {
        return Exit::Usage;
    };
    let mut written =
        ResultWriter { app, order: request.order, path: request.order.flag("output"), file, failed: false };
    let mut line = app.status_line();
    let mut worst = Exit::Good;
    let tally = app.signals.during(|| {
        batch(&entries, &search, &app.signals.cancel, |event| match event {
            BatchEvent::Tick(tally) => line.draw(tally.seconds, || report::tally(tally)),
            BatchEvent::Ended(index, entry, run) => {
                line.clear();
                written.ended(index, entry, run);
            }
            BatchEvent::Done(entry, run) => {
                line.clear();
                worst = worst.worst(written.done(entry, run.as_deref()));
            }
        })
    });
    drop(line);
    app.screen.note(&report::batch_summary(&tally, &entries, app.screen.note_width()));
    let failed = written.failed;
    let worst = worst.worst(written.finish());
    if failed {
        Exit::Usage
    } else if tally.is_stopped() && app.signals.cancel.is_cancelled() {
        worst.worst(Exit::Interrupted)
    } else {
        worst
    }
}

/// The puzzles of all arguments, in order. Fails only if the gamepad layout, which is the same for all, is not
/// valid.
fn entries(app: &App, request: &Request<'_>) -> Result<Vec<BatchEntry>, Exit> {
    let mut entries = Vec::new();
    for typed in &request.arguments {
        match app.catalog.resolve(typed) {
            Ok(items) => {
                for item in items {
                    app.note_left_out(&item);
                    entries.push(BatchEntry::Item(Box::new(app.with_pad(request.order, item)?)));
                }
            }
            Err(error) => entries.push(BatchEntry::Broken(error)),
        }
    }
    Ok(entries)
}

/// Writes results: to the output file as soon as a search ends, or to standard output in the order of the
/// input.
struct ResultWriter<'a> {
    app: &'a App,
    order: &'a Invocation,
    path: Option<&'a str>,
    file: Option<LineFile>,
    /// Whether writing the file failed, which ends the batch.
    failed: bool,
}

impl ResultWriter<'_> {
    /// Saves the answer, and writes the line to the file.
    fn ended(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        if let (BatchEntry::Item(item), Some(run)) = (entry, run)
            && let (Ok(puzzle), Some(verified)) = (&item.puzzle, run.verified())
        {
            let (puzzle, solution) = (puzzle.as_ref(), &verified.answer.solution);
            self.app.keep_in_store(self.order, Answered { puzzle, metadata: &item.metadata, solution });
        }
        if let (Some(file), false) = (&mut self.file, self.failed)
            && let Err(error) = file.add(index, &json(entry, run))
        {
            self.app.complain(&error.to_string());
            self.failed = true;
            self.app.signals.cancel.cancel();
        }
    }

    /// Shows a result: as text on a terminal, else as JSON.
    fn done(&self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        let screen = &self.app.screen;
        let in_words = screen.is_terminal() && !self.app.is_on(self.order, "json");
        if !in_words && self.path.is_none() {
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
    fn finish(self) -> Exit {
        let (Some(file), Some(path), false) = (self.file, self.path, self.failed) else {
            return Exit::Good;
        };
        let count = file.count();
        match file.finish() {
            Ok(()) => {
                let lines = if count == 1 { "line" } else { "lines" };
                self.app.screen.note(&format!("{count} {lines} written to {}", report::escaped(path)));
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
