//! `batch report`: what several solvers solved of the same levels.

use std::path::PathBuf;

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::Typed;
use lurd_report as report;
use lurd_report::BenchmarkFormat;
use lurd_toolkit::{
    exit::Exit,
    files::can_be_written,
    results::{
        LevelName, LevelResult,
        benchmark::{Benchmark, Solver},
    },
};

use crate::app::{App, Request};
use crate::keeping::write_and_keep_old;

pub(super) fn run(app: &App, request: &Request) -> Exit {
    let paths = &request.arguments[1..];
    if paths.is_empty() {
        return app.complain(
            "batch report needs results, for example 'batch report new.jsonl old.jsonl festival.csv'; a file of \
             levels named report is ./report",
        );
    }
    let Ok(exports) = app.accept(exports(request)) else { return Exit::Usage };
    let files: Vec<_> = paths.iter().map(|path| path_of(path.text())).collect();
    let Ok(mut solvers) = app.accept(read(&files)) else { return Exit::Usage };
    distinct(&mut solvers, &paths.iter().map(Typed::text).collect::<Vec<_>>());
    let benchmark = Benchmark::new(solvers);
    if request.flags.json {
        app.screen.result(&report::benchmark_line(&benchmark));
    } else {
        app.screen.result(&report::benchmark(&benchmark, app.screen.width()));
    }
    write(app, &exports, &benchmark)
}

/// The files to write, and their formats.
pub(super) fn exports(request: &Request) -> Result<Vec<(&str, BenchmarkFormat)>, String> {
    let mut exports = Vec::new();
    for path in &request.flags.export {
        exports.push((path.as_str(), BenchmarkFormat::of(path)?));
        can_be_written(&path_of(path))?;
    }
    Ok(exports)
}

/// Writes reports on a batch that has ended: on all lines of its file, or on what it has just solved.
pub(super) fn export_batch(
    app: &App,
    request: &Request,
    path: Option<&str>,
    outcomes: Vec<(LevelName, LevelResult)>,
) -> Exit {
    let Ok(exports) = app.accept(exports(request)) else { return Exit::Usage };
    let solvers = match path {
        Some(path) => read(&[path_of(path)]),
        None => Ok(vec![Solver::new("lurd".to_owned(), outcomes)]),
    };
    let Ok(solvers) = app.accept(solvers) else { return Exit::Usage };
    write(app, &exports, &Benchmark::new(solvers))
}

fn read(paths: &[PathBuf]) -> Result<Vec<Solver>, String> {
    Solver::read_all(paths).map_err(|error| report::escaped(&error))
}

fn write(app: &App, exports: &[(&str, BenchmarkFormat)], benchmark: &Benchmark) -> Exit {
    let mut exit = Exit::Good;
    for (path, format) in exports {
        let written = format.write(benchmark).map_err(|error| error.to_string());
        match written.and_then(|bytes| write_and_keep_old(path, &bytes)) {
            Ok(replaced) => app.screen.note(&format!("written to {}{replaced}", report::escaped(path))),
            Err(error) => exit = exit.worst(app.complain(&error)),
        }
    }
    exit
}

/// Names solvers whose files have the same name by their paths.
fn distinct(solvers: &mut [Solver], paths: &[&str]) {
    let names: Vec<_> = solvers.iter().map(|solver| solver.name.clone()).collect();
    for (solver, path) in solvers.iter_mut().zip(paths) {
        if names.iter().filter(|name| **name == solver.name).count() > 1 {
            (*path).clone_into(&mut solver.name);
        }
    }
}
