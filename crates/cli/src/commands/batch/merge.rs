//! `batch merge`: joins the results of several machines.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    files::write_beside_with,
    results::{
        ResultLine,
        merge::{MergeError, Merged},
    },
};

use crate::app::{App, Request};

pub(super) fn run(app: &App, request: &Request) -> Exit {
    let paths: Vec<_> = request.arguments[1..].iter().map(|typed| PathBuf::from(typed.text())).collect();
    if paths.is_empty() {
        return app.complain(
            "batch merge needs the files of the shares, for example 'batch merge share-*.jsonl -o all.jsonl'; a \
             file of levels named merge is ./merge",
        );
    }
    let output = request.flags.output.as_deref().map(Path::new);
    if let Some(path) = output
        && let Err(error) = may_replace(path)
    {
        return app.complain(&error);
    }
    let mut merged = match Merged::read(&paths) {
        Ok(merged) => merged,
        Err(error) => {
            let exit = if matches!(error, MergeError::Contradiction { .. }) { Exit::No } else { Exit::Usage };
            app.screen.note(&report::message(&report::escaped_lines(&error.to_string())));
            return exit;
        }
    };
    for path in &merged.torn {
        let path = report::escaped(&path.display().to_string());
        app.screen.note(&format!("note: '{path}' ends within a line, which is left out; its batch was killed"));
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

fn print(merged: &mut Merged) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match merged.write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
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
    let read = BufReader::new(file).read_line(&mut line);
    if read.is_ok_and(|length| length == 0) || ResultLine::read(&line).is_ok() {
        return Ok(());
    }
    let path = report::escaped(&path.display().to_string());
    Err(format!("'{path}' exists and holds no results; name another file, or remove it"))
}
