//! `batch report`: what several solvers solved of the same levels.

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::Typed;
use lurd_report as report;
use lurd_report::BenchmarkFormat;
use lurd_toolkit::{
    exit::Exit,
    files::write_beside,
    results::benchmark::{Benchmark, Solver},
};

use crate::app::{App, Request};

pub(super) fn run(app: &App, request: &Request) -> Exit {
    let paths = &request.arguments[1..];
    if paths.is_empty() {
        return app.complain(
            "batch report needs results, for example 'batch report new.jsonl old.jsonl festival.csv'; a file of \
             levels named report is ./report",
        );
    }
    let export = request.flags.export.as_deref().map(|path| Ok((path, BenchmarkFormat::of(path)?)));
    let Ok(export) = app.accept(export.transpose().map_err(|error: String| error)) else {
        return Exit::Usage;
    };
    let mut solvers: Vec<Solver> = Vec::new();
    for path in paths {
        let Ok(solver) = app.accept(Solver::read(&path_of(path.text())).map_err(|error| report::escaped(&error)))
        else {
            return Exit::Usage;
        };
        solvers.push(solver);
    }
    distinct(&mut solvers, &paths.iter().map(Typed::text).collect::<Vec<_>>());
    let benchmark = Benchmark::new(solvers);
    if request.flags.json {
        app.screen.result(&report::benchmark_line(&benchmark));
    } else {
        app.screen.result(&report::benchmark(&benchmark, app.screen.width()));
        if request.flags.charts
            && let Some(chart) = report::cactus_chart(&benchmark, app.screen.width())
        {
            app.screen.result(&format!("\n{chart}"));
        }
    }
    let Some((path, format)) = export else { return Exit::Good };
    let written = format.write(&benchmark).map_err(|error| error.to_string());
    match written.and_then(|bytes| write_beside(&path_of(path), &bytes).map_err(String::from)) {
        Ok(()) => {
            app.screen.note(&format!("written to {}", report::escaped(path)));
            Exit::Good
        }
        Err(error) => app.complain(&error),
    }
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
