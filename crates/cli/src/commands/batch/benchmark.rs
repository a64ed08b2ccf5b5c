//! `batch report`: what several solvers solved of the same levels.

use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    results::{
        ResultLine,
        benchmark::{Benchmark, Solver},
    },
};

use super::Batch;
use crate::{app::App, commands::Outcome};

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
        app.exports(&self.export, report::benchmark_writer)?;
        let benchmark = Benchmark::new(read(app, paths)?);
        app.screen.result(&if self.json {
            report::benchmark_line(&benchmark)
        } else {
            report::benchmark(&benchmark, app.screen.width())
        });
        self.write(app, &benchmark)
    }

    /// Writes reports on a batch that has ended: on all lines of its file, or on what it has just solved.
    pub(super) fn export_batch(&self, app: &App, path: Option<&String>, lines: Vec<ResultLine>) -> Outcome {
        let solvers = match path {
            Some(path) => read(app, std::slice::from_ref(path))?,
            None => vec![Solver::new("lurd".to_owned(), lines)],
        };
        self.write(app, &Benchmark::new(solvers))
    }

    fn write(&self, app: &App, benchmark: &Benchmark) -> Outcome {
        for (path, writer) in app.exports(&self.export, report::benchmark_writer)? {
            app.write(path, &app.accept(writer(benchmark))?, "report")?;
        }
        Ok(Exit::Good)
    }
}

/// The solvers of these files. Those whose files have the same name are named by their paths.
fn read(app: &App, paths: &[String]) -> Result<Vec<Solver>, Exit> {
    let files: Vec<_> = paths.iter().map(|path| path_of(path)).collect();
    let mut solvers = app.accept(Solver::read_all(&files).map_err(|error| report::escaped(&error)))?;
    let names: Vec<_> = solvers.iter().map(|solver| solver.name.clone()).collect();
    for (solver, path) in solvers.iter_mut().zip(paths) {
        if names.iter().filter(|name| **name == solver.name).count() > 1 {
            solver.name.clone_from(path);
        }
    }
    Ok(solvers)
}
