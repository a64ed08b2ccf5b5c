//! Solves every puzzle in `puzzles/` and pins the result in `snapshots/`: after adding a file, run `cargo insta
//! review`.

use std::{
    collections::BTreeSet,
    fmt::{Display, Write as _},
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use lurd::budget::{Cancel, Limits};
use lurd::catalog::{self, Catalog, Item};
use lurd::diagnostic::Diagnostic;
use lurd::puzzle::Unanswered;
use lurd::toolkit::search_options::{SearchOptions, parse_memory, parse_nodes, parse_strategy};
use lurd::toolkit::solve::{Run, solve};

#[test]
fn puzzles_give_what_they_gave() {
    snapshots_in(&catalog::builtin(), &Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots"));
}

/// The limits of each puzzle, which the flags after `; lurd:` in a collection change.
const DEFAULTS: Limits = Limits { nodes: Some(200_000), memory: Some(1 << 30), ..Limits::NONE };

/// Solves every puzzle of the collections of `catalog`, and compares the result of puzzle 3 of the collection `mine` with
/// `mine/3.snap` in `folder`; the error of a collection that cannot be read with `mine/error.snap`. New results are
/// accepted with `cargo insta review`, or with `INSTA_UPDATE=always` in the environment.
///
/// Expansions and memory are limited (200 000, 1 GiB) but not time, so a result is the same on every machine. A line
/// `; lurd: --for pushes --nodes 500000` before a puzzle changes its flags, if its plug-in reads such lines.
pub fn snapshots_in(catalog: &Catalog, folder: &Path) {
    // `insta` takes a relative path as relative to its own caller, which is this file.
    let folder = std::path::absolute(folder).expect("a folder has an absolute path");
    let mut wanted = BTreeSet::new();
    let mut failed = Vec::new();
    let mut pin = |collection: &str, name: &str, text: &str| {
        wanted.insert(folder.join(collection).join(format!("{name}.snap")));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder.join(collection));
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

    let stray: Vec<_> = found(&folder).into_iter().filter(|path| !wanted.contains(path)).collect();
    assert!(stray.is_empty(), "snapshots without a puzzle: {stray:?}");
}

/// The snapshots in the subfolders of a folder.
fn found(folder: &Path) -> Vec<PathBuf> {
    let list = |path: &Path| -> Vec<PathBuf> {
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let folders = list(folder);
    let files = folders.iter().flat_map(|folder| list(folder));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "snap")).collect()
}

/// The result of solving an item, without times and bytes.
fn outcome(item: &Item) -> String {
    let puzzle = match &item.puzzle {
        Ok(puzzle) => puzzle,
        Err(diagnostic) => return complaint(diagnostic, &item.source.text),
    };
    let flags = format!("--nodes 200000 --memory 1GiB {}", item.flags);
    let search = search(&item.flags).unwrap_or_else(|error| panic!("{}: {error}", item.reference));
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

/// The search that the flags after `; lurd:` describe.
fn search(flags: &str) -> Result<SearchOptions, String> {
    let mut search = SearchOptions { limits: DEFAULTS, ..SearchOptions::default() };
    let words: Vec<_> = flags.split_whitespace().collect();
    for pair in words.chunks(2) {
        match *pair {
            ["--for", name] => search.objective = Some(name.to_owned()),
            ["--nodes", count] => search.limits.nodes = parse_nodes(count)?,
            ["--memory", bytes] => search.limits.memory = parse_memory(bytes)?,
            ["--strategy", name] => search.strategy = Some(parse_strategy(name)?),
            _ => return Err(format!("{}: there are --for, --nodes, --memory and --strategy", pair.join(" "))),
        }
    }
    Ok(search)
}

fn ending(run: &Run) -> String {
    let mut text = format!("status: {}\n", run.status());
    let mut line = |name: &str, value: &dyn Display| {
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
