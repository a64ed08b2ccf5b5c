//! `batch`: solves many levels, one JSON line each.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lines::ResultLines;
use lurd_report as report;
use lurd_toolkit::{
    batch::{BatchEntry, BatchEvent, Partition, batch},
    exit::Exit,
    search_options::SearchOptions,
};

use super::Run;
use crate::app::App;
use crate::args::{ReadArgs, SearchArgs};
use crate::completion;
use crate::registry::Outcome;

mod benchmark;
mod lines;

/// Solve many levels, with a JSON object for each
#[derive(Parser)]
#[command(mut_arg("threads", |arg| arg.help("Levels solved at the same time, which share the memory [default: 1]")))]
pub(super) struct Batch {
    /// Files and collections; or 'report' and files of results
    #[arg(value_name = "FILE", add = ArgValueCompleter::new(completion::puzzles))]
    files: Vec<String>,
    /// Write to this new file, a line as soon as its level ends
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Continue this file, or create it: solve the levels without a result, and those that were interrupted or ended at a
    /// limit that is larger now; may be given several times, to copy what other files have of these levels into the first
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    resume: Vec<String>,
    /// Solve one of N shares: slice:K/N (every N-th level from the K-th on) or hash:K/N (by the level's identity)
    #[arg(long, value_name = "PART", value_parser = Partition::parse)]
    partition: Option<Partition>,
    /// Write a report to this file: .md, .csv, .json, or the chart as .svg; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    export: Vec<String>,
    /// Print one JSON object per line, also on a terminal
    #[arg(long)]
    json: bool,
    /// Do not save answers in the user's folder
    #[arg(long)]
    no_store: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Batch {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("batch primer stuck", "two collections"),
        ("batch missile -o missile.jsonl", "write the lines to a file"),
        ("batch missile --threads 2 --time 10s", "two puzzles at a time, 10 s each"),
        ("batch missile --resume missile.jsonl", "continue a batch that was stopped"),
        ("batch missile --partition slice:2/4", "the second of four shares, for four machines"),
        ("batch missile --resume all.jsonl --resume share-1.jsonl", "copy into all.jsonl what a share has solved"),
        ("batch report new.jsonl old.jsonl", "compare what two batches solved"),
    ];
    const NOTES: &'static [&'static str] = &[
        "A batch can be killed and resumed: the same command with --resume starts and continues it. Of results of several \
         files the better line of each level is taken; contradictions are named, and nothing is written.",
        "'batch report A B ..' compares results: how many levels are solved in each, within which time, and which in only \
         one. A .csv file is the log of another program, with the columns level,status,seconds,cost. A file of levels \
         named report is ./report.",
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if self.files.first().is_some_and(|first| first == "report") {
            if self.output.is_some() || !self.resume.is_empty() || self.partition.is_some() {
                return Err(app.complain("batch report takes only files of results, --json and --export"));
            }
            return self.report(app);
        }
        // Fail before the searches, not after them.
        app.exports(&self.export, report::benchmark_writer)?;
        if self.files.is_empty() {
            return Err(app.complain("batch needs a FILE or a collection, for example 'batch missile'"));
        }
        let search = app.search(&self.search)?;
        let mut entries = self.entries(app)?;
        if let Some(partition) = self.partition {
            let all = report::counted(entries.len(), "level");
            entries = partition.of(entries);
            app.screen.note(&format!("share {partition}: {} of {all}", entries.len()));
        }
        let (entries, lines) = app.accept(ResultLines::begin(app, &self, &search, entries))?;
        solve(app, &search, &entries, lines)
    }
}

/// Solves the levels.
fn solve(app: &App, search: &SearchOptions, entries: &[BatchEntry], mut lines: ResultLines<'_>) -> Outcome {
    let mut line = app.status_line();
    let progress = app.signals.during(|| {
        batch(entries, search, &app.signals.cancel, |event| match event {
            BatchEvent::Tick(progress) => {
                line.draw_lines(progress.seconds, |rows, width| report::live(progress, entries, rows, width));
            }
            BatchEvent::Ended(index, entry, run) => {
                line.clear();
                lines.ended(index, entry, run);
            }
            BatchEvent::Done(index, entry, run) => {
                line.clear();
                lines.done(index, entry, run.as_deref());
            }
        })
    });
    drop(line);
    let worst = lines.finish(&progress)?;
    let is_interrupted = progress.is_stopped() && app.signals.cancel.is_cancelled();
    Ok(if is_interrupted { worst.worst(Exit::Interrupted) } else { worst })
}

impl Batch {
    /// The puzzles of all arguments, in order. Fails only if the gamepad layout, which is the same for all, is not valid.
    fn entries(&self, app: &App) -> Result<Vec<BatchEntry>, Exit> {
        let mut entries = Vec::new();
        for typed in self.files.iter().map(|word| app.typed(word)) {
            match app.catalog.resolve(&typed) {
                Ok(items) => {
                    for item in items {
                        app.note_left_out(&item);
                        entries.push(BatchEntry::Item(Box::new(app.with_pad(&self.read, item)?)));
                    }
                }
                Err(error) => entries.push(BatchEntry::Broken(error)),
            }
        }
        Ok(entries)
    }
}
