//! `JUnit` XML, which systems for continuous integration show: a suite for each solver, and a test case for each level. A level
//! without a solution is a failure, and one that could not be read is an error.

use std::fmt::Write as _;

use lurd_toolkit::{
    exit::Status,
    results::{
        LevelResult,
        benchmark::{Benchmark, Solver},
    },
};

use crate::diagnostic::in_xml;

pub(super) fn document(benchmark: &Benchmark) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for solver in &benchmark.solvers {
        suite(&mut text, solver);
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(text: &mut String, solver: &Solver) {
    let all = || solver.outcomes.values();
    let errors = all().filter(|it| it.status == Status::Error).count();
    let failures = all().filter(|it| !matches!(it.status, Status::Solved | Status::Error)).count();
    let seconds: f64 = all().filter_map(|it| it.seconds).sum();
    let _ = writeln!(
        text,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\">",
        in_xml(&solver.name),
        solver.outcomes.len()
    );
    for (level, outcome) in &solver.outcomes {
        let (class, name) = (in_xml(&level.source), in_xml(&level.to_string()));
        let _ = write!(
            text,
            "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{:.3}\"",
            outcome.seconds.unwrap_or(0.0)
        );
        match problem(outcome) {
            None => text.push_str("/>\n"),
            Some((element, message)) => {
                let _ = writeln!(text, ">\n      <{element} message=\"{}\"/>\n    </testcase>", in_xml(&message));
            }
        }
    }
    text.push_str("  </testsuite>\n");
}

/// The element and the message of a level that was not solved.
fn problem(outcome: &LevelResult) -> Option<(&'static str, String)> {
    match (outcome.status, &outcome.limit) {
        (Status::Solved, _) => None,
        (Status::Error, _) => Some(("error", "the level cannot be read".to_owned())),
        (Status::Limit, Some(limit)) => Some(("failure", format!("no solution within the limit: {limit}"))),
        (status, _) => Some(("failure", status.to_string())),
    }
}
