//! `batch merge`: joins the results of several machines.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::Path,
};

use lurd_disk::files;
use lurd_disk::names::path_of;
use lurd_disk::text::TextStream;
use lurd_puzzle::{
    catalog::{Item, Reference, Typed},
    puzzle::ReadOptions,
};
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    files::write_beside_with,
    results::{
        LineError, ResultLine,
        merge::{MergeError, Merged},
    },
};

use crate::app::{App, Request};

pub(super) fn run(app: &App, request: &Request) -> Exit {
    let paths: Vec<_> = request.arguments[1..].iter().map(|typed| path_of(typed.text())).collect();
    if paths.is_empty() {
        return app.complain(
            "batch merge needs the files of the shares, for example 'batch merge share-*.jsonl -o all.jsonl'; a \
             file of levels named merge is ./merge",
        );
    }
    // The levels were accepted by the batch, and their identifiers are compared.
    app.catalog.set_read_options(ReadOptions { allow_unequal: true, ..ReadOptions::default() });
    let output = request.flags.output.as_deref().map(path_of);
    let output = output.as_deref();
    if let Some(path) = output
        && let Err(error) = may_replace(path)
    {
        return app.complain(&error);
    }
    let mut replays = Replays { app, sources: HashMap::new(), unknown: 0 };
    let mut check = |line: &ResultLine| if request.flags.trust { Ok(()) } else { replays.check(line) };
    let mut merged = match Merged::read(&paths, &mut check) {
        Ok(merged) => merged,
        Err(error) => {
            let exit = if matches!(error, MergeError::Contradiction { .. }) { Exit::No } else { Exit::Usage };
            let text = error.to_string();
            let (reason, lines) = text.split_once('\n').unwrap_or((&text, ""));
            app.screen.note(&report::message(reason));
            if !lines.is_empty() {
                app.screen.note(&report::escaped_lines(lines));
            }
            return exit;
        }
    };
    if replays.unknown > 0 {
        let solutions = if replays.unknown == 1 { "solution is" } else { "solutions are" };
        app.screen
            .note(&format!("note: {} {solutions} not replayed: their levels were not found here", replays.unknown));
    }
    for path in &merged.torn {
        let path = report::escaped(&path.display().to_string());
        app.screen
            .note(&format!("note: the last line of '{path}' is incomplete (the batch was interrupted) and is ignored"));
    }
    let written = match output {
        Some(path) => write_beside_with(path, |file| {
            merged.write(&mut BufWriter::new(&mut *file))?;
            if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
        })
        .map_err(String::from),
        None => print(&mut merged),
    };
    if let Err(error) = written {
        return app.complain(&error);
    }
    app.screen.note(&report::merged(&merged, paths.len(), output));
    Exit::Good
}

/// Replays the solutions of lines on the levels that they name, where these are found.
struct Replays<'a> {
    app: &'a App,
    /// The levels of each source; none if it is not found here.
    sources: HashMap<String, Vec<Item>>,
    /// The number of solutions whose level is not known.
    unknown: usize,
}

impl Replays<'_> {
    fn check(&mut self, line: &ResultLine) -> Result<(), LineError> {
        if line.solution.is_none() {
            return Ok(());
        }
        let source = self.sources.entry(line.source.clone()).or_insert_with_key(|name| {
            let name = name.as_str();
            let is_known = !matches!(Reference::parse(name, &self.app.catalog), Reference::Stdin | Reference::Unknown);
            let items = is_known.then(|| self.app.catalog.resolve(&Typed::argument(name)).ok());
            items.flatten().unwrap_or_default()
        });
        let level = source.iter().find(|item| Some(item.index as u64) == line.index);
        let puzzle = level.and_then(|item| item.puzzle.as_ref().ok());
        let Some(puzzle) = puzzle.filter(|puzzle| Some(puzzle.id()) == line.id) else {
            self.unknown += 1;
            return Ok(());
        };
        line.check(puzzle.as_ref())
    }
}

fn print(merged: &mut Merged) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match merged.write(&mut out).and_then(|()| out.flush()) {
        Err(error) if files::is_closed_pipe(&error) => std::process::exit(0),
        result => result.map_err(|error| format!("cannot write the result: {error}")),
    }
}

/// Checks that nothing but results is replaced.
fn may_replace(path: &Path) -> Result<(), String> {
    let Ok(file) = File::open(path) else { return Ok(()) };
    if !file.metadata().is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let mut line = String::new();
    let read = TextStream::new(BufReader::new(file)).and_then(|mut stream| stream.read_line(&mut line));
    if read.is_ok_and(|length| length == 0) || ResultLine::read(&line).is_ok() {
        return Ok(());
    }
    let path = report::escaped(&path.display().to_string());
    Err(format!("'{path}' exists and holds no results; name another file, or remove it"))
}
