//! Solves every puzzle in `puzzles/` and pins the result in `snapshots/`: after adding a file, run `cargo insta
//! review`. Nodes and memory are limited but not time, so a snapshot is the same on every machine; `; lurd: --for
//! pushes --nodes 500000` before a puzzle overrides the limits.

use lurd::puzzle::Unanswered;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lurd::budget::Cancel;
use lurd::catalog::{self, Item};
use lurd::diagnostic::Diagnostic;
use lurd::toolkit::solve::{Run, solve};
use lurd::ui::cli::search_flags;

const DEFAULTS: &str = "--nodes 200000 --memory 1GiB";

#[test]
fn puzzles_give_what_they_gave() {
    let catalog = catalog::builtin();
    let mut wanted = BTreeSet::new();
    let mut failed = Vec::new();
    let mut pin = |collection: &str, name: &str, text: &str| {
        wanted.insert(folder().join(collection).join(format!("{name}.snap")));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder().join(collection));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let compared = catch_unwind(AssertUnwindSafe(|| settings.bind(|| insta::assert_snapshot!(name, text))));
        if compared.is_err() {
            failed.push(format!("{collection}/{name}"));
        }
    };
    for collection in catalog.collections() {
        match catalog.read_collection(collection) {
            Ok(items) => {
                for item in items {
                    pin(&collection.name, &item.index.to_string(), &outcome(&item));
                }
            }
            Err(error) => pin(&collection.name, "error", &complaint(&error.diagnostic, &collection.text)),
        }
    }
    assert!(failed.is_empty(), "changed: {}; see `cargo insta review`", failed.join(", "));

    let stray: Vec<_> = snapshots().into_iter().filter(|path| !wanted.contains(path)).collect();
    assert!(stray.is_empty(), "snapshots without a puzzle: {stray:?}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots")
}

fn snapshots() -> Vec<PathBuf> {
    let list = |path: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let folders = list(&folder());
    let files = folders.iter().flat_map(|folder| list(folder));
    files.filter(|path| path.extension().is_some_and(|ending| ending == "snap")).collect()
}

/// The result of solving an item, without times and bytes.
fn outcome(item: &Item) -> String {
    let puzzle = match &item.puzzle {
        Ok(puzzle) => puzzle,
        Err(diagnostic) => return complaint(diagnostic, &item.source.text),
    };
    let flags = format!("{DEFAULTS} {}", item.flags);
    let mut search = search_flags(&flags).unwrap_or_else(|error| panic!("{}: {error}", item.reference));
    search.limits.time = None;
    let run = solve(puzzle.as_ref(), &search, &Cancel::default(), &mut ());
    format!(
        "{}  {}\n{}\n\nflags: {}\n{}",
        item.reference,
        item.name(),
        puzzle.text().trim_end(),
        flags.trim(),
        ending(&run)
    )
}

fn ending(run: &Run) -> String {
    let mut text = format!("status: {}\n", run.status());
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{name}: {value}");
    };
    line("for", &run.objective.map_or("-", |objective| objective.name));
    line("strategy", &run.strategy.name());
    match &run.end {
        Ok(verified) => {
            line("answer", &verified.answer.solution);
            line("cost", &verified.answer.cost);
            line("proof", &verified.answer.proof);
            for metric in &verified.metrics {
                line(metric.name, &metric.value);
            }
        }
        Err(Unanswered::Unsolvable { reason, .. } | Unanswered::Unsupported { reason }) => {
            line("reason", reason);
        }
        Err(Unanswered::Bug { message }) => line("error", message),
        Err(Unanswered::Stopped { .. }) => {}
    }
    if let Some(limit) = run.limit() {
        line("limit", &limit);
    }
    if let Some(bound) = run.lower_bound() {
        line("lower bound", &bound);
    }
    if let Some(statistics) = &run.statistics {
        line("expanded", &statistics.expanded);
        line("generated", &statistics.generated);
    }
    text
}

fn complaint(diagnostic: &Diagnostic, text: &str) -> String {
    let place = diagnostic.place.clone().map_or_else(
        || "-".to_owned(),
        |place| {
            let before = text.get(..place.start).unwrap_or(text);
            let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
            format!("line {} column {column}", before.matches('\n').count() + 1)
        },
    );
    let help = diagnostic.help.as_deref().unwrap_or("-");
    format!("status: error\nerror: {}\nat: {place}\nlabel: {}\nhelp: {help}\n", diagnostic.message, diagnostic.label)
}
