//! A benchmark as a file: Markdown, CSV, JSON, or its chart.

use std::fmt::Write as _;

use lurd_toolkit::{
    exit::Status,
    results::{
        ResultLine,
        benchmark::{Benchmark, Solver},
    },
};
use serde::Serialize;
use serde_json::Value;

use super::{FileWriter, csv, markdown, svg::cactus_document};
use crate::format::named;
use crate::{
    batch::{differences, tables},
    json::json_line,
    records::{BenchmarkLine, SolverRecord},
};

/// What writes reports on batches to a file of that name. The error lists the known extensions.
pub fn benchmark_writer(path: &str) -> Result<FileWriter<Benchmark>, String> {
    let formats: [(_, FileWriter<Benchmark>); 4] = [
        ("md", |it| Ok(in_markdown(it).into_bytes())),
        ("csv", |it| Ok(csv(it).into_bytes())),
        ("json", |it| Ok((benchmark_line(it) + "\n").into_bytes())),
        ("svg", |it| Ok(cactus_document(it)?.into_bytes())),
    ];
    named(path, &formats)
}

fn in_markdown(it: &Benchmark) -> String {
    let mut text = String::from("# Benchmark\n");
    for (title, grid) in tables(it) {
        let _ = write!(text, "\n## {}\n\n{}", markdown::escaped(&title), markdown::table(&grid));
    }
    text.push_str("\n## Differences\n\n");
    for line in differences(it, usize::MAX) {
        let _ = writeln!(text, "- {}", markdown::escaped(&line));
    }
    text
}

const COLUMNS: &str = "level,solver,status,limit,seconds,cost,optimal,solved_within";

/// A row of the CSV.
#[derive(Serialize)]
struct Line {
    level: String,
    solver: String,
    status: Option<Status>,
    limit: Option<String>,
    seconds: Option<f64>,
    cost: Option<u64>,
    optimal: Option<bool>,
    /// How many levels the solver solves in no more time: the data of the cactus plot.
    solved_within: Option<usize>,
}

/// A line for each level and solver.
fn csv(it: &Benchmark) -> String {
    let pairs = it.levels.iter().flat_map(|level| it.solvers.iter().map(move |solver| (level, solver)));
    csv::table(
        COLUMNS,
        pairs.map(|(level, solver)| {
            let line = solver.lines.get(level);
            let within = line.filter(|line| line.status == Status::Solved).and_then(ResultLine::seconds);
            Line {
                level: csv::cell(&level.to_string()),
                solver: csv::cell(&solver.name),
                status: line.map(|it| it.status),
                limit: line.and_then(|it| it.limit.as_deref().map(csv::cell)),
                seconds: line.and_then(ResultLine::seconds),
                cost: line.and_then(|it| it.cost),
                optimal: line.map(ResultLine::is_optimal),
                solved_within: within.map(|seconds| solver.solved_within(seconds)),
            }
        }),
    )
}

/// A benchmark as one line of JSON.
pub fn benchmark_line(it: &Benchmark) -> String {
    let names = |levels: Vec<&_>| levels.iter().map(ToString::to_string).collect::<Vec<String>>();
    let solver = |(place, solver): (usize, &Solver)| {
        let within = it.steps.iter().map(|(time, _)| (*time, solver.solved_within(*time)));
        let others = (0..it.solvers.len()).filter(|&other| other != place);
        let only: serde_json::Map<String, Value> =
            others.map(|other| (it.solvers[other].name.clone(), names(it.only(place, other)).into())).collect();
        SolverRecord {
            solver: solver.name.clone(),
            levels: solver.lines.len(),
            solved: solver.count(Status::Solved),
            optimal: solver.optimal(),
            unsolvable: solver.count(Status::Unsolvable),
            limit: solver.count(Status::Limit),
            median_seconds: solver.median(),
            median_seconds_of_common: it.median_on_common(place),
            solved_within: within.collect(),
            solves_unlike: only,
            cactus: solver.times(),
        }
    };
    json_line(&BenchmarkLine {
        schema: 1,
        levels: it.levels.len(),
        solved_by_all: it.solved_by_all(),
        solved_by_none: names(it.solved_by_none()),
        solvers: it.solvers.iter().enumerate().map(solver).collect(),
    })
}

#[cfg(test)]
mod tests {
    use lurd_toolkit::results::benchmark::samples;

    use serde_json::json;

    use super::*;

    fn written(path: &str) -> Vec<u8> {
        benchmark_writer(path).expect("a format")(&samples::benchmark()).expect("written")
    }

    fn text(path: &str) -> String {
        String::from_utf8(written(path)).expect("text")
    }

    #[test]
    fn every_format_has_the_benchmark() {
        let csv = text("t.csv");
        assert_eq!(csv.lines().count(), 1 + 6 * 2, "{csv}");
        assert!(csv.contains("\nm.xsb:4,\"two, new\",solved,,8.0,7,false,4\n"), "{csv}");
        assert!(csv.contains("\nm.xsb:3,one,limit,time,60.0,,false,\n"), "{csv}");
        let json: Value = serde_json::from_str(&text("t.json")).expect("JSON");
        assert_eq!(json["solvers"][0]["cactus"], json!([0.001, 0.5, 2.0, 30.0]));
        assert_eq!(json["solvers"][1]["solves_unlike"]["one"], json!(["m.xsb:3"]));
        let markdown = text("t.md");
        assert!(markdown.contains("| two, new | 6 | 4 |") && markdown.contains("- one solves, two"), "{markdown}");
        let svg = text("t.svg");
        roxmltree::Document::parse(&svg).expect("well-formed");
        assert!(svg.contains("two, new") && svg.contains("<polyline"), "{svg}");
        assert!(benchmark_writer("t.bmp").is_err_and(|error| error.contains("expected .md")));
    }

    #[test]
    fn a_benchmark_without_results_is_written_too() {
        let none = Benchmark::new(Vec::new());
        for path in ["t.md", "t.csv", "t.json", "t.svg"] {
            assert!(benchmark_writer(path).expect("a format")(&none).is_ok(), "{path}");
        }
    }
}
