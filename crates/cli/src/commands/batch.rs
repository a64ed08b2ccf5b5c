//! `batch`: solves many levels, one JSON line each.

use lines::{Live, ResultLines, Task};
use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_toolkit::{
    batch::{BatchEntry, BatchEvent, Partition, batch},
    exit::Exit,
    line_file::LineFile,
    search_options::SearchOptions,
};

use crate::app::{App, Request};

mod benchmark;
mod lines;

/// The flags of `batch report`.
const REPORT_FLAGS: [&str; 2] = ["export", "json"];

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    if request.arguments.first().is_some_and(|first| first.text() == "report") {
        return match request.flags.given().find(|flag| !REPORT_FLAGS.contains(flag)) {
            Some(flag) => app.complain(&format!(
                "batch report takes no --{flag}; a file or collection of levels named report is ./report"
            )),
            None => benchmark::run(app, request),
        };
    }
    // Fail before the searches, not after them.
    if app.accept(benchmark::exports(request)).is_err() {
        return Exit::Usage;
    }
    if request.arguments.is_empty() {
        return app.complain("batch needs a FILE or a collection, for example 'batch missile'");
    }
    let search = app.search(&request.flags);
    let entries = match entries(app, request) {
        Ok(entries) => entries,
        Err(exit) => return exit,
    };
    let entries = match request.flags.partition {
        Some(partition) => share(app, partition, entries),
        None => entries,
    };
    let Ok(task) = app.accept(task(app, request, &search, entries)) else { return Exit::Usage };
    solve(app, request, &search, task)
}

/// The levels of a share, after a note of how many they are.
fn share(app: &App, partition: Partition, entries: Vec<BatchEntry>) -> Vec<BatchEntry> {
    let all = entries.len();
    let entries = partition.of(entries);
    let levels = if all == 1 { "level" } else { "levels" };
    app.screen.note(&match entries.len() {
        0 => format!("note: share {partition} has none of {all} {levels}: nothing to do"),
        here => format!("share {partition}: {here} of {all} {levels}"),
    });
    entries
}

/// What is to be solved, and where the lines go.
fn task(app: &App, request: &Request, search: &SearchOptions, entries: Vec<BatchEntry>) -> Result<Task, String> {
    let output = request.flags.output.as_deref();
    let [path, more @ ..] = request.flags.resume.as_slice() else {
        let file = output.map(|path| LineFile::create(&path_of(path))).transpose()?;
        return Ok(Task::new(entries, file, output));
    };
    if output.is_some_and(|output| output != path) {
        let path = report::escaped(path);
        return Err(format!("--resume adds the lines to '{path}': leave out -o, or copy the file first"));
    }
    let task = Task::resume(entries, search, (path, more))?;
    task.notes().iter().for_each(|note| app.screen.note(note));
    Ok(task)
}

fn solve(app: &App, request: &Request, search: &SearchOptions, task: Task) -> Exit {
    let Task { entries, exit, output, .. } = task;
    let mut written = ResultLines::new(app, &request.flags, output);
    let mut live = Live::new(app.status_line(), &entries);
    let mut worst = exit;
    let progress = app.signals.during(|| {
        batch(&entries, search, &app.signals.cancel, |event| match event {
            BatchEvent::Tick(progress) => live.draw(app, progress),
            BatchEvent::Ended(index, entry, run) => {
                live.clear();
                written.ended(index, entry, run);
            }
            BatchEvent::Done(index, entry, run) => {
                live.clear();
                worst = worst.worst(written.done(index, entry, run.as_deref()));
            }
        })
    });
    drop(live);
    written.summarise(&progress, &entries);
    let failed = written.failed;
    let outcomes = std::mem::take(&mut written.outcomes);
    let path = written.output.file.as_ref().map(|(_, path)| path.clone());
    let mut worst = worst.worst(written.finish());
    if !request.flags.export.is_empty() && !failed {
        worst = worst.worst(benchmark::export_batch(app, request, path.as_deref(), outcomes));
    }
    if failed {
        Exit::Usage
    } else if progress.is_stopped() && app.signals.cancel.is_cancelled() {
        worst.worst(Exit::Interrupted)
    } else {
        worst
    }
}

/// The puzzles of all arguments, in order. Fails only if the gamepad layout, which is the same for all, is not valid.
fn entries(app: &App, request: &Request) -> Result<Vec<BatchEntry>, Exit> {
    let mut entries = Vec::new();
    for typed in &request.arguments {
        match app.catalog.resolve(typed) {
            Ok(items) => {
                for item in items {
                    app.note_left_out(&item);
                    entries.push(BatchEntry::Item(Box::new(app.with_pad(&request.flags, item)?)));
                }
            }
            Err(error) => entries.push(BatchEntry::Broken(error)),
        }
    }
    Ok(entries)
}
