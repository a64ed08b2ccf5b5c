//! `batch report`: what several solvers solved of the same levels.

use std::path::PathBuf;

use lurd_disk::names::path_of;
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

use super::Batch;
use crate::app::App;
use crate::commands::Outcome;
use crate::keeping::write_and_keep_old;

impl Batch {
    /// Compares files of results.
    pub(super) fn report(&self, app: &App) -> Outcome {
        let paths = &self.files[1..];
        if paths.is_empty() {
            return Err(app.complain(
                "batch report needs results, for example 'batch report new.jsonl old.jsonl festival.csv'; a file of \
                 levels named report is ./report",
            ));
        }
        let exports = app.accept(self.exports())?;
        let files: Vec<_> = paths.iter().map(|path| path_of(path)).collect();
        let mut solvers = app.accept(read(&files))?;
        distinct(&mut solvers, paths);
        let benchmark = Benchmark::new(solvers);
        if self.json {
            app.screen.result(&report::benchmark_line(&benchmark));
        } else {
            app.screen.result(&report::benchmark(&benchmark, app.screen.width()));
        }
        Ok(write(app, &exports, &benchmark))
    }

    /// The files to write, and their formats.
    pub(super) fn exports(&self) -> Result<Vec<(&str, BenchmarkFormat)>, String> {
        let mut exports = Vec::new();
        for path in &self.export {
            exports.push((path.as_str(), BenchmarkFormat::of(path)?));
            can_be_written(&path_of(path))?;
        }
        Ok(exports)
    }

    /// Writes reports on a batch that has ended: on all lines of its file, or on what it has just solved.
    pub(super) fn export_batch(
        &self,
        app: &App,
        path: Option<&str>,
        outcomes: Vec<(LevelName, LevelResult)>,
    ) -> Outcome {
        let exports = app.accept(self.exports())?;
        let solvers = match path {
            Some(path) => app.accept(read(&[path_of(path)]))?,
            None => vec![Solver::new("lurd".to_owned(), outcomes)],
        };
        Ok(write(app, &exports, &Benchmark::new(solvers)))
    }
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
fn distinct(solvers: &mut [Solver], paths: &[String]) {
    let names: Vec<_> = solvers.iter().map(|solver| solver.name.clone()).collect();
    for (solver, path) in solvers.iter_mut().zip(paths) {
        if names.iter().filter(|name| **name == solver.name).count() > 1 {
            solver.name.clone_from(path);
        }
    }
}
